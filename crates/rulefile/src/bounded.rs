//! Games told by rule files that may go on for ever: their components, within stated bounds, are numbered for retrograde analysis.

use crate::BoundedRules;
use crate::about::{About, fingerprint};
use crate::tuples::{MOST, Tuple, Tuples};
use std::sync::Arc;
use winways_kit::any::ranked::RankedGame;
use winways_kit::view::{Figure, View};
use winways_kit::{Ending, Page, Properties, RankedBoard, RuleBoard, Step};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{Component, End, Play, Player, RankedRuleset, Status};

/// The game; it has one board, that of its bounds.
pub(crate) struct BoundedGame {
    board: BoundedBoard,
}

/// All components within the bounds, each with whose turn it is where that matters.
///
/// A rank is (side · components + c): c counts the components, the first number leading, and nothing, if a move may leave it,
/// comes last.
#[derive(Clone)]
pub(crate) struct BoundedBoard(Arc<Told>);

struct Told {
    rules: BoundedRules,
    tuples: Tuples<MOST>,
    about: About,
}

/// What is left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// Never where both players have the same moves.
    is_right: bool,
    /// Nothing may be left.
    component: Option<Tuple<MOST>>,
}

impl Component for Place {}

impl BoundedGame {
    /// The game of rules on components of at most [`MOST`] numbers.
    pub(crate) fn new(rules: BoundedRules, about: About) -> Self {
        let tuples = Tuples::new(about.names.clone());
        BoundedGame { board: BoundedBoard(Arc::new(Told { rules, tuples, about })) }
    }

    fn about(&self) -> &About {
        &self.board.0.about
    }
}

impl RankedGame for BoundedGame {
    type Board = BoundedBoard;

    fn page(&self) -> &'static Page {
        self.about().page
    }

    fn name(&self) -> String {
        self.about().name.clone()
    }

    fn title(&self) -> &str {
        &self.about().title
    }

    fn rules(&self) -> &str {
        &self.about().rules
    }

    fn notation(&self) -> &str {
        &self.about().notation
    }

    fn sources(&self) -> Vec<&str> {
        self.about().sources.iter().map(String::as_str).collect()
    }

    fn play(&self) -> Play {
        self.about().play
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<BoundedBoard, Diagnostic> {
        Ok(self.board.clone())
    }

    fn properties(&self) -> Properties {
        RankedBoard::properties(&self.board)
    }

    fn boards(&self, _: u64) -> Box<dyn Iterator<Item = BoundedBoard> + '_> {
        Box::new(std::iter::once(self.board.clone()))
    }
}

impl BoundedBoard {
    fn rules(&self) -> &BoundedRules {
        &self.0.rules
    }

    /// How many components there are, nothing included.
    fn components(&self) -> u64 {
        let tuples: u64 = self.rules().greatest().iter().map(|most| most + 1).product();
        tuples + u64::from(self.rules().leaves_nothing())
    }

    /// The component of these numbers.
    fn component(&self, numbers: &[u64]) -> Option<Tuple<MOST>> {
        self.0.tuples.components(numbers).next()
    }

    /// A position's moves; several may lead to one position.
    fn each_option(&self, place: &Place, found: &mut dyn FnMut(Place)) {
        let Some(component) = &place.component else { return };
        let is_right = self.rules().is_partizan() && !place.is_right;
        self.rules().options(usize::from(place.is_right), self.0.tuples.numbers(component), |option| {
            found(Place { is_right, component: self.component(option) });
        });
    }
}

impl RankedRuleset for BoundedBoard {
    type Position = Place;

    fn layers(&self) -> Vec<u64> {
        vec![self.components() * (1 + u64::from(self.rules().is_partizan()))]
    }

    fn rank(&self, place: &Place) -> u64 {
        let side = if place.is_right { self.components() } else { 0 };
        let Some(component) = &place.component else { return side + self.components() - 1 };
        let numbers = self.0.tuples.numbers(component).iter().zip(self.rules().greatest());
        side + numbers.fold(0, |rank, (number, most)| rank * (most + 1) + number)
    }

