//! Power cuts, simulated: a build's journal says what was on the disk at any moment and what was not yet; from there the
//! table is built on, and comes to the same bytes.

mod disk_model;
mod games;

use crate::directory::MANIFEST;
use crate::disk::journal::{Journal, Operation, Step};
use crate::{Error, Info, Store, Table, verify};
use disk_model::{Disk, Lie};
use games::Game;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use winways_solve::{
    Budget, Build, CheckpointStore, Milestone, NoObserver, Observer, Progress, SolvedRanks, StopReason,
    build_ranks, plain_values,
};

/// Where the table is, below the directory of a test: two directories that a build makes.
const TABLE: &str = "deep/table";

/// How far a build has come, in order; nothing at all if there is no table.
type Reached = Option<(usize, u32)>;

fn reached(milestone: Option<Milestone>) -> Reached {
    Some(match milestone {
        None => (0, 0),
        Some(Milestone::Round { layer, round }) => (layer, round + 1),
        Some(Milestone::Layer(layer)) => (layer + 1, 0),
    })
}

/// From so many steps of a journal on, a build had said that it has come so far.
type Promise = (usize, Reached);

/// Notes how far the store says that it has come.
struct Watcher<'a> {
    store: &'a Store,
    journal: &'a Journal,
    promises: Mutex<Vec<Promise>>,
}

impl Watcher<'_> {
    fn look(&self) {
        let promise = (self.journal.len(), reached(self.store.committed()));
        self.promises.lock().unwrap().push(promise);
    }
}

impl Observer for Watcher<'_> {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        self.look();
        ControlFlow::Continue(())
    }
}

/// What a build did to the disk, and what it promised meanwhile.
struct Run {
    steps: Vec<Step>,
    promises: Vec<Promise>,
}

impl Run {
    /// Begins or resumes the table below `root`, and builds it to the end.
    fn to_the_end(game: &Game, root: &Path) -> Result<Run, String> {
        let journal = Journal::new(root);
        let promises = build(game, &root.join(TABLE), &journal);
        let steps = journal.steps();
        Ok(Run { steps, promises: promises? })
    }

    /// The most that was promised before the first `steps` steps had ended.
    fn promised(&self, steps: usize) -> Reached {
        self.promises.iter().filter(|(from, _)| *from <= steps).map(|&(_, reached)| reached).max().flatten()
    }

    /// A moment to end the build.
    fn moment(&self, wanted: Wanted, random: &mut SplitMix64) -> usize {
        let is_wanted = |place: &usize| {
            let is_change = !matches!(
                self.steps[*place].1,
                Operation::Created | Operation::Written(_) | Operation::Synced
            );
            match wanted {
                Wanted::Any => true,
                Wanted::First => *place < 4,
                Wanted::Early => *place < 16,
                Wanted::Names => is_change,
                Wanted::Commit => is_rename_of_manifest(&self.steps[*place]),
            }
        };
        let places: Vec<usize> = (0..self.steps.len()).filter(is_wanted).collect();
        match places.len() {
            0 => self.steps.len(),
            // Just before the step, or just after it.
            count => places[below(random, count)] + below(random, 2),
        }
    }
}

/// At which of its steps a build is ended.
#[derive(Clone, Copy)]
enum Wanted {
    /// At any.
    Any,
    /// When the directories are made.
    First,
    /// Soon after the beginning.
    Early,
    /// Where names are changed or made durable.
    Names,
    /// Where the manifest is replaced.
    Commit,
}

impl Wanted {
    const ALL: [Wanted; 5] = [Wanted::Any, Wanted::First, Wanted::Early, Wanted::Names, Wanted::Commit];
}

fn is_rename_of_manifest((_, operation): &Step) -> bool {
    matches!(operation, Operation::Renamed(to) if to.ends_with(MANIFEST))
}

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Builds a table to the end, and comes back with what was promised meanwhile.
fn build(game: &Game, directory: &Path, journal: &Journal) -> Result<Vec<Promise>, String> {
    let rounds = game.rounds;
    let store = match Store::resume(directory, game.identity(), move || rounds) {
        Err(Error::Complete { .. }) => return Ok(vec![(journal.len(), game.complete())]),
        store => store.map_err(|error| format!("it cannot be resumed: {error}"))?,
    };
    let watcher = Watcher { store: &store, journal, promises: Mutex::default() };
    watcher.look();
    let budget = Budget { threads: 1, memory: game.memory, ..Budget::DEFAULT };
    let (rules, layout, play) = (&game.rules, store.layout(), game.identity().play);
    let build = Build { rules, play, layout, checkpoints: &store, budget, observer: &watcher };
    build_ranks(&build).map_err(|error| format!("it cannot be built: {error}"))?;
    watcher.look();
    Ok(watcher.promises.into_inner().unwrap())
}

/// A build that nothing disturbs, and what it comes to.
struct Whole {
    game: Game,
    run: Run,
    files: Vec<(PathBuf, Vec<u8>)>,
    codes: Vec<u32>,
}

impl Whole {
    fn new(game: Game) -> Whole {
        let root = temporary();
        let run = Run::to_the_end(&game, root.path()).unwrap();
        let files = files(root.path());
        let codes = plain_values(&game.rules, game.identity().play);
        let whole = Whole { game, run, files, codes };
        let mut disk = Disk::default();
        disk.take(&whole.run.steps);
        // Otherwise something is written that the journal does not know.
        assert!(disk.files() == whole.files, "{}: the journal has other files", whole.game.name);
        whole.check(root.path(), whole.game.complete()).unwrap();
        whole
    }

