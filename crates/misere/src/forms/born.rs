//! The number of misère games that are born by a day.

use super::{Form, Forms};
use winways_solve::{Ledger, StopReason};

/// The last day whose games can be counted. The count needs a list of all games of the previous day.
const LAST_DAY: u32 = 5;

impl Forms {
    /// Returns all forms that are born by a day, in ascending order of their creation. The day is at most 4.
    ///
    /// # Errors
    /// Returns [`StopReason::Unsupported`] for a later day, or another [`StopReason`] if the ledger stops the work.
    pub fn born_by(&mut self, day: u32, ledger: &Ledger<'_>) -> Result<Vec<Form>, StopReason> {
        if day >= LAST_DAY {
            return Err(StopReason::Unsupported("a list of the misère games born after day 4"));
        }
        let mut born = vec![Form::ZERO];
        for _ in 0..day {
            let mut next = Vec::new();
            for subset in 0u32..1 << born.len() {
                let chosen = born.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1);
                next.push(self.from_options(chosen.map(|(_, &form)| form).collect::<Vec<_>>(), ledger)?);
            }
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        Ok(born)
    }
}

/// Returns the number of misère games that are born by a day: 1, 2, 3, 5, 22, 4171780. The day is at most 5.
///
/// Each set S of forms defines a new form, unless the game with options S equals an existing form K. In that case, S consists
/// of the options of K and a non-empty set of forms that have K as an option. Such sets are counted, not listed.
///
/// Source: A. N. Siegel, On the structure of misère impartial games, arXiv:2012.08554.
///
/// # Errors
/// Returns [`StopReason::Unsupported`] for a later day, or another [`StopReason`] if the ledger stops the work.
///
/// ```
/// use winways_misere::count_born_by;
/// use winways_solve::{Budget, Ledger, NoObserver};
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// assert_eq!(count_born_by(5, &ledger)?, 4_171_780);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
pub fn count_born_by(day: u32, ledger: &Ledger<'_>) -> Result<u64, StopReason> {
    let Some(day_before) = day.checked_sub(1) else { return Ok(1) };
    let mut forms = Forms::new();
    let born = forms.born_by(day_before, ledger)?;
    let mut count = 1u64 << born.len();
    for &form in &born {
        let parents = born.iter().filter(|&&parent| forms.options(parent).contains(&form));
        let (previous, next): (Vec<Form>, Vec<Form>) =
            parents.partition(|&&parent| forms.is_previous(parent));
        let subsets = |number: usize| 1u64 << number;
        let all = subsets(previous.len() + next.len());
        // The proviso: a set that equals 0 contains a P-position.
        count -= all - if form == Form::ZERO { subsets(next.len()) } else { 1 };
    }
    Ok(count)
}
