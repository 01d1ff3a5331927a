//! Checks claims that rows of pairs are periodic, with the rules but without code of the engines.

use super::check::Claim;
use super::derivation::{Result, refuse};
use super::{Certificate, CheckFailure, Checked, Proof, RowProof};
use crate::budget::{Observer, Progress, StopReason};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use winways_rules::{LargeRows, Meter, NoRowMoves, PairRules, RowHeap, RowPart};

impl Certificate {
    /// Verifies the claim of a certificate of rows of pairs by deriving all values again.
    ///
    /// # Errors
    /// Returns a [`CheckFailure`] if any part of the claim is not confirmed, if more than `memory` bytes
    /// would be needed, or if the observer ends the work.
    ///
    /// # Complexity
    /// A step for each option of each pair in preperiod + apart + max(period, length) rows.
    pub fn check_rows(&self, rules: &dyn PairRules, memory: u64, observer: &dyn Observer) -> Result<Checked> {
        let Proof::Rows(proof) = &self.proof else {
            return refuse("the game uses pairs, but the proof is for single heaps");
        };
        if self.period == 0 || proof.apart == 0 || !proof.apart.is_multiple_of(self.period) {
            return refuse("the distance between the windows is not a positive multiple of the period");
        }
        let mut check =
            RowCheck { rules, proof, meter: observer.meter(), modulus: 1, moves: BTreeMap::new() };
        check.check_hypotheses(memory)?;
        if !proof.apart.is_multiple_of(check.modulus) {
            return refuse(format!(
                "the distance between the windows is not a multiple of {}",
                check.modulus
            ));
        }
        let end = self.preperiod.checked_add(proof.apart);
        let end = end.and_then(|end| end.checked_add(proof.length.max(self.period)));
        let Some(end) = end else { return refuse("the numbers are too large") };
        let bytes = end.checked_mul(4 * proof.columns.len() as u64 + 48);
        if bytes.is_none_or(|bytes| bytes > memory) {
            return Err(CheckFailure::Stopped(StopReason::Memory { limit: memory }));
        }
        let rows = check.derive(end, observer)?;
        let claim = Claim { preperiod: self.preperiod as usize, period: self.period as usize, item: "row" };
        let (first, second) = (claim.preperiod, claim.preperiod + proof.apart as usize);
        let length = proof.length as usize;
        if rows[first..first + length] != rows[second..second + length] {
            return refuse(format!(
                "the {length} rows from row {first} on differ from the {length} rows from row {second} on"
            ));
        }
        claim.holds(&rows)?;
        Ok(Checked::Whole { values: end.saturating_mul(proof.columns.len() as u64) })
    }
}

struct RowCheck<'c> {
    rules: &'c dyn PairRules,
    proof: &'c RowProof,
    meter: Meter,
    modulus: u64,
    /// The options of large pairs, by memory and remainder.
    moves: BTreeMap<(u64, u64), BTreeSet<Vec<RowPart>>>,
}

/// The maximum number of entries of [`RowCheck::moves`].
const MAX_KINDS: u64 = 1 << 24;

/// The memory of an entry of [`RowCheck::moves`], in bytes, in addition to its options.
const KIND_BYTES: u64 = 64;

/// The memory of an option of such an entry, in bytes, in addition to its parts: its place in two lists.
const OPTION_BYTES: u64 = 64;

