use crate::counts::StoredCounts;
use crate::directory::{self, MANIFEST, codes_name, states_name};
use crate::manifest::Manifest;
use crate::seal::Seal;
use crate::shard_file::{Contents, Part, ShardFile, new_decompressor};
use crate::{Error, Identity};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use winways_solve::{Budget, Layout, Observer, Place, Progress};

/// What [`verify`] found.
#[derive(Debug)]
pub struct TableVerification {
    /// How many files were looked at, the manifest included.
    pub files: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// How many records.
    pub records: u64,
    /// What is wrong: the first damage of each file that has one, in the order of layers and shards.
    pub damage: Vec<Error>,
    /// Whether every layer is solved.
    pub is_complete: bool,
    /// Whether a build is at work in the directory; what it has kept of the layer under way was not looked at then.
    pub is_being_built: bool,
}

/// Looks at every byte of every file of the table in `directory`: checksums, sizes, headers, and whether the numbers of
/// positions told are those of the records. Which values are right, [`winways_solve::check_values`] finds.
///
/// # Errors
/// That there is no table, that its manifest is damaged, or that the observer ended the work. Damage of other files is a
/// result.
pub fn verify(directory: &Path, threads: usize, observer: &dyn Observer) -> Result<TableVerification, Error> {
    verify_within(directory, Budget { memory: u64::MAX, threads, ..Budget::DEFAULT }, observer)
}

/// As [`verify`], where a manifest for which the memory has no room is not read.
///
/// # Errors
/// As [`verify`].
pub fn verify_within(
    directory: &Path,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<TableVerification, Error> {
    let (read, threads) = (|| Manifest::read_within(directory, budget.memory), budget.threads);
    // A build may begin or end at any moment; the files of a round go away when the next one is kept.
    let was_locked = directory::is_locked(directory);
    let manifest = read()?;
    let is_being_built = was_locked && !manifest.is_complete();
    let whole = verify_as_told(directory, &manifest, is_being_built, threads, observer)?;
    if whole.damage.is_empty() || is_being_built || read()? == manifest {
        return Ok(whole);
    }
    let manifest = read()?;
    verify_as_told(directory, &manifest, !manifest.is_complete(), threads, observer)
}

/// As [`verify`], by this manifest; of a table that is being built the layers that are solved.
fn verify_as_told(
    directory: &Path,
    manifest: &Manifest,
    is_being_built: bool,
    threads: usize,
    observer: &dyn Observer,
) -> Result<TableVerification, Error> {
    let layers = manifest.solved.len() + usize::from(manifest.round.is_some());
    let layout = manifest.layout(layers, directory)?;
    let work = Work {
        directory,
        identity: &manifest.table,
        layout: &layout,
        observer,
        bytes: AtomicU64::new(0),
        records: AtomicU64::new(0),
    };
    let jobs = jobs(manifest, is_being_built);
    let results = work.on_threads(&jobs, threads);
    let mut found = TableVerification {
        files: 1 + jobs.len() as u64,
        bytes: 0,
        records: 0,
        damage: Vec::new(),
        is_complete: manifest.is_complete(),
        is_being_built,
    };
    let mut counts: Vec<Vec<StoredCounts>> = vec![Vec::new(); manifest.solved.len()];
    let mut is_whole = vec![true; layout.layers()];
    for (job, result) in jobs.iter().zip(results) {
        match result {
            Err(Error::Stopped(stopped)) => return Err(Error::Stopped(stopped)),
            Err(damage) => {
                found.damage.push(damage);
                is_whole[job.layer] = false;
            }
            Ok(None) => {}
            Ok(Some(file)) => counts[job.layer].push(file),
        }
    }
    for (layer, (solved, counts)) in manifest.solved.iter().zip(&counts).enumerate() {
        if is_whole[layer] && StoredCounts::sum(counts) != solved.counts {
            let what = format!("its numbers of positions of layer {layer} are not those of the files");
            found.damage.push(Error::damaged(&directory.join(MANIFEST), what));
        }
    }
    let length = std::fs::metadata(directory.join(MANIFEST)).map_err(Error::io("open", directory))?.len();
    found.bytes = work.bytes.into_inner() + length;
    found.records = work.records.into_inner();
    Ok(found)
}

/// A file to look at.
struct Job {
    layer: usize,
    shard: u32,
    contents: Contents,
    seal: Seal,
}

fn jobs(manifest: &Manifest, is_being_built: bool) -> Vec<Job> {
    let mut jobs = Vec::new();
    let mut add = |layer: usize, contents: Contents, files: &[Option<Seal>]| {
        for (shard, seal) in (0u32..).zip(files) {
            jobs.extend(seal.map(|seal| Job { layer, shard, contents, seal }));
        }
    };
    for (layer, solved) in manifest.solved.iter().enumerate() {
        add(layer, Contents::Codes, &solved.files);
    }
    if let Some(round) = &manifest.round
        && !is_being_built
    {
        add(manifest.solved.len(), Contents::States { round: round.number }, &round.files);
    }
    jobs
}

struct Work<'a> {
    directory: &'a Path,
    identity: &'a Identity,
    layout: &'a Layout,
    observer: &'a dyn Observer,
    bytes: AtomicU64,
    records: AtomicU64,
}

