//! Impartial games as [`AnyGame`].

use super::capabilities::{ImpartialPosition, ImpartialSolver, InternedPosition};
use super::face::{AnyGame, AnyMove, AnyMoves, HeapValues};
use super::positions::{Erased, Kind, Positioned, Positions};
use super::properties::{Ending, Properties};
use crate::check::{Check, Halt};
use crate::game::{Detail, Game, Page};
use crate::moves::{Move, Moves};
use crate::values::{Values, distinct_options, winning_moves_by_theorem};
use crate::verify::verify_game;
use crate::view::{Touch, View};
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Component, HeapRules, ImpartialOutcome, PairRules, Play, Player};
use winways_solve::{Budget, Interned, InternedRules, Observer, Period, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// A game of the catalogue, of an impartial ruleset whose positions are lists of components.
pub fn shared<G: Game + 'static>(game: G) -> Arc<dyn AnyGame> {
    Erased::shared(Impartial(Arc::new(game)))
}

/// A [`Game`] as a kind of game.
struct Impartial<G>(Arc<G>);

impl<G: Game + 'static> Impartial<G> {
    /// The components that can be moved in, in order.
    fn live(&self, components: &[G::Component]) -> Vec<G::Component> {
        let mut live = components.to_vec();
        live.retain(|component| self.0.option_bound(component) > 0);
        live.sort_unstable();
        live
    }
}

impl<G: Game + 'static> Positions for Impartial<G> {
    type Position = Vec<G::Component>;
    type Move = Move<G::Component>;

    fn page(&self) -> &'static Page {
        self.0.page()
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn write(&self, position: &Vec<G::Component>) -> String {
        self.0.write(position)
    }

    fn moves(&self, position: &Vec<G::Component>) -> Vec<(Player, Move<G::Component>)> {
        let mut moves = Vec::new();
        for (component, from) in position.iter().enumerate() {
            // The visitor never stops the walk, so there is no error to lose.
            let _ = distinct_options(&*self.0, from, |_, to| {
                moves.push((self.0.player(from, to), Move { component, to: to.to_vec() }));
                Ok(())
            });
        }
        moves
    }

    fn move_bound(&self, position: &Vec<G::Component>) -> u64 {
        position.iter().fold(0, |bound, part| bound.saturating_add(self.0.option_bound(part)))
    }

    fn after(&self, position: &Vec<G::Component>, step: &Move<G::Component>) -> Vec<G::Component> {
        let (before, rest) = position.split_at(step.component);
        [before, &step.to, &rest[1..]].concat()
    }

    fn move_name(&self, position: &Vec<G::Component>, step: &Move<G::Component>) -> String {
        self.0.describe_move(&position[step.component], &step.to)
    }

    fn touches(&self, position: &Vec<G::Component>, step: &Move<G::Component>) -> Vec<Touch> {
        self.0.touches(position, step)
    }

    fn view(&self, position: &Vec<G::Component>) -> View {
        self.0.view(position)
    }

    fn sum(
        &self,
        position: &Vec<G::Component>,
        others: &[(&Self, &Vec<G::Component>)],
    ) -> Option<Vec<G::Component>> {
        let mut sum = position.clone();
        for (game, other) in others {
            if !self.0.is_same_game(&game.0) {
                return None;
            }
            sum.extend_from_slice(other);
        }
        // Not every game can write a sum of its positions: a row of coins is one component, two rows are not one row.
        let readable = self.0.parse(&self.0.write(&sum).replace('"', "")).ok()?;
        (readable == sum).then_some(sum)
    }

    fn component_count(&self, position: &Vec<G::Component>) -> usize {
        position.len()
    }

    fn size(&self, position: &Vec<G::Component>) -> usize {
        let owned: usize = position.iter().map(Component::owned_bytes).sum();
        position.len() + (owned + self.0.name().len()) / size_of::<u64>()
    }

    fn is_same(&self, position: &Vec<G::Component>, other: &Self, others: &Vec<G::Component>) -> bool {
        self.0.is_same_game(&other.0) && self.live(position) == self.live(others)
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: true, may_cycle: false, ending: Ending::NoMove }
    }

    fn theorem(&self, play: Play) -> Option<String> {
        self.0.theorem(play)
    }

    fn explain(&self, position: &Vec<G::Component>, play: Play, detail: Detail) -> Vec<String> {
        self.0.explain(position, play, detail)
    }

    fn take_fault(&self) -> Option<String> {
        self.0.take_fault()
    }

    fn impartial(position: &Positioned<Self>) -> Option<&dyn ImpartialPosition> {
        Some(position)
    }

    fn interned(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + '_>> {
        let rules = Interned::new(position.game.0.clone());
        let ids = position.position.iter().map(|component| rules.id_as_it_is(component)).collect();
        Some(Box::new(TypedIds { position, rules: Arc::new(rules), ids }))
    }
}

