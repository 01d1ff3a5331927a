//! Errors of drawing.

use thiserror::Error;

/// The reason why something cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A wall does not begin at the temperature −1.
    #[error("a wall must begin at the temperature -1")]
    WallStart,
    /// The temperatures of a wall's breakpoints do not ascend.
    #[error("the temperatures of a wall's breakpoints must increase")]
    WallOrder,
    /// Between two breakpoints, a wall is neither vertical nor of slope ±1.
    #[error("between breakpoints, a wall must be vertical or have slope 1 or -1")]
    WallSlope,
    /// The walls do not end at the same point, the foot of the mast.
    #[error("both walls must end at the foot of the mast")]
    Foot,
    /// A wall has more than [`DrawError::MAX_BREAKPOINTS`] breakpoints.
    #[error("at most {} breakpoints of a wall can be drawn", Self::MAX_BREAKPOINTS)]
    ManyBreakpoints,
    /// A number has more than [`DrawError::MAX_BITS`] bits before or after the point.
    #[error("numbers of at most {} bits before and after the point can be drawn", Self::MAX_BITS)]
    LongNumber,
    /// A Hackenbush graph has more than [`DrawError::MAX_EDGES`] edges.
    #[error("Hackenbush graphs of at most {} edges can be drawn", Self::MAX_EDGES)]
    ManyEdges,
    /// A chart has more than [`DrawError::MAX_VALUES`] values.
    #[error("charts of at most {} values can be drawn", Self::MAX_VALUES)]
    ManyValues,
    /// The caller cancelled the chart before it was finished.
    #[error("the chart was not finished in time")]
    Stopped,
    /// The extension of a file name does not name a picture format.
    #[error("a picture's file must end in .svg, .png, .tex (TikZ) or .txt (characters)")]
    UnknownFormat,
    /// A picture could not be encoded.
    #[error("the picture could not be encoded")]
    Encoding,
    /// A view contradicts itself. For example, the last row of a grid is not full, or an edge leads to a vertex that does not
    /// exist.
    #[error("the view of the position is inconsistent")]
    InconsistentView,
    /// A mark names a figure or an element that does not exist or is not drawn.
    #[error("a marked move touches an element that is not in the picture")]
    UnknownElement,
    /// A view has more than [`DrawError::MAX_FIGURES`] figures.
    #[error("at most {} boards can be drawn in one picture", Self::MAX_FIGURES)]
    ManyFigures,
    /// A grid has more than [`DrawError::MAX_SIDE`] rows or columns, or a strip has more cells than such a grid.
    #[error("boards of at most {0} x {0} cells can be drawn", Self::MAX_SIDE)]
    LargeGrid,
    /// A graph has more than [`DrawError::MAX_VERTICES`] vertices.
    #[error("graphs of at most {} vertices can be drawn", Self::MAX_VERTICES)]
    ManyVertices,
    /// A staircase has more than [`DrawError::MAX_STEPS`] steps.
    #[error("staircases of at most {} steps can be drawn", Self::MAX_STEPS)]
    ManySteps,
    /// A row of signs has more than [`DrawError::MAX_SIGNS`] signs.
    #[error("at most {} signs in a row can be drawn", Self::MAX_SIGNS)]
    ManySigns,
    /// More than [`DrawError::MAX_MARKS`] moves are marked, or a move touches more than [`DrawError::MAX_TOUCHES`] elements.
    #[error("at most {} moves of at most {} elements can be marked", Self::MAX_MARKS, Self::MAX_TOUCHES)]
    ManyMarks,
    /// A picture is wider or higher than [`DrawError::MAX_LENGTH`] units, or has more than [`DrawError::MAX_PIXELS`] pixels.
    #[error(
        "the picture is too large: at most {} units wide and high, and as PNG at most {} pixels",
        Self::MAX_LENGTH,
        Self::MAX_PIXELS
    )]
    LargePicture,
}

impl DrawError {
    /// The maximum number of breakpoints of a wall.
    pub const MAX_BREAKPOINTS: usize = 256;
    /// The maximum number of bits of a number before or after the point.
    pub const MAX_BITS: u32 = 4096;
    /// The maximum number of edges of a Hackenbush graph.
    pub const MAX_EDGES: usize = 10_000;
    /// The maximum number of values in a chart.
    pub const MAX_VALUES: u64 = 1 << 40;
    /// The maximum number of figures of a view.
    pub const MAX_FIGURES: usize = 256;
    /// The maximum number of rows and of columns of a grid.
    pub const MAX_SIDE: u32 = 64;
    /// The maximum number of vertices of a graph.
    pub const MAX_VERTICES: usize = 2_000;
    /// The maximum number of steps of a staircase.
    pub const MAX_STEPS: usize = 64;
    /// The maximum number of signs in a row.
    pub const MAX_SIGNS: usize = 256;
    /// The maximum number of marked moves in a picture.
    pub const MAX_MARKS: usize = 64;
    /// The maximum number of elements that a marked move touches.
    pub const MAX_TOUCHES: usize = 256;
    /// The maximum width and height of the picture of a view, in units.
    pub const MAX_LENGTH: u32 = 100_000;
    /// The maximum number of pixels in a picture.
    pub const MAX_PIXELS: u64 = 1 << 24;
}
