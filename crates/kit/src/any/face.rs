use super::capabilities::{
    AnyBoard, HeapForms, ImpartialPosition, InternedPosition, PartizanPosition, RankedPosition,
};
use super::properties::Properties;
use crate::check::{Check, Halt};
use crate::game::{Detail, Page, PairTheorem};
use crate::view::{Touch, View};
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, ImpartialOutcome, Meter, PairRules, Play, Player, RuleFault};
use winways_solve::{Budget, MoveFormula, Observer, PairMoveFormula, Pattern, Stopped, Theorems};
use winways_values::Nimber;

/// Any game, whatever its components are.
pub trait AnyGame: Send + Sync {
    /// The documentation.
    fn page(&self) -> &'static Page;

    /// The name with its parameter.
    fn name(&self) -> String;

    /// The name for people.
    fn title(&self) -> &str {
        self.page().title
    }

    /// The rules, in sentences or as they are written in a rule file.
    fn rules(&self) -> &str {
        self.page().rules
    }

    /// How a position is written.
    fn notation(&self) -> &str {
        self.page().notation
    }

    /// Books, papers, contest problems.
    fn sources(&self) -> Vec<&str> {
        self.page().sources.to_vec()
    }

    /// The play that its rules state; questions may ask for the other one.
    fn play(&self) -> Play {
        Play::Normal
    }

    /// Reads a position in the game's notation.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic>;

    /// The usual position to begin with, from which play starts where none is given: the one that the rules state, else the
    /// example of the page; none if that is no position of this game (of a family with another parameter).
    fn start(&self) -> Option<Box<dyn AnyPosition>>;

    /// Reads the text between the name and a position, in a game whose positions are numbered: `20` in
    /// `chase 20 1 1 20 20`, nothing in `mnk(3,3,3)`.
    ///
    /// # Errors
    /// A diagnostic that points into `text`; also if positions of this game are not numbered, so that it has no boards.
    fn board(&self, text: &str) -> Result<Arc<dyn AnyBoard>, Diagnostic> {
        let message = format!("`{}` has no boards whose positions are numbered", self.name());
        Err(Diagnostic::new(message, Span::new(0, text.len()))
            .label("expected a game with boards, such as `chase`"))
    }

    /// Whether it has boards.
    fn has_boards(&self) -> bool {
        false
    }

    /// What holds of all its positions.
    fn properties(&self) -> Properties;

    /// Its moves enumerated as ranges, if it is a game on heaps that has them.
    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Its moves as formulas, if it is a game on single heaps that has them.
    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        None
    }

    /// Its moves as formulas, if it is a game on pairs of numbers that has them.
    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        None
    }

    /// What a theorem says of single heaps: how their nim-values go on, under misère play their outcomes.
    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        let _ = play;
        None
    }

    /// What a theorem says of lost pairs, if its components are pairs of numbers.
    fn pair_theorem(&self) -> Option<PairTheorem> {
        None
    }

    /// Gives the outcomes under misère play of the positions that are written as one number, heap after heap, found by
    /// search over sums; `None` if it is no impartial game that has such.
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

    /// The nim-values of the positions that are written as one number, if it is an impartial game that has such.
    fn heap_values<'g>(
        &'g self,
        theorems: Theorems,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        let _ = (theorems, budget, observer);
        None
    }

    /// The nim-values of the positions that are written as three numbers, if it is an impartial game that has such.
    fn triple_values<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn TripleValues + 'g>> {
        let _ = (budget, observer);
        None
    }

    /// Its moves told for tables of pairs, if it is an impartial game whose components are pairs of numbers.
    fn pair_rules(&self) -> Option<&dyn PairRules> {
        None
    }

    /// Its heaps, if it is a partizan game on heaps.
    fn heap_forms(&self) -> Option<&dyn HeapForms> {
        None
    }

    /// Whether it is a partizan game whose play always ends, so that its positions have an impartial form.
    fn has_impartial_form(&self) -> bool {
        false
    }

    /// Small positions, up to a size that means what [`Page::range`] says; none of a game whose positions are numbered.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Box<dyn AnyPosition>> + '_> {
        let _ = up_to;
        Box::new(std::iter::empty())
    }

    /// Compares all that the game's theorems say about positions up to a size with exhaustive search.
    ///
    /// # Errors
    /// The first counterexample, or why the work ended early.
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt>;
}

/// The nim-values of heaps, one by one; keeps what it has found.
pub trait HeapValues {
    /// The nim-value of a heap.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn nim_value(&mut self, heap: u64) -> Result<Nimber, Stopped>;
}

