use super::*;
use std::collections::{HashMap, VecDeque};
use winways_kit::RankedBoard;
use winways_kit::any::ranked::FixedBoard;
use winways_kit::testing::rank_checks::{check_forms, check_steps, solve, value_of};
use winways_kit::view::Figure;
use winways_rules::{Play, RankedRuleset, Ranks};
use winways_solve::{SolvedRanks, SolvedValue, move_values};

/// An independent implementation of the rules, on a ring of pits numbered from 1, South's first. The field is the number of pits in
/// a row.
struct Ring(usize);

/// The pits by number, with index 0 unused, and `true` if South is to move.
type Board = (Vec<u32>, bool);

impl Ring {
    fn read(&self, text: &str) -> Board {
        let words: Vec<&str> = text.trim_matches('"').split(' ').collect();
        let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
        ([&[0], &numbers[..]].concat(), words.last() == Some(&"south"))
    }

    fn is_own(&self, pit: usize, south: bool) -> bool {
        (pit <= self.0) == south
    }

    fn row(&self, board: &Board, south: bool) -> u32 {
        (1..=2 * self.0).filter(|&pit| self.is_own(pit, south)).map(|pit| board.0[pit]).sum()
    }

    /// Returns the board after the stones of a pit are sown, even if the opponent is left without stones, and the number of
    /// captured stones.
    fn sown(&self, (pits, south): &Board, pit: usize) -> (Board, i64) {
        let (mut pits, mut captured) = (pits.clone(), 0);
        let mut ring: VecDeque<usize> = (1..=2 * self.0).collect();
        ring.rotate_left(pit);
        // The ring now ends with the pit itself.
        ring.pop_back();
        let mut sown = Vec::new();
        for _ in 0..std::mem::take(&mut pits[pit]) {
            let to = ring[0];
            ring.rotate_left(1);
            pits[to] += 1;
            sown.push(to);
        }
        let mut last = *sown.last().unwrap();
        while last > 0 && !self.is_own(last, *south) && [2, 3].contains(&pits[last]) {
            captured += i64::from(std::mem::take(&mut pits[last]));
            last -= 1;
        }
        ((pits, !south), captured)
    }

    fn options(&self, board: &Board) -> Vec<(Board, i64)> {
        let pits = (1..=2 * self.0).filter(|&pit| self.is_own(pit, board.1) && board.0[pit] > 0);
        pits.map(|pit| self.sown(board, pit)).filter(|(after, _)| self.row(after, after.1) > 0).collect()
    }

    /// Adds the values of `boards`, which are all boards with a certain number of stones. The values of boards with fewer stones
    /// must be known.
    ///
    /// In round n, play lasts at most n moves, after which the remaining stones are shared. The rounds end when no value changes.
    fn add_values(&self, boards: &[Board], values: &mut HashMap<Board, i64>) {
        values.extend(boards.iter().map(|board| (board.clone(), 0)));
        loop {
            let next: Vec<i64> = boards.iter().map(|board| self.best(board, values)).collect();
            if boards.iter().zip(&next).all(|(board, value)| values[board] == *value) {
                return;
            }
            values.extend(boards.iter().cloned().zip(next));
        }
    }

    fn best(&self, board: &Board, values: &HashMap<Board, i64>) -> i64 {
        let left = i64::from(self.row(board, true) + self.row(board, false));
        let moves = self.options(board);
        let results = moves.into_iter().map(|(after, captured)| captured - values[&after]);
        results.max().unwrap_or(if self.row(board, board.1) > 0 { left } else { -left })
    }
}

fn awari(parameter: &str) -> Awari {
    Awari::parse(parameter).unwrap()
}

#[test]
fn agrees_with_the_rules() {
    // With few pits and many stones, a move sows round the board more than once.
    for (stones, pits) in [(9, 1), (14, 2), (7, 3), (4, 6)] {
        let (game, ring) = (awari(&format!("{stones},{pits}")), Ring(pits));
        let solved = solve(&game, Play::Normal);
        let (mut values, mut start) = (HashMap::new(), 0);
        for size in RankedRuleset::layers(&game) {
            let texts = (start..start + size).map(|rank| game.write(&game.position(rank).unwrap()));
            let boards: Vec<Board> = texts.map(|text| ring.read(&text)).collect();
            // Boards with North to move are needed too. A rank is a board with South to move.
            let mirrored = |(pits, south): &Board| {
                let turned = [&[0], &pits[pits_of(pits)..], &pits[1..pits_of(pits)]].concat();
                (turned, !south)
            };
            let all: Vec<Board> = boards.iter().cloned().chain(boards.iter().map(mirrored)).collect();
            ring.add_values(&all, &mut values);
            for (rank, board) in (start..).zip(&boards) {
                let value = solved.value(rank).unwrap().unwrap();
                assert_eq!(value.points(), values[board], "{board:?}");
            }
            start += size;
        }
        check_steps(&game);
        check_forms(game, 0);
    }
}

