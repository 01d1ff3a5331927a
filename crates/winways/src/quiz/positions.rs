//! Generates random positions for exercises and puzzles.

use super::exercise::{MOST, Topic};
use super::source::{BOARDS, Source};
use crate::playing::{moves_of, other, stated_player};
use crate::{Catalogue, Position};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;
use winways_kit::{AnyGame, RankedPosition};
use winways_rules::Player;
use winways_solve::NoObserver;

/// The maximum number of moves of a random match.
const LONGEST_WALK: usize = 400;

/// A generator of random positions, determined by a seed.
pub(super) struct RandomPositions {
    random: SplitMix64,
    catalogue: Catalogue,
    /// The number of positions visited in random matches.
    visited: u64,
}

impl RandomPositions {
    pub(super) fn new(seed: u64) -> RandomPositions {
        RandomPositions { random: SplitMix64::seed_from_u64(seed), catalogue: Catalogue::new(), visited: 0 }
    }

    pub(super) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Returns the number of positions visited in random matches so far.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns a random position of a source. For [`Source::Usual`], the topic determines the games.
    pub(super) fn draw(
        &mut self,
        source: &Source,
        topic: Topic,
        size: u64,
    ) -> Option<(Arc<dyn AnyGame>, Position)> {
        let (game, text) = match source {
            Source::Usual => {
                let (name, text) = self.position(topic, size);
                (self.catalogue.game(&name).ok()?, text)
            }
            Source::Boards(game) => {
                let game = game.clone();
                let text = self.board(&game.name(), size);
                (game, text)
            }
            Source::Heaps(game) => (game.clone(), self.heaps(size)),
            Source::Walk(game, start) => {
                let (game, start) = (game.clone(), start.copy());
                return Some((game, self.walk(start, size)?));
            }
        };
        let position = Position::of_game(&*game, &text).ok()?;
        Some((game, position))
    }

    /// Returns a position a few moves before the end of a random match.
    fn walk(&mut self, start: Position, size: u64) -> Option<Position> {
        let mut seen = vec![start];
        let mut player = if self.below(2) == 0 { Player::Left } else { Player::Right };
        for _ in 0..LONGEST_WALK {
            let now = seen.last()?;
            player = stated_player(now).unwrap_or(player);
            let has_ended = |ranked: &dyn RankedPosition| ranked.end(ranked.about().play).is_some();
            if now.ranked().is_some_and(has_ended) {
                break;
            }
            let moves = moves_of(now, player, &NoObserver).ok()?;
            self.visited += 1;
            if moves.is_empty() {
                break;
            }
            let step = &moves[self.below(moves.len() as u64) as usize];
            let after = now.after(step);
            seen.push(after);
            player = other(player);
        }
        let back = 2 + self.below(2 + size);
        let place = seen.len().saturating_sub(1 + back as usize);
        seen.into_iter().nth(place)
    }

    /// Returns random heaps in ascending order.
    fn heaps(&mut self, size: u64) -> String {
        let count = 1 + self.below(2 + size / MOST);
        let mut heaps: Vec<u64> = (0..count).map(|_| 1 + self.below(5 + size)).collect();
        heaps.sort_unstable();
        heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Returns the name of a random game for a topic, and the text of a random position.
    fn position(&mut self, topic: Topic, size: u64) -> (String, String) {
        let impartial = ["nim", "kayles", "subtract{1,2,3}", "wythoff", "lasker", "dawson-kayles"];
        let is_impartial = match topic {
            Topic::Winner | Topic::Move => self.below(2) == 0,
            Topic::NimValue => true,
            Topic::Number | Topic::Heat | Topic::Form | Topic::Comparison => false,
        };
        if is_impartial {
            let name = impartial[self.below(impartial.len() as u64) as usize];
            if name == "wythoff" {
                let heaps = [1 + self.below(5 + size), 1 + self.below(5 + size)];
                return (name.to_owned(), format!("{} {}", heaps[0].min(heaps[1]), heaps[0].max(heaps[1])));
            }
            return (name.to_owned(), self.heaps(size));
        }
        if topic == Topic::Number && self.below(3) > 0 {
            let stalks: Vec<String> = (0..1 + self.below(2)).map(|_| self.word("LR", 1 + size)).collect();
            return ("red-blue-stalks".to_owned(), stalks.join(" "));
        }
        let name = BOARDS[self.below(BOARDS.len() as u64) as usize];
        (name.to_owned(), self.board(name, size))
    }

    fn board(&mut self, name: &str, size: u64) -> String {
        let letters = match name {
            "clobber" => "xoxo.",
            "toads-and-frogs" => return self.word("tf..", 4 + size),
            "domineering" => "....#",
            _ => "...#",
        };
        let (rows, columns) = (1 + self.below(2 + size / 3), 2 + self.below(2));
        let rows: Vec<String> = (0..rows).map(|_| self.exact_word(letters, columns)).collect();
        rows.join("|")
    }

    /// Returns a random position of a source, large enough for a puzzle.
    pub(super) fn draw_rich(&mut self, source: &Source, size: u64) -> Option<(Arc<dyn AnyGame>, Position)> {
        let game = source.game()?.clone();
        let text = match game.name().as_str() {
            "domineering" => self.cells("......#", (3, 3 + size.min(6) / 3)),
            "cram" => self.cells("....#", (3, 3)),
            "col" | "snort" => self.cells("....xo#", (2, 3 + size.min(6) / 3)),
            // The rows of a bar, starting with the lowest row.
            "chomp" => {
                let mut rows: Vec<u64> = (0..2 + self.below(3)).map(|_| 1 + self.below(5)).collect();
                rows.sort_unstable_by(|one, other| other.cmp(one));
                if rows.len() == 2 {
                    rows.push(1);
                }
                rows.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
            }
            "clobber" => self.cells("xoxo.", (3, 3 + size.min(3) / 3)),
            "toads-and-frogs" => self.exact_word("tttfff..", 7 + size.min(5)),
            "hackenbush" => self.trees(4 + size.min(5), "rbg"),
            "red-blue-trees" => self.trees(4 + size.min(6), "rb"),
            _ => return self.draw(source, Topic::Move, size),
        };
        let position = Position::of_game(&*game, &text).ok()?;
        Some((game, position))
    }

    /// Returns a board of random cells.
    fn cells(&mut self, letters: &str, (rows, columns): (u64, u64)) -> String {
        let rows: Vec<String> = (0..rows).map(|_| self.exact_word(letters, columns)).collect();
        rows.join("|")
    }

    /// Returns random trees rooted on the ground, with edges of random colours.
    fn trees(&mut self, edges: u64, colours: &str) -> String {
        let edge = |number: u64| {
            // About every third edge is attached to the ground.
            let below = if number == 1 || self.below(3) == 0 { 0 } else { 1 + self.below(number - 1) };
            format!("{below}-{number}:{}", self.exact_word(colours, 1))
        };
        (1..=edges).map(edge).collect::<Vec<_>>().join(" ")
    }

    /// Returns a random word of at least two letters.
    fn word(&mut self, letters: &str, more: u64) -> String {
        let length = 2 + self.below(more);
        self.exact_word(letters, length)
    }

    fn exact_word(&mut self, letters: &str, length: u64) -> String {
        let letters = letters.as_bytes();
        (0..length).map(|_| char::from(letters[self.below(letters.len() as u64) as usize])).collect()
    }

    /// Returns a random number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }
}
