//! Implementations of [`AnyGame`] and [`AnyPosition`], shared by all kinds of games.

use super::capabilities::{
    EntailingPosition, ImpartialPosition, InternedPosition, PartizanPosition, RankedPosition,
};
use super::face::{AnyGame, AnyMove, AnyPosition, NoTables, Tables};
use super::properties::Properties;
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::Detail;
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{Meter, Play, Player, RuleFault};
use winways_values::{Arena, ArenaError};

/// A kind of game (impartial, partizan, ranked): its whole positions, their moves, and the capabilities it supports.
pub(crate) trait Positions: Send + Sync + Sized + 'static {
    type Position: Clone + Debug + Send + Sync + 'static;
    type Move: Clone + Send + Sync + 'static;

    fn about(&self) -> &About;
    /// Implements [`AnyPosition::identity`].
    fn identity(&self) -> String {
        self.about().identity.clone()
    }
    /// Returns the string between the brackets of a call.
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
    /// Describes how play ends and who wins.
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
    fn entailing(position: &Positioned<Self>) -> Option<&dyn EntailingPosition> {
        let _ = position;
        None
    }
}

/// Implements methods of [`Positions`] by forwarding to [`WholePositions`](crate::WholePositions), for a kind with the
/// fields `about` and `game`.
macro_rules! forward_to_whole_positions {
    ($game:ident) => {
        type Position = $game::Position;
        type Move = $game::Move;

        fn about(&self) -> &About {
            &self.about
        }

        fn write(&self, position: &$game::Position) -> String {
            self.game.write(position)
        }

        fn moves(&self, position: &$game::Position, _: &mut Meter) -> MovesOfPlayers<$game::Move> {
            self.game.moves(position)
        }

        fn move_bound(&self, position: &$game::Position) -> u64 {
            self.game.move_bound(position)
        }

        fn after(&self, position: &$game::Position, step: &$game::Move) -> $game::Position {
            self.game.after(position, step)
        }

        fn move_name(&self, position: &$game::Position, step: &$game::Move) -> String {
            self.game.move_name(position, step)
        }

        fn touches(&self, position: &$game::Position, step: &$game::Move) -> Vec<Touch> {
            self.game.touches(position, step)
        }

        fn view(&self, position: &$game::Position) -> View {
            self.game.view(position)
        }

        fn sum(
            &self,
            position: &$game::Position,
            others: &[(&Self, &$game::Position)],
        ) -> Option<$game::Position> {
            others.iter().try_fold(position.clone(), |sum, (other, more)| {
                if self.about.identity != other.about.identity {
                    return None;
                }
                self.game.sum(&sum, more)
            })
        }

        fn component_count(&self, position: &$game::Position) -> usize {
            self.game.components(position).len()
        }

        fn size(&self, position: &$game::Position) -> usize {
            self.game.size(position)
        }
    };
}

pub(crate) use forward_to_whole_positions;

/// A kind of game that parses its positions itself.
pub(crate) trait Kind: Positions {
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;
    /// Implements [`AnyGame::charge`].
    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let _ = (text, arena);
        Ok(true)
    }
    /// Returns the usual starting position.
    fn start(&self) -> Option<Self::Position>;
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt>;

    fn tables(&self) -> &dyn Tables {
        &NoTables
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
    fn about(&self) -> &About {
        self.0.about()
    }

    fn tables(&self) -> &dyn Tables {
        self.0.tables()
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
        None => panic!("the move belongs to another game than {}", game.about().name),
    }
}

impl<P: Positions> AnyPosition for Positioned<P> {
    fn about(&self) -> &About {
        self.game.about()
    }

    fn identity(&self) -> String {
        self.game.identity()
    }

    fn text(&self) -> String {
        let name = &self.game.about().name;
        // Replace hyphens by `_` in the name, but not in the parameter.
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
        // Add all summands in one step, since there may be 100,000 of them.
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
            // Larger boards of the same game may have a different type.
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

    fn entailing(&self) -> Option<&dyn EntailingPosition> {
        P::entailing(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn inner(&self) -> &dyn Any {
        &self.position
    }
}
