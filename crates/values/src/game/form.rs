//! Canonical forms of `{L|R}`.

use std::cmp::Ordering;
use std::mem;

use super::account::Account;
use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::nimbers::NimberCode;
use super::number::{Bound, Number};
use super::table::mix;
use super::tables::{Edges, NO_RECORD, RecordEntry, Side, Tables, Workspace};

impl Tables {
    /// Returns the value of `{left|right}`.
    pub(super) fn form(&mut self, left: &[Game], right: &[Game]) -> Result<Game, ArenaError> {
        self.fill_workspace(left, right)?;
        self.canonicalise()
    }

    /// Returns the value of the form `{left|right}`, which must have no dominated or reversible options.
    pub(super) fn canonical_form(&mut self, left: &[Game], right: &[Game]) -> Result<Game, ArenaError> {
        self.fill_workspace(left, right)?;
        let value = self.value_of_workspace(true)?;
        if cfg!(debug_assertions) {
            assert_eq!(self.form(left, right)?, value, "the form is not canonical");
        }
        Ok(value)
    }

    pub(super) fn fill_workspace(&mut self, left: &[Game], right: &[Game]) -> Result<(), ArenaError> {
        let Workspace { left: lefts, right: rights, .. } = &mut self.workspace;
        lefts.clear();
        self.account.reserve(lefts, left.len())?;
        lefts.extend_from_slice(left);
        rights.clear();
        self.account.reserve(rights, right.len())?;
        rights.extend_from_slice(right);
        Ok(())
    }

    /// Returns the value of the form whose options are in the workspace.
    pub(super) fn canonicalise(&mut self) -> Result<Game, ArenaError> {
        self.value_of_workspace(false)
    }

    fn value_of_workspace(&mut self, is_canonical: bool) -> Result<Game, ArenaError> {
        self.counts.forms += 1;
        self.account.spend(self.workspace.left.len() + self.workspace.right.len())?;
        let mut left = mem::take(&mut self.workspace.left);
        let mut right = mem::take(&mut self.workspace.right);
        let value = self.canonicalise_lists(&mut left, &mut right, is_canonical);
        self.workspace.left = left;
        self.workspace.right = right;
        value
    }

    /// Returns the value of the form whose options are in the given lists.
    ///
    /// This is the simplest number x such that no left option is ≥ x and no right option is ≤ x, if there is one (the
    /// simplicity theorem, ONAG chapter 2). Otherwise the ends of that empty interval are the stops of the value.
    fn canonicalise_lists(
        &mut self,
        left: &mut Vec<Game>,
        right: &mut Vec<Game>,
        is_canonical: bool,
    ) -> Result<Game, ArenaError> {
        let lower = self.bound(left, Side::Left)?;
        let upper = self.bound(right, Side::Right)?;
        let number = self.numbers.simplest(lower, upper, &mut self.account)?;
        let (lower, upper) = match (number, lower, upper) {
            (None, Some(lower), Some(upper)) => (lower, upper),
            (number, ..) => {
                self.counts.numbers += 1;
                return Ok(Game::from_number(number.unwrap_or(Number::ZERO)));
            }
        };
        let sum = self.plus(lower.at, upper.at)?;
        let centre = self.numbers.halve(sum, &mut self.account)?;
        let stop = self.minus(lower.at, centre)?;
        for list in [&mut *left, &mut *right] {
            if centre != Number::ZERO {
                for option in list.iter_mut() {
                    option.number = self.translate(*option, centre.negative())?.number;
                }
            }
            if !list.is_sorted_by(|some, other| some < other) {
                self.account.sort_handles(list)?;
                list.dedup();
            }
        }
        let edges = Edges { at_least_right_stop: upper.closed, at_most_left_stop: lower.closed };
        let tail = match is_canonical {
            true => self.recorded_or_inline(left, right, stop, edges)?,
            false => self.simplified(left, right, stop, edges)?,
        };
        self.translate(Game::from_tail(tail), centre)
    }

