//! Test helpers that compare the moves of whole positions with those of a second generator.

use crate::WholePositions;
use crate::view::Figure;
use winways_rules::{Options, PartizanRuleset, Player, Side};

/// A move found by a second generator: its player, its name, and the text of the position after it.
pub type NamedMove = (Player, String, String);

/// Returns the name of a cell of a board of at most 702 columns. The lowest row is 1, the first column 0.
pub fn cell_name(column: usize, row: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    match column {
        0..26 => format!("{}{row}", letter(column)),
        _ => format!("{}{}{row}", letter(column / 26 - 1), letter(column % 26)),
    }
}

/// Returns the moves in a sum of boards. `moves` generates the name and the result of each move on one board. Boards are called
/// `noun`, and `written` formats a list of boards.
pub fn moves_of_sum<B: Clone>(
    boards: &[B],
    noun: &str,
    written: impl Fn(&[B]) -> String,
    moves: impl Fn(&B, Side) -> Vec<(String, B)>,
) -> Vec<NamedMove> {
    let mut found = Vec::new();
    for number in 0..boards.len() {
        for side in Side::BOTH {
            for (name, next) in moves(&boards[number], side) {
                let mut after = boards.to_vec();
                after[number] = next;
                let name = if boards.len() == 1 { name } else { format!("{noun} {}: {name}", number + 1) };
                found.push((side.into(), name, written(&after)));
            }
        }
    }
    found
}

/// Checks that the game parses `text`, writes it back, and generates exactly the `expected` moves, with unique names. Also checks
/// [`WholePositions::after`], [`WholePositions::component_move`] and [`WholePositions::touches`] for each move.
///
/// # Panics
/// Panics if a check fails.
pub fn check_moves<G: WholePositions>(game: &G, text: &str, expected: &[NamedMove]) {
    let position = game.parse(text).unwrap();
    let written = |position: &G::Position| game.write(position).trim_matches('"').to_owned();
    assert_eq!(written(&position), text);
    let moves = game.moves(&position).unwrap();
    let mut found: Vec<NamedMove> = moves
        .iter()
        .map(|(player, step)| {
            (*player, game.move_name(&position, step), written(&game.after(&position, step)))
        })
        .collect();
    let mut expected = expected.to_vec();
    let key = |step: &NamedMove| (step.0.name(), step.1.clone(), step.2.clone());
    found.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(found, expected, "{text}");
    assert!(
        found.windows(2).all(|pair| (pair[0].0, &pair[0].1) != (pair[1].0, &pair[1].1)),
        "{text}: {found:?}"
    );
    assert!(found.len() as u64 <= game.move_bound(&position), "{text}");
    for (_, step) in &moves {
        check_after(game, &position, step);
    }
}

/// Checks that the options of a position's components match its moves. Returns `false` if the game cannot parse `text`.
///
/// # Panics
/// Panics if the options differ.
pub fn check_options<G>(game: &G, text: &str) -> bool
where
    G: PartizanRuleset + WholePositions<Part = <G as PartizanRuleset>::Component>,
{
    let Ok(position) = game.parse(text) else { return false };
    let components = game.components(&position);
    for side in Side::BOTH {
        let mut by_components = Vec::new();
        for (number, component) in components.iter().enumerate() {
            let mut options = Options::new();
            game.options(component, side, &mut options).unwrap();
            let mut others = components.clone();
            others.remove(number);
            by_components.extend(options.iter().map(|option| [&others[..], option].concat()));
        }
        let moves = game.moves(&position).unwrap().into_iter().filter(|(player, _)| *player == side.into());
        let mut by_moves: Vec<_> =
            moves.map(|(_, step)| game.components(&game.after(&position, &step))).collect();
        for found in [&mut by_components, &mut by_moves] {
            found.iter_mut().for_each(|position| position.sort());
            found.sort();
        }
        assert_eq!(by_components, by_moves, "{text}");
    }
    true
}

fn check_after<G: WholePositions>(game: &G, position: &G::Position, step: &G::Move) {
    let after = game.after(position, step);
    let text = game.write(&after);
    assert_eq!(game.parse(text.trim_matches('"')).unwrap(), after, "{text}");
    let mut components = game.components(&after);
    components.sort();
    if let Some((changed, to)) = game.component_move(position, step) {
        let mut others = game.components(position);
        others.remove(changed);
        others.extend(to);
        others.sort();
        assert_eq!(others, components, "{text}");
    }
    let [before, view] = [position, &after].map(|position| game.view(position));
    let touched: Vec<(usize, usize)> = game
        .touches(position, step)
        .iter()
        .map(|touch| (touch.figure as usize, touch.element as usize))
        .collect();
    assert!(!touched.is_empty(), "{text}");
    assert_eq!(before.figures.len(), view.figures.len(), "{text}");
    for (number, (before, after)) in before.figures.iter().zip(&view.figures).enumerate() {
        for (element, (before, after)) in cells(before).iter().zip(cells(after)).enumerate() {
            if !touched.contains(&(number, element)) {
                assert_eq!(**before, *after, "{text}: the move touches {touched:?}");
            }
        }
    }
}

/// Returns the contents of a figure's cells or vertices.
fn cells(figure: &Figure) -> Vec<&crate::view::Cell> {
    match figure {
        Figure::Grid(grid) => grid.cells.iter().collect(),
        Figure::Graph(graph) => graph.vertices.iter().map(|vertex| &vertex.content).collect(),
        _ => Vec::new(),
    }
}
