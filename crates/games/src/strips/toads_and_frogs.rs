//! Toads and Frogs: toads go right, frogs go left, by a step or a jump over one opponent.

use winways_kit::Entry;
use winways_kit::any::partizan::Erased;
use winways_kit::boards::bitboard::{CELLS, bits};
use winways_kit::boards::grid;
use winways_kit::{Page, PartizanGame, Theorem};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Component, Options, PartizanRuleset, Play, Side, Sign};
use winways_values::Dyadic;

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(Erased::shared(ToadsAndFrogs)), claims: &[] }];

static PAGE: Page = Page {
    name: "toads-and-frogs",
    title: "Toads and Frogs",
    parameter: None,
    rules: "Toads and frogs sit on strips. Left moves a toad one cell to the right if that cell is empty, or over a frog on \
            it if the cell behind the frog is empty; Right moves frogs to the left in the same way, over toads.",
    notation: "`t` is a toad, `f` a frog, `.` an empty cell; strips, which may differ in length, are separated by `|`, \
               blanks or line breaks; after the cells that can no longer change are cut out, strips of up to 64 cells are \
               possible",
    example: "toads-and-frogs ttt..fff",
    theorems: &[Theorem {
        name: "met no more",
        play: Play::Normal,
        statement: "If no frog is to the right of a toad, the value is the number of steps that the toads can take less \
                    the number of those that the frogs can take: nobody is ever in the other's way.",
    }],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapters 1 and 5 (Toads-and-Frogs)",
        "J. Erickson, New Toads and Frogs results, in Games of No Chance (1996)",
        "T. Thanatipanonda, Further hopping with Toads and Frogs, Electronic Journal of Combinatorics 18 (2011)",
    ],
    known_values: KNOWN,
    range: "all strips of at most N cells",
    default_range: 9,
};

/// Toads and Frogs. A component is a strip without the pieces that can never move again: they are walls.
///
/// ```
/// use winways_games::strips::toads_and_frogs::ToadsAndFrogs;
/// use winways_kit::PartizanGame;
/// // ttff in the middle is stuck for ever, and the toad at the end as well.
/// let position = ToadsAndFrogs.parse("t.fttff.ft")?;
/// assert_eq!(ToadsAndFrogs.write(&position), "\"t.f|.f\"");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogs;

/// A strip of at most 64 cells: bit n is cell n from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    toads: u64,
    frogs: u64,
    length: u8,
}

impl Component for Strip {}

impl PartizanRuleset for ToadsAndFrogs {
    type Component = Strip;

    fn options(&self, strip: &Strip, side: Side, options: &mut Options<Strip>) {
        for (from, to) in strip.moves(side) {
            options.push(strip.after(side, from, to));
        }
    }

    fn option_bound(&self, strip: &Strip) -> u64 {
        u64::from(strip.toads.count_ones().max(strip.frogs.count_ones()))
    }

    /// Seen from behind, with toads and frogs exchanged, a strip is worth the negative.
    fn canonicalise(&self, strip: &mut Strip) -> Sign {
        let reflected = strip.reflected();
        if reflected < *strip {
            *strip = reflected;
            return Sign::Negative;
        }
        Sign::Same
    }

    fn number(&self, strip: &Strip) -> Option<Dyadic> {
        let have_passed = strip.frogs.checked_ilog2() < Some(strip.toads.trailing_zeros());
        have_passed.then(|| {
            let steps = |toads: u64, empty: u64| -> i64 {
                let beyond = |toad: u64| empty & !(toad | (toad - 1));
                bits(toads).map(|toad| i64::from(beyond(toad).count_ones())).sum()
            };
            let back = strip.reflected();
            Dyadic::from(steps(strip.toads, strip.empty()) - steps(back.toads, back.empty()))
        })
    }
}

impl PartizanGame for ToadsAndFrogs {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Strip>, Diagnostic> {
        let mut position = Vec::new();
        for (row, start) in grid::parse_strips(text, "tf.")? {
            for (from, living) in living_stretches(row.as_bytes()) {
                let Some(strip) = Strip::read(living) else {
                    let span = Span::new(start + from, start + from + living.len());
                    let wrong = Diagnostic::new(format!("a strip of {} cells", living.len()), span);
                    return Err(wrong.label(format!("expected at most {CELLS} cells that may still change")));
                };
                position.extend(strip.parts());
            }
        }
        Ok(position)
    }

    fn write(&self, position: &[Strip]) -> String {
        let strips: Vec<String> = position.iter().map(Strip::written).collect();
        format!("\"{}\"", if strips.is_empty() { ".".to_owned() } else { strips.join("|") })
    }

