//! Thermographs as values, as pictures and as text.

use super::error::Result;
use std::fmt::{self, Display, Formatter};
use winways_draw::ThermographPlot;
use winways_notation::{Diagnostic, Span};
use winways_values::{Breakpoint, Charge, Session, Thermograph, Wall};

/// The memory of a thermograph in bytes, in addition to its breakpoints.
const FIXED_BYTES: usize = 128;

/// A thermograph with its memory charge.
#[derive(Debug)]
pub(super) struct ChargedThermograph {
    pub(super) thermograph: Thermograph,
    _charge: Charge,
}

impl ChargedThermograph {
    /// Charges the memory of a thermograph.
    pub(super) fn new(session: &mut Session<'_>, thermograph: Thermograph) -> Result<Self> {
        let _charge = session.charge(bytes(&thermograph))?;
        Ok(ChargedThermograph { thermograph, _charge })
    }

    /// Returns the thermograph for drawing.
    pub(super) fn plot(&self) -> Result<ThermographPlot> {
        let walls = [self.thermograph.left_wall(), self.thermograph.right_wall()];
        let [left, right] = walls.map(|wall| wall.breakpoints().to_vec());
        let plot = ThermographPlot::new(left, right);
        plot.map_err(|error| Diagnostic::new(error.to_string(), Span::at(0)).into())
    }
}

/// Returns the memory of a thermograph in bytes.
pub(super) fn bytes(thermograph: &Thermograph) -> u64 {
    let walls = [thermograph.left_wall(), thermograph.right_wall()];
    let points: usize = walls.iter().map(|wall| wall.breakpoints().len()).sum();
    (FIXED_BYTES + points * size_of::<Breakpoint>()) as u64
}

/// Writes the mean, the temperature, and the breakpoints of both walls, from temperature −1 upwards, as `value at temperature`.
impl Display for ChargedThermograph {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let wall = |wall: &Wall| {
            let points = wall.breakpoints().iter();
            let points: Vec<String> =
                points.map(|point| format!("{} at {}", point.value, point.temperature)).collect();
            points.join(", ")
        };
        write!(
            formatter,
            "mean {}, temperature {}; left wall {}; right wall {}",
            self.thermograph.mean(),
            self.thermograph.temperature(),
            wall(self.thermograph.left_wall()),
            wall(self.thermograph.right_wall())
        )
    }
}
