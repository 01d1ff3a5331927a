//! Board games told as pictures.

mod about;
mod board;
mod cells;
mod component;
mod engine;
mod game;
mod geometry;
mod graphs;
mod placement;
mod position;
mod positions;
mod rules;
mod shifts;
mod split;
mod states;
mod stencil;
mod symmetry;
mod table;

use about::About;
use component::{LargeBoard, Packed, SmallBoard};
use engine::Engine;
use game::{Impartial, ImpartialRules, Partizan};
use position::Pictures;
use rules::Rules;
use std::sync::Arc;
use winways_kit::Page;
use winways_kit::any::{AnyGame, partizan, whole};
use winways_kit::boards::word_size::smallest_words;
use winways_notation::{Diagnostic, parse_pictures};

/// The game that a file of pictures tells, on the smallest words that a position fits into.
pub(crate) fn make(text: &str, page: Option<&'static Page>) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let file = parse_pictures(text)?;
    let rules = Arc::new(Rules::of(&file)?);
    let boards = Arc::new(Engine::<LargeBoard>::new(rules.clone()));
    let about = || About::of(&file, text, page);
    let small = face::<SmallBoard>(Pictures::new(about(), rules.clone(), boards.clone()));
    let large = face::<LargeBoard>(Pictures::new(about(), rules, boards));
    Ok(smallest_words([small, large.clone(), large]))
}

fn face<C: Packed>(pictures: Pictures<C>) -> Arc<dyn AnyGame> {
    if pictures.rules.is_impartial {
        whole::shared(Impartial(ImpartialRules(Arc::new(pictures))))
    } else {
        partizan::shared(Partizan(pictures))
    }
}
