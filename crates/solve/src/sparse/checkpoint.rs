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
use std::fmt::Write as _;
use thiserror::Error;

const HEADER: &str = "winways sequence checkpoint 1";

/// An error that prevents resuming from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct CheckpointError {
    /// The line with the error, starting at 1.
    pub line: usize,
    /// A description of the error.
    pub message: String,
}

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
) -> Result<Codes, CheckpointError> {
    let mut lines = Lines::checked(text)?;
    lines.expect("game", game)?;
    let known: u64 = lines.number("known", 0)?;
    let drop_from = if lines.is_next("kept") { lines.number("kept", 0)? } else { DROP_FROM };
    let space = lines.word("space")?.to_owned();
    let (count, last): (usize, u64) = (lines.number("rare", 0)?, lines.number("rare", 1)?);
    let farthest_scan = lines.number("farthest", 0)?;
    let length: usize = lines.number("windows", 0)?;
    let (index, threshold) = (lines.number("windows", 1)?, lines.number("windows", 2)?);
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
    match (sequence.codes, lines.digits() == 4 * length) {
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
    fn read<C: Code>(
        &self,
        beginning: &Sequence<C>,
        mut lines: Lines<'_>,
    ) -> Result<Sequence<C>, CheckpointError> {
        let Windows { length, index, threshold, known, farthest_scan } = *self;
        // A shorter window would lack values on which the next values depend.
        if length < beginning.deciding_length() {
            return Err(lines.wrong("the windows are too short for this game"));
        }
        let mut landmarks = Landmarks { length, index, threshold, ..Landmarks::default() };
        while let Some((name, heap, codes)) = lines.window::<C>()? {
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

/// The name of a line, a heap, and the codes before the heap.
type Window<'t, C> = (&'t str, u64, Vec<C>);

/// The lines between the header and the checksum.
struct Lines<'t> {
    lines: std::iter::Peekable<std::str::Lines<'t>>,
    line: usize,
}

impl<'t> Lines<'t> {
    fn checked(text: &'t str) -> Result<Self, CheckpointError> {
        let wrong = |line, message: &str| CheckpointError { line, message: message.to_owned() };
        let version = HEADER.trim_end_matches('1');
        match text.lines().next() {
            Some(HEADER) => {}
            Some(first) if first.starts_with(version) => {
                return Err(wrong(1, "an unsupported version of checkpoints"));
            }
            _ => return Err(wrong(1, "not a checkpoint: expected the line `winways sequence checkpoint 1`")),
        }
        let count = text.lines().count();
        let body = text.trim_end().rfind('\n').map(|end| text.split_at(end + 1));
        let sum = body.map(|(body, _)| format!("sum {:08x}", crc32fast::hash(body.as_bytes())));
        match (body, sum) {
            (Some((body, last)), Some(sum)) if last.trim_end() == sum => {
                let mut lines = body.lines().peekable();
                lines.next();
                Ok(Lines { lines, line: 2 })
            }
            _ => Err(wrong(count, "the checkpoint is damaged or cut short: its checksum does not match")),
        }
    }

    fn wrong(&self, message: impl Into<String>) -> CheckpointError {
        CheckpointError { line: self.line, message: message.into() }
    }

    fn expect(&mut self, name: &str, value: &str) -> Result<(), CheckpointError> {
        let found = self.word(name)?;
        if found == value {
            return Ok(());
        }
        self.line -= 1;
        Err(self.wrong(format!("the checkpoint is for the {name} {found}, not {value}")))
    }

    /// Returns `true` if the next line has this name.
    fn is_next(&mut self, name: &str) -> bool {
        self.lines.peek().is_some_and(|line| line.split(' ').next() == Some(name))
    }

    /// Reads the next line, which must have this name. Returns the rest of the line.
    fn word(&mut self, name: &str) -> Result<&'t str, CheckpointError> {
        match self.lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' ')) {
            Some(word) => {
                self.line += 1;
                Ok(word)
            }
            None => Err(self.wrong(format!("expected `{name}`"))),
        }
    }

    /// Returns number `index`, counted from 0, of the next line, which must have this name. Reading the last number of
    /// the line advances to the line after it.
    fn number<N: std::str::FromStr>(&mut self, name: &str, index: usize) -> Result<N, CheckpointError> {
        let line = self.lines.peek().copied();
        let words = line.and_then(|line| line.strip_prefix(name)).map(|rest| rest.split(' ').skip(1));
        let Some(words) = words else {
            return Err(self.wrong(format!("expected `{name}`")));
        };
        let is_last = words.clone().count() == index + 1;
        let number = words.clone().nth(index).and_then(|word| word.parse().ok());
        let number = number.ok_or_else(|| self.wrong("expected a number"))?;
        if is_last {
            self.lines.next();
            self.line += 1;
        }
        Ok(number)
    }

    /// Returns the total number of hexadecimal digits of the codes in the next window.
    fn digits(&self) -> usize {
        let codes = self.lines.clone().next().and_then(|line| line.split(' ').nth(2));
        codes.map_or(0, str::len)
    }

    /// Returns the name, the heap and the codes of the next window, or `None` at the end.
    fn window<C: Code>(&mut self) -> Result<Option<Window<'t, C>>, CheckpointError> {
        let Some(line) = self.lines.next() else {
            return Ok(None);
        };
        let mut words = line.split(' ');
        let (Some(name), Some(heap), Some(codes)) = (words.next(), words.next(), words.next()) else {
            return Err(self.wrong("expected a window"));
        };
        let codes = codes.as_bytes().chunks(2 * size_of::<C>()).map(|digits| {
            let word = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
            (digits.len() == 2 * size_of::<C>()).then(|| C::of(word))
        });
        match (heap.parse(), codes.collect()) {
            (Ok(heap), Some(codes)) => {
                self.line += 1;
                Ok(Some((name, heap, codes)))
            }
            _ => Err(self.wrong("expected a heap and codes in hexadecimal digits")),
        }
    }
}
