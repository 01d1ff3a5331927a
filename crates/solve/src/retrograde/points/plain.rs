use super::seed::points_at_end;
use super::{NO_POSITION, code_of};
use crate::retrograde::plain::stuck;
use winways_rules::{Play, Ranks, Status};

/// The values of all ranks of a game of points, as codes, by plain iteration: the slow twin of the engine, straight from the
/// definition.
///
/// Layer after layer: at first everything is worth 0; then, round after round, every position is worth the best of what its
/// moves were worth before the round, until a round changes nothing. After k rounds a value is that of play which is ended
/// after k moves within the layer, each player taking half of what is left.
pub(in crate::retrograde) fn plain_points(rules: &dyn Ranks, play: Play) -> Vec<u32> {
    let mut values: Vec<i16> = Vec::new();
    let layers = Layers::of(rules);
    for (layer, size) in rules.layers().into_iter().enumerate() {
        let start = values.len() as u64;
        let mut statuses = vec![Status::Hole; size as usize];
        rules.statuses(start..start + size, play, &mut statuses);
        values.extend(statuses.iter().map(|status| if *status == Status::Hole { NO_POSITION } else { 0 }));
        loop {
            let next: Vec<i16> = (start..)
                .zip(&statuses)
                .map(|(rank, &status)| match status {
                    Status::Hole => NO_POSITION,
                    Status::Ended(end) => points_at_end(end, layer),
                    Status::Open => best_move(rules, rank, &layers, &values)
                        .unwrap_or_else(|| points_at_end(stuck(play), layer)),
                })
                .collect();
            if values[start as usize..] == next {
                break;
            }
            values.truncate(start as usize);
            values.extend(next);
        }
    }
    values.into_iter().map(code_of).collect()
}

fn best_move(rules: &dyn Ranks, rank: u64, layers: &Layers, values: &[i16]) -> Option<i16> {
    let mut moves = Vec::new();
    rules.moves(rank, &mut moves);
    moves.into_iter().map(|to| layers.points_between(rank, to) - values[to as usize]).max()
}

/// Where each layer ends.
pub(super) struct Layers(Vec<u64>);

impl Layers {
    pub(super) fn of(rules: &dyn Ranks) -> Layers {
        let ends = rules.layers().into_iter().scan(0u64, |end, size| {
            *end += size;
            Some(*end)
        });
        Layers(ends.collect())
    }

    /// The points that a move from one rank to another takes.
    pub(super) fn points_between(&self, from: u64, to: u64) -> i16 {
        let layer = |rank: u64| self.0.partition_point(|&end| end <= rank);
        (layer(from) - layer(to)) as i16
    }
}
