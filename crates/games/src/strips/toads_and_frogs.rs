//! Toads and Frogs: toads move right, frogs move left, by a step or a jump over one opponent.

use std::marker::PhantomData;
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::grid;
use winways_kit::boards::grid::Grid;
use winways_kit::boards::word::Word;
use winways_kit::boards::written::{BoardGame, WrittenBoards, piece};
use winways_kit::view::{Cell, Letter};
use winways_kit::{Page, PartizanGame};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Component, Options, PartizanRuleset, Player, RuleFault, Side, Sign};
use winways_values::{ArenaError, Game, Session};

game!("toads-and-frogs", |_| Ok(winways_kit::smallest_words!(W => ToadsAndFrogs::<W>::new())));

/// Toads and Frogs. A component is a part of a strip between pieces that can never move again, which act as walls.
///
/// ```
/// use winways_games::strips::toads_and_frogs::TOADS_AND_FROGS;
/// use winways_kit::WholePositions;
/// // ttff in the middle is stuck for ever, and so is the toad at the end.
/// let strip = TOADS_AND_FROGS.parse("t.fttff.ft")?;
/// assert_eq!(TOADS_AND_FROGS.components(&strip), TOADS_AND_FROGS.components(&TOADS_AND_FROGS.parse("t.f|.f")?));
/// let (_, step) = &TOADS_AND_FROGS.moves(&strip)?[0];
/// assert_eq!(TOADS_AND_FROGS.move_name(&strip, step), "1-2");
/// assert_eq!(TOADS_AND_FROGS.write(&TOADS_AND_FROGS.after(&strip, step)), "\".tfttff.ft\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ToadsAndFrogs<W = u64>(PhantomData<W>);

/// Toads and Frogs on strips whose parts fit in one 64-bit word.
pub const TOADS_AND_FROGS: ToadsAndFrogs = ToadsAndFrogs::new();

impl<W> ToadsAndFrogs<W> {
    /// Creates the game on strips whose parts fit in words of type `W`.
    pub const fn new() -> Self {
        ToadsAndFrogs(PhantomData)
    }
}

/// A strip with at most as many cells as a word has bits. Bit n is cell n from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip<W = u64> {
    toads: W,
    frogs: W,
    length: u16,
}

impl<W: Word> Component for Strip<W> {}

impl<W: Word> PartizanRuleset for ToadsAndFrogs<W> {
    type Component = Strip<W>;

    fn options(
        &self,
        strip: &Strip<W>,
        side: Side,
        options: &mut Options<Strip<W>>,
    ) -> Result<(), RuleFault> {
        for (from, to) in strip.moves(side) {
            options.push(strip.after(side, from, to));
        }
        Ok(())
    }

    fn option_bound(&self, strip: &Strip<W>) -> u64 {
        u64::from(strip.toads.count_ones().max(strip.frogs.count_ones()))
    }

    /// Canonicalises by symmetry: the reflected strip with toads and frogs exchanged has the negative value.
    fn canonicalise_value(&self, strip: &mut Strip<W>) -> Sign {
        let reflected = strip.reflected();
        if reflected < *strip {
            *strip = reflected;
            return Sign::Negative;
        }
        Sign::Same
    }

    /// Uses the same symmetry: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, strip: &mut Strip<W>) {
        self.canonicalise_value(strip);
    }

    /// Returns the number of steps left for the toads minus the number left for the frogs, if no frog is to the right of a toad.
    fn value_by_theorem(
        &self,
        strip: &Strip<W>,
        arena: &mut Session<'_>,
    ) -> Result<Option<Game>, ArenaError> {
        let have_passed = strip.frogs.last() < Some(strip.toads.trailing_zeros());
        if !have_passed {
            return Ok(None);
        }
        let steps = |toads: W, empty: W| -> i64 {
            let beyond = |toad: W| empty & !W::first(toad.trailing_zeros());
            bits(toads).map(|toad| i64::from(beyond(toad).count_ones())).sum()
        };
        let back = strip.reflected();
        arena.integer(steps(strip.toads, strip.empty()) - steps(back.toads, back.empty())).map(Some)
    }
}

