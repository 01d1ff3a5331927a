//! Tables of the outcomes of consecutive heaps, under normal and misère play.

use super::code::{CodeNames, TableCode};
use super::findings::conjecture_lines;
use super::heaps::{self, contradiction};
use super::kind::{CodeQuery, TableCell, TableKind, TableQuery, ValueTable};
use super::listing::Listing;
use super::{Findings, HeapTable, PairTable, ValuePattern};
use crate::wire::{FindingsJson, PatternJson};
use std::borrow::Cow;
use std::ops::Range;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, ImpartialOutcome, Play, Recurrence};
use winways_solve::{
    Budget, Conjecture, Keep, Observer, Pattern, Progress, StopReason, Stopped, SubtractionSequence, Wanted,
    conjectures_metered,
};

/// The outcomes of single heaps 0, 1, 2, … of an impartial game. Heap n is *lost* (P) if the player to move loses.
///
/// For a finite subtraction game, the outcomes of 64 heaps are computed together. Under misère play, a heap is lost exactly if
/// the heap with s tokens fewer is lost under normal play, where s is the smallest number that may be taken (Ferguson 1974).
///
/// For other games under normal play, outcomes follow from nim-values. Under misère play, where nim-values do not determine
/// outcomes, a search over sums computes them.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver, Play};
/// use winways::tables::OutcomeTable;
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

/// The lost heaps.
enum Lost {
    Listed(Vec<bool>),
    /// The heaps that are `shift` tokens larger than a lost heap of the sequence.
    Bits {
        sequence: SubtractionSequence,
        shift: u64,
    },
}

/// The maximum number of outcomes that are searched for patterns.
const OUTCOMES_EXAMINED: u64 = 1 << 22;

/// The minimum number of heaps for which a theorem about misère play is compared with the search. If the preperiod and two
/// periods are longer, they are compared in full.
const COMPARED_WITH_LAW: u64 = 1 << 7;

