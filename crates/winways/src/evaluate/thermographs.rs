//! Thermographs as pictures and as text.

use super::error::{Result, refused};
use winways_draw::ThermographPlot;
use winways_notation::{Diagnostic, Span};
use winways_values::{Game, OperationError, Operations};

/// Returns the thermograph of a game for drawing.
pub(super) fn plot(operations: &mut Operations<'_>, game: Game) -> Result<ThermographPlot> {
    let thermograph = operations.thermograph(game).map_err(refused)?;
    let [left, right] =
        [thermograph.left_wall(), thermograph.right_wall()].map(|wall| wall.breakpoints().to_vec());
    let plot = ThermographPlot::new(left, right);
    plot.map_err(|error| Diagnostic::new(error.to_string(), Span::at(0)).into())
}

/// Formats both walls from temperature −1 upwards, as `value at temperature`.
pub(super) fn walls(
    operations: &mut Operations<'_>,
    game: Game,
) -> std::result::Result<String, OperationError> {
    let thermograph = operations.thermograph(game)?;
    let wall = |wall: &winways_values::Wall| {
        let points = wall.breakpoints().iter();
        let points: Vec<String> =
            points.map(|point| format!("{} at {}", point.value, point.temperature)).collect();
        points.join(", ")
    };
    Ok(format!(
        "mean {}, temperature {}; left wall {}; right wall {}",
        thermograph.mean(),
        thermograph.temperature(),
        wall(thermograph.left_wall()),
        wall(thermograph.right_wall())
    ))
}
