//! Games defined by rule files with bounds. Play may be endless, so positions within the bounds are ranked for
//! retrograde analysis.

use crate::BoundedRules;
use crate::about::{FileHeaders, fingerprint};
use crate::tuples::{MAX_TUPLE_LEN, NOTHING, NumberTuple, Tuple, Tuples};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use winways_kit::any::ranked::RankedGame;
use winways_kit::view::{Figure, View};
use winways_kit::{About, Ending, Page, Properties, RankedBoard, RuleBoard, Step};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{Component, End, Play, Player, RankedRuleset, Status};

/// A game with bounds. It has a single board, which contains all positions within the bounds.
pub(crate) struct BoundedGame {
    board: BoundedBoard,
}

/// The board of all components within the bounds, combined with the player to move if that matters.
///
/// The rank of a position is side · components + c. Here c is the index of the component, whose first number is the most
/// significant digit. The empty position, if a move can reach it, comes last. If there are more than [`MOST_RANKS`] positions
/// within the bounds, positions get their ranks in the order in which they are first met.
#[derive(Clone)]
pub(crate) struct BoundedBoard {
    data: Arc<BoardData>,
    /// The number of positions, at most [`MOST_RANKS`].
    ranks: u64,
    /// The positions met so far, on a board with too many positions.
    met: Option<Arc<Mutex<MetPositions>>>,
}

struct BoardData {
    rules: BoundedRules,
    tuples: Tuples<Tuple<MAX_TUPLE_LEN>>,
    headers: FileHeaders,
}

/// The positions that have ranks, on a board with too many positions.
#[derive(Default)]
struct MetPositions {
    ranks: HashMap<BoundedPosition, u64>,
    positions: Vec<BoundedPosition>,
}

/// The maximum number of positions on a board whose ranks are computed from the numbers of a position.
const MOST_RANKS: u64 = 1 << 62;

/// A position: the remaining component, and the player to move if that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoundedPosition {
    /// `true` if Right is to move; always `false` in impartial games.
    is_right: bool,
    /// The remaining component, or `None` if nothing is left.
    component: Option<Tuple<MAX_TUPLE_LEN>>,
}

impl Component for BoundedPosition {}

impl BoundedGame {
    /// Creates the game from rules on components of at most [`MAX_TUPLE_LEN`] numbers.
    pub(crate) fn new(rules: BoundedRules, headers: FileHeaders) -> Self {
        let tuples = Tuples::new(headers.names.clone(), &[]);
        BoundedGame { board: BoundedBoard::new(Arc::new(BoardData { rules, tuples, headers })) }
    }

    fn headers(&self) -> &FileHeaders {
        &self.board.data.headers
    }
}

impl RankedGame for BoundedGame {
    type Board = BoundedBoard;

    fn page(&self) -> &'static Page {
        self.headers().about.page
    }

    fn name(&self) -> String {
        self.headers().about.name.clone()
    }

    fn about(&self) -> About {
        self.headers().about.clone()
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<BoundedBoard, Diagnostic> {
        Ok(BoundedBoard::new(self.board.data.clone()))
    }

    fn properties(&self) -> Properties {
        RankedBoard::properties(&self.board)
    }

    fn boards(&self, _: u64) -> Box<dyn Iterator<Item = BoundedBoard> + '_> {
        Box::new(std::iter::once(self.board.clone()))
    }
}

impl BoardData {
    /// Returns the number of positions, if it is at most [`MOST_RANKS`].
    fn ranks(&self) -> Option<u64> {
        let numbers = self.rules.greatest().iter();
        let tuples = numbers.map(|most| most + 1).try_fold(1u64, u64::checked_mul)?;
        let components = tuples.checked_add(self.rules.leaves_nothing().into())?;
        components.checked_mul(1 + u64::from(self.rules.is_partizan())).filter(|&ranks| ranks <= MOST_RANKS)
    }
}

impl BoundedBoard {
    /// Creates the board. No position has been met yet.
    fn new(data: Arc<BoardData>) -> Self {
        let ranks = data.ranks();
        let met = if ranks.is_none() { Some(Arc::default()) } else { None };
        BoundedBoard { data, ranks: ranks.unwrap_or(MOST_RANKS), met }
    }

