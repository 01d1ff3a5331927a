//! Finds moves that a mistyped line may mean.

use super::tokens::{is_place, tokens};
use std::collections::HashSet;
use winways_notation::edit_distance;

/// The maximum number of moves suggested for a mistyped move.
pub(super) const MOVES_SUGGESTED: usize = 3;
/// The maximum length, in bytes, of a line that is compared with the names of moves.
pub(super) const LONGEST_COMPARED: usize = 64;

/// Returns the indices of the names with the most similar spelling, nearest first. The list is empty if no name is similar.
pub(super) fn by_spelling(line: &str, names: &[String]) -> Vec<usize> {
    let written = |text: &str| tokens(text).join(" ");
    let places = |text: &str| {
        let places: Vec<String> = tokens(text).into_iter().filter(|token| is_place(token)).collect();
        places.join(" ")
    };
    let (typed, typed_places) = (written(line), places(line));
    let like = |one: &str, other: &str| {
        let distance = edit_distance(one, other);
        let longer = one.chars().count().max(other.chars().count());
        (distance <= 1 + longer / 4 && distance < longer).then_some(distance)
    };
    let distance = |(index, name): (usize, &String)| {
        let by_places = if typed_places.is_empty() { None } else { like(&typed_places, &places(name)) };
        let distance = like(&typed, &written(name)).into_iter().chain(by_places).min()?;
        Some((distance, index))
    };
    first(names.iter().enumerate().filter_map(distance).collect(), names)
}

/// Returns the indices of the moves whose cells are nearest to the cells of a line, nearest first. The list is empty if the
/// line or the names contain no cells. Two numbers in the line are the column and the row of a cell.
pub(super) fn by_cells(line: &str, names: &[String]) -> Vec<usize> {
    let typed = cells_of_line(line);
    if typed.is_empty() {
        return Vec::new();
    }
    let distance = |(index, name): (usize, &String)| {
        let cells: Vec<(u64, u64)> = tokens(name).iter().filter_map(|token| cell(token)).collect();
        let apart = |one: &(u64, u64), other: &(u64, u64)| {
            one.0.abs_diff(other.0).saturating_add(one.1.abs_diff(other.1))
        };
        let nearest = |cell: &(u64, u64)| cells.iter().map(|known| apart(cell, known)).min();
        let sum = typed.iter().map(nearest).try_fold(0u64, |sum, near| Some(sum.saturating_add(near?)))?;
        Some((usize::try_from(sum).unwrap_or(usize::MAX), index))
    };
    first(names.iter().enumerate().filter_map(distance).collect(), names)
}

/// Returns the indices with the smallest distances, without repeated names.
fn first(mut near: Vec<(usize, usize)>, names: &[String]) -> Vec<usize> {
    // Indices with equal distances stay in the order of the list.
    near.sort_unstable();
    distinct(near.into_iter().map(|(_, index)| index), names)
}

/// Returns the first indices of moves to suggest, without repeated names: moves in equal heaps have the same name.
pub(super) fn distinct(indices: impl Iterator<Item = usize>, names: &[String]) -> Vec<usize> {
    let mut seen = HashSet::new();
    indices.filter(|&index| seen.insert(&names[index])).take(MOVES_SUGGESTED).collect()
}

fn cells_of_line(line: &str) -> Vec<(u64, u64)> {
    let tokens = tokens(line);
    let cells: Vec<(u64, u64)> = tokens.iter().filter_map(|token| cell(token)).collect();
    let numbers: Vec<u64> = tokens.iter().filter_map(|token| token.parse().ok()).collect();
    match cells.is_empty() && numbers.len() == tokens.len() && numbers.len().is_multiple_of(2) {
        true => numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect(),
        false => cells,
    }
}

/// Parses a cell such as `b3`; its column is counted from 1.
fn cell(token: &str) -> Option<(u64, u64)> {
    let mut letters = token.chars();
    let column = letters.next().filter(char::is_ascii_lowercase)?;
    Some((u64::from(column) - u64::from('a') + 1, letters.as_str().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_beyond_the_board_are_near_its_edge() {
        let names = ["a1-a2", "b1-b2", "c1-c2", "b2-b3", "c2-c3"].map(str::to_owned);
        assert_eq!(by_cells("z9", &names), [4, 2, 3]);
        assert_eq!(by_cells("2,3", &names)[0], 3);
        assert_eq!(by_cells("a1 c1", &names)[0], 0);
        assert!(by_cells("hello", &names).is_empty() && by_cells("2", &names).is_empty());
        assert!(by_cells("b2", &["heap 3 -> 1".to_owned()]).is_empty());
    }

    #[test]
    fn spelling_is_compared_before_places() {
        let names = ["heap 9 -> 7", "heap 9 -> 8", "heap 5 -> 0"].map(str::to_owned);
        assert_eq!(by_spelling("haep 9 -> 8", &names)[0], 1);
        assert_eq!(by_spelling("9 -> 77", &names)[0], 0);
        assert!(by_spelling("something else", &names).is_empty());
        // The heaps of 2 2 have the same moves.
        let names = ["heap 2 -> 0", "heap 2 -> 1", "heap 2 -> 0", "heap 2 -> 1"].map(str::to_owned);
        assert_eq!(by_spelling("heap 2 -> 9", &names), [0, 1]);
    }
}
