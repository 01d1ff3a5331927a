//! Finds patterns and conjectures in the values of heaps. Proves statements about all heaps without using a period: with laws that
//! are proved by induction over digits, or with theorems.

use super::HeapTable;
use super::findings::Findings;
use super::heaps::STEPS_AFTER_STOP;
use std::sync::OnceLock;
use winways_kit::Page;
use winways_rules::{Meter, Play, Recurrence, RuleFault};
use winways_solve::{
    Budget, Conjecture, HeapLaw, HeapSequence, Keep, Observer, Pattern, Progress, Quota, StopReason, Stopped,
    Theorems, Until, conjectures_metered, pattern_proved_by_law,
};

/// The maximum number of polls of the observer in a search for a law that was not requested, about a second's worth.
const POLLS_FOR_LAW: u64 = 1 << 11;
/// The number of values that are examined for statements about a law once the time is up.
const VALUES_FOR_LAW: usize = HeapLaw::VALUES as usize;
/// The minimum number of values that are searched for a law.
const FEWEST_FOR_LAW: usize = 64;
/// The memory budget, in bytes, that is required to compute further values for a law, and the maximum number of their options.
const LAW_MEMORY: u64 = 64 << 20;
const LAW_OPTIONS: u64 = 1 << 24;
/// The number of options that the smallest heaps may have in addition to their share.
const OPTIONS_OF_SMALL_HEAPS: u64 = 1 << 12;
/// The heap up to which values are computed if a table is proved without a period and no heap is given.
const SHOWN: u64 = (1 << 7) - 1;

