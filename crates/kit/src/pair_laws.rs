//! Lost pairs of games on pairs, proved by induction over digits.

use crate::row_values::RowValues;
use winways_rules::PairRules;
use winways_solve::{
    Budget, Conjecture, LostPairs, Observer, PairGrid, PairMoveFormula, PairValues, Standing, StopReason,
    Stopped, conjectures_of_pairs_metered,
};

/// The threshold for proofs of lost pairs: a pair whose greater number is smaller is searched instead.
const PAIRS_FROM: u64 = 1 << 12;
/// The minimum memory limit, in bytes, under which lost pairs are proved.
const LAW_MEMORY: u64 = 64 << 20;
/// The maximum number of options enumerated for the values of the first pairs.
const FIRST_OPTIONS: u64 = 1 << 27;

/// A proved description of the lost pairs of a game.
pub(crate) struct PairLaw {
    pub(crate) lost: LostPairs,
    /// A sentence that describes the lost pairs.
    pub(crate) statement: String,
    /// The number of values from which the description was derived.
    pub(crate) nodes: u64,
}

impl PairLaw {
    /// Proves a description of the lost pairs of a game, to answer a question about `pair`. Returns `None` if the pair
    /// or the memory limit is small, or if the value of the pair may follow from a period of rows. Also returns `None` if the
    /// limit on options or memory is reached, or if no description is proved.
    pub(crate) fn for_pair(
        pair: [u64; 2],
        rules: &dyn PairRules,
        moves: &[PairMoveFormula],
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<PairLaw>, Stopped> {
        let is_small = pair[0].max(pair[1]) < PAIRS_FROM || budget.memory < LAW_MEMORY;
        if is_small || RowValues::new(rules).is_suitable(pair, observer)? {
            return Ok(None);
        }
        let options = budget.options.map_or(FIRST_OPTIONS, |limit| limit.min(FIRST_OPTIONS));
        let budget = Budget { options: Some(options), ..budget };
        let grid = PairGrid::new(rules, LostPairs::SIDE, budget).and_then(|mut grid| {
            grid.extend(budget, observer)?;
            Ok(grid)
        });
        let grid = match grid {
            Ok(grid) => grid,
            Err(Stopped { reason: StopReason::Options { .. } | StopReason::Memory { .. }, .. }) => {
                return Ok(None);
            }
            Err(stopped) => return Err(stopped),
        };
        let nodes = grid.side() * grid.side();
        let (values, stride) = grid.values();
        let Some(pairs) = PairValues::new(values, grid.side() as usize, stride) else { return Ok(None) };
        PairLaw::of_values(pair, pairs, moves, nodes, observer).map_err(|reason| reason.after(nodes))
    }

    /// Proves a description of the lost pairs, derived from the values of the first pairs. The statement covers `pair`.
    fn of_values(
        pair: [u64; 2],
        pairs: PairValues<'_>,
        moves: &[PairMoveFormula],
        nodes: u64,
        observer: &dyn Observer,
    ) -> Result<Option<PairLaw>, StopReason> {
        let meter = &mut observer.meter();
        let conjectures = conjectures_of_pairs_metered(pairs, meter)?;
        let Some(lost) = LostPairs::proved(moves, pairs, &conjectures, meter)? else { return Ok(None) };
        let settled: Vec<Conjecture> = conjectures
            .into_iter()
            .map(|conjecture| lost.settle(conjecture, meter))
            .collect::<Result<_, _>>()?;
        let is_proof = |conjecture: &Conjecture| {
            conjecture.standing != Standing::Conjecture && conjecture.describes_loss_of(pair)
        };
        let proved = settled.into_iter().find(is_proof);
        let statement = proved.map_or_else(|| lost.statement(), |conjecture| conjecture.statement);
        Ok(Some(PairLaw { lost, statement, nodes }))
    }
}
