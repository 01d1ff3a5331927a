//! Lost pairs of games on pairs of numbers, proved by induction over digits.
//!
//! Lost pairs have the nim-value 0. A set is the set of lost pairs if every move lowers a measure, no move leads from the set into
//! the set, and every pair outside the set has a move into the set. Automata decide these conditions for all pairs. The set is
//! learned from the first pairs (`learn.rs`), and a wrong set is rejected (`claim.rs`). Automata accept Beatty pairs, such as the
//! lost pairs of Wythoff's game, if the weights of the digits are Fibonacci numbers or other quadratic weights (`../numeration.rs`).

mod claim;
mod formula;
mod learn;
mod sets;
#[cfg(test)]
mod tests;

pub use formula::PairMoveFormula;
pub(crate) use sets::{BinaryDigits, PairSet, natural, zero};

use super::automaton::Halt;
use super::numeration::Numeration;
use crate::conjectures::{BY_INDUCTION, Conjecture, PairValues, Standing};
use claim::{Claim, OPTION};
use winways_rules::{Meter, RuleFault};

/// The proved lost pairs of a game.
///
/// ```
/// use winways_rules::Meter;
/// use winways_solve::{Formula, LinearSum, LostPairs, PairMoveFormula, PairValues};
/// // (a, b) -> (a - k, b) and (a, b - k) for k >= 1: Nim with two heaps.
/// let smaller = |from: usize, to: usize| {
///     Formula::Natural(LinearSum { constant: -1, terms: vec![(from, 1), (to, -1)] })
/// };
/// let equal = |from: usize, to: usize| Formula::Zero(LinearSum { constant: 0, terms: vec![(from, 1), (to, -1)] });
/// let moves = [
///     PairMoveFormula { condition: Formula::All(vec![smaller(0, 2), equal(1, 3)]), parts: vec![[2, 3]] },
///     PairMoveFormula { condition: Formula::All(vec![equal(0, 2), smaller(1, 3)]), parts: vec![[2, 3]] },
/// ];
/// let values: Vec<u32> = (0..4096).map(|place| place / 64 ^ place % 64).collect();
/// let meter = &mut Meter::default();
/// let lost = LostPairs::proved(&moves, PairValues::new(&values, 64, 64).unwrap(), &[], meter)?.unwrap();
/// assert!(lost.contains(1 << 60, 1 << 60) && !lost.contains(1 << 60, 1));
/// assert_eq!(lost.moves_to(1 << 60, 5, 9, meter)?.unwrap().listed, [[5, 5]]);
/// # Ok::<(), winways_rules::RuleFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPairs {
    claim: Claim,
    /// The moves of the game.
    moves: Vec<PairMoveFormula>,
}

/// The distinct lost pairs to which a pair has moves: their number, and a list of some of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovesToLost {
    /// The number of these lost pairs.
    pub total: u64,
    /// The listed lost pairs, the greatest first.
    pub listed: Vec<[u64; 2]>,
}

/// The numerations, in the order in which they are tried.
const NUMERATIONS: [Numeration; 11] = [
    Numeration::Base(2),
    Numeration::Quadratic(1),
    Numeration::Quadratic(2),
    Numeration::Quadratic(3),
    Numeration::Base(3),
    Numeration::Base(5),
    Numeration::Base(6),
    Numeration::Base(7),
    Numeration::Base(10),
    Numeration::Quadratic(4),
    Numeration::Quadratic(5),
];

impl LostPairs {
    /// The side of the square of first pairs that suffices for learning.
    pub const SIDE: u64 = 256;

