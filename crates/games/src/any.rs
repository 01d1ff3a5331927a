//! Games whose components are of different types, behind one object-safe face.

use std::any::Any;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Detail, Game, Moves, Options, Outcome, Page, Play, Player, Ruleset, Winning};
use winways_solve::{
    Budget, Interned, InternedRules, MixedRules, Observer, OutcomeSearch, Period, StopReason, Stopped,
    Theorems,
};
use winways_values::Nimber;

use crate::values::{Values, call, distinct_options};
use crate::verify::{Check, Halt, verify_game};

/// Any [`Game`], whatever its components are.
pub trait AnyGame: Send + Sync {
    /// The documentation.
    fn page(&self) -> &'static Page;

    /// The name with its parameter.
    fn name(&self) -> String;

    /// Reads a position in the game's notation.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic>;

    /// Compares all that the game's theorems say about positions up to a size with exhaustive search.
    ///
    /// # Errors
    /// The first counterexample, or why the work ended early.
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt>;
}

/// A position of [`AnyGame`]: what the analysis asks of it.
pub trait AnyPosition: Send + Sync {
    /// The documentation of its game.
    fn page(&self) -> &'static Page;

    /// The name of its game, with the parameter.
    fn game_name(&self) -> String;

    /// The position as a call, which reads back: `nim(7,8,9)`.
    fn text(&self) -> String;

    /// How many components it has.
    fn component_count(&self) -> usize;

    /// The sum of this and `other`, if they are positions of one game that sums of components can hold.
    fn merged(&self, other: &dyn AnyPosition) -> Option<Box<dyn AnyPosition>>;

    /// The name of the theorem for this kind of play.
    fn theorem(&self, play: Play) -> Option<String>;

    /// The nim-value by theorem.
    fn value_by_theorem(&self) -> Option<Nimber>;

    /// The outcome by theorem.
    fn outcome_by_theorem(&self, play: Play) -> Option<Outcome>;

    /// A solver for its nim-value and the moves that change it.
    fn solver<'p>(
        &'p self,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn AnySolver + 'p>;

    /// The winning moves by the theorem about whole positions; `None` if it does not tell, or only by trying more
    /// options than a million.
    fn winning_moves_by_theorem(&self, play: Play, room: usize) -> Option<AnyMoves>;

    /// Why the outcome is what it is, from the theorem's point of view.
    fn explain(&self, play: Play, detail: Detail) -> Vec<String>;

    /// No fewer than the number of moves.
    fn move_bound(&self) -> u64;

    /// All moves, one for each distinct component and option. Takes time and memory in proportion to
    /// [`AnyPosition::move_bound`].
    fn moves(&self) -> Vec<AnyMove>;

    /// The position after a move of this position.
    ///
    /// # Panics
    /// If the move belongs to another game, or to a position with fewer components.
    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition>;

    /// The same position again.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Whether `other` is the same position of the same game, up to the order of components and to components without
    /// moves, such as empty heaps.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// The components with numbers for names, for a search over sums of several games.
    fn interned(&self) -> (Box<dyn InternedRules>, Vec<u32>);

    /// The typed position, for those who know the type.
    fn as_any(&self) -> &dyn Any;
}

/// Finds nim-values and the moves that reach them; keeps what it has found.
pub trait AnySolver {
    /// The nim-value of the position.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn value(&mut self) -> Result<Nimber, Stopped>;

    /// The moves after which the position has the nim-sum of its own value and `change`: under normal play the
    /// winning moves in a sum of nim-value `change`, if that is not zero.
    ///
    /// # Errors
    /// As [`AnySolver::value`].
    fn moves_that_change_value_by(&mut self, change: Nimber, room: usize) -> Result<AnyMoves, Stopped>;

    /// How the nim-values come about from those of the options, in sentences; for positions small enough to tell.
    ///
    /// # Errors
    /// As [`AnySolver::value`].
    fn explain(&mut self) -> Result<Vec<String>, Stopped>;

    /// Distinct positions solved so far, none where a theorem told all.
    fn nodes(&self) -> u64;

