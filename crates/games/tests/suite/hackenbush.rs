//! Tests of whole pictures against the rules on their texts: cut an edge, then keep only the edges connected to the ground.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use winways_games::entries;
use winways_kit::testing::sums::Boards;
use winways_kit::view::Figure;
use winways_kit::{AnyGame, AnyPosition, SumSearch, ValueAfter};
use winways_rules::{Play, Player, Side};
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::{Arena, GameOutcome, Nimber};

/// A picture as the words of its text, each with its ends and its letter.
type Words = Vec<(u32, u32, char)>;

fn game(name: &str) -> Arc<dyn AnyGame> {
    let entry = entries().find(|entry| entry.page.name == name).unwrap();
    (entry.make)(None).unwrap()
}

fn text(words: &Words) -> String {
    let words: Vec<String> = words.iter().map(|(a, b, letter)| format!("{a}-{b}:{letter}")).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

fn standing(words: &Words) -> Words {
    let mut grounded = BTreeSet::from([0]);
    for _ in 0..words.len() {
        for &(a, b, _) in words {
            if grounded.contains(&a) || grounded.contains(&b) {
                grounded.extend([a, b]);
            }
        }
    }
    words.iter().filter(|(a, ..)| grounded.contains(a)).copied().collect()
}

/// Returns the moves of a side: the index of the word that is cut, and the remaining words.
fn cuts(words: &Words, side: Side) -> Vec<(usize, Words)> {
    let own = if side == Side::Left { 'b' } else { 'r' };
    let stands = standing(words);
    let may_cut = |word: &(u32, u32, char)| (word.2 == own || word.2 == 'g') && stands.contains(word);
    let after = |cut: usize| {
        let mut rest = words.clone();
        rest.remove(cut);
        standing(&rest)
    };
    (0..words.len()).filter(|&cut| may_cut(&words[cut])).map(|cut| (cut, after(cut))).collect()
}

/// Returns the name of the cut of a word, by counting equal words.
fn name(words: &Words, cut: usize) -> String {
    let written = |&(a, b, letter): &(u32, u32, char)| format!("{a}-{b}:{letter}");
    let word = written(&words[cut]);
    let equal: Vec<usize> = (0..words.len()).filter(|&other| written(&words[other]) == word).collect();
    match &equal[..] {
        [_] => format!("cut {word}"),
        _ => {
            let number = equal.iter().position(|&other| other == cut).unwrap() + 1;
            format!("cut {word} ({number}{})", ["th", "st", "nd", "rd", "th"][number.min(4)])
        }
    }
}

/// Returns the text in the brackets of a call.
fn inner(position: &dyn AnyPosition) -> String {
    let text = position.text();
    text.split_once("(\"").unwrap().1.trim_end_matches("\")").to_owned()
}

/// Checks that the listed moves are those of the independent generator, with the same names and resulting pictures.
fn check_moves(game: &dyn AnyGame, words: &Words) -> Result<Box<dyn AnyPosition>, TestCaseError> {
    let position = game.parse(&text(words)).unwrap();
    prop_assert_eq!(inner(&*position), text(words), "text -> position -> text");
    let is_impartial = position.properties().is_impartial;
    let moves = position.moves().unwrap();
    prop_assert!(moves.len() as u64 <= position.move_bound());
    for side in Side::BOTH {
        let player = if is_impartial { Player::Either } else { side.into() };
        let mut found = BTreeMap::new();
        for step in moves.iter().filter(|step| step.player == player) {
            let after = position.after(step);
            let again = found.insert(step.text.clone(), inner(&*after));
            prop_assert_eq!(again, None, "two moves of {:?} are called {}", player, &step.text);
            prop_assert!(game.parse(&inner(&*after)).unwrap().is_same(&*after));
        }
        let expected: BTreeMap<String, String> =
            cuts(words, side).iter().map(|(cut, after)| (name(words, *cut), text(after))).collect();
        prop_assert_eq!(found, expected, "{:?}", player);
    }
    Ok(position)
}

/// Checks that the view has the edges as written and that each move touches the edge that it names.
fn check_view(position: &dyn AnyPosition, words: &Words) -> Result<(), TestCaseError> {
    let player = |letter| match letter {
        'b' => Player::Left,
        'r' => Player::Right,
        _ => Player::Either,
    };
    let expected: Vec<_> = words.iter().map(|&(a, b, letter)| (a, b, player(letter))).collect();
    let view = position.view();
    let Figure::Graph(figure) = &view.figures[0] else { panic!("no graph") };
    let name = |vertex: u32| figure.vertices[vertex as usize].name.parse::<u32>().unwrap();
    prop_assert_eq!(figure.ground.map(name), Some(0));
    let drawn: Vec<_> =
        figure.edges.iter().map(|edge| (name(edge.from), name(edge.to), edge.player)).collect();
    prop_assert_eq!(&drawn, &expected);
    for step in position.moves().unwrap() {
        let touches = position.touches(&step);
        prop_assert_eq!(touches.len(), 1);
        let touched = vec![words[touches[0].element as usize - figure.vertices.len()]];
        let name = step.text.split(" (").next();
        prop_assert_eq!(name, Some(&format!("cut {}", text(&touched))[..]));
    }
    Ok(())
}

fn outcome(wins: [bool; 2]) -> GameOutcome {
    match wins {
        [true, true] => GameOutcome::Next,
        [true, false] => GameOutcome::Left,
        [false, true] => GameOutcome::Right,
        [false, false] => GameOutcome::Previous,
    }
}

/// Checks that the value after each move has the outcome found by trying every line of play.
fn check_values(position: &dyn AnyPosition, words: &Words, theorems: Theorems) -> Result<(), TestCaseError> {
    let after_cuts = |words: &Words, side| cuts(words, side).into_iter().map(|(_, after)| after).collect();
    let mut boards = Boards::new(after_cuts);
    let after: BTreeMap<(Side, String), Words> = Side::BOTH
        .into_iter()
        .flat_map(|side| cuts(words, side).into_iter().map(move |(cut, after)| (side, cut, after)))
        .map(|(side, cut, after)| ((side, name(words, cut)), after))
        .collect();
    let arena = Arena::default();
    let partizan = position.partizan().unwrap();
    let mut solver = partizan.solver(&arena, theorems, Budget::DEFAULT, &NoObserver);
    let moves = solver.moves().unwrap();
    prop_assert_eq!(moves.len(), after.len());
    for (step, value) in moves {
        let side = if step.player == Player::Left { Side::Left } else { Side::Right };
        let board = &after[&(side, step.text.clone())];
        let wins = Side::BOTH.map(|side| boards.wins(board, side));
        let value = value.in_arena(&arena).unwrap();
        prop_assert_eq!(arena.outcome(value), outcome(wins), "after {}", &step.text);
    }
    Ok(())
}

/// Returns `true` if a side wins misère play moving first, by trying every line of play.
fn wins_misere(words: &Words, side: Side, memo: &mut HashMap<(Words, Side), bool>) -> bool {
    let node = (words.clone(), side);
    if let Some(&known) = memo.get(&node) {
        return known;
    }
    let cuts = cuts(words, side);
    let wins = cuts.is_empty() || cuts.iter().any(|(_, after)| !wins_misere(after, side.opponent(), memo));
    memo.insert(node, wins);
    wins
}

/// Compares the misère outcome and winning moves of the search over sums with brute force.
fn check_misere(position: &dyn AnyPosition, words: &Words) -> Result<(), TestCaseError> {
    let mut memo = HashMap::new();
    let search = SumSearch::new(vec![position]).unwrap();
    let solved = search.solve(Play::Misere, usize::MAX, Budget::DEFAULT, &NoObserver).unwrap();
    let wins = Side::BOTH.map(|side| wins_misere(words, side, &mut memo));
    prop_assert_eq!(solved.outcome, outcome(wins));
    let mut expected = BTreeSet::new();
    for side in Side::BOTH {
        for (cut, after) in cuts(words, side) {
            if !wins_misere(&after, side.opponent(), &mut memo) {
                expected.insert((side, name(words, cut)));
            }
        }
    }
    let moves = solved.moves.unwrap();
    let found = moves[0].listed.iter().map(|step| {
        let side = if step.player == Player::Left { Side::Left } else { Side::Right };
        (side, step.text.clone())
    });
    prop_assert_eq!(found.collect::<BTreeSet<_>>(), expected);
    Ok(())
}

fn pictures(edges: usize, vertices: u32, letters: &'static [char]) -> impl Strategy<Value = Words> {
    let edge = (0..vertices, 0..vertices, proptest::sample::select(letters));
    proptest::collection::vec(edge, 0..=edges)
}

/// A strategy for some edges of a tree, with scrambled names and written in any direction. Some edges may be disconnected.
fn trees(edges: usize) -> impl Strategy<Value = Words> {
    let edge = (any::<u32>(), any::<bool>(), proptest::sample::select(&['b', 'r'][..]), 0..8u8);
    (proptest::collection::vec(edge, 0..=edges), any::<u32>()).prop_map(|(edges, scramble)| {
        let label = |vertex: u32| if vertex == 0 { 0 } else { vertex.wrapping_mul(scramble | 1) };
        let word = |(vertex, (below, is_turned, letter, kept)): (u32, (u32, bool, char, u8))| {
            let (a, b) = (label(below % vertex), label(vertex));
            (kept > 0).then_some(if is_turned { (b, a, letter) } else { (a, b, letter) })
        };
        (1..).zip(edges).filter_map(word).collect()
    })
}

const ALL: &[char] = &['b', 'r', 'g'];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn moves_of_pictures(words in prop_oneof![pictures(14, 4, ALL), pictures(14, 8, ALL), pictures(10, 2, ALL)]) {
        let position = check_moves(&*game("hackenbush"), &words)?;
        check_view(&*position, &words)?;
    }

    #[test]
    fn values_after_moves_of_pictures(words in prop_oneof![pictures(7, 3, ALL), pictures(7, 6, ALL)]) {
        let position = game("hackenbush").parse(&text(&words)).unwrap();
        check_values(&*position, &words, Theorems::Use)?;
        check_values(&*position, &words, Theorems::Ignore)?;
    }

    #[test]
    fn moves_of_green_pictures(words in prop_oneof![pictures(14, 4, &['g']), pictures(14, 8, &['g'])]) {
        let position = check_moves(&*game("hackenbush-green"), &words)?;
        check_view(&*position, &words)?;
    }

    #[test]
    fn moves_of_trees(words in trees(14)) {
        let position = check_moves(&*game("red-blue-trees"), &words)?;
        check_view(&*position, &words)?;
    }

    #[test]
    fn values_after_moves_of_trees(words in trees(8)) {
        let position = game("red-blue-trees").parse(&text(&words)).unwrap();
        check_values(&*position, &words, Theorems::Use)?;
        check_values(&*position, &words, Theorems::Ignore)?;
    }

    #[test]
    fn misere_play(words in prop_oneof![pictures(7, 3, ALL), pictures(7, 6, ALL)], tree in trees(8)) {
        check_misere(&*game("hackenbush").parse(&text(&words)).unwrap(), &words)?;
        check_misere(&*game("red-blue-trees").parse(&text(&tree)).unwrap(), &tree)?;
    }

    /// Moves that reach a value, by theorem and by search, agree with the values of the pictures after the moves.
    #[test]
    fn winning_moves_of_green_pictures(
        words in prop_oneof![pictures(8, 3, &['g']), pictures(8, 6, &['g'])], change in 1..4u64,
    ) {
        let game = game("hackenbush-green");
        let position = game.parse(&text(&words)).unwrap();
        let value = |position: &dyn AnyPosition| {
            let position = position.impartial().unwrap();
            position.solver(Theorems::Ignore, Budget::DEFAULT, &NoObserver).value().unwrap()
        };
        let wanted = value(&*position) + Nimber(change);
        let moves = position.moves().unwrap();
        let expected: Vec<&str> = moves
            .iter()
            .filter(|step| value(&*position.after(step)) == wanted)
            .map(|step| &step.text[..])
            .collect();
        for theorems in [Theorems::Use, Theorems::Ignore] {
            let position = position.impartial().unwrap();
            let mut solver = position.solver(theorems, Budget::DEFAULT, &NoObserver);
            let found = solver.moves_that_change_value_by(Nimber(change), 1000).unwrap();
            prop_assert_eq!(found.total, expected.len() as u64);
            let found: Vec<&str> = found.listed.iter().map(|step| &step.text[..]).collect();
            prop_assert_eq!(&found, &expected);
        }
    }

    /// Two pictures are merged into their sum. If they share the name of a vertex other than the ground, they remain two positions.
    #[test]
    fn sums_keep_names(words in pictures(8, 4, ALL), others in pictures(8, 4, ALL), is_apart in any::<bool>()) {
        let name = |vertex: u32| if vertex == 0 || !is_apart { vertex } else { vertex + 10 };
        let others: Words = others.into_iter().map(|(a, b, letter)| (name(a), name(b), letter)).collect();
        let game = game("hackenbush");
        let (one, other) = (game.parse(&text(&words)).unwrap(), game.parse(&text(&others)).unwrap());
        let vertices = |words: &Words| -> BTreeSet<u32> {
            words.iter().flat_map(|&(a, b, _)| [a, b]).filter(|&vertex| vertex > 0).collect()
        };
        let both = [words.clone(), others.clone()].concat();
        let is_free = vertices(&words).is_disjoint(&vertices(&others));
        let sum = one.merged(&[other]).map(|sum| inner(&*sum));
        prop_assert_eq!(sum, is_free.then(|| text(&both)));
    }
}

