//! Hare and hounds, the French military game: three hounds, which never move backwards, and a hare.

use crate::ranked::hunt::{Hunt, Hunted};
use winways_kit::any::ranked::{RankedGame, shared};
use winways_kit::view::{Figurine, Size};
use winways_kit::{Page, Properties, RankedBoard};
use winways_notation::{Diagnostic, Scanner, Span};

game!("hare-and-hounds", |parameter| Ok(shared(HareAndHounds::parse(parameter.unwrap_or("3"))?)));

/// The minimum and maximum number of columns of three points.
const COLUMNS: (u64, u64) = (3, 19);

/// Hare and hounds on boards of one length.
///
/// ```
/// use winways_games::ranked::hare_and_hounds::HareAndHounds;
/// use winways_kit::RankedBoard;
/// let board = HareAndHounds::parse("3")?.hunt();
/// assert_eq!(board.write(&board.start().unwrap()), "\"#d..#|d...h|#d..# hounds\"");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HareAndHounds {
    columns: usize,
}

impl HareAndHounds {
    /// Reads the number of columns of three points: `3`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at text that is not an odd number in the range.
    pub fn parse(parameter: &str) -> Result<HareAndHounds, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let columns = scanner.next_number("the number of columns", COLUMNS.0, COLUMNS.1)?;
        let span = Span::new(0, scanner.position());
        scanner.finish("the number of columns")?;
        match columns % 2 {
            0 => Err(Diagnostic::new(format!("{columns} is even"), span)
                .label("expected an odd number of columns, so that both ends are alike")),
            _ => Ok(HareAndHounds { columns: columns as usize }),
        }
    }

    /// Returns the board.
    pub fn hunt(self) -> Hunt {
        let points = ".".repeat(self.columns);
        let rows = vec![format!("#{points}#"), format!(".{points}."), format!("#{points}#")];
        let places = Hunt::places(&rows);
        let are_joined = |from: (usize, usize), to: (usize, usize)| {
            let (down, right) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
            let middle = if from.0 == 1 { from.1 } else { to.1 };
            down + right == 1 || (down, right) == (1, 1) && middle % 2 == 0
        };
        let steps = |goes: fn(usize, usize) -> bool| {
            let from = |&from: &(usize, usize)| {
                Hunt::set_of(&places, |to| are_joined(from, to) && goes(from.1, to.1))
            };
            places.iter().map(from).collect::<Vec<u64>>()
        };
        let hounds = [(0, 1), (1, 0), (2, 1)];
        let end = (1, self.columns + 1);
        let named = |columns: u64| {
            let is_board = (COLUMNS.0..=COLUMNS.1).contains(&columns);
            is_board.then(|| format!("hare-and-hounds({columns})"))
        };
        Hunt {
            sizes: vec![Size {
                name: "columns",
                value: self.columns as u64,
                smaller: named(self.columns as u64 - 2),
                larger: named(self.columns as u64 + 2),
            }],
            quarry: ("hare", 'h'),
            pack: ("hounds", 'd'),
            figurines: [Figurine::Hound, Figurine::Hare],
            players: ["the side of the hounds", "the hare"],
            size: hounds.len(),
            pack_goes_back: true,
            has_lines: true,
            ending_rule: "The hare wins when it is to the left of all hounds. The player who cannot move loses; play without \
                          end is a draw.",
            pack_steps: steps(|from, to| from <= to),
            quarry_steps: steps(|_, _| true),
            guards: places.iter().map(|hare| Hunt::set_of(&places, |hound| hound.1 <= hare.1)).collect(),
            start: Hunted {
                pack_moves: true,
                quarry: Hunt::set_of(&places, |place| place == end).trailing_zeros() as u8,
                pack: Hunt::set_of(&places, |place| hounds.contains(&place)),
            },
            rows,
        }
    }
}

impl RankedGame for HareAndHounds {
    type Board = Hunt;

