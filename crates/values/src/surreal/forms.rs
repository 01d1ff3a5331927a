//! Forms whose options are forms, by Conway's definitions.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use thiserror::Error;

use super::Form;
use crate::Dyadic;

/// A form in a table of [`Forms`], valid only in that table.
///
/// Two forms are `==` if they have the same options, whose options are the same, and so on. [`Forms::compare`] compares
/// the numbers. In the order of the table, options come before the forms that have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Surreal(u32);

/// A table of forms that are numbers, each stored once, with cached results.
///
/// Order and sums are computed from Conway's definitions, with a cache and without recursion. The limit on memory is a
/// number of *entries*: forms, their options, and cached results (some 50 bytes each). An operation that would need
/// more entries fails with [`FormError::Full`], and the table stays usable.
///
/// Comparing `x` and `y` takes time and entries at most proportional to the number of pairs of their followers and
/// options. So does computing their sum, plus one pass over the table.
///
/// In another table, a [`Surreal`] denotes another form, or none. Methods panic if it denotes none.
///
/// ```
/// use winways_values::surreal::{FormError, Forms};
///
/// let mut forms = Forms::new(1000);
/// let zero = forms.form(&[], &[])?;
/// let one = forms.form(&[zero], &[])?;
/// let half = forms.form(&[zero], &[one])?;
/// let sum = forms.sum(half, half)?;
/// assert!(forms.le(sum, one)? && forms.le(one, sum)?);
/// assert_eq!(forms.form(&[zero], &[zero]), Err(FormError::Conflict { left: zero, right: zero }));
/// # Ok::<(), FormError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forms {
    records: Vec<Record>,
    ids: HashMap<Arc<GameOptions>, Surreal>,
    order: HashMap<(Surreal, Surreal), bool>,
    sums: HashMap<(Surreal, Surreal), Surreal>,
    canonical: HashMap<Dyadic, Surreal>,
    entries: usize,
    limit: usize,
}

#[derive(Clone, Debug)]
struct Record {
    options: Arc<GameOptions>,
    value: Dyadic,
}

/// Left and right options, each in the order of the table and without repetitions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct GameOptions {
    left: Vec<Surreal>,
    right: Vec<Surreal>,
}

impl Forms {
    /// Creates an empty table with room for `limit` entries.
    #[must_use]
    pub fn new(limit: usize) -> Forms {
        Forms {
            records: Vec::new(),
            ids: HashMap::new(),
            order: HashMap::new(),
            sums: HashMap::new(),
            canonical: HashMap::new(),
            entries: 0,
            limit,
        }
    }

    /// Returns the form `{left|right}`, if it is a number: no left option is `>=` a right option by [`le`](Forms::le).
    ///
    /// # Errors
    ///
    /// The first [`Conflict`](FormError::Conflict) in the order of the lists, or [`FormError::Full`].
    pub fn form(&mut self, left: &[Surreal], right: &[Surreal]) -> Result<Surreal, FormError> {
        let options = GameOptions { left: in_order(left), right: in_order(right) };
        if let Some(&known) = self.ids.get(&options) {
            return Ok(known);
        }
        for &left in left {
            for &right in right {
                if self.le(right, left)? {
                    return Err(FormError::Conflict { left, right });
                }
            }
        }
        self.take(1 + options.left.len() + options.right.len())?;
        let id = Surreal(u32::try_from(self.records.len()).map_err(|_| FormError::Full)?);
        let value = self.simplest(&options);
        let options = Arc::new(options);
        self.records.push(Record { options: Arc::clone(&options), value });
        self.ids.insert(options, id);
        Ok(id)
    }

    /// Returns the left options, in the order of the table.
    #[must_use]
    pub fn left(&self, form: Surreal) -> &[Surreal] {
        &self.record(form).options.left
    }

    /// Returns the right options, in the order of the table.
    #[must_use]
    pub fn right(&self, form: Surreal) -> &[Surreal] {
        &self.record(form).options.right
    }

