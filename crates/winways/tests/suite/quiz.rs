//! Exercises and their answers, compared with exhaustive searches and complete game trees.

use std::collections::HashMap;
use winways::play::{Difficulty, Exercise, Judgement, Quiz, Topic};
use winways::{Calculator, Catalogue, NoObserver, Play, Player, Position, Request, analyse};

const EXERCISES: usize = 40;

fn exercises(topic: Topic) -> Vec<Exercise> {
    let mut quiz = Quiz::new(7, Some(topic));
    (0..EXERCISES).map(|_| quiz.next_exercise(&NoObserver).unwrap().unwrap()).collect()
}

fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

fn options(position: &Position, player: Player) -> Vec<Position> {
    let moves = position.moves().unwrap();
    let mine = moves.iter().filter(|step| [Player::Either, player].contains(&step.player()));
    mine.map(|step| position.after(step)).collect()
}

/// Returns a memo key, which does not depend on empty heaps or on the order of heaps.
fn key(position: &Position) -> String {
    let text = position.to_string();
    let Some((name, heaps)) = text.rsplit_once('(') else { return text };
    let heaps: Result<Vec<u64>, _> = heaps.trim_end_matches(')').split(',').map(str::parse).collect();
    let Ok(mut heaps) = heaps else { return text };
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    format!("{name}{heaps:?}")
}

/// Returns `true` if the player to move wins, by exhaustive search.
fn wins(position: &Position, mover: Player, memo: &mut HashMap<(String, bool), bool>) -> bool {
    let key = (key(position), mover == Player::Left);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let wins = options(position, mover).iter().any(|after| !wins(after, other(mover), memo));
    memo.insert(key, wins);
    wins
}

/// Returns the least number that is not the nim-value of an option.
fn nim_value(position: &Position, memo: &mut HashMap<String, u64>) -> u64 {
    let key = key(position);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let values: Vec<u64> =
        options(position, Player::Either).iter().map(|after| nim_value(after, memo)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    memo.insert(key, value);
    value
}

/// The maximum length of a tree that is compared, in bytes.
const LONGEST: usize = 20_000;

/// Returns a position as an expression that consists only of braces, such as `{{|},{{|}|}|}`; `None` if it is too
/// long.
fn tree(position: &Position, memo: &mut HashMap<String, Option<String>>) -> Option<String> {
    let key = position.to_string();
    if let Some(known) = memo.get(&key) {
        return known.clone();
    }
    let side = |player: Player, memo: &mut HashMap<String, Option<String>>| {
        let options = options(position, player);
        let mut trees: Vec<String> =
            options.iter().map(|after| tree(after, memo)).collect::<Option<Vec<String>>>()?;
        trees.sort();
        trees.dedup();
        Some(trees.join(","))
    };
    let (left, right) = (side(Player::Left, memo), side(Player::Right, memo));
    let text = left.zip(right).map(|(left, right)| format!("{{{left}|{right}}}"));
    let text = text.filter(|text| text.len() <= LONGEST);
    memo.insert(key, text.clone());
    text
}

fn evaluated(expression: &str) -> String {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Request::default().budget);
    calculator.evaluate(expression, &NoObserver).unwrap().text().unwrap()
}

/// Checks that the exercise's own answer is right and that `wrong` is wrong.
fn check(exercise: &Exercise, wrong: &str) {
    assert_eq!(exercise.judge(exercise.answer()), Judgement::Right, "{}", exercise.position());
    assert_eq!(exercise.judge(wrong), Judgement::Wrong, "{} {wrong}", exercise.position());
    let nonsense = exercise.judge("what? (a)");
    assert!(matches!(nonsense, Judgement::NotUnderstood(_)), "{}: {nonsense:?}", exercise.position());
    assert!(exercise.hints().len() > 1 && !exercise.question().is_empty());
}

#[test]
fn winners_are_those_of_exhaustive_search() {
    let (mut memo, mut seen) = (HashMap::new(), String::new());
    for exercise in exercises(Topic::Winner) {
        let position = exercise.position();
        let outcome = match [Player::Left, Player::Right].map(|first| wins(position, first, &mut memo)) {
            [true, true] => "N",
            [false, false] => "P",
            [true, false] => "L",
            [false, true] => "R",
        };
        assert_eq!(exercise.answer(), outcome, "{position}");
        seen += outcome;
        check(&exercise, if outcome == "N" { "previous" } else { "next" });
    }
    assert!("NPLR".chars().all(|letter| seen.contains(letter)), "{seen}");
}

