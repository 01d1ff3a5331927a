//! Boards and positions, their ranks and their notation.

use super::sowing::Turn;
use winways_kit::boards::combinations::{set_of_rank, sets_of};
use winways_kit::view::{Figure, Heap, Heaps, Size};
use winways_kit::{Ending, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Objective, Play, Player, RankedRuleset};

/// The greatest number of stones.
const STONES: u64 = 48;
/// The greatest number of pits in both rows together.
const PITS: usize = 12;

/// Awari with up to a given number of stones on the board.
///
/// This is a game of points. There is one layer for each number of stones left on the board. Within a layer, a rank identifies the
/// stones in the pits, starting with the mover's row. Exchanging the rows and the player to move does not change the rank.
///
/// ```
/// use winways_games::ranked::awari::Awari;
/// use winways_rules::RankedRuleset;
/// let awari = Awari::parse("2")?;
/// // Nothing on the board; one stone; two.
/// assert_eq!(awari.layers(), [1, 12, 78]);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awari {
    stones: u8,
    /// The number of pits in each row.
    pits: usize,
    /// The first rank of each layer, and the end of the last layer.
    firsts: Vec<u64>,
}

/// The stones in the pits, from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AwariPosition {
    /// `true` if North is to move.
    pub(super) is_north: bool,
    /// The mover's pits in the order of sowing, then those of the opponent. Unused entries are 0.
    pub(super) pits: [u8; PITS],
}

impl Component for AwariPosition {}

impl Awari {
    /// Reads the number of stones, and optionally the number of pits in a row, by default 6: `12`, `8,3`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at a number that is out of range.
    pub fn parse(parameter: &str) -> Result<Awari, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let stones = scanner.next_number("the number of stones", 1, STONES)?;
        scanner.skip_separators();
        let most = PITS as u64 / 2;
        let pits = match scanner.is_at_end() {
            true => most,
            false => scanner.number_in("the number of pits in a row", 1, most)?,
        };
        scanner.finish("the number of pits")?;
        Ok(Awari::new(stones as u8, pits as usize))
    }

    fn new(stones: u8, pits: usize) -> Awari {
        let mut awari = Awari { stones, pits, firsts: vec![0] };
        for left in 0..=stones {
            let end = awari.firsts[usize::from(left)] + awari.boards(left);
            awari.firsts.push(end);
        }
        awari
    }

    pub(super) fn pits(&self) -> usize {
        self.pits
    }

    pub(super) fn stones(&self) -> u8 {
        self.stones
    }

    /// Returns the number of ways to distribute the stones over the pits.
    fn boards(&self, stones: u8) -> u64 {
        let walls = 2 * self.pits - 1;
        sets_of(usize::from(stones) + walls, walls)
    }

    /// Returns South's pits and North's pits.
    fn by_player(position: &AwariPosition, row: usize) -> [&[u8]; 2] {
        let rows = [&position.pits[..row], &position.pits[row..2 * row]];
        if position.is_north { [rows[1], rows[0]] } else { rows }
    }

    fn position_of(&self, south: &[u8], north: &[u8], is_north: bool) -> AwariPosition {
        let mut pits = [0; PITS];
        let (own, others) = if is_north { (north, south) } else { (south, north) };
        pits[..self.pits].copy_from_slice(own);
        pits[self.pits..2 * self.pits].copy_from_slice(others);
        AwariPosition { is_north, pits }
    }
}

impl RankedRuleset for Awari {
    type Position = AwariPosition;

