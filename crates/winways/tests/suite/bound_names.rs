//! A name with a value denotes that value, even if the letters of the name are pieces of the board.

use winways::service::{Observers, Service, ServiceRequest};
use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver, Reply, Request, Session};

fn value(expression: &str) -> Result<String, EvaluationError> {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let mut answer = calculator.evaluate(expression, &NoObserver)?;
    answer.text()
}

/// Games whose boards consist of letters, with two boards and the letters.
const GAMES: [(&str, [&str; 2], &str); 8] = [
    ("clobber", ["xo", "xoo"], "xo"),
    ("toads_and_frogs", ["t.f", "t..f"], "tf"),
    ("red_blue_stalks", ["L", "LR"], "LR"),
    ("snort", ["b..", ".r."], "br"),
    ("col", ["b..", ".r."], "br"),
    ("konane", ["xo.", "x.o"], "xo"),
    ("domineering", ["..|..", ".|."], "h"),
    ("fission", ["x..", ".x."], "x"),
];

#[test]
fn bound_names_win_over_the_letters_of_boards() {
    for (game, boards, letters) in GAMES {
        let [one, other] = boards;
        let expected = value(&format!("[{game}(\"{one}\"), {game}(\"{other}\")]")).unwrap();
        let names = letters.chars().map(String::from).chain(["p".to_owned(), "row".to_owned()]);
        for name in names {
            let list = format!("[{game}({name}) for {name} in [\"{one}\", \"{other}\"]]");
            assert_eq!(value(&list).unwrap(), expected, "{list}");
            let function = format!("f({name}) = {game}({name}); [f(\"{one}\"), f(\"{other}\")]");
            assert_eq!(value(&function).unwrap(), expected, "{function}");
            let set =
                format!("{name} = \"{one}\"; a = {game}({name}); {name} = \"{other}\"; [a, {game}({name})]");
            assert_eq!(value(&set).unwrap(), expected, "{set}");
            let within = format!("map(f, [\"{one}\", \"{other}\"])");
            let within = format!("f({name}) = {game}({name}); {within}");
            assert_eq!(value(&within).unwrap(), expected, "{within}");
        }
    }
}

/// Bound names also take precedence in requests and in sessions, which read an expression as a position if possible.
#[test]
fn names_of_a_session_win_over_the_letters_of_boards() {
    let (catalogue, request) = (Catalogue::new(), Request::default());
    for (game, boards, letters) in GAMES {
        let mut session = Session::new(&catalogue, request);
        let [_, board] = boards;
        for name in letters.chars() {
            session.answer(&format!("{name} = \"{board}\""), &request, &NoObserver).unwrap();
            let text = match session.answer(&format!("{game}({name})"), &request, &NoObserver).unwrap() {
                Reply::Position(position, _) => position.to_string(),
                Reply::Value(mut value) => value.text().unwrap(),
            };
            assert_eq!(text, value(&format!("0 + {game}(\"{board}\")")).unwrap(), "{game} {name}");
        }
    }
    let mut service = Service::new(&catalogue, request);
    let mut ask = |expression: &str| {
        let (request, mut out) = (ServiceRequest::evaluate(1, expression), Vec::new());
        service.answer(&request, Observers::both(&NoObserver), &mut out).unwrap();
        serde_json::from_slice::<serde_json::Value>(&out).unwrap()
    };
    ask("x = \"xxo\"");
    assert_eq!(ask("clobber(x)")["answer"]["value"], "^");
}

/// An error about a value that does not suit the game suggests the board that may have been meant.
#[test]
fn a_board_that_may_be_meant_is_suggested() {
    for expression in [
        "x = 3; clobber(x)",
        "[clobber(xo) for xo in 1..2]",
        "t = 5; toads_and_frogs(t.f)",
        "f(L) = red_blue_stalks(L); f(mean)",
    ] {
        let Err(EvaluationError::Wrong(wrong)) = value(expression) else { panic!("{expression}") };
        let help = wrong.help.unwrap_or_default();
        assert!(help.contains("to enter the board itself, write `"), "{expression}: {help}");
    }
    // A board in quotation marks is never read as a name or an expression.
    for (expression, expected) in [
        ("p = \"xo\"; clobber(\"p\")", "unexpected `p`"),
        ("oo = \".b.\"; snort(\"oo\")", "unexpected `o`"),
        ("oo = \".b.\"; snort(\"oo.o\")", "unexpected `o`"),
        ("f(n) = nim(\"n\"); f(3)", "`n` is not a number"),
        ("nim(\"2, 2+3\")", "is not a number"),
        ("domineering(\"grid(2,3)\")", "unexpected `g`"),
    ] {
        match value(expression) {
            Err(EvaluationError::Wrong(wrong)) => {
                assert!(wrong.message.contains(expected), "{expression}: {wrong}")
            }
            other => panic!("{expression}: {other:?}"),
        }
    }
    assert_eq!(value("0 + domineering(grid(2,3))").unwrap(), value("0 + domineering(\"...|...\")").unwrap());
    // If no name is bound to a value, a board needs no quotation marks.
    assert_eq!(value("0 + clobber(xo)").unwrap(), "*");
    assert_eq!(value("x = 3; 0 + clobber(xo)").unwrap(), "*");
    assert_eq!(value("x = 3; 0 + clobber(\"x\")").unwrap(), "0");
    assert_eq!(value("0 + red_blue_stalks(LR)").unwrap(), "1/2");
    assert_eq!(value("n = 3; [0 + nim(n), 0 + nim(n, 2.n)]").unwrap(), "[*3, *5]");
}

/// Computed numbers form pairs, and each list forms a group.
#[test]
fn computed_numbers_make_pairs() {
    for (computed, written) in [
        ("cutcake(n,5)", "cutcake(\"3,5\")"),
        ("cutcake([n,5], [2,n])", "cutcake(\"3,5 2,3\")"),
        ("maundy_cake([[k,n] for k in 1..2])", "maundy_cake(\"1,3 2,3\")"),
        ("eatcake(n, 2)", "eatcake(\"3,2\")"),
        ("northcott(n, n+2)", "northcott(\"3,5\")"),
        ("partizan_euclid(n+4, n)", "partizan_euclid(\"7,3\")"),
        ("nim([n,5], 7)", "nim(\"3 5 7\")"),
        ("wythoff([n,5])", "wythoff(\"3 5\")"),
    ] {
        assert_eq!(value(&format!("n = 3; 0 + {computed}")), value(&format!("0 + {written}")), "{computed}");
        assert!(value(&format!("0 + {written}")).is_ok(), "{written}");
    }
}
