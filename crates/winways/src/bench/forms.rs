//! Cases that compute canonical forms.

use super::case::{BenchResult, Resources, Result};
use super::checksum::{Checksum, FormChecksums};
use crate::Catalogue;
use winways_games::grids::domineering::{DOMINEERING, DominoRegion};
use winways_notation::{Diagnostic, Span};
use winways_solve::{CanonicalSearch, Theorems};
use winways_values::{Arena, Game, Session};

/// Computes the canonical form of a position of a partizan game, with theorems or straight from the rules.
pub(super) fn form(resources: &Resources<'_>, game: &str, position: &str, theorems: Theorems) -> Result {
    let game = Catalogue::new().game(game)?;
    let position = game.parse(position)?;
    let Some(partizan) = position.partizan() else {
        return Err(Diagnostic::new("the game is not partizan", Span::at(0)).into());
    };
    let arena = arena(resources);
    let mut solver = partizan.solver(&arena, theorems, resources.budget, resources.observer);
    let value = solver.value()?;
    let nodes = solver.nodes();
    let mut session = arena.session();
    let checksum = FormChecksums::default().of(&mut session, value)?;
    let checksum = Checksum::default().word(checksum).word(nodes);
    Ok(BenchResult::new(summary(&mut session, value), nodes, "positions", checksum))
}

/// Computes the values of all subsets of a Domineering board.
pub(super) fn domineering_subsets(resources: &Resources<'_>, width: u8, height: u8) -> Result {
    let arena = arena(resources);
    let mut search =
        CanonicalSearch::new(&DOMINEERING, &arena, Theorems::Use, resources.budget, resources.observer);
    let mut checksums = FormChecksums::default();
    let (mut sum, boards) = (0u64, 1u64 << (width * height));
    for cells in 0..boards {
        let regions: Vec<DominoRegion> = DominoRegion::regions_of_rows(cells, width).collect();
        let value = search.value_of_sum(&regions)?;
        sum = sum.wrapping_add(checksums.of(&mut arena.session(), value)?);
    }
    let checksum = Checksum::default().word(sum).word(search.nodes());
    Ok(BenchResult::new(format!("{} regions", search.nodes()), boards, "boards", checksum))
}

pub(super) fn arena(resources: &Resources<'_>) -> Arena {
    let arena = Arena::new(resources.budget.memory);
    arena.set_interrupt(resources.observer.interrupt());
    arena
}

fn summary(session: &mut Session<'_>, value: Game) -> String {
    let outcome = session.outcome(value).letter();
    format!("{outcome}, stops {} and {}", session.left_stop(value), session.right_stop(value))
}