    fn properties(&self) -> Properties {
        self.hunt().properties()
    }

    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("{}({})", PAGE.name, self.columns)
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<Hunt, Diagnostic> {
        Ok(self.hunt())
    }

    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = Hunt> + '_> {
        let last = self.columns.min(up_to.min(COLUMNS.1) as usize);
        Box::new((COLUMNS.0 as usize..=last).step_by(2).map(|columns| HareAndHounds { columns }.hunt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
    use winways_kit::view::Figure;
    use winways_rules::{End, Play};
    use winways_solve::SolvedValue;

    /// An independent implementation of the rules, on points (column, row) with rows from -1 to 1. Lists the lines one by one. The
    /// field is the number of columns of three points.
    struct Places(i32);

    type Place = (i32, i32);

    impl Places {
        fn lines(&self, (column, row): Place) -> Vec<Place> {
            let last = self.0 + 1;
            let mut lines = Vec::new();
            if column == 0 || column == last {
                let inner = if column == 0 { 1 } else { last - 1 };
                return vec![(inner, -1), (inner, 0), (inner, 1)];
            }
            for (to_column, to_row) in
                [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
            {
                let is_end = to_column == 0 || to_column == last;
                if to_row.abs() <= 1 && (!is_end || to_row == 0) {
                    lines.push((to_column, to_row));
                }
            }
            // The diagonals to the points at the ends of the board.
            if row != 0 && column == 1 {
                lines.push((0, 0));
            }
            if row != 0 && column == last - 1 {
                lines.push((last, 0));
            }
            let even_middles = (2..last).step_by(2).map(|middle| (middle, 0));
            for middle in even_middles {
                if row != 0 && (column - middle.0).abs() == 1 {
                    lines.push(middle);
                }
                if (column, row) == middle {
                    lines.extend([(column - 1, -1), (column - 1, 1), (column + 1, -1), (column + 1, 1)]);
                }
            }
            lines.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
        }
    }

    impl Twin for Places {
        type State = (BTreeSet<Place>, Place, bool);

        fn read(&self, text: &str) -> Self::State {
            let (board, player) = text.split_once(' ').unwrap();
            let mut state = (BTreeSet::new(), (0, 0), player == "hounds");
            for (row, cells) in (-1..).zip(board.split('|')) {
                for (column, cell) in (0..).zip(cells.chars()) {
                    match cell {
                        'd' => assert!(state.0.insert((column, row))),
                        'h' => state.1 = (column, row),
                        _ => {}
                    }
                }
            }
            state
        }

        fn end(&self, state: &Self::State, _: Play) -> Option<End> {
            let (hounds, hare, is_hounds) = state;
            match hounds.iter().all(|hound| hound.0 > hare.0) {
                true => Some(if *is_hounds { End::Lost } else { End::Won }),
                false => self.options(state).is_empty().then_some(End::Lost),
            }
        }

        fn options(&self, (hounds, hare, is_hounds): &Self::State) -> Vec<Self::State> {
            let is_free = |place: &Place| !hounds.contains(place) && place != hare;
            if !is_hounds {
                let to = self.lines(*hare).into_iter().filter(is_free);
                return to.map(|to| (hounds.clone(), to, true)).collect();
            }
            let mut options = Vec::new();
            for &hound in hounds {
                for to in self.lines(hound).into_iter().filter(is_free).filter(|to| to.0 >= hound.0) {
                    let mut after = hounds.clone();
                    after.remove(&hound);
                    after.insert(to);
                    options.push((after, *hare, false));
                }
            }
            options
        }
    }

    #[test]
    fn agrees_with_the_rules() {
        check_forms(HareAndHounds { columns: 5 }, 5);
        for columns in [3, 5] {
            check_values(&HareAndHounds { columns }.hunt(), &Places(columns as i32));
        }
    }

    /// Gardner: the hounds win wherever the hare starts.
    #[test]
    fn hounds_win_on_the_small_board() {
        let board = HareAndHounds { columns: 3 }.hunt();
        let solved = solve(&board, Play::Normal);
        let without_hare = "#d..#|d....|#d..#";
        let mut count = 0;
        for (at, _) in without_hare.match_indices('.') {
            let mut text = format!("{without_hare} hounds");
            text.replace_range(at..at + 1, "h");
            assert!(matches!(value_of(&board, &solved, &text), SolvedValue::Won(_)), "{text}");
            count += 1;
        }
        assert_eq!(count, 8);
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        assert_eq!(HareAndHounds::parse("4").unwrap_err().message, "4 is even");
        assert_eq!(HareAndHounds::parse("21").unwrap_err().span.range(), 0..2);
        let board = HareAndHounds::parse("3").unwrap().hunt();
        let wrong = |text: &str| board.parse(text).unwrap_err().message;
        assert_eq!(wrong("#d..#|d...h|#d..# dogs"), "the player to move is missing");
        assert_eq!(wrong("#d..#|d...h|#d.. hounds"), "row 3 has 4 cells, the first row has 5");
        assert_eq!(wrong("#d..#|d....|#d..# hounds"), "the pieces are not those of the game");
        // White space of more than one byte.
        assert_eq!(wrong("#d..#|d...h|#d..#\u{a0}hounds"), "unexpected `\u{a0}`");
        assert_eq!(wrong("\u{a0}hounds"), "unexpected `\u{a0}`");
    }

    #[test]
    fn moves_are_pairs_of_points() {
        let board = HareAndHounds { columns: 3 }.hunt();
        let position = board.parse("#d..#|..dh.|#d..# hare").unwrap();
        let steps = board.steps(&position);
        let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["d2-d3", "d2-e2", "d2-d1"]);
        let Figure::Graph(graph) = board.figure(&position) else { panic!("no graph") };
        // Eight lines along the rows, six along the columns, eight diagonals.
        assert_eq!((graph.vertices.len(), graph.edges.len()), (11, 22));
        let touched: Vec<&str> =
            steps[1].touches.iter().map(|&element| graph.vertices[element as usize].name.as_str()).collect();
        assert_eq!(touched, ["d2", "e2"]);
        assert_eq!(graph.vertices[0].place, Some((1, 2)));
    }
}