    /// Returns the value of the form, computed by arithmetic: the [simplest number](Dyadic::simplest_between) between
    /// the values of its options. The methods that follow Conway's definitions do not use it. Takes constant time.
    #[must_use]
    pub fn value(&self, form: Surreal) -> &Dyadic {
        &self.record(form).value
    }

    /// Returns `true` if `x <= y` by Conway's definition: no left option of `x` is `>= y`, and no right option of `y`
    /// is `<= x`.
    ///
    /// # Errors
    ///
    /// [`FormError::Full`].
    pub fn le(&mut self, x: Surreal, y: Surreal) -> Result<bool, FormError> {
        let question = (x, y);
        if let Some(&known) = self.order.get(&question) {
            return Ok(known);
        }
        // Open questions, each with the number of its possible refutations that have failed.
        let mut pending = vec![(question, 0)];
        while let Some((pair, failed)) = pending.last_mut() {
            let pair = *pair;
            let answer = match self.refutation(pair, *failed) {
                None => true,
                Some(refutation) => match self.order.get(&refutation) {
                    Some(true) => false,
                    Some(false) => {
                        *failed += 1;
                        continue;
                    }
                    None => {
                        pending.push((refutation, 0));
                        continue;
                    }
                },
            };
            self.take(1)?;
            self.order.insert(pair, answer);
            pending.pop();
        }
        Ok(self.order[&question])
    }

