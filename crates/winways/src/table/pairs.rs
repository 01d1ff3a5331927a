//! Tables of nim-values of all pairs up to a size.

use super::rows::Rows;
use winways_kit::{AnyGame, PairTheorem};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, PairRules, Play, RuleFault};
use winways_solve::{
    Budget, Conjecture, LostPairs, Observer, PairGrid, PairValues, Progress, Standing, StopReason, Stopped,
    conjectures_of_pairs_metered,
};

/// The nim-values of all positions (a, b) of a game on pairs of numbers, as a square from (0, 0) on.
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

/// The findings about a [`PairTable`]. Missing parts were not computed.
#[derive(Debug, Default)]
pub struct PairFindings {
    /// The number of pairs lost for the player to move; for a symmetric table, of those with a ≤ b.
    pub lost_count: Option<u64>,
    /// [`PairTable::conjectures`].
    pub conjectures: Vec<Conjecture>,
    /// The reason the work was stopped; `None` if it was completed.
    pub stopped: Option<Stopped>,
}

/// The size of the square in which conjectures are sought after the work was stopped.
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

    /// Fills the table, and proves a period of its rows if that costs little.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is exhausted, the rules fail, or the observer stops the work; the values
    /// found remain known.
    ///
    /// # Complexity
    /// As [`PairGrid`].
    pub fn extend(&mut self, observer: &dyn Observer) -> Result<(), Stopped> {
        self.meter = observer.meter();
        let grid = match &mut self.grid {
            Some(grid) => grid,
            None => self.grid.insert(PairGrid::new(self.rules, self.up_to.saturating_add(1), self.budget)?),
        };
        grid.extend(self.budget, observer)?;
        self.prove_with_little_work(observer)
    }

    /// Returns the size of the known square: all pairs of numbers below it are known.
    pub fn side(&self) -> u64 {
        self.grid.as_ref().map_or(0, PairGrid::side)
    }

    /// Returns the value of (a, b), if both are below [`PairTable::side`] or it is known by a period.
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

    /// Returns the findings about the values: the number of lost pairs, and [`PairTable::conjectures`].
    ///
    /// # Complexity
    /// O(side²), and as [`conjectures_of_pairs`](winways_solve::conjectures_of_pairs).
    pub fn findings(&self, observer: &dyn Observer) -> PairFindings {
        let mut findings = PairFindings::default();
        let found = self.find(&mut findings, observer);
        let positions = self.side().saturating_mul(self.side());
        PairFindings { stopped: found.err().map(|reason| reason.after(positions)), ..findings }
    }

    fn find(&self, findings: &mut PairFindings, observer: &dyn Observer) -> Result<(), StopReason> {
        let mut count = 0;
        for a in 0..self.side() {
            self.poll(observer)?;
            count += self.lost_in_row(a).count() as u64;
        }
        findings.lost_count = Some(count);
        self.poll(observer)?;
        findings.conjectures = self.conjectures(&mut observer.meter())?;
        Ok(())
    }

    /// Returns conjectures about the values, checked on all known pairs of numbers below 2048, or below 256 if the
    /// work was stopped. Statements about the lost pairs are proved by induction over digits where possible. The work is
    /// counted on `meter`.
    ///
    /// # Errors
    /// Returns the reason if the meter stops the work.
    ///
    /// # Complexity
    /// As [`conjectures_of_pairs`](winways_solve::conjectures_of_pairs).
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

    /// Marks the conjectures that follow from proved lost pairs. Adds a statement about the proved lost pairs if no conjecture
    /// describes them.
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

    /// Compares a theorem about lost pairs with all known pairs.
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

    /// Iterates over the pairs lost for the player to move, ordered by a, then b; for a symmetric table only those
    /// with a ≤ b.
    pub fn lost(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.side()).flat_map(|a| self.lost_in_row(a))
    }

    /// Iterates over the lost pairs (a, b) for one a; for a symmetric table only those with a ≤ b.
    pub fn lost_in_row(&self, a: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let is_symmetric = self.is_symmetric();
        let row = (0..).zip(self.row(a));
        row.filter(move |(b, value)| **value == 0 && (!is_symmetric || a <= *b)).map(move |(b, _)| (a, b))
    }

    /// Returns the method that computed the values.
    pub fn method(&self) -> String {
        if self.grid.as_ref().is_some_and(PairGrid::is_by_theorem) {
            let theorem = self.game.parse("1 2").ok().and_then(|position| position.theorem(Play::Normal));
            return theorem.map_or("theorem".to_owned(), |theorem| format!("theorem ({theorem})"));
        }
        match self.grid.as_ref().is_some_and(PairGrid::is_by_rays) {
            true => "all options of every pair, those on lines at once".to_owned(),
            false => "all options of every pair".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};
    use winways_solve::{NoObserver, Theorems};

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
        struct StopAtPoll(AtomicU64);
        impl Observer for StopAtPoll {
            fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
                match self.0.fetch_sub(1, Ordering::Relaxed) {
                    0 | 1 => ControlFlow::Break(StopReason::Timeout),
                    _ => ControlFlow::Continue(()),
                }
            }
        }
        let game = Catalogue::new().game("wythoff").unwrap();
        let mut table = PairTable::new(&*game, 199, Budget::DEFAULT).unwrap();
        table.extend(&NoObserver).unwrap();
        let whole = table.findings(&NoObserver);
        let lost = table.lost().count() as u64;
        assert_eq!(whole.lost_count, Some(lost));
        assert!(!whole.conjectures.is_empty() && whole.stopped.is_none());
        // There are 200 polls for rows, then those of the conjectures.
        for (polls, expected) in [(1, None), (200, None), (201, Some(lost))] {
            let cut = table.findings(&StopAtPoll(AtomicU64::new(polls)));
            assert_eq!(cut.lost_count, expected);
            assert!(cut.conjectures.is_empty() && cut.stopped.is_some());
        }
    }

    /// Statements about lost pairs are proved if moves are formulas, and are not proved for other games.
    #[test]
    fn lost_pairs_are_proved_where_moves_are_formulas() {
        let catalogue = Catalogue::new();
        let proved = |rules: &str| {
            let game = catalogue.game_of_text(rules).unwrap();
            let mut table = PairTable::new(&*game, 100, Budget::DEFAULT).unwrap();
            table.extend(&NoObserver).unwrap();
            let found = table.findings(&NoObserver).conjectures.into_iter();
            let mut proved = found.filter(|conjecture| conjecture.standing != Standing::Conjecture);
            proved.next().map(|conjecture| (conjecture.statement, conjecture.standing.to_string()))
        };
        for (rules, expected) in [
            ("heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1", "g(a, b) = 0 exactly if a = b"),
            ("heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1", "alpha = phi"),
            (
                "heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1\nheap (a, b) -> (a-k, b-l) where k - l < 2, l - k < 2, k >= 1, l >= 1",
                "alpha = sqrt 2",
            ),
            (
                "heap (a, b) -> (a-k, b-k) | (a-2*k, b) | (a, b-2*k) where k >= 1",
                "u(n + 1) = 2 u(n) + u(n - 1)",
            ),
            ("heap (a, b) -> (a-k, b+1) | (a+1, b-k) where k >= 2", "exactly if |a - b| <= 1"),
            ("heap (a, b) -> (k, min(b, k)) where 1 <= k < a | (a, k) where k < b", "exactly if a = b + 1"),
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
            table.method()
        };
        let lines = "all options of every pair, those on lines at once";
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
            "the rules went wrong: the move (0, 50) -> (1000, 1) does not lower the measure"
        );
        // The values found before the fault remain known.
        assert_eq!(table.side(), 50);
    }
}
