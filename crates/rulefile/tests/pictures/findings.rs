//! Tests of the findings about games described by pictures, and of their lists of moves.

use std::path::Path;
use winways_rulefile::{explain, of_file};
use winways_rules::Player;

/// Returns `true` if a file is reported as all-small. In that case, asserts that no small board has a move for only one
/// player.
fn is_all_small(text: &str) -> bool {
    if !explain(text).unwrap().iter().any(|finding| finding.text.starts_with("all-small")) {
        return false;
    }
    for position in of_file(text).unwrap().positions(5) {
        let moves = position.moves().unwrap();
        let [left, right] =
            [Player::Left, Player::Right].map(|player| moves.iter().any(|step| step.player == player));
        assert_eq!(left, right, "{}", position.text());
    }
    true
}

#[test]
fn files_reported_as_all_small_are_all_small() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rules/boards");
    let files = std::fs::read_dir(files).unwrap().map(|file| file.unwrap().path());
    let texts: Vec<String> = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let named = |name: &str| texts.iter().find(|text| text.contains(&format!("\nname: {name}\n"))).unwrap();
    let count = texts.iter().filter(|text| is_all_small(text)).count();
    assert!(count > 3, "{count}");
    assert!(is_all_small("board: grid\npieces: x left, o right\neach: @ & -> . @ in all"));
    assert!(!is_all_small(named("nogo")) && !is_all_small(named("amazons")));
}

#[test]
fn only_descriptions_of_games_with_sums_mention_several_boards() {
    let notation = |rule: &str| {
        let file = format!("board: strip\npieces: x\nboth: {rule}\n");
        of_file(&file).unwrap().about().notation.clone()
    };
    assert!(notation("x -> #").contains("several strips"));
    assert!(!notation("x . -> . x").contains("strips"));
}

/// A picture that matches in both directions is one move, whether its conditions depend on the direction or not.
#[test]
fn moves_in_both_directions_are_listed_once() {
    for condition in ["", " where no # beside", " where at most 1 . beside"] {
        let file = format!("board: strip\nboth: . . -> # #{condition}\n");
        let moves = of_file(&file).unwrap().parse("....").unwrap().moves().unwrap();
        let names: Vec<&str> = moves.iter().map(|step| &*step.text).collect();
        assert_eq!(moves.len(), 3, "{condition}: {names:?}");
    }
}
