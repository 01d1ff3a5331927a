//! Traits for the operations that only positions and games of some kinds support.

use super::face::{AnyMove, AnyMoves, AnyPosition, Tables};
use crate::game::Page;
use crate::ranked_game::RuleBoard;
use std::any::Any;
use std::sync::Arc;
use winways_entailing::EntailingValue;
use winways_notation::Diagnostic;
use winways_rules::{End, ImpartialOutcome, Play, Player, Ranks, Recurrence, Side};
use winways_solve::{Budget, FoundPattern, HeapLaw, InternedRules, Observer, Period, Stopped, Theorems};
use winways_values::{Arena, ArenaError, Dyadic, Game, Nimber};

/// A position of an impartial game, for analysis.
pub trait ImpartialPosition: AnyPosition {
    /// Returns the nim-value, if a theorem gives it.
    fn value_by_theorem(&self) -> Option<Nimber>;

    /// Returns the outcome, if a theorem gives it.
    fn outcome_by_theorem(&self, play: Play) -> Option<ImpartialOutcome>;

    /// Creates a solver for the nim-value and the moves that change it.
    fn solver<'p>(
        &'p self,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn ImpartialSolver + 'p>;

    /// Returns the winning moves given by the theorem about complete positions. Returns `None` if the theorem does not determine
    /// them, or if it must try more than a million options or more options than fit in `memory` bytes.
    fn winning_moves_by_theorem(&self, play: Play, limit: usize, memory: u64) -> Option<AnyMoves>;

    /// Computes the misère outcome from the nim-values of normal play, with up to `limit` winning moves if a limit is given.
    /// Returns `None` for games in which this is not known to be correct.
    ///
    /// Heaps of a subtraction game play like Nim heaps of their nim-values (T. S. Ferguson, *On sums of graph games with last
    /// player losing*, 1974). With s the least number of the set, g(n) = 1 exactly when g(n - s) = 0. So a heap of value 0 with
    /// options has an option of value 1: the option n - s is nonzero, so it has an option n - s - k of value 0, and therefore
    /// g(n - k) = 1. By induction, heaps of value 0 and 1 have the misère values 1 and 0. Other heaps have the same value under
    /// both conventions, as in Nim.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn misere_by_values(
        &self,
        limit: Option<usize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Result<MisereByValues, Stopped>> {
        let _ = (limit, budget, observer);
        None
    }

    /// Returns the sizes of the heaps, with the tables of their game, if all components are heaps of a game with
    /// [`Tables::heap_rules`].
    fn heaps(&self) -> Option<(Vec<u64>, &dyn Tables)> {
        None
    }

    /// Computes the outcome of a large pair under normal play from a proved description of the lost pairs of its game, with up to
    /// `limit` winning moves if a limit is given. Returns `None` for other positions, and for games whose lost pairs are not
    /// proved by induction.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    fn by_lost_pairs(
        &self,
        limit: Option<usize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Result<ByLostPairs, Stopped>> {
        let _ = (limit, budget, observer);
        None
    }
}

/// The outcome and winning moves of a pair, derived from a proved description of the lost pairs of its game.
#[derive(Clone)]
pub struct ByLostPairs {
    /// The outcome.
    pub outcome: ImpartialOutcome,
    /// The winning moves, if they were requested and can be listed.
    pub moves: Option<AnyMoves>,
    /// A sentence that describes the lost pairs.
    pub statement: String,
    /// The number of values from which the description was derived.
    pub nodes: u64,
}

/// The misère outcome and winning moves of a position, derived from nim-values.
#[derive(Clone)]
pub struct MisereByValues {
    /// The outcome.
    pub outcome: ImpartialOutcome,
    /// The winning moves, if they were requested.
    pub moves: Option<AnyMoves>,
    /// The nim-values of the components under normal play.
    pub values: Vec<Nimber>,
    /// The period of the values, if one was proved on the way.
    pub period: Option<Period>,
    /// The number of values computed.
    pub nodes: u64,
}

/// A solver that computes nim-values and the moves that reach them, and caches its results.
pub trait ImpartialSolver {
    /// Returns the nim-value of the position.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn value(&mut self) -> Result<Nimber, Stopped>;

    /// Returns the moves that change the nim-value of the position by `change` (nim-sum). Under normal play, these are the
    /// winning moves in a sum of nim-value `change`, if that is nonzero.
    ///
    /// # Errors
    /// Fails like [`ImpartialSolver::value`].
    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped>;

