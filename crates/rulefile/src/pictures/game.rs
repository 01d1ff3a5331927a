//! The game traits for picture files, partizan and impartial.

use crate::pictures::component::Packed;
use crate::pictures::position::{BoardMove, Pictures, Position};
use std::sync::Arc;
use winways_kit::view::{Touch, View};
use winways_kit::{About, Game, MovesOfPlayers, Page, PartizanGame, WholeGame, WholePositions};
use winways_notation::Diagnostic;
use winways_rules::{Options, PartizanRuleset, Player, RuleFault, Ruleset, Side, Sign};
use winways_values::{Arena, ArenaError};

/// A partizan game.
pub(crate) struct Partizan<C: Packed>(pub(crate) Pictures<C>);

/// An impartial game. Its rules are a separate type, because engines use them through a pointer.
pub(crate) struct Impartial<C: Packed>(pub(crate) ImpartialRules<C>);

/// The rules of an impartial game.
pub(crate) struct ImpartialRules<C: Packed>(pub(crate) Arc<Pictures<C>>);

/// Implements whole positions of a game by delegation to its [`Pictures`]. `$moves` lists the moves of the game in a position.
macro_rules! whole_positions {
    ($game:ident, $self:ident => $pictures:expr, $moves:expr) => {
        impl<C: Packed> WholePositions for $game<C> {
            type Part = C;
            type Position = Position<C>;
            type Move = BoardMove;

            fn parse(&$self, text: &str) -> Result<Position<C>, Diagnostic> {
                $pictures.parse(text)
            }

            fn charge(&$self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
                $pictures.charge(text, arena)
            }

            fn write(&$self, position: &Position<C>) -> String {
                $pictures.write(position)
            }

            fn components(&$self, position: &Position<C>) -> Vec<C> {
                $pictures.parts(position)
            }

            fn move_bound(&$self, position: &Position<C>) -> u64 {
                $pictures.move_bound(position)
            }

            fn moves(&$self, position: &Position<C>) -> MovesOfPlayers<BoardMove> {
                Ok($moves($self, position))
            }

            fn after(&$self, position: &Position<C>, step: &BoardMove) -> Position<C> {
                $pictures.after(position, step)
            }

            fn move_name(&$self, _: &Position<C>, step: &BoardMove) -> String {
                $pictures.move_name(step)
            }

            fn touches(&$self, _: &Position<C>, step: &BoardMove) -> Vec<Touch> {
                $pictures.touches(step)
            }

            fn view(&$self, position: &Position<C>) -> View {
                $pictures.view(position)
            }

            fn sum(&$self, position: &Position<C>, other: &Position<C>) -> Option<Position<C>> {
                Some($pictures.sum(position, other))
            }

            fn size(&$self, position: &Position<C>) -> usize {
                $pictures.size(position)
            }
        }
    };
}

pub(super) use whole_positions;

whole_positions!(Partizan, self => self.0, moves_of_both);
whole_positions!(Impartial, self => self.0.0, moves_of_either);

fn moves_of_both<C: Packed>(game: &Partizan<C>, position: &Position<C>) -> Vec<(Player, BoardMove)> {
    let of = |side: Side| game.0.moves_of(position, side).into_iter().map(move |step| (side.into(), step));
    Side::BOTH.into_iter().flat_map(of).collect()
}

fn moves_of_either<C: Packed>(game: &Impartial<C>, position: &Position<C>) -> Vec<(Player, BoardMove)> {
    game.0.0.moves_of(position, Side::Left).into_iter().map(|step| (Player::Either, step)).collect()
}

impl<C: Packed> PartizanRuleset for Partizan<C> {
    type Component = C;

    fn options(&self, part: &C, side: Side, options: &mut Options<C>) -> Result<(), RuleFault> {
        self.0.engine.options(part, side, options)
    }

    fn option_bound(&self, part: &C) -> u64 {
        Side::BOTH.into_iter().map(|side| self.0.engine.bound(part, side)).max().unwrap_or(0)
    }

    fn canonicalise_value(&self, part: &mut C) -> Sign {
        self.0.engine.canonicalise(part, true)
    }

    fn canonicalise(&self, part: &mut C) {
        self.0.engine.canonicalise(part, false);
    }
}

impl<C: Packed> PartizanGame for Partizan<C> {
    fn page(&self) -> &'static Page {
        self.0.headers.about.page
    }

    fn name(&self) -> String {
        self.0.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.0.headers.about.clone()
    }

    fn start(&self) -> Option<Position<C>> {
        start(&self.0)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Position<C>> + '_> {
        self.0.positions(up_to)
    }
}

/// Returns the starting position of the file, or else the example of the page.
pub(crate) fn start<C: Packed>(pictures: &Pictures<C>) -> Option<Position<C>> {
    let text = pictures.headers.start.as_ref().unwrap_or(&pictures.headers.about.example);
    pictures.parse(text).ok()
}

impl<C: Packed> Ruleset for ImpartialRules<C> {
    type Component = C;

    fn options(&self, part: &C, options: &mut Options<C>) -> Result<(), RuleFault> {
        self.0.engine.options(part, Side::Left, options)
    }

    fn option_bound(&self, part: &C) -> u64 {
        self.0.engine.bound(part, Side::Left)
    }

    fn canonicalise(&self, part: &mut C) {
        self.0.engine.canonicalise(part, false);
    }
}

impl<C: Packed> Game for ImpartialRules<C> {
    fn page(&self) -> &'static Page {
        self.0.headers.about.page
    }

    fn name(&self) -> String {
        self.0.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.0.headers.about.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<C>, Diagnostic> {
        Ok(self.0.parts(&self.0.parse(text)?))
    }

    fn write(&self, parts: &[C]) -> String {
        self.0.write_parts(parts)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<C>> + '_> {
        Box::new(self.0.positions(up_to).map(|position| self.0.parts(&position)))
    }
}

impl<C: Packed> WholeGame for Impartial<C> {
    type Rules = ImpartialRules<C>;

    fn rules(&self) -> &ImpartialRules<C> {
        &self.0
    }

    fn start(&self) -> Option<Position<C>> {
        start(&self.0.0)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Position<C>> + '_> {
        self.0.0.positions(up_to)
    }
}
