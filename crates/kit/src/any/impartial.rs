//! Impartial games behind the face of [`AnyGame`].

use crate::any::{AnyGame, AnyMove, AnyMoves, AnyPosition, Face, HeapValues};
use crate::values::{Values, call, distinct_options, winning_moves_by_theorem};
use crate::verify::{Check, Halt, verify_game};
use crate::{Detail, Game, Moves, Page};
use std::any::Any;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Component, HeapRules, ImpartialOutcome, PairRules, Play, Player};
use winways_solve::{Budget, Interned, InternedRules, Observer, Period, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// A position of an impartial game: what the analysis asks of it.
pub trait ImpartialPosition: AnyPosition {
    /// The nim-value by theorem.
    fn value_by_theorem(&self) -> Option<Nimber>;

    /// The outcome by theorem.
    fn outcome_by_theorem(&self, play: Play) -> Option<ImpartialOutcome>;

    /// A solver for its nim-value and the moves that change it.
    fn solver<'p>(
        &'p self,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn ImpartialSolver + 'p>;

    /// The winning moves by the theorem about whole positions; `None` if it does not tell, or only by trying more
    /// options than a million.
    fn winning_moves_by_theorem(&self, play: Play, limit: usize) -> Option<AnyMoves>;

    /// The components with numbers for names, for a search over sums of several games.
    fn interned(&self) -> (Box<dyn InternedRules>, Vec<u32>);
}

/// Finds nim-values and the moves that reach them; keeps what it has found.
pub trait ImpartialSolver {
    /// The nim-value of the position.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn value(&mut self) -> Result<Nimber, Stopped>;

    /// The moves after which the position has the nim-sum of its own value and `change`: under normal play the
    /// winning moves in a sum of nim-value `change`, if that is not zero.
    ///
    /// # Errors
    /// As [`ImpartialSolver::value`].
    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped>;

    /// How the nim-values come about from those of the options, in sentences; for positions small enough to tell.
    ///
    /// # Errors
    /// As [`ImpartialSolver::value`].
    fn explain(&mut self) -> Result<Vec<String>, Stopped>;

    /// Distinct positions solved so far, none where a theorem told all.
    fn nodes(&self) -> u64;

    /// The period that was proved on the way, for a game on heaps.
    fn period(&self) -> Option<Period>;
}

/// A [`Game`] as [`AnyGame`].
pub struct Erased<G>(Arc<G>);

impl<G: Game + 'static> Erased<G> {
    /// The game behind its face.
    pub fn shared(game: G) -> Arc<dyn AnyGame> {
        Arc::new(Erased(Arc::new(game)))
    }
}

impl<G: Game + 'static> AnyGame for Erased<G> {
    fn page(&self) -> &'static Page {
        self.0.page()
    }

    fn name(&self) -> String {
        self.0.name()
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

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let components = self.0.parse(text)?;
        Ok(Box::new(TypedPosition { game: self.0.clone(), components }))
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

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_game(&*self.0, up_to, check)
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

struct TypedPosition<G: Game> {
    game: Arc<G>,
    components: Vec<G::Component>,
}

impl<G: Game + 'static> TypedPosition<G> {
    fn boxed(&self, components: Vec<G::Component>) -> Box<dyn AnyPosition> {
        Box::new(TypedPosition { game: self.game.clone(), components })
    }

    fn erase(&self, component: usize, option: Option<usize>, to: &[G::Component]) -> AnyMove {
        let from = &self.components[component];
        AnyMove {
            player: self.game.player(from, to),
            text: self.game.describe_move(from, to),
            component,
            option,
            to: Arc::new(to.to_vec()),
        }
    }

    fn erase_all(&self, moves: &Moves<G::Component>) -> AnyMoves {
        let listed = moves.listed().iter().map(|step| self.erase(step.component, None, &step.to)).collect();
        AnyMoves { total: moves.total(), listed }
    }

    fn components_after(&self, component: usize, to: &[G::Component]) -> Vec<G::Component> {
        let (before, rest) = self.components.split_at(component);
        [before, to, &rest[1..]].concat()
    }
}

