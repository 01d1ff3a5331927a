//! Games of your own, made through the public interface of this crate alone.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use winways::custom::{OwnLoopy, OwnPartizan, Side, own_loopy, own_partizan};
use winways::games::AnyGame;
use winways::tables::End;
use winways::{
    Analyst, Budget, Catalogue, Diagnostic, NoObserver, Observer, Outcome, Play, Player, Position, Progress,
    Request, Span, StopReason, analyse,
};

/// The examples of this crate are written like programs of its users: they use no other crate of the workspace.
#[test]
fn examples_use_only_the_facade() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains("winways_"), "{text}");
        count += 1;
    }
    assert!(count >= 5);
}

/// Toads and Frogs, which is also in the catalogue. Toads `t` (Left) move to the right and frogs `f` (Right) to the left,
/// by one cell or over one animal of the other kind.
struct Toads;

/// Returns the rows after the moves of `mover`, which goes to the right.
fn moves_to_the_right(row: &[u64], mover: u64) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    for from in (0..row.len()).filter(|&from| row[from] == mover) {
        let is_jump = row.get(from + 1).is_some_and(|&next| next != 0 && next != mover);
        let to = from + if is_jump { 2 } else { 1 };
        if row.get(to) == Some(&0) {
            let mut after = row.to_vec();
            after.swap(from, to);
            found.push(after);
        }
    }
    found
}

impl OwnPartizan for Toads {
    type Position = Vec<u64>;

    fn options(&self, row: &Vec<u64>, side: Side) -> Vec<Vec<u64>> {
        if side == Side::Left {
            return moves_to_the_right(row, 1);
        }
        let back: Vec<u64> = row.iter().rev().copied().collect();
        moves_to_the_right(&back, 2).into_iter().map(|row| row.into_iter().rev().collect()).collect()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let cell = |letter: char| ".tf".find(letter).map(|place| place as u64);
        text.chars()
            .enumerate()
            .map(|(place, letter)| cell(letter).ok_or(place))
            .collect::<Result<_, _>>()
            .map_err(|place| Diagnostic::new("expected t, f or .", Span::new(place, place + 1)))
    }

    fn write(&self, row: &Vec<u64>) -> String {
        row.iter().map(|&cell| ['.', 't', 'f'][cell as usize]).collect()
    }

    fn name(&self) -> String {
        "own-toads".to_owned()
    }
}

#[test]
fn a_partizan_game_has_the_values_of_its_twin() {
    let (own, known) = (own_partizan(Toads), Catalogue::new().game("toads-and-frogs").unwrap());
    for text in ["t.f", "tt..ff", "t..f", "ttf.f", "t.t.f.f", "f..t", "..."] {
        let solved = |game: &dyn AnyGame| {
            let position = Position::of_game(game, text).unwrap();
            let analysis = analyse(&position, &Request::default(), &NoObserver);
            (analysis.outcome, analysis.value.map(|value| value.to_string()), analysis.moves.unwrap().total)
        };
        assert_eq!(solved(&*own), solved(&*known), "{text}");
        for play in [Play::Normal, Play::Misere] {
            let outcome = |game: &dyn AnyGame| {
                let position = Position::of_game(game, text).unwrap();
                analyse(&position, &Request::default().play(play), &NoObserver).outcome
            };
            assert_eq!(outcome(&*own), outcome(&*known), "{text} {play:?}");
        }
    }
}

#[test]
fn a_partizan_game_can_be_written_played_and_added() {
    let own = own_partizan(Toads);
    let position = Position::of_game(&*own, "t.f").unwrap();
    assert_eq!(position.to_string(), "own_toads(\"t.f\")");
    let names: Vec<String> = position.moves().unwrap().iter().map(|step| position.move_name(step)).collect();
    assert_eq!(names, [".tf", "tf."]);
    let error = Position::of_game(&*own, " \"t.x\"").err().unwrap();
    assert_eq!((error.span.start, error.span.end), (4, 5));
    let mut catalogue = Catalogue::new();
    catalogue.add(own).unwrap();
    let sum = Position::of_expression(&catalogue, "own_toads(\"t.f\") + *").unwrap();
    assert_eq!(analyse(&sum, &Request::default(), &NoObserver).outcome, Some(Outcome::Previous));
}

/// A token on the vertices of a graph, given by its lists of successors. The player to move alternates if `is_shared` is
/// false. Play ends at the vertices in `ends`, and the player to move has won.
struct Graph {
    successors: Vec<Vec<usize>>,
    is_shared: bool,
    ends: Vec<usize>,
}

impl OwnLoopy for Graph {
    /// The vertex, and `true` if Right is to move.
    type Position = (usize, bool);

    fn start(&self) -> (usize, bool) {
        (0, false)
    }

    fn options(&self, &(vertex, is_right): &(usize, bool)) -> Vec<(usize, bool)> {
        let next = !self.is_shared && !is_right;
        self.successors[vertex].iter().map(|&to| (to, next)).collect()
    }

    fn end(&self, &(vertex, _): &(usize, bool)) -> Option<End> {
        self.ends.contains(&vertex).then_some(End::Won)
    }

    fn player(&self, &(_, is_right): &(usize, bool)) -> Player {
        match (self.is_shared, is_right) {
            (true, _) => Player::Either,
            (false, true) => Player::Right,
            (false, false) => Player::Left,
        }
    }

    fn write(&self, &(vertex, is_right): &(usize, bool)) -> String {
        format!("{vertex}{}", if is_right { "r" } else { "" })
    }
}

