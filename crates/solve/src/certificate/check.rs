//! The slow and obvious check of certificates. It uses the rules, and nothing of the engines.

use super::{Certificate, Proof, SparseProof, Window};
use crate::budget::{Observer, Progress, StopReason};
use thiserror::Error;
use winways_rules::{Excluded, HeapRules, Meter, TakeAndBreak};

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The claim, in full, with so many values derived.
    Whole {
        /// How many values.
        values: u64,
    },
    /// Some windows; this proves nothing about the rest.
    Sample {
        /// How many windows.
        windows: u64,
        /// How many there are.
        of: u64,
        /// How many values were derived.
        values: u64,
    },
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckFailure {
    /// The claim is wrong, or does not follow from what the certificate says.
    #[error("{0}")]
    Refused(String),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(StopReason),
}

type Result<T> = std::result::Result<T, CheckFailure>;

fn refuse<T>(why: impl Into<String>) -> Result<T> {
    Err(CheckFailure::Refused(why.into()))
}

impl Certificate {
    /// Derives again what the certificate claims; with `sample`, only what follows so many of its windows, chosen by
    /// `seed`.
    ///
    /// # Errors
    /// [`CheckFailure`] if anything claimed does not come out, if more memory would be needed than `memory` bytes, or if
    /// the observer ends the work.
    ///
    /// # Complexity
    /// By the theorem of Guy and Smith: a step for every option of every heap up to 2·preperiod + 2·period + t. By a
    /// sparse space: some hundred steps for every heap up to preperiod + period + length.
    pub fn check(
        &self,
        rules: &dyn HeapRules,
        sample: Option<(u64, u64)>,
        memory: u64,
        observer: &dyn Observer,
    ) -> Result<Checked> {
        let mut derivation = Derivation { rules, observer, memory, values: Vec::new() };
        match (&self.proof, sample) {
            (Proof::Sparse(proof), Some((count, seed))) => {
                self.check_sample(proof, count, seed, &mut derivation)
            }
            (_, Some(_)) => refuse("only certificates by a sparse space have windows to take samples of"),
            (proof, None) => {
                let needed = self.values_needed(rules)?;
                if needed > memory {
                    return Err(CheckFailure::Stopped(StopReason::Memory { limit: memory }));
                }
                match proof {
                    Proof::Sparse(proof) => self.derive_sparse(proof, needed, &mut derivation)?,
                    _ => derivation.by_all_options(needed)?,
                }
                self.check_values(&derivation.values)?;
                Ok(Checked::Whole { values: needed })
            }
        }
    }

    /// How many values prove the claim.
    fn values_needed(&self, rules: &dyn HeapRules) -> Result<u64> {
        use winways_rules::Recurrence;
        let needed = match (&self.proof, rules.recurrence()) {
            (&Proof::GuySmith { last_digit }, Recurrence::Octal { last_digit: digit })
                if digit == last_digit =>
            {
                let twice = self.preperiod.checked_add(self.period).and_then(|sum| sum.checked_mul(2));
                twice.and_then(|sum| sum.checked_add(last_digit))
            }
            (Proof::GuySmith { .. }, _) => return refuse("the game is no octal game with this last digit"),
            (&Proof::Window { length }, Recurrence::Window { length: needed }) if needed <= length => {
                self.preperiod.checked_add(self.period).and_then(|sum| sum.checked_add(length))
            }
            (Proof::Window { .. }, _) => {
                return refuse("the values of the game do not depend on such a window");
            }
            (Proof::Sparse(proof), _) => {
                if proof.apart % self.period != 0 || (proof.parity.is_some() && proof.apart % 2 != 0) {
                    return refuse(
                        "two windows decide only if they are apart by periods, an even number of heaps in the positional kind",
                    );
                }
                if self.preperiod.checked_add(proof.length).is_none_or(|start| proof.repeats_from < start) {
                    return refuse("the window that comes again begins before the period");
                }
                if proof.rare.last().is_some_and(|&last| last >= proof.repeats_from) {
                    return refuse("a heap after the window is rare");
                }
                proof.repeats_from.checked_add(proof.apart)
            }
        };
        match needed {
            Some(needed) => Ok(needed),
            None => refuse("the numbers are too large"),
        }
    }

