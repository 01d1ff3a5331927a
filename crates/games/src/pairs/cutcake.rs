//! Cutcake: Left cuts a cake between two columns, Right between two rows.

use super::cake::{LARGEST, cake_notation, figure, length, touched, with_length};
use super::partizan_pairs::{Pair, PairRules, PartizanPairs};
use winways_kit::any::partizan;
use winways_kit::view::Figure;
use winways_kit::{ComponentMove, Entry, Page, Theorem};
use winways_rules::{Options, Play, RuleFault, Side};

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(partizan::shared(RULES)), claims: &[] }];

pub(super) const RULES: PartizanPairs = PartizanPairs(&Cutcake);

static PAGE: Page = Page {
    name: "cutcake",
    title: "Cutcake",
    parameter: None,
    rules: "A rectangular cake is scored into square pieces. Left cuts a cake in two between two of its columns, Right between \
            two of its rows.",
    notation: cake_notation!(),
    example: "cutcake 4,9 5,3",
    theorems: &[Theorem {
        name: "Cutcake by powers of two",
        play: Play::Normal,
        statement: "Let 2^i be the greatest power of two that is at most the number r of rows, and 2^j that of the number c of \
                    columns. The value of the cake is 0 if i = j, the integer part of c / 2^i less 1 if i < j, and the \
                    negative of the integer part of r / 2^j less 1 if i > j.",
    }],
    sources: &["E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 2 (Cutcake)"],
    known_values: &[
        ("1,1", "0"),
        ("1,2", "1"),
        ("2,1", "-1"),
        ("1,5", "4"),
        ("2,3", "0"),
        ("2,4", "1"),
        ("4,9", "1"),
        ("8,3", "-3"),
        ("1,4 5,3", "2"),
    ],
    range: "all cakes of at most N rows and N columns",
    default_range: 6,
};

struct Cutcake;

impl PairRules for Cutcake {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn largest(&self) -> u64 {
        LARGEST
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

    fn is_symmetric(&self) -> bool {
        true
    }

    fn integer(&self, (rows, columns): Pair) -> Option<i64> {
        let spare = |long: u64, wide: u64| i64::try_from((long >> wide.ilog2()) - 1).ok();
        match rows.ilog2().cmp(&columns.ilog2()) {
            std::cmp::Ordering::Equal => Some(0),
            std::cmp::Ordering::Less => spare(columns, rows),
            std::cmp::Ordering::Greater => spare(rows, columns).map(|integer| -integer),
        }
    }

    fn figure(&self, cake: Pair) -> Figure {
        figure(cake)
    }

    fn touched(&self, cake: Pair, step: &ComponentMove<Pair>) -> Vec<u64> {
        touched(cake, step)
    }
}
