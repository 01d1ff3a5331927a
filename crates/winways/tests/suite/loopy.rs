//! Games in which play may cycle: analyses, the opponent, and tables from other sources.

use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use winways::games::{AnyBoard, AnyGame};
use winways::play::{Level, Opponent};
use winways::service::Observers;
use winways::tables::{Counts, End, RecordKind, SolvedRanks, SolvedValue, StorageError};
use winways::wire::AnalysisJson;
use winways::{
    Analyst, Budget, Catalogue, Detail, MethodKind, NoObserver, Outcome, Play, Player, Position,
    PositionMove, Request, StopReason, Tables, Value, analyse,
};

fn game(name: &str) -> Arc<dyn AnyGame> {
    Catalogue::new().game(name).unwrap()
}

fn position(game: &dyn AnyGame, text: &str) -> Position {
    Position::of_game(game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn analyses_contain_outcome_and_remoteness() {
    for (name, text, outcome, remoteness, moves) in [
        ("chase", "2 1 1 2 2", Outcome::Previous, Some(2), 0),
        ("chase", "2 2 2 1 2", Outcome::Next, Some(1), 2),
        ("chase", "3 1 1 3 3", Outcome::Previous, Some(6), 0),
        ("chase", "3 1 1 3 3 black", Outcome::Next, Some(7), 4),
        ("chase", "3 2 2 2 2 black", Outcome::Previous, Some(0), 0),
        ("chase(blocked 1:2 2:1)", "3 1 1 3 3", Outcome::Previous, Some(0), 0),
        ("chase(black 1, blocked 1:2 2:2 3:2)", "3 2 1 3 3", Outcome::Draw, None, 2),
    ] {
        let position = position(&*game(name), text);
        for detail in [Detail::Brief, Detail::Full] {
            let analysis = analyse(&position, &Request::default().detail(detail), &NoObserver);
            assert_eq!((analysis.outcome, analysis.remoteness), (Some(outcome), remoteness), "{position}");
            assert_eq!(analysis.moves.as_ref().map(|moves| moves.total), Some(moves), "{position}");
            assert!(analysis.value.is_none() && !analysis.explanation.is_empty());
            let json = serde_json::to_value(AnalysisJson::new(&position, &analysis)).unwrap();
            assert_eq!(json["outcome"], outcome.letter());
            assert_eq!(json["remoteness"].as_u64(), remoteness.map(u64::from));
            assert_eq!(json["method"]["name"], "retrograde analysis");
        }
    }
}

#[test]
fn games_of_points_have_values_in_points() {
    for (text, outcome, points, moves, best) in [
        ("0 0 0 0 1 2 1 0 1 0 0 0", Outcome::Previous, -5, 2, "pit 5"),
        ("1 0 0 0 0 1 0 0 0 0 1 0", Outcome::Next, 3, 2, "pit 1"),
        ("0 0 0 0 0 1 1 0 0 0 1 0", Outcome::Next, 1, 1, "pit 6"),
        ("0 0 0 0 0 1 0 0 0 0 0 1", Outcome::Draw, 0, 1, "pit 6"),
        ("0 0 0 0 0 0 2 0 0 0 0 1", Outcome::Previous, -3, 0, ""),
    ] {
        let position = position(&*game("awari(6)"), text);
        let analysis = analyse(&position, &Request::default().detail(Detail::Full), &NoObserver);
        assert_eq!(analysis.outcome, Some(outcome), "{position}");
        assert_eq!(analysis.value, Some(Value::Points(points)), "{position}");
        assert_eq!(analysis.remoteness, None);
        let listed = analysis.moves.as_ref().unwrap();
        assert_eq!(listed.total, moves, "{position}");
        assert_eq!(listed.listed.first().map_or("", PositionMove::text), best, "{position}");
        let reasons = analysis.explanation.join("\n");
        assert_eq!(reasons.contains("points by move: "), moves > 0, "{reasons}");
        // The counts of the whole board do not explain a draw.
        let has_counts = reasons.contains("by the lead of the winner:");
        assert_eq!(has_counts, outcome != Outcome::Draw, "{reasons}");
        let json = serde_json::to_value(AnalysisJson::new(&position, &analysis)).unwrap();
        assert_eq!((&json["value"], &json["value_kind"]), (&points.to_string().into(), &"points".into()));
        assert!(json["remoteness"].is_null());
    }
}

#[test]
fn the_line_of_play_is_as_long_as_reported() {
    let chase = game("chase");
    for text in ["4 1 1 4 4", "4 1 1 4 4 black", "7 1 1 7 7", "3 1 1 1 2"] {
        let request = Request::default().detail(Detail::Full);
        let analysis = analyse(&position(&*chase, text), &request, &NoObserver);
        // The lines after the heading consist of numbered moves: `  1 a4-b4`.
        let lines = analysis.explanation.iter().skip_while(|line| !line.starts_with("best play")).skip(1);
        let is_move = |word: &&str| word.contains('-');
        let lines = lines.take_while(|line| line.starts_with(' '));
        let moves: usize = lines.map(|line| line.split_whitespace().filter(is_move).count()).sum();
        assert_eq!(Some(moves as u32), analysis.remoteness, "{text}");
    }
}

/// The winning moves are complete and ordered by remoteness.
#[test]
fn winning_moves_are_all_and_in_order() {
    let chase = game("chase(white 1-2, black 1-2)");
    let board = chase.board("4").unwrap();
    let mut analyst = Analyst::new(Request::default());
    let mut won = 0;
    for rank in 0..2 * 4u64.pow(4) {
        let Some(text) = board.position_text(rank) else { continue };
        let position = position(&*chase, &format!("4 {text}"));
        let analysis = analyst.analyse(&position, &NoObserver);
        let listed = analysis.moves.unwrap().listed;
        let counts: Vec<u32> = listed.iter().filter_map(|step| step.remoteness()).collect();
        if analysis.outcome == Some(Outcome::Next) {
            won += 1;
            assert_eq!(counts.first().copied(), analysis.remoteness, "{position}");
            assert!(counts.is_sorted() && counts.len() == listed.len());
        }
        let mut wins = 0;
        for step in position.moves().unwrap() {
            let after = analyst.analyse(&position.after(&step), &NoObserver);
            wins += usize::from(after.outcome == Some(Outcome::Previous));
        }
        if analysis.outcome != Some(Outcome::Draw) {
            assert_eq!(wins, listed.len(), "{position}");
        }
    }
    assert!(won > 100);
}

/// Plays from `position` with the moves that `choose` returns for the position and the move number. Returns the number
/// of moves made before `choose` returns `None`, if it is at most `most`.
fn played(
    mut position: Position,
    most: u32,
    mut choose: impl FnMut(&Position, u32) -> Option<PositionMove>,
) -> Option<u32> {
    for number in 0..=most {
        match choose(&position, number) {
            Some(step) => position = position.after(&step),
            None => return Some(number),
        }
    }
    None
}

/// Generates the games of the opponent tests, each with the size of its board.
fn boards() -> impl Strategy<Value = (&'static str, u64)> {
    prop_oneof![
        Just(("chase", 4)),
        Just(("chase(black 1)", 4)),
        Just(("chase(black 1, blocked 1:2 2:2 3:2)", 3)),
        Just(("chase(white 2, black 1 diagonal, blocked 2:3)", 4)),
    ]
}

/// Returns the position of a board with this rank, modulo the number of ranks, or with the next rank that has a
/// position.
fn some_position((name, side): (&str, u64), rank: u64) -> Position {
    let game = game(name);
    let board = game.board(&side.to_string()).unwrap();
    let count = 2 * side.pow(4);
    let text = (0..count).find_map(|later| board.position_text((rank % count + later) % count)).unwrap();
    position(&*game, &format!("{side} {text}"))
}

fn copy(position: &Position) -> Position {
    Position::of_expression(&Catalogue::new(), &position.to_string()).unwrap()
}

/// Returns the move with this index, modulo the number of moves.
fn any_move(position: &Position, choice: u64) -> Option<PositionMove> {
    let moves = position.moves().unwrap();
    moves.get((choice % moves.len().max(1) as u64) as usize).cloned()
}

fn best_move(opponent: &mut Opponent<'_>, position: &Position) -> Option<PositionMove> {
    let mover = position.ranked().unwrap().player();
    opponent.choose(position, mover, Observers::both(&NoObserver)).unwrap().map(|choice| choice.step)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Two opponents that never err end play after exactly the remoteness. A single perfect player does no worse.
    #[test]
    fn opponents_never_err(board in boards(), rank: u64, seed: u64, choices in prop::collection::vec(any::<u64>(), 400)) {
        let position = some_position(board, rank);
        let analysis = analyse(&position, &Request::default(), &NoObserver);
        let mut opponent = Opponent::new(Request::default(), Level::LAST, seed);
        let both = played(copy(&position), 400, |position, _| best_move(&mut opponent, position));
        prop_assert_eq!(both, analysis.remoteness);
        for perfect in [0, 1] {
            let mut opponent = Opponent::new(Request::default(), Level::LAST, seed);
            let length = played(copy(&position), 399, |position, number| match number % 2 == perfect {
                true => best_move(&mut opponent, position),
                false => any_move(position, choices[number as usize]),
            });
            // The perfect player moves first if `perfect` is 0. A winner is never slower, a loser never faster.
            match (analysis.outcome, perfect) {
                (Some(Outcome::Next), 0) | (Some(Outcome::Previous), 1) => {
                    prop_assert!(length.is_some() && length <= analysis.remoteness);
                    prop_assert_eq!(length.map(|length| length % 2), analysis.remoteness.map(|moves| moves % 2));
                }
                (Some(Outcome::Draw), _) => {
                    // The player who cannot move has lost, and this is not the player who holds the draw.
                    prop_assert!(length.is_none_or(|length| length % 2 != perfect));
                }
                // A loser never loses faster. If the opponent errs, the loser may win.
                _ => prop_assert!(length.is_none_or(|length| length % 2 != perfect) || length >= analysis.remoteness),
            }
        }
    }
}

/// Tables solved elsewhere, which may contain a wrong value or store outcomes only.
#[derive(Debug)]
struct Elsewhere {
    wrong: Option<u64>,
    records: RecordKind,
}

struct Altered(Arc<dyn SolvedRanks>, Option<u64>, RecordKind);

impl SolvedRanks for Altered {
    fn value(&self, rank: u64) -> Result<Option<SolvedValue>, StorageError> {
        match self.1 {
            Some(u64::MAX) => Err(StorageError::new("block 7 is damaged")),
            Some(wrong) if wrong == rank => Ok(Some(SolvedValue::Drawn)),
            _ => self.0.value(rank),
        }
    }

    fn counts(&self) -> &Counts {
        self.0.counts()
    }

    fn records(&self) -> RecordKind {
        self.2
    }

    fn codes(&self, ranks: Range<u64>, codes: &mut [u32]) -> Result<(), StorageError> {
        for (rank, code) in ranks.zip(codes) {
            *code = self.2.of_code(self.value(rank)?.map_or(1, SolvedValue::code));
        }
        Ok(())
    }
}

#[test]
fn tables_may_keep_outcomes_only() {
    let chase = game("chase");
    let tables = Elsewhere { wrong: None, records: RecordKind::Outcomes };
    for text in ["5 1 1 5 5", "5 1 1 5 5 black", "5 1 1 1 2", "5 1 1 1 1 black"] {
        let position = position(&*chase, text);
        for detail in [Detail::Brief, Detail::Full] {
            let with =
                analyse(&position, &Request::default().tables(Some(&tables)).detail(detail), &NoObserver);
            let without = analyse(&position, &Request::default(), &NoObserver);
            assert_eq!((with.outcome, with.remoteness), (without.outcome, None), "{text}");
            let count = |analysis: &winways::Analysis| analysis.moves.as_ref().map(|moves| moves.total);
            assert_eq!(count(&with), count(&without));
            assert!(with.explanation.iter().all(|line| !line.contains(" in ")), "{:?}", with.explanation);
        }
    }
}

impl Tables for Elsewhere {
    fn table(&self, board: &dyn AnyBoard, play: Play) -> Option<Arc<dyn SolvedRanks>> {
        let solution = winways_solve::solve_ranks(board.ranks(), play, Budget::DEFAULT, &NoObserver).ok()?;
        (board.name() == "chase 5")
            .then(|| Arc::new(Altered(Arc::new(solution), self.wrong, self.records)) as _)
    }
}

#[test]
fn stored_tables_replace_solving() {
    let chase = game("chase");
    let (five, six) = (position(&*chase, "5 1 1 5 5"), position(&*chase, "6 1 1 6 6"));
    let tables = Elsewhere { wrong: None, records: RecordKind::Values };
    let request = Request::default().tables(Some(&tables)).detail(Detail::Full);
    let mut analyst = Analyst::new(request);
    for (position, kind) in
        [(&five, MethodKind::Table), (&six, MethodKind::Search), (&five, MethodKind::Table)]
    {
        let (with, without) =
            (analyst.analyse(position, &NoObserver), analyse(position, &request.tables(None), &NoObserver));
        assert_eq!((with.method.kind, without.method.kind), (kind, MethodKind::Search));
        assert_eq!(with.explanation, without.explanation);
        assert_eq!((with.outcome, with.remoteness), (without.outcome, without.remoteness));
    }
}

#[test]
fn damaged_tables_give_no_answer() {
    let chase = game("chase");
    let five = position(&*chase, "5 1 1 5 5");
    let rank = five.ranked().unwrap().rank();
    for (wrong, message) in
        [(u64::MAX, "block 7 is damaged"), (rank, "the table is wrong: chase(5,1,1,5,5) is stored as drawn")]
    {
        let tables = Elsewhere { wrong: Some(wrong), records: RecordKind::Values };
        let request = Request::default().tables(Some(&tables));
        let analysis = analyse(&five, &request, &NoObserver);
        assert_eq!((analysis.outcome, analysis.remoteness), (None, None));
        assert!(
            analysis.moves.is_none() && analysis.explanation[0].starts_with(message),
            "{:?}",
            analysis.explanation
        );
        assert_eq!(analysis.stopped.map(|stopped| stopped.reason), Some(StopReason::Table));
        let mover = five.ranked().unwrap().player();
        assert!(
            Opponent::new(request, Level::LAST, 1)
                .choose(&five, mover, Observers::both(&NoObserver))
                .is_err()
        );
    }
}

#[test]
fn limits_are_respected() {
    let five = position(&*game("chase"), "5 1 1 5 5");
    let budget = Budget { memory: 1000, ..Budget::DEFAULT };
    let analysis = analyse(&five, &Request::default().budget(budget), &NoObserver);
    assert_eq!(analysis.outcome, None);
    assert_eq!(analysis.stopped.map(|stopped| stopped.reason), Some(StopReason::Memory { limit: 1000 }));
    let analysis = analyse(&five, &Request::default().play(Play::Misere), &NoObserver);
    assert!(analysis.outcome.is_none() && analysis.stopped.is_some());
    // Only the requested number of moves is listed, but all of them are counted.
    let three = position(&*game("chase"), "3 1 1 3 3 black");
    let moves = analyse(&three, &Request::default().moves(1), &NoObserver).moves.unwrap();
    assert_eq!((moves.total, moves.listed.len()), (4, 1));
}

#[test]
fn loopy_positions_cannot_be_added() {
    let catalogue = Catalogue::new();
    for expression in [
        "chase(3,1,1,3,3) + nim(3)",
        "nim(3) + chase(3,1,1,3,3)",
        "-chase(3,1,1,3,3)",
        "chase(3,1,1,3,3) + chase(3,1,1,3,3)",
    ] {
        let wrong = Position::of_expression(&catalogue, expression).err().unwrap();
        assert_eq!(&expression[wrong.span.range()], "chase(3,1,1,3,3)", "{expression}");
    }
    let alone = Position::of_expression(&catalogue, "chase(white 1 diagonal)(3, 1, 1, 3, 3, black)").unwrap();
    assert_eq!(alone.to_string(), "chase(white 1 diagonal)(3,1,1,3,3,black)");
}

/// Plays a game of points from a won position. The loser also plays for points, and tries to repeat positions.
/// Returns the winner's lead when play ends or a position occurs for the third time.
fn won_game(opponent: &mut Opponent<'_>, start: &Position, seed: u64) -> i64 {
    let left = |position: &Position| {
        let loopy = position.ranked().unwrap();
        loopy.board().ranks().layer(loopy.rank()) as i64
    };
    let winner = start.ranked().unwrap().player();
    let mut state = seed;
    let mut position = copy(start);
    let (mut ahead, mut seen) = (0, HashMap::new());
    loop {
        let loopy = position.ranked().unwrap();
        let sign = if loopy.player() == winner { 1 } else { -1 };
        match loopy.end(Play::Normal) {
            Some(End::Won) => return ahead + sign * left(&position),
            Some(End::Lost) => return ahead - sign * left(&position),
            Some(End::Drawn) => return ahead,
            None => {}
        }
        let times = seen.entry(position.to_string()).or_insert(0);
        *times += 1;
        if *times == 3 {
            return ahead;
        }
        let chosen = match sign {
            1 => {
                opponent
                    .choose(&position, Player::Either, Observers::both(&NoObserver))
                    .unwrap()
                    .unwrap()
                    .step
            }
            _ => {
                let moves = opponent.analyse(&position, &NoObserver).moves.unwrap().listed;
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let known = moves.iter().find(|step| seen.contains_key(&position.after(step).to_string()));
                known.unwrap_or(&moves[(state >> 33) as usize % moves.len()]).clone()
            }
        };
        let after = position.after(&chosen);
        ahead += sign * (left(&position) - left(&after));
        position = after;
    }
}

#[test]
fn play_achieves_the_value_of_a_position() {
    let awari = game("awari(6)");
    let board = awari.board("").unwrap();
    let count: u64 = board.ranks().layers().iter().sum();
    let mut opponent = Opponent::new(Request::default(), Level::LAST, 5);
    let mut won = 0;
    // This position repeats if arbitrary best moves are made.
    let texts = ["1 0 0 1 1 0 0 1 0 0 0 0".to_owned()];
    let texts =
        texts.into_iter().chain((0..count).step_by(37).map(|rank| board.position_text(rank).unwrap()));
    for (seed, text) in (0..).zip(texts) {
        let start = position(&*awari, &text);
        let Some(Value::Points(points @ 1..)) = opponent.analyse(&start, &NoObserver).value else { continue };
        for round in 0..3 {
            assert!(won_game(&mut opponent, &start, seed * 3 + round) >= points, "{text}");
        }
        won += 1;
    }
    assert!(won > 200, "only {won} positions");
}

/// On a board too large to be solved as a whole, positions near the end are solved by searching the positions
/// reachable from them.
#[test]
fn connect_four_is_solved_near_its_end() {
    let catalogue = Catalogue::new();
    let usual = catalogue.game("connect-four(7x6)").unwrap();
    let analysis_of = |text: &str, memory: u64| {
        let position = Position::of_game(&*usual, text).unwrap();
        let request = Request::default().budget(Budget { memory, ..Budget::DEFAULT });
        (analyse(&position, &request, &NoObserver), position)
    };
    for seed in [1, 2, 3] {
        let text = late_position(&*usual, seed, 32);
        let (analysis, position) = analysis_of(&text, 1 << 30);
        assert!(analysis.stopped.is_none(), "{text}");
        assert_eq!(analysis.method.name.as_str(), "all reachable positions");
        assert_eq!(analysis.outcome, Some(plain_outcome(&position)), "{text}");
    }
    let limited = analysis_of("start", 1 << 20).0;
    assert!(limited.stopped.is_some_and(|stopped| matches!(stopped.reason, StopReason::Memory { .. })));
}

/// Returns a random position with `discs` discs in which play has not ended.
fn late_position(game: &dyn AnyGame, seed: u64, discs: usize) -> String {
    let mut random = seed;
    loop {
        let mut position = Position::start(game).unwrap();
        for _ in 0..discs {
            let moves = position.moves().unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(step) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            position = position.after(step);
        }
        let text = position.to_string();
        let text = text.split('"').nth(1).unwrap_or_default();
        if text.matches(['x', 'o']).count() == discs && position.ranked().unwrap().end(Play::Normal).is_none()
        {
            return text.to_owned();
        }
    }
}

/// Returns the outcome of a position by exhaustive search; play must end.
fn plain_outcome(position: &Position) -> Outcome {
    let ranked = position.ranked().unwrap();
    match ranked.end(Play::Normal) {
        Some(End::Won) => return Outcome::Next,
        Some(End::Lost) => return Outcome::Previous,
        Some(End::Drawn) => return Outcome::Draw,
        None => {}
    }
    let moves = position.moves().unwrap();
    let outcomes: Vec<Outcome> = moves.iter().map(|step| plain_outcome(&position.after(step))).collect();
    match outcomes {
        _ if outcomes.contains(&Outcome::Previous) => Outcome::Next,
        _ if outcomes.contains(&Outcome::Draw) => Outcome::Draw,
        _ => Outcome::Previous,
    }
}
