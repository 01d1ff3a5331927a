use super::capabilities::{
    AnyBoard, EntailingPosition, HeapForms, ImpartialPosition, InternedPosition, PartizanPosition,
    RankedPosition,
};
use super::properties::Properties;
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::{Detail, Page, PairTheorem};
use crate::view::{Touch, View};
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use winways_entailing::EntailingValue;
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, ImpartialOutcome, Meter, PairRules, Play, Player, RuleFault};
use winways_solve::{Budget, MoveFormula, Observer, PairMoveFormula, Pattern, Stopped, Theorems};
use winways_values::{Arena, ArenaError, Nimber};

/// Any game, with the type of its components erased.
pub trait AnyGame: Send + Sync {
    /// Returns the description.
    fn about(&self) -> &About;

    /// Returns the documentation.
    fn page(&self) -> &'static Page {
        self.about().page
    }

    /// Returns the name with its parameter.
    fn name(&self) -> String {
        self.about().name.clone()
    }

    /// Returns the tables of values that the game has.
    fn tables(&self) -> &dyn Tables {
        &NoTables
    }

    /// Parses a position in the game's notation.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic>;

    /// Charges `arena` for the memory that the game retains after parsing `text`, such as prepared boards. The charge lasts
    /// until the game drops that memory. Returns `false` only if the game cannot parse `text`, and charges nothing in that
    /// case.
    ///
    /// # Errors
    /// [`ArenaError::OutOfMemory`].
    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let _ = (text, arena);
        Ok(true)
    }

    /// Returns the default starting position: the start that the rules define, or else the example. Returns `None` if the
    /// example is a position of another game of the family.
    fn start(&self) -> Option<Box<dyn AnyPosition>>;

    /// Creates a ranked board from the text between the name of the game and a position: `20` in `chase 20 1 1 20 20`, the
    /// empty string for `mnk(3,3,3)`.
    ///
    /// # Errors
    /// A diagnostic that points into `text`, or states that the game has no ranked boards.
    fn board(&self, text: &str) -> Result<Arc<dyn AnyBoard>, Diagnostic> {
        let message = format!("`{}` has no boards whose positions are numbered", self.name());
        Err(Diagnostic::new(message, Span::new(0, text.len()))
            .label("expected a game with boards, such as `chase`"))
    }

    /// Returns `true` if the game has ranked boards.
    fn has_boards(&self) -> bool {
        false
    }

    /// Returns the properties that all positions share.
    fn properties(&self) -> Properties;

    /// Returns `true` for a partizan game whose play always ends, so that its positions have an impartial form.
    fn has_impartial_form(&self) -> bool {
        false
    }

    /// Returns small positions, up to a size as defined by [`Page::range`]. A game with ranked boards returns none.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Box<dyn AnyPosition>> + '_> {
        let _ = up_to;
        Box::new(std::iter::empty())
    }

    /// Compares all theorems about the game, for positions up to a size, with exhaustive search.
    ///
    /// # Errors
    /// The first counterexample, or the reason why the work ended early.
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt>;
}