#[test]
fn equal_edges_are_moves_of_their_own() {
    let position = game("hackenbush").parse("0-1:b 1-0:b,0-1:b  0-1:g").unwrap();
    let names: Vec<(Player, String)> =
        position.moves().unwrap().into_iter().map(|step| (step.player, step.text)).collect();
    let expected = [
        (Player::Left, "cut 0-1:b (1st)"),
        (Player::Left, "cut 1-0:b"),
        (Player::Left, "cut 0-1:b (2nd)"),
        (Player::Left, "cut 0-1:g"),
        (Player::Right, "cut 0-1:g"),
    ];
    assert_eq!(names, expected.map(|(player, name)| (player, name.to_owned())));
    let twice = game("hackenbush").parse("0-1:b 0-1:b").unwrap();
    assert_eq!(twice.moves().unwrap().len(), 2);
    assert_eq!(twice.after(&twice.moves().unwrap()[1]).text(), "hackenbush(\"0-1:b\")");
}

#[test]
fn floating_edges_are_kept_until_a_move() {
    let game = game("hackenbush");
    let position = game.parse("7-8:r 0-1:b 9-9:g 1-2:b").unwrap();
    assert_eq!(position.text(), "hackenbush(\"7-8:r 0-1:b 9-9:g 1-2:b\")");
    let moves = position.moves().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(position.after(&moves[1]).text(), "hackenbush(\"0-1:b\")");
    assert_eq!(position.after(&moves[0]).text(), "hackenbush(\"-\")");
    assert_eq!(game.parse("-").unwrap().moves().unwrap().len(), 0);
    assert_eq!(game.parse("1-2:g").unwrap().move_bound(), 0);
}

