//! Tests that texts parse to the same values.

use proptest::prelude::*;

use super::reader::read;
use super::tree::{games, negative, value};
use crate::{Arena, Dyadic, Follower, Game, OperationError, Operations, Structure, TextLimits};

/// Limits that give a name to every repeated part that is not short.
const NAMED: TextLimits = TextLimits { plain: 0, named: 1 << 16 };

/// Returns the game that a structure describes.
fn rebuilt(structure: &Structure, operations: &mut Operations<'_>) -> Game {
    let mut games: Vec<Game> = Vec::new();
    for follower in &structure.followers {
        let session = operations.session();
        let game = match follower {
            Follower::Sum { number, ups, nimber } => session.number_up_star(number, *ups, *nimber),
            Follower::Options { left, right } => {
                let list = |places: &[usize]| places.iter().map(|&place| games[place]).collect::<Vec<_>>();
                session.form(&list(left), &list(right))
            }
        };
        games.push(game.unwrap());
    }
    *games.last().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn texts_read_back(some in games(), other in games()) {
        let arena = Arena::default();
        let (some, other) = (value(&arena, &some).unwrap(), value(&arena, &other).unwrap());
        let sum = arena.add(some, other).unwrap();
        let mut operations = Operations::new(arena.session());
        for game in [some, sum] {
            for limits in [TextLimits::default(), NAMED] {
                let text = operations.text(game, limits).unwrap();
                prop_assert_eq!(read(&text, &mut operations), game, "{}", text);
                prop_assert!(!operations.latex(game, limits).unwrap().is_empty());
            }
            let plain = operations.text(game, TextLimits { plain: usize::MAX, named: 0 }).unwrap();
            prop_assert!(!plain.contains("let"));
            prop_assert_eq!(read(&plain, &mut operations), game);
            let structure = operations.structure(game).unwrap();
            prop_assert_eq!(rebuilt(&structure, &mut operations), game);
        }
    }

    /// The text depends only on the value.
    #[test]
    fn texts_do_not_depend_on_the_arena(some in games(), other in games()) {
        let [first, second] = [Arena::default(), Arena::default()];
        value(&second, &other).unwrap();
        let game = value(&first, &some).unwrap();
        let again = -value(&second, &negative(&some)).unwrap();
        let mut operations = [Operations::new(first.session()), Operations::new(second.session())];
        for limits in [TextLimits::default(), NAMED] {
            let [one, two] = &mut operations;
            prop_assert_eq!(one.text(game, limits).unwrap(), two.text(again, limits).unwrap());
        }
        let [one, two] = &mut operations;
        prop_assert_eq!(one.structure(game).unwrap(), two.structure(again).unwrap());
    }
}

#[test]
fn texts_of_the_literature() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let texts = [
        "0",
        "-3",
        "3/4",
        "*",
        "*2",
        "^",
        "^^",
        "^^*",
        "v3",
        "v*",
        "^3*2",
        "3+*",
        "-1/2+v",
        "1+^^*2",
        "+-1",
        "+-3/4",
        "+-(1+*)",
        "{1+*|1/2}",
        "{2||1|0}",
        "{2|1||0}",
        "{2|1||0|-1}",
        "{3||2+*|1+*}",
        "{0||0|-2}",
        "{3|||2||1|0}",
        "{4||||3|||2||1|0}",
        "{5|{4||||3|||2||1|0}}",
        "{0,+-1|-1}",
        "{0,{1|0}|0}",
        "+-{3|2}",
    ];
    for text in texts {
        let game = read(text, &mut operations);
        assert_eq!(operations.text(game, TextLimits::default()).as_deref(), Ok(text));
    }
    let latex = [
        ("3/4", r"\frac{3}{4}"),
        ("-1/2+v*", r"-\frac{1}{2}{\downarrow}{\ast}"),
        ("1+^3", r"1+3\cdot{\uparrow}"),
        ("*2", r"{\ast}2"),
        ("+-(1+*)", r"\pm 1{\ast}"),
        ("+-(1+^)", r"\pm \left(1{\uparrow}\right)"),
        ("+-(3/4+vv*)", r"\pm \left(\frac{3}{4}+{\Downarrow}{\ast}\right)"),
        ("{0,+-1|-1}", r"\left\{0, \pm 1\mid -1\right\}"),
        ("{3|||2||1|0}", r"\left\{3\,|||\,2\,\|\,1\mid 0\right\}"),
    ];
    for (text, expected) in latex {
        let game = read(text, &mut operations);
        assert_eq!(operations.latex(game, TextLimits::default()).as_deref(), Ok(expected));
    }
}

#[test]
fn names_for_shared_parts() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let game = read("{{100|50||25},{102|51||0}|+-{100|50||25}}", &mut operations);
    let text = operations.text(game, TextLimits { plain: 10, named: 1000 }).unwrap();
    assert_eq!(read(&text, &mut operations), game);
    // Heated nimbers have exponentially many lines of play.
    let (one, nimber) = (operations.session().integer(1).unwrap(), operations.session().nimber(60).unwrap());
    let heated = operations.heat(nimber, one).unwrap();
    let text = operations.text(heated, TextLimits::default()).unwrap();
    assert!(text.starts_with("(let a = ") && text.contains("let a1 = ") && !text.contains("let v"));
    assert_eq!(read(&text, &mut operations), heated);
    let limits = TextLimits { plain: 10, named: 1000 };
    assert_eq!(operations.text(heated, limits), Err(OperationError::TooLong { limit: 1000 }));
}

/// Deep games do not cause recursion.
#[test]
fn deep_games() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let mut game = read("+-1", &mut operations);
    for size in 2..50_000 {
        let threat = operations.session().integer(size).unwrap();
        game = operations.session().form(&[threat], &[game]).unwrap();
    }
    let text = operations.text(game, TextLimits { plain: 1 << 24, named: 0 }).unwrap();
    assert!(text.contains("{5||||4|||3||2|+-1}") && text.matches('{').count() == text.matches('}').count());
    let structure = operations.structure(game).unwrap();
    assert_eq!(rebuilt(&structure, &mut operations), game);
    // The threats, the switch, and the integers from -1 up.
    assert_eq!(operations.follower_count(game), Ok(Dyadic::from(49_998 + 1 + 50_001)));
}

#[test]
fn deep_delimiters_do_not_grow() {
    let arena = Arena::default();
    let mut operations = Operations::new(arena.session());
    let sum = operations.up_power_to(1000).unwrap();
    let latex = operations.latex(sum, TextLimits::default()).unwrap();
    let (mut depth, mut deepest) = (0_i32, 0);
    for part in latex.split('\\') {
        depth += i32::from(part.starts_with("left")) - i32::from(part.starts_with("right"));
        deepest = deepest.max(depth);
    }
    assert_eq!((depth, deepest), (0, 64));
    assert_eq!(latex.matches(r"\{").count(), latex.matches(r"\}").count());
    assert!(latex.matches(r"\{").count() > 200);
}