/// The tables of values of a game, for heaps, pairs and triples, with the statements of theorems about them. A method returns
/// `None` for a table that the game does not have.
pub trait Tables {
    /// Returns the moves enumerated as ranges, for a game on heaps that defines them.
    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Returns the moves as formulas, for a game on single heaps that defines them.
    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        None
    }

    /// Returns the moves as formulas, for a game on pairs of numbers that defines them.
    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        None
    }

    /// Returns the pattern that a theorem states for single heaps: a pattern of nim-values, or of outcomes under misère play.
    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        let _ = play;
        None
    }

    /// Returns the theorem's statements about single heaps, in the wording of tables.
    fn heap_statements(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the theorem about lost pairs, for a game whose components are pairs of numbers.
    fn pair_theorem(&self) -> Option<PairTheorem> {
        None
    }

    /// Computes the misère outcomes of the positions written as one number by a search over sums, and passes them to `found` in
    /// order. Returns `None` unless the game is impartial and has such positions.
    fn misere_heaps(
        &self,
        heaps: Range<u64>,
        budget: Budget,
        observer: &dyn Observer,
        found: &mut dyn FnMut(ImpartialOutcome),
    ) -> Option<Result<(), Stopped>> {
        let _ = (heaps, budget, observer, found);
        None
    }

    /// Returns the distinct options of a heap as lists of heaps, if the game is an impartial game on heaps. The work is charged to `meter`.
    fn heap_options(&self, heap: u64, meter: Meter) -> Option<Result<Vec<Vec<u64>>, RuleFault>> {
        let _ = (heap, meter);
        None
    }

    /// Returns a solver for positions written as one number, if the game is impartial and has such positions.
    fn heap_values<'g>(
        &'g self,
        theorems: Theorems,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        let _ = (theorems, budget, observer);
        None
    }

    /// Returns `true` if the game has entailing moves, and positions that consist of one heap.
    fn has_entailing_heaps(&self) -> bool {
        false
    }

    /// Returns a solver for positions written as one number, if the game has entailing moves and such positions.
    fn entailing_heaps<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn EntailingHeaps + 'g>> {
        let _ = (budget, observer);
        None
    }

    /// Returns a solver for positions written as three numbers, if the game is impartial and has such positions.
    fn triple_values<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn TripleValues + 'g>> {
        let _ = (budget, observer);
        None
    }

    /// Returns the moves for tables of pairs, if the game is impartial and its components are pairs of numbers.
    fn pair_rules(&self) -> Option<&dyn PairRules> {
        None
    }

    /// Returns the interface for values and outcomes of heaps, if the game is a partizan game on heaps.
    fn heap_forms(&self) -> Option<&dyn HeapForms> {
        None
    }
}

/// An implementation of [`Tables`] for games without tables.
pub(crate) struct NoTables;

impl Tables for NoTables {}

/// A solver for the nim-values of single heaps, which caches its results.
pub trait HeapValues {
    /// Returns the nim-value of a heap.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn nim_value(&mut self, heap: u64) -> Result<Nimber, Stopped>;
}

/// A solver for the values of single heaps of a game with entailing moves, which caches its results.
pub trait EntailingHeaps {
    /// Returns the value of a heap.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn value(&mut self, heap: u64) -> Result<EntailingValue, Stopped>;
}

/// A solver for the nim-values of triples of numbers, which caches its results.
pub trait TripleValues {
    /// Returns the nim-value of a triple, or `None` if it is not a position.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    fn nim_value(&mut self, triple: [u64; 3]) -> Result<Option<Nimber>, Stopped>;
}

/// A position of [`AnyGame`], with the operations common to all kinds of games.
pub trait AnyPosition: Send + Sync {
    /// Returns the description of the game.
    fn about(&self) -> &About;

    /// Returns a string that identifies the rules, and the board if positions are numbered. Games with different rules have
    /// different identities even if their names are equal.
    fn identity(&self) -> String;