/// The nim-values of triples of numbers, one by one; keeps what it has found.
pub trait TripleValues {
    /// The nim-value of a triple; `None` if it is no position.
    ///
    /// # Errors
    /// [`Stopped`] when the budget is used up or the observer ends the work.
    fn nim_value(&mut self, triple: [u64; 3]) -> Result<Option<Nimber>, Stopped>;
}

/// A position of [`AnyGame`]: what is common to all of them.
pub trait AnyPosition: Send + Sync {
    /// The documentation of its game.
    fn page(&self) -> &'static Page;

    /// The name of its game, with the parameter.
    fn game_name(&self) -> String;

    /// Distinguishes the rules of its game from all others, those of a game of the same name included.
    fn identity(&self) -> String;

    /// The position as a call, which reads back: `nim(7,8,9)`.
    fn text(&self) -> String;

    /// How many components it has.
    fn component_count(&self) -> usize;

    /// About how many words it fills: what it costs to copy it or to write it down.
    fn size(&self) -> usize;

    /// The sum of this and `others`, if all are positions of one game, and one that can write their sum.
    fn merged(&self, others: &[Box<dyn AnyPosition>]) -> Option<Box<dyn AnyPosition>>;

    /// How play ends, and who wins then, in one or two sentences: `The player who cannot move loses.`
    fn ending_rule(&self, play: Play) -> String;

    /// The name of the theorem for this kind of play.
    fn theorem(&self, play: Play) -> Option<String>;

    /// Why the outcome is what it is, from the theorem's point of view.
    fn explain(&self, play: Play, detail: Detail) -> Vec<String>;

    /// How it looks.
    fn view(&self) -> View;

    /// No fewer than the number of moves.
    fn move_bound(&self) -> u64;

    /// All moves of both players, with their names. Takes time and memory in proportion to [`AnyPosition::move_bound`].
    ///
    /// # Errors
    /// [`RuleFault`] if the rules go wrong in this position.
    fn moves(&self) -> Result<Vec<AnyMove>, RuleFault> {
        self.moves_within(Meter::default())
    }

    /// The same, counted on `meter`: listing and naming the moves of a large position may take long.
    ///
    /// # Errors
    /// As [`AnyPosition::moves`], and [`RuleFault::Interrupted`] if the work is to end.
    fn moves_within(&self, meter: Meter) -> Result<Vec<AnyMove>, RuleFault>;

    /// The same board after a move of this position.
    ///
    /// # Panics
    /// If the move belongs to another game, or to a position with fewer components.
    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition>;

    /// The elements of [`AnyPosition::view`] that a move touches, in order.
    ///
    /// # Panics
    /// As [`AnyPosition::after`].
    fn touches(&self, step: &AnyMove) -> Vec<Touch>;

    /// The same position again.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Whether `other` is the same position of the same game, up to the order of components and to components without
    /// moves, such as empty heaps.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// What holds of all positions of its game.
    fn properties(&self) -> Properties;

    /// The questions that it answers if both players have the same moves: nim-values.
    fn impartial(&self) -> Option<&dyn ImpartialPosition>;

    /// The questions that it answers if its value is a short game: canonical forms.
    fn partizan(&self) -> Option<&dyn PartizanPosition>;

    /// The components with numbers for names, for a search over sums, if play always ends and the player who cannot move loses.
    fn interned(&self) -> Option<Box<dyn InternedPosition + '_>>;

    /// The components with numbers for names where either player may make the moves of both, if the game is partizan.
    fn impartial_form(&self) -> Option<Box<dyn InternedPosition + Send + Sync>> {
        None
    }

    /// The questions that it answers if the positions of its board are numbered: retrograde analysis.
    fn ranked(&self) -> Option<&dyn RankedPosition>;

    /// The typed position, for those who know the type.
    fn as_any(&self) -> &dyn Any;

    /// The position alone, in the type that its game uses for positions.
    fn inner(&self) -> &dyn Any;
}

/// A move in a position of any game.
#[derive(Clone)]
pub struct AnyMove {
    /// Whose move it is.
    pub player: Player,
    /// Its name in the coordinates of the position: `heap 7 -> 1`, `d1xe1`.
    pub text: String,
    pub(crate) step: Arc<dyn Any + Send + Sync>,
}

impl AnyMove {
    /// The same move, of this player.
    #[must_use]
    pub fn by(self, player: Player) -> Self {
        AnyMove { player, ..self }
    }
}

/// Moves, counted to the last, listed as far as there was room.
#[derive(Clone, Default)]
pub struct AnyMoves {
    /// How many there are.
    pub total: u64,
    /// The first of them.
    pub listed: Vec<AnyMove>,
}
