//! Nim-values of a game's components, by the engine that suits the game, and the moves that reach a value.

use crate::game::{Game, Winning};
use crate::heap_laws::HeapLaws;
use crate::heap_moves::HeapMoves;
use crate::moves::Moves;
use crate::row_values::RowValues;
use crate::turns::AlternatingSearch;
use std::collections::BTreeSet;
use winways_rules::{Component, HeapRules, ImpartialOutcome, Meter, Options, Play, Recurrence, RuleFault};
use winways_solve::{
    Budget, FoundPattern, GrundySearch, HeapLaw, HeapSequence, Keep, Ledger, Observer, Period, Progress,
    StopReason, Stopped, SumTable, Theorems,
};
use winways_values::Nimber;

/// The maximum work, in options times components, for computing the outcomes of all options by a theorem about complete
/// positions.
pub const OPTIONS_TRIED: u64 = 1_000_000;

/// Computes the nim-values of one game: by theorem if allowed, from a sequence or a law for a game on heaps, from rows for a
/// game on pairs, or else by search.
pub struct Values<'g, G: Game + ?Sized> {
    game: &'g G,
    theorems: Theorems,
    ledger: Ledger<'g>,
    sequence: Option<HeapSequence<'g>>,
    /// The values indexed by the distance to a bound, for a game on numbers that rise up to the bound.
    distances: Option<HeapSequence<'g>>,
    /// The values of heaps with few followers. `None` if the game does not need this search, or after a heap has turned out
    /// to have many followers.
    followers: Option<GrundySearch<'g, G>>,
    /// The values of large pairs, for a game on pairs.
    rows: Option<RowValues<'g>>,
    search: AlternatingSearch<'g, G>,
    /// The laws for the values of large heaps.
    laws: HeapLaws,
    /// `true` if unproved patterns may be used as laws.
    assumes_patterns: bool,
}

/// The smallest heap for which a search of its followers is tried before evaluating all smaller heaps. The heap must have at most
/// [`MAX_OPTIONS_OF_FOLLOWED`] options, and its followers at most [`MAX_OPTIONS_OF_FOLLOWERS`] in total.
const FOLLOWERS_FROM: u64 = 1 << 16;
const MAX_OPTIONS_OF_FOLLOWED: u64 = 1 << 6;
const MAX_OPTIONS_OF_FOLLOWERS: u64 = 1 << 20;

/// The minimum memory limit, in bytes, for which the solver searches for a law.
const LAW_MEMORY: u64 = 64 << 20;
/// The maximum number of first values in which a pattern is sought. Computing them may take at most [`FIRST_OPTIONS`] options.
const PATTERN_VALUES: u64 = 1 << 20;
const FIRST_OPTIONS: u64 = 1 << 29;
/// The maximum number of first values computed by search if heaps are not evaluated from the bottom up.
const SEARCHED_VALUES: u64 = 1 << 16;
/// The number of sequence options that cost as much as one option of a search.
const OPTIONS_OF_SEARCH: u64 = 16;

/// Treats an exhausted limit as success, for work that is meant to run until the limit.
fn unless_limited(stopped: Stopped) -> Result<(), Stopped> {
    match stopped.reason {
        StopReason::Options { .. } | StopReason::Memory { .. } | StopReason::Values { .. } => Ok(()),
        _ => Err(stopped),
    }
}

/// The number of options of a heap above which its moves are counted with the period.
const PAIRS_FROM: u64 = 1 << 16;

/// The maximum number of components that an explanation covers.
const COMPONENTS_EXPLAINED: usize = 12;
/// The maximum number of options of a component whose nim-values an explanation lists.
const OPTIONS_EXPLAINED: u64 = 2000;

impl<'g, G: Game + ?Sized> Values<'g, G> {
    /// Creates a solver for components of `game`.
    pub fn new(game: &'g G, theorems: Theorems, budget: Budget, observer: &'g dyn Observer) -> Self {
        let sequence = game.heap_rules().map(|rules| HeapSequence::new(rules, Keep::All));
        let distances = game.distance_rules().map(|rules| HeapSequence::new(rules, Keep::All));
        let search = AlternatingSearch::new(game, theorems, budget, observer);
        let most =
            budget.options.map_or(MAX_OPTIONS_OF_FOLLOWERS, |limit| limit.min(MAX_OPTIONS_OF_FOLLOWERS));
        let few = Budget { options: Some(most), memory: budget.memory / 2, ..budget };
        let has_unknown_recurrence = |rules: &dyn HeapRules| {
            rules.recurrence() == Recurrence::Unknown && rules.take_and_break().is_none()
        };
        let followers = game.heap_rules().filter(|rules| has_unknown_recurrence(*rules));
        let followers = followers.map(|_| GrundySearch::new(game, theorems, few, observer));
        let rows = game.pair_rules().map(RowValues::new);
        let (laws, assumes_patterns) = (HeapLaws::default(), false);
        // The interval between polls, in options.
        let ledger = Ledger::new(budget, observer, 1 << 14);
        Values {
            game,
            theorems,
            ledger,
            sequence,
            distances,
            followers,
            rows,
            search,
            laws,
            assumes_patterns,
        }
    }