/// The counts of a file of codes; none for states.
type Found = Result<Option<StoredCounts>, Error>;

/// How many records are decoded before they are counted, unless a block has more.
const RECORDS_AT_ONCE: usize = 1 << 18;

impl Work<'_> {
    /// Looks at the files, and returns the findings for each, in order.
    fn on_threads(&self, jobs: &[Job], threads: usize) -> Vec<Found> {
        let next = AtomicUsize::new(0);
        let ended = AtomicBool::new(false);
        let results: Mutex<Vec<(usize, Found)>> = Mutex::new(Vec::new());
        let worker = || {
            while !ended.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(index) else { return };
                let found = self.examine(job);
                ended.fetch_or(matches!(found, Err(Error::Stopped(_))), Ordering::Relaxed);
                results.lock().unwrap_or_else(PoisonError::into_inner).push((index, found));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(jobs.len()) {
                scope.spawn(worker);
            }
            worker();
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, found)| found).collect()
    }

    fn examine(&self, job: &Job) -> Found {
        let Job { layer, shard, contents, seal } = *job;
        let path = self.directory.join(match contents {
            Contents::Codes => codes_name(layer, shard),
            Contents::States { round } => states_name(layer, round, shard),
        });
        let ranks = self.layout.len(layer, shard);
        let part = Part { identity: self.identity, layer, shard, contents, ranks };
        let file = ShardFile::open(&path, &part, Some(seal))?;
        let mut decompressor = new_decompressor(&path)?;
        let mut counts = StoredCounts::default();
        let mut codes = Vec::new();
        let at_once = (RECORDS_AT_ONCE / file.width().records_a_block()).max(1);
        for first in (0..file.block_count()).step_by(at_once) {
            self.observe()?;
            let last = file.block_count().min(first + at_once);
            let start = file.records(first).start;
            codes.resize((file.records(last - 1).end - start) as usize, 0);
            for number in first..last {
                let (raw, records) = (file.block(number, &mut decompressor)?, file.records(number));
                let codes = &mut codes[(records.start - start) as usize..(records.end - start) as usize];
                file.width().decode(&raw, 0, codes);
            }
            self.records.fetch_add(codes.len() as u64, Ordering::Relaxed);
            if contents == Contents::Codes {
                let rank =
                    |index: usize| self.layout.rank(Place { layer, shard, index: start + index as u64 });
                counts = StoredCounts::sum([&counts, &StoredCounts::of(self.identity.records, &codes, rank)]);
            }
        }
        self.bytes.fetch_add(file.length(), Ordering::Relaxed);
        match file.counts() {
            Some(stored) if *stored != counts => {
                Err(Error::damaged(&path, "its numbers of positions are not those of its records"))
            }
            stored => Ok(stored.cloned()),
        }
    }

    fn observe(&self) -> Result<(), Error> {
        let positions = self.records.load(Ordering::Relaxed);
        self.observer
            .poll(&Progress { positions, ..Progress::default() })
            .map_err(|reason| Error::Stopped(reason.after(positions)))
    }
}
