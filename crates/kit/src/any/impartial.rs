//! [`AnyGame`] for impartial games.

use super::capabilities::{
    ByLostPairs, ImpartialPosition, ImpartialSolver, InternedPosition, MisereByValues,
};
use super::face::{AnyGame, AnyMove, AnyMoves, HeapValues, Tables, TripleValues};
use super::positions::{Erased, Kind, Positioned, Positions};
use super::properties::{Ending, Properties};
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::{Detail, Game, PairTheorem};
use crate::moves::{Move, Moves};
use crate::pair_laws::PairLaw;
use crate::values::{Values, distinct_options, winning_moves_by_theorem};
use crate::verify::verify_game;
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use std::ops::Range;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Component, HeapRules, ImpartialOutcome, Meter, PairRules, Play, RuleFault};
use winways_solve::{
    Budget, FoundPattern, HeapLaw, Interned, InternedRules, MoveFormula, Observer, PairMoveFormula, Pattern,
    StopReason, Stopped, Theorems, misere_outcomes,
};
use winways_values::Nimber;

/// Erases the type of an impartial game whose positions are lists of components.
///
/// This module and the searches that it calls are compiled once per component type rather than once per game. A search calls
/// the rules of a component virtually, which costs less than looking the component up in a table.
pub fn shared<G: Game + 'static>(game: G) -> Arc<dyn AnyGame> {
    erased::<G::Component>(Arc::new(game))
}

/// Erases the type of a shared game.
pub(super) fn erased<C: Component>(game: Arc<Rules<C>>) -> Arc<dyn AnyGame> {
    Erased::shared(Impartial { about: game.about(), game })
}

/// The [`Meter`] steps charged for listing a move.
const LISTING_STEPS: u64 = 10;

/// The maximum number of options of a pair for which a brief search is tried before lost pairs are proved.
const MAX_OPTIONS_OF_SEARCHED: u64 = 1 << 6;
/// The maximum number of options that the brief search enumerates.
const FEW_OPTIONS: u64 = 1 << 20;
/// The memory limit of the brief search, in bytes.
const FEW_BYTES: u64 = 64 << 20;

/// A [`Kind`] for a [`Game`].
struct Impartial<C> {
    about: About,
    game: Arc<Rules<C>>,
}

/// The rules of any game with this component type.
pub(super) type Rules<C> = dyn Game<Component = C>;

impl<C: Component> Impartial<C> {
    fn is_same_game(&self, other: &Self) -> bool {
        self.about.identity == other.about.identity
    }

    /// Returns the components that have moves, in order.
    fn live(&self, components: &[C]) -> Vec<C> {
        let mut live = components.to_vec();
        live.retain(|component| self.game.option_bound(component) > 0);
        live.sort_unstable();
        live
    }
}

impl<C: Component> Positions for Impartial<C> {
    type Position = Vec<C>;
    type Move = Move<C>;

    fn about(&self) -> &About {
        &self.about
    }

    fn write(&self, position: &Vec<C>) -> String {
        self.game.write(position)
    }

    fn moves(&self, position: &Vec<C>, meter: &mut Meter) -> MovesOfPlayers<Move<C>> {
        let mut moves = Vec::new();
        for (component, from) in position.iter().enumerate() {
            distinct_options(&*self.game, from, meter.clone(), &mut |_, to| {
                meter.spend(LISTING_STEPS)?;
                moves.push((self.game.player(from, to), Move { component, to: to.to_vec() }));
                Ok::<(), RuleFault>(())
            })?;
        }
        Ok(moves)
    }

    fn move_bound(&self, position: &Vec<C>) -> u64 {
        position.iter().fold(0, |bound, part| bound.saturating_add(self.game.option_bound(part)))
    }

    fn after(&self, position: &Vec<C>, step: &Move<C>) -> Vec<C> {
        let (before, rest) = position.split_at(step.component);
        [before, &step.to, &rest[1..]].concat()
    }

    fn move_name(&self, position: &Vec<C>, step: &Move<C>) -> String {
        self.game.describe_move(&position[step.component], &step.to)
    }

    fn touches(&self, position: &Vec<C>, step: &Move<C>) -> Vec<Touch> {
        self.game.touches(position, step)
    }

    fn view(&self, position: &Vec<C>) -> View {
        self.game.view(position)
    }

    fn sum(&self, position: &Vec<C>, others: &[(&Self, &Vec<C>)]) -> Option<Vec<C>> {
        let mut sum = position.clone();
        for (game, other) in others {
            if !self.is_same_game(game) {
                return None;
            }
            sum.extend_from_slice(other);
        }
        // Not every notation can express a sum: a row of coins is one component, and two rows cannot be written as one row.
        let readable = self.game.parse(&self.game.write(&sum).replace('"', "")).ok()?;
        (readable == sum).then_some(sum)
    }