    /// Returns `true` if a component is a heap large enough for a law or a pattern.
    pub(crate) fn is_large_heap(&self, component: &G::Component) -> bool {
        self.game.heap(component).is_some_and(|heap| heap >= FOLLOWERS_FROM)
    }

    /// Allows unproved patterns of the first values for large heaps from now on.
    pub(crate) fn assume_patterns(&mut self) {
        self.assumes_patterns = true;
    }

    /// Returns the proved law for large heaps, if one was found.
    pub(crate) fn law(&self) -> Option<&HeapLaw> {
        self.laws.law()
    }

    /// Returns the unproved pattern, if a returned value relies on it.
    pub(crate) fn assumption(&self) -> Option<&FoundPattern> {
        self.laws.assumption()
    }

    /// Returns the nim-value of a component.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is exhausted or the observer stops the work.
    pub fn of(&mut self, component: &G::Component) -> Result<Nimber, Stopped> {
        if self.theorems == Theorems::Use
            && let Some(value) = self.game.nim_value(component)
        {
            return Ok(value);
        }
        if let Some(distances) = &mut self.distances
            && let Some(distance) = self.game.distance(component)
            && let Some(value) = distances.nim_value(distance, self.ledger.budget, self.ledger.observer)?
        {
            return Ok(Nimber(value.into()));
        }
        let heap = self.game.heap(component);
        if let Some(value) = heap.map_or(Ok(None), |heap| self.by_followers(component, heap))? {
            return Ok(value);
        }
        if let Some(value) = heap.map_or(Ok(None), |heap| self.by_law(heap))? {
            return Ok(value);
        }
        if let Some(rows) = &mut self.rows
            && let Some(pair) = self.game.pair(component)
            && let Some(value) = rows.value(pair, self.ledger.budget, self.ledger.observer)?
        {
            return Ok(value);
        }
        match (&mut self.sequence, heap) {
            (Some(sequence), Some(heap)) => {
                match sequence.nim_value(heap, self.ledger.budget, self.ledger.observer)? {
                    Some(value) => Ok(Nimber(value.into())),
                    None => unreachable!("all values are kept"),
                }
            }
            _ => self.search.nim_value(component),
        }
    }

    /// Returns the value of a large heap by searching its followers, if these are few: 10¹⁸ in `n -> n/2 | n/3` has a few
    /// hundred.
    fn by_followers(&mut self, component: &G::Component, heap: u64) -> Result<Option<Nimber>, Stopped> {
        let is_known = self.sequence.as_ref().is_none_or(|sequence| heap < sequence.known());
        let Some(followers) = self.followers.as_mut().filter(|_| heap >= FOLLOWERS_FROM && !is_known) else {
            return Ok(None);
        };
        if self.game.option_bound(component) > MAX_OPTIONS_OF_FOLLOWED {
            return Ok(None);
        }
        match followers.nim_value(component) {
            Ok(value) => Ok(Some(value)),
            Err(Stopped { reason: StopReason::Options { .. } | StopReason::Memory { .. }, .. }) => {
                self.followers = None;
                Ok(None)
            }
            Err(stopped) => Err(stopped),
        }
    }

    /// Returns the value of a large heap from a proved law, or else from a pattern if patterns are assumed.
    fn by_law(&mut self, heap: u64) -> Result<Option<Nimber>, Stopped> {
        if heap < FOLLOWERS_FROM || self.sequence.as_ref().is_some_and(|sequence| heap < sequence.known()) {
            return Ok(None);
        }
        let mut meter = self.ledger.meter();
        let ended = |fault: RuleFault| StopReason::from(fault).after(0);
        // Classical theorems already prove periods for all other recurrences.
        let is_open = self.game.heap_rules().is_none_or(|rules| rules.recurrence() == Recurrence::Unknown);
        if let Some(moves) =
            self.game.move_formulas().filter(|_| is_open && self.ledger.budget.memory >= LAW_MEMORY)
        {
            if self.laws.is_untried() {
                let values = self.first_values(HeapLaw::VALUES)?;
                let values = values.filter(|values| values.len() as u64 == HeapLaw::VALUES);
                self.laws.prove(moves, values.as_deref(), &mut meter).map_err(ended)?;
            }
            if let Some(value) = self.laws.proved_value(heap, &mut meter).map_err(ended)? {
                return Ok(Some(Nimber(value)));
            }
        }
        if !self.assumes_patterns {
            return Ok(None);
        }
        if self.laws.has_no_pattern() {
            let values = self.first_values(PATTERN_VALUES)?.unwrap_or_default();
            self.laws.assume(&values, &mut meter).map_err(ended)?;
        }
        if self.sequence.as_ref().is_some_and(|sequence| heap < sequence.known()) {
            return Ok(None);
        }
        Ok(self.laws.assumed_value(heap).map(Nimber))
    }

