//! The engines of games that may go round in circles: positions a second of CPU time of all threads, the greatest number of
//! bytes a position that the process held, and the fraction of the bound.
//!
//! The bounds of one core: messages, 70 M positions a second at ten moves each, so 700 M moves a second; shifts, a register
//! of 512 positions for every move and round. One thread unless `WINWAYS_THREADS` says otherwise.

use std::time::Instant;
use winways_games::chase::{ChaseBoard, Pieces};
use winways_games::{AnyBoard, entries};
use winways_rules::{Play, Ranks, Shifts, Status};
use winways_solve::{Budget, Silent, Solution, SolvedRanks, solve_ranks};

/// Rules that do not say that their moves are shifts, so that the engine of messages gets them.
struct WithoutShifts<'r>(&'r dyn Ranks);

impl Ranks for WithoutShifts<'_> {
    fn layers(&self) -> Vec<u64> {
        self.0.layers()
    }

    fn statuses(&self, ranks: std::ops::Range<u64>, play: Play, statuses: &mut [Status]) {
        self.0.statuses(ranks, play, statuses);
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        self.0.moves(rank, moves);
    }

    fn predecessors(&self, ranks: &[u64], predecessors: &mut Vec<u64>) -> bool {
        self.0.predecessors(ranks, predecessors)
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }
}

/// The CPU time of this process in seconds, where the system tells it; else the time of day.
fn cpu_time(start: Instant) -> f64 {
    let of_process = || {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        Some(ticks / 100.0)
    };
    of_process().unwrap_or_else(|| start.elapsed().as_secs_f64())
}

/// The bytes that the process holds, and forgets how many it held before.
fn greatest_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    let kibibytes = line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok());
    // Nobody minds where the system does not let us.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    kibibytes.unwrap_or(0.0) * 1024.0
}

fn measure(name: &str, rules: &dyn Ranks, threads: usize) -> Solution {
    greatest_bytes();
    let start = Instant::now();
    let before = cpu_time(start);
    let budget = Budget { threads, memory: 16 << 30, ..Budget::DEFAULT };
    let solution = solve_ranks(rules, Play::Normal, budget, &Silent).expect("there is room");
    let (cpu, wall) = (cpu_time(start) - before, start.elapsed().as_secs_f64());
    let (ranks, tally) = (solution.len() as f64, solution.tally());
    println!(
        "{name:>34}: {:6.1} M positions, {cpu:6.2} CPU s, {wall:6.2} s, {:6.1} M/s a core, {:4.1} bytes a position, longest {}, drawn {}",
        ranks / 1e6,
        ranks / 1e6 / cpu,
        greatest_bytes() / ranks,
        tally.greatest_remoteness().unwrap_or(0),
        tally.drawn
    );
    solution
}

fn chase(side: u64, threads: usize) -> Solution {
    let board = ChaseBoard::new(&Pieces::default(), side);
    measure(&format!("chase {side}, shifts"), &board, threads)
}

/// A board of a family of the catalogue that its parameter fixes.
fn board(name: &str, parameter: &str) -> std::sync::Arc<dyn AnyBoard> {
    let entry = entries().find(|entry| entry.page.name == name).expect("the catalogue has the game");
    (entry.make)(Some(parameter)).and_then(|game| game.board("")).expect("there is such a board")
}

fn main() {
    let threads = std::env::var("WINWAYS_THREADS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    // What was held before is not given back at once: the small ones first.
    measure("chess(KQKR), messages", board("chess", "KQKR").ranks(), threads);
    for _ in 0..3 {
        let shifts = chase(64, threads);
        let board = ChaseBoard::new(&Pieces::default(), 64);
        let messages = measure("chase 64, messages", &WithoutShifts(&board), threads);
        assert!(shifts == messages, "the engines do not agree");
    }
    measure("awari(15), messages", board("awari", "15").ranks(), threads);
    for _ in 0..3 {
        measure("mnk(4,4,4), shifts", board("mnk", "4,4,4").ranks(), threads);
    }
    measure("mnk(4,4,4), messages", &WithoutShifts(board("mnk", "4,4,4").ranks()), threads);
    measure("connect-four(5x5), messages", board("connect-four", "5x5").ranks(), threads);
    chase(100, threads);
}
