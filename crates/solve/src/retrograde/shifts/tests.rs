use super::*;
use crate::retrograde::layout::Layout;
use crate::retrograde::memory::MemoryStore;
use crate::retrograde::{messages, plain_values};
use crate::{Budget, NoObserver, Observer};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_rules::{End, Play, RankedRuleset, Shift, Status};
use winways_values::{Interrupt, Interruption};

/// A game of random shifts.
#[derive(Clone, Debug)]
struct Shifting {
    shifts: Shifts,
    statuses: Vec<Status>,
}

impl RankedRuleset for Shifting {
    type Position = u64;

    fn layers(&self) -> Vec<u64> {
        vec![2 * self.shifts.high * self.shifts.low]
    }

    fn rank(&self, position: &u64) -> u64 {
        *position
    }

    fn position(&self, rank: u64) -> Option<u64> {
        (self.statuses[rank as usize] != Status::Hole).then_some(rank)
    }

    fn end(&self, position: &u64, _: Play) -> Option<End> {
        match self.statuses[*position as usize] {
            Status::Ended(end) => Some(end),
            _ => None,
        }
    }

    fn options(&self, position: &u64, options: &mut Vec<u64>) {
        let Shifts { high, low, moves } = &self.shifts;
        let (side, h, l) = (position / low / high, position / low % high, position % low);
        for shift in &moves[side as usize] {
            if shift.from_high[h as usize] && shift.from_low[l as usize] {
                let (h, l) = (h.wrapping_add_signed(shift.high), l.wrapping_add_signed(shift.low));
                options.push(((1 - side) * high + h) * low + l);
            }
        }
    }

    fn shifts(&self) -> Option<Shifts> {
        Some(self.shifts.clone())
    }
}

/// Generates random moves on a board. Moves that would leave the board, or lead to a hole of the low part,
/// are impossible.
fn random_shifts() -> impl Strategy<Value = Shifting> {
    let size = (1u64..6, prop_oneof![1u64..8, 60u64..70, 120u64..135]);
    size.prop_flat_map(|(high, low)| {
        let shift =
            (-(high as i64) + 1..high as i64, prop_oneof![Just(0), -2i64..3, -(low as i64) + 1..low as i64]);
        let moves = prop::collection::vec((shift, any::<u64>()), 0..5);
        (Just((high, low)), moves.clone(), moves, any::<u64>(), 0u64..4)
    })
    .prop_map(|((high, low), first, second, seed, rarity)| {
        let rarity = [4, 10, 40, 400][rarity as usize];
        let statuses: Vec<Status> = (0..2 * high * low)
            .map(|rank| status(noise(seed, rank) % rarity, rank % low == low - 1))
            .collect();
        let all =
            |list: Vec<((i64, i64), u64)>| list.into_iter().map(|(by, seed)| shift(by, seed, high, low));
        Shifting {
            shifts: Shifts { high, low, moves: [all(first).collect(), all(second).collect()] },
            statuses,
        }
    })
}

/// Returns the status for a random number. Only the last position of a row may be a hole.
fn status(number: u64, is_last: bool) -> Status {
    match number {
        0 if is_last => Status::Hole,
        1 => Status::Ended(End::Lost),
        2 => Status::Ended(End::Won),
        3 => Status::Ended(End::Drawn),
        _ => Status::Open,
    }
}

fn shift((high, low): (i64, i64), seed: u64, highs: u64, lows: u64) -> Shift {
    let inside = |from: u64, by: i64, size: u64| from.checked_add_signed(by).is_some_and(|to| to < size);
    let from_high = (0..highs).map(|h| inside(h, high, highs) && !noise(seed, h).is_multiple_of(5)).collect();
    // No move leads to the last position of a row, since it may be a hole.
    let avoids_last = |l: u64| l.wrapping_add_signed(low) != lows - 1;
    let from_low = (0..lows)
        .map(|l| inside(l, low, lows) && avoids_last(l) && !noise(seed, l + 99).is_multiple_of(5))
        .collect();
    Shift { high, low, from_high, from_low }
}

fn noise(seed: u64, number: u64) -> u64 {
    let word = (seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^ word >> 29
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn shifts_agree_with_messages_and_plain_iteration(game in random_shifts(), misere: bool, threads in 1usize..4) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let layout = Layout::new(&game.layers(), 2);
        let checkpoints = MemoryStore::default();
        let budget = Budget { threads, ..Budget::DEFAULT };
        let build = Build { rules: &game, play, layout: &layout, checkpoints: &checkpoints, budget, observer: &NoObserver };
        let expected = Codes::new(&plain_values(&game, play));
        let board = Board::new(&game.shifts);
        for &width in Width::ALL.iter().filter(|width| width.is_available()) {
            prop_assert_eq!(&codes_with_width(&build, &game.shifts, width).unwrap(), &expected, "{:?}", width);
            let wide = sweep::<u32>(&build, &board, width).unwrap().unwrap();
            prop_assert_eq!(&Codes::new(&wide), &expected);
        }
        messages::run_threads(&build).unwrap();
        prop_assert_eq!(&checkpoints.into_codes(&layout), &expected);
    }
}

/// An observer that ends the work at poll number `last`, counted from 0, within a round, but never between rounds.
struct EndsWithin {
    polls: Arc<AtomicU64>,
    last: u64,
}

impl Observer for EndsWithin {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn interrupt(&self) -> Interrupt {
        let (polls, last) = (self.polls.clone(), self.last);
        Interrupt::new(move || match polls.fetch_add(1, Ordering::Relaxed) < last {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Interruption::User),
        })
    }
}

/// A token on a board of 128 by 40,000 cells. A move takes it 16 cells down or 5,000 cells to the left.
fn wide_board() -> Shifting {
    let (high, low) = (128, 40_000);
    let shift = |by_high: u64, by_low: u64| Shift {
        high: -(by_high as i64),
        low: -(by_low as i64),
        from_high: (0..high).map(|row| row >= by_high).collect(),
        from_low: (0..low).map(|column| column >= by_low).collect(),
    };
    let moves = [(); 2].map(|()| vec![shift(16, 0), shift(0, 5_000)]);
    let statuses = vec![Status::Open; 2 * (high * low) as usize];
    Shifting { shifts: Shifts { high, low, moves }, statuses }
}

#[test]
fn work_ends_within_a_round() {
    let game = wide_board();
    let layout = Layout::new(&game.layers(), 2);
    let work = |threads, last| {
        let observer = EndsWithin { polls: Arc::default(), last };
        let checkpoints = MemoryStore::default();
        let budget = Budget { threads, ..Budget::DEFAULT };
        let build = Build {
            rules: &game,
            play: Play::Normal,
            layout: &layout,
            checkpoints: &checkpoints,
            budget,
            observer: &observer,
        };
        let codes = codes(&build, &game.shifts);
        (codes, observer.polls.load(Ordering::Relaxed))
    };
    for threads in [1, 2] {
        let (whole, polls) = work(threads, u64::MAX);
        assert!(whole.is_ok());
        assert!(polls > 20, "{polls}");
        for last in [0, 1, 2, 3, 10, polls / 2, polls - 1] {
            let (cut, _) = work(threads, last);
            let Err(BuildError::Stopped(stopped)) = cut else {
                panic!("not stopped after {last} of {polls}")
            };
            assert_eq!(stopped.reason, StopReason::Interrupted);
        }
    }
}