    /// Returns the values of the first `count` heaps, or of fewer heaps if the limits do not suffice ([`FIRST_OPTIONS`],
    /// [`SEARCHED_VALUES`], the budget). Returns `None` if heaps cannot be written as numbers.
    fn first_values(&mut self, count: u64) -> Result<Option<Vec<u64>>, Stopped> {
        let limit = self.ledger.budget.options.map_or(FIRST_OPTIONS, |limit| limit.min(FIRST_OPTIONS));
        if let Some(sequence) = &mut self.sequence {
            let budget = Budget { options: Some(limit), ..self.ledger.budget };
            let found = match count {
                HeapLaw::VALUES => sequence.extend_to(count - 1, budget, self.ledger.observer),
                _ => sequence
                    .prove(count - 1, budget, self.ledger.observer)
                    .and_then(|_| sequence.extend_to(count - 1, budget, self.ledger.observer)),
            };
            let known = (0..count).map_while(|heap| sequence.value(heap)).map(u64::from);
            return found.or_else(unless_limited).map(|()| Some(known.collect()));
        }
        let mut values = Vec::new();
        let mut options = 0u64;
        for heap in 0..count.min(SEARCHED_VALUES) {
            let Some(components) = components_of(self.game, &[heap]) else { return Ok(None) };
            let tried = components.iter().map(|component| self.game.option_bound(component));
            options = tried.fold(options, u64::saturating_add);
            match self.of_sum(&components) {
                Ok(value) if options <= limit / OPTIONS_OF_SEARCH => values.push(value.0),
                Ok(_) => break,
                Err(stopped) => {
                    unless_limited(stopped)?;
                    break;
                }
            }
        }
        Ok(Some(values))
    }

    /// Returns `true` if a sum of components equals a nimber. This may be cheaper than computing the value of the sum.
    ///
    /// # Errors
    /// Fails like [`Values::of`].
    pub fn is_worth(&mut self, position: &[G::Component], nimber: Nimber) -> Result<bool, Stopped> {
        match self.search.couples_in_use() {
            Some(couples) => couples.is_worth(position, nimber),
            None => Ok(self.of_sum(position)? == nimber),
        }
    }

    /// Returns `true` if values are computed with couples of components and nimbers.
    pub fn uses_couples(&self) -> bool {
        self.search.uses_couples()
    }

    /// Returns the nim-value of a sum of components.
    ///
    /// # Errors
    /// Fails like [`Values::of`].
    pub fn of_sum(&mut self, position: &[G::Component]) -> Result<Nimber, Stopped> {
        position.iter().map(|component| self.of(component)).sum()
    }

    /// Adds the moves of `position` that change its nim-value by `change`, the nim-sum of the values before and after.
    pub fn moves_that_change_value_by(
        &mut self,
        position: &[G::Component],
        change: Nimber,
        moves: &mut Moves<G::Component>,
    ) -> Result<(), Stopped> {
        // For the winning moves of the position itself, a theorem may count more moves than could be listed.
        if self.theorems == Theorems::Use
            && change == self.of_sum(position)?
            && self.game.winning_moves(position, Play::Normal, moves) == Winning::Known
        {
            return Ok(());
        }
        for (index, component) in position.iter().enumerate() {
            let target = self.of(component)? + change;
            if self.theorems == Theorems::Use
                && self.game.moves_to_value(index, component, target, moves) == Winning::Known
            {
                continue;
            }
            if self.count_by_law(index, component, target, moves)?
                || self.count_pairs(index, component, target, moves)?
            {
                continue;
            }
            // Two copies of every option are held, in lists that double as they grow, together with a table slot. An option owns
            // hardly more memory than the component itself.
            let option_bytes = size_of::<G::Component>() + component.owned_bytes();
            let bytes = self.game.option_bound(component).saturating_mul(4 * option_bytes as u64 + 64);
            self.ledger.check(bytes).map_err(|reason| reason.after(self.nodes()))?;
            let meter = self.ledger.meter();
            distinct_options(self.game, component, meter, &mut |_, option| {
                self.count_option()?;
                if self.is_worth(option, target)? {
                    moves.push(index, option.iter().cloned());
                }
                Ok::<(), Stopped>(())
            })?;
        }
        Ok(())
    }

