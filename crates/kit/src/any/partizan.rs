//! [`AnyGame`] for partizan games.

use super::capabilities::{
    HeapForms, InternedHeaps, InternedPosition, KnownValues, PartizanPosition, PartizanSolver,
    PartizanWinner, SumWinner, ValueAfter, VisitMove,
};
use super::face::{AnyGame, AnyMove, AnyPosition, Tables};
use super::periodic_heaps::{KnownHeaps, PeriodicHeaps};
use super::positions::{Erased, Kind, Positioned, Positions, forward_to_whole_positions, typed};
use super::properties::{Ending, Properties};
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::Detail;
use crate::partizan_game::{NumbersAfter, PartizanGame};
use crate::verify::verify_partizan_game;
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Meter, PartizanRuleset, Play, Recurrence, RuleFault, Side};
use winways_solve::{
    Budget, CanonicalSearch, InternedPartizan, InternedRules, Observer, Progress, StopReason, Stopped,
    Theorems, WinnerByValues, WinnerSearch,
};
use winways_values::{Arena, ArenaError, Dyadic, Game};

/// The component type of a game.
type Part<G> = <G as PartizanRuleset>::Component;

/// A rough upper bound on the size in bytes of a listed move with its text and its result.
const MOVE_BYTES: u64 = 512;

/// A search for the values of components, which caches its results.
pub trait ValueSearch<C> {
    /// Returns the canonical form of a component.
    fn value(&mut self, component: &C) -> Result<Game, Stopped>;

    /// Returns the number of distinct positions solved so far, not counting those that were preloaded.
    fn nodes(&self) -> u64;

    /// Adds the results of another search, from [`ValueSearch::take_found`].
    fn add_known(&mut self, known: Box<dyn Any + Send>) {
        let _ = known;
    }

    /// Removes and returns the results, with their size in bytes (excluding the arena). Returns `None` if the search does not
    /// support it.
    fn take_found(&mut self) -> Option<(Box<dyn Any + Send>, u64)> {
        None
    }
}

impl<G: PartizanGame + ?Sized> ValueSearch<Part<G>> for CanonicalSearch<'_, G> {
    fn value(&mut self, component: &Part<G>) -> Result<Game, Stopped> {
        CanonicalSearch::value(self, component)
    }

    fn nodes(&self) -> u64 {
        CanonicalSearch::nodes(self)
    }

    fn add_known(&mut self, known: Box<dyn Any + Send>) {
        if let Ok(known) = known.downcast() {
            CanonicalSearch::add_known(self, *known);
        }
    }

    fn take_found(&mut self) -> Option<(Box<dyn Any + Send>, u64)> {
        let found = CanonicalSearch::take_found(self);
        let bytes = found.bytes();
        Some((Box::new(found), bytes))
    }
}

/// A constructor for the custom search of a game, which is used if theorems are allowed.
pub type OwnSearch<C> = for<'r> fn(&'r Arena, Budget, &'r dyn Observer) -> Box<dyn ValueSearch<C> + 'r>;

/// Erases the type of a partizan game.
pub fn shared<G: PartizanGame + 'static>(game: G) -> Arc<dyn AnyGame> {
    erased(Arc::new(game))
}

/// Erases the type of a shared game.
pub(super) fn erased<G: PartizanGame + ?Sized + 'static>(game: Arc<G>) -> Arc<dyn AnyGame> {
    Erased::shared(Partizan { about: game.about(), game, search: None })
}

/// Erases the type of a partizan game with a custom search, which is used if theorems are allowed.
pub fn shared_with_search<G: PartizanGame + 'static>(
    game: G,
    search: OwnSearch<Part<G>>,
) -> Arc<dyn AnyGame> {
    Erased::shared(Partizan { about: game.about(), game: Arc::new(game), search: Some(search) })
}

/// A [`Kind`] for a [`PartizanGame`].
struct Partizan<G: PartizanGame + ?Sized> {
    about: About,
    game: Arc<G>,
    search: Option<OwnSearch<Part<G>>>,
}

impl<G: PartizanGame + ?Sized> Partizan<G> {
    fn is_same_game(&self, other: &Self) -> bool {
        self.about.identity == other.about.identity
    }

    /// Returns the components that have moves, in order.
    fn live(&self, position: &G::Position) -> Vec<Part<G>> {
        let mut live = self.game.components(position);
        live.retain(|component| self.game.option_bound(component) > 0);
        live.sort_unstable();
        live
    }
}

