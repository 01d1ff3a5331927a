use winways_notation::Diagnostic;
use winways_rules::{Play, Player, RankedRuleset};

/// A board of a loopy game that people can talk about: a notation and the words for moves.
///
/// A board is the game with everything fixed that does not change in play (sizes, obstacles, the graph); it is what a table
/// is made of.
pub trait LoopyBoard: RankedRuleset {
    /// What stands between the game's name and the position, `20` in `chase 20 1 1 20 20`; empty where the name tells all.
    fn board(&self) -> String {
        String::new()
    }

    /// What tells the board from others of the same name and text, where these do not tell all of it: a graph from a file.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// Which plays its rules know.
    fn plays(&self) -> &'static [Play] {
        &[Play::Normal]
    }

    /// Reads a position, without what [`LoopyBoard::board`] tells.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// Writes a position so that [`LoopyBoard::parse`] reads it back, in quotes where it is not a list of numbers.
    fn write(&self, position: &Self::Position) -> String;

    /// A move in words.
    fn describe_move(&self, from: &Self::Position, to: &Self::Position) -> String;

    /// Whose turn it is.
    fn player(&self, position: &Self::Position) -> Player;

    /// What the players are called, the one who is [`Player::Left`] first: `Black` and `White`.
    fn players(&self) -> [&'static str; 2] {
        ["Left", "Right"]
    }

    /// A picture of the position in lines of text; empty where the notation is one.
    fn picture(&self, position: &Self::Position) -> Vec<String> {
        let _ = position;
        Vec::new()
    }

    /// The position that play begins with, if the rules have one.
    fn start(&self) -> Option<Self::Position> {
        None
    }
}
