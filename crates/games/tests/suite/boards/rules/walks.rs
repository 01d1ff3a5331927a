//! Pieces that move in one direction: toads, pawns, tokens, pieces that walk to the corner.

use super::GameRules;
use super::Kind::{Grid, Strip};
use super::board::{Board, DOWN, LEFT, RIGHT, Step, UP, stones};

pub(super) const GAMES: &[GameRules] = &[
    ("toads-and-frogs-long-slides", Strip, "#.tf", |board, player| {
        let jump = toads(board, player, |jumped| jumped == 1);
        [slide(board, player, b"tf", 2), jump].concat()
    }),
    ("toads-and-frogs-long-jumps", Strip, "#.tf", |board, player| toads(board, player, |_| true)),
    ("elephants-and-rhinos", Strip, "#.xo", |board, player| slide(board, player, b"xo", 1)),
    ("clear-the-pond", Strip, "#.xo", clear_the_pond),
    ("push", Strip, "#.xo", push),
    ("shove", Strip, "#.xo", shove),
    ("ski-jumps", Grid, "#.LlRr", ski_jumps),
    ("maze", Grid, "#.p", |board, player| walks(board, b'p', 99, &[[DOWN, RIGHT][player]])),
    ("maize", Grid, "#.p", |board, player| walks(board, b'p', 1, &[[DOWN, RIGHT][player]])),
    ("hexapawn", Grid, "#.xo", |board, player| {
        if is_home(board) { Vec::new() } else { [ahead(board, player, &[0]), takes(board, player)].concat() }
    }),
    ("breakthrough", Grid, "#.xo", |board, player| {
        if is_home(board) {
            Vec::new()
        } else {
            [ahead(board, player, &[-1, 0, 1]), takes(board, player)].concat()
        }
    }),
    ("dawsons-pawns", Grid, "#.xo", |board, player| {
        let forced = takes(board, player);
        if forced.is_empty() { ahead(board, player, &[0]) } else { forced }
    }),
    ("corner-the-queen", Grid, "#.q", |board, _| walks(board, b'q', 99, &[LEFT, UP, (-1, -1)])),
    ("corner-the-rook", Grid, "#.r", |board, _| walks(board, b'r', 99, &[LEFT, UP])),
    ("corner-the-king", Grid, "#.k", |board, _| walks(board, b'k', 1, &[LEFT, UP, (-1, -1)])),
    ("corner-the-knight", Grid, "#.n", |board, _| {
        walks(board, b'n', 1, &[(-2, -1), (-2, 1), (-1, -2), (1, -2)])
    }),
];

/// Returns the boards after moving a piece over empty cells by one of `steps`, repeated at most `most` times.
fn walks(board: &Board, piece: u8, most: usize, steps: &[Step]) -> Vec<Board> {
    let mut after = Vec::new();
    for from in board.all(piece) {
        for &step in steps {
            let to = board.run(from, step, b'.').into_iter().take(most);
            after.extend(to.map(|to| board.with(&[(from, b'.'), (to, piece)])));
        }
    }
    after
}

/// Returns the boards after each slide of a player's piece: Left's pieces move to the right, Right's to the left.
fn slide(board: &Board, player: usize, pieces: &[u8; 2], most: usize) -> Vec<Board> {
    walks(board, pieces[player], most, &[[RIGHT, LEFT][player]])
}

/// Returns the boards after each jump over an allowed number of the opponent's pieces, possibly none, to the empty cell behind
/// them.
fn toads(board: &Board, player: usize, is_allowed: fn(usize) -> bool) -> Vec<Board> {
    let (own, other, step) = [(b't', b'f', RIGHT), (b'f', b't', LEFT)][player];
    let mut after = Vec::new();
    for from in board.all(own) {
        let jumped = board.run(from, step, other);
        let last = *jumped.last().unwrap_or(&from);
        if let Some(to) = board.step(last, step)
            && board.cells[to] == b'.'
            && is_allowed(jumped.len())
        {
            after.push(board.with(&[(from, b'.'), (to, own)]));
        }
    }
    after
}

