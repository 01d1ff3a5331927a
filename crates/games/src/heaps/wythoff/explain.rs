//! Explanations of the outcome of a pair of heaps.

use super::lost_pairs::{lost_pair, lost_under, pair_of_difference, place, winning_moves_under};
use winways_kit::Detail;
use winways_rules::Play;

/// Explains the outcome of the pair `small` ≤ `large`.
pub(super) fn explain(small: u64, large: u64, play: Play, detail: Detail) -> Vec<String> {
    let mut lines = Vec::new();
    if play == Play::Misere {
        lines.push(
            "misère: the lost pairs are (0,1), (2,2), and those of normal play from (3,5) on".to_owned(),
        );
    }
    if detail == Detail::Full {
        lines.extend(derivation(large - small, play));
    }
    if lost_under(play, small, large) {
        lines.extend(lost(small, large, play));
    } else {
        lines.push(won(small, large, play));
        if detail == Detail::Full {
            lines.extend(all_moves(small, large, play));
        }
    }
    lines
}

/// Describes how the lost pair of this difference is computed.
fn derivation(k: u64, play: Play) -> Vec<String> {
    let (a, b) = pair_of_difference(play, k);
    let mut lines =
        vec![format!("the heaps differ by {k}; exactly one lost pair has this difference, ({a}, {b})")];
    if play == Play::Normal || k > 1 {
        let wide = u128::from(k);
        lines.push(match (wide * wide).checked_mul(5) {
            Some(radicand) => format!(
                "it is floor({k} phi) = ({k} + isqrt(5 * {k}^2)) div 2 = ({k} + {}) div 2 = {a}, and {a} + {k} = {b}",
                radicand.isqrt()
            ),
            None => format!("it is floor({k} phi) = {a}, the greatest a with a (a - {k}) < {k}^2, and {a} + {k} = {b}"),
        });
    }
    lines
}

fn lost(small: u64, large: u64, play: Play) -> Vec<String> {
    if large == 0 {
        return vec!["both heaps are empty: no move is left, which is lost".to_owned()];
    }
    let which = match (play, small, large) {
        (Play::Misere, 0, 1) | (Play::Misere, 2, 2) => format!("({small}, {large}) is a lost pair"),
        _ => format!("({small}, {large}) is lost pair number {k} = {large} - {small}", k = large - small),
    };
    let no_way = "a move keeps one of the numbers, or the difference; each number and each difference occurs in \
                  one lost pair only, so no move leads from this one to another";
    vec![which, no_way.to_owned()]
}

/// States which case of the theorem applies to a won pair, and a winning move.
fn won(small: u64, large: u64, play: Play) -> String {
    if play == Play::Misere && small <= 2 {
        return match small {
            0 if large == 0 => "no move is left, which wins under misère play".to_owned(),
            0 => format!("the heap of 0 belongs to (0,1): take {} and leave 1", large - 1),
            1 => format!("the heap of 1 belongs to (0,1): take all {large} of the other"),
            _ => format!("the heap of 2 belongs to (2,2): take {} and leave 2", large - 2),
        };
    }
    if small == large {
        return match play {
            Play::Normal => format!("equal heaps: take {small} from both, which ends the game"),
            Play::Misere => format!("equal heaps: take {} from both, which leaves (2,2)", small - 2),
        };
    }
    if small == 0 {
        return format!("one heap is empty: take all {large} of the other");
    }
    let difference = large - small;
    match place(small) {
        (j, true) => {
            let (a, b) = lost_pair(j);
            if u128::from(large) > b {
                let taken = u128::from(large) - b;
                return format!(
                    "{small} = a_{j}, and {large} > b_{j} = {b}: take {taken} from the larger heap"
                );
            }
            let (target, _) = pair_of_difference(play, difference);
            let taken = a - target;
            format!(
                "{small} = a_{j}, and {large} < b_{j} = {b}: the pair of difference {difference} lies below, \
                 take {taken} from both"
            )
        }
        (j, false) => {
            let (a, _) = lost_pair(j);
            let taken = u128::from(large) - a;
            format!("{small} = b_{j}, whose partner a_{j} = {a} is less: take {taken} from the larger heap")
        }
    }
}

fn all_moves(small: u64, large: u64, play: Play) -> impl Iterator<Item = String> {
    winning_moves_under(play, small, large).map(move |(a, b)| {
        let pair = (a.min(b), a.max(b));
        let how = if a < small && b < large {
            format!("{} from both heaps", small - a)
        } else if b == large {
            format!("{} from the heap of {small}", small - a)
        } else {
            format!("{} from the heap of {large}", large - b)
        };
        format!("winning move: take {how}, which leaves ({}, {}), a lost pair", pair.0, pair.1)
    })
}
