//! Hashes of values.

use std::hash::{DefaultHasher, Hash, Hasher};
use winways::EvaluationError;
use winways::values::Arena;

pub(super) fn hash_of(object: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    object.hash(&mut hasher);
    hasher.finish()
}

/// Hashes a value independently of the arena. A sum of a number, ups and a nimber is hashed directly, any other value by the stops of
/// the game and of its options.
pub(super) fn shape_hash(arena: &Arena, game: winways::Game) -> Result<u64, EvaluationError> {
    let mut session = arena.session();
    if let Some(sum) = session.as_number_up_star(game) {
        return Ok(hash_of(&sum));
    }
    let stops = (session.left_stop(game), session.right_stop(game));
    let (left, right) = (session.left_options(game)?, session.right_options(game)?);
    let count = (left.len(), right.len());
    let mut sum = hash_of(&(stops, count));
    if count.0.max(count.1) <= MOST_HASHED {
        let sides = left.map(|option| (0, option)).chain(right.map(|option| (1, option)));
        for (side, option) in sides.collect::<Vec<_>>() {
            let stops = (session.left_stop(option), session.right_stop(option));
            // Combine commutatively, since the order of the options depends on the arena.
            sum = sum.wrapping_add(hash_of(&(side, stops, session.as_number_up_star(option))));
        }
    }
    Ok(sum)
}

/// The maximum number of options of each player that are hashed individually. If a player has more options, only the stops of the
/// game and the numbers of options of both players are hashed.
const MOST_HASHED: usize = 256;
