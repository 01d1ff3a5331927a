//! Checks values found by the colon principle against a search straight from the rules.

use super::{Hackenbush, PictureSearch};
use winways_kit::PartizanGame;
use winways_kit::any::partizan::ValueSearch;
use winways_kit::{Check, Claim, Halt};
use winways_solve::{CanonicalSearch, Theorems};
use winways_values::Arena;

pub(crate) const CLAIMS: &[Claim] = &[claim!("hackenbush", "hackenbush-peeling", peeling)];

fn peeling(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let (budget, observer) = (check.budget, check.observer);
    let arena = Arena::new(budget.memory);
    let mut from_rules = CanonicalSearch::new(&Hackenbush, &arena, Theorems::Ignore, budget, observer);
    let mut peeled = PictureSearch::new(&arena, budget, observer);
    for position in Hackenbush.positions(up_to) {
        for picture in position.components() {
            let name = || format!("the value of {}", picture.written());
            check.compare(name, peeled.value(picture)?, from_rules.value(picture)?)?;
        }
    }
    Ok(())
}