    fn layers(&self) -> Vec<u64> {
        self.firsts.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    /// Ranks the board as a set (stars and bars): a wall separates the stones of neighbouring pits.
    fn rank(&self, position: &AwariPosition) -> u64 {
        let (walls, mut before, mut number) = (2 * self.pits - 1, 0, 0);
        for (wall, &stones) in position.pits[..walls].iter().enumerate() {
            before += usize::from(stones);
            number += sets_of(before + wall, wall + 1);
        }
        self.firsts[before + usize::from(position.pits[walls])] + number
    }

    fn position(&self, rank: u64) -> Option<AwariPosition> {
        let left = self.firsts[1..].partition_point(|&end| end <= rank) as u8;
        if left > self.stones {
            return None;
        }
        let size = 2 * self.pits - 1;
        let number = rank - self.firsts[usize::from(left)];
        let mut walls = set_of_rank(number, size, usize::from(left) + size);
        let mut pits = [0; PITS];
        let mut before = 0;
        for stones in &mut pits[..size] {
            *stones = walls.trailing_zeros() as u8 - before;
            before += *stones + 1;
            walls &= walls.wrapping_sub(1);
        }
        pits[size] = left + size as u8 - before;
        Some(AwariPosition { is_north: false, pits })
    }

    fn end(&self, position: &AwariPosition, _: Play) -> Option<End> {
        match self.turn(position) {
            Turn::Moves => None,
            Turn::TakesAll => Some(End::Won),
            Turn::GivesAll => Some(End::Lost),
        }
    }

    fn options(&self, position: &AwariPosition, options: &mut Vec<AwariPosition>) {
        options.extend((0..self.pits).filter_map(|from| self.sown(position, from)));
    }

    /// Returns `false`: different moves empty different pits.
    fn repeats(&self) -> bool {
        false
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        if let Some(position) = self.position(rank) {
            let options = (0..self.pits).filter_map(|from| self.sown(&position, from));
            moves.extend(options.map(|option| self.rank(&option)));
        }
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        if let Some(position) = self.position(rank) {
            self.each_source(&position, &mut |source| predecessors.push(self.rank(&source)));
        }
        true
    }

    fn objective(&self) -> Objective {
        Objective::Points
    }
}

impl RankedBoard for Awari {
    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: true, ending: Ending::Points }
    }

    fn ending_rule(&self, _: Play) -> String {
        "A player who has stones but cannot leave the opponent a stone captures all remaining stones. If the player to move \
         has no stones, the opponent captures them. The player who has captured more stones wins. If play never ends, the \
         players share the remaining stones."
            .to_owned()
    }

    fn parse(&self, text: &str) -> Result<AwariPosition, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let most = u64::from(self.stones);
        let mut pits = [0; PITS];
        for pit in &mut pits[..2 * self.pits] {
            *pit = scanner.next_number("the stones of a pit", 0, most)? as u8;
        }
        scanner.skip_separators();
        let count: u64 = pits.iter().map(|&stones| u64::from(stones)).sum();
        if count > most {
            let message = format!("there are {count} stones");
            return Err(Diagnostic::new(message, Span::new(0, scanner.position()))
                .label(format!("expected at most {most}")));
        }
        let span = scanner.word_span();
        let player = scanner.take_while(|letter| letter.is_ascii_alphabetic());
        let is_north = match player.to_ascii_lowercase().as_str() {
            "north" => true,
            "south" => false,
            "" if scanner.is_at_end() => false,
            "" if span.range().is_empty() => {
                return Err(scanner.unexpected("expected `south` or `north`, who is to move"));
            }
            _ => {
                let word = &text[span.range()];
                return Err(Diagnostic::new(format!("`{word}` is not a player"), span)
                    .label("expected `south` or `north`, who is to move"));
            }
        };
        scanner.finish("the position")?;
        let (south, north) = pits[..2 * self.pits].split_at(self.pits);
        Ok(self.position_of(south, north, is_north))
    }

    fn write(&self, position: &AwariPosition) -> String {
        let [south, north] = Awari::by_player(position, self.pits);
        let text: String = south.iter().chain(north).map(|stones| format!("{stones} ")).collect();
        format!("\"{text}{}\"", if position.is_north { "north" } else { "south" })
    }

    /// Lists the moves. Each touches the pit that it empties.
    fn steps(&self, position: &AwariPosition) -> Vec<Step<AwariPosition>> {
        let first = if position.is_north { self.pits } else { 0 };
        let step = |pit: usize| {
            let after = self.sown(position, pit)?;
            Some(Step::new(format!("pit {}", pit + 1), [(first + pit) as u64], after))
        };
        (0..self.pits).filter_map(step).collect()
    }

    /// Draws the pits of South, then those of North, both in the order of sowing.
    fn figure(&self, position: &AwariPosition) -> Figure {
        let mut heaps = Vec::new();
        for (row, player) in Awari::by_player(position, self.pits).into_iter().zip(self.players()) {
            let heap = |(pit, &stones): (usize, &u8)| Heap {
                tokens: u64::from(stones),
                label: format!("{player} {}", pit + 1),
            };
            heaps.extend(row.iter().enumerate().map(heap));
        }
        Figure::Heaps(Heaps { heaps, lie_in_rows: false, are_pits: true })
    }

    fn sizes(&self) -> Vec<Size> {
        let sizes = [
            ("stones", self.stones.into(), 1..=STONES),
            ("pits in a row", self.pits as u64, 1..=PITS as u64 / 2),
        ];
        Size::list(sizes, |[stones, pits]| Some(format!("awari({stones},{pits})")))
    }

    fn player(&self, position: &AwariPosition) -> Player {
        if position.is_north { Player::Right } else { Player::Left }
    }

    fn players(&self) -> [&'static str; 2] {
        ["South", "North"]
    }

    /// Returns the position with equally many stones in every pit, if possible.
    fn start(&self) -> Option<AwariPosition> {
        let pits = 2 * self.pits;
        let each = usize::from(self.stones) / pits;
        (each * pits == usize::from(self.stones)).then(|| {
            let row = vec![each as u8; self.pits];
            self.position_of(&row, &row, false)
        })
    }

    /// Spreads the stones evenly. If stones remain, the first pits have one more each, starting with South's.
    fn usual_start(&self) -> Option<AwariPosition> {
        let (stones, pits) = (usize::from(self.stones), 2 * self.pits);
        let pit = |pit: usize| (stones / pits + usize::from(pit < stones % pits)) as u8;
        let (own, other): (Vec<u8>, Vec<u8>) =
            ((0..self.pits).map(pit).collect(), (self.pits..pits).map(pit).collect());
        Some(self.position_of(&own, &other, false))
    }
}
