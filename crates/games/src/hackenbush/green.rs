//! Green Hackenbush: a picture of edges on the ground; a move cuts an edge, and edges that are disconnected from the ground fall.

mod fusion;
mod part;
mod ring;
#[cfg(test)]
mod tests;

pub use crate::hackenbush::picture::Edge;
pub use part::{Part, parts};

use crate::hackenbush::picture;
use crate::hackenbush::picture::sorted_ends;
use crate::hackenbush::whole::positions_are_pictures;
use crate::hackenbush::{Cut, WholePicture, WrittenEdge};
use fusion::Role;
use std::collections::BTreeMap;
use winways_kit::any::whole;
use winways_kit::heaps;
use winways_kit::{Detail, Game, Page, WholeGame, WholeMoves};
use winways_notation::Diagnostic;
use winways_rules::{Options, Play, Player, RuleFault, Ruleset};
use winways_values::Nimber;

game!("hackenbush-green", |_| Ok(whole::shared(HackenbushGreen)));

/// Green Hackenbush on whole pictures.
///
/// ```
/// use winways_games::hackenbush::green::HackenbushGreen;
/// use winways_kit::{WholeGame, WholePositions};
/// use winways_values::Nimber;
///
/// let stalk = HackenbushGreen.parse("0-1:g 1-2:g 2-3:g")?;
/// let cuts = HackenbushGreen.moves_to_value(&stalk, Nimber(1), 10).unwrap();
/// assert_eq!(HackenbushGreen.move_name(&stalk, &cuts.listed[0].1), "cut 1-2:g");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HackenbushGreen;

positions_are_pictures!(HackenbushGreen, Part, read);

fn read(text: &str) -> Result<WholePicture<Part>, Diagnostic> {
    picture::parse(text, &[Player::Either]).map(WholePicture::new)
}

impl WholeGame for HackenbushGreen {
    type Rules = GreenParts;

    fn rules(&self) -> &GreenParts {
        &GreenParts
    }

    /// Finds the cuts of each part by fusion, without copying the picture for each cut.
    fn moves_to_value(
        &self,
        picture: &WholePicture<Part>,
        value: Nimber,
        limit: usize,
    ) -> Option<WholeMoves<Cut>> {
        let parts = picture.components();
        let total: Nimber = parts.iter().map(Part::nim_value).sum();
        let leaves: Vec<Vec<bool>> =
            parts.iter().map(|part| leaves_value(part, part.nim_value() + total + value)).collect();
        let mut moves = WholeMoves::with_limit(limit);
        for edge in 0..picture.edges().len() {
            if picture.place(edge).is_some_and(|(part, place)| leaves[part][place]) {
                moves.push(Player::Either, Cut { edge: edge as u32 });
            }
        }
        Some(moves)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = WholePicture<Part>> + '_> {
        // All ten edges between four vertices, including loops.
        let kinds: Vec<Edge> = (0..4).flat_map(|b| (0..=b).map(move |a| (a, b))).collect();
        let pictures = heaps::multisets(up_to as usize, kinds.len() as u64 - 1);
        let edge = |(from, to): Edge| WrittenEdge { from, to, player: Player::Either };
        Box::new(pictures.map(move |picture| {
            WholePicture::new(picture.iter().map(|&kind| edge(kinds[kind as usize])).collect())
        }))
    }
}

/// Green Hackenbush on the parts of pictures. Engines use it in place of [`HackenbushGreen`].
#[derive(Clone, Copy, Debug)]
pub struct GreenParts;

impl Ruleset for GreenParts {
    type Component = Part;

    fn options(&self, part: &Part, options: &mut Options<Part>) -> Result<(), RuleFault> {
        for index in (0..part.edges().len()).filter(|&index| !part.is_repeated(index)) {
            options.push(part.without(index));
        }
        Ok(())
    }

    fn option_bound(&self, part: &Part) -> u64 {
        part.edges().len() as u64
    }

    fn canonicalise(&self, part: &mut Part) {
        part.renumber();
    }

    fn nim_value(&self, part: &Part) -> Option<Nimber> {
        Some(part.nim_value())
    }
}

impl Game for GreenParts {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Part>, Diagnostic> {
        read(text).map(|picture| picture.components().to_vec())
    }

    fn write(&self, parts: &[Part]) -> String {
        picture_of(parts).quoted()
    }

