//! Cutcake: Left cuts a cake between two columns, Right between two rows.

use super::cake::{length, with_length};
use super::partizan_pairs::{Pair, PairRules, PartizanPairs};
use winways_kit::Page;
use winways_kit::any::common;
use winways_rules::{Options, RuleFault, Side};

game!("cutcake", |_| Ok(common::partizan(RULES)));

pub(super) const RULES: PartizanPairs = PartizanPairs(&Cutcake);

struct Cutcake;

impl PairRules for Cutcake {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    /// Appends each cut once: the order of the two parts does not matter.
    fn options(&self, cake: Pair, side: Side, options: &mut Options<Pair>) -> Result<(), RuleFault> {
        let whole = length(cake, side);
        for part in 1..=whole / 2 {
            options.push([with_length(cake, side, part), with_length(cake, side, whole - part)]);
        }
        Ok(())
    }

    fn option_bound(&self, (rows, columns): Pair) -> u64 {
        rows.max(columns) / 2
    }

    fn integer(&self, (rows, columns): Pair) -> Option<i64> {
        let spare = |long: u64, wide: u64| i64::try_from((long >> wide.ilog2()) - 1).ok();
        match rows.ilog2().cmp(&columns.ilog2()) {
            std::cmp::Ordering::Equal => Some(0),
            std::cmp::Ordering::Less => spare(columns, rows),
            std::cmp::Ordering::Greater => spare(rows, columns).map(|integer| -integer),
        }
    }
}
