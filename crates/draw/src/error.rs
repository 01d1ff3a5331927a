//! Why there is no picture.

use std::error::Error;
use std::fmt;

/// Why something cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawError {
    /// A wall does not begin at the temperature −1.
    WallStart,
    /// The temperatures of a wall's breakpoints do not ascend.
    WallOrder,
    /// A wall neither stands upright nor leans by as much as the temperature rises.
    WallSlope,
    /// The walls do not end at the same point, the foot of the mast.
    Foot,
    /// A wall has more than [`DrawError::MAX_BREAKPOINTS`] breakpoints.
    ManyBreakpoints,
    /// A number has more than [`DrawError::MAX_BITS`] bits before or after the point.
    LongNumber,
    /// A garden has more than [`DrawError::MAX_EDGES`] edges.
    ManyEdges,
    /// A chart has more than [`DrawError::MAX_VALUES`] values.
    ManyValues,
    /// A picture could not be encoded.
    Encoding,
}

impl DrawError {
    /// How many breakpoints of a wall can be drawn.
    pub const MAX_BREAKPOINTS: usize = 256;
    /// How long numbers can be drawn.
    pub const MAX_BITS: u32 = 4096;
    /// How many edges of a garden can be drawn.
    pub const MAX_EDGES: usize = 10_000;
    /// How many values a chart can have.
    pub const MAX_VALUES: u64 = 1 << 40;
}

impl fmt::Display for DrawError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::WallStart => formatter.write_str("a wall begins at the temperature -1"),
            DrawError::WallOrder => formatter.write_str("the breakpoints of a wall go upwards"),
            DrawError::WallSlope => {
                formatter.write_str("a wall stands upright or leans by as much as the temperature rises")
            }
            DrawError::Foot => formatter.write_str("both walls end at the foot of the mast"),
            DrawError::ManyBreakpoints => {
                write!(formatter, "at most {} breakpoints of a wall can be drawn", Self::MAX_BREAKPOINTS)
            }
            DrawError::LongNumber => write!(
                formatter,
                "numbers of at most {} bits before and after the point can be drawn",
                Self::MAX_BITS
            ),
            DrawError::ManyEdges => {
                write!(formatter, "gardens of at most {} edges can be drawn", Self::MAX_EDGES)
            }
            DrawError::ManyValues => {
                write!(formatter, "charts of at most {} values can be drawn", Self::MAX_VALUES)
            }
            DrawError::Encoding => formatter.write_str("the picture could not be encoded"),
        }
    }
}

impl Error for DrawError {}
