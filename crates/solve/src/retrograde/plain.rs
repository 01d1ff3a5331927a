use super::points::plain_points;
use super::value::{HOLE, SolvedValue, end_without_moves, value_at_end};
use winways_rules::{Meter, Objective, Play, Ranks, RuleFault, Status};

/// Computes the values of all ranks, as codes, by plain iteration. This is the slow reference implementation
/// of the engines, straight from the definition.
///
/// Each round examines the options of every position without a value, with their values before the round. The
/// iteration ends when a round changes nothing. A position gets its value in the round of its remoteness or in the
/// round before, so values are final immediately. Positions without a value at the end are drawn. Takes
/// O(rounds · moves) time and O(ranks) memory.
///
/// In a game of points, no value is final before its layer is solved. Layers are solved in order, each until
/// a round changes no value.
///
/// Suitable for games of at most a few million ranks; memory is allocated without a check.
pub fn plain_values(rules: &dyn Ranks, play: Play) -> Vec<u32> {
    // The default meter never stops.
    plain_values_metered(rules, play, &mut Meter::default()).unwrap_or_default()
}

/// Computes the values like [`plain_values`], and counts the work on `meter`.
///
/// # Errors
/// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
pub fn plain_values_metered(rules: &dyn Ranks, play: Play, meter: &mut Meter) -> Result<Vec<u32>, RuleFault> {
    if rules.objective() == Objective::Points {
        return plain_points(rules, play, meter);
    }
    let count = rules.layers().iter().sum::<u64>();
    let mut statuses = vec![Status::Hole; count as usize];
    rules.statuses(0..count, play, &mut statuses);
    let mut values: Vec<Option<SolvedValue>> = statuses.iter().map(|&status| value_at_end(status)).collect();
    let without_moves = value_at_end(Status::Ended(end_without_moves(play)));
    let mut moves = Vec::new();
    for round in 0u32.. {
        let mut found = Vec::new();
        for rank in (0..count).filter(|&rank| statuses[rank as usize] == Status::Open) {
            if values[rank as usize].is_some() {
                continue;
            }
            moves.clear();
            rules.moves(rank, &mut moves);
            meter.spend(POSITION_STEPS + moves.len() as u64)?;
            let value = known_value(moves.iter().map(|&to| values[to as usize]), without_moves);
            found.extend(value.map(|value| (rank, value)));
        }
        if found.is_empty() && round > 0 {
            break;
        }
        for (rank, value) in found {
            values[rank as usize] = Some(value);
        }
    }
    let code = |(value, status): (&Option<SolvedValue>, &Status)| match status {
        Status::Hole => HOLE,
        _ => value.unwrap_or(SolvedValue::Drawn).code(),
    };
    Ok(values.iter().zip(&statuses).map(code).collect())
}

/// The meter steps charged for a position, in addition to one step per move.
pub(super) const POSITION_STEPS: u64 = 16;

/// Returns the value of a position if it is determined by the known values of its options.
fn known_value(
    options: impl Iterator<Item = Option<SolvedValue>>,
    without_options: Option<SolvedValue>,
) -> Option<SolvedValue> {
    let options: Vec<Option<SolvedValue>> = options.collect();
    if options.is_empty() {
        return without_options;
    }
    let known = options.iter().flatten().copied();
    let wins = known.clone().filter(|value| matches!(value, SolvedValue::Lost(_)));
    if let Some(quickest) = wins.min() {
        return Some(SolvedValue::of_options([quickest], SolvedValue::Drawn));
    }
    let all_known = options.iter().all(Option::is_some);
    all_known.then(|| SolvedValue::of_options(known, SolvedValue::Drawn))
}
