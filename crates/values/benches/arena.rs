//! Benchmarks of the arena of canonical forms: `cargo bench -p winways-values --bench arena [NAME]`. Every line shows
//! the least processor time of several runs, the counts of operations, and the contents of the arena. The counts must
//! not change unless the arena does.

mod domineering;

use std::collections::HashSet;
use std::time::Instant;

use domineering::Domineering;
use winways_values::{Arena, ArenaError, Dyadic, Game, Relation, Session};

type Result<T> = std::result::Result<T, ArenaError>;

type Job = fn(&mut Session) -> Result<String>;

fn main() -> Result<()> {
    let filter: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |name: &str| filter.is_empty() || filter.iter().any(|part| name.contains(part));
    let jobs: [(&str, Job); 14] = [
        ("day 3", day_three),
        ("16 incommensurable switches", incommensurable_switches),
        ("sum of +-k, k <= 24", |session| switches(session, (1..=24).collect())),
        ("sum of +-2^k, k <= 20", |session| switches(session, (0..=20).map(|k| 1 << k).collect())),
        ("ten games {3k|k||-2k|-5k}", ten_games),
        ("nine hot terms, G - G", nine_terms),
        ("random comparisons", random_comparisons),
        ("domineering 5x4, all subsets", |session| all_subsets(session, 5, 4)),
        ("domineering 4x4", |session| empty_board(session, 4, 4)),
        ("domineering 6x4", |session| empty_board(session, 6, 4)),
        ("domineering 6x4, G + G", doubled),
        ("domineering 5x5", |session| empty_board(session, 5, 5)),
        ("domineering 7x4", |session| empty_board(session, 7, 4)),
        ("domineering 6x5 (large)", |session| empty_board(session, 6, 5)),
    ];
    for (name, job) in jobs {
        if !wanted(name) || name.contains("large") && filter.is_empty() {
            continue;
        }
        let (mut best, mut total, mut report) = (f64::INFINITY, 0.0, String::new());
        while total < 0.2 {
            let arena = Arena::default();
            let (clock, start) = (Instant::now(), processor_time());
            let found = job(&mut arena.session())?;
            let (clock, time) = (clock.elapsed().as_secs_f64(), processor_time() - start);
            // The processor time has a coarse resolution, and short runs are rarely interrupted.
            best = best.min(if clock < 0.02 { clock } else { time });
            total += clock;
            report = format!("{found}; {}", describe(&arena));
        }
        println!("{name}: {:.3} ms; {report}", best * 1e3);
    }
    Ok(())
}

/// Returns the processor time of this thread in seconds, or the wall-clock time if the system does not report it.
fn processor_time() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn describe(arena: &Arena) -> String {
    let statistics = arena.statistics();
    let share = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
    format!(
        "{} records, {} options, {:.1} MiB; forms {} ({:.0} % numbers), comparisons {} ({:.0} % remembered), sums {} ({:.0} % remembered)",
        statistics.records,
        statistics.options,
        statistics.bytes as f64 / f64::from(1 << 20),
        statistics.forms,
        share(statistics.numbers, statistics.forms),
        statistics.comparisons,
        share(statistics.comparison_hits, statistics.comparisons),
        statistics.sums,
        share(statistics.sum_hits, statistics.sums),
    )
}

/// Computes the games born by day 3 from pairs of antichains of games born by day 2.
fn day_three(session: &mut Session) -> Result<String> {
    let mut values: Vec<Game> = Vec::new();
    let mut pairs = 0;
    for _ in 0..=3 {
        let antichains = antichains(session, &values)?;
        pairs = antichains.len() * antichains.len();
        values.clear();
        for left in &antichains {
            for right in &antichains {
                values.push(session.form(left, right)?);
            }
        }
        values.sort_unstable();
        values.dedup();
    }
    Ok(format!("{} games from {pairs} pairs", values.len()))
}

fn antichains(session: &mut Session, values: &[Game]) -> Result<Vec<Vec<Game>>> {
    let mut all: Vec<Vec<Game>> = vec![Vec::new()];
    for &value in values {
        for index in 0..all.len() {
            let mut confused = true;
            for &other in &all[index] {
                confused &= session.compare(other, value)? == Relation::Confused;
            }
            if confused {
                let mut chain = all[index].clone();
                chain.push(value);
                all.push(chain);
            }
        }
    }
    Ok(all)
}

