//! Play on whole boards by plain recursion: reachable positions, outcomes of positions and sums, and values.

use crate::board::Board;
use crate::moves::moves;
use std::collections::HashMap;
use winways_notation::pictures::PictureFile;
use winways_rules::{Play, Side};
use winways_values::{Arena, Game, GameOutcome};

/// All boards reachable from one board, with the players moving in any order.
pub(crate) struct Tree {
    pub(crate) boards: Vec<Board>,
    /// The distinct boards after the moves of Left and of Right, in ascending order.
    pub(crate) options: Vec<[Vec<usize>; 2]>,
    /// `true` if a board can be repeated.
    pub(crate) is_loopy: bool,
}

pub(crate) fn number(side: Side) -> usize {
    usize::from(side == Side::Right)
}

impl Tree {
    /// Creates the tree of a board. Returns `None` if it has more than `most` boards, or endless single turns.
    pub(crate) fn new(file: &PictureFile, start: &Board, most: usize) -> Option<Tree> {
        let mut boards = vec![start.clone()];
        let mut known: HashMap<Vec<u8>, usize> = HashMap::from([(start.cells.clone(), 0)]);
        let mut options = Vec::new();
        while options.len() < boards.len() {
            let board = boards[options.len()].clone();
            let mut both = [Vec::new(), Vec::new()];
            for side in Side::BOTH {
                for after in moves(file, &board, side).ok()? {
                    let place = *known.entry(after.cells.clone()).or_insert_with(|| {
                        boards.push(after);
                        boards.len() - 1
                    });
                    if boards.len() > most {
                        return None;
                    }
                    both[number(side)].push(place);
                }
                both[number(side)].sort_unstable();
                both[number(side)].dedup();
            }
            options.push(both);
        }
        let mut tree = Tree { boards, options, is_loopy: false };
        tree.is_loopy = tree.has_cycle();
        Some(tree)
    }

    /// Returns `true` if the graph has a cycle. Repeatedly removes the boards without remaining options, which leaves a board only
    /// if there is a cycle.
    fn has_cycle(&self) -> bool {
        let mut is_left = vec![true; self.boards.len()];
        loop {
            let is_last = |&board: &usize| {
                is_left[board] && self.options[board].iter().flatten().all(|&option| !is_left[option])
            };
            let last: Vec<usize> = (0..is_left.len()).filter(is_last).collect();
            if last.is_empty() {
                return is_left.contains(&true);
            }
            last.into_iter().for_each(|board| is_left[board] = false);
        }
    }

    /// Returns the nim-value of each board, if both players have the same moves.
    pub(crate) fn nim_values(&self) -> Vec<u64> {
        let mut known = vec![None; self.boards.len()];
        (0..self.boards.len()).map(|board| self.nim_value(board, &mut known)).collect()
    }

    fn nim_value(&self, board: usize, known: &mut Vec<Option<u64>>) -> u64 {
        if let Some(value) = known[board] {
            return value;
        }
        let options: Vec<u64> =
            self.options[board][0].iter().map(|&option| self.nim_value(option, known)).collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        known[board] = Some(value);
        value
    }

    /// Returns the canonical form of a board, by definition.
    pub(crate) fn value(&self, board: usize, arena: &Arena, known: &mut HashMap<usize, Game>) -> Game {
        if let Some(value) = known.get(&board) {
            return *value;
        }
        let [left, right] = [0, 1].map(|side| {
            let options = self.options[board][side].iter();
            options.map(|&option| self.value(option, arena, known)).collect::<Vec<_>>()
        });
        let value = arena.form(&left, &right).unwrap();
        known.insert(board, value);
        value
    }
}

/// A search for the outcomes of sums of two boards, one from each of two trees.
pub(crate) struct Sums<'t> {
    trees: [&'t Tree; 2],
    play: Play,
    known: HashMap<([usize; 2], Side), bool>,
}

impl<'t> Sums<'t> {
    pub(crate) fn new(trees: [&'t Tree; 2], play: Play) -> Self {
        Sums { trees, play, known: HashMap::new() }
    }

    pub(crate) fn outcome(&mut self, boards: [usize; 2]) -> GameOutcome {
        match (self.wins(boards, Side::Left), self.wins(boards, Side::Right)) {
            (true, true) => GameOutcome::Next,
            (true, false) => GameOutcome::Left,
            (false, true) => GameOutcome::Right,
            (false, false) => GameOutcome::Previous,
        }
    }

    fn wins(&mut self, boards: [usize; 2], side: Side) -> bool {
        if let Some(&known) = self.known.get(&(boards, side)) {
            return known;
        }
        let mut can_move = false;
        let mut wins = false;
        for summand in 0..2 {
            for &option in &self.trees[summand].options[boards[summand]][number(side)] {
                can_move = true;
                let mut after = boards;
                after[summand] = option;
                wins = wins || !self.wins(after, side.opponent());
            }
        }
        if !can_move {
            wins = self.play == Play::Misere;
        }
        self.known.insert((boards, side), wins);
        wins
    }
}
