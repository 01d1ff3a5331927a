//! Misère play: theorems against search, and canonical forms against positions.

use proptest::prelude::*;
use proptest::sample::select;
use winways::{
    Budget, Calculator, Catalogue, MethodKind, NoObserver, Play, Position, Request, Theorems, analyse,
};
use winways_misere::{Partizans, Universe};

/// Small impartial positions of several games, tame and wild ones.
const POSITIONS: [&str; 16] = [
    "nim(1)",
    "nim(2,1)",
    "nim(3)",
    "kayles(1,1)",
    "kayles(3)",
    "kayles(4,2)",
    "kayles(5)",
    "kayles(6)",
    "dawson_kayles(4)",
    "dawson_kayles(9)",
    "wythoff(1,2)",
    "wythoff(2,3)",
    "grundy(7)",
    "cram(\"...|...\")",
    "subtract{1,3,4}(7)",
    "chomp(3,2)",
];

fn position(text: &str) -> Position {
    Position::of_expression(&Catalogue::new(), text).unwrap()
}

/// Returns the value of an expression as text.
fn value(expression: &str) -> String {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let answer = calculator.evaluate(expression, &NoObserver).and_then(|mut answer| answer.text());
    answer.unwrap_or_else(|error| panic!("{expression}: {error:?}"))
}

#[test]
fn equal_dicots_have_equal_texts() {
    let game = "{{*|{*|0},{0,*|0}},{*,{0|*}|*,{0,*|0,*}}|{0,{0|*}|{0|*},{0,*|0}}}";
    let reordered = "{{*,{0|*}|{0,*|*,0},*},{*|{0,*|0},{*|0}}|{{0|*},0|{0,*|0},{0|*}}}";
    let canonical = value(&format!("misere_dicot(\"{game}\")"));
    assert_eq!(value(&format!("misere_dicot(\"{reordered}\")")), canonical);
    assert_eq!(value(&format!("misere_dicot(\"{canonical}\")")), canonical);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn theorems_and_search_agree_on_sums(parts in prop::collection::vec(select(&POSITIONS[..]), 1..4)) {
        let position = position(&parts.join(" + "));
        let request = Request::default().play(Play::Misere).moves(1000);
        let found = analyse(&position, &request, &NoObserver);
        let searched = analyse(&position, &request.theorems(Theorems::Ignore), &NoObserver);
        prop_assert_eq!(searched.method.kind, MethodKind::Search);
        prop_assert_eq!(found.outcome, searched.outcome);
        let names = |moves: Option<winways::MoveList>| {
            let moves = moves.unwrap();
            let mut names: Vec<String> = moves.listed.iter().map(|step| position.move_name(step)).collect();
            names.sort();
            (moves.total, names)
        };
        prop_assert_eq!(names(found.moves), names(searched.moves));
    }

    #[test]
    fn forms_decide_sums_of_positions(parts in prop::collection::vec(select(&POSITIONS[..13]), 1..3)) {
        let forms: Vec<String> = parts.iter().map(|part| format!("misere({part})")).collect();
        let (forms, sum) = (forms.join(" + "), parts.join(" + "));
        prop_assert_eq!(value(&format!("misere_outcome({forms})")), value(&format!("misere_outcome({sum})")));
        prop_assert_eq!(value(&format!("genus({forms})")), value(&format!("genus(misere({sum}))")));
        // The text of a form is read as the same form.
        let text = value(&forms);
        prop_assert_eq!(value(&text), text);
    }

    #[test]
    fn games_of_partizan_positions_have_their_outcomes(cells in "[.#]{6}") {
        let board = format!("domineering(\"{}|{}\")", &cells[..3], &cells[3..]);
        let position = position(&board);
        let interned = position.summands()[0].interned().unwrap();
        let ledger = winways_solve::Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 14);
        let mut games = Partizans::new();
        let game = games.of_sum(&*interned.rules(), &interned.ids(), &ledger).unwrap();
        let outcome = value(&format!("misere_outcome({board})"));
        prop_assert_eq!(games.outcome(game).letter().to_string(), outcome);
        // The negative exchanges the players, and the negative of the negative is the game itself.
        let negative = games.negative(game, &ledger).unwrap();
        let (own, other) = (games.outcome(game), games.outcome(negative));
        prop_assert_eq!(own.left_wins_first, other.right_wins_first);
        prop_assert_eq!(games.negative(negative, &ledger).unwrap(), game);
        prop_assert!(games.is_equal(game, game, Universe::DeadEnding, &ledger).unwrap());
    }
}

#[test]
fn tame_sums_are_answered_by_the_rule_of_nim() {
    let position = position("dawson_kayles(4) + wythoff(1,2) + subtract{1,3,4}(7)");
    let request = Request::default().play(Play::Misere);
    let analysis = analyse(&position, &request, &NoObserver);
    assert_eq!(analysis.method.kind, MethodKind::Theorem);
    assert!(analysis.method.name.to_string().contains("tame genera"), "{}", analysis.method.name);
}

