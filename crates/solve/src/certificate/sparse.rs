//! Checks proofs by a sparse space.
//!
//! A move of a take-and-break game takes k tokens and leaves one heap (k in `takes`), or takes m tokens and
//! leaves two (m in `splits`). A value is *common* in a heap if it has an odd number of binary ones in common with the
//! mask. In the positional kind, the classes are exchanged in heaps whose parity differs from the parity of the splits.
//! Classes add: the value of an option of two heaps is common if and only if one of the two is common and the other is
//! rare.
//!
//! **Values.** Assume that all rare heaps below n are known. Then trying the takes, and each rare heap together with
//! the rest, yields all options of n with a common value. Let c be the least common value not among them. If every rare
//! value below c is the value of some option, the value of n is c. Otherwise the value of n is the least rare value
//! that is not the value of an option.
//!
//! **Period.** Assume that the window of `length` values before heap R (`repeats_from`) occurs again before
//! heap R + `apart`. Also assume that the value of every heap n from R to R + apart - 1 is common. Finally, assume
//! that each rare value below g(n) is the value of a take, of a rare heap and the rest, or of heaps a and n - m - a
//! with a + m <= length. Then g(n + apart) = g(n) for all n >= R - length.
//!
//! The proof is by induction on n. Takes, rare heaps and heaps a reach back no further than the window. The
//! heaps that they reach have the same values `apart` heaps later, and the same classes, since `apart` is
//! even in the positional kind. So heap n + apart has options of the same common values and of the same rare
//! values below c. In games whose split heaps must differ, a pair that differs at n also differs at n + apart, since
//! only its greater heap has grown. From R on, no rare heap is paired with an equal heap.

use super::blocks::{BLOCK, Blocks};
use super::derivation::{Checked, Derivation, Result, refuse, stopped};
use super::{Certificate, SparseProof, Window};
use winways_rules::{HeapRules, Meter, TakeAndBreak};

/// A checker for a proof whose numbers satisfy the hypotheses, with the moves of the game.
pub(super) struct Settler<'p> {
    pub(super) proof: &'p SparseProof,
    pub(super) moves: TakeAndBreak,
    /// From this heap on, all heaps have the same moves, each of which leaves tokens.
    first_regular: u64,
}

/// The value of a heap, and the greatest distance (split plus smaller heap) of the pairs of heaps that prove it.
struct Settled {
    value: u8,
    reach: u64,
}

/// The values of the small heaps from 0 on (`head`) and of the last heaps (`last`).
#[derive(Clone, Copy)]
struct Known<'v> {
    head: &'v [u8],
    last: &'v [u8],
    /// The first heap of `last`.
    first: u64,
}

impl Known<'_> {
    fn value(&self, heap: u64, other: u64) -> Result<u8> {
        let of = |values: &'_ [u8], index: u64| values.get(usize::try_from(index).ok()?).copied();
        let last = other.checked_sub(self.first).and_then(|index| of(self.last, index));
        match last.or_else(|| of(self.head, other)) {
            Some(value) => Ok(value),
            None => refuse(format!("heap {heap} needs the value of heap {other}, which is not kept")),
        }
    }
}

