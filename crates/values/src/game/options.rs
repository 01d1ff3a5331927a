//! Iterators over the options of a game.

use std::iter::FusedIterator;
use std::{ops, vec};

use super::handle::{Game, Tail};
use super::nimbers::NimberCode;
use super::number::Number;

/// An iterator over the options of a game.
#[derive(Clone, Debug)]
pub struct GameOptions(Source);

#[derive(Clone, Debug)]
enum Source {
    List(vec::IntoIter<Game>),
    /// A number plus each of the nimbers in a range.
    Nimbers(Number, ops::Range<u32>),
}

impl GameOptions {
    pub(super) fn list(options: Vec<Game>) -> GameOptions {
        GameOptions(Source::List(options.into_iter()))
    }

    pub(super) fn nimbers(number: Number, end: NimberCode) -> GameOptions {
        GameOptions(Source::Nimbers(number, 0..end.0))
    }
}

impl Iterator for GameOptions {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        match &mut self.0 {
            Source::List(options) => options.next(),
            Source::Nimbers(number, nimbers) => {
                nimbers.next().map(|size| Game { number: *number, tail: Tail::nimber(NimberCode(size)) })
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = match &self.0 {
            Source::List(options) => options.len(),
            Source::Nimbers(_, nimbers) => nimbers.len(),
        };
        (length, Some(length))
    }
}

impl ExactSizeIterator for GameOptions {}

impl FusedIterator for GameOptions {}