impl<G: Game + 'static> AnyPosition for TypedPosition<G> {
    fn page(&self) -> &'static Page {
        self.game.page()
    }

    fn game_name(&self) -> String {
        self.game.name()
    }

    fn text(&self) -> String {
        call(&*self.game, &self.components)
    }

    fn component_count(&self) -> usize {
        self.components.len()
    }

    fn size(&self) -> usize {
        let owned: usize = self.components.iter().map(Component::owned_bytes).sum();
        self.components.len() + (owned + self.game.name().len()) / size_of::<u64>()
    }

    fn merged(&self, others: &[Box<dyn AnyPosition>]) -> Option<Box<dyn AnyPosition>> {
        let mut sum = self.components.clone();
        for other in others {
            let other = other.as_any().downcast_ref::<Self>()?;
            if !self.game.is_same_game(&other.game) {
                return None;
            }
            sum.extend_from_slice(&other.components);
        }
        // Not every game can write a sum of its positions: a row of coins is one component, two rows are not one row.
        let readable = self.game.parse(&self.game.write(&sum).replace('"', "")).ok()?;
        (readable == sum).then(|| self.boxed(sum))
    }

    fn theorem(&self, play: Play) -> Option<String> {
        self.game.theorem(play)
    }

    fn explain(&self, play: Play, detail: Detail) -> Vec<String> {
        self.game.explain(&self.components, play, detail)
    }

    fn hackenbush_graph(&self) -> Option<Vec<(u32, u32, Player)>> {
        self.game.hackenbush_graph(&self.components)
    }

    fn move_bound(&self) -> u64 {
        self.components.iter().fold(0, |bound, part| bound.saturating_add(self.game.option_bound(part)))
    }

    fn moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        for (index, component) in self.components.iter().enumerate() {
            // The visitor never stops the walk, so there is no error to lose.
            let _ = distinct_options(&*self.game, component, |number, option| {
                moves.push(self.erase(index, Some(number), option));
                Ok(())
            });
        }
        moves
    }

    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition> {
        match step.to.downcast_ref::<Vec<G::Component>>() {
            Some(to) => self.boxed(self.components_after(step.component, to)),
            None => panic!("the move belongs to another game than {}", self.game.name()),
        }
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        self.boxed(self.components.clone())
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        let sorted = |components: &[G::Component]| {
            let mut sorted = components.to_vec();
            sorted.retain(|component| self.game.option_bound(component) > 0);
            sorted.sort_unstable();
            sorted
        };
        self.game.is_same_game(&other.game) && sorted(&self.components) == sorted(&other.components)
    }

    fn take_fault(&self) -> Option<String> {
        self.game.take_fault()
    }

    fn face(&self) -> Face<'_> {
        Face::Impartial(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Game + 'static> ImpartialPosition for TypedPosition<G> {
    fn value_by_theorem(&self) -> Option<Nimber> {
        self.components.iter().map(|component| self.game.nim_value(component)).sum()
    }

    fn outcome_by_theorem(&self, play: Play) -> Option<ImpartialOutcome> {
        self.game.outcome(&self.components, play).or_else(|| match play {
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
        Box::new(TypedSolver { position: self, values: Values::new(&*self.game, theorems, budget, observer) })
    }

    fn winning_moves_by_theorem(&self, play: Play, limit: usize) -> Option<AnyMoves> {
        let moves = winning_moves_by_theorem(&*self.game, &self.components, play, limit)?;
        Some(self.erase_all(&moves))
    }

    fn interned(&self) -> (Box<dyn InternedRules>, Vec<u32>) {
        let rules = Interned::new(self.game.clone());
        let ids = self.components.iter().map(|component| rules.id_as_it_is(component)).collect();
        (Box::new(rules), ids)
    }
}

struct TypedSolver<'p, G: Game> {
    position: &'p TypedPosition<G>,
    values: Values<'p, G>,
}

impl<G: Game + 'static> ImpartialSolver for TypedSolver<'_, G> {
    fn value(&mut self) -> Result<Nimber, Stopped> {
        self.values.of_sum(&self.position.components)
    }

    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped> {
        let mut moves = Moves::with_limit(limit);
        self.values.moves_that_change_value_by(&self.position.components, change, &mut moves)?;
        Ok(self.position.erase_all(&moves))
    }

    fn explain(&mut self) -> Result<Vec<String>, Stopped> {
        self.values.explain(&self.position.components)
    }

    fn nodes(&self) -> u64 {
        self.values.nodes()
    }

    fn period(&self) -> Option<Period> {
        self.values.period()
    }
}
