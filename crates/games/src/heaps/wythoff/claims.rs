//! The theorems on Wythoff's pairs, each checked against pairs computed by other means.

use super::Wythoff;
use super::lost_pairs::{lost_pair, place};
use winways_kit::{Check, Claim, Halt};
use winways_rules::{Options, Ruleset};

pub(super) const CLAIMS: &[Claim] = &[
    claim!("wythoff", "wythoff-pairs", pairs),
    claim!("wythoff", "beatty", beatty),
    claim!("wythoff", "wythoff-properties", properties),
];

/// The lost pairs of heaps of at most `up_to` tokens, computed from the rules alone: no move leads from a lost pair to another.
struct Searched {
    lost: Vec<Vec<bool>>,
}

impl Searched {
    fn new(up_to: u64, check: &Check<'_>) -> Result<Self, Halt> {
        check.check_memory(up_to.saturating_add(1), up_to.saturating_add(1))?;
        let size = up_to as usize + 1;
        let mut searched = Searched { lost: vec![vec![false; size]; size] };
        let mut options = Options::new();
        for a in 0..=up_to {
            check.poll()?;
            for b in 0..=up_to {
                options.clear();
                Wythoff.options(&(a, b), &mut options)?;
                let wins = options.iter().any(|option| searched.is_lost(option[0]));
                searched.lost[a as usize][b as usize] = !wins;
            }
        }
        Ok(searched)
    }

    fn is_lost(&self, (a, b): (u64, u64)) -> bool {
        self.lost[a as usize][b as usize]
    }

    /// Returns the lost pairs (a, b) with a ≤ b, ordered by a.
    fn pairs(&self) -> Vec<(u64, u64)> {
        let size = self.lost.len() as u64;
        (0..size).flat_map(|a| (a..size).map(move |b| (a, b))).filter(|&pair| self.is_lost(pair)).collect()
    }
}

fn pairs(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let found = Searched::new(up_to, check)?.pairs();
    let mut used = vec![0; up_to as usize + 1];
    let mut differences = vec![0; up_to as usize + 1];
    for (k, &(a, b)) in (0u64..).zip(&found) {
        let least_unused =
            used.iter().position(|&count| count == 0).map_or(up_to + 1, |number| number as u64);
        check.compare(|| format!("a_{k}, the least number not used before"), least_unused, a)?;
        check.compare(|| format!("b_{k} = a_{k} + {k}"), a + k, b)?;
        check.compare(|| format!("lost pair number {k}"), lost_pair(k), (a.into(), b.into()))?;
        used[a as usize] += 1;
        used[b as usize] += u32::from(b != a);
        differences[(b - a) as usize] += 1;
    }
    for x in 1..=up_to {
        // The pair that contains x may reach beyond the range. Then no pair in the range may contain it.
        let in_range = lost_pair(place(x).0).1 <= up_to.into();
        check.compare(
            || format!("the number of lost pairs that contain {x}"),
            u32::from(in_range),
            used[x as usize],
        )?;
    }
    for (k, &count) in differences[..found.len()].iter().enumerate() {
        check.compare(|| format!("the number of lost pairs with difference {k}"), 1, count)?;
    }
    Ok(())
}

fn beatty(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    check.check_memory(up_to.saturating_add(1), 1)?;
    for t in 1..=8 {
        let mut times = vec![0u8; up_to as usize + 1];
        // Both alpha and beta are greater than 1, so no n beyond `up_to` gives a number in the range.
        for n in 1..=i128::from(up_to) {
            if n % (1 << 16) == 0 {
                check.poll()?;
            }
            let root = ((t * t + 4) * n * n).isqrt();
            let alpha = ((2 - t) * n + root).div_euclid(2);
            for number in [alpha, alpha + t * n] {
                if let Some(times) = times.get_mut(number as usize) {
                    *times = times.saturating_add(1);
                }
            }
        }
        for (number, &times) in times.iter().enumerate().skip(1) {
            check.compare(|| format!("the number of occurrences of {number} for t = {t}"), 1, times)?;
        }
    }
    Ok(())
}

fn properties(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let searched = Searched::new(up_to, check)?;
    let found = searched.pairs();
    let mut index = vec![None; up_to as usize + 1];
    for (k, &(a, b)) in found.iter().enumerate() {
        for number in [a, b] {
            let before = index[number as usize].replace(k);
            let case = || format!("property 1: an earlier lost pair with {number}");
            check.compare(case, None, before.filter(|&before| before != k))?;
        }
        let mut options = Options::new();
        Wythoff.options(&(a, b), &mut options)?;
        let leads_to_lost = options.iter().any(|option| searched.is_lost(option[0]));
        check.compare(
            || format!("property 2: a move from ({a}, {b}) to a lost pair"),
            false,
            leads_to_lost,
        )?;
        if a > 0 {
            check.compare(|| format!("j for a_{k} = {a}"), k as u64 - 1, j_of(a))?;
        }
    }
    for (a, b) in (0..=up_to).flat_map(|a| (a..=up_to).map(move |b| (a, b))) {
        let lost = searched.is_lost((a, b));
        check.compare(|| format!("the j-test for ({a}, {b})"), j_test(a, b), lost)?;
        for (x, y) in moves_of_property_3(&found, &index, a, b).filter(|_| !lost) {
            let leads_to_lost = searched.is_lost((x, y));
            check.compare(|| format!("property 3: from ({a}, {b}) to ({x}, {y})"), true, leads_to_lost)?;
        }
    }
    Ok(())
}

/// Returns ⌊a(√5 − 1)/2⌋.
fn j_of(a: u64) -> u64 {
    let a = u128::from(a);
    (((5 * a * a).isqrt() - a) / 2) as u64
}

fn j_test(a: u64, b: u64) -> bool {
    let pair = (u128::from(a), u128::from(b));
    let j = j_of(a);
    pair == lost_pair(j) || pair == lost_pair(j + 1)
}

/// Iterates over the pairs that the moves of property 3 leave. `found` and `index` come from the search.
fn moves_of_property_3(
    found: &[(u64, u64)],
    index: &[Option<usize>],
    a: u64,
    b: u64,
) -> impl Iterator<Item = (u64, u64)> {
    let pair_of = |number: u64| index[number as usize].map(|k| found[k]);
    let equal = (a == b && a > 0).then_some((0, 0));
    let by_a = pair_of(a).and_then(|(first, second)| match a == first {
        true if b > second => Some((a, second)),
        true => found.get((b - a) as usize).filter(|pair| pair.0 < a).copied(),
        false => Some((a, first)),
    });
    let by_b = pair_of(b).filter(|&(first, second)| b == second && a > first);
    [equal, by_a, by_b].into_iter().flatten()
}
