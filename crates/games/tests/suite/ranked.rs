//! Tests of ranked games through `AnyBoard` and `AnyGame`: invalid texts, moves, views, properties and ending rules.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use winways_games::entries;
use winways_kit::view::{Cell, Figure};
use winways_kit::{AnyBoard, AnyGame, AnyPosition, Ending, Entry, Page};
use winways_rules::{Play, Status};

type Example = (&'static Entry, Option<&'static str>, &'static str);

static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let ranked = entries().filter_map(|entry| {
        let parameter = parameter(entry.page);
        let game = (entry.make)(parameter).ok()?;
        game.has_boards().then_some((entry, parameter, entry.page.example_position()))
    });
    ranked.collect()
});

/// Returns the parameter in a page's example, without its brackets.
fn parameter(page: &Page) -> Option<&'static str> {
    let head = page.example.strip_suffix(page.example_position()).unwrap().trim();
    let bracket = head.find(['(', '{'])?;
    Some(&head[bracket + 1..head.len() - 1])
}

/// Returns small boards of every ranked game.
fn boards() -> Vec<Arc<dyn AnyBoard>> {
    let boards = [
        ("chase", "", "3"),
        ("chase", "black 1-2 diagonal, blocked 1:2 4:4", "4"),
        ("mnk", "3,3,3", ""),
        ("mnk", "1,5,2", ""),
        ("mnk", "3,4,3", ""),
        ("chess", "KQK", ""),
        ("chess", "KRKB", ""),
        ("chess", "KBBK", ""),
        ("connect-four", "4x4", ""),
        ("connect-four", "5x2", ""),
        ("awari", "5", ""),
        ("awari", "9,2", ""),
        ("backsliding", "7,2,2", ""),
        ("dots-and-boxes", "", "d.d.d|.b.b.|d.d.d"),
        ("drift", "3,3,2", ""),
        ("drift", "2,5,3", ""),
        ("cops", "2; cycle 6", ""),
        ("cops", "3; petersen", ""),
        ("cops", "1; 4 5, 5 9", ""),
        ("fox-and-geese", "5", ""),
        ("fox-and-geese", "8", ""),
        ("hare-and-hounds", "3", ""),
        ("hare-and-hounds", "7", ""),
        ("loopy-graph", "0 1, 1 0, 1 2, 0 1", ""),
        ("loopy-graph", "0 1, 1 0 L, 3 1 R, 1 2, 0 1 L", ""),
        ("loopy-graph", "0 1, 1 2 R", ""),
    ];
    boards.into_iter().map(|(name, parameter, text)| board(name, parameter, text)).collect()
}

fn board(name: &str, parameter: &str, text: &str) -> Arc<dyn AnyBoard> {
    let entry = entries().find(|entry| entry.page.name == name).expect("the catalogue has the game");
    let parameter = Some(parameter).filter(|parameter| !parameter.is_empty());
    (entry.make)(parameter).and_then(|game| game.board(text)).expect("there is such a board")
}

fn count(board: &dyn AnyBoard) -> u64 {
    board.ranks().layers().iter().sum()
}

