//! Nim-values of heaps, computed by the engine that suits the game.

use crate::budget::{Budget, NoObserver, Observer, StopReason, Stopped};
use crate::certificate::{Certificate, Proof};
use crate::pairs::PairSequence;
use crate::period::{Pattern, Period};
use crate::sequence::NimSequence;
use crate::sparse::{CheckpointError, Keep, SparseSequence};
use crate::subtraction::{SubtractionSequence, Wanted, period_within};
use winways_rules::{HeapRules, Meter, Recurrence, RuleFault};

/// The nim-values of heaps 0, 1, 2, … of a heap game.
///
/// The plain method computes the first values and proves short periods by a classical theorem. Later values
/// come from the first engine that applies: bit sets for finite subtraction sets, a sparse space, pairs, or
/// the plain method. Many sparse spaces become visible only after some ten thousand values, so the choice is
/// made at each power of two from 8,192 to 131,072 values.
pub struct HeapSequence<'r> {
    rules: &'r dyn HeapRules,
    keep: Keep,
    engine: Engine<'r>,
    /// `false` once the values have become too great for a sparse space.
    may_be_sparse: bool,
    /// The period proved by [`HeapSequence::prove`], if any.
    proved: Option<Period>,
}

/// The result of a search for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStatus {
    /// The period is proved.
    Proved,
    /// More values may prove a period.
    Open,
    /// No theorem is known that proves periods of such a game from its values.
    Unavailable,
}