    /// Ends builds at random moments, by power cuts or alone, until one is left to come to its end. The error says what was
    /// lost.
    fn end_builds(&self, seed: u64, lie: Option<Lie>) -> Result<(), String> {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut disk = Disk::new(lie);
        let mut promised = None;
        let mut resumed: Option<Run> = None;
        for (wanted, is_killed) in ends(seed, &mut random) {
            let run = resumed.as_ref().unwrap_or(&self.run);
            let moment = run.moment(wanted, &mut random);
            disk.take(&run.steps[..moment]);
            promised = promised.max(run.promised(moment));
            // A program that is killed leaves to the system what it has written.
            if !is_killed {
                disk = disk.after_power_cut(&mut random);
            }
            let root = temporary();
            disk.write_to(root.path());
            self.check(root.path(), promised)?;
            let run = Run::to_the_end(&self.game, root.path())?;
            if files(root.path()) != self.files {
                return Err("there are other files in the end".to_owned());
            }
            resumed = Some(run);
        }
        disk.take(&resumed.as_ref().unwrap_or(&self.run).steps);
        assert!(disk.files() == self.files, "the journal has other files");
        // What is complete stays.
        let root = temporary();
        disk.after_power_cut(&mut random).write_to(root.path());
        self.check(root.path(), self.game.complete())
    }

    /// Looks at a table that is complete or not: it must be whole, answer what is right, and have as much as was promised.
    fn check(&self, root: &Path, promised: Reached) -> Result<(), String> {
        let directory = root.join(TABLE);
        let info = match Info::read(&directory) {
            Err(Error::NoTable { .. }) if promised.is_none() => return Ok(()),
            Err(Error::Io { .. }) if promised.is_none() && !directory.exists() => return Ok(()),
            info => info.map_err(|error| format!("{error}, where {promised:?} was promised"))?,
        };
        let found = reached(info.milestone);
        if found < promised {
            return Err(format!("{found:?} is left of {promised:?}"));
        }
        let verified = verify(&directory, 1, &NoObserver).map_err(|error| error.to_string())?;
        if !verified.damage.is_empty() {
            return Err(format!("{:?}", verified.damage));
        }
        let table = Table::open(&directory).map_err(|error| error.to_string())?;
        let mut codes = vec![0; table.ranks().end as usize];
        SolvedRanks::codes(&table, table.ranks(), &mut codes).map_err(|error| error.to_string())?;
        // Whatever the disk does.
        assert!(codes == self.codes[..codes.len()], "a wrong answer");
        assert_eq!(info.is_complete, codes.len() == self.codes.len());
        Ok(())
    }
}

/// How builds are ended, one after the other: about when, and whether the program is killed and the power stays.
fn ends(seed: u64, random: &mut SplitMix64) -> Vec<(Wanted, bool)> {
    match seed % 4 {
        // The worst: a build is killed before its commit is on the disk; the next one acts on it, and is ended early.
        0 => vec![(Wanted::Commit, true), (Wanted::Early, false)],
        // The same with directories, which are never looked at again.
        1 => vec![(Wanted::First, true), (Wanted::Any, false)],
        _ => (0..1 + below(random, 3))
            .map(|_| (Wanted::ALL[below(random, 5)], below(random, 3) == 0))
            .collect(),
    }
}

/// A directory for a test, in memory where the system has that.
fn temporary() -> tempfile::TempDir {
    let in_memory = tempfile::tempdir_in("/dev/shm");
    in_memory.or_else(|_| tempfile::tempdir()).expect("there is room for a directory")
}

/// The files of the table below `root`, in order.
fn files(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(root.join(TABLE)).expect("a table");
    let names = entries.map(|entry| Path::new(TABLE).join(entry.expect("a file").file_name()));
    let mut files: Vec<_> = names
        .map(|name| (name.clone(), fs::read(root.join(name)).expect("a file that can be read")))
        .collect();
    files.sort();
    files
}

/// How many cases there are of each game; for a long run: WINWAYS_CUTS=5000.
fn cases() -> u64 {
    std::env::var("WINWAYS_CUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// Ends builds of a game, again and again.
fn check_power_cuts(game: Game) {
    let whole = Whole::new(game);
    for seed in 0..cases() {
        let ended = whole.end_builds(seed, None);
        assert!(ended.is_ok(), "{}, case {seed}: {ended:?}", whole.game.name);
    }
}

#[test]
fn builds_with_rounds_and_states_on_disk_survive_power_cuts() {
    check_power_cuts(Game::of_rounds());
}

#[test]
fn builds_of_many_layers_survive_power_cuts() {
    check_power_cuts(Game::of_layers());
}

#[test]
fn builds_of_points_survive_power_cuts() {
    check_power_cuts(Game::of_points());
}

/// Otherwise the tests above could not fail. No answer is wrong even then.
#[test]
fn a_disk_that_does_not_keep_its_word_is_noticed() {
    let whole = Whole::new(Game::of_points());
    for lie in [Lie::Bytes, Lie::Names] {
        let noticed = (0..40).filter(|&seed| whole.end_builds(seed, Some(lie)).is_err()).count();
        assert!(noticed >= 10, "{lie:?}: {noticed}");
    }
}
