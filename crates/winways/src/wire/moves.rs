use super::view::ViewJson;
use crate::playing::rule_names;
use crate::{AfterMove, Position, PositionMove, Prospect};
use serde::Serialize;
use winways_rules::{Play, Player};
use winways_solve::Stopped;

/// All moves of a position as JSON, and how the position looks.
#[derive(Serialize)]
pub struct MovesJson {
    game: String,
    position: String,
    play: &'static str,
    /// As in [`super::GameJson`].
    players: &'static str,
    /// Left's name first; none where both players have the same moves.
    player_names: Option<[&'static str; 2]>,
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
#[derive(Serialize)]
struct AfterJson {
    /// Of the player who makes the move; none where either player may make it and the results differ.
    outcome: Option<&'static str>,
    outcomes: Option<OutcomesJson>,
    value: Option<String>,
    remoteness: Option<u32>,
}

/// What each player reaches by a move; none for a player who may not make it.
#[derive(Serialize)]
struct OutcomesJson {
    left: Option<&'static str>,
    right: Option<&'static str>,
}

impl AfterJson {
    /// What is known of the position after a move of `player`, whose opponent is to move then.
    fn new(player: Player, known: AfterMove) -> Self {
        let result = |player| known.result(player).map(Prospect::name);
        let of = |one| if player == one || player == Player::Either { result(one) } else { None };
        let outcomes = OutcomesJson { left: of(Player::Left), right: of(Player::Right) };
        AfterJson {
            outcome: result(player),
            outcomes: known.outcome.map(|_| outcomes),
            value: known.value,
            remoteness: known.remoteness,
        }
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
            players: players(position),
            player_names: rule_names(position),
            view: ViewJson::new(&position.view()),
            moves: json.collect(),
            position: from,
            move_count: moves.len(),
            complete: stopped.is_none(),
            stopped: stopped.map(ToString::to_string),
        }
    }
}

/// Who may make which moves: `ranked` where the positions of the board are numbered and may say whose turn it is.
fn players(position: &Position) -> &'static str {
    match rule_names(position) {
        _ if position.ranked().is_some() => "ranked",
        None => "impartial",
        Some(_) => "partizan",
    }
}
