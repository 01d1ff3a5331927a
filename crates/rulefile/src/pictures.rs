//! Board games defined by pictures.

mod about;
mod board;
mod boards;
mod cells;
mod component;
mod counts;
mod digits;
mod engine;
mod entailing;
mod explain;
mod fillings;
mod game;
mod geometry;
mod graphs;
mod images;
mod kept_moves;
mod placed_moves;
mod placement;
mod points;
mod position;
mod positions;
mod ranked;
mod rules;
mod shifts;
mod size;
mod split;
mod states;
mod stencil;
mod symmetry;
mod table;
mod termination;

use crate::about::{check_stated_positions, within};
use about::FileHeaders;
pub use explain::Finding;
pub use placed_moves::BitBoard;

use boards::Boards;
use component::{LargeBox, OnUncut, Packed, SmallBox};
use game::{Impartial, ImpartialRules, Partizan};
use position::Pictures;
use ranked::Ranked;
use rules::Rules;
use std::sync::Arc;
use termination::{Termination, termination};
use winways_kit::Page;
use winways_kit::any::{AnyGame, partizan, ranked as by_rank, whole};
use winways_kit::boards::word::Wide;
use winways_kit::boards::word_size::smallest_words;
use winways_notation::pictures::PictureFile;
use winways_notation::rules::Turn;
use winways_notation::{Diagnostic, Span, is_picture_file, parse_pictures};

/// Creates the game of a picture file. A game that ends only when no move is left stores each position in the smallest words
/// that fit it. Any other game is solved by ranks.
pub(crate) fn make(text: &str, page: Option<&'static Page>) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let file = parse_pictures(text)?;
    let game = compile(&file, text, page)?;
    if page.is_none() {
        for (start, span) in &file.starts {
            game.parse(start).map_err(|wrong| within(*span, wrong))?;
        }
        check_stated_positions(&file.headers, &*game)?;
    }
    Ok(game)
}

fn compile(
    file: &PictureFile,
    text: &str,
    page: Option<&'static Page>,
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let rules = Arc::new(Rules::of(file)?);
    if let Some((graph, span)) = &file.board.graph {
        graphs::check(graph, *span)?;
    }
    let boards = Arc::new(Boards::new(rules.clone()));
    let termination = termination(&rules);
    let may_cycle = !matches!(termination, Termination::Ends(_));
    // Games with entailing moves are rejected if play may be endless.
    let is_ranked = !file.has_entailing_moves() && (may_cycle || rules.has_results());
    let headers = || FileHeaders::of(file, &rules, text, page, !is_ranked);
    if file.has_entailing_moves() {
        let turns = [Turn::Ordinary, Turn::Again].map(|turn| Rules::of(&file.of_turn(turn)).map(Arc::new));
        let [ordinary, again] = turns;
        return entailing::make(file, headers(), &termination, boards, [ordinary?, again?]);
    }
    if is_ranked {
        return Ok(by_rank::shared(Ranked { headers: Arc::new(headers()), rules, boards, may_cycle }));
    }
    let narrow = Arc::new(Boards::new(rules.clone()));
    Ok(smallest_words(if rules.is_cut() {
        [
            face::<SmallBox>(Pictures::new(headers(), boards.clone(), narrow)),
            face::<LargeBox>(Pictures::new(headers(), boards.clone(), boards)),
        ]
    } else {
        [
            face::<OnUncut<u64>>(Pictures::new(headers(), boards.clone(), narrow)),
            face::<OnUncut<Wide>>(Pictures::new(headers(), boards.clone(), boards)),
        ]
    }))
}

/// Returns the properties that the compiler infers from a picture file: symmetries, the end of play, decomposition.
///
/// # Errors
/// Returns a diagnostic that points into `text` if the rules are wrong or have no board.
///
/// ```
/// let found = winways_rulefile::explain("board: grid\nboth: . . -> # #\n")?;
/// assert!(found.iter().any(|finding| finding.about == "end of play"));
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn explain(text: &str) -> Result<Vec<Finding>, Diagnostic> {
    if !is_picture_file(text) {
        return Err(Diagnostic::new("these rules have no board", Span::at(0))
            .label("expected rules as pictures, with a line such as `board: grid`"));
    }
    let file = parse_pictures(text)?;
    Ok(explain::explain(&file, &Rules::of(&file)?))
}

fn face<C: Packed>(pictures: Pictures<C>) -> Arc<dyn AnyGame> {
    if pictures.rules.is_impartial {
        whole::shared(Impartial(ImpartialRules(Arc::new(pictures))))
    } else {
        partizan::shared(Partizan(pictures))
    }
}