impl<W: Word> BoardGame for ToadsAndFrogs<W> {
    type Board = Grid;
    const BOARD: &'static str = "strip";
    const BETWEEN_BOARDS: &'static str = "|";
    const BETWEEN_CELLS: &'static str = "-";

    fn letters(&self) -> Vec<Letter> {
        let toad = Letter::piece('t', "toad", Player::Left);
        vec![Letter::free(), toad, Letter::piece('f', "frog", Player::Right)]
    }

    fn read(&self, text: &str) -> Result<Vec<(Grid, Span)>, Diagnostic> {
        grid::parse_strips(text, "tf.")
    }

    fn split(&self, board: &Grid, span: Span) -> Result<Vec<Strip<W>>, Diagnostic> {
        let mut found = Vec::new();
        for living in living_stretches(&board.cells) {
            let Some(strip) = Strip::read(living) else {
                let wrong =
                    Diagnostic::new(format!("{} cells in a row may still change", living.len()), span);
                return Err(wrong.label(format!("expected at most {}", W::BITS)));
            };
            found.extend(strip.parts());
        }
        Ok(found)
    }

    fn moves_on(&self, board: &Grid, side: Side) -> Vec<Vec<usize>> {
        let (own, other) = if side == Side::Left { (b't', b'f') } else { (b'f', b't') };
        let next = |cell: usize| match side {
            Side::Left => board.right_of(cell),
            Side::Right => board.left_of(cell),
        };
        let target = |from: usize| {
            let near = next(from)?;
            let to = if board.cells[near] == other { next(near)? } else { near };
            (board.cells[to] == b'.').then(|| vec![from, to])
        };
        (0..board.cells.len()).filter(|&cell| board.cells[cell] == own).filter_map(target).collect()
    }

    fn make(&self, letters: &mut [u8], _: Side, cells: &[usize]) {
        letters.swap(cells[0], cells[1]);
    }

    fn content(&self, board: &Grid, cell: usize) -> Cell {
        match board.cells[cell] {
            b't' => piece(Side::Left, "t"),
            b'f' => piece(Side::Right, "f"),
            _ => Cell::Free,
        }
    }
}

impl<W: Word> PartizanGame for ToadsAndFrogs<W> {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        let strips = grid::all_strips(up_to, b".tf");
        Box::new(strips.filter_map(|strip| WrittenBoards::one(self, strip).ok()))
    }
}

impl<W: Word> Strip<W> {
    fn read(cells: &[u8]) -> Option<Strip<W>> {
        let plane = |wanted: u8| {
            let numbers = (0..).zip(cells).filter(|(_, cell)| **cell == wanted);
            numbers.fold(W::ZERO, |plane, (number, _)| plane | W::bit(number))
        };
        (cells.len() <= W::BITS as usize).then(|| Strip {
            toads: plane(b't'),
            frogs: plane(b'f'),
            length: cells.len() as u16,
        })
    }

    /// Returns the number of cells.
    pub fn length(&self) -> u16 {
        self.length
    }

    /// Returns the pieces of `side`.
    pub fn of(&self, side: Side) -> W {
        if side == Side::Left { self.toads } else { self.frogs }
    }

    fn empty(&self) -> W {
        W::first(self.length.into()) & !(self.toads | self.frogs)
    }

    /// Iterates over the moves of `side`, as pairs of one-cell sets: the cell left and the cell entered.
    fn moves(&self, side: Side) -> impl Iterator<Item = (W, W)> + use<W> {
        let (empty, toads, frogs) = (self.empty(), self.toads, self.frogs);
        let (steps, jumps) = match side {
            Side::Left => (toads & empty >> 1, toads & frogs >> 1 & empty >> 2),
            Side::Right => (frogs & empty << 1, frogs & toads << 1 & empty << 2),
        };
        let go = move |from: W, by: u32| match side {
            Side::Left => (from, from << by),
            Side::Right => (from, from >> by),
        };
        bits(steps | jumps).map(move |from| go(from, if steps & from != W::ZERO { 1 } else { 2 }))
    }

    fn after(&self, side: Side, from: W, to: W) -> impl Iterator<Item = Strip<W>> + use<W> {
        let moved = |pieces: W, mover: Side| if side == mover { pieces ^ (from | to) } else { pieces };
        let (toads, frogs) = (moved(self.toads, Side::Left), moved(self.frogs, Side::Right));
        Strip { toads, frogs, length: self.length }.parts()
    }

