//! Tables of the outcomes of consecutive heaps, under normal and misère play.

use super::code::{CodeNames, TableCode};
use super::findings::conjecture_lines;
use super::heaps::{self, STEPS_AFTER_STOP, contradiction};
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
/// For a finite subtraction game, the outcomes of 64 heaps are computed together. Under misère play, a heap is lost exactly when
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

/// The number of outcomes that are computed 64 heaps at a time before the first search for a period.
const OUTCOMES_BEFORE_SEARCH: u64 = 1 << 13;

/// The prefix of statements about the zeros of a sequence.
const ABOUT_ZEROS: &str = "g(n) = 0 ";

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
            (Some(set), _) if !set.is_empty() => table
                .fill_by_bits(set, up_to, budget, observer)
                .and_then(|()| table.find_statements(None, observer)),
            (_, Play::Normal) => table.fill_by_values(game, up_to, budget, observer)?,
            (_, Play::Misere) => table
                .fill_by_search(game, up_to, budget, observer)?
                .and_then(|()| table.find_statements(None, observer)),
        };
        if let Err(reason) = found {
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
        self.method = match self.play {
            Play::Normal => "outcomes of 64 heaps at a time".to_owned(),
            Play::Misere => format!("outcomes of normal play, {least} tokens lower (Ferguson 1974)"),
        };
        let last = up_to.saturating_sub(shift);
        let mut end = OUTCOMES_BEFORE_SEARCH;
        loop {
            // Beyond the outcomes that are examined, a further search would find nothing new.
            let next = if end > OUTCOMES_EXAMINED { last } else { last.min(end) };
            let extended = sequence.extend_to(next, budget, observer).map_err(|stopped| stopped.reason);
            let is_whole = next == last || extended.is_err();
            self.known = sequence.known().saturating_add(shift).min(up_to.saturating_add(1));
            self.lost = Lost::Bits { sequence, shift };
            let found = self.find_period(extended, set.last().copied(), up_to, observer);
            if is_whole || found.is_err() || self.proved().is_some() {
                return found;
            }
            let Lost::Bits { sequence: longer, .. } =
                std::mem::replace(&mut self.lost, Lost::Listed(Vec::new()))
            else {
                return found;
            };
            (sequence, end) = (longer, 2 * end);
        }
    }

    /// Lists the outcomes that follow from the nim-values, and searches for statements about them. If a period of the values is
    /// proved, lists only the outcomes that determine all others.
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
        let extended = table.extend_and_prove(up_to, observer).map_err(|stopped| stopped.reason);
        self.method = table.method().into_owned();
        let filled = self.list_by_values(&table, extended, up_to, observer);
        Ok(filled.and_then(|pattern| self.find_statements(Some((&table, pattern)), observer)))
    }

    /// Lists the outcomes that follow from the values of a table. Returns the pattern of the values.
    fn list_by_values(
        &mut self,
        table: &HeapTable<'_>,
        extended: Result<(), StopReason>,
        up_to: u64,
        observer: &dyn Observer,
    ) -> Result<Option<Pattern>, StopReason> {
        if let Err(contradiction @ StopReason::Contradiction { .. }) = extended {
            return Err(contradiction);
        }
        let mut values = table.find_pattern(observer.meter()).unwrap_or_default();
        let extended = extended.and_then(|()| {
            table.settle(&mut values, &mut Vec::new(), observer).map_err(|stopped| stopped.reason)
        });
        let proved = values.filter(Pattern::is_proved).and_then(of_outcomes);
        let end = proved.map(|pattern| pattern.preperiod.saturating_add(pattern.period));
        let known = up_to.saturating_add(1);
        let listed = match end {
            // Twice as many outcomes show the least period.
            Some(end) if end <= OUTCOMES_EXAMINED / 2 => 2 * end,
            Some(end) => end.min(known),
            None => table.known().min(known),
        };
        if listed > table.budget.memory / 4 {
            return Err(StopReason::Memory { limit: table.budget.memory });
        }
        let is_lost = |heap| {
            let (earlier, growth) = proved.and(values).map_or((heap, 0), |pattern| pattern.reduce(heap));
            Some(growth == 0 && table.value(earlier)? == 0)
        };
        self.set_listed((0..listed).map_while(is_lost).collect());
        let Some(proved) = proved.filter(|_| self.known == listed) else {
            let window = table.game.tables().heap_rules().and_then(window);
            return self.find_period(extended, window, up_to, observer).map(|()| values);
        };
        // The outcomes repeat like the values, perhaps with a shorter period.
        let found = self.find_pattern(end, observer);
        let shorter = self.proved().map(|shorter| Pattern { status: proved.status, ..shorter });
        self.pattern = shorter.or(Some(proved));
        self.known = known;
        found.map(|()| values)
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
            let window = game.tables().heap_rules().and_then(window);
            return Ok(self.find_period(searched, window, up_to, observer));
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

    /// Searches for a period of the outcomes, also if their computation was stopped. If the period is proved, all outcomes up to
    /// `up_to` are known.
    fn find_period(
        &mut self,
        computed: Result<(), StopReason>,
        window: Option<u64>,
        up_to: u64,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let found = self.find_pattern(window, observer);
        if self.proved().is_some() {
            self.known = up_to.saturating_add(1);
            return Ok(());
        }
        computed.and(found)
    }

    /// Returns the pattern of the outcomes, if it is proved.
    fn proved(&self) -> Option<Pattern> {
        self.pattern.filter(Pattern::is_proved)
    }

    /// Searches for a period of the outcomes. If `window` is a number, each outcome depends only on this number of preceding
    /// outcomes.
    fn find_pattern(&mut self, window: Option<u64>, observer: &dyn Observer) -> Result<(), StopReason> {
        let recurrence = window.map_or(Recurrence::Unknown, |length| Recurrence::Window { length });
        let outcomes: Vec<u16> = (0..self.known.min(OUTCOMES_EXAMINED))
            .map_while(|heap| self.is_lost(heap))
            .map(u16::from)
            .collect();
        let mut meter = observer.meter().granted(STEPS_AFTER_STOP);
        let pattern = Pattern::of_metered(&outcomes, recurrence, &mut meter)?;
        self.pattern = pattern.filter(|pattern| pattern.saltus == 0);
        Ok(())
    }

    /// Searches for properties that all lost heaps have in common. Under normal play, `values` are the nim-values of the heaps and
    /// their pattern. They settle the statements that their law or their theorem contains.
    fn find_statements(
        &mut self,
        values: Option<(&HeapTable<'_>, Option<Pattern>)>,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let progress = Progress { positions: self.known, ..Progress::default() };
        observer.poll(&progress)?;
        // A proved period determines further outcomes, which refute statements that hold for the first ones only.
        let enough = self.proved().map_or(0, |pattern| pattern.preperiod.saturating_add(2 * pattern.period));
        let examined = self.known.max(enough).min(OUTCOMES_EXAMINED / 4);
        let won: Vec<u64> =
            (0..examined).map_while(|heap| self.is_lost(heap)).map(|lost| u64::from(!lost)).collect();
        let mut found = conjectures_metered(&won, true, &mut observer.meter())?;
        // In a sequence of zeros and ones, only statements about zeros are meaningful.
        found.retain(|statement| statement.statement.starts_with(ABOUT_ZEROS));
        let mut settled = Ok(());
        if let Some((table, mut pattern)) = values {
            let count = found.len();
            settled = table.settle(&mut pattern, &mut found, observer).map_err(|stopped| stopped.reason);
            // The law itself is a statement about values.
            found.truncate(count);
        }
        for mut statement in found {
            let Some(rest) = statement.statement.strip_prefix(ABOUT_ZEROS) else { continue };
            statement.statement = format!("heap n is lost {rest}");
            self.statements.push(match self.pattern {
                Some(pattern) => statement.settled_by_pattern(pattern),
                None => statement,
            });
        }
        settled
    }

    /// Returns the number of known outcomes, from heap 0 on.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Returns `true` if the player to move loses a heap; `None` if unknown.
    pub fn is_lost(&self, heap: u64) -> Option<bool> {
        let stored = |heap: u64| match &self.lost {
            Lost::Bits { sequence, shift } => match heap.checked_sub(*shift) {
                Some(lower) => sequence.is_lost(lower),
                None => Some(false),
            },
            Lost::Listed(lost) => lost.get(usize::try_from(heap).ok()?).copied(),
        };
        stored(heap).or_else(|| stored(self.proved()?.reduce(heap).0))
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
        let proved = self.proved();
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

/// Returns the pattern of the outcomes that follows from a pattern of nim-values. If the values grow, every heap from the second
/// period on is won.
fn of_outcomes(values: Pattern) -> Option<Pattern> {
    match values {
        Pattern { saltus: 0, .. } => Some(values),
        Pattern { preperiod, period, status, .. } => {
            Some(Pattern { preperiod: preperiod.checked_add(period)?, period: 1, saltus: 0, status })
        }
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
    reason: "this is a table of outcomes",
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
        let is_searched = self.known > 0 && self.stopped.is_none() && listing.stopped().is_none();
        let listed = match listed.is_empty() {
            true if is_searched => "none".to_owned(),
            true => "not searched for".to_owned(),
            false => listed.join(" ") + more,
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
mod tests;
