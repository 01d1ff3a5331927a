//! Canonical forms of partizan positions by depth-first search with an explicit stack, memoised per component.
//!
//! # One thread
//!
//! The search uses one thread. It spends at least four fifths of its time in the arena, on comparisons and sums that
//! use tables shared by all positions; moves take the rest. Threads that share one arena would wait for each other,
//! and a lock per comparison would cost more than the comparison. Threads with separate arenas would have to translate
//! handles, and would search common followers several times. Common followers are frequent: dominoes placed in another
//! order leave the same region.
//!
//! # Stored options
//!
//! A position is visited when it is first reached and again when its missing followers are known. Its options are
//! stored in between, because generating and canonicalising them twice took a fifth of the time of Domineering.
//! The options of a position that owns memory, or that may have more than 128 options for a player, are generated again.
//! If they were stored, a long line of play would hold the options of all of its positions.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::grundy::Theorems;
use crate::ledger::Ledger;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use winways_rules::{Component, Options, PartizanRuleset, Side, Sign};
use winways_values::{Arena, Game, Session};

/// A search for canonical forms by exhaustive enumeration of followers.
///
/// Results are cached: later calls search only positions not solved before. Values live in the given arena.
///
/// # Complexity
/// Each distinct follower, up to the symmetries known to the rules, is expanded once. Followers that own memory, or
/// whose [`PartizanRuleset::option_bound`] exceeds 128, are expanded at most twice.
pub struct CanonicalSearch<'r, R: PartizanRuleset + ?Sized> {
    rules: &'r R,
    arena: &'r Arena,
    theorems: Theorems,
    ledger: Ledger<'r>,
    found: CanonicalForms<R::Component>,
    /// The number of forms in `found` that another search computed.
    known: usize,
    // Buffers reused between calls, so that no position costs an allocation.
    options: Options<R::Component>,
    stack: Vec<R::Component>,
    /// The positions on the stack whose options are stored in `kept` and `missing`, in stack order.
    expansions: Vec<Expansion>,
    kept: Vec<KeptOption>,
    missing: Vec<(R::Component, Sign)>,
    sides: [Vec<Game>; 2],
}

/// A position on the stack whose options depend on unsolved followers.
struct Expansion {
    /// Index of the position on the stack.
    place: usize,
    start: Start,
    /// The number of Left's options.
    left: usize,
}

/// The indices of a position's first option in `kept`, and of its first component of unknown value in `missing`.
#[derive(Clone, Copy)]
struct Start {
    kept: usize,
    missing: usize,
}

/// An option: the sum of its components of known value, and the number of its other components.
#[derive(Clone, Copy)]
struct KeptOption {
    sum: Game,
    missing: u32,
}

/// The results of a search: canonical forms of components, in the arena of the search.
#[derive(Debug)]
pub struct CanonicalForms<C> {
    memo: HashMap<C, Game, FixedState>,
    owned_bytes: u64,
}

impl<C> Default for CanonicalForms<C> {
    fn default() -> Self {
        CanonicalForms { memo: HashMap::default(), owned_bytes: 0 }
    }
}

impl<C: Component> CanonicalForms<C> {
    /// Returns the number of bytes used, without the arena.
    pub fn bytes(&self) -> u64 {
        self.memo.allocation_size() as u64 + self.owned_bytes
    }
}

/// The cost of a position, in units of one option.
const POSITION_COST: u64 = 32;
/// Positions with at most this many options skip the memory check.
const FEW_OPTIONS: u64 = 1 << 7;

impl<'r, R: PartizanRuleset + ?Sized> CanonicalSearch<'r, R> {
    /// Creates a search with an empty memo. It runs on one thread, regardless of the budget.
    pub fn new(
        rules: &'r R,
        arena: &'r Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'r dyn Observer,
    ) -> Self {
        CanonicalSearch {
            rules,
            arena,
            theorems,
            // The interval is in options.
            ledger: Ledger::new(budget, observer, 1 << 17),
            found: CanonicalForms::default(),
            known: 0,
            options: Options::with_meter(observer.meter()),
            stack: Vec::new(),
            expansions: Vec::new(),
            kept: Vec::new(),
            missing: Vec::new(),
            sides: [Vec::new(), Vec::new()],
        }
    }

