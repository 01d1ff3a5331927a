//! Values of large heaps, derived from a law proved by induction over digits or from an assumed pattern.

use winways_rules::{Meter, RuleFault};
use winways_solve::{FoundPattern, HeapLaw, MoveFormula, MovesToValue};

/// The laws for the values of large heaps of a game. `None` in the outer option means that no law has been sought yet.
#[derive(Default)]
pub(crate) struct HeapLaws {
    proved: Option<Option<HeapLaw>>,
    assumed: Option<Option<FoundPattern>>,
    /// `true` if a returned value relies on the assumed pattern.
    is_assumed: bool,
}

impl HeapLaws {
    /// Returns `true` if no law has been sought yet.
    pub(crate) fn is_untried(&self) -> bool {
        self.proved.is_none()
    }

    /// Learns a law from the first values and proves it. Finds no law if `values` is `None`.
    pub(crate) fn prove(
        &mut self,
        moves: &[MoveFormula],
        values: Option<&[u64]>,
        meter: &mut Meter,
    ) -> Result<(), RuleFault> {
        self.proved = Some(values.map_or(Ok(None), |values| HeapLaw::proved(moves, values, meter))?);
        Ok(())
    }

    /// Returns `true` if no pattern has been sought yet.
    pub(crate) fn has_no_pattern(&self) -> bool {
        self.assumed.is_none()
    }

    /// Looks for a pattern in the first values.
    pub(crate) fn assume(&mut self, values: &[u64], meter: &mut Meter) -> Result<(), RuleFault> {
        self.assumed = Some(FoundPattern::of(values, meter)?);
        Ok(())
    }

    /// Returns the value that the proved law gives for a heap.
    pub(crate) fn proved_value(&self, heap: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
        self.law().map_or(Ok(None), |law| law.value(heap, meter))
    }

    /// Returns the value that the assumed pattern gives for a heap.
    pub(crate) fn assumed_value(&mut self, heap: u64) -> Option<u64> {
        let value = self.assumed.as_ref()?.as_ref()?.value(heap)?;
        self.is_assumed = true;
        Some(value)
    }

    /// Returns the moves from a heap to heaps with a given value, as determined by the proved law.
    pub(crate) fn moves_to(
        &self,
        heap: u64,
        value: u64,
        limit: usize,
        meter: &mut Meter,
    ) -> Result<Option<MovesToValue>, RuleFault> {
        self.law().map_or(Ok(None), |law| law.moves_to(heap, value, limit, meter))
    }

    /// Returns the proved law.
    pub(crate) fn law(&self) -> Option<&HeapLaw> {
        self.proved.as_ref()?.as_ref()
    }

    /// Returns the unproved pattern, if a returned value relies on it.
    pub(crate) fn assumption(&self) -> Option<&FoundPattern> {
        self.assumed.as_ref()?.as_ref().filter(|_| self.is_assumed)
    }
}
