//! Sources of positions for exercises.

use super::exercise::Topic;
use crate::{Catalogue, Position};
use std::sync::Arc;
use winways_kit::AnyGame;
use winways_kit::view::Figure;
use winways_notation::{Diagnostic, Span};
use winways_rules::Play;

/// Board games whose random positions consist of random cells.
pub(super) const BOARDS: [&str; 5] = ["domineering", "clobber", "toads-and-frogs", "col", "snort"];

/// A source of positions for exercises.
pub(super) enum Source {
    /// Small positions of several well-known games.
    Usual,
    /// Random heaps of a game.
    Heaps(Arc<dyn AnyGame>),
    /// Random cells of one of [`BOARDS`].
    Boards(Arc<dyn AnyGame>),
    /// Positions near the end of random matches of a game, starting from this position.
    Walk(Arc<dyn AnyGame>, Position),
}

impl Source {
    /// Returns the source of positions of the game with this name.
    pub(super) fn of_game(catalogue: &Catalogue, name: &str) -> Result<Source, Diagnostic> {
        let (game, start) = catalogue.start(name)?;
        match BOARDS.contains(&game.name().as_str()) {
            true => Ok(Source::Boards(game)),
            false => Source::of(game, start, name),
        }
    }

    /// Returns the source of positions of a game, which may come from a rule file.
    pub(super) fn of(
        game: Arc<dyn AnyGame>,
        start: Option<Position>,
        name: &str,
    ) -> Result<Source, Diagnostic> {
        let is_of_heaps = |position: &Position| {
            let view = position.view();
            !view.figures.is_empty() && view.figures.iter().all(|figure| matches!(figure, Figure::Heaps(_)))
        };
        // A game that accepts both texts accepts any number of heaps.
        let read = |text: &str| Position::of_game(&*game, text).ok().filter(is_of_heaps);
        if read("4").is_some() && read("2 3 5").is_some() {
            return Ok(Source::Heaps(game));
        }
        let start = match start {
            Some(start) => Some(start),
            None => Position::of_game(&*game, game.page().example_position()).ok(),
        };
        let has_moves = |start: &Position| start.moves().is_ok_and(|moves| !moves.is_empty());
        let start = start.filter(has_moves).ok_or_else(|| without_start(name))?;
        Ok(Source::Walk(game, start))
    }

    /// Returns the game of all positions; `None` if there are several games.
    pub(super) fn game(&self) -> Option<&Arc<dyn AnyGame>> {
        match self {
            Source::Usual => None,
            Source::Heaps(game) | Source::Boards(game) | Source::Walk(game, _) => Some(game),
        }
    }

    /// Returns a position of the game; `None` if there are several games.
    fn sample(&self) -> Option<Position> {
        match self {
            Source::Usual => None,
            Source::Walk(_, start) => Some(start.copy()),
            Source::Heaps(game) => Position::of_game(&**game, "4").ok(),
            Source::Boards(game) => Position::of_game(&**game, game.page().example_position()).ok(),
        }
    }

    /// Returns this source, unless its game has entailing or complimenting moves. Puzzles do not support them, since their depth
    /// counts alternating moves.
    pub(super) fn for_puzzles(self, name: &str) -> Result<Source, Diagnostic> {
        let sample = self.sample();
        let mut summands = sample.iter().flat_map(Position::summands);
        match summands.any(|summand| summand.entailing().is_some()) {
            true => Err(whole("games with entailing moves have no puzzles", name)
                .label("expected a game whose players move in turn, in any component")),
            false => Ok(self),
        }
    }

    /// Returns `true` if the positions support questions of this topic.
    pub(super) fn has(&self, topic: Topic) -> bool {
        if let Source::Usual = self {
            return true;
        }
        let Some(position) = self.sample() else { return false };
        let summands = position.summands();
        let is_normal = summands.iter().all(|summand| summand.about().play == Play::Normal);
        match topic {
            Topic::Winner | Topic::Move => true,
            Topic::NimValue => is_normal && summands.iter().all(|summand| summand.impartial().is_some()),
            Topic::Number | Topic::Heat | Topic::Form | Topic::Comparison => {
                is_normal && summands.iter().all(|summand| summand.partizan().is_some())
            }
        }
    }

    /// Returns the diagnostic for a source that supports none of `topics`.
    pub(super) fn without(&self, topics: &[Topic], name: &str) -> Diagnostic {
        let named: Vec<&str> = topics.iter().map(|topic| topic.name()).collect();
        let can: Vec<&str> =
            Topic::ALL.into_iter().filter(|&topic| self.has(topic)).map(Topic::name).collect();
        let message =
            format!("positions of {name} provide no exercise for the topic `{}`", named.join("`, `"));
        whole(&message, name).label(format!("expected one of {}", can.join(", ")))
    }
}

/// Returns the diagnostic for a game without a position from which random play can start.
fn without_start(name: &str) -> Diagnostic {
    whole("the game has no starting position", name)
        .label("expected a game with a starting position")
        .help("a rule file states it in a line `start: POSITION`, or `example: POSITION` if its rules are about numbers")
}

fn whole(message: &str, name: &str) -> Diagnostic {
    Diagnostic::new(message, Span::new(0, name.len()))
}