impl OutcomeTable {
    /// Computes the outcomes of heaps 0..=`up_to`, or of fewer heaps if the budget is exhausted or the observer stops the work.
    ///
    /// # Errors
    /// Returns a diagnostic if the game is not an impartial game whose positions can be single numbers, or if the game has the
    /// misère rule and outcomes under normal play are requested.
    ///
    /// # Complexity
    /// Takes the time of [`SubtractionSequence`], [`HeapTable`], and [`misere_outcomes`](winways_solve::misere_outcomes).
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
        if game.tables().heap_forms().is_some() {
            let message = format!("the moves of Left and Right in `{}` differ", game.name());
            let wrong = Diagnostic::new(message, Span::at(0))
                .label("expected an impartial game: its heaps are lost or won by the player to move");
            let help = "its table without `--outcomes` lists the outcomes too";
            return Err(if play == Play::Normal { wrong.help(help) } else { wrong });
        }
        let set = game.tables().heap_rules().and_then(HeapRules::subtraction_set);
        let found = match (set, play) {
            (Some(set), _) if !set.is_empty() => table.fill_by_bits(set, up_to, budget, observer),
            (_, Play::Normal) => table.fill_by_values(game, up_to, budget, observer)?,
            (_, Play::Misere) => table.fill_by_search(game, up_to, budget, observer)?,
        };
        if let Err(reason) = found.and_then(|()| table.find_statements(observer)) {
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
            Play::Normal => "outcomes of 64 heaps at a time".to_owned(),
            Play::Misere => format!("outcomes of normal play, {least} tokens lower (Ferguson 1974)"),
        };
        self.known = sequence.known().saturating_add(shift).min(up_to.saturating_add(1));
        self.lost = Lost::Bits { sequence, shift };
        extended.map_err(|stopped| stopped.reason)?;
        self.find_pattern(set.last().copied(), observer)
    }

    fn fill_by_values(
        &mut self,
        game: &dyn AnyGame,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Result<(), StopReason>, Diagnostic> {
        let mut table = HeapTable::new(game, Keep::All, budget, observer).map_err(|wrong| {
            wrong.label("expected a game on heaps: outcomes are listed by the size of a heap")
        })?;
        let extended = table.extend_to(up_to, observer).map_err(|stopped| stopped.reason);
        self.method = table.method().into_owned();
        let known = table.known().min(up_to.saturating_add(1));
        if known > budget.memory / 4 {
            return Ok(Err(StopReason::Memory { limit: budget.memory }));
        }
        let lost = (0..known).map_while(|heap| table.value(heap)).map(|value| value == 0).collect();
        self.set_listed(lost);
        Ok(extended.and_then(|()| {
            let proved = table.find_pattern(observer.meter())?.filter(Pattern::is_proved);
            match proved {
                // If the values repeat, the outcomes also repeat, perhaps with a shorter period.
                Some(pattern @ Pattern { preperiod, period, saltus: 0, status }) => {
                    self.find_pattern(preperiod.checked_add(period), observer)?;
                    self.pattern = match self.pattern.filter(Pattern::is_proved) {
                        Some(shorter) => Some(Pattern { status, ..shorter }),
                        None => Some(pattern),
                    };
                    Ok(())
                }
                _ => self.find_pattern(game.tables().heap_rules().and_then(window), observer),
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
        let law = game.tables().heap_theorem(Play::Misere);
        let compared =
            |law: Pattern| law.preperiod.saturating_add(law.period.saturating_mul(2)).max(COMPARED_WITH_LAW);
        let end = up_to.saturating_add(1).min(law.map_or(u64::MAX, compared));
        let mut lost = Vec::new();
        let mut push = |outcome| lost.push(outcome == ImpartialOutcome::Previous);
        let Some(searched) = game.tables().misere_heaps(0..end, budget, observer, &mut push) else {
            let message = format!("`{}` has no outcomes of heaps", game.name());
            return Err(Diagnostic::new(message, Span::at(0))
                .label("expected an impartial game on heaps")
                .help("`winways solve --misere` finds who wins a single position"));
        };
        self.set_listed(lost);
        self.method = "search over sums of simplified games".to_owned();
        let searched = searched.map_err(|stopped| stopped.reason);
        let Some(law) = law else {
            return Ok(searched
                .and_then(|()| self.find_pattern(game.tables().heap_rules().and_then(window), observer)));
        };
        if end <= up_to {
            self.method.push_str(&format!("; by the theorem beyond heap {}", end - 1));
        }
        Ok(searched.and_then(|()| self.extend_by_theorem(law, up_to)))
    }

    /// Compares the computed outcomes with a theorem, and takes all other outcomes from the theorem.
    fn extend_by_theorem(&mut self, law: Pattern, up_to: u64) -> Result<(), StopReason> {
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

    /// Searches for a period of the outcomes. If `window` is a number, each outcome depends only on this number of preceding
    /// outcomes.
    fn find_pattern(&mut self, window: Option<u64>, observer: &dyn Observer) -> Result<(), StopReason> {
        let recurrence = window.map_or(Recurrence::Unknown, |length| Recurrence::Window { length });
        let outcomes: Vec<u16> = (0..self.known.min(OUTCOMES_EXAMINED))
            .map_while(|heap| self.is_lost(heap))
            .map(u16::from)
            .collect();
        let pattern = Pattern::of_metered(&outcomes, recurrence, &mut observer.meter())?;
        self.pattern = pattern.filter(|pattern| pattern.saltus == 0);
        Ok(())
    }

    /// Searches for properties that all lost heaps have in common.
    fn find_statements(&mut self, observer: &dyn Observer) -> Result<(), StopReason> {
        let progress = Progress { positions: self.known, ..Progress::default() };
        observer.poll(&progress)?;
        let examined = self.known.min(OUTCOMES_EXAMINED / 4);
        let won: Vec<u64> =
            (0..examined).map_while(|heap| self.is_lost(heap)).map(|lost| u64::from(!lost)).collect();
        let found = conjectures_metered(&won, true, &mut observer.meter())?;
        for mut statement in found {
            // In a sequence of zeros and ones, only statements about zeros are meaningful.
            let Some(rest) = statement.statement.strip_prefix("g(n) = 0 ") else { continue };
            statement.statement = format!("heap n is lost {rest}");
            self.statements.push(match self.pattern {
                Some(pattern) => statement.settled_by_pattern(pattern),
                None => statement,
            });
        }
        Ok(())
    }

    /// Returns the number of known outcomes, from heap 0 on.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Returns `true` if the player to move loses a heap; `None` if unknown.
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

    /// Iterates over the known lost heaps in ascending order.
    pub fn lost(&self) -> impl Iterator<Item = u64> + '_ {
        self.range_of_lost().filter(|heap| self.is_lost(*heap) == Some(true))
    }

    /// Returns a range that contains all known lost heaps.
    ///
    /// # Complexity
    /// O(period) if a period is proved.
    fn range_of_lost(&self) -> Range<u64> {
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

    /// Returns the pattern of the outcomes, if one is known. Its saltus is always 0.
    ///
    /// If no move splits a heap, the outcome of a heap depends only on the heaps that moves leave. Two equal windows of
    /// outcomes therefore prove a period, also under misère play.
    pub fn pattern(&self) -> Option<Pattern> {
        self.pattern
    }

    /// Returns the reason the table ends early; `None` if it does not.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}

/// Returns the number of preceding outcomes that determine an outcome, if no move splits a heap. This holds from the heap of
/// that size on.
fn window(rules: &dyn HeapRules) -> Option<u64> {
    match rules.form_recurrence() {
        Recurrence::Window { length } => Some(length),
        _ => None,
    }
}

/// The outcomes of heaps.
pub(super) const KIND: TableKind = TableKind {
    name: "outcomes",
    columns: &["outcome"],
    is_numeric: false,
    rows: (30, 1),
    rejected: &["prove", "checkpoint", "certificate", "plot", "format bfile"],
    reason: "this is a table of outcomes, whose periods are searched for in any case",
    up_to: [100, 60],
    // There is no table for a game on pairs that is played under the misère rule.
    is_of: |game, query| {
        let is_misere = query.play == Play::Misere;
        query.outcomes || is_misere && (game.about().play == Play::Normal || !PairTable::is_of(game))
    },
    find: |game, query, observer| {
        let table = OutcomeTable::find(game, query.play, query.last(), query.budget, observer)?;
        let stopped = table.stopped().cloned();
        Ok((Box::new(table), stopped))
    },
    ..heaps::KIND
};

/// The maximum number of lost heaps listed.
const LOST_LISTED: usize = 60;

impl OutcomeTable {
    fn play_in_words(&self) -> &'static str {
        match self.play {
            Play::Normal => "normal play",
            Play::Misere => "misère play",
        }
    }

    /// Lists the first lost heaps. Returns the reason if the observer stops the listing.
    fn lost_line(&self, observer: &dyn Observer) -> (String, Option<Stopped>) {
        let listing = Listing::new(self.range_of_lost(), 1, observer);
        let mut lost = listing.iter().filter(|heap| self.is_lost(*heap) == Some(true));
        let listed: Vec<String> = lost.by_ref().take(LOST_LISTED).map(|heap| heap.to_string()).collect();
        let more = if lost.next().is_some() { " and more" } else { "" };
        let listed = match (listed.is_empty(), listing.stopped()) {
            (true, None) => "none".to_owned(),
            (true, Some(_)) => "not searched for".to_owned(),
            (false, _) => listed.join(" ") + more,
        };
        (format!("lost heaps (P): {listed}"), listing.stopped())
    }
}

impl ValueTable for OutcomeTable {
    fn ends(&self) -> Vec<u64> {
        vec![self.known]
    }

    fn cell(&self, index: &[u64], _: usize) -> Option<TableCell<'_>> {
        self.is_lost(index[0]).map(|is_lost| TableCell::Text(if is_lost { "P" } else { "N" }))
    }

    fn title(&self, listed: &Range<u64>) -> String {
        let last = listed.end.saturating_sub(1);
        format!("{}, outcomes of heaps {} to {last}", self.play_in_words(), listed.start)
    }

    fn findings(&self, _: u64, _: &dyn Observer) -> Findings {
        Findings {
            pattern: self.pattern,
            conjectures: self.statements.clone(),
            stopped: self.stopped.clone(),
            ..Findings::default()
        }
    }

    fn lines(&self, _: &TableQuery, findings: &mut Findings, observer: &dyn Observer) -> Vec<String> {
        let (lost, cut) = self.lost_line(observer);
        let pattern = match (self.pattern, &self.stopped) {
            (Some(pattern), _) => Some(ValuePattern::from(pattern).to_string()),
            (None, None) => Some("no period found".to_owned()),
            (None, Some(_)) => None,
        };
        findings.stopped = findings.stopped.take().or(cut);
        [lost].into_iter().chain(pattern).chain(conjecture_lines(&self.statements)).collect()
    }

    fn fields(&self, findings: &Findings) -> FindingsJson<'_> {
        let pattern = Some(PatternJson::of_outcomes(findings.pattern));
        FindingsJson { pattern, ..FindingsJson::default() }.with_patterns(&findings.conjectures)
    }

    fn method(&self) -> Cow<'_, str> {
        (&self.method).into()
    }

    /// Returns the source code of a function that returns 1 if the player to move loses a heap, and otherwise 0.
    fn code(&self, query: &CodeQuery<'_>) -> Result<Option<TableCode<'_>>, Stopped> {
        let (CodeQuery { game, language, observer, .. }, play) = (*query, self.play_in_words());
        let names = CodeNames {
            array: "lost",
            function: "is_lost",
            headline: format!("Lost heaps of {game}, {play}"),
            what: format!("1 if the player to move loses a heap of n tokens of {game} under {play}, else 0"),
            ..CodeNames::default()
        };
        let known = Listing::new(0..self.known(), 1, observer);
        let is_lost = |heap| self.is_lost(heap).map(u64::from);
        TableCode::of_heaps(language, names, &known, self.pattern(), is_lost).map(Some)
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

    /// Computes the outcome by a search over sums, straight from the rules.
    fn is_lost(game: &dyn AnyGame, play: Play, heap: u64) -> bool {
        let position = Position::of_game(game, &heap.to_string()).unwrap();
        let request = Request { play, theorems: Theorems::Ignore, ..Request::default() };
        analyse(&position, &request, &NoObserver).outcome == Some(Outcome::Previous)
    }

    #[test]
    fn outcomes_agree_with_single_positions() {
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
                    // In games that number coins from 1 on, 0 is not a position.
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
        /// Ferguson's theorem and the computation of 64 heaps together agree with the rules; a proved pattern holds for
        /// larger heaps.
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

    /// Among 10^18 heaps only one is lost, or the first lost heap is far away.
    #[test]
    fn rare_lost_heaps_are_found() {
        let few = |game: &str, up_to| table(game, Play::Misere, up_to).lost().take(3).collect::<Vec<_>>();
        assert_eq!(few("nim", 1_000_000_000_000_000_000), [1]);
        assert_eq!(few("nim", 1), [1]);
        assert_eq!(few("nim", 0), [0; 0]);
        let far = 20_000_000;
        assert_eq!(few(&format!("subtract{{{far}}}"), far + 1), [far, far + 1]);
        assert_eq!(few(&format!("subtract{{{far}}}"), far - 1), [0; 0]);
    }

    #[test]
    fn proved_patterns_are_marked_proved() {
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
    fn limits_keep_partial_results_and_other_games_are_refused() {
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
