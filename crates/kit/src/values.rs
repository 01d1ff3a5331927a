//! Nim-values of a game's components by whatever engine suits the game, and the moves that reach a value.

use crate::game::{Game, Winning};
use crate::heap_laws::HeapLaws;
use crate::heap_moves::HeapMoves;
use crate::moves::Moves;
use crate::row_values::RowValues;
use crate::turns::TurnsOfSearches;
use std::collections::BTreeSet;
use winways_rules::{Component, HeapRules, ImpartialOutcome, Meter, Options, Play, Recurrence, RuleFault};
use winways_solve::{
    Budget, FoundPattern, GrundySearch, HeapLaw, HeapSequence, Keep, Observer, Period, Progress, StopReason,
    Stopped, SumTable, Theorems,
};
use winways_values::Nimber;

/// How many options a theorem about whole positions is asked about, at most.
pub const OPTIONS_TRIED: u64 = 1_000_000;

/// The nim-values of one game: by theorem if allowed, by the sequence of heaps if it is a game on heaps, else by
/// depth-first search.
pub struct Values<'g, G: Game + ?Sized> {
    game: &'g G,
    theorems: Theorems,
    budget: Budget,
    observer: &'g dyn Observer,
    sequence: Option<HeapSequence<'g>>,
    /// Values of heaps from which few others are reached; `None` once they turned out to be many.
    followers: Option<GrundySearch<'g, G>>,
    /// Values of large pairs, for a game on pairs.
    rows: Option<RowValues<'g>>,
    search: TurnsOfSearches<'g, G>,
    /// What tells the values of large heaps.
    laws: HeapLaws,
    /// Whether a pattern may tell them that is not proved.
    assumes_patterns: bool,
    options_tried: u64,
}

/// The followers of a heap of at least so many tokens are searched before all smaller heaps are valued, if there are at most
/// so many options of the heap, and so many options of its followers.
const FOLLOWERS_FROM: u64 = 1 << 16;
const MAX_OPTIONS_OF_FOLLOWED: u64 = 1 << 6;
const MAX_OPTIONS_OF_FOLLOWERS: u64 = 1 << 20;

/// A law is looked for with so much memory.
const LAW_MEMORY: u64 = 64 << 20;
/// A pattern is looked for among so many first values, if they take no more options than this.
const PATTERN_VALUES: u64 = 1 << 20;
const FIRST_OPTIONS: u64 = 1 << 29;
/// So many values are searched for where heaps are not valued from the bottom up.
const SEARCHED_VALUES: u64 = 1 << 16;
/// An option of a search takes as long as so many of a sequence.
const OPTIONS_OF_SEARCH: u64 = 16;

/// Limits are no failure of work that was meant to end with them.
fn unless_limited(stopped: Stopped) -> Result<(), Stopped> {
    match stopped.reason {
        StopReason::Options { .. } | StopReason::Memory { .. } | StopReason::Values { .. } => Ok(()),
        _ => Err(stopped),
    }
}

/// How many options are tried between two looks at the observer.
const OPTIONS_POLL_INTERVAL: u64 = 1 << 14;

/// The moves of a heap with more options are counted by the period.
const PAIRS_FROM: u64 = 1 << 16;

/// How many components an explanation goes through.
const COMPONENTS_EXPLAINED: usize = 12;
/// How many options an explanation goes through.
const OPTIONS_EXPLAINED: u64 = 2000;

impl<'g, G: Game + ?Sized> Values<'g, G> {
    /// Finds values of components of `game`.
    pub fn new(game: &'g G, theorems: Theorems, budget: Budget, observer: &'g dyn Observer) -> Self {
        let sequence = game.heap_rules().map(|rules| HeapSequence::new(rules, Keep::All));
        let search = TurnsOfSearches::new(game, theorems, budget, observer);
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
        Values {
            game,
            theorems,
            budget,
            observer,
            sequence,
            followers,
            rows,
            search,
            laws,
            assumes_patterns,
            options_tried: 0,
        }
    }

    /// Returns `true` if a component is a heap whose value a pattern may tell.
    pub(crate) fn is_large_heap(&self, component: &G::Component) -> bool {
        self.game.heap(component).is_some_and(|heap| heap >= FOLLOWERS_FROM)
    }

    /// From now on a pattern of the first values may tell the values of large heaps, though it is not proved.
    pub(crate) fn assume_patterns(&mut self) {
        self.assumes_patterns = true;
    }

    /// Why the values of large heaps follow from a law, if one was proved on the way.
    pub(crate) fn law(&self) -> Option<&HeapLaw> {
        self.laws.law()
    }

    /// The pattern that values rest on though it is not proved.
    pub(crate) fn assumption(&self) -> Option<&FoundPattern> {
        self.laws.assumption()
    }

