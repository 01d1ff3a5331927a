//! A fast Domineering solver on bitboards, as a workload of real canonical forms.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use winways_values::{ArenaError, Game, Session};

/// A solver that caches the values of connected sets of free cells, moved to a corner of an 8×8 board. The least of the
/// symmetric images represents all of them.
#[derive(Default)]
pub(crate) struct Domineering {
    values: HashMap<u64, Game, BuildHasherDefault<Mixer>>,
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words")
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(word ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Domineering {
    /// Converts the cells of a board with rows of `width` bits to rows of 8 bits.
    pub(crate) fn board(cells: u64, width: u32) -> u64 {
        (0..8)
            .fold(0, |board, row| board | (cells >> (width * row).min(63) & ((1 << width) - 1)) << (8 * row))
    }

    pub(crate) fn components(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn value(&mut self, session: &mut Session, cells: u64) -> Result<Game, ArenaError> {
        let mut rest = cells;
        let mut sum = Game::ZERO;
        while rest != 0 {
            let component = component(rest);
            rest &= !component;
            if component & (component - 1) != 0 {
                let value = self.component_value(session, component)?;
                sum = session.add(sum, value)?;
            }
        }
        Ok(sum)
    }

    fn component_value(&mut self, session: &mut Session, component: u64) -> Result<Game, ArenaError> {
        let (component, negative) = representative(component);
        let value = match self.values.get(&component) {
            Some(&value) => value,
            None => {
                let left = self.options(session, component, 8)?;
                let right = self.options(session, component, 1)?;
                let value = session.form(&left, &right)?;
                self.values.insert(component, value);
                value
            }
        };
        Ok(if negative { -value } else { value })
    }

    fn options(&mut self, session: &mut Session, cells: u64, step: u32) -> Result<Vec<Game>, ArenaError> {
        let mut options = Vec::new();
        let mut places = cells & cells >> step & if step == 1 { !(COLUMN << 7) } else { !0 };
        while places != 0 {
            let place = places & places.wrapping_neg();
            places &= places - 1;
            options.push(self.value(session, cells & !(place | place << step))?);
        }
        Ok(options)
    }
}

/// Returns the cells connected to the lowest cell.
fn component(cells: u64) -> u64 {
    let mut component = cells & cells.wrapping_neg();
    loop {
        let sideways = (component & !(COLUMN << 7)) << 1 | (component & !COLUMN) >> 1;
        let grown = (component | sideways | component << 8 | component >> 8) & cells;
        if grown == component {
            return component;
        }
        component = grown;
    }
}

/// Returns the least of the eight images of a component, and `true` if it is an image with rows and columns exchanged.
fn representative(component: u64) -> (u64, bool) {
    let straight = least(component);
    let exchanged = least(transpose(component));
    if exchanged < straight { (exchanged, true) } else { (straight, false) }
}

fn least(component: u64) -> u64 {
    let flipped = component.swap_bytes();
    let images = [component, flipped, mirror(component), mirror(flipped)];
    images.into_iter().map(cornered).min().unwrap_or(0)
}

fn cornered(component: u64) -> u64 {
    let component = component >> (component.trailing_zeros() / 8 * 8);
    let columns = (0..8).fold(0, |columns, row| columns | component >> (8 * row)) & 0xff;
    component >> columns.trailing_zeros()
}

fn mirror(board: u64) -> u64 {
    board.swap_bytes().reverse_bits()
}

/// Exchanges rows and columns, in blocks of 1, 2 and 4.
fn transpose(board: u64) -> u64 {
    let step = |board: u64, mask: u64, shift: u32| {
        let changed = (board ^ board >> shift) & mask;
        board ^ changed ^ changed << shift
    };
    let board = step(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = step(board, 0x0000_cccc_0000_cccc, 14);
    step(board, 0x0000_0000_f0f0_f0f0, 28)
}
