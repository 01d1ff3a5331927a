//! Progress bars. Lines are truncated to the width of the terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// The redraw interval, independent of progress reports.
pub(crate) const INTERVAL: Duration = Duration::from_millis(100);

/// Creates a spinner for work of unknown length. It is hidden if stderr is not a terminal.
pub(crate) fn spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    style(spinner, "{spinner} {elapsed_precise} {wide_msg}", String::new)
}

/// Creates a bar for work of known length. `written` returns the amount of data written, which also changes between two progress
/// reports.
pub(crate) fn bar(written: impl Fn() -> String + Clone + Send + Sync + 'static) -> ProgressBar {
    style(
        ProgressBar::new(0),
        "{elapsed_precise} {wide_bar} {percent}%\n{spinner} {written} written; {wide_msg}",
        written,
    )
}

fn style(
    bar: ProgressBar,
    template: &str,
    written: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let Ok(style) = ProgressStyle::with_template(template) else { return bar };
    let key = move |_: &ProgressState, out: &mut dyn Write| {
        // Writing into a string cannot fail.
        let _ = out.write_str(&written());
    };
    bar.set_style(style.with_key("written", key));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::{ProgressDrawTarget, TermLike};
    use std::io;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex};

    /// A terminal of a fixed width that records its output.
    #[derive(Debug)]
    struct Narrow(u16, Arc<Mutex<Vec<String>>>);

    impl TermLike for Narrow {
        fn width(&self) -> u16 {
            self.0
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.1.lock().unwrap().push(text.to_owned());
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the lines drawn by a bar on a terminal of this width. Lines before the last one are padded with blanks.
    fn shown(bar: ProgressBar, width: u16) -> Vec<String> {
        let text = Arc::new(Mutex::new(Vec::new()));
        bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(Narrow(width, text.clone()))));
        bar.set_length(1000);
        bar.set_message("layer 17, round 230: 123456789 of 987654321 positions, 12.3 M/s, ".repeat(3));
        bar.tick();
        let shown = text.lock().unwrap().clone();
        assert!(shown.iter().any(|line| line.contains("layer 17")), "{shown:?}");
        shown
    }

    #[test]
    fn no_line_is_longer_than_the_terminal() {
        for width in [40, 79, 80, 200] {
            for bar in [spinner(), bar(|| "12 MiB".to_owned())] {
                let shown = shown(bar, width);
                let longest = shown.iter().map(|line| line.chars().count()).max();
                assert!(longest <= Some(usize::from(width)), "{width}: {shown:?}");
            }
        }
    }

    #[test]
    fn the_written_bytes_are_read_at_every_draw() {
        let bytes = Arc::new(AtomicU64::new(5));
        let counter = bytes.clone();
        let bar = bar(move || format!("{} bytes", counter.load(Ordering::Relaxed)));
        assert!(shown(bar.clone(), 80).concat().contains("5 bytes written"));
        bytes.store(7, Ordering::Relaxed);
        assert!(shown(bar, 80).concat().contains("7 bytes written"));
    }
}
