//! Backsliding Toads and Frogs: like Toads and Frogs, but steps backwards are also allowed.

use winways_kit::any::ranked::{FixedBoard, RankedGame, shared};
use winways_kit::boards::combinations::TwoSets;
use winways_kit::view::{Alphabet, Cell, CellNames, Figure, Grid, Letter, Piece, Size, Tiling};
use winways_kit::{Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset};

game!("backsliding", |parameter| Ok(match parameter {
    Some(parameter) => shared(BackslidingStrip::parse(parameter)?),
    None => shared(AnyStrip),
}));

/// The greatest number of cells.
const CELLS: u64 = 40;

/// A strip with its numbers of toads and frogs.
///
/// A rank encodes the side to move, the set of the toads, and the set of the frogs among the other cells.
///
/// ```
/// use winways_games::ranked::backsliding::BackslidingStrip;
/// use winways_rules::RankedRuleset;
/// assert_eq!(BackslidingStrip::parse("3,1,1")?.layers(), [12]);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackslidingStrip {
    cells: usize,
    toads: usize,
    frogs: usize,
    sets: TwoSets,
    /// `true` if the strip comes from a position and not from the parameter.
    is_of_position: bool,
}

/// The game without a parameter: each position determines its strip.
struct AnyStrip;

impl AnyStrip {
    /// The strip used if no position is given: cells, toads and frogs.
    const USUAL: [usize; 3] = [7, 2, 2];
}

impl RankedGame for AnyStrip {
    type Board = BackslidingStrip;

    fn page(&self) -> &'static Page {
        &PAGE
    }

    /// Creates the strip of the position that follows, without consuming the text.
    fn board(&self, scanner: &mut Scanner<'_>) -> Result<BackslidingStrip, Diagnostic> {
        let strip = scanner.rest().trim_start();
        let length =
            strip.find(|letter| !matches!(letter, 't' | 'f' | '.' | 'T' | 'F')).unwrap_or(strip.len());
        let strip = strip[..length].to_ascii_lowercase();
        if strip.len() > CELLS as usize {
            let start = scanner.text().len() - scanner.rest().trim_start().len();
            return Err(Diagnostic::new(
                format!("a strip of {length} cells"),
                Span::new(start, start + length),
            )
            .label(format!("expected at most {CELLS}")));
        }
        let count = |piece| strip.bytes().filter(|&letter| letter == piece).count();
        let [cells, toads, frogs] =
            if strip.is_empty() { AnyStrip::USUAL } else { [strip.len(), count(b't'), count(b'f')] };
        Ok(BackslidingStrip { is_of_position: true, ..BackslidingStrip::new(cells, toads, frogs) })
    }

    fn properties(&self) -> Properties {
        PROPERTIES
    }

    fn boards(&self, _: u64) -> Box<dyn Iterator<Item = BackslidingStrip> + '_> {
        let [cells, toads, frogs] = AnyStrip::USUAL;
        Box::new(std::iter::once(BackslidingStrip::new(cells, toads, frogs)))
    }
}

const PROPERTIES: Properties = Properties { is_impartial: false, may_cycle: true, ending: Ending::NoMove };

/// The cells of the toads and frogs, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Animals {
    is_right: bool,
    /// Bit n is cell n from the left.
    toads: u64,
    frogs: u64,
}

impl Component for Animals {}

