//! Tokens on a graph.

use crate::{Input, Problem};
use winways_games::graphs::graph::{Acyclic, Cycle};
use winways_notation::Diagnostic;
use winways_rules::Meter;
use winways_solve::Budget;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "sg_dag",
    title: "Tokens on a directed graph without cycles",
    statement: "A move pushes a token along an edge. Input, until it ends: the numbers of vertices, edges and tokens, \
                then the start and the end of each edge, then the vertex of each token; vertices are numbered from 0. \
                Output: the nim-values of all vertices, then the winner, first or second.",
    sample: ("3 3 1\n1 0\n2 0\n2 1\n2\n", "0 1 2\nfirst\n"),
    judge: |input, output| {
        // Vertices without edges need no input, but they produce output, so their number is limited.
        let mut vertices_left = MAX_VERTICES;
        input.until_end(|input| {
            let vertices = input.number_in("the number of vertices", 0, MAX_VERTICES)?;
            vertices_left = vertices_left.checked_sub(vertices).ok_or_else(|| {
                input.wrong_here(format!("all cases together have more than {MAX_VERTICES} vertices"))
            })?;
            let of_vertices = (MAX_VERTICES - vertices_left).saturating_mul(BYTES_PER_VERTEX);
            charge(input, of_vertices)?;
            let edges = input.number_in("the number of edges", 0, MAX_EDGES)?;
            let tokens = input.number("the number of tokens")?;
            let mut meter = input.observer().meter();
            let graph = graph(input, vertices, edges, of_vertices, &mut meter)?;
            let values = graph.nim_values_metered(&mut meter).map_err(|fault| input.stop(fault.into()))?;
            let mut sum = 0;
            for _ in 0..tokens {
                sum ^= values[vertex(input, "the vertex of a token", vertices)? as usize].0;
            }
            output
                .numbers_metered(values.iter().map(|value| value.0), &mut meter)
                .map_err(|fault| input.stop(fault.into()))?;
            output.line(if sum != 0 { "first" } else { "second" });
            Ok(())
        })
    },
}];

/// The maximum number of vertices in all cases together.
const MAX_VERTICES: u64 = 100_000_000;
/// An upper bound for the memory per vertex, in bytes: its value, its index, and its output, which is stored twice
/// while the string grows.
const BYTES_PER_VERTEX: u64 = 40;
/// The maximum number of edges of a case.
const MAX_EDGES: u64 = u32::MAX as u64 - 1;

/// An upper bound for the memory per edge, in bytes: the edge itself, which is stored twice while its list grows, and
/// its entries in the lists of both its ends.
const BYTES_PER_EDGE: u64 = 32;

/// Fails if `bytes` exceeds the memory limit.
fn charge(input: &mut Input<'_>, bytes: u64) -> Result<(), Diagnostic> {
    input.budget(Budget::DEFAULT).check(bytes).map_err(|reason| input.stop(reason))
}

fn graph(
    input: &mut Input<'_>,
    vertices: u64,
    count: u64,
    of_vertices: u64,
    meter: &mut Meter,
) -> Result<Acyclic, Diagnostic> {
    let mut edges = Vec::new(); // not preallocated: the announced count may be huge
    for _ in 0..count {
        if edges.len() == edges.capacity() {
            charge(input, of_vertices.saturating_add((edges.len() as u64 + 1) * BYTES_PER_EDGE))?;
        }
        let from = vertex(input, "the vertex from which an edge leads", vertices)?;
        let to = vertex(input, "the vertex to which an edge leads", vertices)?;
        edges.push((from, to));
    }
    let graph = Acyclic::new_metered(vertices as usize, edges.iter().copied(), meter);
    let graph = graph.map_err(|fault| input.stop(fault.into()))?;
    graph.map_err(|cycle| input.wrong_here(describe(&cycle)))
}

fn vertex(input: &mut Input<'_>, what: &str, vertices: u64) -> Result<u32, Diagnostic> {
    match vertices.checked_sub(1) {
        Some(last) => Ok(input.number_in(what, 0, last)? as u32), // there are fewer than 2^32
        None => Err(input.wrong_here("this case has edges or tokens, but no vertices")),
    }
}

/// The maximum number of vertices of a cycle in a diagnostic.
const MAX_VERTICES_SHOWN: usize = 12;

fn describe(cycle: &Cycle) -> String {
    let mut shown: Vec<String> = cycle.vertices.iter().take(MAX_VERTICES_SHOWN).map(u32::to_string).collect();
    if cycle.vertices.len() > MAX_VERTICES_SHOWN {
        shown.push(format!("({} more)", cycle.vertices.len() - MAX_VERTICES_SHOWN));
    }
    shown.push(cycle.vertices[0].to_string());
    format!("the edges of this case have a cycle: {}", shown.join(" -> "))
}
