use crate::retrograde::plain::POSITION_STEPS;
use crate::retrograde::value::end_without_moves;
use crate::retrograde::value::{HOLE, SolvedValue};
use winways_rules::{Meter, Objective, Play, Ranks, RuleFault, Status};

/// Computes the values of all ranks of a game of points, as codes, by plain iteration. This is the slow
/// reference implementation of the engine, straight from the definition.
///
/// Layers are processed in order. All values start at 0. Each round sets the value of every position to the best
/// result of its moves, computed from the values before the round. A layer is finished when a round changes nothing.
/// After k rounds, a value is the result of play that stops after k moves within the layer, when each player takes half
/// of the remaining points.
pub(in crate::retrograde) fn plain_points(
    rules: &dyn Ranks,
    play: Play,
    meter: &mut Meter,
) -> Result<Vec<u32>, RuleFault> {
    let mut values: Vec<i64> = Vec::new();
    let mut codes = Vec::new();
    for (layer, size) in rules.layers().into_iter().enumerate() {
        let start = values.len() as u64;
        let mut statuses = vec![Status::Hole; size as usize];
        rules.statuses(start..start + size, play, &mut statuses);
        values.resize((start + size) as usize, 0);
        let at_end = |end| SolvedValue::of_end(end, Objective::Points, layer as u32).points();
        loop {
            let next = |(rank, &status): (u64, &Status)| {
                Ok(match status {
                    Status::Hole => 0,
                    Status::Ended(end) => at_end(end),
                    Status::Open => best_move(rules, rank, &values, meter)?
                        .unwrap_or_else(|| at_end(end_without_moves(play))),
                })
            };
            let next: Vec<i64> = (start..).zip(&statuses).map(next).collect::<Result<_, RuleFault>>()?;
            if values[start as usize..] == next {
                break;
            }
            values.truncate(start as usize);
            values.extend(next);
        }
        codes.extend(values[start as usize..].iter().zip(&statuses).map(|(&value, status)| match status {
            Status::Hole => HOLE,
            Status::Open | Status::Ended(_) => SolvedValue::of_points(value).code(),
        }));
    }
    Ok(codes)
}

fn best_move(
    rules: &dyn Ranks,
    rank: u64,
    values: &[i64],
    meter: &mut Meter,
) -> Result<Option<i64>, RuleFault> {
    let layer = rules.layer(rank);
    let mut moves = Vec::new();
    rules.moves(rank, &mut moves);
    meter.spend(POSITION_STEPS + moves.len() as u64)?;
    Ok(moves.into_iter().map(|to| (layer - rules.layer(to)) as i64 - values[to as usize]).max())
}