impl BackslidingStrip {
    /// Reads the numbers of cells, toads and frogs: `7,2,2`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at a number that is out of range.
    pub fn parse(parameter: &str) -> Result<BackslidingStrip, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let cells = scanner.next_number("the number of cells", 1, CELLS)?;
        let toads = scanner.next_number("the number of toads", 0, cells)?;
        let frogs = scanner.next_number("the number of frogs", 0, cells - toads)?;
        scanner.finish("cells, toads and frogs")?;
        Ok(BackslidingStrip::new(cells as usize, toads as usize, frogs as usize))
    }

    fn new(cells: usize, toads: usize, frogs: usize) -> BackslidingStrip {
        let sets = TwoSets::new(cells, [toads, frogs]);
        BackslidingStrip { cells, toads, frogs, sets, is_of_position: false }
    }

    fn free(&self, animals: &Animals) -> u64 {
        ((1 << self.cells) - 1) & !(animals.toads | animals.frogs)
    }

    /// Calls `found` for each move of Right if `is_right` is `true`, otherwise of Left. The moves start at `animals` or, with
    /// `is_back`, lead to it. Passes the two cells as sets, with the cell that is occupied in `animals` first, and the position at
    /// the other end of the move.
    ///
    /// The reverse of a step is a step, so the two directions differ only in leaps.
    fn each_neighbour(
        &self,
        animals: &Animals,
        is_right: bool,
        is_back: bool,
        found: &mut impl FnMut(u64, u64, Animals),
    ) {
        let free = self.free(animals);
        let (own, others) =
            if is_right { (animals.frogs, animals.toads) } else { (animals.toads, animals.frogs) };
        let mut add = |from: u64, to: u64| {
            let moved = own ^ from ^ to;
            let (toads, frogs) = if is_right { (others, moved) } else { (moved, others) };
            found(from, to, Animals { is_right: !animals.is_right, toads, frogs });
        };
        for from in winways_kit::boards::bitboard::bits(own) {
            // Leaps of toads and reverse leaps of frogs go to the right. The other leaps go to the left.
            let leap = match is_right == is_back {
                true if from << 1 & others != 0 => from << 2,
                false if from >> 1 & others != 0 => from >> 2,
                _ => 0,
            };
            for to in [from << 1, from >> 1, leap] {
                if to & free != 0 {
                    add(from, to);
                }
            }
        }
    }

    fn letter(animals: &Animals, cell: usize) -> char {
        match (animals.toads >> cell & 1, animals.frogs >> cell & 1) {
            (1, _) => 't',
            (_, 1) => 'f',
            _ => '.',
        }
    }

    fn text(&self, animals: &Animals) -> String {
        (0..self.cells).map(|cell| BackslidingStrip::letter(animals, cell)).collect()
    }
}

impl FixedBoard for BackslidingStrip {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("{}({},{},{})", PAGE.name, self.cells, self.toads, self.frogs)
    }
}

impl RankedRuleset for BackslidingStrip {
    type Position = Animals;

    fn layers(&self) -> Vec<u64> {
        vec![self.sets.count()]
    }

    fn rank(&self, animals: &Animals) -> u64 {
        self.sets.rank(u64::from(animals.is_right), [animals.toads, animals.frogs])
    }

    fn position(&self, rank: u64) -> Option<Animals> {
        let (side, [toads, frogs]) = self.sets.sets(rank)?;
        Some(Animals { is_right: side == 1, toads, frogs })
    }

    fn end(&self, _: &Animals, _: Play) -> Option<End> {
        None
    }

    fn options(&self, animals: &Animals, options: &mut Vec<Animals>) {
        self.each_neighbour(animals, animals.is_right, false, &mut |_, _, option| options.push(option));
    }

    fn repeats(&self) -> bool {
        false
    }

    fn turned(&self, rank: u64) -> Option<u64> {
        let animals = self.position(rank)?;
        Some(self.rank(&Animals { is_right: !animals.is_right, ..animals }))
    }

    fn status(&self, _: u64, _: Play) -> winways_rules::Status {
        winways_rules::Status::Open
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        if let Some(animals) = self.position(rank) {
            let mut add = |_, _, source: Animals| predecessors.push(self.rank(&source));
            self.each_neighbour(&animals, !animals.is_right, true, &mut add);
        }
        true
    }
}

impl RankedBoard for BackslidingStrip {
    fn fingerprint(&self) -> Option<u64> {
        let sizes = [self.cells, self.toads, self.frogs];
        self.is_of_position.then(|| sizes.into_iter().fold(0, |all, size| all << 8 | size as u64))
    }

