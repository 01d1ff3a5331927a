//! Implementations of [`AnyGame`] and [`AnyPosition`], shared by all kinds of games.

use super::capabilities::{HeapForms, ImpartialPosition, InternedPosition, PartizanPosition, RankedPosition};
use super::face::{AnyGame, AnyMove, AnyPosition, HeapValues, TripleValues};
use super::properties::Properties;
use crate::check::{Check, Halt};
use crate::game::{Detail, Page, PairTheorem};
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{HeapRules, ImpartialOutcome, Meter, PairRules, Play, Player, RuleFault};
use winways_solve::{Budget, MoveFormula, Observer, PairMoveFormula, Pattern, Stopped, Theorems};
use winways_values::{Arena, ArenaError};

/// A kind of game (impartial, partizan, ranked): its whole positions, their moves, and the capabilities it supports.
pub(crate) trait Positions: Send + Sync + Sized + 'static {
    type Position: Clone + Debug + Send + Sync + 'static;
    type Move: Clone + Send + Sync + 'static;

    fn page(&self) -> &'static Page;
    fn name(&self) -> String;
    /// Implements [`AnyPosition::identity`].
    fn identity(&self) -> String;
    /// Returns the text in the brackets of a call.
    fn write(&self, position: &Self::Position) -> String;
    /// Returns every move of both players. Long listings charge their work to `meter`.
    fn moves(&self, position: &Self::Position, meter: &mut Meter) -> MovesOfPlayers<Self::Move>;
    fn move_bound(&self, position: &Self::Position) -> u64;
    fn after(&self, position: &Self::Position, step: &Self::Move) -> Self::Position;
    fn move_name(&self, position: &Self::Position, step: &Self::Move) -> String;
    fn touches(&self, position: &Self::Position, step: &Self::Move) -> Vec<Touch>;
    fn view(&self, position: &Self::Position) -> View;
    /// Returns the sum of positions, if all belong to one game whose notation can express the sum.
    fn sum(&self, position: &Self::Position, others: &[(&Self, &Self::Position)]) -> Option<Self::Position>;
    fn component_count(&self, position: &Self::Position) -> usize;
    fn size(&self, position: &Self::Position) -> usize;
    fn is_same(&self, position: &Self::Position, other: &Self, others: &Self::Position) -> bool;
    fn properties(&self) -> Properties;
    /// Describes how play ends and who wins then.
    fn ending_rule(&self, play: Play) -> String {
        match play {
            Play::Normal => "The player who cannot move loses.".to_owned(),
            Play::Misere => "The player who cannot move wins.".to_owned(),
        }
    }
    fn theorem(&self, play: Play) -> Option<String>;
    fn explain(&self, position: &Self::Position, play: Play, detail: Detail) -> Vec<String>;

    fn impartial(position: &Positioned<Self>) -> Option<&dyn ImpartialPosition> {
        let _ = position;
        None
    }
    fn partizan(position: &Positioned<Self>) -> Option<&dyn PartizanPosition> {
        let _ = position;
        None
    }
    fn interned(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + '_>> {
        let _ = position;
        None
    }
    fn impartial_form(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + Send + Sync>> {
        let _ = position;
        None
    }
    fn ranked(position: &Positioned<Self>) -> Option<&dyn RankedPosition> {
        let _ = position;
        None
    }
}