    fn rules(&self) -> &BoundedRules {
        &self.data.rules
    }

    /// Returns the positions met so far, if their order determines the ranks.
    fn met(&self) -> Option<MutexGuard<'_, MetPositions>> {
        self.met.as_ref().map(|met| met.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the number of components, including the empty position if it can be reached.
    fn components(&self) -> u64 {
        self.ranks / (1 + u64::from(self.rules().is_partizan()))
    }

    /// Creates a component from its numbers.
    fn component(&self, numbers: &[u64]) -> Option<Tuple<MAX_TUPLE_LEN>> {
        self.data.tuples.components(numbers).next()
    }

    /// Calls `found` with the option of every move. Several moves may lead to the same option.
    fn each_option(&self, position: &BoundedPosition, found: &mut dyn FnMut(BoundedPosition)) {
        let Some(component) = &position.component else { return };
        let is_right = self.rules().is_partizan() && !position.is_right;
        self.rules().options(
            usize::from(position.is_right),
            &self.data.tuples.numbers(component),
            |option| {
                found(BoundedPosition { is_right, component: self.component(option) });
            },
        );
    }
}

impl RankedRuleset for BoundedBoard {
    type Position = BoundedPosition;

    fn layers(&self) -> Vec<u64> {
        vec![self.components() * (1 + u64::from(self.rules().is_partizan()))]
    }

    fn rank(&self, position: &BoundedPosition) -> u64 {
        if let Some(mut met) = self.met() {
            return met.rank(position);
        }
        let side = if position.is_right { self.components() } else { 0 };
        let Some(component) = &position.component else { return side + self.components() - 1 };
        let numbers = self.data.tuples.numbers(component);
        let numbers = numbers.iter().zip(self.rules().greatest());
        side + numbers.fold(0, |rank, (number, most)| rank * (most + 1) + number)
    }

    fn position(&self, rank: u64) -> Option<BoundedPosition> {
        if let Some(met) = self.met() {
            return met.positions.get(usize::try_from(rank).ok()?).copied();
        }
        let (is_right, mut rest) = (rank >= self.components(), rank % self.components());
        if self.rules().leaves_nothing() && rest + 1 == self.components() {
            return Some(BoundedPosition { is_right, component: None });
        }
        let mut numbers = [0; MAX_TUPLE_LEN];
        for (number, most) in numbers.iter_mut().zip(self.rules().greatest()).rev() {
            (*number, rest) = (rest % (most + 1), rest / (most + 1));
        }
        Some(BoundedPosition { is_right, component: Some(Tuple::of(&numbers)) })
    }

    fn end(&self, _: &BoundedPosition, _: Play) -> Option<End> {
        None
    }

    fn status(&self, _: u64, _: Play) -> Status {
        Status::Open
    }

    fn options(&self, position: &BoundedPosition, options: &mut Vec<BoundedPosition>) {
        self.each_option(position, &mut |option| options.push(option));
    }

    fn turned(&self, rank: u64) -> Option<u64> {
        let position = self.position(rank).filter(|_| self.rules().is_partizan())?;
        Some(self.rank(&BoundedPosition { is_right: !position.is_right, ..position }))
    }

    fn kept_bytes(&self) -> u64 {
        self.met().map_or(0, |met| met.bytes())
    }
}

impl MetPositions {
    /// Returns the rank of a position. Assigns the next rank if the position has none.
    fn rank(&mut self, position: &BoundedPosition) -> u64 {
        let next = self.positions.len() as u64;
        let rank = *self.ranks.entry(*position).or_insert(next);
        if rank == next {
            self.positions.push(*position);
        }
        rank
    }

    /// Returns the memory in bytes. A container that is nearly full counts three times, since the old and the new allocation exist
    /// together while it grows.
    fn bytes(&self) -> u64 {
        let entries =
            |len: usize, capacity: usize| if len >= capacity / 8 * 7 { 3 * capacity } else { capacity };
        let listed = entries(self.positions.len(), self.positions.capacity()) * size_of::<BoundedPosition>();
        let found =
            entries(self.ranks.len(), self.ranks.capacity()) * size_of::<(BoundedPosition, u64, u8)>();
        (listed + found) as u64
    }
}

impl RankedBoard for BoundedBoard {
    /// Returns a hash of the rules, since files with the same name may have different rules.
    fn fingerprint(&self) -> Option<u64> {
        Some(fingerprint(&self.data.headers.about.identity))
    }