enum Engine<'r> {
    Plain(NimSequence<'r>),
    Pairs(PairSequence<'r>),
    Subtraction(SubtractionSequence),
    Sparse(Box<SparseSequence>),
}

/// The number of values that the plain method computes first.
const PLAIN: u64 = 1 << 13;

/// The number of values at which an engine is chosen for the last time.
const LAST_CHOICE: u64 = 1 << 17;

/// The approximate number of values that are examined for a period after the work was stopped. This takes a fraction
/// of a second.
const VALUES_AFTER_STOP: u64 = 1 << 22;

/// The maximum number of values of a sparse space that are examined for a period by a classical theorem.
const SPARSE_DECODED: u64 = 1 << 20;

/// The theorem that proves periods of sparse spaces.
const SPARSE_WINDOWS: &str = "two equal windows of a sparse space";

impl<'r> HeapSequence<'r> {
    /// Creates a sequence with no values computed.
    pub fn new(rules: &'r dyn HeapRules, keep: Keep) -> Self {
        let engine = Engine::Plain(NimSequence::new(rules));
        HeapSequence { rules, keep, engine, may_be_sparse: true, proved: None }
    }

    /// Resumes a computation from the text returned by [`HeapSequence::checkpoint`].
    ///
    /// # Errors
    /// Returns a [`CheckpointError`] if the checkpoint is damaged or belongs to another game.
    pub fn resume(rules: &'r dyn HeapRules, game: &str, text: &str) -> Result<Self, CheckpointError> {
        let beginning = || {
            let mut beginning = HeapSequence::new(rules, Keep::Last);
            beginning.extend_to(LAST_CHOICE, Budget::DEFAULT, &NoObserver).ok()?;
            match beginning.engine {
                Engine::Sparse(sparse) => Some(*sparse),
                _ => None,
            }
        };
        let sparse = SparseSequence::resume_after(game, text, beginning)?;
        let engine = Engine::Sparse(Box::new(sparse));
        Ok(HeapSequence { rules, keep: Keep::Last, engine, may_be_sparse: true, proved: None })
    }

    /// Extends the sequence to heaps 0..=`heap`, or until the period is proved: then all values are known.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up, a value is too large, or the observer ends the work;
    /// results computed so far are retained.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        // A proved period makes all values known, even the value of heap u64::MAX.
        while self.known() <= heap && self.known() < u64::MAX {
            self.choose_engine();
            let last = heap.min(self.next_choice() - 1);
            match &mut self.engine {
                Engine::Plain(plain) => plain.nim_value(last, budget, observer).map(drop)?,
                Engine::Pairs(pairs) => pairs.extend_to(last, budget, observer)?,
                Engine::Subtraction(_) => return self.extend_by_bits(heap, budget, observer),
                Engine::Sparse(sparse) => match sparse.extend_to(last, budget, observer) {
                    // Pairs support greater values.
                    Err(Stopped { reason: StopReason::Values { .. }, .. }) => {
                        self.may_be_sparse = false;
                        self.leave_sparse_space();
                    }
                    result => result?,
                },
            }
        }
        Ok(())
    }

    /// Extends the sequence up to the last regular choice of an engine. Only values too great for a sparse space cause a
    /// later change of the engine.
    ///
    /// # Errors
    /// Fails like [`HeapSequence::extend_to`].
    pub fn extend_to_last_choice(&mut self, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let chosen = |sequence: &Self| match &sequence.engine {
            Engine::Plain(_) | Engine::Pairs(_) => sequence.rules.take_and_break().is_none(),
            Engine::Subtraction(_) | Engine::Sparse(_) => true,
        };
        while self.known() <= LAST_CHOICE && !chosen(self) {
            self.extend_to(self.next_choice().min(LAST_CHOICE), budget, observer)?;
        }
        Ok(())
    }

    /// Returns the next number of values at which an engine is chosen.
    fn next_choice(&self) -> u64 {
        let next = self.known().saturating_add(1).max(PLAIN).next_power_of_two();
        if next <= LAST_CHOICE { next } else { u64::MAX }
    }

    /// Chooses the engine for the next values, if the number of known values calls for a choice.
    fn choose_engine(&mut self) {
        let known = self.known();
        if !known.is_power_of_two() || !(PLAIN..=LAST_CHOICE).contains(&known) {
            return;
        }
        match &self.engine {
            Engine::Subtraction(_) => {}
            Engine::Sparse(sparse) if sparse.is_sparse() => {}
            Engine::Sparse(_) => self.leave_sparse_space(),
            Engine::Plain(plain) => {
                let values = plain.values();
                if let Some(set) = self.rules.subtraction_set() {
                    self.engine = Engine::Subtraction(SubtractionSequence::new(set, Wanted::Values));
                } else if let Some(sparse) = SparseSequence::of_values(self.rules, values, self.keep) {
                    self.engine = Engine::Sparse(Box::new(sparse));
                } else if let Some(pairs) = PairSequence::with_values(self.rules, values.to_vec()) {
                    self.engine = Engine::Pairs(pairs);
                }
            }
            Engine::Pairs(pairs) if self.may_be_sparse => {
                if let Some(sparse) = SparseSequence::of_values(self.rules, pairs.values(), self.keep) {
                    self.engine = Engine::Sparse(Box::new(sparse));
                }
            }
            Engine::Pairs(_) => {}
        }
    }

    /// Switches to pairs, or to the plain method if pairs do not apply. Pairs continue from the values of the
    /// sparse space if all of them are stored.
    fn leave_sparse_space(&mut self) {
        let values: Option<Vec<u16>> = (0..self.computed()).map(|heap| self.value(heap)).collect();
        self.engine = match PairSequence::with_values(self.rules, values.unwrap_or_default()) {
            Some(pairs) => Engine::Pairs(pairs),
            None => Engine::Plain(NimSequence::new(self.rules)),
        };
    }

    /// Extends the sequence of a finite subtraction set to `heap`, or until its period is proved. Searches for a
    /// repeated window each time the number of values has doubled.
    fn extend_by_bits(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let (Engine::Subtraction(bits), Some(set)) = (&mut self.engine, self.rules.subtraction_set()) else {
            return Ok(());
        };
        while self.proved.is_none() && bits.known() <= heap {
            let doubled = bits.known().saturating_mul(2).max(PLAIN);
            bits.extend_to(heap.min(doubled - 1), budget, observer)?;
            if bits.known() >= doubled {
                self.proved = period_within(set, bits.known(), budget, observer)?;
            }
        }
        match self.proved {
            // The values up to the end of the first period suffice.
            Some(Period { preperiod, period }) => {
                bits.extend_to(heap.min(preperiod.saturating_add(period)), budget, observer)
            }
            None => Ok(()),
        }
    }

    /// Returns the theorem by which enough values would prove a period, or `None` if none is known for the
    /// game.
    ///
    /// # Complexity
    /// Examines some ten million options if the rules themselves do not name a recurrence.
    pub fn theorem(&self) -> Option<&'static str> {
        match (&self.engine, self.rules.recurrence()) {
            (Engine::Sparse(_), _) => Some(SPARSE_WINDOWS),
            (_, Recurrence::Octal { .. } | Recurrence::Window { .. }) => {
                Pattern::theorem(self.rules.recurrence())
            }
            (Engine::Plain(plain), Recurrence::Unknown) => {
                let may_be_sparse = plain.values().len() as u64 <= PLAIN;
                let sparse = may_be_sparse.then(|| SparseSequence::new(self.rules, Keep::Last)).flatten();
                sparse.map(|_| SPARSE_WINDOWS)
            }
            (Engine::Pairs(_) | Engine::Subtraction(_), Recurrence::Unknown) => None,
        }
    }

    /// Extends the sequence to heaps 0..=`heap`, or until the period is proved: then all values are known.
    /// Searches for a proof each time the number of values has doubled, and at the end.
    ///
    /// # Errors
    /// Fails like [`HeapSequence::extend_to`]; also if the search for a proof would exceed the memory budget.
    pub fn prove(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<ProofStatus, Stopped> {
        let mut is_examined = false;
        loop {
            if self.period().is_some() {
                return Ok(ProofStatus::Proved);
            }
            if self.theorem().is_none() {
                return Ok(ProofStatus::Unavailable);
            }
            let is_last = self.known() > heap;
            if is_last && is_examined {
                return Ok(ProofStatus::Open);
            }
            if !is_last {
                let next = self.known().saturating_mul(2).max(PLAIN) - 1;
                if let Err(stopped) = self.extend_to(heap.min(next), budget, observer) {
                    // The values computed so far may be enough.
                    let mut meter = observer.meter().granted(VALUES_AFTER_STOP);
                    let found = self.find_period(budget, &mut meter).is_ok() && self.period().is_some();
                    return if found { Ok(ProofStatus::Proved) } else { Err(stopped) };
                }
            }
            self.find_period(budget, &mut observer.meter())?;
            is_examined = true;
        }
    }

    /// Searches for a period that the values prove by the classical theorems.
    fn find_period(&mut self, budget: Budget, meter: &mut Meter) -> Result<(), Stopped> {
        let decoded: Vec<u16>;
        let (values, bytes) = match &self.engine {
            _ if self.period().is_some() => return Ok(()),
            Engine::Plain(plain) => (plain.values(), plain.bytes()),
            Engine::Pairs(pairs) => (pairs.values(), pairs.bytes()),
            // Longer periods are left to the windows of the sparse space and to repeated windows of a
            // subtraction set.
            Engine::Sparse(_) | Engine::Subtraction(_)
                if self.known() > SPARSE_DECODED.min(budget.memory / 16) =>
            {
                return Ok(());
            }
            Engine::Sparse(_) | Engine::Subtraction(_) => {
                decoded = (0..self.known()).map_while(|heap| self.value(heap)).collect();
                (&decoded[..], self.bytes())
            }
        };
        let nodes = values.len() as u64;
        let checked = budget.check(bytes.saturating_add(Period::bytes_needed(values)));
        checked.map_err(|reason| reason.after(nodes))?;
        let found = Period::of_metered(values, self.rules.recurrence(), meter);
        self.proved = found.map_err(|fault| StopReason::from(fault).after(nodes))?;
        Ok(())
    }

    /// Returns the nim-value of a heap. With [`Keep::Last`], returns `None` for a value that was discarded.
    ///
    /// # Errors
    /// Fails like [`HeapSequence::extend_to`].
    pub fn nim_value(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<u16>, Stopped> {
        self.extend_to(heap, budget, observer)?;
        Ok(self.value(heap))
    }

    /// Returns the number of known values, from heap 0 on; `u64::MAX` if the period is proved.
    pub fn known(&self) -> u64 {
        match &self.engine {
            _ if self.period().is_some() => u64::MAX,
            Engine::Plain(plain) => plain.values().len() as u64,
            Engine::Pairs(pairs) => pairs.values().len() as u64,
            Engine::Subtraction(bits) => bits.known(),
            Engine::Sparse(sparse) => sparse.known(),
        }
    }

    /// Returns the approximate number of bytes of the values.
    pub fn bytes(&self) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => plain.bytes(),
            Engine::Pairs(pairs) => pairs.bytes(),
            Engine::Subtraction(bits) => bits.bytes(),
            Engine::Sparse(sparse) => sparse.known(),
        }
    }

    /// Returns the number of values computed.
    pub fn computed(&self) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => plain.values().len() as u64,
            Engine::Pairs(pairs) => pairs.values().len() as u64,
            Engine::Subtraction(bits) => bits.known(),
            Engine::Sparse(sparse) => sparse.known(),
        }
    }

    /// Returns the value of a heap, if it is known and still stored.
    pub fn value(&self, heap: u64) -> Option<u16> {
        let heap = self.period().map_or(heap, |period| period.reduce(heap));
        let listed = |values: &[u16]| values.get(usize::try_from(heap).ok()?).copied();
        match &self.engine {
            Engine::Plain(plain) => listed(plain.values()),
            Engine::Pairs(pairs) => listed(pairs.values()),
            Engine::Subtraction(bits) => bits.nim_value(heap),
            Engine::Sparse(sparse) => sparse.value(heap),
        }
    }

    /// Returns the period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        match &self.engine {
            Engine::Plain(plain) => plain.period().or(self.proved),
            Engine::Pairs(_) | Engine::Subtraction(_) => self.proved,
            Engine::Sparse(sparse) => sparse.period().or(self.proved),
        }
    }

    /// Returns the pattern by which the sequence continues, if one is known.
    ///
    /// # Complexity
    /// O(length) for a pattern that is not proved by a sparse space.
    pub fn pattern(&self) -> Option<Pattern> {
        self.pattern_metered(&mut Meter::default()).unwrap_or(None)
    }

    /// Returns the pattern like [`HeapSequence::pattern`], and counts the work on `meter`.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn pattern_metered(&self, meter: &mut Meter) -> Result<Option<Pattern>, RuleFault> {
        let recurrence = self.rules.recurrence();
        match &self.engine {
            Engine::Plain(plain) => Pattern::of_metered(plain.values(), recurrence, meter),
            Engine::Pairs(pairs) => Pattern::of_metered(pairs.values(), recurrence, meter),
            Engine::Subtraction(bits) => match (self.proved, Pattern::theorem(recurrence)) {
                (Some(period), Some(theorem)) => Ok(Some(Pattern::proved(period, theorem))),
                _ => {
                    meter.spend(bits.known())?;
                    let values: Option<Vec<u16>> =
                        (0..bits.known()).map(|heap| bits.nim_value(heap)).collect();
                    values.map_or(Ok(None), |values| Pattern::of_metered(&values, recurrence, meter))
                }
            },
            Engine::Sparse(sparse) => match sparse.period() {
                Some(period) => Ok(Some(Pattern::proved(period, SPARSE_WINDOWS))),
                None => {
                    meter.spend(sparse.known())?;
                    let values: Option<Vec<u16>> =
                        (0..sparse.known()).map(|heap| sparse.value(heap)).collect();
                    values.map_or(Ok(None), |values| Pattern::of_metered(&values, recurrence, meter))
                }
            },
        }
    }

    /// Returns the number of values that would prove this pattern, if a theorem can.
    pub fn values_needed(&self, pattern: Pattern) -> Option<u64> {
        pattern.values_needed(self.rules.recurrence())
    }

    /// Returns the rare heaps found so far, if the values have a sparse space.
    pub fn rare_heaps(&self) -> Option<Vec<u64>> {
        match &self.engine {
            Engine::Sparse(sparse) => Some(sparse.rare_heaps()),
            _ => None,
        }
    }

    /// Describes in words how the values were computed.
    pub fn method(&self) -> String {
        match &self.engine {
            Engine::Plain(_) | Engine::Pairs(_) => "enumeration of all options of every heap".to_owned(),
            Engine::Subtraction(_) => "enumeration of all options of 64 heaps at a time".to_owned(),
            Engine::Sparse(sparse) => match sparse.rare_heaps().last() {
                Some(last) => {
                    let count = sparse.rare_heaps().len();
                    format!("sparse space, {count} rare heaps, the last is {last}")
                }
                None => "sparse space, no rare heaps".to_owned(),
            },
        }
    }

    /// Returns a certificate of the period for the game named `game`, or `None` if no proof is available.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the work. Parts of a long sequence are computed again.
    pub fn certificate(&self, game: &str, observer: &dyn Observer) -> Result<Option<Certificate>, Stopped> {
        if let (Engine::Sparse(sparse), None) = (&self.engine, self.proved) {
            return sparse.certificate(game, observer);
        }
        let proof = match self.rules.recurrence() {
            Recurrence::Octal { last_digit } => Proof::GuySmith { last_digit },
            Recurrence::Window { length } => Proof::Window { length },
            Recurrence::Unknown => return Ok(None),
        };
        let game = game.to_owned();
        let certify = |Period { preperiod, period }| Certificate { game, preperiod, period, proof };
        Ok(self.period().map(certify))
    }

    /// Returns `true` if [`HeapSequence::checkpoint`] can save a long computation. That requires a sparse
    /// space, whose state consists of a few windows. The state of the other methods consists of all values.
    ///
    /// If the sparse space of a game is not visible from its first values, this returns `false` before
    /// [`HeapSequence::extend_to_last_choice`].
    ///
    /// # Complexity
    /// Examines some ten million options at the beginning.
    pub fn has_checkpoints(&self) -> bool {
        match &self.engine {
            Engine::Sparse(_) => true,
            Engine::Plain(plain) => {
                plain.values().len() as u64 <= PLAIN && SparseSequence::new(self.rules, Keep::Last).is_some()
            }
            Engine::Pairs(_) | Engine::Subtraction(_) => false,
        }
    }

    /// Returns the state of a long computation as text, for [`HeapSequence::resume`]; `None` if a restart is
    /// as fast.
    pub fn checkpoint(&self, game: &str) -> Option<String> {
        match &self.engine {
            Engine::Sparse(sparse) => sparse.checkpoint(game),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoObserver;
    use winways_rules::{Excluded, TakeAndBreak};

    /// Kayles, which has period 12 from heap 71 on; 168 values prove it.
    struct Kayles(Recurrence);

    impl HeapRules for Kayles {
        fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
            for taken in 1..=heap.min(2) {
                excluded.pairs(heap - taken, 0)?;
            }
            Ok(())
        }

        fn recurrence(&self) -> Recurrence {
            self.0
        }

        fn take_and_break(&self) -> Option<TakeAndBreak> {
            Some(TakeAndBreak { takes: vec![1, 2], splits: vec![1, 2], unequal: false, regular_from: 3 })
        }
    }

    const OCTAL: Recurrence = Recurrence::Octal { last_digit: 2 };
    const PERIOD: Option<Period> = Some(Period { preperiod: 71, period: 12 });

    struct Taken(Vec<u64>);

    impl HeapRules for Taken {
        fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
            self.0
                .iter()
                .filter_map(|&taken| heap.checked_sub(taken as usize))
                .for_each(|rest| excluded.heap(rest));
            Ok(())
        }

        fn recurrence(&self) -> Recurrence {
            Recurrence::Window { length: *self.0.last().unwrap() }
        }

        fn subtraction_set(&self) -> Option<&[u64]> {
            Some(&self.0)
        }
    }

    /// Checks long periods that the 64-heaps engine finds against the plain method.
    #[test]
    fn subtraction_sets_with_long_periods() {
        for set in [vec![101, 1003, 9999], vec![7, 92, 1000, 3001, 9998], vec![300, 7001, 20_011]] {
            let rules = Taken(set.clone());
            let mut plain = NimSequence::new(&rules);
            plain.nim_value(2_000_000, Budget::DEFAULT, &NoObserver).unwrap();
            let period = plain.period().unwrap();
            let new = || HeapSequence::new(&rules, Keep::Last);
            let (mut proved, mut extended) = (new(), new());
            assert_eq!(proved.prove(u64::MAX, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Proved));
            extended.extend_to(1 << 40, Budget::DEFAULT, &NoObserver).unwrap();
            for sequence in [&proved, &extended] {
                assert_eq!((sequence.period(), sequence.known()), (Some(period), u64::MAX));
                assert_eq!(sequence.pattern().unwrap().status.to_string(), "proved (two equal windows)");
                for heap in (0..period.preperiod + 2 * period.period).step_by(7) {
                    assert_eq!(
                        sequence.value(heap),
                        Some(plain.values()[period.reduce(heap) as usize]),
                        "{set:?}"
                    );
                }
            }
            // Fewer values agree with the plain method as well.
            let mut few = new();
            few.extend_to(9000, Budget::DEFAULT, &NoObserver).unwrap();
            assert_eq!((few.period(), few.known() > 9000), (None, true));
            assert!((0..9000).all(|heap| few.value(heap) == Some(plain.values()[heap as usize])));
            let needed = period.preperiod + period.period + set.last().unwrap();
            let status = |last| new().prove(last, Budget::DEFAULT, &NoObserver).unwrap();
            if needed < SPARSE_DECODED - 64 {
                assert_eq!(status(needed + 63), ProofStatus::Proved, "{set:?} {period:?} {needed}");
            }
            assert_eq!(status(needed - 66), ProofStatus::Open);
            let tight = Budget { memory: 1 << 14, ..Budget::DEFAULT };
            assert!(new().prove(u64::MAX, tight, &NoObserver).is_err());
        }
    }

    #[test]
    fn the_number_of_values_required_by_the_theorem_proves_the_period() {
        let rules = Kayles(OCTAL);
        let engines: [fn(&Kayles) -> Engine<'_>; 2] = [
            |rules| Engine::Plain(NimSequence::new(rules)),
            |rules| Engine::Pairs(PairSequence::new(rules).unwrap()),
        ];
        for engine in engines {
            let new = || HeapSequence { engine: engine(&rules), ..HeapSequence::new(&rules, Keep::All) };
            let mut sequence = new();
            for heap in [0, 100, 166] {
                let status = sequence.prove(heap, Budget::DEFAULT, &NoObserver);
                assert_eq!((status, sequence.period()), (Ok(ProofStatus::Open), None));
                assert_eq!((sequence.known(), sequence.computed()), (heap + 1, heap + 1));
                let needed = sequence.pattern().and_then(|pattern| sequence.values_needed(pattern));
                assert_eq!(needed, (heap == 166).then_some(168));
            }
            assert_eq!(sequence.prove(167, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Proved));
            assert_eq!((sequence.period(), sequence.known()), (PERIOD, u64::MAX));
            assert_eq!(sequence.computed(), 168);
            // Heaps from 71 on depend on their remainder modulo 12; 12·10¹⁷ has remainder 0.
            assert_eq!(sequence.value(1_200_000_000_000_000_000), sequence.value(72));
            let certificate = sequence.certificate("octal(0.77)", &NoObserver).unwrap().unwrap();
            assert!(certificate.check(&rules, None, 1 << 20, &NoObserver).is_ok());

            let mut sequence = new();
            assert_eq!(sequence.prove(u64::MAX, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Proved));
            assert_eq!(sequence.period(), PERIOD);
            assert!(sequence.computed() <= PLAIN, "{}", sequence.computed());
        }
    }

    #[test]
    fn values_computed_before_a_limit_may_prove_the_period() {
        let rules = Kayles(OCTAL);
        let prove = |heaps: u64| {
            let mut sequence = HeapSequence::new(&rules, Keep::All);
            let budget = Budget { options: Some(heaps * (heaps - 1) / 2), ..Budget::DEFAULT };
            let status = sequence.prove(u64::MAX, budget, &NoObserver);
            (status.map_err(|stopped| stopped.reason), sequence.computed())
        };
        let limit = 100 * 99 / 2;
        assert_eq!(prove(100), (Err(StopReason::Options { limit }), 101));
        assert_eq!(prove(175), (Ok(ProofStatus::Proved), 176));
    }

    #[test]
    fn without_a_theorem_nothing_is_computed() {
        struct Nim;
        impl HeapRules for Nim {
            fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
                excluded.heaps(0..heap)?;
                Ok(())
            }
            fn recurrence(&self) -> Recurrence {
                Recurrence::Unknown
            }
        }
        let mut sequence = HeapSequence::new(&Nim, Keep::All);
        assert_eq!(sequence.prove(u64::MAX, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Unavailable));
        assert_eq!((sequence.theorem(), sequence.computed()), (None, 0));
    }

    #[test]
    fn a_sparse_space_proves_a_period_without_a_known_recurrence() {
        let rules = Kayles(Recurrence::Unknown);
        let mut sequence = HeapSequence::new(&rules, Keep::All);
        assert_eq!(sequence.prove(9000, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Open));
        assert_eq!(sequence.theorem(), Some(SPARSE_WINDOWS));
        assert_eq!(sequence.prove(u64::MAX, Budget::DEFAULT, &NoObserver), Ok(ProofStatus::Proved));
        assert_eq!(sequence.period(), PERIOD);
    }
}
