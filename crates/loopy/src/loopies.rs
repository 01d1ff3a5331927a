//! An arena of values that may be loopy.

mod arithmetic;
mod intern;
mod kinds;
mod order;
mod outcome;
mod parts;
mod small;
mod thermograph;

pub use outcome::{Ending, LoopyOutcome};

use crate::graph::{Graph, PLAYERS, Player, alternating_cycles};
use crate::onside::Rooted;
use crate::order::{Order, Rule};
use crate::small::{MOST_VERTICES, Small};
use crate::work::Work;
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};
use winways_values::{Dyadic, Game, Session};

/// A handle to a stopper in simplest form, in an arena [`Loopies`]. Two handles of one arena are equal exactly when the stoppers are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stopper(u32);

impl Stopper {
    /// The game without options.
    pub const ZERO: Stopper = Stopper(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A handle to a vertex of a simplified graph that is not a stopper, in an arena [`Loopies`]. Equal handles denote equal games, but equal
/// games may have different handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Simplified(u32);

/// One side of a loopy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// A stopper in simplest form.
    Stopper(Stopper),
    /// A graph that is simplified but not canonical.
    Simplified(Simplified),
}

/// A side of a game, which determines the winner of infinite play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Infinite play is a win for Left.
    Onside,
    /// Infinite play is a win for Right.
    Offside,
}

impl Side {
    fn rule(self) -> Rule {
        match self {
            Side::Onside => Rule::Onside,
            Side::Offside => Rule::Offside,
        }
    }
}

/// A value that may be loopy: the onside and the offside of a game, in an arena [`Loopies`].
///
/// If both sides are stoppers, two values of one arena are equal exactly when the games are equal. Use [`Loopies::is_equal`] for other
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loopy {
    onside: Form,
    offside: Form,
}

impl Loopy {
    /// The game without options.
    pub const ZERO: Loopy = Loopy::of(Form::Stopper(Stopper::ZERO));

    const fn of(form: Form) -> Loopy {
        Loopy { onside: form, offside: form }
    }

    pub(crate) fn of_sides(onside: Form, offside: Form) -> Loopy {
        Loopy { onside, offside }
    }

    /// Returns the onside: the game in which infinite play is a win for Left.
    #[must_use]
    pub fn onside(self) -> Form {
        self.onside
    }

    /// Returns the offside: the game in which infinite play is a win for Right.
    #[must_use]
    pub fn offside(self) -> Form {
        self.offside
    }

    fn side(self, side: Side) -> Form {
        match side {
            Side::Onside => self.onside,
            Side::Offside => self.offside,
        }
    }

    /// Returns the stopper that the game equals, if there is one.
    #[must_use]
    pub fn as_stopper(self) -> Option<Stopper> {
        match self.onside {
            Form::Stopper(stopper) if self.onside == self.offside => Some(stopper),
            _ => None,
        }
    }

    /// Returns `true` if the game equals a stopper.
    #[must_use]
    pub fn is_stopper(self) -> bool {
        self.as_stopper().is_some()
    }

    /// Returns `true` if both sides are stoppers.
    #[must_use]
    pub fn is_canonical(self) -> bool {
        matches!((self.onside, self.offside), (Form::Stopper(_), Form::Stopper(_)))
    }
}

impl From<Stopper> for Loopy {
    fn from(stopper: Stopper) -> Loopy {
        Loopy::of(Form::Stopper(stopper))
    }
}

impl From<Form> for Loopy {
    /// Returns the game whose onside and offside are both `form`.
    fn from(form: Form) -> Loopy {
        Loopy::of(form)
    }
}

/// A stopper with its most frequently used properties.
#[derive(Debug)]
struct Node {
    /// The options of both players, ascending.
    options: [Box<[Stopper]>; 2],
    is_loopfree: bool,
    /// The number that the stopper equals, if any.
    number: Option<Dyadic>,
}