    /// Returns the canonical form of a component.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget or the arena's memory is used up, or the observer ends the work; results
    /// computed so far are retained.
    pub fn value(&mut self, component: &R::Component) -> Result<Game, Stopped> {
        self.search(component).map_err(|reason| Stopped { reason, nodes: self.nodes() })
    }

    /// Returns the canonical form of a sum.
    ///
    /// # Errors
    /// Fails like [`CanonicalSearch::value`].
    pub fn value_of_sum(&mut self, position: &[R::Component]) -> Result<Game, Stopped> {
        let mut sum = Game::ZERO;
        for component in position {
            let value = self.value(component)?;
            let added = self.arena.add(sum, value);
            sum = added.map_err(|error| Stopped { reason: error.into(), nodes: self.nodes() })?;
        }
        Ok(sum)
    }

    /// Returns the number of distinct positions solved so far, up to symmetry, without the results given to
    /// [`CanonicalSearch::add_known`].
    pub fn nodes(&self) -> u64 {
        (self.found.memo.len() - self.known) as u64
    }

    /// Replaces the memo with the results of another search of the same rules, with the same theorems and in the
    /// same arena.
    pub fn add_known(&mut self, found: CanonicalForms<R::Component>) {
        self.known = found.memo.len();
        self.found = found;
    }

    /// Takes the results of the search and leaves an empty memo.
    pub fn take_found(&mut self) -> CanonicalForms<R::Component> {
        self.known = 0;
        std::mem::take(&mut self.found)
    }

    fn search(&mut self, component: &R::Component) -> Result<Game, StopReason> {
        let mut root = component.clone();
        let sign = self.rules.canonicalise_value(&mut root);
        // The lock is held across many positions, since nothing else uses the arena.
        let arena = self.arena;
        let mut session = arena.session();
        self.stack.clear();
        self.expansions.clear();
        self.kept.clear();
        self.missing.clear();
        self.stack.push(root.clone());
        while let Some(top) = self.stack.pop() {
            let place = self.stack.len();
            match self.expansions.pop_if(|expansion| expansion.place == place) {
                Some(expansion) => self.solve_expanded(&mut session, top, &expansion)?,
                None if self.known(&mut session, &top)?.is_some() => continue,
                None => self.solve_or_descend(&mut session, top)?,
            }
            self.spend(POSITION_COST, &mut session)?;
        }
        match self.known(&mut session, &root)? {
            Some(value) => Ok(signed(value, sign)),
            None => unreachable!("a finished search knows its root"),
        }
    }

    /// Solves a component if all its followers are known. Otherwise pushes it again, with the missing
    /// followers above it.
    fn solve_or_descend(
        &mut self,
        session: &mut Session<'_>,
        component: R::Component,
    ) -> Result<(), StopReason> {
        let bound = self.rules.option_bound(&component);
        self.check_memory(&component, bound, session.bytes())?;
        let is_kept = bound <= FEW_OPTIONS && component.owned_bytes() == 0;
        let place = self.stack.len();
        let start = Start { kept: self.kept.len(), missing: self.missing.len() };
        self.list_options(session, &component, Side::Left, place, is_kept)?;
        let left = self.kept.len() - start.kept;
        self.list_options(session, &component, Side::Right, place, is_kept)?;
        let expansion = Expansion { place, start, left };
        if self.stack.len() == place {
            return self.solve_expanded(session, component, &expansion);
        }
        match is_kept {
            true => self.expansions.push(expansion),
            false => self.forget_options(start),
        }
        // The followers come first: they are popped before this component comes up again.
        self.stack.push(component);
        let last = self.stack.len() - 1;
        self.stack.swap(place, last);
        Ok(())
    }

    /// Lists the options of a player and pushes the unknown followers. If options are not stored, their sums are
    /// computed only while no follower is missing, that is, while nothing is above `place` on the stack.
    fn list_options(
        &mut self,
        session: &mut Session<'_>,
        component: &R::Component,
        side: Side,
        place: usize,
        is_kept: bool,
    ) -> Result<(), StopReason> {
        self.options.clear();
        self.rules.options(component, side, &mut self.options)?;
        self.spend(self.options.len() as u64, session)?;
        for index in 0..self.options.len() {
            let mut option = KeptOption { sum: Game::ZERO, missing: 0 };
            for part in 0..self.options.get(index).len() {
                let mut component = self.options.get(index)[part].clone();
                self.options.spend(1 + component.owned_bytes() as u64)?;
                let sign = self.rules.canonicalise_value(&mut component);
                if let Some(value) = self.known(session, &component)? {
                    if is_kept || self.stack.len() == place {
                        option.sum = session.add(option.sum, signed(value, sign))?;
                    }
                    continue;
                }
                if is_kept {
                    option.missing += 1;
                    self.missing.push((component.clone(), sign));
                }
                self.stack.push(component);
            }
            self.kept.push(option);
        }
        Ok(())
    }

