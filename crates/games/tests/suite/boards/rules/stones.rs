//! Dominoes, and stones that are placed, captured or moved on rows and grids.

use super::GameRules;
use super::Kind::{Grid, Hexagons, Ring, Strip};
use super::board::{Board, DOWN, EIGHT, FOUR, KNIGHT, LEFT, RIGHT, Step, UP, stones};

pub(super) const GAMES: &[GameRules] = &[
    ("triomineering", Grid, "#.", |board, player| straight(board, &[3], &[[DOWN, RIGHT][player]])),
    ("tridomineering", Grid, "#.", |board, player| straight(board, &[2, 3], &[[DOWN, RIGHT][player]])),
    ("tromino-cram", Grid, "#.", |board, _| straight(board, &[3], &[DOWN, RIGHT])),
    ("l-tromino-cram", Grid, "#.", |board, _| l_trominoes(board)),
    ("anti-clobber", Grid, "#.xo", anti_clobber),
    ("cannibal-clobber", Grid, "#.xo", |board, player| {
        let (own, _) = stones(player);
        clobber(board, own, b"xo", &FOUR, 1)
    }),
    ("king-clobber", Grid, "#.xo", |board, player| clobber_other(board, player, &EIGHT, 1)),
    ("rook-clobber", Grid, "#.xo", |board, player| clobber_other(board, player, &FOUR, 99)),
    ("queen-clobber", Grid, "#.xo", |board, player| clobber_other(board, player, &EIGHT, 99)),
    ("knight-clobber", Grid, "#.xo", |board, player| clobber_other(board, player, &KNIGHT, 1)),
    ("impartial-clobber", Grid, "#.xo", |board, _| {
        [clobber(board, b'x', b"o", &FOUR, 1), clobber(board, b'o', b"x", &FOUR, 1)].concat()
    }),
    ("impartial-cannibal-clobber", Grid, "#.x", |board, _| clobber(board, b'x', b"x", &FOUR, 1)),
    ("clobbineering", Grid, "#.xo", |board, player| {
        let dominoes = straight(board, &[2], &[[DOWN, RIGHT][player]]);
        [clobber_other(board, player, &FOUR, 1), dominoes].concat()
    }),
    ("self-clobber", Grid, "#.xo", self_clobber),
    ("nogo", Grid, "#.xo", |board, player| nogo(board, &[stones(player).0])),
    ("impartial-nogo", Grid, "#.xo", |board, _| nogo(board, b"xo")),
    ("treblecross-row", Strip, "#.x", |board, _| crosses(board, &[RIGHT])),
    ("notakto", Grid, "#.x", |board, _| crosses(board, &[RIGHT, DOWN, (1, 1), (1, -1)])),
    ("isola", Grid, "#.xo", isola),
    ("amazons", Grid, "#.xo", amazons),
    ("konane", Grid, "#.xo", konane),
    ("peg-duotaire", Grid, "#.x", |board, _| {
        board.all(b'x').into_iter().flat_map(|peg| hops(board, peg).into_iter().map(|hop| hop.1)).collect()
    }),
    ("peg-duotaire-multihop", Grid, "#.x", |board, _| many_hops(board)),
    ("rows-of-pins", Strip, "#.x", |board, _| bowl(board, &[1, 2])),
    ("partizan-kayles", Strip, "#.x", |board, player| bowl(board, &[player + 1])),
    ("daisy", Ring, ".x", |board, _| bowl(board, &[1, 2])),
    ("twopins", Strip, "#.12", twopins),
    ("cherries", Strip, "#.xo", cherries),
    ("tac-tix", Grid, "#.x", |board, _| counters(board, &[RIGHT, DOWN])),
    ("nimbi", Hexagons, "#.x", |board, _| counters(board, &[RIGHT, DOWN, (-1, 1)])),
    ("toppling-dominoes", Strip, "#.lre", toppling_dominoes),
    ("fission", Grid, "#.x", |board, player| split(board, b'x', &[[DOWN, RIGHT][player]])),
    ("bicolour-fission", Grid, "#.xo", |board, player| split(board, stones(player).0, &[DOWN, RIGHT])),
];

/// Returns the boards after placing each straight polyomino with one of the given lengths in one of the given directions.
fn straight(board: &Board, lengths: &[usize], steps: &[Step]) -> Vec<Board> {
    let mut after = Vec::new();
    for first in board.all(b'.') {
        for &step in steps {
            let rest = board.run(first, step, b'.');
            for &length in lengths.iter().filter(|&&length| rest.len() + 1 >= length) {
                let covered: Vec<_> = std::iter::once(&first).chain(&rest).take(length).collect();
                after.push(board.with(&covered.iter().map(|&&cell| (cell, b'#')).collect::<Vec<_>>()));
            }
        }
    }
    after
}

