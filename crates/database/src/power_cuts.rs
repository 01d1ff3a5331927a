//! Simulated power cuts. From a build's journal, the tests compute possible contents of the disk after a power cut at any
//! step. A build that resumes from such a disk must arrive at the same bytes.

mod disk_model;
mod games;

use crate::directory::MANIFEST;
use crate::disk::journal::{Journal, Operation, Step};
use crate::{Error, Info, Store, Table, verify};
use disk_model::{Disk, FalseSync};
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

/// The directory of the table, relative to the root of a test. A build has to create both of its components.
const TABLE: &str = "deep/table";

/// The progress of a build; `None` if there is no table. Later progress compares as greater.
type Stage = Option<(usize, u32)>;

fn stage(milestone: Option<Milestone>) -> Stage {
    Some(match milestone {
        None => (0, 0),
        Some(Milestone::Round { layer, round }) => (layer, round + 1),
        Some(Milestone::Layer(layer)) => (layer + 1, 0),
    })
}

/// A number of journal steps, and the progress that the build had reported by then.
type Promise = (usize, Stage);

/// An observer that notes the progress that the store reports.
struct Watcher<'a> {
    store: &'a Store,
    journal: &'a Journal,
    promises: Mutex<Vec<Promise>>,
}

impl Watcher<'_> {
    fn note_progress(&self) {
        let promise = (self.journal.len(), stage(self.store.committed()));
        self.promises.lock().unwrap().push(promise);
    }
}

impl Observer for Watcher<'_> {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        self.note_progress();
        ControlFlow::Continue(())
    }
}

/// The steps of a build on the disk, and the progress that it reported.
struct Run {
    steps: Vec<Step>,
    promises: Vec<Promise>,
}

impl Run {
    /// Creates or resumes the table below `root`, and builds it to the end.
    fn to_the_end(game: &Game, root: &Path) -> Result<Run, String> {
        let journal = Journal::new(root);
        let promises = build(game, &root.join(TABLE), &journal);
        let steps = journal.steps();
        Ok(Run { steps, promises: promises? })
    }

    /// Returns the greatest progress reported within the first `steps` steps.
    fn promised(&self, steps: usize) -> Stage {
        self.promises.iter().filter(|(from, _)| *from <= steps).map(|&(_, stage)| stage).max().flatten()
    }

    /// Chooses a random step at which to interrupt the build.
    fn moment(&self, wanted: Interruption, random: &mut SplitMix64) -> usize {
        let is_wanted = |place: &usize| {
            let is_change = !matches!(
                self.steps[*place].1,
                Operation::Created | Operation::Written(_) | Operation::Synced
            );
            match wanted {
                Interruption::Any => true,
                Interruption::First => *place < 4,
                Interruption::Early => *place < 16,
                Interruption::Names => is_change,
                Interruption::Commit => is_rename_of_manifest(&self.steps[*place]),
            }
        };
        let places: Vec<usize> = (0..self.steps.len()).filter(is_wanted).collect();
        match places.len() {
            0 => self.steps.len(),
            // Just before or just after the step.
            count => places[random_below(random, count)] + random_below(random, 2),
        }
    }
}

/// A class of steps at which a build is interrupted.
#[derive(Clone, Copy)]
enum Interruption {
    /// Any step.
    Any,
    /// The first four steps, when directories are created.
    First,
    /// The first sixteen steps.
    Early,
    /// The steps that change names or make them durable.
    Names,
    /// The steps that replace the manifest.
    Commit,
}

impl Interruption {
    const ALL: [Interruption; 5] = [
        Interruption::Any,
        Interruption::First,
        Interruption::Early,
        Interruption::Names,
        Interruption::Commit,
    ];
}

fn is_rename_of_manifest((_, operation): &Step) -> bool {
    matches!(operation, Operation::Renamed(to) if to.ends_with(MANIFEST))
}

