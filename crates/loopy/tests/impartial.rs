//! Compares Smith's labels with retrograde analysis.

mod common;

use common::{Lists, cases, graphs, ledger, product, retrograde};
use proptest::prelude::*;
use winways_loopy::{Ending, ImpartialLabel, ImpartialLoops};

fn impartial(lists: Lists) -> Lists {
    lists.into_iter().map(|[left, _]| [left.clone(), left]).collect()
}

/// The sum of nimbers and the sum of steps, if every position has a nimber.
fn rank(loops: &ImpartialLoops, sum: &[u32]) -> Option<(u64, u64)> {
    let parts: Option<Vec<(u64, u64)>> = sum
        .iter()
        .map(|&vertex| match loops.label(vertex) {
            ImpartialLabel::Nimber(nimber) => Some((nimber.0, loops.step(vertex)?.into())),
            ImpartialLabel::Infinity(_) => None,
        })
        .collect();
    Some(parts?.into_iter().fold((0, 0), |(nimbers, steps), (nimber, step)| (nimbers + nimber, steps + step)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 2_000, 100_000)))]

    #[test]
    fn labels_agree_with_retrograde_analysis_of_sums(lists in graphs(8)) {
        let lists = impartial(lists);
        let loops = ImpartialLoops::new(lists.iter().map(|[left, _]| left.clone()).collect(), &ledger()).unwrap();
        let ending = |wins: Option<bool>| match wins {
            Some(true) => Ending::Wins,
            Some(false) => Ending::Loses,
            None => Ending::Draws,
        };
        let count = lists.len() as u32;
        let two = product(&lists, &lists);
        let three = product(&two, &lists);
        let (of_one, of_two, of_three) = (retrograde(&lists), retrograde(&two), retrograde(&three));
        for g in 0..count {
            prop_assert_eq!(loops.outcome(&[g]), ending(of_one[g as usize][0]));
            for h in 0..count {
                prop_assert_eq!(loops.outcome(&[g, h]), ending(of_two[(g * count + h) as usize][0]));
                for k in 0..count {
                    let found = ending(of_three[((g * count + h) * count + k) as usize][0]);
                    prop_assert_eq!(loops.outcome(&[g, h, k]), found);
                    prop_assert_eq!(loops.winning_move(&[g, h, k]).is_some(), found == Ending::Wins);
                }
            }
        }
    }

    #[test]
    fn the_winner_never_goes_round_in_circles(lists in graphs(8), start in prop::collection::vec(0..8_u32, 1..4)) {
        let lists = impartial(lists);
        let loops = ImpartialLoops::new(lists.iter().map(|[left, _]| left.clone()).collect(), &ledger()).unwrap();
        let sum: Vec<u32> = start.into_iter().map(|vertex| vertex % lists.len() as u32).collect();
        if loops.outcome(&sum) != Ending::Loses {
            return Ok(());
        }
        for place in 0..sum.len() {
            for &option in loops.options(sum[place]) {
                let mut after = sum.clone();
                after[place] = option;
                let (reply, to) = loops.winning_move(&after).expect("the opponent of a lost position wins");
                after[reply] = to;
                prop_assert_eq!(loops.outcome(&after), Ending::Loses);
                prop_assert!(rank(&loops, &after) < rank(&loops, &sum));
            }
        }
    }
}

#[test]
fn labels_are_printed_as_in_the_literature() {
    let loops = ImpartialLoops::new(vec![vec![], vec![0, 1], vec![1], vec![3]], &ledger()).unwrap();
    let texts: Vec<String> = (0..4).map(|vertex| loops.label(vertex).to_string()).collect();
    assert_eq!(texts, ["0", "∞(0)", "0", "∞"]);
}
