//! Checkpoints: the state of a computation as text, from which it can be resumed.
//!
//! A checkpoint contains the last codes and the windows stored for the period search. Everything else follows from the
//! rules: resumption computes it again and compares it with the checkpoint. That takes milliseconds for most games, and a
//! minute and a half for Grundy's game with its rare heap 48,399,022. Each window must be consistent with the rules. The
//! file cannot show that a window belongs to its heap; only a certificate proves that.

use super::SparseSequence;
use super::code::Code;
use super::kernel::Operand;
use super::landmarks::{Landmark, Landmarks, hash_of_end};
use super::sequence::{Codes, DROP_FROM, Sequence};
use crate::budget::{Budget, NoObserver};
use crate::lines::{LineError, Lines};
use std::fmt::Write as _;

const HEADER: &str = "winways sequence checkpoint 1";

/// Implements [`super::SparseSequence::checkpoint`].
pub(super) fn write<C: Code>(sequence: &Sequence<C>, game: &str) -> Option<String> {
    let landmarks = sequence.landmarks.as_ref().filter(|landmarks| landmarks.length > 0)?;
    if sequence.base == 0 || sequence.period.is_some() {
        return None;
    }
    let mut text = format!("{HEADER}\ngame {game}\nknown {}\n", sequence.known);
    if sequence.drop_from != DROP_FROM {
        let _ = writeln!(text, "kept {}", sequence.drop_from);
    }
    let _ = writeln!(text, "space {}", sequence.space.name());
    let _ = writeln!(text, "rare {} {}", sequence.rares.len(), sequence.last_rare());
    let _ = writeln!(text, "farthest {}", sequence.farthest_scan);
    let _ = writeln!(text, "windows {} {} {}", landmarks.length, landmarks.index, landmarks.threshold);
    let now = sequence.landmark(sequence.known, landmarks.length);
    let tortoise = landmarks.tortoise.iter().map(|mark| ("tortoise", mark));
    let marks = landmarks.marks.iter().map(|mark| ("mark", mark));
    for (name, mark) in tortoise.chain(marks).chain([("now", &now)]) {
        let _ = write!(text, "{name} {} ", mark.heap);
        for code in &mark.window {
            let _ = write!(text, "{code:0digits$x}", digits = 2 * size_of::<C>());
        }
        text.push('\n');
    }
    let _ = writeln!(text, "sum {:08x}", crc32fast::hash(text.as_bytes()));
    Some(text)
}

/// Implements [`super::SparseSequence::resume`].
///
/// `beginning` computes the first values once the header is known to be valid.
pub(super) fn read(
    game: &str,
    text: &str,
    beginning: impl FnOnce() -> Option<SparseSequence>,
) -> Result<Codes, LineError> {
    let mut lines = checked(text)?;
    let found = lines.word("game")?;
    if found != game {
        return Err(lines.wrong_before(format!("the checkpoint is for the game {found}, not {game}")));
    }
    let known: u64 = lines.number("known")?;
    let drop_from = if lines.is_next("kept") { lines.number("kept")? } else { DROP_FROM };
    let space = lines.word("space")?.to_owned();
    let [count, last] = numbers(&mut lines, "rare")?;
    let farthest_scan = lines.number("farthest")?;
    let [length, index, threshold] = numbers(&mut lines, "windows")?;
    let (Ok(length), Ok(index)) = (usize::try_from(length), u16::try_from(index)) else {
        return Err(lines.wrong_before("the numbers of the windows are too large"));
    };
    let Some(mut sequence) = beginning() else {
        return Err(lines.wrong("this game has no sparse space"));
    };
    sequence.drop_from(drop_from);
    while !sequence.has_dropped() {
        let next = sequence.known();
        let extended = sequence.extend_to(next, Budget::DEFAULT, &NoObserver);
        if sequence.period().is_some() || sequence.known() >= known || extended.is_err() {
            return Err(lines.wrong("no checkpoint is written at this number of heaps"));
        }
    }
    if (space, count, last) != sequence.shape() {
        return Err(lines.wrong("the rules give other rare heaps: another version wrote the checkpoint"));
    }
    let windows = Windows { length, index, threshold, known, farthest_scan };
    match (sequence.codes, digits(&lines) == 4 * length) {
        (Codes::Narrow(narrow), false) => windows.read(&narrow, lines).map(Codes::Narrow),
        (Codes::Narrow(narrow), true) => windows.read(&narrow.widened(), lines).map(Codes::Wide),
        (Codes::Wide(wide), _) => windows.read(&wide, lines).map(Codes::Wide),
    }
}

/// The header of the checkpoint, before the windows.
struct Windows {
    length: usize,
    index: u16,
    threshold: u64,
    known: u64,
    farthest_scan: u64,
}

