//! Rules that bound the amount taken or broken off: the value of a heap depends on a window of previous values.

use super::{Affine, Leaves, Loop, OptionFamily, affine, bounds};
use crate::rules::tree::{Number, RuleFunction};

/// The maximum length of a window.
const LONGEST: i128 = 1 << 20;

/// Returns a length L such that every heap n of at least L tokens has the same moves: to heaps c and n - d, where c and
/// d do not depend on n and d is at most L. Returns `None` if none is found.
pub(super) fn length(families: &[OptionFamily]) -> Option<u64> {
    let lengths: Option<Vec<i128>> = families.iter().map(length_of).collect();
    let length = lengths?.into_iter().max()?;
    (length <= LONGEST).then(|| u64::try_from(length).ok()).flatten()
}

/// Upper bounds of the outer and the inner variable.
type Caps = [i128; 2];

fn length_of(family: &OptionFamily) -> Option<i128> {
    let loops = [family.outer.as_ref(), family.inner.as_ref()];
    let variables = [Some(0), loops[0].map(|outer| outer.variable), loops[1].map(|inner| inner.variable)];
    let of = |number: &Number| affine(number, variables);
    let mut caps = [0; 2];
    for (place, of_loop) in loops.into_iter().enumerate() {
        caps[place] = of_loop.map_or(Some(0), |of_loop| cap_of(of_loop, caps, &of))?;
    }
    let mut length = 1;
    for (_, a, b) in &family.tests {
        let row = of(&a.clone().minus(b.clone()))?;
        // From this heap on, the difference has the sign of the factor.
        if row.factors[0] != 0 {
            length = length.max(i128::from(row.constant.abs()) + 1);
        }
    }
    for (of_loop, cap) in loops.into_iter().zip(caps) {
        length = length.max(of_loop.map_or(Some(0), |of_loop| same_range_from(of_loop, cap, caps, &of))?);
    }
    let (mut deepest, mut greatest) = (0, 0);
    for part in parts(&family.leaves, &of)? {
        match part.factors[0] {
            0 => greatest = greatest.max(i128::from(part.constant) + most(&part, caps)),
            1 => deepest = deepest.max(-i128::from(part.constant) + most(&negative(&part), caps)),
            _ => return None,
        }
    }
    // If the heap is larger than `deepest + greatest`, every part n - d is larger than every part c, and all parts are
    // smaller than the heap.
    Some(length.max(deepest + greatest + 1))
}

/// Returns the parts of an option, in terms of the heap, the outer and the inner variable.
fn parts(leaves: &Leaves, of: &dyn Fn(&Number) -> Option<Affine>) -> Option<Vec<Affine>> {
    let moved = |number: &Number, by: i64| {
        let mut part = of(number)?;
        part.factors[2] += by;
        Some(part)
    };
    let sign = |grows: bool| if grows { 1 } else { -1 };
    Some(match leaves {
        Leaves::Nothing => Vec::new(),
        Leaves::Heap(heap) => vec![of(heap)?],
        Leaves::Range { offset, grows } => vec![moved(offset, sign(*grows))?],
        Leaves::Pairs { offset, total, .. } => {
            vec![moved(offset, 1)?, moved(&total.clone().minus(offset.clone()), -1)?]
        }
        Leaves::Beside { heap, offset, grows } => vec![of(heap)?, moved(offset, sign(*grows))?],
    })
}

/// Returns an upper bound of a variable that does not depend on the heap.
fn cap_of(of_loop: &Loop, caps: Caps, of: &dyn Fn(&Number) -> Option<Affine>) -> Option<i128> {
    let fixed = bounds(&of_loop.most, RuleFunction::Min)
        .into_iter()
        .filter_map(|bound| of(&bound).filter(|bound| bound.factors[0] == 0))
        .map(|bound| i128::from(bound.constant) + most(&bound, caps));
    let greatest = of_loop.set.as_ref().and_then(|set| set.greatest()).map(i128::from);
    fixed.chain(greatest).min().map(|cap| cap.max(0))
}

/// Returns the heap from which on the bounds that depend on the heap are redundant.
fn same_range_from(
    of_loop: &Loop,
    cap: i128,
    caps: Caps,
    of: &dyn Fn(&Number) -> Option<Affine>,
) -> Option<i128> {
    let mut from = 0;
    for bound in bounds(&of_loop.most, RuleFunction::Min) {
        let bound = of(&bound)?;
        let factor = i128::from(bound.factors[0]);
        match factor {
            0 => {}
            // factor * n + constant + the least value of the other terms >= cap
            1.. => {
                let lacking = cap - i128::from(bound.constant) + most(&negative(&bound), caps);
                from = from.max(lacking.div_euclid(factor) + 1);
            }
            _ => return None,
        }
    }
    let mut is_natural = false;
    for bound in bounds(&of_loop.least, RuleFunction::Max) {
        let bound = of(&bound)?;
        let factor = i128::from(bound.factors[0]);
        match factor {
            0 => is_natural |= bound.factors == [0; 3] && bound.constant >= 0,
            1.. => return None,
            // factor * n + constant + the greatest value of the other terms <= 0
            _ => from = from.max((i128::from(bound.constant) + most(&bound, caps)).div_euclid(-factor) + 1),
        }
    }
    is_natural.then_some(from)
}

/// Returns the greatest value of the terms of the two variables, without the heap and the constant.
fn most(number: &Affine, caps: Caps) -> i128 {
    caps.into_iter().zip(&number.factors[1..]).map(|(cap, &factor)| cap * i128::from(factor.max(0))).sum()
}

fn negative(number: &Affine) -> Affine {
    Affine { factors: number.factors.map(|factor| -factor), constant: -number.constant }
}