    /// Returns the strip read from right to left, with toads and frogs exchanged.
    fn reflected(&self) -> Strip<W> {
        let back = |cells: W| match W::BITS - u32::from(self.length) {
            beyond if beyond < W::BITS => cells.reverse_bits() >> beyond,
            _ => W::ZERO,
        };
        Strip { toads: back(self.frogs), frogs: back(self.toads), length: self.length }
    }

    /// Returns the pieces that may still move. A piece may move if its step or jump ends on a cell that is or may become empty.
    fn living(&self) -> W {
        let empty = self.empty();
        let mut alive = W::ZERO;
        loop {
            let open = empty | alive;
            let stuck_toads = self.toads & !alive;
            let stuck_frogs = self.frogs & !alive;
            let toads = self.toads & (open >> 1 | stuck_frogs >> 1 & open >> 2);
            let frogs = self.frogs & (open << 1 | stuck_toads << 1 & open << 2);
            if alive | toads | frogs == alive {
                return alive;
            }
            alive = alive | toads | frogs;
        }
    }

    /// Iterates over the parts between pieces that are stuck for ever. Skips parts without a living piece.
    fn parts(self) -> impl Iterator<Item = Strip<W>> {
        let alive = self.living();
        let mut rest = alive | self.empty();
        std::iter::from_fn(move || {
            while rest != W::ZERO {
                let first = rest.trailing_zeros();
                let length = (!(rest >> first)).trailing_zeros();
                let stretch = W::first(length) << first;
                rest = rest & !stretch;
                if alive & stretch != W::ZERO {
                    let cut = |cells: W| (cells & stretch) >> first;
                    return Some(Strip {
                        toads: cut(self.toads),
                        frogs: cut(self.frogs),
                        length: length as u16,
                    });
                }
            }
            None
        })
    }
}

