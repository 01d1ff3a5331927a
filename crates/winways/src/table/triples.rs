//! Tables of the nim-values of all triples up to a size, slice by slice.

use super::Findings;
use super::findings::lost_line;
use super::heaps;
use super::kind::{TableCell, TableKind, TableQuery, ValueTable};
use crate::wire::FindingsJson;
use std::borrow::Cow;
use std::ops::Range;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, Observer, Progress, StopReason, Stopped};

/// The nim-values of the positions (a, b, c) of a game on triples, for all numbers below a bound. Each slice is the square of
/// all b and c for one a.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::TripleTable;
/// let game = Catalogue::new().game_of_text("heap (a, b, c) -> (a-k, b, c) | (a, b-k, c) | (a, b, c-k) where k >= 1")?;
/// let table = TripleTable::find(&*game, 4, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(table.value([1, 2, 3]), Some(0)); // it is Nim
/// assert_eq!(table.lost().take(4).collect::<Vec<_>>(), [[0, 0, 0], [0, 1, 1], [0, 2, 2], [0, 3, 3]]);
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub struct TripleTable {
    side: u64,
    /// The values, ordered by a, then b, then c; `None` for a triple that is not a position.
    values: Vec<Option<u64>>,
    lost_count: u64,
    stopped: Option<Stopped>,
}

/// The number of triples between two polls of the observer.
const BETWEEN_POLLS: usize = 1 << 10;

impl TripleTable {
    /// Returns `true` if the positions of a game are triples of numbers.
    pub fn is_of(game: &dyn AnyGame) -> bool {
        let is_read = |text: &str| game.parse(text).is_ok_and(|position| position.impartial().is_some());
        is_read("1 1 1") && !is_read("1") && !is_read("1 1") && !is_read("1 1 1 1")
    }

    /// Computes the values of all triples of numbers 0..=`up_to`, or of fewer triples if the budget is exhausted or the
    /// observer stops the work.
    ///
    /// # Errors
    /// Returns a diagnostic if the game is not an impartial game on three numbers, or if it is played under the
    /// misère rule.
    ///
    /// # Complexity
    /// Examines all options of the triples and of the positions reachable from them. Uses 16 bytes for each triple, in addition
    /// to the memory of the search.
    pub fn find(
        game: &dyn AnyGame,
        up_to: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, Diagnostic> {
        super::normal_play(game)?;
        let values = game.tables().triple_values(budget, observer).filter(|_| TripleTable::is_of(game));
        let Some(mut solver) = values else {
            let message = format!("the positions of `{}` are not triples of numbers", game.name());
            return Err(
                Diagnostic::new(message, Span::at(0)).label("expected an impartial game on three numbers")
            );
        };
        let side = up_to.saturating_add(1);
        let mut table = TripleTable { side, values: Vec::new(), lost_count: 0, stopped: None };
        let bytes = u128::from(side).saturating_pow(3).saturating_mul(size_of::<Option<u64>>() as u128);
        if bytes > u128::from(budget.memory) {
            table.stopped = Some(StopReason::Memory { limit: budget.memory }.after(0));
            return Ok(table);
        }
        table.values.reserve_exact(side.pow(3) as usize);
        let triples = (0..side).flat_map(|a| (0..side).flat_map(move |b| (0..side).map(move |c| [a, b, c])));
        for triple in triples {
            let known = table.values.len();
            let progress = Progress { positions: known as u64, bytes: bytes as u64, ..Progress::default() };
            let polled = match known.is_multiple_of(BETWEEN_POLLS) {
                true => budget.poll(observer, &progress).map_err(|reason| reason.after(known as u64)),
                false => Ok(()),
            };
            match polled.and_then(|()| solver.nim_value(triple)) {
                Ok(value) => {
                    let value = value.map(|value| value.0);
                    table.lost_count += u64::from(value == Some(0));
                    table.values.push(value);
                }
                Err(stopped) => {
                    table.stopped = Some(stopped);
                    break;
                }
            }
        }
        Ok(table)
    }

    /// Returns the side of the cube, which is greater than all numbers of a triple.
    pub fn side(&self) -> u64 {
        self.side
    }

    /// Returns the number of complete slices a = 0, 1, 2, ….
    pub fn slices(&self) -> u64 {
        let in_a_slice = self.side.saturating_mul(self.side).max(1);
        self.values.len() as u64 / in_a_slice
    }

    /// Returns the value of (a, b, c), if it is known and the triple is a position.
    pub fn value(&self, [a, b, c]: [u64; 3]) -> Option<u64> {
        if a.max(b).max(c) >= self.side {
            return None;
        }
        let place = (a * self.side + b) * self.side + c;
        self.values.get(usize::try_from(place).ok()?).copied().flatten()
    }

    /// Iterates over the triples that are lost for the player to move, ordered by a, then b, then c.
    pub fn lost(&self) -> impl Iterator<Item = [u64; 3]> + '_ {
        (0..=self.slices()).flat_map(|a| self.lost_in_slice(a))
    }

    /// Iterates over the known triples (a, b, c) with this a that are lost for the player to move.
    fn lost_in_slice(&self, a: u64) -> impl Iterator<Item = [u64; 3]> + '_ {
        let known = self.values.len();
        let square = self.side.saturating_mul(self.side);
        let place = |slice: u64| square.saturating_mul(slice).min(known as u64) as usize;
        let values = &self.values[place(a)..place(a.saturating_add(1))];
        let triple = move |place: u64| [a, place / self.side, place % self.side];
        (0..).zip(values).filter(|(_, value)| **value == Some(0)).map(move |(place, _)| triple(place))
    }

    /// Returns the reason the table ends early; `None` if it does not.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}