/// A kind of game that parses its positions itself.
pub(crate) trait Kind: Positions {
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;
    /// Charges the memory that the game keeps after parsing `text`.
    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let _ = (text, arena);
        Ok(true)
    }
    /// Returns the usual starting position.
    fn start(&self) -> Option<Self::Position>;
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt>;

    fn title(&self) -> &str {
        self.page().title
    }
    fn rules(&self) -> &str {
        self.page().rules
    }
    fn notation(&self) -> &str {
        self.page().notation
    }
    fn sources(&self) -> Vec<&str> {
        self.page().sources.to_vec()
    }
    fn play(&self) -> Play {
        Play::Normal
    }
    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        None
    }
    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        None
    }
    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        None
    }
    fn heap_theorem(&self, _: Play) -> Option<Pattern> {
        None
    }
    fn heap_statements(&self) -> &'static [&'static str] {
        &[]
    }
    fn pair_theorem(&self) -> Option<PairTheorem> {
        None
    }
    fn misere_heaps(
        &self,
        _: Range<u64>,
        _: Budget,
        _: &dyn Observer,
        _: &mut dyn FnMut(ImpartialOutcome),
    ) -> Option<Result<(), Stopped>> {
        None
    }
    fn heap_values<'g>(
        &'g self,
        _: Theorems,
        _: Budget,
        _: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        None
    }
    fn triple_values<'g>(&'g self, _: Budget, _: &'g dyn Observer) -> Option<Box<dyn TripleValues + 'g>> {
        None
    }
    fn pair_rules(&self) -> Option<&dyn PairRules> {
        None
    }
    fn heap_forms(&self) -> Option<&dyn HeapForms> {
        None
    }
    fn has_impartial_form(&self) -> bool {
        false
    }
}

/// A game of any kind, with its type erased.
pub(crate) struct Erased<P>(Arc<P>);

impl<P: Kind> Erased<P> {
    pub(crate) fn shared(positions: P) -> Arc<dyn AnyGame> {
        Arc::new(Erased(Arc::new(positions)))
    }
}

impl<P: Kind> AnyGame for Erased<P> {
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

    fn properties(&self) -> Properties {
        self.0.properties()
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let position = self.0.parse(text)?;
        Ok(Positioned::boxed(&self.0, position))
    }

    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        self.0.charge(text, arena)
    }

    fn start(&self) -> Option<Box<dyn AnyPosition>> {
        self.0.start().map(|position| Positioned::boxed(&self.0, position))
    }

    fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.0.heap_rules()
    }

    fn move_formulas(&self) -> Option<&[MoveFormula]> {
        self.0.move_formulas()
    }

    fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        self.0.pair_formulas()
    }

    fn heap_theorem(&self, play: Play) -> Option<Pattern> {
        self.0.heap_theorem(play)
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        self.0.heap_statements()
    }

    fn pair_theorem(&self) -> Option<PairTheorem> {
        self.0.pair_theorem()
    }

    fn misere_heaps(
        &self,
        heaps: Range<u64>,
        budget: Budget,
        observer: &dyn Observer,
        found: &mut dyn FnMut(ImpartialOutcome),
    ) -> Option<Result<(), Stopped>> {
        self.0.misere_heaps(heaps, budget, observer, found)
    }

    fn heap_values<'g>(
        &'g self,
        theorems: Theorems,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        self.0.heap_values(theorems, budget, observer)
    }

    fn triple_values<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn TripleValues + 'g>> {
        self.0.triple_values(budget, observer)
    }

    fn pair_rules(&self) -> Option<&dyn PairRules> {
        self.0.pair_rules()
    }

    fn heap_forms(&self) -> Option<&dyn HeapForms> {
        self.0.heap_forms()
    }

    fn has_impartial_form(&self) -> bool {
        self.0.has_impartial_form()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Box<dyn AnyPosition>> + '_> {
        Box::new(self.0.positions(up_to).map(|position| Positioned::boxed(&self.0, position)))
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        self.0.verify(up_to, check)
    }
}

/// The [`Meter`] steps charged for naming a move.
const NAMING_STEPS: u64 = 100;

/// A position of a game of any kind.
pub(crate) struct Positioned<P: Positions> {
    pub(crate) game: Arc<P>,
    pub(crate) position: P::Position,
}

impl<P: Positions> Positioned<P> {
    pub(crate) fn boxed(game: &Arc<P>, position: P::Position) -> Box<dyn AnyPosition> {
        Box::new(Positioned { game: game.clone(), position })
    }

    /// Erases the type of a move of this game.
    pub(crate) fn erase(&self, player: Player, step: P::Move) -> AnyMove {
        let text = self.game.move_name(&self.position, &step);
        AnyMove { player, text, step: Arc::new(step) }
    }

