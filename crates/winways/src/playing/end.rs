//! Describes the end of a match in words.

use super::matches::index;
use crate::Position;
use winways_rules::{Objective, Player};

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// The winner; `None` in a draw.
    pub winner: Option<Player>,
    /// The reason play is over.
    pub how: HowEnded,
    /// The total points taken by Left and by Right, in a game of points that ended by its rules.
    pub taken: Option<[u64; 2]>,
}

/// The reason a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowEnded {
    /// The given player was to move and had no move.
    NoMove(Player),
    /// A rule of the game ended play: a goal was reached, or the board is full.
    Rule,
    /// The position occurred three times.
    Repetition,
    /// The given player resigned.
    Resigned(Player),
}

/// The words for a player in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// The reader of the sentence.
    You,
    /// The program.
    I,
    /// A player with this name.
    Named(String),
}

impl Called {
    /// Returns the player as a subject, followed by the verb: `You have`, `Left has`. `third` is the form of the verb in the
    /// third person.
    pub fn does(&self, plain: &str, third: &str) -> String {
        match self {
            Called::You => format!("You {plain}"),
            Called::I => format!("I {plain}"),
            Called::Named(name) => format!("{} {third}", capital(name)),
        }
    }

    fn inside(&self) -> &str {
        match self {
            Called::You => "you",
            Called::I => "I",
            Called::Named(name) => name,
        }
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl MatchEnd {
    /// Describes the last event, the rule that ended play, and the winner, in sentences. `subjects` are the words for Left and
    /// Right; `rule` is the text of [`Position::ending_rule`].
    ///
    /// ```
    /// use winways::Player;
    /// use winways::play::{HowEnded, MatchEnd, Called};
    /// let end = MatchEnd { winner: Some(Player::Left), how: HowEnded::NoMove(Player::Right), taken: None };
    /// let text = end.sentences(&[Called::You, Called::I], "The player who cannot move loses.");
    /// assert_eq!(text, "I have no move. The player who cannot move loses. You win.");
    /// ```
    pub fn sentences(&self, subjects: &[Called; 2], rule: &str) -> String {
        let subject = |player| &subjects[index(player)];
        let mut sentences = match self.how {
            HowEnded::NoMove(player) => {
                vec![format!("{}.", subject(player).does("have no move", "has no move")), rule.to_owned()]
            }
            HowEnded::Rule => vec!["Play has ended.".to_owned(), rule.to_owned()],
            HowEnded::Repetition => vec!["The position has come up three times.".to_owned()],
            HowEnded::Resigned(player) => vec![format!("{}.", subject(player).does("resign", "resigns"))],
        };
        if let Some([left, right]) = self.taken {
            let [first, second] = match subjects {
                [other, Called::You] => [(&Called::You, right), (other, left)],
                [first, second] => [(first, left), (second, right)],
            };
            let clause = first.0.does("have taken", "has taken");
            sentences.push(format!("{clause} {}, and {} {}.", first.1, second.0.inside(), second.1));
        }
        sentences.push(match self.winner {
            Some(winner) => format!("{}.", subject(winner).does("win", "wins")),
            None => "It is a draw.".to_owned(),
        });
        sentences.join(" ")
    }
}

/// Returns the points that a move from `before` to `after` takes, or 0 in a game without points.
pub(crate) fn points_taken(before: &Position, after: &Position) -> i64 {
    match before.ranked().map(|ranked| ranked.board().ranks().objective()) {
        Some(Objective::Points) => left_over(before).saturating_sub(left_over(after)) as i64,
        _ => 0,
    }
}

/// Returns the layer of the position, or 0 if the game is not ranked. In a game of points, the layer is the number of points that
/// nobody has taken yet.
pub(crate) fn left_over(position: &Position) -> u64 {
    position.ranked().map_or(0, |ranked| ranked.board().ranks().layer(ranked.rank()) as u64)
}
