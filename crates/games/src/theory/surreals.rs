//! The theorems on surreal numbers from the study notes. Conway's definitions, by recursion over forms, are checked against the
//! arithmetic of dyadic numbers.

use std::cmp::Ordering;
use winways_kit::{Check, Claim, Halt};
use winways_solve::{StopReason, Stopped};
use winways_values::Dyadic;
use winways_values::surreal::{Form, FormError, Forms, Surreal};

pub(crate) const CLAIMS: &[Claim] = &[claim!("surreals", "surreals", check_surreals)];

/// The last day checked. There are 576 forms up to this day, and 278528 up to the next.
const LAST_DAY: u64 = 3;
/// The number of days after the last day whose numbers serve as options of short forms, which have at most one option on each side.
/// There are few short forms, and later numbers allow wider gaps between their options.
const DAYS_OF_SHORT_FORMS: u32 = 3;

fn check_surreals(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let day = up_to.min(LAST_DAY) as u32;
    let limit = usize::try_from(check.budget.memory / BYTES_PER_ENTRY).unwrap_or(usize::MAX);
    let mut table = Table { forms: Forms::new(limit), check };
    table.check_first_days()?;
    table.check_examples()?;
    table.check_dali(day)?;
    let older = table.check_forms(forms_from(&numbers_before(day.saturating_sub(1))))?;
    table.check_sums(&older)?;
    table.check_forms(short_forms(&numbers_before(day + DAYS_OF_SHORT_FORMS)))?;
    let born = table.check_forms(forms_from(&numbers_before(day)))?;
    table.check_order(&born)?;
    let mut values: Vec<Dyadic> = born.iter().map(|(_, value)| value.clone()).collect();
    values.sort_unstable();
    values.dedup();
    table.compare(|| format!("the numbers of day {day}"), (2 << day) - 1, values.len())?;
    table.compare(|| format!("the numbers of day {day}"), Dyadic::born_by(day).collect(), values)
}

fn numbers_before(day: u32) -> Vec<Dyadic> {
    day.checked_sub(1).map(Dyadic::born_by).into_iter().flatten().collect()
}

/// The approximate number of bytes per entry of a table of forms.
const BYTES_PER_ENTRY: u64 = 64;

/// A form with its value by arithmetic.
type Built = (Surreal, Dyadic);

/// A table of forms by Conway's definitions, and the check in progress.
struct Table<'c, 'o> {
    forms: Forms,
    check: &'c mut Check<'o>,
}

impl Table<'_, '_> {
    /// Checks the forms of the notes, built from nothing.
    fn check_first_days(&mut self) -> Result<(), Halt> {
        let zero = self.form(&[], &[])?;
        let (one, minus_one) = (self.form(&[zero], &[])?, self.form(&[], &[zero])?);
        let (two, minus_two) = (self.form(&[one], &[])?, self.form(&[], &[minus_one])?);
        let (half, minus_half) = (self.form(&[zero], &[one])?, self.form(&[minus_one], &[zero])?);
        let forms = [
            ("0", zero),
            ("1", one),
            ("-1", minus_one),
            ("2", two),
            ("-2", minus_two),
            ("1/2", half),
            ("-1/2", minus_half),
        ];
        for (name, form) in forms {
            let dali = self.dali(&self.forms.value(form).clone())?;
            let arithmetic = self.forms.value(form).to_string();
            self.compare(|| format!("the form of {name}"), name.to_owned(), arithmetic)?;
            self.compare(|| format!("the dali form of {name}"), dali, form)?;
        }
        for (sum, first, second) in
            [(one, half, half), (two, one, one), (zero, half, minus_half), (minus_one, one, minus_two)]
        {
            let found = self.sum(first, second)?;
            self.expect_equal(|| "a sum of the first numbers".to_owned(), sum, found)?;
        }
        let conflict = self.forms.form(&[zero], &[zero]);
        self.compare(|| "{0|0}".to_owned(), Err(FormError::Conflict { left: zero, right: zero }), conflict)
    }

