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

/// A proved period gives the outcomes of heaps of any size, with the status that it has in the table of values.
#[test]
fn proved_periods_give_all_outcomes() {
    let far = 1_000_000_000_000_000;
    for (game, play, period) in [
        ("subtract{1,2,3}", Play::Normal, (0, 4)),
        ("subtract{1,2,3}", Play::Misere, (0, 4)),
        ("kayles", Play::Normal, (1, 1)),
        ("nim", Play::Normal, (1, 1)),
        ("lasker", Play::Normal, (1, 1)),
        ("subtract{evens}", Play::Normal, (2, 1)),
    ] {
        let table = table(game, play, far);
        let pattern = table.pattern().unwrap();
        assert_eq!((pattern.preperiod, pattern.period, pattern.is_proved()), (period.0, period.1, true));
        assert_eq!((table.known(), table.stopped()), (far + 1, None), "{game}");
        assert_eq!(table.is_lost(far), table.is_lost(pattern.reduce(far).0), "{game}");
    }
    for game in ["mark", "at-most-half"] {
        let table = table(game, Play::Normal, 100);
        let mut standings = table.statements.iter().map(|statement| statement.standing.to_string());
        assert_eq!(standings.next().as_deref(), Some("proved (by induction over digits)"), "{game}");
        assert_eq!(standings.next(), None, "{game}");
    }
}

#[test]
fn lost_heaps_of_an_empty_table_are_not_searched_for() {
    let table = table("subtract{9223372036854775803}", Play::Normal, (1 << 63) - 1);
    assert_eq!((table.known(), table.stopped().is_some()), (0, true));
    assert_eq!(table.lost_line(&NoObserver).0, "lost heaps (P): not searched for");
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
