//! The questions that positions and games of a kind answer beyond what all of them have.

use super::face::{AnyMove, AnyMoves, AnyPosition};
use crate::game::Page;
use crate::ranked_game::RuleBoard;
use std::any::Any;
use winways_notation::Diagnostic;
use winways_rules::{End, ImpartialOutcome, Play, Player, Ranks, Recurrence, Side};
use winways_solve::{Budget, FoundPattern, HeapLaw, InternedRules, Observer, Period, Stopped, Theorems};
use winways_values::{Arena, ArenaError, Dyadic, Game, Nimber};

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
    /// options than a million, or more than have room in `memory` bytes.
    fn winning_moves_by_theorem(&self, play: Play, limit: usize, memory: u64) -> Option<AnyMoves>;

    /// Misère play by the nim-values of normal play, and at most `limit` of the winning moves, if they are asked for; `None`
    /// for games of which that is not known.
    ///
    /// Heaps of a subtraction game play like Nim heaps of their nim-values (T. S. Ferguson, *On sums of graph games with
    /// last player losing*, 1974). With s the least number of the set, g(n) = 1 exactly if g(n - s) = 0. So a heap of value
    /// 0 with options has one of value 1: an option n - s is not 0, has an option n - s - k of value 0, and n - k is
    /// then 1. By induction, heaps of value 0 and 1 have the misère values 1 and 0, and the others the same value under
    /// both rules, as in Nim.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn misere_by_values(
        &self,
        limit: Option<usize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Result<MisereByValues, Stopped>> {
        let _ = (limit, budget, observer);
        None
    }

    /// Normal play of a large pair by the lost pairs of its game, and at most `limit` of the winning moves, if they are asked
    /// for; `None` for other positions, and for games whose lost pairs are not proved by induction.
    ///
    /// # Errors
    /// [`Stopped`] when the observer ends the work.
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

/// The outcome and the winning moves of a pair, found by the lost pairs of its game, which are proved.
#[derive(Clone)]
pub struct ByLostPairs {
    /// Who wins.
    pub outcome: ImpartialOutcome,
    /// The winning moves, where they were asked for and can be listed.
    pub moves: Option<AnyMoves>,
    /// Which pairs are lost.
    pub statement: String,
    /// The number of values from which the lost pairs were learned.
    pub nodes: u64,
}

/// The outcome and the winning moves of a position under misère play, found by nim-values.
#[derive(Clone)]
pub struct MisereByValues {
    /// Who wins.
    pub outcome: ImpartialOutcome,
    /// The winning moves, where they were asked for.
    pub moves: Option<AnyMoves>,
    /// The nim-values of the components under normal play.
    pub values: Vec<Nimber>,
    /// The period of the values, if it was proved on the way.
    pub period: Option<Period>,
    /// The number of values found.
    pub nodes: u64,
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

    /// The nim-value after a move of the position; `None` where each position is asked by itself.
    ///
    /// # Errors
    /// As [`ImpartialSolver::value`].
    fn value_after(&mut self, step: &AnyMove) -> Result<Option<Nimber>, Stopped> {
        let _ = step;
        Ok(None)
    }

    /// Whether the nim-value after a move of the position is zero, which may take less than the value; else as
    /// [`ImpartialSolver::value_after`].
    ///
    /// # Errors
    /// As [`ImpartialSolver::value`].
    fn is_zero_after(&mut self, step: &AnyMove) -> Result<Option<bool>, Stopped> {
        let _ = step;
        Ok(None)
    }

    /// How the nim-values come about from those of the options, in sentences; for positions small enough to tell.
    ///
    /// # Errors
    /// As [`ImpartialSolver::value`].
    fn explain(&mut self) -> Result<Vec<String>, Stopped>;

    /// Distinct positions solved so far, none where a theorem told all.
    fn nodes(&self) -> u64;

    /// Whether the search went by couples of components and nimbers.
    fn is_by_couples(&self) -> bool;

    /// The period that was proved on the way, in a sentence without its full stop.
    fn period_in_words(&self) -> Option<String>;