/// The total size of the values after all cuts of a path or a tree is quadratic in the number of edges, so none of them may be
/// stored.
#[test]
fn the_cuts_of_large_pictures_take_no_memory() {
    let path: Vec<String> = (0..1500)
        .map(|edge| format!("{edge}-{}:{}", edge + 1, if edge % 3 == 0 { 'r' } else { 'b' }))
        .collect();
    let comb: Vec<String> = (0..1500)
        .map(|edge| format!("{}-{}:{}", edge / 2, edge + 1, if edge % 5 < 2 { 'r' } else { 'b' }))
        .collect();
    for picture in [path.join(" "), comb.join(" ")] {
        for game in ["red-blue-trees", "hackenbush"].map(game) {
            let position = game.parse(&picture).unwrap();
            let arena = Arena::default();
            let mut solver =
                position.partizan().unwrap().solver(&arena, Theorems::Use, Budget::DEFAULT, &NoObserver);
            solver.value().unwrap();
            let before = arena.session().bytes();
            let mut count = 0;
            let mut visit = |_, worth| {
                count += 1;
                assert!(matches!(worth, ValueAfter::Number(_)));
                Ok(())
            };
            solver.each_move(&mut visit).unwrap();
            assert_eq!((count, arena.session().bytes()), (1500, before));
        }
    }
}
