//! Games with entailing moves: values in the calculator, sums, tables, matches, and wrong input.

use winways::play::Match;
use winways::tables::{TableKind, TableQuery};
use winways::{
    Budget, Calculator, Catalogue, NoObserver, Outcome, Play, Player, Position, Request, ValueKind, analyse,
};

fn evaluated(expression: &str) -> Result<String, String> {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let answer = calculator.evaluate(expression, &NoObserver).map_err(|error| error.to_string());
    answer.and_then(|mut answer| answer.text().map_err(|error| error.to_string()))
}

#[test]
fn loony_is_a_value_that_adds() {
    for (expression, value) in [
        ("loony", "loony"),
        ("loony + *2", "loony"),
        ("*2 + loony + loony", "loony"),
        ("-loony", "loony"),
        ("loony == top_entails(3)", "true"),
        ("loony == *", "false"),
        ("outcome(loony)", "N"),
        ("[top_entails(n) for n in 0..8]", "[0, loony, 0, loony, *, 0, *2, *, *3]"),
        ("top_entails(4,6) - *3", "0"),
        ("nimstring(\"0-1 1-2 2-0\") + nim(1) == 0", "true"),
        ("x = top_entails(2403); x + domineering(\"..|..\") - domineering(\"..|..\") == 0", ""),
    ] {
        match value {
            "" => assert!(evaluated(expression).is_err(), "{expression}"),
            value => assert_eq!(evaluated(expression).as_deref(), Ok(value), "{expression}"),
        }
    }
}

#[test]
fn wrong_sums_are_refused() {
    for (expression, message) in [
        ("loony + 1", "a loony value can be added only to impartial games"),
        ("loony + oo(0)", "the sum of a loony value and an impartial loop is not known"),
        ("top_entails(\"3!\") + *", "the player to move must move in one component"),
        ("top_entails(3) + domineering(\"..|..\")", "added only to impartial games"),
        ("mean(loony)", "loony"),
    ] {
        let error = evaluated(expression).unwrap_err();
        assert!(error.contains(message), "{expression}: {error}");
    }
}

/// J. West, New values for Top Entails (1996).
#[test]
fn a_table_lists_the_loony_stacks() {
    let game = Catalogue::new().game("top-entails").unwrap();
    let query = TableQuery { up_to: Some(40_000), ..TableQuery::new(Play::Normal, Budget::DEFAULT) };
    let table = TableKind::of(&*game, &query).find(&*game, query, &NoObserver).unwrap();
    let mut findings = table.findings(&NoObserver);
    let lines = table.table.lines(&table.query, &mut findings, &NoObserver);
    assert_eq!(lines[0], "loony heaps: 1 3 2403 2505 33243");
    assert_eq!(table.table.cell(&[8], 0).unwrap().to_string(), "3");
    assert_eq!(table.table.cell(&[3], 0).unwrap().to_string(), "loony");
    assert!(findings.pattern.is_none());
}

#[test]
fn sums_with_other_games_are_answered() {
    let catalogue = Catalogue::new();
    let solve = |text: &str| {
        let position = Position::of_expression(&catalogue, text).unwrap();
        let analysis = analyse(&position, &Request::default(), &NoObserver);
        let moves = analysis.moves.unwrap().listed;
        let names: Vec<String> = moves.iter().map(|step| position.move_name(step)).collect();
        (analysis.outcome.unwrap(), analysis.value.map(|value| (value.kind(), value.to_string())), names)
    };
    let (outcome, value, moves) = solve("top_entails(4) + nim(3)");
    assert_eq!((outcome, value), (Outcome::Next, Some((ValueKind::Nimber, "*2".to_owned()))));
    assert_eq!(moves, ["nim: heap 3 -> 1"]);
    let (outcome, value, moves) = solve("top_entails(3) + nim(3) + nimstring(\"0-1 1-2\")");
    assert_eq!((outcome, value), (Outcome::Next, Some((ValueKind::Loony, "loony".to_owned()))));
    assert_eq!(moves, ["top-entails: stack 3 -> 2!", "nimstring: cut 1-2, again"]);
    // The opponent must answer in the stack.
    let position = Position::of_expression(&catalogue, "top_entails(4) + nim(3)").unwrap();
    let taking = position.moves().unwrap().into_iter().find(|step| step.text() == "stack 4 -> 3!").unwrap();
    let after = position.after(&taking);
    let names: Vec<String> = after.moves().unwrap().iter().map(|step| after.move_name(step)).collect();
    assert_eq!(names, ["top-entails: stack 3 -> 2!", "top-entails: stack 3 -> 1 + 2"]);
    let analysis = analyse(&after, &Request::default(), &NoObserver);
    assert_eq!((analysis.outcome, analysis.value), (Some(Outcome::Next), None));
    // Misère play is searched.
    let position = Position::of_expression(&catalogue, "nimstring(\"0-1\")").unwrap();
    let request = Request::default().play(Play::Misere);
    assert_eq!(analyse(&position, &request, &NoObserver).outcome, Some(Outcome::Next));
}

/// Only a game with entailing moves has a component in which the player must move.
#[test]
fn the_ending_rule_mentions_entailing_moves_only_if_there_are_any() {
    let catalogue = Catalogue::new();
    let file = |turn: &str| {
        let text = format!(
            "name: heaps\n{turn}: heap n -> n - 1 where n >= 1\nheap n -> n - 2 where n >= 2\nexample: 3"
        );
        catalogue.game_of_text(&text).unwrap()
    };
    let usual = |name: &str| catalogue.game(name).unwrap();
    for (game, position, is_entailing) in [
        (usual("top-entails"), "3", true),
        (usual("nimstring"), "0-1", false),
        (usual("nimstring-boxes"), "1x1", false),
        (file("entail"), "3", true),
        (file("again"), "3", false),
    ] {
        let rule = Position::of_game(&*game, position).unwrap().ending_rule(Play::Misere);
        let wanted = match is_entailing {
            true => {
                "The player who cannot move wins, even if only the component in which they must move has no moves."
            }
            false => "The player who cannot move wins.",
        };
        assert_eq!(rule, wanted, "{}", game.name());
    }
}

#[test]
fn a_player_who_frees_a_coin_moves_again() {
    let game = Catalogue::new().game("nimstring").unwrap();
    let start = Position::of_game(&*game, "0-1 1-2").unwrap();
    let mut played = Match::new(game, start, Play::Normal, Player::Left);
    for (name, next) in [("cut 1-2, again", Player::Left), ("cut 0-1, again", Player::Left)] {
        let step = played.reader().unwrap().read(name).unwrap().clone();
        played.make(&step);
        assert_eq!(played.to_move(), next);
    }
    let end = played.end().unwrap().unwrap();
    assert_eq!(end.winner, Some(Player::Right));
    assert!(played.undo());
    assert_eq!(played.to_move(), Player::Left);
}
