//! Octal and hexadecimal games: a code defines how many tokens may be taken from a heap and into how many heaps the rest may be
//! split.

mod game;

pub use game::Octal;

use crate::heaps::partizan_heaps;
use crate::theory::sprague_grundy;
use game::{HEXADECIMAL, OCTAL};
use winways_kit::{Claim, Entry};

pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        page: &OCTAL,
        make: |code| partizan_heaps::one_or_two(&partizan_heaps::OCTAL, code, Octal::parse),
        claims: CLAIMS,
    },
    Entry {
        page: &HEXADECIMAL,
        make: |code| partizan_heaps::one_or_two(&partizan_heaps::OCTAL, code, Octal::parse_hexadecimal),
        claims: &[],
    },
];

const CLAIMS: &[Claim] = &[sprague_grundy::CLAIM];
