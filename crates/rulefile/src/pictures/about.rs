//! The descriptive parts of picture files.

use super::Rules;
use crate::about::{describe, general};
use winways_kit::{About, Page};
use winways_notation::pictures::{PictureFile, Shape};

/// The descriptive parts of a picture file.
pub(crate) struct FileHeaders {
    /// The description. Its rules are the header `rules`, or the rule lines of the file if there is no such header.
    pub(crate) about: About,
    /// The text of the file, if the game is not in the catalogue.
    pub(crate) text: Option<String>,
    /// The graph of all boards of the game, if the file names one.
    pub(crate) graph: Option<String>,
    /// The usual starting position.
    pub(crate) start: Option<String>,
}

impl FileHeaders {
    /// Returns the descriptive parts of a file. `has_sums` is `true` if positions of the game can be added; other positions
    /// contain the player to move.
    pub(crate) fn of(
        file: &PictureFile,
        rules: &Rules,
        text: &str,
        page: Option<&'static Page>,
        has_sums: bool,
    ) -> FileHeaders {
        let mut notation = notation(file, has_sums);
        if !has_sums && !rules.is_impartial {
            notation += "; at the end `left` or `right`, the player to move";
        }
        // Only positions that can be added are enumerated; others are numbered on a given board.
        let general = if has_sums { &BOARDS } else { &NUMBERED };
        let mut about = describe(&file.headers, text, RULE_LINES, rules.play, notation, page.ok_or(general));
        let start = file.starts.first().map(|start| start.0.clone());
        let states_example = page.is_some() || file.headers.iter().any(|header| header.key == "example");
        if let (Some(start), false) = (&start, states_example) {
            about.example = start.clone();
        }
        FileHeaders {
            about,
            text: page.is_none().then(|| text.to_owned()),
            graph: file.board.graph.as_ref().map(|graph| graph.0.clone()),
            start,
        }
    }
}

/// The prefixes of lines that contain rules.
const RULE_LINES: &[&str] =
    &["board", "pieces", "left", "right", "both", "each", "again", "end", "points", " ", "\t", "|"];

fn notation(file: &PictureFile, has_sums: bool) -> String {
    let pieces: Vec<String> =
        file.pieces.iter().map(|piece| format!("`{}`", char::from(piece.letter))).collect();
    let letters = format!(
        "`.` is an empty cell, `#` no cell{}",
        match &pieces[..] {
            [] => String::new(),
            pieces => format!(", pieces are {}", pieces.join(", ")),
        }
    );
    let if_sums = |text: &'static str| if has_sums { text } else { "" };
    match file.board.shape {
        Shape::Graph => format!(
            "edges `u-v` and single vertices, or `path N`, `cycle N`, `complete N`, `star N`, `wheel N`, `grid W H`, \
             `bipartite A B`, `hypercube N`, `petersen`; then a letter for each vertex, or `VERTEX:LETTER`: {letters}"
        ),
        Shape::Strip => {
            let strips = if_sums("; several strips are separated by blanks");
            format!("{letters}{strips}; at most 256 cells")
        }
        Shape::Ring => {
            let rings = if_sums("; several rings are separated by blanks");
            format!("{letters}; the ends of a row meet{rings}; at most 256 cells")
        }
        _ => {
            let boards = if_sums(", the boards of a sum by `||` or an empty line");
            format!("{letters}; rows are separated by `|`, blanks or line breaks{boards}; at most 256 cells")
        }
    }
}

/// The generic page for board games defined by a file.
static BOARDS: Page = Page {
    notation: "a board, row by row",
    ..general(
        "all boards of at most N cells; on a larger graph that the file names, the N vertices nearest to each",
        5,
        "FILE .",
    )
};

/// The generic page for board games solved by ranks.
static NUMBERED: Page =
    Page { notation: "a board, row by row", ..general("the board of the line `start:`", 1, "FILE .") };
