//! Green Hackenbush: a picture of edges that stand on the ground; a move cuts one, and what is cut off falls.

mod fusion;
mod part;
mod ring;
#[cfg(test)]
mod tests;

pub use crate::hackenbush::picture::Edge;
pub use part::{Part, parts};

use crate::hackenbush::picture;
use crate::hackenbush::picture::{Colour, sorted_ends};
use fusion::Role;
use std::collections::BTreeMap;
use std::fmt::Write;
use winways_kit::Entry;
use winways_kit::any::impartial::Erased;
use winways_kit::heaps;
use winways_kit::{Detail, Game, Moves, Page, Theorem, Winning};
use winways_notation::Diagnostic;
use winways_rules::{Options, Play, Player, Ruleset};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(Erased::shared(HackenbushGreen)), claims: &[] }];

static PAGE: Page = Page {
    name: "hackenbush-green",
    title: "Green Hackenbush",
    parameter: None,
    rules: "A picture of green edges that stand on the ground. A move of either player cuts one edge; every edge that is \
            no longer connected to the ground falls and is gone.",
    notation: "edges `u-v:g` separated by spaces, vertices 0 to 2^32 - 1, vertex 0 is the ground; repeated edges and \
               loops are allowed; `-` is the empty picture",
    example: "hackenbush-green 0-1:g 1-2:g 2-3:g 3-1:g 2-4:g",
    theorems: &[
        Theorem {
            name: "fusion principle",
            play: Play::Normal,
            statement: "The vertices of a cycle may be fused into one without a change of the nim-value; its edges \
                        become loops, and a loop is worth 1.",
        },
        Theorem {
            name: "colon principle",
            play: Play::Normal,
            statement: "What grows at one vertex may be replaced by a stalk of the same nim-value; so a tree is worth \
                        the nim-sum, over the edges at its root, of 1 + the value of the tree above the edge.",
        },
    ],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7 (Hackenbush)",
        "J. H. Conway, On Numbers and Games, chapter 13",
        "T. S. Ferguson, Game Theory, part I, chapter 6 (Green Hackenbush)",
    ],
    known_values: &[
        ("-", "0"),
        ("0-1:g 1-2:g 2-3:g", "*3"),
        ("0-1:g 1-2:g 0-2:g", "*"),
        ("0-1:g 1-2:g 2-3:g 0-3:g", "0"),
        ("0-0:g", "*"),
        ("0-1:g 1-2:g 1-3:g", "*"),
        ("0-1:g 1-2:g 2-3:g 1-4:g", "*4"),
        ("0-1:g 1-2:g 2-3:g 3-1:g 2-4:g", "*"),
        ("0-1:g 0-1:g 1-2:g", "*"),
        ("0-1:g 1-2:g 0-3:g 3-4:g", "0"),
    ],
    range: "all pictures of at most N edges, loops among them, on the ground and three more vertices",
    default_range: 5,
};

/// Green Hackenbush.
#[derive(Clone, Copy, Debug)]
pub struct HackenbushGreen;

impl Ruleset for HackenbushGreen {
    type Component = Part;

