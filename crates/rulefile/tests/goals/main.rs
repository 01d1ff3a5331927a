//! Compares files with end pictures with an interpreter of the page docs/rules.md.

mod interpreter;
mod random;

use interpreter::{Board, File, Verdict, other};
use random::{Random, board, file};
use winways_kit::SumSearch;
use winways_kit::any::{AnyPosition, RankedPosition};
use winways_rulefile::of_file;
use winways_rules::{Play, Player};
use winways_solve::{Budget, NoObserver, SolvedRanks, SolvedValue, solve_ranks, solve_reachable_from};

/// The default number of compared positions; `WINWAYS_GOALS` overrides it.
const QUESTIONS: usize = 10_000;

/// The maximum number of positions reachable from a compared one.
const MOST: usize = 120;

fn written(board: &Board) -> String {
    let rows = board.cells.chunks(board.width as usize).map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("|")
}

fn env_number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// Returns the value of a position. The tables of the whole board and of the reachable positions must agree.
fn solved(position: &dyn RankedPosition, play: Play) -> Result<Verdict, String> {
    let (ranks, rank) = (position.board().ranks(), position.rank());
    let whole =
        solve_ranks(ranks, play, Budget::DEFAULT, &NoObserver).map_err(|stopped| stopped.to_string())?;
    let reached = solve_reachable_from(ranks, play, (rank, u64::MAX), Budget::DEFAULT, &NoObserver);
    let reached = reached.map_err(|stopped| stopped.to_string())?.ok_or("more than there are")?;
    let [whole, reached] = [whole.value(rank), reached.value(rank)].map(|value| value.ok().flatten());
    if whole != reached {
        return Err(format!("the whole board {whole:?}, what can follow {reached:?}"));
    }
    match whole {
        Some(SolvedValue::Won(plies)) => Ok(Verdict::Won(plies)),
        Some(SolvedValue::Lost(plies)) => Ok(Verdict::Lost(plies)),
        Some(SolvedValue::Drawn) => Ok(Verdict::Drawn),
        None => Err("a hole".to_owned()),
    }
}

/// Returns the name of the [`winways_values::GameOutcome`] of a position of a game without rank tables.
fn outcome(position: &dyn AnyPosition, play: Play) -> Result<String, String> {
    let search = SumSearch::new(vec![position]).ok_or("it cannot be searched")?;
    let found = search.outcome(play, Budget::DEFAULT, &NoObserver);
    found.map(|(outcome, _)| format!("{outcome:?}")).map_err(|stopped| format!("{stopped:?}"))
}

/// Returns the outcome of a board according to the interpreter, or `None` if more than [`MOST`] positions are reachable.
fn expected_outcome(file: &File, board: &Board) -> Option<&'static str> {
    let wins = |player| file.verdict(board, player, MOST).map(|verdict| matches!(verdict, Verdict::Won(_)));
    Some(match (wins("left")?, wins("right")?) {
        (true, true) => "Next",
        (true, false) => "Left",
        (false, true) => "Right",
        (false, false) => "Previous",
    })
}

/// Returns the boards after the moves of a player.
fn after_moves(position: &dyn AnyPosition, player: &str, is_ranked: bool) -> Result<Vec<String>, String> {
    let is_own =
        |mover: Player| is_ranked || mover == Player::Either || (mover == Player::Left) == (player == "left");
    let moves = position.moves().map_err(|fault| format!("{fault:?}"))?;
    let after = moves.iter().filter(|step| is_own(step.player)).map(|step| {
        let text = position.after(step).text();
        let inner = text.split('"').nth(1).unwrap_or_default();
        let board = [" left", " right"].iter().find_map(|player| inner.strip_suffix(player));
        board.unwrap_or(inner).to_owned()
    });
    let mut after: Vec<String> = after.collect();
    after.sort();
    after.dedup();
    Ok(after)
}

/// Compares one position with the interpreter. Returns `false` if there was nothing to compare.
fn compare(text: &str, board: &Board, player: &'static str) -> Result<bool, String> {
    let Ok(game) = of_file(text) else { return Ok(false) };
    let (file, play) = (File::read(text), game.about().play);
    let rows = written(board);
    let position = game.parse(&rows).map_err(|wrong| format!("{rows}: {wrong}\nin\n{text}"))?;
    let is_ranked = position.ranked().is_some();
    let question = if is_ranked { format!("{rows} {player}") } else { rows };
    let wrong = |what: String| format!("{question}: {what}\nin\n{text}");
    let position = game.parse(&question).map_err(|fault| wrong(fault.to_string()))?;
    let Some(verdict) = file.verdict(board, player, MOST) else { return Ok(false) };
    let (found, expected) = match position.ranked() {
        Some(ranked) => (format!("{:?}", solved(ranked, play).map_err(wrong)?), format!("{verdict:?}")),
        None => match expected_outcome(&file, board) {
            Some(expected) => (outcome(&*position, play).map_err(wrong)?, expected.to_owned()),
            None => return Ok(false),
        },
    };
    if found != expected {
        return Err(wrong(format!("{found}, and by the page {expected}")));
    }
    let after = after_moves(&*position, player, is_ranked).map_err(wrong)?;
    let mut options: Vec<String> = file.options(board, player).iter().map(written).collect();
    options.sort();
    if after != options {
        return Err(wrong(format!("moves to {after:?}, by the page to {options:?}")));
    }
    Ok(true)
}

