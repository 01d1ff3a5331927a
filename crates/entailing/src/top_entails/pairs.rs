//! The values of stacks in an order that suits the xor of the two parts of a split.
//!
//! The loops over blocks of pairs have no branches, so that the compiler uses vector instructions.

/// The least bit of the codes of loony stacks in [`Pairs::forward`]. The xor of two codes is below [`LIMIT`] only if no stack is loony.
pub(super) const LOONY: u16 = 1 << 15;

/// The code of a loony stack in [`Pairs::backward`]; it differs from [`LOONY`], so that the xor of both is not zero.
const LOONY_BACKWARD: u16 = 1 << 14;

/// All nimbers are below this limit.
pub(super) const LIMIT: u16 = 1 << 14;

/// The number of pairs that are examined at once.
pub(super) const BLOCK: usize = 256;

/// A mark for each xor of two codes.
pub(super) type Marks = [u8; 1 << 16];

/// The codes of the stacks 0, 1, 2, …: nimbers, or [`LOONY`].
pub(super) struct Pairs {
    forward: Vec<u16>,
    /// The codes in reverse order at the end of the list, so that both parts of the splits of a stack are in ascending order.
    backward: Vec<u16>,
}

impl Pairs {
    /// Creates a list of no stacks.
    pub(super) fn new() -> Self {
        Pairs { forward: Vec::new(), backward: Vec::new() }
    }

    /// Returns the number of stacks.
    pub(super) fn count(&self) -> usize {
        self.forward.len()
    }

    /// Returns the codes of all stacks.
    pub(super) fn codes(&self) -> &[u16] {
        &self.forward
    }

    /// Returns the memory in use, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        2 * (self.forward.capacity() + self.backward.capacity()) as u64
    }

    /// Returns the memory that the list uses while it grows to `count` stacks, in bytes.
    pub(super) fn bytes_to_hold(&self, count: usize) -> u64 {
        if count <= self.backward.len() { self.bytes() } else { 4 * count as u64 + self.bytes() }
    }

    /// Makes room for `count` stacks in all.
    pub(super) fn reserve(&mut self, count: usize) {
        if count > self.backward.len() {
            self.forward.reserve_exact(count - self.forward.len());
            let mut backward = vec![0; count];
            let used = self.forward.len();
            backward[count - used..].copy_from_slice(&self.backward[self.backward.len() - used..]);
            self.backward = backward;
        }
    }

    /// Appends the code of the next stack. There must be room for it.
    pub(super) fn push(&mut self, code: u16) {
        let place = self.backward.len() - 1 - self.forward.len();
        self.backward[place] = if code == LOONY { LOONY_BACKWARD } else { code };
        self.forward.push(code);
    }

    /// Returns the codes of 1, 2, … coins up to half of the stack, and the codes of the other parts. All smaller stacks must be known.
    fn splits(&self, stack: usize) -> (&[u16], &[u16]) {
        let half = stack / 2;
        let start = self.backward.len() - stack;
        (&self.forward[1..=half], &self.backward[start..start + half])
    }

    /// Sets the marks of the xors of every `stride`-th block of splits, and of the splits after the last full block. Returns the number of
    /// pairs.
    pub(super) fn mark(&self, stack: usize, stride: usize, marks: &mut Marks) -> usize {
        let (parts, others) = self.splits(stack);
        let ((parts, rest), (others, other_rest)) = (parts.as_chunks::<BLOCK>(), others.as_chunks::<BLOCK>());
        for block in (0..parts.len()).step_by(stride) {
            mark_all(&parts[block], &others[block], marks);
        }
        mark_all(rest, other_rest, marks);
        BLOCK * parts.len().div_ceil(stride) + rest.len()
    }

    /// Finds a split with the xor `nimber` that [`Pairs::mark`] does not examine, and returns one part and the number of pairs examined.
    ///
    /// Passes over the blocks at equal distances, because the values of stacks of similar sizes are alike: a split is found sooner.
    pub(super) fn find(&self, stack: usize, stride: usize, nimber: u16) -> (Option<usize>, usize) {
        let (parts, others) = self.splits(stack);
        let (parts, others) = (parts.as_chunks::<BLOCK>().0, others.as_chunks::<BLOCK>().0);
        let mut count = 0;
        for pass in 1..stride {
            for block in (pass..parts.len()).step_by(stride) {
                count += BLOCK;
                if contains(&parts[block], &others[block], nimber) {
                    let mut pairs = parts[block].iter().zip(&others[block]);
                    let index = pairs.position(|(part, other)| part ^ other == nimber);
                    return (index.map(|index| BLOCK * block + index + 1), count);
                }
            }
        }
        (None, count)
    }
}

/// Sets the marks of all xors.
fn mark_all(parts: &[u16], others: &[u16], marks: &mut Marks) {
    let ((parts, rest), (others, other_rest)) = (parts.as_chunks::<4>(), others.as_chunks::<4>());
    let word = |&[a, b, c, d]: &[u16; 4]| {
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    };
    for (parts, others) in parts.iter().zip(others) {
        let xors = word(parts) ^ word(others);
        for place in 0..4 {
            marks[usize::from((xors >> (16 * place)) as u16)] = 1;
        }
    }
    for (part, other) in rest.iter().zip(other_rest) {
        marks[usize::from(part ^ other)] = 1;
    }
}

/// Returns `true` if an xor is equal to `nimber`.
#[inline(never)]
fn contains(parts: &[u16; BLOCK], others: &[u16; BLOCK], nimber: u16) -> bool {
    (0..BLOCK).fold(0_u16, |hits, lane| hits | u16::from(parts[lane] ^ others[lane] == nimber)) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn marks_and_scans_agree_with_a_list_of_splits(
            codes in prop::collection::vec(prop_oneof![9 => 0..40_u16, 1 => Just(LOONY)], 2..9),
            count in 2..5000_usize,
            stride in 1..9_usize,
        ) {
            let mut pairs = Pairs::new();
            for stack in 0..count {
                pairs.reserve(2 * stack / 3 * 2 + 1);
                pairs.reserve(stack + 1);
                pairs.push(codes[stack * stack / 7 % codes.len()]);
            }
            let code = |stack: usize| pairs.codes()[stack];
            let splits = (1..=count / 2).map(|part| [code(part), code(count - part)]);
            let expected: BTreeSet<u16> =
                splits.filter(|parts| !parts.contains(&LOONY)).map(|[one, other]| one ^ other).collect();
            let mut marks = [0; 1 << 16];
            pairs.mark(count, stride, &mut marks);
            for nimber in 0..64 {
                let (part, _) = pairs.find(count, stride, nimber);
                let is_found = marks[usize::from(nimber)] == 1 || part.is_some();
                prop_assert_eq!(is_found, expected.contains(&nimber));
                if let Some(part) = part {
                    prop_assert_eq!(code(part) ^ code(count - part), nimber);
                }
            }
        }
    }
}