fn l_trominoes(board: &Board) -> Vec<Board> {
    let mut after = Vec::new();
    for corner in board.all(b'.') {
        for (across, upright) in [(RIGHT, DOWN), (RIGHT, UP), (LEFT, DOWN), (LEFT, UP)] {
            if let (Some(one), Some(other)) = (board.step(corner, across), board.step(corner, upright))
                && [one, other].iter().all(|&cell| board.cells[cell] == b'.')
            {
                after.push(board.with(&[(corner, b'#'), (one, b'#'), (other, b'#')]));
            }
        }
    }
    after
}

fn anti_clobber(board: &Board, player: usize) -> Vec<Board> {
    let (own, other) = stones(player);
    let mut after = Vec::new();
    for from in board.all(own) {
        for to in board.beside(from).into_iter().filter(|&to| board.cells[to] == b'.') {
            after.push(board.with(&[(from, other), (to, own)]));
        }
    }
    after
}

/// Returns the boards after each capture of a stone in `taken` by a stone `own`. If `reach` is 1, the two stones are neighbours;
/// otherwise any number of empty cells may lie between them.
fn clobber(board: &Board, own: u8, taken: &[u8], steps: &[Step], reach: usize) -> Vec<Board> {
    let mut after = Vec::new();
    for from in board.all(own) {
        for &step in steps {
            let passed = board.run(from, step, b'.');
            let last = if reach == 1 { from } else { *passed.last().unwrap_or(&from) };
            if let Some(to) = board.step(last, step)
                && taken.contains(&board.cells[to])
            {
                after.push(board.with(&[(from, b'.'), (to, own)]));
            }
        }
    }
    after
}

fn clobber_other(board: &Board, player: usize, steps: &[Step], reach: usize) -> Vec<Board> {
    let (own, other) = stones(player);
    clobber(board, own, &[other], steps, reach)
}

fn self_clobber(board: &Board, player: usize) -> Vec<Board> {
    let (own, other) = stones(player);
    let able = board.all(own).into_iter().filter(|&cell| board.has_beside(cell, other));
    able.map(|cell| board.with(&[(cell, b'.')])).collect()
}

fn nogo(board: &Board, own: &[u8]) -> Vec<Board> {
    let is_legal = |board: &Board| {
        let mut stones =
            b"xo".iter().flat_map(|&stone| board.all(stone).into_iter().map(move |cell| (cell, stone)));
        stones.all(|(cell, stone)| {
            board.group(cell, |other| other == stone).iter().any(|&cell| board.has_beside(cell, b'.'))
        })
    };
    let placed = board.all(b'.').into_iter().flat_map(|cell| own.iter().map(move |&stone| (cell, stone)));
    placed.map(|change| board.with(&[change])).filter(is_legal).collect()
}

fn crosses(board: &Board, lines: &[Step]) -> Vec<Board> {
    let has_three = |&cell: &usize| lines.iter().any(|&line| board.run(cell, line, b'x').len() >= 2);
    if board.all(b'x').iter().any(has_three) {
        return Vec::new();
    }
    board.all(b'.').into_iter().map(|cell| board.with(&[(cell, b'x')])).collect()
}

fn isola(board: &Board, player: usize) -> Vec<Board> {
    let (own, _) = stones(player);
    let mut after = Vec::new();
    for from in board.all(own) {
        for step in EIGHT.iter().filter(|&&step| board.letter_at(from, step) == b'.') {
            let to = board.step(from, *step).unwrap();
            let moved = board.with(&[(from, b'.'), (to, own)]);
            after.extend(moved.all(b'.').into_iter().map(|cell| moved.with(&[(cell, b'#')])));
        }
    }
    after
}

fn amazons(board: &Board, player: usize) -> Vec<Board> {
    let (own, _) = stones(player);
    let queen = |board: &Board, from: usize| EIGHT.map(|step| board.run(from, step, b'.')).concat();
    let mut after = Vec::new();
    for from in board.all(own) {
        for to in queen(board, from) {
            let moved = board.with(&[(from, b'.'), (to, own)]);
            after.extend(queen(&moved, to).into_iter().map(|shot| moved.with(&[(shot, b'#')])));
        }
    }
    after
}

