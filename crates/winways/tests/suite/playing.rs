//! Matches, typed moves, records, and the opponent, compared with a search straight from the rules.

use proptest::prelude::*;
use std::collections::HashMap;
use winways::play::{Called, HowEnded, Level, Match, Misread, Numbering, Opponent, Prospect, Record};
use winways::service::Observers;
use winways::{Budget, Catalogue, NoObserver, Play, Player, Position, Request, analyse};

fn position(game: &str, text: &str) -> Position {
    Position::of_game(&*Catalogue::new().game(game).unwrap(), text).unwrap()
}

fn new_match(game: &str, text: &str) -> Match {
    let found = Catalogue::new().game(game).unwrap();
    let start = Position::of_game(&*found, text).unwrap();
    Match::new(found, start, Play::Normal, Player::Left)
}

fn make(game: &mut Match, line: &str) {
    let step = game.reader().unwrap().read(line).unwrap_or_else(|wrong| panic!("{line}: {wrong}")).clone();
    game.make(&step);
}

/// Reads a line. Returns the name of the move.
fn read(game: &Match, line: &str) -> Result<String, Misread> {
    game.reader().unwrap().read(line).map(|step| game.position().move_name(step))
}

fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

/// Returns the result for the player to move by exhaustive search: 1 for a win, 0 for a draw, -1 for a loss. Play
/// must end.
fn value_of(position: &Position, mover: Player, play: Play, memo: &mut HashMap<(String, bool), i8>) -> i8 {
    let key = (position.to_string(), mover == Player::Left);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let end = position.ranked().and_then(|ranked| ranked.end(play));
    let moves = position.moves().unwrap();
    let moves = moves.iter().filter(|step| [Player::Either, mover].contains(&step.player()));
    let best = moves.map(|step| -value_of(&position.after(step), other(mover), play, memo)).max();
    let value = match (end, best) {
        (Some(winways::tables::End::Won), _) => 1,
        (Some(winways::tables::End::Lost), _) => -1,
        (Some(winways::tables::End::Drawn), _) => 0,
        (None, Some(best)) => best,
        (None, None) => {
            if play == Play::Misere {
                1
            } else {
                -1
            }
        }
    };
    memo.insert(key, value);
    value
}

/// Games with boards: the name, the letters, and the number of cells.
const BOARDS: [(&str, &str, usize); 6] = [
    ("domineering", ".#", 9),
    ("col", "..LR#", 6),
    ("clobber", "xo.", 8),
    ("toads-and-frogs", "tf.", 8),
    ("snort", "..LR#", 6),
    ("mnk(3,3,3)", ".", 9),
];

