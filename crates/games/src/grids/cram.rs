//! Cram: both players place dominoes, upright or flat.

#[cfg(test)]
mod tests;

use super::domineering::{Domineering, DominoRegion};
use winways_kit::any::whole;
use winways_kit::boards::grid;
use winways_kit::boards::grid::Grid;
use winways_kit::boards::word::{Wide, Word};
use winways_kit::boards::word_size::smallest_words;
use winways_kit::boards::written::{BoardMove, WrittenBoards};
use winways_kit::view::{Touch, View};
use winways_kit::{Game, MovesOfPlayers, Page, WholeGame, WholePositions};
use winways_notation::Diagnostic;
use winways_rules::{ImpartialOutcome, Options, Play, Player, RuleFault, Ruleset, Side};
use winways_values::Nimber;

game!("cram", |_| Ok(smallest_words([
    whole::shared(Cram::<u64>::new()),
    whole::shared(Cram::<Wide>::new())
])));

/// Cram on any board. A component is a region of two or more connected free cells, as in [`Domineering`].
///
/// ```
/// use winways_games::grids::cram::Cram;
/// use winways_kit::WholePositions;
///
/// let cram = Cram::<u64>::new();
/// let square = cram.parse("..|..")?;
/// let names: Vec<_> = cram.moves(&square)?.iter().map(|(_, step)| cram.move_name(&square, step)).collect();
/// assert_eq!(names, ["a1-a2", "b1-b2", "a2-b2", "a1-b1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram<W = u64> {
    boards: Domineering<W>,
    regions: CramRegions<W>,
}

/// Cram on regions. Engines use it in place of [`Cram`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CramRegions<W = u64>(Domineering<W>);

impl<W> Cram<W> {
    /// Creates the game on boards whose regions fit in words of type `W`.
    pub const fn new() -> Self {
        Cram { boards: Domineering::new(), regions: CramRegions(Domineering::new()) }
    }
}

/// Cram uses the boards of Domineering, but either player may make every move.
impl<W: Word> WholePositions for Cram<W> {
    type Part = DominoRegion<W>;
    type Position = WrittenBoards<Grid, DominoRegion<W>>;
    type Move = BoardMove;

    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic> {
        self.boards.parse(text)
    }

    fn write(&self, position: &Self::Position) -> String {
        self.boards.write(position)
    }

    fn components(&self, position: &Self::Position) -> Vec<DominoRegion<W>> {
        self.boards.components(position)
    }

    /// Returns the sum of the option bounds of the regions. Each bound counts upright and flat dominoes.
    fn move_bound(&self, position: &Self::Position) -> u64 {
        self.components(position).iter().map(|region| self.regions.option_bound(region)).sum()
    }

    fn moves(&self, position: &Self::Position) -> MovesOfPlayers<BoardMove> {
        let moves = self.boards.moves(position)?;
        Ok(moves.into_iter().map(|(_, step)| (Player::Either, step)).collect())
    }

    fn after(&self, position: &Self::Position, step: &BoardMove) -> Self::Position {
        self.boards.after(position, step)
    }

    fn move_name(&self, position: &Self::Position, step: &BoardMove) -> String {
        self.boards.move_name(position, step)
    }

    fn touches(&self, position: &Self::Position, step: &BoardMove) -> Vec<Touch> {
        self.boards.touches(position, step)
    }

    fn view(&self, position: &Self::Position) -> View {
        self.boards.view(position)
    }

    fn sum(&self, position: &Self::Position, other: &Self::Position) -> Option<Self::Position> {
        self.boards.sum(position, other)
    }

    fn component_move(
        &self,
        position: &Self::Position,
        step: &BoardMove,
    ) -> Option<(usize, Vec<DominoRegion<W>>)> {
        self.boards.component_move(position, step)
    }

    fn size(&self, position: &Self::Position) -> usize {
        self.boards.size(position)
    }
}

impl<W: Word> WholeGame for Cram<W> {
    type Rules = CramRegions<W>;

    fn rules(&self) -> &CramRegions<W> {
        &self.regions
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        Box::new(grid::all(up_to, b".#").filter_map(|board| WrittenBoards::one(&self.boards, board).ok()))
    }
}

impl<W: Word> Ruleset for CramRegions<W> {
    type Component = DominoRegion<W>;

    fn options(
        &self,
        region: &DominoRegion<W>,
        options: &mut Options<DominoRegion<W>>,
    ) -> Result<(), RuleFault> {
        for side in Side::BOTH {
            for domino in region.dominoes(side) {
                options.push(region.without(domino));
            }
        }
        Ok(())
    }

    fn option_bound(&self, region: &DominoRegion<W>) -> u64 {
        Side::BOTH.map(|side| u64::from(region.places(side).count_ones())).into_iter().sum()
    }

    /// Canonicalises by reflections and rotations.
    fn canonicalise(&self, region: &mut DominoRegion<W>) {
        region.canonicalise();
    }

    /// Returns 0 for an empty rectangle whose sides are both even.
    fn nim_value(&self, region: &DominoRegion<W>) -> Option<Nimber> {
        let outcome = rectangle_outcome(region.rectangle()?)?;
        (outcome == ImpartialOutcome::Previous).then_some(Nimber::ZERO)
    }
}

impl<W: Word> Game for CramRegions<W> {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<DominoRegion<W>>, Diagnostic> {
        Ok(self.0.components(&self.0.parse(text)?))
    }

    fn write(&self, regions: &[DominoRegion<W>]) -> String {
        let boards: Vec<String> = regions.iter().map(DominoRegion::written).collect();
        format!("\"{}\"", if boards.is_empty() { "#".to_owned() } else { boards.join("||") })
    }

    fn outcome(&self, regions: &[DominoRegion<W>], play: Play) -> Option<ImpartialOutcome> {
        match (regions, play) {
            ([region], Play::Normal) => rectangle_outcome(region.rectangle()?),
            _ => None,
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<DominoRegion<W>>> + '_> {
        let boards = grid::all(up_to, b".#").filter_map(|board| WrittenBoards::one(&self.0, board).ok());
        Box::new(boards.map(|position| self.0.components(&position)))
    }
}

/// Returns the outcome of an empty rectangle, by symmetry; `None` if both sides are odd.
fn rectangle_outcome((width, height): (u32, u32)) -> Option<ImpartialOutcome> {
    match (width.is_multiple_of(2), height.is_multiple_of(2)) {
        (true, true) => Some(ImpartialOutcome::Previous),
        (false, false) => None,
        _ => Some(ImpartialOutcome::Next),
    }
}