    fn describe_move(&self, from: &Strip, to: &[Strip], side: Side) -> String {
        let leads = |step: &(u64, u64)| from.after(side, step.0, step.1).eq(to.iter().copied());
        let Some((start, end)) = from.moves(side).find(leads) else { return String::new() };
        let (start, end) = (start.trailing_zeros() + 1, end.trailing_zeros() + 1);
        let piece = if side == Side::Left { "toad" } else { "frog" };
        let verb = if start.abs_diff(end) == 1 { "steps" } else { "jumps" };
        format!("{}: {piece} {verb} from cell {start} to cell {end}", from.written())
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Strip>> + '_> {
        let strips = (1..=up_to.min(40)).flat_map(|length| {
            (0..3u64.pow(length as u32)).map(move |mut number| {
                let mut letter = |_| {
                    let letter = b".tf"[(number % 3) as usize];
                    number /= 3;
                    letter
                };
                (0..length).map(&mut letter).collect::<Vec<u8>>()
            })
        });
        Box::new(strips.map(|cells| Strip::read(&cells).into_iter().flat_map(Strip::parts).collect()))
    }
}

impl Strip {
    fn read(cells: &[u8]) -> Option<Strip> {
        let plane = |wanted: u8| {
            let is_wanted = |(number, &cell): (usize, &u8)| u64::from(cell == wanted) << number;
            cells.iter().enumerate().map(is_wanted).fold(0, |plane, bit| plane | bit)
        };
        (cells.len() <= CELLS).then(|| Strip {
            toads: plane(b't'),
            frogs: plane(b'f'),
            length: cells.len() as u8,
        })
    }

    /// How many cells it has.
    pub fn length(&self) -> u8 {
        self.length
    }

    /// The pieces of `side`.
    pub fn of(&self, side: Side) -> u64 {
        if side == Side::Left { self.toads } else { self.frogs }
    }

    fn empty(&self) -> u64 {
        mask(self.length.into()) & !(self.toads | self.frogs)
    }

    /// From which cell to which `side` may move.
    fn moves(&self, side: Side) -> impl Iterator<Item = (u64, u64)> + use<> {
        let (empty, toads, frogs) = (self.empty(), self.toads, self.frogs);
        let (steps, jumps) = match side {
            Side::Left => (toads & empty >> 1, toads & frogs >> 1 & empty >> 2),
            Side::Right => (frogs & empty << 1, frogs & toads << 1 & empty << 2),
        };
        let go = move |from: u64, by: u32| match side {
            Side::Left => (from, from << by),
            Side::Right => (from, from >> by),
        };
        bits(steps | jumps).map(move |from| go(from, if steps & from != 0 { 1 } else { 2 }))
    }

    fn after(&self, side: Side, from: u64, to: u64) -> impl Iterator<Item = Strip> + use<> {
        let (mut toads, mut frogs) = (self.toads, self.frogs);
        *(if side == Side::Left { &mut toads } else { &mut frogs }) ^= from | to;
        Strip { toads, frogs, length: self.length }.parts()
    }

    /// Read from right to left, with toads and frogs exchanged.
    fn reflected(&self) -> Strip {
        let back = |cells: u64| cells.reverse_bits().checked_shr(64 - u32::from(self.length)).unwrap_or(0);
        Strip { toads: back(self.frogs), frogs: back(self.toads), length: self.length }
    }

    /// The pieces that may move one day: a piece is stuck for ever if all that is in its way is.
    fn living(&self) -> u64 {
        let empty = self.empty();
        let mut alive = 0;
        loop {
            let open = empty | alive;
            let stuck_toads = self.toads & !alive;
            let stuck_frogs = self.frogs & !alive;
            let toads = self.toads & (open >> 1 | stuck_frogs >> 1 & open >> 2);
            let frogs = self.frogs & (open << 1 | stuck_toads << 1 & open << 2);
            if alive | toads | frogs == alive {
                return alive;
            }
            alive |= toads | frogs;
        }
    }

    /// The stretches between pieces that are stuck for ever, those with no living piece left out.
    fn parts(self) -> impl Iterator<Item = Strip> {
        let alive = self.living();
        let mut rest = alive | self.empty();
        std::iter::from_fn(move || {
            while rest != 0 {
                let first = rest.trailing_zeros();
                let length = (rest >> first).trailing_ones();
                let stretch = mask(length) << first;
                rest &= !stretch;
                if alive & stretch != 0 {
                    let cut = |cells: u64| (cells & stretch) >> first;
                    return Some(Strip {
                        toads: cut(self.toads),
                        frogs: cut(self.frogs),
                        length: length as u8,
                    });
                }
            }
            None
        })
    }

    fn written(&self) -> String {
        let letter = |cell: u8| match (self.toads >> cell & 1, self.frogs >> cell & 1) {
            (1, _) => 't',
            (_, 1) => 'f',
            _ => '.',
        };
        (0..self.length).map(letter).collect()
    }
}

fn mask(length: u32) -> u64 {
    u64::MAX.checked_shr(64 - length).unwrap_or(0)
}

