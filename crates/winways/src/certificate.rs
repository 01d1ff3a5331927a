//! The independent check of certificates of periods.

use crate::Catalogue;
use winways_kit::AnyGame;
use winways_notation::Diagnostic;
use winways_solve::Observer;
pub use winways_solve::certificate::{Certificate, CertificateError, CheckFailure, Checked};

/// The reason a certificate is not accepted.
#[derive(Clone, Debug)]
pub enum CertificateFailure {
    /// The text is not a certificate.
    Text(CertificateError),
    /// The game of the certificate is not in the catalogue.
    Game(Diagnostic),
    /// The claim could not be derived, or the work was stopped.
    Check(CheckFailure),
}

/// Derives the claim of a certificate again, by a slow and simple program that shares no code with the engines.
///
/// With `sample`, a number of windows and a seed, checks only that many random windows.
///
/// # Errors
/// Returns [`CertificateFailure`] if the certificate is not accepted.
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
) -> Result<(Certificate, Checked), CertificateFailure> {
    let certificate: Certificate = text.parse().map_err(CertificateFailure::Text)?;
    let game = catalogue.game(&certificate.game).map_err(CertificateFailure::Game)?;
    check(certificate, &*game, sample, memory, observer)
}

/// Checks a certificate of a game that is not in the catalogue, such as the game of a rule file.
///
/// # Errors
/// Returns [`CertificateFailure`] as [`check_certificate`] does, and also if the certificate names another game.
pub fn check_certificate_of(
    game: &dyn AnyGame,
    text: &str,
    sample: Option<(u64, u64)>,
    memory: u64,
    observer: &dyn Observer,
) -> Result<(Certificate, Checked), CertificateFailure> {
    let certificate: Certificate = text.parse().map_err(CertificateFailure::Text)?;
    if certificate.game != game.name() {
        let why = format!("it is a certificate of {}, not of {}", certificate.game, game.name());
        return Err(CertificateFailure::Check(CheckFailure::Refused(why)));
    }
    check(certificate, game, sample, memory, observer)
}

fn check(
    certificate: Certificate,
    game: &dyn AnyGame,
    sample: Option<(u64, u64)>,
    memory: u64,
    observer: &dyn Observer,
) -> Result<(Certificate, Checked), CertificateFailure> {
    let refuse = |why: String| Err(CertificateFailure::Check(CheckFailure::Refused(why)));
    let checked = match (game.tables().heap_rules(), game.tables().pair_rules()) {
        (Some(rules), _) => certificate.check(rules, sample, memory, observer),
        (None, Some(_)) if sample.is_some() => {
            return refuse("only certificates by a sparse space have windows to take samples of".to_owned());
        }
        (None, Some(rules)) => certificate.check_rows(rules, memory, observer),
        (None, None) => return refuse(format!("{} is not a game on heaps or pairs", certificate.game)),
    };
    Ok((certificate, checked.map_err(CertificateFailure::Check)?))
}
