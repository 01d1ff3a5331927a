//! Certificates of misère quotients: a quotient with the data to check it.

mod check;
mod text;

pub use check::{CertificateFault, CertificateStop};
pub use winways_solve::lines::LineError as MisereCertificateError;

use crate::heaps::Heaps;
use crate::period::QuotientPeriod;
use crate::quotient::{Element, Quotient};

/// The game of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateGame {
    /// A game with this name, such as `octal(0.77)`. Its rules are not in the certificate.
    Named(String),
    /// A game whose heaps have the options in the certificate.
    Listed(Heaps),
}

/// A certificate of a misère quotient: the multiplication by generators, the P-positions, and the element of each heap.
///
/// [`MisereCertificate::check`] shares no code with the search. The text is parsed by [`str::parse`] and written by [`ToString`]. Its first
/// line contains the version, and its second-to-last line contains a CRC-32 of all preceding lines.
///
/// ```
/// use winways_misere::{CertificateGame, Heaps, MisereCertificate, QuotientSearch};
/// use winways_rules::Recurrence;
/// use winways_solve::{Budget, Ledger, NoObserver};
/// // Kayles up to two pins.
/// let (mut heaps, mut search) = (Heaps::new(), QuotientSearch::new());
/// heaps.push([vec![]])?;
/// heaps.push([vec![1], vec![]])?;
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// (0..2).try_for_each(|_| search.add(&heaps, &ledger))?;
/// let game = CertificateGame::Named("octal(0.77)".to_owned());
/// let certificate = MisereCertificate::new(game, search.quotient(), None);
/// let read: MisereCertificate = certificate.to_string().parse()?;
/// assert_eq!(read, certificate);
/// read.check(&heaps, Recurrence::Octal { last_digit: 2 }, &ledger)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereCertificate {
    /// The game.
    pub game: CertificateGame,
    /// The number of elements, which are 0, 1, 2, …; 0 is the identity.
    pub order: usize,
    /// The generators: for each, its heap, and the products of all elements with this heap.
    pub generators: Vec<(u32, Vec<Element>)>,
    /// The elements that are P-positions, ascending.
    pub previous: Vec<Element>,
    /// The elements of the heaps, starting at heap 1.
    pub phi: Vec<Element>,
    /// The period of the elements, if the certificate claims one. The quotient is then the quotient of all heaps.
    pub period: Option<QuotientPeriod>,
}

impl MisereCertificate {
    /// Creates the certificate of a quotient.
    pub fn new(game: CertificateGame, quotient: &Quotient, period: Option<QuotientPeriod>) -> Self {
        let elements = 0..quotient.order() as Element;
        let generator = |heap: u32| {
            let own = quotient.phi()[heap as usize];
            (heap, elements.clone().map(|element| quotient.product(element, own)).collect())
        };
        MisereCertificate {
            game,
            order: quotient.order(),
            generators: quotient.generators().into_iter().map(generator).collect(),
            previous: elements.clone().filter(|&element| quotient.is_previous(element)).collect(),
            phi: quotient.phi()[1..].to_vec(),
            period,
        }
    }
}
