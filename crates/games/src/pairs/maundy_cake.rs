//! Maundy Cake: Left divides a cake into equal parts along columns, Right along rows.

use super::cake::{length, with_length};
use super::partizan_pairs::{Pair, PairRules, PartizanPairs};
use winways_kit::Page;
use winways_kit::any::common;
use winways_rules::{Options, RuleFault, Side};

game!("maundy-cake", |_| Ok(common::partizan(RULES)));

pub(super) const RULES: PartizanPairs = PartizanPairs(&MaundyCake);

struct MaundyCake;

impl PairRules for MaundyCake {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn options(&self, cake: Pair, side: Side, options: &mut Options<Pair>) -> Result<(), RuleFault> {
        let whole = length(cake, side);
        for count in (2..=whole).filter(|count| whole.is_multiple_of(*count)) {
            let part = with_length(cake, side, whole / count);
            options.push((0..count).map(|_| part));
        }
        Ok(())
    }

    /// Returns an upper bound on the total number of parts in all options of a player, which is the sum of the divisors of a side,
    /// minus 1.
    fn option_bound(&self, (rows, columns): Pair) -> u64 {
        let bound = |length: u64| if length > 1 { length * u64::from(length.ilog2() + 1) } else { 0 };
        bound(rows.max(columns))
    }

    fn integer(&self, (rows, columns): Pair) -> Option<i64> {
        let (rows, columns) = (divisors(rows), divisors(columns));
        let spare = |long: &[u64], short: &[u64]| long.iter().skip(short.len()).sum::<u64>() as i64;
        Some(spare(&columns, &rows) - spare(&rows, &columns))
    }
}

/// Returns the greatest proper divisor of a number, the greatest proper divisor of that divisor, and so on down to 1.
///
/// O(square root of the number).
fn divisors(mut number: u64) -> Vec<u64> {
    let mut all = Vec::new();
    let mut prime = 2;
    while number > 1 {
        while prime * prime <= number && !number.is_multiple_of(prime) {
            prime += 1;
        }
        number /= if prime * prime <= number { prime } else { number };
        all.push(number);
    }
    all
}
