//! The Easy Chase.

use crate::{Input, Problem};
use std::collections::BTreeMap;
use std::fmt::Display;
use winways_games::ranked::chase::{Cell, ChaseBoard, ChasePosition, Pieces};
use winways_notation::Diagnostic;
use winways_rules::{Play, RankedRuleset, Side};
use winways_solve::{Budget, SolvedRanks, SolvedValue, Stopped, solve_ranks};

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "easychase",
    title: "The Easy Chase (TopCoder SRM 423)",
    statement: "White and Black have one piece each on a board of n by n cells. White, who begins, moves one cell up, \
                down, left or right; Black moves one or two cells in one of these directions; the player who moves \
                onto the other piece wins. The winner ends play as soon as possible, the loser as late as possible. Input, \
                until it ends: n, the row and column of White, and the row and column of Black, counted from 1. Output: \
                the winner, WHITE or BLACK, and the number of moves of both players together.",
    sample: ("2 1 1 2 2\n2 2 2 1 2\n3 1 1 3 3\n", "BLACK 2\nWHITE 1\nBLACK 6\n"),
    judge: |input, output| {
        let mut cases = Vec::new();
        input.until_end(|input| {
            cases.push(Case::read(input)?);
            Ok(())
        })?;
        let mut answers = vec![String::new(); cases.len()];
        let mut by_side: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (index, case) in cases.iter().enumerate() {
            by_side.entry(case.side).or_default().push(index);
        }
        // Solves each board once, and keeps only one board in memory at a time.
        let mut boards = by_side.into_iter();
        let result =
            boards.try_for_each(|(side, indices)| answer(side, &cases, &indices, &mut answers, input));
        answers.iter().take_while(|answer| !answer.is_empty()).for_each(|answer| output.line(answer));
        result
    },
}];

struct Case {
    side: u64,
    position: ChasePosition,
    /// The diagnostic to return if the board is too large.
    too_large: Diagnostic,
}

impl Case {
    fn read(input: &mut Input<'_>) -> Result<Case, Diagnostic> {
        let (least, most) = ChaseBoard::SIDES;
        let side = input.number_in("the side of the board", least, most)?;
        let too_large = input.wrong("the board is too large");
        let mut cell = |row: &str, column: &str| {
            Ok(Cell { row: input.number_in(row, 1, side)?, column: input.number_in(column, 1, side)? })
        };
        let white = cell("the row of White", "the column of White")?;
        let black = cell("the row of Black", "the column of Black")?;
        if white == black {
            let message = format!("both pieces are on the cell {white}");
            return Err(input.wrong(message).label("expected different cells"));
        }
        Ok(Case { side, position: ChasePosition { white, black, to_move: Side::Right }, too_large })
    }
}

/// Computes the answers to the cases on one board.
fn answer(
    side: u64,
    cases: &[Case],
    indices: &[usize],
    answers: &mut [String],
    input: &mut Input<'_>,
) -> Result<(), Diagnostic> {
    let board = ChaseBoard::new(&Pieces::default(), side);
    let solved = solve_ranks(&board, Play::Normal, input.budget(Budget::DEFAULT), input.observer());
    for &index in indices {
        let Case { position, too_large, .. } = &cases[index];
        let failure = |why: &dyn Display| Diagnostic {
            message: format!("{}: {why}", too_large.message),
            ..too_large.clone()
        };
        let ended = |stopped: &Stopped| input.search_ended(stopped.clone(), failure(stopped));
        let solution = solved.as_ref().map_err(ended)?;
        let value = solution.value(board.rank(position)).map_err(|error| failure(&error))?;
        answers[index] = match value {
            Some(SolvedValue::Won(moves)) => format!("WHITE {moves}"),
            Some(SolvedValue::Lost(moves)) => format!("BLACK {moves}"),
            Some(SolvedValue::Drawn) | None => "DRAW".to_owned(), // does not occur on any board solved so far
        };
    }
    Ok(())
}
