//! Computes properties of sums from their terms, without the canonical form of the sum.
//!
//! * Means add. The temperature of a sum is at most the highest temperature of a term, and equals it if only one
//!   term is that hot: if t(G) > t(H), then t(G) ≤ max(t(G+H), t(−H)) implies t(G+H) = t(G).
//! * The left stop is at least the mean. It is at most the mean plus the temperature, and at most the sum of the
//!   left stops.
//! * A switch ±x is the best move for either player in ±x + K if x is large enough for K. For Left, this means x + K ≥ ±x +
//!   K^L, that is, {2x|0} + K − K^L ≥ 0: Left must win if Right moves first. Left answers Right's move to 0 with K → K^L. Left
//!   answers Right's moves in K − K^L with 2x, which suffices if K^L ≤ K^R + 2x and K^LL ≤ K + 2x for all options. If K is a
//!   sum, the terms in which nobody has moved cancel. The inequalities hold if the stops satisfy them strictly. Best play
//!   therefore takes the switches in order, hottest first, until another term is as hot.
//! * Infinitesimals change no stop.
//!
//! Sources: Berlekamp, Conway and Guy, *Winning Ways* (second edition 2001), chapter 6; Siegel, *Combinatorial Game
//! Theory* (2013), chapter II.5.

use super::error::{Result, refused};
use super::terms::{Sum, Terms};
use winways_values::{
    ArenaError, Charge, Dyadic, Game, GameOptions, GameOutcome, Operations, Relation, Session,
};

/// A term that is not the sum of a number, ups and a nimber. It is shifted so that its stops are symmetric about
/// zero.
struct Term {
    game: Game,
    /// The number of copies; negative for copies of the negative.
    count: i64,
    /// The mean of all copies.
    mean: Dyadic,
    temperature: Dyadic,
    /// The sum of the left stops of all copies, which is minus the sum of the right stops.
    stop: Dyadic,
    /// Playing a switch ±x with x greater than this bound is at least as good as any move in the term.
    dominated_above: Dyadic,
    is_switch: bool,
}

/// A sum in play, from the point of view of the player to move, who plays as Left.
struct Play {
    plain: Game,
    /// The switches, hottest last.
    switches: Vec<Term>,
    others: Vec<Term>,
    /// The memory charge for the terms.
    charge: Charge,
}

/// The memory of a [`Term`] in a growing list, in bytes.
const TERM_BYTES: u64 = 3 * size_of::<Term>() as u64;

/// The number of steps charged for a term in a computation of bounds.
const TERM_STEPS: usize = 4;

/// Returns the mean.
pub(super) fn mean(operations: &mut Operations<'_>, terms: &Terms) -> Result<Dyadic> {
    let sum = match terms {
        Terms::One(game) => return operations.mean(*game).map_err(refused),
        Terms::Sum(sum) => sum,
    };
    let mut mean = operations.session().left_stop(sum.plain());
    for (term, count) in sum.others() {
        mean = mean + operations.mean(term).map_err(refused)? * Dyadic::from(count);
    }
    Ok(mean)
}

/// Returns the temperature. Adds the hottest terms until all other terms are colder than their sum; the temperature of that sum
/// is the result.
pub(super) fn temperature(operations: &mut Operations<'_>, terms: &Terms) -> Result<Dyadic> {
    let sum = match terms {
        Terms::One(game) => return operations.temperature(*game).map_err(refused),
        Terms::Sum(sum) => sum,
    };
    let mut parts = vec![(operations.temperature(sum.plain()).map_err(refused)?, sum.plain(), 1)];
    for (term, count) in sum.others() {
        parts.push((operations.temperature(term).map_err(refused)?, term, count));
    }
    parts.sort_by(|some, other| other.0.cmp(&some.0));
    let (mut hottest, mut temperature) = (Game::ZERO, Dyadic::from(-1));
    for (at, term, count) in parts {
        if temperature > at {
            break;
        }
        let copies = operations.session().multiple(count, term)?;
        hottest = operations.session().add(hottest, copies)?;
        temperature = operations.temperature(hottest).map_err(refused)?;
    }
    Ok(temperature)
}