    /// Returns the documentation of the game.
    fn page(&self) -> &'static Page {
        self.about().page
    }

    /// Returns the name of the game with its parameter.
    fn game_name(&self) -> String {
        self.about().name.clone()
    }

    /// Returns the position as a call that can be parsed again: `nim(7,8,9)`.
    fn text(&self) -> String;

    /// Returns the number of components.
    fn component_count(&self) -> usize;

    /// Returns the approximate size in words, which is the cost of copying or writing the position.
    fn size(&self) -> usize;

    /// Returns the sum of this position and `others`, if all belong to one game whose notation can express the sum.
    fn merged(&self, others: &[Box<dyn AnyPosition>]) -> Option<Box<dyn AnyPosition>>;

    /// Describes how play ends and who wins, in one or two sentences: `The player who cannot move loses.`
    fn ending_rule(&self, play: Play) -> String;

    /// Returns the name of the theorem for this play convention.
    fn theorem(&self, play: Play) -> Option<String>;

    /// Explains the outcome with the theorem, in sentences.
    fn explain(&self, play: Play, detail: Detail) -> Vec<String>;

    /// Returns the view of the position.
    fn view(&self) -> View;

    /// Returns an upper bound on the number of moves.
    fn move_bound(&self) -> u64;

    /// Returns all moves of both players, with their names. The cost is proportional to [`AnyPosition::move_bound`].
    ///
    /// # Errors
    /// [`RuleFault`] if the rules fail in this position.
    fn moves(&self) -> Result<Vec<AnyMove>, RuleFault> {
        self.moves_within(Meter::default())
    }

    /// Returns all moves like [`AnyPosition::moves`] and charges the work to `meter`. Listing and naming the moves of a large
    /// position may take long.
    ///
    /// # Errors
    /// Fails like [`AnyPosition::moves`], or with [`RuleFault::Interrupted`] if the meter is interrupted.
    fn moves_within(&self, meter: Meter) -> Result<Vec<AnyMove>, RuleFault>;

    /// Returns the position after a move, on the same board.
    ///
    /// # Panics
    /// Panics if the move belongs to another game, or to a position with fewer components.
    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition>;

    /// Returns the elements of [`AnyPosition::view`] that a move touches, in order.
    ///
    /// # Panics
    /// Panics like [`AnyPosition::after`].
    fn touches(&self, step: &AnyMove) -> Vec<Touch>;

    /// Returns a copy of the position.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Returns `true` if `other` is the same position of the same game. The order of components and components without moves,
    /// such as empty heaps, do not matter.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// Returns the properties that all positions of the game share.
    fn properties(&self) -> Properties;

    /// Returns the interface for nim-values, if both players have the same moves.
    fn impartial(&self) -> Option<&dyn ImpartialPosition>;

    /// Returns the interface for canonical forms, if the value is a short game.
    fn partizan(&self) -> Option<&dyn PartizanPosition>;

    /// Returns the components identified by numbers, for a search over sums. Returns `None` unless play always ends with a
    /// player who cannot move.
    fn interned(&self) -> Option<Box<dyn InternedPosition + '_>>;

    /// Returns the components of the impartial form identified by numbers, if the game is partizan. In the impartial form, each
    /// player may make the moves of both.
    fn impartial_form(&self) -> Option<Box<dyn InternedPosition + Send + Sync>> {
        None
    }

    /// Returns the interface for retrograde analysis, if the positions of the board are ranked.
    fn ranked(&self) -> Option<&dyn RankedPosition>;

    /// Returns the interface for values of entailing moves, if the game has such moves.
    fn entailing(&self) -> Option<&dyn EntailingPosition> {
        None
    }

    /// Returns the typed position for downcasting.
    fn as_any(&self) -> &dyn Any;

    /// Returns the game's own position, without the game, for downcasting.
    fn inner(&self) -> &dyn Any;
}

/// A move in a position of any game.
#[derive(Clone)]
pub struct AnyMove {
    /// The player who makes the move.
    pub player: Player,
    /// The name in the coordinates of the position: `heap 7 -> 1`, `d1xe1`.
    pub text: String,
    pub(crate) step: Arc<dyn Any + Send + Sync>,
}

impl AnyMove {
    /// Returns the same move, made by `player`.
    #[must_use]
    pub fn by(self, player: Player) -> Self {
        AnyMove { player, ..self }
    }
}

/// A list of moves with a limited length, and the number of all moves.
#[derive(Clone, Default)]
pub struct AnyMoves {
    /// The number of all moves.
    pub total: u64,
    /// The first moves.
    pub listed: Vec<AnyMove>,
}

impl AnyMoves {
    /// Counts a move, and lists it unless `limit` moves are already listed.
    pub fn push(&mut self, limit: usize, step: impl FnOnce() -> AnyMove) {
        self.total += 1;
        if self.listed.len() < limit {
            self.listed.push(step());
        }
    }
}