    /// Solves a component whose options are on top of `kept`, once all its followers are known.
    fn solve_expanded(
        &mut self,
        session: &mut Session<'_>,
        component: R::Component,
        expansion: &Expansion,
    ) -> Result<(), StopReason> {
        let start = expansion.start;
        let mut missing = start.missing;
        self.sides.iter_mut().for_each(Vec::clear);
        for index in start.kept..self.kept.len() {
            let KeptOption { mut sum, missing: more } = self.kept[index];
            for _ in 0..more {
                let (follower, sign) = &self.missing[missing];
                let Some(value) = self.known(session, follower)? else {
                    unreachable!("followers are solved before their position")
                };
                sum = session.add(sum, signed(value, *sign))?;
                missing += 1;
            }
            self.sides[usize::from(index >= start.kept + expansion.left)].push(sum);
        }
        self.spend((self.kept.len() - start.kept) as u64, session)?;
        self.forget_options(start);
        let [left, right] = &self.sides;
        let value = session.form(left, right)?;
        self.remember(component, value, session.bytes())
    }

    fn forget_options(&mut self, start: Start) {
        self.kept.truncate(start.kept);
        self.missing.truncate(start.missing);
    }

    fn known(&self, session: &mut Session<'_>, component: &R::Component) -> Result<Option<Game>, StopReason> {
        if let Some(value) = self.found.memo.get(component) {
            return Ok(Some(*value));
        }
        match self.theorems {
            Theorems::Ignore => Ok(None),
            Theorems::Use => Ok(self.rules.value_by_theorem(component, session)?),
        }
    }

    fn remember(&mut self, component: R::Component, value: Game, arena_bytes: u64) -> Result<(), StopReason> {
        if self.found.memo.len() == self.found.memo.capacity() {
            self.ledger.check(self.bytes(arena_bytes) + 2 * self.found.memo.allocation_size() as u64)?;
        }
        self.found.owned_bytes += component.owned_bytes() as u64;
        self.found.memo.insert(component, value);
        Ok(())
    }

    fn check_memory(&self, component: &R::Component, bound: u64, arena_bytes: u64) -> Result<(), StopReason> {
        if bound <= FEW_OPTIONS {
            return Ok(());
        }
        // The unknown followers of either player go onto the stack, and the values into a list. Growing lists
        // double. An option owns only a little more memory than its position.
        let follower = 2 * size_of::<R::Component>() + component.owned_bytes();
        let needed = bound
            .saturating_mul(4 * (follower + size_of::<Game>()) as u64)
            .saturating_add(Options::<R::Component>::bytes_for(bound));
        self.ledger.check(needed.saturating_add(self.bytes(arena_bytes)))
    }

    fn spend(&self, work: u64, session: &mut Session<'_>) -> Result<(), StopReason> {
        let progress = || Progress::new(self.nodes(), self.stack.len(), self.bytes(session.bytes()));
        self.ledger.spend(work, progress)
    }

    fn bytes(&self, arena_bytes: u64) -> u64 {
        self.own_bytes() + arena_bytes
    }

    /// Returns the number of bytes used, without the arena.
    pub(crate) fn own_bytes(&self) -> u64 {
        let stack = self.stack.capacity() * size_of::<R::Component>();
        let missing = self.missing.capacity() * size_of::<(R::Component, Sign)>();
        let kept = self.kept.capacity() * size_of::<KeptOption>();
        let expansions = self.expansions.capacity() * size_of::<Expansion>();
        self.found.bytes() + (stack + missing + kept + expansions) as u64
    }
}

fn signed(value: Game, sign: Sign) -> Game {
    match sign {
        Sign::Same => value,
        Sign::Negative => -value,
    }
}