#[test]
fn moves_that_leave_the_tame_positions_can_be_reverted() {
    for (text, kind) in [
        ("kayles(7) + wythoff(1,2) + dawson_kayles(4)", MethodKind::Theorem),
        ("kayles(7) + wythoff(1,2) + subtract{1,3,4}(7)", MethodKind::Search),
    ] {
        let position = position(text);
        let request = Request::default().play(Play::Misere);
        let by_theorem = analyse(&position, &request.outcome_only(true), &NoObserver);
        assert!(by_theorem.method.name.to_string().contains("tame genera"), "{}", by_theorem.method.name);
        let found = analyse(&position, &request, &NoObserver);
        assert_eq!(found.method.kind, kind, "{text}");
        let searched = analyse(&position, &request.theorems(Theorems::Ignore), &NoObserver);
        assert_eq!(by_theorem.outcome, searched.outcome);
        assert_eq!(found.moves.map(|moves| moves.total), searched.moves.map(|moves| moves.total));
    }
}

#[test]
fn forms_are_compared_and_written_as_in_the_literature() {
    for (expression, expected) in [
        ("*[[4,2],4,3,1]", "*[[42]431]"),
        ("*[2] + *[2]", "*[2₂]"),
        ("*[2#] + *2 == *2 + *[2#]", "true"),
        ("*[2#] != *[2]", "true"),
        ("misere(\"*[2#]\") == *[2#]", "true"),
        ("misere(nim(3,1)) == misere(*2)", "true"),
        ("-*[2#]", "*[2#]"),
        ("*[42] - *2 == *[42] + *2", "true"),
        ("[(*[42])] + [(*[2#]) + nim(1)]", "[*[42], *[2#₁]]"),
        ("*[42] == (*[42])", "true"),
        ("[*[2] == *2, 0 != *[0], *12 == *[12,], *[42] == *42]", "[true, false, true, false]"),
        ("[kayles(5) == *[2₂321], kayles(5) == *[4], *[2#] == {1|0}]", "[true, false, false]"),
        ("unique([*[2], *2, *[42]])", "[*[2], *[42]]"),
        ("count([*[2], *2], *2)", "2"),
        ("len(misere_partitions(*[[*[4]+*[2]]]))", "6"),
        ("[misere(kayles(n)) for n in 1..4]", "[*[1], *[2], *[3], *[1]]"),
        ("misere_ge(\"{*|*}\", \"0\", \"dicots\") and misere_ge(\"0\", \"* + *\", \"dicots\")", "true"),
        ("misere_ge(\"-1\", \"0\", \"dead-ending\")", "false"),
        (
            "[quotient_order(kayles(n)) == quotient_order(\"kayles\", n) for n in 1..12]",
            "[true, true, true, true, true, true, true, true, true, true, true, true]",
        ),
        ("quotient_order(kayles(9) + kayles(12,7))", "24"),
        ("quotient_order(nim(2)) == quotient_order(*2)", "true"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn wrong_forms_are_refused_at_their_place() {
    let catalogue = Catalogue::new();
    for (expression, place, message) in [
        ("*[2", 3, "this is not a misère form"),
        ("1 + *[2,,3]", 8, "this is not a misère form"),
        ("*[₁]", 2, "this is not a misère form"),
        ("misere({1|-1})", 7, "this is a game"),
        ("misere(domineering(\"..\"))", 7, "this is a game"),
        ("misere(\"*[2\")", 7, "this is not a misère form"),
        ("mean(*[2#])", 5, "this is a misère form"),
        ("*[2#] + {1|0}", 8, "this is a game"),
        ("*[2#] < *[3]", 0, "this is a misère form"),
        ("misere_ge(\"{*|}\", \"0\", \"dicots\")", 10, "a game is not in the universe of dicots"),
        ("misere_ge(\"1/2\", \"0\", \"dicots\")", 10, "a fraction or a multiple of up has several forms"),
        ("misere_ge(\"0\", \"0\", \"impartial\")", 20, "this is a text"),
        ("misere_ge(\"{0|\", \"0\", \"dicots\")", 10, ""),
        ("quotient_order(7, 3)", 15, "this is a game"),
        ("quotient_order(1/2)", 15, "this is a game"),
        ("quotient_order(domineering(\"..\"))", 15, "this is a game"),
        ("quotient_order(\"kayles\")", 15, "the largest heap is missing"),
        ("quotient_order(\"kayles\", -1)", 25, "this heap is too small"),
        ("quotient_order(\"*[2\")", 15, "this is not a misère form"),
    ] {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let winways::EvaluationError::Wrong(diagnostic) =
            calculator.evaluate(expression, &NoObserver).err().unwrap()
        else {
            panic!("{expression}")
        };
        assert!(diagnostic.message.starts_with(message), "{expression}: {}", diagnostic.message);
        assert_eq!(diagnostic.span.start, place, "{expression}");
    }
}
