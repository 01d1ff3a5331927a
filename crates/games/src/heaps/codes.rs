//! Codes of take-and-break games: digit d_n encodes the heaps that a move may leave when it takes n tokens.

use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Excluded, Options, RuleFault, TakeAndBreak};

/// The bits of a digit.
const LEAVE_NOTHING: u8 = 1;
const LEAVE_ONE_HEAP: u8 = 2;
const LEAVE_TWO_HEAPS: u8 = 4;
const LEAVE_THREE_HEAPS: u8 = 8;

/// The numbers of non-empty heaps that a move may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaves {
    pub(crate) nothing: bool,
    pub(crate) one: bool,
    pub(crate) two: bool,
    pub(crate) three: bool,
}

impl Leaves {
    /// Returns an upper bound on the number of ways to leave `rest` tokens. It is exact unless three heaps are allowed.
    pub(crate) fn bound(self, rest: u64) -> u64 {
        let two = if self.two { rest / 2 } else { 0 };
        let three = if self.three && rest >= 3 { (rest / 3).saturating_mul(rest / 2) } else { 0 };
        (u64::from(self.nothing) + u64::from(self.one)).saturating_add(two).saturating_add(three)
    }

    /// Appends every way to leave `rest` tokens.
    pub(crate) fn options(self, rest: u64, options: &mut Options<u64>) {
        if self.nothing {
            options.push([]);
        }
        if self.one {
            options.push([rest]);
        }
        if self.two {
            options.extend((1..=rest / 2).map(|part| [part, rest - part]));
        }
        if self.three {
            for least in 1..=rest / 3 {
                let middle = least..=(rest - least) / 2;
                options.extend(middle.map(|middle| [least, middle, rest - least - middle]));
            }
        }
    }

    /// Excludes the nim-values of every way to leave `rest` tokens.
    pub(crate) fn exclude(self, rest: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        if self.nothing {
            excluded.nothing();
        }
        if self.one {
            excluded.heap(rest);
        }
        if self.two {
            excluded.pairs(rest, 1)?;
        }
        if self.three {
            excluded.triples(rest)?;
        }
        Ok(())
    }
}

/// Decodes a digit.
pub(crate) fn leaves(digit: u8) -> Leaves {
    let allows = |bit| digit & bit != 0;
    Leaves {
        nothing: allows(LEAVE_NOTHING),
        one: allows(LEAVE_ONE_HEAP),
        two: allows(LEAVE_TWO_HEAPS),
        three: allows(LEAVE_THREE_HEAPS),
    }
}

/// The digits d0.d1d2d3…, optionally with a repeating tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// The digits before the repeating ones. Without a tail, the last digit is not zero unless it is d0.
    digits: Vec<u8>,
    /// The repeating digits: empty or not all zero, and of minimal length.
    tail: Vec<u8>,
    /// The bitwise or of all digits.
    every: u8,
    /// For a long code, the counts of the digits before each digit. They bound the options of a heap without a pass over the
    /// digits.
    before: Vec<Counts>,
    /// An upper bound on the number of options of each small heap, cached because searches request it often.
    bounds: Vec<u64>,
}

impl Code {
    /// Creates the code with these digits, d0 first. d0 allows only splits. `tail` repeats.
    pub(crate) fn new(mut digits: Vec<u8>, mut tail: Vec<u8>) -> Code {
        if tail.iter().all(|&digit| digit == 0) {
            tail.clear();
            while digits.len() > 1 && digits.last() == Some(&0) {
                digits.pop();
            }
            return Code::counted(digits, tail);
        }
        let repeats = |length: &usize| {
            tail.len().is_multiple_of(*length) && tail.chunks(*length).all(|part| *part == tail[..*length])
        };
        let length = (1..=tail.len()).find(repeats).unwrap_or(tail.len());
        tail.truncate(length);
        // Normalise: 0.07(07) is 0.(07).
        while digits.len() > 1 && digits.last() == tail.last() {
            digits.pop();
            tail.rotate_right(1);
        }
        Code::counted(digits, tail)
    }

    fn counted(digits: Vec<u8>, tail: Vec<u8>) -> Code {
        let every = digits.iter().chain(&tail).fold(0, |every, digit| every | digit);
        let mut counts = Counts::default();
        let mut before = Vec::new();
        if digits.len() as u64 > COUNTED_BY_DIGITS {
            before.push(counts);
            for (taken, &digit) in (0..).zip(&digits) {
                counts = counts.with(taken, leaves(digit));
                before.push(counts);
            }
        }
        let mut code = Code { digits, tail, every, before, bounds: Vec::new() };
        code.bounds = (0..=COUNTED_BY_DIGITS).map(|heap| code.bound_by_digits(heap)).collect();
        code
    }

