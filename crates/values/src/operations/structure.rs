//! Games as lists of forms that refer to each other by index.

use super::Operations;
use super::error::Result;
use super::work::{Memo, Start, bottom_up};
use crate::{Dyadic, Game};

/// A game as a list of its distinct followers, with options given by index.
///
/// Equal values have equal structures, even in different arenas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The listed followers, each after its options; the game itself is the last.
    pub followers: Vec<Follower>,
}

/// A game in a [`Structure`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Follower {
    /// A number plus a multiple of up plus a nimber. Its options are not listed unless they occur elsewhere.
    Sum {
        /// The number.
        number: Dyadic,
        /// The multiple of up; negative for down.
        ups: i64,
        /// The size of the nimber.
        nimber: u128,
    },
    /// Any other game, by the indices of its options in canonical form.
    Options {
        /// The indices of Left's options.
        left: Vec<usize>,
        /// The indices of Right's options.
        right: Vec<usize>,
    },
}

/// The memory charged per follower while the list grows, in words.
const FOLLOWER_WORDS: usize = 32;

impl Operations<'_> {
    /// Returns the game as a list of forms that refer to each other by index.
    ///
    /// # Errors
    /// Returns [`OperationError::Arena`](crate::OperationError) if the arena is interrupted or the memory limit is reached.
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Follower, Operations};
    ///
    /// let arena = Arena::default();
    /// let switch = arena.form(&[arena.integer(2)?], &[arena.integer(0)?])?;
    /// let structure = Operations::new(arena.session()).structure(switch)?;
    /// let integer = |value: i64| Follower::Sum { number: Dyadic::from(value), ups: 0, nimber: 0 };
    /// let options = Follower::Options { left: vec![0], right: vec![1] };
    /// assert_eq!(structure.followers, [integer(2), integer(0), options]);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn structure(&mut self, game: Game) -> Result<Structure> {
        let mut places: Memo<Game, usize> = Memo::default();
        let bytes = std::cell::Cell::new(0);
        let mut forms = Vec::new();
        let mut sums = Vec::new();
        let work = &mut self.work;
        work.session.sort(&mut [game])?;
        // Both closures assign indices, one to each form that they list.
        let count = std::cell::Cell::new(0);
        let next = || count.replace(count.get() + 1);
        let walked = bottom_up(
            work,
            &mut places,
            game,
            |work, game| match work.session.as_number_up_star(game) {
                Some((number, ups, nimber)) => {
                    bytes.set(bytes.get() + FOLLOWER_WORDS * size_of::<usize>() + number.heap_bytes());
                    let place = next();
                    sums.push((place, Follower::Sum { number, ups, nimber }));
                    Ok(Start::Known(place))
                }
                None => work.sorted_moves(game).map(Start::From),
            },
            |work, _, moves, places| {
                bytes.set(bytes.get() + (moves.as_ref().len() + FOLLOWER_WORDS) * size_of::<usize>());
                work.check(bytes.get())?;
                let list = |options: &[Game]| options.iter().map(|option| places[option]).collect();
                let place = next();
                forms.push((
                    place,
                    Follower::Options { left: list(moves.left()), right: list(moves.right()) },
                ));
                Ok(place)
            },
        );
        work.release(places);
        walked?;
        forms.extend(sums);
        forms.sort_unstable_by_key(|(place, _)| *place);
        Ok(Structure { followers: forms.into_iter().map(|(_, form)| form).collect() })
    }
}