    /// Checks {2,3|4,5} = {3|4} = 7/2, and the number of forms with options from {-1, 0, 1}.
    fn check_examples(&mut self) -> Result<(), Halt> {
        let numbers =
            |numbers: &[i64]| numbers.iter().map(|&number| Dyadic::from(number)).collect::<Vec<_>>();
        let long = self.of_numbers(&Form::new(numbers(&[2, 3]), numbers(&[4, 5])))?;
        let short = self.of_numbers(&Form::new(numbers(&[3]), numbers(&[4])))?;
        let canonical = self.dali(&Dyadic::new(7, 1))?;
        self.expect_equal(|| "{2,3|4,5} and {3|4}".to_owned(), long, short)?;
        self.expect_equal(|| "{2,3|4,5} and 7/2".to_owned(), long, canonical)?;
        let (mut new, mut old) = (0, 0);
        for form in forms_from(&numbers(&[-1, 0, 1])) {
            let is_old = form.left().iter().chain(form.right()).all(Dyadic::is_zero);
            match self.forms.of_numbers(&form) {
                Ok(_) if is_old => old += 1,
                Ok(_) => new += 1,
                Err(FormError::Conflict { .. }) => {}
                Err(full) => return Err(self.halt(full)),
            }
        }
        self.compare(|| "new and old forms from {-1, 0, 1}".to_owned(), (17, 3), (new, old))
    }

    /// Checks the order, sums and negatives of canonical forms.
    fn check_dali(&mut self, day: u32) -> Result<(), Halt> {
        let mut built = Vec::new();
        for number in Dyadic::born_by(day) {
            built.push((self.dali(&number)?, number));
        }
        self.check_order(&built)?;
        self.check_sums(&built)
    }

    /// Checks which of these forms are numbers, and their values. Returns the numbers.
    fn check_forms(&mut self, forms: impl Iterator<Item = Form>) -> Result<Vec<Built>, Halt> {
        let mut numbers = Vec::new();
        for form in forms {
            let built = match self.forms.of_numbers(&form) {
                Ok(built) => Some(built),
                Err(FormError::Conflict { left, right }) => {
                    let conflicts = self.forms.value(left) >= self.forms.value(right);
                    self.compare(|| format!("the conflict in {form}"), conflicts, true)?;
                    None
                }
                Err(full) => return Err(self.halt(full)),
            };
            self.compare(
                || format!("whether {form} is a number"),
                form.conflict().is_none(),
                built.is_some(),
            )?;
            if let (Some(built), Some(value)) = (built, form.value()) {
                self.check_value(&form, built, &value)?;
                numbers.push((built, value));
            }
        }
        Ok(numbers)
    }

    /// Checks that a number is the earliest born between its options, and that only the greatest left and the least right option
    /// matter.
    fn check_value(&mut self, form: &Form, built: Surreal, value: &Dyadic) -> Result<(), Halt> {
        let is_between = |number: &Dyadic| {
            form.left().iter().all(|left| left < number) && form.right().iter().all(|right| number < right)
        };
        let by_day = |day| -> Vec<Dyadic> { Dyadic::born_by(day).filter(is_between).collect() };
        let earliest =
            (0..=LAST_DAY as u32 + DAYS_OF_SHORT_FORMS).map(by_day).find(|between| !between.is_empty());
        self.compare(
            || format!("the earliest between the options of {form}"),
            Some(vec![value.clone()]),
            earliest,
        )?;
        let canonical = self.dali(value)?;
        self.expect_equal(|| format!("{form} and {value}"), canonical, built)?;
        for (side, order) in [
            (self.forms.left(built).to_vec(), Ordering::Less),
            (self.forms.right(built).to_vec(), Ordering::Greater),
        ] {
            for option in side {
                let found = self.order(option, built)?;
                self.compare(|| format!("{form} and an option"), Some(order), found)?;
            }
        }
        let extremes = Form::new(form.left().last().cloned(), form.right().first().cloned());
        let short = self.of_numbers(&extremes)?;
        self.expect_equal(|| format!("{form} and {extremes}"), short, built)
    }

