//! Compares all vertices of two graphs by solving the games on their differences.

use crate::graph::{Graph, PLAYERS, Player};
use crate::work::Work;
use winways_solve::{Ledger, StopReason};

/// The winner of infinite play in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// For graphs that contain stoppers only: infinite play of a difference is always a win for Left.
    Stoppers,
    /// Infinite play within a game is a win for Left: the onsides are compared.
    Onside,
    /// Infinite play within a game is a win for Right: the offsides are compared.
    Offside,
}

/// The comparisons of all vertices of one graph with all vertices of another.
///
/// `low ≤ high` holds if Left, moving second, wins `high − low`. In a comparison of onsides, an infinite play of this difference is good
/// for Left exactly when moves in `high` occur infinitely often; in a comparison of offsides, exactly when moves in `low` do. The table solves
/// this Büchi game for all pairs together. For stoppers every infinite play is good, and a single attractor is enough.
///
/// Sources: J. H. Conway, *On Numbers and Games*; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 11; A. N. Siegel,
/// *Combinatorial Game Theory* (2013), chapter VI.
///
/// ```
/// use winways_loopy::{Graph, Order, Player::{Left, Right}, Rule};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut graph = Graph::new();
/// let (zero, dud) = (graph.add_vertex(), graph.add_vertex());
/// graph.add_edge(Left, dud, dud);
/// graph.add_edge(Right, dud, dud);
/// let onside = Order::new(&graph, &graph, Rule::Onside, &ledger)?;
/// assert!(onside.is_at_most(zero, dud) && !onside.is_at_most(dud, zero));
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    highs: usize,
    /// `true` for each state that Left wins.
    is_won: Vec<bool>,
}

/// Returns the index of a state, which consists of a vertex of each graph and the player to move.
fn state(highs: usize, low: u32, high: u32, player: Player) -> usize {
    2 * (low as usize * highs + high as usize) + crate::graph::place(player)
}

impl Order {
    /// Compares all vertices of two graphs.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(n·e) steps and O(n²) memory for graphs of n vertices and e edges, times the number of rounds of the Büchi game: two or three in
    /// practice, at most O(n²).
    pub fn new(low: &Graph, high: &Graph, rule: Rule, ledger: &Ledger<'_>) -> Result<Order, StopReason> {
        Order::with_work(low, high, rule, Work::new(ledger, 0))
    }

    pub(crate) fn with_work(
        low: &Graph,
        high: &Graph,
        rule: Rule,
        work: Work<'_>,
    ) -> Result<Order, StopReason> {
        let states = 2 * low.len() as u64 * high.len() as u64;
        work.check(states.saturating_mul(12))?;
        let difference = Difference { low, high, low_back: &low.reversed(), high_back: &high.reversed() };
        let is_won = match rule {
            Rule::Stoppers => difference.safe_states(work)?,
            Rule::Onside => difference.buchi_states(Component::High, work)?,
            Rule::Offside => difference.buchi_states(Component::Low, work)?,
        };
        Ok(Order { highs: high.len(), is_won })
    }

    /// Returns `true` if a vertex of the first graph is at most a vertex of the second graph.
    ///
    /// # Panics
    /// Panics if a graph has no such vertex.
    #[must_use]
    pub fn is_at_most(&self, low: u32, high: u32) -> bool {
        self.is_won[state(self.highs, low, high, Player::Right)]
    }

    /// Returns `true` if Left, moving first, wins `high − low`: `low` is less than `high` or confused with it.
    ///
    /// # Panics
    /// Panics if a graph has no such vertex.
    #[must_use]
    pub fn is_less_or_confused(&self, low: u32, high: u32) -> bool {
        self.is_won[state(self.highs, low, high, Player::Left)]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    Low,
    High,
}

/// The differences of all vertices of `high` and all vertices of `low`.
struct Difference<'g> {
    low: &'g Graph,
    high: &'g Graph,
    low_back: &'g Graph,
    high_back: &'g Graph,
}