/// Random files: an end picture is checked after a move, for the player who made it.
#[test]
fn random_goal_files_agree_with_the_interpreter() {
    let (mut seed, mut compared) = (env_number("WINWAYS_FIRST", 0), 0);
    let (wanted, most) = (env_number("WINWAYS_GOALS", QUESTIONS), env_number("WINWAYS_FAILURES", 1));
    let first = seed;
    let mut failures = Vec::new();
    while compared < wanted && failures.len() < most {
        seed += 1;
        let mut random = Random::new(seed as u64);
        let text = file(&mut random);
        let board = board(&mut random, &text);
        let player = if random.chance(50) { "left" } else { other("left") };
        match compare(&text, &board, player) {
            Ok(is_compared) => compared += usize::from(is_compared),
            Err(wrong) => failures.push(format!("seed {seed}: {wrong}")),
        }
    }
    println!("{compared} of {}", seed - first);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(compared * 5 > seed - first, "too few files are well formed: {compared} of {}", seed - first);
}

fn verdict(rules: &str, text: &str) -> Verdict {
    let position = of_file(rules).expect("rules").parse(text).expect("a position");
    solved(position.ranked().expect("a board with ranks"), Play::Normal).expect("a value")
}

/// A picture with the pieces of the player to move does not end play, since the last move did not make it.
#[test]
fn an_end_picture_is_read_for_the_player_who_has_moved() {
    let rules =
        "board: grid\npieces: x left, o right\neach: . -> @\nend: @ @ @ in eight wins\nend: full draws";
    assert_eq!(verdict(rules, "xxx|oo.|... left"), Verdict::Won(1));
    assert_eq!(verdict(rules, "xxx|oo.|... right"), Verdict::Lost(0));
    // The last move has filled the board and completed a row; the row counts.
    assert_eq!(verdict(rules, "xxx|oox|oxo right"), Verdict::Lost(0));
    assert_eq!(verdict(rules, "xxx|oox|oxo left"), Verdict::Drawn);
    // Both players have the same moves, but a completed row belongs to one of them.
    let rules = "board: strip\npieces: x left, o right\nboth: . -> x\nboth: . -> o\nend: @ @ @ wins";
    assert_eq!(verdict(rules, "xx. left"), Verdict::Won(1));
    assert_eq!(verdict(rules, "xx. right"), Verdict::Won(1));
    assert_eq!(verdict(rules, "xxx right"), Verdict::Lost(0));
    assert_eq!(verdict(rules, "xx.. left"), Verdict::Won(1));
    assert_eq!(verdict(rules, "xx.. right"), Verdict::Lost(2));
}

/// Returns the boards after Left's moves.
fn after(rules: &str, text: &str) -> Vec<String> {
    let position = of_file(rules).expect("rules").parse(text).expect("a position");
    after_moves(&*position, "left", position.ranked().is_some()).expect("moves")
}

/// Groups that touch the edge, and other details that docs/rules.md specifies.
#[test]
fn edge_cases_of_pictures_are_decided() {
    // Places beyond the edge count as `#`, for moves and for values.
    let touch = "board: strip\nboth: . -> x where groups touch #\npieces: x";
    assert_eq!(after(touch, "..."), ["..x", "x.."]);
    assert_eq!(outcome(&*of_file(touch).unwrap().parse("...").unwrap(), Play::Normal).unwrap(), "Next");
    let ring = "board: ring\nboth: . -> x where groups touch #\npieces: x";
    assert!(after(ring, "...").is_empty());
    // A whole move that restores the board is not a move.
    let there_and_back = "board: strip\npieces: x left, o right\neach: @ . -> . !@ then ! . -> . !";
    assert_eq!(after(there_and_back, "x. left"), [""; 0]);
    assert_eq!(after(there_and_back, "x.. left"), ["..x"]);
    let turning = "board: ring\npieces: x left, o right\neach: @ . -> . @ again turning";
    assert_eq!(after(turning, "x.. left"), ["..x", ".x."]);
    // A full board can end play in only one way.
    assert!(of_file("board: strip\npieces: x\nboth: . -> x\nend: full draws\nend: full wins").is_err());
    // A picture does not cover a cell twice.
    let wrapped = "board: ring\npieces: x\nboth: x . x -> x x x in right\nboth: x x -> . .";
    assert_eq!(after(wrapped, "x."), [""; 0]);
    assert_eq!(after(wrapped, "x"), [""; 0]);
    assert_eq!(after(wrapped, "xx"), [".."]);
    // Runs in different rows have independent lengths.
    let rows = "board: grid\npieces: x, o\nboth: x .* o / x .* o -> . .* . / . .* . in right";
    assert_eq!(after(rows, "x.o|xo."), ["...|..."]);
    // A neighbour beyond the edge counts as `#`, unless the picture covers that place.
    let edge = "board: strip\npieces: x\nboth: x -> . where no # beside";
    assert_eq!(after(edge, "xxx"), ["x.x"]);
    let covered = "board: strip\npieces: x\nboth: x # -> . # in right where no # beside";
    for board in [".x", ".x#"] {
        assert_eq!(after(covered, board), [board.replace('x', ".")]);
        let position = of_file(covered).unwrap().parse(board).unwrap();
        assert_eq!(outcome(&*position, Play::Normal).unwrap(), "Next");
    }
}