/// Generates a game and a position of it.
fn positions() -> impl Strategy<Value = (&'static str, String)> {
    let board = (0..BOARDS.len(), prop::collection::vec(any::<u8>(), 9)).prop_map(|(game, random)| {
        let (name, letters, cells) = BOARDS[game];
        let letters: Vec<char> = letters.chars().collect();
        let mut text: String =
            random[..cells].iter().map(|&byte| letters[usize::from(byte) % letters.len()]).collect();
        if cells == 9 {
            text = format!("{}|{}|{}", &text[..3], &text[3..6], &text[6..]);
        }
        (name, text)
    });
    let heaps = (
        prop::sample::select(vec!["nim", "kayles", "wythoff", "subtract{1,3,4}", "lasker", "euclid"]),
        prop::collection::vec(0u64..7, 2),
    )
        .prop_map(|(game, heaps)| (game, format!("{} {}", heaps[0], heaps[1])));
    prop_oneof![board, heaps]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// The last level never gives away a win or a draw, and every level plays only legal moves.
    #[test]
    fn the_last_level_never_errs(start in positions(), misere: bool, first: bool, seed: u64, level in 1u8..=10) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let start = position(start.0, &start.1);
        let stated = start.ranked().map(|ranked| ranked.player());
        let mut mover = stated.unwrap_or(if first { Player::Left } else { Player::Right });
        let (mut now, mut memo) = (start, HashMap::new());
        let mut last = Opponent::new(Request::default().play(play), Level::LAST, seed);
        let mut weak = Opponent::new(Request::default().play(play), Level::new(level).unwrap(), seed);
        let mut turn = 0;
        loop {
            let wanted = value_of(&now, mover, play, &mut memo);
            let opponent = if turn % 2 == 0 { &mut last } else { &mut weak };
            let Some(choice) = opponent.choose(&now, mover, Observers::both(&NoObserver)).unwrap() else { break };
            prop_assert!(choice.stopped.is_none());
            let names: Vec<String> = now.moves().unwrap().iter().map(|step| now.move_name(step)).collect();
            prop_assert!(names.contains(&now.move_name(&choice.step)));
            let after = now.after(&choice.step);
            mover = other(mover);
            let reached = -value_of(&after, mover, play, &mut memo);
            if turn % 2 == 0 {
                prop_assert_eq!(reached, wanted, "{}", now);
            }
            now = after;
            turn += 1;
        }
    }

    /// Every move is read by its name, its index and its number in the list. A record reproduces the match.
    #[test]
    fn names_and_records_round_trip(start in positions(), choices in prop::collection::vec(any::<u64>(), 12)) {
        let found = Catalogue::new().game(start.0).unwrap();
        let start = position(start.0, &start.1);
        let mut game = Match::new(found.clone(), start, Play::Normal, Player::Right);
        for choice in choices {
            let step = {
                let reader = game.reader().unwrap();
                if reader.moves().is_empty() {
                    break;
                }
                for (place, (number, name)) in (1..).zip(reader.list()) {
                    let after = |line: &str| reader.read(line).map(|step| game.position().after(step));
                    let by_name = after(name).unwrap();
                    let by_place = after(&format!("#{place}")).unwrap();
                    prop_assert!(by_place.is_same(&by_name));
                    match after(&number.to_string()) {
                        Ok(by_number) => prop_assert!(by_number.is_same(&by_name), "{} {}", game.position(), name),
                        Err(wrong) => prop_assert!(matches!(wrong, Misread::Ambiguous(_)), "{}", wrong),
                    }
                }
                let place = choice % reader.moves().len() as u64;
                reader.moves()[place as usize].clone()
            };
            game.make(&step);
        }
        let text = game.record(&found.name());
        let again = Record::parse(&text).unwrap().replay(found.clone()).unwrap();
        prop_assert_eq!(again.record(&found.name()), text);
        prop_assert!(again.position().is_same(game.position()) && again.to_move() == game.to_move());
        prop_assert_eq!(again.end().unwrap(), game.end().unwrap());
    }

    /// Any typed line is either a move or an error.
    #[test]
    fn any_line_is_a_move_or_an_error(start in positions(), line in "[ -~é½]{0,12}") {
        let found = Catalogue::new().game(start.0).unwrap();
        let start = position(start.0, &start.1);
        let game = Match::new(found, start, Play::Normal, Player::Left);
        if let Err(wrong) = read(&game, &line) {
            prop_assert!(wrong.to_string().ends_with(['.', '`']), "{}", wrong);
        }
        let _ = Record::parse(&format!("game: nim\n{line}"));
    }
}

