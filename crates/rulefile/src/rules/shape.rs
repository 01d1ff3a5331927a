//! Recognises rules on single heaps that take and split, and enumerates their options as ranges.

mod window;

use super::nest::{Members, Nest, Step};
use super::sets::NumberSet;
use super::tree::{Arithmetic, Number, OVERFLOW, RuleFunction, RuleRelation, Test, compare, excess};
use std::ops::Range;
use std::sync::Arc;
use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault, TakeAndBreak};

/// Rules whose options are ranges of heaps, and ranges of pairs of heaps with the same total.
#[derive(Debug)]
pub(super) struct HeapShape {
    families: Vec<OptionFamily>,
    code: Option<Code>,
    /// The length of the window of values that a value depends on, if the rules bound the amount taken or broken off.
    window: Option<u64>,
}

/// A family of options: one range for each value of the outer variable, or a single range if there is none.
#[derive(Debug)]
struct OptionFamily {
    /// Conditions on the heap.
    tests: Vec<(RuleRelation, Number, Number)>,
    outer: Option<Loop>,
    inner: Option<Loop>,
    leaves: Leaves,
}

#[derive(Debug)]
struct Loop {
    variable: usize,
    least: Number,
    most: Number,
    set: Option<Arc<NumberSet>>,
}

/// The heaps that a move leaves, in terms of the heap, the outer and the inner variable.
#[derive(Debug)]
enum Leaves {
    /// No heap.
    Nothing,
    /// A single heap.
    Heap(Number),
    /// One heap of size `offset + v` if `grows` is set, otherwise `offset - v`, where v is the inner variable.
    Range { offset: Number, grows: bool },
    /// Two heaps with a constant sum: `offset + v` and `total - offset - v`, where v is the inner variable.
    Pairs { offset: Number, total: Number, unequal: bool },
    /// Two heaps: one that does not depend on the inner variable, and one as in [`Leaves::Range`].
    Beside { heap: Number, offset: Number, grows: bool },
}

impl HeapShape {
    /// Recognises the shape of rules on single heaps. Every option must consist of smaller heaps. Returns `None` for other
    /// shapes.
    pub(super) fn of(nests: &[Nest]) -> Option<HeapShape> {
        let families: Option<Vec<OptionFamily>> = nests.iter().map(OptionFamily::of).collect();
        let families = families?;
        let code = Code::of(&families);
        let window = window::length(&families);
        Some(HeapShape { families, code, window })
    }
}

