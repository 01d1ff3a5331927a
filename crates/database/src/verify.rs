use crate::counts::StoredCounts;
use crate::directory::{self, MANIFEST, codes_name, states_name};
use crate::manifest::Manifest;
use crate::seal::Checksum;
use crate::shard_file::{Contents, Part, ShardFile, new_decompressor};
use crate::{Error, Identity};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use winways_solve::{Budget, Layout, Observer, Place, Progress};

/// The result of [`verify`].
#[derive(Debug)]
pub struct TableVerification {
    /// The number of files checked, including the manifest.
    pub files: u64,
    /// The total size of these files in bytes.
    pub bytes: u64,
    /// The number of records checked.
    pub records: u64,
    /// The first damage of each damaged file, in the order of layers and shards.
    pub damage: Vec<Error>,
    /// `true` if every layer is solved.
    pub is_complete: bool,
    /// `true` if a build is running in the directory. The committed states of the layer in progress are then not
    /// checked.
    pub is_being_built: bool,
}

/// Checks every byte of every file of the table in `directory`: checksums, sizes, headers, and the stored counts of
/// positions against the records. [`winways_solve::check_values`] checks that the values themselves are correct.
///
/// # Errors
/// Returns an error if there is no table, its manifest is damaged, or the observer stopped the work. Damage to other
/// files is part of the result.
pub fn verify(directory: &Path, threads: usize, observer: &dyn Observer) -> Result<TableVerification, Error> {
    verify_within(directory, Budget { memory: u64::MAX, threads, ..Budget::DEFAULT }, observer)
}

/// Verifies the table like [`verify`], within a budget. A manifest that does not fit the memory limit is not read.
///
/// # Errors
/// Fails like [`verify`].
pub fn verify_within(
    directory: &Path,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<TableVerification, Error> {
    let (read, threads) = (|| Manifest::read_within(directory, budget.memory), budget.threads);
    // A build may start or end at any moment. The files of a round are removed when the next round is committed.
    let was_locked = directory::is_locked(directory);
    let manifest = read()?;
    let is_being_built = was_locked && !manifest.is_complete();
    let whole = verify_manifest(directory, &manifest, is_being_built, threads, observer)?;
    if whole.damage.is_empty() || is_being_built || read()? == manifest {
        return Ok(whole);
    }
    let manifest = read()?;
    verify_manifest(directory, &manifest, !manifest.is_complete(), threads, observer)
}

/// Verifies the files that `manifest` names. If the table is being built, only the solved layers are checked.
fn verify_manifest(
    directory: &Path,
    manifest: &Manifest,
    is_being_built: bool,
    threads: usize,
    observer: &dyn Observer,
) -> Result<TableVerification, Error> {
    let layers = manifest.solved.len() + usize::from(manifest.round.is_some());
    let layout = manifest.layout(layers, directory)?;
    let verifier = Verifier {
        directory,
        identity: &manifest.table,
        layout: &layout,
        observer,
        bytes: AtomicU64::new(0),
        records: AtomicU64::new(0),
    };
    let jobs = jobs(manifest, is_being_built);
    let results = verifier.on_threads(&jobs, threads);
    let mut found = TableVerification {
        files: 1 + jobs.len() as u64,
        bytes: 0,
        records: 0,
        damage: Vec::new(),
        is_complete: manifest.is_complete(),
        is_being_built,
    };
    let mut counts: Vec<Vec<StoredCounts>> = vec![Vec::new(); manifest.solved.len()];
    let mut is_undamaged = vec![true; layout.layers()];
    for (job, result) in jobs.iter().zip(results) {
        match result {
            Err(Error::Stopped(stopped)) => return Err(Error::Stopped(stopped)),
            Err(damage) => {
                found.damage.push(damage);
                is_undamaged[job.layer] = false;
            }
            Ok(None) => {}
            Ok(Some(file)) => counts[job.layer].push(file),
        }
    }
    for (layer, (solved, counts)) in manifest.solved.iter().zip(&counts).enumerate() {
        if is_undamaged[layer] && StoredCounts::sum(counts) != solved.counts {
            let what = format!("its counts of positions of layer {layer} do not match the files");
            found.damage.push(Error::damaged(&directory.join(MANIFEST), what));
        }
    }
    let length = std::fs::metadata(directory.join(MANIFEST)).map_err(Error::io("open", directory))?.len();
    found.bytes = verifier.bytes.into_inner() + length;
    found.records = verifier.records.into_inner();
    Ok(found)
}

/// A file to check.
struct Job {
    layer: usize,
    shard: u32,
    contents: Contents,
    checksum: Checksum,
}

fn jobs(manifest: &Manifest, is_being_built: bool) -> Vec<Job> {
    let mut jobs = Vec::new();
    let mut add = |layer: usize, contents: Contents, files: &[Option<Checksum>]| {
        for (shard, checksum) in (0u32..).zip(files) {
            jobs.extend(checksum.map(|checksum| Job { layer, shard, contents, checksum }));
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

struct Verifier<'a> {
    directory: &'a Path,
    identity: &'a Identity,
    layout: &'a Layout,
    observer: &'a dyn Observer,
    bytes: AtomicU64,
    records: AtomicU64,
}

/// The result of checking a file: the counts of a code file, or `None` for states.
type FileResult = Result<Option<StoredCounts>, Error>;

/// The number of records that are decoded before they are counted, unless a block holds more.
const RECORDS_AT_ONCE: usize = 1 << 18;

impl Verifier<'_> {
    /// Checks the files on `threads` threads and returns the results in the order of `jobs`. If the observer stops the
    /// work, the results of later jobs may be missing.
    fn on_threads(&self, jobs: &[Job], threads: usize) -> Vec<FileResult> {
        let next = AtomicUsize::new(0);
        let ended = AtomicBool::new(false);
        let results: Mutex<Vec<(usize, FileResult)>> = Mutex::new(Vec::new());
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

    fn examine(&self, job: &Job) -> FileResult {
        let Job { layer, shard, contents, checksum } = *job;
        let path = self.directory.join(match contents {
            Contents::Codes => codes_name(layer, shard),
            Contents::States { round } => states_name(layer, round, shard),
        });
        let ranks = self.layout.len(layer, shard);
        let part = Part { identity: self.identity, layer, shard, contents, ranks };
        let file = ShardFile::open(&path, &part, Some(checksum))?;
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
                Err(Error::damaged(&path, "its counts of positions do not match its records"))
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