    /// Returns the nim-value of the position after a move, or `None` if the solver does not support this.
    ///
    /// # Errors
    /// Fails like [`ImpartialSolver::value`].
    fn value_after(&mut self, step: &AnyMove) -> Result<Option<Nimber>, Stopped> {
        let _ = step;
        Ok(None)
    }

    /// Returns `true` if the nim-value of the position after a move is zero, or `None` if the solver does not support this. May be
    /// cheaper than [`ImpartialSolver::value_after`].
    ///
    /// # Errors
    /// Fails like [`ImpartialSolver::value`].
    fn is_zero_after(&mut self, step: &AnyMove) -> Result<Option<bool>, Stopped> {
        let _ = step;
        Ok(None)
    }

    /// Explains, in sentences, how the nim-value of each sufficiently small component follows from the values of its options.
    ///
    /// # Errors
    /// Fails like [`ImpartialSolver::value`].
    fn explain(&mut self) -> Result<Vec<String>, Stopped>;

    /// Returns the number of distinct positions solved so far, or 0 if theorems give all values.
    fn nodes(&self) -> u64;

    /// Returns `true` if the search used couples of components and nimbers.
    fn uses_couples(&self) -> bool;

    /// Returns a sentence, without its full stop, that states the period proved on the way.
    fn period_in_words(&self) -> Option<String>;

    /// Returns `true` if the position has a large heap whose value [`ImpartialSolver::assume_patterns`] may determine.
    fn may_assume_patterns(&self) -> bool {
        false
    }

    /// Allows an unproved pattern of the first values to determine the values of large heaps.
    fn assume_patterns(&mut self) {}

    /// Returns the law for the values of large heaps that was proved on the way.
    fn law(&self) -> Option<&HeapLaw> {
        None
    }

    /// Returns the unproved pattern, if a returned value relies on it.
    fn assumption(&self) -> Option<&FoundPattern> {
        None
    }
}

/// The components of a position, identified by numbers.
pub trait InternedPosition {
    /// Returns the rules, in terms of the numbers.
    fn rules(&self) -> Arc<dyn InternedRules>;

    /// Returns the identifying numbers of the components, in order.
    fn ids(&self) -> Vec<u32>;

    /// Returns the identifying numbers of the components after a move.
    fn ids_after(&self, step: &AnyMove) -> Vec<u32>;
}

/// The heaps of a game, identified by numbers.
pub trait InternedHeaps {
    /// Returns the rules, in terms of the numbers.
    fn rules(&self) -> Arc<dyn InternedRules>;

    /// Returns the identifying number of a heap, or `None` if the heap is too large.
    fn id(&self, heap: u64) -> Option<u32>;
}

/// A position of a partizan game, for analysis.
pub trait PartizanPosition: AnyPosition {
    /// Returns `true` if theorems give the values of all components. The values are created in `arena`.
    fn is_known_by_theorem(&self, arena: &Arena) -> bool;

    /// Returns the sizes of the heaps and the [`HeapForms`] of the game, if all components are heaps.
    fn heaps(&self) -> Option<(Vec<u64>, &dyn HeapForms)>;

    /// Creates a solver for the canonical form, in `arena`.
    fn solver<'p>(
        &'p self,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanSolver + 'p>;

    /// Returns `true` if the values belong to this game and were computed with the same use of theorems.
    fn is_of_game(&self, known: &KnownValues, theorems: Theorems) -> bool;

    /// Creates a search for the winner, which does not need the canonical form of the position. The search creates values in
    /// `arena` and sets the arena's interrupt.
    fn winner<'p>(
        &'p self,
        play: Play,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanWinner + 'p>;
}

/// A search for the winner, which caches its results.
pub trait PartizanWinner {
    /// Returns `true` if `side` wins, moving first in the position after the move `after`, or in the original position if `after`
    /// is `None`.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn mover_wins(&mut self, after: Option<&AnyMove>, side: Side) -> Result<bool, Stopped>;

    /// Returns the number of positions searched so far.
    fn nodes(&self) -> u64;
}

/// The value of the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueAfter {
    /// A number, which does not need an arena.
    Number(Dyadic),
    /// A canonical form in an arena.
    Form(Game),
}

