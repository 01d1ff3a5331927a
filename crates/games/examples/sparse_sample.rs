//! Recomputes a sample of the last values of a checkpoint from all moves and the values of smaller heaps.
//!
//! `cargo run --release -p winways-games --example sparse_sample -- GAME CHECKPOINT COUNT`
//!
//! A game with a sparse space has a mask such that rare heaps have values with an even number of ones in common with it, and all other
//! heaps have an odd number. Values of the second kind are *common*. A split has a common value if and only if exactly one of its heaps
//! is rare. So the value v of a heap is right if v is common, every smaller value is the value of an option, and v is not the value of an
//! option with a heap no larger than the last rare heap. The engine tries only splits with rare heaps; this program tries all splits with
//! a heap no larger than the last rare heap.

use std::env;
use std::error::Error;
use std::fs;
use std::ops::Range;
use winways_games::find;
use winways_rules::TakeAndBreak;
use winways_solve::SparseSequence;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [game, file, count] = &arguments[..] else {
        return Err("expected a game, a checkpoint and a number of heaps".into());
    };
    let count: u64 = count.parse()?;
    let named = find(game).ok_or("there is no such game")?;
    let game = (named.entry.make)(named.parameter).map_err(|wrong| wrong.to_string())?;
    let rules = game.tables().heap_rules().ok_or("the game has no table of heaps")?;
    let moves = rules.take_and_break().ok_or("the game is not a take-and-break game")?;
    let sequence = SparseSequence::resume(rules, &game.name(), &fs::read_to_string(file)?)?;
    let values = Values::of(&sequence)?;
    println!("{} heaps, {} of them rare, mask {:#b}", sequence.known(), values.rare.len(), values.mask);
    let heaps = values.recomputable()?;
    let mut state = 1_u64;
    for _ in 0..count {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let heap = heaps.start + (state >> 16) % (heaps.end - heaps.start);
        println!("heap {heap} has the value {}, by all moves too", values.recomputed(&moves, heap)?);
    }
    Ok(())
}

/// The values that a sequence keeps: the values of small heaps and of the last heaps.
struct Values {
    head: Vec<u16>,
    tail: Vec<u16>,
    /// The first heap of `tail`.
    first: u64,
    rare: Vec<u64>,
    mask: u16,
}

impl Values {
    fn of(sequence: &SparseSequence) -> Result<Values, Box<dyn Error>> {
        let head: Vec<u16> = (0..sequence.known()).map_while(|heap| sequence.value(heap)).collect();
        let mut tail: Vec<u16> = (0..sequence.known()).rev().map_while(|heap| sequence.value(heap)).collect();
        tail.reverse();
        let (first, rare) = (sequence.known() - tail.len() as u64, sequence.rare_heaps());
        let mut values = Values { head, tail, first, rare, mask: 0 };
        let mask = (1..=u16::MAX).find(|&mask| values.agree_with(mask));
        values.mask = mask.ok_or("no mask divides the values into those of rare heaps and others")?;
        Ok(values)
    }

    /// Returns `true` if the values of rare heaps, and no others, have an even number of ones in common with the mask.
    fn agree_with(&self, mask: u16) -> bool {
        let is_common = |value: u16| (value & mask).count_ones() % 2 == 1;
        let is_right = |(heap, &value): (u64, &u16)| {
            is_common(value) != (heap == 0 || self.rare.binary_search(&heap).is_ok())
        };
        (0..).zip(&self.head).all(is_right) && (self.first..).zip(&self.tail).all(is_right)
    }

    /// Returns the heaps for which all options with a heap no larger than the last rare heap have known values.
    fn recomputable(&self) -> Result<Range<u64>, Box<dyn Error>> {
        let reach = self.rare.last().copied().unwrap_or(0) + 64;
        let (start, end) = (self.first + reach, self.first + self.tail.len() as u64);
        if start >= end || self.head.len() as u64 <= reach {
            return Err("the checkpoint keeps too few values".into());
        }
        Ok(start..end)
    }

    /// Returns the value of a heap, computed from its options.
    fn recomputed(&self, moves: &TakeAndBreak, heap: u64) -> Result<u16, Box<dyn Error>> {
        let of_tail = |heap: u64| self.tail[(heap - self.first) as usize];
        let stated = of_tail(heap);
        let mut reached = vec![false; 1 << 16];
        for take in &moves.takes {
            reached[of_tail(heap - take) as usize] = true;
        }
        for split in &moves.splits {
            let total = heap - split;
            for (small, value) in
                (0..=total / 2).zip(&self.head).take_while(|(small, _)| total - small >= self.first)
            {
                if !moves.unequal || 2 * small != total {
                    reached[(value ^ of_tail(total - small)) as usize] = true;
                }
            }
        }
        let is_common = (stated & self.mask).count_ones() % 2 == 1;
        let is_least =
            !reached[stated as usize] && reached[..stated as usize].iter().all(|&is_reached| is_reached);
        match is_common && is_least {
            true => Ok(stated),
            false => Err(format!("heap {heap} does not have the value {stated}").into()),
        }
    }
}