impl RowCheck<'_> {
    /// Checks that every row from row `length` on depends only on the `length` rows before it and on the rows
    /// below `length`. Every move of a large pair must lead to such a row, and to a memory with a column.
    fn check_hypotheses(&mut self, memory: u64) -> Result<()> {
        let RowProof { heap, length, ref columns, .. } = *self.proof;
        if columns.is_empty() || !columns.is_sorted_by(|a, b| a < b) || heap > 1 {
            return refuse("the columns are out of order");
        }
        let out_of_memory = || Err(CheckFailure::Stopped(StopReason::Memory { limit: memory }));
        'modulus: loop {
            self.moves.clear();
            let kinds = self.modulus.checked_mul(columns.len() as u64).filter(|&kinds| kinds <= MAX_KINDS);
            let Some(kinds) = kinds else { return out_of_memory() };
            let mut bytes = kinds.saturating_mul(KIND_BYTES);
            for &column in columns {
                for remainder in 0..self.modulus {
                    if bytes > memory {
                        return out_of_memory();
                    }
                    let row = LargeRows { heap, memory: column, modulus: self.modulus, remainder };
                    let moves = match self.rules.row_moves(row, &mut self.meter) {
                        Ok(moves) => moves,
                        Err(NoRowMoves::Modulus(greater)) if greater > self.modulus => {
                            self.modulus = greater;
                            continue 'modulus;
                        }
                        Err(NoRowMoves::Modulus(_)) => {
                            return refuse(
                                "the rules ask for a modulus that is not greater than the current one",
                            );
                        }
                        Err(NoRowMoves::Because(why)) => return refuse(why),
                        Err(NoRowMoves::Fault(fault)) => return Err(CheckFailure::Stopped(fault.into())),
                    };
                    if moves.from > length {
                        return refuse(format!(
                            "the moves of large rows apply only from row {}, but the proof needs them from row \
                             {length}",
                            moves.from
                        ));
                    }
                    for part in moves.options.iter().flatten() {
                        let is_near = match part.heap {
                            RowHeap::Less(taken) => taken <= length,
                            RowHeap::Fixed(left) => left < length,
                        };
                        if !is_near {
                            return refuse(format!(
                                "a row depends on rows other than the {length} rows before it and the first \
                                 {length} rows"
                            ));
                        }
                        self.column(part.memory)?;
                    }
                    let parts: usize = moves.options.iter().map(Vec::len).sum();
                    bytes +=
                        moves.options.len() as u64 * OPTION_BYTES + (parts * size_of::<RowPart>()) as u64;
                    self.moves.insert((column, remainder), moves.options.into_iter().collect());
                }
            }
            return Ok(());
        }
    }

    fn column(&self, memory: u64) -> Result<usize> {
        let index = self.proof.columns.binary_search(&memory);
        index.or_else(|_| refuse(format!("a move leads to the memory {memory}, which has no column")))
    }

    /// Derives all rows below `end`, from all options of each pair as the rules enumerate them.
    fn derive(&mut self, end: u64, observer: &dyn Observer) -> Result<Vec<Vec<u32>>> {
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for heap in 0..end {
            observer.poll(&Progress::new(heap, 0, 0)).map_err(CheckFailure::Stopped)?;
            let mut known = BTreeMap::new();
            for &memory in &self.proof.columns {
                self.derive_pair(heap, memory, &rows, &mut known)?;
            }
            rows.push(known.into_values().collect());
        }
        Ok(rows)
    }

    /// Derives the value of a pair, after the values of all pairs of the same row that its moves lead to.
    fn derive_pair(
        &mut self,
        heap: u64,
        memory: u64,
        rows: &[Vec<u32>],
        known: &mut BTreeMap<u64, u32>,
    ) -> Result<()> {
        let mut open = vec![memory];
        while let Some(&memory) = open.last() {
            if known.contains_key(&memory) {
                open.pop();
                continue;
            }
            let mut excluded = BTreeSet::new();
            let mut first = None;
            for option in self.options(heap, memory)? {
                let mut sum = 0;
                for [row, memory] in option {
                    if row > heap {
                        return refuse(format!("a move leads from row {heap} to row {row}"));
                    }
                    let column = self.column(memory)?;
                    let value = match usize::try_from(row).ok().and_then(|row| rows.get(row)) {
                        Some(values) => Some(values[column]),
                        None => known.get(&memory).copied(),
                    };
                    match value {
                        Some(value) => sum ^= value,
                        None => first = Some(memory),
                    }
                }
                excluded.insert(sum);
            }
            match first {
                Some(_) if open.len() > self.proof.columns.len() => {
                    return refuse(format!("the moves between the pairs of row {heap} form a cycle"));
                }
                Some(before) => open.push(before),
                None => {
                    let value = (0..).find(|value| !excluded.contains(value)).unwrap_or(0);
                    known.insert(memory, value);
                }
            }
        }
        Ok(())
    }

    /// Returns the options of a pair as the rules enumerate them, with each part as a row and a memory.
    /// Checks that the options of large pairs agree with the moves of the hypotheses.
    fn options(&mut self, heap: u64, memory: u64) -> Result<Vec<Vec<[u64; 2]>>> {
        let index = self.proof.heap;
        let pair = if index == 0 { [heap, memory] } else { [memory, heap] };
        let mut options: Vec<Vec<[u64; 2]>> = Vec::new();
        let enumerated = self.rules.options(pair, &mut self.meter, &mut |parts| {
            options.push(parts.iter().map(|part| [part[index], part[1 - index]]).collect());
            ControlFlow::Continue(())
        });
        enumerated.map_err(|fault| CheckFailure::Stopped(fault.into()))?;
        if heap >= self.proof.length {
            let large = self.moves.get(&(memory, heap % self.modulus)).into_iter().flatten();
            let expected: Option<BTreeSet<Vec<[u64; 2]>>> = large
                .map(|option| option.iter().map(|part| Some([part.heap.of(heap)?, part.memory])).collect())
                .collect();
            if expected != Some(options.iter().cloned().collect()) {
                return refuse(format!(
                    "the moves of row {heap} differ from the moves that the rules state for large rows"
                ));
            }
        }
        Ok(options)
    }
}
