//! Comparison of values.

use std::cmp::Ordering;

use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::memo::{Comparison, Frame, Question, YES};
use super::number::Number;
use super::tables::{Side, Tables, is_at_least_zero};

/// What is known about a question at once.
enum Step {
    Known(bool),
    /// It takes a search.
    Open(Question),
}

impl Tables {
    /// Whether `low ≤ high`: Left does at least as well in `high − low` as nowhere, moving first or second.
    #[inline]
    pub(super) fn le(&mut self, low: Game, high: Game) -> Result<bool, ArenaError> {
        self.budget.spend(1)?;
        if low.tail == high.tail {
            return Ok(self.numbers.compare(low.number, high.number).is_le());
        }
        let number = self.minus(high.number, low.number)?;
        self.le_apart(low.tail, high.tail, number)
    }

    /// Whether `low ≤ high + number`.
    pub(super) fn le_apart(&mut self, low: Tail, high: Tail, number: Number) -> Result<bool, ArenaError> {
        if number.sign().is_lt() {
            return Ok(false);
        }
        if let Some(answer) = self.decided(low, high, number)? {
            return Ok(answer);
        }
        match self.known(low, high, number) {
            Step::Known(answer) => Ok(answer),
            Step::Open(question) => self.search(question),
        }
    }

    /// Decides a question without search, if that is possible.
    #[inline]
    fn step(&mut self, low: Tail, high: Tail, number: Number) -> Result<Step, ArenaError> {
        match self.decided(low, high, number)? {
            Some(answer) => Ok(Step::Known(answer)),
            None => Ok(self.known(low, high, number)),
        }
    }

    /// What the memo has on a question that is not decided at once.
    fn known(&mut self, low: Tail, high: Tail, number: Number) -> Step {
        self.counts.comparisons += 1;
        let question = Question { low, high, number }.normalised();
        match self.remembered(question) {
            Some(answer) => {
                self.counts.comparison_hits += 1;
                Step::Known(answer)
            }
            None => Step::Open(question),
        }
    }

    /// Decides by equality, closed forms and stops.
    ///
    /// With L and R for the left and the right stop: `G ≤ H` if L(G) < R(H), or if they are one number x and
    /// G ≤ x ≤ H; and only if L(G) ≤ L(H) and R(G) ≤ R(H), where if L(G) = L(H) = x ≥ H also x ≥ G, and if
    /// R(G) = R(H) = x ≤ G also x ≤ H. Here G = `low`, H = `high + number`; the stops of a tail are opposite, so
    /// that `number` must not be negative.
    #[inline]
    fn decided(&mut self, low: Tail, high: Tail, number: Number) -> Result<Option<bool>, ArenaError> {
        if number.sign().is_lt() || low == high {
            return Ok(Some(number.sign().is_ge()));
        }
        if !low.is_record() && !high.is_record() {
            return Ok(Some(match number.sign() {
                Ordering::Equal => {
                    let ((low, some), (high, other)) = (low.ups_and_nimber(), high.ups_and_nimber());
                    is_at_least_zero(high - low, some ^ other)
                }
                sign => sign.is_gt(),
            }));
        }
        let ((low_stop, low_edges), (high_stop, high_edges)) = (self.profile(low), self.profile(high));
        let orders = self.numbers.compare_both(low_stop, high_stop, number, &mut self.budget)?;
        Ok(match orders {
            [Ordering::Less, ..] => Some(true),
            [Ordering::Equal, ..] if low_edges.at_most_left_stop && high_edges.at_least_right_stop => {
                Some(true)
            }
            [_, Ordering::Greater, _] | [_, _, Ordering::Greater] => Some(false),
            [_, Ordering::Equal, _] if high_edges.at_most_left_stop && !low_edges.at_most_left_stop => {
                Some(false)
            }
            [_, _, Ordering::Equal] if low_edges.at_least_right_stop && !high_edges.at_least_right_stop => {
                Some(false)
            }
            // A number is compared by stops alone.
            _ if low == Tail::ZERO || high == Tail::ZERO => Some(false),
            _ => None,
        })
    }

