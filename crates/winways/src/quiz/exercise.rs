use super::comparison::Comparison;
use crate::{Analysis, Match, Outcome, Position};
use winways_rules::{Play, Player};
use winways_values::Nimber;

/// The size at which the positions of a quiz without a fixed difficulty stop growing. The smallest positions have size 0.
pub(super) const MOST: u64 = 4;

/// The topic of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The winner.
    Winner,
    /// A winning move.
    Move,
    /// The nim-value of an impartial position.
    NimValue,
    /// The number that a partizan position equals.
    Number,
    /// The heat of a partizan position: hot, tepid or cold.
    Heat,
    /// The canonical form of a partizan position.
    Form,
    /// The relation of a partizan position to a number that is not the value of a game.
    Comparison,
}

impl Topic {
    /// All topics, in the order in which they are taught.
    pub const ALL: [Topic; 7] = [
        Topic::Winner,
        Topic::Move,
        Topic::NimValue,
        Topic::Number,
        Topic::Heat,
        Topic::Form,
        Topic::Comparison,
    ];

    /// Returns the name: `winner`, `move`, `nim-value`, `number`, `heat`, `form` or `comparison`.
    pub fn name(self) -> &'static str {
        match self {
            Topic::Winner => "winner",
            Topic::Move => "move",
            Topic::NimValue => "nim-value",
            Topic::Number => "number",
            Topic::Heat => "heat",
            Topic::Form => "form",
            Topic::Comparison => "comparison",
        }
    }

    /// Returns the topic with this name.
    pub fn of(name: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|topic| topic.name() == name)
    }

    pub(super) fn definition(self) -> &'static str {
        match self {
            Topic::Winner => {
                "The classes: N, the player who moves next wins; P, the previous player, who has just moved, wins; L and R, \
                 Left or Right wins, moving first or second. If both play the same moves, only N and P occur."
            }
            Topic::Move => "A move wins if the opponent, who is to move after it, has no winning move.",
            Topic::NimValue => {
                "The nim-value is the least of 0, 1, 2, ... that is not the nim-value of any position after a move. The nim-value \
                 of a sum is the nim-sum: add in binary without carrying."
            }
            Topic::Number => {
                "The number is the simplest number between the values after Left's moves and the values after Right's moves: the \
                 integer nearest to 0 if an integer is between them, otherwise the fraction whose denominator is the smallest \
                 possible power of two."
            }
            Topic::Heat => {
                "Hot: its temperature is positive, so the player who moves first gains. Cold: it is a number, and every move loses \
                 something. Tepid: neither, so a move gains less than any positive number."
            }
            Topic::Form => {
                "The canonical form has no dominated and no reversible options. Names for the simplest ones: integers and \
                 fractions, * and *2, ^ (up), v (down), sums as in ^*, and {1|-1}, which is +-1."
            }
            Topic::Comparison => {
                "A position is greater than a number if Left wins the position minus the number, moving first or second. It is \
                 less if Right wins, moving first or second, and confused with the number if the player who moves first wins. \
                 Nobody wants to move in a number, so only the stops count: the first numbers reached if Left begins and if \
                 Right begins."
            }
        }
    }
}

/// The difficulty of exercises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// The smallest positions.
    Easy,
    /// Medium-sized positions.
    Medium,
    /// Larger positions, or sums of more components.
    Hard,
}

impl Difficulty {
    /// All difficulties, easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns the name: `easy`, `medium` or `hard`.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// Returns the difficulty with this name.
    pub fn of(name: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == name)
    }

    /// Returns the number of steps by which positions are larger than the smallest positions.
    pub(super) fn size(self) -> u64 {
        match self {
            Difficulty::Easy => 0,
            Difficulty::Medium => MOST / 2,
            Difficulty::Hard => MOST + 1,
        }
    }
}

/// The solution of an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Solution {
    Winner(Outcome),
    /// The positions after the winning moves, as text.
    Moves(Vec<String>),
    Nimber(Nimber),
    /// The value, in a notation that the expression parser accepts.
    Value(String),
    Heat(&'static str),
    Comparison(Comparison),
}

/// A question about a position, with its solution, hints and explanation.
pub struct Exercise {
    pub(super) topic: Topic,
    pub(super) game: Match,
    pub(super) solution: Solution,
    pub(super) answer: String,
    pub(super) hints: Vec<String>,
    pub(super) analysis: Analysis,
}

impl Exercise {
    /// Returns the topic.
    pub fn topic(&self) -> Topic {
        self.topic
    }

    /// Returns a match that starts from the position. Questions about a winning move are about the player to move in this match.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the question and, under misère play, the rule that ends play.
    pub fn question(&self) -> String {
        match self.game.play() {
            Play::Normal => self.plain_question(),
            Play::Misere => {
                format!("{} {}", self.plain_question(), self.position().ending_rule(Play::Misere))
            }
        }
    }

    fn plain_question(&self) -> String {
        let name = |player| self.game.player_name(player);
        let mover = match self.game.is_impartial() {
            true => "the player to move".to_owned(),
            false => format!("{}, who is to move", name(self.game.to_move())),
        };
        match (self.topic, self.game.is_impartial()) {
            (Topic::Winner, _) if self.game.position().ranked().is_some() => {
                format!("Who wins: N, {mover}; P, the opponent; or D, nobody (a draw)?")
            }
            (Topic::Winner, true) => "Who wins: N, the next player, or P, the previous one?".to_owned(),
            (Topic::Winner, false) => {
                let (left, right) = (name(Player::Left), name(Player::Right));
                format!("Who wins: L, {left}; R, {right}; N, the next player; or P, the previous one?")
            }
            (Topic::Move, _) => format!("Which move wins for {mover}?"),
            (Topic::NimValue, _) => "What is its nim-value?".to_owned(),
            (Topic::Number, _) => "Which number does it equal?".to_owned(),
            (Topic::Heat, _) => "Is it hot, tepid or cold?".to_owned(),
            (Topic::Form, _) => "What is it worth, in canonical form?".to_owned(),
            (Topic::Comparison, _) => match &self.solution {
                Solution::Comparison(Comparison { number, .. }) => {
                    format!("How does it compare with {number}: less (<), greater (>) or confused (<>)?")
                }
                _ => String::new(),
            },
        }
    }

    /// Returns the answer. If there are several winning moves, it lists all of them, separated by `; `.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// Returns hints, each more revealing than the previous one.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// Returns the explanation of the answer, in sentences.
    pub fn explanation(&self) -> &[String] {
        &self.analysis.explanation
    }
}
