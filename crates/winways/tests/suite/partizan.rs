//! Answers about partizan positions, compared with the definitions: plain trees of options, no caching, and
//! independent rules.

use proptest::prelude::*;
use std::collections::BTreeSet;
use winways::{Budget, Calculator, Catalogue, NoObserver, Outcome, Play, Player, Position, Request, analyse};

/// A game as a tree of options: Left's list first, then Right's.
#[derive(Clone, Debug)]
struct Tree([Vec<Tree>; 2]);

/// Returns `true` if `low` ≤ `high`. Conway's definition is: G ≤ H unless some G^L ≥ H or some H^R ≤ G.
fn le(low: &Tree, high: &Tree) -> bool {
    !low.0[0].iter().any(|option| le(high, option)) && !high.0[1].iter().any(|option| le(option, low))
}

fn equal(some: &Tree, other: &Tree) -> bool {
    le(some, other) && le(other, some)
}

/// Returns `true` if `player` (0 for Left, 1 for Right) weakly prefers `better` to `worse`.
fn likes(player: usize, better: &Tree, worse: &Tree) -> bool {
    if player == 0 { le(worse, better) } else { le(better, worse) }
}

/// Returns the options of the canonical form: reversible options are replaced, then dominated ones are removed.
fn canonical_options(tree: &Tree, player: usize) -> Vec<Tree> {
    let mut open = tree.0[player].clone();
    let mut settled: Vec<Tree> = Vec::new();
    while let Some(option) = open.pop() {
        match option.0[1 - player].iter().find(|answer| likes(player, tree, answer)) {
            Some(answer) => open.extend(answer.0[player].iter().cloned()),
            None if settled.iter().any(|other| likes(player, other, &option)) => {}
            None => {
                settled.retain(|other| !likes(player, &option, other));
                settled.push(option);
            }
        }
    }
    settled
}

/// Independent rules of a game: the options of a component for a player (0 for Left), as texts.
type Rules = fn(&str, usize) -> Vec<String>;

/// Returns the tree of a sum of components.
fn tree_of(rules: Rules, components: &[String]) -> Tree {
    Tree([0, 1].map(|player| {
        let mut options = Vec::new();
        for (index, component) in components.iter().enumerate() {
            for option in rules(component, player) {
                let mut after = components.to_vec();
                after[index] = option;
                options.push(tree_of(rules, &after));
            }
        }
        options
    }))
}

/// Toads move right and frogs left, by one cell or over one piece of the other kind.
fn toads_and_frogs(row: &str, player: usize) -> Vec<String> {
    let cells: Vec<char> = row.chars().collect();
    let (own, other, step) = if player == 0 { ('t', 'f', 1) } else { ('f', 't', -1) };
    let at = |place: isize| usize::try_from(place).ok().and_then(|place| cells.get(place)).copied();
    let mut options = Vec::new();
    for from in (0..cells.len() as isize).filter(|&place| at(place) == Some(own)) {
        let to = if at(from + step) == Some(other) { from + 2 * step } else { from + step };
        if at(to) == Some('.') {
            let mut after = cells.clone();
            after.swap(from as usize, to as usize);
            options.push(after.into_iter().collect());
        }
    }
    options
}

/// A cut segment falls with all segments above it.
fn red_blue_stalks(stalk: &str, player: usize) -> Vec<String> {
    let own = if player == 0 { 'L' } else { 'R' };
    stalk.match_indices(own).map(|(place, _)| stalk[..place].to_owned()).collect()
}

/// Returns all pairs of neighbouring cells: upper and lower cell if `is_upright`, or else left and right cell.
fn neighbours(board: &str, is_upright: bool) -> Vec<(usize, usize)> {
    let width = board.find('|').unwrap_or(board.len()) + 1;
    let distance = if is_upright { width } else { 1 };
    let is_cell = |place: usize| board.as_bytes().get(place).is_some_and(|&cell| cell != b'|');
    let pairs = (0..board.len()).map(|place| (place, place + distance));
    pairs.filter(|&(some, other)| is_cell(some) && is_cell(other)).collect()
}

fn replaced(board: &str, changes: [(usize, char); 2]) -> String {
    let mut cells: Vec<char> = board.chars().collect();
    for (place, cell) in changes {
        cells[place] = cell;
    }
    cells.into_iter().collect()
}

/// Left places vertical dominoes on two empty cells, Right horizontal ones.
fn domineering(board: &str, player: usize) -> Vec<String> {
    let pairs = neighbours(board, player == 0).into_iter();
    let is_empty = |place: usize| board.as_bytes()[place] == b'.';
    let free = pairs.filter(|&(some, other)| is_empty(some) && is_empty(other));
    free.map(|(some, other)| replaced(board, [(some, '#'), (other, '#')])).collect()
}

