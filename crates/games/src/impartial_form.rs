//! Impartial forms of partizan games: either player may make the moves of both.

use crate::entries;
use std::sync::Arc;
use winways_kit::{AnyGame, Entry, Page};
use winways_notation::{Diagnostic, Span, parse_call_head};

pub(crate) static ENTRIES: &[&[Entry]] = &[&[Entry {
    page: &PAGE,
    make: |parameter| match parameter {
        Some(game) => impartial_form(game, built_in),
        None => Err(Diagnostic::new("the game is missing", Span::at(0)).label(EXPECTED)),
    },
    claims: &[],
}]];

static PAGE: Page = page!("impartial");

const EXPECTED: &str = "expected a partizan game, as in `impartial(clobber)`";

/// Returns the impartial form of a game. `game` looks up the game from its name and optional parameter.
///
/// # Errors
/// Returns a diagnostic that points into `head` if `game` fails, or if the game is impartial already or has no impartial form.
///
/// ```
/// let domineering = |_: &str| {
///     let entry = winways_games::find("domineering").expect("a game of the catalogue").entry;
///     (entry.make)(None)
/// };
/// let cram = winways_games::impartial_form("domineering", domineering)?;
/// assert_eq!(cram.name(), "impartial(domineering)");
/// assert!(cram.properties().is_impartial);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn impartial_form(
    head: &str,
    game: impl FnOnce(&str) -> Result<Arc<dyn AnyGame>, Diagnostic>,
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let start = head.len() - head.trim_start().len();
    let head = head.trim();
    let whole = Span::new(start, start + head.len());
    if head.is_empty() {
        return Err(Diagnostic::new("the game is missing", whole).label(EXPECTED));
    }
    let impartial = |name: &str| {
        let message = format!("{name} is impartial already: both players have the same moves");
        Diagnostic::new(message, whole).label(EXPECTED).help(format!("use `{name}` itself"))
    };
    // Check this first, so that nested impartial forms are not parsed.
    if parse_call_head(head).is_ok_and(|(name, ..)| name == PAGE.name) {
        return Err(Diagnostic::new("an impartial form has no other impartial form", whole).label(EXPECTED));
    }
    let game = game(head).map_err(|diagnostic| diagnostic.shifted(start))?;
    if game.properties().is_impartial {
        return Err(impartial(&game.name()));
    }
    let name = game.name();
    winways_kit::any::impartial_form::shared(&PAGE, game).ok_or_else(|| {
        let message = format!(
            "`{name}` has no impartial form: its play may never end, or does not end when a player cannot move, or its \
             positions have nim-values already"
        );
        Diagnostic::new(message, whole).label(EXPECTED)
    })
}

/// Returns the game of the catalogue with this name and optional parameter.
fn built_in(head: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let (name, span, parameter) = parse_call_head(head)?;
    let Some(entry) = entries().find(|entry| entry.page.name == name) else {
        return Err(Diagnostic::new(format!("there is no game called `{name}`"), span).label(EXPECTED));
    };
    match parameter {
        Some(span) => {
            (entry.make)(Some(&head[span.range()])).map_err(|diagnostic| diagnostic.shifted(span.start))
        }
        None => (entry.make)(None),
    }
}
