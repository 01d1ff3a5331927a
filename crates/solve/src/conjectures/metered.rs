//! Conditions on many values, with the work counted on a meter.

use winways_rules::{Meter, RuleFault};

/// The [`Meter`] steps charged for a value: more than one, since some forms try divisors.
const VALUE: u64 = 16;

/// The number of items examined between two charges to the meter.
const PIECE: usize = 256;

/// Returns `true` if all items pass. Stops at the first item that does not pass.
pub(super) fn all<T>(
    mut items: impl Iterator<Item = T>,
    meter: &mut Meter,
    mut passes: impl FnMut(T) -> bool,
) -> Result<bool, RuleFault> {
    loop {
        let mut count = 0;
        let all_pass = items.by_ref().take(PIECE).all(|item| {
            count += 1;
            passes(item)
        });
        meter.spend(VALUE * (count as u64 + 1))?;
        if !all_pass || count < PIECE {
            return Ok(all_pass);
        }
    }
}

/// Returns the first of `forms` that fits.
pub(super) fn first<T>(
    forms: impl IntoIterator<Item = T>,
    meter: &mut Meter,
    mut fits: impl FnMut(&T, &mut Meter) -> Result<bool, RuleFault>,
) -> Result<Option<T>, RuleFault> {
    for form in forms {
        if fits(&form, meter)? {
            return Ok(Some(form));
        }
    }
    Ok(None)
}
