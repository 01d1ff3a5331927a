//! Hackenbush in all colours: stalks, trees and graphs.

mod binary;
mod number_sums;
pub(crate) mod picture;
pub(crate) mod whole;

pub use picture::WrittenEdge;
pub use whole::{Cut, WholePicture};

games! {
    green_stalks,
    green,
    red_blue_stalks,
    red_blue_trees,
    edges,
}
