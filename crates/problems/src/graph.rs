//! Tokens on a graph.

use crate::{Input, Problem};
use winways_games::graphs::graph::{Acyclic, Cycle};
use winways_notation::Diagnostic;
use winways_solve::{Budget, StopReason};

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "sg_dag",
    title: "Tokens on a directed graph without cycles",
    statement: "A move pushes a token along an edge. In: for each case the numbers of vertices (0, 1, ...), edges and tokens, \
                the edges from and to, the tokens' vertices; until the input ends. Out: the nim-values of all vertices, \
                then first or second, who wins.",
    sample: ("3 3 1\n1 0\n2 0\n2 1\n2\n", "0 1 2\nfirst\n"),
    judge: |input, output| {
        // Vertices without edges cost the input nothing, but they cost the output.
        let mut vertices_left = VERTICES;
        input.until_end(|input| {
            let vertices = input.number_in("the number of vertices", 0, VERTICES)?;
            vertices_left = vertices_left.checked_sub(vertices).ok_or_else(|| {
                input.wrong(0, format!("all cases together have more than {VERTICES} vertices"))
            })?;
            let memory = input.budget(Budget::DEFAULT).memory;
            if (VERTICES - vertices_left).saturating_mul(BYTES_A_VERTEX) > memory {
                return Err(input.stop(StopReason::Memory { limit: memory }));
            }
            let edges = input.number_in("the number of edges", 0, EDGES)?;
            let tokens = input.number("the number of tokens")?;
            let graph = graph(input, vertices, edges)?;
            let values = graph.nim_values();
            let mut sum = 0;
            for _ in 0..tokens {
                sum ^= values[vertex(input, "the vertex of a token", vertices)? as usize].0;
            }
            output.numbers(values.iter().map(|value| value.0));
            output.line(if sum != 0 { "first" } else { "second" });
            Ok(())
        })
    },
}];

/// The most vertices of all cases together.
const VERTICES: u64 = 100_000_000;
/// What a vertex takes of memory at most: its value, its place, and what is written of it, twice while a text grows.
const BYTES_A_VERTEX: u64 = 40;
/// The most edges of a case.
const EDGES: u64 = u32::MAX as u64 - 1;

fn graph(input: &mut Input<'_>, vertices: u64, count: u64) -> Result<Acyclic, Diagnostic> {
    let mut edges = Vec::new(); // grows with what is really there, not with what is announced
    for _ in 0..count {
        let from = vertex(input, "the vertex from which an edge leads", vertices)?;
        let to = vertex(input, "the vertex to which an edge leads", vertices)?;
        edges.push((from, to));
    }
    Acyclic::new(vertices as usize, &edges).map_err(|cycle| input.wrong(0, describe(&cycle)))
}

fn vertex(input: &mut Input<'_>, what: &str, vertices: u64) -> Result<u32, Diagnostic> {
    match vertices.checked_sub(1) {
        Some(last) => Ok(input.number_in(what, 0, last)? as u32), // there are fewer than 2^32
        None => Err(input.wrong(0, "this case has edges or tokens, but no vertices")),
    }
}

/// The most vertices of a cycle that a diagnostic shows.
const VERTICES_SHOWN: usize = 12;

fn describe(cycle: &Cycle) -> String {
    let mut shown: Vec<String> = cycle.vertices.iter().take(VERTICES_SHOWN).map(u32::to_string).collect();
    if cycle.vertices.len() > VERTICES_SHOWN {
        shown.push(format!("({} more)", cycle.vertices.len() - VERTICES_SHOWN));
    }
    shown.push(cycle.vertices[0].to_string());
    format!("the edges of this case have a cycle: {}", shown.join(" -> "))
}