impl HeapTable<'_> {
    /// Returns `true` if [`HeapTable::prove`] may prove the values of all heaps: with a period, with a law over digits, or with
    /// the theorem that gives the values.
    pub fn may_be_proved(&self) -> bool {
        self.theorem().is_some()
            || self.game.tables().move_formulas().is_some()
            || !self.game.tables().heap_statements().is_empty()
    }

    /// Returns `true` if the values of all heaps are proved.
    pub fn is_proved(&self) -> bool {
        self.known() == u64::MAX
            || self.digit_law.get().is_some_and(Option::is_some)
            || !self.game.tables().heap_statements().is_empty()
    }

    /// Extends the table to `heap`, or to heap [`SHOWN`] if `heap` is unlimited, and searches for a law. Returns `true` if a law or
    /// the theorem of the game proves the values of all heaps.
    ///
    /// The first search precedes the values beyond [`SHOWN`], so the law remains known if the table cannot be extended to `heap`.
    pub(super) fn prove_by_law(&mut self, heap: u64, observer: &dyn Observer) -> Result<bool, Stopped> {
        let last = if heap < u64::MAX - 1 { heap } else { SHOWN };
        let has_theorem = !self.game.tables().heap_statements().is_empty();
        let early = (last > SHOWN).then_some(SHOWN);
        for end in early.into_iter().chain([last]) {
            self.extend_to(end, observer)?;
            if !has_theorem && !self.is_proved() {
                // An earlier search had fewer values, or ended after a limited number of steps.
                self.digit_law = OnceLock::new();
                self.find_digit_law(observer)?;
            }
        }
        Ok(has_theorem || self.is_proved())
    }

    /// Returns a law that is proved for the values of all heaps by induction over digits, if one is found. Searches the known
    /// values first. If they give no law, or only the theorem about windows, searches the first [`HeapLaw::VALUES`] values.
    pub(super) fn find_digit_law(&self, observer: &dyn Observer) -> Result<Option<&HeapLaw>, Stopped> {
        if self.digit_law.get().is_none() {
            let law = self.seek_digit_law(observer)?;
            let _ = self.digit_law.set(law);
        }
        Ok(self.digit_law.get().and_then(Option::as_ref))
    }

    /// Returns a law like [`HeapTable::find_digit_law`], but ends a search that takes more than [`POLLS_FOR_LAW`] polls, which
    /// then finds no law.
    fn find_digit_law_in_brief(&self, observer: &dyn Observer) -> Result<Option<&HeapLaw>, Stopped> {
        let quota = Quota::new(POLLS_FOR_LAW);
        match self.find_digit_law(&Until::new(observer, quota.interrupt())) {
            Err(_) if quota.is_exhausted() => {
                let _ = self.digit_law.set(None);
                Ok(None)
            }
            found => found,
        }
    }

    fn seek_digit_law(&self, observer: &dyn Observer) -> Result<Option<HeapLaw>, Stopped> {
        let Some(moves) = self.game.tables().move_formulas() else { return Ok(None) };
        let mut meter = observer.meter();
        let mut proved = |values: &[u64]| {
            let is_enough = values.len() >= FEWEST_FOR_LAW;
            let law = if is_enough { HeapLaw::proved(moves, values, &mut meter) } else { Ok(None) };
            law.map_err(|fault: RuleFault| StopReason::from(fault).after(self.computed()))
        };
        let known: Vec<u64> = (0..HeapLaw::VALUES).map_while(|heap| self.value(heap)).collect();
        let found = proved(&known)?;
        let is_whole = known.len() as u64 == HeapLaw::VALUES;
        if is_whole || found.as_ref().is_some_and(|law| !law.is_of_window()) {
            return Ok(found);
        }
        // Classical theorems already prove periods for all other recurrences.
        let is_open =
            self.game.tables().heap_rules().is_none_or(|rules| rules.recurrence() == Recurrence::Unknown);
        if !is_open || self.budget.memory < LAW_MEMORY {
            return Ok(found);
        }
        let law = match self.first_values(observer) {
            Ok(values) => proved(&values),
            Err(Stopped {
                reason: StopReason::Options { .. } | StopReason::Memory { .. } | StopReason::Values { .. },
                ..
            }) => Ok(None),
            Err(stopped) => Err(stopped),
        };
        match (law, found) {
            (Err(stopped), None) => Err(stopped),
            (law, found) => Ok(law.unwrap_or_default().or(found)),
        }
    }

    /// Computes the values from which a law is derived. Fails early if the smallest heaps show that all values take too long.
    fn first_values(&self, observer: &dyn Observer) -> Result<Vec<u64>, Stopped> {
        for halvings in (1..=HeapLaw::VALUES.ilog2() - FEWEST_FOR_LAW.ilog2()).rev() {
            // If the number of options of a heap is proportional to its size, half as many heaps have a quarter of the options.
            let options = ((2 * LAW_OPTIONS) >> (2 * halvings)) + OPTIONS_OF_SMALL_HEAPS;
            self.values_within(HeapLaw::VALUES >> halvings, options, observer)?;
        }
        self.values_within(HeapLaw::VALUES, LAW_OPTIONS, observer)
    }

    /// Computes the values of the smallest `count` heaps, without using the values of the table.
    fn values_within(&self, count: u64, options: u64, observer: &dyn Observer) -> Result<Vec<u64>, Stopped> {
        let options = self.budget.options.map_or(options, |limit| limit.min(options));
        let budget = Budget { options: Some(options), ..self.budget };
        if let Some(rules) = self.game.tables().heap_rules() {
            let mut sequence = HeapSequence::new(rules, Keep::All);
            sequence.extend_to(count - 1, budget, observer)?;
            return Ok((0..count).map_while(|heap| sequence.value(heap)).map(u64::from).collect());
        }
        let solver = self.game.tables().heap_values(Theorems::Use, budget, observer);
        let Some(mut solver) = solver else { return Ok(Vec::new()) };
        (0..count).map(|heap| Ok(solver.nim_value(heap)?.0)).collect()
    }

    /// Searches for a pattern of the values of heaps 0..=`last` and for further conjectures. If the work is stopped, `findings`
    /// keeps the earlier findings.
    pub(super) fn seek(
        &self,
        last: u64,
        findings: &mut Findings,
        observer: &dyn Observer,
    ) -> Result<(), Stopped> {
        let ended = |reason: StopReason| reason.after(self.computed());
        let pattern = self.find_pattern(observer.meter());
        findings.pattern = pattern.clone().unwrap_or_default();
        findings.values_needed = self.values_needed(findings.pattern);
        // A proved period determines further values, which refute statements that hold for the first ones only.
        let proved = findings.pattern.filter(Pattern::is_proved);
        let enough = proved.map_or(0, |pattern| pattern.preperiod.saturating_add(2 * pattern.period));
        let progress = Progress { positions: self.computed(), ..Progress::default() };
        let polled = pattern.and_then(|_| observer.poll(&progress));
        // If the time is up, a few values still show the statements that a known law settles.
        let (most, steps) = match polled {
            Ok(()) => (self.values_examined(), 0),
            Err(_) => (self.values_examined().min(VALUES_FOR_LAW), STEPS_AFTER_STOP),
        };
        let heaps = (0..=last.max(enough)).take(most);
        let values: Vec<u64> = heaps.map_while(|heap| self.value(heap)).collect();
        let mut meter = observer.meter().granted(steps);
        let found = conjectures_metered(&values, findings.pattern.is_some(), &mut meter);
        let found = found.map(|found| findings.conjectures = found).map_err(StopReason::from);
        let settled = self.settle(&mut findings.pattern, &mut findings.conjectures, observer);
        findings.values_needed = self.values_needed(findings.pattern);
        polled.and(found).map_err(ended).and(settled)
    }

    /// Marks the statements that follow from a theorem of the game, a law or a proved pattern. Adds the law unless another
    /// proved statement determines all values. If the work is stopped, earlier marks remain.
    pub(super) fn settle(
        &self,
        pattern: &mut Option<Pattern>,
        conjectures: &mut Vec<Conjecture>,
        observer: &dyn Observer,
    ) -> Result<(), Stopped> {
        self.settle_by_theorem(conjectures);
        let is_proved = |pattern: &Option<Pattern>| pattern.is_some_and(|pattern| pattern.is_proved());
        let mut law = None;
        if !is_proved(pattern) && self.known() >= FEWEST_FOR_LAW as u64 {
            law = self.find_digit_law_in_brief(observer)?;
        }
        if let Some(law) = law {
            let ended = |fault: RuleFault| StopReason::from(fault).after(self.computed());
            let meter = &mut observer.meter().granted(STEPS_AFTER_STOP);
            settle_by_law(law, pattern, conjectures, meter).map_err(ended)?;
            if let Some(found) = *pattern
                && self.is_refuted(found, law, meter).map_err(ended)?
            {
                *pattern = None;
            }
        }
        let settled = |pattern| conjectures.iter().fold(pattern, |pattern, found| found.settles(pattern));
        *pattern = pattern.map(settled);
        if let Some(pattern) = *pattern {
            take_each(conjectures, |conjecture| Ok(conjecture.settled_by_pattern(pattern)))
                .unwrap_or_default();
        }
        let is_determined = is_proved(pattern) || conjectures.iter().any(Conjecture::proves_all_values);
        if let Some(law) = law.filter(|_| !is_determined) {
            let checked_to = self.known().min(HeapLaw::VALUES) - 1;
            conjectures.push(Conjecture::by_induction(law.statement(), checked_to));
        }
        Ok(())
    }

    /// Returns `true` if an unproved pattern of the known values contradicts the law at one of the next heaps.
    fn is_refuted(&self, pattern: Pattern, law: &HeapLaw, meter: &mut Meter) -> Result<bool, RuleFault> {
        if pattern.is_proved() {
            return Ok(false);
        }
        for heap in self.known()..self.known().saturating_add(HeapLaw::VALUES) {
            let (earlier, growth) = pattern.reduce(heap);
            let expected = self.value(earlier).map(|value| value.saturating_add(growth));
            let value = law.value(heap, meter)?;
            if value.is_some() && expected.is_some() && value != expected {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Marks the statements that the theorem of the game contains.
    fn settle_by_theorem(&self, conjectures: &mut Vec<Conjecture>) {
        let statements = self.game.tables().heap_statements();
        let Page { theorems, sources, .. } = self.game.page();
        let theorem = theorems.iter().find(|theorem| theorem.play == Play::Normal);
        let Some(theorem) = theorem.filter(|_| !statements.is_empty()) else { return };
        let named = (theorem.name, sources.first().copied().unwrap_or_default());
        take_each(conjectures, |conjecture| Ok(conjecture.settled_by_theorem(statements, named)))
            .unwrap_or_default();
    }
}

/// Marks the statements that follow from a law.
fn settle_by_law(
    law: &HeapLaw,
    pattern: &mut Option<Pattern>,
    conjectures: &mut Vec<Conjecture>,
    meter: &mut Meter,
) -> Result<(), RuleFault> {
    if let Some(found) = *pattern {
        *pattern = Some(pattern_proved_by_law(found, law, meter)?);
    }
    take_each(conjectures, |conjecture| conjecture.settled_by_law(law, meter))
}

/// Replaces each statement with the result of a function.
fn take_each(
    conjectures: &mut Vec<Conjecture>,
    settled: impl FnMut(Conjecture) -> Result<Conjecture, RuleFault>,
) -> Result<(), RuleFault> {
    *conjectures = conjectures.iter().cloned().map(settled).collect::<Result<_, _>>()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Catalogue, Keep, Listing, NoObserver, ValueTable};
    use winways_solve::Standing;
    use winways_values::Interrupt;

    /// Returns an observer that stops the work at the poll with this number, counted from 1.
    fn after(polls: u64) -> Interrupt {
        Quota::new(polls).interrupt()
    }

    fn with_table<T>(game: &str, up_to: u64, check: impl FnOnce(HeapTable<'_>) -> T) -> T {
        let game = Catalogue::new().game(game).unwrap();
        let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
        table.extend_to(up_to, &NoObserver).unwrap();
        check(table)
    }

    /// The search for a law ends early if the first values take too long, as in games with splits into three heaps.
    #[test]
    fn a_short_table_takes_little_work() {
        for game in ["kenyon", "split-in-three"] {
            with_table(game, 99, |table| {
                let quota = Quota::new(100);
                assert_eq!(
                    table.find_digit_law(&Until::new(&NoObserver, quota.interrupt())),
                    Ok(None),
                    "{game}"
                );
                assert!(quota.left() > 0, "{game}");
            });
        }
    }

    #[test]
    fn a_table_by_theorem_polls_the_observer() {
        let coins = Catalogue::new().game("mock-turtles").unwrap();
        for polls in 1..5 {
            let observer = after(polls);
            let mut table = HeapTable::new(&*coins, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
            let stopped = table.extend_to(1 << 40, &observer).unwrap_err();
            assert_eq!((stopped.reason, table.known()), (StopReason::Timeout, (polls - 1) << 12));
        }
    }

    #[test]
    fn a_listing_polls_the_observer() {
        with_table("kayles", 1000, |table| {
            let observer = after(3);
            let listing = Listing::new(5..100_000_000_000, 1, &observer);
            let last = listing.iter().last().unwrap();
            assert_eq!(last, 5 + (3 << 12) - 1);
            assert!(table.value(last).is_some());
            assert_eq!(listing.stopped(), Some(StopReason::Timeout.after(5 + (3 << 12))));
            // The first values are listed even if the time is already up.
            let late = after(1);
            assert_eq!(Listing::new(0..100, 1, &late).iter().count(), 100);
            let whole = Listing::new(5..20_000, 1, &NoObserver);
            assert_eq!((whole.iter().count(), whole.stopped()), (19_995, None));
        });
    }

    #[test]
    fn stopped_findings_are_marked_incomplete() {
        with_table("nim", 1 << 20, |table| {
            let cut = table.findings(1 << 20, &after(1));
            let few = |conjecture: &Conjecture| conjecture.checked_to < HeapLaw::VALUES;
            assert!(cut.conjectures.iter().all(few) && cut.stopped.is_some());
            let whole = table.findings(1 << 20, &NoObserver);
            assert!(!whole.conjectures.is_empty() && whole.stopped.is_none());
        });
    }

    /// The law is found before the table is extended, and the findings contain it even if the time is up.
    #[test]
    fn a_law_outlives_a_table_that_is_stopped() {
        let mark = Catalogue::new().game("mark").unwrap();
        let budget = Budget { options: Some(LAW_OPTIONS), ..Budget::DEFAULT };
        let mut table = HeapTable::new(&*mark, Keep::All, budget, &NoObserver).unwrap();
        let proof = table.prove(1 << 40, &NoObserver);
        assert!(proof.is_err() && table.is_proved(), "{proof:?}");
        let cut = table.findings(1 << 40, &after(1));
        let dopey = cut.conjectures.iter().find(|found| found.statement.contains("dopey")).unwrap();
        assert!(dopey.standing != Standing::Conjecture && cut.stopped.is_some());
    }

    #[test]
    fn a_proof_that_was_not_requested_takes_limited_work() {
        let rules = "heap n -> k, b where k + b = n-4, k >= 1, not (n mod 3 > n/5)\n\
                     heap n -> k, b where k + b = n, k >= 1, b >= 1\n\
                     heap n -> n-k where k >= 1, 4*k <= n, not (k in 2..6), 2 >= 1\n";
        let game = Catalogue::new().game_of_text(rules).unwrap();
        let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
        table.extend_to(100, &NoObserver).unwrap();
        let quota = Quota::new(2 * POLLS_FOR_LAW);
        let found = table.findings(100, &Until::new(&NoObserver, quota.interrupt()));
        assert!(found.stopped.is_none() && !quota.is_exhausted());
    }

    /// Few values prove only the theorem about windows, and more values prove the period.
    #[test]
    fn a_short_table_has_the_law_of_a_long_one() {
        let game = Catalogue::new().game_of_text("heap n -> max(n-k, 0) where 1 <= k <= 3, n >= 1").unwrap();
        for up_to in [70, 1000] {
            let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
            table.extend_to(up_to, &NoObserver).unwrap();
            let found = table.findings(up_to, &NoObserver);
            assert!(found.pattern.is_some_and(|pattern| pattern.is_proved()), "{up_to}");
            assert!(found.conjectures.iter().all(|found| found.standing != Standing::Conjecture), "{up_to}");
        }
    }
}