/// Iterates over the parts of a strip of any length between pieces that are stuck for ever. Skips parts without pieces.
///
/// Finds the same pieces as [`Strip::living`], but cell by cell: a piece that may move also frees its neighbours. O(length).
fn living_stretches(cells: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut is_open: Vec<bool> = cells.iter().map(|&cell| cell == b'.').collect();
    let mut waiting: Vec<usize> = (0..cells.len()).filter(|&cell| is_open[cell]).collect();
    while let Some(open) = waiting.pop() {
        // Candidates to enter this cell: the neighbours, and pieces two cells away that can jump over an opponent.
        let left = [open.checked_sub(1), open.checked_sub(2).filter(|_| cells[open - 1] == b'f')];
        let right = [Some(open + 1), Some(open + 2).filter(|_| cells.get(open + 1) == Some(&b't'))];
        let toads = left.into_iter().flatten().filter(|&cell| cells[cell] == b't');
        let frogs = right.into_iter().flatten().filter(|&cell| cells.get(cell) == Some(&b'f'));
        for cell in toads.chain(frogs) {
            if !is_open[cell] {
                is_open[cell] = true;
                waiting.push(cell);
            }
        }
    }
    let mut start = 0;
    let stretches = std::iter::from_fn(move || {
        start += is_open[start..].iter().position(|&open| open)?;
        let length = is_open[start..].iter().position(|&open| !open).unwrap_or(cells.len() - start);
        let found = &cells[start..start + length];
        start += length;
        Some(found)
    });
    stretches.filter(|cells| cells.iter().any(|&cell| cell != b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_kit::WholePositions;
    use winways_kit::boards::word::Wide;
    use winways_kit::testing::moves::{check_moves, check_options, moves_of_sum};
    use winways_kit::testing::sums::{Boards, Sums, terms};

    /// Lists the moves on a whole strip straight from the rules, named by the cells left and entered.
    fn named_moves(strip: &[u8], side: Side) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        for from in 0..strip.len() {
            for by in [1, 2] {
                let (first, jump, step) = match side {
                    Side::Left => (Some(from), &b"tf."[..], &b"t."[..]),
                    Side::Right => (from.checked_sub(by), &b".tf"[..], &b".f"[..]),
                };
                let pattern = if by == 1 { step } else { jump };
                if let Some(first) = first
                    && strip[first..].starts_with(pattern)
                {
                    let mut next = strip.to_vec();
                    next.swap(first, first + by);
                    let to = if side == Side::Left { from + by } else { first };
                    found.push((format!("{}-{}", from + 1, to + 1), next));
                }
            }
        }
        found
    }

    fn brute_moves(strip: &[u8], side: Side) -> Vec<Vec<u8>> {
        named_moves(strip, side).into_iter().map(|(_, next)| next).collect()
    }

    fn strip(most: usize) -> impl Strategy<Value = Vec<u8>> {
        let cell = prop_oneof![3 => Just(b't'), 3 => Just(b'f'), 2 => Just(b'.')];
        proptest::collection::vec(cell, 1..=most)
    }

    fn components(strip: &[u8]) -> Vec<Strip> {
        TOADS_AND_FROGS.components(&TOADS_AND_FROGS.parse(std::str::from_utf8(strip).unwrap()).unwrap())
    }

    fn text_of_sum(strips: &[Vec<u8>]) -> String {
        strips.iter().map(|strip| std::str::from_utf8(strip).unwrap()).collect::<Vec<_>>().join("|")
    }

    proptest! {
        #[test]
        fn components_play_like_whole_strips(strip in strip(16)) {
            let (mut whole, mut sums) = (Boards::new(|strip: &Vec<u8>, side| brute_moves(strip, side)), Sums::new(&TOADS_AND_FROGS));
            for side in Side::BOTH {
                let found = sums.wins(&terms(&components(&strip)), side);
                prop_assert_eq!(found, whole.wins(&strip, side), "{:?}", side);
            }
        }

        #[test]
        fn representatives_have_the_value(strip in strip(8)) {
            for strip in components(&strip) {
                Sums::new(&TOADS_AND_FROGS).check_component(&strip);
            }
        }

        #[test]
        fn long_strips_are_cut_like_short_ones(strip in strip(64)) {
            prop_assert_eq!(components(&strip), Strip::read(&strip).unwrap().parts().collect::<Vec<_>>());
        }

        #[test]
        fn moves_are_those_of_the_rules(strips in proptest::collection::vec(prop_oneof![strip(16), strip(64), strip(256)], 1..4)) {
            let expected =
                moves_of_sum(&strips, "strip", text_of_sum, |strip, side| named_moves(strip, side));
            let text = text_of_sum(&strips);
            check_moves(&ToadsAndFrogs::<Wide>::new(), &text, &expected);
            prop_assert!(check_options(&ToadsAndFrogs::<Wide>::new(), &text));
            let most = strips.iter().map(Vec::len).max().unwrap_or(0);
            prop_assert!(check_options(&ToadsAndFrogs::<u128>::new(), &text) || most > 128);
            prop_assert!(check_options(&TOADS_AND_FROGS, &text) || most > 64);
        }
    }

    #[test]
    fn passed_animals_make_a_number() {
        for position in TOADS_AND_FROGS.positions(7) {
            for strip in TOADS_AND_FROGS.components(&position) {
                Sums::new(&TOADS_AND_FROGS).check_component(&strip);
            }
        }
    }

    #[test]
    fn moves_are_numbered_and_long_strips_refused() {
        let position = TOADS_AND_FROGS.parse("t.tf.").unwrap();
        let moves = TOADS_AND_FROGS.moves(&position).unwrap();
        let names: Vec<String> =
            moves.iter().map(|(_, step)| TOADS_AND_FROGS.move_name(&position, step)).collect();
        assert_eq!(names, ["1-2", "3-5", "4-2"]);
        let long = format!("t|ff{}", "t.f".repeat(22));
        let wrong = TOADS_AND_FROGS.parse(&long).unwrap_err();
        assert_eq!(wrong.to_string(), "66 cells in a row may still change: expected at most 64");
        assert_eq!(wrong.span.range(), 2..70);
        assert!(ToadsAndFrogs::<u128>::new().parse(&long).is_ok());
        assert!(components(&b"ttff".repeat(1000)).is_empty());
        assert_eq!(TOADS_AND_FROGS.parse("t.fx").unwrap_err().span.range(), 3..4);
    }
}
