//! A cache of results for later requests about the same games, for services that create a [`Service`](super::Service) per
//! request. For example, after a move on the page, the next request is about a follower of the last position.

use crate::Cache;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A cache of the results for the most recently used games, within a size limit.
pub struct Shelf {
    most: u64,
    /// The results with the text of their game; the most recently used game is last.
    games: Mutex<VecDeque<(String, Cache)>>,
}

impl Shelf {
    /// Creates an empty cache of at most `most` bytes.
    pub fn new(most: u64) -> Self {
        Shelf { most, games: Mutex::default() }
    }

    fn games(&self) -> MutexGuard<'_, VecDeque<(String, Cache)>> {
        // The list is consistent even after a panic, since each change is a single operation.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the results for a game. No other request can use them until they are put back.
    pub fn take(&self, game: &str) -> Cache {
        let mut games = self.games();
        let place = games.iter().position(|(known, _)| known == game);
        place.and_then(|place| games.remove(place)).map_or_else(Cache::default, |(_, kept)| kept)
    }

    /// Removes all results.
    pub fn clear(&self) {
        self.games().clear();
    }

    /// Stores the results for a game, evicting the least recently used games if necessary.
    pub fn put(&self, game: &str, kept: Cache) {
        let bytes = |game: &str, kept: &Cache| kept.bytes().saturating_add(game.len() as u64);
        if kept.bytes() == 0 || bytes(game, &kept) > self.most {
            return;
        }
        let mut games = self.games();
        // Another request may have stored results at the same time.
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
    use crate::{Analyst, Catalogue, NoObserver, Position, Request};

    /// Returns the results for the empty board of three rows and `columns` columns.
    fn found(columns: usize) -> Cache {
        let text = format!("domineering(\"{0}|{0}|{0}\")", ".".repeat(columns));
        let position = Position::of_expression(&Catalogue::new(), &text).unwrap();
        let mut analyst = Analyst::new(Request::default());
        analyst.analyse(&position, &NoObserver);
        analyst.into_cache()
    }

    #[test]
    fn the_least_recently_used_game_is_evicted() {
        let bytes = found(3).bytes();
        assert!(bytes > 0);
        let shelf = Shelf::new(2 * bytes + 100);
        shelf.put("a", found(3));
        shelf.put("b", found(3));
        let first = shelf.take("a");
        assert_eq!((first.bytes(), shelf.take("a").bytes()), (bytes, 0));
        shelf.put("a", first);
        shelf.put("c", found(3));
        // `b` is the least recently used.
        assert_eq!(["a", "b", "c"].map(|game| shelf.take(game).bytes()), [bytes, 0, bytes]);
        let narrow = Shelf::new(bytes - 1);
        narrow.put("a", found(3));
        assert_eq!(narrow.take("a").bytes(), 0);
    }
}
