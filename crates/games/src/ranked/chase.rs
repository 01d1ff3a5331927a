//! The Easy Chase: two pieces on a board, each trying to capture the other.

mod board;
mod claims;
mod pieces;
#[cfg(test)]
mod tests;

pub use board::{Cell, ChaseBoard, ChasePosition};
pub use pieces::Pieces;

use winways_kit::any::ranked::{RankedGame, shared};
use winways_kit::{Ending, Page, Properties};
use winways_notation::{Diagnostic, Scanner};

game!(
    "chase",
    |parameter| Ok(shared(parameter.map_or(Ok(Pieces::default()), Pieces::parse)?)),
    claims::CLAIMS
);

impl RankedGame for Pieces {
    type Board = ChaseBoard;

    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: true, ending: Ending::Goal }
    }

    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        Pieces::name(self)
    }

    fn board(&self, scanner: &mut Scanner<'_>) -> Result<ChaseBoard, Diagnostic> {
        scanner.skip_separators();
        let start = scanner.position();
        let side = scanner.next_number("the side of the board", ChaseBoard::SIDES.0, ChaseBoard::SIDES.1)?;
        let span = winways_notation::Span::new(start, scanner.position());
        match self.blocked().iter().find(|cell| cell.row.max(cell.column) > side) {
            None => Ok(ChaseBoard::new(self, side)),
            Some(cell) => Err(Diagnostic::new(format!("the blocked cell {cell} is not on this board"), span)
                .label(format!("expected a side of at least {}", cell.row.max(cell.column)))),
        }
    }

    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = ChaseBoard> + '_> {
        let least = self.blocked().iter().map(|cell| cell.row.max(cell.column)).max().unwrap_or(0);
        let (from, to) = ChaseBoard::SIDES;
        Box::new((from.max(least)..=to.min(up_to)).map(|side| ChaseBoard::new(self, side)))
    }
}