impl<'p> Settler<'p> {
    /// Checks the hypotheses about the numbers of a certificate.
    pub(super) fn of(
        certificate: &Certificate,
        proof: &'p SparseProof,
        rules: &dyn HeapRules,
    ) -> Result<Settler<'p>> {
        let Some(moves) = rules.take_and_break() else {
            return refuse("the game is not a take-and-break game");
        };
        let greatest = moves.takes.iter().chain(&moves.splits).copied().max().unwrap_or(0);
        let first_regular = moves.regular_from.max(greatest.saturating_add(1));
        let is_positional = proof.parity.is_some();
        if proof.mask == 0 || !proof.rare.is_sorted_by(|a, b| a < b) || proof.rare.first() == Some(&0) {
            return refuse("the mask is zero, or the rare heaps are out of order");
        }
        if proof.parity.is_some_and(|parity| moves.splits.iter().any(|split| split % 2 != parity)) {
            return refuse("the positional kind needs splits of one parity");
        }
        if proof.apart == 0
            || !proof.apart.is_multiple_of(certificate.period)
            || (is_positional && !proof.apart.is_multiple_of(2))
        {
            return refuse(
                "the distance between the windows must be a positive multiple of the period, and even in the positional kind",
            );
        }
        let last_rare = proof.rare.last().copied().unwrap_or(0);
        if last_rare >= proof.repeats_from {
            return refuse("a heap after the window is rare");
        }
        if proof.length <= last_rare.saturating_add(greatest) {
            return refuse("the window is too short for the rare heaps");
        }
        if proof.length < first_regular {
            return refuse("the window is too short for the moves: smaller heaps do not have all of them");
        }
        if certificate.preperiod.checked_add(proof.length).is_none_or(|start| proof.repeats_from < start) {
            return refuse("the repeated window begins before the period");
        }
        let equal = last_rare.saturating_mul(2).saturating_add(greatest);
        if moves.unequal && proof.repeats_from <= equal {
            return refuse("the repeated window ends too early: a later move may leave two equal rare heaps");
        }
        Ok(Settler { proof, moves, first_regular })
    }

    /// Derives all values below `needed`, and proves each of them.
    pub(super) fn derive(&self, needed: u64, derivation: &mut Derivation<'_>) -> Result<()> {
        // A growing list doubles its capacity and temporarily holds both copies.
        let each = 3;
        derivation.charge(needed, each)?;
        derivation.head_by_all_options(self.first_regular.min(needed))?;
        for (heap, &value) in (0u64..).zip(&derivation.values).skip(1) {
            self.check_class(heap, value)?;
        }
        let first = self.first_block();
        self.derive_singly(needed.min(first), derivation)?;
        if needed > first && derivation.has_room(needed, each, Blocks::bytes(self.proof.length)) {
            let mut blocks = Blocks::new(self, &derivation.values);
            while needed - derivation.end() >= BLOCK {
                blocks.settle(derivation)?;
            }
        }
        self.derive_singly(needed, derivation)
    }

    /// Returns the heap from which blocks of heaps can be proved: all their heaps are common, witnesses reach back
    /// to existing heaps, and no rare heap is paired with an equal heap.
    fn first_block(&self) -> u64 {
        let last_rare = self.proof.rare.last().copied().unwrap_or(0);
        // Two equal heaps are not an option of an unequal split. A witness is paired with an equal heap at up to twice
        // its distance.
        let reach = self.proof.length.saturating_mul(if self.moves.unequal { 2 } else { 1 });
        let equal = last_rare.saturating_mul(2).saturating_add(self.first_regular);
        equal.max(reach).saturating_add(1).checked_next_multiple_of(BLOCK).unwrap_or(u64::MAX)
    }

    /// Derives and proves all values below `needed`, one heap after the other.
    fn derive_singly(&self, needed: u64, derivation: &mut Derivation<'_>) -> Result<()> {
        while derivation.end() < needed {
            let heap = derivation.end();
            let known = Known { head: &[], last: &derivation.values, first: 0 };
            let Settled { value, reach } = self.settle(known, heap, &mut derivation.meter)?;
            self.check_class(heap, value)?;
            if heap >= self.proof.repeats_from && reach > self.proof.length {
                return refuse(format!(
                    "the {} values before heap {heap} do not determine its value",
                    self.proof.length
                ));
            }
            derivation.push(value)?;
        }
        Ok(())
    }

    /// Returns `true` if the value is common in this heap.
    pub(super) fn is_common(&self, heap: u64, value: u8) -> bool {
        let odd = (u16::from(value) & self.proof.mask).count_ones() % 2 == 1;
        odd != self.proof.parity.is_some_and(|parity| heap % 2 != parity)
    }

    /// Checks that the heap is in the list of rare heaps if and only if it is rare.
    fn check_class(&self, heap: u64, value: u8) -> Result<()> {
        match (self.is_common(heap, value), self.proof.rare.binary_search(&heap).is_ok()) {
            (false, false) => refuse(format!("heap {heap} is rare, but is not in the list of rare heaps")),
            (true, true) => refuse(format!("heap {heap} is in the list of rare heaps, but is not rare")),
            _ => Ok(()),
        }
    }

    /// Returns the value of a heap that has the regular moves.
    fn settle(&self, known: Known<'_>, heap: u64, meter: &mut Meter) -> Result<Settled> {
        let mut excluded = [false; 256];
        let value_of = |other: u64| known.value(heap, other);
        for &take in &self.moves.takes {
            excluded[usize::from(value_of(heap - take)?)] = true;
        }
        for &split in &self.moves.splits {
            for &rare in self.proof.rare.iter().take_while(|&&rare| rare + split < heap) {
                let rest = heap - split - rare;
                if !(self.moves.unequal && rest == rare) {
                    excluded[usize::from(value_of(rare)? ^ value_of(rest)?)] = true;
                }
            }
        }
        let is_open = |value: u8, excluded: &[bool; 256]| !excluded[usize::from(value)];
        let common = (0..=u8::MAX).find(|&value| self.is_common(heap, value) && is_open(value, &excluded));
        let Some(common) = common else {
            return refuse(format!("heap {heap} has no common value that fits into a byte"));
        };
        let below = |excluded: &[bool; 256]| (0..common).find(|&value| is_open(value, excluded));
        let mut reach = 0;
        for least in 1..=heap / 2 {
            if below(&excluded).is_none() {
                break;
            }
            let steps = meter.spend(self.moves.splits.len() as u64 + 1);
            steps.map_err(stopped)?;
            for &split in self.moves.splits.iter().filter(|&&split| split + 2 * least <= heap) {
                let greatest = heap - split - least;
                if self.moves.unequal && least == greatest {
                    continue;
                }
                let value = usize::from(value_of(least)? ^ value_of(greatest)?);
                if !excluded[value] {
                    excluded[value] = true;
                    reach = reach.max(split + least);
                }
            }
        }
        Ok(Settled { value: below(&excluded).unwrap_or(common), reach })
    }
}