    /// The period holds as far as there are values, and neither it nor the preperiod can be less.
    fn check_values(&self, values: &[u8]) -> Result<()> {
        let (preperiod, period) = (self.preperiod as usize, self.period as usize);
        let repeats = |from: usize, period: usize| {
            values[from..]
                .iter()
                .zip(values.get(from + period..).unwrap_or_default())
                .position(|(a, b)| a != b)
        };
        if values.len() <= preperiod + period {
            return refuse("the values needed do not reach the end of the first period");
        }
        if let Some(place) = repeats(preperiod, period) {
            return refuse(format!(
                "heap {} has another value than heap {}",
                preperiod + place,
                preperiod + place + period
            ));
        }
        if preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
            return refuse(format!("the period begins before heap {preperiod}"));
        }
        for prime in prime_factors(self.period) {
            let less = period / prime as usize;
            if repeats(preperiod, less).is_none() {
                return refuse(format!("{less} is a period too"));
            }
        }
        Ok(())
    }

    /// All values below `needed`, each proved.
    fn derive_sparse(&self, proof: &SparseProof, needed: u64, derivation: &mut Derivation<'_>) -> Result<()> {
        let game = Game::of(proof, derivation.rules)?;
        derivation.by_all_options(game.first_regular.min(needed))?;
        for (heap, &value) in (0u64..).zip(&derivation.values).skip(1) {
            proof.check_class(heap, value)?;
        }
        while derivation.end() < needed {
            let heap = derivation.end();
            let settled = game.settle(proof, &derivation.values, (&derivation.values, 0), heap)?;
            proof.check_class(heap, settled.value)?;
            if heap >= proof.repeats_from && settled.reach > proof.length {
                return refuse(format!("the {} values before heap {heap} do not decide it", proof.length));
            }
            derivation.push(settled.value)?;
        }
        Ok(())
    }

    fn check_sample(
        &self,
        proof: &SparseProof,
        count: u64,
        seed: u64,
        derivation: &mut Derivation<'_>,
    ) -> Result<Checked> {
        let game = Game::of(proof, derivation.rules)?;
        if proof.windows.is_empty() {
            return refuse("the certificate has no windows to take samples of");
        }
        // The rare heaps and all before them are derived in full: the windows rest on them.
        let first =
            proof.rare.last().map_or(0, |&last| last + 1).max(game.first_regular).max(2 * proof.length);
        self.derive_sparse(proof, first, derivation)?;
        let head = derivation.values.clone();
        let mut random = seed;
        for _ in 0..count {
            // Knuth's linear congruential generator for 64 bits.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let window = &proof.windows[(random >> 33) as usize % proof.windows.len()];
            game.check_window(proof, window, &head, derivation)?;
        }
        let values = first.saturating_add(count.saturating_mul(Window::NEXT));
        Ok(Checked::Sample { windows: count, of: proof.windows.len() as u64, values })
    }
}

impl SparseProof {
    /// Whether the value is one of the odd class in this heap.
    fn is_common(&self, heap: u64, value: u8) -> bool {
        let odd = (u16::from(value) & self.mask).count_ones() % 2 == 1;
        odd != self.parity.is_some_and(|parity| heap % 2 != parity)
    }

    /// The heap is in the list of rare ones if it is rare.
    fn check_class(&self, heap: u64, value: u8) -> Result<()> {
        match (self.is_common(heap, value), self.rare.binary_search(&heap).is_ok()) {
            (false, false) => refuse(format!("heap {heap} is rare, and not in the list")),
            (true, true) => refuse(format!("heap {heap} is in the list of rare heaps, and not rare")),
            _ => Ok(()),
        }
    }
}

/// A game of take-and-break as the check sees it.
struct Game {
    moves: TakeAndBreak,
    /// From this heap on all heaps have the same moves.
    first_regular: u64,
}

/// The value of a heap, and how far back the options are that prove it.
struct Settled {
    value: u8,
    reach: u64,
}

impl Game {
    fn of(proof: &SparseProof, rules: &dyn HeapRules) -> Result<Game> {
        let Some(moves) = rules.take_and_break() else {
            return refuse("the game is not one of take-and-break");
        };
        let most = moves.takes.iter().chain(&moves.splits).copied().max().unwrap_or(0);
        if proof.mask == 0 || !proof.rare.is_sorted() || proof.rare.first() == Some(&0) {
            return refuse("the mask is zero, or the rare heaps are out of order");
        }
        if let Some(parity) = proof.parity
            && moves.splits.iter().any(|split| split % 2 != parity)
        {
            return refuse("the positional kind needs splits of one parity");
        }
        if proof.length <= proof.rare.last().copied().unwrap_or(0).saturating_add(most) {
            return refuse("the window is too short for the rare heaps");
        }
        let first_regular = moves.regular_from.max(most + 1);
        Ok(Game { moves, first_regular })
    }

