//! Pictures of games, drawn by hand: every coordinate is computed in whole numbers, nothing is left to a font or to
//! floating point, and the same input gives the same text.
//!
//! * a [`View`](winways_kit::view::View) of a position of any game is drawn by [`draw_view`], with moves marked, and
//!   written for a terminal by [`text_of_view`];
//! * a [`ThermographPlot`] shows what a move is worth to either player at every temperature;
//! * a [`HackenbushGraph`] is a Hackenbush picture on its ground;
//! * a [`Chart`] shows the nim-values of a sequence or of pairs, few or many millions; or how many positions are won and
//!   lost in how many moves.
//!
//! A chart is a [`Chart`], the others make a [`Scene`]; every [`Picture`] can be written as SVG, as PNG, as TikZ and as text
//! for a terminal ([`PictureFormat`]). Colours are those that people who do not see red and green
//! apart can tell apart, and no difference is one of colour only: strokes differ as well.
//!
//! Sources: Winning Ways, chapters 1, 2 and 6, for what the pictures look like; M. Okabe and K. Ito, *Color Universal
//! Design* (2002), for the colours.
//!
//! ```
//! use winways_draw::{Glyphs, PlotBreakpoint, ThermographPlot};
//!
//! // {5||4|-2}: Left can move to 5, and Right to 4, since Left must answer.
//! let left = vec![PlotBreakpoint::new(-1, 6), PlotBreakpoint::new(1, 4)];
//! let right = vec![PlotBreakpoint::new(-1, 4), PlotBreakpoint::new(1, 4)];
//! let plot = ThermographPlot::new(left, right)?;
//! assert!(plot.scene("{5||4|-2}").svg().starts_with("<svg "));
//! assert!(plot.scene("{5||4|-2}").tikz().contains("\\begin{tikzpicture}"));
//! assert!(plot.text(Glyphs::Ascii).contains("mean 4, temperature 1"));
//! # Ok::<(), winways_draw::DrawError>(())
//! ```

#![forbid(unsafe_code)]

mod canvas;
mod chart;
mod error;
mod hackenbush_graph;
mod picture;
mod pixels;
mod raster;
mod scene;
mod spread;
mod svg;
mod tex;
mod thermograph;
mod tikz;
mod track;
mod view;

pub use chart::{Chart, Repetition};
pub use error::DrawError;
pub use hackenbush_graph::{Colour, HackenbushEdge, HackenbushGraph};
pub use picture::{Picture, PictureFormat};
pub use scene::Scene;
pub use tex::tex_text;
pub use thermograph::{Glyphs, PlotBreakpoint, ThermographPlot};
pub use view::{Mark, Paint, draw_view, painted_text_of_view, text_of_view};
