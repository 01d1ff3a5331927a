//! Thermographs of stoppers.

use super::{Form, Loopies, Stopper};
use crate::graph::{Graph, PLAYERS, components};
use std::cmp::Ordering;
use winways_solve::{Ledger, StopReason};
use winways_values::{Breakpoint, Dyadic, Thermograph};

/// A line above a temperature. Lines are ordered by their values just above this temperature.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// The sign of an infinite line, −1 or 1, or 0 for a line of numbers.
    infinity: i64,
    /// The number at the temperature.
    value: Dyadic,
    /// The change of the number for each unit of temperature: −1, 0 or 1.
    slope: i64,
}

impl Line {
    fn vertical(value: Dyadic) -> Line {
        Line { infinity: 0, value, slope: 0 }
    }

    fn infinite(infinity: i64) -> Line {
        Line { infinity, value: Dyadic::ZERO, slope: 0 }
    }

    /// Returns the result of a move to this line at the cost of the temperature.
    fn after_move(&self, place: usize, temperature: &Dyadic) -> Line {
        let sign = if place == 0 { -1 } else { 1 };
        let value = &self.value + temperature * Dyadic::from(sign);
        if self.infinity == 0 { Line { infinity: 0, value, slope: self.slope + sign } } else { self.clone() }
    }

    /// Returns the distance to the temperature at which a lower line meets this line, if they meet.
    fn distance_to(&self, lower: &Line) -> Option<Dyadic> {
        let distance = &self.value - &lower.value;
        match lower.slope - self.slope {
            1 if self.infinity == 0 && lower.infinity == 0 => Some(distance),
            2 if self.infinity == 0 && lower.infinity == 0 => Some(distance.halve()),
            _ => None,
        }
    }
}

/// The stops of the followers of a stopper, cooled by a rising temperature.
struct Cooling<'c> {
    graph: &'c Graph,
    temperature: Dyadic,
    /// The masts of the followers that have become numbers.
    masts: Vec<Option<Line>>,
    /// The stops by state, where a state is 2·vertex + the index of the player to move.
    stops: Vec<Line>,
    /// The states, each after its options. Alternating play in a stopper is finite.
    order: Vec<u32>,
}

impl Loopies {
    /// Returns the thermograph of a stopper, or `None` if it has no mast, as for on and for {on|0}.
    ///
    /// The walls at temperature t are the stops of the stopper cooled by t: each move costs its player t. A follower becomes a number, its
    /// mast, at the least temperature at which its stops are equal. Alternating play is finite, so the stops of the other followers are
    /// computed backwards from the last moves.
    ///
    /// Between two events each stop is a line in t. An event occurs when a follower becomes a number, or when another move becomes the
    /// best one. There are finitely many events: each interval without new numbers has piecewise linear stops, and each event of the first
    /// kind adds a number. While the walls of a follower are finite and distinct, they lean towards each other or both are vertical. A
    /// vertical left wall needs a move to a follower whose right wall leans, so some follower becomes a number later.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(e) steps for each event, where e is the number of moves of the followers.
    ///
    /// ```
    /// use winways_loopy::{Loopies, Loopy};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut loopies = Loopies::new();
    /// let over = loopies.named("over", &ledger)?.and_then(Loopy::as_stopper).unwrap();
    /// let thermograph = loopies.thermograph(over, &ledger)?.unwrap();
    /// assert_eq!(thermograph.mean().to_string(), "0");
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn thermograph(
        &self,
        stopper: Stopper,
        ledger: &Ledger<'_>,
    ) -> Result<Option<Thermograph>, StopReason> {
        let followers = self.followers(stopper, ledger)?;
        let (graph, root) = self.graph(Form::Stopper(stopper), ledger)?;
        let mut masts = Vec::with_capacity(followers.len());
        for &follower in &followers {
            let [left, right] = PLAYERS.map(|player| self.options(player, follower));
            masts.push(match self.as_number(follower) {
                Some(number) if number.is_integer() => Some(Line::vertical(number.clone())),
                _ if left == [follower] && right.is_empty() => Some(Line::infinite(1)),
                _ if right == [follower] && left.is_empty() => Some(Line::infinite(-1)),
                _ if left.is_empty() || right.is_empty() => return Ok(None),
                _ => None,
            });
        }
        let mut cooling = Cooling::new(&graph, masts);
        let mut walls = [Vec::new(), Vec::new()];
        loop {
            self.work(ledger).spend(8 * (graph.len() + graph.edge_count()))?;
            if !cooling.freeze() {
                return Ok(None);
            }
            for (place, wall) in walls.iter_mut().enumerate() {
                let stop = &cooling.stops[2 * root as usize + place];
                if stop.infinity != 0 {
                    return Ok(None);
                }
                wall.push(Breakpoint { temperature: cooling.temperature.clone(), value: stop.value.clone() });
            }
            if cooling.masts[root as usize].is_some() {
                let [left, right] = walls;
                return Ok(Thermograph::of_walls(left, right));
            }
            match cooling.next_event() {
                Some(distance) => cooling.temperature = &cooling.temperature + distance,
                None => return Ok(None),
            }
            self.work(ledger).check(64 * (walls[0].len() + cooling.stops.len()) as u64)?;
        }
    }
}

