//! Solves all positions of a game in which play may cycle, in a table on disk. The work is stopped and then resumed.
//!
//! `cargo run -p winways --example database`

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use winways::custom::{OwnLoopy, own_loopy};
use winways::tables::{BuildError, Database, DatabaseBuild, DatabaseRequest};
use winways::{Budget, Catalogue, NoObserver, Observer, Progress, Request, StopReason};

/// Two tokens on a ring of 300 cells. A move advances one of them by one or two cells; the player who brings them
/// together wins.
struct Ring;

impl OwnLoopy for Ring {
    type Position = (u32, u32);

    fn start(&self) -> (u32, u32) {
        (0, 150)
    }

    fn options(&self, &(one, other): &(u32, u32)) -> Vec<(u32, u32)> {
        if one == other {
            return Vec::new();
        }
        let steps = [1, 2].into_iter();
        steps.flat_map(|by| [((one + by) % 300, other), (one, (other + by) % 300)]).collect()
    }

    fn write(&self, &(one, other): &(u32, u32)) -> String {
        format!("{one}-{other}")
    }
}

/// Stops the work once it is pressed. In a real program, a button or a signal handler would set the flag.
struct Button(AtomicBool);

impl Observer for Button {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.load(Ordering::Relaxed) {
            true => ControlFlow::Break(StopReason::Interrupted),
            false => ControlFlow::Continue(()),
        }
    }
}

fn solve(directory: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let game = own_loopy(&Ring, Budget::DEFAULT, &NoObserver)?;
    let mut catalogue = Catalogue::new();
    catalogue.add(game.clone())?;
    let board = game.board("")?;
    let request = DatabaseRequest::default();
    // Pressed from the start: the work stops before anything is solved.
    let pressed = Button(AtomicBool::new(true));
    match DatabaseBuild::begin(board.clone(), directory, &request, || false)?.run(&pressed) {
        Err(BuildError::Stopped(stopped)) => println!("stopped: {stopped}"),
        other => other?,
    }
    DatabaseBuild::begin(board, directory, &request.resume(true), || false)?.run(&NoObserver)?;
    let table = Database::open(&catalogue, directory)?;
    let counts = table.info()?.counts;
    println!("{} positions", counts.positions());
    let analysis = table.analyse(&table.position("0-2")?, &Request::default(), &NoObserver);
    println!("0-2: {:?} in {:?} move", analysis.outcome.map(|outcome| outcome.letter()), analysis.remoteness);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parent = tempfile::tempdir()?;
    solve(&parent.path().join("ring"))
}
