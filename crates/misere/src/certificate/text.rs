//! Writes and parses certificates of misère quotients.

use super::{CertificateGame, MisereCertificate};
use crate::heaps::Heaps;
use crate::period::QuotientPeriod;
use crate::quotient::MOST_ELEMENTS;
use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use thiserror::Error;

/// An error in the text of a certificate of a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct MisereCertificateError {
    /// The line with the error, starting at 1.
    pub line: usize,
    /// A description of the error.
    pub message: String,
}

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

/// Returns the numbers, each after a space.
fn list(numbers: &[u16]) -> String {
    numbers.iter().fold(String::new(), |mut text, number| {
        let _ = write!(text, " {number}");
        text
    })
}

impl FromStr for MisereCertificate {
    type Err = MisereCertificateError;

    fn from_str(text: &str) -> Result<Self, MisereCertificateError> {
        let mut lines = Lines { lines: text.lines().collect(), line: 0 };
        match lines.lines.first() {
            Some(&MisereCertificate::HEADER) => lines.line = 1,
            Some(first) if first.starts_with(MisereCertificate::HEADER.trim_end_matches('1')) => {
                return Err(lines.wrong("an unsupported version of certificates"));
            }
            _ => {
                let header = MisereCertificate::HEADER;
                return Err(lines.wrong(format!("not a certificate: expected the line `{header}`")));
            }
        }
        let game = lines.game()?;
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
            generators.push((heap, lines.elements(&numbers, order)?));
        }
        let lost: Vec<u32> = lines.list("lost", "elements")?;
        let previous = lines.elements(&lost, order)?;
        if !previous.is_sorted_by(|a, b| a < b) {
            return Err(lines.wrong_before("expected each element once, in ascending order".to_owned()));
        }
        let heaps: usize = lines.number("heaps")?;
        let elements: Vec<u32> = lines.list("elements", "elements of the heaps")?;
        if elements.len() != heaps {
            return Err(lines.wrong_before(format!("expected {heaps} elements")));
        }
        let phi = lines.elements(&elements, order)?;
        let period = lines.period()?;
        lines.end(text)?;
        Ok(MisereCertificate { game, order, generators, previous, phi, period })
    }
}

struct Lines<'t> {
    lines: Vec<&'t str>,
    /// The number of lines read.
    line: usize,
}

type Result<T, E = MisereCertificateError> = std::result::Result<T, E>;

impl<'t> Lines<'t> {
    fn wrong(&self, message: impl Into<String>) -> MisereCertificateError {
        MisereCertificateError { line: self.line + 1, message: message.into() }
    }

    /// Returns an error in the line that was read last.
    fn wrong_before(&self, message: impl Into<String>) -> MisereCertificateError {
        MisereCertificateError { line: self.line, message: message.into() }
    }

    /// Returns the text after a name on the next line, including the space between them.
    fn rest(&self, name: &str) -> Option<&'t str> {
        let rest = self.lines.get(self.line)?.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
    }

    fn is_next(&self, name: &str) -> bool {
        self.rest(name).is_some()
    }

    /// Reads the next line, which must begin with a name and a space, and returns the text after them.
    fn word(&mut self, name: &str) -> Result<&'t str> {
        let word = self.rest(name).and_then(|rest| rest.strip_prefix(' '));
        let word = word.ok_or_else(|| self.wrong(format!("expected `{name}`")))?;
        self.line += 1;
        Ok(word)
    }

    fn number<N: FromStr>(&mut self, name: &str) -> Result<N> {
        let word = self.word(name)?;
        word.parse().map_err(|_| self.wrong_before(format!("expected a number after `{name}`")))
    }

    /// Reads the next line, which must begin with a name, and returns the numbers after it.
    fn list(&mut self, name: &str, what: &str) -> Result<Vec<u32>> {
        let number = |number: &str| number.parse().ok();
        let rest = self.rest(name).and_then(|rest| match rest.strip_prefix(' ') {
            Some(numbers) => numbers.split(' ').map(number).collect(),
            None => Some(Vec::new()),
        });
        let numbers = rest.ok_or_else(|| self.wrong(format!("expected `{name}` and {what}")))?;
        self.line += 1;
        Ok(numbers)
    }

    /// Converts the numbers of the previous line to elements, which are below `order`.
    fn elements(&self, numbers: &[u32], order: usize) -> Result<Vec<u16>> {
        let element =
            |&number: &u32| u16::try_from(number).ok().filter(|&element| usize::from(element) < order);
        let elements: Option<Vec<u16>> = numbers.iter().map(element).collect();
        elements.ok_or_else(|| self.wrong_before(format!("expected elements below {order}")))
    }

    fn game(&mut self) -> Result<CertificateGame> {
        let name = self.word("game")?;
        if name != "listed" {
            return Ok(CertificateGame::Named(name.to_owned()));
        }
        let mut heaps = Heaps::new();
        while self.is_next("options") {
            let words: Vec<&str> = self.word("options")?.split(' ').collect();
            let sum =
                |word: &&str| word.split('+').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>();
            let options: Option<Vec<Vec<u32>>> = words[1..].iter().map(sum).collect();
            let heap = heaps.last() + 1;
            let added = options.filter(|_| words[0] == heap.to_string()).map(|options| heaps.push(options));
            if added != Some(Ok(())) {
                return Err(self.wrong_before(format!("expected heap {heap} and sums of smaller heaps")));
            }
        }
        Ok(CertificateGame::Listed(heaps))
    }

    fn period(&mut self) -> Result<Option<QuotientPeriod>> {
        let words: Vec<&str> = self.word("period")?.split(' ').collect();
        let period = match words[..] {
            ["none"] => return Ok(None),
            [length, "from", start] => length.parse().ok().zip(start.parse().ok()),
            _ => None,
        };
        let wrong = || self.wrong_before("expected `none` or a length, `from` and a heap");
        period.map(|(length, start)| Some(QuotientPeriod { start, length })).ok_or_else(wrong)
    }

    /// Checks the last two lines.
    fn end(&mut self, text: &str) -> Result<()> {
        let body: String = self.lines[..self.line].iter().flat_map(|line| [line, "\n"]).collect();
        let checksum = self.word("checksum")?;
        if checksum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
            return Err(self.wrong_before("the checksum does not match the lines before"));
        }
        if self.lines.get(self.line) != Some(&"end") {
            return Err(self.wrong("expected `end`"));
        }
        self.line += 1;
        if self.lines.len() > self.line || !text.ends_with('\n') {
            return Err(self.wrong("expected nothing after the line `end`"));
        }
        Ok(())
    }
}
