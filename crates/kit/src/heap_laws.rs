//! Values of large heaps by a law that is proved by induction over digits, or by a pattern that is assumed.

use winways_rules::{Meter, RuleFault};
use winways_solve::{FoundPattern, HeapLaw, MoveFormula, MovesToValue};

/// What tells the values of large heaps of a game, once it has been looked for.
#[derive(Default)]
pub(crate) struct HeapLaws {
    proved: Option<Option<HeapLaw>>,
    assumed: Option<Option<FoundPattern>>,
    /// Whether a value rests on the pattern that is assumed.
    is_assumed: bool,
}

impl HeapLaws {
    /// Returns `true` if no law has been looked for.
    pub(crate) fn is_untried(&self) -> bool {
        self.proved.is_none()
    }

    /// Looks for a law among the first values; none is found if they are not given.
    pub(crate) fn prove(
        &mut self,
        moves: &[MoveFormula],
        values: Option<&[u64]>,
        meter: &mut Meter,
    ) -> Result<(), RuleFault> {
        self.proved = Some(values.map_or(Ok(None), |values| HeapLaw::proved(moves, values, meter))?);
        Ok(())
    }

    /// Returns `true` if no pattern has been looked for.
    pub(crate) fn has_no_pattern(&self) -> bool {
        self.assumed.is_none()
    }

    /// Looks for a pattern of the first values.
    pub(crate) fn assume(&mut self, values: &[u64], meter: &mut Meter) -> Result<(), RuleFault> {
        self.assumed = Some(FoundPattern::of(values, meter)?);
        Ok(())
    }

    /// The value of a heap by the law that is proved.
    pub(crate) fn proved_value(&self, heap: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
        self.law().map_or(Ok(None), |law| law.value(heap, meter))
    }

    /// The value of a heap by the pattern that is assumed.
    pub(crate) fn assumed_value(&mut self, heap: u64) -> Option<u64> {
        let value = self.assumed.as_ref()?.as_ref()?.value(heap)?;
        self.is_assumed = true;
        Some(value)
    }

    /// The moves of a heap to a value by the law that is proved.
    pub(crate) fn moves_to(
        &self,
        heap: u64,
        value: u64,
        limit: usize,
        meter: &mut Meter,
    ) -> Result<Option<MovesToValue>, RuleFault> {
        self.law().map_or(Ok(None), |law| law.moves_to(heap, value, limit, meter))
    }

    /// The law that is proved.
    pub(crate) fn law(&self) -> Option<&HeapLaw> {
        self.proved.as_ref()?.as_ref()
    }

    /// The pattern that values rest on though it is not proved.
    pub(crate) fn assumption(&self) -> Option<&FoundPattern> {
        self.assumed.as_ref()?.as_ref().filter(|_| self.is_assumed)
    }
}
