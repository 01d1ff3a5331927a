//! Benchmarks of the engine for sparse spaces.
//!
//! Measures the heaps and operands per second of CPU time from heap 10⁸ on (from heap 10⁷ on for 0.376 and Grundy's game),
//! compares the engine with the plain method on 10⁵ heaps, and times complete proofs.
//!
//! The speed has an upper bound: each operand (a take, or a pair of a rare heap and a split) costs one vector shift for every
//! eight heaps, and the CPU executes one shift per cycle. With `WINWAYS_LONG=1`, Grundy's game is also
//! measured from heap 10⁸ on.

use std::sync::Arc;
use std::time::{Duration, Instant};
use winways::games::AnyGame;
use winways::tables::Keep;
use winways::{Budget, Catalogue, NoObserver};
use winways_rules::HeapRules;
use winways_solve::{NimSequence, SparseSequence};

fn game(name: &str) -> Arc<dyn AnyGame> {
    Catalogue::new().game(name).expect("the catalogue has the game")
}

fn rules(game: &dyn AnyGame) -> &dyn HeapRules {
    game.tables().heap_rules().expect("the game is played on heaps")
}

/// Returns the CPU time of this thread if the system reports it, and otherwise the elapsed time.
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

fn sequence(game: &dyn AnyGame, keep: Keep) -> SparseSequence {
    SparseSequence::new(rules(game), keep).expect("the game has a sparse space")
}

fn rate(game: &dyn AnyGame, from: u64) {
    let mut values = sequence(game, Keep::Last);
    values.ignore_periods();
    let extend = |values: &mut SparseSequence, heap| {
        values.extend_to(heap, Budget::DEFAULT, &NoObserver).expect("there is memory and time");
    };
    let whole = seconds(|| extend(&mut values, from));
    let more = seconds(|| extend(&mut values, from + from / 4));
    let moves = rules(game).take_and_break().expect("the game is a take-and-break game");
    let operands = values.rare_heaps().len() * moves.splits.len() + moves.takes.len();
    let (rate, sum) = (from as f64 / 4e6 / more, values.value(from + from / 4).unwrap_or(0));
    println!(
        "{:>12} {rate:8.1} M heaps/s from heap {from:.0e}, {whole:6.2} s to there; {operands} operands: {:.3} G/s, value {sum}",
        game.name(),
        operands as f64 * rate / 1e3
    );
}

fn against_the_plain_method(game: &dyn AnyGame) {
    let heaps = 100_000;
    let mut plain = NimSequence::new(rules(game));
    let slow = seconds(|| plain.extend_to(heaps, Budget::DEFAULT, &NoObserver).expect("there is memory"));
    let mut sparse = None;
    let fast = seconds(|| {
        let mut values = sequence(game, Keep::All);
        values.extend_to(heaps, Budget::DEFAULT, &NoObserver).expect("there is memory");
        sparse = Some(values);
    });
    let same = sparse.and_then(|values| values.value(heaps - 1)) == plain.values().get(99_999).copied();
    println!(
        "{:>12} 10^5 heaps: plain {slow:.2} s, sparse {fast:.3} s, {:.0} times; same last value: {same}",
        game.name(),
        slow / fast
    );
}

fn proof(game: &dyn AnyGame) -> f64 {
    let mut values = sequence(game, Keep::Last);
    let taken = seconds(|| {
        values.extend_to(1_000_000_000, Budget::DEFAULT, &NoObserver).expect("there is memory and time");
    });
    let period = values.period().expect("the game has a period");
    println!("{:>12} {taken:7.3} s: period {} from {}, proved", game.name(), period.period, period.preperiod);
    taken
}

fn main() {
    let long = std::env::var_os("WINWAYS_LONG").is_some();
    let octal = |code| game(&format!("octal({code})"));
    for code in ["0.106", "0.104", "0.356", "0.16", "0.054", "0.167", "0.454", "0.354"] {
        rate(&*octal(code), 100_000_000);
    }
    rate(&*octal("0.376"), 10_000_000);
    rate(&*game("grundy"), if long { 100_000_000 } else { 10_000_000 });
    for game in [octal("0.106"), octal("0.376"), game("grundy")] {
        against_the_plain_method(&*game);
    }
    let proofs = ["0.16", "0.56", "0.376", "0.354", "0.054", "0.104", "0.454"];
    let total: f64 = proofs.map(|code| proof(&*octal(code))).iter().sum();
    println!("the seven proofs together: {total:.2} s");
}
