//! Partizan games under misère play.

mod canonical;
mod order;

use crate::components::Components;
use hashbrown::HashMap;
use thiserror::Error;
use winways_rules::Side;
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// A partizan game in an arena [`Partizans`]. Two handles are equal exactly when the games have the same tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Partizan(u32);

impl Partizan {
    /// The game without options.
    pub const ZERO: Partizan = Partizan(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A universe: a set of games that contains the options, sums and negatives of its games. The order of two games depends on the universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Universe {
    /// Games in which, at each position, both players can move or neither can.
    Dicot,
    /// Games in which a player who cannot move can never move again.
    DeadEnding,
}

/// The reason why games are not compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartizanError {
    /// A game is not in the universe.
    #[error("a game is not in the universe of {}", match .0 { Universe::Dicot => "dicots", Universe::DeadEnding => "dead-ending games" })]
    Universe(Universe),
    /// The ledger stopped the work.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// The outcome under misère play: the winner if Left moves first, and the winner if Right moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MisereOutcome {
    /// Left wins if Left moves first.
    pub left_wins_first: bool,
    /// Right wins if Right moves first.
    pub right_wins_first: bool,
}

impl MisereOutcome {
    /// Returns `true` if the outcome is at least as good for Left as the other outcome, moving first or second.
    pub fn is_at_least(self, other: MisereOutcome) -> bool {
        self.left_wins_first >= other.left_wins_first && self.right_wins_first <= other.right_wins_first
    }

    /// Returns the letter of the outcome: L, R, N or P.
    pub fn letter(self) -> char {
        match (self.left_wins_first, self.right_wins_first) {
            (true, false) => 'L',
            (false, true) => 'R',
            (true, true) => 'N',
            (false, false) => 'P',
        }
    }
}

/// The Left and the Right options of a game.
type Options = (Box<[Partizan]>, Box<[Partizan]>);

#[derive(Debug)]
struct Node {
    left: Box<[Partizan]>,
    right: Box<[Partizan]>,
    birthday: u32,
    outcome: MisereOutcome,
    is_dicot: bool,
    is_dead_ending: bool,
    /// For Left and for Right: `true` if the player cannot move here or at any follower.
    is_dead: [bool; 2],
}

/// An arena of partizan games, each with its outcome under misère play.
///
/// ```
/// use winways_misere::{Partizan, Partizans, Universe};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut games = Partizans::new();
/// let star = games.from_options([Partizan::ZERO], [Partizan::ZERO], &ledger)?;
/// assert_eq!((games.outcome(Partizan::ZERO).letter(), games.outcome(star).letter()), ('N', 'P'));
/// // Under misère play, * + * equals 0 among dicots.
/// let sum = games.sum(star, star, &ledger)?;
/// assert!(games.is_equal(sum, Partizan::ZERO, Universe::Dicot, &ledger)?);
/// assert_eq!(games.canonical_dicot(sum, &ledger)?, Partizan::ZERO);
/// # Ok::<(), winways_misere::PartizanError>(())
/// ```
#[derive(Debug)]
pub struct Partizans {
    nodes: Vec<Node>,
    /// The game with given Left and Right options.
    numbers: HashMap<Options, Partizan>,
    sums: HashMap<(Partizan, Partizan), Partizan>,
    orders: HashMap<(Partizan, Partizan, Universe), bool>,
    canonical: HashMap<Partizan, Partizan>,
    bytes: u64,
}

/// The memory of a game in bytes, without its options, which are stored twice.
const GAME_BYTES: u64 = (3 * size_of::<Node>() + 32) as u64;

/// The memory of an entry of a table of results, in bytes. The table is at least half full.
const ENTRY_BYTES: u64 = 32;

impl Default for Partizans {
    fn default() -> Self {
        Partizans::new()
    }
}

impl Partizans {
    /// Creates an arena with the game 0.
    pub fn new() -> Self {
        let mut games = Partizans {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            sums: HashMap::new(),
            orders: HashMap::new(),
            canonical: HashMap::new(),
            bytes: 0,
        };
        games.interned(Vec::new(), Vec::new());
        games
    }

