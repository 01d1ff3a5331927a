use super::MoveJson;
use crate::{Position, PositionMove};
use serde::Serialize;

/// All moves of a position as JSON.
#[derive(Serialize)]
pub struct MovesJson {
    game: String,
    position: String,
    moves: Vec<MoveJson>,
    move_count: usize,
}

impl MovesJson {
    /// The `moves` of `position`, of which the first `listed` are written down; all are counted.
    pub fn new(position: &Position, moves: &[PositionMove], listed: usize) -> Self {
        let from = position.to_string();
        let json = moves.iter().take(listed).map(|step| MoveJson::new(position, &from, step)).collect();
        MovesJson { game: position.game_name(), moves: json, position: from, move_count: moves.len() }
    }
}
