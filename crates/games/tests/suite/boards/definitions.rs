//! Values and outcomes of positions by definition: plain recursion over whole boards.

use super::board::Board;
use super::rules::Moves;
use std::collections::{BTreeSet, HashMap};
use winways_values::{Arena, Game};

/// Computes the winner for either player moving first, by a search with a memo of boards.
pub(crate) struct Winners {
    moves: Moves,
    is_misere: bool,
    known: HashMap<(Board, usize), bool>,
}

impl Winners {
    pub(crate) fn new(moves: Moves, is_misere: bool) -> Self {
        Winners { moves, is_misere, known: HashMap::new() }
    }

    /// Returns `true` if the player, 0 for Left, wins moving first.
    pub(crate) fn wins(&mut self, board: &Board, player: usize) -> bool {
        let key = (board.clone(), player);
        if let Some(&wins) = self.known.get(&key) {
            return wins;
        }
        let after = (self.moves)(board, player);
        let wins = match after.is_empty() {
            true => self.is_misere,
            false => after.iter().any(|board| !self.wins(board, 1 - player)),
        };
        self.known.insert(key, wins);
        wins
    }
}

/// A game by its options, as indices into the list of all forms.
type Form = [Vec<u32>; 2];

/// Computes values by Conway's definitions of order and of the canonical form.
#[derive(Default)]
pub(crate) struct Values {
    forms: Vec<Form>,
    numbers: HashMap<Form, u32>,
    order: HashMap<(u32, u32), bool>,
    boards: HashMap<Board, u32>,
    handles: HashMap<Game, u32>,
}

impl Values {
    fn number(&mut self, mut form: Form) -> u32 {
        for options in &mut form {
            options.sort_unstable();
            options.dedup();
        }
        *self.numbers.entry(form.clone()).or_insert_with(|| {
            self.forms.push(form);
            self.forms.len() as u32 - 1
        })
    }

    /// Returns `true` if G ≤ H, that is, unless some G^L ≥ H or some H^R ≤ G.
    fn le(&mut self, low: u32, high: u32) -> bool {
        if let Some(&known) = self.order.get(&(low, high)) {
            return known;
        }
        let [left, right] = [self.forms[low as usize][0].clone(), self.forms[high as usize][1].clone()];
        let is_less = !left.into_iter().any(|option| self.le(high, option))
            && !right.into_iter().any(|option| self.le(option, low));
        self.order.insert((low, high), is_less);
        is_less
    }

    /// Returns `true` if a player likes the game `better` at least as much as `worse`.
    fn likes(&mut self, player: usize, better: u32, worse: u32) -> bool {
        if player == 0 { self.le(worse, better) } else { self.le(better, worse) }
    }

    /// Replaces reversible options, then removes dominated ones.
    fn canonical(&mut self, form: Form) -> u32 {
        let whole = self.number(form.clone());
        let options = [0, 1].map(|player| {
            let mut open = form[player].clone();
            let mut settled: Vec<u32> = Vec::new();
            while let Some(option) = open.pop() {
                let answers = self.forms[option as usize][1 - player].clone();
                if let Some(answer) = answers.into_iter().find(|&answer| self.likes(player, whole, answer)) {
                    open.extend(self.forms[answer as usize][player].clone());
                } else if !settled.clone().into_iter().any(|other| self.likes(player, other, option)) {
                    settled.retain(|&other| !self.likes(player, option, other));
                    settled.push(option);
                }
            }
            settled
        });
        self.number(options)
    }

    /// Returns the canonical form of a board.
    pub(crate) fn of_board(&mut self, moves: Moves, board: &Board) -> u32 {
        if let Some(&known) = self.boards.get(board) {
            return known;
        }
        let options = [0, 1].map(|player| {
            let after: BTreeSet<Board> = moves(board, player).into_iter().collect();
            after.iter().map(|board| self.of_board(moves, board)).collect()
        });
        let value = self.canonical(options);
        self.boards.insert(board.clone(), value);
        value
    }

    /// Returns the form of a game of an arena, option by option.
    pub(crate) fn of_handle(&mut self, arena: &Arena, game: Game) -> u32 {
        if let Some(&known) = self.handles.get(&game) {
            return known;
        }
        let left = arena.left_options(game).unwrap();
        let left = left.map(|option| self.of_handle(arena, option)).collect();
        let right = arena.right_options(game).unwrap();
        let right = right.map(|option| self.of_handle(arena, option)).collect();
        let value = self.number([left, right]);
        self.handles.insert(game, value);
        value
    }
}

/// Returns the nim-value of a board: the least number that is not the nim-value of a board after a move.
pub(crate) fn nim_value(moves: Moves, board: &Board, known: &mut HashMap<Board, u64>) -> u64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let after: BTreeSet<u64> = moves(board, 0).iter().map(|board| nim_value(moves, board, known)).collect();
    let value = (0..).find(|value| !after.contains(value)).unwrap();
    known.insert(board.clone(), value);
    value
}