#[test]
fn coordinates_are_read_as_people_type_them() {
    let domineering = new_match("domineering", "...|...|...");
    for line in ["b2-b3", "B2 B3", "b2b3", "b3 b2", "(b2, b3)", "b3-b2", "left b2 b3", "move b2b3"] {
        let wanted = Ok("b2-b3".to_owned());
        // A word that is not part of the move is not ignored.
        let wanted = if line.starts_with("left") { None } else { Some(wanted) };
        match wanted {
            Some(wanted) => assert_eq!(read(&domineering, line), wanted, "{line}"),
            None => assert!(read(&domineering, line).is_err(), "{line}"),
        }
    }
    let both = Misread::Ambiguous(vec!["b2-b3".to_owned(), "b1-b2".to_owned()]);
    assert_eq!(read(&domineering, "b2"), Err(both));
    let nim = new_match("nim", "3 5");
    assert_eq!(read(&nim, "5 -> 2").unwrap(), "heap 5 -> 2");
    assert_eq!(read(&nim, "5 4").unwrap(), "heap 5 -> 4");
    assert_eq!(read(&nim, "HEAP  5 -> 2").unwrap(), "heap 5 -> 2");
    assert_eq!(read(&nim, "3 3").unwrap(), "heap 5 -> 3");
    assert!(matches!(read(&nim, "3 1"), Err(Misread::Ambiguous(moves)) if moves.len() == 2));
    assert_eq!(read(&nim, "3 -> 1").unwrap(), "heap 3 -> 1");
    assert_eq!(read(&nim, "5 3").unwrap(), "heap 5 -> 3");
    assert_eq!(read(&nim, "3 5"), Err(Misread::Pass));
    assert!(matches!(read(&nim, "9"), Err(Misread::Number(numbers)) if numbers.contains("from 1 to 8")));
    assert!(matches!(read(&nim, "4 4"), Err(Misread::Unreachable(_))));
    // Two boards without moves are not taken for the same position.
    let last = new_match("clobber", "xo");
    assert_eq!(read(&last, ".x").unwrap(), "a1xb1");
    assert!(matches!(read(&last, "oo"), Err(Misread::Unreachable(_))));
    // `find` accepts a part of a name, but neither a number of the list nor a position.
    let reader = nim.reader().unwrap();
    let found = |name: &str| reader.find(name).map(|step| nim.position().move_name(step));
    assert_eq!(found("5 -> 2").unwrap(), "heap 5 -> 2");
    assert_eq!(found("1"), Err(Misread::Ambiguous(vec!["heap 3 -> 1".to_owned(), "heap 5 -> 1".to_owned()])));
    assert!(matches!(found("8"), Err(Misread::NoMove(..) | Misread::Unlike(..))));
    // The stone of the other player cannot be moved.
    let clobber = new_match("clobber", "xo.|...");
    assert_eq!(read(&clobber, "a2 b2").unwrap(), "a2xb2");
    assert!(read(&clobber, "b2 a2").is_err());
    let chess = new_match("chess(KRK)", "8/8/8/8/8/2k5/1R6/K7 w");
    for line in ["Rb2-b7", "rb2b7", "Rb7", "R b7", "b2 b7", "b2b7", "rb7"] {
        assert_eq!(read(&chess, line).unwrap(), "Rb2-b7", "{line}");
    }
}

#[test]
fn a_number_means_what_the_numbering_states() {
    let heap = new_match("nim", "5");
    let reader = heap.reader().unwrap();
    assert_eq!(reader.numbering(), &Numbering::Taken);
    for taken in 1..=5 {
        let name = format!("heap 5 -> {}", 5 - taken);
        assert_eq!(read(&heap, &taken.to_string()).unwrap(), name);
        assert_eq!(read(&heap, &format!("take {taken}")).unwrap(), name);
    }
    assert!(matches!(read(&heap, "6"), Err(Misread::Number(_))));
    let awari = new_match("awari(6)", "0 0 0 0 1 2 1 0 1 0 0 0 south");
    assert_eq!(awari.reader().unwrap().numbering(), &Numbering::Named("pit".to_owned()));
    assert_eq!((read(&awari, "5").unwrap(), read(&awari, "#2").unwrap()), ("pit 5".into(), "pit 6".into()));
    assert_eq!(new_match("kayles", "5").reader().unwrap().numbering(), &Numbering::Place);
}

