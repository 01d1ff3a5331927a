//! Shortening of long texts in messages.

/// The maximum number of characters of a line in a message.
const LONGEST: usize = 240;

/// The number of characters shown from the end of a longer line.
const END: usize = 40;

/// The number of characters of a longer line that are shown before and after its wrong part.
const AROUND: usize = 40;

/// The mark for omitted characters.
const GAP: &str = " ... ";

/// Returns a message with long lines shortened to their beginning and their end.
pub(crate) fn shortened(message: &str) -> String {
    message.split('\n').map(shortened_line).collect::<Vec<_>>().join("\n")
}

fn shortened_line(line: &str) -> String {
    let count = line.chars().count();
    if count <= LONGEST {
        return line.to_owned();
    }
    let start: String = line.chars().take(LONGEST - END - GAP.len()).collect();
    let end: String = line.chars().skip(count - END).collect();
    format!("{start}{GAP}{end}")
}

/// Returns a line of a text with carets under `marked` characters from index `start` on. Only the surroundings of the marked part
/// of a long line are shown.
pub(crate) fn marked_line(line: &str, start: usize, marked: usize) -> [String; 2] {
    let count = line.chars().count();
    let (mut from, mut to) = (0, count);
    if count > LONGEST {
        from = start.saturating_sub(AROUND);
        to = count.min(start + marked.min(LONGEST / 2) + AROUND);
    }
    let shown: String = line.chars().skip(from).take(to - from).collect();
    let (before, after) = (if from > 0 { GAP } else { "" }, if to < count { GAP } else { "" });
    let spaces = " ".repeat(before.len() + start - from);
    let carets = "^".repeat(marked.min(to.saturating_sub(start)).max(1));
    [format!("{before}{shown}{after}"), format!("{spaces}{carets}")]
}
