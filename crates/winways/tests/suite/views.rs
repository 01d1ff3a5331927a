//! The letters of boards, with which editors change positions, compared with the parsers of the games.

use std::collections::BTreeSet;
use winways::games::{entries, example};
use winways::{Catalogue, Position};
use winways_kit::view::{Alphabet, Cell, Figure, View};

fn cells(view: &View) -> Vec<Cell> {
    let of = |figure: &Figure| match figure {
        Figure::Grid(grid) => grid.cells.clone(),
        Figure::Graph(graph) => graph.vertices.iter().map(|vertex| vertex.content.clone()).collect(),
        _ => Vec::new(),
    };
    view.figures.iter().flat_map(of).collect()
}

/// Returns the text between the brackets and quotes.
fn inside(position: &Position) -> String {
    let text = position.to_string();
    text[position.game_name().len()..].trim_matches(['(', ')', '"']).to_owned()
}

/// Writes each letter on each cell of a position. Returns the number of texts that are positions.
fn write_letters(game: &str, position: &Position, alphabet: &Alphabet) -> usize {
    let (text, view) = (inside(position), position.view());
    let Some(places) = alphabet.places(&text, &view.figures) else { return 0 };
    let before = cells(&view);
    assert_eq!(places.len(), before.len(), "{text}");
    let mut accepted = 0;
    for (cell, &place) in places.iter().enumerate() {
        for letter in &alphabet.letters {
            let mut changed = text.clone();
            changed.replace_range(place..=place, &letter.sign.to_string());
            let Ok(after) = Position::of_game(&*Catalogue::new().game(game).unwrap(), &changed) else {
                continue;
            };
            accepted += 1;
            // Some boards are written as a size, such as `3,4` for a bar, and not as letters.
            assert!(inside(&after) == changed || !inside(&after).contains('.'), "{changed}: {after}");
            let now = cells(&after.view());
            assert_eq!(now.len(), before.len(), "{changed}");
            // The appearance of a domino depends on its other half.
            let is_half = |content: &Cell| matches!(content, Cell::Domino(_) | Cell::Gone);
            let is_poison = matches!(&now[cell], Cell::Piece(piece) if piece.sign == "!");
            assert!(
                now[cell] == letter.content || is_half(&letter.content) || is_poison,
                "{changed}: {:?}",
                now[cell]
            );
            for other in (0..now.len()).filter(|&other| other != cell) {
                let is_same = now[other] == before[other] || is_half(&now[other]) || is_half(&before[other]);
                assert!(is_same, "{changed}: cell {other}");
            }
        }
    }
    assert!(accepted > 0, "{text}");
    accepted
}

#[test]
fn every_letter_of_a_view_is_a_letter_of_the_text() {
    let mut edited = BTreeSet::new();
    for entry in entries() {
        let (game, text) = example(entry.page);
        let position = Position::of_game(&*Catalogue::new().game(game).unwrap(), text).unwrap();
        if let Some(alphabet) = position.view().alphabet {
            let is_edited = write_letters(game, &position, &alphabet) > 0;
            edited.extend(is_edited.then_some(entry.page.name));
        } else {
            // Other positions have editors of their own or are written with numbers.
            let has_rows = text.contains('|') && !text.contains(|sign: char| sign.is_ascii_digit());
            assert!(!has_rows, "{game} {text}");
        }
    }
    for name in [
        "domineering",
        "clobber",
        "col",
        "toads-and-frogs",
        "sliding-row",
        "mnk",
        "drift",
        "hare-and-hounds",
        "fox-and-geese",
        "dots-and-boxes",
        "fjords",
        "impartial",
    ] {
        assert!(edited.contains(name), "{name}");
    }
}

/// Letters are found in sums, in strips side by side, and beside words that are not letters.
#[test]
fn letters_are_found_beside_other_words() {
    for (game, text) in [
        ("clobber", "xo|ox||x.o"),
        ("toads-and-frogs", "t.f|tt..f"),
        ("drift(3,3,2)", "o.x|...|x.o x"),
        ("fjords", "cycle 4 x..o"),
        ("vertex-geography", "petersen p.........||petersen ....p....."),
        ("chomp", "..#|..."),
        ("chomp", "..|..||...|..."),
        ("col", "..|.L"),
    ] {
        let position = Position::of_game(&*Catalogue::new().game(game).unwrap(), text).unwrap();
        assert!(write_letters(game, &position, &position.view().alphabet.unwrap()) > 0, "{game} {text}");
    }
    for (game, text) in [("chomp", "3 4"), ("col", "0-1 1-2 2:b"), ("fjords", "0-1 1-2 0:x 2:o")] {
        let position = Position::of_game(&*Catalogue::new().game(game).unwrap(), text).unwrap();
        let view = position.view();
        assert_eq!(view.alphabet.unwrap().places(&inside(&position), &view.figures), None, "{game} {text}");
    }
}

/// Every game with the next smaller or larger size has a start, and its sizes lead back.
#[test]
fn sizes_lead_to_other_boards_and_back() {
    let catalogue = Catalogue::new();
    let start =
        |game: &str| Position::start(&*catalogue.game(game).unwrap()).unwrap_or_else(|| panic!("{game}"));
    for game in [
        "mnk",
        "connect-four(4x4)",
        "drift(3,3,2)",
        "backsliding(7,2,2)",
        "fox-and-geese(4)",
        "hare-and-hounds",
        "awari(12)",
    ] {
        let sizes = start(game).view().sizes;
        assert!(!sizes.is_empty(), "{game}");
        for (index, size) in sizes.iter().enumerate() {
            for (other, is_larger) in [(&size.smaller, false), (&size.larger, true)] {
                let Some(other) = other else { continue };
                let now = start(other).view().sizes;
                assert_eq!(now[index].value > size.value, is_larger, "{game} {other}");
                let back = if is_larger { &now[index].smaller } else { &now[index].larger };
                assert!(back.is_some(), "{game} {other}");
            }
        }
    }
    // The greatest and the smallest board.
    assert_eq!(start("fox-and-geese(10)").view().sizes[0].larger, None);
    assert_eq!(start("hare-and-hounds(3)").view().sizes[0].smaller, None);
    assert_eq!(start("nim").view().sizes, []);
}

/// The graph of a rule file is drawn like the same graph in a position.
#[test]
fn fixed_graphs_have_the_usual_picture() {
    let places = |rules: &str, text: &str| {
        let game = Catalogue::new().game_of_text(rules).unwrap();
        let view = Position::of_game(&*game, text).unwrap().view();
        let Figure::Graph(graph) = &view.figures[0] else { panic!("no graph") };
        (
            graph.vertices.iter().map(|vertex| vertex.place).collect::<Vec<_>>(),
            view.alphabet.unwrap().is_resizable,
        )
    };
    for (graph, vertices) in [("petersen", 10), ("grid 3 4", 12), ("hypercube 3", 8), ("bipartite 2 3", 5)] {
        let rules = "both: . -> # where some . beside\n";
        let (fixed, is_resizable) = places(&format!("board: graph {graph}\n{rules}"), &".".repeat(vertices));
        let (free, _) = places(&format!("board: graph\n{rules}"), graph);
        assert!(fixed.iter().all(Option::is_some) && fixed == free && !is_resizable, "{graph}");
    }
}