/// Returns the outcome of every vertex for the player to move, by plain iteration. A vertex is won if a move leads to a
/// lost vertex, and lost if all moves lead to won vertices. Drawn vertices are not in the map.
fn outcomes(graph: &Graph, play: Play) -> HashMap<usize, Outcome> {
    let mut known: HashMap<usize, Outcome> = HashMap::new();
    loop {
        let before = known.len();
        for (vertex, successors) in graph.successors.iter().enumerate() {
            let is = |to: &usize, outcome| known.get(to) == Some(&outcome);
            let found = if graph.ends.contains(&vertex) {
                Some(Outcome::Next)
            } else if successors.is_empty() {
                Some(if play == Play::Normal { Outcome::Previous } else { Outcome::Next })
            } else if successors.iter().any(|to| is(to, Outcome::Previous)) {
                Some(Outcome::Next)
            } else if successors.iter().all(|to| is(to, Outcome::Next)) {
                Some(Outcome::Previous)
            } else {
                None
            };
            if let Some(found) = found {
                known.entry(vertex).or_insert(found);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

#[test]
fn explored_games_agree_with_the_plain_iteration() {
    let mut state = 12345u64;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % bound
    };
    let mut seen = [0; 3];
    for round in 0..60 {
        let count = 3 + below(9);
        let successors = (0..count).map(|_| (0..below(4)).map(|_| below(count) as usize).collect()).collect();
        let ends = if round % 3 == 0 { vec![count as usize - 1] } else { Vec::new() };
        let graph = Graph { successors, is_shared: round % 2 == 0, ends };
        let game = own_loopy(&graph, Budget::DEFAULT, &NoObserver).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let expected = outcomes(&graph, play);
            let mut analyst = Analyst::new(Request::default().play(play));
            for vertex in 0..count as usize {
                let Ok(position) = Position::of_game(&*game, &vertex.to_string()) else { continue };
                let analysis = analyst.analyse(&position, &NoObserver);
                assert_eq!(analysis.stopped, None);
                let outcome = expected.get(&vertex).copied().unwrap_or(Outcome::Draw);
                assert_eq!(analysis.outcome, Some(outcome), "{:?} {vertex} {play:?}", graph.successors);
                seen[match outcome {
                    Outcome::Next => 0,
                    Outcome::Previous => 1,
                    _ => 2,
                }] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn explored_games_can_be_written_and_read() {
    let graph =
        Graph { successors: vec![vec![1, 1, 2], vec![0], vec![]], is_shared: false, ends: Vec::new() };
    let game = own_loopy(&graph, Budget::DEFAULT, &NoObserver).unwrap();
    let start = Position::start(&*game).unwrap();
    assert_eq!(start.to_string(), "own(0)");
    let moves = start.moves().unwrap();
    let names: Vec<&str> = moves.iter().map(|step| step.text()).collect();
    assert_eq!(names, ["1r", "2r"]);
    assert_eq!(start.after(&moves[0]).to_string(), "own(\"1r\")");
    assert!(Position::of_game(&*game, "\"1r\"").unwrap().is_same(&start.after(&moves[0])));
    let error = Position::of_game(&*game, "7").err().unwrap();
    assert!(error.to_string().contains("reachable from the start"), "{error}");
}

/// A game whose positions are words, so that their default texts have quotes. A move removes the first letter.
struct Words;

impl OwnLoopy for Words {
    type Position = String;

    fn start(&self) -> String {
        "a\"b".to_owned()
    }

    fn options(&self, word: &String) -> Vec<String> {
        word.chars().next().map(|first| word[first.len_utf8()..].to_owned()).into_iter().collect()
    }
}

#[test]
fn positions_with_quotes_can_be_written_and_read() {
    let game = own_loopy(&Words, Budget::DEFAULT, &NoObserver).unwrap();
    let mut position = Position::start(&*game).unwrap();
    for _ in 0..3 {
        let written = position.to_string();
        let inside = written.strip_prefix("own(").and_then(|rest| rest.strip_suffix(')')).unwrap();
        assert!(Position::of_game(&*game, inside).unwrap().is_same(&position), "{written}");
        position = position.after(&position.moves().unwrap()[0]);
    }
    assert!(position.moves().unwrap().is_empty());
}

/// An observer that stops the work at once.
struct Stop;

impl Observer for Stop {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Interrupted)
    }
}

/// A game that counts upwards for ever.
struct Endless;

impl OwnLoopy for Endless {
    type Position = u64;

    fn start(&self) -> u64 {
        0
    }

    fn options(&self, number: &u64) -> Vec<u64> {
        vec![number + 1]
    }
}

/// A game in which all positions have the same text.
struct Nameless;

impl OwnLoopy for Nameless {
    type Position = u64;

    fn start(&self) -> u64 {
        0
    }

    fn options(&self, number: &u64) -> Vec<u64> {
        vec![(number + 1) % 3]
    }

    fn write(&self, _: &u64) -> String {
        "it".to_owned()
    }
}

#[test]
fn exploration_has_limits() {
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let stopped = own_loopy(&Endless, budget, &NoObserver).err().unwrap();
    assert_eq!(stopped.reason, StopReason::Memory { limit: 1 << 20 });
    assert!(stopped.nodes > 1000, "{stopped}");
    let stopped = own_loopy(&Endless, Budget::DEFAULT, &Stop).err().unwrap();
    assert_eq!(stopped.reason, StopReason::Interrupted);
    let stopped = own_loopy(&Nameless, Budget::DEFAULT, &NoObserver).err().unwrap();
    assert!(stopped.to_string().contains("two positions of own have the text it"), "{stopped}");
}
