//! Tests with little memory and with interruptions: operations that need too much memory fail, and all results are
//! right.

use proptest::prelude::*;

use super::tree::{Tree, games, value};
use crate::{Arena, ArenaError, Dyadic, Game, OperationError, Operations, TextLimits};

type Operation = fn(&mut Operations<'_>, Game) -> Result<Game, OperationError>;

const OPERATIONS: [Operation; 12] = [
    |operations, game| operations.cool(game, &Dyadic::new(1, 1)),
    |operations, game| operations.freeze(game),
    |operations, game| operations.heat(game, Game::STAR),
    |operations, game| {
        let one = operations.session().integer(1)?;
        operations.heat(game, one)
    },
    |operations, game| operations.overheat(game, game, Game::STAR),
    |operations, game| operations.reduced(game),
    |operations, game| operations.companion(game),
    |operations, game| operations.ordinal_sum(game, game),
    |operations, game| operations.tiny(game),
    |operations, game| {
        let up = operations.session().up(1)?;
        operations.norton(game, up)
    },
    |operations, game| match operations.atomic_weight(game) {
        Err(OperationError::NotAllSmall { .. }) => Ok(Game::ZERO),
        weight => weight,
    },
    |operations, game| {
        let mean = operations.mean(game)?;
        operations.follower_count(game)?;
        operations.incentives(game)?;
        operations.parity(game)?;
        operations.uptimal_expansion(game)?;
        Ok(operations.session().number(&mean)?)
    },
];

/// Returns the results as texts, which do not depend on the arena.
fn results(game: &Tree, memory: u64) -> Option<Vec<Result<String, OperationError>>> {
    let arena = Arena::new(memory);
    let game = value(&arena, game).ok()?;
    let mut operations = Operations::new(arena.session());
    let results = OPERATIONS.iter().map(|operation| {
        let result = operation(&mut operations, game)?;
        operations.text(result, TextLimits::default())
    });
    Some(results.collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn in_little_memory(game in games(), memory in 1u64 << 11..1 << 16) {
        let expected = results(&game, 1 << 30).unwrap();
        prop_assert!(expected.iter().all(Result::is_ok));
        for (index, result) in results(&game, memory).unwrap_or_default().into_iter().enumerate() {
            match result {
                Err(OperationError::Arena(_)) => {}
                result => prop_assert_eq!(&result, &expected[index]),
            }
        }
    }

    /// Memos keep only finished results, so operations that are interrupted many times return the same texts.
    #[test]
    fn interrupted(game in games()) {
        let expected = results(&game, 1 << 30).unwrap();
        let arena = Arena::frequently_interrupted();
        let game = retry_interrupted(|| value(&arena, &game).map_err(OperationError::from)).unwrap();
        let mut operations = Operations::new(arena.session());
        for (operation, expected) in OPERATIONS.iter().zip(&expected) {
            let text = retry_interrupted(|| {
                let result = operation(&mut operations, game)?;
                operations.text(result, TextLimits::default())
            });
            prop_assert_eq!(&text, expected);
        }
    }
}

/// Retries `operation` until it is not interrupted, and returns its result.
fn retry_interrupted<T>(
    mut operation: impl FnMut() -> Result<T, OperationError>,
) -> Result<T, OperationError> {
    loop {
        match operation() {
            Err(OperationError::Arena(ArenaError::Interrupted(_))) => {}
            result => return result,
        }
    }
}

/// The memory of simultaneous lists is added up: the moves, their incentives and the greatest of those, or the moves
/// and the options of an ordinal sum.
#[test]
fn simultaneous_lists_are_counted() {
    let arena = Arena::new(1 << 20);
    let mut operations = Operations::new(arena.session());
    // The moves of this nimber take 640,000 bytes.
    let nimber = operations.session().nimber(20_000).unwrap();
    let refused = Err(OperationError::Arena(ArenaError::OutOfMemory { limit: 1 << 20 }));
    assert_eq!(operations.incentives(nimber), refused);
    assert_eq!(operations.left_incentives(nimber), refused);
    assert_eq!(operations.right_incentives(nimber), refused);
    let up = operations.session().up(1).unwrap();
    assert_eq!(operations.ordinal_sum(nimber, up), refused.map(|_: Vec<Game>| up));
    let nimber = operations.session().nimber(1 << 9).unwrap();
    assert_eq!(operations.incentives(nimber).map(|incentives| incentives.len()), Ok(1 << 9));
}