    /// Adds the moves of a large heap that reach the value `target`, counted with the proved law. Returns `false` if that
    /// is not possible.
    fn count_by_law(
        &mut self,
        index: usize,
        component: &G::Component,
        target: Nimber,
        moves: &mut Moves<G::Component>,
    ) -> Result<bool, Stopped> {
        let Some(heap) = self.game.heap(component).filter(|heap| *heap >= FOLLOWERS_FROM) else {
            return Ok(false);
        };
        let mut meter = self.ledger.meter();
        let found = self.laws.moves_to(heap, target.0, moves.limit_left(), &mut meter);
        let Some(found) = found.map_err(|fault| StopReason::from(fault).after(self.nodes()))? else {
            return Ok(false);
        };
        let listed = found.listed.iter().map(|&heap| components_of(self.game, &[heap]));
        let Some(listed) = listed.collect::<Option<Vec<_>>>() else { return Ok(false) };
        moves.push_all(index, listed, found.total);
        Ok(true)
    }

    /// Adds the moves of a large heap that reach the value `target`, counted with the proved period. Returns `false` if that
    /// is not possible.
    fn count_pairs(
        &mut self,
        index: usize,
        component: &G::Component,
        target: Nimber,
        moves: &mut Moves<G::Component>,
    ) -> Result<bool, Stopped> {
        let rules = self.game.heap_rules().filter(|_| self.game.option_bound(component) > PAIRS_FROM);
        let (Some(heap), Some(sequence), Some(game)) =
            (self.game.heap(component), &self.sequence, rules.and_then(HeapRules::take_and_break))
        else {
            return Ok(false);
        };
        let mut meter = self.ledger.meter();
        let found = HeapMoves::of(&game, heap, target, sequence, moves.limit_left(), &mut meter);
        let found = found.map_err(|fault| StopReason::from(fault).after(self.nodes()))?;
        let Some((found, listed)) = found.and_then(|found| {
            let components = found.listed.iter().map(|heaps| components_of(self.game, heaps));
            let listed: Option<Vec<_>> = components.collect();
            Some((found, listed?))
        }) else {
            return Ok(false);
        };
        moves.push_all(index, listed, found.total);
        Ok(true)
    }

    /// Counts an option and polls the observer at intervals, since options with known values take time too.
    pub(crate) fn count_option(&self) -> Result<(), Stopped> {
        let counted = self.ledger.spend(1, || Progress::new(self.nodes(), 0, 0));
        counted.map_err(|reason| reason.after(self.nodes()))
    }

    /// Explains the values of the first few components with the values of their options and the mex.
    pub fn explain(&mut self, position: &[G::Component]) -> Result<Vec<String>, Stopped> {
        let mut lines = Vec::new();
        for component in position.iter().take(COMPONENTS_EXPLAINED) {
            let name = call(self.game, std::slice::from_ref(component));
            let value = self.of(component)?;
            if self.game.option_bound(component) > OPTIONS_EXPLAINED {
                lines.push(format!("{name} has nim-value {}", value.0));
                continue;
            }
            let mut values = BTreeSet::new();
            let meter = self.ledger.meter();
            distinct_options(self.game, component, meter, &mut |_, option| {
                values.insert(self.of_sum(option)?.0);
                Ok::<(), Stopped>(())
            })?;
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            lines.push(format!(
                "{name}: the nim-values of its options are {{{}}}; the least missing value is {}",
                values.join(", "),
                value.0
            ));
        }
        if position.len() > COMPONENTS_EXPLAINED {
            lines.push(format!(
                "and so on for the other {} components",
                position.len() - COMPONENTS_EXPLAINED
            ));
        }
        Ok(lines)
    }

    /// Returns the number of distinct positions solved so far.
    pub fn nodes(&self) -> u64 {
        let followers = self.followers.as_ref().map_or(0, GrundySearch::nodes);
        let rows = self.rows.as_ref().map_or(0, RowValues::computed);
        let sequences = [&self.sequence, &self.distances].into_iter().flatten();
        self.search.nodes() + followers + rows + sequences.map(HeapSequence::computed).sum::<u64>()
    }