impl Cooling<'_> {
    fn new(graph: &Graph, masts: Vec<Option<Line>>) -> Cooling<'_> {
        let options = |state: u32| {
            let place = (state & 1) as usize;
            graph.options(PLAYERS[place], state / 2).iter().map(move |&option| 2 * option + 1 - place as u32)
        };
        let order = components(2 * graph.len(), options).into_iter().flatten().collect();
        let stops = vec![Line::infinite(0); 2 * graph.len()];
        Cooling { graph, temperature: Dyadic::from(-1), masts, stops, order }
    }

    /// Returns the results of the moves of the player of a state.
    fn results(&self, state: u32) -> impl Iterator<Item = Line> {
        let place = (state & 1) as usize;
        let options = self.graph.options(PLAYERS[place], state / 2).iter();
        options.map(move |&option| {
            self.stops[2 * option as usize + 1 - place].after_move(place, &self.temperature)
        })
    }

    /// Computes the stops at the current temperature. Followers with equal stops become numbers. Returns `false` if the right stop of a
    /// follower exceeds its left stop, or if both stops are the same infinity.
    fn freeze(&mut self) -> bool {
        loop {
            for index in 0..self.order.len() {
                let state = self.order[index];
                let best = match &self.masts[(state / 2) as usize] {
                    Some(mast) => Some(mast.clone()),
                    None if state & 1 == 0 => self.results(state).max(),
                    None => self.results(state).min(),
                };
                // A follower in which a player has no moves has a mast.
                self.stops[state as usize] = best.unwrap_or_else(|| Line::infinite(0));
            }
            let mut is_changed = false;
            for vertex in 0..self.masts.len() {
                let [left, right] = [&self.stops[2 * vertex], &self.stops[2 * vertex + 1]];
                if self.masts[vertex].is_some() || left.infinity > right.infinity {
                    continue;
                }
                match (left.infinity, left.value.cmp(&right.value)) {
                    (0, Ordering::Greater) if right.infinity == 0 => {}
                    (0, Ordering::Equal) if right.infinity == 0 => {
                        self.masts[vertex] = Some(Line::vertical(left.value.clone()));
                        is_changed = true;
                    }
                    _ => return false,
                }
            }
            if !is_changed {
                return true;
            }
        }
    }

    /// Returns the distance to the next temperature at which a follower becomes a number or another move becomes the best one.
    fn next_event(&self) -> Option<Dyadic> {
        let mut next: Option<Dyadic> = None;
        let mut add = |distance: Option<Dyadic>| {
            if let Some(distance) = distance
                && next.as_ref().is_none_or(|next| distance < *next)
            {
                next = Some(distance);
            }
        };
        for (vertex, stops) in (0..).zip(self.stops.chunks(2)) {
            if self.masts[vertex as usize].is_some() {
                continue;
            }
            add(stops[0].distance_to(&stops[1]));
            self.results(2 * vertex).for_each(|result| add(stops[0].distance_to(&result)));
            self.results(2 * vertex + 1).for_each(|result| add(result.distance_to(&stops[1])));
        }
        next
    }
}
