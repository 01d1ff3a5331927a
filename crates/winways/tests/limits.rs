//! Answers that a limit cuts short.

use winways::{Budget, Catalogue, NoObserver, Outcome, Play, Position, Request, analyse};

#[test]
fn the_outcome_is_kept_where_the_winning_moves_are_not_found() {
    let position = Position::of_expression(&Catalogue::new(), "nim(3,4) + kayles(4)").unwrap();
    let answer = |options| {
        let budget = Budget { options, ..Budget::DEFAULT };
        analyse(&position, &Request { play: Play::Misere, budget, ..Request::default() }, &NoObserver)
    };
    assert_eq!(answer(None).outcome, Some(Outcome::Next));
    let first = (1..).map(|options| answer(Some(options))).find(|answer| answer.outcome.is_some()).unwrap();
    assert_eq!(first.outcome, Some(Outcome::Next));
    assert!(first.moves.is_none() && first.stopped.is_some());
}