/// The stretches of a strip of any length between pieces that are stuck for ever, with where they begin; those without
/// a piece are left out.
///
/// The same as [`Strip::living`], cell by cell: whoever may move sets its neighbours free. O(length).
fn living_stretches(cells: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut is_open: Vec<bool> = cells.iter().map(|&cell| cell == b'.').collect();
    let mut waiting: Vec<usize> = (0..cells.len()).filter(|&cell| is_open[cell]).collect();
    while let Some(open) = waiting.pop() {
        // Who may come here: the neighbours, and the next but one over a piece of the other kind.
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
        let found = (start, &cells[start..start + length]);
        start += length;
        Some(found)
    });
    stretches.filter(|(_, cells)| cells.iter().any(|&cell| cell != b'.'))
}

/// Small positions with their values: those of the sources, and others that are worked out by hand from the rules.
const KNOWN: &[(&str, &str)] = &[
    (".", "0"),
    ("t.", "1"),
    ("t.f", "*"),
    ("tf.", "0"),
    ("tt.ff", "*"),
    ("t..f", "0"),
    ("ttt.fff", "*"),
    ("tt.f", "{1/2|0}"),
    ("ttt.f", "{{1|1}|0}"),
    ("tttt.f", "{{2|1}|0}"),
    ("t...f", "*"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_kit::testing::sums::{Boards, Sums, terms};

    /// Straight from the rules, on whole strips.
    fn brute_moves(strip: &[u8], side: Side) -> Vec<Vec<u8>> {
        if side == Side::Right {
            let turn = |strip: &[u8]| -> Vec<u8> {
                let exchange = |&cell: &u8| match cell {
                    b't' => b'f',
                    b'f' => b't',
                    other => other,
                };
                strip.iter().rev().map(exchange).collect()
            };
            return brute_moves(&turn(strip), Side::Left).iter().map(|strip| turn(strip)).collect();
        }
        let mut found = Vec::new();
        for cell in 0..strip.len() {
            let step = strip[cell..].starts_with(b"t.").then_some(1);
            let jump = strip[cell..].starts_with(b"tf.").then_some(2);
            if let Some(by) = step.or(jump) {
                let mut next = strip.to_vec();
                next.swap(cell, cell + by);
                found.push(next);
            }
        }
        found
    }

    fn strip(most: usize) -> impl Strategy<Value = Vec<u8>> {
        let cell = prop_oneof![3 => Just(b't'), 3 => Just(b'f'), 2 => Just(b'.')];
        proptest::collection::vec(cell, 1..=most)
    }

    fn parse(strip: &[u8]) -> Vec<Strip> {
        ToadsAndFrogs.parse(std::str::from_utf8(strip).unwrap()).unwrap()
    }

    proptest! {
        #[test]
        fn components_play_like_whole_strips(strip in strip(16)) {
            let (mut whole, mut sums) = (Boards::new(|strip: &Vec<u8>, side| brute_moves(strip, side)), Sums::new(&ToadsAndFrogs));
            for side in Side::BOTH {
                let found = sums.wins(&terms(&parse(&strip)), side);
                prop_assert_eq!(found, whole.wins(&strip, side), "{:?}", side);
            }
        }

        #[test]
        fn representatives_have_the_value(strip in strip(8)) {
            for strip in parse(&strip) {
                Sums::new(&ToadsAndFrogs).check_component(&strip);
            }
        }

        #[test]
        fn long_strips_are_cut_like_short_ones(strip in strip(64)) {
            let position = parse(&strip);
            prop_assert_eq!(&position, &Strip::read(&strip).unwrap().parts().collect::<Vec<_>>());
            let written = ToadsAndFrogs.write(&position);
            prop_assert_eq!(parse(written.trim_matches('"').as_bytes()), position);
        }
    }

    #[test]
    fn what_has_passed_is_a_number() {
        for position in ToadsAndFrogs.positions(7) {
            for strip in position {
                Sums::new(&ToadsAndFrogs).check_component(&strip);
            }
        }
    }

    #[test]
    fn moves_are_reported_and_long_strips_refused() {
        let strip = parse(b"t.tf.")[0];
        let mut options = Options::new();
        ToadsAndFrogs.options(&strip, Side::Left, &mut options);
        let told: Vec<String> =
            options.iter().map(|to| ToadsAndFrogs.describe_move(&strip, to, Side::Left)).collect();
        assert_eq!(
            told,
            ["t.tf.: toad steps from cell 1 to cell 2", "t.tf.: toad jumps from cell 3 to cell 5"]
        );
        let long = format!("ff{}", "t.f".repeat(22));
        let wrong = ToadsAndFrogs.parse(&long).unwrap_err();
        assert_eq!((wrong.message.as_str(), wrong.span.range()), ("a strip of 66 cells", 2..68));
        assert!(ToadsAndFrogs.parse(&"ttff".repeat(1000)).unwrap().is_empty());
        assert_eq!(ToadsAndFrogs.parse("t.fx").unwrap_err().span.range(), 3..4);
    }
}
