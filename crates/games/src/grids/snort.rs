//! Snort: neighbouring fields may not get different colours.

use crate::grids::colouring::{Colouring, ColouringRule};

/// Snort, on a grid or a graph.
///
/// ```
/// use winways_games::grids::snort::SNORT;
/// use winways_kit::WholePositions;
/// // The blue cell closes its neighbour for Right.
/// let row = SNORT.parse("b...")?;
/// let (_, step) = &SNORT.moves(&row)?[0];
/// assert_eq!(SNORT.move_name(&row, step), "b1");
/// assert_eq!(SNORT.write(&SNORT.after(&row, step)), "\"bb..\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const SNORT: Colouring = Colouring::new(ColouringRule::Agree, &PAGE);

game!("snort", |_| Ok(winways_kit::smallest_words!(W => Colouring::<W>::new(ColouringRule::Agree, &PAGE))));
