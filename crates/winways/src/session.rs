//! Sessions answer a sequence of questions and reuse earlier results.

use crate::playing::{Choice, Chooser, Level, stated_player};
use crate::service::Observers;
use crate::{
    AfterMove, Analysis, Analyst, Answer, BestLine, Cache, Calculator, Catalogue, EvaluationError, Position,
    PositionMove, Request, Stopped, ThermographPlot,
};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Player};
use winways_solve::{Observer, StopReason};
use winways_values::Charge;

/// A session that answers expressions. The answer is the analysis of a sum of positions, or the value of any other expression.
///
/// Names that an expression assigns are available to later expressions. The board that was solved last is cached.
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
    /// Caches the board that was solved last.
    analyst: Analyst<'c>,
    /// The charge for the analyst's cached results while the calculator holds a value.
    kept: Option<Charge>,
    /// The charge that reserves memory for uncharged allocations.
    uncharged: Option<Charge>,
}

/// The maximum memory reserved for uncharged allocations, in bytes: text that is being parsed, graphs before they are prepared,
/// gaps between allocations.
const UNCHARGED: u64 = 8 << 20;

/// The reply to an expression.
pub enum Reply<'s> {
    /// The expression is a sum of positions, with this analysis.
    Position(Position, Box<Analysis>),
    /// The expression has this value.
    Value(Box<Answer<'s>>),
}

impl<'c> Session<'c> {
    /// Creates a session without assigned names.
    pub fn new(catalogue: &'c Catalogue, request: Request<'c>) -> Self {
        Session::with_cache(catalogue, request, Cache::default())
    }

    /// Creates a session without assigned names that reuses earlier analyses.
    pub fn with_cache(catalogue: &'c Catalogue, request: Request<'c>, cache: Cache) -> Self {
        let calculator = Calculator::new(catalogue, request.budget);
        Session {
            calculator,
            catalogue,
            analyst: Analyst::with_cache(request, cache),
            kept: None,
            uncharged: None,
        }
    }

    /// Returns the results that a later session can reuse.
    pub fn into_cache(self) -> Cache {
        self.analyst.into_cache()
    }