impl<G: Game + 'static> Kind for Impartial<G> {
    fn parse(&self, text: &str) -> Result<Vec<G::Component>, Diagnostic> {
        self.0.parse(text)
    }

    fn start(&self) -> Option<Vec<G::Component>> {
        self.0.start()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<G::Component>> + '_> {
        self.0.positions(up_to)
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_game(&*self.0, up_to, check)
    }

    fn title(&self) -> &str {
        self.0.title()
    }

    fn rules(&self) -> &str {
        self.0.rules()
    }

    fn notation(&self) -> &str {
        self.0.notation()
    }

    fn sources(&self) -> Vec<&str> {
        self.0.sources()
    }

    fn play(&self) -> Play {
        self.0.play()
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.0.heap_rules()
    }

    fn heap_values<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        self.0.parse("2").ok()?;
        let values = Values::new(&*self.0, Theorems::Use, budget, observer);
        Some(Box::new(ValuesOfHeaps { game: &*self.0, values }))
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        self.0.pair_rules()
    }
}

struct ValuesOfHeaps<'g, G: Game> {
    game: &'g G,
    values: Values<'g, G>,
}

impl<G: Game> HeapValues for ValuesOfHeaps<'_, G> {
    fn nim_value(&mut self, heap: u64) -> Result<Nimber, Stopped> {
        match self.game.parse(&heap.to_string()) {
            Ok(position) => self.values.of_sum(&position),
            // Where coins are counted from 1 on, 0 is no coin.
            Err(_) if heap == 0 => Ok(Nimber::ZERO),
            Err(_) => {
                Err(Stopped { reason: StopReason::Unsupported("a position of this number"), nodes: heap })
            }
        }
    }
}

impl<G: Game + 'static> Positioned<Impartial<G>> {
    fn rules(&self) -> &G {
        &self.game.0
    }

    fn erase_all(&self, moves: &Moves<G::Component>) -> AnyMoves {
        let erase = |step: &Move<G::Component>| {
            let player = self.rules().player(&self.position[step.component], &step.to);
            self.erase(player, step.clone())
        };
        AnyMoves { total: moves.total(), listed: moves.listed().iter().map(erase).collect() }
    }
}

impl<G: Game + 'static> ImpartialPosition for Positioned<Impartial<G>> {
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

    fn winning_moves_by_theorem(&self, play: Play, limit: usize) -> Option<AnyMoves> {
        let moves = winning_moves_by_theorem(self.rules(), &self.position, play, limit)?;
        Some(self.erase_all(&moves))
    }
}

struct TypedIds<'p, G: Game + 'static> {
    position: &'p Positioned<Impartial<G>>,
    rules: Arc<Interned<G, Arc<G>>>,
    ids: Vec<u32>,
}

impl<G: Game + 'static> InternedPosition for TypedIds<'_, G> {
    fn rules(&self) -> Box<dyn InternedRules> {
        Box::new(self.rules.clone())
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

struct TypedSolver<'p, G: Game + 'static> {
    position: &'p Positioned<Impartial<G>>,
    values: Values<'p, G>,
}

impl<G: Game + 'static> ImpartialSolver for TypedSolver<'_, G> {
    fn value(&mut self) -> Result<Nimber, Stopped> {
        self.values.of_sum(&self.position.position)
    }

    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped> {
        let mut moves = Moves::with_limit(limit);
        self.values.moves_that_change_value_by(&self.position.position, change, &mut moves)?;
        Ok(self.position.erase_all(&moves))
    }

    fn explain(&mut self) -> Result<Vec<String>, Stopped> {
        self.values.explain(&self.position.position)
    }

    fn nodes(&self) -> u64 {
        self.values.nodes()
    }

    fn period(&self) -> Option<Period> {
        self.values.period()
    }
}
