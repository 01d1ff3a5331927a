//! What was found about games, kept for those who ask about the same games again: a click asks about the position after a move of
//! the one before.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use winways::Kept;

/// What is kept of the games that were asked about last, within a number of bytes.
pub(crate) struct Shelf {
    most: u64,
    /// The texts of the games, the one asked about last at the end.
    games: Mutex<VecDeque<(String, Kept)>>,
}

impl Shelf {
    /// An empty shelf, with room for so many bytes.
    pub(crate) fn new(most: u64) -> Self {
        Shelf { most, games: Mutex::default() }
    }

    fn games(&self) -> MutexGuard<'_, VecDeque<(String, Kept)>> {
        // What a thread that panicked left is whole: each change is a single one.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a game; nobody else has it meanwhile.
    pub(crate) fn take(&self, game: &str) -> Kept {
        let mut games = self.games();
        let place = games.iter().position(|(known, _)| known == game);
        place.and_then(|place| games.remove(place)).map_or_else(Kept::default, |(_, kept)| kept)
    }

    /// Forgets all games.
    pub(crate) fn clear(&self) {
        self.games().clear();
    }

    /// Keeps what is known of a game; the games that were asked about longest ago make room for it.
    pub(crate) fn put(&self, game: &str, kept: Kept) {
        let bytes = |game: &str, kept: &Kept| kept.bytes().saturating_add(game.len() as u64);
        if kept.bytes() == 0 || bytes(game, &kept) > self.most {
            return;
        }
        let mut games = self.games();
        // Another request may have found as much at the same time.
        games.retain(|(known, _)| known != game);
        games.push_back((game.to_owned(), kept));
        let mut all: u64 = games.iter().map(|(game, kept)| bytes(game, kept)).sum();
        while all > self.most {
            let Some((game, kept)) = games.pop_front() else { return };
            all -= bytes(&game, &kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways::{Analyst, Catalogue, NoObserver, Position, Request};

    /// What is found about the empty board of so many columns.
    fn found(columns: usize) -> Kept {
        let text = format!("domineering(\"{0}|{0}|{0}\")", ".".repeat(columns));
        let position = Position::of_expression(&Catalogue::new(), &text).unwrap();
        let mut analyst = Analyst::new(Request::default());
        analyst.analyse(&position, &NoObserver);
        analyst.into_kept()
    }

    #[test]
    fn the_oldest_game_makes_room() {
        let bytes = found(3).bytes();
        assert!(bytes > 0);
        let shelf = Shelf::new(2 * bytes + 100);
        shelf.put("a", found(3));
        shelf.put("b", found(3));
        let first = shelf.take("a");
        assert_eq!((first.bytes(), shelf.take("a").bytes()), (bytes, 0));
        shelf.put("a", first);
        shelf.put("c", found(3));
        // `b` was asked about longest ago.
        assert_eq!(["a", "b", "c"].map(|game| shelf.take(game).bytes()), [bytes, 0, bytes]);
        let narrow = Shelf::new(bytes - 1);
        narrow.put("a", found(3));
        assert_eq!(narrow.take("a").bytes(), 0);
    }
}
