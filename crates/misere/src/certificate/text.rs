//! Writes and parses certificates of misère quotients.

use super::{CertificateGame, MisereCertificate};
use crate::heaps::Heaps;
use crate::period::QuotientPeriod;
use crate::quotient::MOST_ELEMENTS;
use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use winways_solve::lines::{LineError, Lines, list};

impl fmt::Display for MisereCertificate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body()?;
        let checksum = crc32fast::hash(body.as_bytes());
        writeln!(formatter, "{body}checksum {checksum:08x}\nend")
    }
}

impl MisereCertificate {
    /// The first line of a certificate.
    pub const HEADER: &str = "winways misere certificate 1";

    /// Returns all lines before the checksum.
    fn body(&self) -> Result<String, fmt::Error> {
        let mut text = format!("{}\n", MisereCertificate::HEADER);
        match &self.game {
            CertificateGame::Named(name) => writeln!(text, "game {name}")?,
            CertificateGame::Listed(heaps) => {
                writeln!(text, "game listed")?;
                for heap in 1..=heaps.last() {
                    write!(text, "options {heap}")?;
                    for option in heaps.options(heap) {
                        let parts: Vec<String> = option.iter().map(u32::to_string).collect();
                        write!(text, " {}", if parts.is_empty() { "0".to_owned() } else { parts.join("+") })?;
                    }
                    writeln!(text)?;
                }
            }
        }
        writeln!(text, "order {}", self.order)?;
        for (heap, products) in &self.generators {
            writeln!(text, "generator {heap}{}", list(products))?;
        }
        writeln!(text, "lost{}", list(&self.previous))?;
        writeln!(text, "heaps {}", self.phi.len())?;
        writeln!(text, "elements{}", list(&self.phi))?;
        match self.period {
            None => writeln!(text, "period none")?,
            Some(QuotientPeriod { start, length }) => writeln!(text, "period {length} from {start}")?,
        }
        Ok(text)
    }
}

impl FromStr for MisereCertificate {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self> {
        let mut lines = Lines::new(text, MisereCertificate::HEADER, "certificate")?;
        let game = game(&mut lines)?;
        let order: usize = lines.number("order")?;
        if order == 0 || order > MOST_ELEMENTS {
            return Err(lines.wrong_before(format!("expected an order from 1 to {MOST_ELEMENTS}")));
        }
        let mut generators = Vec::new();
        let mut seen = BTreeSet::new();
        while lines.is_next("generator") {
            let mut numbers: Vec<u32> = lines.list("generator", "a heap and elements")?;
            if numbers.len() != order + 1 {
                return Err(lines.wrong_before(format!("expected a heap and {order} elements")));
            }
            let heap = numbers.remove(0);
            if !seen.insert(heap) {
                return Err(lines.wrong_before(format!("expected one generator for heap {heap}, not two")));
            }
            generators.push((heap, elements(&lines, &numbers, order)?));
        }
        let lost: Vec<u32> = lines.list("lost", "elements")?;
        let previous = elements(&lines, &lost, order)?;
        if !previous.is_sorted_by(|a, b| a < b) {
            return Err(lines.wrong_before("expected each element once, in ascending order".to_owned()));
        }
        let heaps: usize = lines.number("heaps")?;
        let of_heaps: Vec<u32> = lines.list("elements", "elements of the heaps")?;
        if of_heaps.len() != heaps {
            return Err(lines.wrong_before(format!("expected {heaps} elements")));
        }
        let phi = elements(&lines, &of_heaps, order)?;
        let period = period(&mut lines)?;
        end(&mut lines, text)?;
        Ok(MisereCertificate { game, order, generators, previous, phi, period })
    }
}

type Result<T, E = LineError> = std::result::Result<T, E>;

/// Converts the numbers of the previous line to elements, which are below `order`.
fn elements(lines: &Lines<'_>, numbers: &[u32], order: usize) -> Result<Vec<u16>> {
    let element = |&number: &u32| u16::try_from(number).ok().filter(|&element| usize::from(element) < order);
    let elements: Option<Vec<u16>> = numbers.iter().map(element).collect();
    elements.ok_or_else(|| lines.wrong_before(format!("expected elements below {order}")))
}

fn game(lines: &mut Lines<'_>) -> Result<CertificateGame> {
    let name = lines.word("game")?;
    if name != "listed" {
        return Ok(CertificateGame::Named(name.to_owned()));
    }
    let mut heaps = Heaps::new();
    while lines.is_next("options") {
        let words: Vec<&str> = lines.word("options")?.split(' ').collect();
        let sum = |word: &&str| word.split('+').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>();
        let options: Option<Vec<Vec<u32>>> = words[1..].iter().map(sum).collect();
        let heap = heaps.last() + 1;
        let added = options.filter(|_| words[0] == heap.to_string()).map(|options| heaps.push(options));
        if added != Some(Ok(())) {
            return Err(lines.wrong_before(format!("expected heap {heap} and sums of smaller heaps")));
        }
    }
    Ok(CertificateGame::Listed(heaps))
}

fn period(lines: &mut Lines<'_>) -> Result<Option<QuotientPeriod>> {
    let words: Vec<&str> = lines.word("period")?.split(' ').collect();
    let period = match words[..] {
        ["none"] => return Ok(None),
        [length, "from", start] => length.parse().ok().zip(start.parse().ok()),
        _ => None,
    };
    let wrong = || lines.wrong_before("expected `none` or a length, `from` and a heap");
    period.map(|(length, start)| Some(QuotientPeriod { start, length })).ok_or_else(wrong)
}

/// Checks the last two lines.
fn end(lines: &mut Lines<'_>, text: &str) -> Result<()> {
    let body: String = lines.before().iter().flat_map(|line| [line, "\n"]).collect();
    let checksum = lines.word("checksum")?;
    if checksum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
        return Err(lines.wrong_before("the checksum does not match the lines before"));
    }
    lines.end()?;
    if text.ends_with('\n') { Ok(()) } else { Err(lines.wrong("expected nothing after the line `end`")) }
}
