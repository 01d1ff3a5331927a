use super::words::{PlayWord, PlayerWord};
use crate::Position;
use crate::playing::Choice;
use schemars::JsonSchema;
use serde::Serialize;
use winways_rules::{Play, Player};
use winways_solve::Stopped;

/// The move of an opponent as JSON.
#[derive(JsonSchema, Serialize)]
pub struct ReplyJson {
    game: String,
    position: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    #[schemars(with = "PlayerWord")]
    to_move: &'static str,
    /// The move; `null` if there is no legal move, or if a limit was reached before a move was chosen.
    #[serde(rename = "move")]
    step: Option<ReplyMoveJson>,
    /// `false` if a limit was reached before the best moves were known.
    complete: bool,
    #[schemars(with = "Option<String>")]
    #[serde(serialize_with = "as_text")]
    stopped: Option<Stopped>,
}

#[derive(JsonSchema, Serialize)]
struct ReplyMoveJson {
    from: String,
    to: String,
    text: String,
}

impl ReplyJson {
    /// Creates the JSON of a choice of [`Session::choose_move`](crate::Session::choose_move) for `player` in `position`.
    pub fn new(
        position: &Position,
        play: Play,
        player: Player,
        choice: Result<(Player, Option<Choice>), Stopped>,
    ) -> Self {
        let (player, choice, stopped) = match choice {
            Ok((player, choice)) => (player, choice, None),
            Err(stopped) => (player, None, Some(stopped)),
        };
        let stopped = stopped.or_else(|| choice.as_ref().and_then(|choice| choice.stopped.clone()));
        ReplyJson {
            game: position.game_name(),
            position: position.to_string(),
            play: play.name(),
            to_move: player.name(),
            step: choice.map(|choice| ReplyMoveJson {
                from: position.to_string(),
                to: position.after(&choice.step).to_string(),
                text: position.move_name(&choice.step),
            }),
            complete: stopped.is_none(),
            stopped,
        }
    }

    /// Returns the reason the search was cut short; `None` if it was not.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}

fn as_text<S: serde::Serializer>(stopped: &Option<Stopped>, serializer: S) -> Result<S::Ok, S::Error> {
    stopped.as_ref().map(ToString::to_string).serialize(serializer)
}
