//! Recognises moves along straight lines: complete rays of options of a pair.

use super::nest::{Members, Nest, Step};
use super::program::Program;
use super::tree::{Arithmetic, Number, RuleFunction};

/// The rays of rules on pairs, and the program of the remaining options.
#[derive(Debug)]
pub(super) struct Rays {
    pub(super) directions: Vec<[u64; 2]>,
    pub(super) others: Program,
}

/// The negated longest step along a ray.
const MAX_NEGATIVE: i64 = -8;

impl Rays {
    /// Finds the rays among the options of pairs. Returns `None` if there are none.
    pub(super) fn of(nests: &[Nest]) -> Option<Rays> {
        let mut directions = Vec::new();
        let mut others = Vec::new();
        for nest in nests {
            match direction(nest) {
                Some(direction) if !directions.contains(&direction) => directions.push(direction),
                Some(_) => {}
                None => others.push(nest.clone()),
            }
        }
        let others = Program::of(&others, 2)?;
        (!directions.is_empty()).then_some(Rays { directions, others })
    }
}

/// Returns the direction of the options of a nest, if they form exactly one ray.
fn direction(nest: &Nest) -> Option<[u64; 2]> {
    direction_by_taken(nest).or_else(|| direction_by_left(nest))
}

/// Recognises options such as `(k, b) where k < a`.
fn direction_by_left(nest: &Nest) -> Option<[u64; 2]> {
    let ([Step::Loop { variable, least: Number::Constant(0), most, members: Members::All }], [part]) =
        (&nest.steps[..], &nest.parts[..])
    else {
        return None;
    };
    (0..2).find_map(|index| {
        let is_whole_ray = part[index] == Number::Variable(*variable)
            && part[1 - index] == Number::Variable(1 - index)
            && *most == Number::Variable(index).minus(Number::Constant(1));
        is_whole_ray.then_some([[1, 0], [0, 1]][index])
    })
}

/// Recognises options such as `(a-k, b-k) where k >= 1`.
fn direction_by_taken(nest: &Nest) -> Option<[u64; 2]> {
    let ([Step::Loop { variable, least: Number::Constant(1), most, members: Members::All }], [part]) =
        (&nest.steps[..], &nest.parts[..])
    else {
        return None;
    };
    let mut direction = [0u64; 2];
    let mut bounds = Vec::new();
    for (index, (number, step)) in part.iter().zip(&mut direction).enumerate() {
        let (factor, rest) = number.split(*variable)?;
        let Number::Constant(factor @ MAX_NEGATIVE..=0) = factor else { return None };
        if rest != Number::Variable(index) {
            return None;
        }
        *step = factor.unsigned_abs();
        if *step > 0 {
            let step = Number::Constant(-factor);
            bounds.push(Number::binary(Arithmetic::Divide, Number::Variable(index), step));
        }
    }
    // Only the two edges may bound the ray.
    let is_whole_ray = match (&bounds[..], most) {
        ([bound], most) => bound == most,
        ([first, second], Number::Call(RuleFunction::Min, a, b)) => {
            (**a == *first && **b == *second) || (**a == *second && **b == *first)
        }
        _ => false,
    };
    is_whole_ray.then_some(direction)
}