    /// Reads a code in base 8 or 16: `0.137`, `.07`, `4.4`; `0.(07)` is 0.070707…
    ///
    /// # Errors
    /// Returns a diagnostic that points at the text that is not a digit of such a code.
    pub(crate) fn parse(text: &str, base: u8) -> Result<Code, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        if scanner.is_at_end() {
            let (kind, example) = if base == 8 { ("an octal", "0.137") } else { ("a hexadecimal", "0.3F") };
            return Err(Diagnostic::new("the code is missing", Span::at(scanner.position()))
                .label(format!("expected {kind} code, such as {example}")));
        }
        let first = if scanner.peek() == Some('.') { 0 } else { digit(&mut scanner, base)? };
        if first & (LEAVE_NOTHING | LEAVE_ONE_HEAP) != 0 {
            let end = scanner.position();
            let splits = if base == 8 { "0, or 4" } else { "0, or 4, 8 or C" };
            return Err(Diagnostic::new(
                format!("the digit {first:X} is not allowed before the point"),
                Span::new(end - 1, end),
            )
            .label(format!("expected {splits} for a split without taking"))
            .help("a move that takes nothing must split the heap, or the game would never end"));
        }
        let mut digits = vec![first];
        let mut tail = Vec::new();
        let continues = |scanner: &Scanner<'_>| scanner.peek().is_some_and(|next| !next.is_whitespace());
        if continues(&scanner) {
            scanner.expect('.')?;
            while continues(&scanner) && scanner.peek() != Some('(') {
                digits.push(digit(&mut scanner, base)?);
            }
            if scanner.peek() == Some('(') {
                tail = repeating_digits(&mut scanner, base)?;
            }
        }
        scanner.finish("the code")?;
        Ok(Code::new(digits, tail))
    }

    /// Formats the code in the notation that [`Code::parse`] reads: `0.137`, `0.1(07)`.
    pub(crate) fn text(&self) -> String {
        let write = |digits: &[u8]| digits.iter().map(|digit| format!("{digit:X}")).collect::<String>();
        let (first, rest) = self.digits.split_at(1);
        let repeating = match (&*self.tail, rest) {
            ([], []) => "0".to_owned(),
            ([], _) => String::new(),
            (tail, _) => format!("({})", write(tail)),
        };
        format!("{}.{}{repeating}", write(first), write(rest))
    }

    /// Returns the index of the last non-zero digit, or 0 if all are zero; `None` if the digits repeat.
    pub(crate) fn last_digit(&self) -> Option<u64> {
        self.tail.is_empty().then_some(self.digits.len() as u64 - 1)
    }

    /// Returns `true` if some digit allows leaving three heaps.
    pub(crate) fn leaves_three(&self) -> bool {
        self.digits.iter().chain(&self.tail).any(|digit| digit & LEAVE_THREE_HEAPS != 0)
    }

    /// Returns the moves as sets of numbers that may be taken, if they are finitely many and leave at most two heaps.
    pub(crate) fn take_and_break(&self) -> Option<TakeAndBreak> {
        let regular_from = self.last_digit()? + 1;
        let taken = |allows: fn(Leaves) -> bool| {
            let digits = (0..).zip(&self.digits).filter(move |&(_, &digit)| allows(leaves(digit)));
            digits.map(|(taken, _)| taken).collect()
        };
        let (takes, splits) = (taken(|leaves| leaves.one), taken(|leaves| leaves.two));
        (!self.leaves_three()).then_some(TakeAndBreak { takes, splits, unequal: false, regular_from })
    }

    /// Iterates over the digits of the code up to the size of a heap. Yields each digit, restricted to the moves possible in this
    /// heap, with the number of tokens left.
    pub(crate) fn rests(&self, heap: u64) -> impl Iterator<Item = (u8, u64)> {
        (0..=heap).zip(self.digits.iter().chain(self.tail.iter().cycle())).map(move |(taken, &digit)| {
            let possible = match (taken, heap - taken) {
                (0, _) => LEAVE_TWO_HEAPS | LEAVE_THREE_HEAPS,
                (_, 0) => LEAVE_NOTHING,
                _ => LEAVE_ONE_HEAP | LEAVE_TWO_HEAPS | LEAVE_THREE_HEAPS,
            };
            (digit & possible, heap - taken)
        })
    }

    /// Returns an upper bound on the number of options of a heap. It is zero only if there are no options.
    pub(crate) fn option_bound(&self, heap: u64) -> u64 {
        if heap <= COUNTED_BY_DIGITS {
            return self.bounds[heap as usize];
        }
        if !self.tail.is_empty() {
            return leaves(self.every).bound(heap).saturating_mul(heap.saturating_add(1));
        }
        if self.before.is_empty() {
            return self.bound_by_digits(heap);
        }
        let below = |end: u64| self.before[end.min(self.digits.len() as u64) as usize];
        let takes_all = usize::try_from(heap).ok().and_then(|heap| self.digits.get(heap));
        let nothing = takes_all.is_some_and(|&digit| leaves(digit).nothing);
        below(heap).bound(heap, below(heap - 2)).saturating_add(nothing.into())
    }

    fn bound_by_digits(&self, heap: u64) -> u64 {
        self.rests(heap).fold(0, |bound, (digit, rest)| bound.saturating_add(leaves(digit).bound(rest)))
    }
}

