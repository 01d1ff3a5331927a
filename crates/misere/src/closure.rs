//! Positions with all their followers, numbered like heaps.

use crate::components::Components;
use crate::forms::{Form, Forms};
use crate::heaps::{Heaps, SUM_BYTES, Sum, normal};
use hashbrown::HashMap;
use winways_rules::Side;
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// A set of impartial positions that is closed under options, up to sums. Their components are numbered like heaps.
///
/// Components with the same options share one heap, and components without options are heap 0. Positions of several games therefore have a
/// common misère quotient.
///
/// ```
/// use winways_misere::{Closure, Form, Forms, QuotientSearch};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 10);
/// let mut forms = Forms::new();
/// let form = forms.parse("*[2#320]", &ledger).unwrap();
/// let mut closure = Closure::new();
/// assert_eq!(closure.add_form(&forms, form, &ledger), Ok(vec![5]));
/// let mut search = QuotientSearch::new();
/// while search.quotient().last() < closure.heaps().last() {
///     search.add(closure.heaps(), &ledger).unwrap();
/// }
/// assert_eq!(search.quotient().order(), 8);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Closure {
    heaps: Heaps,
    /// The heap with each list of options.
    numbers: HashMap<Vec<Sum>, u32>,
}

impl Closure {
    /// Creates the closure of no positions, which has heap 0 only.
    pub fn new() -> Self {
        Closure::default()
    }

    /// Returns the options of the heaps.
    pub fn heaps(&self) -> &Heaps {
        &self.heaps
    }

    /// Adds a sum of components of an impartial game, and returns it as a sum of heaps.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work or the rules report a fault.
    ///
    /// # Complexity
    /// Visits each reachable component.
    pub fn add(
        &mut self,
        rules: &dyn InternedRules,
        components: &[u32],
        ledger: &Ledger<'_>,
    ) -> Result<Sum, StopReason> {
        let mut known = Components::new(rules, &[Side::Left]);
        let heaps = known.values(components, ledger, |options| {
            self.heap(options.iter().flatten().cloned().collect(), ledger)
        })?;
        Ok(normal(heaps))
    }

    /// Adds a canonical form, and returns it as a sum of heaps.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each follower.
    pub fn add_form(&mut self, forms: &Forms, form: Form, ledger: &Ledger<'_>) -> Result<Sum, StopReason> {
        let mut known: HashMap<Form, u32> = HashMap::new();
        let mut stack = vec![form];
        while let Some(&last) = stack.last() {
            let options = forms.options(last);
            ledger.spend(1 + options.len() as u64, Progress::default)?;
            if let Some(&open) = options.iter().find(|option| !known.contains_key(*option)) {
                stack.push(open);
                continue;
            }
            let heap = self.heap(options.iter().map(|option| vec![known[option]]).collect(), ledger)?;
            known.insert(last, heap);
            stack.pop();
        }
        Ok(normal(vec![known[&form]]))
    }

    /// Returns the heap with these options.
    fn heap(&mut self, options: Vec<Sum>, ledger: &Ledger<'_>) -> Result<u32, StopReason> {
        let mut options: Vec<Sum> = options.into_iter().map(normal).collect();
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Ok(0);
        }
        if let Some(&heap) = self.numbers.get(&options) {
            return Ok(heap);
        }
        let pushed = self.heaps.push(options.iter().cloned());
        debug_assert!(pushed.is_ok(), "options are numbered before");
        self.numbers.insert(options, self.heaps.last());
        // The options are stored twice.
        let entry = SUM_BYTES as u64 * u64::from(self.heaps.last());
        ledger.check(2 * self.heaps.bytes() + entry)?;
        Ok(self.heaps.last())
    }
}
