//! Partizan games, evaluated directly from the definitions. This is slow and serves only to check theorems.

use std::collections::HashMap;
use winways_kit::{Check, Halt};
use winways_rules::{Component, Options, PartizanRuleset, Side};
use winways_values::Dyadic;

/// Returns the earliest-born number between `left` and `right`; `None` if `left` is not less than `right`. A missing bound is
/// not a restriction.
///
/// Descends the tree of numbers, day by day, until a number lies between the bounds.
pub(crate) fn simplest(left: Option<&Dyadic>, right: Option<&Dyadic>) -> Option<Dyadic> {
    if let (Some(left), Some(right)) = (left, right)
        && left >= right
    {
        return None;
    }
    let one = Dyadic::from(1);
    let (mut number, mut below, mut above) = (Dyadic::ZERO, None, None);
    loop {
        if left.is_some_and(|left| *left >= number) {
            let next = above.as_ref().map_or(&number + &one, |above| (&number + above).halve());
            below = Some(std::mem::replace(&mut number, next));
        } else if right.is_some_and(|right| *right <= number) {
            let next = below.as_ref().map_or(&number - &one, |below| (&number + below).halve());
            above = Some(std::mem::replace(&mut number, next));
        } else {
            return Some(number);
        }
    }
}

/// Computes the value of each component as the simplest number between the values of Left's options and those of Right's options.
pub(crate) struct Numbers<'r, R: PartizanRuleset> {
    rules: &'r R,
    known: HashMap<R::Component, Dyadic>,
    bytes: u64,
}

impl<'r, R: PartizanRuleset> Numbers<'r, R> {
    pub(crate) fn new(rules: &'r R) -> Self {
        Numbers { rules, known: HashMap::new(), bytes: 0 }
    }

    /// Returns the value, or a position that is not a number because an option of Left is not less than one of Right.
    pub(crate) fn value(&mut self, component: &R::Component) -> Result<Dyadic, R::Component> {
        let mut line = vec![component.clone()];
        while let Some(last) = line.last() {
            if self.known.contains_key(last) {
                line.pop();
                continue;
            }
            let [left, right] = Side::BOTH.map(|side| self.values_of_options(last, side));
            match (left, right) {
                (Ok(left), Ok(right)) => match simplest(left.iter().max(), right.iter().min()) {
                    Some(value) => {
                        let entry = 3 * size_of::<(R::Component, Dyadic)>() + 16;
                        self.bytes += (last.owned_bytes() + entry) as u64;
                        self.known.insert(last.clone(), value);
                    }
                    None => return Err(last.clone()),
                },
                (Err(unknown), _) | (_, Err(unknown)) => line.push(unknown),
            }
        }
        Ok(self.known.get(component).cloned().unwrap_or_default()) // known since the line is empty
    }

    /// Returns the approximate number of bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the values of the options, or a component whose value must be computed first.
    fn values_of_options(&self, component: &R::Component, side: Side) -> Result<Vec<Dyadic>, R::Component> {
        let options = options_of(self.rules, component, side);
        let known = |part: &R::Component| self.known.get(part).ok_or_else(|| part.clone());
        options.iter().map(|option| option.iter().map(|part| known(part).cloned()).sum()).collect()
    }
}

/// Returns the options of a component of a game of the catalogue.
fn options_of<R: PartizanRuleset>(rules: &R, component: &R::Component, side: Side) -> Options<R::Component> {
    let mut options = Options::new();
    match rules.options(component, side, &mut options) {
        Ok(()) => options,
        Err(fault) => unreachable!("rules of the catalogue have no fault: {fault}"),
    }
}

/// Outcomes of sums, computed by trying every move.
pub(crate) struct Play<'r, R: PartizanRuleset> {
    rules: &'r R,
    /// `true` for the sums that the player to move wins.
    known: HashMap<(Side, Vec<R::Component>), bool>,
    bytes: u64,
    /// The number of positions searched.
    work: u64,
}

/// The number of positions to search between polls of the observer.
const POSITIONS_POLL_INTERVAL: u64 = 1 << 8;

impl<'r, R: PartizanRuleset> Play<'r, R> {
    pub(crate) fn new(rules: &'r R) -> Self {
        Play { rules, known: HashMap::new(), bytes: 0, work: 0 }
    }

    /// Returns `true` if `side` wins moving first.
    ///
    /// # Errors
    /// Returns the errors of [`Check::charge`].
    pub(crate) fn wins(
        &mut self,
        side: Side,
        position: &[R::Component],
        check: &Check<'_>,
    ) -> Result<bool, Halt> {
        let first = (side, self.sum(position.iter().cloned()));
        let mut line = vec![first.clone()];
        while let Some(last) = line.last() {
            self.work += 1;
            if self.work.is_multiple_of(POSITIONS_POLL_INTERVAL) {
                check.charge(self.bytes + line.iter().map(Self::bytes_of).sum::<u64>())?;
            }
            if self.known.contains_key(last) {
                line.pop();
                continue;
            }
            match self.has_winning_move(last) {
                Ok(wins) => {
                    self.bytes += Self::bytes_of(last);
                    self.known.insert(last.clone(), wins);
                }
                Err(unknown) => line.push(unknown),
            }
        }
        Ok(self.known[&first])
    }

    /// Returns the approximate number of bytes per sum in a table that doubles as it grows.
    fn bytes_of((_, sum): &(Side, Vec<R::Component>)) -> u64 {
        let owned: usize = sum.iter().map(Component::owned_bytes).sum();
        (3 * size_of::<(Side, Vec<R::Component>)>() + size_of_val(&**sum) + owned + 16) as u64
    }

    /// Returns `true` if some move leaves a position that the opponent loses. Returns a position as the error if its outcome must
    /// be computed first.
    fn has_winning_move(&self, node: &(Side, Vec<R::Component>)) -> Result<bool, (Side, Vec<R::Component>)> {
        let (side, sum) = node;
        let mut unknown = None;
        for (index, component) in sum.iter().enumerate() {
            for option in options_of(self.rules, component, *side).iter() {
                let parts = sum[..index].iter().chain(option).chain(&sum[index + 1..]);
                let next = (side.opponent(), self.sum(parts.cloned()));
                match self.known.get(&next) {
                    Some(false) => return Ok(true),
                    Some(true) => {}
                    None => unknown = Some(next),
                }
            }
        }
        unknown.map_or(Ok(false), Err)
    }

    /// Returns the components in order, without those that have no moves.
    fn sum(&self, components: impl Iterator<Item = R::Component>) -> Vec<R::Component> {
        let mut sum: Vec<_> = components.filter(|part| self.rules.option_bound(part) > 0).collect();
        sum.sort_unstable();
        sum
    }
}
