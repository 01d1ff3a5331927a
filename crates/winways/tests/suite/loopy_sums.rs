//! Sums of impartial positions in which play may cycle, compared with a plain iteration over the product of their graphs.

use proptest::prelude::*;
use std::collections::HashMap;
use winways::{Budget, Calculator, Catalogue, NoObserver, Outcome, Position, Request, Value, analyse};

/// The edges of a graph on a few vertices.
type Edges = Vec<(usize, usize)>;

/// A state of a sum: a vertex of each graph, and the size of a heap of Nim.
type State = (Vec<usize>, u64);

fn options(graphs: &[Edges], (vertices, heap): &State) -> Vec<State> {
    let mut found: Vec<State> = (0..*heap).map(|smaller| (vertices.clone(), smaller)).collect();
    for (place, edges) in graphs.iter().enumerate() {
        for &(_, to) in edges.iter().filter(|(from, _)| *from == vertices[place]) {
            let mut after = vertices.clone();
            after[place] = to;
            found.push((after, *heap));
        }
    }
    found
}

/// Returns the outcomes of all states reachable from `start`, by plain iteration.
fn outcomes(graphs: &[Edges], start: &State) -> HashMap<State, Outcome> {
    let mut states = vec![start.clone()];
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        for option in options(graphs, &state) {
            if !states.contains(&option) {
                states.push(option);
            }
        }
        next += 1;
    }
    let mut found: HashMap<State, Outcome> = HashMap::new();
    loop {
        let before = found.len();
        for state in &states {
            let options: Vec<Option<Outcome>> =
                options(graphs, state).iter().map(|option| found.get(option).copied()).collect();
            if options.contains(&Some(Outcome::Previous)) {
                found.insert(state.clone(), Outcome::Next);
            } else if options.iter().all(|outcome| *outcome == Some(Outcome::Next)) {
                found.insert(state.clone(), Outcome::Previous);
            }
        }
        if found.len() == before {
            break;
        }
    }
    states.into_iter().map(|state| (state.clone(), *found.get(&state).unwrap_or(&Outcome::Draw))).collect()
}

fn text(graphs: &[Edges], (vertices, heap): &State) -> String {
    let graph = |(edges, vertex): (&Edges, &usize)| {
        let edges: Vec<String> = edges.iter().map(|(from, to)| format!("{from} {to}")).collect();
        format!("loopy_graph{{{}}}({vertex})", edges.join(", "))
    };
    let graphs = graphs.iter().zip(vertices).map(graph);
    graphs.chain([format!("nim({heap})")]).collect::<Vec<String>>().join(" + ")
}

/// Returns the state after a move, given by its summand and its name.
fn after(state: &State, summand: usize, name: &str) -> State {
    let to = name.rsplit(['>', '-']).next().unwrap().trim();
    let to: usize = to.parse().unwrap_or_else(|_| panic!("{name}"));
    let (mut vertices, mut heap) = state.clone();
    match vertices.get_mut(summand) {
        Some(vertex) => *vertex = to,
        None => heap = to as u64,
    }
    (vertices, heap)
}

/// Generates one or two graphs on 4 vertices. Each graph contains a path through all vertices, and some graphs have cycles.
fn graphs() -> impl Strategy<Value = Vec<Edges>> {
    let edges = prop::collection::vec((0..4_usize, 0..4_usize), 1..6).prop_map(|mut edges| {
        edges.extend([(0, 1), (1, 2), (2, 3)]);
        edges.sort_unstable();
        edges.dedup();
        edges
    });
    prop::collection::vec(edges, 1..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sums_are_played_as_their_labels_predict(
        graphs in graphs(),
        vertices in [0..4_usize, 0..4_usize],
        heap in 0..3_u64,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 64),
    ) {
        let start: State = (vertices[..graphs.len()].to_vec(), heap);
        let expected = outcomes(&graphs, &start);
        let catalogue = Catalogue::new();
        // The winner makes the first listed move, the opponent any move.
        let (mut state, mut choices) = (start, choices.into_iter());
        loop {
            let position = Position::of_expression(&catalogue, &text(&graphs, &state)).unwrap();
            let analysis = analyse(&position, &Request::default(), &NoObserver);
            let outcome = expected[&state];
            prop_assert_eq!(analysis.outcome, Some(outcome), "{}", position);
            let good = match outcome {
                Outcome::Next => Some(Outcome::Previous),
                Outcome::Draw => Some(Outcome::Draw),
                _ => None,
            };
            let moves = analysis.moves.unwrap();
            let listed: Vec<State> = moves.listed.iter().map(|step| after(&state, step.summand(), step.text())).collect();
            let mut sorted = listed.clone();
            sorted.sort();
            let mut wanted: Vec<State> =
                options(&graphs, &state).into_iter().filter(|option| Some(expected[option]) == good).collect();
            wanted.sort();
            prop_assert_eq!(sorted, wanted, "{}", position);
            let next = options(&graphs, &state);
            if outcome == Outcome::Draw || next.is_empty() {
                break;
            }
            state = match (outcome, choices.next()) {
                (Outcome::Next, Some(_)) => listed[0].clone(),
                (_, Some(choice)) => next[choice.index(next.len())].clone(),
                (_, None) => panic!("the winner does not make progress: {position}"),
            };
        }
    }
}

