//! Eatcake: Left eats a column of a cake, Right a row.

use super::cake::{length, with_length};
use super::partizan_pairs::{Pair, PairRules, PartizanPairs};
use winways_kit::Page;
use winways_kit::any::common;
use winways_rules::{Options, RuleFault, Side};

game!("eatcake", |_| Ok(common::partizan(RULES)));

pub(super) const RULES: PartizanPairs = PartizanPairs(&Eatcake);

struct Eatcake;

impl PairRules for Eatcake {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    /// Appends each option once: the order of the two parts does not matter.
    fn options(&self, cake: Pair, side: Side, options: &mut Options<Pair>) -> Result<(), RuleFault> {
        let rest = length(cake, side) - 1;
        for part in 0..=rest / 2 {
            let parts = [part, rest - part].into_iter().filter(|&part| part > 0);
            options.push(parts.map(|part| with_length(cake, side, part)));
        }
        Ok(())
    }

    fn option_bound(&self, (rows, columns): Pair) -> u64 {
        rows.max(columns).div_ceil(2)
    }
}