/// A turn of several moves is listed once, and its moves may be typed in any order.
#[test]
fn the_moves_of_a_turn_may_be_typed_in_any_order() {
    let rules = "board: grid\npieces: a, t\nboth: a -> t\npoints: t -> # = 1 again";
    let found = Catalogue::new().game_of_text(rules).unwrap();
    let start = Position::of_game(&*found, "aa.a").unwrap();
    let game = Match::new(found, start, Play::Normal, Player::Left);
    for line in ["a1 b1 d1", "d1 b1 a1", "b1 d1 a1", "b1d1a1"] {
        assert_eq!(read(&game, line).as_deref(), Ok("a1-b1-d1"), "{line}");
    }
    assert!(read(&game, "a1 b1 c1").is_err());
}

#[test]
fn moves_are_taken_back_also_after_the_end() {
    let mut game = new_match("nim", "1 1");
    assert!(!game.undo() && !game.redo());
    make(&mut game, "#1");
    make(&mut game, "#1");
    let end = game.end().unwrap().unwrap();
    assert_eq!((end.how, end.winner), (HowEnded::NoMove(Player::Left), Some(Player::Right)));
    assert!(game.undo() && game.end().unwrap().is_none() && game.to_move() == Player::Right);
    assert!(game.redo() && game.end().unwrap() == Some(end) && game.undo());
    game.resign(Player::Right);
    assert_eq!(game.end().unwrap().unwrap().winner, Some(Player::Left));
    // After a resignation, the move that was taken back cannot be made again.
    assert!(!game.redo() && game.turns().len() == 1);
    assert!(game.record("nim").contains("\n2. Player 2 resigns\n# Player 2 resigns. Player 1 wins.\n"));
    assert!(game.undo() && game.end().unwrap().is_none() && game.turns().len() == 1);
}

#[test]
fn the_end_is_stated_in_the_words_of_the_game() {
    let mut game = new_match("mnk(3,3,3)", "xx.|oo.|...");
    make(&mut game, "c3");
    let end = game.end().unwrap().unwrap();
    let rule = game.position().ending_rule(Play::Normal);
    let text = end.sentences(&[Called::You, Called::I], &rule);
    assert_eq!(text, "Play has ended. Three in a row wins; a full board is a draw. You win.");
    assert_eq!(game.player_name(Player::Right), "o");
}

#[test]
fn players_are_found_by_their_pieces() {
    for (game, position, left, right) in [
        ("clobber", "xo", "x", "O"),
        ("northcott", "1,5", "white", "Black"),
        ("northcott", "1,5", "w", "right"),
        ("col", "...", "blue", "red"),
        ("toads-and-frogs", "t.f", "toad", "frog"),
        ("hackenbush", "0-1:b", "blue", "red"),
        ("mnk(3,3,3)", "...|...|...", "x", "o"),
    ] {
        let found = new_match(game, position);
        let named = [left, right].map(|name| found.player_named(name));
        assert_eq!(named, [Some(Player::Left), Some(Player::Right)], "{game}");
        assert_eq!(found.player_named("nobody"), None, "{game}");
    }
    let expected = |game: &str, position: &str| new_match(game, position).expected_names();
    assert_eq!(expected("clobber", "xo"), "expected `Left` (`x`) or `Right` (`o`)");
    assert_eq!(expected("northcott", "1,5"), "expected `Left` (`white`) or `Right` (`black`)");
    assert_eq!(expected("nim", "3"), "expected `Player 1` or `Player 2`");
}