fn clear_the_pond(board: &Board, player: usize) -> Vec<Board> {
    let (own, _) = stones(player);
    let step = [RIGHT, LEFT][player];
    let mut after = Vec::new();
    for from in board.all(own) {
        let mut next = board.step(from, step);
        while let Some(cell) = next.filter(|&cell| b"xo".contains(&board.cells[cell])) {
            next = board.step(cell, step);
        }
        // A hole ends the row like the edge.
        let landed = next.filter(|&cell| board.cells[cell] == b'.').map(|cell| (cell, own));
        after.push(board.with(&[Some((from, b'.')), landed].into_iter().flatten().collect::<Vec<_>>()));
    }
    after
}

fn push(board: &Board, player: usize) -> Vec<Board> {
    let (own, _) = stones(player);
    let mut after = Vec::new();
    for stone in board.all(own) {
        let mut cells = board.cells.clone();
        let mut place = stone;
        let mut pushed = b'.';
        // Each cell gets the content of the cell on its right, until an empty cell or the end absorbs the last one.
        loop {
            std::mem::swap(&mut cells[place], &mut pushed);
            if pushed == b'.' || place == 0 || cells[place - 1] == b'#' {
                break;
            }
            place -= 1;
        }
        after.push(Board { cells, ..board.clone() });
    }
    after
}

fn shove(board: &Board, player: usize) -> Vec<Board> {
    let (own, _) = stones(player);
    let mut after = Vec::new();
    for stone in board.all(own) {
        let first = board.cells[..stone].iter().rposition(|&cell| cell == b'#').map_or(0, |hole| hole + 1);
        let mut cells = board.cells.clone();
        cells[first..=stone].rotate_left(1);
        cells[stone] = b'.';
        after.push(Board { cells, ..board.clone() });
    }
    after
}

fn ski_jumps(board: &Board, player: usize) -> Vec<Board> {
    let (jumper, other_jumper, step) = [(b'L', b'R', RIGHT), (b'R', b'L', LEFT)][player];
    let (slalomer, other_slalomer) = (jumper.to_ascii_lowercase(), other_jumper.to_ascii_lowercase());
    let mut after = Vec::new();
    for own in [jumper, slalomer] {
        after.extend(walks(board, own, 99, &[step]));
        for from in board.all(own) {
            let last = *board.run(from, step, b'.').last().unwrap_or(&from);
            if board.letter_at(last, step) == b'#' {
                after.push(board.with(&[(from, b'.')]));
            }
        }
    }
    for from in board.all(jumper) {
        if let Some(below) = board.step(from, DOWN)
            && let Some(to) = board.step(below, DOWN)
            && [other_jumper, other_slalomer].contains(&board.cells[below])
            && board.cells[to] == b'.'
        {
            after.push(board.with(&[(from, b'.'), (below, other_slalomer), (to, jumper)]));
        }
    }
    after
}

/// Returns `true` if a pawn has the edge of the board or a hole directly ahead.
fn is_home(board: &Board) -> bool {
    board.all(b'x').iter().any(|&pawn| board.letter_at(pawn, UP) == b'#')
        || board.all(b'o').iter().any(|&pawn| board.letter_at(pawn, DOWN) == b'#')
}

/// Returns the boards after each move of a pawn to an empty cell ahead. `aside` lists the allowed shifts sideways, in columns.
fn ahead(board: &Board, player: usize, aside: &[i32]) -> Vec<Board> {
    let steps: Vec<Step> = aside.iter().map(|&columns| (columns, [-1, 1][player])).collect();
    walks(board, stones(player).0, 1, &steps)
}

/// Returns the boards after each diagonal capture by a pawn.
fn takes(board: &Board, player: usize) -> Vec<Board> {
    let (own, other) = stones(player);
    let mut after = Vec::new();
    for from in board.all(own) {
        for columns in [-1, 1] {
            if let Some(to) = board.step(from, (columns, [-1, 1][player]))
                && board.cells[to] == other
            {
                after.push(board.with(&[(from, b'.'), (to, own)]));
            }
        }
    }
    after
}