    fn explain(&self, parts: &[Part], play: Play, detail: Detail) -> Vec<String> {
        explain(parts, play, detail)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Part>> + '_> {
        Box::new(HackenbushGreen.positions(up_to).map(|picture| picture.components().to_vec()))
    }
}

/// Joins parts into one picture, with the edges in the order of the parts.
fn picture_of(parts: &[Part]) -> WholePicture<Part> {
    let edges = parts.iter().flat_map(Part::edges);
    WholePicture::new(edges.map(|&(from, to)| WrittenEdge { from, to, player: Player::Either }).collect())
}

/// Returns the nim-value of a green picture. Edges that are not connected to vertex 0 do not count.
///
/// Uses the fusion and colon principles (Winning Ways, chapter 7). Nearly O(vertices + edges), plus sorting the edges.
///
/// ```
/// use winways_games::hackenbush::green::nim_value;
/// assert_eq!(nim_value(&[(0, 1), (1, 2), (2, 3), (1, 4)]).0, 4);
/// assert_eq!(nim_value(&[(0, 1), (1, 2), (2, 0)]).0, 1);
/// ```
pub fn nim_value(edges: &[Edge]) -> Nimber {
    parts(edges.iter().copied().map(sorted_ends).collect()).iter().map(Part::nim_value).sum()
}

/// Returns, for each edge of a part, whether cutting it leaves the nim-value `value`.
///
/// O((vertices + edges) log edges). The logarithm matters only for rings of many pieces.
fn leaves_value(part: &Part, value: Nimber) -> Vec<bool> {
    match part.edges().len() {
        1 => vec![value.is_zero()],
        _ => part.fusion().cuts_that_leave(value),
    }
}

fn explain(position: &[Part], play: Play, detail: Detail) -> Vec<String> {
    if play == Play::Misere {
        return Vec::new();
    }
    let edges: usize = position.iter().map(|part| part.edges().len()).sum();
    let mut lines = Vec::new();
    let (mut fused, mut bridges) = (0usize, 0usize);
    for part in position {
        let roles = part.fusion().roles();
        bridges += roles.iter().filter(|role| matches!(role, Role::Bridge(_))).count();
        fused += roles.iter().filter(|role| matches!(role, Role::Fused(_))).count();
        if detail == Detail::Full && edges <= heaps::WRITTEN_OUT {
            explain_part(part, &roles, &mut lines);
        }
    }
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    lines.insert(
        0,
        format!(
            "{}: {} on cycles or loops (fused, worth 1 each), {} (worth 1 + the value above)",
            count(edges, "edge"),
            fused,
            count(bridges, "bridge")
        ),
    );
    let values: Vec<u64> = position.iter().map(|part| part.nim_value().0).collect();
    let sum = crate::heaps::nim::nim_sum(&values);
    lines.push(match values.len() {
        0 => "no edge is left: the value is 0".to_owned(),
        1 => format!("the picture is one part, worth {sum}"),
        2..=heaps::WRITTEN_OUT => {
            format!("its parts meet only at the ground: {} = {sum}", heaps::list(&values, " xor "))
        }
        parts => format!("its {parts} parts meet only at the ground; the nim-sum of their values is {sum}"),
    });
    lines
}

/// Explains the cycles first, then the bridges in ascending order of the values that they carry.
fn explain_part(part: &Part, roles: &[Role], lines: &mut Vec<String>) {
    let mut cycles: BTreeMap<u32, Vec<Edge>> = BTreeMap::new();
    let mut bridges = Vec::new();
    for (&edge, role) in part.edges().iter().zip(roles) {
        match role {
            Role::Fused(vertex) => cycles.entry(*vertex).or_default().push(edge),
            Role::Bridge(value) => bridges.push((*value, edge)),
        }
    }
    for edges in cycles.values() {
        let mut vertices: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let vertices: Vec<String> = vertices.iter().map(u32::to_string).collect();
        let written: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        let (vertices, written) = (vertices.join(", "), written.join(", "));
        let what = if vertices.contains(',') {
            format!("the vertices {vertices} merge into one")
        } else {
            "no vertices merge".to_owned()
        };
        let loops = if edges.len() == 1 { "loop" } else { "loops" };
        lines.push(format!("{written}: {what}; {} {loops}, worth {}", edges.len(), edges.len() % 2));
    }
    bridges.sort_unstable();
    lines.extend(bridges.iter().map(|(value, (a, b))| {
        format!("bridge {a}-{b}: the part above has value {value}, so it is worth {}", value + 1)
    }));
}
