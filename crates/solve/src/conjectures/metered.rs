//! Conditions on many values, counted on a meter.

use winways_rules::{Meter, RuleFault};

/// The steps of a meter that a value or a pair of numbers takes: some forms try divisors.
const VALUE: u64 = 16;

/// Whether all items pass, as far as the first that does not.
pub(super) fn all<T>(
    mut items: impl Iterator<Item = T>,
    meter: &mut Meter,
    mut passes: impl FnMut(T) -> bool,
) -> Result<bool, RuleFault> {
    loop {
        meter.spend(VALUE)?;
        let Some(item) = items.next() else { return Ok(true) };
        if !passes(item) {
            return Ok(false);
        }
    }
}

/// The first of `forms` that fits.
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
