//! Tables of the nim-values of all pairs up to a size.

use super::code::TableCode;
use super::findings::{Findings, RowPeriod, conjecture_lines, lost_line};
use super::heaps;
use super::kind::{CodeQuery, ComputedTable, TableCell, TableError, TableKind, TableQuery, ValueTable};
use super::rows::Rows;
use crate::wire::{FindingsJson, RowPeriodJson};
use std::borrow::Cow;
use std::ops::Range;
use winways_kit::{AnyGame, PairTheorem};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, PairRules, Play, RuleFault};
use winways_solve::{
    Budget, Conjecture, LostPairs, Observer, PairGrid, PairValues, Period, Progress, ProofStatus, Standing,
    StopReason, Stopped, conjectures_of_pairs_metered,
};

/// The nim-values of the positions (a, b) of a game on pairs of numbers, for a square of pairs from (0, 0) on.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::PairTable;
/// let wythoff = Catalogue::new().game("wythoff")?;
/// let mut table = PairTable::new(&*wythoff, 20, Budget::DEFAULT)?;
/// table.extend(&NoObserver).unwrap();
/// assert_eq!((table.side(), table.value(2, 3)), (21, Some(5)));
/// assert!(table.is_symmetric());
/// assert_eq!(table.lost().take(4).collect::<Vec<_>>(), [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct PairTable<'g> {
    pub(super) game: &'g dyn AnyGame,
    pub(super) rules: &'g dyn PairRules,
    pub(super) up_to: u64,
    pub(super) budget: Budget,
    grid: Option<PairGrid<'g>>,
    pub(super) rows: Rows<'g>,
    /// The meter of the last observer.
    meter: Meter,
}

/// The size of the square that is searched for conjectures after the work was stopped.
const SIDE_AFTER_STOP: usize = 256;

impl<'g> PairTable<'g> {
    /// Returns `true` if the positions of a game are pairs of numbers.
    pub fn is_of(game: &dyn AnyGame) -> bool {
        game.tables().pair_rules().is_some()
    }

    /// Creates the empty table of a game for numbers 0..=`up_to`.
    ///
    /// # Errors
    /// Returns a diagnostic if the positions of the game are not pairs of numbers, or if it is played under the
    /// misère rule.
    pub fn new(game: &'g dyn AnyGame, up_to: u64, budget: Budget) -> Result<Self, Diagnostic> {
        super::normal_play(game)?;
        let Some(rules) = game.tables().pair_rules() else {
            let message = format!("the positions of `{}` are not pairs of numbers", game.name());
            return Err(
                Diagnostic::new(message, Span::at(0)).label("expected an impartial game on two numbers")
            );
        };
        let rows = Rows::Untried;
        Ok(PairTable { game, rules, up_to, budget, grid: None, rows, meter: Meter::default() })
    }

    /// Fills the table, and proves a period of its rows if that takes little work.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is exhausted, the rules fail, or the observer stops the work; the values computed so
    /// far remain known.
    ///
    /// # Complexity
    /// As in [`PairGrid`].
    pub fn extend(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        self.meter = observer.meter();
        let grid = match &mut self.grid {
            Some(grid) => grid,
            None => self.grid.insert(PairGrid::new(self.rules, self.up_to.saturating_add(1), self.budget)?),
        };
        grid.extend(self.budget, observer)?;
        self.prove_with_little_work(observer)
    }

    /// Returns the size of the known square: the values of all pairs of numbers below it are known.
    pub fn side(&self) -> u64 {
        self.grid.as_ref().map_or(0, PairGrid::side)
    }

    /// Returns the value of (a, b), if both numbers are below [`PairTable::side`] or a period gives the value.
    pub fn value(&self, a: u64, b: u64) -> Option<u64> {
        let listed = self.grid.as_ref().and_then(|grid| grid.value(a, b)).map(u64::from);
        listed.or_else(|| self.value_by_rows([a, b]))
    }

