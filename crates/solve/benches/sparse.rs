//! The engine of sparse spaces: heaps a second of CPU time at heap 10⁸, beside what it has to read, and against the plain
//! method on 10⁵ heaps; then whole proofs.
//!
//! The bound: every operand (a rare heap and a split, or a take) is one vector shift for eight heaps, and the machine
//! does one in a cycle. `WINWAYS_LONG=1` takes Grundy's game to 10⁸ too, instead of 10⁷.

use std::time::{Duration, Instant};
use winways_rules::{Excluded, HeapRules, Recurrence, TakeAndBreak};
use winways_solve::{Budget, Keep, NimSequence, Silent, SparseSequence};

/// An octal code, or Grundy's game.
struct Game {
    name: &'static str,
    digits: Vec<u8>,
    unequal: bool,
}

impl Game {
    fn octal(name: &'static str) -> Game {
        let digits = name.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        Game { name, digits, unequal: false }
    }

    fn grundy() -> Game {
        Game { name: "grundy", digits: vec![4], unequal: true }
    }

    fn allowing(&self, leave: u8, from: usize) -> Vec<u64> {
        let digits = self.digits.iter().enumerate().skip(from);
        digits.filter(|(_, digit)| *digit & leave != 0).map(|(taken, _)| taken as u64).collect()
    }
}

impl HeapRules for Game {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) {
        for (taken, &digit) in self.digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 && taken > 0 {
                excluded.nothing();
            }
            if digit & 2 != 0 && rest > 0 && taken > 0 {
                excluded.heap(rest);
            }
            if digit & 4 != 0 && self.unequal {
                excluded.unequal_pairs(rest, 1);
            } else if digit & 4 != 0 {
                excluded.pairs(rest, 1);
            }
        }
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        let (takes, splits) = (self.allowing(2, 1), self.allowing(4, 0));
        Some(TakeAndBreak { takes, splits, unequal: self.unequal, regular_from: self.digits.len() as u64 })
    }
}

/// The CPU time of this thread, where the system tells it; else the time of day.
fn cpu_time(start: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    let before = cpu_time(start);
    work();
    cpu_time(start).saturating_sub(before).as_secs_f64()
}

fn sequence(game: &Game, keep: Keep) -> SparseSequence {
    SparseSequence::new(game, keep).expect("the game has a sparse space")
}

fn rate(game: &Game, from: u64) {
    let mut values = sequence(game, Keep::Last);
    values.ignore_periods();
    let extend = |values: &mut SparseSequence, heap| {
        values.extend_to(heap, Budget::DEFAULT, &Silent).expect("there is memory and time");
    };
    let whole = seconds(|| extend(&mut values, from));
    let more = seconds(|| extend(&mut values, from + from / 4));
    let operands = values.rare_heaps().len() * game.allowing(4, 0).len() + game.allowing(2, 1).len();
    let (rate, sum) = (from as f64 / 4e6 / more, values.value(from + from / 4).unwrap_or(0));
    println!(
        "{:>7} {rate:8.1} M heaps/s from heap {from:.0e}, {whole:6.2} s to there; {operands} operands: {:.3} G/s, value {sum}",
        game.name,
        operands as f64 * rate / 1e3
    );
}

fn against_the_plain_method(game: &Game) {
    let heaps = 100_000;
    let mut plain = NimSequence::new(game);
    let slow = seconds(|| plain.extend_to(heaps, Budget::DEFAULT, &Silent).expect("there is memory"));
    let mut sparse = None;
    let fast = seconds(|| {
        let mut values = sequence(game, Keep::All);
        values.extend_to(heaps, Budget::DEFAULT, &Silent).expect("there is memory");
        sparse = Some(values);
    });
    let same = sparse.and_then(|values| values.value(heaps - 1)) == plain.values().get(99_999).copied();
    println!(
        "{:>7} 10^5 heaps: plain {slow:.2} s, sparse {fast:.3} s, {:.0} times; same last value: {same}",
        game.name,
        slow / fast
    );
}

fn proof(game: &Game) -> f64 {
    let mut values = sequence(game, Keep::Last);
    let taken = seconds(|| {
        values.extend_to(1_000_000_000, Budget::DEFAULT, &Silent).expect("there is memory and time");
    });
    let period = values.period().expect("the game has a period");
    println!("{:>7} {taken:7.3} s: period {} from {}, proved", game.name, period.period, period.preperiod);
    taken
}

fn main() {
    let long = std::env::var_os("WINWAYS_LONG").is_some();
    for name in ["0.106", "0.104", "0.356", "0.16", "0.054", "0.167", "0.454", "0.354"] {
        rate(&Game::octal(name), 100_000_000);
    }
    rate(&Game::octal("0.376"), 10_000_000);
    rate(&Game::grundy(), if long { 100_000_000 } else { 10_000_000 });
    for game in [Game::octal("0.106"), Game::octal("0.376"), Game::grundy()] {
        against_the_plain_method(&game);
    }
    let proofs = ["0.16", "0.56", "0.376", "0.354", "0.054", "0.104", "0.454"];
    let total: f64 = proofs.map(|name| proof(&Game::octal(name))).iter().sum();
    println!("the seven proofs together: {total:.2} s");
}
