//! Rules that bound what is taken and what is broken off: the value of a heap depends on a window of values before it.

use super::{Affine, Bulk, Leaves, Loop, affine, bounds};
use crate::rules::tree::{Number, RuleFunction};

/// The longest window that is told.
const LONGEST: i128 = 1 << 20;

/// A length L such that every heap n of at least L tokens has the same moves: to heaps c and n - d, where c and d do not
/// depend on n and d is at most L. `None` if none is found.
pub(super) fn length(bulks: &[Bulk]) -> Option<u64> {
    let lengths: Option<Vec<i128>> = bulks.iter().map(length_of).collect();
    let length = lengths?.into_iter().max()?;
    (length <= LONGEST).then(|| u64::try_from(length).ok()).flatten()
}

/// What the outer and the inner variable are at most.
type Caps = [i128; 2];

fn length_of(bulk: &Bulk) -> Option<i128> {
    let loops = [bulk.outer.as_ref(), bulk.inner.as_ref()];
    let variables = [Some(0), loops[0].map(|outer| outer.variable), loops[1].map(|inner| inner.variable)];
    let of = |number: &Number| affine(number, variables);
    let mut caps = [0; 2];
    for (place, of_loop) in loops.into_iter().enumerate() {
        caps[place] = of_loop.map_or(Some(0), |of_loop| cap_of(of_loop, caps, &of))?;
    }
    let mut length = 1;
    for (_, a, b) in &bulk.tests {
        let row = of(&a.clone().minus(b.clone()))?;
        // From there on the sign of the difference, which is that of the factor, does not change.
        if row.factors[0] != 0 {
            length = length.max(i128::from(row.constant.abs()) + 1);
        }
    }
    for (of_loop, cap) in loops.into_iter().zip(caps) {
        length = length.max(of_loop.map_or(Some(0), |of_loop| same_range_from(of_loop, cap, caps, &of))?);
    }
    let (mut deepest, mut greatest) = (0, 0);
    for part in parts(&bulk.leaves, &of)? {
        match part.factors[0] {
            0 => greatest = greatest.max(i128::from(part.constant) + most(&part, caps)),
            1 => deepest = deepest.max(-i128::from(part.constant) + most(&negative(&part), caps)),
            _ => return None,
        }
    }
    // The parts are told apart, and smaller than the heap, once it is larger than both together.
    Some(length.max(deepest + greatest + 1))
}

/// The parts of an option, over the heap, the outer and the inner variable.
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

/// The least number that bounds a variable from above whatever the heap is.
fn cap_of(of_loop: &Loop, caps: Caps, of: &dyn Fn(&Number) -> Option<Affine>) -> Option<i128> {
    let fixed = bounds(&of_loop.most, RuleFunction::Min)
        .into_iter()
        .filter_map(|bound| of(&bound).filter(|bound| bound.factors[0] == 0))
        .map(|bound| i128::from(bound.constant) + most(&bound, caps));
    let greatest = of_loop.set.as_ref().and_then(|set| set.greatest()).map(i128::from);
    fixed.chain(greatest).min().map(|cap| cap.max(0))
}

/// From which heap on the bounds of a variable that depend on the heap say nothing more than the others.
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
            // factor * n + constant + the least of the rest >= cap
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
            // factor * n + constant + the most of the rest <= 0
            _ => from = from.max((i128::from(bound.constant) + most(&bound, caps)).div_euclid(-factor) + 1),
        }
    }
    is_natural.then_some(from)
}

/// The greatest that the terms of the two variables, without heap and constant, can be.
fn most(number: &Affine, caps: Caps) -> i128 {
    caps.into_iter().zip(&number.factors[1..]).map(|(cap, &factor)| cap * i128::from(factor.max(0))).sum()
}

fn negative(number: &Affine) -> Affine {
    Affine { factors: number.factors.map(|factor| -factor), constant: -number.constant }
}
