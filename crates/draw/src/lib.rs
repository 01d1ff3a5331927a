//! Pictures of games. All coordinates are computed in integer arithmetic, without font metrics or floating point, so the same
//! input always gives the same output.
//!
//! * [`draw_view`] draws a [`View`](winways_kit::view::View) of a position of any game, with moves marked; [`text_of_view`]
//!   writes it for a terminal.
//! * A [`ThermographPlot`] draws the thermograph of a game: the left and right walls against the temperature.
//! * [`sequence_chart`] and [`pairs_chart`] show any number of nim-values, from a few to many millions. [`counts_chart`] shows
//!   how many positions are won and lost in each number of moves.
//!
//! All of them produce a [`Scene`], which can be written as SVG, PNG, TikZ or text for a terminal ([`PictureFormat`]). The
//! colours remain distinct for readers with red–green colour blindness, and nothing relies on colour alone: strokes differ as
//! well.
//!
//! Sources: Winning Ways, chapters 1, 2 and 6, for the design of the pictures; M. Okabe and K. Ito, *Color Universal Design*
//! (2002), for the colours.
//!
//! ```
//! use winways_draw::{Glyphs, ThermographPlot};
//! use winways_values::Breakpoint;
//!
//! // {5||4|-2}: Left can move to 5. Right can move to {4|-2}, which Left must answer by moving to 4.
//! let point = |temperature: i64, value: i64| Breakpoint { temperature: temperature.into(), value: value.into() };
//! let plot = ThermographPlot::new(vec![point(-1, 6), point(1, 4)], vec![point(-1, 4), point(1, 4)])?;
//! assert!(plot.scene("{5||4|-2}").svg().starts_with("<svg "));
//! assert!(plot.scene("{5||4|-2}").tikz().contains("\\begin{tikzpicture}"));
//! assert!(plot.text(Glyphs::Ascii).contains("mean 4, temperature 1"));
//! # Ok::<(), winways_draw::DrawError>(())
//! ```

#![forbid(unsafe_code)]

mod canvas;
mod cells;
mod chart;
mod error;
mod format;
mod glyphs;
mod paint;
mod parts;
mod raster;
mod scene;
mod spread;
mod svg;
mod tex;
mod thermograph;
mod tikz;
mod view;

pub use chart::{Repetition, counts_chart, pairs_chart, sequence_chart};
pub use error::DrawError;
pub use format::PictureFormat;
pub use glyphs::Glyphs;
pub use parts::{HitArea, Part, PartLine, TokenArea};
pub use scene::Scene;
pub use tex::tex_text;
pub use thermograph::ThermographPlot;
pub use view::{Mark, Paint, draw_view, painted_text_of_view, text_of_view};