/// Returns a text with some characters removed, inserted or replaced.
fn changed(text: &str, changes: &[(prop::sample::Index, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, kind, letter) in changes {
        let at = at.index(letters.len() + 1);
        match kind {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 if at < letters.len() => letters[at] = *letter,
            _ => letters.insert(at, *letter),
        }
    }
    letters.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, char)>> {
    let letters: Vec<char> = "0123456789 .,;|/#-xotfhdgkqrbnKQRBNPLRwsé\u{a0}\u{2003}\n".chars().collect();
    prop::collection::vec((any::<prop::sample::Index>(), 0u8..3, prop::sample::select(letters)), 0..4)
}

/// Checks that a position that is read can be written and read again, and that errors point into the text.
fn check_position(game: &dyn AnyGame, text: &str) {
    match game.parse(text) {
        Ok(position) => {
            let call = position.text();
            let inner =
                call.rsplit_once('(').map_or("", |(_, inner)| inner.trim_end_matches(')').trim_matches('"'));
            assert!(game.parse(inner).unwrap().is_same(&*position), "{call} does not read back");
        }
        Err(wrong) => {
            assert!(wrong.span.end <= text.len() && text.is_char_boundary(wrong.span.start), "{wrong}")
        }
    }
}

#[test]
fn there_are_ranked_games() {
    assert!(EXAMPLES.len() >= 11, "{}", EXAMPLES.len());
    let of_boards: BTreeSet<String> = boards().iter().map(|board| board.page().name.to_owned()).collect();
    let of_examples: BTreeSet<String> =
        EXAMPLES.iter().map(|example| example.0.page.name.to_owned()).collect();
    assert_eq!(of_boards, of_examples);
}

/// Returns the ranks after each move, from the board's own optimised method.
fn ranks_after(board: &dyn AnyBoard, rank: u64) -> BTreeSet<u64> {
    let mut statuses = [Status::Hole];
    board.ranks().statuses(rank..rank + 1, board.plays()[0], &mut statuses);
    let mut moves = Vec::new();
    if statuses == [Status::Open] {
        board.ranks().moves(rank, &mut moves);
    }
    moves.into_iter().collect()
}

/// Checks that the moves of a position agree with the moves of its rank, that their names are distinct, and that the positions
/// after them read back.
fn check_moves(board: &dyn AnyBoard, position: &dyn AnyPosition) {
    let ranked = position.ranked().unwrap();
    let (moves, by_rank) = (position.moves().unwrap(), ranked.ranked_moves());
    let names: BTreeSet<&str> = moves.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(names.len(), moves.len(), "two moves of {} share a name", position.text());
    assert!(position.move_bound() >= moves.len() as u64, "{}", position.text());
    let mut after_moves = BTreeSet::new();
    for (step, (same, rank)) in moves.iter().zip(&by_rank) {
        assert_eq!((&step.text, step.player), (&same.text, ranked.player()));
        let after = position.after(step);
        let text = after.text();
        let inner = text.rsplit_once('(').unwrap().1.trim_end_matches(')').trim_matches('"');
        let read = board.parse(inner.strip_prefix(&board.text()).unwrap().trim_start_matches([' ', ',']));
        assert!(read.unwrap().is_same(&*after), "{text} does not read back");
        assert_eq!(after.ranked().unwrap().rank(), *rank);
        after_moves.insert(*rank);
    }
    assert_eq!(after_moves, ranks_after(board, ranked.rank()), "{}", position.text());
}

/// Returns the number of cells, heaps or vertices in the only figure of a position's view, and that figure.
fn elements(position: &dyn AnyPosition) -> (u64, Figure) {
    let [figure] = &position.view().figures[..] else { panic!("{} is not one figure", position.text()) };
    let count = match figure {
        Figure::Grid(grid) => {
            assert_eq!(grid.cells.len(), (grid.rows() * grid.columns) as usize);
            grid.cells.len()
        }
        Figure::Heaps(heaps) => heaps.heaps.len(),
        Figure::Graph(graph) => {
            let vertices = graph.vertices.len();
            assert!(graph.edges.iter().all(|edge| (edge.from.max(edge.to) as usize) < vertices));
            vertices
        }
        _ => panic!("{} is drawn in an unusual way", position.text()),
    };
    (count as u64, figure.clone())
}

fn check_touches(position: &dyn AnyPosition, elements: u64) {
    for step in position.moves().unwrap() {
        let touches = position.touches(&step);
        assert!(!touches.is_empty() && touches.iter().all(|touch| touch.figure == 0), "{}", step.text);
        assert!(touches.iter().all(|touch| touch.element < elements), "{}", step.text);
    }
}

/// Checks that a move changes only the elements that it touches, including captured pieces.
fn check_what_moves_change(position: &dyn AnyPosition, figure: &Figure) {
    let cells = |figure: &Figure| -> Vec<Cell> {
        match figure {
            Figure::Grid(grid) => grid.cells.clone(),
            Figure::Graph(graph) => graph.vertices.iter().map(|vertex| vertex.content.clone()).collect(),
            _ => Vec::new(),
        }
    };
    let before = cells(figure);
    for step in position.moves().unwrap() {
        let after = cells(&elements(&*position.after(&step)).1);
        let changed: BTreeSet<u64> = (0..)
            .zip(before.iter().zip(&after))
            .filter(|(_, (one, other))| one != other)
            .map(|at| at.0)
            .collect();
        let touched: BTreeSet<u64> = position.touches(&step).iter().map(|touch| touch.element).collect();
        assert!(changed.is_subset(&touched), "{} in {}", step.text, position.text());
    }
}

#[test]
fn moves_are_those_of_the_engines_and_views_show_the_board() {
    for board in boards() {
        let count = count(&*board);
        // Ranks that are far apart, from every part of the range.
        let mut sizes = BTreeSet::new();
        let mut open = 0;
        for rank in (0..count).step_by(count.div_ceil(400) as usize) {
            let Some(position) = board.position(rank) else { continue };
            check_moves(&*board, &*position);
            let (size, figure) = elements(&*position);
            check_touches(&*position, size);
            check_what_moves_change(&*position, &figure);
            sizes.insert(size);
            open += u32::from(!position.moves().unwrap().is_empty());
        }
        assert_eq!(sizes.len(), 1, "{}", board.name());
        assert!(open > 0, "no moves on {}", board.name());
    }
}

#[test]
fn views_have_as_many_cells_as_the_boards() {
    let size = |name: &str, parameter: &str, text: &str| {
        let board = board(name, parameter, text);
        let position = (0..count(&*board)).find_map(|rank| board.position(rank)).unwrap();
        elements(&*position).0
    };
    assert_eq!(size("chase", "", "7"), 49);
    assert_eq!(size("mnk", "4,6,4", ""), 24);
    assert_eq!(size("chess", "KQK", ""), 64);
    assert_eq!(size("connect-four", "6x4", ""), 24);
    assert_eq!(size("awari", "8,5", ""), 10);
    assert_eq!(size("backsliding", "9,2,3", ""), 9);
    assert_eq!(size("drift", "3,5,2", ""), 15);
    assert_eq!(size("cops", "2; dodecahedron", ""), 20);
    assert_eq!(size("fox-and-geese", "6", ""), 36);
    assert_eq!(size("hare-and-hounds", "5", ""), 17);
    assert_eq!(size("loopy-graph", "0 1, 7 1", ""), 3);
}

/// Returns `true` if the moves between the positions of a board form a cycle. Positions without moves to remaining positions are
/// removed until nothing changes.
fn has_cycle(board: &dyn AnyBoard) -> bool {
    let ranks = (0..count(board)).filter(|&rank| board.position(rank).is_some());
    let moves: BTreeMap<u64, BTreeSet<u64>> = ranks.map(|rank| (rank, ranks_after(board, rank))).collect();
    let mut before: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for (&from, options) in &moves {
        options.iter().for_each(|&to| before.entry(to).or_default().push(from));
    }
    let mut waiting: BTreeMap<u64, usize> =
        moves.iter().map(|(&rank, options)| (rank, options.len())).collect();
    let mut done: Vec<u64> = moves.keys().copied().filter(|rank| moves[rank].is_empty()).collect();
    let mut removed = 0;
    while let Some(rank) = done.pop() {
        removed += 1;
        for from in before.get(&rank).into_iter().flatten() {
            let count = waiting.get_mut(from).unwrap();
            *count -= 1;
            if *count == 0 {
                done.push(*from);
            }
        }
    }
    removed < moves.len()
}

/// Ranks identify positions up to symmetry. A cycle of ranks therefore implies a cycle of positions, which may be longer.
#[test]
fn cycles_agree_with_the_properties() {
    for board in boards().into_iter().filter(|board| count(&**board) < 100_000) {
        let position = (0..count(&*board)).find_map(|rank| board.position(rank)).unwrap();
        assert_eq!(position.properties().may_cycle, has_cycle(&*board), "{}", board.name());
        let game = position.ranked().unwrap().player();
        assert_eq!(
            position.properties().is_impartial,
            game == winways_rules::Player::Either,
            "{}",
            board.name()
        );
    }
}

#[test]
fn ends_are_stated() {
    let ending = |game: &str| {
        let (entry, parameter, position) =
            EXAMPLES.iter().find(|example| example.0.page.name == game).unwrap();
        let game = (entry.make)(*parameter).unwrap();
        let position = game.parse(position).unwrap();
        let rules = position.ranked().unwrap().board().plays().iter().map(|&play| position.ending_rule(play));
        (game.properties().ending, rules.collect::<Vec<String>>())
    };
    let mut all = BTreeSet::new();
    for (entry, ..) in EXAMPLES.iter() {
        let (_, rules) = ending(entry.page.name);
        assert!(rules.iter().all(|rule| rule.ends_with('.') && rule.len() > 20), "{rules:?}");
        for rule in rules {
            // On a strip and on a graph the player who cannot move loses, and play may cycle. Both have the same ending rule.
            let is_common = rule.starts_with("The player who cannot move");
            assert!(all.insert(rule.clone()) || is_common, "{rule}");
        }
    }
    assert_eq!(
        ending("mnk").1,
        ["Three in a row wins; a full board is a draw.", "Three in a row loses; a full board is a draw."]
    );
    assert!(ending("chess").1[0].starts_with("Checkmate wins; stalemate and endless play are draws"));
    let kinds =
        ["mnk", "connect-four", "chase", "chess", "drift", "cops", "fox-and-geese", "hare-and-hounds"];
    assert!(kinds.iter().all(|game| ending(game).0 == Ending::Goal));
    assert!(["backsliding", "loopy-graph"].iter().all(|game| ending(game).0 == Ending::NoMove));
    assert_eq!(ending("awari").0, Ending::Points);
}

#[test]
fn games_without_ranks_have_the_usual_ending_rule() {
    for name in ["nim", "domineering", "graph", "coloured-graph"] {
        let entry = entries().find(|entry| entry.page.name == name).unwrap();
        let position = (entry.make)(parameter(entry.page)).unwrap().start().unwrap();
        assert_eq!(position.ending_rule(Play::Normal), "The player who cannot move loses.");
        assert_eq!(position.ending_rule(Play::Misere), "The player who cannot move wins.");
    }
}

#[test]
fn every_game_has_a_usual_position() {
    for entry in entries() {
        let (page, parameter) = (entry.page, parameter(entry.page));
        let game = (entry.make)(parameter).unwrap_or_else(|wrong| panic!("{}: {wrong}", page.name));
        let start = game.start().unwrap_or_else(|| panic!("{} has no usual position", page.name));
        let example = game.parse(page.example_position()).unwrap();
        let of_rules = game.board("").ok().and_then(|board| board.start());
        assert!(start.is_same(&*of_rules.unwrap_or(example)), "{}", start.text());
    }
}

#[test]
fn usual_positions_are_those_of_the_rules() {
    let start = |name: &str, parameter: &str| {
        let entry = entries().find(|entry| entry.page.name == name).unwrap();
        let game = (entry.make)(Some(parameter)).unwrap();
        game.start().map(|position| position.text())
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(start("mnk", "3,3,3"), text("mnk(3,3,3)(\"...|...|...\")"));
    assert_eq!(start("connect-four", "4x2"), text("connect_four(4x2)(\"....|....\")"));
    assert_eq!(start("awari", "16,2"), text("awari(16,2)(\"4 4 4 4 south\")"));
    assert_eq!(start("drift", "3,3,2"), text("drift(3,3,2)(\"o.x|...|x.o x\")"));
    assert_eq!(start("backsliding", "5,2,1"), text("backsliding(5,2,1)(\"tt..f left\")"));
    assert_eq!(start("cops", "1; path 3"), text("cops(1; path 3)(\"start\")"));
    assert_eq!(start("hare-and-hounds", "3"), text("hare_and_hounds(3)(\"#d..#|d...h|#d..# hounds\")"));
    // Each piece is on its initial square in a game of chess.
    assert_eq!(start("chess", "KRK"), text("chess(KRK)(\"4k3/8/8/8/8/8/8/R3K3 w\")"));
    // Boards for which the rules define no starting position are filled from both ends.
    assert_eq!(start("drift", "4,4,3"), text("drift(4,4,3)(\"ooo.|....|....|.xxx x\")"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn mutated_positions_are_read_or_refused(which: prop::sample::Index, changes in changes()) {
        let (entry, parameter, position) = EXAMPLES[which.index(EXAMPLES.len())];
        let game = (entry.make)(parameter).unwrap();
        check_position(&*game, &changed(position, &changes));
    }

    #[test]
    fn mutated_parameters_are_read_or_refused(which: prop::sample::Index, changes in changes()) {
        let (entry, parameter, position) = EXAMPLES[which.index(EXAMPLES.len())];
        let Some(parameter) = parameter else { return Ok(()) };
        let parameter = changed(parameter, &changes);
        match (entry.make)(Some(&parameter)) {
            Ok(game) => {
                check_position(&*game, position);
                check_position(&*game, "start");
            }
            Err(wrong) => {
                prop_assert!(wrong.span.end <= parameter.len() && parameter.is_char_boundary(wrong.span.start));
            }
        }
    }
}
