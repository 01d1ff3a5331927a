//! Questions one after the other, of which later ones know what earlier ones found.

use crate::{
    AfterMove, Analysis, Analyst, Answer, BestLine, Calculator, Catalogue, EvaluationError, Kept, Position,
    PositionMove, Request, Stopped, ThermographPlot,
};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Player};
use winways_solve::Observer;

/// A session in which expressions are answered: a sum of positions by its analysis, everything else by its value. Names that
/// an expression assigns are known to those after it, and the board that was solved last is kept.
///
/// ```
/// use winways::{Catalogue, NoObserver, Reply, Request, Session};
/// let catalogue = Catalogue::new();
/// let mut session = Session::new(&catalogue, Request::default());
/// session.answer("g = {1|-1}", &Request::default(), &NoObserver)?;
/// {
///     let Reply::Value(mut value) = session.answer("g + g", &Request::default(), &NoObserver)? else { panic!() };
///     assert_eq!(value.text()?, "0");
/// }
/// let reply = session.answer("nim(3,5)", &Request::default(), &NoObserver)?;
/// assert!(matches!(reply, Reply::Position(position, analysis) if analysis.moves.as_ref().unwrap().total == 1));
/// # Ok::<(), winways::EvaluationError>(())
/// ```
pub struct Session<'c> {
    calculator: Calculator<'c>,
    catalogue: &'c Catalogue,
    /// Keeps the board that was solved last.
    analyst: Analyst<'c>,
}

/// What an expression is answered by.
pub enum Reply<'s> {
    /// It is a sum of positions, which this was found out about.
    Position(Position, Box<Analysis>),
    /// It has this value.
    Value(Box<Answer<'s>>),
}

impl<'c> Session<'c> {
    /// A session that knows no names.
    pub fn new(catalogue: &'c Catalogue, request: Request<'c>) -> Self {
        Session::knowing(catalogue, request, Kept::default())
    }

    /// A session that knows no names, but what was found about positions before.
    pub fn knowing(catalogue: &'c Catalogue, request: Request<'c>, kept: Kept) -> Self {
        let calculator = Calculator::new(catalogue, request.budget);
        Session { calculator, catalogue, analyst: Analyst::knowing(request, kept) }
    }

    /// What was found about positions.
    pub fn into_kept(self) -> Kept {
        self.analyst.into_kept()
    }

    /// The names that have a value, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.calculator.names()
    }

    /// The games that are known.
    pub fn catalogue(&self) -> &'c Catalogue {
        self.catalogue
    }

    /// Answers an expression.
    ///
    /// # Errors
    /// A diagnostic that points into `text`, or why the work on a value was stopped.
    pub fn answer(
        &mut self,
        text: &str,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Result<Reply<'_>, EvaluationError> {
        self.calculator.set_memory(request.budget.memory);
        let expression = self.calculator.parse(text)?;
        let whole = Span::new(0, text.len());
        if let Some(position) = self.calculator.position(&expression)? {
            position.check_play(request.play, whole)?;
            let analysis = self.analyse(&position, request, observer);
            return Ok(Reply::Position(position, Box::new(analysis)));
        }
        if request.play == Play::Misere {
            let message =
                "misère play is for sums of positions, such as `nim(3,5)`; a value has none".to_owned();
            return Err(Diagnostic::new(message, whole).into());
        }
        Ok(Reply::Value(Box::new(self.calculator.value(&expression, observer)?)))
    }

    /// The value of an expression, of a sum of positions too, and its thermograph.
    ///
    /// # Errors
    /// As [`Session::answer`]; also if the value is no game.
    pub fn thermograph(
        &mut self,
        text: &str,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Result<(Answer<'_>, ThermographPlot), EvaluationError> {
        if request.play == Play::Misere {
            let message = "misère play is for sums of positions, and a value with a thermograph has none";
            return Err(Diagnostic::new(message, Span::new(0, text.len())).into());
        }
        self.calculator.set_memory(request.budget.memory);
        let expression = self.calculator.parse(text)?;
        let mut answer = self.calculator.value(&expression, observer)?;
        match answer.thermograph()? {
            Some(plot) => Ok((answer, plot)),
            None => {
                let message = format!("{} has no thermograph", answer.kind());
                Err(Diagnostic::new(message, Span::at(0)).label("expected a game").into())
            }
        }
    }

    /// As [`analyse`](crate::analyse).
    pub fn analyse(
        &mut self,
        position: &Position,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Analysis {
        self.analyst_for(request).analyse(position, observer)
    }

    /// The analyst, for a request. What the values take is not there for positions.
    fn analyst_for(&mut self, request: &Request<'c>) -> &mut Analyst<'c> {
        let mut request = *request;
        request.budget.memory = request.budget.memory.saturating_sub(self.calculator.bytes());
        self.analyst.set_request(request);
        &mut self.analyst
    }

    /// As [`Analyst::after_moves`].
    pub fn after_moves(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> (Vec<AfterMove>, Option<Stopped>) {
        self.analyst_for(request).after_moves(position, moves, observer)
    }

    /// As [`Analyst::best_line`], with as many moves as the request lists.
    pub fn best_line(
        &mut self,
        position: &Position,
        first: Player,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> BestLine {
        self.analyst_for(request).best_line(position, first, request.moves, observer)
    }
}

impl Position {
    /// Refuses a play that the position's board does not know.
    ///
    /// # Errors
    /// A diagnostic at `span`.
    pub fn check_play(&self, play: Play, span: Span) -> Result<(), Diagnostic> {
        match self.ranked() {
            Some(ranked) if play == Play::Misere && !ranked.board().plays().contains(&play) => {
                Err(Diagnostic::new(format!("{} has no misère play", self.game_name()), span))
            }
            _ => Ok(()),
        }
    }
}
