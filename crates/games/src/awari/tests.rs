use super::*;
use crate::loopy::FixedBoard;
use crate::rank_checks::{Twin, check_forms, check_values, solve, value_of};
use std::collections::VecDeque;
use winways_rules::{End, LoopyBoard, Play};
use winways_solve::{RankValue, SolvedRanks};

/// The rules on a ring of pits that are numbered from 1, South's first; with the number of pits in a row.
struct Ring(usize);

/// The pits by number, place 0 empty; the stones captured by South and North; whether South is to move.
type Board = (Vec<u32>, [u32; 2], bool);

impl Ring {
    fn is_own(&self, pit: usize, south: bool) -> bool {
        (pit <= self.0) == south
    }

    fn row(&self, board: &Board, south: bool) -> u32 {
        (1..=2 * self.0).filter(|&pit| self.is_own(pit, south)).map(|pit| board.0[pit]).sum()
    }

    /// The board after the stones of a pit are sown, whatever that leaves to the opponent.
    fn sown(&self, (pits, captured, south): &Board, pit: usize) -> Board {
        let (mut pits, mut captured) = (pits.clone(), *captured);
        let mut ring: VecDeque<usize> = (1..=2 * self.0).collect();
        ring.rotate_left(pit);
        // Now the ring ends with the pit itself.
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
            captured[usize::from(!south)] += std::mem::take(&mut pits[last]);
            last -= 1;
        }
        (pits, captured, !south)
    }
}

impl Twin for Ring {
    type State = Board;

    fn read(&self, text: &str) -> Board {
        let words: Vec<&str> = text.split(' ').collect();
        let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let (pits, captured) = numbers.split_at(2 * self.0);
        ([&[0], pits].concat(), [captured[0], captured[1]], words.last() == Some(&"south"))
    }

    fn end(&self, board: &Board, _: Play) -> Option<End> {
        let (pits, captured, south) = board;
        let (own, others) = (captured[usize::from(!south)], captured[usize::from(*south)]);
        let left: u32 = pits.iter().sum();
        let result = |own: u32, others: u32| match own.cmp(&others) {
            std::cmp::Ordering::Less => End::Lost,
            std::cmp::Ordering::Equal => End::Drawn,
            std::cmp::Ordering::Greater => End::Won,
        };
        if own > others + left || others > own + left {
            return Some(result(own, others));
        }
        match self.options(board).is_empty() {
            false => None,
            true if self.row(board, *south) > 0 => Some(result(own + left, others)),
            true => Some(result(own, others + left)),
        }
    }

    fn options(&self, board: &Board) -> Vec<Board> {
        let pits = (1..=2 * self.0).filter(|&pit| self.is_own(pit, board.2) && board.0[pit] > 0);
        pits.map(|pit| self.sown(board, pit)).filter(|after| self.row(after, after.2) > 0).collect()
    }
}

fn awari(parameter: &str) -> Awari {
    Awari::parse(parameter).unwrap()
}

#[test]
fn agrees_with_the_rules() {
    // Few pits and many stones go round more than once.
    for (stones, pits) in [(9, 1), (14, 2), (7, 3), (4, 6)] {
        let game = awari(&format!("{stones},{pits}"));
        check_values(&game, &Ring(pits));
        check_forms(game, 0);
    }
}

/// A single pit each: the first player gives the stone away and gets it back, or captures.
#[test]
fn one_pit_each() {
    let value = |parameter: &str, text: &str| {
        let game = awari(parameter);
        value_of(&game, &solve(&game, Play::Normal), text)
    };
    // There is no other move, and it makes two of the opponent's one: all would be captured, so it may not be made.
    assert_eq!(value("2,1", "1 1"), RankValue::Won(0));
    // To and fro for ever.
    assert_eq!(value("1,1", "1 0"), RankValue::Drawn);
    assert_eq!(value("1,1", "0 1 0 0 north"), RankValue::Drawn);
}

#[test]
fn north_is_south_seen_from_the_other_side() {
    let game = awari("6");
    let solved = solve(&game, Play::Normal);
    let [south, north] = ["0 0 0 0 1 2 1 0 1 0 0 0 0 1 south", "1 0 1 0 0 0 0 0 0 0 1 2 1 0 north"];
    assert_eq!(value_of(&game, &solved, south), value_of(&game, &solved, north));
    let north = game.parse(north).unwrap();
    assert_eq!(game.write(&north), "\"1 0 1 0 0 0 0 0 0 0 1 2 1 0 north\"");
    assert_eq!(game.player(&north), winways_rules::Player::Right);
    assert_eq!(game.picture(&north), ["North  0 |  2  1  0  0  0  0", "South  1 |  1  0  1  0  0  0"]);
}

/// The layers are those of the tables of Romein and Bal: C(n + 11, 11) boards of n stones, once for each way of having
/// captured the others.
#[test]
fn boards_are_counted() {
    let layers = winways_rules::RankedRuleset::layers(&awari("15"));
    assert_eq!(layers[15], 7_726_160);
    assert_eq!(layers[14], 2 * 4_457_400);
    let all: u64 = winways_rules::RankedRuleset::layers(&awari("48")).iter().sum();
    // Boards of up to 48 stones with what is captured: 14 numbers with the sum 48.
    assert_eq!(all, crate::combinations::sets_of(61, 13));
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
    assert_eq!(
        wrong("1 1 1 2").to_string(),
        "there are 5 stones: expected 4, those included that are captured"
    );
    assert_eq!(wrong("1 1 1 0 1").message, "the input ends here");
    assert_eq!(wrong("1 1 1 1 east").message, "`east` is no player");
    assert_eq!(wrong("1 1 1 1 0 0 south 3").span.range(), 18..19);
    assert_eq!(game.parse("1 1 1 1").unwrap(), game.start().unwrap());
    assert_eq!(awari("5").start(), None);
    let start = game.start().unwrap();
    let after = game.parse("1 0 2 1 0 0 north").unwrap();
    assert_eq!(game.describe_move(&start, &after), "");
    let after = game.parse("1 0 0 1 2 0 north").unwrap();
    assert_eq!(game.describe_move(&start, &after), "pit 2, captures 2");
    let solved = solve(&game, Play::Normal);
    assert!(solved.value(0).is_ok());
}