    /// Returns `true`: if few positions are reachable from a position, the analysis is limited to them.
    fn is_sparse(&self) -> bool {
        true
    }

    fn has_lasting_ranks(&self) -> bool {
        self.met.is_none()
    }

    fn rule_board(&self) -> Option<RuleBoard> {
        Some(RuleBoard { rules: self.data.headers.text.clone()?, board: String::new() })
    }

    fn plays(&self) -> &'static [Play] {
        match self.data.headers.about.play {
            Play::Normal => &[Play::Normal, Play::Misere],
            Play::Misere => &[Play::Misere, Play::Normal],
        }
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: !self.rules().is_partizan(), may_cycle: true, ending: Ending::NoMove }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        format!("The player who cannot move {who}; endless play is a draw.")
    }

    fn parse(&self, text: &str) -> Result<BoundedPosition, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_separators();
        let word = scanner.word_span();
        let component = if self.rules().leaves_nothing() && &text[word.range()] == NOTHING {
            scanner.skip_to(word.end);
            None
        } else {
            let mut numbers = [0; MAX_TUPLE_LEN];
            for (number, &most) in numbers.iter_mut().zip(self.rules().greatest()) {
                scanner.skip_separators();
                *number = scanner.number_in("a number within its bounds", 0, most)?;
            }
            Some(Tuple::of(&numbers))
        };
        scanner.skip_separators();
        let is_right = self.rules().is_partizan() && {
            let word = scanner.word_span();
            scanner.skip_to(word.end);
            match text[word.range()].to_ascii_lowercase().as_str() {
                "left" => false,
                "right" => true,
                _ => {
                    return Err(Diagnostic::new("the player to move is missing", word)
                        .label("expected `left` or `right` after the numbers"));
                }
            }
        };
        scanner.finish("the position")?;
        Ok(BoundedPosition { is_right, component })
    }

    fn write(&self, position: &BoundedPosition) -> String {
        let numbers = match &position.component {
            Some(component) => self.data.tuples.write(&[*component]),
            None => NOTHING.to_owned(),
        };
        match (self.rules().is_partizan(), position.is_right) {
            (false, _) if position.component.is_some() => numbers,
            (false, _) => format!("\"{numbers}\""),
            (true, false) => format!("\"{numbers} left\""),
            (true, true) => format!("\"{numbers} right\""),
        }
    }

    fn steps(&self, position: &BoundedPosition) -> Vec<Step<BoundedPosition>> {
        let (Some(from), tuples) = (&position.component, &self.data.tuples) else { return Vec::new() };
        let mut after: Vec<BoundedPosition> = Vec::new();
        self.each_option(position, &mut |option| {
            if !after.contains(&option) {
                after.push(option);
            }
        });
        let step = |option: BoundedPosition| {
            let to = option.component.as_slice();
            let touches = tuples.touches(&[*from], 0, to).into_iter().map(|touch| touch.element);
            Step::new(tuples.describe_move(from, to), touches.collect::<Vec<u64>>(), option)
        };
        after.into_iter().map(step).collect()
    }

    fn figure(&self, position: &BoundedPosition) -> Figure {
        let View { mut figures, .. } = self.data.tuples.view(position.component.as_slice());
        figures.pop().unwrap_or_else(|| Figure::named_heaps([]))
    }

    fn player(&self, position: &BoundedPosition) -> Player {
        match (self.rules().is_partizan(), position.is_right) {
            (false, _) => Player::Either,
            (true, false) => Player::Left,
            (true, true) => Player::Right,
        }
    }

    fn usual_start(&self) -> Option<BoundedPosition> {
        Some(BoundedPosition { is_right: false, component: self.component(self.rules().greatest()) })
    }
}

#[cfg(test)]
mod tests;
