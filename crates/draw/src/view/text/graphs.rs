//! Graphs as text.

use std::collections::BTreeMap;

use winways_kit::view::{Cell, Edge, Graph};
use winways_rules::Player;

use super::super::drawn::look;
use super::cells::sign;
use super::lines::{MAX_LINES, WIDTH, cut};
use crate::Glyphs;

/// The maximum number of entries listed for each part and for each vertex.
const MAX_EDGES: usize = 1000;

pub(super) fn graph(graph: &Graph, glyphs: Glyphs) -> Vec<String> {
    match graph.ground {
        Some(ground) => on_ground(graph, ground, glyphs),
        None => neighbours(graph, glyphs),
    }
}

pub(super) fn name(graph: &Graph, vertex: u32) -> &str {
    graph.vertices.get(vertex as usize).map_or("?", |vertex| &vertex.name)
}

/// Breaks words into lines; continuation lines are indented by the length of `first`.
fn wrapped(first: &str, words: impl Iterator<Item = String>) -> Vec<String> {
    let indent = first.chars().count();
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in words {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        line += " ";
        line += &word;
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// Returns the picture of a Hackenbush graph if it is small and has no contents on its vertices. Otherwise lists these contents,
/// and the edges of each part in the notation of the game.
fn on_ground(graph: &Graph, ground: u32, glyphs: Glyphs) -> Vec<String> {
    let mut lines = contents(graph, glyphs);
    if let Some(picture) = super::upright::picture(graph, ground).filter(|_| lines.is_empty()) {
        return picture;
    }
    let parts = parts(graph, ground);
    for (number, edges) in (1..).zip(&parts).take(MAX_LINES) {
        let edge = |edge: &&Edge| {
            format!("{}-{}:{}", name(graph, edge.from), name(graph, edge.to), look(edge.player).letter)
        };
        let stands = edges.iter().any(|edge| edge.from == ground || edge.to == ground);
        let first = match (stands, parts.len()) {
            (false, _) => "fallen:".to_owned(),
            (true, 1) => "edges:".to_owned(),
            (true, _) => format!("part {number}:"),
        };
        let rest = edges.len().saturating_sub(MAX_EDGES);
        let more = (rest > 0).then(|| format!("… and {rest} more"));
        lines.extend(wrapped(&first, edges.iter().take(MAX_EDGES).map(edge).chain(more)));
    }
    if parts.is_empty() {
        lines.push("no edges".to_owned());
    }
    let left_out = parts.len().saturating_sub(MAX_LINES);
    let shown = lines.len();
    cut(lines, shown + left_out, "parts")
}

/// Groups the edges into the parts that stay connected when the ground is removed. The order of the edges is kept.
fn parts(graph: &Graph, ground: u32) -> Vec<Vec<&Edge>> {
    let mut leader: BTreeMap<u32, u32> = BTreeMap::new();
    for edge in graph.edges.iter().filter(|edge| edge.from != ground && edge.to != ground) {
        let (one, other) = (leader_of(&mut leader, edge.from), leader_of(&mut leader, edge.to));
        leader.insert(one.max(other), one.min(other));
    }
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    let mut parts: Vec<Vec<&Edge>> = Vec::new();
    for edge in &graph.edges {
        let vertex = if edge.from == ground { edge.to } else { edge.from };
        let leader = if vertex == ground { None } else { Some(leader_of(&mut leader, vertex)) };
        // A loop on the ground is a part of its own.
        let next = parts.len();
        let number = leader.map_or(next, |leader| *numbers.entry(leader).or_insert(next));
        if number == next {
            parts.push(Vec::new());
        }
        parts[number].push(edge);
    }
    parts
}

/// Returns the representative of the part of a vertex, with path halving.
fn leader_of(leaders: &mut BTreeMap<u32, u32>, vertex: u32) -> u32 {
    let mut at = vertex;
    while let Some(&next) = leaders.get(&at).filter(|next| **next != at) {
        let after = leaders.get(&next).copied().unwrap_or(next);
        leaders.insert(at, after);
        at = after;
    }
    at
}

/// Lists the occupied vertices with their contents.
fn contents(graph: &Graph, glyphs: Glyphs) -> Vec<String> {
    let taken = graph.vertices.iter().filter(|vertex| vertex.content != Cell::Free);
    let words: Vec<String> = taken
        .take(MAX_EDGES)
        .map(|vertex| format!("{}={}", vertex.name, sign(&vertex.content, glyphs)))
        .collect();
    if words.is_empty() { Vec::new() } else { wrapped("on vertices:", words.into_iter()) }
}

/// Lists each vertex with its content and its neighbours.
fn neighbours(graph: &Graph, glyphs: Glyphs) -> Vec<String> {
    if graph.vertices.is_empty() {
        return vec!["no vertices".to_owned()];
    }
    let are_coloured = graph.edges.iter().any(|edge| edge.player != Player::Either);
    let are_free = graph.vertices.iter().all(|vertex| vertex.content == Cell::Free);
    let shown = graph.vertices.len().min(MAX_LINES);
    let mut near: Vec<Vec<String>> = vec![Vec::new(); shown];
    for edge in &graph.edges {
        // Convert the arrow before lines are broken: it is wider in ASCII.
        let arrow = glyphs.written(if edge.is_directed { "→" } else { "" });
        let colour = if are_coloured { format!(":{}", look(edge.player).letter) } else { String::new() };
        let mut add = |from: u32, to: u32| {
            if let Some(words) = near.get_mut(from as usize) {
                words.push(format!("{arrow}{}{colour}", name(graph, to)));
            }
        };
        add(edge.from, edge.to);
        if !edge.is_directed && edge.from != edge.to {
            add(edge.to, edge.from);
        }
    }
    let width = |text: &dyn Fn(usize) -> usize| (0..shown).map(text).max().unwrap_or(0);
    let names = width(&|index| graph.vertices[index].name.chars().count());
    let signs = width(&|index| sign(&graph.vertices[index].content, glyphs).chars().count());
    let mut lines = Vec::new();
    for (vertex, words) in graph.vertices.iter().zip(near) {
        let content = match are_free {
            true => String::new(),
            false => format!(" [{:<signs$}]", sign(&vertex.content, glyphs)),
        };
        let rest = words.len().saturating_sub(MAX_EDGES);
        let more = (rest > 0).then(|| format!("… and {rest} more"));
        let first = format!("{:<names$}{content}:", vertex.name);
        lines.extend(wrapped(&first, words.into_iter().take(MAX_EDGES).chain(more)));
    }
    let (left_out, count) = (graph.vertices.len() - shown, lines.len());
    cut(lines, count + left_out, "vertices")
}