    fn component_count(&self, position: &Vec<C>) -> usize {
        position.len()
    }

    fn size(&self, position: &Vec<C>) -> usize {
        let owned: usize = position.iter().map(Component::owned_bytes).sum();
        position.len() + (owned + self.about.name.len()) / size_of::<u64>()
    }

    fn is_same(&self, position: &Vec<C>, other: &Self, others: &Vec<C>) -> bool {
        self.is_same_game(other) && self.live(position) == self.live(others)
    }

    fn properties(&self) -> Properties {
        let is_impartial = !self.game.has_owned_moves();
        Properties { is_impartial, may_cycle: false, ending: Ending::NoMove }
    }

    fn theorem(&self, play: Play) -> Option<String> {
        self.game.theorem(play)
    }

    fn explain(&self, position: &Vec<C>, play: Play, detail: Detail) -> Vec<String> {
        self.game.explain(position, play, detail)
    }

    fn impartial(position: &Positioned<Self>) -> Option<&dyn ImpartialPosition> {
        Some(position)
    }

    fn interned(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + '_>> {
        let rules = Interned::new(position.game.game.clone());
        let ids = position.position.iter().map(|component| rules.id_as_it_is(component)).collect();
        Some(Box::new(TypedIds { position, rules: Arc::new(rules), ids }))
    }
}

impl<C: Component> Kind for Impartial<C> {
    fn parse(&self, text: &str) -> Result<Vec<C>, Diagnostic> {
        self.game.parse(text)
    }

    fn start(&self) -> Option<Vec<C>> {
        self.game.start()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<C>> + '_> {
        self.game.positions(up_to)
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_game(&*self.game, up_to, check)
    }

    fn tables(&self) -> &dyn Tables {
        self
    }
}

impl<C: Component> Tables for Impartial<C> {
    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.game.heap_rules()
    }

    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        self.game.move_formulas()
    }

    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        self.game.pair_formulas()
    }

    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        self.game.heap_theorem(play)
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        self.game.heap_statements()
    }

    fn pair_theorem(&self) -> Option<PairTheorem> {
        self.game.pair_theorem()
    }

    fn misere_heaps(
        &self,
        heaps: Range<u64>,
        budget: Budget,
        observer: &dyn Observer,
        found: &mut dyn FnMut(ImpartialOutcome),
    ) -> Option<Result<(), Stopped>> {
        self.game.parse("2").ok()?;
        // If 0 is not a position, it counts as a position without moves.
        let read = |heap: u64| match self.game.parse(&heap.to_string()) {
            Err(_) if heap > 0 => Err(StopReason::Unsupported("a position of this number").after(heap)),
            position => Ok(position.unwrap_or_default()),
        };
        Some(misere_outcomes(&*self.game, heaps.map(read), budget, observer, found))
    }

    fn heap_options(&self, heap: u64, meter: Meter) -> Option<Result<Vec<Vec<u64>>, RuleFault>> {
        let position = self.game.parse(&heap.to_string()).ok()?;
        let mut all = Vec::new();
        for component in &position {
            // A game may write other positions as numbers too.
            let mut are_heaps = self.game.heap(component) == Some(heap);
            let listed = distinct_options(&*self.game, component, meter.clone(), &mut |_, option| {
                let heaps: Option<Vec<u64>> = option.iter().map(|part| self.game.heap(part)).collect();
                are_heaps &= heaps.is_some();
                all.extend(heaps);
                Ok::<(), RuleFault>(())
            });
            if let Err(fault) = listed {
                return Some(Err(fault));
            }
            if !are_heaps {
                return None;
            }
        }
        Some(Ok(all))
    }

    fn heap_values<'g>(
        &'g self,
        theorems: Theorems,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        self.game.parse("2").ok()?;
        let values = Values::new(&*self.game, theorems, budget, observer);
        Some(Box::new(ValuesOfHeaps { game: &*self.game, values }))
    }

    fn triple_values<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn TripleValues + 'g>> {
        let values = Values::new(&*self.game, Theorems::Use, budget, observer);
        Some(Box::new(ValuesOfHeaps { game: &*self.game, values }))
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        self.game.pair_rules()
    }
}

struct ValuesOfHeaps<'g, C: Component> {
    game: &'g Rules<C>,
    values: Values<'g, Rules<C>>,
}

impl<C: Component> HeapValues for ValuesOfHeaps<'_, C> {
    fn nim_value(&mut self, heap: u64) -> Result<Nimber, Stopped> {
        match self.game.parse(&heap.to_string()) {
            Ok(position) => self.values.of_sum(&position),
            // In games that count coins from 1, 0 is the empty position.
            Err(_) if heap == 0 => Ok(Nimber::ZERO),
            Err(_) => {
                Err(Stopped { reason: StopReason::Unsupported("a position of this number"), nodes: heap })
            }
        }
    }
}