/// A stone replaces a neighbouring stone of the other colour.
fn clobber(board: &str, player: usize) -> Vec<String> {
    let (own, other) = if player == 0 { (b'x', b'o') } else { (b'o', b'x') };
    let pairs = [neighbours(board, true), neighbours(board, false)].concat();
    let both_ways = pairs.into_iter().flat_map(|(some, other)| [(some, other), (other, some)]);
    let cells = board.as_bytes();
    let able = both_ways.filter(|&(from, to)| cells[from] == own && cells[to] == other);
    able.map(|(from, to)| replaced(board, [(from, '.'), (to, char::from(own))])).collect()
}

/// Returns the positions after all moves in a position of tuples with `arity` numbers each. A move changes one tuple.
fn moves_of_tuples(numbers: &str, arity: usize, options: impl Fn(&[u64]) -> Vec<Vec<u64>>) -> Vec<String> {
    let numbers: Vec<u64> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
    let mut after = Vec::new();
    for place in (0..numbers.len()).step_by(arity) {
        for option in options(&numbers[place..place + arity]) {
            let all = [&numbers[..place], &option, &numbers[place + arity..]].concat();
            after.push(all.iter().map(u64::to_string).collect::<Vec<String>>().join(","));
        }
    }
    after
}

/// Each player takes from the first non-empty stack, seen from that player's end.
fn partizan_end_nim(stacks: &str, player: usize) -> Vec<String> {
    moves_of_tuples(stacks, 3, |row| {
        let places = if player == 0 { [0, 1, 2] } else { [2, 1, 0] };
        let Some(place) = places.into_iter().find(|&place| row[place] > 0) else { return Vec::new() };
        let left = |size: u64| {
            let mut after = row.to_vec();
            after[place] = size;
            after
        };
        (0..row[place]).map(left).collect()
    })
}

/// Returns the components of a position in either notation: `name("...")` or `name(1,2)`.
fn components(text: &str, separator: &str) -> Vec<String> {
    let Some(inside) = text.split('"').nth(1) else {
        let numbers = text.split(['(', ')']).nth(1).unwrap_or_else(|| panic!("{text}"));
        return vec![numbers.to_owned()];
    };
    inside.split(separator).map(|part| part.trim_matches('-').to_owned()).collect()
}

/// Compares the analysis of a position with the definitions.
fn check(game: &str, position: &str, separator: &str, rules: Rules) {
    let catalogue = Catalogue::new();
    let position = Position::of_game(&*catalogue.game(game).unwrap(), position).unwrap();
    let analysis = analyse(&position, &Request::default(), &NoObserver);
    let tree = |text: &str| tree_of(rules, &components(text, separator));
    let text = position.to_string();
    let root = tree(&text);
    let zero = Tree([Vec::new(), Vec::new()]);
    let outcome = match (le(&zero, &root), le(&root, &zero)) {
        (true, true) => Outcome::Previous,
        (true, false) => Outcome::Left,
        (false, true) => Outcome::Right,
        (false, false) => Outcome::Next,
    };
    assert_eq!(analysis.outcome, Some(outcome), "{text}");
    // Compares the listed moves, by player and resulting position, with all moves that should be listed.
    let listed = |moves: &[winways::PositionMove]| -> BTreeSet<(usize, String)> {
        let mut listed = BTreeSet::new();
        for step in moves {
            let after = position.after(step).to_string();
            let players: &[usize] = match step.player() {
                Player::Left => &[0],
                Player::Right => &[1],
                Player::Either => &[0, 1],
            };
            listed.extend(players.iter().map(|&player| (player, after.clone())));
        }
        listed
    };
    let moves = analysis.moves.unwrap();
    assert_eq!(moves.total as usize, moves.listed.len());
    for (listed, is_meant) in [
        (
            listed(&moves.listed),
            &(|player: usize, after: &Tree| likes(player, after, &zero)) as &dyn Fn(_, &_) -> _,
        ),
        (listed(&analysis.canonical_moves), &|player, after: &Tree| {
            canonical_options(&root, player).iter().any(|option| equal(option, after))
        }),
    ] {
        for (player, after) in &listed {
            assert!(is_meant(*player, &tree(after)), "{text}: {player} to {after}");
        }
        // No move is missing: each required move leads to the same value as a listed one.
        for player in [0, 1] {
            for option in root.0[player].iter().filter(|option| is_meant(player, option)) {
                let is_listed =
                    |(who, after): &(usize, String)| *who == player && equal(&tree(after), option);
                assert!(listed.iter().any(is_listed), "{text}: a move of {player} is not listed");
            }
        }
    }
    assert_value(&catalogue, &text, &root);
}

/// Asserts that the value equals the tree written in braces.
fn assert_value(catalogue: &Catalogue, text: &str, root: &Tree) {
    fn braces(tree: &Tree) -> String {
        let side = |options: &[Tree]| options.iter().map(braces).collect::<Vec<_>>().join(",");
        format!("{{{} | {}}}", side(&tree.0[0]), side(&tree.0[1]))
    }
    let mut calculator = Calculator::new(catalogue, Budget::DEFAULT);
    let question = format!("{text} == {}", braces(root));
    let answer = calculator.evaluate(&question, &NoObserver).and_then(|mut answer| answer.text());
    assert_eq!(answer.as_deref(), Ok("true"), "{text}");
}

