//! All followers of a game, and properties that depend on them.

use std::collections::{BTreeSet, HashSet};

use dashu_int::IBig;
use foldhash::fast::FixedState;

use super::Operations;
use super::error::Result;
use super::work::TrackedSession;
use crate::{Dyadic, Game};

/// The set of followers of a game.
#[derive(Debug)]
pub(super) struct Followers {
    /// The followers that are neither integers nor nimbers.
    pub(super) others: HashSet<Game, FixedState>,
    /// The greatest and the least integer among the followers, or 0 if there is none above or below 0. All integers
    /// between them are followers too.
    pub(super) integers: [Dyadic; 2],
    /// The size of the greatest nimber among the followers. All smaller nimbers are followers too.
    pub(super) nimber: u128,
}

impl TrackedSession<'_> {
    /// Returns all followers, including the game itself.
    pub(super) fn followers(&mut self, game: Game) -> Result<Followers> {
        let mut followers =
            Followers { others: HashSet::default(), integers: [Dyadic::ZERO, Dyadic::ZERO], nimber: 0 };
        let mut open = vec![game];
        while let Some(game) = open.pop() {
            match self.session.as_number_up_star(game) {
                Some((number, 0, 0)) if number.is_integer() => {
                    let [greatest, least] = &mut followers.integers;
                    if &number > greatest {
                        *greatest = number;
                    } else if &number < least {
                        *least = number;
                    }
                }
                Some((number, 0, nimber)) if number.is_zero() => {
                    followers.nimber = followers.nimber.max(nimber);
                }
                _ if followers.others.insert(game) => {
                    // Covers the set while it grows, and the stack.
                    self.check(followers.others.len() * 4 * size_of::<Game>() + open.len() * 48)?;
                    open.extend_from_slice(self.moves(game)?.as_ref());
                }
                _ => {}
            }
        }
        Ok(followers)
    }

    /// Returns the sizes of all nimbers that are terms of followers, with those that differ from them by star. Of the nimbers
    /// that are followers themselves, only 0, star and the greatest are included.
    pub(super) fn nimbers_of_followers(&mut self, game: Game) -> Result<BTreeSet<u128>> {
        let followers = self.followers(game)?;
        let mut sizes = BTreeSet::from([0, 1, followers.nimber, followers.nimber ^ 1]);
        for other in followers.others {
            if let Some((_, _, nimber)) = self.session.as_number_up_star(other) {
                sizes.extend([nimber, nimber ^ 1]);
            }
        }
        Ok(sizes)
    }
}

impl Operations<'_> {
    /// Returns the number of distinct followers of the canonical form, including the game itself.
    ///
    /// # Errors
    /// [`OperationError::Arena`](crate::OperationError).
    ///
    /// ```
    /// use winways_values::{Arena, Dyadic, Operations};
    ///
    /// let arena = Arena::default();
    /// let (nimber, million) = (arena.nimber(14)?, arena.integer(1_000_000)?);
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.follower_count(nimber)?, Dyadic::from(15));
    /// assert_eq!(operations.follower_count(million)?, Dyadic::from(1_000_001));
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn follower_count(&mut self, game: Game) -> Result<Dyadic> {
        let Followers { others, integers: [greatest, least], nimber } = self.work.followers(game)?;
        // Zero counts both as an integer and as a nimber.
        let count = IBig::from(others.len()) + nimber + 1;
        Ok(Dyadic::from_big(count, 0) + greatest - least)
    }
}
