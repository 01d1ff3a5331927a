//! The text format of certificates.

use super::{Certificate, Proof, RowProof, SparseProof, Window};
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use thiserror::Error;

const HEADER: &str = "winways period certificate 1";

/// An error in the text of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct CertificateError {
    /// The line with the error, starting at 1.
    pub line: usize,
    /// A description of the error.
    pub message: String,
}

impl fmt::Display for Certificate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{HEADER}")?;
        writeln!(formatter, "game {}", self.game)?;
        writeln!(formatter, "preperiod {}\nperiod {}", self.preperiod, self.period)?;
        match &self.proof {
            Proof::GuySmith { last_digit } => writeln!(formatter, "proof guy-smith\nlast-digit {last_digit}"),
            Proof::Window { length } => writeln!(formatter, "proof window\nlength {length}"),
            Proof::Sparse(proof) => {
                writeln!(formatter, "proof sparse\nlength {}", proof.length)?;
                writeln!(
                    formatter,
                    "repeats-from {}\napart {}\nmask {}",
                    proof.repeats_from, proof.apart, proof.mask
                )?;
                let parity = proof.parity.map_or("none".to_owned(), |parity| parity.to_string());
                writeln!(formatter, "parity {parity}")?;
                writeln!(formatter, "rare{}", list(&proof.rare))?;
                for window in &proof.windows {
                    write!(formatter, "window {} {:08x} ", window.heap, window.sum)?;
                    for value in &window.values {
                        write!(formatter, "{value:02x}")?;
                    }
                    writeln!(formatter)?;
                }
                Ok(())
            }
            Proof::Rows(RowProof { heap, length, apart, columns }) => {
                writeln!(formatter, "proof rows\nlength {length}\napart {apart}\nheap {}", heap + 1)?;
                writeln!(formatter, "columns{}", list(columns))
            }
        }?;
        writeln!(formatter, "end")
    }
}

/// Formats the numbers, each preceded by a space.
fn list(numbers: &[u64]) -> String {
    numbers.iter().fold(String::new(), |mut text, number| {
        let _ = write!(text, " {number}");
        text
    })
}

impl FromStr for Certificate {
    type Err = CertificateError;

    fn from_str(text: &str) -> Result<Certificate, CertificateError> {
        let mut lines = Lines { lines: text.lines().collect(), line: 0 };
        match lines.lines.first() {
            Some(&HEADER) => lines.line = 1,
            Some(first) if first.starts_with(HEADER.trim_end_matches('1')) => {
                return Err(lines.wrong("an unsupported version of certificates"));
            }
            _ => return Err(lines.wrong(format!("not a certificate: expected the line `{HEADER}`"))),
        }
        let game = lines.word("game")?.to_owned();
        let (preperiod, period) = (lines.number("preperiod")?, lines.number("period")?);
        let proof = match lines.word("proof")? {
            "guy-smith" => Proof::GuySmith { last_digit: lines.number("last-digit")? },
            "window" => Proof::Window { length: lines.number("length")? },
            "sparse" => Proof::Sparse(lines.sparse_proof()?),
            "rows" => Proof::Rows(lines.row_proof()?),
            _ => {
                lines.line -= 1;
                return Err(lines.wrong("expected the proof `guy-smith`, `window`, `sparse` or `rows`"));
            }
        };
        if lines.lines.get(lines.line) != Some(&"end") {
            return Err(lines.wrong("expected `end`"));
        }
        if lines.lines.len() > lines.line + 1 {
            lines.line += 1;
            return Err(lines.wrong("unexpected text after `end`"));
        }
        if period == 0 {
            return Err(CertificateError { line: 4, message: "a period is at least 1".to_owned() });
        }
        Ok(Certificate { game, preperiod, period, proof })
    }
}

struct Lines<'t> {
    lines: Vec<&'t str>,
    /// The number of lines read.
    line: usize,
}

impl<'t> Lines<'t> {
    fn wrong(&self, message: impl Into<String>) -> CertificateError {
        CertificateError { line: self.line + 1, message: message.into() }
    }

    /// Returns the text that follows a name on the next line.
    fn word(&mut self, name: &str) -> Result<&'t str, CertificateError> {
        let rest = self.lines.get(self.line).and_then(|line| line.strip_prefix(name));
        match rest.and_then(|rest| rest.strip_prefix(' ')) {
            Some(word) => {
                self.line += 1;
                Ok(word)
            }
            None => Err(self.wrong(format!("expected `{name}`"))),
        }
    }

    fn number<N: FromStr>(&mut self, name: &str) -> Result<N, CertificateError> {
        let word = self.word(name)?;
        word.parse().map_err(|_| {
            self.line -= 1;
            self.wrong(format!("expected a number after `{name}`"))
        })
    }

    fn sparse_proof(&mut self) -> Result<SparseProof, CertificateError> {
        let (length, repeats_from) = (self.number("length")?, self.number("repeats-from")?);
        let (apart, mask) = (self.number("apart")?, self.number("mask")?);
        let parity = match self.word("parity")? {
            "none" => None,
            "0" => Some(0),
            "1" => Some(1),
            _ => {
                self.line -= 1;
                return Err(self.wrong("expected the parity 0, 1 or none"));
            }
        };
        let rare = self.list("rare", "rare heaps")?;
        let mut windows = Vec::new();
        while self.lines.get(self.line).is_some_and(|line| line.starts_with("window ")) {
            windows.push(self.window()?);
        }
        Ok(SparseProof { mask, parity, rare, length, repeats_from, apart, windows })
    }

    fn row_proof(&mut self) -> Result<RowProof, CertificateError> {
        let (length, apart) = (self.number("length")?, self.number("apart")?);
        let heap = match self.word("heap")? {
            "1" => 0,
            "2" => 1,
            _ => {
                self.line -= 1;
                return Err(self.wrong("expected the position of the heap in a pair, 1 or 2"));
            }
        };
        Ok(RowProof { heap, length, apart, columns: self.list("columns", "memories")? })
    }

    /// Returns the numbers that follow a name on the next line.
    fn list(&mut self, name: &str, what: &str) -> Result<Vec<u64>, CertificateError> {
        let rest = self.lines.get(self.line).and_then(|line| line.strip_prefix(name));
        let numbers: Option<Vec<u64>> = match rest {
            Some("") => Some(Vec::new()),
            Some(rest) => rest
                .strip_prefix(' ')
                .and_then(|numbers| numbers.split(' ').map(|number| number.parse().ok()).collect()),
            None => None,
        };
        let Some(numbers) = numbers else {
            return Err(self.wrong(format!("expected `{name}` and the {what}")));
        };
        self.line += 1;
        Ok(numbers)
    }

    fn window(&mut self) -> Result<Window, CertificateError> {
        let words: Vec<&str> = self.lines[self.line].split(' ').collect();
        let window = match words[..] {
            [_, heap, sum, values] => {
                let pairs = values.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
                let values = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<_>>();
                let numbers = heap.parse().ok().zip(u32::from_str_radix(sum, 16).ok());
                numbers.zip(values).map(|((heap, sum), values)| Window { heap, values, sum })
            }
            _ => None,
        };
        let window =
            window.ok_or_else(|| self.wrong("expected a heap, a sum and values in hexadecimal digits"))?;
        self.line += 1;
        Ok(window)
    }
}
