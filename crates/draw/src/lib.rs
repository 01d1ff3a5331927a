//! Pictures of games. All coordinates are computed in integer arithmetic, without font metrics or floating point, so the same
//! input always gives the same output.
//!
//! * [`draw_view`] draws a [`View`](winways_kit::view::View) of a position of any game, with moves marked; [`text_of_view`]
//!   writes it for a terminal.
//! * A [`ThermographPlot`] shows what a move is worth to either player at every temperature.
//! * A [`HackenbushGraph`] is a Hackenbush picture on its ground.
//! * A [`Chart`] shows the nim-values of a sequence or of pairs, from a few to many millions. It can also show how many
//!   positions are won and lost in how many moves.
//!
//! All but the charts produce a [`Scene`]. Every [`Picture`] can be written as SVG, PNG, TikZ or text for a terminal
//! ([`PictureFormat`]). The colours can be told apart with red–green colour blindness, and no distinction relies on colour
//! alone: strokes differ as well.
//!
//! Sources: Winning Ways, chapters 1, 2 and 6, for the design of the pictures; M. Okabe and K. Ito, *Color Universal Design*
//! (2002), for the colours.
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
