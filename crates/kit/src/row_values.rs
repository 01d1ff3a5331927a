//! Values of large pairs, derived from a proved period of rows.

use winways_rules::{NoRowMoves, PairRules};
use winways_solve::{Budget, Observer, Period, RowSequence, Stopped};
use winways_values::Nimber;

/// Computes values of pairs (heap, memory) with a large heap, for games in which a row depends on a window of earlier
/// rows.
pub(crate) struct RowValues<'g> {
    rules: &'g dyn PairRules,
    /// The rows, indexed by the position of the heap in the pair.
    rows: [Rows<'g>; 2],
}

#[derive(Default)]
enum Rows<'g> {
    /// No pair has been looked up yet.
    #[default]
    Untried,
    Found(Box<RowSequence<'g>>),
    /// The rows do not depend on a window of earlier rows.
    Unsuitable,
}

/// The smallest heap for which rows are computed. Pairs with a smaller heap are searched instead.
const ROWS_FROM: u64 = 1 << 12;

impl<'g> RowValues<'g> {
    pub(crate) fn new(rules: &'g dyn PairRules) -> Self {
        RowValues { rules, rows: [Rows::Untried, Rows::Untried] }
    }

    /// Returns the value of a pair, or `None` if its numbers are small or a row does not depend on a window of earlier rows.
    pub(crate) fn value(
        &mut self,
        pair: [u64; 2],
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<Nimber>, Stopped> {
        let place = usize::from(pair[1] > pair[0]);
        let (heap, memory) = (pair[place], pair[1 - place]);
        // Rows are used for a smaller pair only if they already contain its column.
        let is_in_use =
            matches!(&self.rows[place], Rows::Found(rows) if rows.columns().binary_search(&memory).is_ok());
        if heap < ROWS_FROM && !is_in_use {
            return Ok(None);
        }
        let Some(rows) = self.rows_of(place, memory, observer)? else { return Ok(None) };
        rows.prove(heap, budget, observer)?;
        Ok(rows.value(heap, memory).map(|value| Nimber(value.into())))
    }

    /// Returns `true` if the value of a pair may follow from a period of rows.
    pub(crate) fn is_suitable(&mut self, pair: [u64; 2], observer: &dyn Observer) -> Result<bool, Stopped> {
        let place = usize::from(pair[1] > pair[0]);
        Ok(self.rows_of(place, pair[1 - place], observer)?.is_some())
    }

    /// Returns the rows with a column for `memory`, creating them if necessary.
    fn rows_of(
        &mut self,
        place: usize,
        memory: u64,
        observer: &dyn Observer,
    ) -> Result<Option<&mut RowSequence<'g>>, Stopped> {
        let mut memories = match &self.rows[place] {
            Rows::Unsuitable => return Ok(None),
            Rows::Untried => Vec::new(),
            Rows::Found(rows) => rows.columns().to_vec(),
        };
        if memories.binary_search(&memory).is_err() {
            memories.push(memory);
            self.rows[place] = match RowSequence::new(self.rules, place, &memories, &mut observer.meter()) {
                Ok(rows) => Rows::Found(Box::new(rows)),
                Err(NoRowMoves::Fault(fault)) => {
                    return Err(winways_solve::StopReason::from(fault).after(0));
                }
                Err(NoRowMoves::Because(_) | NoRowMoves::Modulus(_)) => Rows::Unsuitable,
            };
        }
        match &mut self.rows[place] {
            Rows::Found(rows) => Ok(Some(rows)),
            Rows::Untried | Rows::Unsuitable => Ok(None),
        }
    }

    /// Returns the number of values computed.
    pub(crate) fn computed(&self) -> u64 {
        self.found().map(|rows| rows.computed().saturating_mul(rows.columns().len() as u64)).sum()
    }

    /// Returns a sentence, without its full stop, that states the period proved so far.
    pub(crate) fn period_in_words(&self) -> Option<String> {
        self.found().find_map(|rows| {
            let Period { preperiod, period } = rows.period()?;
            let pair = if rows.heap() == 0 { "(n, m)" } else { "(m, n)" };
            Some(format!(
                "the nim-values of {pair} provably have period {period} in n from n = {preperiod} on for every reachable m \
                 (two equal windows of rows)"
            ))
        })
    }

    fn found(&self) -> impl Iterator<Item = &RowSequence<'g>> {
        self.rows.iter().filter_map(|rows| match rows {
            Rows::Found(rows) => Some(&**rows),
            Rows::Untried | Rows::Unsuitable => None,
        })
    }
}