/// Checks of samples.
impl Settler<'_> {
    /// Derives the values after `count` of the windows, or after all of them if there are fewer. `seed`
    /// determines the choice. There must be a window.
    pub(super) fn check_sample(
        &self,
        count: u64,
        seed: u64,
        derivation: &mut Derivation<'_>,
    ) -> Result<Checked> {
        let windows = &self.proof.windows;
        // All heaps up to the last rare one are derived in full, since the windows depend on them.
        let last_rare = self.proof.rare.last().copied().unwrap_or(0);
        let head = self.proof.length.saturating_mul(2).max(last_rare.saturating_add(1));
        self.derive(head, derivation)?;
        let mut random = seed;
        let mut order: Vec<&Window> = windows.iter().collect();
        let drawn = count.min(windows.len() as u64);
        for index in 0..drawn as usize {
            // Knuth's linear congruential generator for 64 bits.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let other = index + (random >> 33) as usize % (order.len() - index);
            order.swap(index, other);
            self.check_window(order[index], derivation)?;
        }
        let values = head.saturating_add(drawn.saturating_mul(Window::NEXT));
        Ok(Checked::Sample { windows: drawn, of: windows.len() as u64, values })
    }

    /// Checks that a window has the length stated in the certificate, agrees with the derived values, and has
    /// only common values beyond them. Checks that the values after it have the checksum of the certificate.
    fn check_window(&self, window: &Window, derivation: &mut Derivation<'_>) -> Result<()> {
        let (length, heap) = (window.values.len() as u64, window.heap);
        let (Some(first), Some(end)) = (heap.checked_sub(length), heap.checked_add(Window::NEXT)) else {
            return refuse(format!("there is no window before heap {heap}"));
        };
        if length != self.proof.length {
            return refuse(format!(
                "the window before heap {heap} has {length} values, not {}",
                self.proof.length
            ));
        }
        for (other, &value) in (first..heap).zip(&window.values) {
            match usize::try_from(other).ok().and_then(|other| derivation.values.get(other)) {
                Some(&derived) if derived != value => {
                    return refuse(format!(
                        "the window before heap {heap} has a different value for heap {other}"
                    ));
                }
                Some(_) => {}
                None => self.check_class(other, value)?,
            }
        }
        let mut values = window.values.clone();
        for next in heap..end {
            let known = Known { head: &derivation.values, last: &values, first };
            let settled = self.settle(known, next, &mut derivation.meter)?;
            self.check_class(next, settled.value)?;
            values.push(settled.value);
            derivation.poll(next)?;
        }
        if crc32fast::hash(&values[window.values.len()..]) != window.sum {
            return refuse(format!("the checksum of the values from heap {heap} on does not match"));
        }
        Ok(())
    }
}
