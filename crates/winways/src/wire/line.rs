use super::words::{PlayWord, PlayerWord, ResultWord, WinnerWord};
use crate::{BestLine, LineMove, Position};
use schemars::JsonSchema;
use serde::Serialize;
use winways_rules::Play;

/// A line of best play from a position, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct LineJson {
    game: String,
    position: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    #[schemars(with = "PlayerWord")]
    to_move: &'static str,
    #[schemars(with = "Option<WinnerWord>")]
    winner: Option<&'static str>,
    moves: Vec<LineMoveJson>,
    complete: bool,
    stopped: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct LineMoveJson {
    #[schemars(with = "PlayerWord")]
    player: &'static str,
    from: String,
    to: String,
    text: String,
    #[schemars(with = "ResultWord")]
    outcome: &'static str,
    remoteness: Option<u32>,
}

impl LineJson {
    /// Creates the JSON of a line of play from `position`.
    pub fn new(position: &Position, play: Play, line: &BestLine) -> Self {
        LineJson {
            game: position.game_name(),
            position: position.to_string(),
            play: play.name(),
            to_move: line.first.name(),
            winner: line.winner.map(|winner| winner.map_or("draw", |player| player.name())),
            moves: line.moves.iter().map(LineMoveJson::new).collect(),
            complete: line.is_complete,
            stopped: line.stopped.as_ref().map(ToString::to_string),
        }
    }
}

impl LineMoveJson {
    fn new(step: &LineMove) -> Self {
        LineMoveJson {
            player: step.player.name(),
            from: step.before.to_string(),
            to: step.before.after(&step.step).to_string(),
            text: step.before.move_name(&step.step),
            outcome: step.prospect.name(),
            remoteness: step.remoteness,
        }
    }
}