impl<G: PartizanGame + ?Sized + 'static> Positions for Partizan<G> {
    forward_to_whole_positions!(G);

    fn is_same(&self, position: &G::Position, other: &Self, others: &G::Position) -> bool {
        self.is_same_game(other) && self.live(position) == self.live(others)
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: false, ending: Ending::NoMove }
    }

    fn theorem(&self, play: Play) -> Option<String> {
        match play {
            Play::Normal => self.game.theorem(),
            Play::Misere => None,
        }
    }

    fn explain(&self, position: &G::Position, play: Play, detail: Detail) -> Vec<String> {
        match play {
            Play::Normal => self.game.explain(position, detail),
            Play::Misere => Vec::new(),
        }
    }

    fn partizan(position: &Positioned<Self>) -> Option<&dyn PartizanPosition> {
        Some(position)
    }

    fn interned(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + '_>> {
        let Positioned { game, position } = position;
        let rules = Arc::new(InternedPartizan::new(game.game.clone()));
        Some(Box::new(TypedIds { game: game.clone(), position: Cow::Borrowed(position), rules }))
    }

    fn impartial_form(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + Send + Sync>> {
        let Positioned { game, position } = position;
        let rules = Arc::new(InternedPartizan::for_both(game.game.clone()));
        Some(Box::new(TypedIds { game: game.clone(), position: Cow::Owned(position.clone()), rules }))
    }
}

/// The rules of a game, with components identified by numbers.
type Numbered<G> = Arc<InternedPartizan<G, Arc<G>>>;

struct TypedIds<'p, G: PartizanGame + ?Sized + 'static> {
    game: Arc<Partizan<G>>,
    position: Cow<'p, G::Position>,
    rules: Numbered<G>,
}

impl<G: PartizanGame + ?Sized + 'static> TypedIds<'_, G> {
    fn ids_of(&self, position: &G::Position) -> Vec<u32> {
        let components = self.game.game.components(position);
        components.iter().map(|component| self.rules.id(component)).collect()
    }
}

impl<G: PartizanGame + ?Sized + 'static> InternedPosition for TypedIds<'_, G> {
    fn rules(&self) -> Arc<dyn InternedRules> {
        self.rules.clone()
    }

    fn ids(&self) -> Vec<u32> {
        self.ids_of(&self.position)
    }

    fn ids_after(&self, step: &AnyMove) -> Vec<u32> {
        let step = typed::<Partizan<G>>(&self.game, step);
        self.ids_of(&self.game.game.after(&self.position, step))
    }
}

impl<G: PartizanGame + ?Sized + 'static> Kind for Partizan<G> {
    fn parse(&self, text: &str) -> Result<G::Position, Diagnostic> {
        self.game.parse(text)
    }

    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        self.game.charge(text, arena)
    }

    fn start(&self) -> Option<G::Position> {
        self.game.start()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = G::Position> + '_> {
        self.game.positions(up_to)
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_partizan_game(&*self.game, up_to, check)
    }

    fn tables(&self) -> &dyn Tables {
        self
    }

    fn has_impartial_form(&self) -> bool {
        true
    }
}

impl<G: PartizanGame + ?Sized + 'static> Tables for Partizan<G> {
    fn heap_forms(&self) -> Option<&dyn HeapForms> {
        self.game.heap(0).map(|_| self as &dyn HeapForms)
    }
}

impl<G: PartizanGame + ?Sized + 'static> HeapForms for Partizan<G> {
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
                Err(Stopped { reason: StopReason::Unsupported("a heap this large"), nodes: search.nodes() })
            }
        })
    }

    fn winners<'p>(&'p self, play: Play, budget: Budget, observer: &'p dyn Observer) -> SumWinner<'p> {
        let mut search = WinnerSearch::new(&*self.game, play, budget, observer);
        Box::new(move |heaps, side| {
            match heaps.iter().map(|&heap| self.game.heap(heap)).collect::<Option<Vec<_>>>() {
                Some(components) => search.mover_wins(&components, side),
                None => Err(Stopped {
                    reason: StopReason::Unsupported("a heap this large"),
                    nodes: search.nodes(),
                }),
            }
        })
    }

    fn impartial_form(&self) -> Box<dyn InternedHeaps + Send + Sync> {
        let rules = Arc::new(InternedPartizan::for_both(self.game.clone()));
        Box::new(HeapIds { game: self.game.clone(), rules })
    }
}

struct HeapIds<G: PartizanGame + ?Sized> {
    game: Arc<G>,
    rules: Numbered<G>,
}

