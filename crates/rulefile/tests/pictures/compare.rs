//! Compares compiled picture files with the reference implementation.

use crate::board::Board;
use crate::moves::moves;
use crate::play::{Sums, Tree};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use winways_kit::SumSearch;
use winways_kit::any::{AnyGame, AnyPosition};
use winways_notation::parse_pictures;
use winways_notation::pictures::{EndResult, PictureFile};
use winways_rulefile::of_file;
use winways_rules::{Play, Player, Side};
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::Arena;

/// The numbers of comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Report {
    /// Boards whose moves were compared.
    pub(crate) boards: usize,
    /// Moves of both players on these boards.
    pub(crate) moves: usize,
    /// Boards from which play may be endless.
    pub(crate) loopy: usize,
    /// Boards whose values and outcomes were compared.
    pub(crate) values: usize,
    /// Sums of two boards whose outcomes were compared.
    pub(crate) sums: usize,
}

impl Report {
    pub(crate) fn add(&mut self, other: Report) {
        self.boards += other.boards;
        self.moves += other.moves;
        self.loopy += other.loopy;
        self.values += other.values;
        self.sums += other.sums;
    }
}

/// Limits on the numbers of reachable boards that are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The maximum number of boards in a tree; larger trees are not searched.
    pub(crate) tree: usize,
    /// The number of boards of a tree whose moves are compared.
    pub(crate) moves: usize,
    /// The number of boards of a tree whose values and misère outcomes are compared.
    pub(crate) values: usize,
    /// The number of boards of each tree whose sums are compared.
    pub(crate) sums: usize,
}

struct Comparison<'t> {
    text: &'t str,
    file: PictureFile,
    game: Arc<dyn AnyGame>,
    arena: Arena,
    limits: Limits,
    report: Report,
}

/// Compares moves, values, outcomes and sums on some boards. Returns the first difference as an error.
pub(crate) fn compare(text: &str, boards: &[Board], limits: Limits) -> Result<Report, String> {
    let file = parse_pictures(text).map_err(|wrong| format!("refused: {wrong}"))?;
    let game = of_file(text).map_err(|wrong| format!("refused: {wrong}"))?;
    let arena = Arena::new(1 << 26);
    let mut comparison = Comparison { text, file, game, arena, limits, report: Report::default() };
    comparison.run(boards)?;
    Ok(comparison.report)
}

/// Returns at most `wanted` equally spaced numbers below `of`, starting with 0. A `wanted` of 0 counts as 1.
fn spaced(of: usize, wanted: usize) -> impl Iterator<Item = usize> {
    let step = of.div_ceil(wanted.max(1)).max(1);
    (0..of).step_by(step)
}

