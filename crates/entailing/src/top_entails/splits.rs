//! Queries about the values of the splits of a stack.

use super::pairs::{LIMIT, Marks, Pairs, SOUGHT};
use winways_solve::{Ledger, Progress, StopReason};

/// The number of recent stacks whose answers are cached.
const RECENT: usize = 64;

/// The number of pairs that increases the stride by one. All splits of a stack are marked if there are fewer than twice as many pairs.
const ALL_MARKED: usize = 1000;

/// The maximum distance between marked blocks.
const STRIDE: usize = 8;

/// The maximum number of parts stored for each nimber.
const WITNESSES: usize = 64;

/// An answer about a nimber.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Unknown,
    Found,
    Absent,
}

/// Answers whether a split of a stack has a given nimber as its value.
///
/// Most nimbers are values of many splits. The first query about a stack marks the values of some of its splits. For a nimber without a
/// mark, the parts that gave this nimber in earlier stacks are tried. Only then are the other splits scanned, for several nimbers together.
pub(super) struct Splits {
    pairs: Pairs,
    /// A power of two above all nimbers of stacks, and so above all nimbers of splits.
    bound: usize,
    recent: Vec<Recent>,
    marks: Box<Marks>,
    /// The witnesses of each nimber below `bound`.
    witnesses: Vec<Witnesses>,
}

/// The cached answers about a stack.
#[derive(Clone)]
struct Recent {
    stack: usize,
    answers: Vec<Answer>,
}

/// The parts of splits with a certain nimber, each with the code of the other part. Parts that were useful move towards the front.
#[derive(Clone, Default)]
struct Witnesses {
    parts: Vec<(usize, u16)>,
    /// The number of parts replaced.
    replaced: usize,
}

impl Splits {
    /// Creates the queries for an empty list of stacks.
    pub(super) fn new() -> Self {
        let recent = vec![Recent { stack: usize::MAX, answers: Vec::new() }; RECENT];
        let marks = vec![0; 1 << 16].into_boxed_slice().try_into().expect("the length is that of the array");
        Splits { pairs: Pairs::new(), bound: 1, recent, marks, witnesses: vec![Witnesses::default()] }
    }

    /// Returns the number of stacks whose values are known.
    pub(super) fn count(&self) -> usize {
        self.pairs.count()
    }

    /// Returns the codes of all stacks whose values are known.
    pub(super) fn codes(&self) -> &[u16] {
        self.pairs.codes()
    }

    /// Returns a power of two above all nimbers of splits of stacks up to and including the next stack.
    pub(super) fn bound(&self) -> u16 {
        self.bound as u16
    }