impl<G: PartizanGame + ?Sized + 'static> InternedHeaps for HeapIds<G> {
    fn rules(&self) -> Arc<dyn InternedRules> {
        self.rules.clone()
    }

    fn id(&self, heap: u64) -> Option<u32> {
        self.game.heap(heap).map(|component| self.rules.id(&component))
    }
}

impl<G: PartizanGame + ?Sized + 'static> PartizanPosition for Positioned<Partizan<G>> {
    fn heaps(&self) -> Option<(Vec<u64>, &dyn HeapForms)> {
        let rules = &self.game.game;
        let components = rules.components(&self.position);
        let sizes = components.iter().map(|component| rules.heap_size(component)).collect::<Option<_>>()?;
        Some((sizes, self.game.heap_forms()?))
    }

    fn is_known_by_theorem(&self, arena: &Arena) -> bool {
        let (rules, mut session) = (&self.game.game, arena.session());
        let is_known =
            |component: &Part<G>| matches!(rules.value_by_theorem(component, &mut session), Ok(Some(_)));
        rules.components(&self.position).iter().all(is_known)
    }

    fn solver<'p>(
        &'p self,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanSolver + 'p> {
        let search: Box<dyn ValueSearch<Part<G>> + 'p> = match self.game.search {
            Some(search) if theorems == Theorems::Use => search(arena, budget, observer),
            _ => Box::new(CanonicalSearch::new(&*self.game.game, arena, theorems, budget, observer)),
        };
        let known = KnownHeaps { arena, theorems, memory: budget.memory };
        let search = PeriodicHeaps::around(&*self.game.game, search, known);
        let components = self.game.game.components(&self.position);
        Box::new(TypedSolver { position: self, components, arena, budget, observer, theorems, search })
    }

    fn is_of_game(&self, known: &KnownValues, theorems: Theorems) -> bool {
        known.theorems == theorems && known.game == self.game.about.identity
    }

    fn winner<'p>(
        &'p self,
        play: Play,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanWinner + 'p> {
        let search = WinnerByValues::new(&*self.game.game, play, arena, theorems, budget, observer);
        Box::new(TypedWinner { position: self, search })
    }
}

struct TypedWinner<'p, G: PartizanGame + ?Sized + 'static> {
    position: &'p Positioned<Partizan<G>>,
    search: WinnerByValues<'p, G>,
}

