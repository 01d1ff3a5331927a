//! Every theorem of the catalogue agrees with exhaustive search over a small range, and with known values.

use winways_games::{THEORY, claims, entries};
use winways_kit::{Check, RankedPosition};
use winways_rules::Play;
use winways_solve::{Budget, NoObserver, SolvedRanks, Theorems, solve_ranks};

/// Returns a parameter for each family, since a family by itself is not a game.
fn sample_parameter(name: &str) -> Option<&'static str> {
    match name {
        "octal" => Some("0.26"),
        "impartial" => Some("clobber"),
        "partizan-subtract" => Some("1|2"),
        "partizan-octal" => Some("0.7|0.07"),
        "subtract" => Some("1,3,4"),
        "allbut" => Some("2"),
        "hex" => Some("0.3F"),
        "graph" => Some("1 0, 2 0, 2 1, 3 2, 3 1, 4 3, 4 0, 5 4, 5 3, 5 1"),
        "coloured-graph" => Some("1 0 L, 2 0, 3 0 L, 3 2 R, 4 0 L, 4 1 R, 5 1 L, 5 0 R"),
        "chess" => Some("KQK"),
        "loopy-graph" => Some("0 1, 1 0, 1 2, 3 0, 3 4, 4 3, 5 5, 5 2, 6 5, 6 6, 7 0, 7 6"),
        "drift" => Some("3,3,2"),
        "awari" => Some("6"),
        "connect-four" => Some("4x4"),
        "cops" => Some("2; cycle 6"),
        "fox-and-geese" => Some("4"),
        _ => None,
    }
}

#[test]
fn theorems_agree_with_search() {
    for entry in entries() {
        let game = (entry.make)(sample_parameter(entry.page.name)).unwrap();
        let mut check = Check::new(Budget::DEFAULT, &NoObserver);
        // Half of the default range is enough here; `winways verify` uses the whole range.
        game.verify(entry.page.default_range.div_ceil(2), &mut check)
            .unwrap_or_else(|halt| panic!("{}: {halt:?}", entry.page.name));
        assert!(check.cases > 0, "{}: nothing was compared", entry.page.name);
    }
}

#[test]
fn pages_state_the_play_of_their_games() {
    for entry in entries() {
        let game = (entry.make)(sample_parameter(entry.page.name)).unwrap();
        assert_eq!(entry.page.play, game.about().play, "{}", entry.page.name);
    }
}

#[test]
fn claims_hold() {
    for claim in claims() {
        let mut check = Check::new(Budget::DEFAULT, &NoObserver);
        (claim.check)(claim.default_range.div_ceil(4), &mut check)
            .unwrap_or_else(|halt| panic!("{}: {halt:?}", claim.name));
        assert!(check.cases > 0, "{}: nothing was compared", claim.name);
    }
}

/// The claims that belong to no particular game are checked over their whole range.
#[test]
fn theory_holds() {
    for claim in THEORY.iter().copied().flatten() {
        let mut check = Check::new(Budget::DEFAULT, &NoObserver);
        (claim.check)(claim.default_range, &mut check)
            .unwrap_or_else(|halt| panic!("{}: {halt:?}", claim.name));
        assert!(check.cases > 0, "{}: nothing was compared", claim.name);
    }
    assert!(THEORY.iter().copied().flatten().count() > 0, "there is no theory");
}

#[test]
fn known_values_come_out_of_theorem_and_search() {
    for entry in entries() {
        let game = (entry.make)(sample_parameter(entry.page.name)).unwrap();
        assert!(!entry.page.known_values.is_empty(), "{}: no known values", entry.page.name);
        for (text, value) in entry.page.known_values {
            let position = game.parse(text).unwrap();
            if let Some(position) = position.ranked() {
                assert_eq!(ranked_value(position), *value, "{}({text})", entry.page.name);
            }
            let Some(position) = position.impartial() else { continue };
            for theorems in [Theorems::Use, Theorems::Ignore] {
                let found = position.solver(theorems, Budget::DEFAULT, &NoObserver).value().unwrap();
                assert_eq!(found.to_string(), *value, "{}({text})", entry.page.name);
            }
            if let Some(outcome) = position.outcome_by_theorem(Play::Normal) {
                assert_eq!(outcome.is_next(), *value != "0", "{}({text})", entry.page.name);
            }
        }
    }
}

/// Returns the value of a position under the usual kind of play of its board.
fn ranked_value(position: &dyn RankedPosition) -> String {
    let board = position.board();
    let solution = solve_ranks(board.ranks(), board.plays()[0], Budget::DEFAULT, &NoObserver).unwrap();
    solution.records().words(solution.code(position.rank()))
}

#[test]
fn pages_are_complete_and_examples_read_back() {
    for entry in entries() {
        let page = entry.page;
        let game = (entry.make)(sample_parameter(page.name)).unwrap();
        assert!(
            !page.rules.is_empty() && !page.notation.is_empty() && !page.sources.is_empty(),
            "{}",
            page.name
        );
        for (text, _) in page.known_values {
            let position = game.parse(text).unwrap();
            let written = position.text();
            let (_, inner) = written.rsplit_once('(').unwrap();
            let inner = inner.trim_end_matches(')').trim_matches('"');
            assert!(game.parse(inner).unwrap().is_same(&*position), "{written} does not read back");
        }
    }
}
