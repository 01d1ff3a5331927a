//! Results kept in a session never change later answers. Positions of every game and every kind of rule file, in
//! random order, and their sums, have the same answers as in fresh sessions.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use winways::games::entries;
use winways::service::{Observers, Service, ServiceRequest};
use winways::{
    Analysis, Calculator, Catalogue, EvaluationError, NoObserver, Play, Position, Reply, Request, Session,
    Value,
};

/// Rule files of each kind: numbers and boards of all shapes, impartial and partizan, with cycles, goals and misère
/// play.
const FILES: &[(&str, &[&str])] = &[
    ("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1", &["5", "7 8", "12"]),
    ("left: heap n -> n - 1 where n >= 1\nright: heap n -> n - 2 where n >= 2", &["3", "4 5", "6"]),
    (
        "heap (a, b) -> (a - k, b - k) where 1 <= k <= min(a, b)\n     | (a - k, b) where 1 <= k <= a",
        &["2 3", "4 1"],
    ),
    ("bounds: n <= 6\nheap n -> n - 1 where n >= 1\nheap n -> n + 1 where n <= 5", &["3", "6"]),
    ("play: misere\nheap n -> n - k where 1 <= k <= n", &["1 1", "3 5"]),
    ("board: strip\npieces: x left, o right\neach: @ & -> . @", &["xoxo", "xxoo", "oxox xo"]),
    ("board: ring\npieces: x left, o right\neach: @ & -> . @", &["xoxo", "xxo", "xo.xo", "xoxx xo"]),
    ("board: ring\nboth: . . -> # #", &["....", ".....", "......", "...#...."]),
    ("board: ring\nleft: . . -> # #\nright: . . . -> # # #", &["....", ".....", "......", "..#...."]),
    ("board: torus\npieces: x left, o right\neach: @ & -> . @", &["xo|ox", "xox|oxo", "xo.|ox.", "xo|ox|xo"]),
    ("board: torus\nboth: . . -> # #", &["..|..", "...|...", ".#.|..."]),
    ("board: hexagonal\nboth: . . -> # #", &["..|..", "...|...", ".#.|..."]),
    ("board: grid\npieces: x left, o right\neach: @ & -> . @", &["xo|ox", "xox", "xo.|oxo", "xo||ox"]),
    (
        "board: graph\npieces: x left, o right\neach: @ & -> . @",
        &["path 4 xoxo", "cycle 4 xoxo", "star 4 xoxoo"],
    ),
    ("board: graph\nboth: . . -> # #", &["path 4 ....", "cycle 5 .....", "0-1 1-2 2-0 2-3 ...."]),
    (
        "board: grid\npieces: x left, o right\nleft: . -> x\nright: . -> o\nend: @ @ in all wins",
        &["..|..", "x.|.."],
    ),
];

type Answered = (Option<winways::Outcome>, Option<String>, Option<u32>, Option<u64>, Vec<String>);

/// Returns the outcome, the value, the remoteness, the number of winning moves, and the listed moves of an answer.
fn answered(position: &Position, analysis: &Analysis) -> Answered {
    assert_eq!(analysis.stopped, None, "{position}");
    let value = analysis.value.as_ref().map(Value::to_string);
    let (count, names) = analysis.moves.as_ref().map_or((None, Vec::new()), |moves| {
        let name = |step| format!("{:?} {}", winways::PositionMove::player(step), position.move_name(step));
        (Some(moves.total), moves.listed.iter().map(name).collect())
    });
    (analysis.outcome, value, analysis.remoteness, count, names)
}

/// Returns the answer to an expression that is a sum of positions.
fn ask(session: &mut Session<'_>, text: &str) -> Answered {
    match session.answer(text, &Request::default(), &NoObserver) {
        Ok(Reply::Position(position, analysis)) => answered(&position, &analysis),
        Ok(Reply::Value(_)) => panic!("{text} is not a position"),
        Err(wrong) => panic!("{text}: {wrong}"),
    }
}

/// Returns the answer in a fresh session with a fresh catalogue.
fn ask_alone(catalogue: &dyn Fn() -> Catalogue, text: &str) -> Answered {
    ask(&mut Session::new(&catalogue(), Request::default()), text)
}

/// Draws `count` elements of a list, with repetition.
fn drawn<T: Clone>(random: &mut SplitMix64, list: &[T], count: usize) -> Vec<T> {
    (0..count).map(|_| list[random.next_u64() as usize % list.len()].clone()).collect()
}

/// Returns the sum of two positions of a game whose notation separates the boards of a sum: `clobber("xo||ox")`.
fn on_two_boards(catalogue: &Catalogue, one: &str, other: &str) -> Option<String> {
    let text = format!("{}||{}", one.strip_suffix("\")")?, other.split_once("(\"")?.1);
    Position::of_expression(catalogue, &text).is_ok().then_some(text)
}

