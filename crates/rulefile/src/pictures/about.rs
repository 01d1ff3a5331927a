//! The descriptive parts of picture files.

use crate::about::{identity, slug};
use winways_kit::{About, Page};
use winways_notation::pictures::{PictureFile, Shape};
use winways_rules::Play;

/// The descriptive parts of a picture file.
pub(crate) struct FileHeaders {
    /// The description. Its rules are in words, or else the rule lines of the file.
    pub(crate) about: About,
    /// The text of the file, if the game is not in the catalogue.
    pub(crate) text: Option<String>,
    /// The graph that all boards of the game are on, if the file names one.
    pub(crate) graph: Option<String>,
    /// The usual starting position.
    pub(crate) start: Option<String>,
}

impl FileHeaders {
    pub(crate) fn of(file: &PictureFile, play: Play, text: &str, page: Option<&'static Page>) -> FileHeaders {
        let header = |key| file.header(key).map(|header| header.text.clone()).filter(|text| !text.is_empty());
        let title = header("game").unwrap_or_else(|| "A game of one's own".to_owned());
        let name = page.map(|page| page.name.to_owned()).or(header("name")).unwrap_or(title.clone());
        let sources = file.headers.iter().filter(|header| header.key == "source");
        let name = slug(&name);
        let about = About {
            page: page.unwrap_or(&BOARDS),
            identity: identity(&name, text),
            name,
            title,
            rules: header("rules").unwrap_or_else(|| rule_lines(text)),
            notation: notation(file),
            sources: sources.map(|header| header.text.clone()).collect(),
            play,
        };
        FileHeaders {
            about,
            text: page.is_none().then(|| text.to_owned()),
            graph: file.board.graph.as_ref().map(|graph| graph.0.clone()),
            start: file.starts.first().map(|start| start.0.clone()),
        }
    }
}

/// Returns the lines of a file that contain rules.
fn rule_lines(text: &str) -> String {
    let keys = ["board", "pieces", "left", "right", "both", "each", "end", "points", " ", "\t", "|"];
    let is_rule = |line: &&str| keys.iter().any(|start| line.starts_with(start));
    let lines: Vec<&str> =
        text.lines().filter(is_rule).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

fn notation(file: &PictureFile) -> String {
    let pieces: Vec<String> =
        file.pieces.iter().map(|piece| format!("`{}`", char::from(piece.letter))).collect();
    let letters = format!(
        "`.` is an empty cell, `#` none{}",
        match &pieces[..] {
            [] => String::new(),
            pieces => format!(", pieces are {}", pieces.join(", ")),
        }
    );
    match file.board.shape {
        Shape::Graph => format!(
            "edges `u-v` and single vertices, or `path N`, `cycle N`, `complete N`, `star N`, `wheel N`, `grid W H`, \
             `bipartite A B`, `hypercube N`, `petersen`; then a letter for each vertex, or `VERTEX:LETTER`: {letters}"
        ),
        Shape::Strip => format!("{letters}; several strips are separated by blanks; at most 256 cells"),
        Shape::Ring => format!(
            "{letters}; the ends of a row meet; several rings are separated by blanks; at most 256 cells"
        ),
        _ => format!(
            "{letters}; rows are separated by `|`, blanks or line breaks, the boards of a sum by `||` or an empty \
             line; at most 256 cells"
        ),
    }
}

/// The generic page for board games defined by a file.
static BOARDS: Page = Page {
    name: "rule-file",
    title: "A game of one's own",
    parameter: None,
    rules: "The rules are those of the file.",
    notation: "a board, row by row",
    example: "FILE .",
    theorems: &[],
    sources: &[],
    known_values: &[],
    range: "all boards of at most N cells; of a greater graph that the file names, N cells about each",
    default_range: 5,
};