    /// Returns `true` if the position has a large heap whose value [`ImpartialSolver::assume_patterns`] may tell.
    fn may_assume_patterns(&self) -> bool {
        false
    }

    /// Lets a pattern of the first values tell the values of large heaps, though it is not proved.
    fn assume_patterns(&mut self) {}

    /// The law that was proved on the way, which tells the values of large heaps.
    fn law(&self) -> Option<&HeapLaw> {
        None
    }

    /// The pattern that values rest on though it is not proved.
    fn assumption(&self) -> Option<&FoundPattern> {
        None
    }
}

/// The components of a position with numbers for names.
pub trait InternedPosition {
    /// The rules of the numbers.
    fn rules(&self) -> Box<dyn InternedRules>;

    /// The numbers of the components, in their order.
    fn ids(&self) -> Vec<u32>;

    /// The numbers of the components after a move.
    fn ids_after(&self, step: &AnyMove) -> Vec<u32>;
}

/// The heaps of a game with numbers for names.
pub trait InternedHeaps {
    /// The rules of the numbers.
    fn rules(&self) -> Box<dyn InternedRules>;

    /// The number of a heap; `None` if it is too large.
    fn id(&self, heap: u64) -> Option<u32>;
}

/// A position of a partizan game: what the analysis asks of it.
pub trait PartizanPosition: AnyPosition {
    /// Whether theorems state the values of all its components, which are made in `arena`.
    fn is_known_by_theorem(&self, arena: &Arena) -> bool;

    /// The size of the heap that it is, and the heaps of its game, if it is one heap of a game on heaps.
    fn heap(&self) -> Option<(u64, &dyn HeapForms)>;

    /// A solver for its value, in canonical form in `arena`.
    fn solver<'p>(
        &'p self,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanSolver + 'p>;

    /// Whether these are values of positions of this game, found with this use of theorems.
    fn is_of_game(&self, known: &KnownValues, theorems: Theorems) -> bool;

    /// A search for who wins, which needs no canonical form of the position; it makes values in `arena` and sets its interrupt.
    fn winner<'p>(
        &'p self,
        play: Play,
        arena: &'p Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn PartizanWinner + 'p>;
}

/// Finds who wins; keeps what it has found.
pub trait PartizanWinner {
    /// Whether `side`, who is to move, wins the position, or what a move of it leaves.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn mover_wins(&mut self, after: Option<&AnyMove>, side: Side) -> Result<bool, Stopped>;

    /// How many positions were looked at so far.
    fn nodes(&self) -> u64;
}

/// What a move leaves is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A number, which is in no arena.
    Number(Dyadic),
    /// A canonical form.
    Form(Game),
}

impl Worth {
    /// The value in `arena`, in which a form must be.
    ///
    /// # Errors
    /// [`ArenaError`] if the arena cannot hold the number.
    pub fn in_arena(&self, arena: &Arena) -> Result<Game, ArenaError> {
        match self {
            Worth::Number(number) => arena.number(number),
            Worth::Form(game) => Ok(*game),
        }
    }
}

/// Takes a move and what it leaves is worth.
pub type VisitMove<'v> = dyn FnMut(AnyMove, Worth) -> Result<(), Stopped> + 'v;

/// What a solver has found: values in the arena that it was given.
pub struct KnownValues {
    /// What tells the game from others.
    pub(crate) game: String,
    pub(crate) theorems: Theorems,
    pub(crate) values: Box<dyn Any + Send>,
    pub(crate) bytes: u64,
}

impl KnownValues {
    /// The bytes that it takes beside the arena.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Finds values; keeps what it has found.
pub trait PartizanSolver {
    /// Begins with what another solver of the game has found, as [`PartizanPosition::is_of_game`] tells, in the same arena.
    fn know(&mut self, known: KnownValues);

    /// What it has found, which it does not know any more; none of a game that searches in a way of its own.
    fn take_found(&mut self) -> Option<KnownValues>;

    /// The canonical form of the position.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn value(&mut self) -> Result<Game, Stopped>;