    fn check_order(&mut self, built: &[Built]) -> Result<(), Halt> {
        for (x, x_value) in built {
            for (y, y_value) in built {
                let found = self.order(*x, *y)?;
                self.compare(
                    || format!("forms of {x_value} and {y_value}"),
                    Some(x_value.cmp(y_value)),
                    found,
                )?;
            }
        }
        Ok(())
    }

    fn check_sums(&mut self, built: &[Built]) -> Result<(), Halt> {
        for (x, x_value) in built {
            let negative = self.forms.negative(*x).map_err(|error| self.halt(error))?;
            let expected = self.dali(&-x_value)?;
            self.expect_equal(|| format!("the negative of a form of {x_value}"), expected, negative)?;
            for (y, y_value) in built {
                let found = self.sum(*x, *y)?;
                let expected = self.dali(&(x_value + y_value))?;
                self.expect_equal(
                    || format!("the sum of forms of {x_value} and {y_value}"),
                    expected,
                    found,
                )?;
            }
        }
        Ok(())
    }

    fn compare<T: PartialEq + std::fmt::Debug>(
        &mut self,
        case: impl FnOnce() -> String,
        theorem: T,
        search: T,
    ) -> Result<(), Halt> {
        self.check.compare(case, theorem, search)
    }

    /// Checks that two forms are equal by the definition.
    fn expect_equal(
        &mut self,
        case: impl FnOnce() -> String,
        expected: Surreal,
        found: Surreal,
    ) -> Result<(), Halt> {
        let order = self.order(expected, found)?;
        self.compare(case, Some(Ordering::Equal), order)
    }

    fn order(&mut self, x: Surreal, y: Surreal) -> Result<Option<Ordering>, Halt> {
        self.forms.compare(x, y).map_err(|error| self.halt(error))
    }

    fn form(&mut self, left: &[Surreal], right: &[Surreal]) -> Result<Surreal, Halt> {
        self.forms.form(left, right).map_err(|error| self.halt(error))
    }

    fn of_numbers(&mut self, form: &Form) -> Result<Surreal, Halt> {
        self.forms.of_numbers(form).map_err(|error| self.halt(error))
    }

    fn sum(&mut self, x: Surreal, y: Surreal) -> Result<Surreal, Halt> {
        self.forms.sum(x, y).map_err(|error| self.halt(error))
    }

    fn dali(&mut self, number: &Dyadic) -> Result<Surreal, Halt> {
        self.forms.dali(number).map_err(|error| self.halt(error))
    }

    fn halt(&self, error: FormError) -> Halt {
        match error {
            FormError::Conflict { left, right } => {
                let (left, right) = (self.forms.value(left), self.forms.value(right));
                Halt::Counterexample(format!("a form that should be a number has options {left} and {right}"))
            }
            FormError::Full => {
                let reason = StopReason::Memory { limit: self.check.budget.memory };
                Halt::Stopped(Stopped { reason, nodes: self.check.cases })
            }
        }
    }
}

/// Iterates over all forms with options from a small set.
fn forms_from(set: &[Dyadic]) -> impl Iterator<Item = Form> {
    let subset = move |mask: u32| {
        set.iter()
            .enumerate()
            .filter(move |(index, _)| mask >> index & 1 == 1)
            .map(|(_, number)| number.clone())
    };
    let masks = 0..1_u32 << set.len();
    masks.clone().flat_map(move |left| masks.clone().map(move |right| Form::new(subset(left), subset(right))))
}

/// Iterates over all forms with at most one option from a set on each side.
fn short_forms(set: &[Dyadic]) -> impl Iterator<Item = Form> {
    let options = || std::iter::once(None).chain(set.iter().map(Some));
    options().flat_map(move |left| options().map(move |right| Form::new(left.cloned(), right.cloned())))
}