    /// Returns the assigned names in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.calculator.names()
    }

    /// Returns the catalogue of games.
    pub fn catalogue(&self) -> &'c Catalogue {
        self.catalogue
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`, or the reason the evaluation was stopped.
    pub fn answer(
        &mut self,
        text: &str,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Result<Reply<'_>, EvaluationError> {
        self.set_memory(request.budget.memory);
        let expression = self.calculator.parse(text)?;
        let whole = Span::new(0, text.len());
        if let Some(position) = self.calculator.position(&expression, observer)? {
            let play = position.play_for(request.play, whole)?;
            let analysis = self.analyse(&position, &Request { play, ..*request }, observer);
            return Ok(Reply::Position(position, Box::new(analysis)));
        }
        if request.play == Play::Misere {
            let message =
                "misère play applies only to sums of positions, such as `nim(3,5)`, and not to values"
                    .to_owned();
            return Err(Diagnostic::new(message, whole).into());
        }
        if request.outcome_only {
            let message = "a search for only the outcome requires a sum of positions, such as `nim(3,5)`";
            return Err(Diagnostic::new(message, whole)
                .help("`outcome(G)` is the outcome of a value")
                .into());
        }
        self.charge_kept();
        Ok(Reply::Value(Box::new(self.calculator.value(&expression, observer)?)))
    }

    /// Returns the value of an expression, which may be a sum of positions, and its thermograph.
    ///
    /// # Errors
    /// Returns the errors of [`Session::answer`], and also an error if the value is not a game.
    pub fn thermograph(
        &mut self,
        text: &str,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Result<(Answer<'_>, ThermographPlot), EvaluationError> {
        if request.play == Play::Misere {
            let message =
                "misère play applies only to sums of positions, and not to values with thermographs";
            return Err(Diagnostic::new(message, Span::new(0, text.len())).into());
        }
        self.set_memory(request.budget.memory);
        let expression = self.calculator.parse(text)?;
        self.charge_kept();
        match self.calculator.thermograph(&expression, observer)? {
            (answer, Some(plot)) => Ok((answer, plot)),
            (answer, None) => {
                let message = format!("{} has no thermograph", answer.kind());
                Err(Diagnostic::new(message, Span::at(0)).label("expected a game").into())
            }
        }
    }

    /// Analyses a position like the function [`analyse`](crate::analyse).
    pub fn analyse(
        &mut self,
        position: &Position,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Analysis {
        let mut analysis = self.analyst_for(request).analyse(position, observer);
        if let Some(Stopped { reason: StopReason::Memory { limit }, .. }) = &mut analysis.stopped {
            // The analysis had only part of the memory.
            *limit = request.budget.memory;
        }
        analysis
    }

    /// Sets the memory limit of the session. At most a sixth of the memory is reserved for uncharged allocations.
    fn set_memory(&mut self, memory: u64) {
        (self.kept, self.uncharged) = (None, None);
        self.calculator.set_memory(memory);
        self.calculator.free_unused_values();
        self.uncharged = self.calculator.charge(UNCHARGED.min(memory / 6)).ok();
    }

    /// Charges the analyst's cached results to the memory of the calculator. Drops them if they use more than half of the
    /// memory or do not fit.
    fn charge_kept(&mut self) {
        self.kept = None;
        let bytes = self.analyst.kept_bytes();
        if bytes <= self.calculator.memory() / 2 {
            self.kept = self.calculator.charge(bytes).ok();
        }
        if self.kept.is_none() {
            self.analyst.drop_kept();
        }
    }

    /// Returns the analyst, after setting its request. The memory of the assigned values is subtracted from the budget.
    fn analyst_for(&mut self, request: &Request<'c>) -> &mut Analyst<'c> {
        self.kept = None;
        let mut request = *request;
        request.budget.memory = request.budget.memory.saturating_sub(self.calculator.bytes());
        self.analyst.set_request(request);
        &mut self.analyst
    }

    /// Analyses the positions after `moves` like [`Analyst::after_moves`].
    pub fn after_moves(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> (Vec<AfterMove>, Option<Stopped>) {
        self.analyst_for(request).after_moves(position, moves, observer)
    }

    /// Chooses a move like an [`Opponent`](crate::play::Opponent) at this level. If the position states the player to move, this
    /// player moves instead of `player`. Returns the player who moves, and the move.
    ///
    /// # Errors
    /// Returns [`Stopped`] under the conditions of [`Opponent::choose`](crate::play::Opponent::choose).
    pub fn choose_move(
        &mut self,
        position: &Position,
        player: Player,
        (level, seed): (Level, u64),
        request: &Request<'c>,
        observers: Observers<'_>,
    ) -> Result<(Player, Option<Choice>), Stopped> {
        let player = stated_player(position).unwrap_or(player);
        let (analyst, mut chooser) = (self.analyst_for(request), Chooser::new(level, seed));
        chooser.choose(analyst, request.play, position, player, observers).map(|choice| (player, choice))
    }

    /// Returns a line of best play like [`Analyst::best_line`], with at most `request.moves` moves.
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
    /// Checks that the position's board supports a kind of play.
    ///
    /// # Errors
    /// Returns a diagnostic at `span` if the board does not support it.
    pub fn check_play(&self, play: Play, span: Span) -> Result<(), Diagnostic> {
        match self.ranked() {
            Some(ranked) if play == Play::Misere && !ranked.board().plays().contains(&play) => {
                Err(Diagnostic::new(format!("{} has no misère play", self.game_name()), span))
            }
            _ => Ok(()),
        }
    }

    /// Returns the kind of play that the rules of all summands define.
    ///
    /// # Errors
    /// Returns a diagnostic at `span` if some summands have rules of normal play, and others of misère play.
    pub fn usual_play(&self, span: Span) -> Result<Play, Diagnostic> {
        let of = |play| self.summands().iter().find(|summand| summand.about().play == play);
        match (of(Play::Normal), of(Play::Misere)) {
            (Some(normal), Some(misere)) => {
                let (normal, misere) = (normal.game_name(), misere.game_name());
                let message =
                    format!("{normal} has rules of normal play, and {misere} has rules of misère play");
                Err(Diagnostic::new(message, span)
                    .label("expected a sum of games with one kind of play")
                    .help("a request for misère play applies to all summands"))
            }
            (None, Some(_)) => Ok(Play::Misere),
            (_, None) => Ok(Play::Normal),
        }
    }

    /// Returns the kind of play for a request: misère play if it is requested, and otherwise the kind of play that the rules
    /// define.
    ///
    /// # Errors
    /// Returns the errors of [`Position::usual_play`] and [`Position::check_play`].
    pub fn play_for(&self, requested: Play, span: Span) -> Result<Play, Diagnostic> {
        let play = match requested {
            Play::Misere => Play::Misere,
            Play::Normal => self.usual_play(span)?,
        };
        self.check_play(play, span).map(|()| play)
    }
}