    /// Gives every move to `visit`, each with the value of the position after it.
    ///
    /// # Errors
    /// As [`PartizanSolver::value`], and those of `visit`.
    fn each_move(&mut self, visit: &mut VisitMove<'_>) -> Result<(), Stopped>;

    /// Every move, each with the value of the position after it; as large as all those values together.
    ///
    /// # Errors
    /// As [`PartizanSolver::value`].
    fn moves(&mut self) -> Result<Vec<(AnyMove, Worth)>, Stopped> {
        let mut moves = Vec::new();
        self.each_move(&mut |step, worth| {
            moves.push((step, worth));
            Ok(())
        })?;
        Ok(moves)
    }

    /// Distinct positions solved so far, up to symmetry, without those that were known from the begin.
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

    /// A function that returns whether a player who is to move wins a heap alone; it keeps what it has found, and fails when the
    /// budget is used up or the observer ends the work.
    fn winners<'p>(
        &'p self,
        play: Play,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn FnMut(u64, Side) -> Result<bool, Stopped> + 'p>;

    /// The heaps of the impartial form, in which either player may make the moves of both.
    fn impartial_form(&self) -> Box<dyn InternedHeaps + Send + Sync>;
}

/// A board of any ranked game: the game with everything fixed that play does not change; a table is made of a board.
pub trait AnyBoard: Send + Sync {
    /// The documentation of its game.
    fn page(&self) -> &'static Page;

    /// The name of its game, with the parameter: `chase`, `mnk(3,3,3)`.
    fn game_name(&self) -> String;

    /// The text between the name and a position: `20`; empty if the name determines the board.
    fn text(&self) -> String;

    /// Both together, which no other board has: `chase 20`, `mnk(3,3,3)`.
    fn name(&self) -> String {
        format!("{} {}", self.game_name(), self.text()).trim_end().to_owned()
    }

    /// Distinguishes it from other boards of its game: the text, and `#` with a fingerprint where the text is not enough.
    fn key(&self) -> String;

    /// Which plays its rules define, the usual one first.
    fn plays(&self) -> &'static [Play];

    /// Its positions as numbers, for the engines.
    fn ranks(&self) -> &dyn Ranks;

    /// The rule file and the board, if the game is none of the catalogue.
    fn rule_board(&self) -> Option<RuleBoard> {
        None
    }

    /// Whether few of its positions can follow on one of them, so that these are searched rather than all.
    fn is_sparse(&self) -> bool {
        false
    }

    /// Reads a position without the board: `1 1 20 20`, or `start` where play begins with one position.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic>;

    /// The position of a rank; none for a hole, and none beyond the last rank.
    fn position(&self, rank: u64) -> Option<Box<dyn AnyPosition>>;

    /// The position of a rank as [`AnyBoard::parse`] reads it, without quotes.
    fn position_text(&self, rank: u64) -> Option<String>;

    /// The position that play begins with, if the rules have one.
    fn start(&self) -> Option<Box<dyn AnyPosition>>;

    /// The names of the players, that of [`Player::Left`] first.
    fn players(&self) -> [&'static str; 2];

    /// The name of this player; none for either.
    fn player_name(&self, player: Player) -> Option<&'static str> {
        match player {
            Player::Either => None,
            Player::Left => Some(self.players()[0]),
            Player::Right => Some(self.players()[1]),
        }
    }
}

/// A position of a ranked game: what the analysis asks of it.
pub trait RankedPosition: AnyPosition {
    /// The board on which it stands.
    fn board(&self) -> &dyn AnyBoard;

    /// Its rank, which symmetric positions may share.
    fn rank(&self) -> u64;

    /// How play has ended, if a rule says so.
    fn end(&self, play: Play) -> Option<End>;

    /// Whose turn it is; [`Player::Either`] where both have the same moves.
    fn player(&self) -> Player;

    /// Every move with the rank of the position after it; none if play has ended.
    fn ranked_moves(&self) -> Vec<(AnyMove, u64)>;
}