    /// The answer from a memo. Answers about a provisional record have a memo of their own.
    #[inline]
    fn remembered(&self, question: Question) -> Option<bool> {
        let Question { low, high, number } = question;
        let table =
            if self.is_provisional(question) { &self.provisional_comparisons } else { &self.comparisons };
        let same = |entry: &Comparison| {
            entry.low == low.0 && entry.high & !YES == high.0 && entry.number == number.bits()
        };
        table.find(question.hash(), same).map(|entry| entry.high & YES != 0)
    }

    fn remember(&mut self, question: Question, answer: bool) -> Result<(), ArenaError> {
        let mark = if answer { YES } else { 0 };
        let entry =
            Comparison { low: question.low.0, high: question.high.0 | mark, number: question.number.bits() };
        let table = if self.is_provisional(question) {
            &mut self.provisional_comparisons
        } else {
            &mut self.comparisons
        };
        table.insert(entry, &mut self.budget)
    }

    #[inline]
    fn is_provisional(&self, question: Question) -> bool {
        let is = |tail: Tail| tail.is_record() && tail.place() == self.provisional;
        is(question.low) || is(question.high)
    }

    /// `G ≤ H` if and only if no G^L ≥ H and no H^R ≤ G (Conway); depth first, on a stack.
    #[cold]
    fn search(&mut self, question: Question) -> Result<bool, ArenaError> {
        self.frames.clear();
        self.push_frame(question)?;
        loop {
            let Some(&Frame { question, next }) = self.frames.last() else { return Ok(false) };
            let (refuted, next) = self.advance(question, next)?;
            if let Some(Refutation::Ask(question)) = refuted {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next = next;
                }
                self.push_frame(question)?;
                continue;
            }
            let mut answer = refuted.is_none();
            // An answer yes refutes the question that led here; and so on upwards.
            while let Some(Frame { question, .. }) = self.frames.pop() {
                self.remember(question, answer)?;
                match (answer, self.frames.last_mut()) {
                    (_, None) => return Ok(answer),
                    (true, Some(_)) => answer = false,
                    (false, Some(parent)) => {
                        parent.next += 1;
                        break;
                    }
                }
            }
        }
    }

    fn push_frame(&mut self, question: Question) -> Result<(), ArenaError> {
        self.budget.reserve(&mut self.frames, 1)?;
        self.frames.push(Frame { question, next: 0 });
        Ok(())
    }

    /// Tries the options from number `next` on: until one refutes, until one needs a search, or to the end.
    fn advance(
        &mut self,
        question: Question,
        next: usize,
    ) -> Result<(Option<Refutation>, usize), ArenaError> {
        let Question { low, high, number } = question;
        let left = if low == Tail::ZERO { 0 } else { self.option_count(low, Side::Left) };
        let right = if high == Tail::ZERO { 0 } else { self.option_count(high, Side::Right) };
        let mut first_open = None;
        self.budget.spend(1 + OPTIONS_AT_ONCE.min(left + right - next))?;
        for index in next..left + right {
            if index.is_multiple_of(OPTIONS_AT_ONCE) && index > next {
                self.budget.spend(OPTIONS_AT_ONCE.min(left + right - index))?;
            }
            let step = if index < left {
                let option = self.option(low, Side::Left, index);
                let distance = self.minus(option.number, number)?;
                self.step(high, option.tail, distance)?
            } else {
                let option = self.option(high, Side::Right, index - left);
                let distance = self.plus(option.number, number)?;
                self.step(option.tail, low, distance.negative())?
            };
            match step {
                Step::Known(true) => return Ok((Some(Refutation::Found), index)),
                Step::Known(false) => {}
                Step::Open(question) => {
                    first_open.get_or_insert((Some(Refutation::Ask(question)), index));
                    if next > 0 {
                        break;
                    }
                }
            }
        }
        Ok(first_open.unwrap_or((None, left + right)))
    }
}

/// So many options are looked at until the interrupt may be asked.
const OPTIONS_AT_ONCE: usize = 1024;

/// What may refute a question.
enum Refutation {
    Found,
    Ask(Question),
}
