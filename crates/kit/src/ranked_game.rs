use crate::any::Properties;
use crate::view::{Alphabet, Figure, Size};
use winways_notation::Diagnostic;
use winways_rules::{Play, Player, RankedRuleset};

/// A move of a [`RankedBoard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// The name in the coordinates of the board: `b2`, `Kd4-e5`. No two moves of a position share a name.
    pub name: String,
    /// The elements of the board's figure that the move touches, in order: first the origin, then the destination.
    pub touches: Vec<u64>,
    /// The position after the move.
    pub to: P,
}

impl<P> Step<P> {
    /// Creates a move from its name, the elements that it touches, and the position after it.
    pub fn new(name: impl Into<String>, touches: impl Into<Vec<u64>>, to: P) -> Self {
        Step { name: name.into(), touches: touches.into(), to }
    }
}

/// A board of a rule file, stored as the strings from which it can be rebuilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleBoard {
    /// The contents of the rule file.
    pub rules: String,
    /// The board, in the notation of the game.
    pub board: String,
}

/// A board with positions numbered for retrograde analysis, and with a notation, named moves and a picture for display.
///
/// A board is a game together with everything that play does not change (sizes, obstacles, the graph). Tables are computed for
/// one board. Play may cycle, and it may end when a goal is reached or be decided by points ([`RankedBoard::properties`]).
pub trait RankedBoard: RankedRuleset {
    /// Returns the string between the game's name and the position: `20` in `chase 20 1 1 20 20`. Returns an empty string if the
    /// name determines the board.
    fn board(&self) -> String {
        String::new()
    }

    /// Returns a fingerprint if the name and [`RankedBoard::board`] do not determine the board, as for a graph from a file.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// Returns the rule file and the board, if the game is not in the catalogue.
    fn rule_board(&self) -> Option<RuleBoard> {
        None
    }

    /// Returns `true` if few positions are reachable from any one position, so that only these should be searched.
    fn is_sparse(&self) -> bool {
        false
    }

    /// Returns `false` if positions are ranked in the order in which they are found, so that a new instance of the board may
    /// rank them differently.
    fn has_lasting_ranks(&self) -> bool {
        true
    }

    /// Returns the play conventions that the rules define, the usual one first.
    fn plays(&self) -> &'static [Play] {
        &[Play::Normal]
    }

    /// Returns the properties that all positions of the board share.
    fn properties(&self) -> Properties;

    /// Describes how play ends and who wins then, in one or two sentences. `play` must be one of [`RankedBoard::plays`].
    fn ending_rule(&self, play: Play) -> String;

    /// Parses a position, without the prefix [`RankedBoard::board`].
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// Writes a position so that [`RankedBoard::parse`] reads it back. The string is quoted unless it is a list of numbers.
    fn write(&self, position: &Self::Position) -> String;

    /// Returns every move of a position in which play has not ended, once, in an order that depends only on the position.
    ///
    /// The positions after the moves equal those of [`RankedRuleset::options`], which the engines use.
    fn steps(&self, position: &Self::Position) -> Vec<Step<Self::Position>>;

    /// Returns the figure of the position. [`Step::touches`] refers to its elements.
    fn figure(&self, position: &Self::Position) -> Figure;

    /// Returns the letters that stand for the cells of the figure in the notation, if positions are written cell by cell.
    fn alphabet(&self) -> Option<Alphabet> {
        None
    }

    /// Returns the numbers in the parameter of the game that determine the board.
    fn sizes(&self) -> Vec<Size> {
        Vec::new()
    }

    /// Returns the player to move.
    fn player(&self, position: &Self::Position) -> Player;

    /// Returns the names of the players, with the name of [`Player::Left`] first: `Black` and `White`.
    fn players(&self) -> [&'static str; 2] {
        ["Left", "Right"]
    }

    /// Returns the starting position, if the rules define one.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// Returns a usual starting position, for boards whose rules define none and which are not the board of the page's example.
    fn usual_start(&self) -> Option<Self::Position> {
        None
    }
}