/// Results for small graphs.
#[derive(Debug, Default)]
struct SmallTables {
    /// The handles of the vertices of graphs of simplest forms.
    stoppers: HashMap<Small, [Stopper; MOST_VERTICES]>,
    /// The sides of vertex 0 of the graphs that were solved by the method for graphs of any size.
    sides: HashMap<(Small, Side), Form>,
}

/// An arena of values of games that may be loopy.
///
/// A value is the pair of the onside and the offside of a game. Stoppers are in simplest form: their vertices are numbered by partition
/// refinement and hash-consed, so equal stoppers have equal handles. The order of handles is the order of their creation.
///
/// A side that is not a stopper is simplified by steps that preserve its value. If no stopper is found, the side stays a [`Simplified`]
/// graph, which is not canonical; Bach's Carousel is the classical example.
///
/// Sources: J. H. Conway, Loopy games (1978); E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 11; A. N. Siegel,
/// *Combinatorial Game Theory* (2013), chapter VI.
///
/// ```
/// use winways_loopy::{Graph, Loopies, Loopy, Player::{Left, Right}};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut loopies = Loopies::new();
/// let mut graph = Graph::new();
/// let (on, dud) = (graph.add_vertex(), graph.add_vertex());
/// graph.add_edge(Left, on, on);
/// graph.add_edge(Left, dud, dud);
/// graph.add_edge(Right, dud, dud);
/// let on = loopies.value(&graph, on, &ledger)?;
/// let off = loopies.negative(on, &ledger)?;
/// assert_eq!(loopies.sum(on, off, &ledger)?, loopies.value(&graph, dud, &ledger)?);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Debug)]
pub struct Loopies {
    nodes: Vec<Node>,
    /// The first handle of each strongly connected component.
    components: HashMap<intern::Key, Stopper>,
    simplified: Vec<Rooted>,
    simplified_numbers: HashMap<(Graph, u32), Simplified>,
    sums: HashMap<(Loopy, Loopy), Loopy>,
    small: SmallTables,
    /// The degree of upon, computed on first use.
    uponth: Option<Stopper>,
    bytes: u64,
}

/// The memory of an entry of a table of results, in bytes. The table is at least half full.
const ENTRY_BYTES: u64 = 2 * (3 * size_of::<Loopy>() + 1) as u64;

impl Default for Loopies {
    fn default() -> Self {
        Loopies::new()
    }
}

impl Loopies {
    /// Creates an arena with the game 0.
    #[must_use]
    pub fn new() -> Self {
        let mut loopies = Loopies {
            nodes: Vec::new(),
            components: HashMap::new(),
            simplified: Vec::new(),
            simplified_numbers: HashMap::new(),
            sums: HashMap::new(),
            small: SmallTables::default(),
            uponth: None,
            bytes: 0,
        };
        loopies.insert_zero();
        loopies
    }