impl ValueAfter {
    /// Returns the value in `arena`. A canonical form must already be in that arena.
    ///
    /// # Errors
    /// [`ArenaError`] if the arena cannot hold the number.
    pub fn in_arena(&self, arena: &Arena) -> Result<Game, ArenaError> {
        match self {
            ValueAfter::Number(number) => arena.number(number),
            ValueAfter::Form(game) => Ok(*game),
        }
    }
}

/// A callback that receives a move and the value of the position after it.
pub type VisitMove<'v> = dyn FnMut(AnyMove, ValueAfter) -> Result<(), Stopped> + 'v;

/// The results of a solver: values in its arena.
pub struct KnownValues {
    /// The identity of the game.
    pub(crate) game: String,
    pub(crate) theorems: Theorems,
    pub(crate) values: Box<dyn Any + Send>,
    pub(crate) bytes: u64,
}

impl KnownValues {
    /// Returns the number of bytes used, not counting the arena.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A solver for canonical forms, which caches its results.
pub trait PartizanSolver {
    /// Adds the results of another solver for the game, in the same arena. [`PartizanPosition::is_of_game`] must accept them.
    fn add_known(&mut self, known: KnownValues);

    /// Removes and returns the results. Returns `None` for a game with a custom search that does not support it.
    fn take_found(&mut self) -> Option<KnownValues>;

    /// Returns the canonical form of the position.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn value(&mut self) -> Result<Game, Stopped>;

    /// Calls `visit` with every move and the value of the position after it.
    ///
    /// # Errors
    /// Fails like [`PartizanSolver::value`], or with an error of `visit`.
    fn each_move(&mut self, visit: &mut VisitMove<'_>) -> Result<(), Stopped>;

    /// Returns every move with the value of the position after it. All these values are in memory at the same time.
    ///
    /// # Errors
    /// Fails like [`PartizanSolver::value`].
    fn moves(&mut self) -> Result<Vec<(AnyMove, ValueAfter)>, Stopped> {
        let mut moves = Vec::new();
        self.each_move(&mut |step, worth| {
            moves.push((step, worth));
            Ok(())
        })?;
        Ok(moves)
    }

    /// Returns the number of distinct positions solved so far, up to symmetry, not counting those that were preloaded.
    fn nodes(&self) -> u64;
}

/// A position of an impartial game with entailing and complimenting moves, for analysis.
pub trait EntailingPosition: AnyPosition {
    /// Returns `true` if the player to move must move in one of the components.
    fn is_entailed(&self) -> bool;

    /// Returns `true` if the player who makes a move also makes the next one.
    fn moves_again(&self, step: &AnyMove) -> bool;

    /// Creates a solver for the values of the components.
    fn solver<'p>(
        &'p self,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn EntailingPositionSolver + 'p>;

    /// Finds the outcome and up to `limit` winning moves by a search over sums, without values.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn search(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<EntailingSearched, Stopped>;
}

/// The result of a search over sums of a game with entailing moves.
#[derive(Clone)]
pub struct EntailingSearched {
    /// The outcome.
    pub outcome: ImpartialOutcome,
    /// The winning moves.
    pub moves: AnyMoves,
    /// The number of sums searched.
    pub nodes: u64,
}

/// A solver for the values of a position with entailing moves, which caches its results.
pub trait EntailingPositionSolver {
    /// Returns each component, written as a string, and its value. The entailed component is included.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn values(&mut self) -> Result<Vec<(String, EntailingValue)>, Stopped>;

    /// Returns the value of the sum of all components that are not entailed.
    ///
    /// # Errors
    /// Fails like [`EntailingPositionSolver::values`].
    fn free_value(&mut self) -> Result<EntailingValue, Stopped>;

    /// Returns `true` if the player to move, who must move in the entailed component, wins. Here `rest` is the value of all other
    /// components and of further summands.
    ///
    /// # Errors
    /// Fails like [`EntailingPositionSolver::values`].
    ///
    /// # Panics
    /// Panics if no component is entailed.
    fn wins_by_answer(&mut self, rest: EntailingValue) -> Result<bool, Stopped>;

    /// Returns the winning moves: all are counted, and up to `limit` are listed. `others` is the value of further summands.
    ///
    /// # Errors
    /// Fails like [`EntailingPositionSolver::values`].
    fn winning_moves(&mut self, others: EntailingValue, limit: usize) -> Result<AnyMoves, Stopped>;

