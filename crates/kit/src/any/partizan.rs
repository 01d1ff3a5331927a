//! Partizan games behind the face of [`AnyGame`].

use crate::any::{AnyGame, AnyMove, AnyPosition, Face};
use crate::verify::{Check, Halt, verify_partizan_game};
use crate::{Detail, Page, PartizanGame};
use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Component, Options, Play, Player, Recurrence, Side};
use winways_solve::{Budget, CanonicalSearch, Observer, StopReason, Stopped, Theorems};
use winways_values::{Arena, ArenaError, Dyadic, Game};

/// A position of a partizan game: what the analysis asks of it.
pub trait PartizanPosition: AnyPosition {
    /// The value by theorem, where the theorem tells that it is a number.
    fn number_by_theorem(&self) -> Option<Dyadic>;

    /// A solver for its value, in canonical form in `arena`.
    fn solver<'p>(
        &'p self,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanSolver + 'p>;
}

/// Finds values; keeps what it has found.
pub trait PartizanSolver {
    /// The canonical form of the position.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn value(&mut self) -> Result<Game, Stopped>;

    /// Every move, each with the value of the position after it.
    ///
    /// # Errors
    /// As [`PartizanSolver::value`].
    fn moves(&mut self) -> Result<Vec<(AnyMove, Game)>, Stopped>;

    /// Distinct positions solved so far, up to symmetry.
    fn nodes(&self) -> u64;
}

/// The heaps of a partizan game: what tables ask of it.
pub trait HeapForms {
    /// What the value of a heap depends on, and its outcome.
    fn recurrence(&self) -> Recurrence;

    /// A function that tells the canonical form of a heap, in `arena`; it keeps what it has found, and fails when the
    /// budget is used up or the observer ends the work.
    fn forms<'p>(
        &'p self,
        arena: &'p Arena,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn FnMut(u64) -> Result<Game, Stopped> + 'p>;
}

/// What a listed move takes, with its text and what it leaves, or hardly more.
const MOVE_BYTES: u64 = 512;

/// Finds the values of components; keeps what it has found.
pub trait ValueSearch<C> {
    /// The canonical form of a component.
    fn value(&mut self, component: &C) -> Result<Game, Stopped>;

    /// Distinct positions solved so far.
    fn nodes(&self) -> u64;
}

impl<G: PartizanGame> ValueSearch<G::Component> for CanonicalSearch<'_, G> {
    fn value(&mut self, component: &G::Component) -> Result<Game, Stopped> {
        CanonicalSearch::value(self, component)
    }

    fn nodes(&self) -> u64 {
        CanonicalSearch::nodes(self)
    }
}

/// Makes the search of a game that has one of its own, used where theorems may answer.
pub type OwnSearch<C> = for<'r> fn(&'r Arena, Budget, &'r dyn Observer) -> Box<dyn ValueSearch<C> + 'r>;

/// A [`PartizanGame`] as [`AnyGame`].
pub struct Erased<G: PartizanGame> {
    game: Arc<G>,
    search: Option<OwnSearch<G::Component>>,
}

impl<G: PartizanGame + 'static> Erased<G> {
    /// The game behind its face.
    pub fn shared(game: G) -> Arc<dyn AnyGame> {
        Arc::new(Erased { game: Arc::new(game), search: None })
    }

    /// The game behind its face, with a search of its own where theorems may be used.
    pub fn with_search(game: G, search: OwnSearch<G::Component>) -> Arc<dyn AnyGame> {
        Arc::new(Erased { game: Arc::new(game), search: Some(search) })
    }
}

impl<G: PartizanGame + 'static> AnyGame for Erased<G> {
    fn page(&self) -> &'static Page {
        self.game.page()
    }

    fn name(&self) -> String {
        self.game.name()
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let components = self.game.parse(text)?;
        Ok(Box::new(TypedPosition { game: self.game.clone(), search: self.search, components }))
    }

    fn heap_forms(&self) -> Option<&dyn HeapForms> {
        self.game.heap(0).map(|_| self as &dyn HeapForms)
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_partizan_game(&*self.game, up_to, check)
    }
}

impl<G: PartizanGame + 'static> HeapForms for Erased<G> {
    fn recurrence(&self) -> Recurrence {
        self.game.heap_recurrence()
    }

    fn forms<'p>(
        &'p self,
        arena: &'p Arena,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn FnMut(u64) -> Result<Game, Stopped> + 'p> {
        let mut search = CanonicalSearch::new(&*self.game, arena, Theorems::Use, budget, observer);
        Box::new(move |heap| match self.game.heap(heap) {
            Some(component) => search.value(&component),
            None => {
                Err(Stopped { reason: StopReason::Unsupported("so large a heap"), nodes: search.nodes() })
            }
        })
    }
}

struct TypedPosition<G: PartizanGame> {
    game: Arc<G>,
    search: Option<OwnSearch<G::Component>>,
    components: Vec<G::Component>,
}

