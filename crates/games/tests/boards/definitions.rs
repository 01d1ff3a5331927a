//! What positions are worth and who wins them, by definition: plain recursion over whole boards.

use crate::board::Board;
use crate::rules::Moves;
use std::collections::{BTreeSet, HashMap};
use winways_values::{Arena, Game};

/// Who wins, for either player to begin: searched with a memo of boards and nothing else.
pub(crate) struct Winners {
    moves: Moves,
    is_misere: bool,
    known: HashMap<(Board, usize), bool>,
}

impl Winners {
    pub(crate) fn new(moves: Moves, is_misere: bool) -> Self {
        Winners { moves, is_misere, known: HashMap::new() }
    }

    /// Whether the player, 0 for Left, wins when he begins.
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

/// A game by its options, as numbers in the list of all.
type Form = [Vec<u32>; 2];

/// Values, by Conway's definitions of order and of the canonical form.
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

    /// G ≤ H unless some G^L ≥ H or some H^R ≤ G.
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

    /// Whether a player likes one game at least as much as another.
    fn likes(&mut self, player: usize, better: u32, worse: u32) -> bool {
        if player == 0 { self.le(worse, better) } else { self.le(better, worse) }
    }

    /// Reversible options are replaced, then the best of the others are left.
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

    /// The canonical form of a board.
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

    /// The form of an arena, option by option.
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

/// The least number that no board after a move has.
pub(crate) fn nim_value(moves: Moves, board: &Board, known: &mut HashMap<Board, u64>) -> u64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let after: BTreeSet<u64> = moves(board, 0).iter().map(|board| nim_value(moves, board, known)).collect();
    let value = (0..).find(|value| !after.contains(value)).unwrap();
    known.insert(board.clone(), value);
    value
}