    /// Returns the number of games in the arena.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the approximate memory of the arena, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the Left options of a game.
    pub fn left(&self, game: Partizan) -> &[Partizan] {
        &self.nodes[game.index()].left
    }

    /// Returns the Right options of a game.
    pub fn right(&self, game: Partizan) -> &[Partizan] {
        &self.nodes[game.index()].right
    }

    /// Returns the number of moves of the longest play.
    pub fn birthday(&self, game: Partizan) -> u32 {
        self.nodes[game.index()].birthday
    }

    /// Returns the outcome under misère play.
    pub fn outcome(&self, game: Partizan) -> MisereOutcome {
        self.nodes[game.index()].outcome
    }

    /// Returns `true` if the game is in the universe.
    pub fn is_in(&self, game: Partizan, universe: Universe) -> bool {
        let node = &self.nodes[game.index()];
        match universe {
            Universe::Dicot => node.is_dicot,
            Universe::DeadEnding => node.is_dead_ending,
        }
    }

    /// Returns the game with the given options.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(n log n) steps for n options.
    pub fn from_options(
        &mut self,
        left: impl IntoIterator<Item = Partizan>,
        right: impl IntoIterator<Item = Partizan>,
        ledger: &Ledger<'_>,
    ) -> Result<Partizan, StopReason> {
        let (left, right) = (distinct(left), distinct(right));
        let count = (left.len() + right.len()) as u64;
        self.charge(1 + count, 0, ledger)?;
        let options = (left.into_boxed_slice(), right.into_boxed_slice());
        if let Some(&known) = self.numbers.get(&options) {
            return Ok(known);
        }
        ledger.check(self.bytes + GAME_BYTES + 2 * count * size_of::<Partizan>() as u64)?;
        Ok(self.interned(options.0.into_vec(), options.1.into_vec()))
    }

    fn interned(&mut self, left: Vec<Partizan>, right: Vec<Partizan>) -> Partizan {
        let game = Partizan(self.nodes.len() as u32);
        let of = |option: &Partizan| &self.nodes[option.index()];
        let both = || left.iter().chain(&right);
        let outcome = MisereOutcome {
            left_wins_first: left.is_empty()
                || left.iter().any(|option| !of(option).outcome.right_wins_first),
            right_wins_first: right.is_empty()
                || right.iter().any(|option| !of(option).outcome.left_wins_first),
        };
        let is_dead = [
            left.is_empty() && right.iter().all(|option| of(option).is_dead[0]),
            right.is_empty() && left.iter().all(|option| of(option).is_dead[1]),
        ];
        let ends_die = (!left.is_empty() || is_dead[0]) && (!right.is_empty() || is_dead[1]);
        let node = Node {
            birthday: both().map(|option| of(option).birthday + 1).max().unwrap_or(0),
            outcome,
            is_dicot: left.is_empty() == right.is_empty() && both().all(|option| of(option).is_dicot),
            is_dead_ending: ends_die && both().all(|option| of(option).is_dead_ending),
            is_dead,
            left: left.into(),
            right: right.into(),
        };
        self.bytes += GAME_BYTES + 2 * (size_of_val(&node.left[..]) + size_of_val(&node.right[..])) as u64;
        self.numbers.insert((node.left.clone(), node.right.clone()), game);
        self.nodes.push(node);
        game
    }

