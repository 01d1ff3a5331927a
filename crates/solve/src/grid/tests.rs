use super::*;
use crate::NoObserver;
use proptest::prelude::*;
use std::ops::ControlFlow;
use winways_rules::RuleFault;

/// Moves along rays, and steps that may increase one number but lower the total.
#[derive(Debug)]
struct Moves {
    rays: Vec<[u64; 2]>,
    steps: Vec<[i64; 2]>,
    splits: bool,
}

fn moved([a, b]: [u64; 2], [u, v]: [i64; 2]) -> Option<[u64; 2]> {
    Some([a.checked_add_signed(u)?, b.checked_add_signed(v)?])
}

impl PairRules for Moves {
    fn options(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        for &[u, v] in &self.rays {
            let (mut now, step) = (pair, [-(u as i64), -(v as i64)]);
            while let Some(next) = moved(now, step) {
                if visit(&[next]).is_break() {
                    return Ok(());
                }
                now = next;
            }
        }
        self.options_off_rays(pair, meter, visit)
    }

    fn rays(&self) -> &[[u64; 2]] {
        &self.rays
    }

    fn options_off_rays(
        &self,
        pair: [u64; 2],
        _: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let steps = self.steps.iter().filter_map(|&step| moved(pair, step)).map(|next| vec![next]);
        let splits = (1..pair[0].min(3) * u64::from(self.splits))
            .map(|first| vec![[first, pair[1]], [pair[0] - first, pair[1]]]);
        let _ = steps.chain(splits).try_for_each(|parts| visit(&parts));
        Ok(())
    }
}

/// Computes values by the definition, in order of totals, which all moves of the tests lower.
fn by_definition(moves: &Moves, side: u64) -> HashMap<[u64; 2], u32> {
    let mut values: HashMap<[u64; 2], u32> = HashMap::new();
    for total in 0..=2 * side {
        for a in 0..=total {
            let mut seen = Vec::new();
            moves
                .options([a, total - a], &mut Meter::default(), &mut |parts| {
                    seen.push(parts.iter().fold(0, |sum, part| sum ^ values[part]));
                    ControlFlow::Continue(())
                })
                .unwrap();
            let value = (0..).find(|value| !seen.contains(value)).unwrap();
            values.insert([a, total - a], value);
        }
    }
    values
}

fn moves() -> impl Strategy<Value = Moves> {
    let ray = (0u64..4, 0u64..4).prop_filter("a direction", |ray| *ray != (0, 0)).prop_map(|(u, v)| [u, v]);
    let step = (-4i64..4, -4i64..4).prop_filter("down", |(u, v)| u + v < 0).prop_map(|(u, v)| [u, v]);
    (prop::collection::vec(ray, 0..4), prop::collection::vec(step, 0..3), any::<bool>())
        .prop_map(|(rays, steps, splits)| Moves { rays, steps, splits })
}

proptest! {
    #[test]
    fn values_agree_with_the_definition(moves in moves(), side in 1u64..20) {
        let expected = by_definition(&moves, side);
        let mut grid = PairGrid::new(&moves, side, Budget::DEFAULT).unwrap();
        grid.extend(Budget::DEFAULT, &NoObserver).unwrap();
        prop_assert_eq!(grid.side(), side);
        for a in 0..side {
            for b in 0..side {
                prop_assert_eq!(grid.value(a, b), Some(expected[&[a, b]]), "at {} {}", a, b);
            }
            prop_assert_eq!(grid.row(a).len() as u64, side);
        }
    }
}

#[test]
fn memory_is_checked_before_allocation() {
    let rook = Moves { rays: vec![[1, 0], [0, 1]], steps: Vec::new(), splits: false };
    for side in [1 << 16, u64::MAX >> 1, u64::MAX] {
        let refused = PairGrid::new(&rook, side, Budget { memory: 1 << 20, ..Budget::DEFAULT });
        assert_eq!(refused.err().map(|stopped| stopped.reason), Some(StopReason::Memory { limit: 1 << 20 }));
    }
    // The memory suffices for the values and little more, so the growing lines exceed it.
    let fits =
        |memory: &u64| PairGrid::new(&rook, 100, Budget { memory: *memory, ..Budget::DEFAULT }).is_ok();
    let least = (40_000..60_000).find(fits).expect("a limit that the values fit into");
    for memory in [least, least + 800, least + 1600] {
        let small = Budget { memory, ..Budget::DEFAULT };
        let mut grid = PairGrid::new(&rook, 100, small).unwrap();
        let stopped = grid.extend(small, &NoObserver).map_err(|stopped| stopped.reason);
        assert_eq!(stopped, Err(StopReason::Memory { limit: memory }));
        let side = grid.side();
        assert!(side < 100 && (side > 1 || memory == least), "{side} of 100 with {memory} bytes");
        assert_eq!(grid.value(side, 0), None);
        assert!((0..side).all(|heap| grid.value(heap, 0) == Some(heap as u32)));
    }
}

/// An observer that ends the work at the first poll.
struct Stopper;

impl Observer for Stopper {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Timeout)
    }
}

#[test]
fn no_memory_is_cleared_for_work_that_is_to_end() {
    let rook = Moves { rays: vec![[1, 0], [0, 1]], steps: Vec::new(), splits: false };
    let mut grid = PairGrid::new(&rook, 5000, Budget::DEFAULT).unwrap();
    let stopped = grid.extend(Budget::DEFAULT, &Stopper).map_err(|stopped| stopped.reason);
    assert_eq!((stopped, grid.values.len()), (Err(StopReason::Timeout), 0));
}

#[test]
fn stopped_work_can_be_resumed() {
    let queen = Moves { rays: vec![[1, 0], [0, 1], [1, 1]], steps: vec![[-1, -3]], splits: true };
    let mut whole = PairGrid::new(&queen, 60, Budget::DEFAULT).unwrap();
    whole.extend(Budget::DEFAULT, &NoObserver).unwrap();
    let mut parts = PairGrid::new(&queen, 60, Budget::DEFAULT).unwrap();
    let mut stops = 0;
    for options in (0..).map(|part| part * 97) {
        let budget = Budget { options: Some(options), ..Budget::DEFAULT };
        if parts.extend(budget, &NoObserver).is_ok() {
            break;
        }
        stops += 1;
        assert!(parts.side() == 0 || parts.value(parts.side() - 1, 0).is_some());
    }
    assert!(stops > 60, "only {stops} stops");
    assert!((0..60).all(|a| whole.row(a) == parts.row(a)));
}