    /// Returns the values of (a, 0), (a, 1), … below [`PairTable::side`].
    pub fn row(&self, a: u64) -> &[u32] {
        self.grid.as_ref().map_or(&[], |grid| grid.row(a))
    }

    /// Returns `true` if g(a, b) = g(b, a) for all known pairs, in O(1).
    pub fn is_symmetric(&self) -> bool {
        self.grid.as_ref().is_none_or(PairGrid::is_symmetric)
    }

    fn poll(&self, observer: &dyn Observer) -> Result<(), StopReason> {
        let positions = self.side().saturating_mul(self.side());
        observer.poll(&Progress { positions, ..Progress::default() })
    }

    fn seek(&self, findings: &mut Findings, observer: &dyn Observer) -> Result<(), StopReason> {
        let mut count = 0;
        for a in 0..self.side() {
            self.poll(observer)?;
            count += self.lost_in_row(a).count() as u64;
        }
        // If nothing was computed, nothing was counted.
        findings.lost_count = (self.side() > 0).then_some(count);
        self.poll(observer)?;
        findings.conjectures = self.conjectures(&mut observer.meter())?;
        Ok(())
    }

    /// Returns conjectures about the values, checked on all known pairs of numbers below 2048, or below 256 if the work was
    /// stopped. If possible, statements about the lost pairs are proved by induction over digits. The work is charged to
    /// `meter`.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the meter stops the work.
    ///
    /// # Complexity
    /// As in [`conjectures_of_pairs`](winways_solve::conjectures_of_pairs).
    pub fn conjectures(&self, meter: &mut Meter) -> Result<Vec<Conjecture>, StopReason> {
        let values = self.grid.as_ref().map(PairGrid::values);
        let most = if self.meter.is_over() { SIDE_AFTER_STOP } else { usize::MAX };
        let side = (self.side() as usize).min(most);
        let pairs = values.and_then(|(values, stride)| PairValues::new(values, side, stride));
        let Some(pairs) = pairs else { return Ok(Vec::new()) };
        let mut found = conjectures_of_pairs_metered(pairs, meter)?;
        if let Some(PairTheorem { statement, standing, is_lost }) = self.game.tables().pair_theorem() {
            self.compare_with(standing, is_lost, meter)?;
            match found.iter_mut().find(|conjecture| conjecture.statement == statement) {
                Some(conjecture) => conjecture.standing = standing,
                None => {
                    let checked_to = self.side().saturating_sub(1);
                    found.push(Conjecture::by_theorem(statement.to_owned(), checked_to, standing));
                }
            }
        }
        Ok(self.add_proof(pairs, found, meter)?)
    }

    /// Marks the conjectures that follow from a proved description of the lost pairs. Adds that description as a statement if
    /// no conjecture states it.
    fn add_proof(
        &self,
        pairs: PairValues<'_>,
        conjectures: Vec<Conjecture>,
        meter: &mut Meter,
    ) -> Result<Vec<Conjecture>, RuleFault> {
        let Some(moves) = self.game.tables().pair_formulas() else { return Ok(conjectures) };
        let Some(lost) = LostPairs::proved(moves, pairs, &conjectures, meter)? else {
            return Ok(conjectures);
        };
        let mut settled: Vec<Conjecture> = conjectures
            .into_iter()
            .map(|conjecture| lost.settle(conjecture, meter))
            .collect::<Result<_, _>>()?;
        if settled.iter().all(|conjecture| conjecture.standing == Standing::Conjecture) {
            settled.push(Conjecture::by_induction(lost.statement(), self.side().saturating_sub(1)));
        }
        Ok(settled)
    }