/// Generates boards with these cells in several shapes.
fn board(cells: &'static str, shapes: &'static [(usize, usize)]) -> impl Strategy<Value = String> {
    let cell = prop::sample::select(cells.chars().collect::<Vec<_>>());
    prop::sample::select(shapes).prop_flat_map(move |(height, width)| {
        let row =
            prop::collection::vec(cell.clone(), width).prop_map(|row| row.into_iter().collect::<String>());
        prop::collection::vec(row, height).prop_map(|rows| rows.join("|"))
    })
}

/// Returns the tree of tokens on a graph plus a heap of Nim. Bit p of an edge's third number means that player p
/// may use the edge.
fn tree_of_tokens(edges: &[(usize, usize, u8)], tokens: &[usize], heap: usize) -> Tree {
    Tree([0, 1].map(|player| {
        let mut options: Vec<Tree> = (0..heap).map(|left| tree_of_tokens(edges, tokens, left)).collect();
        for (place, &token) in tokens.iter().enumerate() {
            for &(_, to, _) in edges.iter().filter(|edge| edge.0 == token && edge.2 >> player & 1 == 1) {
                let mut after = tokens.to_vec();
                after[place] = to;
                options.push(tree_of_tokens(edges, &after, heap));
            }
        }
        options
    }))
}

/// Returns `true` if `player`, who is to move, wins under misère play.
fn wins_misere(tree: &Tree, player: usize) -> bool {
    tree.0[player].is_empty() || tree.0[player].iter().any(|option| !wins_misere(option, 1 - player))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn toads_and_frogs_by_definition(row in "[tf.]{1,6}") {
        check("toads-and-frogs", &row, " ", toads_and_frogs);
    }

    #[test]
    fn red_blue_stalks_by_definition(one in "[LR]{1,4}", other in "[LR]{1,3}") {
        check("red-blue-stalks", &format!("{one} {other}"), " ", red_blue_stalks);
    }

    #[test]
    fn domineering_by_definition(board in board("...#", &[(1, 4), (2, 2), (2, 3), (3, 2)])) {
        check("domineering", &board, "||", domineering);
    }

    #[test]
    fn clobber_by_definition(board in board("xxoo.", &[(1, 5), (2, 2), (2, 3), (3, 2)])) {
        check("clobber", &board, "||", clobber);
    }

    #[test]
    fn partizan_end_nim_by_definition(stacks in [0..3u64, 0..3, 0..3]) {
        let text = format!("{} {} {}", stacks[0], stacks[1], stacks[2]);
        check("partizan-end-nim-3", &text, " ", partizan_end_nim);
    }

    /// Tokens on coloured graphs are compared with the definitions in sums with Nim, under normal and misère play.
    #[test]
    fn tokens_on_coloured_graphs_by_definition(
        edges in prop::collection::vec((1..5usize, 0..4usize, 1..4u8), 1..6),
        tokens in prop::collection::vec(prop::sample::Index::arbitrary(), 1..3),
        heap in 0..3usize,
    ) {
        let edges: Vec<(usize, usize, u8)> =
            edges.into_iter().map(|(from, to, players)| (from, to % from, players)).collect();
        let vertices: Vec<usize> = edges.iter().flat_map(|edge| [edge.0, edge.1]).collect();
        let tokens: Vec<usize> = tokens.iter().map(|token| vertices[token.index(vertices.len())]).collect();
        let line = |(from, to, players): &(usize, usize, u8)| {
            format!("{from} {to}{}", ["", " L", " R", ""][usize::from(*players)])
        };
        let edges_in_words = edges.iter().map(line).collect::<Vec<String>>().join(", ");
        let tokens_in_words = tokens.iter().map(usize::to_string).collect::<Vec<String>>().join(",");
        let text = format!("graph{{{edges_in_words}}}({tokens_in_words}) + nim({heap})");
        let catalogue = Catalogue::new();
        let position = Position::of_expression(&catalogue, &text).unwrap();
        let root = tree_of_tokens(&edges, &tokens, heap);
        let zero = Tree([Vec::new(), Vec::new()]);
        let normal = [!le(&root, &zero), !le(&zero, &root)];
        let misere = [0, 1].map(|player| wins_misere(&root, player));
        for (play, begins) in [(Play::Normal, normal), (Play::Misere, misere)] {
            let outcome = match begins {
                [true, true] => Outcome::Next,
                [true, false] => Outcome::Left,
                [false, true] => Outcome::Right,
                [false, false] => Outcome::Previous,
            };
            let analysis = analyse(&position, &Request::default().play(play), &NoObserver);
            prop_assert_eq!(analysis.outcome, Some(outcome), "{} {:?}", text, play);
            let again = Position::of_expression(&catalogue, &position.to_string()).unwrap();
            prop_assert!(again.is_same(&position), "{}", position);
        }
        assert_value(&catalogue, &text, &root);
    }
}