    /// The value of a heap: the least common value that no option with a rare part has, if every rare value below it is the
    /// value of some option; else the least of those that are not.
    ///
    /// `head` are the values of heaps from 0 on, `last` those of the last ones and the first heap among them.
    fn settle(&self, proof: &SparseProof, head: &[u8], last: (&[u8], u64), heap: u64) -> Result<Settled> {
        let value_of = |other: u64| {
            let place = other.checked_sub(last.1).map(|place| place as usize);
            place.and_then(|place| last.0.get(place)).or(head.get(other as usize)).copied()
        };
        let known = |other: u64| match value_of(other) {
            Some(value) => Ok(value),
            None => refuse(format!("heap {heap} needs the value of heap {other}, which is not kept")),
        };
        let mut excluded = [false; 256];
        for &take in &self.moves.takes {
            excluded[usize::from(known(heap - take)?)] = true;
        }
        for &split in &self.moves.splits {
            for &rare in proof.rare.iter().take_while(|&&rare| rare + split < heap) {
                let rest = heap - split - rare;
                if !(self.moves.unequal && rest == rare) {
                    excluded[usize::from(known(rare)? ^ known(rest)?)] = true;
                }
            }
        }
        let is_open = |value: u8, excluded: &[bool; 256]| !excluded[usize::from(value)];
        let common = (0..=u8::MAX).find(|&value| proof.is_common(heap, value) && is_open(value, &excluded));
        let Some(common) = common else {
            return refuse(format!("heap {heap} has no common value in a byte"));
        };
        let below = |excluded: &[bool; 256]| (0..common).find(|&value| is_open(value, excluded));
        let mut reach = self.first_regular;
        for least in 1..=heap / 2 {
            if below(&excluded).is_none() {
                break;
            }
            for &split in self.moves.splits.iter().filter(|&&split| split + 2 * least <= heap) {
                let most = heap - split - least;
                if self.moves.unequal && least == most {
                    continue;
                }
                let value = usize::from(known(least)? ^ known(most)?);
                if !excluded[value] {
                    excluded[value] = true;
                    reach = reach.max(split + least);
                }
            }
        }
        Ok(Settled { value: below(&excluded).unwrap_or(common), reach })
    }

    /// The values after a window are those that the certificate gives the sum of.
    fn check_window(
        &self,
        proof: &SparseProof,
        window: &Window,
        head: &[u8],
        derivation: &mut Derivation<'_>,
    ) -> Result<()> {
        let Some(first) = window.heap.checked_sub(window.values.len() as u64) else {
            return refuse(format!("the window before heap {} is longer than that", window.heap));
        };
        let mut values = window.values.clone();
        for heap in window.heap..window.heap.saturating_add(Window::NEXT) {
            let settled = self.settle(proof, head, (&values, first), heap)?;
            proof.check_class(heap, settled.value)?;
            values.push(settled.value);
            derivation.poll(heap)?;
        }
        let next = &values[window.values.len()..];
        if crc32fast::hash(next) != window.sum {
            return refuse(format!("the values from heap {} on have another sum", window.heap));
        }
        Ok(())
    }
}

/// The values derived so far, heap 0 first.
struct Derivation<'c> {
    rules: &'c dyn HeapRules,
    observer: &'c dyn Observer,
    memory: u64,
    values: Vec<u8>,
}

impl Derivation<'_> {
    fn end(&self) -> u64 {
        self.values.len() as u64
    }

    fn push(&mut self, value: u8) -> Result<()> {
        self.values.push(value);
        self.poll(self.end())
    }

    fn poll(&self, heap: u64) -> Result<()> {
        if !heap.is_multiple_of(1 << 12) {
            return Ok(());
        }
        let progress = Progress { positions: heap, depth: 0, bytes: self.end(), ..Progress::default() };
        self.observer.poll(&progress).map_err(CheckFailure::Stopped)
    }

    /// Values below `needed`, from all options.
    fn by_all_options(&mut self, needed: u64) -> Result<()> {
        if needed > self.memory / 8 {
            return Err(CheckFailure::Stopped(StopReason::Memory { limit: self.memory }));
        }
        let mut marks = vec![false; Excluded::VALUES].into_boxed_slice();
        let Ok(marks) = <&mut [bool; Excluded::VALUES]>::try_from(&mut *marks) else {
            unreachable!("the list has so many marks");
        };
        let (mut words, mut meter): (Vec<u16>, Meter) = (Vec::new(), self.observer.meter());
        while self.end() < needed {
            let mut excluded = Excluded::new(&words, marks, &mut meter);
            let enumerated = self.rules.exclude_options(words.len(), &mut excluded);
            enumerated.map_err(|fault| CheckFailure::Stopped(fault.into()))?;
            let Some(value) = marks[..256].iter().position(|marked| !marked) else {
                return refuse(format!("heap {} has no value in a byte", words.len()));
            };
            marks[..256].fill(false);
            words.push(value as u16);
            self.push(value as u8)?;
        }
        Ok(())
    }
}

fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
