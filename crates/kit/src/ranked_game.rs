use crate::any::Properties;
use crate::view::Figure;
use winways_notation::Diagnostic;
use winways_rules::{Play, Player, RankedRuleset};

/// A move of a [`RankedBoard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// Its name in the coordinates of the board: `b2`, `Kd4-e5`. No two moves of a position share a name.
    pub name: String,
    /// The elements of the board's figure that it touches, in order: from where it goes, then to where.
    pub touches: Vec<u64>,
    /// The position after it.
    pub to: P,
}

impl<P> Step<P> {
    /// A move with its name, the elements that it touches, and the position after it.
    pub fn new(name: impl Into<String>, touches: impl Into<Vec<u64>>, to: P) -> Self {
        Step { name: name.into(), touches: touches.into(), to }
    }
}

/// A board of a rule file, told by texts from which it is made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleBoard {
    /// The text of the rule file.
    pub rules: String,
    /// The board, as the game reads it.
    pub board: String,
}

/// A board whose positions are numbered for retrograde analysis, as people see it: a notation, moves with names, a picture.
///
/// A board is the game with everything fixed that does not change in play (sizes, obstacles, the graph); a table is made of a
/// board. Play may cycle, and may end by a goal or by points; [`RankedBoard::properties`] describes which.
pub trait RankedBoard: RankedRuleset {
    /// The text between the game's name and the position, `20` in `chase 20 1 1 20 20`; empty if the name determines the
    /// board.
    fn board(&self) -> String {
        String::new()
    }

    /// Distinguishes the board from others of the same name and text, where these do not determine it: a graph from a file.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// The rule file and the board, if the game is none of the catalogue.
    fn rule_board(&self) -> Option<RuleBoard> {
        None
    }

    /// Whether few of its positions can follow on one of them, so that these are searched rather than all.
    fn is_sparse(&self) -> bool {
        false
    }

    /// Which plays its rules define, the usual one first.
    fn plays(&self) -> &'static [Play] {
        &[Play::Normal]
    }

    /// What holds of all positions of the board.
    fn properties(&self) -> Properties;

    /// How play ends, and who wins then, in one or two sentences; `play` is one of [`RankedBoard::plays`].
    fn ending_rule(&self, play: Play) -> String;

    /// Reads a position, without [`RankedBoard::board`].
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// Writes a position so that [`RankedBoard::parse`] reads it back, in quotes where it is not a list of numbers.
    fn write(&self, position: &Self::Position) -> String;

    /// Every move of a position in which play has not ended, once, in an order that depends on nothing but the position.
    ///
    /// The positions after them are those of [`RankedRuleset::options`], which serves the engines.
    fn steps(&self, position: &Self::Position) -> Vec<Step<Self::Position>>;

    /// How the position looks; [`Step::touches`] are elements of this figure.
    fn figure(&self, position: &Self::Position) -> Figure;

    /// Whose turn it is.
    fn player(&self, position: &Self::Position) -> Player;

    /// The names of the players, that of [`Player::Left`] first: `Black` and `White`.
    fn players(&self) -> [&'static str; 2] {
        ["Left", "Right"]
    }

    /// The position that play begins with, if the rules have one.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// A position that people may begin with where the rules have none and the example of the page is one of another board.
    fn usual_start(&self) -> Option<Self::Position> {
        None
    }
}
