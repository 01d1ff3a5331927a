//! Partizan Euclid: with t the remainder of p by q, Left replaces (p, q) by (q, t) and Right by (q, q − t).

use super::partizan_pairs::{Pair, PairRules, PartizanPairs};
use winways_kit::any::common;
use winways_kit::figures::changed;
use winways_kit::view::Figure;
use winways_kit::{ComponentMove, Page};
use winways_rules::{Options, RuleFault, Side};

game!("partizan-euclid", |_| Ok(common::partizan(RULES)));

pub(super) const RULES: PartizanPairs = PartizanPairs(&PartizanEuclid);

struct PartizanEuclid;

impl PairRules for PartizanEuclid {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn largest(&self) -> u64 {
        u64::MAX
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn fault(&self, (dividend, divisor): Pair) -> Option<&'static str> {
        (dividend < divisor).then_some("expected the greater number first")
    }

    fn options(
        &self,
        (dividend, divisor): Pair,
        side: Side,
        options: &mut Options<Pair>,
    ) -> Result<(), RuleFault> {
        let remainder = dividend % divisor;
        if remainder > 0 {
            let rest = if side == Side::Left { remainder } else { divisor - remainder };
            options.push([(divisor, rest)]);
        }
        Ok(())
    }

    fn option_bound(&self, (dividend, divisor): Pair) -> u64 {
        u64::from(dividend % divisor > 0)
    }

    fn figure(&self, (dividend, divisor): Pair) -> Figure {
        Figure::named_heaps([(dividend, "p"), (divisor, "q")])
    }

    fn touched(&self, (dividend, divisor): Pair, step: &ComponentMove<Pair>) -> Vec<u64> {
        let Some(to) = step.to.first() else { return Vec::new() };
        changed(&[dividend, divisor], &[to.0, to.1]).map(|index| index as u64).collect()
    }
}
