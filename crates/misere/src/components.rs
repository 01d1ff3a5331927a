//! Computes values of components from the rules of their game.

use crate::heaps::{SUM_BYTES, Sum};
use hashbrown::HashMap;
use winways_rules::{Options, Side};
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// The memory of a component besides its value, in bytes. The table is at least half full.
const KNOWN_BYTES: u64 = 16;

/// The values of the components of a game, each built from the values of its options.
pub(crate) struct Components<'r, T> {
    rules: &'r dyn InternedRules,
    sides: &'r [Side],
    known: HashMap<u32, T>,
    /// The approximate memory in use, in bytes, excluding allocations of the values.
    bytes: u64,
}

/// A component whose options are being examined.
struct Frame {
    component: u32,
    /// The options of each side.
    options: Vec<Vec<Sum>>,
    bytes: u64,
}

impl<'r, T: Clone> Components<'r, T> {
    /// Creates an empty table for the moves of these sides.
    pub(crate) fn new(rules: &'r dyn InternedRules, sides: &'r [Side]) -> Self {
        Components { rules, sides, known: HashMap::new(), bytes: 0 }
    }

    /// Returns the values of components.
    ///
    /// `build` receives the options of a component for each side. Each option is given by the values of its parts.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work or the rules report a fault, or the error of `build`.
    ///
    /// # Complexity
    /// Visits each reachable component once in the lifetime of the table.
    pub(crate) fn values<E: From<StopReason>>(
        &mut self,
        components: &[u32],
        ledger: &Ledger<'_>,
        mut build: impl FnMut(&[Vec<Vec<T>>]) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        for component in components {
            if !self.known.contains_key(component) {
                self.visit(*component, ledger, &mut build)?;
            }
        }
        Ok(components.iter().map(|component| self.known[component].clone()).collect())
    }

    fn visit<E: From<StopReason>>(
        &mut self,
        component: u32,
        ledger: &Ledger<'_>,
        build: &mut impl FnMut(&[Vec<Vec<T>>]) -> Result<T, E>,
    ) -> Result<(), E> {
        let mut stack = vec![self.frame(component, ledger)?];
        while let Some(frame) = stack.last() {
            let mut parts = frame.options.iter().flatten().flatten();
            if let Some(&open) = parts.find(|part| !self.known.contains_key(*part)) {
                stack.push(self.frame(open, ledger)?);
                continue;
            }
            let value_of = |option: &Sum| option.iter().map(|part| self.known[part].clone()).collect();
            let values: Vec<Vec<Vec<T>>> =
                frame.options.iter().map(|side| side.iter().map(value_of).collect()).collect();
            let value = build(&values)?;
            self.known.insert(frame.component, value);
            self.bytes = self.bytes - frame.bytes + KNOWN_BYTES + 2 * size_of::<T>() as u64;
            stack.pop();
        }
        Ok(())
    }

    fn frame(&mut self, component: u32, ledger: &Ledger<'_>) -> Result<Frame, StopReason> {
        let bound = Options::<u32>::bytes_for(self.rules.option_bound(component));
        ledger.check(self.bytes.saturating_add(bound))?;
        let mut options = Vec::new();
        for &side in self.sides {
            let mut found = Options::with_meter(ledger.meter());
            self.rules.options(component, side, &mut found)?;
            let mut sums: Vec<Sum> = found.iter().map(<[u32]>::to_vec).collect();
            sums.sort_unstable();
            sums.dedup();
            options.push(sums);
        }
        let of_sum = |sum: &Sum| (SUM_BYTES + size_of_val(&sum[..])) as u64;
        let bytes = options.iter().flatten().map(of_sum).sum::<u64>();
        let work = 1 + options.iter().flatten().map(|sum| sum.len() as u64).sum::<u64>();
        self.bytes += bytes;
        ledger.spend(work, || Progress::new(self.known.len() as u64, 0, self.bytes))?;
        Ok(Frame { component, options, bytes })
    }
}