    /// Returns the number of components whose values are known.
    fn nodes(&self) -> u64;
}

/// A function that returns `true` if a side wins a sum of heaps moving first.
pub type SumWinner<'p> = Box<dyn FnMut(&[u64], Side) -> Result<bool, Stopped> + 'p>;

/// The heaps of a partizan game, for tables.
pub trait HeapForms {
    /// Returns the range of smaller heaps that determine the value and the outcome of a heap.
    fn recurrence(&self) -> Recurrence;

    /// Returns a function that computes the canonical form of a heap in `arena`. The function caches its results, and fails if
    /// the budget is exhausted or the observer stops the work.
    fn forms<'p>(
        &'p self,
        arena: &'p Arena,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn FnMut(u64) -> Result<Game, Stopped> + 'p>;

    /// Returns a function that determines whether a side wins a sum of heaps moving first. The function caches its results, and
    /// fails if the budget is exhausted or the observer stops the work.
    fn winners<'p>(&'p self, play: Play, budget: Budget, observer: &'p dyn Observer) -> SumWinner<'p>;

    /// Returns the heaps of the impartial form, in which each player may make the moves of both.
    fn impartial_form(&self) -> Box<dyn InternedHeaps + Send + Sync>;
}

/// A board of any ranked game: a game together with everything that play does not change. Tables are computed for one board.
pub trait AnyBoard: Send + Sync {
    /// Returns the documentation of the game.
    fn page(&self) -> &'static Page;

    /// Returns the name of the game with its parameter: `chase`, `mnk(3,3,3)`.
    fn game_name(&self) -> String;

    /// Returns the string between the name and a position: `20`. Returns an empty string if the name determines the board.
    fn text(&self) -> String;

    /// Returns the name of the game followed by [`AnyBoard::text`], which identifies the board: `chase 20`, `mnk(3,3,3)`.
    fn name(&self) -> String {
        format!("{} {}", self.game_name(), self.text()).trim_end().to_owned()
    }

    /// Returns a key that is unique among the boards of the game: [`AnyBoard::text`], followed by `#` and a fingerprint if
    /// several boards may share the text.
    fn key(&self) -> String;

    /// Returns the play conventions that the rules define, the usual one first.
    fn plays(&self) -> &'static [Play];

    /// Returns the ranked rules, for the engines.
    fn ranks(&self) -> &dyn Ranks;

    /// Returns the rule file and the board, if the game is not in the catalogue.
    fn rule_board(&self) -> Option<RuleBoard> {
        None
    }

    /// Returns `true` if only few positions are reachable from any one position. Searches should then be limited to the reachable
    /// positions.
    fn is_sparse(&self) -> bool {
        false
    }

    /// Returns `false` if positions are ranked in the order in which they are found, so that a new instance of the board may
    /// rank them differently.
    fn has_lasting_ranks(&self) -> bool {
        true
    }

    /// Parses a position without the board: `1 1 20 20`, or `start` if the rules define a starting position.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic>;

    /// Returns the position of a rank, or `None` for a hole or beyond the last rank.
    fn position(&self, rank: u64) -> Option<Box<dyn AnyPosition>>;

    /// Returns the position of a rank as a string that [`AnyBoard::parse`] accepts, without quotes.
    fn position_text(&self, rank: u64) -> Option<String>;

    /// Returns the starting position, if the rules define one.
    fn start(&self) -> Option<Box<dyn AnyPosition>>;

    /// Returns the names of the players, with the name of [`Player::Left`] first.
    fn players(&self) -> [&'static str; 2];

    /// Returns the name of this player, or `None` for [`Player::Either`].
    fn player_name(&self, player: Player) -> Option<&'static str> {
        match player {
            Player::Either => None,
            Player::Left => Some(self.players()[0]),
            Player::Right => Some(self.players()[1]),
        }
    }
}

/// A position of a ranked game, for analysis.
pub trait RankedPosition: AnyPosition {
    /// Returns the board of the position.
    fn board(&self) -> &dyn AnyBoard;

    /// Returns the rank, which symmetric positions may share.
    fn rank(&self) -> u64;

    /// Returns the end of play, if a rule ends it here.
    fn end(&self, play: Play) -> Option<End>;

    /// Returns the player to move, or [`Player::Either`] if both players have the same moves.
    fn player(&self) -> Player;

    /// Returns every move with the rank of the position after it. The list is empty if play has ended.
    fn ranked_moves(&self) -> Vec<(AnyMove, u64)>;
}