    /// Compares a theorem about lost pairs with the values of all known pairs.
    fn compare_with(
        &self,
        standing: Standing,
        is_lost: fn(u64, u64) -> bool,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        for a in 0..self.side() {
            meter.spend(self.side())?;
            if (0..).zip(self.row(a)).any(|(b, value)| (*value == 0) != is_lost(a, b)) {
                let theorem = match standing {
                    Standing::Theorem { name, .. } | Standing::Proved(name) => name,
                    Standing::Conjecture => "",
                };
                return Err(StopReason::Contradiction { theorem });
            }
        }
        Ok(())
    }

    /// Iterates over the pairs that are lost for the player to move, ordered by a, then b. For a symmetric table, only pairs
    /// with a ≤ b are returned.
    pub fn lost(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.side()).flat_map(|a| self.lost_in_row(a))
    }

    /// Iterates over the lost pairs (a, b) with this a. For a symmetric table, only pairs with a ≤ b are returned.
    fn lost_in_row(&self, a: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let is_symmetric = self.is_symmetric();
        let row = (0..).zip(self.row(a));
        row.filter(move |(b, value)| **value == 0 && (!is_symmetric || a <= *b)).map(move |(b, _)| (a, b))
    }
}

/// The nim-values of pairs.
pub(super) const KIND: TableKind = TableKind {
    name: "pairs",
    variables: &["a", "b"],
    rejected: &["checkpoint", "from", "format bfile"],
    accepted: |_| "games on single heaps",
    reason: "positions of {game} are pairs, and its table is a square from (0, 0) on",
    uncertified: "there is no period of rows to certify; --prove searches for one",
    is_of: |game, _| PairTable::is_of(game),
    find,
    ..heaps::KIND
};

fn find<'g>(
    game: &'g dyn AnyGame,
    query: &TableQuery,
    observer: &'g dyn Observer,
) -> Result<ComputedTable<'g>, TableError> {
    let mut table = PairTable::new(game, query.last(), query.budget)?;
    let mut stopped = table.extend(observer).err();
    if let (Some(last), None) = (query.prove, &stopped) {
        match table.prove(last, observer) {
            Ok(ProofStatus::Unavailable) => {
                let message = format!("no known theorem proves a period of {} from its rows", game.name());
                let why = table.why_unproved().map(str::to_owned);
                return Err(TableError::Unprovable { message, why });
            }
            proved => stopped = proved.err(),
        }
    }
    match stopped {
        Some(Stopped { reason: StopReason::Rules(fault), .. }) => Err(TableError::Rules(fault)),
        stopped => Ok((Box::new(table), stopped)),
    }
}