    /// The nim-value of a component.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    pub fn of(&mut self, component: &G::Component) -> Result<Nimber, Stopped> {
        if self.theorems == Theorems::Use
            && let Some(value) = self.game.nim_value(component)
        {
            return Ok(value);
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
            && let Some(value) = rows.value(pair, self.budget, self.observer)?
        {
            return Ok(value);
        }
        match (&mut self.sequence, heap) {
            (Some(sequence), Some(heap)) => match sequence.nim_value(heap, self.budget, self.observer)? {
                Some(value) => Ok(Nimber(value.into())),
                None => unreachable!("all values are kept"),
            },
            _ => self.search.nim_value(component),
        }
    }

    /// The value of a large heap from the heaps that are reached from it, where these are few: 10¹⁸ in `n -> n/2 | n/3` has
    /// some hundred followers.
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

    /// The value of a large heap by a law that is proved, or else by a pattern, if patterns are assumed.
    fn by_law(&mut self, heap: u64) -> Result<Option<Nimber>, Stopped> {
        if heap < FOLLOWERS_FROM || self.sequence.as_ref().is_some_and(|sequence| heap < sequence.known()) {
            return Ok(None);
        }
        let mut meter = self.observer.meter();
        let ended = |fault: RuleFault| StopReason::from(fault).after(0);
        // Classical theorems prove the periods of the others.
        let is_open = self.game.heap_rules().is_none_or(|rules| rules.recurrence() == Recurrence::Unknown);
        if let Some(moves) = self.game.move_formulas().filter(|_| is_open && self.budget.memory >= LAW_MEMORY)
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

    /// The values of the first heaps, as many as are wanted, or fewer if they take more than [`FIRST_OPTIONS`]; `None` if heaps
    /// cannot be written as numbers.
    fn first_values(&mut self, count: u64) -> Result<Option<Vec<u64>>, Stopped> {
        let limit = self.budget.options.map_or(FIRST_OPTIONS, |limit| limit.min(FIRST_OPTIONS));
        if let Some(sequence) = &mut self.sequence {
            let budget = Budget { options: Some(limit), ..self.budget };
            let found = match count {
                HeapLaw::VALUES => sequence.extend_to(count - 1, budget, self.observer),
                _ => sequence
                    .prove(count - 1, budget, self.observer)
                    .and_then(|_| sequence.extend_to(count - 1, budget, self.observer)),
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

    /// Whether a sum of components is worth a nimber, which may take less than the value.
    ///
    /// # Errors
    /// As [`Values::of`].
    pub fn is_worth(&mut self, position: &[G::Component], nimber: Nimber) -> Result<bool, Stopped> {
        match self.search.couples_in_use() {
            Some(couples) => couples.is_worth(position, nimber),
            None => Ok(self.of_sum(position)? == nimber),
        }
    }

    /// Whether values are found by couples of components and nimbers.
    pub fn is_by_couples(&self) -> bool {
        self.search.is_by_couples()
    }

    /// The nim-value of a sum of components.
    ///
    /// # Errors
    /// As [`Values::of`].
    pub fn of_sum(&mut self, position: &[G::Component]) -> Result<Nimber, Stopped> {
        position.iter().map(|component| self.of(component)).sum()
    }

    /// The moves of `position` that change its nim-value by `change`, the nim-sum of the value before and after.
    pub fn moves_that_change_value_by(
        &mut self,
        position: &[G::Component],
        change: Nimber,
        moves: &mut Moves<G::Component>,
    ) -> Result<(), Stopped> {
        // Winning moves of the position by itself: a theorem may count what nobody could list.
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
            // Two copies of every option are held, in lists that double as they grow, and a place in a table. An option
            // owns no more than what it came from, or hardly more.
            let option_bytes = size_of::<G::Component>() + component.owned_bytes();
            let bytes = self.game.option_bound(component).saturating_mul(4 * option_bytes as u64 + 64);
            if bytes > self.budget.memory {
                let reason = StopReason::Memory { limit: self.budget.memory };
                return Err(Stopped { reason, nodes: self.nodes() });
            }
            let meter = self.observer.meter();
            distinct_options(self.game, component, meter, |_, option| {
                self.count_option()?;
                if self.is_worth(option, target)? {
                    moves.push(index, option.iter().cloned());
                }
                Ok::<(), Stopped>(())
            })?;
        }
        Ok(())
    }

    /// The moves of a large heap to a value, counted by the law that is proved; `false` where that is not possible.
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
        let mut meter = self.observer.meter();
        let found = self.laws.moves_to(heap, target.0, moves.limit_left(), &mut meter);
        let Some(found) = found.map_err(|fault| StopReason::from(fault).after(self.nodes()))? else {
            return Ok(false);
        };
        let listed = found.listed.iter().map(|&heap| components_of(self.game, &[heap]));
        let Some(listed) = listed.collect::<Option<Vec<_>>>() else { return Ok(false) };
        let unlisted = found.total.saturating_sub(listed.len() as u64);
        listed.into_iter().for_each(|to| moves.push(index, to));
        moves.push_unlisted(unlisted);
        Ok(true)
    }

    /// The moves of a large heap to a value, counted by the proved period; `false` where that is not possible.
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
        let mut meter = self.observer.meter();
        let found = HeapMoves::of(&game, heap, target, sequence, moves.limit_left(), &mut meter);
        let found = found.map_err(|fault| StopReason::from(fault).after(self.nodes()))?;
        let Some((found, listed)) = found.and_then(|found| {
            let components = found.listed.iter().map(|heaps| components_of(self.game, heaps));
            let listed: Option<Vec<_>> = components.collect();
            Some((found, listed?))
        }) else {
            return Ok(false);
        };
        let unlisted = found.total.saturating_sub(listed.len() as u64);
        listed.into_iter().for_each(|to| moves.push(index, to));
        moves.push_unlisted(unlisted);
        Ok(true)
    }

    /// Looks at the observer now and then: options whose values are known take time too.
    pub(crate) fn count_option(&mut self) -> Result<(), Stopped> {
        self.options_tried += 1;
        if !self.options_tried.is_multiple_of(OPTIONS_POLL_INTERVAL) {
            return Ok(());
        }
        let progress = Progress { positions: self.nodes(), ..Progress::default() };
        self.observer.poll(&progress).map_err(|reason| reason.after(self.nodes()))
    }

    /// For each of the first few components: the values of its options, and their mex.
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
            let meter = self.observer.meter();
            distinct_options(self.game, component, meter, |_, option| {
                values.insert(self.of_sum(option)?.0);
                Ok::<(), Stopped>(())
            })?;
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            lines.push(format!(
                "{name}: the nim-values of its options are {{{}}}; the least that is missing is {}",
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

    /// Distinct positions solved so far.
    pub fn nodes(&self) -> u64 {
        let followers = self.followers.as_ref().map_or(0, GrundySearch::nodes);
        let rows = self.rows.as_ref().map_or(0, RowValues::computed);
        self.search.nodes() + followers + rows + self.sequence.as_ref().map_or(0, HeapSequence::computed)
    }

    /// The period that was proved on the way, in a sentence without its full stop.
    pub fn period_in_words(&self) -> Option<String> {
        let of_heaps = self.period().map(|Period { preperiod, period }| {
            format!("the nim-values have period {period} from heap {preperiod} on, which is proved")
        });
        of_heaps.or_else(|| self.rows.as_ref()?.period_in_words())
    }

    /// The period that was proved on the way, for a game on heaps.
    pub fn period(&self) -> Option<Period> {
        self.sequence.as_ref().and_then(HeapSequence::period)
    }
}

/// The components that are heaps of these sizes, if they can be written as numbers.
fn components_of<G: Game + ?Sized>(game: &G, heaps: &[u64]) -> Option<Vec<G::Component>> {
    let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let components = game.parse(&text.join(" ")).ok()?;
    let sizes: Option<Vec<u64>> = components.iter().map(|component| game.heap(component)).collect();
    (sizes? == heaps).then_some(components)
}

/// A position as a call, which reads back: `nim(7,8,9)`.
pub(crate) fn call<G: Game + ?Sized>(game: &G, position: &[G::Component]) -> String {
    // Only the name takes `_`; a parameter stands as it is.
    let name = game.name();
    let (plain, parameter) = name.split_at(name.find(['(', '{']).unwrap_or(name.len()));
    format!("{}{parameter}({})", plain.replace('-', "_"), game.write(position))
}

/// Calls `visit` with the number and the components of each option, equal ones once. What is tried is counted on `meter`.
pub(crate) fn distinct_options<G: Game + ?Sized, E: From<RuleFault>>(
    game: &G,
    component: &G::Component,
    meter: Meter,
    mut visit: impl FnMut(usize, &[G::Component]) -> Result<(), E>,
) -> Result<(), E> {
    let mut options = Options::with_meter(meter);
    game.options(component, &mut options)?;
    let mut options_in_order = options.iter().enumerate();
    // Most games list the options of a heap in order: then none comes twice, and none has to be remembered.
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

/// Whether an option stands before another in an order in which equal multisets have one place: single components by
/// themselves, after those without any.
fn is_below<C: Ord>(option: &[C], other: &[C]) -> bool {
    match (option, other) {
        ([], [_]) => true,
        ([option], [other]) => option < other,
        _ => false,
    }
}

/// The winning moves by the theorem about whole positions, if it can tell them.
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
    // A theorem that does not know this position's outcome is not asked about every option's.
    game.outcome(position, play)?;
    let bound = position.iter().fold(0u64, |bound, part| bound.saturating_add(game.option_bound(part)));
    let has_room = Options::<G::Component>::bytes_for(bound) <= memory;
    if !has_room || bound.saturating_mul(position.len() as u64) > OPTIONS_TRIED {
        return None;
    }
    for (index, component) in position.iter().enumerate() {
        let mut unknown = false;
        distinct_options(game, component, Meter::default(), |_, option| {
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
