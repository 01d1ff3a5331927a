//! Independent checks of certificates of periods and of misère quotients.

use crate::Catalogue;
use crate::quotients::options_up_to;
use winways_kit::AnyGame;
use winways_misere::{CertificateGame, CertificateStop, MisereCertificate};
use winways_notation::Diagnostic;
use winways_rules::Recurrence;
use winways_solve::certificate::Proof;
pub use winways_solve::certificate::{Certificate, CertificateError, CheckFailure, Checked};
use winways_solve::{Budget, Ledger, Observer};

/// The units of work between two polls of the observer.
const INTERVAL: u64 = 1 << 18;

/// The reason a certificate is rejected.
#[derive(Clone, Debug)]
pub enum CertificateFailure {
    /// The text is not a certificate.
    Text(CertificateError),
    /// The game of the certificate is not in the catalogue.
    Game(Diagnostic),
    /// The claim could not be derived, or the work was stopped.
    Check(CheckFailure),
}

/// Checks a certificate by deriving its claim again, with a slow and simple program that shares no code with the engines. Returns
/// the claim in words, and the extent of the check.
///
/// `sample` is a number of windows and a seed. If it is given, only this number of random windows of a sparse-space certificate is
/// checked. Other certificates have no windows and are always checked completely.
///
/// # Errors
/// Returns [`CertificateFailure`] if the certificate is rejected.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::{Checked, HeapTable, Keep, check_certificate};
/// let catalogue = Catalogue::new();
/// let kayles = catalogue.game("octal(0.77)")?;
/// let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
/// table.extend_to(200, &NoObserver).unwrap();
/// let certificate = table.certificate(&NoObserver).unwrap().unwrap();
/// let checked = check_certificate(&catalogue, &certificate.to_string(), None, 1 << 30, &NoObserver);
/// assert_eq!(checked.unwrap().1, Checked::Whole { values: 168 });
/// # Ok::<(), winways::Diagnostic>(())
/// ```
pub fn check_certificate(
    catalogue: &Catalogue,
    text: &str,
    sample: Option<(u64, u64)>,
    memory: u64,
    observer: &dyn Observer,
) -> Result<(String, Checked), CertificateFailure> {
    let claim = Claim::read(text)?;
    let game = catalogue.game(claim.game()).map_err(CertificateFailure::Game)?;
    claim.check(&*game, sample, memory, observer)
}

/// Checks a certificate of a game that is not in the catalogue, such as the game of a rule file.
///
/// # Errors
/// Returns the errors of [`check_certificate`], and also an error if the certificate names another game.
pub fn check_certificate_of(
    game: &dyn AnyGame,
    text: &str,
    sample: Option<(u64, u64)>,
    memory: u64,
    observer: &dyn Observer,
) -> Result<(String, Checked), CertificateFailure> {
    let claim = Claim::read(text)?;
    if claim.game() != game.name() {
        return refuse(format!("it is a certificate of {}, not of {}", claim.game(), game.name()));
    }
    claim.check(game, sample, memory, observer)
}

/// A certificate of a period or of a misère quotient.
enum Claim {
    Period(Certificate),
    Quotient { game: String, certificate: MisereCertificate },
}

impl Claim {
    fn read(text: &str) -> Result<Claim, CertificateFailure> {
        if !text.starts_with(MisereCertificate::HEADER.trim_end_matches(char::is_numeric)) {
            return text.parse().map(Claim::Period).map_err(CertificateFailure::Text);
        }
        let certificate: MisereCertificate = text.parse().map_err(CertificateFailure::Text)?;
        match &certificate.game {
            CertificateGame::Named(game) => Ok(Claim::Quotient { game: game.clone(), certificate }),
            CertificateGame::Listed(_) => refuse("it lists moves, but names no game".to_owned()),
        }
    }

    fn game(&self) -> &str {
        match self {
            Claim::Period(certificate) => &certificate.game,
            Claim::Quotient { game, .. } => game,
        }
    }

    /// Checks the claim, and returns it in words.
    fn check(
        self,
        game: &dyn AnyGame,
        sample: Option<(u64, u64)>,
        memory: u64,
        observer: &dyn Observer,
    ) -> Result<(String, Checked), CertificateFailure> {
        let certificate = match self {
            Claim::Quotient { certificate, .. } => {
                return check_quotient(&certificate, game, memory, observer);
            }
            Claim::Period(certificate) => certificate,
        };
        let checked = match (game.tables().heap_rules(), game.tables().pair_rules()) {
            (Some(rules), _) => certificate.check(rules, sample, memory, observer),
            (None, Some(rules)) => certificate.check_rows(rules, memory, observer),
            (None, None) => return refuse(format!("{} is not a game on heaps or pairs", certificate.game)),
        };
        let checked = checked.map_err(CertificateFailure::Check)?;
        let Certificate { game, preperiod, period, proof } = certificate;
        let of_rows = match proof {
            Proof::Rows(rows) => {
                let [heap, memory] = if rows.heap == 0 { ["first", "second"] } else { ["second", "first"] };
                format!(" in the {heap} number, for each {memory} number in {{{}}}", ranges(&rows.columns))
            }
            _ => String::new(),
        };
        Ok((format!("{game} has period {period} from {preperiod}{of_rows}"), checked))
    }
}

/// Formats ascending numbers as ranges, such as `0..3, 7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn check_quotient(
    certificate: &MisereCertificate,
    game: &dyn AnyGame,
    memory: u64,
    observer: &dyn Observer,
) -> Result<(String, Checked), CertificateFailure> {
    let stopped = |reason| CertificateFailure::Check(CheckFailure::Stopped(reason));
    let last = certificate.phi.len() as u64;
    let ledger = Ledger::new(Budget { memory, ..Budget::DEFAULT }, observer, INTERVAL);
    let recurrence = game.tables().heap_rules().map_or(Recurrence::Unknown, |rules| rules.recurrence());
    let heaps = match options_up_to(game.tables(), last, &ledger) {
        Some(heaps) => heaps.map_err(stopped)?,
        None => {
            return refuse(format!(
                "the moves of the heaps of {} are not known, or heap 0 has a move",
                game.name()
            ));
        }
    };
    match certificate.check(&heaps, recurrence, &ledger) {
        Ok(()) => {}
        Err(CertificateStop::Fault(fault)) => return refuse(fault.to_string()),
        Err(CertificateStop::Stopped(reason)) => return Err(stopped(reason)),
    }
    let heaps = match certificate.period {
        Some(period) => format!("all heaps, with period {} from {}", period.length, period.start),
        None => format!("heaps 0 to {last}"),
    };
    let (order, lost) = (certificate.order, certificate.previous.len());
    let claim =
        format!("{} has a misère quotient of order {order} with {lost} P-positions for {heaps}", game.name());
    Ok((claim, Checked::Whole { values: last + 1 }))
}

fn refuse<T>(why: String) -> Result<T, CertificateFailure> {
    Err(CertificateFailure::Check(CheckFailure::Refused(why)))
}