fn konane(board: &Board, player: usize) -> Vec<Board> {
    let (own, other) = stones(player);
    let mut after = Vec::new();
    for from in board.all(own) {
        for step in FOUR {
            let (mut now, mut place) = (board.clone(), from);
            while let Some(over) = now.step(place, step)
                && let Some(to) = now.step(over, step)
                && (now.cells[over], now.cells[to]) == (other, b'.')
            {
                now = now.with(&[(place, b'.'), (over, b'.'), (to, own)]);
                place = to;
                after.push(now.clone());
            }
        }
    }
    after
}

/// Returns the cell of a peg after each single hop, with the resulting board.
fn hops(board: &Board, peg: usize) -> Vec<(usize, Board)> {
    let mut after = Vec::new();
    for step in FOUR {
        if let Some(over) = board.step(peg, step)
            && let Some(to) = board.step(over, step)
            && (board.cells[over], board.cells[to]) == (b'x', b'.')
        {
            after.push((to, board.with(&[(peg, b'.'), (over, b'.'), (to, b'x')])));
        }
    }
    after
}

fn many_hops(board: &Board) -> Vec<Board> {
    let (mut after, mut open) = (Vec::new(), Vec::new());
    open.extend(board.all(b'x').into_iter().flat_map(|peg| hops(board, peg)));
    while let Some((peg, board)) = open.pop() {
        open.extend(hops(&board, peg));
        after.push(board);
    }
    after
}

fn bowl(board: &Board, balls: &[usize]) -> Vec<Board> {
    let mut after = Vec::new();
    for first in board.all(b'x') {
        if balls.contains(&1) {
            after.push(board.with(&[(first, b'.')]));
        }
        let second =
            board.step(first, RIGHT).filter(|&second| second != first && board.cells[second] == b'x');
        if let (true, Some(second)) = (balls.contains(&2), second) {
            after.push(board.with(&[(first, b'.'), (second, b'.')]));
        }
    }
    after
}

fn twopins(board: &Board, _: usize) -> Vec<Board> {
    let two = board.all(b'2').into_iter().map(|cell| board.with(&[(cell, b'.')]));
    let is_column = |cell: usize| b"12".contains(&board.cells[cell]);
    let pairs = (1..board.cells.len()).filter(|&cell| is_column(cell - 1) && is_column(cell));
    two.chain(pairs.map(|cell| board.with(&[(cell - 1, b'.'), (cell, b'.')]))).collect()
}

fn cherries(board: &Board, player: usize) -> Vec<Board> {
    let (own, _) = stones(player);
    let is_end = |cell: usize| [LEFT, RIGHT].iter().any(|&step| b".#".contains(&board.letter_at(cell, step)));
    board.all(own).into_iter().filter(|&cell| is_end(cell)).map(|cell| board.with(&[(cell, b'.')])).collect()
}

/// Returns the boards after removing each run of adjacent counters in a line.
fn counters(board: &Board, lines: &[Step]) -> Vec<Board> {
    let mut after = Vec::new();
    for first in board.all(b'x') {
        after.push(board.with(&[(first, b'.')]));
        for &line in lines {
            let mut taken = board.with(&[(first, b'.')]);
            for cell in board.run(first, line, b'x') {
                taken = taken.with(&[(cell, b'.')]);
                after.push(taken.clone());
            }
        }
    }
    after
}

fn toppling_dominoes(board: &Board, player: usize) -> Vec<Board> {
    let mut after = Vec::new();
    for first in (0..board.cells.len())
        .filter(|&cell| [[b'l', b'e'], [b'r', b'e']][player].contains(&board.cells[cell]))
    {
        for step in [LEFT, RIGHT] {
            let (mut fallen, mut next) = (board.clone(), Some(first));
            while let Some(cell) = next.filter(|&cell| b"lre".contains(&board.cells[cell])) {
                fallen = fallen.with(&[(cell, b'.')]);
                next = board.step(cell, step);
            }
            after.push(fallen);
        }
    }
    after
}

fn split(board: &Board, own: u8, steps: &[Step]) -> Vec<Board> {
    let mut after = Vec::new();
    for stone in board.all(own) {
        for &(columns, rows) in steps {
            let sides = [board.step(stone, (columns, rows)), board.step(stone, (-columns, -rows))];
            if let [Some(one), Some(other)] = sides
                && [one, other].iter().all(|&side| board.cells[side] == b'.')
            {
                after.push(board.with(&[(stone, b'.'), (one, own), (other, own)]));
            }
        }
    }
    after
}
