//! Sums that are evaluated lazily, when a canonical form is needed.

use super::error::{EvaluationError, Result, refused};
use std::collections::BTreeMap;
use std::sync::Arc;
use winways_values::{Charge, Game, OperationError, Session};

/// A game, possibly as an unevaluated sum.
#[derive(Clone, Debug)]
pub(super) enum Terms {
    /// A canonical form.
    One(Game),
    /// A sum of more than one term.
    Sum(Arc<Sum>),
}

/// An unevaluated sum.
///
/// Numbers, ups and nimbers are added immediately. Every other term is shifted by the midpoint of its stops. Two games that
/// differ by a number thus become the same term, and a term cancels with its negative.
#[derive(Debug)]
pub(super) struct Sum {
    plain: Game,
    /// The number of copies of each term. A game and its negative share an entry, whose key is the greater of the two handles.
    others: BTreeMap<Game, i64>,
    /// The memory charge for the terms.
    charge: Charge,
}

/// The approximate memory of a term in the map, or of an empty sum, in bytes.
const TERM_BYTES: u64 = 64;

impl Terms {
    pub(super) fn of(game: Game) -> Self {
        Terms::One(game)
    }

    /// Returns the sum of `self` and `other`.
    pub(super) fn plus(self, session: &mut Session<'_>, other: Terms) -> Result<Self> {
        if let (Terms::One(some), Terms::One(other)) = (&self, &other)
            && [*some, *other].into_iter().all(|game| session.as_number_up_star(game).is_some())
        {
            return Ok(Terms::One(session.add(*some, *other)?));
        }
        let (mut sum, mut less) = (self.split(session)?, other.split(session)?);
        if sum.others.len() < less.others.len() {
            std::mem::swap(&mut sum, &mut less);
        }
        sum.plain = session.add(sum.plain, less.plain)?;
        for (term, count) in less.others {
            sum.count(session, term, count)?;
        }
        sum.joined(session)
    }

    pub(super) fn negative(self, session: &mut Session<'_>) -> Result<Self> {
        Ok(match self {
            Terms::One(game) => Terms::One(-game),
            Terms::Sum(sum) => {
                let mut sum = Sum::own(sum, session)?;
                sum.negate();
                Terms::Sum(Arc::new(sum))
            }
        })
    }

    /// Returns the sum of `factor` copies of `self`.
    pub(super) fn times(self, session: &mut Session<'_>, factor: i64) -> Result<Self> {
        let sum = self.split(session)?;
        let plain = session.multiple(factor, sum.plain)?;
        let mut copies = Sum::new(session, plain)?;
        for (term, count) in sum.others {
            copies.count(session, term, count.checked_mul(factor).ok_or_else(too_many)?)?;
        }
        copies.joined(session)
    }

    /// Returns the canonical form.
    pub(super) fn canonical(&self, session: &mut Session<'_>) -> Result<Game> {
        match self {
            Terms::One(game) => Ok(*game),
            Terms::Sum(sum) => {
                // The plain part is added last, so that only one addition involves it.
                let mut total = Game::ZERO;
                for (term, count) in sum.others() {
                    let copies = session.multiple(count, term)?;
                    total = session.add(total, copies)?;
                }
                Ok(session.add(total, sum.plain)?)
            }
        }
    }

    fn split(self, session: &mut Session<'_>) -> Result<Sum> {
        let game = match self {
            Terms::Sum(sum) => return Sum::own(sum, session),
            Terms::One(game) => game,
        };
        if session.as_number_up_star(game).is_some() {
            return Sum::new(session, game);
        }
        let centre = (session.left_stop(game) + session.right_stop(game)).halve();
        let centre = session.number(&centre)?;
        let mut sum = Sum::new(session, centre)?;
        let rest = session.sub(game, centre)?;
        sum.count(session, rest, 1)?;
        Ok(sum)
    }
}

impl Sum {
    fn new(session: &mut Session<'_>, plain: Game) -> Result<Sum> {
        Ok(Sum { plain, others: BTreeMap::new(), charge: session.charge(TERM_BYTES)? })
    }

    /// Returns the sum itself if it is not shared, and otherwise a copy.
    pub(super) fn own(sum: Arc<Sum>, session: &mut Session<'_>) -> Result<Sum> {
        Arc::try_unwrap(sum).or_else(|sum| {
            session.spend(sum.others.len())?;
            let charge = session.charge((sum.others.len() as u64 + 1) * TERM_BYTES)?;
            Ok(Sum { plain: sum.plain, others: sum.others.clone(), charge })
        })
    }

    /// Returns the sum of all numbers, ups and nimbers.
    pub(super) fn plain(&self) -> Game {
        self.plain
    }

    /// Returns the other terms with their counts. No term is the negative of another.
    pub(super) fn others(&self) -> impl Iterator<Item = (Game, i64)> + '_ {
        self.others.iter().map(|(term, count)| (*term, *count))
    }

    fn negate(&mut self) {
        self.plain = -self.plain;
        for count in self.others.values_mut() {
            *count = -*count;
        }
    }

    fn count(&mut self, session: &mut Session<'_>, term: Game, count: i64) -> Result<()> {
        session.spend(1)?;
        let (key, count) = if term < -term { (-term, -count) } else { (term, count) };
        let total = self.others.get(&key).copied().unwrap_or(0).checked_add(count).ok_or_else(too_many)?;
        // Two copies of a game that is its own negative are zero.
        let total = if -key == key { total % 2 } else { total };
        match total {
            0 => self.others.remove(&key),
            // The negative must also fit in 64 bits.
            i64::MIN => return Err(too_many()),
            _ => {
                let bytes = (self.others.len() as u64 + 2) * TERM_BYTES;
                let more = bytes.saturating_sub(self.charge.bytes());
                session.enlarge_charge(&mut self.charge, more)?;
                self.others.insert(key, total)
            }
        };
        Ok(())
    }

    /// Converts to a single game if no addition of forms is needed.
    fn joined(self, session: &mut Session<'_>) -> Result<Terms> {
        let mut others = self.others();
        match (others.next(), others.next()) {
            (None, _) => Ok(Terms::One(self.plain)),
            (Some((term, count @ (1 | -1))), None) if session.as_number(self.plain).is_some() => {
                let term = if count == 1 { term } else { -term };
                Ok(Terms::One(session.add(self.plain, term)?))
            }
            _ => {
                drop(others);
                Ok(Terms::Sum(Arc::new(self)))
            }
        }
    }
}

fn too_many() -> EvaluationError {
    refused(OperationError::TooLarge)
}
