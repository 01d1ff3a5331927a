//! The Easy Chase: two pieces on a board, each trying to capture the other.

mod board;
mod claims;
mod pieces;
#[cfg(test)]
mod tests;

pub use board::{Cell, ChaseBoard, ChasePosition};
pub use pieces::Pieces;

use winways_kit::Entry;
use winways_kit::any::ranked::{RankedGame, shared};
use winways_kit::{Ending, Page, Properties};
use winways_notation::{Diagnostic, Scanner};

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |parameter| Ok(shared(parameter.map_or(Ok(Pieces::default()), Pieces::parse)?)),
    claims: claims::CLAIMS,
}];

static PAGE: Page = Page {
    name: "chase",
    title: "The Easy Chase",
    parameter: Some("[(PIECES)]"),
    rules: "A white and a black piece stand on a square board of N × N cells. White moves its piece one cell up, down, left or \
            right, Black one or two cells in one of these directions; nobody may pass or leave the board. The player who moves \
            onto the other piece wins. White is Right, Black is Left. PIECES, which may be left out, are other steps and \
            obstacles: `(white 1, black 1-3)`, `(white 1 diagonal, blocked 2:3 4:4)`. Steps are lengths of 1 to 9 cells; with \
            `diagonal` they go in all eight directions. No step ends on a blocked cell or leads over one; the other piece may \
            be passed. The player who cannot move loses.",
    notation: "the side N of the board, row and column of White, row and column of Black, counted from 1, then `white` or \
               `black`, who is to move (white by default); both pieces on one cell: the player named, who would \
               be to move, has been caught. Rows are counted from the top. A move is the cell of the piece and the cell to \
               which it goes, `a20-b20`, named as on a chessboard: `a1` is the lower left one, row N and column 1",
    example: "chase 20 1 1 20 20",
    theorems: &[],
    sources: &[
        "TopCoder SRM 423 (2008), TheEasyChase",
        "K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    ],
    known_values: &[("2 1 1 2 2", "lost in 2"), ("2 2 2 1 2", "won in 1"), ("3 1 1 3 3", "lost in 6")],
    range: "all positions of the boards with a side of 2 to N cells",
    default_range: 8,
};

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