#[test]
fn sums_have_the_values_of_their_labels() {
    let catalogue = Catalogue::new();
    for (text, outcome, value) in [
        ("loopy_graph{0 0, 0 1, 1 2}(0) + nim(3)", Outcome::Draw, "∞(2)"),
        ("loopy_graph{0 0, 0 1, 1 2}(0) + nim(1)", Outcome::Next, "∞(0)"),
        ("loopy_graph{0 1, 1 0, 1 2}(0) + nim(3)", Outcome::Next, "*3"),
        ("loopy_graph{0 0}(0) + loopy_graph{0 0, 0 1}(0)", Outcome::Draw, "∞"),
    ] {
        let position = Position::of_expression(&catalogue, text).unwrap();
        let analysis = analyse(&position, &Request::default(), &NoObserver);
        assert_eq!(analysis.outcome, Some(outcome), "{text}");
        assert_eq!(analysis.value.as_ref().map(Value::to_string).as_deref(), Some(value), "{text}");
        assert!(analysis.method.name.as_str().contains("Smith"));
    }
}

/// No method searches the sum of a partizan position and a position in which play may cycle or that has entailing moves, but
/// their values determine the outcome.
#[test]
fn outcomes_of_mixed_sums_follow_from_their_values() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let mut answer = |text: &str| match calculator.evaluate(text, &NoObserver) {
        Ok(mut answer) => answer.text().unwrap(),
        Err(error) => error.to_string(),
    };
    for (sum, outcome) in [
        ("loopy_graph{0 1}(0) + clobber(\"xo\")", "P"),
        ("loopy_graph{0 1}(0) + clobber(\"xoo\")", "N"),
        ("loopy_graph{0 1}(1) + domineering(\".|.\")", "L"),
        ("loopy_graph{0 0}(0) + clobber(\"xo\")", "an impartial loop"),
        ("top_entails(4) + domineering(\".|.\")", "L"),
        ("top_entails(4) + domineering(\"..|..\")", "N"),
        ("top_entails(3) + domineering(\".|.\")", "an impartial loop or a loony position"),
    ] {
        let found = answer(&format!("outcome({sum})"));
        assert!(found.starts_with(outcome), "{sum}: {found}");
    }
    assert_eq!(answer("top_entails(4) + domineering(\"..|..\")"), "+-(1+*)");
    let refused = answer("winning_moves(loopy_graph{0 1}(0) + clobber(\"xo\"))");
    assert!(refused.starts_with("this question about the position is not supported: expected"), "{refused}");
}

/// The moves that hold a draw are listed among few moves only; among many, the answer is partial.
#[test]
fn drawing_moves_beside_a_loop() {
    let catalogue = Catalogue::new();
    let loop_beside = |heap: u64| {
        let text = format!("loopy_graph{{0 1, 1 0}}(0) + nim({heap})");
        let position = Position::of_expression(&catalogue, &text).unwrap();
        analyse(&position, &Request::default().moves(3), &NoObserver)
    };
    let few = loop_beside(9);
    let moves = few.moves.as_ref().unwrap();
    assert_eq!((few.outcome, moves.total, moves.listed.len()), (Some(Outcome::Draw), 10, 3));
    let many = loop_beside(3_000_000_000);
    assert_eq!((many.outcome, many.moves.is_none()), (Some(Outcome::Draw), true));
    assert!(many.stopped.is_some());
}