/// Returns the index of North's first pit.
fn pits_of(pits: &[u32]) -> usize {
    pits.len() / 2 + 1
}

/// Returns the value of a position and of each of its moves, in the order of the pits.
fn values(game: &Awari, solved: &dyn SolvedRanks, text: &str) -> (i64, Vec<i64>) {
    let position = game.parse(text).unwrap();
    let rank = game.rank(&position);
    let move_values_by_rank: HashMap<u64, SolvedValue> =
        move_values(game, solved, rank).unwrap().into_iter().collect();
    let mut options = Vec::new();
    game.options(&position, &mut options);
    let moves = options.iter().map(|option| move_values_by_rank[&game.rank(option)].points()).collect();
    (solved.value(rank).unwrap().unwrap().points(), moves)
}

/// The example that comes with J. W. Romein's Awari game score database: sixteen stones, with the value of each move.
#[test]
fn the_published_score_of_a_board_comes_out() {
    let game = awari("16");
    let solved = solve(&game, Play::Normal);
    let found = values(&game, &solved, "1 1 1 1 1 2 4 2 3 0 0 0");
    assert_eq!(found, (0, vec![-1, -1, -2, -2, -2, 0]));
}

/// With one pit each, the player to move captures two stones at once, and a single stone moves to and fro.
#[test]
fn one_pit_each() {
    let value = |parameter: &str, text: &str| {
        let game = awari(parameter);
        value_of(&game, &solve(&game, Play::Normal), text)
    };
    // The only move would make two stones of the opponent's one and capture both. Since it would leave the opponent without stones,
    // it is not allowed.
    assert_eq!(value("2,1", "1 1"), SolvedValue::Won(2));
    // The stone moves to and fro for ever.
    assert_eq!(value("1,1", "1 0"), SolvedValue::Drawn);
    assert_eq!(value("1,1", "0 1 north"), SolvedValue::Drawn);
}

#[test]
fn north_is_south_seen_from_the_other_side() {
    let game = awari("6");
    let solved = solve(&game, Play::Normal);
    let [south, north] = ["0 0 0 0 1 2 1 0 1 0 0 0 south", "1 0 1 0 0 0 0 0 0 0 1 2 north"];
    assert_eq!(value_of(&game, &solved, south), value_of(&game, &solved, north));
    let north = game.parse(north).unwrap();
    assert_eq!(game.write(&north), "\"1 0 1 0 0 0 0 0 0 0 1 2 north\"");
    assert_eq!(game.player(&north), winways_rules::Player::Right);
}

/// The layers have the sizes given by Romein and Bal: C(n + 11, 11) boards with n stones.
#[test]
fn boards_are_counted() {
    let layers = RankedRuleset::layers(&awari("48"));
    assert_eq!(layers[14..16], [4_457_400, 7_726_160]);
    assert_eq!(layers[48], 279_871_768_995);
    assert_eq!(Ranks::layer(&awari("15"), layers[..15].iter().sum()), 15);
}

#[test]
fn wrong_input_is_pointed_at() {
    assert_eq!(Awari::parse("49").unwrap_err().span.range(), 0..2);
    assert_eq!(Awari::parse("12,7").unwrap_err().span.range(), 3..4);
    assert_eq!(FixedBoard::name(&awari("12 6")), "awari(12)");
    assert_eq!(FixedBoard::name(&awari("8, 3")), "awari(8,3)");
    let game = awari("4,2");
    let wrong = |text: &str| game.parse(text).unwrap_err();
    assert_eq!(wrong("1 1 1").message, "the input ends here");
    assert_eq!(wrong("1 1 1 2").to_string(), "there are 5 stones: expected at most 4");
    assert_eq!(wrong("1 1 1 1 east").message, "`east` is not a player");
    assert_eq!(wrong("1 1 1 1 \u{a0}north").message, "unexpected `\u{a0}`");
    assert_eq!(wrong("1 1 1 1 south 3").span.range(), 14..15);
    assert_eq!(game.parse("1 1 1 1").unwrap(), game.start().unwrap());
    assert_eq!(awari("5").start(), None);
}

#[test]
fn moves_are_pits() {
    let game = awari("6,2");
    let position = game.parse("1 1 0 3 north").unwrap();
    let steps = game.steps(&position);
    let moves: Vec<(&str, u64)> = steps.iter().map(|step| (step.name.as_str(), step.touches[0])).collect();
    assert_eq!(moves, [("pit 2", 3)]);
    assert_eq!(game.write(&steps[0].to), "\"2 2 1 0 south\"");
    let Figure::Heaps(heaps) = game.figure(&position) else { panic!("no heaps") };
    let labels: Vec<String> =
        heaps.heaps.iter().map(|heap| format!("{}: {}", heap.label, heap.tokens)).collect();
    assert_eq!(labels, ["South 1: 1", "South 2: 1", "North 1: 0", "North 2: 3"]);
}