fn switch(session: &mut Session, left: i64, right: i64) -> Result<Game> {
    let (left, right) = (session.integer(left)?, session.integer(right)?);
    session.form(&[left], &[right])
}

/// Adds switches {a|b} whose partial sums all differ: the form of the sum is a complete tree.
fn incommensurable_switches(session: &mut Session) -> Result<String> {
    let mut sum = Game::ZERO;
    for k in 0..16 {
        let term = switch(session, 3i64.pow(k) + 7, -2 * 3i64.pow(k))?;
        sum = session.add(sum, term)?;
    }
    Ok(format!("stops {} {}", session.left_stop(sum), session.right_stop(sum)))
}

fn switches(session: &mut Session, sizes: Vec<i64>) -> Result<String> {
    let mut sum = Game::ZERO;
    for size in sizes {
        let term = switch(session, size, -size)?;
        sum = session.add(sum, term)?;
    }
    Ok(format!("left stop {}", session.left_stop(sum)))
}

fn ten_games(session: &mut Session) -> Result<String> {
    let mut sum = Game::ZERO;
    for k in 1..=10 {
        let (left, right) = (switch(session, 3 * k, k)?, switch(session, -2 * k, -5 * k)?);
        let term = session.form(&[left], &[right])?;
        sum = session.add(sum, term)?;
    }
    Ok(format!("stops {} {}", session.left_stop(sum), session.right_stop(sum)))
}

fn nine_terms(session: &mut Session) -> Result<String> {
    let mut sums = [Game::ZERO; 2];
    for k in 1..=9 {
        let (left, right) = (switch(session, 4 * k + 1, k)?, switch(session, -k, -3 * k - 2)?);
        let term = session.form(&[left], &[right])?;
        sums[0] = session.add(sums[0], term)?;
    }
    for k in (1..=9).rev() {
        let (left, right) = (switch(session, 4 * k + 1, k)?, switch(session, -k, -3 * k - 2)?);
        let term = session.form(&[left], &[right])?;
        sums[1] = session.add(sums[1], -term)?;
    }
    let difference = session.add(sums[0], sums[1])?;
    Ok(format!("{:?}", session.as_number(difference)))
}

/// Creates forms of random earlier values, and compares all pairs.
fn random_comparisons(session: &mut Session) -> Result<String> {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut values = vec![Game::ZERO, Game::STAR];
    for numerator in -4..=4 {
        values.push(session.number(&Dyadic::new(numerator, 1))?);
    }
    while values.len() < 1000 {
        let mut pick = || (0..1 + random(3)).map(|_| values[random(values.len())]).collect::<Vec<_>>();
        let (left, right) = (pick(), pick());
        let form = session.form(&left, &right)?;
        if session.as_number(form).is_none() {
            values.push(form);
        }
    }
    let mut relations = [0u64; 4];
    let start = processor_time();
    for &some in &values {
        for &other in &values {
            relations[session.compare(some, other)? as usize] += 1;
        }
    }
    let rate = (values.len() * values.len()) as f64 / (processor_time() - start);
    Ok(format!("{relations:?}, {:.1} M pairs/s", rate / 1e6))
}

fn all_subsets(session: &mut Session, width: u32, height: u32) -> Result<String> {
    let mut solver = Domineering::default();
    let mut values = HashSet::new();
    let mut numbers = 0;
    for cells in 0..1u64 << (width * height) {
        let value = solver.value(session, Domineering::board(cells, width))?;
        numbers += u32::from(session.as_number(value).is_some());
        values.insert(value);
    }
    Ok(format!("{} values, {numbers} numbers, {} components", values.len(), solver.components()))
}

fn empty_board(session: &mut Session, width: u32, height: u32) -> Result<String> {
    let mut solver = Domineering::default();
    let value = solver.value(session, Domineering::board((1 << (width * height)) - 1, width))?;
    let stops = (session.left_stop(value), session.right_stop(value));
    Ok(format!("stops {} {}, {} components", stops.0, stops.1, solver.components()))
}

fn doubled(session: &mut Session) -> Result<String> {
    let mut solver = Domineering::default();
    let value = solver.value(session, Domineering::board((1 << 24) - 1, 6))?;
    let start = processor_time();
    let sum = session.add(value, value)?;
    let time = 1e3 * (processor_time() - start);
    assert_eq!(session.sub(sum, sum)?, Game::ZERO);
    Ok(format!("of this the sum {time:.1} ms, stops {} {}", session.left_stop(sum), session.right_stop(sum)))
}
