//! Thermographs.

use std::cmp::Ordering;

use super::error::Result;
use super::wall::{Breakpoint, Sample, Samples, Wall};
use super::work::{Memo, Moves, Start, TrackedSession};
use crate::{Dyadic, Game};

/// The thermograph of a game: the results for Left and Right if every move costs as much as the temperature.
///
/// The walls are exact down to the temperature −1. At and above the temperature of the game, both walls are the mast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// Creates the thermograph with walls through the given points, by ascending temperature from −1 to the foot of the mast,
    /// which is the last point of both walls. Returns `None` if the points do not form two walls with a common foot.
    ///
    /// ```
    /// use winways_values::{Breakpoint, Dyadic, Thermograph};
    ///
    /// // {3|1}
    /// let point = |temperature: i64, value: i64| Breakpoint { temperature: temperature.into(), value: value.into() };
    /// let thermograph = Thermograph::of_walls([point(-1, 4), point(1, 2)], [point(-1, 0), point(1, 2)]).unwrap();
    /// assert_eq!(thermograph.left_wall().at(&Dyadic::from(0)), Some(Dyadic::from(3)));
    /// assert_eq!(thermograph.mean(), &Dyadic::from(2));
    /// ```
    #[must_use]
    pub fn of_walls(
        left: impl IntoIterator<Item = Breakpoint>,
        right: impl IntoIterator<Item = Breakpoint>,
    ) -> Option<Thermograph> {
        let (left, right) = (Wall::through(left), Wall::through(right));
        let is_wall = |wall: &Wall| {
            let points = wall.breakpoints();
            points.first().is_some_and(|first| first.temperature == Dyadic::from(-1))
                && points.windows(2).all(|pair| pair[0].temperature < pair[1].temperature)
        };
        let is_thermograph = is_wall(&left) && is_wall(&right) && left.last() == right.last();
        is_thermograph.then_some(Thermograph { left, right })
    }

    /// Returns the left wall.
    #[must_use]
    pub fn left_wall(&self) -> &Wall {
        &self.left
    }

    /// Returns the right wall.
    #[must_use]
    pub fn right_wall(&self) -> &Wall {
        &self.right
    }

    /// Returns the position of the mast: the mean of the game.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        &self.left.last().value
    }

    /// Returns the temperature at which the mast begins: the temperature of the game.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        &self.left.last().temperature
    }

    /// Creates the thermograph of an integer, which is a mast all the way down.
    fn integer(value: Dyadic) -> Thermograph {
        let wall = Wall::through([point(-1, value)]);
        Thermograph { left: wall.clone(), right: wall }
    }

    /// Creates the thermograph of a number plus ups plus a nimber from the thermograph of the number. The sum must not
    /// be a number.
    ///
    /// The temperature is 0. Below it, the best move of each player is to the number. However, if `ups` is positive and the
    /// infinitesimal is not ↑*, Right's best move is to a game in which Left then moves to the number. Negative `ups`
    /// mirror this.
    fn number_up_star(number: &Thermograph, ups: i64, nimber: u128) -> Thermograph {
        let is_plain = ups == 0 || ups.abs() == 1 && nimber == 1;
        let foot = Breakpoint { temperature: Dyadic::ZERO, value: number.mean().clone() };
        let wall = |of_number: &Wall, lean: i64| {
            let points = of_number.breakpoints().iter().map(|Breakpoint { temperature, value }| Breakpoint {
                temperature: temperature.clone(),
                value: value + temperature * Dyadic::from(lean),
            });
            Wall::through(points.chain([foot.clone()]))
        };
        match ups.signum() {
            1 if !is_plain => Thermograph { left: wall(&number.right, -1), right: wall(&number.right, 0) },
            -1 if !is_plain => Thermograph { left: wall(&number.left, 0), right: wall(&number.left, 1) },
            _ => Thermograph { left: wall(&number.right, -1), right: wall(&number.left, 1) },
        }
    }

    /// Creates the thermograph from the leftmost right wall of Left's options and the rightmost left wall of Right's
    /// options. Its walls are these two walls, each shifted towards the other by the temperature, up to the point where
    /// they meet.
    fn from_options(outer_left: &Wall, outer_right: &Wall) -> Thermograph {
        let mut walls = [Vec::new(), Vec::new()];
        let mut before: Option<Sample> = None;
        let samples = Samples::of(outer_left, outer_right).map(|sample| Sample {
            first: sample.first - &sample.temperature,
            second: sample.second + &sample.temperature,
            ..sample
        });
        let mut foot = None;
        for sample in samples {
            if sample.first <= sample.second {
                foot = Some(meeting(before.as_ref(), sample));
                break;
            }
            let Sample { temperature, first, second } = &sample;
            walls[0].push(Breakpoint { temperature: temperature.clone(), value: first.clone() });
            walls[1].push(Breakpoint { temperature: temperature.clone(), value: second.clone() });
            before = Some(sample);
        }
        // Above the last breakpoint, the walls lean towards each other.
        let foot = foot.or_else(|| {
            let Sample { temperature, first, second } = before?;
            let half = (&first - &second).halve();
            Some(Breakpoint { temperature: temperature + &half, value: second + half })
        });
        let [left, right] = walls.map(|wall| Wall::through(wall.into_iter().chain(foot.clone())));
        Thermograph { left, right }
    }

    fn bytes(&self) -> usize {
        self.left.bytes() + self.right.bytes()
    }
}