impl<C: Component> TripleValues for ValuesOfHeaps<'_, C> {
    fn nim_value(&mut self, [a, b, c]: [u64; 3]) -> Result<Option<Nimber>, Stopped> {
        match self.game.parse(&format!("{a} {b} {c}")) {
            Ok(position) => self.values.of_sum(&position).map(Some),
            Err(_) => Ok(None),
        }
    }
}

impl<C: Component> Positioned<Impartial<C>> {
    fn rules(&self) -> &Rules<C> {
        &*self.game.game
    }

    fn erase_all(&self, moves: &Moves<C>) -> AnyMoves {
        let erase = |step: &Move<C>| {
            let player = self.rules().player(&self.position[step.component], &step.to);
            self.erase(player, step.clone())
        };
        AnyMoves { total: moves.total(), listed: moves.listed().iter().map(erase).collect() }
    }
}

impl<C: Component> ImpartialPosition for Positioned<Impartial<C>> {
    fn value_by_theorem(&self) -> Option<Nimber> {
        self.position.iter().map(|component| self.rules().nim_value(component)).sum()
    }

    fn outcome_by_theorem(&self, play: Play) -> Option<ImpartialOutcome> {
        self.rules().outcome(&self.position, play).or_else(|| match play {
            Play::Normal => self.value_by_theorem().map(|value| ImpartialOutcome::next_if(!value.is_zero())),
            Play::Misere => None,
        })
    }

    fn solver<'p>(
        &'p self,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn ImpartialSolver + 'p> {
        Box::new(TypedSolver {
            position: self,
            values: Values::new(self.rules(), theorems, budget, observer),
        })
    }

    fn winning_moves_by_theorem(&self, play: Play, limit: usize, memory: u64) -> Option<AnyMoves> {
        let moves = winning_moves_by_theorem(self.rules(), &self.position, play, limit, memory)?;
        Some(self.erase_all(&moves))
    }