impl Difference<'_> {
    fn state_count(&self) -> usize {
        2 * self.low.len() * self.high.len()
    }

    fn parts(&self, state: usize) -> (u32, u32, Player) {
        let pair = state / 2;
        ((pair / self.high.len()) as u32, (pair % self.high.len()) as u32, PLAYERS[state % 2])
    }

    /// Returns the states after a move in one component.
    fn after(&self, at: usize, component: Component) -> impl Iterator<Item = usize> {
        let (low, high, player) = self.parts(at);
        self.neighbours(self.low, self.high, (low, high, player), component, player.other())
    }

    /// Returns the states from which a move in one component leads to a state.
    fn before(&self, at: usize, component: Component) -> impl Iterator<Item = usize> {
        let (low, high, to_move) = self.parts(at);
        let mover = to_move.other();
        self.neighbours(self.low_back, self.high_back, (low, high, mover), component, mover)
    }

    fn neighbours<'g>(
        &self,
        lows: &'g Graph,
        highs: &'g Graph,
        (low, high, mover): (u32, u32, Player),
        component: Component,
        to_move: Player,
    ) -> impl Iterator<Item = usize> + use<'g> {
        let width = self.high.len();
        let options = match component {
            Component::High => highs.options(mover, high),
            Component::Low => lows.options(mover.other(), low),
        };
        options.iter().map(move |&option| match component {
            Component::High => state(width, low, option, to_move),
            Component::Low => state(width, option, high, to_move),
        })
    }

    fn count(&self, at: usize, component: Component) -> usize {
        let (low, high, player) = self.parts(at);
        match component {
            Component::High => self.high.options(player, high).len(),
            Component::Low => self.low.options(player.other(), low).len(),
        }
    }

    /// Returns the states from which Left can avoid running out of moves.
    fn safe_states(&self, work: Work<'_>) -> Result<Vec<bool>, StopReason> {
        let can_move =
            |at| at % 2 == 1 || self.count(at, Component::Low) + self.count(at, Component::High) > 0;
        self.kept((0..self.state_count()).map(can_move).collect(), work)
    }

    /// Returns the states of a set from which Left can keep play in the set.
    fn kept(&self, mut is_kept: Vec<bool>, work: Work<'_>) -> Result<Vec<bool>, StopReason> {
        // The numbers of Left's moves to states that are still in the set or not yet processed.
        let mut open = vec![0_u32; self.state_count()];
        for at in (0..self.state_count()).step_by(2) {
            open[at] = (self.count(at, Component::Low) + self.count(at, Component::High)) as u32;
        }
        let mut queue: Vec<usize> = (0..self.state_count()).filter(|&at| !is_kept[at]).collect();
        work.spend(self.state_count())?;
        while let Some(at) = queue.pop() {
            work.spend(2)?;
            for component in [Component::Low, Component::High] {
                for before in self.before(at, component) {
                    let is_left = before % 2 == 0;
                    if is_left {
                        open[before] -= 1;
                    }
                    if is_kept[before] && (!is_left || open[before] == 0) {
                        is_kept[before] = false;
                        queue.push(before);
                    }
                }
            }
        }
        Ok(is_kept)
    }

    /// Returns the states from which Left can win, or can force infinitely many moves in the good component.
    fn buchi_states(&self, good: Component, work: Work<'_>) -> Result<Vec<bool>, StopReason> {
        let mut is_won = vec![true; self.state_count()];
        let mut count = self.state_count();
        loop {
            // Without `kept`, each round would look ahead by only one more move in the good component.
            is_won = self.kept(self.buchi_round(good, &is_won, work)?, work)?;
            let found = is_won.iter().filter(|&&is_won| is_won).count();
            if found == count {
                return Ok(is_won);
            }
            count = found;
        }
    }

    /// Returns the states from which Left wins, or forces a move in the good component to a state of `goal`.
    fn buchi_round(&self, good: Component, goal: &[bool], work: Work<'_>) -> Result<Vec<bool>, StopReason> {
        let other = if good == Component::High { Component::Low } else { Component::High };
        let mut is_won = vec![false; self.state_count()];
        // The numbers of Right's moves that do not yet lead to a win for Left.
        let mut open = vec![0_u32; self.state_count()];
        let mut queue = Vec::new();
        for at in 0..self.state_count() {
            work.spend(2)?;
            is_won[at] = if at % 2 == 0 {
                self.after(at, good).any(|next| goal[next])
            } else {
                let failing = self.after(at, good).any(|next| !goal[next]);
                open[at] = if failing { u32::MAX } else { self.count(at, other) as u32 };
                open[at] == 0
            };
            if is_won[at] {
                queue.push(at);
            }
        }
        while let Some(at) = queue.pop() {
            work.spend(2)?;
            for before in self.before(at, other) {
                let is_left = before % 2 == 0;
                if !is_left && open[before] != u32::MAX {
                    open[before] -= 1;
                }
                if !is_won[before] && (is_left || open[before] == 0) {
                    is_won[before] = true;
                    queue.push(before);
                }
            }
        }
        Ok(is_won)
    }
}
