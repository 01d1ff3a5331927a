//! Values as text. Every character is charged while the text is made, and counts as work.

use super::error::{Result, refused};
use super::value::{List, Value};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use winways_values::{Charge, Game, OperationError, Operations};

/// How a game is written.
pub(super) type WriteGame = fn(&mut Operations<'_>, Game) -> std::result::Result<String, OperationError>;

/// The text of a value, if there is memory for so many copies of it.
pub(super) fn write(
    operations: &mut Operations<'_>,
    value: &Value,
    copies: u64,
    write_game: WriteGame,
) -> Result<String> {
    let charge = operations.session().charge(0)?;
    let (text, written) = (String::new(), HashMap::new());
    let mut writer = Writer { operations, write_game, text, copies, charge, written };
    writer.write(value)?;
    Ok(writer.text)
}

struct Writer<'o, 'arena> {
    operations: &'o mut Operations<'arena>,
    write_game: WriteGame,
    text: String,
    copies: u64,
    /// The memory for the text and its copies.
    charge: Charge,
    /// Where lists, known by their places in memory, stand in the text.
    written: HashMap<*const List, Range<usize>>,
}

/// A list being written: where its text begins, and which of its values is next.
struct Open<'v> {
    list: &'v Arc<List>,
    start: usize,
    next: usize,
}

/// What a list takes that has been written, in a table that grows.
const WRITTEN_BYTES: u64 = 128;

/// So many bytes are copied in a few milliseconds at the most.
const COPIED_AT_ONCE: usize = 1 << 20;

/// A text grows by at least so much if it cannot double.
const LEAST_GROWTH: usize = 1 << 16;

impl Writer<'_, '_> {
    fn write(&mut self, value: &Value) -> Result<()> {
        let mut open: Vec<Open<'_>> = Vec::new();
        self.begin(value, &mut open)?;
        while let Some(Open { list, start, next }) = open.last_mut() {
            let (list, start): (&Arc<List>, usize) = (*list, *start);
            match list.values().get(*next) {
                Some(value) => {
                    *next += 1;
                    if *next > 1 {
                        self.push(", ")?;
                    }
                    self.begin(value, &mut open)?;
                }
                None => {
                    self.push("]")?;
                    open.pop();
                    self.remember(list, start)?;
                }
            }
        }
        Ok(())
    }

    /// Writes a value, or the beginning of a list, which is put on the stack.
    fn begin<'v>(&mut self, value: &'v Value, open: &mut Vec<Open<'v>>) -> Result<()> {
        match value {
            Value::Nothing => Ok(()),
            Value::Game(_) | Value::Position(_) => {
                // What positions are worth has been found before a value is written.
                let Some(terms) = value.terms() else { return Ok(()) };
                let game = terms.canonical(self.operations.session())?;
                let text = (self.write_game)(self.operations, game).map_err(refused)?;
                self.push(&text)
            }
            Value::Own(function) => self.push(function.text()),
            Value::Function(name) => self.push(name),
            Value::Truth(truth) => self.push(if *truth { "true" } else { "false" }),
            Value::Outcome(outcome) => self.push(outcome.letter()),
            Value::Text(text) => self.push(text.as_str()),
            Value::Thermograph(game) => {
                let text = walls(self.operations, *game).map_err(refused)?;
                self.push(&text)
            }
            Value::List(list) => match self.written.get(&Arc::as_ptr(list)) {
                Some(range) => self.repeat(range.clone()),
                None => {
                    open.push(Open { list, start: self.text.len(), next: 0 });
                    self.push("[")
                }
            },
        }
    }

    fn push(&mut self, text: &str) -> Result<()> {
        self.reserve(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// Writes again a part of the text.
    fn repeat(&mut self, range: Range<usize>) -> Result<()> {
        self.reserve(range.len())?;
        let mut start = range.start;
        while start < range.end {
            let mut end = range.end.min(start + COPIED_AT_ONCE);
            while !self.text.is_char_boundary(end) {
                end -= 1;
            }
            self.operations.session().spend(COPIED_AT_ONCE)?;
            self.text.extend_from_within(start..end);
            start = end;
        }
        Ok(())
    }

    /// A list that others have too is copied where it comes again.
    fn remember(&mut self, list: &Arc<List>, start: usize) -> Result<()> {
        if Arc::strong_count(list) > 1 {
            self.operations.session().enlarge_charge(&mut self.charge, WRITTEN_BYTES)?;
            self.written.insert(Arc::as_ptr(list), start..self.text.len());
        }
        Ok(())
    }

    /// Makes room: twice as much as there is, or as much as fits.
    fn reserve(&mut self, bytes: usize) -> Result<()> {
        let session = self.operations.session();
        session.spend(1 + bytes / 16)?;
        let (room, length) = (self.text.capacity(), self.text.len());
        if room - length >= bytes {
            return Ok(());
        }
        let least = length + bytes;
        let wanted = [2 * room, room + room / 8 + LEAST_GROWTH, least].map(|capacity| capacity.max(least));
        let mut refusal = Ok(());
        for capacity in wanted {
            refusal = session.enlarge_charge(&mut self.charge, (capacity - room) as u64 * self.copies);
            if refusal.is_ok() {
                self.text.reserve_exact(capacity - length);
                break;
            }
        }
        Ok(refusal?)
    }
}

/// Both walls, each from the temperature −1 up, as `value at temperature`.
fn walls(operations: &mut Operations<'_>, game: Game) -> std::result::Result<String, OperationError> {
    let thermograph = operations.thermograph(game)?;
    let wall = |wall: &winways_values::Wall| {
        let points = wall.breakpoints().iter();
        let points: Vec<String> =
            points.map(|point| format!("{} at {}", point.value, point.temperature)).collect();
        points.join(", ")
    };
    Ok(format!(
        "mean {}, temperature {}; left wall {}; right wall {}",
        thermograph.mean(),
        thermograph.temperature(),
        wall(thermograph.left_wall()),
        wall(thermograph.right_wall())
    ))
}