    /// Returns the sum of two games, without any simplification.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each pair of followers once in the lifetime of the arena.
    pub fn sum(
        &mut self,
        one: Partizan,
        other: Partizan,
        ledger: &Ledger<'_>,
    ) -> Result<Partizan, StopReason> {
        let pair = (one.min(other), one.max(other));
        let mut stack = vec![pair];
        while let Some(&(one, other)) = stack.last() {
            self.charge(1, stack.len(), ledger)?;
            if self.known_sum((one, other)).is_some() {
                stack.pop();
                continue;
            }
            let sums = |options: &[Partizan], rest: Partizan| -> Vec<(Partizan, Partizan)> {
                options.iter().map(|&option| (option.min(rest), option.max(rest))).collect()
            };
            let left = [sums(self.left(one), other), sums(self.left(other), one)].concat();
            let right = [sums(self.right(one), other), sums(self.right(other), one)].concat();
            let open = stack.len();
            stack.extend(left.iter().chain(&right).filter(|&&pair| self.known_sum(pair).is_none()));
            if stack.len() > open {
                continue;
            }
            let known = |pair: &(Partizan, Partizan)| self.known_sum(*pair);
            let left: Vec<Partizan> = left.iter().filter_map(known).collect();
            let right: Vec<Partizan> = right.iter().filter_map(known).collect();
            let sum = self.from_options(left, right, ledger)?;
            self.bytes += ENTRY_BYTES;
            self.sums.insert((one, other), sum);
        }
        Ok(self.known_sum(pair).unwrap_or(Partizan::ZERO))
    }

    /// Returns the sum of an ordered pair, if it is known.
    fn known_sum(&self, (one, other): (Partizan, Partizan)) -> Option<Partizan> {
        if one == Partizan::ZERO { Some(other) } else { self.sums.get(&(one, other)).copied() }
    }

    /// Returns the game of a sum of components.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work or the rules report a fault.
    ///
    /// # Complexity
    /// Visits each reachable component once, and adds the games of components that occur in a sum.
    pub fn of_sum(
        &mut self,
        rules: &dyn InternedRules,
        sum: &[u32],
        ledger: &Ledger<'_>,
    ) -> Result<Partizan, StopReason> {
        let mut components = Components::new(rules, &[Side::Left, Side::Right]);
        let games = components.values::<StopReason>(sum, ledger, |options| {
            let mut sums = |side: usize| -> Result<Vec<Partizan>, StopReason> {
                options[side].iter().map(|option| self.sum_of(option, ledger)).collect()
            };
            let (left, right) = (sums(0)?, sums(1)?);
            self.from_options(left, right, ledger)
        })?;
        self.sum_of(&games, ledger)
    }

    fn sum_of(&mut self, games: &[Partizan], ledger: &Ledger<'_>) -> Result<Partizan, StopReason> {
        games.iter().try_fold(Partizan::ZERO, |sum, &game| self.sum(sum, game, ledger))
    }

    /// Returns the negative of a game: the game with the players exchanged.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each follower.
    pub fn negative(&mut self, game: Partizan, ledger: &Ledger<'_>) -> Result<Partizan, StopReason> {
        let mut negatives: HashMap<Partizan, Partizan> = HashMap::new();
        for follower in self.followers(game, ledger)? {
            let of = |options: &[Partizan]| -> Vec<Partizan> {
                options.iter().map(|option| negatives[option]).collect()
            };
            let (left, right) = (of(self.right(follower)), of(self.left(follower)));
            let negative = self.from_options(left, right, ledger)?;
            negatives.insert(follower, negative);
        }
        Ok(negatives[&game])
    }

    /// Returns all followers of a game, including the game itself, in the order of their creation.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn followers(&self, game: Partizan, ledger: &Ledger<'_>) -> Result<Vec<Partizan>, StopReason> {
        let mut seen = fixedbitset::FixedBitSet::with_capacity(game.index() + 1);
        seen.insert(game.index());
        let mut stack = vec![game];
        while let Some(next) = stack.pop() {
            self.charge(1, stack.len(), ledger)?;
            let options = self.left(next).iter().chain(self.right(next));
            stack.extend(options.filter(|option| !seen.put(option.index())));
        }
        Ok(seen.ones().map(|index| Partizan(index as u32)).collect())
    }

    fn charge(&self, work: u64, depth: usize, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        ledger.spend(work, || Progress::new(self.nodes.len() as u64, depth, self.bytes))
    }
}

/// Returns distinct options in ascending order.
fn distinct(options: impl IntoIterator<Item = Partizan>) -> Vec<Partizan> {
    let mut options: Vec<Partizan> = options.into_iter().collect();
    options.sort_unstable();
    options.dedup();
    options
}
