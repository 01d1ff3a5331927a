//! Stalks of Hackenbush, written from the ground up.

use super::read::Reader;
use crate::error::{NumberError, ParseNumberError, at};
use crate::ordinal::Ordinal;
use crate::signs::{MOST_RUNS, Run, Segment, SignExpansion};
use std::str::FromStr;

/// A stalk of Hackenbush with finitely or infinitely many edges.
///
/// A stalk is written from the ground up: `L` is a blue edge of Left, `R` a red edge of Right, and `G` a green edge of both
/// players. An exponent repeats an edge or a group in parentheses: an edge any ordinal number of times, a group finitely often
/// or ω times.
///
/// Source: J. H. Conway, *On Numbers and Games*, chapters 3 and 8; E. R. Berlekamp, *The Hackenbush number system for
/// compression of numerical data* (1974).
///
/// ```
/// use winways_numbers::Stalk;
///
/// let Stalk::Coloured(signs) = "(LR)^ω".parse()? else { panic!("a stalk without green edges") };
/// assert_eq!(signs.to_surreal()?.to_string(), "2/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stalk {
    /// Blue and red edges. The value is the number whose signs are the edges: + is blue, − is red.
    Coloured(SignExpansion),
    /// A number n of green edges. The value is the nimber `*n`.
    Green(Ordinal),
}

/// The colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    Blue,
    Red,
    Green,
}

/// Edges of one colour.
#[derive(Clone)]
struct Edges {
    colour: Colour,
    count: Ordinal,
}

/// The number of times that a group is repeated.
enum Times {
    Finite(usize),
    Omega,
}

/// Reads a stalk such as `L(RL)^ω`, `L^3 R^ω` or `G^(ω+1)`. Lower-case letters, and `B` for `L`, are also accepted.
impl FromStr for Stalk {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Stalk, ParseNumberError> {
        let mut reader = StalkReader { reader: Reader::new(text), is_green: None };
        let mut parts = Vec::new();
        let mut size = 0;
        while reader.reader.peek().is_some() {
            let place = reader.reader.place();
            let (edges, times) = reader.part()?;
            size += match times {
                Times::Finite(times) => edges.len().saturating_mul(times),
                Times::Omega => edges.len(),
            };
            if size > MOST_RUNS {
                return Err(at(place, NumberError::TooLarge));
            }
            parts.push((edges, times));
        }
        let stalk = match reader.is_green {
            None => return reader.reader.expected("an edge: `L`, `R` or `G`"),
            Some(true) => height(&parts).map(Stalk::Green),
            Some(false) => SignExpansion::from_segments(parts.iter().flat_map(segments)).map(Stalk::Coloured),
        };
        stalk.map_err(|fault| at(0, fault))
    }
}

/// Returns the number of edges.
fn height(parts: &[(Vec<Edges>, Times)]) -> Result<Ordinal, NumberError> {
    let mut height = Ordinal::ZERO;
    for (edges, times) in parts {
        let group = edges.iter().try_fold(Ordinal::ZERO, |sum, edges| sum.sum(&edges.count))?;
        height = height.sum(&match times {
            Times::Finite(times) => group.product(&Ordinal::monomial(Ordinal::ZERO, (*times).into())?)?,
            Times::Omega => group.product(&Ordinal::omega())?,
        })?;
    }
    Ok(height)
}

/// Returns blue and red edges as signs.
fn segments((edges, times): &(Vec<Edges>, Times)) -> Vec<Segment> {
    let run = |edges: &Edges| Run { is_plus: edges.colour == Colour::Blue, length: edges.count.clone() };
    let runs: Vec<Run> = edges.iter().map(run).collect();
    match times {
        Times::Finite(times) => std::iter::repeat_n(runs, *times).flatten().map(Segment::Run).collect(),
        Times::Omega => vec![Segment::Word(runs)],
    }
}

/// A reader of edges. Either all edges are green, or none is.
struct StalkReader<'t> {
    reader: Reader<'t>,
    /// `true` if the first edge is green; `None` before the first edge.
    is_green: Option<bool>,
}

impl StalkReader<'_> {
    /// Reads edges of one colour, or a group in parentheses with an optional exponent, which defaults to 1.
    fn part(&mut self) -> Result<(Vec<Edges>, Times), ParseNumberError> {
        if !self.reader.take(&["("]) {
            return Ok((vec![self.edges()?], Times::Finite(1)));
        }
        let mut group = vec![self.edges()?];
        while !self.reader.take(&[")"]) {
            group.push(self.edges()?);
        }
        if !self.reader.take(&["^"]) {
            return Ok((group, Times::Finite(1)));
        }
        if self.reader.take(&["ω", "omega"]) {
            return Ok((group, Times::Omega));
        }
        let place = self.reader.place();
        match self.reader.natural()?.map(usize::try_from) {
            Some(Ok(times)) => Ok((group, Times::Finite(times))),
            Some(Err(_)) => Err(at(place, NumberError::TooLarge)),
            None => self.reader.expected("`ω` or a natural number after a group"),
        }
    }

    /// Reads a letter with an optional exponent, which defaults to 1.
    fn edges(&mut self) -> Result<Edges, ParseNumberError> {
        let place = self.reader.place();
        let colour = if self.reader.take(&["L", "l", "B", "b"]) {
            Colour::Blue
        } else if self.reader.take(&["R", "r"]) {
            Colour::Red
        } else if self.reader.take(&["G", "g"]) {
            Colour::Green
        } else {
            return self.reader.expected("an edge: `L`, `R` or `G`, or a group such as `(LR)^ω`");
        };
        let is_green = *self.is_green.get_or_insert(colour == Colour::Green);
        if is_green != (colour == Colour::Green) {
            let expected = if is_green { "only green edges, `G`" } else { "only edges `L` and `R`" };
            return Err(at(place, crate::ParseFault::Expected(expected)));
        }
        let count = if self.reader.take(&["^"]) { self.reader.ordinal_exponent()? } else { Ordinal::one() };
        Ok(Edges { colour, count })
    }
}
