use super::view::ViewJson;
use super::words::{KindWord, PlayWord, PlayerWord, ResultWord};
use crate::playing::{left_over, rule_names};
use crate::{AfterMove, Position, PositionMove, Prospect};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use winways_rules::{Objective, Play, Player};
use winways_solve::{Observer, Progress, Stopped};

/// All moves of a position as JSON, with a view of the position.
#[derive(JsonSchema, Serialize)]
pub struct MovesJson {
    game: String,
    position: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    /// The kind of game, as in the list of games.
    #[schemars(with = "KindWord")]
    players: &'static str,
    /// The names of Left and Right; `null` if both players have the same moves.
    player_names: Option<[&'static str; 2]>,
    view: ViewJson,
    moves: Vec<ListedMoveJson>,
    move_count: usize,
    /// The points that nobody has taken yet; absent in a game without points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points_left: Option<u64>,
    complete: bool,
    #[schemars(with = "Option<String>")]
    #[serde(serialize_with = "as_text")]
    stopped: Option<Stopped>,
}

/// A move, the elements of the view that it touches, and the result of the move.
#[derive(JsonSchema, Serialize)]
struct ListedMoveJson {
    #[schemars(with = "PlayerWord")]
    player: &'static str,
    from: String,
    to: String,
    text: String,
    /// The touched elements, each as the index of its figure and its index in the figure.
    touches: Vec<(u32, u64)>,
    #[serde(flatten)]
    after: AfterJson,
}

/// The outcome and value of a position after a move.
#[derive(JsonSchema, Serialize)]
struct AfterJson {
    /// The result for the player who makes the move; `null` if either player may make it and the results differ.
    #[schemars(with = "Option<ResultWord>")]
    outcome: Option<&'static str>,
    outcomes: Option<PlayerOutcomesJson>,
    value: Option<String>,
    remoteness: Option<u32>,
}

/// The result of a move for each player; `null` for a player who may not make the move.
#[derive(JsonSchema, Serialize)]
struct PlayerOutcomesJson {
    #[schemars(with = "Option<ResultWord>")]
    left: Option<&'static str>,
    #[schemars(with = "Option<ResultWord>")]
    right: Option<&'static str>,
}

impl AfterJson {
    /// Creates the JSON of the result of a move by `player`, after which the opponent is to move.
    fn new(player: Player, known: AfterMove) -> Self {
        let result = |player| known.result(player).map(Prospect::name);
        let of = |one| if player == one || player == Player::Either { result(one) } else { None };
        let outcomes = PlayerOutcomesJson { left: of(Player::Left), right: of(Player::Right) };
        AfterJson {
            outcome: result(player),
            outcomes: known.is_known().then_some(outcomes),
            value: known.value,
            remoteness: known.remoteness,
        }
    }
}

impl MovesJson {
    /// Creates the JSON of the `moves` of `position`. All moves are counted, and the first `listed` moves are listed. `known`
    /// contains the results of the first moves; `stopped` is the reason if the results are incomplete. If the observer stops
    /// the work, fewer moves are listed.
    pub fn new(
        position: &Position,
        play: Play,
        moves: &[PositionMove],
        listed: usize,
        known: Vec<AfterMove>,
        mut stopped: Option<Stopped>,
        observer: &dyn Observer,
    ) -> Self {
        let from = position.to_string();
        let known = known.into_iter().chain(std::iter::repeat_with(AfterMove::default));
        let mut listed_moves = Vec::new();
        for (step, known) in moves.iter().take(listed).zip(known) {
            // Computing the position after a move on a large board takes milliseconds.
            let progress = Progress { positions: listed_moves.len() as u64, ..Progress::default() };
            if let Err(reason) = observer.poll(&progress) {
                stopped.get_or_insert(reason.after(progress.positions));
                break;
            }
            listed_moves.push(ListedMoveJson {
                player: step.player().name(),
                from: from.clone(),
                to: position.after(step).to_string(),
                text: position.move_name(step),
                touches: position.touches(step).iter().map(|touch| (touch.figure, touch.element)).collect(),
                after: AfterJson::new(step.player(), known),
            });
        }
        MovesJson {
            game: position.game_name(),
            play: play.name(),
            players: players(position),
            player_names: rule_names(position),
            view: ViewJson::new(position, false),
            moves: listed_moves,
            position: from,
            move_count: moves.len(),
            points_left: points_left(position),
            complete: stopped.is_none(),
            stopped,
        }
    }

    /// Adds the picture of the position to its view.
    #[must_use]
    pub fn with_scene(self, position: &Position) -> Self {
        MovesJson { view: ViewJson::new(position, true), ..self }
    }

    /// Returns the reason the list or its results are incomplete.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}

fn as_text<S: Serializer>(stopped: &Option<Stopped>, serializer: S) -> Result<S::Ok, S::Error> {
    stopped.as_ref().map(ToString::to_string).serialize(serializer)
}

/// Returns the points that nobody has taken yet; `None` in a game without points.
fn points_left(position: &Position) -> Option<u64> {
    let has_points = position.ranked()?.board().ranks().objective() == Objective::Points;
    has_points.then(|| left_over(position))
}

/// Returns the kind of a position: `ranked` if its board is ranked and may state the player to move, `impartial` or
/// `partizan`.
fn players(position: &Position) -> &'static str {
    match rule_names(position) {
        _ if position.ranked().is_some() => "ranked",
        None => "impartial",
        Some(_) => "partizan",
    }
}