impl ValueTable for PairTable<'_> {
    fn ends(&self) -> Vec<u64> {
        vec![self.side(); 2]
    }

    fn cell(&self, index: &[u64], _: usize) -> Option<TableCell<'_>> {
        let value = self.row(index[0]).get(usize::try_from(index[1]).ok()?)?;
        Some(TableCell::Number(u64::from(*value)))
    }

    fn title(&self, listed: &Range<u64>) -> String {
        match listed.end.checked_sub(1) {
            Some(last) => format!("nim-values of pairs (a, b) of numbers 0 to {last}"),
            None => "no nim-values of pairs".to_owned(),
        }
    }

    /// Returns the number of lost pairs, and [`PairTable::conjectures`].
    ///
    /// # Complexity
    /// O(side²), plus the time of [`conjectures_of_pairs`](winways_solve::conjectures_of_pairs).
    fn findings(&self, _: u64, observer: &dyn Observer) -> Findings {
        let mut findings = Findings::default();
        let found = self.seek(&mut findings, observer);
        let positions = self.side().saturating_mul(self.side());
        Findings { stopped: found.err().map(|reason| reason.after(positions)), ..findings }
    }

    fn lines(&self, query: &TableQuery, findings: &mut Findings, _: &dyn Observer) -> Vec<String> {
        let which = if self.is_symmetric() { "pairs (P) with a <= b" } else { "pairs (P)" };
        let lost = self.lost().map(|(a, b)| vec![a, b]);
        let mut lines = vec![lost_line(which, findings.lost_count, query.values, lost)];
        match self.row_period() {
            Some(rows) => {
                let (Period { preperiod, period }, theorem) = (rows.period, RowPeriod::THEOREM);
                lines.push(format!("rows: period {period} from {preperiod}, proved ({theorem})"));
                lines.push(rows.to_string());
            }
            None if query.prove.is_some() => {
                lines.push(format!("rows: no period proved by the first {} rows", self.rows_computed()));
            }
            None => {}
        }
        lines.extend(conjecture_lines(&findings.conjectures));
        lines
    }

    fn fields(&self, findings: &Findings) -> FindingsJson<'_> {
        FindingsJson {
            symmetric: Some(self.is_symmetric()),
            lost_count: Some(findings.lost_count),
            row_period: Some(self.row_period().map(RowPeriodJson::from)),
            ..FindingsJson::default()
        }
        .with_patterns(&findings.conjectures)
    }

    fn method(&self) -> Cow<'_, str> {
        let Some(grid) = &self.grid else { return "enumeration of all options of every pair".into() };
        if grid.is_by_theorem() {
            let theorem = self.game.parse("1 2").ok().and_then(|position| position.theorem(Play::Normal));
            return theorem.map_or("theorem".to_owned(), |theorem| format!("theorem ({theorem})")).into();
        }
        match grid.is_by_rays() {
            true => "enumeration of all options of every pair; options along a line are handled in one step"
                .into(),
            false => "enumeration of all options of every pair".into(),
        }
    }

    fn lost_from(&self, first: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        Box::new(self.lost_in_row(first).map(|(a, b)| vec![a, b]))
    }

    fn is_proved(&self) -> bool {
        self.row_period().is_some()
    }

    fn certificate(&self, _: &dyn Observer) -> Result<Option<String>, Stopped> {
        Ok(PairTable::certificate(self).map(|certificate| certificate.to_string()))
    }

    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{CodeLanguage, CodeQuery, PairTable, ValueTable};
    /// let rules = "heap (n, last) -> (n-k, k) where k in {1, 2, 3}, k != last";
    /// let game = Catalogue::new().game_of_text(rules)?;
    /// let mut table = PairTable::new(&*game, 10, Budget::DEFAULT)?;
    /// table.extend(&NoObserver).unwrap();
    /// let language = CodeLanguage::Python;
    /// let query = CodeQuery { game: "a game", language, last: 50, observer: &NoObserver };
    /// let code = table.code(&query).unwrap().unwrap().to_string();
    /// assert!(code.contains("    return NIM_VALUES[4 + (a - 4) % 4][b]\n"), "{code}");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    fn code(&self, query: &CodeQuery<'_>) -> Result<Option<TableCode<'_>>, Stopped> {
        let (value, CodeQuery { language, game, .. }) = (|a, b| self.value(a, b), *query);
        Ok(Some(TableCode::of_pairs(language, game, self.side(), self.row_period(), value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use winways_solve::{NoObserver, Quota, Theorems};

    /// Tables agree with searches of single positions, for every game on pairs in the catalogue.
    #[test]
    fn tables_agree_with_single_positions() {
        let catalogue = Catalogue::new();
        let mut games: Vec<_> = winways_games::entries()
            .filter(|entry| entry.page.parameter.is_none())
            .filter_map(|entry| catalogue.game(entry.page.name).ok())
            .filter(|game| PairTable::is_of(&**game) && game.about().play == Play::Normal)
            .collect();
        assert!(games.len() > 10);
        let own = [
            "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where 1 <= k <= 3",
            "heap (a, b) -> (a-2*k, b) | (a, b-k) | (a-k, b-3*k) where k >= 1\nheap (a, b) -> (a-1, b+1)",
            "heap (a, b) -> (a-k, b), (k, b) where k >= 1, 2*k < a | (a, b/2) where b >= 1",
            "heap (a, b) -> (k, b) where k < a | (a, k) where k < b | (a-2*k, b-k) where k >= 1",
            "heap (a, b) -> (k, k) where k < a, k < b | (a, k) where k < b | (a-k, b) where k >= 2",
            "heap (a, b) -> (a-k, b) where k >= 1, k <= b | (a, b-k) where k in powers(2) | (0, 0) where a > b",
        ];
        games.extend(own.map(|rules| catalogue.game_of_text(rules).unwrap()));
        for game in games {
            let mut table = PairTable::new(&*game, 9, Budget::DEFAULT).unwrap();
            table.extend(&NoObserver).unwrap();
            for a in 0..10 {
                for b in 0..10 {
                    let position = game.parse(&format!("{a} {b}")).unwrap();
                    let Some(face) = position.impartial() else { panic!("partizan") };
                    let value = face.solver(Theorems::Ignore, Budget::DEFAULT, &NoObserver).value().unwrap();
                    assert_eq!(table.value(a, b), Some(value.0), "{} {a} {b}", game.name());
                }
            }
        }
    }

    #[test]
    fn findings_poll_the_observer() {
        let game = Catalogue::new().game("wythoff").unwrap();
        let mut table = PairTable::new(&*game, 199, Budget::DEFAULT).unwrap();
        table.extend(&NoObserver).unwrap();
        let whole = table.findings(0, &NoObserver);
        let lost = table.lost().count() as u64;
        assert_eq!(whole.lost_count, Some(lost));
        assert!(!whole.conjectures.is_empty() && whole.stopped.is_none());
        // There are 200 polls for rows, followed by the polls for the conjectures.
        for (polls, expected) in [(1, None), (200, None), (201, Some(lost))] {
            let cut = table.findings(0, &Quota::new(polls).interrupt());
            assert_eq!(cut.lost_count, expected);
            assert!(cut.conjectures.is_empty() && cut.stopped.is_some());
        }
    }

    #[test]
    fn lost_pairs_of_an_empty_table_are_not_counted() {
        let game = Catalogue::new().game("wythoff").unwrap();
        let table = PairTable::new(&*game, 199, Budget::DEFAULT).unwrap();
        assert_eq!((table.side(), table.findings(0, &NoObserver).lost_count), (0, None));
    }

    /// Statements about lost pairs are proved if moves are formulas, but not for other games.
    #[test]
    fn lost_pairs_are_proved_where_moves_are_formulas() {
        let catalogue = Catalogue::new();
        let proved = |rules: &str| {
            let game = catalogue.game_of_text(rules).unwrap();
            let mut table = PairTable::new(&*game, 100, Budget::DEFAULT).unwrap();
            table.extend(&NoObserver).unwrap();
            let found = table.findings(0, &NoObserver).conjectures.into_iter();
            let mut proved = found.filter(|conjecture| conjecture.standing != Standing::Conjecture);
            proved.next().map(|conjecture| (conjecture.statement, conjecture.standing.to_string()))
        };
        for (rules, expected) in [
            ("heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1", "g(a, b) = 0 exactly when a = b"),
            ("heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1", "alpha = phi"),
            (
                "heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1\nheap (a, b) -> (a-k, b-l) where k - l < 2, l - k < 2, k >= 1, l >= 1",
                "alpha = sqrt 2",
            ),
            (
                "heap (a, b) -> (a-k, b-k) | (a-2*k, b) | (a, b-2*k) where k >= 1",
                "u(n + 1) = 2 u(n) + u(n - 1)",
            ),
            ("heap (a, b) -> (a-k, b+1) | (a+1, b-k) where k >= 2", "exactly when |a - b| <= 1"),
            ("heap (a, b) -> (k, min(b, k)) where 1 <= k < a | (a, k) where k < b", "exactly when a = b + 1"),
        ] {
            let (statement, standing) = proved(rules).unwrap_or_else(|| panic!("{rules}"));
            assert!(statement.contains(expected), "{rules}: {statement}");
            assert_eq!(standing, "proved (by induction over digits)", "{rules}");
        }
        for rules in [
            // Products of variables, lost pairs without a small automaton, and moves that leave two components.
            "heap (a, b) -> (a-k*b, b) where k >= 1, b >= 1 | (a, b-k*a) where k >= 1, a >= 1",
            "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1 | (a-1, b-2) | (a-2, b-1)",
            "heap (a, b) -> (a-1, b), (a-1, b) | (a, b-k) where k >= 1",
        ] {
            assert_eq!(proved(rules), None, "{rules}");
        }
    }

    /// The comparison by blocks agrees with a comparison pair by pair if a single pair differs.
    #[test]
    fn a_table_is_symmetric_only_if_every_pair_is() {
        for up_to in [62, 63, 64, 130] {
            let rules =
                format!("heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1 | (0, 0) where a = {up_to}, b = 1");
            let games = ["heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1", &rules];
            let is_symmetric = games.map(|rules| {
                let game = Catalogue::new().game_of_text(rules).unwrap();
                let mut table = PairTable::new(&*game, up_to, Budget::DEFAULT).unwrap();
                table.extend(&NoObserver).unwrap();
                let plain = (0..=up_to).all(|a| (0..a).all(|b| table.value(a, b) == table.value(b, a)));
                assert_eq!(table.is_symmetric(), plain);
                plain
            });
            assert!(is_symmetric[0]);
        }
    }

    #[test]
    fn whole_lines_are_recognised() {
        let catalogue = Catalogue::new();
        let method = |rules: &str| {
            let game = catalogue.game_of_text(rules).unwrap();
            let mut table = PairTable::new(&*game, 9, Budget::DEFAULT).unwrap();
            table.extend(&NoObserver).unwrap();
            table.method().into_owned()
        };
        let lines = "enumeration of all options of every pair; options along a line are handled in one step";
        assert_eq!(method("heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1"), lines);
        assert_eq!(method("heap (a, b) -> (a-k, b-2*k) | (a, b-3*k) where k >= 1 | (a-1, b)"), lines);
        assert_eq!(method("heap (a, b) -> (k, b) where k < a | (b, b) where b < a"), lines);
        assert_eq!(method("heap (a, b) -> (a, k) where k < b | (k, min(b, k)) where k < a"), lines);
        assert_ne!(method("heap (a, b) -> (k, b) where 1 <= k < a | (a, k) where 2*k < b"), lines);
        assert_ne!(method("heap (a, b) -> (a-k, b) | (a, b-k) where 1 <= k <= 3"), lines);
        assert_ne!(method("heap (a, b) -> (a-k, b) where k >= 2"), lines);
    }

    #[test]
    fn only_pairs_under_normal_play_have_a_table() {
        let catalogue = Catalogue::new();
        let refused = |rules: &str| {
            let game = catalogue.game_of_text(rules).unwrap();
            PairTable::new(&*game, 9, Budget::DEFAULT).is_err()
        };
        assert!(refused("play: misere\nheap (a, b) -> (a-1, b)"));
        assert!(refused("heap n -> n-1") && refused("heap (a, b, c) -> (a-1, b, c)"));
        assert!(!refused("heap (a, b) -> (a-1, b)"));
    }

    #[test]
    fn a_fault_of_the_rules_is_reported() {
        let rules = "measure: a + b\nheap (a, b) -> (a-1, b) | (b/50 * 1000, b/50) where b >= 50";
        let game = Catalogue::new().game_of_text(rules).unwrap();
        let mut table = PairTable::new(&*game, 60, Budget::DEFAULT).unwrap();
        let stopped = table.extend(&NoObserver).unwrap_err();
        assert_eq!(
            stopped.reason.to_string(),
            "the rules failed: the move (0, 50) -> (1000, 1) does not lower the measure"
        );
        // The values found before the fault remain known.
        assert_eq!(table.side(), 50);
    }
}
