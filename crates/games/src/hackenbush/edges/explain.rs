//! Explanations of the value of a picture: the edges that the colon principle removes, and the blocks that need a search.

use super::numbers::{by_one_colour, on_edge};
use super::peel::{Part, ValuedGraph, Valuer, peel};
use super::{Picture, Twig};
use std::convert::Infallible;
use winways_kit::Detail;
use winways_values::Dyadic;

/// The greatest number of edges of a picture that is decomposed for an explanation.
const EDGES_PEELED: usize = 1024;
/// The greatest number of edges of a picture that is explained edge by edge.
const EDGES_WRITTEN_OUT: usize = 32;

/// Explains the values of the parts of a picture.
pub(super) fn explain(position: &[Picture], detail: Detail) -> Vec<String> {
    let twigs: Vec<Twig> = position.iter().flat_map(Picture::edges).copied().collect();
    if twigs.is_empty() {
        return vec!["no edge is left: the value is 0".to_owned()];
    }
    if twigs.len() > EDGES_PEELED {
        return vec![format!("{} edges in {} parts", twigs.len(), position.len())];
    }
    let graph = ValuedGraph::of(&twigs, KnownValue::Nimber(0));
    let mut names = vec![0; graph.tops.len()];
    for (new, old) in graph.twigs.iter().zip(&twigs) {
        names[new.ends.0 as usize] = old.ends.0;
        names[new.ends.1 as usize] = old.ends.1;
    }
    let steps = detail == Detail::Full && twigs.len() <= EDGES_WRITTEN_OUT;
    let mut explainer = Explainer { names, steps, edges: 0, lines: Vec::new() };
    let Ok(sum) = peel(graph, &mut explainer);
    if explainer.edges > 0 && !steps {
        let edges = plural(explainer.edges, "edge");
        explainer
            .lines
            .insert(0, format!("colon principle: {edges} removed, starting with those that carry nothing"));
    }
    if let (true, Some(sum)) = (steps, sum.written()) {
        explainer.lines.push(format!("the ground carries {sum}"));
    }
    explainer.lines
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("one {what}") } else { format!("{count} {what}s") }
}

/// The part of a value that is known without a search.
#[derive(Clone, Debug, PartialEq)]
enum KnownValue {
    /// A nimber, possibly zero.
    Nimber(u64),
    /// A number other than zero, with its value if known.
    Number(Option<Dyadic>),
    /// Any other value.
    Other,
}

impl KnownValue {
    fn of_number(number: Option<Dyadic>) -> KnownValue {
        if number.as_ref().is_some_and(Dyadic::is_zero) {
            KnownValue::Nimber(0)
        } else {
            KnownValue::Number(number)
        }
    }

    /// Returns `Some` if the value is a number, with the number if known.
    fn number(&self) -> Option<Option<Dyadic>> {
        match self {
            KnownValue::Nimber(0) => Some(Some(Dyadic::ZERO)),
            KnownValue::Number(number) => Some(number.clone()),
            _ => None,
        }
    }

    fn written(&self) -> Option<String> {
        match self {
            KnownValue::Nimber(0) => Some("0".to_owned()),
            KnownValue::Nimber(1) => Some("*".to_owned()),
            KnownValue::Nimber(nimber) => Some(format!("*{nimber}")),
            KnownValue::Number(number) => number.as_ref().map(Dyadic::to_string),
            KnownValue::Other => None,
        }
    }
}

struct Explainer {
    /// The names of the vertices in the picture.
    names: Vec<u32>,
    /// `true` if the explanation proceeds edge by edge.
    steps: bool,
    /// The number of edges removed one by one.
    edges: usize,
    lines: Vec<String>,
}

impl Explainer {
    fn named(&self, twig: &Twig) -> String {
        let name = |vertex: u32| self.names[vertex as usize];
        let (a, b) = twig.ends;
        Twig { ends: (name(a).min(name(b)), name(a).max(name(b))), ..*twig }.written()
    }

