use super::error::{Result, refused};
use super::value::Value;
use super::write::write;
use crate::analyse::reasons;
use crate::{Outcome, ValueKind};
use winways_draw::{PlotBreakpoint, ThermographPlot};
use winways_notation::{Diagnostic, Span};
use winways_values::{Arena, Dyadic, Follower, OperationError, Operations, TextLimits};

/// The value of an expression, which is asked for in the format that is wanted.
pub struct Answer<'c> {
    operations: Operations<'c>,
    value: Value,
}

/// What is most asked about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The kind.
    pub kind: ValueKind,
    /// Who wins.
    pub outcome: Outcome,
    /// What many copies are worth each.
    pub mean: Dyadic,
    /// How hot it is.
    pub temperature: Dyadic,
    /// The followers of the canonical form, each by the places of its options in this list; the game is the last.
    pub followers: Vec<Follower>,
}

impl<'c> Answer<'c> {
    pub(super) fn new(arena: &'c Arena, value: Value) -> Self {
        Answer { operations: Operations::new(arena.session()), value }
    }

    /// The value in the common notation, in one line, which reads back where it is a value.
    ///
    /// # Errors
    /// That the memory, the time, or the length that a text may have is used up, or that the user asked for an end.
    pub fn text(&mut self) -> Result<String> {
        self.text_for_copies(1)
    }

    /// As [`Answer::text`], if there is memory for so many texts of its length: for a caller who puts it into another.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn text_for_copies(&mut self, copies: u64) -> Result<String> {
        write(&mut self.operations, &self.value, copies, |operations, game| {
            operations.text(game, TextLimits::default())
        })
    }

    /// The value as LaTeX for mathematics mode.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn latex(&mut self) -> Result<String> {
        write(&mut self.operations, &self.value, 1, |operations, game| {
            operations.latex(game, TextLimits::default())
        })
    }

    /// What the value is: `a game`, `true or false`, ...
    pub fn kind(&self) -> &'static str {
        self.value.kind()
    }

    /// What is most asked about a game; nothing if the value is none.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn summary(&mut self) -> Result<Option<GameSummary>> {
        let Some(terms) = self.value.terms() else { return Ok(None) };
        let operations = &mut self.operations;
        let game = terms.canonical(operations.session())?;
        let mut ask = || -> std::result::Result<GameSummary, OperationError> {
            Ok(GameSummary {
                kind: ValueKind::of(operations, game),
                outcome: operations.session().outcome(game).into(),
                mean: operations.mean(game)?,
                temperature: operations.temperature(game)?,
                followers: operations.structure(game)?.followers,
            })
        };
        ask().map(Some).map_err(refused)
    }

    /// What the stops, the mean and the temperature of a game are, and why its outcome follows; nothing if it is no game.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn explanation(&mut self) -> Result<Vec<String>> {
        let Some(terms) = self.value.terms() else { return Ok(Vec::new()) };
        let game = terms.canonical(self.operations.session())?;
        reasons::of_value(&mut self.operations, game).map_err(refused)
    }

    /// The thermograph of the value, to be drawn; nothing if the value is no game.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn thermograph(&mut self) -> Result<Option<ThermographPlot>> {
        let game = match (self.value.terms(), &self.value) {
            (Some(terms), _) => terms.canonical(self.operations.session())?,
            (None, Value::Thermograph(game)) => *game,
            _ => return Ok(None),
        };
        let thermograph = self.operations.thermograph(game).map_err(refused)?;
        let wall = |wall: &winways_values::Wall| {
            let points = wall.breakpoints().iter();
            points.map(|point| PlotBreakpoint::new(point.temperature.clone(), point.value.clone())).collect()
        };
        let plot = ThermographPlot::new(wall(thermograph.left_wall()), wall(thermograph.right_wall()));
        plot.map(Some).map_err(|error| Diagnostic::new(error.to_string(), Span::at(0)).into())
    }
}