impl OptionFamily {
    fn of(nest: &Nest) -> Option<OptionFamily> {
        let mut family =
            OptionFamily { tests: Vec::new(), outer: None, inner: None, leaves: Leaves::Nothing };
        let mut unequal = None;
        for step in &nest.steps {
            match step {
                Step::Loop { variable, least, most, members } if unequal.is_none() => {
                    let set = match members {
                        Members::All => None,
                        Members::Set(set) => Some(set.clone()),
                        Members::Divisors(_) => return None,
                    };
                    let next = Loop { variable: *variable, least: least.clone(), most: most.clone(), set };
                    if family.outer.is_some() {
                        return None;
                    }
                    family.outer = family.inner.replace(next);
                }
                Step::Test(Test::Compare(relation, a, b)) if family.inner.is_none() => {
                    family.tests.push((*relation, a.clone(), b.clone()));
                }
                Step::Test(Test::Compare(RuleRelation::Unequal, a, b)) if unequal.is_none() => {
                    unequal = Some(a.clone().minus(b.clone()));
                }
                _ => return None,
            }
        }
        let inner = family.inner.as_ref().map(|inner| inner.variable);
        family.leaves = match (&nest.parts[..], inner) {
            ([], None) => Leaves::Nothing,
            ([part], None) => Leaves::Heap(part[0].clone()),
            ([part], Some(inner)) => {
                let (factor, offset) = part[0].split(inner)?;
                match factor {
                    Number::Constant(1) => Leaves::Range { offset, grows: true },
                    Number::Constant(-1) => Leaves::Range { offset, grows: false },
                    _ => return None,
                }
            }
            ([first, second], Some(inner)) => {
                let (first, second) = (first[0].split(inner)?, second[0].split(inner)?);
                match (first, second) {
                    ((Number::Constant(1), a), (Number::Constant(-1), b))
                    | ((Number::Constant(-1), b), (Number::Constant(1), a)) => {
                        Leaves::Pairs { offset: a.clone(), total: a.plus(b), unequal: false }
                    }
                    ((Number::Constant(0), heap), (Number::Constant(factor @ (1 | -1)), offset))
                    | ((Number::Constant(factor @ (1 | -1)), offset), (Number::Constant(0), heap)) => {
                        Leaves::Beside { heap, offset, grows: factor == 1 }
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        match (&mut family.leaves, unequal) {
            (_, None) => {}
            (Leaves::Pairs { offset, total, unequal }, Some(difference)) => {
                // The two heaps are offset + v and total - offset - v. The test must state that their difference is not
                // 0.
                let two = Number::Constant(2);
                let expected =
                    two.clone().times(offset.clone().plus(Number::Variable(inner?))).minus(total.clone());
                *unequal = is_same_up_to_sign(&expected, &difference);
                if !*unequal {
                    return None;
                }
            }
            _ => return None,
        }
        // The members of a set do not form a range, so they are enumerated in the outer loop.
        if family.inner.as_ref().is_some_and(|inner| inner.set.is_some()) {
            if family.outer.is_some() || !matches!(family.leaves, Leaves::Range { .. }) {
                return None;
            }
            family.outer = family.inner.take();
            family.leaves = Leaves::Heap(nest.parts[0][0].clone());
        }
        Some(family)
    }

    fn exclude(&self, heap: i64, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        let mut variables = [0i64; 32];
        variables[0] = heap;
        for (relation, a, b) in &self.tests {
            match (known(a, &variables)?, known(b, &variables)?) {
                (Some(a), Some(b)) if compare(*relation, a, b) => {}
                _ => return Ok(()),
            }
        }
        let Some(outer) = &self.outer else { return self.exclude_range(&variables, excluded) };
        let (least, most) = (known(&outer.least, &variables)?, known(&outer.most, &variables)?);
        let (Some(least), Some(most)) = (least, most) else { return Ok(()) };
        let from = |number: i64| match &outer.set {
            Some(set) => set.from(number),
            None => Some(number),
        };
        let mut next = from(least);
        while let Some(value) = next.filter(|value| *value <= most) {
            excluded.spend(outer.set.as_ref().map_or(1, |set| set.steps(value)))?;
            variables[outer.variable] = value;
            self.exclude_range(&variables, excluded)?;
            next = value.checked_add(1).and_then(from);
        }
        Ok(())
    }

    fn exclude_range(&self, variables: &[i64], excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        let range = match &self.inner {
            None => None,
            Some(inner) => match (known(&inner.least, variables)?, known(&inner.most, variables)?) {
                (Some(least), Some(most)) if least <= most => Some((least, most)),
                _ => return Ok(()),
            },
        };
        match self.sizes_of(variables, range) {
            None => {}
            Some(Sizes::Nothing) => excluded.nothing(),
            Some(Sizes::Heap(heap)) => excluded.heap(heap),
            Some(Sizes::Range(heaps)) => excluded.heaps(heaps)?,
            Some(Sizes::Beside(heap, others)) => excluded.beside(heap, others)?,
            Some(Sizes::Pairs { total, least, most, unequal }) => {
                excluded.pairs_between(total, least, most, unequal)?;
            }
        }
        Ok(())
    }

    /// Evaluates the sizes of the remaining heaps for the range of the inner variable, if there is one. Returns `None` if there are
    /// no options.
    fn sizes_of(&self, variables: &[i64], range: Option<(i64, i64)>) -> Option<Sizes> {
        let size = |number: i64| usize::try_from(number).ok();
        Some(match &self.leaves {
            Leaves::Nothing => Sizes::Nothing,
            Leaves::Heap(heap) => Sizes::Heap(size(heap.value(variables)?)?),
            Leaves::Range { offset, grows } => Sizes::Range(sizes(range?, offset.value(variables)?, *grows)?),
            Leaves::Beside { heap, offset, grows } => {
                let others = sizes(range?, offset.value(variables)?, *grows)?;
                Sizes::Beside(size(heap.value(variables)?)?, others)
            }
            Leaves::Pairs { offset, total, unequal } => {
                let ((least, most), offset) = (range?, offset.value(variables)?);
                let total = size(total.value(variables)?)?;
                let (least, most) = (size(offset.checked_add(least)?)?, size(offset.checked_add(most)?)?);
                // Only one of two mirrored pairs is needed.
                let most = if least + most == total { most.min(total / 2) } else { most };
                Sizes::Pairs { total, least, most, unequal: *unequal }
            }
        })
    }
}

/// Returns the value of a number; `None` if it is undefined, so that there are no options.
///
/// # Errors
/// Returns an error if a number without divisions by 0 exceeds 63 bits.
fn known(number: &Number, variables: &[i64]) -> Result<Option<i64>, RuleFault> {
    match number.value(variables) {
        None if number.is_total() => Err(RuleFault::new(format!("at {}, {OVERFLOW}", variables[0]))),
        value => Ok(value),
    }
}

/// The heaps that a move leaves, as numbers.
enum Sizes {
    Nothing,
    Heap(usize),
    Range(Range<usize>),
    Beside(usize, Range<usize>),
    Pairs { total: usize, least: usize, most: usize, unequal: bool },
}

/// Returns the sizes offset + v, or offset - v, for a range of v.
fn sizes((least, most): (i64, i64), offset: i64, grows: bool) -> Option<Range<usize>> {
    let (first, last) = match grows {
        true => (offset.checked_add(least)?, offset.checked_add(most)?),
        false => (offset.checked_sub(most)?, offset.checked_sub(least)?),
    };
    Some(usize::try_from(first).ok()?..usize::try_from(last).ok()? + 1)
}

impl HeapRules for HeapShape {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        let Ok(heap) = i64::try_from(heap) else { return Ok(()) };
        self.families.iter().try_for_each(|family| family.exclude(heap, excluded))
    }

    fn recurrence(&self) -> Recurrence {
        match (self.code.as_ref().map(Code::recurrence), self.window) {
            (None | Some(Recurrence::Unknown), Some(length)) => Recurrence::Window { length },
            (code, _) => code.unwrap_or(Recurrence::Unknown),
        }
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        self.code.as_ref().map(Code::take_and_break)
    }

    fn form_recurrence(&self) -> Recurrence {
        let splits =
            |family: &OptionFamily| matches!(family.leaves, Leaves::Pairs { .. } | Leaves::Beside { .. });
        match self.take_and_break() {
            _ if self.families.iter().any(splits) => Recurrence::Unknown,
            Some(moves) => Recurrence::Window { length: moves.regular_from },
            None => self.recurrence(),
        }
    }
}

/// A linear combination of the heap, the outer and the inner variable, plus a constant.
#[derive(Debug, Default, PartialEq, Eq)]
struct Affine {
    factors: [i64; 3],
    constant: i64,
}

/// Converts a number to an [`Affine`] combination of the variables, if it is linear with small coefficients.
fn affine(number: &Number, variables: [Option<usize>; 3]) -> Option<Affine> {
    let mut rest = number.clone();
    let mut affine = Affine::default();
    for (place, variable) in variables.into_iter().enumerate() {
        let Some(variable) = variable else { continue };
        let (Number::Constant(factor), next) = rest.split(variable)? else { return None };
        affine.factors[place] = factor;
        rest = next;
    }
    // The remaining number has no variables, so its value is the constant.
    affine.constant = rest.is_known(&|_| false).then(|| rest.value(&[])).flatten()?;
    let is_small = |number: i64| number.unsigned_abs() < 1 << 40;
    (is_small(affine.constant) && affine.factors.into_iter().all(is_small)).then_some(affine)
}

fn is_same_up_to_sign(a: &Number, b: &Number) -> bool {
    let variables = [Some(0), a_variable(a, b, 0), a_variable(a, b, 1)];
    let (Some(a), Some(b)) = (affine(a, variables), affine(b, variables)) else { return false };
    let opposite = Affine { factors: b.factors.map(|factor| -factor), constant: -b.constant };
    a == b || a == opposite
}

/// Returns the variable with this index among the variables, other than the heap, that occur in `a` or `b`.
fn a_variable(a: &Number, b: &Number, index: usize) -> Option<usize> {
    (1..32).filter(|&variable| a.mentions(variable) || b.mentions(variable)).nth(index)
}

/// The maximum number of tokens that a move of a code may take.
const LONGEST_CODE: i64 = 1 << 12;

/// An equivalent octal code: digit t encodes the heaps that a move may leave when it takes t tokens. If `unequal` is set, every
/// split must leave two unequal heaps.
#[derive(Debug)]
struct Code {
    /// The digits; the last digit is not zero.
    digits: Vec<u8>,
    unequal: bool,
}

impl Code {
    fn of(families: &[OptionFamily]) -> Option<Code> {
        let mut digits = vec![0u8; LONGEST_CODE as usize + 1];
        for family in families {
            for (taken, leaves) in family.digits()? {
                *digits.get_mut(usize::try_from(taken).ok()?)? |= leaves;
            }
        }
        // The heap 0 of a code has no move, so that a move that leaves it leaves nothing.
        if digits[0] & 3 != 0 {
            return None;
        }
        let last_digit = digits.iter().rposition(|digit| *digit != 0)?;
        digits.truncate(last_digit + 1);
        let mut pairs = families.iter().filter_map(|family| match family.leaves {
            Leaves::Pairs { unequal, .. } => Some(unequal),
            _ => None,
        });
        let unequal = pairs.next().unwrap_or(false);
        pairs.all(|other| other == unequal).then_some(Code { digits, unequal })
    }

    fn recurrence(&self) -> Recurrence {
        let last_digit = self.digits.len() as u64 - 1;
        if self.digits.iter().all(|digit| [0, 3].contains(digit)) {
            Recurrence::Window { length: last_digit }
        } else if self.unequal {
            Recurrence::Unknown
        } else {
            Recurrence::Octal { last_digit }
        }
    }

    fn take_and_break(&self) -> TakeAndBreak {
        let taken = |bit| {
            let digits = (0..).zip(&self.digits).filter(move |(_, digit)| *digit & bit != 0);
            digits.map(|(taken, _)| taken).collect()
        };
        let regular_from = self.digits.len() as u64;
        TakeAndBreak { takes: taken(2), splits: taken(4), unequal: self.unequal, regular_from }
    }
}

impl OptionFamily {
    /// Returns the amounts that may be taken, each with its octal digit, if a code can express the options.
    fn digits(&self) -> Option<Vec<(i64, u8)>> {
        let (outer, inner) = (self.outer.as_ref(), self.inner.as_ref());
        let variables = [Some(0), outer.map(|outer| outer.variable), inner.map(|inner| inner.variable)];
        let affine = |number: &Number| affine(number, variables);
        // The sum of the remaining heaps must be the heap minus a constant, and minus the variable for the amount taken, if any.
        let sum = match &self.leaves {
            Leaves::Nothing => return self.digit_of_nothing(),
            Leaves::Heap(heap) => affine(heap)?,
            Leaves::Range { offset, grows: false } => {
                let mut sum = affine(offset)?;
                sum.factors[2] -= 1;
                sum
            }
            Leaves::Range { grows: true, .. } | Leaves::Beside { .. } => return None,
            Leaves::Pairs { total, .. } => affine(total)?,
        };
        let is_pair = matches!(self.leaves, Leaves::Pairs { .. });
        let taker = if is_pair || inner.is_none() { 1 } else { 2 };
        let taking = if taker == 1 { outer } else { inner };
        let others_zero = (1..3).all(|place| place == taker || sum.factors[place] == 0);
        let is_taken = sum.factors[taker] == -i64::from(taking.is_some());
        if sum.factors[0] != 1 || !others_zero || !is_taken || (taker == 2 && outer.is_some()) {
            return None;
        }
        // The conditions may only state a lower bound for the sum of the remaining heaps.
        let mut least_rest: Option<i64> = if is_pair { Some(0) } else { None };
        for (relation, a, b) in &self.tests {
            let row = affine(&excess(*relation, a, b)?)?;
            if row.factors != [1, 0, 0] || taking.is_some() {
                return None;
            }
            least_rest = least_rest.max(Some(sum.constant - row.constant));
        }
        let (mut first, mut last) = (0, 0);
        if let Some(taking) = taking {
            (first, last) = (constant_bound(&taking.least, RuleFunction::Max, 0)?, i64::MAX);
            for bound in bounds(&taking.most, RuleFunction::Min) {
                let bound = affine(&bound)?;
                match bound.factors {
                    [0, 0, 0] => last = last.min(bound.constant),
                    [1, 0, 0] => least_rest = least_rest.max(Some(sum.constant - bound.constant)),
                    _ => return None,
                }
            }
            if let Some(greatest) = taking.set.as_ref().and_then(|set| set.greatest()) {
                last = last.min(greatest);
            }
        }
        let digit = match (is_pair, least_rest) {
            (false, Some(0)) => 3,
            (false, Some(1)) => 2,
            // The heaps of a pair bound their sum from below already; a higher bound is not part of a code.
            (true, Some(least)) => match self.digit_of_pairs(&affine, sum.constant, taker)? {
                7 if least == 0 => 7,
                4 if least <= 2 => 4,
                _ => return None,
            },
            _ => return None,
        };
        if last.checked_sub(first)? > LONGEST_CODE {
            return None;
        }
        let members = (first..=last).filter(|&taken| {
            taking.and_then(|taking| taking.set.as_ref()).is_none_or(|set| set.contains(taken))
        });
        members.map(|taken| Some((taken.checked_sub(sum.constant)?, digit))).collect()
    }

    /// Recognises `nothing where n = 3`.
    fn digit_of_nothing(&self) -> Option<Vec<(i64, u8)>> {
        let variables = [Some(0), None, None];
        match (&self.tests[..], &self.outer, &self.inner) {
            ([(RuleRelation::Equal, a, b)], None, None) => {
                let row = affine(&a.clone().minus(b.clone()), variables)?;
                (row.factors[0].abs() == 1).then(|| vec![(-row.constant * row.factors[0], 1)])
            }
            _ => None,
        }
    }

    /// Returns 7 if both heaps may be empty, or 4 if neither may.
    fn digit_of_pairs(
        &self,
        affine: &dyn Fn(&Number) -> Option<Affine>,
        taken: i64,
        taker: usize,
    ) -> Option<u8> {
        let (Some(inner), Leaves::Pairs { offset, .. }) = (&self.inner, &self.leaves) else { return None };
        let offset = affine(offset)?;
        let least = constant_bound(&inner.least, RuleFunction::Max, 0)?;
        let least_first =
            if offset.factors == [0, 0, 0] { least.checked_add(offset.constant)? } else { return None };
        // The second heap is the total minus the first, so the tightest upper bound of the first gives a lower bound of the
        // second.
        let mut least_second = None;
        for bound in bounds(&inner.most, RuleFunction::Min) {
            let bound = affine(&bound)?;
            let is_outer = taker == 1 && bound.factors[1] == -i64::from(self.outer.is_some());
            if bound.factors[0] != 1 || !is_outer || bound.factors[2] != 0 {
                return None;
            }
            least_second = least_second.max(Some(taken - offset.constant - bound.constant));
        }
        match (least_first, least_second?) {
            (0, 0) => Some(7),
            (1, 1) => Some(4),
            _ => None,
        }
    }
}

/// Returns the arguments of a nested minimum or maximum.
fn bounds(number: &Number, function: RuleFunction) -> Vec<Number> {
    match number {
        Number::Call(found, a, b) if *found == function => {
            [bounds(a, function), bounds(b, function)].concat()
        }
        Number::Binary(Arithmetic::Divide, a, b) if **b == Number::Constant(1) => bounds(a, function),
        _ => vec![number.clone()],
    }
}

/// Returns the greatest of `least` and the bounds in a number, or `None` if some bound is not a constant.
fn constant_bound(number: &Number, function: RuleFunction, least: i64) -> Option<i64> {
    bounds(number, function).into_iter().try_fold(least, |most, bound| match bound {
        Number::Constant(value) => Some(most.max(value)),
        _ => None,
    })
}
