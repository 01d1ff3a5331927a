use crate::loopy_positions::with_value;
use std::fmt;
use winways_draw::{DrawError, Glyphs, Mark, Paint, Scene, draw_view, painted_text_of_view, text_of_view};
use winways_kit::view::{CellNames, Figure, Touch, View};
use winways_kit::{AnyGame, AnyMove, AnyPosition, EntailingPosition, ImpartialPosition, RankedPosition};
use winways_notation::Diagnostic;
use winways_rules::{Play, Player, RuleFault};
use winways_solve::{NoObserver, Observer};

/// Returns `true` if a position can be a summand of a [`Position`] with several summands.
pub(crate) fn adds(position: &dyn AnyPosition) -> bool {
    position.partizan().is_some() || is_impartial_summand(position)
}

/// Returns `true` if both players have the same moves in a position, and the position can be a summand.
fn is_impartial_summand(position: &dyn AnyPosition) -> bool {
    let is_free = |position: &dyn EntailingPosition| !position.is_entailed();
    let is_impartial = position.properties().is_impartial;
    position.impartial().is_some()
        || position.entailing().is_some_and(is_free)
        || is_impartial && with_value(position).is_some()
}

/// A position: a sum of positions of games in the catalogue.
///
/// Its text can be parsed as an expression.
pub struct Position {
    summands: Vec<Box<dyn AnyPosition>>,
}