/// Asks in one session about the positions, each twice on average, and about sums of two, in random order. Compares
/// the answers with fresh sessions, and the values of sums with the sums of the values.
fn check(catalogue: &dyn Fn() -> Catalogue, positions: &[String], can_add: bool, random: &mut SplitMix64) {
    let alone: HashMap<&String, Answered> =
        positions.iter().map(|text| (text, ask_alone(catalogue, text))).collect();
    let here = catalogue();
    let mut session = Session::new(&here, Request::default());
    for text in drawn(random, positions, 2 * positions.len()) {
        assert_eq!(ask(&mut session, &text), alone[&text], "{text} after other questions");
        if !can_add {
            continue;
        }
        let other = &positions[random.next_u64() as usize % positions.len()];
        let sum = format!("{text} + {other}");
        let found = ask(&mut session, &sum);
        assert_eq!(found, ask_alone(catalogue, &sum), "{sum} after other questions");
        if let Some(boards) = on_two_boards(&here, &text, other) {
            assert_eq!(ask_alone(catalogue, &boards), found, "{sum} as {boards}");
        }
        if let (Some(first), Some(second), Some(total)) = (&alone[&text].1, &alone[other].1, &found.1) {
            let mut calculator = Calculator::new(&here, Request::default().budget);
            let expected = calculator.evaluate(&format!("({first}) + ({second})"), &NoObserver);
            let expected = expected.and_then(|mut answer| answer.text()).unwrap();
            assert_eq!(*total, expected, "{sum} by the sum of {first} and {second}");
        }
    }
}

#[test]
fn sessions_answer_about_every_game_as_fresh_sessions_do() {
    let mut random = SplitMix64::seed_from_u64(26);
    let (mut games, mut added) = (0, 0);
    for entry in entries() {
        let catalogue = Catalogue::new();
        let Ok((game, _)) = catalogue.start(entry.page.name) else { continue };
        let range = entry.page.default_range.min(8);
        let all: Vec<String> = game.positions(range).take(3000).map(|position| position.text()).collect();
        if all.is_empty() {
            continue;
        }
        let can_add = Position::of_expression(&catalogue, &format!("{} + nim(1)", all[0])).is_ok()
            && Position::of_expression(&catalogue, &all[0]).is_ok_and(|position| position.ranked().is_none());
        let positions = drawn(&mut random, &all, if can_add { 16 } else { 4 });
        check(&Catalogue::new, &positions, can_add, &mut random);
        games += 1;
        added += usize::from(can_add);
    }
    assert!(games > 150 && added > 120, "{games} games, sums of {added}");
}

#[test]
fn sessions_answer_about_every_kind_of_rule_file_as_fresh_sessions_do() {
    let mut random = SplitMix64::seed_from_u64(27);
    for (rules, positions) in FILES {
        let catalogue = || Catalogue::new().with_rule_files(|_| Ok((*rules).to_owned()));
        let call =
            |position: &&str| match position.contains(|sign: char| !sign.is_ascii_digit() && sign != ' ') {
                true => format!("t.game(\"{position}\")"),
                false => format!("t.game({})", position.replace(' ', ",")),
            };
        let positions: Vec<String> = positions.iter().map(call).collect();
        let first = Position::of_expression(&catalogue(), &positions[0])
            .unwrap_or_else(|wrong| panic!("{rules}: {wrong}"));
        check(&catalogue, &positions, first.ranked().is_none(), &mut random);
    }
}

#[test]
fn rule_files_with_the_same_words_and_other_rules_are_other_games() {
    let file =
        |moves: &str| format!("game: Steps\nname: steps\nrules: As the name says.\nboard: strip\n{moves}\n");
    let files = [file("both: . . -> # #"), file("both: . . . -> # # #")];
    let catalogue = Catalogue::new();
    let games = files.map(|file| catalogue.game_of_text(&file).unwrap());
    let [two, three] = games.each_ref().map(|game| Position::of_game(&**game, "....").unwrap());
    assert!(!two.is_same(&three));
    let mut session = Session::new(&catalogue, Request::default());
    let values = [&two, &three].map(|position| {
        let analysis = session.analyse(position, &Request::default(), &NoObserver);
        analysis.value.unwrap().to_string()
    });
    // Dawson's Kayles on four cells in a row, and its variant with three cells.
    assert_eq!(values, ["*2", "*"]);
}