fn point(temperature: i64, value: Dyadic) -> Breakpoint {
    Breakpoint { temperature: temperature.into(), value }
}

/// Returns the lowest point between two samples at which the first wall is not greater than the second.
fn meeting(before: Option<&Sample>, sample: Sample) -> Breakpoint {
    let Sample { temperature, first, second } = sample;
    let Some(before) = before.filter(|_| first != second) else {
        return Breakpoint { temperature, value: first };
    };
    let (distance, overlap) = (&before.first - &before.second, &second - &first);
    let both_lean = &distance + overlap > &temperature - &before.temperature;
    let height = if both_lean { distance.halve() } else { distance };
    let value = if second == before.second { second } else { &before.second + &height };
    Breakpoint { temperature: &before.temperature + height, value }
}

pub(super) fn start(work: &mut TrackedSession<'_>, game: Game) -> Result<Start<Thermograph, Moves>> {
    match work.session.as_number_up_star(game) {
        Some((number, 0, 0)) if number.is_integer() => Ok(Start::Known(Thermograph::integer(number))),
        Some((number, ups, nimber)) if (ups, nimber) != (0, 0) => {
            Ok(Start::From(Moves::only(work.session.number(&number)?)))
        }
        _ => work.moves(game).map(Start::From),
    }
}

pub(super) fn finish(
    work: &mut TrackedSession<'_>,
    game: Game,
    moves: &Moves,
    known: &Memo<Game, Thermograph>,
) -> Result<Thermograph> {
    if let Some((_, ups, nimber)) = work.session.as_number_up_star(game)
        && (ups, nimber) != (0, 0)
    {
        return Ok(Thermograph::number_up_star(&known[&moves.left()[0]], ups, nimber));
    }
    let left = moves.left().iter().map(|option| &known[option].right);
    let right = moves.right().iter().map(|option| &known[option].left);
    let left = outermost(work, left, Ordering::Greater)?;
    let right = outermost(work, right, Ordering::Less)?;
    let thermograph = match (left, right) {
        (Some(left), Some(right)) => Thermograph::from_options(&left, &right),
        // Only integers lack options of a player, and they are handled above.
        _ => Thermograph::integer(Dyadic::ZERO),
    };
    work.take(thermograph.bytes())?;
    Ok(thermograph)
}

fn outermost<'wall>(
    work: &mut TrackedSession<'_>,
    mut walls: impl Iterator<Item = &'wall Wall>,
    side: Ordering,
) -> Result<Option<Wall>> {
    let Some(first) = walls.next() else { return Ok(None) };
    let mut outermost = first.clone();
    for wall in walls {
        work.check(outermost.bytes() + wall.bytes())?;
        work.session.spend(outermost.len() + wall.len())?;
        outermost = outermost.outermost(wall, side);
    }
    Ok(Some(outermost))
}