impl Position {
    /// Parses a position of one game, in the game's own notation.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn of_game(game: &dyn AnyGame, text: &str) -> Result<Self, Diagnostic> {
        Ok(Position { summands: vec![game.parse(text)?] })
    }

    /// Returns the usual starting position of a game, if there is one.
    pub fn start(game: &dyn AnyGame) -> Option<Self> {
        game.start().map(Position::of)
    }

    /// Describes in sentences when play ends, who wins, and when the result is a draw.
    pub fn ending_rule(&self, play: Play) -> String {
        match self.only() {
            Some(only) => only.ending_rule(play),
            None if play == Play::Misere => "The player who cannot move wins.".to_owned(),
            None => "The player who cannot move loses.".to_owned(),
        }
    }

    /// Creates a position with a single summand.
    pub(crate) fn of(summand: Box<dyn AnyPosition>) -> Self {
        Position { summands: vec![summand] }
    }

    /// Creates a position with these summands.
    pub(crate) fn of_summands(summands: Vec<Box<dyn AnyPosition>>) -> Self {
        Position { summands }
    }

    /// Returns the summands: one for each game, or several for a game whose notation cannot represent a sum.
    pub fn summands(&self) -> &[Box<dyn AnyPosition>] {
        &self.summands
    }

    /// Returns the summand if there is exactly one.
    pub(crate) fn only(&self) -> Option<&dyn AnyPosition> {
        match &self.summands[..] {
            [only] => Some(&**only),
            _ => None,
        }
    }

    /// Returns the summands if all of them are positions of impartial games.
    pub fn impartial(&self) -> Option<Vec<&dyn ImpartialPosition>> {
        self.summands.iter().map(|summand| summand.impartial()).collect()
    }

    /// Returns `true` if both players have the same moves in all summands, and the values of the summands can be added.
    pub(crate) fn is_impartial(&self) -> bool {
        self.summands.iter().all(|summand| is_impartial_summand(&**summand))
    }

    /// Returns the index of the summand in which the player to move must move, if there is one.
    pub(crate) fn entailed(&self) -> Option<usize> {
        let is_entailed = |position: &dyn EntailingPosition| position.is_entailed();
        self.summands.iter().position(|summand| summand.entailing().is_some_and(is_entailed))
    }

    /// Returns `true` if the player who makes the move also makes the next move, although the position after it does not state
    /// the player.
    pub fn moves_again(&self, step: &PositionMove) -> bool {
        self.summands[step.summand].entailing().is_some_and(|position| position.moves_again(&step.step))
    }

    /// Returns the position if it is a single summand with a ranked board.
    pub fn ranked(&self) -> Option<&dyn RankedPosition> {
        self.only()?.ranked()
    }

    /// Returns the name of the game, or `sum` if there are several summands.
    pub fn game_name(&self) -> String {
        match &self.summands[..] {
            [only] => only.game_name(),
            _ => "sum".to_owned(),
        }
    }

    /// Returns the total number of components of all summands.
    pub fn component_count(&self) -> usize {
        self.summands.iter().map(|summand| summand.component_count()).sum()
    }

    /// Returns the approximate size of the position in words, which is proportional to the cost of copying or writing it.
    pub fn size(&self) -> usize {
        self.summands.iter().map(|summand| summand.size()).sum()
    }

    /// Returns an upper bound for the number of moves.
    pub fn move_bound(&self) -> u64 {
        self.summands.iter().fold(0, |bound, summand| bound.saturating_add(summand.move_bound()))
    }

    /// Returns all moves.
    ///
    /// # Complexity
    /// Time and memory are proportional to [`Position::move_bound`].
    ///
    /// # Errors
    /// Returns [`RuleFault`] if the rules of a game fail in this position.
    pub fn moves(&self) -> Result<Vec<PositionMove>, RuleFault> {
        self.moves_within(&NoObserver)
    }

    /// Returns all moves, polling `observer` while they are enumerated.
    ///
    /// # Errors
    /// Returns the errors of [`Position::moves`], and [`RuleFault::Interrupted`] if the observer stops the work.
    pub fn moves_within(&self, observer: &dyn Observer) -> Result<Vec<PositionMove>, RuleFault> {
        let mut moves = Vec::new();
        let entailed = self.entailed();
        for (summand, position) in self.summands.iter().enumerate() {
            if entailed.is_some_and(|entailed| entailed != summand) {
                continue;
            }
            moves.extend(
                position
                    .moves_within(observer.meter())?
                    .into_iter()
                    .map(|step| PositionMove::new(summand, step)),
            );
        }
        Ok(moves)
    }

    /// Returns the name of a move in this position.
    ///
    /// In a sum of several summands, the name is prefixed with the summand's game, and with a number if several summands belong
    /// to that game: `kayles: heap 9 -> 4, 4`, `domineering 2: a1-a2`.
    pub fn move_name(&self, step: &PositionMove) -> String {
        if self.summands.len() < 2 {
            return step.text().to_owned();
        }
        let names: Vec<String> = self.summands.iter().map(|summand| summand.game_name()).collect();
        let name = &names[step.summand];
        let same = |names: &[String]| names.iter().filter(|other| *other == name).count();
        match same(&names) {
            1 => format!("{name}: {}", step.text()),
            _ => format!("{name} {}: {}", same(&names[..=step.summand]), step.text()),
        }
    }

    /// Returns the figures of all summands, in their order.
    pub fn view(&self) -> View {
        match &self.summands[..] {
            [summand] => summand.view(),
            summands => summands.iter().flat_map(|summand| summand.view().figures).collect(),
        }
    }

    /// Returns the elements of [`Position::view`] that a move touches, in order.
    ///
    /// # Panics
    /// Panics if the move belongs to another position.
    pub fn touches(&self, step: &PositionMove) -> Vec<Touch> {
        let before = self.summands[..step.summand].iter().map(|summand| summand.view().figures.len() as u32);
        let first: u32 = before.sum();
        let touches = self.summands[step.summand].touches(&step.step);
        touches.into_iter().map(|touch| Touch { figure: touch.figure + first, ..touch }).collect()
    }

    /// Returns a copy of the position.
    pub fn copy(&self) -> Position {
        Position { summands: self.summands.iter().map(|summand| summand.copy()).collect() }
    }

    /// Returns the position after a move.
    ///
    /// # Panics
    /// Panics if the move belongs to another position.
    pub fn after(&self, step: &PositionMove) -> Position {
        let summands = self.summands.iter().enumerate();
        let after = summands.map(|(index, summand)| match index == step.summand {
            true => summand.after(&step.step),
            false => summand.copy(),
        });
        Position { summands: after.collect() }
    }

    /// Draws the position, with the moves in `marked` numbered from 1; see [`draw_view`](winways_draw::draw_view). The numbers
    /// of more than a dozen moves are hardly legible.
    ///
    /// # Errors
    /// Returns [`DrawError`] if the position is too large for a picture.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let stalk = Position::of_expression(&Catalogue::new(), "red_blue_stalks(\"LR\")")?;
    /// assert!(stalk.scene(&stalk.moves()?)?.svg().contains("<title>red_blue_stalks"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self, marked: &[PositionMove]) -> Result<Scene, DrawError> {
        let mark = |(step, number): (&PositionMove, usize)| Mark {
            player: step.player(),
            touches: self.touches(step),
            label: number.to_string(),
        };
        let marks: Vec<Mark> = marked.iter().zip(1..).map(mark).collect();
        draw_view(&self.to_string(), &self.view(), &marks)
    }

    /// Returns `true` if the position has a board or a ground line, so that a picture shows more than the text. Pairs of heaps
    /// that are drawn as a piece on a board count as heaps.
    pub fn has_board(&self) -> bool {
        self.view().figures.iter().any(|figure| match figure {
            Figure::Grid(grid) => grid.names != CellNames::Pair,
            Figure::Graph(graph) => graph.ground.is_some(),
            _ => false,
        })
    }

    /// Draws the position as lines of text for a terminal, with coordinates; see
    /// [`text_of_view`](winways_draw::text_of_view).
    pub fn text_picture(&self, glyphs: Glyphs) -> Vec<String> {
        text_of_view(&self.view(), glyphs)
    }

    /// Draws the position like [`Position::text_picture`]. In addition, `paint` colours the symbols on grid cells for the
    /// player who owns them.
    pub fn painted_text_picture(&self, glyphs: Glyphs, paint: Paint<'_>) -> Vec<String> {
        painted_text_of_view(&self.view(), glyphs, paint)
    }

    /// Returns `true` if `other` is the same position. The order of components, and components without moves, are ignored.
    pub fn is_same(&self, other: &Position) -> bool {
        self.summands.len() == other.summands.len()
            && self.summands.iter().zip(&other.summands).all(|(mine, theirs)| mine.is_same(&**theirs))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, summand) in self.summands.iter().enumerate() {
            let plus = if index > 0 { " + " } else { "" };
            write!(formatter, "{plus}{}", summand.text())?;
        }
        Ok(())
    }
}

/// A move in a [`Position`].
#[derive(Clone)]
pub struct PositionMove {
    pub(crate) summand: usize,
    pub(crate) step: AnyMove,
    pub(crate) remoteness: Option<u32>,
}

impl PositionMove {
    pub(crate) fn new(summand: usize, step: AnyMove) -> Self {
        PositionMove { summand, step, remoteness: None }
    }

    /// Returns the number of moves until play ends, including this move, if the winner ends play as soon as possible and the
    /// loser as late as possible. The number is known only for winning moves in ranked games.
    pub fn remoteness(&self) -> Option<u32> {
        self.remoteness
    }

    /// Returns the move in words, such as `heap 7 -> 1`.
    pub fn text(&self) -> &str {
        &self.step.text
    }

    /// Returns the player who may make the move.
    pub fn player(&self) -> Player {
        self.step.player
    }

    /// Returns the index of the summand in which the move is made.
    pub fn summand(&self) -> usize {
        self.summand
    }
}
