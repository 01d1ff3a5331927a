//! Col: neighbouring regions of a map get different colours.

use crate::grids::colouring::{Colouring, ColouringRule};

/// Col, on a grid or a graph.
///
/// ```
/// use winways_games::grids::col::COL;
/// use winways_kit::WholePositions;
/// // The blue cell closes its neighbour for Left.
/// let row = COL.parse("b...")?;
/// let (_, step) = &COL.moves(&row)?[0];
/// assert_eq!(COL.move_name(&row, step), "c1");
/// assert_eq!(COL.write(&COL.after(&row, step)), "\"b.b.\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const COL: Colouring = Colouring::new(ColouringRule::Differ, &PAGE);

game!("col", |_| Ok(winways_kit::smallest_words!(W => Colouring::<W>::new(ColouringRule::Differ, &PAGE))));
