//! How wide the terminal is that shows the results.

use terminal_size::{Width, terminal_size_of};

/// Lines on a narrower terminal are not broken further.
const NARROWEST: usize = 60;
/// How wide what goes to no terminal may be.
pub(crate) const WIDEST: usize = 200;

/// How many columns lines of stdout may have, if it is a terminal.
pub(crate) fn width() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(std::io::stdout())?;
    Some(usize::from(columns).max(NARROWEST))
}