    /// Restores the type of a move of this game.
    ///
    /// # Panics
    /// Panics like [`typed`].
    pub(crate) fn typed<'m>(&self, step: &'m AnyMove) -> &'m P::Move {
        typed(&*self.game, step)
    }
}

/// Restores the type of a move of this game.
///
/// # Panics
/// Panics if the move belongs to another game.
pub(crate) fn typed<'m, P: Positions>(game: &P, step: &'m AnyMove) -> &'m P::Move {
    match step.step.downcast_ref() {
        Some(step) => step,
        None => panic!("the move belongs to another game than {}", game.name()),
    }
}

impl<P: Positions> AnyPosition for Positioned<P> {
    fn page(&self) -> &'static Page {
        self.game.page()
    }

    fn game_name(&self) -> String {
        self.game.name()
    }

    fn identity(&self) -> String {
        self.game.identity()
    }

    fn text(&self) -> String {
        let name = self.game.name();
        // Only the name takes `_`; the parameter is unchanged.
        let (plain, parameter) = name.split_at(name.find(['(', '{']).unwrap_or(name.len()));
        format!("{}{parameter}({})", plain.replace('-', "_"), self.game.write(&self.position))
    }

    fn component_count(&self) -> usize {
        self.game.component_count(&self.position)
    }

    fn size(&self) -> usize {
        self.game.size(&self.position)
    }

    fn merged(&self, others: &[Box<dyn AnyPosition>]) -> Option<Box<dyn AnyPosition>> {
        // Add all at once rather than one by one, since a sum may have 100,000 summands.
        let mut typed = Vec::with_capacity(others.len());
        for other in others {
            let other = other.as_any().downcast_ref::<Self>()?;
            typed.push((&*other.game, &other.position));
        }
        Some(Positioned::boxed(&self.game, self.game.sum(&self.position, &typed)?))
    }

    fn ending_rule(&self, play: Play) -> String {
        self.game.ending_rule(play)
    }

    fn theorem(&self, play: Play) -> Option<String> {
        self.game.theorem(play)
    }

    fn explain(&self, play: Play, detail: Detail) -> Vec<String> {
        self.game.explain(&self.position, play, detail)
    }

    fn view(&self) -> View {
        self.game.view(&self.position)
    }

    fn move_bound(&self) -> u64 {
        self.game.move_bound(&self.position)
    }

    fn moves_within(&self, mut meter: Meter) -> Result<Vec<AnyMove>, RuleFault> {
        let mut moves = Vec::new();
        for (player, step) in self.game.moves(&self.position, &mut meter)? {
            meter.spend(NAMING_STEPS)?;
            moves.push(self.erase(player, step));
        }
        Ok(moves)
    }

    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition> {
        let after = self.game.after(&self.position, self.typed(step));
        Positioned::boxed(&self.game, after)
    }

    fn touches(&self, step: &AnyMove) -> Vec<Touch> {
        self.game.touches(&self.position, self.typed(step))
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Positioned::boxed(&self.game, self.position.clone())
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        match other.as_any().downcast_ref::<Self>() {
            Some(other) => self.game.is_same(&self.position, &other.game, &other.position),
            // Boards of one game may have another type if they are larger.
            None => self.identity() == other.identity() && self.text() == other.text(),
        }
    }

    fn properties(&self) -> Properties {
        self.game.properties()
    }

    fn impartial(&self) -> Option<&dyn ImpartialPosition> {
        P::impartial(self)
    }

    fn partizan(&self) -> Option<&dyn PartizanPosition> {
        P::partizan(self)
    }

    fn interned(&self) -> Option<Box<dyn InternedPosition + '_>> {
        P::interned(self)
    }

    fn impartial_form(&self) -> Option<Box<dyn InternedPosition + Send + Sync>> {
        P::impartial_form(self)
    }

    fn ranked(&self) -> Option<&dyn RankedPosition> {
        P::ranked(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn inner(&self) -> &dyn Any {
        &self.position
    }
}
