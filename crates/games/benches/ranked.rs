//! Times the engines of ranked games. Prints the positions per second of CPU time (of all threads together), and the peak memory
//! in bytes per position. Uses one thread unless `WINWAYS_THREADS` is set.
//!
//! The theoretical bound of one core is 700 M moves per second for messages: 70 M positions per second with ten moves each. For
//! shifts, it is one register of 512 positions per move and round.
//!
//! For the engine of shifts, the sweeps alone are timed too. The steps before them (statuses) and after them (counting) are the
//! same for every engine.

mod shared;

use shared::{WithoutShifts, cpu_time};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Instant;
use winways_games::entries;
use winways_games::ranked::chase::{ChaseBoard, Pieces};
use winways_kit::AnyBoard;
use winways_rules::{Play, Ranks};
use winways_solve::{
    Budget, NoObserver, Observer, Progress, Solution, SolvedRanks, StopReason, reachable_ranks, solve_ranks,
};

/// Returns the peak memory of the process in bytes, and resets the peak.
fn greatest_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    let kibibytes = line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok());
    // Without permission to reset the peak, later calls return the peak since the process started.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    kibibytes.unwrap_or(0.0) * 1024.0
}

fn measure(name: &str, rules: &dyn Ranks, threads: usize) -> Solution {
    greatest_bytes();
    let start = Instant::now();
    let before = cpu_time(start);
    let budget = Budget { threads, memory: 16 << 30, ..Budget::DEFAULT };
    let solution = solve_ranks(rules, Play::Normal, budget, &NoObserver).expect("there is room");
    let (cpu, wall) = (cpu_time(start) - before, start.elapsed().as_secs_f64());
    let (ranks, counts) = (solution.len() as f64, solution.counts());
    println!(
        "{name:>34}: {:6.1} M positions, {cpu:6.2} CPU s, {wall:6.2} s, {:6.1} M/s a core, {:4.1} bytes a position, longest {}, drawn {}",
        ranks / 1e6,
        ranks / 1e6 / cpu,
        greatest_bytes() / ranks,
        counts.greatest_remoteness().unwrap_or(0),
        counts.drawn
    );
    solution
}

/// Records the CPU time of the first and the last report. The engine of shifts reports before each round, so all sweeps except
/// the last, which finds nothing, are between the two reports.
struct Stopwatch(Instant, Mutex<Option<[f64; 2]>>);

impl Observer for Stopwatch {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        let now = cpu_time(self.0);
        self.1.lock().expect("nobody panics").get_or_insert([now; 2])[1] = now;
        ControlFlow::Continue(())
    }
}

/// Times the sweeps of several solutions together, since the clock ticks only a hundred times per second.
fn measure_sweeps(name: &str, rules: &dyn Ranks, threads: usize, solutions: u32) {
    let (mut cpu, mut ranks, mut positions) = (0.0, 0, 0);
    for _ in 0..solutions {
        let stopwatch = Stopwatch(Instant::now(), Mutex::default());
        let budget = Budget { threads, memory: 16 << 30, ..Budget::DEFAULT };
        let solution = solve_ranks(rules, Play::Normal, budget, &stopwatch).expect("there is room");
        ranks += solution.len();
        positions += solution.counts().positions();
        let noted = stopwatch.1.into_inner().expect("nobody panics");
        cpu += noted.map_or(0.0, |[first, last]| last - first);
    }
    let [ranks, positions] = [ranks, positions].map(|count| count as f64 / 1e6);
    println!(
        "{name:>34}: {ranks:6.1} M ranks, {positions:.1} M of them positions, {cpu:6.2} CPU s, {:6.1} M ranks/s a core",
        ranks / cpu
    );
}

/// Times the search for the positions reachable from the start.
fn measure_reach(name: &str, board: &dyn AnyBoard, threads: usize) {
    let start = board.start().expect("play begins somewhere");
    let Some(position) = start.ranked() else { return };
    let start = Instant::now();
    let before = cpu_time(start);
    let budget = Budget { threads, ..Budget::DEFAULT };
    let reachable = reachable_ranks(board.ranks(), Play::Normal, &[position.rank()], budget, &NoObserver);
    let millions = reachable.expect("there is room").count(0..u64::MAX) as f64 / 1e6;
    let cpu = cpu_time(start) - before;
    println!("{name:>34}: {millions:6.1} M positions, {cpu:6.2} CPU s, {:6.1} M/s a core", millions / cpu);
}

fn chase(side: u64, threads: usize) -> Solution {
    let board = ChaseBoard::new(&Pieces::default(), side);
    measure(&format!("chase {side}, shifts"), &board, threads)
}

/// Returns the board of a catalogue family with this parameter.
fn board(name: &str, parameter: &str) -> std::sync::Arc<dyn AnyBoard> {
    let entry = entries().find(|entry| entry.page.name == name).expect("the catalogue has the game");
    (entry.make)(Some(parameter)).and_then(|game| game.board("")).expect("there is such a board")
}

fn main() {
    let threads = std::env::var("WINWAYS_THREADS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    // Small boards first: memory is not returned to the system immediately.
    measure("chess(KQKR), messages", board("chess", "KQKR").ranks(), threads);
    for _ in 0..3 {
        let shifts = chase(64, threads);
        let board = ChaseBoard::new(&Pieces::default(), 64);
        let messages = measure("chase 64, messages", &WithoutShifts(&board), threads);
        assert!(shifts == messages, "the engines do not agree");
    }
    measure("awari(15), points", board("awari", "15").ranks(), threads);
    for _ in 0..3 {
        measure("mnk(4,4,4), shifts", board("mnk", "4,4,4").ranks(), threads);
    }
    measure_sweeps("mnk(4,4,4), sweeps alone", board("mnk", "4,4,4").ranks(), threads, 5);
    measure_sweeps("chase 64, sweeps alone", &ChaseBoard::new(&Pieces::default(), 64), threads, 5);
    measure("mnk(4,4,4), messages", &WithoutShifts(board("mnk", "4,4,4").ranks()), threads);
    measure("connect-four(5x5), messages", board("connect-four", "5x5").ranks(), threads);
    measure_reach("connect-four(5x5), reachable", &*board("connect-four", "5x5"), threads);
    chase(100, threads);
}