    /// Returns the lower end of the interval of numbers x such that no left option is ≥ x. For right options, returns the upper
    /// end of the interval of numbers x such that no right option is ≤ x.
    fn bound(&mut self, options: &[Game], side: Side) -> Result<Option<Bound>, ArenaError> {
        let mut bound: Option<Bound> = None;
        for &option in options {
            let (stop, edges) = self.profile(option.tail);
            let (at, beyond) = match side {
                Side::Left => (self.minus(option.number, stop)?, edges.at_least_right_stop),
                Side::Right => (self.plus(option.number, stop)?, edges.at_most_left_stop),
            };
            let order = match (bound, side) {
                (None, _) => Ordering::Greater,
                (Some(bound), Side::Left) => self.numbers.compare(at, bound.at),
                (Some(bound), Side::Right) => self.numbers.compare(bound.at, at),
            };
            match (order, &mut bound) {
                (Ordering::Greater, _) => bound = Some(Bound { at, closed: !beyond }),
                (Ordering::Equal, Some(bound)) => bound.closed &= !beyond,
                _ => {}
            }
        }
        Ok(bound)
    }

    /// Returns the tail of a form that is not a number and has opposite stops. Its options must be sorted.
    fn simplified(
        &mut self,
        left: &mut Vec<Game>,
        right: &mut Vec<Game>,
        stop: Number,
        edges: Edges,
    ) -> Result<Tail, ArenaError> {
        // Recognising the form here also saves time: for a large nimber, many answers that reverse nothing would be
        // compared.
        if let Some(tail) = self.recognise(left, right)? {
            return Ok(tail);
        }
        self.drop_dominated(left, Side::Left)?;
        self.drop_dominated(right, Side::Right)?;
        // Numbers are never reversible.
        if !left.iter().chain(right.iter()).all(|option| option.is_number()) {
            let (left_changed, right_changed) = self.bypass_both(left, right, stop, edges)?;
            if left_changed {
                self.drop_dominated(left, Side::Left)?;
            }
            if right_changed {
                self.drop_dominated(right, Side::Right)?;
            }
        }
        self.recorded_or_inline(left, right, stop, edges)
    }

    /// Returns the tail of a form whose options are canonical and sorted and whose stops are opposite.
    fn recorded_or_inline(
        &mut self,
        left: &[Game],
        right: &[Game],
        stop: Number,
        edges: Edges,
    ) -> Result<Tail, ArenaError> {
        match self.recognise(left, right)? {
            Some(tail) => Ok(tail),
            None => self.intern(left, right, stop, edges),
        }
    }

    /// Bypasses the reversible options of both players, comparing with a provisional record of the form.
    fn bypass_both(
        &mut self,
        left: &mut Vec<Game>,
        right: &mut Vec<Game>,
        stop: Number,
        edges: Edges,
    ) -> Result<(bool, bool), ArenaError> {
        self.provisional = self.append(left, right, stop, edges)?;
        let form = Tail::record(self.provisional as u32, false, false);
        let left = self.bypass(left, form, Side::Left);
        let right = left.and_then(|_| self.bypass(right, form, Side::Right));
        self.provisional = NO_RECORD;
        self.provisional_comparisons.clear();
        self.remove_last();
        Ok((left?, right?))
    }

    /// Returns `true` if `some`, with `gain` added in favour of `side`, is at least as good for `side` as `other`.
    #[inline]
    fn prefers(&mut self, side: Side, some: Tail, other: Tail, gain: Number) -> Result<bool, ArenaError> {
        match side {
            Side::Left => self.le_tails(other, some, gain),
            Side::Right => self.le_tails(some, other, gain),
        }
    }