    /// Returns the number of stoppers in the arena.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the approximate memory of the arena, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn known_uponth(&self) -> Option<Stopper> {
        self.uponth
    }

    pub(crate) fn set_uponth(&mut self, uponth: Stopper) {
        self.uponth = Some(uponth);
    }

    /// Returns the value with two given sides, or `None` if the onside is not at least the offside.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn joined(
        &self,
        onside: Form,
        offside: Form,
        ledger: &Ledger<'_>,
    ) -> Result<Option<Loopy>, StopReason> {
        // Left plays `onside − offside`. Infinite play in either component is a win for Left, as for stoppers.
        let (low, of_low) = self.graph(offside, ledger)?;
        let (high, of_high) = self.graph(onside, ledger)?;
        let order = Order::with_work(&low, &high, Rule::Stoppers, self.work(ledger))?;
        Ok(order.is_at_most(of_low, of_high).then_some(Loopy { onside, offside }))
    }

    pub(crate) fn work<'w>(&self, ledger: &'w Ledger<'w>) -> Work<'w> {
        Work::new(ledger, self.bytes)
    }

    /// Returns the value of a vertex of a graph.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(n·e) steps and O(n²) memory at most for a stopper with n followers and e moves, and less if the simplest forms of the followers
    /// are small. Simplifying a side that is not a stopper takes a comparison, O(n·e) steps or more, for each move on a cycle of
    /// alternating moves.
    ///
    /// # Panics
    /// Panics if the graph has no such vertex.
    pub fn value(&mut self, graph: &Graph, vertex: u32, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        assert!((vertex as usize) < graph.len(), "the graph has no vertex {vertex}");
        match Small::of(graph) {
            Some(small) => Ok(self.small_values(small, 1 << vertex, ledger)?[vertex as usize]),
            None => self.value_of_lists(graph, vertex, ledger),
        }
    }

    /// Returns the values of all vertices of a graph.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// As for one call of [`Loopies::value`] if the graph has stoppers only or at most eight vertices, and otherwise as for one call per
    /// vertex.
    ///
    /// ```
    /// use winways_loopy::{Graph, Loopies, Loopy, Player::{Left, Right}};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut graph = Graph::new();
    /// let (zero, over) = (graph.add_vertex(), graph.add_vertex());
    /// graph.add_edge(Left, over, zero);
    /// graph.add_edge(Right, over, over);
    /// let mut loopies = Loopies::new();
    /// let values = loopies.values(&graph, &ledger)?;
    /// assert_eq!(values[0], Loopy::ZERO);
    /// assert_eq!(Some(values[1]), loopies.named("over", &ledger)?);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn values(&mut self, graph: &Graph, ledger: &Ledger<'_>) -> Result<Vec<Loopy>, StopReason> {
        if let Some(small) = Small::of(graph) {
            return Ok(self.small_values(small, small.vertices(), ledger)?[..graph.len()].to_vec());
        }
        if alternating_cycles(graph).is_empty() {
            let (graph, fused) = graph.fused(self.work(ledger))?;
            let stoppers = self.stoppers(&graph, ledger)?;
            return Ok(fused.iter().map(|&vertex| stoppers[vertex as usize].into()).collect());
        }
        graph.vertices().map(|vertex| self.value_of_lists(graph, vertex, ledger)).collect()
    }

    /// Returns the value of a vertex of a graph of any size.
    fn value_of_lists(
        &mut self,
        graph: &Graph,
        vertex: u32,
        ledger: &Ledger<'_>,
    ) -> Result<Loopy, StopReason> {
        let part = graph.reachable(vertex);
        let (graph, fused) = part.fused(self.work(ledger))?;
        let root = fused[0];
        if alternating_cycles(&graph).is_empty() {
            return Ok(self.stoppers(&graph, ledger)?[root as usize].into());
        }
        let onside = self.form_of_side(Rooted { graph: graph.clone(), root }, Side::Onside, ledger)?;
        let offside = self.form_of_side(Rooted { graph, root }, Side::Offside, ledger)?;
        Ok(Loopy { onside, offside })
    }

    /// Returns the form of a side of the root of a graph.
    fn form_of_side(&mut self, rooted: Rooted, side: Side, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        let turned = |Rooted { graph, root }: Rooted| match side {
            Side::Onside => Rooted { graph, root },
            Side::Offside => Rooted { graph: graph.negative(), root },
        };
        let (found, is_stopper) = self.onside(turned(rooted), ledger)?;
        let Rooted { graph, root } = turned(found);
        if is_stopper {
            return Ok(Form::Stopper(self.stoppers(&graph, ledger)?[root as usize]));
        }
        self.intern_simplified(graph, root, ledger).map(Form::Simplified)
    }

    /// Returns the stopper that equals a short game of an arena of short games.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger or the arena of short games stops the work.
    ///
    /// # Complexity
    /// Visits each follower of the game once. An integer n has |n| followers.
    pub fn from_game(
        &mut self,
        game: Game,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<Stopper, StopReason> {
        let mut graph = Graph::new();
        let root = graph.add_game(game, session, ledger)?;
        // The followers of a game are already canonical.
        Ok(self.intern(&graph, ledger)?[root as usize])
    }

    /// Returns the short game that a stopper equals, or `None` if play may cycle.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger or the arena of short games stops the work.
    ///
    /// # Complexity
    /// Visits each follower once.
    pub fn to_game(
        &self,
        stopper: Stopper,
        session: &mut Session<'_>,
        ledger: &Ledger<'_>,
    ) -> Result<Option<Game>, StopReason> {
        if !self.is_loopfree(stopper) {
            return Ok(None);
        }
        let games = self.games(self.followers(stopper, ledger)?, session)?;
        Ok(games.get(&stopper).copied())
    }

    /// Returns the short games among some stoppers. The given stoppers must include all options of these short games.
    pub(crate) fn games(
        &self,
        mut stoppers: Vec<Stopper>,
        session: &mut Session<'_>,
    ) -> Result<HashMap<Stopper, Game>, StopReason> {
        let mut games: HashMap<Stopper, Game> = HashMap::new();
        // The options of a short game have smaller handles than the game.
        stoppers.sort_unstable();
        for stopper in stoppers.into_iter().filter(|&stopper| self.is_loopfree(stopper)) {
            let lists = PLAYERS.map(|player| {
                self.options(player, stopper).iter().map(|option| games[option]).collect::<Vec<Game>>()
            });
            games.insert(stopper, session.form(&lists[0], &lists[1])?);
        }
        Ok(games)
    }

    /// Returns the options of a player in the simplest form of a stopper.
    #[must_use]
    pub fn options(&self, player: Player, stopper: Stopper) -> &[Stopper] {
        &self.nodes[stopper.index()].options[crate::graph::place(player)]
    }

    /// Returns the number that a stopper equals, if any.
    #[must_use]
    pub fn as_number(&self, stopper: Stopper) -> Option<&Dyadic> {
        self.nodes[stopper.index()].number.as_ref()
    }

    /// Returns `true` if play in the simplest form cannot cycle: the stopper is a short game.
    #[must_use]
    pub fn is_loopfree(&self, stopper: Stopper) -> bool {
        self.nodes[stopper.index()].is_loopfree
    }

    /// Returns all stoppers that are reachable in the simplest form, starting with the stopper itself.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn followers(&self, stopper: Stopper, ledger: &Ledger<'_>) -> Result<Vec<Stopper>, StopReason> {
        let work = self.work(ledger);
        let mut seen: hashbrown::HashSet<Stopper> = [stopper].into();
        let mut order = vec![stopper];
        let mut next = 0;
        while let Some(&follower) = order.get(next) {
            next += 1;
            for player in PLAYERS {
                let options = self.options(player, follower);
                work.spend(1 + options.len())?;
                order.extend(options.iter().filter(|&&option| seen.insert(option)));
            }
            work.check(16 * order.len() as u64)?;
        }
        Ok(order)
    }

    /// Returns the graph of a form, and its vertex.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn graph(&self, form: Form, ledger: &Ledger<'_>) -> Result<(Graph, u32), StopReason> {
        let stopper = match form {
            Form::Stopper(stopper) => stopper,
            Form::Simplified(Simplified(place)) => {
                let Rooted { graph, root } = &self.simplified[place as usize];
                return Ok((graph.clone(), *root));
            }
        };
        let followers = self.followers(stopper, ledger)?;
        let numbers: HashMap<Stopper, u32> = followers.iter().copied().zip(0..).collect();
        let mut graph = Graph::new();
        for &follower in &followers {
            let options = PLAYERS
                .map(|player| self.options(player, follower).iter().map(|option| numbers[option]).collect());
            graph.push(options);
        }
        Ok((graph, 0))
    }
}
