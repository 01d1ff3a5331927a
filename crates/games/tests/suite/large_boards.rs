//! Tests, through `AnyGame`, of the games on grids and strips whose boards are stored in words of several sizes.

use std::sync::Arc;
use winways_games::entries;
use winways_kit::AnyGame;
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::{Arena, Dyadic};

const GAMES: [&str; 5] = ["domineering", "clobber", "col", "snort", "toads-and-frogs"];

fn game(name: &str) -> Arc<dyn AnyGame> {
    let entry = entries().find(|entry| entry.page.name == name).unwrap();
    (entry.make)(None).unwrap()
}

/// Returns a board of this size that has a move. It is a single component, except in Toads and Frogs, where each row is a
/// component.
fn full(name: &str, width: usize, height: usize) -> String {
    let row = match name {
        "clobber" => "x".repeat(width - 1) + "o",
        "toads-and-frogs" => "t".to_owned() + &".".repeat(width - 1),
        _ => ".".repeat(width),
    };
    vec![row; height].join("|")
}

#[test]
fn boards_of_256_cells_are_accepted() {
    for name in GAMES {
        for (width, height) in [(16, 16), (256, 1), (128, 2), (2, 1), (8, 16), (11, 11), (9, 9)] {
            let text = full(name, width, height);
            let position = game(name).parse(&text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            assert!(position.text().contains(&text), "{name}: {}", position.text());
            // A board of strips has one component per row.
            let expected = if name == "toads-and-frogs" { height } else { 1 };
            assert_eq!(position.component_count(), expected, "{name}");
        }
    }
}

#[test]
fn larger_components_are_refused() {
    for name in GAMES {
        let width = if name == "toads-and-frogs" { 257 } else { 17 };
        let wrong = game(name).parse(&full(name, width, 16)).err().unwrap().to_string();
        assert!(wrong.contains("256"), "{name}: {wrong}");
    }
    let star: String = (1..=256).map(|leaf| format!("0-{leaf} ")).collect();
    let wrong = game("snort").parse(&star).err().unwrap();
    assert_eq!(wrong.to_string(), "257 free vertices are connected: expected no more than 256");
}

/// Only components are limited: boards may be of any size.
#[test]
fn small_components_may_be_on_large_boards() {
    let small = [
        ("domineering", "..#"),
        ("clobber", "xo."),
        ("col", "..#"),
        ("snort", ".R#"),
        ("toads-and-frogs", "t.fttff"),
    ];
    for (name, part) in small {
        let game = game(name);
        let row = part.repeat(100);
        let wide = game.parse(&row).unwrap();
        assert_eq!(wide.component_count(), 100, "{name}");
        // All components use words of the same size, so the sum is one position.
        assert!(wide.merged(&[game.parse(part).unwrap()]).is_some(), "{name}");
    }
}

#[test]
fn wide_words_have_the_right_values() {
    let strip = |letter: &str, length: usize| letter.repeat(length);
    let star = |leaves: usize| -> String {
        (1..=leaves).map(|leaf| format!("{leaf}:L 0-{leaf} ")).collect::<String>() + "0:L"
    };
    // Each value is a number, a multiple of up and a nimber.
    let cases = [
        ("domineering", strip(".", 101), (-50, 0, 0)),
        ("domineering", strip(".", 200), (-100, 0, 0)),
        ("domineering", strip(".|", 200), (100, 0, 0)),
        ("toads-and-frogs", strip("t", 1) + &strip(".", 100), (100, 0, 0)),
        ("toads-and-frogs", strip("t", 1) + &strip(".", 200), (200, 0, 0)),
        // These continue the known values of `xxo`, `xxxo`, `xxxxo`.
        ("clobber", strip("x", 70) + "o", (0, 69, 0)),
        ("clobber", strip("x|", 129) + "o", (0, 128, 1)),
        // Left may colour every second cell of a line, and the leaves of a star.
        ("col", strip("L", 70), (35, 0, 0)),
        ("col", strip("L", 129), (65, 0, 0)),
        ("col", star(64), (64, 0, 0)),
        ("col", star(128), (128, 0, 0)),
    ];
    for (name, text, (number, ups, nimber)) in cases {
        let position = game(name).parse(&text).unwrap();
        for theorems in [Theorems::Use, Theorems::Ignore] {
            let arena = Arena::default();
            let partizan = position.partizan().unwrap();
            let found = partizan.solver(&arena, theorems, Budget::DEFAULT, &NoObserver).value().unwrap();
            let expected = (Dyadic::from(number), ups, nimber);
            assert_eq!(arena.as_number_up_star(found), Some(expected), "{name} {text}");
        }
    }
}

/// A board of 9 by 9 with twelve free cells in a corner and along the sides.
#[test]
fn a_large_board_with_few_free_cells_has_a_value() {
    let rows = [
        "...######",
        "..#######",
        ".########",
        "#########",
        "#########",
        "#########",
        "########.",
        "########.",
        "#####....",
    ];
    let text = rows.join("|");
    let position = game("domineering").parse(&text).unwrap();
    assert_eq!(position.component_count(), 2);
    assert_eq!(position.text(), format!("domineering(\"{text}\")"));
    // The moves in the corner and those along the sides.
    assert_eq!(position.moves().unwrap().len(), 6 + 5);
}