    /// Returns the memory in use, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.pairs.bytes() + self.bytes_of_answers(self.bound)
    }

    fn bytes_of_answers(&self, bound: usize) -> u64 {
        let witnesses = size_of::<Witnesses>() + WITNESSES * size_of::<(usize, u16)>();
        (bound * (RECENT + witnesses) + size_of::<Marks>()) as u64
    }

    /// Makes room for `count` stacks in all.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if there is not enough memory.
    pub(super) fn reserve(&mut self, count: usize, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let answers = self.bytes_of_answers(2 * self.bound);
        ledger.check(self.pairs.bytes_to_hold(count).saturating_add(answers))?;
        self.pairs.reserve(count);
        Ok(())
    }

    /// Appends the code of the next stack: a nimber of at most [`Splits::bound`], or the loony code.
    ///
    /// # Errors
    /// Returns [`StopReason::Values`] if the nimber is too great, or [`StopReason::Memory`].
    pub(super) fn push(&mut self, code: u16, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        if usize::from(code) == self.bound {
            if code == LIMIT {
                return Err(StopReason::Values { limit: LIMIT.into() });
            }
            ledger.check(self.pairs.bytes() + self.bytes_of_answers(2 * self.bound))?;
            self.bound *= 2;
            self.witnesses.resize(self.bound, Witnesses::default());
            self.recent.iter_mut().for_each(|recent| recent.stack = usize::MAX);
        }
        self.pairs.push(code);
        Ok(())
    }

    /// Returns `true` if a split of a stack has the value `nimber`. All smaller stacks must be known.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub(super) fn contains(
        &mut self,
        stack: usize,
        nimber: u16,
        ledger: &Ledger<'_>,
    ) -> Result<bool, StopReason> {
        let number = usize::from(nimber);
        if number >= self.bound {
            return Ok(false);
        }
        let place = stack % RECENT;
        if self.recent[place].stack != stack {
            self.mark(stack, ledger)?;
        }
        if self.recent[place].answers[number] == Answer::Unknown {
            self.search(stack, nimber, ledger)?;
        }
        Ok(self.recent[place].answers[number] == Answer::Found)
    }

    /// Returns the least nimber from `nimber` on that is not a value of a split of a stack, if it is below [`Splits::bound`].
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub(super) fn next_absent(
        &mut self,
        stack: usize,
        nimber: u16,
        ledger: &Ledger<'_>,
    ) -> Result<Option<u16>, StopReason> {
        let mut next = usize::from(nimber);
        while next < self.bound {
            if !self.contains(stack, next as u16, ledger)? {
                return Ok(Some(next as u16));
            }
            let answers = &self.recent[stack % RECENT].answers[next..];
            let found = answers.iter().position(|&answer| answer != Answer::Found);
            next += found.unwrap_or(answers.len());
        }
        Ok(None)
    }

    /// Initialises the cached answers about a stack by marking the values of some of its splits.
    fn mark(&mut self, stack: usize, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let marks = &mut self.marks;
        marks[..self.bound].fill(0);
        let count = self.pairs.mark(stack, stride(stack), marks);
        let recent = &mut self.recent[stack % RECENT];
        let answers = marks[..self.bound].iter();
        recent.answers.clear();
        recent.answers.extend(answers.map(|&mark| if mark == 1 { Answer::Found } else { Answer::Unknown }));
        recent.stack = stack;
        self.spend(count / 16, ledger)
    }

    /// Answers a query that the marks leave open, with witnesses and a scan. For the next stack, also answers queries about the following
    /// nimbers, which are likely to come next.
    fn search(&mut self, stack: usize, nimber: u16, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let limit = if stack == self.count() { SOUGHT } else { 1 };
        let answers = &mut self.recent[stack % RECENT].answers;
        let codes = self.pairs.codes();
        let mut sought = Vec::with_capacity(SOUGHT);
        for (next, answer) in (nimber..).zip(&mut answers[usize::from(nimber)..]) {
            if *answer != Answer::Unknown {
                continue;
            }
            if self.witnesses[usize::from(next)].find(stack, codes) {
                *answer = Answer::Found;
                if next == nimber {
                    return Ok(());
                }
                continue;
            }
            // The scan changes this answer if it finds the nimber.
            *answer = Answer::Absent;
            sought.push(next);
            if sought.len() == limit {
                break;
            }
        }
        let count = self.pairs.find(stack, stride(stack), &mut sought, |found, part| {
            answers[usize::from(found)] = Answer::Found;
            let witnesses = &mut self.witnesses[usize::from(found)];
            witnesses.add((part, codes[stack - part]));
            witnesses.add((stack - part, codes[part]));
        });
        self.spend(count / 128, ledger)
    }

    /// Charges work in units of about ten nanoseconds.
    fn spend(&self, work: usize, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        ledger.spend(work as u64 + 1, || Progress::new(self.count() as u64, 0, self.bytes()))
    }
}

/// Returns the distance between marked blocks of the splits of a stack.
fn stride(stack: usize) -> usize {
    (stack / 2 / ALL_MARKED).clamp(1, STRIDE)
}

impl Witnesses {
    /// Returns `true` if one of the parts completes a split of the stack: the other part must have the code stored for it.
    fn find(&mut self, stack: usize, codes: &[u16]) -> bool {
        // A part may come from a larger stack.
        let is_split = |&(part, code): &(usize, u16)| part < stack && codes[stack - part] == code;
        let found = self.parts.iter().position(is_split);
        if let Some(index) = found {
            self.parts.swap(index, index / 2);
        }
        found.is_some()
    }

    /// Adds a part. If the list is full, the part replaces another part in its second half.
    fn add(&mut self, part: (usize, u16)) {
        if self.parts.len() < WITNESSES {
            self.parts.push(part);
        } else {
            self.parts[WITNESSES / 2 + self.replaced % (WITNESSES / 2)] = part;
            self.replaced += 1;
        }
    }
}