impl Windows {
    /// Restores the sequence, given its beginning.
    fn read<C: Code>(&self, beginning: &Sequence<C>, mut lines: Lines<'_>) -> Result<Sequence<C>, LineError> {
        let Windows { length, index, threshold, known, farthest_scan } = *self;
        // A shorter window would lack values on which the next values depend.
        if length < beginning.deciding_length() {
            return Err(lines.wrong("the windows are too short for this game"));
        }
        let mut landmarks = Landmarks { length, index, threshold, ..Landmarks::default() };
        while let Some((name, heap, codes)) = window::<C>(&mut lines)? {
            if codes.len() != length || heap < codes.len() as u64 || heap > known {
                return Err(lines.wrong("the window does not fit the header"));
            }
            if name == "now" && heap != known {
                return Err(lines.wrong("the last window does not end at the last known heap"));
            }
            let hash = hash_of_end(&codes);
            let mark = Landmark { heap, window: codes, hash };
            if !beginning.has_window(&mark) {
                return Err(lines.wrong("the window does not follow from the rules"));
            }
            match name {
                "tortoise" => landmarks.tortoise = Some(mark),
                "mark" => landmarks.marks.push(mark),
                "now" => {
                    let mut sequence = beginning.fork_at(&mark);
                    sequence.landmarks = Some(landmarks);
                    sequence.farthest_scan = farthest_scan;
                    return Ok(sequence);
                }
                _ => return Err(lines.wrong("expected `tortoise`, `mark` or `now`")),
            }
        }
        Err(lines.wrong("the last window is missing"))
    }
}

impl<C: Code> Sequence<C> {
    /// Returns `false` if the codes of a window contradict the rules. Each code whose options lie in the
    /// window must be the least code that they do not exclude, and a window of known heaps must equal the
    /// known codes.
    fn has_window(&self, mark: &Landmark<C>) -> bool {
        let length = mark.window.len();
        let start = mark.heap - length as u64;
        if mark.heap <= self.head.len() as u64 {
            return self.head[start as usize..mark.heap as usize] == mark.window;
        }
        if start >= self.base && mark.heap <= self.known {
            return self.codes[self.index_of(start)..self.index_of(mark.heap)] == mark.window;
        }
        let operands: Vec<Operand> = self.operands().collect();
        let reach = operands.iter().map(|operand| operand.distance).max().unwrap_or(0);
        // Below heap 2 · `reach`, an option may consist of two equal parts, which some rules forbid.
        let first = (2 * reach as u64).saturating_sub(start).max(reach as u64);
        (first as usize..length).all(|index| {
            let mut excluded = vec![false; C::INDICES];
            for &Operand { distance, constant } in &operands {
                let option = mark.window[index - distance].word() ^ constant;
                if option < C::COMMON {
                    excluded[option as usize] = true;
                }
            }
            let least = excluded.iter().position(|&is_excluded| !is_excluded);
            least.is_some_and(|least| mark.window[index] == C::new(least as u16, true))
        })
    }
}

/// Returns the lines between the header and the checksum.
fn checked(text: &str) -> Result<Lines<'_>, LineError> {
    Lines::new(text, HEADER, "checkpoint")?;
    let body = text.trim_end().rfind('\n').map(|end| text.split_at(end + 1));
    let sum = body.map(|(body, _)| format!("sum {:08x}", crc32fast::hash(body.as_bytes())));
    match (body, sum) {
        (Some((body, last)), Some(sum)) if last.trim_end() == sum => Lines::new(body, HEADER, "checkpoint"),
        _ => {
            let message = "the checkpoint is damaged or cut short: its checksum does not match".to_owned();
            Err(LineError { line: text.lines().count(), message })
        }
    }
}

/// Reads the next line, which must consist of a name and `COUNT` numbers.
fn numbers<const COUNT: usize>(lines: &mut Lines<'_>, name: &str) -> Result<[u64; COUNT], LineError> {
    let numbers = lines.list(name, "numbers")?;
    numbers.try_into().map_err(|_| lines.wrong_before(format!("expected {COUNT} numbers")))
}

/// Returns the total number of hexadecimal digits of the codes in the next window.
fn digits(lines: &Lines<'_>) -> usize {
    let codes = lines.peek().and_then(|line| line.split(' ').nth(2));
    codes.map_or(0, str::len)
}

/// The name of a line, a heap, and the codes before the heap.
type Window<'t, C> = (&'t str, u64, Vec<C>);

/// Reads the next window; returns `None` at the end.
fn window<'t, C: Code>(lines: &mut Lines<'t>) -> Result<Option<Window<'t, C>>, LineError> {
    let Some(line) = lines.peek() else {
        return Ok(None);
    };
    let mut words = line.split(' ');
    let (Some(name), Some(heap), Some(codes)) = (words.next(), words.next(), words.next()) else {
        return Err(lines.wrong("expected a window"));
    };
    let codes = codes.as_bytes().chunks(2 * size_of::<C>()).map(|digits| {
        let word = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        (digits.len() == 2 * size_of::<C>()).then(|| C::of(word))
    });
    match (heap.parse(), codes.collect()) {
        (Ok(heap), Some(codes)) => {
            lines.advance();
            Ok(Some((name, heap, codes)))
        }
        _ => Err(lines.wrong("expected a heap and codes in hexadecimal digits")),
    }
}