#[test]
fn winning_moves_are_those_of_exhaustive_search() {
    let mut memo = HashMap::new();
    for exercise in exercises(Topic::Move) {
        let (position, mover) = (exercise.position(), exercise.game().to_move());
        // Indices refer to the order of the list.
        let moves = exercise.game().reader().unwrap().moves().to_vec();
        let mut losing = None;
        for (place, step) in (1..).zip(&moves) {
            let does_win = !wins(&position.after(step), other(mover), &mut memo);
            let judged = exercise.judge(&format!("#{place}"));
            assert_eq!(judged == Judgement::Right, does_win, "{position} {}", step.text());
            let name = position.move_name(step);
            let is_listed = exercise.answer().split("; ").any(|answer| answer == name);
            assert_eq!(is_listed, does_win, "{position} {name}");
            losing = losing.or((!does_win).then_some(place));
        }
        assert_eq!(exercise.judge(&format!("#{}", losing.unwrap())), Judgement::Wrong);
        assert!(matches!(exercise.judge("what? (a)"), Judgement::NotUnderstood(_)));
    }
}

#[test]
fn nim_values_are_least_excluded_numbers() {
    let mut memo = HashMap::new();
    for exercise in exercises(Topic::NimValue) {
        let value = nim_value(exercise.position(), &mut memo);
        assert_eq!(exercise.answer(), value.to_string(), "{}", exercise.position());
        assert_eq!(exercise.judge(&format!("*{value}")), Judgement::Right);
        check(&exercise, &(value + 1).to_string());
    }
}

#[test]
fn values_are_those_of_the_game_tree() {
    for topic in [Topic::Number, Topic::Form] {
        let (mut memo, mut compared) = (HashMap::new(), 0);
        for exercise in exercises(topic) {
            let Some(tree) = tree(exercise.position(), &mut memo) else { continue };
            compared += 1;
            assert_eq!(evaluated(&tree), exercise.answer(), "{}", exercise.position());
            if topic == Topic::Number {
                // By definition: the difference of equal games is lost for the player who moves first.
                assert_eq!(evaluated(&format!("outcome({tree} - ({}))", exercise.answer())), "P");
            }
            check(&exercise, &format!("{} + 1", exercise.answer()));
        }
        assert!(2 * compared > EXERCISES, "{compared}");
    }
}

#[test]
fn heat_is_that_of_the_game_tree() {
    let (mut memo, mut seen) = (HashMap::new(), String::new());
    for exercise in exercises(Topic::Heat) {
        let Some(tree) = tree(exercise.position(), &mut memo) else { continue };
        let is_number = evaluated(&format!("is_number({tree})")) == "true";
        let is_hot = evaluated(&format!("temperature({tree}) > 0")) == "true";
        let heat = if is_number {
            "cold"
        } else if is_hot {
            "hot"
        } else {
            "tepid"
        };
        assert_eq!(exercise.answer(), heat, "{}", exercise.position());
        seen += heat;
        check(&exercise, if heat == "hot" { "COLD" } else { "hot" });
    }
    assert!(["hot", "tepid", "cold"].iter().all(|heat| seen.contains(heat)), "{seen}");
}

/// The game tree compares with the number in an exercise as it compares with a close dyadic number.
#[test]
fn comparisons_are_those_with_close_dyadic_numbers() {
    let (mut memo, mut seen) = (HashMap::new(), Vec::new());
    for exercise in exercises(Topic::Comparison) {
        let Some(tree) = tree(exercise.position(), &mut memo) else { continue };
        let question = exercise.question();
        let rest = question.strip_prefix("How does it compare with ").unwrap();
        let number = &rest[..rest.find(": ").unwrap()];
        let near = match number.contains('ω') {
            true if evaluated(&format!("{number} > standard_part({number})")) == "true" => {
                format!("(standard_part({number}) + 1/1099511627776)")
            }
            true => format!("(standard_part({number}) - 1/1099511627776)"),
            false => format!("(integer_part(1099511627776.({number}))/1099511627776)"),
        };
        let is = |sign: &str| evaluated(&format!("{tree} {sign} {near}")) == "true";
        assert!(is(exercise.answer()), "{} {} {number}", exercise.position(), exercise.answer());
        check(&exercise, if is("<") { "confused" } else { "less" });
        assert!(exercise.explanation()[1].starts_with(number), "{:?}", exercise.explanation());
        seen.push(exercise.answer().to_owned());
    }
    assert!(["<", ">", "<>"].iter().all(|sign| seen.iter().any(|seen| seen == sign)), "{seen:?}");
}

