//! Points taken in play.

use std::cmp::Ordering;
use winways::{Objective, Position, RankedPosition};

/// What the person and the opponent have taken.
#[derive(Clone, Copy, Default)]
pub(super) struct Points {
    person: u64,
    opponent: u64,
}

impl Points {
    /// Nothing yet, in a game of points; no points in any other game.
    pub(super) fn of(position: &Position) -> Option<Points> {
        let rules = position.ranked()?.board().ranks();
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

/// The remaining points.
fn left(position: &Position) -> u64 {
    let layer = |loopy: &dyn RankedPosition| loopy.board().ranks().layer(loopy.rank()) as u64;
    position.ranked().map_or(0, layer)
}