    /// Returns a sentence, without its full stop, that states the period proved so far.
    pub fn period_in_words(&self) -> Option<String> {
        let of_heaps = self.period().map(|Period { preperiod, period }| {
            format!("the nim-values provably have period {period} from heap {preperiod} on")
        });
        let of_distances = || {
            let Period { preperiod, period } = self.distances.as_ref()?.period()?;
            Some(format!(
                "the nim-values of the distances to the bound provably have period {period} from {preperiod} on"
            ))
        };
        of_heaps.or_else(of_distances).or_else(|| self.rows.as_ref()?.period_in_words())
    }

    /// Returns the period proved so far, for a game on heaps.
    pub fn period(&self) -> Option<Period> {
        self.sequence.as_ref().and_then(HeapSequence::period)
    }
}

/// Returns the components that are heaps of these sizes, if they can be written as numbers.
fn components_of<G: Game + ?Sized>(game: &G, heaps: &[u64]) -> Option<Vec<G::Component>> {
    let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let components = game.parse(&text.join(" ")).ok()?;
    let sizes: Option<Vec<u64>> = components.iter().map(|component| game.heap(component)).collect();
    (sizes? == heaps).then_some(components)
}

/// Formats a position as a call that can be parsed again: `nim(7,8,9)`.
pub(crate) fn call<G: Game + ?Sized>(game: &G, position: &[G::Component]) -> String {
    // Replace hyphens by `_` in the name, but not in the parameter.
    let name = game.name();
    let (plain, parameter) = name.split_at(name.find(['(', '{']).unwrap_or(name.len()));
    format!("{}{parameter}({})", plain.replace('-', "_"), game.write(position))
}

/// A function that is called with the number and the components of an option.
type VisitOption<'v, C, E> = dyn FnMut(usize, &[C]) -> Result<(), E> + 'v;

/// Calls `visit` with the number and the components of each distinct option. The options tried are charged to `meter`.
pub(crate) fn distinct_options<G: Game + ?Sized, E: From<RuleFault>>(
    game: &G,
    component: &G::Component,
    meter: Meter,
    visit: &mut VisitOption<'_, G::Component, E>,
) -> Result<(), E> {
    let mut options = Options::with_meter(meter);
    game.options(component, &mut options)?;
    let mut options_in_order = options.iter().enumerate();
    // Most games list the options of a heap in descending order. Then there are no duplicates, and no table is needed.
    if options.iter().is_sorted_by(|option, next| is_below(next, option)) {
        return options_in_order.try_for_each(|(index, option)| visit(index, option));
    }
    let mut seen = SumTable::default();
    let mut sorted = Vec::new();
    options_in_order.try_for_each(|(index, option)| {
        sorted.clear();
        sorted.extend_from_slice(option);
        sorted.sort_unstable();
        if seen.get(&sorted).is_some() {
            return Ok(());
        }
        seen.insert(&sorted, ());
        visit(index, option)
    })
}

/// Returns `true` if an option precedes another: the empty option precedes single components, and these are ordered by [`Ord`].
/// Returns `false` if either option has several components.
fn is_below<C: Ord>(option: &[C], other: &[C]) -> bool {
    match (option, other) {
        ([], [_]) => true,
        ([option], [other]) => option < other,
        _ => false,
    }
}

/// Returns the winning moves given by the theorem about complete positions, if it determines them.
pub(crate) fn winning_moves_by_theorem<G: Game + ?Sized>(
    game: &G,
    position: &[G::Component],
    play: Play,
    limit: usize,
    memory: u64,
) -> Option<Moves<G::Component>> {
    let mut moves = Moves::with_limit(limit);
    if game.winning_moves(position, play, &mut moves) == Winning::Known {
        return Some(moves);
    }
    // If the theorem does not give the position's outcome, do not compute the outcome of every option.
    game.outcome(position, play)?;
    let bound = position.iter().fold(0u64, |bound, part| bound.saturating_add(game.option_bound(part)));
    let has_room = Options::<G::Component>::bytes_for(bound) <= memory;
    if !has_room || bound.saturating_mul(position.len() as u64) > OPTIONS_TRIED {
        return None;
    }
    for (index, component) in position.iter().enumerate() {
        let mut unknown = false;
        distinct_options(game, component, Meter::default(), &mut |_, option| {
            let after = [&position[..index], option, &position[index + 1..]].concat();
            match game.outcome(&after, play) {
                Some(ImpartialOutcome::Previous) => moves.push(index, option.iter().cloned()),
                Some(ImpartialOutcome::Next) => {}
                None => unknown = true,
            }
            Ok::<(), RuleFault>(())
        })
        .ok()?;
        if unknown {
            return None;
        }
    }
    Some(moves)
}