    fn options(&self, part: &Part, options: &mut Options<Part>) {
        for index in (0..part.edges().len()).filter(|&index| !part.is_repeated(index)) {
            options.push(part.without(index));
        }
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

impl Game for HackenbushGreen {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Part>, Diagnostic> {
        picture::parse(text, &[Colour::Green], |edge, _| edge).map(parts)
    }

    fn write(&self, position: &[Part]) -> String {
        let edges: usize = position.iter().map(|part| part.edges().len()).sum();
        let mut text = String::with_capacity(8 + edges * 12);
        text.push('"');
        for (a, b) in position.iter().flat_map(Part::edges) {
            if text.len() > 1 {
                text.push(' ');
            }
            // Writing to a string cannot fail.
            let _ = write!(text, "{a}-{b}:g");
        }
        text.push_str(if text.len() > 1 { "\"" } else { "-\"" });
        text
    }

    fn hackenbush_graph(&self, position: &[Part]) -> Option<Vec<(u32, u32, Player)>> {
        Some(position.iter().flat_map(Part::edges).map(|&(a, b)| (a, b, Player::Either)).collect())
    }

    fn describe_move(&self, from: &Part, to: &[Part]) -> String {
        let fallen = edges_gone(from.edges(), to);
        match fallen {
            Some(((a, b), 0)) => format!("cut {a}-{b}"),
            Some(((a, b), 1)) => format!("cut {a}-{b}, one edge falls"),
            Some(((a, b), fallen)) => format!("cut {a}-{b}, {fallen} edges fall"),
            None => "no move".to_owned(),
        }
    }

    fn moves_to_value(&self, index: usize, part: &Part, value: Nimber, moves: &mut Moves<Part>) -> Winning {
        push_cuts(index, part, value, moves);
        Winning::Known
    }

    fn winning_moves(&self, position: &[Part], play: Play, moves: &mut Moves<Part>) -> Winning {
        if play == Play::Misere {
            return Winning::Unknown;
        }
        let total: Nimber = position.iter().map(Part::nim_value).sum();
        for (index, part) in position.iter().enumerate().filter(|_| !total.is_zero()) {
            push_cuts(index, part, part.nim_value() + total, moves);
        }
        Winning::Known
    }

    fn explain(&self, position: &[Part], play: Play, detail: Detail) -> Vec<String> {
        explain(position, play, detail)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Part>> + '_> {
        // The ten edges that four vertices can have, loops among them.
        let kinds: Vec<Edge> = (0..4).flat_map(|b| (0..=b).map(move |a| (a, b))).collect();
        let pictures = heaps::multisets(up_to as usize, kinds.len() as u64 - 1);
        Box::new(
            pictures.map(move |picture| parts(picture.iter().map(|&kind| kinds[kind as usize]).collect())),
        )
    }
}

/// The nim-value of a green picture; edges that do not hang together with vertex 0 do not count.
///
/// By the fusion and colon principles (Winning Ways, chapter 7). Nearly O(vertices + edges), plus sorting the edges.
///
/// ```
/// use winways_games::hackenbush::edges::green::nim_value;
/// assert_eq!(nim_value(&[(0, 1), (1, 2), (2, 3), (1, 4)]).0, 4);
/// assert_eq!(nim_value(&[(0, 1), (1, 2), (2, 0)]).0, 1);
/// ```
pub fn nim_value(edges: &[Edge]) -> Nimber {
    parts(edges.iter().copied().map(sorted_ends).collect()).iter().map(Part::nim_value).sum()
}

/// The edges whose cut leaves a part with the nim-value `value`, equal ones once, by their index in the part.
///
/// O((vertices + edges) log edges); the logarithm only counts where many bridges lie in one ring.
pub fn cuts_that_leave(part: &Part, value: Nimber) -> impl Iterator<Item = usize> {
    let leaves = match part.edges().len() {
        1 => vec![value.is_zero()],
        _ => part.fusion().cuts_that_leave(value),
    };
    (0..leaves.len()).filter(move |&index| leaves[index] && !part.is_repeated(index))
}

/// How many edges the listed moves of a part may hold together, unless there is one move only: each holds all that it
/// leaves.
const EDGES_LISTED: usize = 1 << 20;

fn push_cuts(index: usize, part: &Part, value: Nimber, moves: &mut Moves<Part>) {
    let mut listed = 0;
    for cut in cuts_that_leave(part, value) {
        if (listed == 0 || listed + part.edges().len() <= EDGES_LISTED) && moves.has_capacity() {
            listed += part.edges().len();
            moves.push(index, part.without(cut));
        } else {
            moves.push_unlisted(1);
        }
    }
}

/// The edge that was cut, and how many fell with it.
fn edges_gone(from: &[Edge], to: &[Part]) -> Option<(Edge, usize)> {
    let mut left: Vec<Edge> = to.iter().flat_map(|part| part.edges()).copied().collect();
    left.sort_unstable();
    let mut rest = left.iter().peekable();
    let gone: Vec<Edge> = from.iter().copied().filter(|edge| rest.next_if_eq(&edge).is_none()).collect();
    // Only the edge that was cut still has an end on what stands.
    let mut standing: Vec<u32> = left.iter().flat_map(|&(a, b)| [a, b]).chain([0]).collect();
    standing.sort_unstable();
    let stands = |vertex: u32| standing.binary_search(&vertex).is_ok();
    let cut = match &gone[..] {
        [cut] => *cut,
        _ => *gone.iter().find(|(a, b)| stands(*a) || stands(*b))?,
    };
    Some((cut, gone.len() - 1))
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
            "{}: {} on cycles or loops (their ends fuse, each is worth 1), {} (worth 1 + what it carries)",
            count(edges, "edge"),
            fused,
            count(bridges, "bridge")
        ),
    );
    let values: Vec<u64> = position.iter().map(|part| part.nim_value().0).collect();
    let sum = crate::heaps::nim::nim_sum(&values);
    lines.push(match values.len() {
        0 => "nothing stands: the value is 0".to_owned(),
        1 => format!("the picture is one part, worth {sum}"),
        2..=heaps::WRITTEN_OUT => {
            format!("its parts meet in the ground only: {} = {sum}", heaps::list(&values, " xor "))
        }
        parts => format!("its {parts} parts meet in the ground only; the nim-sum of their values is {sum}"),
    });
    lines
}

/// Cycles first, then the bridges from those that carry nothing on.
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
            format!("vertices {vertices} fuse")
        } else {
            "already loops".to_owned()
        };
        lines.push(format!("{written}: {what}; {} loops, worth {}", edges.len(), edges.len() % 2));
    }
    bridges.sort_unstable();
    lines.extend(
        bridges
            .iter()
            .map(|(value, (a, b))| format!("bridge {a}-{b} carries {value}: it is worth {}", value + 1)),
    );
}
