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

    /// Sets the marks of the xors of every `stride`-th block of splits. Returns the number of pairs.
    pub(super) fn mark(&self, stack: usize, stride: usize, marks: &mut Marks) -> usize {
        let (parts, others) = self.splits(stack);
        let blocks = parts.chunks(BLOCK).zip(others.chunks(BLOCK)).step_by(stride);
        blocks.fold(0, |count, (parts, others)| {
            mark_block(parts, others, marks);
            count + parts.len()
        })
    }

    /// Finds a split with the xor `nimber`, and returns one part. Skips every `stride`-th block.
    ///
    /// Passes over the blocks at equal distances, because the values of stacks of similar sizes are alike: a split is found sooner. Returns
    /// also the number of pairs examined.
    pub(super) fn find(&self, stack: usize, stride: usize, nimber: u16) -> (Option<usize>, usize) {
        let (parts, others) = self.splits(stack);
        let mut count = 0;
        for pass in 1..stride {
            let blocks = parts.chunks(BLOCK).zip(others.chunks(BLOCK)).enumerate();
            for (block, (parts, others)) in blocks.skip(pass).step_by(stride) {
                count += parts.len();
                if contains(parts, others, nimber) {
                    let found = parts.iter().zip(others).position(|(part, other)| part ^ other == nimber);
                    return (found.map(|index| BLOCK * block + index + 1), count);
                }
            }
        }
        (None, count)
    }
}

/// Sets the marks of all xors.
fn mark_block(parts: &[u16], others: &[u16], marks: &mut Marks) {
    let ((parts, rest), (others, other_rest)) = (parts.as_chunks::<4>(), others.as_chunks::<4>());
    let word = |codes: &[u16; 4]| codes.iter().rev().fold(0_u64, |word, &code| word << 16 | u64::from(code));
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
fn contains(parts: &[u16], others: &[u16], nimber: u16) -> bool {
    let block: Result<(&[u16; BLOCK], &[u16; BLOCK]), _> =
        parts.try_into().and_then(|parts| Ok((parts, others.try_into()?)));
    match block {
        Ok((parts, others)) => contains_all_lanes(parts, others, nimber),
        Err(_) => parts.iter().zip(others).any(|(part, other)| part ^ other == nimber),
    }
}

#[inline(never)]
fn contains_all_lanes(parts: &[u16; BLOCK], others: &[u16; BLOCK], nimber: u16) -> bool {
    let pairs = parts.iter().zip(others);
    pairs.fold(0_u16, |hits, (part, other)| hits | u16::from(part ^ other == nimber)) != 0
}
