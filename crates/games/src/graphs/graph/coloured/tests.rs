use super::*;
use crate::graphs::graph::{ENTRIES, make, of_file};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use winways_kit::WholePositions;
use winways_kit::view::{Cell, Figure, Touch};
use winways_rules::Play;
use winways_solve::{Budget, CanonicalSearch, NoObserver, Theorems, WinnerSearch};
use winways_values::{Arena, Game as Value, GameOutcome};

/// An independent model: edges by the numbers of their vertices, with `E`, `L` or `R`. All answers are computed directly from the
/// edges.
#[derive(Clone, Debug)]
struct Twin(Vec<(u64, u64, char)>);

impl Twin {
    /// Formats the edges in their present order, with different separators.
    fn text(&self) -> String {
        let mut text = String::new();
        for (index, (from, to, player)) in self.0.iter().enumerate() {
            let player = player.to_string().replace('E', "");
            text += &format!("{from} {to} {player}{}", [",", ";", "\n"][index % 3]);
        }
        text
    }

    fn vertices(&self) -> BTreeSet<u64> {
        self.0.iter().flat_map(|edge| [edge.0, edge.1]).collect()
    }

    /// Returns the vertices to which `player` may move from a vertex.
    fn targets(&self, vertex: u64, player: char) -> BTreeSet<u64> {
        let is_own = |edge: &&(u64, u64, char)| edge.0 == vertex && (edge.2 == 'E' || edge.2 == player);
        self.0.iter().filter(is_own).map(|edge| edge.1).collect()
    }

    /// Returns `true` if some vertex can be reached again from itself.
    fn has_cycle(&self) -> bool {
        self.vertices().into_iter().any(|start| {
            let mut reached: BTreeSet<u64> = BTreeSet::new();
            let mut open = vec![start];
            while let Some(vertex) = open.pop() {
                let next = self.0.iter().filter(|edge| edge.0 == vertex).map(|edge| edge.1);
                open.extend(next.filter(|&to| reached.insert(to)));
            }
            reached.contains(&start)
        })
    }

    /// Returns `true` if `player`, to move, wins with these tokens.
    fn wins(
        &self,
        tokens: &[u64],
        player: char,
        play: Play,
        known: &mut HashMap<(Vec<u64>, char), bool>,
    ) -> bool {
        let mut tokens = tokens.to_vec();
        tokens.sort_unstable();
        if let Some(&wins) = known.get(&(tokens.clone(), player)) {
            return wins;
        }
        let (mut can_move, mut wins) = (false, false);
        for place in 0..tokens.len() {
            for to in self.targets(tokens[place], player) {
                can_move = true;
                let mut after = tokens.clone();
                after[place] = to;
                wins |= !self.wins(&after, other(player), play, known);
            }
        }
        wins |= !can_move && play == Play::Misere;
        known.insert((tokens, player), wins);
        wins
    }

    fn value(&self, vertex: u64, arena: &Arena) -> Value {
        let [left, right] = ['L', 'R'].map(|player| {
            let targets = self.targets(vertex, player).into_iter();
            targets.map(|to| self.value(to, arena)).collect::<Vec<Value>>()
        });
        arena.form(&left, &right).unwrap()
    }
}

fn other(player: char) -> char {
    if player == 'L' { 'R' } else { 'L' }
}

/// A strategy for edges among a few vertices whose numbers have gaps. If `acyclic`, all edges lead from later to earlier
/// vertices in some order.
fn edges(acyclic: bool) -> impl Strategy<Value = Twin> {
    let names: Vec<u64> = vec![0, 3, 4, 7, 50, 51, u64::MAX];
    let order = Just(names.clone()).prop_shuffle();
    let colours = prop_oneof![
        3 => Just(vec!['E', 'L', 'R']),
        1 => Just(vec!['L', 'R']),
        1 => Just(vec!['E']),
        1 => Just(vec!['E', 'E', 'E', 'E', 'E', 'L']),
    ];
    (order, colours, 1..14usize).prop_flat_map(move |(order, colours, count)| {
        let edge = (0..order.len(), 0..order.len(), prop::sample::select(colours));
        let edge = edge.prop_filter_map("a loop", move |(from, to, player)| {
            let (from, to) = if acyclic { (from.max(to), from.min(to)) } else { (from, to) };
            (from != to || !acyclic).then(|| (order[from], order[to], player))
        });
        prop::collection::vec(edge, count).prop_map(Twin)
    })
}