    fn position(&self, rank: u64) -> Option<Place> {
        let (is_right, mut rest) = (rank >= self.components(), rank % self.components());
        if self.rules().leaves_nothing() && rest + 1 == self.components() {
            return Some(Place { is_right, component: None });
        }
        let mut component = Tuple([0; MOST]);
        for (number, most) in component.0.iter_mut().zip(self.rules().greatest()).rev() {
            (*number, rest) = (rest % (most + 1), rest / (most + 1));
        }
        Some(Place { is_right, component: Some(component) })
    }

    fn end(&self, _: &Place, _: Play) -> Option<End> {
        None
    }

    fn status(&self, _: u64, _: Play) -> Status {
        Status::Open
    }

    fn options(&self, place: &Place, options: &mut Vec<Place>) {
        self.each_option(place, &mut |option| options.push(option));
    }
}

impl RankedBoard for BoundedBoard {
    /// Files of one name may have different rules.
    fn fingerprint(&self) -> Option<u64> {
        Some(fingerprint(&self.0.about.identity))
    }

    fn rule_board(&self) -> Option<RuleBoard> {
        Some(RuleBoard { rules: self.0.about.text.clone()?, board: String::new() })
    }

    fn plays(&self) -> &'static [Play] {
        match self.0.about.play {
            Play::Normal => &[Play::Normal, Play::Misere],
            Play::Misere => &[Play::Misere, Play::Normal],
        }
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: !self.rules().is_partizan(), may_cycle: true, ending: Ending::NoMove }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        format!("The player who cannot move {who}; play without end is a draw.")
    }

    fn parse(&self, text: &str) -> Result<Place, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_separators();
        let word = scanner.word_span();
        let component = if self.rules().leaves_nothing() && &text[word.range()] == "nothing" {
            scanner.skip_to(word.end);
            None
        } else {
            let mut component = Tuple([0; MOST]);
            for (number, &most) in component.0.iter_mut().zip(self.rules().greatest()) {
                scanner.skip_separators();
                *number = scanner.number_in("a number within its bounds", 0, most)?;
            }
            Some(component)
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
        Ok(Place { is_right, component })
    }

    fn write(&self, place: &Place) -> String {
        let numbers = match &place.component {
            Some(component) => self.0.tuples.write(&[*component]),
            None => "nothing".to_owned(),
        };
        match (self.rules().is_partizan(), place.is_right) {
            (false, _) if place.component.is_some() => numbers,
            (false, _) => format!("\"{numbers}\""),
            (true, false) => format!("\"{numbers} left\""),
            (true, true) => format!("\"{numbers} right\""),
        }
    }

    fn steps(&self, place: &Place) -> Vec<Step<Place>> {
        let (Some(from), tuples) = (&place.component, &self.0.tuples) else { return Vec::new() };
        let mut after: Vec<Place> = Vec::new();
        self.each_option(place, &mut |option| {
            if !after.contains(&option) {
                after.push(option);
            }
        });
        let step = |option: Place| {
            let to = option.component.as_slice();
            let touches = tuples.touches(&[*from], 0, to).into_iter().map(|touch| touch.element);
            Step::new(tuples.describe_move(from, to), touches.collect::<Vec<u64>>(), option)
        };
        after.into_iter().map(step).collect()
    }

    fn figure(&self, place: &Place) -> Figure {
        let View { mut figures } = self.0.tuples.view(place.component.as_slice());
        figures.pop().unwrap_or_else(|| Figure::named_heaps([]))
    }

    fn player(&self, place: &Place) -> Player {
        match (self.rules().is_partizan(), place.is_right) {
            (false, _) => Player::Either,
            (true, false) => Player::Left,
            (true, true) => Player::Right,
        }
    }

    fn usual_start(&self) -> Option<Place> {
        Some(Place { is_right: false, component: self.component(self.rules().greatest()) })
    }
}

#[cfg(test)]
mod tests;
