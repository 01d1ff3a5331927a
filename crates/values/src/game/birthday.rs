//! Birthdays.

use std::collections::HashMap;

use super::error::ArenaError;
use super::handle::Game;
use super::tables::{Side, Tables};
use crate::Dyadic;

impl Tables {
    /// Returns the depth of the canonical form: one more than the greatest birthday of an option.
    pub(super) fn birthday(&mut self, game: Game) -> Result<Option<u64>, ArenaError> {
        let mut known: HashMap<Game, Option<u64>> = HashMap::new();
        let mut open = vec![game];
        while let Some(&game) = open.last() {
            if known.contains_key(&game) {
                open.pop();
                continue;
            }
            self.account.spend(1)?;
            let found = if game.tail.is_record() {
                match self.birthday_from_options(game, &known, &mut open)? {
                    Some(found) => found,
                    None => continue,
                }
            } else {
                self.birthday_of_inline(game)
            };
            // Covers the map while it grows, the stack, and the options of one game.
            self.account.check((known.len() * 128 + open.len() * 64) as u64)?;
            known.insert(game, found);
            open.pop();
        }
        Ok(known[&game])
    }

    /// Returns the birthday if the birthdays of all options are known; otherwise pushes the missing options onto
    /// `open`.
    fn birthday_from_options(
        &mut self,
        game: Game,
        known: &HashMap<Game, Option<u64>>,
        open: &mut Vec<Game>,
    ) -> Result<Option<Option<u64>>, ArenaError> {
        let before = open.len();
        let mut latest = Some(0);
        for side in [Side::Left, Side::Right] {
            let options = self.options_of(game, side)?;
            self.account.spend(options.len())?;
            for option in options {
                match known.get(&option) {
                    Some(&day) => latest = latest.zip(day).map(|(latest, day)| latest.max(day)),
                    None => open.push(option),
                }
            }
        }
        Ok((open.len() == before).then(|| latest.and_then(|day| day.checked_add(1))))
    }

    /// Returns the birthday of a number plus `n·↑ + *k`, by a formula that follows from its options. The birthday is later
    /// than the number's by |n| + k days if n is even, and by |n| + (`k xor 1`) days if n is odd. Exception: for n ≠ 0 and
    /// k ≤ 1, it is later by |n| + 1 days.
    fn birthday_of_inline(&self, game: Game) -> Option<u64> {
        let (ups, nimber) = game.tail.ups_and_nimber();
        let ups = ups.unsigned_abs();
        let nimber = u64::try_from(self.nimbers.size(nimber)).ok()?;
        let days = match (ups, nimber) {
            (0, nimber) => nimber,
            (ups, 0 | 1) => ups + 1,
            (ups, nimber) => ups.checked_add(nimber ^ (ups % 2))?,
        };
        day_of_number(&self.numbers.dyadic(game.number))?.checked_add(days)
    }
}

/// Returns the birthday of a number: |n| for an integer n, and n + 1 + k for a number with k binary digits after the
/// point and a magnitude between n and n + 1.
fn day_of_number(number: &Dyadic) -> Option<u64> {
    let magnitude = if number.sign().is_lt() { -number } else { number.clone() };
    let whole = magnitude.floor();
    let (numerator, _) = whole.word()?;
    let fraction = if magnitude.is_integer() { 0 } else { u64::from(magnitude.exponent()) + 1 };
    numerator.unsigned_abs().checked_add(fraction)
}