/// The greatest heap whose bound is cached. For greater heaps, a code with more digits than this uses the counts.
const COUNTED_BY_DIGITS: u64 = 64;

/// Counts of the first digits of a code by the moves that they allow, with sums of the numbers taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    one: u64,
    /// The number of digits that allow two heaps, by the parity of the number taken, and the sum of the numbers taken.
    two: [u64; 2],
    taken_for_two: u128,
    /// The number of digits that allow three heaps, the sum of the numbers taken, and the sum of their squares.
    three: u64,
    taken_for_three: u128,
    squares_for_three: u128,
}

impl Counts {
    /// Adds one digit.
    fn with(mut self, taken: u64, allows: Leaves) -> Counts {
        let number = u128::from(taken);
        self.one += u64::from(allows.one);
        if allows.two {
            self.two[(taken % 2) as usize] += 1;
            self.taken_for_two += number;
        }
        if allows.three {
            self.three += 1;
            self.taken_for_three += number;
            self.squares_for_three += number * number;
        }
        self
    }

    /// Returns an upper bound on the number of moves from a heap of `heap` tokens that leave at least one heap. It is zero only if
    /// there are none. `self` counts the digits that take fewer tokens than the heap has, `for_three` the digits that leave at
    /// least three tokens.
    fn bound(self, heap: u64, for_three: Counts) -> u64 {
        let size = u128::from(heap);
        // Twice the sum of rest / 2, where each quotient is rounded down.
        let odd = u128::from(self.two[(1 - heap % 2) as usize]);
        let two = u128::from(self.two[0] + self.two[1]) * size - self.taken_for_two - odd;
        // rest² / 6 is an upper bound of (rest / 3)(rest / 2).
        let squares = u128::from(for_three.three)
            .saturating_mul(size.saturating_mul(size))
            .saturating_add(for_three.squares_for_three)
            .saturating_sub(for_three.taken_for_three.saturating_mul(2 * size));
        let ways = u128::from(self.one) + two / 2 + squares / 6;
        u64::try_from(ways).unwrap_or(u64::MAX)
    }
}

/// Reads the repeating digits in brackets at the end of a code.
fn repeating_digits(scanner: &mut Scanner<'_>, base: u8) -> Result<Vec<u8>, Diagnostic> {
    let start = scanner.position();
    scanner.expect('(')?;
    let mut tail = Vec::new();
    while !scanner.eat(')') {
        if scanner.is_at_end() {
            return Err(Diagnostic::new("this bracket is not closed", Span::new(start, start + 1))
                .label("expected the closing bracket after the digits that repeat"));
        }
        tail.push(digit(scanner, base)?);
    }
    if tail.is_empty() {
        return Err(Diagnostic::new("no digit repeats", Span::new(start, scanner.position()))
            .label("expected the digits that repeat")
            .help("0.(07) is the code 0.070707..."));
    }
    Ok(tail)
}

fn digit(scanner: &mut Scanner<'_>, base: u8) -> Result<u8, Diagnostic> {
    let start = scanner.position();
    let next = scanner.next_char();
    match next.and_then(|character| character.to_digit(16)) {
        Some(digit) if digit < u32::from(base) => Ok(digit as u8),
        found => {
            let character = next.unwrap_or(' ');
            let (kind, greatest) = if base == 8 { ("an octal", '7') } else { ("a hexadecimal", 'F') };
            let wrong = Diagnostic::new(
                format!("`{character}` is not {kind} digit"),
                Span::new(start, scanner.position()),
            )
            .label(format!("expected a digit from 0 to {greatest}"));
            let help =
                "digits up to F, where 8 allows leaving three heaps, belong to a hexadecimal code: hex(CODE)";
            Err(if found.is_some() { wrong.help(help) } else { wrong })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The bound of a long code from its counts equals the bound digit by digit, except for three heaps.
        #[test]
        fn long_codes_are_bounded_as_short_ones(
            places in prop::collection::vec((1usize..300, 1u8..16), 1..5),
            length in 65usize..300,
            heap in 0u64..400,
            is_octal: bool,
        ) {
            let mut digits = vec![0; length];
            for (place, digit) in places {
                digits[place % (length - 1) + 1] = if is_octal { digit % 8 } else { digit };
            }
            digits[length - 1] = 1;
            let code = Code::new(digits, Vec::new());
            let (bound, exact) = (code.option_bound(heap), code.bound_by_digits(heap));
            let leaves_nothing = code.rests(heap).any(|(digit, rest)| rest == 0 && leaves(digit).nothing);
            prop_assert!(bound >= exact && (bound == 0) == (exact == 0), "{} {}", bound, exact);
            prop_assert!(!is_octal || bound == exact, "{} {}", bound, exact);
            // A greater heap has at least as many options, except for the option that takes the whole heap.
            prop_assert!(code.option_bound(u64::MAX) >= bound - u64::from(leaves_nothing));
        }
    }
}