    /// The period that was proved on the way, for a game on heaps.
    fn period(&self) -> Option<Period>;
}

/// A move in a position of any game.
#[derive(Clone)]
pub struct AnyMove {
    /// Whose move it is.
    pub player: Player,
    /// In words: `heap 7 -> 1`.
    pub text: String,
    /// Which component it changes.
    pub component: usize,
    /// Which of the component's options it is, in the order of the rules; `None` where a theorem told it.
    pub option: Option<usize>,
    to: Arc<dyn Any + Send + Sync>,
}

/// Moves, counted to the last, listed as far as there was room.
#[derive(Clone, Default)]
pub struct AnyMoves {
    /// How many there are.
    pub total: u64,
    /// The first of them.
    pub listed: Vec<AnyMove>,
}

/// How many options a theorem about whole positions is asked about, at most.
pub const OPTIONS_TRIED: u64 = 1_000_000;

/// A [`Game`] as [`AnyGame`].
pub(crate) struct Erased<G>(Arc<G>);

impl<G: Game + 'static> Erased<G> {
    pub(crate) fn shared(game: G) -> Arc<dyn AnyGame> {
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

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let components = self.0.parse(text)?;
        Ok(Box::new(TypedPosition { game: self.0.clone(), components }))
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_game(&*self.0, up_to, check)
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

/// The winning moves by the theorem about whole positions, if it can tell them.
pub(crate) fn winning_moves_by_theorem<G: Game>(
    game: &G,
    position: &[G::Component],
    play: Play,
    room: usize,
) -> Option<Moves<G::Component>> {
    let mut moves = Moves::with_room(room);
    if game.winning_moves(position, play, &mut moves) == Winning::Told {
        return Some(moves);
    }
    // A theorem that does not know this position's outcome is not asked about every option's.
    game.outcome(position, play)?;
    let bound = position.iter().fold(0u64, |bound, part| bound.saturating_add(game.option_bound(part)));
    if bound.saturating_mul(position.len() as u64) > OPTIONS_TRIED {
        return None;
    }
    for (index, component) in position.iter().enumerate() {
        let mut unknown = false;
        distinct_options(game, component, |_, option| {
            let after = [&position[..index], option, &position[index + 1..]].concat();
            match game.outcome(&after, play) {
                Some(Outcome::Previous) => moves.push(index, option.iter().cloned()),
                Some(Outcome::Next) => {}
                None => unknown = true,
            }
            Ok(())
        })
        .ok()?;
        if unknown {
            return None;
        }
    }
    Some(moves)
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

    fn merged(&self, other: &dyn AnyPosition) -> Option<Box<dyn AnyPosition>> {
        let other = other.as_any().downcast_ref::<Self>()?;
        if !self.game.is_same_game(&other.game) {
            return None;
        }
        let sum = [&self.components[..], &other.components].concat();
        // Not every game can write a sum of its positions: a row of coins is one component, two rows are not one row.
        let readable = self.game.parse(&self.game.write(&sum).replace('"', "")).ok()?;
        (readable == sum).then(|| self.boxed(sum))
    }

    fn theorem(&self, play: Play) -> Option<String> {
        self.game.theorem(play)
    }

    fn value_by_theorem(&self) -> Option<Nimber> {
        self.components.iter().map(|component| self.game.nim_value(component)).sum()
    }

    fn outcome_by_theorem(&self, play: Play) -> Option<Outcome> {
        self.game.outcome(&self.components, play).or_else(|| match play {
            Play::Normal => self.value_by_theorem().map(|value| Outcome::next_if(!value.is_zero())),
            Play::Misere => None,
        })
    }

    fn solver<'p>(
        &'p self,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn AnySolver + 'p> {
        Box::new(TypedSolver { position: self, values: Values::new(&*self.game, theorems, budget, observer) })
    }

    fn winning_moves_by_theorem(&self, play: Play, room: usize) -> Option<AnyMoves> {
        let moves = winning_moves_by_theorem(&*self.game, &self.components, play, room)?;
        Some(self.erase_all(&moves))
    }

    fn explain(&self, play: Play, detail: Detail) -> Vec<String> {
        self.game.explain(&self.components, play, detail)
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

    fn interned(&self) -> (Box<dyn InternedRules>, Vec<u32>) {
        let rules = Interned::new(self.game.clone());
        let ids = self.components.iter().map(|component| rules.id_as_it_is(component)).collect();
        (Box::new(rules), ids)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct TypedSolver<'p, G: Game> {
    position: &'p TypedPosition<G>,
    values: Values<'p, G>,
}

impl<G: Game + 'static> AnySolver for TypedSolver<'_, G> {
    fn value(&mut self) -> Result<Nimber, Stopped> {
        self.values.of_sum(&self.position.components)
    }

    fn moves_that_change_value_by(&mut self, change: Nimber, room: usize) -> Result<AnyMoves, Stopped> {
        let mut moves = Moves::with_room(room);
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

/// The outcome of a sum of positions of any games by search over sums, and its winning moves.
pub struct SumSearch {
    /// The components of each summand, as components of the mixed rules.
    summands: Vec<Vec<u64>>,
    rules: MixedRules<'static>,
}

/// What [`SumSearch::solve`] found.
pub struct SumSolved {
    /// The outcome of the sum.
    pub outcome: Outcome,
    /// For each summand, its winning moves; or why the work ended before they were known.
    pub moves: Result<Vec<AnyMoves>, Stopped>,
    /// Distinct sums looked at.
    pub nodes: u64,
}

/// What a listed move takes, with its text and what it leaves, or hardly more.
const MOVE_BYTES: u64 = 256;

impl SumSearch {
    /// A search for the sum of `summands`.
    pub fn new(summands: &[Box<dyn AnyPosition>]) -> Self {
        let (games, ids): (Vec<_>, Vec<_>) = summands.iter().map(|summand| summand.interned()).unzip();
        let component = |(game, ids): (usize, Vec<u32>)| {
            ids.into_iter().map(|id| MixedRules::component(game, id)).collect()
        };
        SumSearch {
            summands: ids.into_iter().enumerate().map(component).collect(),
            rules: MixedRules::new(games),
        }
    }

    /// The outcome, and which moves win.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work before the outcome is known.
    pub fn solve(
        &self,
        summands: &[Box<dyn AnyPosition>],
        play: Play,
        room: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        let mut search = OutcomeSearch::new(&self.rules, play, budget, observer);
        let outcome = search.outcome(&self.summands.concat())?;
        let moves = match outcome {
            Outcome::Next => self.winning_moves(summands, room, budget, &mut search),
            Outcome::Previous => Ok(vec![AnyMoves::default(); summands.len()]),
        };
        Ok(SumSolved { outcome, moves, nodes: search.nodes() })
    }

    fn winning_moves(
        &self,
        summands: &[Box<dyn AnyPosition>],
        room: usize,
        budget: Budget,
        search: &mut OutcomeSearch<'_, MixedRules<'static>>,
    ) -> Result<Vec<AnyMoves>, Stopped> {
        let whole = self.summands.concat();
        let mut all = Vec::new();
        let mut first = 0;
        for (summand, components) in summands.iter().zip(&self.summands) {
            if summand.move_bound().saturating_mul(MOVE_BYTES) > budget.memory {
                let reason = StopReason::Memory { limit: budget.memory };
                return Err(Stopped { reason, nodes: search.nodes() });
            }
            let mut moves = AnyMoves::default();
            // The options of one component, and which one that is.
            let mut options = Options::new();
            let mut listed = None;
            for step in summand.moves() {
                let component = first + step.component;
                if listed.replace(component) != Some(component) {
                    options.clear();
                    self.rules.options(&whole[component], &mut options);
                }
                // Moves that are listed from the rules know their option.
                let Some(option) = step.option else { continue };
                let after = [&whole[..component], options.get(option), &whole[component + 1..]].concat();
                if search.outcome(&after)? == Outcome::Previous {
                    moves.total += 1;
                    if moves.listed.len() < room {
                        moves.listed.push(step);
                    }
                }
            }
            all.push(moves);
            first += components.len();
        }
        Ok(all)
    }
}
