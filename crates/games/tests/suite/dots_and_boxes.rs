//! Compares Dots and Boxes from its rule file with a second implementation: minimax over sets of lines.

use proptest::prelude::*;
use std::collections::HashMap;
use winways_games::entries;
use winways_solve::{Budget, NoObserver, SolvedRanks, solve_ranks};

/// The lines of a board of boxes, as cells of the grid of dots, lines and boxes.
struct Lines {
    cells: Vec<(usize, usize)>,
    /// The mask of the lines around each box.
    boxes: Vec<u32>,
}

fn lines(width: usize, height: usize) -> Lines {
    let all = (0..=2 * height).flat_map(|row| (0..=2 * width).map(move |column| (row, column)));
    let cells: Vec<(usize, usize)> = all.filter(|(row, column)| (row + column) % 2 == 1).collect();
    let bit = |cell: (usize, usize)| 1 << cells.iter().position(|&known| known == cell).unwrap();
    let around = |row: usize, column: usize| {
        bit((row - 1, column)) | bit((row + 1, column)) | bit((row, column - 1)) | bit((row, column + 1))
    };
    let boxes = (0..height).flat_map(|row| (0..width).map(move |column| (2 * row + 1, 2 * column + 1)));
    Lines { boxes: boxes.map(|(row, column)| around(row, column)).collect(), cells }
}

impl Lines {
    /// Returns the number of open boxes that the player to move will take minus the number that the opponent will take, under
    /// optimal play.
    fn balance(&self, drawn: u32, known: &mut HashMap<u32, i32>) -> i32 {
        if let Some(&balance) = known.get(&drawn) {
            return balance;
        }
        let closed = |drawn: u32| self.boxes.iter().filter(|&&lines| drawn & lines == lines).count();
        let best = (0..self.cells.len()).filter(|line| drawn >> line & 1 == 0).map(|line| {
            let after = drawn | 1 << line;
            let taken = (closed(after) - closed(drawn)) as i32;
            let rest = self.balance(after, known);
            if taken > 0 { taken + rest } else { -rest }
        });
        let best = best.max().unwrap_or(0);
        known.insert(drawn, best);
        best
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn dots_and_boxes_is_played_as_its_rules_say(
        (width, height) in prop::sample::select(vec![(1, 1), (2, 1), (1, 2), (3, 1)]),
        drawn: u32,
        is_right: bool,
    ) {
        let lines = lines(width, height);
        let drawn = drawn & ((1 << lines.cells.len()) - 1);
        let mut rows = vec![vec!['d'; 2 * width + 1]; 2 * height + 1];
        for (index, &(row, column)) in lines.cells.iter().enumerate() {
            rows[row][column] = if drawn >> index & 1 == 1 { 'l' } else { '.' };
        }
        let boxes = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        for ((row, column), &around) in boxes.zip(&lines.boxes) {
            rows[2 * row + 1][2 * column + 1] = if drawn & around == around { 'x' } else { 'b' };
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let text = format!("{} {}", rows.join("|"), if is_right { "right" } else { "left" });
        let entry = entries().find(|entry| entry.page.name == "dots-and-boxes").unwrap();
        let position = (entry.make)(None).unwrap().parse(&text).unwrap();
        let position = position.ranked().unwrap();
        let board = position.board();
        let solution = solve_ranks(board.ranks(), board.plays()[0], Budget::DEFAULT, &NoObserver).unwrap();
        let found = solution.records().words(solution.code(position.rank()));
        let expected = match lines.balance(drawn, &mut HashMap::new()) {
            0 => "drawn".to_owned(),
            more if more > 0 => format!("won by {more}"),
            less => format!("lost by {}", -less),
        };
        prop_assert_eq!(found, expected, "{}", text);
    }
}
