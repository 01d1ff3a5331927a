//! Arguments of the command `moves`, and the players.

use super::formats::MovesFormat;
use super::groups::{Graph, Limits};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use winways::Player;

#[derive(Args)]
pub(crate) struct Moves {
    /// A name from the catalogue, a code, or the path of a rule file: nim, 'octal(0.137)', my.game
    pub(crate) game: String,
    /// The position in the game's notation; read from stdin if omitted or `-`
    pub(crate) position: Vec<String>,
    /// Read the position from a file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) graph: Graph,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    /// The maximum number of moves listed (all are counted)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::length)]
    pub(crate) most: usize,
    /// List only the moves, without their results
    #[arg(long)]
    pub(crate) names_only: bool,
    /// Compute only who wins after each move, not the value of the resulting position
    #[arg(long, conflicts_with = "names_only")]
    pub(crate) outcome_only: bool,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = MovesFormat::Text)]
    pub(crate) format: MovesFormat,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// Left
    Left,
    /// Right
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}
