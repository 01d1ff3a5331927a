//! Awari with a limited number of stones.

mod board;
mod sowing;
#[cfg(test)]
mod tests;

pub use board::{Awari, AwariPosition};

use winways_kit::Page;
use winways_kit::any::ranked::{FixedBoard, of_family};

game!("awari", |parameter| of_family(parameter, "the number of stones, as in awari(12)", Awari::parse));

impl FixedBoard for Awari {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        match self.pits() {
            6 => format!("{}({})", PAGE.name, self.stones()),
            pits => format!("{}({},{pits})", PAGE.name, self.stones()),
        }
    }
}