#[test]
fn the_question_is_no_answer() {
    for exercise in exercises(Topic::Form).iter().take(5) {
        let judged = exercise.judge(&exercise.position().to_string());
        assert!(matches!(judged, Judgement::NotUnderstood(_)), "{}", exercise.position());
        let analysis = analyse(exercise.position(), &Request::default(), &NoObserver);
        assert_eq!(exercise.judge(&analysis.value.unwrap().to_string()), Judgement::Right);
    }
}

#[test]
fn a_seed_gives_the_same_exercises_of_all_topics() {
    let exercises = |seed| {
        let mut quiz = Quiz::new(seed, None);
        let all: Vec<String> = (0..14)
            .map(|_| quiz.next_exercise(&NoObserver).unwrap().unwrap())
            .map(|exercise| format!("{} {}", exercise.topic().name(), exercise.position()))
            .collect();
        all
    };
    assert_eq!(exercises(1), exercises(1));
    assert_ne!(exercises(1), exercises(2));
    for topic in Topic::ALL {
        let named =
            exercises(3).iter().filter(|line| line.starts_with(&format!("{} ", topic.name()))).count();
        assert_eq!(named, 2, "{}", topic.name());
        assert_eq!(Topic::of(topic.name()), Some(topic));
    }
}

#[test]
fn exercises_of_one_game_are_distinct_and_judge_their_own_answers() {
    for name in [
        "nim",
        "kayles",
        "octal(0.137)",
        "wythoff",
        "domineering",
        "cram",
        "clobber",
        "tic-tac-toe",
        "silver-dollar",
    ] {
        let quiz = Quiz::new(4, None).of_game(name).unwrap();
        let mut quiz = quiz.with_difficulty(Difficulty::Easy);
        let mut asked = std::collections::BTreeSet::new();
        for _ in 0..4 {
            let Some(exercise) = quiz.next_exercise(&NoObserver).unwrap() else { continue };
            let question = format!("{} {}", exercise.question(), exercise.position());
            assert!(asked.insert(question.clone()), "{question}");
            let answer = exercise.answer().split("; ").next().unwrap();
            let is_right = exercise.judge(answer) == Judgement::Right;
            assert!(is_right || exercise.topic() == Topic::Move, "{question}: {answer}");
        }
    }
}

/// An observer that counts how often the work starts again.
#[derive(Default)]
struct CountStarts(std::sync::Mutex<(u64, usize)>);

impl winways::Observer for CountStarts {
    fn observe(&self, progress: &winways::Progress) -> std::ops::ControlFlow<winways::StopReason> {
        let mut state = self.0.lock().unwrap();
        if progress.positions < state.0 {
            state.1 += 1;
        }
        state.0 = progress.positions;
        std::ops::ControlFlow::Continue(())
    }
}

/// Exercises on one board solve it once, not once for each position tried.
#[test]
fn a_board_is_solved_once() {
    let mut quiz = Quiz::new(5, None).of_game("chess(KQK)").unwrap();
    let starts = CountStarts::default();
    for _ in 0..4 {
        quiz.next_exercise(&starts).unwrap().unwrap();
    }
    let (_, again) = *starts.0.lock().unwrap();
    assert!(again <= 2, "{again}");
}

