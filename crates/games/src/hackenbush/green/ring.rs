//! The values of a chain of pieces after each of its cuts.

/// Returns the nim-values of a chain of pieces when it is cut at its first edge, its second edge, and so on.
///
/// A chain is an edge, a piece, an edge, a piece, ..., an edge. `pieces` are the nim-values of the subgraphs at the pieces. Cut
/// behind piece number j (counted from 1), the chain has the value `1 + (p1 xor (1 + (p2 xor ... (1 + pj))))`. `most` must be an
/// upper bound of these values.
///
/// # Complexity
/// O(pieces * log most). No nested sum can be derived from another, so all are computed together, bit by bit from the
/// lowest. The value u for cut j is the number from which j rounds of passing an edge (minus 1) and a piece (xor p) lead to 0.
/// If the lowest bit of u is 0, the lowest bit is known at every step, and so is whether "minus 1" borrows from the higher
/// bits. If it is 1, every low bit is inverted, and the *other* steps borrow. So the steps are divided into those that matter
/// to the higher bits of even u and those that matter to odd u. Each cut requires a low bit of 0 at its position, so it also
/// belongs to one side. The work per bit is therefore one pass over the steps.
pub(super) fn after_each_cut(pieces: &[u32], most: u32) -> Vec<u32> {
    if pieces.len() <= SHORT {
        return one_by_one(pieces);
    }
    let mut steps = Vec::with_capacity(2 * pieces.len() + 1);
    steps.push(Step { xor: 0, cut: 0 });
    for (index, &piece) in pieces.iter().enumerate() {
        steps.push(Step { xor: 0, cut: EDGE });
        steps.push(Step { xor: piece, cut: index as u32 + 1 });
    }
    let mut values = vec![0u32; pieces.len() + 1];
    // Groups of steps: the index of the first step, and the low bits of u that lead to the group.
    let mut groups = vec![(0usize, 0u32)];
    let (mut split, mut odd) = (Vec::with_capacity(steps.len()), Vec::new());
    for bit in 0..u32::BITS - most.leading_zeros() {
        let mut halves = Vec::with_capacity(2 * groups.len());
        split.clear();
        for (number, &(start, low_bits)) in groups.iter().enumerate() {
            let end = groups.get(number + 1).map_or(steps.len(), |group| group.0);
            halves.push((split.len(), low_bits));
            split_by_low_bit(&steps[start..end], &mut split, &mut odd);
            halves.push((split.len(), low_bits | 1 << bit));
            split.append(&mut odd);
        }
        halves.dedup_by(|next, group| {
            // An empty group begins at the same index as the next one.
            let is_empty = next.0 == group.0;
            if is_empty {
                group.1 = next.1;
            }
            is_empty
        });
        std::mem::swap(&mut steps, &mut split);
        groups = halves;
    }
    for (number, &(start, value)) in groups.iter().enumerate() {
        let end = groups.get(number + 1).map_or(steps.len(), |group| group.0);
        for step in steps[start..end].iter().filter(|step| step.cut != EDGE) {
            values[step.cut as usize] = value;
        }
    }
    values
}

/// The greatest number of pieces for which computing each value by the definition is faster.
const SHORT: usize = 24;

fn one_by_one(pieces: &[u32]) -> Vec<u32> {
    let chain = |length: usize| pieces[..length].iter().rev().fold(0, |above, piece| (above ^ piece) + 1);
    (0..=pieces.len()).map(chain).collect()
}

/// The `cut` of a step that is an edge.
const EDGE: u32 = u32::MAX;

/// A step along the chain: a change by `xor`, then an edge or the position of a cut.
#[derive(Clone, Copy)]
struct Step {
    xor: u32,
    cut: u32,
}

/// Sends each step to the side where it matters to the higher bits: `even` if the low bit of u is 0, else `odd`.
fn split_by_low_bit(steps: &[Step], even: &mut Vec<Step>, odd: &mut Vec<Step>) {
    let mut low_bit = 0;
    let mut xor = [0, 0];
    for step in steps {
        low_bit ^= step.xor & 1;
        xor[0] ^= step.xor >> 1;
        xor[1] ^= step.xor >> 1;
        // An even u has this low bit here, an odd u the opposite. The side on which it is 0 borrows, or is cut.
        let side = low_bit as usize;
        let step = Step { xor: std::mem::take(&mut xor[side]), cut: step.cut };
        if side == 0 {
            even.push(step)
        } else {
            odd.push(step)
        }
        low_bit ^= u32::from(step.cut == EDGE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bit_by_bit_agrees_with_the_definition(
            pieces in proptest::collection::vec(prop_oneof![Just(0u32), 0..4u32, 0..300u32], 0..200)
        ) {
            let most = pieces.iter().sum::<u32>() + pieces.len() as u32 + 1;
            prop_assert_eq!(after_each_cut(&pieces, most), one_by_one(&pieces));
        }
    }
}
