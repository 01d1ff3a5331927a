//! Tables of outcomes of heap after heap, under normal and under misère play.

use super::heaps::contradiction;
use super::{HeapTable, Listing};
use std::ops::Range;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, ImpartialOutcome, Play, Recurrence};
use winways_solve::{
    Budget, Conjecture, Keep, Observer, Pattern, Progress, StopReason, Stopped, SubtractionSequence, Wanted,
    conjectures_metered,
};

/// Who wins heaps 0, 1, 2, … of an impartial game alone: heap n is *lost* (P) if the player to move loses.
///
/// Of a finite subtraction game 64 heaps are found at once; under misère play a heap is lost exactly if the heap with s
/// tokens fewer is lost under normal play, s being the least number that may be taken (Ferguson 1974). Under normal play
/// the outcomes of other games are those of their nim-values; under misère play, where values do not add, they are
/// searched for over sums.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver, OutcomeTable, Play};
/// let kayles = Catalogue::new().game("kayles")?;
/// let table = OutcomeTable::find(&*kayles, Play::Misere, 30, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(table.lost().collect::<Vec<_>>(), [1, 4, 9, 12, 20]);
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct OutcomeTable {
    play: Play,
    lost: Lost,
    known: u64,
    pattern: Option<Pattern>,
    statements: Vec<Conjecture>,
    method: String,
    stopped: Option<Stopped>,
}

/// Which heaps are lost.
enum Lost {
    Listed(Vec<bool>),
    /// Those which are so many tokens above a lost one of the sequence.
    Bits {
        sequence: SubtractionSequence,
        shift: u64,
    },
}

/// Patterns are looked for among so many outcomes.
const OUTCOMES_EXAMINED: u64 = 1 << 22;

/// What a theorem says of misère play is compared with the search for so many heaps.
const COMPARED_WITH_LAW: u64 = 1 << 7;