/// The outcomes and moves of rules with misère play are those of misère play, without a request for it.
#[test]
fn rules_of_misere_play_are_those_of_the_calculator() {
    let mut catalogue = Catalogue::new();
    for rules in [
        "name: last\nplay: misere\nheap n -> n - k where 1 <= k <= 2",
        "name: sides\nplay: misere\nleft: heap n -> n - 1\nright: heap n -> n - 2",
        "name: bounded\nplay: misere\nbounds: n <= 9\nheap n -> n - 1",
    ] {
        catalogue.add(catalogue.game_of_text(rules).unwrap()).unwrap();
    }
    let mut session = Session::new(&catalogue, Request::default());
    let mut answer = |text: &str| match session.answer(text, &Request::default(), &NoObserver) {
        Ok(Reply::Position(_, analysis)) => {
            assert_eq!(analysis.play, Play::Misere, "{text}");
            analysis.outcome.unwrap().letter().to_owned()
        }
        Ok(Reply::Value(mut value)) => value.text().unwrap(),
        Err(error) => error.to_string(),
    };
    // The player who takes the last token loses, so a heap of 1 or of 4 is lost.
    for (heap, outcome) in (0..8).zip(["N", "P", "N", "N", "P", "N", "N", "P"]) {
        assert_eq!(answer(&format!("last({heap})")), outcome, "{heap}");
        assert_eq!(answer(&format!("outcome(last({heap}))")), outcome, "{heap}");
    }
    assert_eq!(answer("winning_moves(last(5))"), "[heap 5 -> 4]");
    assert_eq!((answer("sides(4)"), answer("outcome(sides(4))")), ("R".to_owned(), "R".to_owned()));
    assert_eq!((answer("bounded(1)"), answer("outcome(bounded(2))")), ("P".to_owned(), "N".to_owned()));
    // Values are values of normal play. The outcome is that of misère play even after the value has been computed.
    assert_eq!(answer("[last(n) for n in 1..4]"), "[*, *2, 0, *]");
    assert_eq!(answer("x = last(4); [x == *, outcome(x)]"), "[true, P]");
    assert!(answer("last(3) + nim(3)").contains("has rules of normal play"));
    assert_eq!(answer("misere_outcome(last(3) + nim(3))"), "N");
}

/// Operations that take the name of a game accept games that were added to the catalogue.
#[test]
fn added_games_are_known_to_every_operation() {
    let mut catalogue = Catalogue::new();
    let game = catalogue.game_of_text("name: take-two\nheap n -> n - k where 1 <= k <= 2").unwrap();
    catalogue.add(game).unwrap();
    let mut service = Service::new(&catalogue, Request::default());
    for (text, part) in [
        (r#"{"verify": "take_two", "up_to": 5}"#, r#""holds":true"#),
        (r#"{"verify": {"rules": "heap n -> n - 1"}, "up_to": 5}"#, r#""holds":true"#),
        (r#"{"verify": {"rules": "heap n -> n + 1"}}"#, r#""in":"rules""#),
        (r#"{"quiz": "winner", "game": "take-two"}"#, "take_two("),
        (r#"{"puzzle": "", "game": "take-two"}"#, "take_two("),
    ] {
        let mut bytes = Vec::new();
        service.answer(&ServiceRequest::parse(text), Observers::both(&NoObserver), &mut bytes).unwrap();
        let answer = String::from_utf8(bytes).unwrap();
        assert!(answer.contains(part), "{text}: {answer}");
    }
}

/// A request for misère play applies to a sum of games whose rules differ, which is refused otherwise.
#[test]
fn misere_play_of_a_mixed_sum_can_be_requested() {
    let mut catalogue = Catalogue::new();
    let game = catalogue.game_of_text("name: last\nplay: misere\nheap n -> n - k where 1 <= k <= 2").unwrap();
    catalogue.add(game).unwrap();
    let mut service = Service::new(&catalogue, Request::default());
    let mut answered = |text: &str| {
        let mut bytes = Vec::new();
        service.answer(&ServiceRequest::parse(text), Observers::both(&NoObserver), &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert!(answered(r#"{"solve": "last(3) + nim(3)"}"#).contains("one kind of play"));
    assert!(answered(r#"{"solve": "last(3) + nim(3)", "misere": true}"#).contains(r#""outcome":"N""#));
    assert!(answered(r#"{"solve": "last(4)"}"#).contains(r#""outcome":"P""#));
}

/// Values that no name holds do not take memory from later lines.
#[test]
fn a_line_at_the_memory_limit_leaves_memory_for_later_lines() {
    let catalogue = Catalogue::new();
    let mut request = Request::default();
    request.budget.memory = 4 << 20;
    let mut session = Session::new(&catalogue, request);
    let large = "count([{n|n/1024} for n in 1..1000000])";
    let ordinary = "count([{n|n/4096} for n in 1..1000])";
    for _ in 0..3 {
        let is_stopped =
            matches!(session.answer(large, &request, &NoObserver), Err(EvaluationError::Stopped(_)));
        assert!(is_stopped);
        let Ok(Reply::Value(mut answer)) = session.answer(ordinary, &request, &NoObserver) else {
            panic!("the memory of the line before was not freed")
        };
        assert_eq!(answer.text().unwrap(), "1000");
    }
    session.answer("g = {1|-1}", &request, &NoObserver).unwrap();
    assert!(session.answer(large, &request, &NoObserver).is_err());
    let Ok(Reply::Value(mut answer)) = session.answer("g", &request, &NoObserver) else {
        panic!("g is lost")
    };
    assert_eq!(answer.text().unwrap(), "+-1");
}
