use super::view::ViewJson;
use crate::{AfterMove, Outcome, Position, PositionMove};
use serde::Serialize;
use winways_rules::{Play, Player};
use winways_solve::Stopped;

/// All moves of a position as JSON, and how the position looks.
#[derive(Serialize)]
pub struct MovesJson {
    game: String,
    position: String,
    play: &'static str,
    view: ViewJson,
    moves: Vec<ListedMoveJson>,
    move_count: usize,
    complete: bool,
    stopped: Option<String>,
}

/// A move, the elements of the view that it touches, and what becomes of the position.
#[derive(Serialize)]
struct ListedMoveJson {
    player: &'static str,
    from: String,
    to: String,
    text: String,
    /// Each by the number of its figure and its own number in it.
    touches: Vec<(u32, u64)>,
    #[serde(flatten)]
    after: AfterJson,
}

/// What a position is worth after a move.
#[derive(Default, Serialize)]
struct AfterJson {
    outcome: Option<&'static str>,
    value: Option<String>,
    remoteness: Option<u32>,
}

impl AfterJson {
    /// What is known of the position after a move of `player`, whose opponent is to move then.
    fn new(player: Player, known: AfterMove) -> Self {
        // Where either player may have moved, an outcome is that of an impartial game.
        let outcome = known.outcome.map(|outcome| match (outcome, player) {
            (Outcome::Previous, _) => "win",
            (Outcome::Left, Player::Left) | (Outcome::Right, Player::Right) => "win",
            (Outcome::Draw, _) => "draw",
            (Outcome::Next | Outcome::Left | Outcome::Right, _) => "loss",
        });
        AfterJson { outcome, value: known.value, remoteness: known.remoteness }
    }
}

impl MovesJson {
    /// The `moves` of `position`, of which the first `listed` are written down; all are counted. What is known of the positions
    /// after the first of them stands in `known`; where the work on more of them ended, `stopped` says why.
    pub fn new(
        position: &Position,
        play: Play,
        moves: &[PositionMove],
        listed: usize,
        known: Vec<AfterMove>,
        stopped: Option<&Stopped>,
    ) -> Self {
        let from = position.to_string();
        let known = known.into_iter().chain(std::iter::repeat_with(AfterMove::default));
        let json = moves.iter().take(listed).zip(known).map(|(step, known)| ListedMoveJson {
            player: step.player().name(),
            from: from.clone(),
            to: position.after(step).to_string(),
            text: position.move_name(step),
            touches: position.touches(step).iter().map(|touch| (touch.figure, touch.element)).collect(),
            after: AfterJson::new(step.player(), known),
        });
        MovesJson {
            game: position.game_name(),
            play: play.name(),
            view: ViewJson::new(&position.view()),
            moves: json.collect(),
            position: from,
            move_count: moves.len(),
            complete: stopped.is_none(),
            stopped: stopped.map(ToString::to_string),
        }
    }
}
