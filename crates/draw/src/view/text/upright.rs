//! Hackenbush pictures drawn upwards from the ground; each edge is drawn to the right of its lower end.

use super::super::drawn::look;
use super::graphs::name;
use super::lines::{MAX_LINES, WIDTH, printable};
use winways_kit::view::Graph;

/// The maximum number of edges of a drawing.
const MAX_EDGES: usize = 200;

/// An edge to be drawn from a vertex whose name starts at the end of `before`.
struct Branch {
    edge: usize,
    to: u32,
    /// `true` if the vertex is drawn here with the edges above it; otherwise only its name is written, since it is drawn
    /// elsewhere.
    is_first: bool,
    /// `true` if this is the highest edge drawn at the vertex.
    is_last: bool,
    before: String,
}

/// Returns the lines from top to bottom, with the ground as the last line. Returns `None` if the picture is too large or has
/// edges that are not connected to the ground.
///
/// Each edge is drawn once. A vertex that is reached a second time is written in brackets.
pub(super) fn picture(graph: &Graph, ground: u32) -> Option<Vec<String>> {
    if graph.edges.is_empty() || graph.edges.len() > MAX_EDGES {
        return None;
    }
    let mut tree = Tree::new(graph, ground);
    let mut lines = vec![format!("ground {}", name(graph, ground)).trim_end().to_owned()];
    let mut open = tree.branches(ground, "");
    open.reverse();
    while let Some(branch) = open.pop() {
        let (line, mut above) = tree.line(branch);
        if line.chars().count() > WIDTH || lines.len() >= MAX_LINES {
            return None;
        }
        lines.push(line.trim_end().to_owned());
        above.reverse();
        open.append(&mut above);
    }
    lines.reverse();
    tree.is_drawn.iter().all(|&is_drawn| is_drawn).then_some(lines)
}

struct Tree<'g> {
    graph: &'g Graph,
    /// The edges at each vertex, in order.
    edges: Vec<Vec<usize>>,
    is_drawn: Vec<bool>,
    /// `true` for the ground and for each vertex that has been assigned to a branch.
    is_placed: Vec<bool>,
}

impl<'g> Tree<'g> {
    fn new(graph: &'g Graph, ground: u32) -> Tree<'g> {
        let mut edges = vec![Vec::new(); graph.vertices.len()];
        for (number, edge) in graph.edges.iter().enumerate() {
            for end in [edge.from, edge.to] {
                if let Some(at) = edges.get_mut(end as usize).filter(|at| at.last() != Some(&number)) {
                    at.push(number);
                }
            }
        }
        let mut is_placed = vec![false; graph.vertices.len()];
        if let Some(placed) = is_placed.get_mut(ground as usize) {
            *placed = true;
        }
        Tree { graph, edges, is_drawn: vec![false; graph.edges.len()], is_placed }
    }

    /// Returns the edges at a vertex that have not been drawn, in order, and marks them as drawn.
    fn branches(&mut self, vertex: u32, before: &str) -> Vec<Branch> {
        let mut found = Vec::new();
        for number in self.edges.get(vertex as usize).cloned().unwrap_or_default() {
            if std::mem::replace(&mut self.is_drawn[number], true) {
                continue;
            }
            let edge = &self.graph.edges[number];
            let to = if edge.from == vertex { edge.to } else { edge.from };
            let is_first =
                self.is_placed.get_mut(to as usize).is_some_and(|placed| !std::mem::replace(placed, true));
            found.push(Branch { edge: number, to, is_first, is_last: false, before: before.to_owned() });
        }
        if let Some(last) = found.last_mut() {
            last.is_last = true;
        }
        found
    }

    /// Returns the line of a branch and the branches above it. The line continues while exactly one edge is left at its last
    /// vertex.
    fn line(&mut self, branch: Branch) -> (String, Vec<Branch>) {
        let corner = if branch.is_last { '┌' } else { '├' };
        let mut line = format!("{}{corner}", branch.before);
        let mut before = branch.before.clone();
        before.push(if branch.is_last { ' ' } else { '│' });
        let mut at = branch;
        loop {
            let edge = format!("─{}─ ", look(self.graph.edges[at.edge].player).letter);
            before += &" ".repeat(edge.chars().count());
            line += &edge;
            let vertex = self.vertex(at.to);
            if !at.is_first {
                return (format!("{line}({vertex})"), Vec::new());
            }
            line += &vertex;
            let mut above = self.branches(at.to, &before);
            if above.len() != 1 {
                return (line, above);
            }
            let Some(only) = above.pop() else { return (line, above) };
            line.push(' ');
            before += &" ".repeat(vertex.chars().count() + 1);
            at = only;
        }
    }

    fn vertex(&self, vertex: u32) -> String {
        let name = printable(name(self.graph, vertex));
        if name.is_empty() { "o".to_owned() } else { name }
    }
}
