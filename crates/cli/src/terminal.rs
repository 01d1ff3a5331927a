//! The width of the terminal.

use terminal_size::{Width, terminal_size_of};

/// The minimum width to which lines are broken.
const NARROWEST: usize = 60;
/// The maximum width of output that does not go to a terminal.
pub(crate) const WIDEST: usize = 200;

/// Returns the number of columns of stdout, if it is a terminal.
pub(crate) fn width() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(std::io::stdout())?;
    Some(usize::from(columns).max(NARROWEST))
}