/// A strategy for edges without cycles and some tokens on their vertices.
fn positions() -> impl Strategy<Value = (Twin, Vec<u64>)> {
    edges(true).prop_flat_map(|twin| {
        let vertices: Vec<u64> = twin.vertices().into_iter().collect();
        let tokens = prop::collection::vec(prop::sample::select(vertices), 0..=3);
        (Just(twin), tokens)
    })
}

/// Formats the tokens as a user types them.
fn typed(tokens: &[u64]) -> String {
    let words: Vec<String> = tokens.iter().map(u64::to_string).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

proptest! {
    #[test]
    fn outcomes_are_those_of_the_rules((twin, tokens) in positions()) {
        let game = ColouredGraph::parse(&twin.text()).unwrap();
        let position = game.parse(&typed(&tokens)).unwrap();
        for play in Play::BOTH {
            let mut known = HashMap::new();
            let mut winners = WinnerSearch::new(&game, play, Budget::DEFAULT, &NoObserver);
            for (side, player) in [(Side::Left, 'L'), (Side::Right, 'R')] {
                let expected = twin.wins(&tokens, player, play, &mut known);
                prop_assert_eq!(winners.mover_wins(&position, side).unwrap(), expected, "{:?} {:?}", side, play);
            }
        }
    }

    #[test]
    fn values_are_those_of_the_edges((twin, tokens) in positions()) {
        let game = ColouredGraph::parse(&twin.text()).unwrap();
        let arena = Arena::default();
        let mut search = CanonicalSearch::new(&game, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
        for vertex in twin.vertices() {
            let component = game.parse(&vertex.to_string()).unwrap();
            prop_assert_eq!(search.value(&component[0]).unwrap(), twin.value(vertex, &arena), "{}", vertex);
        }
        let sum = search.value_of_sum(&game.parse(&typed(&tokens)).unwrap()).unwrap();
        let mut known = HashMap::new();
        let [left, right] = ['L', 'R'].map(|player| twin.wins(&tokens, player, Play::Normal, &mut known));
        let expected = match (left, right) {
            (true, true) => GameOutcome::Next,
            (true, false) => GameOutcome::Left,
            (false, true) => GameOutcome::Right,
            (false, false) => GameOutcome::Previous,
        };
        prop_assert_eq!(arena.outcome(sum), expected);
    }

    #[test]
    fn moves_are_those_of_the_edges((twin, tokens) in positions()) {
        let game = ColouredGraph::parse(&twin.text()).unwrap();
        let position = game.parse(&typed(&tokens)).unwrap();
        let moves = game.moves(&position).unwrap();
        prop_assert!(moves.len() as u64 <= game.move_bound(&position));
        let actual: Vec<(Player, String, String)> = moves
            .iter()
            .map(|(player, step)| {
                let after = game.write(&game.after(&position, step));
                (*player, game.move_name(&position, step), after)
            })
            .collect();
        let mut expected = Vec::new();
        for (place, &token) in tokens.iter().enumerate() {
            for (player, letter) in [(Player::Left, 'L'), (Player::Right, 'R')] {
                for to in twin.targets(token, letter) {
                    let mut after = tokens.clone();
                    after[place] = to;
                    expected.push((player, format!("token {token} -> {to}"), typed(&after).replace(' ', ",")));
                }
            }
        }
        prop_assert_eq!(actual, expected);
    }

    /// Parsing a written game or position returns the same game or position, and the order of the edges does not matter.
    #[test]
    fn texts_read_back((twin, tokens) in positions(), seed: prop::sample::Index) {
        let game = ColouredGraph::parse(&twin.text()).unwrap();
        let name = game.name();
        let edges = name.strip_prefix("coloured-graph{").and_then(|rest| rest.strip_suffix('}')).unwrap();
        prop_assert_eq!(&ColouredGraph::parse(edges).unwrap(), &game);
        let mut turned = Twin(twin.0.clone());
        turned.0.rotate_left(seed.index(twin.0.len()));
        prop_assert_eq!(&ColouredGraph::parse(&turned.text()).unwrap(), &game);
        let position = game.parse(&typed(&tokens)).unwrap();
        prop_assert_eq!(game.parse(game.write(&position).trim_matches('"')).unwrap(), position);
    }

    /// `graph` selects one of three games, depending on the edges.
    #[test]
    fn edges_choose_the_game(twin in prop_oneof![edges(false), edges(true)]) {
        let expected = match (twin.has_cycle(), twin.0.iter().all(|edge| edge.2 == 'E')) {
            (true, _) => "loopy-graph",
            (false, true) => "graph",
            (false, false) => "coloured-graph",
        };
        let game = make(Some(&twin.text())).unwrap();
        prop_assert_eq!(game.page().name, expected);
        let of_file = of_file(&twin.text()).unwrap();
        prop_assert_eq!((of_file.page().name, of_file.name()), (expected, "graph".to_owned()));
        prop_assert_eq!(ColouredGraph::parse(&twin.text()).is_err(), twin.has_cycle());
        let by_name = |page: &str, text: &str| {
            let entry = ENTRIES.iter().find(|entry| entry.page.name == page).unwrap();
            (entry.make)(Some(text)).map(|game| game.name())
        };
        let name = game.name();
        prop_assert_eq!(name.split('{').next(), Some(expected));
        let edges = name.split_once('{').and_then(|(_, rest)| rest.strip_suffix('}')).unwrap();
        prop_assert_eq!(by_name(expected, edges), Ok(name.clone()));
        let loopy = by_name("loopy-graph", &twin.text()).unwrap();
        prop_assert_eq!(loopy.split_once("{").unwrap().0, "loopy-graph");
    }
}

/// A path of 100,000 moves for both players or for one. With Left's edges only, its value is an integer.
#[test]
fn long_paths_are_walked_without_recursion() {
    const LENGTH: i64 = 100_000;
    let value_of = |colours: &[&str]| {
        let line =
            |vertex: i64| format!("{} {vertex}{}\n", vertex + 1, colours[vertex as usize % colours.len()]);
        let game = ColouredGraph::parse(&(0..LENGTH).map(line).collect::<String>()).unwrap();
        let arena = Arena::default();
        let mut search = CanonicalSearch::new(&game, &arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
        let value = search.value(&(LENGTH as u32)).unwrap();
        let mut winners = WinnerSearch::new(&game, Play::Misere, Budget::DEFAULT, &NoObserver);
        let wins = Side::BOTH.map(|side| winners.mover_wins(&[LENGTH as u32], side).unwrap());
        let integers = [0, LENGTH].map(|number| arena.integer(number).unwrap());
        (integers.iter().position(|&integer| integer == value), wins)
    };
    assert_eq!(value_of(&[""]), (Some(0), [true, true]));
    assert_eq!(value_of(&[" L"]), (Some(1), [false, true]));
    // Alternately {0|} = 1 and {|1} = 0.
    assert_eq!(value_of(&[" L", " R"]), (Some(0), [true, true]));
}

#[test]
fn tokens_are_shown_on_their_vertices() {
    let game = ColouredGraph::parse("9 7 L, 7 3, 9 3 R, 9 7 R").unwrap();
    let tokens = game.parse("9,9 7").unwrap();
    let view = game.view(&tokens);
    let [Figure::Graph(figure)] = &view.figures[..] else { panic!("no graph") };
    let shown: Vec<(&str, &Cell)> =
        figure.vertices.iter().map(|vertex| (vertex.name.as_str(), &vertex.content)).collect();
    let [one, two] = [1, 2].map(picture::tokens);
    assert_eq!(shown, [("3", &Cell::Free), ("7", &one), ("9", &two)]);
    let edges: Vec<(u32, u32, Player)> =
        figure.edges.iter().map(|edge| (edge.from, edge.to, edge.player)).collect();
    assert_eq!(edges, [(1, 0, Player::Either), (2, 0, Player::Right), (2, 1, Player::Either)]);
    let (player, step) = game.moves(&tokens).unwrap().into_iter().nth(3).unwrap();
    assert_eq!((player, game.move_name(&tokens, &step)), (Player::Left, "token 9 -> 7".to_owned()));
    assert_eq!(game.touches(&tokens, &step), [2, 1].map(|element| Touch { figure: 0, element }));
}

#[test]
fn large_graphs_are_numbers() {
    let edges: String = (0..300).map(|vertex| format!("{} {vertex} L\n", vertex + 1)).collect();
    let game = ColouredGraph::parse(&edges).unwrap();
    let tokens = game.parse("17 300").unwrap();
    let [Figure::Digits(digits)] = &game.view(&tokens).figures[..] else { panic!("301 vertices") };
    assert_eq!(digits.signs, ["17", "300"]);
    let (_, step) = game.moves(&tokens).unwrap().pop().unwrap();
    assert_eq!(game.touches(&tokens, &step), [Touch { figure: 0, element: 1 }]);
}

#[test]
fn wrong_input_is_pointed_at() {
    let game = ColouredGraph::parse("1 0 L, 5 1 R").unwrap();
    let wrong = |text: &str| game.parse(text).unwrap_err();
    for (text, span) in [("0 left", 2..6), (" right 0", 1..6), ("0,5 left 1", 4..8)] {
        let wrong = wrong(text);
        assert_eq!((wrong.message.as_str(), wrong.span.range()), ("unexpected player", span));
        assert!(wrong.help.unwrap().contains("use `loopy-graph{...}` for one token with a player to move"));
    }
    assert_eq!(wrong("0 leftmost").message, "`leftmost` is not a number");
    assert_eq!(wrong("0 é").span.range(), 2..4);
    assert_eq!(wrong("2").help.unwrap(), "the vertices are 0, 1, 5");
    assert_eq!(wrong("").message, "empty input");
    let cycle = ColouredGraph::parse("0 1 L, 4 0, 1 0 R").unwrap_err();
    assert_eq!(cycle.message, "the graph has a cycle: 0 -> 1 -> 0");
    assert_eq!(cycle.help.unwrap(), "use `loopy-graph{...}` for one token on a graph with cycles");
    assert_eq!(ColouredGraph::parse("0 1 L 2").unwrap_err().span.range(), 6..7);
}

/// Two graphs from files have the same name, but their positions belong to one game only if the graphs are equal.
#[test]
fn graphs_of_equal_name_are_distinguished() {
    let [some, same, differs] =
        ["1 0 L, 2 1", "2 1, 1 0 L", "1 0 R, 2 1"].map(|edges| of_file(edges).unwrap());
    let tokens = |game: &dyn winways_kit::AnyGame| game.parse("1 2").unwrap();
    assert!(tokens(&*some).is_same(&*tokens(&*same)));
    assert!(!tokens(&*some).is_same(&*tokens(&*differs)));
    assert!(tokens(&*some).merged(&[tokens(&*same)]).is_some());
    assert!(tokens(&*some).merged(&[tokens(&*differs)]).is_none());
}