    /// Compares two forms by [`le`](Forms::le) in both directions. Returns `None` if neither is `<=` the other, which
    /// Conway's theorem excludes for numbers.
    ///
    /// # Errors
    ///
    /// [`FormError::Full`].
    pub fn compare(&mut self, x: Surreal, y: Surreal) -> Result<Option<Ordering>, FormError> {
        Ok(match (self.le(x, y)?, self.le(y, x)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Returns the sum by Conway's definition: `{xL+y, x+yL | xR+y, x+yR}` over the options `xL`, ...
    ///
    /// # Errors
    ///
    /// [`FormError::Full`]; a [`Conflict`](FormError::Conflict) only if sums of numbers were not numbers.
    pub fn sum(&mut self, x: Surreal, y: Surreal) -> Result<Surreal, FormError> {
        if let Some(&known) = self.sums.get(&(x, y)) {
            return Ok(known);
        }
        // Followers come before the forms that have them, so the sums of all options are computed before they are
        // needed.
        let (of_x, of_y) = (self.followers(x), self.followers(y));
        for &x in &of_x {
            for &y in &of_y {
                if self.sums.contains_key(&(x, y)) {
                    continue;
                }
                let left = self.sums_of_options(x, y, Forms::left);
                let right = self.sums_of_options(x, y, Forms::right);
                let sum = self.form(&left, &right)?;
                self.take(1)?;
                self.sums.insert((x, y), sum);
            }
        }
        Ok(self.sums[&(x, y)])
    }

    /// Returns the negative by Conway's definition: `{-R|-L}`.
    ///
    /// # Errors
    ///
    /// [`FormError::Full`]; a [`Conflict`](FormError::Conflict) only if negatives of numbers were not numbers.
    pub fn negative(&mut self, x: Surreal) -> Result<Surreal, FormError> {
        let mut negatives: HashMap<Surreal, Surreal> = HashMap::new();
        for form in self.followers(x) {
            let of = |options: &[Surreal]| -> Vec<Surreal> {
                options.iter().map(|option| negatives[option]).collect()
            };
            let (left, right) = (of(self.right(form)), of(self.left(form)));
            negatives.insert(form, self.form(&left, &right)?);
        }
        Ok(negatives[&x])
    }

    /// Returns the canonical form of a number, whose options are canonical too, by the [dali function](Form::dali). The
    /// number of its proper followers is the [birthday](Dyadic::birthday).
    ///
    /// # Errors
    ///
    /// [`FormError::Full`].
    pub fn dali(&mut self, number: &Dyadic) -> Result<Surreal, FormError> {
        if let Some(&known) = self.canonical.get(number) {
            return Ok(known);
        }
        if number.birthday() > Dyadic::from(i64::try_from(self.limit).unwrap_or(i64::MAX)) {
            return Err(FormError::Full);
        }
        let mut pending = vec![number.clone()];
        while let Some(number) = pending.last() {
            let form = Form::dali(number);
            let missing =
                form.left().iter().chain(form.right()).find(|option| !self.canonical.contains_key(option));
            if let Some(missing) = missing {
                pending.push(missing.clone());
                continue;
            }
            let id = self.of_known_numbers(&form)?;
            self.take(1)?;
            self.canonical.extend(pending.pop().map(|number| (number, id)));
        }
        Ok(self.canonical[number])
    }

    /// Returns the form whose options are the canonical forms of the options of `form`.
    ///
    /// # Errors
    ///
    /// [`FormError`].
    pub fn of_numbers(&mut self, form: &Form) -> Result<Surreal, FormError> {
        for option in form.left().iter().chain(form.right()) {
            self.dali(option)?;
        }
        self.of_known_numbers(form)
    }

    fn of_known_numbers(&mut self, form: &Form) -> Result<Surreal, FormError> {
        let canonical = |options: &[Dyadic]| -> Vec<Surreal> {
            options.iter().map(|option| self.canonical[option]).collect()
        };
        let (left, right) = (canonical(form.left()), canonical(form.right()));
        self.form(&left, &right)
    }

    /// Returns the `index`-th comparison whose truth would refute `x <= y`.
    fn refutation(&self, (x, y): (Surreal, Surreal), index: usize) -> Option<(Surreal, Surreal)> {
        let (left, right) = (self.left(x), self.right(y));
        match index.checked_sub(left.len()) {
            None => Some((y, left[index])),
            Some(index) => right.get(index).map(|&option| (option, x)),
        }
    }

    fn sums_of_options(&self, x: Surreal, y: Surreal, of: fn(&Forms, Surreal) -> &[Surreal]) -> Vec<Surreal> {
        let first = of(self, x).iter().map(|&option| self.sums[&(option, y)]);
        first.chain(of(self, y).iter().map(|&option| self.sums[&(x, option)])).collect()
    }

    /// Returns the form and all forms reachable from it, options first.
    fn followers(&self, form: Surreal) -> Vec<Surreal> {
        let mut seen = vec![false; form.0 as usize + 1];
        seen[form.0 as usize] = true;
        let mut followers = Vec::new();
        for id in (0..=form.0).rev() {
            if seen[id as usize] {
                followers.push(Surreal(id));
                for option in self.left(Surreal(id)).iter().chain(self.right(Surreal(id))) {
                    seen[option.0 as usize] = true;
                }
            }
        }
        followers.reverse();
        followers
    }

    fn simplest(&self, options: &GameOptions) -> Dyadic {
        let greatest = options.left.iter().map(|&option| self.value(option)).max();
        let least = options.right.iter().map(|&option| self.value(option)).min();
        Dyadic::simplest_between(greatest, least).expect("the definitions put left options below right ones")
    }

    fn record(&self, form: Surreal) -> &Record {
        &self.records[form.0 as usize]
    }

    fn take(&mut self, entries: usize) -> Result<(), FormError> {
        if entries > self.limit - self.entries {
            return Err(FormError::Full);
        }
        self.entries += entries;
        Ok(())
    }
}

fn in_order(options: &[Surreal]) -> Vec<Surreal> {
    let mut options = options.to_vec();
    options.sort_unstable();
    options.dedup();
    options
}

/// The reason why a form cannot be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FormError {
    /// The form is not a number: a left option is greater than or equal to a right option.
    #[error("not a number: a left option is at least a right option")]
    Conflict {
        /// The left option.
        left: Surreal,
        /// The right option.
        right: Surreal,
    },
    /// The table has no room for another entry.
    #[error("the table of forms is full")]
    Full,
}
