//! Comparison of values.

use std::cmp::Ordering;

use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::memo::{Comparison, Frame, Question, YES};
use super::number::Number;
use super::tables::{Side, Tables, is_at_least_zero};

/// The answer to a comparison, or the question to search.
enum Step {
    Known(bool),
    /// Needs a search.
    Missing(Question),
}

impl Tables {
    /// Returns `true` if `low ≤ high`: if Left, moving second, wins `high − low`.
    #[inline]
    pub(super) fn le(&mut self, low: Game, high: Game) -> Result<bool, ArenaError> {
        self.account.spend(1)?;
        if low.tail == high.tail {
            return Ok(self.numbers.compare(low.number, high.number).is_le());
        }
        let number = self.minus(high.number, low.number)?;
        self.le_tails(low.tail, high.tail, number)
    }

    /// Returns `true` if `low ≤ high + number`.
    pub(super) fn le_tails(&mut self, low: Tail, high: Tail, number: Number) -> Result<bool, ArenaError> {
        if number.sign().is_lt() {
            return Ok(false);
        }
        if let Some(answer) = self.decide(low, high, number)? {
            return Ok(answer);
        }
        match self.look_up(low, high, number) {
            Step::Known(answer) => Ok(answer),
            Step::Missing(question) => self.search(question),
        }
    }

    /// Answers a question without a search if possible.
    #[inline]
    fn step(&mut self, low: Tail, high: Tail, number: Number) -> Result<Step, ArenaError> {
        match self.decide(low, high, number)? {
            Some(answer) => Ok(Step::Known(answer)),
            None => Ok(self.look_up(low, high, number)),
        }
    }

    /// Looks up a question that closed forms and stops do not decide.
    fn look_up(&mut self, low: Tail, high: Tail, number: Number) -> Step {
        self.counts.comparisons += 1;
        let question = Question { low, high, number }.normalised();
        match self.cached(question) {
            Some(answer) => {
                self.counts.comparison_hits += 1;
                Step::Known(answer)
            }
            None => Step::Missing(question),
        }
    }