/// The nim-values of triples.
pub(super) const KIND: TableKind = TableKind {
    name: "triples",
    variables: &["a", "b", "c"],
    rejected: &["prove", "checkpoint", "certificate", "from", "code", "plot", "format bfile"],
    accepted: |option| match option {
        "checkpoint" | "from" | "format bfile" => "games on single heaps",
        _ => "games on single heaps or pairs",
    },
    reason: "positions of {game} are triples, and its table consists of slices",
    up_to: [5; 2],
    is_of: |game, _| TripleTable::is_of(game),
    find: |game, query, observer| {
        let table = TripleTable::find(game, query.last(), query.budget, observer)?;
        let stopped = table.stopped().cloned();
        Ok((Box::new(table), stopped))
    },
    ..heaps::KIND
};

impl ValueTable for TripleTable {
    fn ends(&self) -> Vec<u64> {
        vec![self.slices(), self.side, self.side]
    }

    fn cell(&self, index: &[u64], _: usize) -> Option<TableCell<'_>> {
        self.value([index[0], index[1], index[2]]).map(TableCell::Number)
    }

    fn title(&self, listed: &Range<u64>) -> String {
        let Some(last) = listed.end.checked_sub(1) else { return "no nim-values of triples".to_owned() };
        let slices = if listed.end < self.side { format!(", a <= {last}") } else { String::new() };
        format!("nim-values of triples (a, b, c) of numbers 0 to {}{slices}", self.side.saturating_sub(1))
    }

    fn findings(&self, _: u64, _: &dyn Observer) -> Findings {
        let (stopped, is_known) = (self.stopped.clone(), !self.values.is_empty());
        Findings { lost_count: is_known.then_some(self.lost_count), stopped, ..Findings::default() }
    }

    fn lines(&self, query: &TableQuery, findings: &mut Findings, _: &dyn Observer) -> Vec<String> {
        let lost = self.lost().map(Vec::from);
        vec![lost_line("triples (P)", findings.lost_count, query.values, lost)]
    }

    fn fields(&self, findings: &Findings) -> FindingsJson<'_> {
        FindingsJson { lost_count: Some(findings.lost_count), ..FindingsJson::default() }
    }

    fn method(&self) -> Cow<'_, str> {
        "enumeration of all options of every triple".into()
    }

    fn lost_from(&self, first: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        Box::new(self.lost_in_slice(first).map(Vec::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;
    use winways_solve::{NoObserver, Quota, Theorems};

    /// Tables agree with searches of single positions, for every game on triples in the catalogue.
    #[test]
    fn tables_agree_with_single_positions() {
        let catalogue = Catalogue::new();
        let mut found = Vec::new();
        for entry in winways_games::entries().filter(|entry| entry.page.parameter.is_none()) {
            let Ok(game) = catalogue.game(entry.page.name) else { continue };
            if !TripleTable::is_of(&*game) || super::super::normal_play(&*game).is_err() {
                continue;
            }
            found.push(entry.page.name);
            let table = TripleTable::find(&*game, 3, Budget::DEFAULT, &NoObserver).unwrap();
            assert!(table.stopped().is_none());
            for a in 0..4 {
                for b in 0..4 {
                    for c in 0..4 {
                        let value = game.parse(&format!("{a} {b} {c}")).ok().map(|position| {
                            let Some(face) = position.impartial() else { panic!("partizan") };
                            face.solver(Theorems::Ignore, Budget::DEFAULT, &NoObserver).value().unwrap().0
                        });
                        assert_eq!(table.value([a, b, c]), value, "{} {a} {b} {c}", entry.page.name);
                    }
                }
            }
        }
        assert!(found.contains(&"chomp-3") && found.contains(&"exact-nim"), "{found:?}");
        for name in ["nim", "wythoff", "octal(0.77)", "domineering"] {
            assert!(!TripleTable::is_of(&*catalogue.game(name).unwrap()), "{name}");
        }
    }

    #[test]
    fn limits_keep_partial_results() {
        let game = Catalogue::new().game("chomp-3").unwrap();
        let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
        for up_to in [1 << 40, 1 << 57, u64::MAX] {
            let table = TripleTable::find(&*game, up_to, budget, &NoObserver).unwrap();
            assert!(matches!(table.stopped().unwrap().reason, StopReason::Memory { .. }));
            assert_eq!((table.slices(), table.value([0, 0, 0])), (0, None));
            assert_eq!(table.findings(0, &NoObserver).lost_count, None);
            assert_eq!(table.title(&(0..0)), "no nim-values of triples");
        }
        let second_poll = Quota::new(2).interrupt();
        let table = TripleTable::find(&*game, 15, Budget::DEFAULT, &second_poll).unwrap();
        assert_eq!(table.stopped().map(|stopped| stopped.reason.clone()), Some(StopReason::Timeout));
        assert!(table.value([0, 1, 2]).is_some() && table.value([15, 15, 15]).is_none());
        let title = "nim-values of triples (a, b, c) of numbers 0 to 15, a <= 3";
        assert_eq!(table.title(&(0..table.slices())), title);
    }
}
