//! Compares impartial forms with the definitions and with Cram.

use std::path::Path;
use std::sync::Arc;
use winways_games::{entries, find, impartial_form};
use winways_kit::{AnyGame, AnyPosition, Check, SumSearch};
use winways_notation::Diagnostic;
use winways_rules::{Play, Player};
use winways_solve::{Budget, NoObserver, Theorems};

fn game(head: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let (name, parameter) = head.split_once(['(', '{']).unwrap_or((head, ""));
    let parameter = parameter.trim_end_matches([')', '}']);
    let named = find(name).unwrap();
    (named.entry.make)((!parameter.is_empty()).then_some(parameter))
}

fn form(head: &str) -> Arc<dyn AnyGame> {
    impartial_form(head, game).unwrap_or_else(|error| panic!("{head}: {error}"))
}

fn nim_value(position: &dyn AnyPosition) -> String {
    let impartial = position.impartial().unwrap();
    impartial.solver(Theorems::Use, Budget::DEFAULT, &NoObserver).value().unwrap().to_string()
}

fn outcome(position: &dyn AnyPosition, play: Play) -> String {
    let search = SumSearch::new(vec![position]).unwrap();
    format!("{:?}", search.outcome(play, Budget::DEFAULT, &NoObserver).unwrap().0)
}

/// Checks every game of the catalogue that has an impartial form, in a range in which all positions are searched by definition.
#[test]
fn all_forms_are_as_the_definitions_say() {
    let mut forms = 0;
    for entry in entries() {
        let parameter = match entry.page.name {
            "partizan-subtract" => Some("1,4|2"),
            "partizan-octal" => Some("0.7|0.07"),
            _ => None,
        };
        let Ok(game) = (entry.make)(parameter) else { continue };
        if !game.has_impartial_form() {
            continue;
        }
        let form = impartial_form(&game.name(), |_| Ok(game.clone())).unwrap();
        let mut check = Check::new(Budget::DEFAULT, &NoObserver);
        // Games from rule files have many pieces, and sums of larger cakes have too many lines of play.
        let in_a_file = Path::new(&format!("rules/boards/{}.game", entry.page.name)).exists();
        let most = if in_a_file { 3 } else { 4 };
        form.verify(entry.page.default_range.clamp(2, most), &mut check)
            .unwrap_or_else(|halt| panic!("{}: {halt:?}", form.name()));
        assert!(check.cases > 20, "{}: {} cases", form.name(), check.cases);
        forms += 1;
    }
    assert!(forms >= 9, "{forms}");
}

#[test]
fn the_impartial_form_of_domineering_is_cram() {
    let (form, cram) = (form("domineering"), game("cram").unwrap());
    let mut boards = 0;
    for position in cram.positions(9) {
        let written = position.text();
        let text = written["cram(\"".len()..].trim_end_matches("\")");
        let same = form.parse(text).unwrap();
        assert_eq!(nim_value(&*same), nim_value(&*position), "{text}");
        assert_eq!(outcome(&*same, Play::Misere), outcome(&*position, Play::Misere), "{text}");
        let names = |position: &dyn AnyPosition| -> Vec<(Player, String)> {
            position.moves().unwrap().into_iter().map(|step| (step.player, step.text)).collect()
        };
        assert_eq!(names(&*same), names(&*position), "{text}");
        boards += 1;
    }
    assert!(boards > 1000);
    for board in ["....|....|....", "......|......", ".....#|.#....|......", ".....|.....|....#"] {
        let (same, position) = (form.parse(board).unwrap(), cram.parse(board).unwrap());
        assert_eq!(nim_value(&*same), nim_value(&*position), "{board}");
    }
}

/// On wide boards, components are stored in larger words.
#[test]
fn large_boards_have_impartial_forms_too() {
    let board = format!("{}||..", vec!["#".repeat(15); 10].join("|"));
    assert_eq!(nim_value(&*form("domineering").parse(&board).unwrap()), "*");
}

#[test]
fn moves_with_one_name_are_one_move_or_have_a_player() {
    let names = |head: &str, position: &str| -> Vec<String> {
        let position = form(head).parse(position).unwrap();
        position.moves().unwrap().into_iter().map(|step| step.text).collect()
    };
    assert_eq!(names("subtract{1|1,2}", "3"), ["heap 3 -> 2", "heap 3 -> 1"]);
    assert_eq!(names("col", ".."), ["a1 as Left", "b1 as Left", "a1 as Right", "b1 as Right"]);
    assert_eq!(names("clobber", "xo"), ["a1xb1", "b1xa1"]);
}

#[test]
fn positions_read_back_and_add() {
    let form = form("toads-and-frogs");
    let position = form.parse("t.f").unwrap();
    assert_eq!(position.text(), "impartial(toads-and-frogs)(\"t.f\")");
    let sum = position.merged(&[form.parse("tf.").unwrap()]).unwrap();
    assert_eq!(
        form.parse(sum.text()["impartial(toads-and-frogs)(\"".len()..].trim_end_matches("\")"))
            .unwrap()
            .text(),
        sum.text()
    );
    assert_eq!(sum.component_count(), 2);
}

#[test]
fn heaps_have_tables() {
    let (form, both) = (form("subtract{1|2}"), game("subtract{1,2}").unwrap());
    let mut values = form.tables().heap_values(Theorems::Use, Budget::DEFAULT, &NoObserver).unwrap();
    let mut expected = both.tables().heap_values(Theorems::Use, Budget::DEFAULT, &NoObserver).unwrap();
    for heap in 0..50 {
        assert_eq!(values.nim_value(heap).unwrap(), expected.nim_value(heap).unwrap(), "{heap}");
    }
    let misere = |game: &dyn AnyGame| {
        let mut found = Vec::new();
        game.tables()
            .misere_heaps(0..30, Budget::DEFAULT, &NoObserver, &mut |outcome| found.push(outcome))
            .unwrap()
            .unwrap();
        found
    };
    assert_eq!(misere(&*form), misere(&*both));
    assert!(game("clobber").unwrap().tables().heap_forms().is_none());
}

#[test]
fn games_without_an_impartial_form_are_refused() {
    let message = |head: &str| impartial_form(head, game).err().unwrap().message;
    assert!(message("nim").starts_with("nim is impartial already"), "{}", message("nim"));
    assert!(message("cram").starts_with("cram is impartial already"));
    let hounds = message("hare-and-hounds");
    assert!(hounds.contains("has no impartial form"), "{hounds}");
    assert_eq!(message(" "), "the game is missing");
    assert_eq!(message("impartial(impartial(nim))"), "an impartial form has no other impartial form");
}