/// Exercises about a misère game ask for the winner and for winning moves under its rules, and never for a value.
#[test]
fn a_game_of_misere_play_is_asked_about_by_its_rules() {
    let catalogue = Catalogue::new();
    let rules = "name: last\nplay: misere\nheap n -> n - k where 1 <= k <= 3";
    let game = catalogue.game_of_text(rules).unwrap();
    assert!(Quiz::new(7, Some(Topic::NimValue)).of_custom_game(game.clone()).is_err());
    let mut quiz = Quiz::new(7, None).of_custom_game(game).unwrap();
    let mut count = 0;
    while let Some(exercise) = quiz.next_exercise(&NoObserver).unwrap() {
        let request = Request::default().play(Play::Misere);
        let analysis = analyse(exercise.position(), &request, &NoObserver);
        match exercise.topic() {
            Topic::Winner => assert_eq!(exercise.answer(), analysis.outcome.unwrap().letter()),
            Topic::Move => assert_eq!(analysis.moves.unwrap().total > 0, !exercise.answer().is_empty()),
            other => panic!("{}", other.name()),
        }
        assert!(exercise.question().ends_with("The player who cannot move wins."), "{}", exercise.question());
        count += 1;
        if count == EXERCISES {
            break;
        }
    }
    assert!(count > 5, "{count}");
}

/// Values of games with entailing moves are nimbers or loony, so no topic about values is available.
#[test]
fn games_with_entailing_moves_have_no_exercises_about_values() {
    for topic in Topic::ALL {
        let quiz = Quiz::new(7, Some(topic)).of_game("top-entails");
        assert_eq!(quiz.is_ok(), matches!(topic, Topic::Winner | Topic::Move), "{topic:?}");
    }
}

/// Names of moves may contain commas, so answers are separated by semicolons.
#[test]
fn each_move_of_an_answer_is_right() {
    let mut several = 0;
    for seed in 1..4 {
        let mut quiz = Quiz::new(seed, Some(Topic::Move)).of_game("nimstring").unwrap();
        for _ in 0..EXERCISES {
            let Some(exercise) = quiz.next_exercise(&NoObserver).unwrap() else { break };
            let answers: Vec<&str> = exercise.answer().split("; ").collect();
            for answer in &answers {
                assert_eq!(exercise.judge(answer), Judgement::Right, "{}: {answer}", exercise.position());
            }
            several += usize::from(answers.len() > 1 && exercise.answer().contains(", again"));
        }
    }
    assert!(several > 0);
}

/// Questions name the player to move as the rules do.
#[test]
fn questions_name_the_players() {
    let mut quiz = Quiz::new(2, Some(Topic::Move)).of_game("chase").unwrap();
    for _ in 0..EXERCISES {
        let Some(exercise) = quiz.next_exercise(&NoObserver).unwrap() else { break };
        let name = exercise.game().player_name(exercise.game().to_move());
        assert!(["Black", "White"].contains(&&*name), "{name}");
        assert_eq!(exercise.question(), format!("Which move wins for {name}, who is to move?"));
    }
}

/// The hint counts moves, not their names: moves in equal heaps have the same name.
#[test]
fn hints_count_winning_moves() {
    let mut memo = HashMap::new();
    let mut has_equal_names = false;
    for seed in 1..4 {
        let mut quiz = Quiz::new(seed, Some(Topic::Move)).of_game("nim").unwrap();
        for _ in 0..EXERCISES {
            let exercise = quiz.next_exercise(&NoObserver).unwrap().unwrap();
            let (position, mover) = (exercise.position(), exercise.game().to_move());
            let moves = position.moves().unwrap();
            let is_winning =
                |step: &&winways::PositionMove| !wins(&position.after(step), other(mover), &mut memo);
            let winning: Vec<_> = moves.iter().filter(is_winning).collect();
            let hint = match winning.len() {
                1 => format!("One of the {} moves wins.", moves.len()),
                count => format!("{count} of the {} moves win.", moves.len()),
            };
            assert_eq!(exercise.hints()[1], hint, "{position}");
            let mut names: Vec<&str> = exercise.answer().split("; ").collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}", exercise.answer());
            has_equal_names |= names.len() < winning.len();
        }
    }
    assert!(has_equal_names);
}

#[test]
fn answers_cannot_close_the_brackets_around_them() {
    let exercise = exercises(Topic::Number).swap_remove(0);
    for answer in ["true) or (true", "1) == (1) or (1", ")", "(1", "0) + (0"] {
        let judged = exercise.judge(answer);
        assert!(matches!(judged, Judgement::NotUnderstood(_)), "{answer}: {judged:?}");
    }
}