impl<G: PartizanGame + ?Sized + 'static> PartizanWinner for TypedWinner<'_, G> {
    fn mover_wins(&mut self, after: Option<&AnyMove>, side: Side) -> Result<bool, Stopped> {
        let Positioned { game, position } = self.position;
        let components = match after {
            None => game.game.components(position),
            Some(step) => game.game.components(&game.game.after(position, self.position.typed(step))),
        };
        self.search.mover_wins(&components, side)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

/// The divisor of the memory budget: [`PartizanGame::numbers_after`] may use a quarter of it.
const NUMBERS_PART: u64 = 4;

struct TypedSolver<'p, G: PartizanGame + ?Sized + 'static> {
    position: &'p Positioned<Partizan<G>>,
    components: Vec<Part<G>>,
    arena: &'p Arena,
    budget: Budget,
    observer: &'p dyn Observer,
    theorems: Theorems,
    search: Box<dyn ValueSearch<Part<G>> + 'p>,
}

/// The values of the components of a position, if all of them are numbers, and their sum.
struct Numbers {
    components: Vec<Dyadic>,
    total: Dyadic,
}

impl<G: PartizanGame + ?Sized + 'static> TypedSolver<'_, G> {
    fn value_of_sum(&mut self, components: &[Part<G>]) -> Result<Game, Stopped> {
        let mut sum = Game::ZERO;
        for component in components {
            let value = self.search.value(component)?;
            sum = or_stopped(self.arena.add(sum, value), self.search.nodes())?;
        }
        Ok(sum)
    }

    /// Returns the values of the components, if theorems show that all of them are numbers.
    fn numbers(&self, meter: &mut Meter) -> Result<Option<Numbers>, RuleFault> {
        if self.theorems == Theorems::Ignore {
            return Ok(None);
        }
        let Some(components) = self.numbers_of(&self.components, meter)? else { return Ok(None) };
        let total = components.iter().cloned().sum();
        Ok(Some(Numbers { components, total }))
    }

    /// Returns the values of some components, if theorems show that all of them are numbers.
    fn numbers_of(
        &self,
        components: &[Part<G>],
        meter: &mut Meter,
    ) -> Result<Option<Vec<Dyadic>>, RuleFault> {
        let rules = &self.position.game.game;
        components.iter().map(|component| rules.number(component, meter)).collect()
    }

    /// Returns the game's function for the numbers after moves, or `None` if it has no such function or theorems are ignored.
    fn numbers_after(&self, meter: &mut Meter) -> Result<Option<NumbersAfter<G::Move>>, RuleFault> {
        let Positioned { game, position } = self.position;
        match self.theorems {
            Theorems::Ignore => Ok(None),
            Theorems::Use => game.game.numbers_after(position, self.budget.memory / NUMBERS_PART, meter),
        }
    }

    /// Returns the value after a move, if theorems show that it is a number.
    fn number_after(
        &self,
        step: &G::Move,
        numbers: &Numbers,
        meter: &mut Meter,
    ) -> Result<Option<Dyadic>, RuleFault> {
        let Positioned { game, position } = self.position;
        let Some((component, to)) = game.game.component_move(position, step) else { return Ok(None) };
        let Some(after) = self.numbers_of(&to, meter)? else { return Ok(None) };
        let after: Dyadic = after.into_iter().sum();
        Ok(Some(&numbers.total - &numbers.components[component] + after))
    }

    /// Returns the value after a move. `others` caches the value of the components that the previous move did not change.
    fn value_after(
        &mut self,
        step: &G::Move,
        total: Game,
        others: &mut Option<(usize, Game)>,
    ) -> Result<Game, Stopped> {
        let Positioned { game, position } = self.position;
        let Some((component, to)) = game.game.component_move(position, step) else {
            return self.value_of_sum(&game.game.components(&game.game.after(position, step)));
        };
        let value_of_others = match *others {
            Some((known, value)) if known == component => value,
            _ => {
                let before = self.search.value(&self.components[component])?;
                or_stopped(self.arena.sub(total, before), self.search.nodes())?
            }
        };
        *others = Some((component, value_of_others));
        let after = self.value_of_sum(&to)?;
        or_stopped(self.arena.add(value_of_others, after), self.search.nodes())
    }
}

impl<G: PartizanGame + ?Sized + 'static> PartizanSolver for TypedSolver<'_, G> {
    fn add_known(&mut self, known: KnownValues) {
        self.search.add_known(known.values);
    }

    fn take_found(&mut self) -> Option<KnownValues> {
        let (values, bytes) = self.search.take_found()?;
        Some(KnownValues {
            game: self.position.game.about.identity.clone(),
            theorems: self.theorems,
            values,
            bytes,
        })
    }

    fn value(&mut self) -> Result<Game, Stopped> {
        let components = std::mem::take(&mut self.components);
        let value = self.value_of_sum(&components);
        self.components = components;
        value
    }

    fn each_move(&mut self, visit: &mut VisitMove<'_>) -> Result<(), Stopped> {
        let checked = self.budget.check(self.position.move_bound().saturating_mul(MOVE_BYTES));
        checked.map_err(|reason| reason.after(self.search.nodes()))?;
        let mut meter = self.observer.meter();
        let numbers_after = self.numbers_after(&mut meter)?;
        let numbers = if numbers_after.is_none() { self.numbers(&mut meter)? } else { None };
        let (mut others, mut total) = (None, None);
        for (player, step) in self.position.game.moves(&self.position.position, &mut meter)? {
            let nodes = self.search.nodes();
            self.observer.poll(&Progress::new(nodes, 0, 0)).map_err(|reason| reason.after(nodes))?;
            let number = match (&numbers_after, &numbers) {
                (Some(after), _) => Some(after(&step, &mut meter)?),
                (None, Some(numbers)) => self.number_after(&step, numbers, &mut meter)?,
                (None, None) => None,
            };
            let after = match (number, total) {
                (Some(number), _) => ValueAfter::Number(number),
                (None, Some(total)) => ValueAfter::Form(self.value_after(&step, total, &mut others)?),
                (None, None) => {
                    let whole = *total.insert(self.value()?);
                    ValueAfter::Form(self.value_after(&step, whole, &mut others)?)
                }
            };
            visit(self.position.erase(player, step), after)?;
        }
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

/// Converts an error of the arena to [`Stopped`].
fn or_stopped(result: Result<Game, ArenaError>, nodes: u64) -> Result<Game, Stopped> {
    result.map_err(|error| Stopped { reason: error.into(), nodes })
}