/// Returns the outcome.
pub(super) fn outcome(operations: &mut Operations<'_>, terms: &Terms) -> Result<GameOutcome> {
    let sum = match terms {
        Terms::One(game) => return Ok(operations.session().outcome(*game)),
        Terms::Sum(sum) => sum,
    };
    let left = Play::of(operations, sum, false)?.mover_wins(operations)?;
    let right = Play::of(operations, sum, true)?.mover_wins(operations)?;
    Ok(GameOutcome::of(left, right))
}

/// Compares two sums.
pub(super) fn compare(operations: &mut Operations<'_>, some: Terms, other: Terms) -> Result<Relation> {
    let other = other.negative(operations.session())?;
    let difference = some.plus(operations.session(), other)?;
    Ok(match outcome(operations, &difference)? {
        GameOutcome::Left => Relation::Greater,
        GameOutcome::Right => Relation::Less,
        GameOutcome::Next => Relation::Confused,
        GameOutcome::Previous => Relation::Equal,
    })
}

/// Returns the left stop.
pub(super) fn left_stop(operations: &mut Operations<'_>, terms: &Terms) -> Result<Dyadic> {
    match terms {
        Terms::One(game) => Ok(operations.session().left_stop(*game)),
        Terms::Sum(sum) => Play::of(operations, sum, false)?.stop(operations),
    }
}

/// Returns the right stop.
pub(super) fn right_stop(operations: &mut Operations<'_>, terms: &Terms) -> Result<Dyadic> {
    match terms {
        Terms::One(game) => Ok(operations.session().right_stop(*game)),
        Terms::Sum(sum) => Ok(-Play::of(operations, sum, true)?.stop(operations)?),
    }
}

impl Play {
    /// Creates the sum or its negative, from the point of view of the player to move.
    fn of(operations: &mut Operations<'_>, terms: &Sum, is_negative: bool) -> Result<Play> {
        let plain = if is_negative { -terms.plain() } else { terms.plain() };
        let charge = operations.session().charge(0)?;
        let mut sum = Play { plain, switches: Vec::new(), others: Vec::new(), charge };
        for (game, count) in terms.others() {
            operations.session().enlarge_charge(&mut sum.charge, TERM_BYTES)?;
            let term = Term::of(operations, game, if is_negative { -count } else { count })?;
            if term.is_switch { &mut sum.switches } else { &mut sum.others }.push(term);
        }
        sum.switches.sort_by(|some, other| some.stop.cmp(&other.stop));
        Ok(sum)
    }

    /// Returns `true` if Left wins moving first.
    fn mover_wins(mut self, operations: &mut Operations<'_>) -> Result<bool> {
        let mut is_left = true;
        loop {
            // If Left moves first here, the stop lies between these bounds.
            let [least, greatest] = self.bounds(operations)?;
            if least > Dyadic::ZERO {
                return Ok(is_left);
            }
            if greatest < Dyadic::ZERO {
                return Ok(!is_left);
            }
            if !self.play_switch(operations.session())? {
                let outcome = self.canonical(operations.session())?;
                return Ok(operations.session().outcome(outcome).left_wins_first() == is_left);
            }
            is_left = !is_left;
        }
    }

    /// Returns the left stop.
    fn stop(mut self, operations: &mut Operations<'_>) -> Result<Dyadic> {
        self.others.retain(|term| !term.stop.is_zero());
        let number = operations.session().left_stop(self.plain);
        self.plain = operations.session().number(&number)?;
        let mut is_left = true;
        loop {
            let [least, greatest] = self.bounds(operations)?;
            let stop = if least == greatest {
                least
            } else if self.play_switch(operations.session())? {
                is_left = !is_left;
                continue;
            } else {
                let game = self.canonical(operations.session())?;
                operations.session().left_stop(game)
            };
            return Ok(if is_left { stop } else { -stop });
        }
    }