#[test]
fn records_point_at_what_is_wrong() {
    let wrong = |text: &str| {
        let record = match Record::parse(text) {
            Err(wrong) => return (wrong.span.start, wrong.to_string()),
            Ok(record) => record,
        };
        let wrong = record.replay(Catalogue::new().game(record.game()).unwrap()).err().expect(text);
        (wrong.span.start, wrong.to_string())
    };
    let line = |text: &str, part: &str| text.find(part).unwrap();
    for (text, at, expected) in [
        ("", "", "does not name its game"),
        ("game: nim\ngame: nim\n", "game: nim\n", "twice"),
        ("game: nim\nposition: 3 x\n", "x", "not a number"),
        ("game: nim\nplay: backwards\n", "backwards", "unknown play convention"),
        ("game: nim\nfirst: Max\n", "Max", "no player"),
        (
            "game: nim\nposition: 3 5\n# a remark\n\n1. 5 -> 3\n2. 7 -> 1\n",
            "7 -> 1",
            "There is no move `7 -> 1`",
        ),
        ("game: nim\nposition: 3 5\n1. Player 2: 5 -> 3\n", "Player 2", "turn of Player 1"),
        ("game: nim\nposition: 1\n1. 1 -> 0\n2. 1 -> 0\n", "2. 1 -> 0", "already ended"),
        ("game: nim\nposition: 3\nresigns\n1. 3 -> 0\n", "1. 3", "already ended"),
        // The letter is longer in lower case.
        ("game: nim\nposition: 3 5\nİİİİİİİİ resigns\n", "İİİİİİİİ", "no player called `İİİİİİİİ`"),
        ("game: nim\n7 -> 1\nposition: 3\n", "position", "before the moves"),
        ("game: chase\nposition: 3 1 1 3 3\nfirst: Black\n", "Black", "turn of White"),
    ] {
        let (start, message) = wrong(text);
        let at = if expected == "twice" { 10 } else { line(text, at) };
        assert!(start == at && message.contains(expected), "{text:?}: {start} {message}");
    }
}

#[test]
fn a_move_is_found_even_if_the_search_is_cut_short() {
    // There is no memory for a search, but an immediate win is still found.
    let budget = Budget { memory: 1, ..Budget::DEFAULT };
    let mut opponent = Opponent::new(Request::default().budget(budget), Level::LAST, 1);
    let tic_tac_toe = position("mnk(3,3,3)", "xx.|oo.|...");
    let choice = opponent.choose(&tic_tac_toe, Player::Left, Observers::both(&NoObserver)).unwrap().unwrap();
    assert!(choice.stopped.is_some() && choice.step.text() == "c3", "{}", choice.step.text());
    let threatened = position("mnk(3,3,3)", "oo.|x..|x..");
    let choice = opponent.choose(&threatened, Player::Left, Observers::both(&NoObserver)).unwrap().unwrap();
    assert!(choice.stopped.is_some() && choice.step.text() == "c3", "{}", choice.step.text());
    let domineering = position("domineering", "......|......|......|......|......|......");
    let choice = opponent.choose(&domineering, Player::Right, Observers::both(&NoObserver)).unwrap().unwrap();
    assert!(choice.stopped.is_some() && choice.step.player() == Player::Right);
}

/// The winning move is found without the value, whose computation takes a minute.
#[test]
fn a_winning_move_of_a_large_board_is_found_without_its_value() {
    let board = position("domineering", "......|......|......|......|......|......");
    let mut opponent = Opponent::new(Request::default(), Level::LAST, 1);
    let choice = opponent.choose(&board, Player::Right, Observers::both(&NoObserver)).unwrap().unwrap();
    assert!(choice.stopped.is_none());
    let after = analyse(&board.after(&choice.step), &Request::default().outcome_only(true), &NoObserver);
    let result = after.outcome.and_then(|outcome| outcome.after_move_of(Player::Right));
    assert_eq!(result, Some(Prospect::Wins), "{}", choice.step.text());
}

/// A choice depends on the seed, and not on earlier questions whose results are cached.
#[test]
fn earlier_questions_do_not_change_a_choice() {
    for board in ["o.ox|xxoo|xo.x", "oxxo|xooo|ooxo", "xxoo|oxxo|oxxx"] {
        let board = position("clobber", board);
        for player in [Player::Left, Player::Right] {
            let [plain, asked] = [false, true].map(|is_asked| {
                let mut opponent = Opponent::new(Request::default(), Level::LAST, 1);
                if is_asked {
                    opponent.advise(&board, player, &NoObserver).unwrap();
                }
                let choice = opponent.choose(&board, player, Observers::both(&NoObserver)).unwrap();
                choice.map(|choice| choice.step.text().to_owned())
            });
            assert_eq!(plain, asked, "{board}");
        }
    }
}

