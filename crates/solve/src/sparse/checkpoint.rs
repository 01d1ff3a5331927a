//! A computation put down as text, to go on with later.
//!
//! It holds the last codes and the windows kept for the period; everything else follows from the rules and is computed
//! again, which takes milliseconds, and compared.

use super::landmarks::{Landmark, Landmarks};
use super::{Keep, SparseSequence};
use crate::budget::{Budget, Silent};
use std::fmt;
use std::fmt::Write as _;
use winways_rules::HeapRules;

const HEADER: &str = "winways sequence checkpoint 1";

/// Why a checkpoint cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointError {
    /// The line that is wrong, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for CheckpointError {}

impl SparseSequence {
    /// The state as text, for [`SparseSequence::resume`]; `game` is written into it and compared then. `None` while all
    /// values are kept, since a new start is as fast then, and once the period is known.
    pub fn checkpoint(&self, game: &str) -> Option<String> {
        let landmarks = self.landmarks.as_ref().filter(|landmarks| landmarks.length > 0)?;
        if self.base == 0 || self.period.is_some() {
            return None;
        }
        let mut text = format!("{HEADER}\ngame {game}\nknown {}\n", self.known);
        let _ = writeln!(text, "space {}", self.space.name());
        let _ = writeln!(text, "rare {} {}", self.rares.len(), self.last_rare());
        let _ = writeln!(text, "farthest {}", self.farthest_scan);
        let _ = writeln!(text, "windows {} {} {}", landmarks.length, landmarks.index, landmarks.threshold);
        let now = self.landmark(self.known, landmarks.length);
        let tortoise = landmarks.tortoise.iter().map(|mark| ("tortoise", mark));
        let marks = landmarks.marks.iter().map(|mark| ("mark", mark));
        for (name, mark) in tortoise.chain(marks).chain([("now", &now)]) {
            let _ = write!(text, "{name} {} ", mark.heap);
            for code in &mark.window {
                let _ = write!(text, "{code:02x}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "sum {:08x}", crc32fast::hash(text.as_bytes()));
        Some(text)
    }

    /// Goes on where a checkpoint was made.
    ///
    /// # Errors
    /// [`CheckpointError`] if the text is damaged, is of another version or another game, or does not fit the rules.
    pub fn resume(rules: &dyn HeapRules, game: &str, text: &str) -> Result<SparseSequence, CheckpointError> {
        let mut lines = Lines::checked(text)?;
        lines.expect("game", game)?;
        let known: u64 = lines.number("known", 0)?;
        let space = lines.word("space")?;
        let (count, last): (usize, u64) = (lines.number("rare", 0)?, lines.number("rare", 1)?);
        let farthest_scan = lines.number("farthest", 0)?;
        let mut landmarks = Landmarks {
            length: lines.number("windows", 0)?,
            index: lines.number("windows", 1)?,
            threshold: lines.number("windows", 2)?,
            ..Landmarks::default()
        };
        let Some(mut sequence) = SparseSequence::new(rules, Keep::Last) else {
            return Err(lines.wrong("this game has no sparse space"));
        };
        while sequence.base == 0 {
            let next = sequence.known;
            let extended = sequence.extend_to(next, Budget::DEFAULT, &Silent);
            if sequence.period.is_some() || sequence.known >= known || extended.is_err() {
                return Err(lines.wrong("the computation cannot have got so far"));
            }
        }
        if space != sequence.space.name() || (count, last) != (sequence.rares.len(), sequence.last_rare()) {
            return Err(lines.wrong("the rules give other rare heaps: another version made it"));
        }
        while let Some((name, heap, codes)) = lines.window()? {
            if codes.len() != landmarks.length || heap < codes.len() as u64 || heap > known {
                return Err(lines.wrong("the window does not fit"));
            }
            let mark = sequence.mark_of_codes(heap, codes);
            match name {
                "tortoise" => landmarks.tortoise = Some(mark),
                "mark" => landmarks.marks.push(mark),
                "now" if heap == known => {
                    sequence = sequence.fork_at(&mark);
                    sequence.landmarks = Some(landmarks);
                    sequence.farthest_scan = farthest_scan;
                    return Ok(sequence);
                }
                "now" => return Err(lines.wrong("the last window is not that of the last heap")),
                _ => return Err(lines.wrong("expected `tortoise`, `mark` or `now`")),
            }
        }
        Err(lines.wrong("the last window is missing"))
    }

    fn mark_of_codes(&self, heap: u64, codes: Vec<u8>) -> Landmark {
        let hash = super::landmarks::hash_of_end(&codes);
        Landmark { heap, window: codes, hash }
    }
}

/// The name of a line, a heap, and the codes before it.
type Window<'t> = (&'t str, u64, Vec<u8>);

/// The lines between the header and the sum.
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
                return Err(wrong(1, "another version of checkpoints"));
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
            _ => Err(wrong(count, "the checkpoint is damaged or cut short: its sum does not fit")),
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
        Err(self.wrong(format!("the checkpoint is of the {name} {found}, not {value}")))
    }

    /// What stands on the line with this name.
    fn word(&mut self, name: &str) -> Result<&'t str, CheckpointError> {
        match self.lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' ')) {
            Some(word) => {
                self.line += 1;
                Ok(word)
            }
            None => Err(self.wrong(format!("expected `{name}`"))),
        }
    }

    /// A number of the line with this name; the line is left behind with its last number.
    fn number<N: std::str::FromStr>(&mut self, name: &str, place: usize) -> Result<N, CheckpointError> {
        let line = self.lines.peek().copied();
        let words = line.and_then(|line| line.strip_prefix(name)).map(|rest| rest.split(' ').skip(1));
        let Some(words) = words else {
            return Err(self.wrong(format!("expected `{name}`")));
        };
        let is_last = words.clone().count() == place + 1;
        let number = words.clone().nth(place).and_then(|word| word.parse().ok());
        let number = number.ok_or_else(|| self.wrong("expected a number"))?;
        if is_last {
            self.lines.next();
            self.line += 1;
        }
        Ok(number)
    }

    /// The name, the heap and the codes of the next window.
    fn window(&mut self) -> Result<Option<Window<'t>>, CheckpointError> {
        let Some(line) = self.lines.next() else {
            return Ok(None);
        };
        let mut words = line.split(' ');
        let (Some(name), Some(heap), Some(codes)) = (words.next(), words.next(), words.next()) else {
            return Err(self.wrong("expected a window"));
        };
        let pairs = codes.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
        let codes: Option<Vec<u8>> = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect();
        match (heap.parse(), codes) {
            (Ok(heap), Some(codes)) => {
                self.line += 1;
                Ok(Some((name, heap, codes)))
            }
            _ => Err(self.wrong("expected a heap and codes in hexadecimal digits")),
        }
    }
}