    /// Describes a part: `5 edges on vertex 2 (2-3:g 2-4:b ...)`.
    fn place(&self, part: &Part<KnownValue>) -> String {
        let in_graph = |twig: &Twig| {
            let (a, b) = twig.ends;
            Twig { ends: (part.names[a as usize], part.names[b as usize]), ..*twig }
        };
        let mut names: Vec<String> = part.twigs.iter().map(|twig| self.named(&in_graph(twig))).collect();
        names.sort();
        let root = match self.names[part.names[0] as usize] {
            0 => "the ground".to_owned(),
            root => format!("vertex {root}"),
        };
        let edges = plural(part.twigs.len(), "edge");
        if self.steps {
            format!("{edges} on {root} ({})", names.join(" "))
        } else {
            format!("{edges} on {root}")
        }
    }

    fn fused(part: &Part<KnownValue>) -> Option<u64> {
        let edges = part.twigs.len() as u64 & 1;
        let carried = part.carried().iter().try_fold(edges, |sum, top| match top {
            KnownValue::Nimber(nimber) => Some(sum ^ nimber),
            _ => None,
        })?;
        part.is_all(Twig::GREEN).then_some(carried)
    }

    /// Returns `Some` if the value of a part is a number, with the number if known.
    fn number(part: &Part<KnownValue>) -> Option<Option<Dyadic>> {
        if part.twigs.iter().any(|twig| twig.tint == Twig::GREEN) {
            return None;
        }
        let numbers: Vec<Option<Dyadic>> = part.tops.iter().map(KnownValue::number).collect::<Option<_>>()?;
        let are_known = numbers.iter().all(Option::is_some);
        let tops = numbers.into_iter().map(Option::unwrap_or_default).collect();
        let part = Part { twigs: part.twigs.clone(), names: part.names.clone(), tops };
        Some(by_one_colour(&part).filter(|_| are_known))
    }
}

impl Valuer for Explainer {
    type Value = KnownValue;
    type Error = Infallible;

    fn zero(&self) -> KnownValue {
        KnownValue::Nimber(0)
    }

    fn add(&mut self, some: KnownValue, other: KnownValue) -> Result<KnownValue, Infallible> {
        Ok(match (some.number(), other.number(), &some, &other) {
            (Some(a), Some(b), ..) => KnownValue::of_number(a.zip(b).map(|(a, b)| a + b)),
            (_, _, KnownValue::Nimber(a), KnownValue::Nimber(b)) => KnownValue::Nimber(a ^ b),
            _ => KnownValue::Other,
        })
    }

    fn edge(&mut self, twig: Twig, top: KnownValue) -> Result<KnownValue, Infallible> {
        let value = match (twig.tint, &top) {
            (Twig::GREEN, KnownValue::Nimber(nimber)) => KnownValue::Nimber(nimber + 1),
            (Twig::BLUE | Twig::RED, top) => match top.number() {
                Some(number) => KnownValue::of_number(number.map(|number| on_edge(twig.tint, &number))),
                None => KnownValue::Other,
            },
            _ => KnownValue::Other,
        };
        self.edges += 1;
        if self.steps {
            let base = match twig.tint {
                Twig::BLUE => "1",
                Twig::RED => "-1",
                _ => "*",
            };
            let carried = match top.written() {
                Some(zero) if zero == "0" => "carries nothing".to_owned(),
                Some(top) => format!("carries {top}, {base} : {top}"),
                None => format!("carries the value found above, {base} : this value"),
            };
            let equal = value.written().map_or(String::new(), |value| format!(" = {value}"));
            let equal = if top == KnownValue::Nimber(0) { equal.replacen(" =", ":", 1) } else { equal };
            self.lines.push(format!("{} {carried}{equal}", self.named(&twig)));
        }
        Ok(value)
    }

    fn block(&mut self, part: Part<KnownValue>) -> Result<KnownValue, Infallible> {
        let place = self.place(&part);
        let (line, value) = if let Some(nimber) = Explainer::fused(&part) {
            let value = KnownValue::Nimber(nimber);
            let written = value.written().unwrap_or_default();
            (format!("fusion principle: {place}, with the edges that they carry: {written}"), value)
        } else {
            match Explainer::number(&part) {
                Some(Some(number)) => (
                    format!("one colour: {place}, with the edges that they carry: {number}"),
                    KnownValue::of_number(Some(number)),
                ),
                Some(None) => (
                    format!("a number, found by comparison with simpler numbers: {place}"),
                    KnownValue::Number(None),
                ),
                None => (format!("canonical form found by search: {place}"), KnownValue::Other),
            }
        };
        self.lines.push(line);
        Ok(value)
    }
}