    /// Returns a lower and an upper bound for the left stop.
    fn bounds(&self, operations: &mut Operations<'_>) -> Result<[Dyadic; 2]> {
        operations.session().spend((self.switches.len() + self.others.len()) * TERM_STEPS)?;
        let number = operations.session().left_stop(self.plain);
        let terms = || self.switches.iter().chain(&self.others);
        let mean = terms().fold(number.clone(), |sum, term| sum + &term.mean);
        let stops = terms().fold(number, |sum, term| sum + &term.stop);
        let heat = terms().map(|term| &term.temperature).max().cloned().unwrap_or(Dyadic::ZERO);
        let greatest = stops.min(&mean + &heat);
        Ok([mean, greatest])
    }

    /// Plays the hottest switch if that is the best move, and negates the sum so that the other player is to move as Left.
    /// Returns `true` if the switch was played.
    fn play_switch(&mut self, session: &mut Session<'_>) -> Result<bool> {
        let Some(switch) = self.switches.last() else { return Ok(false) };
        if self.others.iter().any(|term| term.dominated_above >= switch.stop) {
            return Ok(false);
        }
        let gain = session.number(&switch.stop)?;
        self.switches.pop();
        self.plain = -session.add(self.plain, gain)?;
        for term in &mut self.others {
            term.count = -term.count;
            term.mean = -&term.mean;
        }
        Ok(true)
    }

    fn canonical(&self, session: &mut Session<'_>) -> Result<Game> {
        let mut sum = Game::ZERO;
        for term in self.switches.iter().chain(&self.others) {
            let copies = session.multiple(term.count, term.game)?;
            sum = session.add(sum, copies)?;
        }
        Ok(session.add(sum, self.plain)?)
    }
}

impl Term {
    fn of(operations: &mut Operations<'_>, game: Game, count: i64) -> Result<Term> {
        let factor = Dyadic::from(count);
        let mean = operations.mean(game).map_err(refused)? * &factor;
        let temperature = operations.temperature(game).map_err(refused)?;
        let session = operations.session();
        let stop = session.left_stop(game);
        let left: Vec<Game> = session.left_options(game)?.collect();
        let right: Vec<Game> = session.right_options(game)?.collect();
        let mut is_number =
            |options: &[Game]| matches!(options, [only] if session.as_number(*only).is_some());
        let is_switch = is_number(&left) && is_number(&right);
        let dominated_above = match is_switch {
            true => stop.clone(),
            false => dominated_above(session, &stop, &left, &right)?,
        };
        let stop = &stop * if factor.sign().is_lt() { -factor } else { factor };
        Ok(Term { game, count, mean, temperature, stop, dominated_above, is_switch })
    }
}

/// Returns a bound above which every x satisfies K^L < K^R + 2x, K^LL < K + 2x and K^RR > K − 2x. The bound is computed from
/// the stops.
fn dominated_above(
    session: &mut Session<'_>,
    stop: &Dyadic,
    left: &[Game],
    right: &[Game],
) -> Result<Dyadic> {
    let mut highest = left.iter().map(|option| session.left_stop(*option)).max().unwrap_or_default();
    let mut lowest = right.iter().map(|option| session.right_stop(*option)).min().unwrap_or_default();
    let gap = &highest - &lowest;
    for option in left {
        for second in second_moves(session, *option, |s, g| s.left_options(g))? {
            highest = highest.max(session.left_stop(second));
        }
    }
    for option in right {
        for second in second_moves(session, *option, |s, g| s.right_options(g))? {
            lowest = lowest.min(session.right_stop(second));
        }
    }
    Ok(gap.max(highest + stop).max(stop - lowest).halve())
}

/// Returns the options of one player. Returns no options for the sum of a number, ups and a nimber, since they do not change
/// the bound.
fn second_moves(
    session: &mut Session<'_>,
    game: Game,
    options: fn(&mut Session<'_>, Game) -> std::result::Result<GameOptions, ArenaError>,
) -> Result<Vec<Game>> {
    match session.as_number_up_star(game) {
        Some(_) => Ok(Vec::new()),
        None => Ok(options(session, game)?.collect()),
    }
}
