//! Points taken in play.

use std::cmp::Ordering;
use winways::{LoopyPosition, Objective, Position};

/// What the person and the opponent have taken.
#[derive(Clone, Copy, Default)]
pub(super) struct Points {
    person: u64,
    opponent: u64,
}

impl Points {
    /// Nothing yet, in a game of points; no points in any other game.
    pub(super) fn of(position: &Position) -> Option<Points> {
        let rules = position.loopy()?.board().ranks();
        (rules.objective() == Objective::Points).then(Points::default)
    }

    /// Counts what a move takes.
    pub(super) fn take(&mut self, before: &Position, after: &Position, by_person: bool) {
        self.add(left(before).saturating_sub(left(after)), by_person);
    }

    /// What they have when play has ended: the winner gets what is left.
    pub(super) fn after_end(mut self, position: &Position, person_wins: Option<bool>) -> Points {
        if let Some(person_wins) = person_wins {
            self.add(left(position), person_wins);
        }
        self
    }

    fn add(&mut self, points: u64, to_person: bool) {
        *(if to_person { &mut self.person } else { &mut self.opponent }) += points;
    }

    /// Who has more.
    pub(super) fn verdict(&self) -> String {
        let Points { person, opponent } = self;
        let result = match person.cmp(opponent) {
            Ordering::Greater => "You win.",
            Ordering::Less => "I win.",
            Ordering::Equal => "A draw.",
        };
        format!("You have taken {person}, and I {opponent}. {result}")
    }
}

/// The points that are still to be had.
fn left(position: &Position) -> u64 {
    let layer = |loopy: &dyn LoopyPosition| loopy.board().ranks().layer(loopy.rank()) as u64;
    position.loopy().map_or(0, layer)
}
