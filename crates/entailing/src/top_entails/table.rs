//! The values of many stacks.

use super::pairs::LOONY;
use super::splits::Splits;
use crate::value::EntailingValue;
use crate::values::EntailingValues;
use winways_solve::{Ledger, Progress, StopReason};
use winways_values::Nimber;

/// The values of the stacks 0, 1, 2, … of Top Entails.
///
/// Let S(n) be the set of values of splits of n coins. A nimber x is in W(n) if it is in S(n) or not in W(n − 1). The value of n is the least
/// x that is not in S(n) and is in W(n − 1). The table does not compute the sets: it decides membership in S(n) for single nimbers, and in
/// W(n − 1) by going back to the last stack k with x in S(k). Let B be the least power of two above all values. No split has a value of B
/// or more, so the nimbers from B on are in W(n) exactly for odd n. Hence an odd n is loony if no nimber below B is its value.
///
/// Loony stacks of at most 900,000 coins: 1, 3, 2403, 2505, 33243, 640193, 696157, 696401. The first five are in J. West, New values for Top
/// Entails, in: Games of No Chance (1996), with values up to 600,000.
///
/// ```
/// use winways_entailing::TopEntailsTable;
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut table = TopEntailsTable::new();
/// table.extend_to(2600, &ledger)?;
/// assert_eq!(table.loony_stacks().collect::<Vec<u64>>(), [1, 3, 2403, 2505]);
/// let texts: Vec<String> = table.values().take(10).map(|value| value.to_string()).collect();
/// assert_eq!(texts, ["0", "loony", "0", "loony", "*", "0", "*2", "*", "*3", "0"]);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
pub struct TopEntailsTable {
    pub(super) splits: Splits,
}

impl TopEntailsTable {
    /// Creates an empty table.
    #[must_use]
    pub fn new() -> Self {
        TopEntailsTable { splits: Splits::new() }
    }

    /// Returns the number of stacks whose values are known, starting with stack 0.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.splits.count() as u64
    }

    /// Returns the memory in use, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.splits.bytes()
    }

    /// Returns the value of a stack, or `None` if it has not been computed.
    #[must_use]
    pub fn known_value(&self, stack: u64) -> Option<EntailingValue> {
        let code = self.splits.codes().get(usize::try_from(stack).ok()?)?;
        Some(value_of(*code))
    }

    /// Returns all computed values, in the order of the stacks.
    pub fn values(&self) -> impl ExactSizeIterator<Item = EntailingValue> {
        self.splits.codes().iter().map(|&code| value_of(code))
    }

    /// Returns the loony stacks among the computed stacks, ascending.
    pub fn loony_stacks(&self) -> impl Iterator<Item = u64> {
        let codes = (0..).zip(self.splits.codes());
        codes.filter(|&(_, &code)| code == LOONY).map(|(stack, _)| stack)
    }

    /// Computes the values of all stacks up to `stack`.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work, or [`StopReason::Values`] if a nimber reaches 16,384. Values computed so
    /// far are retained, and another call continues with the next stack.
    ///
    /// # Complexity
    /// O(n²) time, mostly one or two scans of all splits of each stack, and four bytes for each stack. The ledger is charged in units of
    /// about ten nanoseconds.
    pub fn extend_to(&mut self, stack: u64, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let last = usize::try_from(stack).ok().filter(|&last| last < usize::MAX / 8);
        let last = last.ok_or_else(|| ledger.budget.out_of_memory())?;
        if self.splits.count() <= last {
            self.splits.reserve(last + 1, ledger)?;
        }
        while self.splits.count() <= last {
            let code = self.next_code(ledger)?;
            self.splits.push(code, ledger)?;
            ledger.spend(1, || Progress {
                total: last as u64 + 1,
                ..Progress::new(self.count(), 0, self.bytes())
            })?;
        }
        Ok(())
    }

    /// Computes the code of the next stack.
    fn next_code(&mut self, ledger: &Ledger<'_>) -> Result<u16, StopReason> {
        let stack = self.splits.count();
        let bound = self.splits.bound();
        if stack == 0 {
            return Ok(0);
        }
        let mut nimber = 0;
        while let Some(absent) = self.splits.next_absent(stack, nimber, ledger)? {
            if self.wins(stack - 1, absent, ledger)? {
                return Ok(absent);
            }
            nimber = absent + 1;
        }
        // Nimbers from the bound on are in W(stack) exactly when the stack is odd.
        Ok(if stack % 2 == 1 { LOONY } else { bound })
    }

    /// Returns `true` if the nimber is in W(stack). `stack` is at most the next stack.
    fn wins(&mut self, stack: usize, nimber: u16, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        if nimber >= self.splits.bound() {
            return Ok(stack % 2 == 1);
        }
        for smaller in (1..=stack).rev() {
            if self.splits.contains(smaller, nimber, ledger)? {
                return Ok((stack - smaller).is_multiple_of(2));
            }
        }
        Ok(stack % 2 == 1)
    }
}

/// [`TopEntailsTable::extend_to`] computes the values, starting with the smaller stacks.
impl EntailingValues<u64> for TopEntailsTable {
    fn value(&mut self, &stack: &u64, ledger: &Ledger<'_>) -> Result<EntailingValue, StopReason> {
        self.extend_to(stack, ledger)?;
        Ok(value_of(self.splits.codes()[stack as usize]))
    }

    fn wins_by_move_in(
        &mut self,
        &stack: &u64,
        rest: EntailingValue,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        self.extend_to(stack, ledger)?;
        let EntailingValue::Nimber(Nimber(nimber)) = rest else { return Ok(stack % 2 == 1) };
        match u16::try_from(nimber) {
            Ok(nimber) => self.wins(stack as usize, nimber, ledger),
            Err(_) => Ok(stack % 2 == 1),
        }
    }

    fn nodes(&self) -> u64 {
        self.count()
    }
}

impl Default for TopEntailsTable {
    fn default() -> Self {
        TopEntailsTable::new()
    }
}

fn value_of(code: u16) -> EntailingValue {
    if code == LOONY { EntailingValue::Loony } else { Nimber(code.into()).into() }
}