fn random_below(random: &mut SplitMix64, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Builds a table to the end, and returns the progress that was reported.
fn build(game: &Game, directory: &Path, journal: &Journal) -> Result<Vec<Promise>, String> {
    let rounds = game.rounds;
    let store = match Store::resume(directory, game.identity(), move || rounds) {
        Err(Error::Complete { .. }) => return Ok(vec![(journal.len(), game.complete())]),
        store => store.map_err(|error| format!("it cannot be resumed: {error}"))?,
    };
    let watcher = Watcher { store: &store, journal, promises: Mutex::default() };
    watcher.note_progress();
    let budget = Budget { threads: 1, memory: game.memory, ..Budget::DEFAULT };
    let (rules, layout, play) = (&game.rules, store.layout(), game.identity().play);
    let build = Build { rules, play, layout, checkpoints: &store, budget, observer: &watcher };
    build_ranks(&build).map_err(|error| format!("it cannot be built: {error}"))?;
    watcher.note_progress();
    Ok(watcher.promises.into_inner().unwrap())
}

/// An uninterrupted build with its results, for comparison.
struct ReferenceBuild {
    game: Game,
    run: Run,
    files: Vec<(PathBuf, Vec<u8>)>,
    codes: Vec<u32>,
}

impl ReferenceBuild {
    fn new(game: Game) -> ReferenceBuild {
        let root = temporary();
        let run = Run::to_the_end(&game, root.path()).unwrap();
        let files = files(root.path());
        let codes = plain_values(&game.rules, game.identity().play);
        let whole = ReferenceBuild { game, run, files, codes };
        let mut disk = Disk::default();
        disk.apply(&whole.run.steps);
        // A difference means that the journal lacks an operation.
        assert!(disk.files() == whole.files, "{}: the journal has other files", whole.game.name);
        whole.check(root.path(), whole.game.complete()).unwrap();
        whole
    }

    /// Interrupts builds at random moments, by power cuts or by killing the program. The last build runs to its end.
    /// The error describes the loss.
    fn interrupt_builds(&self, seed: u64, lie: Option<FalseSync>) -> Result<(), String> {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut disk = Disk::new(lie);
        let mut promised = None;
        let mut resumed: Option<Run> = None;
        for (wanted, is_killed) in interruptions(seed, &mut random) {
            let run = resumed.as_ref().unwrap_or(&self.run);
            let moment = run.moment(wanted, &mut random);
            disk.apply(&run.steps[..moment]);
            promised = promised.max(run.promised(moment));
            // Writes of a killed program still reach the disk.
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
        disk.apply(&resumed.as_ref().unwrap_or(&self.run).steps);
        assert!(disk.files() == self.files, "the journal has other files");
        // A complete table survives another power cut.
        let root = temporary();
        disk.after_power_cut(&mut random).write_to(root.path());
        self.check(root.path(), self.game.complete())
    }

    /// Checks a table, complete or not. It must be undamaged, return the correct values, and contain at least the
    /// progress `promised`.
    fn check(&self, root: &Path, promised: Stage) -> Result<(), String> {
        let directory = root.join(TABLE);
        let info = match Info::read(&directory) {
            Err(Error::NoTable { .. }) if promised.is_none() => return Ok(()),
            Err(Error::Io { .. }) if promised.is_none() && !directory.exists() => return Ok(()),
            info => info.map_err(|error| format!("{error}, where {promised:?} was promised"))?,
        };
        let found = stage(info.milestone);
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
        // A wrong answer is never acceptable, even on a disk that lies.
        assert!(codes == self.codes[..codes.len()], "a wrong answer");
        assert_eq!(info.is_complete, codes.len() == self.codes.len());
        Ok(())
    }
}

/// Returns a sequence of interruptions. Each has a class of steps and a flag, which is `true` if the program is killed
/// while the power stays on.
fn interruptions(seed: u64, random: &mut SplitMix64) -> Vec<(Interruption, bool)> {
    match seed % 4 {
        // The worst case: a build is killed before its commit is durable. The next build relies on the commit and is
        // interrupted early.
        0 => vec![(Interruption::Commit, true), (Interruption::Early, false)],
        // The same for directories: the next build finds them and does not create them again.
        1 => vec![(Interruption::First, true), (Interruption::Any, false)],
        _ => (0..1 + random_below(random, 3))
            .map(|_| (Interruption::ALL[random_below(random, 5)], random_below(random, 3) == 0))
            .collect(),
    }
}

/// Creates a temporary directory, in memory if the system supports it.
fn temporary() -> tempfile::TempDir {
    let in_memory = tempfile::tempdir_in("/dev/shm");
    in_memory.or_else(|_| tempfile::tempdir()).expect("there is room for a directory")
}

/// Returns the files of the table below `root`, in order of their names.
fn files(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(root.join(TABLE)).expect("a table");
    let names = entries.map(|entry| Path::new(TABLE).join(entry.expect("a file").file_name()));
    let mut files: Vec<_> = names
        .map(|name| (name.clone(), fs::read(root.join(name)).expect("a file that can be read")))
        .collect();
    files.sort();
    files
}

/// Returns the number of cases of each game. For a long run, set `WINWAYS_CUTS=5000`.
fn cases() -> u64 {
    std::env::var("WINWAYS_CUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// Interrupts builds of a game in many random ways.
fn check_power_cuts(game: Game) {
    let whole = ReferenceBuild::new(game);
    for seed in 0..cases() {
        let ended = whole.interrupt_builds(seed, None);
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

/// Checks that the tests above can fail. Even a disk that lies must not lead to a wrong answer.
#[test]
fn a_disk_that_does_not_keep_its_word_is_noticed() {
    let whole = ReferenceBuild::new(Game::of_points());
    for lie in [FalseSync::Bytes, FalseSync::Names] {
        let noticed = (0..40).filter(|&seed| whole.interrupt_builds(seed, Some(lie)).is_err()).count();
        assert!(noticed >= 10, "{lie:?}: {noticed}");
    }
}