    /// Decides a question by equality, closed forms and stops, if possible.
    ///
    /// Let G = `low` and H = `high + number`, with left stops L and right stops R. Then
    ///
    /// * `G ≤ H` if L(G) < R(H), or if L(G) = R(H) = x and G ≤ x ≤ H;
    /// * `G ≤ H` only if L(G) ≤ L(H) and R(G) ≤ R(H), where L(G) = L(H) = x ≥ H requires x ≥ G, and R(G) = R(H) = x ≤ G
    ///   requires x ≤ H.
    ///
    /// The stops of a tail are opposite, so `G ≤ H` implies that `number` is not negative.
    #[inline]
    fn decide(&mut self, low: Tail, high: Tail, number: Number) -> Result<Option<bool>, ArenaError> {
        if number.sign().is_lt() || low == high {
            return Ok(Some(number.sign().is_ge()));
        }
        if !low.is_record() && !high.is_record() {
            return Ok(Some(match number.sign() {
                Ordering::Equal => {
                    let ((low, some), (high, other)) = (low.ups_and_nimber(), high.ups_and_nimber());
                    is_at_least_zero(high - low, some.distance(other))
                }
                sign => sign.is_gt(),
            }));
        }
        let ((low_stop, low_edges), (high_stop, high_edges)) = (self.profile(low), self.profile(high));
        let orders = self.numbers.compare_both(low_stop, high_stop, number, &mut self.account)?;
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
            // Comparisons with a number are decided by stops alone.
            _ if low == Tail::ZERO || high == Tail::ZERO => Some(false),
            _ => None,
        })
    }

    /// Looks up the answer in the memo. Questions about the provisional record have their own memo.
    #[inline]
    fn cached(&self, question: Question) -> Option<bool> {
        let Question { low, high, number } = question;
        let table =
            if self.is_provisional(question) { &self.provisional_comparisons } else { &self.comparisons };
        let same = |entry: &Comparison| {
            entry.low == low.0 && entry.high & !YES == high.0 && entry.number == number.bits()
        };
        table.find(question.hash(), same).map(|entry| entry.high & YES != 0)
    }

    fn cache(&mut self, question: Question, answer: bool) -> Result<(), ArenaError> {
        let mark = if answer { YES } else { 0 };
        let entry =
            Comparison { low: question.low.0, high: question.high.0 | mark, number: question.number.bits() };
        let table = if self.is_provisional(question) {
            &mut self.provisional_comparisons
        } else {
            &mut self.comparisons
        };
        table.insert(entry, &mut self.account)
    }

    #[inline]
    fn is_provisional(&self, question: Question) -> bool {
        let is = |tail: Tail| tail.is_record() && tail.place() == self.provisional;
        is(question.low) || is(question.high)
    }

    /// Answers a question by depth-first search with an explicit stack: `G ≤ H` if and only if no G^L ≥ H and no H^R ≤
    /// G (Conway).
    #[cold]
    fn search(&mut self, question: Question) -> Result<bool, ArenaError> {
        self.frames.clear();
        self.push_frame(question)?;
        loop {
            let Some(&Frame { question, next }) = self.frames.last() else { return Ok(false) };
            let (refuted, next) = self.advance(question, next)?;
            if let Some(Refutation::Search(question)) = refuted {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next = next;
                }
                self.push_frame(question)?;
                continue;
            }
            let mut answer = refuted.is_none();
            // The answer `true` refutes the question one level up. After the answer `false`, that question continues
            // with its next option.
            while let Some(Frame { question, .. }) = self.frames.pop() {
                self.cache(question, answer)?;
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
        self.account.reserve(&mut self.frames, 1)?;
        self.frames.push(Frame { question, next: 0 });
        Ok(())
    }

    /// Tries the options from index `next` on. Returns a refutation, or else the first question that needs a search,
    /// with the index of its option. The first call (`next` = 0) looks for a refutation among all options before it
    /// returns a question.
    fn advance(
        &mut self,
        question: Question,
        next: usize,
    ) -> Result<(Option<Refutation>, usize), ArenaError> {
        let Question { low, high, .. } = question;
        if self.far_nimber(low).or_else(|| self.far_nimber(high)).is_some() {
            return self.advance_beside_nimber(question, next);
        }
        let left = if low == Tail::ZERO { 0 } else { self.option_count(low, Side::Left) };
        let right = if high == Tail::ZERO { 0 } else { self.option_count(high, Side::Right) };
        let option = |tables: &Tables, index| match index < left {
            true => tables.option(low, Side::Left, index),
            false => tables.option(high, Side::Right, index - left),
        };
        self.try_options(question, next, [left, right], option)
    }

    /// Implements [`Tables::advance`] if one side is a nimber with many options. Tries only the options that can matter.
    #[cold]
    fn advance_beside_nimber(
        &mut self,
        question: Question,
        next: usize,
    ) -> Result<(Option<Refutation>, usize), ArenaError> {
        let Question { low, high, .. } = question;
        let mut options = self.options_beside(low, Side::Left, high)?;
        let left = options.len();
        options.extend(self.options_beside(high, Side::Right, low)?);
        let counts = [left, options.len() - left];
        self.try_options(question, next, counts, |_, index| options[index])
    }

    /// Returns the options of `side` that can matter for the outcome of a sum with `beside`.
    fn options_beside(&mut self, tail: Tail, side: Side, beside: Tail) -> Result<Vec<Game>, ArenaError> {
        match self.far_nimber(tail) {
            Some(nimber) => self.options_that_matter(nimber, beside),
            None => {
                Ok((0..self.option_count(tail, side)).map(|index| self.option(tail, side, index)).collect())
            }
        }
    }

    /// Implements [`Tables::advance`] for the given numbers of options, Left's in the lower value and Right's in the
    /// higher.
    #[inline]
    fn try_options(
        &mut self,
        question: Question,
        next: usize,
        [left, right]: [usize; 2],
        option: impl Fn(&Tables, usize) -> Game,
    ) -> Result<(Option<Refutation>, usize), ArenaError> {
        let Question { low, high, number } = question;
        let mut first_open = None;
        self.account.spend(1 + OPTIONS_AT_ONCE.min(left + right - next))?;
        for index in next..left + right {
            if index.is_multiple_of(OPTIONS_AT_ONCE) && index > next {
                self.account.spend(OPTIONS_AT_ONCE.min(left + right - index))?;
            }
            let option = option(self, index);
            let step = if index < left {
                let distance = self.minus(option.number, number)?;
                self.step(high, option.tail, distance)?
            } else {
                let distance = self.plus(option.number, number)?;
                self.step(option.tail, low, distance.negative())?
            };
            match step {
                Step::Known(true) => return Ok((Some(Refutation::Found), index)),
                Step::Known(false) => {}
                Step::Missing(question) => {
                    first_open.get_or_insert((Some(Refutation::Search(question)), index));
                    if next > 0 {
                        break;
                    }
                }
            }
        }
        Ok(first_open.unwrap_or((None, left + right)))
    }
}

/// The number of options whose steps are counted with one call of `spend`.
const OPTIONS_AT_ONCE: usize = 1024;

/// A refutation of a question, or a question whose answer may refute it.
enum Refutation {
    Found,
    Search(Question),
}
