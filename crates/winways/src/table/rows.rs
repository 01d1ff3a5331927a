//! Periods of the rows in a table of pairs, for games with a heap and a memory.

use super::PairTable;
use super::findings::RowPeriod;
use winways_rules::{NoRowMoves, PairRules};
use winways_solve::certificate::Certificate;
use winways_solve::{Budget, Observer, ProofStatus, Quota, RowSequence, StopReason, Stopped, Until};

/// The search for a period of rows.
pub(super) enum Rows<'g> {
    Untried,
    Found(Box<RowSequence<'g>>),
    /// The rows are not known to depend only on a window of earlier rows; contains the reason.
    Unsuitable(String),
}

/// The number of rows that are used to attempt a proof that was not requested.
const ROWS_FOR_PROOF: u64 = 1 << 12;
/// The maximum number of columns in such an attempt.
const COLUMNS_FOR_PROOF: usize = 64;
/// The maximum number of polls in such an attempt, which takes at most a tenth of a second.
const POLLS_FOR_PROOF: u64 = 100;

impl<'g> PairTable<'g> {
    /// Extends the rows until their period is proved, but at most to heap `last`. After [`ProofStatus::Unavailable`],
    /// [`PairTable::why_unproved`] returns the reason.
    ///
    /// If the memories that moves leave are bounded by a constant, these memories are the columns. Otherwise the first
    /// 4096 memories of the table are the columns.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{PairTable, ProofStatus};
    /// let rules = "heap (n, last) -> (n-k, k) where k in {1, 2, 3}, k != last";
    /// let game = Catalogue::new().game_of_text(rules)?;
    /// let mut table = PairTable::new(&*game, 10, Budget::DEFAULT)?;
    /// assert_eq!(table.prove(u64::MAX - 1, &NoObserver), Ok(ProofStatus::Proved));
    /// let proved = table.row_period().unwrap().to_string();
    /// assert_eq!(proved, "g(a + 4, b) = g(a, b) for all a >= 4 and b <= 3");
    /// assert_eq!(table.value(1_000_000_000_000, 3), Some(0));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is exhausted, the rules fail, or the observer stops the work; the rows computed so far
    /// remain known.
    pub fn prove(&mut self, last: u64, observer: &dyn Observer) -> Result<ProofStatus, Stopped> {
        if !matches!(self.rows, Rows::Found(_)) {
            self.rows = self.find_rows(true, observer)?;
        }
        match &mut self.rows {
            Rows::Found(rows) => rows.prove(last, self.budget, observer),
            Rows::Untried | Rows::Unsuitable(_) => Ok(ProofStatus::Unavailable),
        }
    }

    /// Attempts a proof with little work, if the memories that moves leave are bounded by a constant.
    pub(super) fn prove_with_little_work(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        let quota = Quota::new(POLLS_FOR_PROOF);
        match self.prove_few_rows(&Until::new(observer, quota.interrupt())) {
            Err(Stopped { reason: StopReason::Timeout, .. }) if quota.is_exhausted() => {
                if matches!(self.rows, Rows::Untried) {
                    self.rows = Rows::Unsuitable("its moves were not examined to the end".to_owned());
                }
                Ok(())
            }
            Err(Stopped { reason: StopReason::Memory { .. } | StopReason::Options { .. }, .. }) => Ok(()),
            proved => proved,
        }
    }

    fn prove_few_rows(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        if matches!(self.rows, Rows::Untried) {
            self.rows = self.find_rows(false, observer)?;
        }
        let memory = self.budget.memory / 4;
        match &mut self.rows {
            Rows::Found(rows) if rows.columns().len() <= COLUMNS_FOR_PROOF => {
                rows.prove(ROWS_FOR_PROOF, Budget { memory, ..self.budget }, observer).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn find_rows(&self, with_columns_of_table: bool, observer: &dyn Observer) -> Result<Rows<'g>, Stopped> {
        let mut meter = observer.meter();
        let rules: &'g dyn PairRules = self.rules;
        let mut reasons = Vec::new();
        for heap in 0..2 {
            match RowSequence::of_bounded_memory(rules, heap, &mut meter) {
                Ok(rows) => return Ok(Rows::Found(Box::new(rows))),
                Err(NoRowMoves::Fault(fault)) => return Err(StopReason::from(fault).after(0)),
                Err(NoRowMoves::Because(why)) => reasons.push(why),
                Err(NoRowMoves::Modulus(_)) => reasons.push("its moves depend on remainders"),
            }
        }
        let columns: Vec<u64> = (0..=self.up_to).take(MOST_COLUMNS_OF_TABLE).collect();
        for heap in (0..2).filter(|_| with_columns_of_table) {
            match RowSequence::new(rules, heap, &columns, &mut meter) {
                Ok(rows) => return Ok(Rows::Found(Box::new(rows))),
                Err(NoRowMoves::Fault(fault)) => return Err(StopReason::from(fault).after(0)),
                Err(NoRowMoves::Because(_) | NoRowMoves::Modulus(_)) => {}
            }
        }
        Ok(Rows::Unsuitable(match &reasons[..] {
            [first, second] if first != second => {
                format!("with a as the heap, {first}; with b as the heap, {second}")
            }
            reasons => reasons.first().copied().unwrap_or_default().to_owned(),
        }))
    }

    /// Returns the period of the rows, once it is proved.
    pub fn row_period(&self) -> Option<RowPeriod> {
        let rows = self.rows()?;
        let (heap, columns) = (rows.heap(), rows.columns().to_vec());
        rows.period().map(|period| RowPeriod { heap, columns, period })
    }

    /// Returns the reason a period of the rows cannot be proved; `None` if a proof is possible or was not attempted.
    pub fn why_unproved(&self) -> Option<&str> {
        match &self.rows {
            Rows::Unsuitable(why) => Some(why),
            Rows::Untried | Rows::Found(_) => None,
        }
    }

    /// Returns the number of rows computed for the proof.
    pub fn rows_computed(&self) -> u64 {
        self.rows().map_or(0, RowSequence::computed)
    }

    /// Returns the certificate of the period of the rows, once it is proved.
    pub fn certificate(&self) -> Option<Certificate> {
        self.rows()?.certificate(&self.game.name())
    }

    pub(super) fn rows(&self) -> Option<&RowSequence<'g>> {
        match &self.rows {
            Rows::Found(rows) => Some(rows),
            Rows::Untried | Rows::Unsuitable(_) => None,
        }
    }

    /// Returns the value of a pair from the proved period of the rows.
    pub(super) fn value_by_rows(&self, pair: [u64; 2]) -> Option<u64> {
        let rows = self.rows()?;
        rows.value(pair[rows.heap()], pair[1 - rows.heap()]).map(u64::from)
    }
}

/// The maximum number of columns if the memory is not bounded by a constant.
const MOST_COLUMNS_OF_TABLE: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use winways_solve::NoObserver;

    /// A proof that was not requested takes little work, even if each of thousands of memories has thousands of moves.
    #[test]
    fn an_attempt_is_short() {
        let rules = "heap (a, b) -> (a-i, b-i) where i >= 1, b mod 2 = 0\nheap (a, b) -> (x, b), (y, b) where x+y = a-2";
        let game = Catalogue::new().game_of_text(rules).unwrap();
        let mut table = PairTable::new(&*game, 3, Budget::DEFAULT).unwrap();
        let quota = Quota::new(POLLS_FOR_PROOF + 10);
        table.extend(&Until::new(&NoObserver, quota.interrupt())).unwrap();
        assert!(table.side() == 4 && table.row_period().is_none() && quota.left() > 0);
    }
}
