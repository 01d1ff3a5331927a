//! Computes rows of the atlas of octal games.

use winways_games::AtlasRow;
use winways_games::heaps::octal::Octal;
use winways_kit::Game;
use winways_notation::Diagnostic;
use winways_solve::certificate::Certificate;
use winways_solve::{Budget, HeapSequence, Keep, NimSequence, Observer, StopReason, Stopped};

/// The result of extending a row of the atlas.
pub struct ExtendedRow {
    /// The row, with the facts found so far.
    pub row: AtlasRow,
    /// The proof of the period, if there is one.
    pub certificate: Option<Certificate>,
    /// The reason the work ended early; `None` if it was not stopped.
    pub stopped: Option<Stopped>,
}

/// Computes a row of the atlas up to a heap, or until the period is proved. A row that already covers more heaps keeps
/// its facts unless the period is proved.
///
/// ```
/// use winways::games::AtlasRow;
/// use winways::tables::extend_atlas_row;
/// use winways::{Budget, NoObserver};
/// let found = extend_atlas_row(&AtlasRow::unknown("0.77"), 10_000, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(found.row.period.unwrap().period, 12);
/// assert!(found.certificate.unwrap().to_string().contains("proof guy-smith"));
/// # Ok::<(), winways::Diagnostic>(())
/// ```
///
/// # Errors
/// Returns a diagnostic if the code of the row is not an octal code.
pub fn extend_atlas_row(
    row: &AtlasRow,
    heap: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ExtendedRow, Diagnostic> {
    let octal = Octal::parse(&row.code)?;
    let mut sequence = HeapSequence::new(&octal, Keep::Last);
    let mut stopped = sequence.prove(heap, budget, observer).err();
    let mut row = row.clone();
    if sequence.period().is_some() || sequence.computed() >= row.heaps {
        row.heaps = sequence.computed();
        row.period = sequence.period();
        row.rare = sequence.rare_heaps().and_then(|rare| Some((rare.len() as u64, *rare.last()?)));
    }
    let mut certificate = None;
    if sequence.period().is_some() {
        match sequence.certificate(&octal.name(), observer) {
            Ok(found) => certificate = found,
            Err(reason) => stopped = stopped.or(Some(reason)),
        }
    }
    Ok(ExtendedRow { row, certificate, stopped })
}

/// Compares the first `heaps` values of the row's game with values computed from all options of every heap.
///
/// # Errors
/// Returns [`Stopped`] if the values differ, which is a defect of the program, or if the work is stopped.
pub fn compare_atlas_row(
    row: &AtlasRow,
    heaps: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<(), Stopped> {
    const MEX: &str = "the value of a heap is the mex of the values of its options";
    let differ = |heap| StopReason::Contradiction { theorem: MEX }.after(heap);
    let (Ok(octal), Some(last)) = (Octal::parse(&row.code), heaps.checked_sub(1)) else {
        return Ok(());
    };
    let mut sequence = HeapSequence::new(&octal, Keep::All);
    sequence.extend_to(last, budget, observer)?;
    let mut plain = NimSequence::new(&octal);
    plain.extend_to(last, budget, observer)?;
    match (0u64..).zip(plain.values()).find(|&(heap, &value)| sequence.value(heap) != Some(value)) {
        None => Ok(()),
        Some((heap, _)) => Err(differ(heap)),
    }
}