    /// Finds and proves the lost pairs of a game with the given moves. Candidates are learned from `pairs`, the values of the first
    /// pairs, or taken from the conjectures about these values. Returns `None` if no candidate is proved.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    ///
    /// # Complexity
    /// Builds automata of at most 2¹⁹ transitions, or 2²¹ for digits with quadratic weights.
    pub fn proved(
        moves: &[PairMoveFormula],
        pairs: PairValues<'_>,
        conjectures: &[Conjecture],
        meter: &mut Meter,
    ) -> Result<Option<LostPairs>, RuleFault> {
        for numeration in NUMERATIONS {
            let Some(table) = learn::lost(&pairs, numeration, meter)? else { continue };
            let claim = table.valid(meter).map(|lost| Some(Claim { lost }));
            if let Some(lost) = LostPairs::of_claim(moves, &pairs, claim, meter)? {
                return Ok(Some(lost));
            }
        }
        for set in conjectures.iter().filter_map(|conjecture| conjecture.lost.as_ref()) {
            let claim = set.automaton(meter).map(|lost| lost.map(|lost| Claim { lost }));
            if let Some(lost) = LostPairs::of_claim(moves, &pairs, claim, meter)? {
                return Ok(Some(lost));
            }
        }
        Ok(None)
    }

    /// Marks a statement as proved if it describes these lost pairs.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn settle(&self, mut statement: Conjecture, meter: &mut Meter) -> Result<Conjecture, RuleFault> {
        if let Some(set) = &statement.lost
            && self.are(set, meter)?
        {
            statement.standing = Standing::Proved(BY_INDUCTION);
        }
        Ok(statement)
    }

    /// Returns the lost pairs of a claim, if the claim is proved and agrees with the values of the first pairs.
    fn of_claim(
        moves: &[PairMoveFormula],
        pairs: &PairValues<'_>,
        claim: Result<Option<Claim>, Halt>,
        meter: &mut Meter,
    ) -> Result<Option<LostPairs>, RuleFault> {
        let Some(claim) = unless_large(claim)?.flatten() else { return Ok(None) };
        if unless_large(claim.is_proved(moves, meter))? != Some(true) {
            return Ok(None);
        }
        let side = pairs.side().min(COMPARED);
        let agrees = |a: usize| {
            (0..side).all(|b| claim.lost.contains(&[a as u64, b as u64]) == (pairs.row(a)[b] == 0))
        };
        if !(0..side).all(agrees) {
            return Ok(None);
        }
        let moves = moves.to_vec();
        Ok(Some(LostPairs { claim, moves }))
    }

    /// Returns `true` if a pair is lost.
    pub fn contains(&self, a: u64, b: u64) -> bool {
        self.claim.lost.contains(&[a, b])
    }

    /// Returns the lost pairs to which a pair has moves, and lists at most `limit` of them. Returns `None` if a move may leave no
    /// pair, or if automata would be too large.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn moves_to(
        &self,
        a: u64,
        b: u64,
        limit: usize,
        meter: &mut Meter,
    ) -> Result<Option<MovesToLost>, RuleFault> {
        let Some(moves) = unless_large(self.claim.moves(&self.moves, [a, b], meter))?.flatten() else {
            return Ok(None);
        };
        let found = moves.completions(&[], &OPTION);
        let listed = found.list(limit, true);
        let listed = listed.iter().filter_map(|numbers| numbers[..].try_into().ok()).collect();
        Ok(Some(MovesToLost { total: found.count(), listed }))
    }

    /// Returns a sentence that describes the lost pairs.
    pub fn statement(&self) -> String {
        let states = self.claim.lost.states();
        let digits = match self.claim.lost.numeration() {
            Numeration::Base(base) => format!("in base {base}"),
            Numeration::Quadratic(1) => "in the Fibonacci numeration".to_owned(),
            Numeration::Quadratic(t) => {
                format!("with the weights u(0) = 1, u(1) = {}, u(n + 1) = {t} u(n) + u(n - 1)", t + 1)
            }
        };
        format!(
            "the lost pairs (a, b) are given by an automaton of {states} states that reads the digits of a and b {digits}"
        )
    }

    /// Returns `true` if a set describes the lost pairs.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub(crate) fn are(&self, set: &PairSet, meter: &mut Meter) -> Result<bool, RuleFault> {
        Ok(unless_large(set.describes(&self.claim.lost, meter))?.unwrap_or(false))
    }
}

/// The side of the square on which a proved set is compared with the known values.
const COMPARED: usize = 64;

/// Returns the result of a construction; `None` if an automaton would be too large.
fn unless_large<T>(result: Result<T, Halt>) -> Result<Option<T>, RuleFault> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(Halt::TooLarge) => Ok(None),
        Err(Halt::Fault(fault)) => Err(fault),
    }
}
