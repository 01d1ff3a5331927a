//! The outcome and a winning move are reported before the value is known.

use std::ops::ControlFlow;
use std::sync::Mutex;
use winways::limits::EarlyAnswer;
use winways::{Catalogue, NoObserver, Observer, Outcome, Position, Progress, Request, StopReason, analyse};

/// An observer that records early answers and stops the work once a winning move has been reported.
#[derive(Default)]
struct Listener(Mutex<Vec<EarlyAnswer>>);

impl Observer for Listener {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.lock().unwrap().iter().any(|answer| answer.winning_move.is_some()) {
            true => ControlFlow::Break(StopReason::Interrupted),
            false => ControlFlow::Continue(()),
        }
    }

    fn found(&self, answer: &EarlyAnswer) {
        self.0.lock().unwrap().push(answer.clone());
    }
}

#[test]
fn the_outcome_and_a_winning_move_come_before_the_value() {
    let board = "domineering(\"......|......|......|......|......|......\")";
    let position = Position::of_expression(&Catalogue::new(), board).unwrap();
    let listener = Listener::default();
    let analysis = analyse(&position, &Request::default(), &listener);
    let answers = listener.0.into_inner().unwrap();
    assert_eq!(Outcome::from(answers[0].outcome), Outcome::Next);
    assert_eq!(answers[0].winning_move, None);
    let name = answers.last().unwrap().winning_move.clone().unwrap();
    // The value was not found, but the earlier results are kept.
    assert_eq!((analysis.outcome, analysis.value.is_some()), (Some(Outcome::Next), false));
    assert_eq!(analysis.stopped.map(|stopped| stopped.reason), Some(StopReason::Interrupted));
    let one = analysis.explanation.iter().any(|line| *line == format!("a winning move: {name}"));
    assert!(one, "{:?}", analysis.explanation);
    // A separate search confirms that the move wins.
    let moves = position.moves().unwrap();
    let named = |step: &&winways::PositionMove| {
        format!("{}: {}", step.player().name(), position.move_name(step)) == name
    };
    let step = moves.iter().find(named).unwrap();
    let request = Request::default().outcome_only(true);
    let after = analyse(&position.after(step), &request, &NoObserver).outcome.unwrap();
    assert_eq!(after.after_move_of(step.player()), Some(winways::play::Prospect::Wins), "{name}");
}