impl<G: PartizanGame + 'static> TypedPosition<G> {
    fn boxed(&self, components: Vec<G::Component>) -> Box<dyn AnyPosition> {
        Box::new(TypedPosition { game: self.game.clone(), search: self.search, components })
    }

    /// Calls `visit` with each move of each component, equal options once.
    fn for_each_move(
        &self,
        mut visit: impl FnMut(AnyMove, usize, &[G::Component]) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        for (index, component) in self.components.iter().enumerate() {
            for (side, player) in [(Side::Left, Player::Left), (Side::Right, Player::Right)] {
                let mut options = Options::new();
                self.game.options(component, side, &mut options);
                let mut seen = HashSet::new();
                for (number, option) in options.iter().enumerate() {
                    let mut sorted = option.to_vec();
                    sorted.sort_unstable();
                    if !seen.insert(sorted) {
                        continue;
                    }
                    let step = AnyMove {
                        player,
                        text: self.game.describe_move(component, option, side),
                        component: index,
                        option: Some(number),
                        to: Arc::new(option.to_vec()),
                    };
                    visit(step, index, option)?;
                }
            }
        }
        Ok(())
    }
}

impl<G: PartizanGame + 'static> AnyPosition for TypedPosition<G> {
    fn page(&self) -> &'static Page {
        self.game.page()
    }

    fn game_name(&self) -> String {
        self.game.name()
    }

    fn text(&self) -> String {
        format!("{}({})", self.game.name().replace('-', "_"), self.game.write(&self.components))
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
            if self.game.name() != other.game.name() {
                return None;
            }
            sum.extend_from_slice(&other.components);
        }
        // Not every game can write a sum of its positions: two boards are not one board.
        let readable = self.game.parse(&self.game.write(&sum).replace('"', "")).ok()?;
        (readable == sum).then(|| self.boxed(sum))
    }

    fn theorem(&self, play: Play) -> Option<String> {
        match play {
            Play::Normal => self.game.theorem(),
            Play::Misere => None,
        }
    }

    fn explain(&self, play: Play, detail: Detail) -> Vec<String> {
        match play {
            Play::Normal => self.game.explain(&self.components, detail),
            Play::Misere => Vec::new(),
        }
    }

    fn hackenbush_graph(&self) -> Option<Vec<(u32, u32, Player)>> {
        self.game.hackenbush_graph(&self.components)
    }

    fn move_bound(&self) -> u64 {
        let bounds = self.components.iter().map(|part| self.game.option_bound(part).saturating_mul(2));
        bounds.fold(0, u64::saturating_add)
    }

    fn moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        // The visitor never stops the walk, so there is no error to lose.
        let _ = self.for_each_move(|step, _, _| {
            moves.push(step);
            Ok(())
        });
        moves
    }

    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition> {
        let Some(to) = step.to.downcast_ref::<Vec<G::Component>>() else {
            panic!("the move belongs to another game than {}", self.game.name())
        };
        let (before, rest) = self.components.split_at(step.component);
        self.boxed([before, to, &rest[1..]].concat())
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
        self.game.name() == other.game.name() && sorted(&self.components) == sorted(&other.components)
    }

    fn face(&self) -> Face<'_> {
        Face::Partizan(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: PartizanGame + 'static> PartizanPosition for TypedPosition<G> {
    fn number_by_theorem(&self) -> Option<Dyadic> {
        self.components.iter().map(|component| self.game.number(component)).sum()
    }

    fn solver<'p>(
        &'p self,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanSolver + 'p> {
        let search: Box<dyn ValueSearch<G::Component> + 'p> = match self.search {
            Some(search) if theorems == Theorems::Use => search(arena, budget, observer),
            _ => Box::new(CanonicalSearch::new(&*self.game, arena, theorems, budget, observer)),
        };
        Box::new(TypedSolver { position: self, arena, budget, search })
    }
}

struct TypedSolver<'p, G: PartizanGame> {
    position: &'p TypedPosition<G>,
    arena: &'p Arena,
    budget: Budget,
    search: Box<dyn ValueSearch<G::Component> + 'p>,
}

impl<G: PartizanGame + 'static> TypedSolver<'_, G> {
    fn value_of_sum(&mut self, components: &[G::Component]) -> Result<Game, Stopped> {
        let mut sum = Game::ZERO;
        for component in components {
            let value = self.search.value(component)?;
            sum = told(self.arena.add(sum, value), self.search.nodes())?;
        }
        Ok(sum)
    }
}

impl<G: PartizanGame + 'static> PartizanSolver for TypedSolver<'_, G> {
    fn value(&mut self) -> Result<Game, Stopped> {
        self.value_of_sum(&self.position.components)
    }

    fn moves(&mut self) -> Result<Vec<(AnyMove, Game)>, Stopped> {
        if self.position.move_bound().saturating_mul(MOVE_BYTES) > self.budget.memory {
            let reason = StopReason::Memory { limit: self.budget.memory };
            return Err(Stopped { reason, nodes: self.search.nodes() });
        }
        let total = self.value()?;
        let mut moves = Vec::new();
        // The value of the other components, for the component whose moves are being listed.
        let mut others = None;
        self.position.for_each_move(|step, component, option| {
            let nodes = self.search.nodes();
            let value_of_others = match others {
                Some((known, value)) if known == component => value,
                _ => {
                    let before = self.search.value(&self.position.components[component])?;
                    told(self.arena.sub(total, before), nodes)?
                }
            };
            others = Some((component, value_of_others));
            let after = self.value_of_sum(option)?;
            moves.push((step, told(self.arena.add(value_of_others, after), nodes)?));
            Ok(())
        })?;
        Ok(moves)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

/// What the arena found, or why it stopped.
fn told(result: Result<Game, ArenaError>, nodes: u64) -> Result<Game, Stopped> {
    result.map_err(|error| Stopped { reason: error.into(), nodes })
}
