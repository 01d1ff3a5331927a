//! The text format of certificates.

use super::{Certificate, Proof, RowProof, SparseProof, Window};
use crate::lines::{LineError, Lines, list};
use std::fmt;
use std::str::FromStr;

const HEADER: &str = "winways period certificate 1";

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

impl FromStr for Certificate {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Certificate, LineError> {
        let mut lines = Lines::new(text, HEADER, "certificate")?;
        let game = lines.word("game")?.to_owned();
        let (preperiod, period) = (lines.number("preperiod")?, lines.number("period")?);
        let proof = match lines.word("proof")? {
            "guy-smith" => Proof::GuySmith { last_digit: lines.number("last-digit")? },
            "window" => Proof::Window { length: lines.number("length")? },
            "sparse" => Proof::Sparse(sparse_proof(&mut lines)?),
            "rows" => Proof::Rows(row_proof(&mut lines)?),
            _ => {
                return Err(
                    lines.wrong_before("expected the proof `guy-smith`, `window`, `sparse` or `rows`")
                );
            }
        };
        lines.end()?;
        if period == 0 {
            return Err(LineError { line: 4, message: "a period is at least 1".to_owned() });
        }
        Ok(Certificate { game, preperiod, period, proof })
    }
}

fn sparse_proof(lines: &mut Lines<'_>) -> Result<SparseProof, LineError> {
    let (length, repeats_from) = (lines.number("length")?, lines.number("repeats-from")?);
    let (apart, mask) = (lines.number("apart")?, lines.number("mask")?);
    let parity = match lines.word("parity")? {
        "none" => None,
        "0" => Some(0),
        "1" => Some(1),
        _ => return Err(lines.wrong_before("expected the parity 0, 1 or none")),
    };
    let rare = lines.list("rare", "the rare heaps")?;
    let mut windows = Vec::new();
    while lines.is_next("window") {
        windows.push(window(lines)?);
    }
    Ok(SparseProof { mask, parity, rare, length, repeats_from, apart, windows })
}

fn row_proof(lines: &mut Lines<'_>) -> Result<RowProof, LineError> {
    let (length, apart) = (lines.number("length")?, lines.number("apart")?);
    let heap = match lines.word("heap")? {
        "1" => 0,
        "2" => 1,
        _ => return Err(lines.wrong_before("expected the position of the heap in a pair, 1 or 2")),
    };
    Ok(RowProof { heap, length, apart, columns: lines.list("columns", "the memories")? })
}

fn window(lines: &mut Lines<'_>) -> Result<Window, LineError> {
    let words: Vec<&str> = lines.word("window")?.split(' ').collect();
    let window = match words[..] {
        [heap, sum, values] => {
            let pairs = values.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
            let values = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<_>>();
            let numbers = heap.parse().ok().zip(u32::from_str_radix(sum, 16).ok());
            numbers.zip(values).map(|((heap, sum), values)| Window { heap, values, sum })
        }
        _ => None,
    };
    window.ok_or_else(|| lines.wrong_before("expected a heap, a sum and values in hexadecimal digits"))
}