    /// Removes dominated options and keeps the order of the others.
    fn drop_dominated(&mut self, options: &mut Vec<Game>, side: Side) -> Result<(), ArenaError> {
        if options.len() < 2 {
            return Ok(());
        }
        // For Left, start with the highest numbers: the first option then dominates many of the others.
        if side == Side::Left {
            options.reverse();
        }
        let mut kept = 0;
        'options: for next in 0..options.len() {
            let option = options[next];
            let mut rest = 0;
            self.account.spend(kept)?;
            for index in 0..kept {
                let other = options[index];
                let gain = match side {
                    Side::Left => self.minus(option.number, other.number)?,
                    Side::Right => self.minus(other.number, option.number)?,
                };
                // An option that dominates a kept option is not dominated by another kept one.
                if rest == index && self.prefers(side, other.tail, option.tail, gain.negative())? {
                    continue 'options;
                }
                if !self.prefers(side, option.tail, other.tail, gain)? {
                    if rest < index {
                        options[rest] = other;
                    }
                    rest += 1;
                }
            }
            options[rest] = option;
            kept = rest + 1;
        }
        options.truncate(kept);
        if side == Side::Left {
            options.reverse();
        }
        Ok(())
    }

    /// Bypasses reversible options. If the opponent can answer an option with a position no worse for them than `form`,
    /// replaces the option by the options of the answer, repeatedly. Returns `true` if any option was replaced.
    fn bypass(&mut self, options: &mut Vec<Game>, form: Tail, side: Side) -> Result<bool, ArenaError> {
        let mut kept = 0;
        while let Some(&option) = options.get(kept) {
            if let Some(answer) = self.reversing(option, form, side)? {
                let mut candidates = mem::take(&mut self.workspace.candidates);
                let result = self.bypass_from(options, kept, &mut candidates, answer, form, side);
                self.workspace.candidates = candidates;
                result?;
                return Ok(true);
            }
            kept += 1;
        }
        Ok(false)
    }

    /// Continues [`Tables::bypass`] after the first `first` options, which are not reversible. `answer` reverses the next
    /// option.
    #[cold]
    fn bypass_from(
        &mut self,
        kept: &mut Vec<Game>,
        first: usize,
        [candidates, next]: &mut [Vec<Game>; 2],
        answer: Game,
        form: Tail,
        side: Side,
    ) -> Result<(), ArenaError> {
        candidates.clear();
        self.account.reserve(candidates, kept.len() - first - 1)?;
        candidates.extend_from_slice(&kept[first + 1..]);
        kept.truncate(first);
        self.collect_options(answer, side, candidates)?;
        while !candidates.is_empty() {
            self.account.sort_handles(candidates)?;
            candidates.dedup();
            next.clear();
            self.bypass_once(kept, candidates, next, form, side)?;
            mem::swap(candidates, next);
        }
        self.account.sort_handles(kept)
    }

    /// Appends the candidates that are not reversible to `kept`, and the replacements of the others to `next`.
    fn bypass_once(
        &mut self,
        kept: &mut Vec<Game>,
        candidates: &[Game],
        next: &mut Vec<Game>,
        form: Tail,
        side: Side,
    ) -> Result<(), ArenaError> {
        let before = kept.len();
        for &option in candidates {
            self.account.spend(1 + before / CONTAINED_PER_STEP)?;
            if kept[..before].contains(&option) {
                continue;
            }
            match self.reversing(option, form, side)? {
                None => {
                    self.account.reserve(kept, 1)?;
                    kept.push(option);
                }
                Some(answer) => self.collect_options(answer, side, next)?,
            }
        }
        Ok(())
    }

    /// Returns an answer of the opponent that reverses `option`, if there is one.
    ///
    /// A number x is never reversible unless another option dominates it. An answer that reverses Left's option x is a
    /// number greater than x and at most the form. The form is not a number, so it has a left option whose right stop is
    /// greater than x.
    fn reversing(&mut self, option: Game, form: Tail, side: Side) -> Result<Option<Game>, ArenaError> {
        if option.is_number() {
            return Ok(None);
        }
        if let Some(nimber) = self.far_nimber(option.tail) {
            let answers = self.options_that_matter(nimber, form)?;
            return self.reversing_answer(option, form, side, answers.len(), |_, index| answers[index]);
        }
        let answers = self.option_count(option.tail, side.opponent());
        self.reversing_answer(option, form, side, answers, |tables, index| {
            tables.option(option.tail, side.opponent(), index)
        })
    }

    /// Returns the first of the given answers that reverses `option`, if any.
    #[inline]
    fn reversing_answer(
        &mut self,
        option: Game,
        form: Tail,
        side: Side,
        answers: usize,
        answer: impl Fn(&Tables, usize) -> Game,
    ) -> Result<Option<Game>, ArenaError> {
        for index in 0..answers {
            if index % ANSWERS_AT_ONCE == 0 {
                self.account.spend(ANSWERS_AT_ONCE.min(answers - index))?;
            }
            let answer = answer(self, index);
            let number = self.plus(answer.number, option.number)?;
            let gain = if side == Side::Left { number.negative() } else { number };
            if self.prefers(side, form, answer.tail, gain)? {
                return self.translate(answer, option.number).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the tail of a form without a closed form. Its options must be canonical and sorted, and its stops
    /// opposite. Records either the form or its negative, whichever has the lesser lists.
    fn intern(
        &mut self,
        left: &[Game],
        right: &[Game],
        stop: Number,
        edges: Edges,
    ) -> Result<Tail, ArenaError> {
        // Comparing the least options decides nearly always.
        let mirrored = right.iter().map(|&option| -option).min();
        if left.first().copied() < mirrored {
            let place = self.find_or_append(left, right, stop, edges)?;
            return Ok(Tail::record(place as u32, false, false));
        }
        let mut negated = mem::take(&mut self.workspace.negated);
        let found = self.intern_lesser(left, right, &mut negated, stop, edges);
        self.workspace.negated = negated;
        let (place, order) = found?;
        Ok(Tail::record(place as u32, order.is_eq(), order.is_gt()))
    }

    /// Returns the index of the record of the form or its negative, and the order of the form's lists relative to the lists of
    /// the negative.
    fn intern_lesser(
        &mut self,
        left: &[Game],
        right: &[Game],
        negated: &mut [Vec<Game>; 2],
        stop: Number,
        edges: Edges,
    ) -> Result<(usize, Ordering), ArenaError> {
        let [negative_left, negative_right] = negated;
        negate(right, negative_left, &mut self.account)?;
        negate(left, negative_right, &mut self.account)?;
        let order = (left, right).cmp(&(negative_left, negative_right));
        let place = match order.is_le() {
            true => self.find_or_append(left, right, stop, edges),
            false => self.find_or_append(negative_left, negative_right, stop, edges.exchanged()),
        };
        Ok((place?, order))
    }

    fn find_or_append(
        &mut self,
        left: &[Game],
        right: &[Game],
        stop: Number,
        edges: Edges,
    ) -> Result<usize, ArenaError> {
        let hash = left.iter().chain(right).fold(left.len() as u64, |hash, option| mix(hash, option.hash()));
        let place = RecordEntry { hash: (hash >> 32) as u32, place: 0 };
        let same = |entry: &RecordEntry| {
            let found = entry.place as usize - 1;
            entry.hash == place.hash
                && self.recorded(found, Side::Left) == left
                && self.recorded(found, Side::Right) == right
        };
        if let Some(found) = self.places.find(hash >> 32 << 32, same) {
            return Ok(found.place as usize - 1);
        }
        self.places.reserve(&mut self.account)?;
        let found = self.append(left, right, stop, edges)?;
        self.places.insert(RecordEntry { place: found as u32 + 1, ..place }, &mut self.account)?;
        Ok(found)
    }

    /// Recognises `n·↑ + *k` by its canonical options; the inverse of computing the options of such a tail.
    fn recognise(&mut self, left: &[Game], right: &[Game]) -> Result<Option<Tail>, ArenaError> {
        Ok(match (left, right) {
            _ if left == right => match self.least_other_nimber(left) {
                Some(size) => Some(self.up_star(0, size)?),
                None => None,
            },
            (zeros, &[answer]) if zeros.contains(&Game::ZERO) => upward(zeros, answer),
            (&[answer], zeros) if zeros.contains(&Game::ZERO) => upward(zeros, -answer).map(Tail::negative),
            _ => None,
        })
    }
}

/// The number of answers whose steps are counted with one call of `spend`.
const ANSWERS_AT_ONCE: usize = 1024;

/// The number of games that are compared with another game in one step.
const CONTAINED_PER_STEP: usize = 64;

/// Fills `negated` with the negatives of the options, sorted.
fn negate(options: &[Game], negated: &mut Vec<Game>, account: &mut Account) -> Result<(), ArenaError> {
    negated.clear();
    account.reserve(negated, options.len())?;
    negated.extend(options.iter().map(|&option| -option));
    account.sort_handles(negated)
}

/// Recognises `n·↑ + *k`, n > 0, by Left's options, zero and perhaps star, and Right's only option.
fn upward(zeros: &[Game], answer: Game) -> Option<Tail> {
    if zeros.len() > 1 {
        let star = zeros.len() == 2 && zeros.contains(&Game::STAR) && answer == Game::ZERO;
        return star.then_some(Tail::inline(1, NimberCode::STAR)).flatten();
    }
    if answer.number != Number::ZERO || answer.tail.is_record() {
        return None;
    }
    match answer.tail.ups_and_nimber() {
        (ups, nimber) if ups > 0 || ups == 0 && nimber != NimberCode::ZERO => {
            Tail::inline(ups + 1, nimber.plus_star())
        }
        _ => None,
    }
}
