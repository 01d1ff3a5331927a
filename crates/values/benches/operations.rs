//! Benchmarks of operations on games: `cargo bench -p winways-values --bench operations [large]`.
//!
//! Every line shows the least time of several runs, each with empty memos.

#[allow(dead_code)]
mod domineering;

use std::time::Instant;

use domineering::Domineering;
use winways_values::{Arena, Game, OperationError, Operations, TextLimits};

type Result<T> = std::result::Result<T, OperationError>;

type Job = fn(&mut Operations<'_>, Game) -> Result<String>;

const JOBS: [(&str, Job); 7] = [
    ("thermograph", |operations, game| Ok(format!("temperature {}", operations.temperature(game)?))),
    ("freeze", |operations, game| operations.freeze(game).map(|_| String::new())),
    ("reduced", |operations, game| operations.reduced(game).map(|_| String::new())),
    ("followers", |operations, game| operations.follower_count(game).map(|count| count.to_string())),
    ("incentives", |operations, game| Ok(operations.incentives(game)?.len().to_string())),
    ("structure", |operations, game| Ok(operations.structure(game)?.followers.len().to_string())),
    ("text", |operations, game| Ok(format!("{} bytes", operations.text(game, TextLimits::default())?.len()))),
];

fn main() -> Result<()> {
    for size in [14, 60] {
        measure(&format!("heat(*{size}, 1)"), Arena::default, |operations| {
            let session = operations.session();
            let (one, nimber) = (session.integer(1)?, session.nimber(size)?);
            operations.heat(nimber, one)?;
            Ok(String::new())
        })?;
    }
    let is_large = std::env::args().any(|argument| argument == "large");
    for (width, height) in [(6, 4), (7, 4), (8, 4)] {
        if (width, height) == (8, 4) && !is_large {
            continue;
        }
        let arena = Arena::default();
        let cells = Domineering::board((1 << (width * height)) - 1, width);
        let game = Domineering::default().value(&mut arena.session(), cells)?;
        for (name, job) in JOBS {
            measure(
                &format!("domineering {width}x{height}, {name}"),
                || &arena,
                |operations| job(operations, game),
            )?;
        }
    }
    Ok(())
}

fn measure<A: std::borrow::Borrow<Arena>>(
    name: &str,
    arena: impl Fn() -> A,
    job: impl Fn(&mut Operations<'_>) -> Result<String>,
) -> Result<()> {
    let (mut best, mut total, mut report) = (f64::INFINITY, 0.0, String::new());
    while total < 0.1 {
        let arena = arena();
        let mut operations = Operations::new(arena.borrow().session());
        let start = Instant::now();
        report = job(&mut operations)?;
        let time = start.elapsed().as_secs_f64();
        best = best.min(time);
        total += time + 1e-5;
    }
    println!("{name}: {:.3} ms; {report}", best * 1e3);
    Ok(())
}
