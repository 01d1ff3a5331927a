//! Impartial board games in which a player moves again after some moves.

use crate::pictures::about::FileHeaders;
use crate::pictures::boards::Boards;
use crate::pictures::component::{LargeBox, OnUncut, Packed};
use crate::pictures::game::{start, whole_positions};
use crate::pictures::position::{BoardMove, Pictures, Position};
use crate::pictures::rules::Rules;
use crate::pictures::termination::Termination;
use std::sync::Arc;
use winways_entailing::{EntailingMove, EntailingRules, Moves};
use winways_kit::any::{AnyGame, entailing};
use winways_kit::boards::word::Wide;
use winways_kit::view::{Touch, View};
use winways_kit::{About, Effect, EntailingGame, MovesOfPlayers, Page, WholePositions};
use winways_notation::Diagnostic;
use winways_notation::pictures::PictureFile;
use winways_notation::rules::Turn;
use winways_rules::{Meter, Player, RuleFault, Side};
use winways_values::{Arena, ArenaError};

/// Creates the game of a file. `boards` has all rules. `turns` has the rules after which the opponent moves, and the rules after which
/// the same player moves again.
///
/// # Errors
/// Returns a diagnostic if play is not proved to end.
pub(crate) fn make(
    file: &PictureFile,
    headers: FileHeaders,
    termination: &Termination,
    boards: Arc<Boards<Wide>>,
    turns: [Arc<Rules>; 2],
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    if let Termination::Unknown(rules) = termination {
        let rule = &file.rules[rules.first().copied().unwrap_or(0)];
        return Err(Diagnostic::new(
            "play may never end, which is not allowed in a game with `again:`",
            rule.span,
        )
        .label("found no measure that this move lowers"));
    }
    let turns = turns.map(|rules| Arc::new(Boards::new(rules)));
    Ok(match boards.rules.is_cut() {
        true => game::<LargeBox>(Pictures::new(headers, boards.clone(), boards), turns),
        false => game::<OnUncut<Wide>>(Pictures::new(headers, boards.clone(), boards), turns),
    })
}

fn game<C: Packed>(pictures: Pictures<C>, turns: [Arc<Boards<Wide>>; 2]) -> Arc<dyn AnyGame> {
    entailing::shared(AgainGame(Arc::new(AgainRules { pictures, turns })))
}

/// An impartial game in which a player moves again after some moves.
struct AgainGame<C: Packed>(Arc<AgainRules<C>>);

/// The rules of an [`AgainGame`].
struct AgainRules<C: Packed> {
    /// All moves, which determine how boards are split.
    pictures: Pictures<C>,
    /// The moves for each of [`TURNS`].
    turns: [Arc<Boards<Wide>>; 2],
}

const TURNS: [Turn; 2] = [Turn::Ordinary, Turn::Again];

impl<C: Packed> EntailingRules for AgainRules<C> {
    type Position = C;

    fn moves(&self, part: &C, meter: &mut Meter) -> Result<Moves<C>, RuleFault> {
        let engine = &self.pictures.engine;
        let (geometry, states) = engine.board_of(part);
        let mut moves: Moves<C> = Vec::new();
        for (turn, boards) in TURNS.into_iter().zip(&self.turns) {
            let mut after_moves = Vec::new();
            boards.moves_on(&geometry, &states, Side::Left, &mut |_, _, after| after_moves.push(after));
            after_moves.sort_unstable();
            after_moves.dedup();
            for after in after_moves {
                meter.spend(states.len() as u64)?;
                let mut parts = engine.components(&geometry, &after);
                parts.iter_mut().for_each(|part| {
                    engine.canonicalise(part, false);
                });
                moves.push(in_turn(turn == Turn::Again, parts));
            }
        }
        Ok(moves)
    }
}

fn in_turn<C>(is_again: bool, parts: Vec<C>) -> EntailingMove<C> {
    match is_again {
        true => EntailingMove::Complimenting(parts),
        false => EntailingMove::Ordinary(parts),
    }
}

whole_positions!(AgainGame, self => self.0.pictures, moves_in_turn);

fn moves_in_turn<C: Packed>(game: &AgainGame<C>, position: &Position<C>) -> Vec<(Player, BoardMove)> {
    let of = |(turn, boards): (Turn, &Arc<Boards<Wide>>)| {
        let moves = game.0.pictures.moves_by(boards, position, Side::Left).into_iter();
        moves.map(move |step| (Player::Either, if turn == Turn::Again { step.again() } else { step }))
    };
    TURNS.into_iter().zip(&game.0.turns).flat_map(of).collect()
}

impl<C: Packed> EntailingGame for AgainGame<C> {
    type Rules = Arc<AgainRules<C>>;

    fn page(&self) -> &'static Page {
        self.0.pictures.headers.about.page
    }

    fn about(&self) -> About {
        self.0.pictures.headers.about.clone()
    }

    fn rules(&self, _: &Position<C>) -> Arc<AgainRules<C>> {
        self.0.clone()
    }

    fn entailed(&self, _: &Position<C>) -> Option<usize> {
        None
    }

    /// Returns the effect of a move, which replaces all parts of its board. Even parts that the move does not reach may have another
    /// representation after it.
    fn effect(&self, position: &Position<C>, step: &BoardMove) -> Effect<C> {
        let pictures = &self.0.pictures;
        let after = pictures.after(position, step);
        let parts = pictures.parts_of(&after, step).to_vec();
        (pictures.places_of_parts(position, step), in_turn(step.is_again, parts))
    }

    fn part_text(&self, position: &Position<C>, index: usize) -> String {
        let parts = self.components(position);
        self.0.pictures.write_parts(&parts[index..=index]).replace('"', "")
    }

    fn start(&self) -> Option<Position<C>> {
        start(&self.0.pictures)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Position<C>> + '_> {
        self.0.pictures.positions(up_to)
    }
}