/// The opponent maximises its lead in the number of moves after the best answer if its search is cut short.
#[test]
fn a_move_without_a_search_is_chosen_by_the_numbers_of_moves() {
    let budget = Budget { memory: 1, ..Budget::DEFAULT };
    let board = position("domineering", "....|....|....|....|....|....");
    let count = |board: &Position, player: Player| {
        board.moves().unwrap().iter().filter(|step| step.player() == player).count() as i64
    };
    let score = |after: &Position| {
        let answers = after.moves().unwrap();
        let answers =
            answers.iter().filter(|step| step.player() == Player::Left).map(|step| after.after(step));
        answers.map(|after| count(&after, Player::Right) - count(&after, Player::Left)).min().unwrap()
    };
    let moves = board.moves().unwrap();
    let own =
        || moves.iter().filter(|step| step.player() == Player::Right).map(|step| score(&board.after(step)));
    assert!(own().min() < own().max());
    for seed in 1..5 {
        let mut opponent = Opponent::new(Request::default().budget(budget), Level::LAST, seed);
        let choice = opponent.choose(&board, Player::Right, Observers::both(&NoObserver)).unwrap().unwrap();
        assert!(choice.stopped.is_some());
        assert_eq!(Some(score(&board.after(&choice.step))), own().max(), "{}", choice.step.text());
    }
}

#[test]
fn every_game_starts_from_a_position_with_a_move() {
    for entry in winways::games::entries() {
        let (game, start) = Catalogue::new().start(entry.page.name).unwrap_or_else(|wrong| panic!("{wrong}"));
        let start = start.unwrap_or_else(|| panic!("{} has no position to start from", entry.page.name));
        let game = Match::new(game, start, Play::Normal, Player::Left);
        assert!(!game.moves().unwrap().is_empty(), "{}", entry.page.name);
    }
    for head in ["chess(KRK)", "chess(KBNK)", "chess(KQKR)", "connect-four(5x4)", "awari(9)", "octal(0.137)"]
    {
        let (_, start) = Catalogue::new().start(head).unwrap();
        assert!(start.is_some_and(|start| !start.moves().unwrap().is_empty()), "{head}");
    }
}

/// In a sum with loops, some winning moves only return to an earlier position.
#[test]
fn sums_with_loops_are_won() {
    for seed in 1..9 {
        let catalogue = Catalogue::new();
        let start = Position::of_expression(&catalogue, "loopy_graph{0 1, 0 2, 2 0}(0) + nim(1,1)").unwrap();
        let mut opponent = Opponent::new(Request::default(), Level::LAST, seed);
        let (mut position, mut player) = (start, Player::Left);
        for _ in 0..5 {
            let choice = opponent.choose(&position, player, Observers::both(&NoObserver)).unwrap();
            let Some(choice) = choice else { break };
            position = position.after(&choice.step);
            player = other(player);
        }
        assert!(position.moves().unwrap().is_empty() && player == Player::Right, "{seed}: {position}");
    }
}

/// A typed position is reached exactly, although another move leads to one that is equal as a game.
#[test]
fn typed_positions_are_reached_exactly() {
    for (game, start, target, name) in
        [("saliquant", "9 14", "1 14", "heap 9 -> 1"), ("constrained-nim", "9 5", "9 0", "heap 5 -> 0")]
    {
        assert_eq!(read(&new_match(game, start), target).unwrap(), name, "{game} {start}");
    }
}

#[test]
fn resignations_are_read() {
    for line in ["1. Player 1 resigns", "Player 1: resigns", "player 1 : Resigns", "resigns"] {
        let record = Record::parse(&format!("game: nim\nposition: 3 5\n{line}\n")).unwrap();
        let game = Catalogue::new().game("nim").unwrap();
        let game = record.replay(game).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
        assert!(game.record("nim").contains("1. Player 1 resigns\n"), "{line}");
    }
}