impl OutcomeTable {
    /// The outcomes of heaps 0..=`up_to`; of fewer if the budget is used up or the observer ends the work.
    ///
    /// # Errors
    /// That the game is not an impartial one whose positions can be single numbers; that it is played under the misère rule,
    /// if outcomes under normal play are asked for.
    ///
    /// # Complexity
    /// As [`SubtractionSequence`], [`HeapTable`], and [`misere_outcomes`](winways_solve::misere_outcomes).
    pub fn find(
        game: &dyn AnyGame,
        play: Play,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, Diagnostic> {
        let mut table = OutcomeTable {
            play,
            lost: Lost::Listed(Vec::new()),
            known: 0,
            pattern: None,
            statements: Vec::new(),
            method: String::new(),
            stopped: None,
        };
        let set = game.heap_rules().and_then(HeapRules::subtraction_set);
        let found = match (set, play) {
            (Some(set), _) if !set.is_empty() => table.fill_by_bits(set, up_to, budget, observer),
            (_, Play::Normal) => table.fill_by_values(game, up_to, budget, observer)?,
            (_, Play::Misere) => table.fill_by_search(game, up_to, budget, observer)?,
        };
        if let Err(reason) = found.and_then(|()| table.look_for_statements(observer)) {
            table.stopped = Some(reason.after(table.known));
        }
        Ok(table)
    }

    fn fill_by_bits(
        &mut self,
        set: &[u64],
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let least = set.first().copied().unwrap_or(0);
        let shift = if self.play == Play::Misere { least } else { 0 };
        let mut sequence = SubtractionSequence::new(set, Wanted::Outcomes);
        let extended = sequence.extend_to(up_to.saturating_sub(shift), budget, observer);
        self.method = match self.play {
            Play::Normal => "outcomes of 64 heaps at once".to_owned(),
            Play::Misere => format!("outcomes of normal play, {least} tokens lower (Ferguson 1974)"),
        };
        self.known = sequence.known().saturating_add(shift).min(up_to.saturating_add(1));
        self.lost = Lost::Bits { sequence, shift };
        extended.map_err(|stopped| stopped.reason)?;
        self.look_for_pattern(set.last().copied(), observer)
    }

    fn fill_by_values(
        &mut self,
        game: &dyn AnyGame,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Result<(), StopReason>, Diagnostic> {
        let mut table = HeapTable::new(game, Keep::All, budget, observer)?;
        let extended = table.extend_to(up_to, observer).map_err(|stopped| stopped.reason);
        self.method = table.method();
        let known = table.known().min(up_to.saturating_add(1));
        if known > budget.memory / 4 {
            return Ok(Err(StopReason::Memory { limit: budget.memory }));
        }
        let lost = (0..known).map_while(|heap| table.value(heap)).map(|value| value == 0).collect();
        self.set_listed(lost);
        Ok(extended.and_then(|()| {
            let proved = table.find_pattern(observer.meter())?.filter(Pattern::is_proved);
            match proved {
                // Where the values come again, so do the outcomes, perhaps with a shorter period.
                Some(pattern @ Pattern { preperiod, period, saltus: 0, status }) => {
                    self.look_for_pattern(preperiod.checked_add(period), observer)?;
                    self.pattern = match self.pattern.filter(Pattern::is_proved) {
                        Some(shorter) => Some(Pattern { status, ..shorter }),
                        None => Some(pattern),
                    };
                    Ok(())
                }
                _ => self.look_for_pattern(game.heap_rules().and_then(window), observer),
            }
        }))
    }

    fn fill_by_search(
        &mut self,
        game: &dyn AnyGame,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Result<(), StopReason>, Diagnostic> {
        let law = game.heap_theorem(Play::Misere);
        let compared =
            |law: Pattern| law.preperiod.saturating_add(law.period.saturating_mul(2)).max(COMPARED_WITH_LAW);
        let end = up_to.saturating_add(1).min(law.map_or(u64::MAX, compared));
        let mut lost = Vec::new();
        let mut push = |outcome| lost.push(outcome == ImpartialOutcome::Previous);
        let Some(searched) = game.misere_heaps(0..end, budget, observer, &mut push) else {
            let message = format!("`{}` has no outcomes of heaps", game.name());
            return Err(Diagnostic::new(message, Span::at(0))
                .label("expected an impartial game on heaps")
                .help("`winways solve --misere` tells who wins a single position"));
        };
        self.set_listed(lost);
        self.method = "search over sums of simplified games".to_owned();
        let searched = searched.map_err(|stopped| stopped.reason);
        let Some(law) = law else {
            return Ok(
                searched.and_then(|()| self.look_for_pattern(game.heap_rules().and_then(window), observer))
            );
        };
        if end <= up_to {
            self.method.push_str(&format!("; by the theorem beyond heap {}", end - 1));
        }
        Ok(searched.and_then(|()| self.go_on_by(law, up_to)))
    }

    /// Compares the outcomes found with a theorem, by which all others follow.
    fn go_on_by(&mut self, law: Pattern, up_to: u64) -> Result<(), StopReason> {
        let disagrees = |heap: &u64| self.is_lost(*heap) != self.is_lost(law.reduce(*heap).0);
        if (0..self.known).any(|heap| disagrees(&heap)) {
            return Err(contradiction(law));
        }
        self.pattern = Some(law);
        if self.known >= law.preperiod.saturating_add(law.period) {
            self.known = up_to.saturating_add(1);
        }
        Ok(())
    }

    fn set_listed(&mut self, lost: Vec<bool>) {
        self.known = lost.len() as u64;
        self.lost = Lost::Listed(lost);
    }

    /// Looks for a period of outcomes, which are told by a window of so many before them, if that is known.
    fn look_for_pattern(&mut self, window: Option<u64>, observer: &dyn Observer) -> Result<(), StopReason> {
        let recurrence = window.map_or(Recurrence::Unknown, |length| Recurrence::Window { length });
        let outcomes: Vec<u16> = (0..self.known.min(OUTCOMES_EXAMINED))
            .map_while(|heap| self.is_lost(heap))
            .map(u16::from)
            .collect();
        let pattern = Pattern::of_metered(&outcomes, recurrence, &mut observer.meter())?;
        self.pattern = pattern.filter(|pattern| pattern.saltus == 0);
        Ok(())
    }

    /// Looks for what the lost heaps have in common.
    fn look_for_statements(&mut self, observer: &dyn Observer) -> Result<(), StopReason> {
        let progress = Progress { positions: self.known, ..Progress::default() };
        observer.poll(&progress)?;
        let examined = self.known.min(OUTCOMES_EXAMINED / 4);
        let won: Vec<u64> =
            (0..examined).map_while(|heap| self.is_lost(heap)).map(|lost| u64::from(!lost)).collect();
        let found = conjectures_metered(&won, true, &mut observer.meter())?;
        for mut statement in found {
            // Of the numbers 0 and 1 nothing else means anything.
            let Some(rest) = statement.statement.strip_prefix("g(n) = 0 ") else { continue };
            statement.statement = format!("heap n is lost {rest}");
            self.statements.push(match self.pattern {
                Some(pattern) => statement.settled_by_pattern(pattern),
                None => statement,
            });
        }
        Ok(())
    }

    /// The play that the outcomes are of.
    pub fn play(&self) -> Play {
        self.play
    }

    /// How many outcomes are known, from heap 0 on.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Whether the player to move loses a heap, if that is known.
    pub fn is_lost(&self, heap: u64) -> Option<bool> {
        match &self.lost {
            Lost::Bits { sequence, shift } => match heap.checked_sub(*shift) {
                Some(lower) => sequence.is_lost(lower),
                None => Some(false),
            },
            Lost::Listed(lost) => {
                let listed = |heap: u64| lost.get(usize::try_from(heap).ok()?).copied();
                let proved = self.pattern.filter(Pattern::is_proved);
                listed(heap).or_else(|| listed(proved?.reduce(heap).0))
            }
        }
    }

    /// The lost heaps that are known, ascending.
    pub fn lost(&self) -> impl Iterator<Item = u64> + '_ {
        self.range_of_lost().filter(|heap| self.is_lost(*heap) == Some(true))
    }

    /// Whether some heaps are lost, as far as that is known, one heap after the other until the observer ends the listing.
    pub fn listing<'t>(&'t self, heaps: Range<u64>, observer: &'t dyn Observer) -> Listing<'t, bool> {
        Listing::new(heaps, observer, |heap| self.is_lost(heap))
    }

    /// Heaps among which all lost ones are that are known.
    ///
    /// # Complexity
    /// O(period) if a period is proved.
    pub fn range_of_lost(&self) -> Range<u64> {
        let start = match self.lost {
            Lost::Bits { shift, .. } => shift.min(self.known),
            Lost::Listed(_) => 0,
        };
        let proved = self.pattern.filter(Pattern::is_proved);
        let first_end = proved.and_then(|pattern| pattern.preperiod.checked_add(pattern.period));
        let ends_there = |&end: &u64| {
            let first = proved.map_or(0, |pattern| pattern.preperiod);
            end < self.known && (first..end).all(|heap| self.is_lost(heap) == Some(false))
        };
        start..first_end.filter(ends_there).unwrap_or(self.known).max(start)
    }

    /// How the outcomes go on, as far as that is known; the saltus is always 0.
    ///
    /// Where moves split nothing the outcome of a heap depends on those of the heaps that it may become, so two equal windows
    /// of outcomes prove their period, under misère play as well.
    pub fn pattern(&self) -> Option<Pattern> {
        self.pattern
    }

    /// What the lost heaps have in common beside it.
    pub fn statements(&self) -> &[Conjecture] {
        &self.statements
    }

    /// How the outcomes were found.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Why the table ends early, if it does.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}

/// So many outcomes before it tell the outcome of a heap, from the heap of that number on, if moves split nothing.
fn window(rules: &dyn HeapRules) -> Option<u64> {
    match rules.recurrence() {
        Recurrence::Window { length } => Some(length),
        _ => rules.take_and_break().filter(|moves| moves.splits.is_empty()).map(|moves| moves.regular_from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, Outcome, Position, Request, analyse};
    use proptest::prelude::*;
    use winways_solve::{NoObserver, Theorems};

    fn table(game: &str, play: Play, up_to: u64) -> OutcomeTable {
        let game = Catalogue::new().game(game).unwrap();
        OutcomeTable::find(&*game, play, up_to, Budget::DEFAULT, &NoObserver).unwrap()
    }

    /// By search over sums, straight from the rules.
    fn is_lost(game: &dyn AnyGame, play: Play, heap: u64) -> bool {
        let position = Position::of_game(game, &heap.to_string()).unwrap();
        let request = Request { play, theorems: Theorems::Ignore, ..Request::default() };
        analyse(&position, &request, &NoObserver).outcome == Some(Outcome::Previous)
    }

    #[test]
    fn outcomes_are_those_of_single_positions() {
        for (name, up_to) in [
            ("kayles", 18),
            ("nim", 9),
            ("lasker", 8),
            ("grundy", 16),
            ("octal(0.26)", 14),
            ("octal(0.123)", 30),
            ("allbut{2,3}", 14),
            ("subtract{powers-of-two}", 30),
            ("subtract{odds}", 12),
            ("subtract{powers(4)}", 30),
            ("subtract{squares}", 30),
            ("subtract{2,3,9}", 60),
            ("mark", 40),
        ] {
            let game = Catalogue::new().game(name).unwrap();
            for play in Play::BOTH {
                let table = table(name, play, up_to);
                assert_eq!((table.known(), table.stopped()), (up_to + 1, None), "{name}");
                for heap in 0..=up_to {
                    // Where coins are counted from 1 on, 0 is no coin.
                    if game.parse(&heap.to_string()).is_ok() {
                        let plain = is_lost(&*game, play, heap);
                        assert_eq!(table.is_lost(heap), Some(plain), "{name} {heap} {play:?}");
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        /// Ferguson's theorem and 64 heaps at once, and the rules as they are; what is proved holds further on.
        #[test]
        fn subtraction_games(set in prop::collection::btree_set(1u64..12, 1..5), misere: bool, far in prop::option::of(60u64..90)) {
            let numbers: Vec<String> = set.iter().copied().chain(far).map(|number| number.to_string()).collect();
            let name = format!("subtract{{{}}}", numbers.join(","));
            let play = if misere { Play::Misere } else { Play::Normal };
            let game = Catalogue::new().game(&name).unwrap();
            let (short, long) = (table(&name, play, 150), table(&name, play, 1000));
            for heap in (0..=150).step_by(7) {
                prop_assert_eq!(short.is_lost(heap), Some(is_lost(&*game, play, heap)));
            }
            if let Some(pattern) = short.pattern().filter(Pattern::is_proved) {
                for heap in 0..=1000 {
                    prop_assert_eq!(long.is_lost(heap), long.is_lost(pattern.reduce(heap).0));
                }
            }
        }
    }

    /// B8 of issue 26: 10^18 heaps of which one is lost, and a first lost heap far away.
    #[test]
    fn lost_heaps_are_found_though_they_are_rare() {
        let few = |game: &str, up_to| table(game, Play::Misere, up_to).lost().take(3).collect::<Vec<_>>();
        assert_eq!(few("nim", 1_000_000_000_000_000_000), [1]);
        assert_eq!(few("nim", 1), [1]);
        assert_eq!(few("nim", 0), [0; 0]);
        let far = 20_000_000;
        assert_eq!(few(&format!("subtract{{{far}}}"), far + 1), [far, far + 1]);
        assert_eq!(few(&format!("subtract{{{far}}}"), far - 1), [0; 0]);
    }

    #[test]
    fn what_is_proved_is_said_to_be() {
        let pattern = |game: &str, play| {
            let pattern = table(game, play, 300).pattern().unwrap();
            (pattern.preperiod, pattern.period, pattern.is_proved())
        };
        assert_eq!(pattern("kayles", Play::Normal), (1, 1, true));
        assert_eq!(pattern("nim", Play::Misere), (2, 1, true));
        assert_eq!(pattern("subtract{powers-of-two}", Play::Misere), (0, 3, true));
        assert_eq!(pattern("octal(0.333)", Play::Misere), (0, 4, true));
        let kayles = table("kayles", Play::Misere, 60);
        assert_eq!(kayles.lost().collect::<Vec<_>>(), [1, 4, 9, 12, 20]);
        assert_eq!(kayles.pattern().map(|pattern| pattern.is_proved()), Some(false));
    }

    #[test]
    fn limits_leave_what_was_found_and_other_games_are_refused() {
        let kayles = Catalogue::new().game("kayles").unwrap();
        let budget = Budget { memory: 1 << 18, ..Budget::DEFAULT };
        let table = OutcomeTable::find(&*kayles, Play::Misere, 1 << 30, budget, &NoObserver).unwrap();
        assert!(matches!(table.stopped().unwrap().reason, StopReason::Memory { .. }));
        assert!(table.known() > 20);
        for (name, play) in
            [("wythoff", Play::Misere), ("subtract{1|2}", Play::Misere), ("subtract{1|2}", Play::Normal)]
        {
            let game = Catalogue::new().game(name).unwrap();
            assert!(OutcomeTable::find(&*game, play, 9, budget, &NoObserver).is_err(), "{name}");
        }
    }
}