impl Comparison<'_> {
    fn wrong<T>(&self, what: &str, boards: &[&Board], found: &str, expected: &str) -> Result<T, String> {
        let boards: Vec<String> = boards.iter().map(|board| board.text()).collect();
        let (text, boards) = (self.text, boards.join(" and "));
        Err(format!("{what} of {boards}\n  compiled {found}\n  by hand  {expected}\nin\n{text}"))
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, String> {
        self.game.parse(text).map_err(|wrong| format!("{text} does not parse: {wrong}\nin\n{}", self.text))
    }

    fn run(&mut self, boards: &[Board]) -> Result<(), String> {
        let mut trees = Vec::new();
        for board in boards {
            // Boards with endless single turns are skipped.
            if Side::BOTH.into_iter().any(|side| moves(&self.file, board, side).is_err()) {
                continue;
            }
            let Some(tree) = Tree::new(&self.file, board, self.limits.tree) else {
                self.moves(board)?;
                continue;
            };
            for number in spaced(tree.boards.len(), self.limits.moves) {
                self.moves(&tree.boards[number])?;
            }
            self.report.loopy += usize::from(tree.is_loopy);
            let is_decided = self.file.endings.iter().all(|ending| ending.result == EndResult::Stops);
            if tree.is_loopy && self.parse(&board.text())?.ranked().is_none() {
                return self.wrong("termination", &[board], "ends", "may come back");
            }
            if !tree.is_loopy && is_decided && self.parse(&board.text())?.ranked().is_none() {
                trees.push(tree);
            }
        }
        for tree in &trees {
            self.values(tree)?;
            self.outcomes(tree)?;
        }
        for (number, tree) in trees.iter().enumerate() {
            for other in &trees[number..] {
                self.sums([tree, other])?;
            }
        }
        Ok(())
    }

    /// Compares the boards after each player's moves, and checks the names of the moves.
    fn moves(&mut self, board: &Board) -> Result<(), String> {
        for side in Side::BOTH {
            let mut position = self.parse(&board.text())?;
            // In games solved by ranks, the text of a position ends with the player to move if that is Right.
            let says_who = position.ranked().is_some() && !position.properties().is_impartial;
            if says_who && side == Side::Right {
                position = self.parse(&format!("{} right", board.text()))?;
            }
            let listed = position.moves().map_err(|fault| format!("{fault:?}\nin\n{}", self.text))?;
            let mut names = BTreeSet::new();
            let mut found = BTreeSet::new();
            for step in
                listed.iter().filter(|step| step.player == side.into() || step.player == Player::Either)
            {
                let after = position.after(step);
                let written = inside(&after.text());
                if !names.insert(step.text.clone()) {
                    let name = format!("two moves of {side:?} called {}", step.text);
                    return self.wrong("names", &[board], &name, "names of their own");
                }
                if !self.parse(&written)?.is_same(&*after) {
                    return self.wrong("text", &[board], &written, "a text that reads back");
                }
                let next = [" left", " right"].into_iter().find_map(|player| written.strip_suffix(player));
                found.insert(board.read(next.unwrap_or(&written)));
            }
            let Ok(expected) = moves(&self.file, board, side) else { return Ok(()) };
            let expected: BTreeSet<Vec<u8>> = expected.into_iter().map(|after| after.cells).collect();
            if found != expected {
                let shown = |set: &BTreeSet<Vec<u8>>| {
                    set.iter().map(|cells| board.with(cells.clone()).text()).collect::<Vec<_>>().join(", ")
                };
                return self.wrong(
                    &format!("moves of {side:?}"),
                    &[board],
                    &shown(&found),
                    &shown(&expected),
                );
            }
            self.report.moves += expected.len();
        }
        self.report.boards += 1;
        Ok(())
    }

    /// Compares nim-values or canonical forms.
    fn values(&mut self, tree: &Tree) -> Result<(), String> {
        let mut known = HashMap::new();
        let mut nim_values = Vec::new();
        for number in spaced(tree.boards.len(), self.limits.values) {
            let position = self.parse(&tree.boards[number].text())?;
            let (found, expected) = if let Some(impartial) = position.impartial() {
                if nim_values.is_empty() {
                    nim_values = tree.nim_values();
                }
                let mut solver = impartial.solver(Theorems::Ignore, Budget::DEFAULT, &NoObserver);
                (format!("{:?}", solver.value()), format!("Ok(Nimber({}))", nim_values[number]))
            } else if let Some(partizan) = position.partizan() {
                let mut solver = partizan.solver(&self.arena, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
                let found = solver.value();
                drop(solver);
                let expected = tree.value(number, &self.arena, &mut known);
                (format!("{found:?}"), format!("Ok({expected:?})"))
            } else {
                return self.wrong("kind", &[&tree.boards[number]], "neither", "impartial or partizan");
            };
            if found != expected {
                return self.wrong("value", &[&tree.boards[number]], &found, &expected);
            }
            self.report.values += 1;
        }
        Ok(())
    }

    /// Compares outcomes under both play conventions, with an empty tree as the second summand.
    fn outcomes(&mut self, tree: &Tree) -> Result<(), String> {
        let nothing = Tree { boards: Vec::new(), options: vec![[Vec::new(), Vec::new()]], is_loopy: false };
        for play in [Play::Normal, Play::Misere] {
            let mut sums = Sums::new([tree, &nothing], play);
            for number in spaced(tree.boards.len(), self.limits.values) {
                let board = &tree.boards[number];
                let found = self.searched(&[&board.text()], play)?;
                let expected = format!("{:?}", sums.outcome([number, 0]));
                if found != expected {
                    return self.wrong(&format!("{play:?} outcome"), &[board], &found, &expected);
                }
            }
        }
        Ok(())
    }

    /// Compares sums of boards of two trees, which may be the same, as one position and as two.
    fn sums(&mut self, trees: [&Tree; 2]) -> Result<(), String> {
        for play in [Play::Normal, Play::Misere] {
            let mut sums = Sums::new(trees, play);
            for one in spaced(trees[0].boards.len(), self.limits.sums) {
                for other in spaced(trees[1].boards.len(), self.limits.sums) {
                    let boards = [&trees[0].boards[one], &trees[1].boards[other]];
                    let [one_text, other_text] = boards.map(Board::text);
                    let expected = format!("{:?}", sums.outcome([one, other]));
                    let sum = format!("{one_text}||{other_text}");
                    for found in
                        [self.searched(&[&sum], play)?, self.searched(&[&one_text, &other_text], play)?]
                    {
                        if found != expected {
                            return self.wrong(&format!("{play:?} outcome"), &boards, &found, &expected);
                        }
                    }
                    self.report.sums += 1;
                }
            }
        }
        Ok(())
    }

    fn searched(&self, texts: &[&str], play: Play) -> Result<String, String> {
        let positions = texts.iter().map(|text| self.parse(text)).collect::<Result<Vec<_>, _>>()?;
        let search = SumSearch::new(positions.iter().map(|position| &**position).collect());
        let Some(search) = search else {
            return Err(format!("{texts:?} cannot be searched\nin\n{}", self.text));
        };
        let outcome = search.outcome(play, Budget::DEFAULT, &NoObserver);
        outcome
            .map(|(outcome, _)| format!("{outcome:?}"))
            .map_err(|stopped| format!("{stopped:?}\nin\n{}", self.text))
    }
}

/// Returns the text between the outermost quotation marks.
fn inside(call: &str) -> String {
    let from = call.find('"').map_or(0, |place| place + 1);
    let to = call.rfind('"').unwrap_or(call.len());
    call[from..to].to_owned()
}
