//! The data of loopy values, and of options that lead back to braces.

use super::error::Result;
use crate::Outcome;
use winways_draw::{DrawError, Scene, draw_view};
use winways_kit::view::{Cell, Edge, Figure, Graph, Piece, Vertex, View};
use winways_loopy::{Draft, Ending, Loopies, LoopyOutcome, Sides, latex};
use winways_rules::Player;
use winways_solve::StopReason;
use winways_values::{Charge, Follower};

/// A loopy value with its text and its outcome.
#[derive(Debug)]
pub(super) struct LoopyValue {
    pub(super) sides: Sides,
    /// The text; `None` if it is too long.
    pub(super) text: Option<String>,
    /// The texts of the onside and of the offside, if they differ.
    pub(super) side_texts: Option<[String; 2]>,
    /// The followers of a stopper in simplest form; the stopper itself is last. Empty for any other game.
    pub(super) followers: Vec<Follower>,
    pub(super) outcome: LoopyOutcome,
    pub(super) _charge: Charge,
}

/// A value that can only be an option: a move back to incomplete braces.
#[derive(Debug)]
pub(super) struct OpenOption {
    /// The game to which the move leads; `None` for `pass`.
    pub(super) draft: Option<Draft>,
    pub(super) _charge: Charge,
}

/// The explanation of a draw.
const DRAW: &str =
    "a draw: Left can always move and wins the onside, and Right can always move and wins the offside";

impl LoopyValue {
    /// Returns the text in the notation of the calculator.
    ///
    /// # Errors
    /// Returns an error if the text exceeds the maximum length.
    pub(super) fn text(&self) -> Result<&str> {
        let vertices = self.sides.graphs()[0].0.len();
        let too_long =
            || StopReason::Text { limit: Loopies::LONGEST_TEXT, value: format!("with {vertices} followers") };
        self.text.as_deref().ok_or_else(|| too_long().after(0).into())
    }

    /// Returns the text if it is not too long and if equal values have equal texts.
    pub(super) fn key(&self) -> Option<&str> {
        self.text.as_deref().filter(|_| self.sides.is_canonical())
    }

    /// Returns the value in LaTeX math mode.
    ///
    /// # Errors
    /// Returns the errors of [`LoopyValue::text`].
    pub(super) fn latex(&self) -> Result<String> {
        self.text().map(latex)
    }

    /// Returns a picture of the followers of a stopper, with the moves of both players as arrows and a token on the stopper.
    /// Returns `None` for any other game, or if the text is too long.
    ///
    /// # Errors
    /// Returns [`DrawError`] if there are too many followers.
    pub(super) fn scene(&self) -> Option<std::result::Result<Scene, DrawError>> {
        let text = self.text.as_deref()?;
        let last = self.followers.len().checked_sub(1)?;
        let vertices = self.followers.iter().enumerate().map(|(place, follower)| Vertex {
            name: name(follower, place),
            content: if place == last { Piece::cell(Player::Either, "o") } else { Cell::Free },
            place: None,
        });
        let edges = self.followers.iter().zip(0..).flat_map(|(follower, from)| {
            let Follower::Options { left, right } = follower else { return Vec::new() };
            let edge = |to: &usize, player| Edge { from, to: *to as u32, player, is_directed: true };
            let left = left.iter().map(|to| edge(to, Player::Left));
            left.chain(right.iter().map(|to| edge(to, Player::Right))).collect()
        });
        let graph = Graph { vertices: vertices.collect(), edges: edges.collect(), ground: None };
        Some(draw_view(text, &View::of(Figure::Graph(graph)), &[]))
    }

    /// Returns the texts of the onside and of the offside.
    ///
    /// # Errors
    /// Returns the errors of [`LoopyValue::text`].
    pub(super) fn side_texts(&self) -> Result<[String; 2]> {
        match &self.side_texts {
            Some(texts) => Ok(texts.clone()),
            None => self.text().map(|text| [text.to_owned(), text.to_owned()]),
        }
    }

    /// Returns the followers of a stopper in simplest form; the stopper itself is last. The slice is empty for any other game.
    pub(super) fn followers(&self) -> &[Follower] {
        &self.followers
    }

    /// Returns the two sides as graphs.
    pub(super) fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Explains the outcome from the sides: a player who wins a side never runs out of moves there.
    ///
    /// # Errors
    /// Returns the errors of [`LoopyValue::text`].
    pub(super) fn explanation(&self) -> Result<Vec<String>> {
        let [onside, offside] = self.side_texts()?;
        let is_stopper = self.sides.is_stopper();
        let mut lines = match is_stopper {
            true => vec!["a stopper: play with alternating moves ends".to_owned()],
            false => vec![
                format!("onside {onside}: infinite play is a win for Left"),
                format!("offside {offside}: infinite play is a win for Right"),
            ],
        };
        let LoopyOutcome { left_first, right_first } = self.outcome;
        for (first, second, ending) in [("Left", "Right", left_first), ("Right", "Left", right_first)] {
            let winner = if ending == Ending::Wins { first } else { second };
            let end = match ending {
                Ending::Draws => DRAW.to_owned(),
                _ if is_stopper => format!("{winner} wins"),
                _ => format!("{winner} wins both sides"),
            };
            lines.push(format!("{first} moves first: {end}"));
        }
        Ok(lines)
    }

    /// Returns the outcome.
    pub(super) fn outcome(&self) -> LoopyOutcome {
        self.outcome
    }
}

/// Converts the outcome of a loopy game, if it is one of the outcomes with a letter.
pub(super) fn named_outcome(outcome: LoopyOutcome) -> Option<Outcome> {
    Some(match (outcome.left_first, outcome.right_first) {
        (Ending::Wins, Ending::Wins) => Outcome::Next,
        (Ending::Loses, Ending::Loses) => Outcome::Previous,
        (Ending::Wins, Ending::Loses) => Outcome::Left,
        (Ending::Loses, Ending::Wins) => Outcome::Right,
        (Ending::Draws, Ending::Draws) => Outcome::Draw,
        _ => return None,
    })
}

/// Returns a short name for a follower: its value if that is the sum of a number, ups and a nimber, and otherwise its index.
fn name(follower: &Follower, place: usize) -> String {
    let Follower::Sum { number, ups, nimber } = follower else { return format!("#{place}") };
    let arrow = if *ups > 0 { '^' } else { 'v' };
    let ups = match ups.unsigned_abs() {
        0 => String::new(),
        1 => arrow.to_string(),
        count => format!("{arrow}{count}"),
    };
    let star = match nimber {
        0 => String::new(),
        1 => "*".to_owned(),
        size => format!("*{size}"),
    };
    if ups.is_empty() && star.is_empty() || !number.is_zero() {
        format!("{number}{ups}{star}")
    } else {
        ups + &star
    }
}