    fn misere_by_values(
        &self,
        limit: Option<usize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Result<MisereByValues, Stopped>> {
        let set = self.rules().heap_rules().and_then(HeapRules::subtraction_set)?;
        let are_heaps = self.position.iter().all(|component| self.rules().heap(component).is_some());
        (!set.is_empty() && are_heaps).then(|| self.misere_like_nim(limit, budget, observer))
    }

    fn heaps(&self) -> Option<(Vec<u64>, &dyn Tables)> {
        self.rules().heap_rules()?;
        let sizes: Option<Vec<u64>> = self.position.iter().map(|part| self.rules().heap(part)).collect();
        Some((sizes?, &*self.game))
    }

    fn by_lost_pairs(
        &self,
        limit: Option<usize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Result<ByLostPairs, Stopped>> {
        let [component] = &self.position[..] else { return None };
        let pair = self.rules().pair(component)?;
        let (rules, moves) = (self.rules().pair_rules()?, self.rules().pair_formulas()?);
        if self.is_searched_briefly(component, budget, observer) {
            return None;
        }
        let law = match PairLaw::for_pair(pair, rules, moves, budget, observer) {
            Ok(law) => law?,
            Err(stopped) => return Some(Err(stopped)),
        };
        let is_won = !law.lost.contains(pair[0], pair[1]);
        let moves = match limit.map(|limit| self.moves_to_lost(&law, pair, limit, &mut observer.meter())) {
            Some(Err(fault)) => return Some(Err(StopReason::from(fault).after(law.nodes))),
            Some(Ok(moves)) => moves,
            None => None,
        };
        let (outcome, nodes) = (ImpartialOutcome::next_if(is_won), law.nodes);
        Some(Ok(ByLostPairs { outcome, moves, statement: law.statement, nodes }))
    }
}

impl<C: Component> Positioned<Impartial<C>> {
    /// Returns `true` if a brief search computes the value of a component.
    fn is_searched_briefly(&self, component: &C, budget: Budget, observer: &dyn Observer) -> bool {
        let most = budget.options.map_or(FEW_OPTIONS, |limit| limit.min(FEW_OPTIONS));
        let few = Budget { options: Some(most), memory: budget.memory.min(FEW_BYTES), ..budget };
        let has_few_options = self.rules().option_bound(component) <= MAX_OPTIONS_OF_SEARCHED;
        has_few_options && Values::new(self.rules(), Theorems::Use, few, observer).of(component).is_ok()
    }

    /// Returns the moves to lost pairs from `pair`, the only component. Returns `None` if they cannot be listed.
    fn moves_to_lost(
        &self,
        law: &PairLaw,
        pair: [u64; 2],
        limit: usize,
        meter: &mut Meter,
    ) -> Result<Option<AnyMoves>, RuleFault> {
        let rules = self.rules();
        let Some(found) = law.lost.moves_to(pair[0], pair[1], limit, meter)? else { return Ok(None) };
        let mut moves = Moves::with_limit(limit);
        for [a, b] in &found.listed {
            let to = rules.parse(&format!("{a} {b}")).unwrap_or_default();
            let is_right = matches!(&to[..], [to] if rules.pair(to) == Some([*a, *b]));
            if !is_right {
                return Ok(None);
            }
            moves.push(0, to);
        }
        moves.push_unlisted(found.total.saturating_sub(found.listed.len() as u64));
        Ok(Some(self.erase_all(&moves)))
    }

    /// Computes the misère outcome of components that play like Nim heaps of their nim-values.
    fn misere_like_nim(
        &self,
        limit: Option<usize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<MisereByValues, Stopped> {
        let rules = self.rules();
        let mut solver = Values::new(rules, Theorems::Use, budget, observer);
        let values: Vec<Nimber> =
            self.position.iter().map(|component| solver.of(component)).collect::<Result<_, _>>()?;
        let sum: Nimber = values.iter().copied().sum();
        let large = values.iter().filter(|value| value.0 > 1).count();
        let is_lost = |sum: Nimber, large: usize| (sum == Nimber::ZERO) == (large > 0);
        let mut moves = limit.map(Moves::with_limit);
        if let Some(moves) = &mut moves {
            for (index, (component, &value)) in self.position.iter().zip(&values).enumerate() {
                distinct_options(rules, component, observer.meter(), &mut |_, option| {
                    solver.count_option()?;
                    let after = solver.of_sum(option)?;
                    let others = large - usize::from(value.0 > 1);
                    if is_lost(sum + value + after, others + usize::from(after.0 > 1)) {
                        moves.push(index, option.iter().cloned());
                    }
                    Ok::<(), Stopped>(())
                })?;
            }
        }
        Ok(MisereByValues {
            outcome: ImpartialOutcome::next_if(!is_lost(sum, large)),
            moves: moves.map(|moves| self.erase_all(&moves)),
            values,
            period: solver.period(),
            nodes: solver.nodes(),
        })
    }
}

struct TypedIds<'p, C: Component> {
    position: &'p Positioned<Impartial<C>>,
    rules: Arc<Interned<Rules<C>, Arc<Rules<C>>>>,
    ids: Vec<u32>,
}

impl<C: Component> InternedPosition for TypedIds<'_, C> {
    fn rules(&self) -> Arc<dyn InternedRules> {
        self.rules.clone()
    }

    fn ids(&self) -> Vec<u32> {
        self.ids.clone()
    }

    fn ids_after(&self, step: &AnyMove) -> Vec<u32> {
        let step = self.position.typed(step);
        let mut ids = self.ids.clone();
        let becomes = step.to.iter().map(|component| self.rules.id(component));
        ids.splice(step.component..=step.component, becomes);
        ids
    }
}

struct TypedSolver<'p, C: Component> {
    position: &'p Positioned<Impartial<C>>,
    values: Values<'p, Rules<C>>,
}

impl<C: Component> TypedSolver<'_, C> {
    /// Returns the components after a move.
    fn after(&self, step: &AnyMove) -> Vec<C> {
        let step = self.position.typed(step);
        let mut after = self.position.position.clone();
        after.splice(step.component..=step.component, step.to.iter().cloned());
        after
    }
}

impl<C: Component> ImpartialSolver for TypedSolver<'_, C> {
    fn value(&mut self) -> Result<Nimber, Stopped> {
        self.values.of_sum(&self.position.position)
    }

    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped> {
        let mut moves = Moves::with_limit(limit);
        self.values.moves_that_change_value_by(&self.position.position, change, &mut moves)?;
        Ok(self.position.erase_all(&moves))
    }

    fn value_after(&mut self, step: &AnyMove) -> Result<Option<Nimber>, Stopped> {
        self.values.of_sum(&self.after(step)).map(Some)
    }

    fn is_zero_after(&mut self, step: &AnyMove) -> Result<Option<bool>, Stopped> {
        self.values.is_worth(&self.after(step), Nimber::ZERO).map(Some)
    }

    fn explain(&mut self) -> Result<Vec<String>, Stopped> {
        self.values.explain(&self.position.position)
    }

    fn nodes(&self) -> u64 {
        self.values.nodes()
    }

    fn uses_couples(&self) -> bool {
        self.values.uses_couples()
    }

    fn period_in_words(&self) -> Option<String> {
        self.values.period_in_words()
    }

    fn may_assume_patterns(&self) -> bool {
        self.position.position.iter().any(|component| self.values.is_large_heap(component))
    }

    fn assume_patterns(&mut self) {
        self.values.assume_patterns();
    }

    fn law(&self) -> Option<&HeapLaw> {
        self.values.law()
    }

    fn assumption(&self) -> Option<&FoundPattern> {
        self.values.assumption()
    }
}