    fn plays(&self) -> &'static [Play] {
        &Play::BOTH
    }

    fn properties(&self) -> Properties {
        PROPERTIES
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        format!("The player who cannot move {who}; endless play is a draw.")
    }

    fn parse(&self, text: &str) -> Result<Animals, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        let start = scanner.position();
        let (mut toads, mut frogs) = (0u64, 0u64);
        for cell in 0..self.cells {
            match scanner.peek().map(|letter| letter.to_ascii_lowercase()) {
                Some('t') => toads |= 1 << cell,
                Some('f') => frogs |= 1 << cell,
                Some('.') => {}
                _ => {
                    return Err(
                        scanner.unexpected(&format!("expected {} cells of `t`, `f` or `.`", self.cells))
                    );
                }
            }
            scanner.next_char();
        }
        let strip = Span::new(start, scanner.position());
        if (toads.count_ones() as usize, frogs.count_ones() as usize) != (self.toads, self.frogs) {
            let [toads, frogs] = [toads, frogs].map(u64::count_ones);
            let message = format!("the numbers of toads and frogs are {toads} and {frogs}");
            return Err(
                Diagnostic::new(message, strip).label(format!("expected {} and {}", self.toads, self.frogs))
            );
        }
        scanner.skip_space();
        let span = scanner.word_span();
        let is_right = match text[span.range()].to_ascii_lowercase().as_str() {
            "left" | "" => false,
            "right" => true,
            _ => {
                return Err(Diagnostic::new("this is not a player", span)
                    .label(format!("expected `left` or `right` after {} cells", self.cells)));
            }
        };
        scanner.skip_to(span.end);
        scanner.finish("the position")?;
        Ok(Animals { is_right, toads, frogs })
    }

    fn write(&self, animals: &Animals) -> String {
        format!("\"{} {}\"", self.text(animals), if animals.is_right { "right" } else { "left" })
    }

    fn steps(&self, animals: &Animals) -> Vec<Step<Animals>> {
        let mut steps = Vec::new();
        self.each_neighbour(animals, animals.is_right, false, &mut |from, to, after| {
            let [from, to] = [from, to].map(|set: u64| u64::from(set.trailing_zeros()));
            steps.push(Step::new(format!("{}-{}", from + 1, to + 1), [from, to], after));
        });
        steps
    }

    fn figure(&self, animals: &Animals) -> Figure {
        let content = |cell: usize| match BackslidingStrip::letter(animals, cell) {
            't' => Piece::cell(Player::Left, "t"),
            'f' => Piece::cell(Player::Right, "f"),
            _ => Cell::Free,
        };
        Figure::Grid(Grid {
            columns: self.cells as u32,
            cells: (0..self.cells).map(content).collect(),
            names: CellNames::Strip { first: 1 },
            tiling: Tiling::Squares,
        })
    }

    fn alphabet(&self) -> Option<Alphabet> {
        let toad = Letter::piece('t', "toad", Player::Left);
        let frog = Letter::piece('f', "frog", Player::Right);
        Some(Alphabet::fixed([Letter::free(), toad, frog]))
    }

    fn sizes(&self) -> Vec<Size> {
        let [cells, toads, frogs] = [self.cells, self.toads, self.frogs].map(|size| size as u64);
        let sizes = [
            ("cells", cells, (toads + frogs).max(1)..=CELLS),
            ("toads", toads, 0..=cells - frogs),
            ("frogs", frogs, 0..=cells - toads),
        ];
        Size::list(sizes, |[cells, toads, frogs]| Some(format!("backsliding({cells},{toads},{frogs})")))
    }

    fn player(&self, animals: &Animals) -> Player {
        if animals.is_right { Player::Right } else { Player::Left }
    }

    fn start(&self) -> Option<Animals> {
        let toads = (1 << self.toads) - 1;
        let frogs = ((1 << self.frogs) - 1) << (self.cells - self.frogs);
        Some(Animals { is_right: false, toads, frogs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
    use winways_solve::SolvedValue;

    /// An independent implementation of the rules: Left's moves replace parts of the text. Right's moves are their mirror images,
    /// with toads and frogs exchanged.
    struct Words;

    /// Returns the mirror image of a strip, with toads and frogs exchanged.
    fn mirrored(strip: &str) -> String {
        let swap = |letter: char| match letter {
            't' => 'f',
            'f' => 't',
            other => other,
        };
        strip.chars().rev().map(swap).collect()
    }

    impl Twin for Words {
        type State = (String, bool);

        fn read(&self, text: &str) -> (String, bool) {
            let (strip, player) = text.split_once(' ').unwrap();
            (strip.to_owned(), player == "right")
        }

        fn end(&self, state: &(String, bool), play: Play) -> Option<End> {
            let end = if play == Play::Normal { End::Lost } else { End::Won };
            self.options(state).is_empty().then_some(end)
        }

        fn options(&self, (strip, is_right): &(String, bool)) -> Vec<(String, bool)> {
            let strip = if *is_right { mirrored(strip) } else { strip.clone() };
            let mut options = Vec::new();
            for (before, after) in [("t.", ".t"), ("tf.", ".ft"), (".t", "t.")] {
                for at in 0..strip.len() {
                    if let Some(rest) = strip[at..].strip_prefix(before) {
                        let option = format!("{}{after}{rest}", &strip[..at]);
                        options.push((if *is_right { mirrored(&option) } else { option }, !is_right));
                    }
                }
            }
            options
        }
    }

    #[test]
    fn agrees_with_the_rules() {
        for parameter in ["3,1,1", "5,2,2", "4,2,0", "6,1,3", "7,2,2", "7,3,3", "3,3,0", "8,3,2"] {
            let strip = BackslidingStrip::parse(parameter).unwrap();
            check_forms(strip.clone(), 0);
            check_values(&strip, &Words);
        }
    }

    /// With one toad and one frog at the ends of the strip, the player to move wins if and only if the number of cells is even. No
    /// such position is a draw.
    #[test]
    fn one_toad_and_one_frog() {
        for cells in 3..12 {
            let strip = BackslidingStrip::parse(&format!("{cells},1,1")).unwrap();
            let solved = solve(&strip, Play::Normal);
            for player in ["left", "right"] {
                let value = value_of(&strip, &solved, &format!("t{}f {player}", ".".repeat(cells - 2)));
                assert_eq!(matches!(value, SolvedValue::Won(_)), cells % 2 == 0, "{cells} {value}");
                assert_ne!(value, SolvedValue::Drawn);
            }
        }
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        let wrong = |parameter: &str| BackslidingStrip::parse(parameter).unwrap_err();
        assert_eq!(wrong("41,2,2").span.range(), 0..2);
        assert_eq!(
            wrong("5,3,3").to_string(),
            "3 is too large: the limit is 2: expected the number of frogs"
        );
        let strip = BackslidingStrip::parse("5 2 2").unwrap();
        assert_eq!(FixedBoard::name(&strip), "backsliding(5,2,2)");
        let wrong = |text: &str| strip.parse(text).unwrap_err();
        assert_eq!(wrong("tt.f left").to_string(), "unexpected ` `: expected 5 cells of `t`, `f` or `.`");
        assert_eq!(
            wrong("tt.f. left").to_string(),
            "the numbers of toads and frogs are 2 and 1: expected 2 and 2"
        );
        assert_eq!(wrong("tt.ff white").message, "this is not a player");
        assert_eq!(strip.parse("tt.ff").unwrap(), strip.parse("tt.ff left").unwrap());
        let any = AnyStrip.board(&mut Scanner::new("t..f right")).unwrap();
        assert_eq!(any.write(&any.parse("t..f right").unwrap()), "\"t..f right\"");
        assert!(AnyStrip.board(&mut Scanner::new(&".".repeat(41))).is_err());
        assert_eq!(wrong("tt.ff left right").span.range(), 11..16);
    }

    #[test]
    fn moves_are_pairs_of_cells() {
        let strip = BackslidingStrip::parse("5,2,2").unwrap();
        let names = |text: &str| {
            let steps = strip.steps(&strip.parse(text).unwrap());
            steps.into_iter().map(|step| step.name).collect::<Vec<String>>()
        };
        assert_eq!(names("t.tff left"), ["1-2", "3-2"]);
        assert_eq!(names("t.tff right"), ["4-2"]);
        assert_eq!(strip.steps(&strip.parse("t.tff right").unwrap())[0].touches, [3, 1]);
    }
}
