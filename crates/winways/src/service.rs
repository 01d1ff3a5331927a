//! Handles requests and answers as JSON, one line each, for all front ends that programs use.
//!
//! `docs/programs.md` describes the fields. A front end reads a request, starts its clock
//! ([`ServiceRequest::timeout`]), lets the service answer, and sends the answer. This module itself uses
//! no sockets and no clocks.

mod bounded;
mod cancel;
#[cfg(feature = "database")]
mod databases;
#[cfg(not(feature = "database"))]
#[path = "service/no_databases.rs"]
mod databases;
mod envelope;
mod fields;
mod games;
mod moves;
mod operation;
mod puzzle;
mod request;
mod schemas;
mod shelf;
mod tables;

pub use bounded::Bounded;
pub use cancel::Cancel;
pub use envelope::{Observers, RequestStatus};
pub use request::ServiceRequest;
pub use shelf::Shelf;

use crate::playing::Level;
use crate::wire::{
    AnalysisJson, AnswerJson, ErrorJson, ErrorKind, FunctionJson, JudgedJson, LineJson, PictureJson,
    ReplyJson, RulesJson, ThermographJson, VerificationJson,
};
use crate::{
    Analysis, AnyGame, Cache, Calculator, Catalogue, DrawError, EvaluationError, PictureFormat, Position,
    Quiz, Reply, Request, Session, Subject, Verdict,
};
use envelope::{Envelope, Refusal, unanswered};
use operation::{FormatWord, Game, Operation, Settings};
use std::io::{self, Write};
#[cfg(feature = "database")]
use std::path::Path;
use std::sync::Arc;
use winways_notation::Span;
use winways_rules::{Play, Player};
use winways_solve::{Budget, Observer};

/// A service that answers requests one after another. Names that expressions assign are available to later requests.
///
/// ```
/// use winways::service::{Observers, Service, ServiceRequest};
/// use winways::{Catalogue, NoObserver, Request};
/// let catalogue = Catalogue::new();
/// let mut service = Service::new(&catalogue, Request::default());
/// let mut answer = Vec::new();
/// let request = ServiceRequest::parse(r#"{"id": 1, "eval": "nim(3,5)"}"#);
/// service.answer(&request, Observers::both(&NoObserver), &mut answer)?;
/// let answer: serde_json::Value = serde_json::from_slice(&answer)?;
/// assert_eq!((&answer["id"], &answer["answer"]["outcome"]), (&1.into(), &"N".into()));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Service<'c> {
    session: Session<'c>,
    /// The default settings of a request. Their memory limit is also the maximum for every request.
    usual: Request<'c>,
    /// The solved tables, and the table that was used last.
    #[cfg(feature = "database")]
    tables: databases::OpenTables<'c>,
}

impl<'c> Service<'c> {
    /// Creates a service for the games of a catalogue. `usual` contains the default settings; its memory
    /// limit is the maximum for every request.
    pub fn new(catalogue: &'c Catalogue, usual: Request<'c>) -> Self {
        Service {
            session: Session::new(catalogue, usual),
            usual,
            #[cfg(feature = "database")]
            tables: databases::OpenTables::default(),
        }
    }

    /// Reuses the cached results of another service.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Service { session: Session::with_cache(self.session.catalogue(), self.usual, cache), ..self }
    }

    /// Returns the results that another service can reuse.
    pub fn into_cache(self) -> Cache {
        self.session.into_cache()
    }

    /// Answers queries from the solved tables below `directory`.
    #[cfg(feature = "database")]
    #[must_use]
    pub fn with_tables(self, directory: &'c Path) -> Self {
        Service { tables: databases::OpenTables::below(directory), ..self }
    }

    /// Writes the answer to a request as one line of JSON.
    ///
    /// # Errors
    /// Returns an error only if writing to `out` fails. Errors in the request and stopped work are reported in the
    /// answer.
    pub fn answer(
        &mut self,
        request: &ServiceRequest,
        observers: Observers<'_>,
        out: &mut dyn Write,
    ) -> io::Result<RequestStatus> {
        let mut envelope = Envelope { id: request.raw_id(), out };
        let status = match request.content() {
            Ok((operation, settings)) => self.settle(operation, settings, observers, &mut envelope),
            Err(error) => Err(Refusal::Error(error.clone())),
        };
        match status {
            Ok(status) => Ok(status),
            Err(Refusal::Error(error)) => {
                let error = request.located(error);
                envelope.write("error", &error)?;
                Ok(RequestStatus::Refused(error.status()))
            }
            Err(Refusal::Unwritten(error)) => Err(error),
        }
    }

    fn settle(
        &mut self,
        operation: &Operation,
        settings: &Settings,
        observers: Observers<'_>,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        let request = settings.request(&self.usual);
        let catalogue = self.session.catalogue();
        match operation {
            Operation::Eval { eval, before, .. } => {
                self.prepare(before, &request, observers.work)?;
                self.evaluate(eval, &request, observers.work, envelope)
            }
            Operation::Solve { game, position, .. } => {
                let (position, request) = self.question(game, position.as_deref(), &request)?;
                let analysis = self.session.analyse(&position, &request, observers.work);
                databases::undamaged(self.tables_directory(), &analysis)?;
                answer_analysis(&position, &analysis, envelope)
            }
            Operation::Moves { game, position, outcomes, scene, .. } => {
                let (position, request) = self.question(game, position.as_deref(), &request)?;
                moves::answer(&mut self.session, &position, *outcomes, *scene, &request, observers, envelope)
            }
            Operation::Line { game, position, to_move, .. } => {
                let (position, request) = self.question(game, position.as_deref(), &request)?;
                let first = to_move.map_or(Player::Left, Player::from);
                let line = self.session.best_line(&position, first, &request, observers.work);
                let json = LineJson::new(&position, request.play, &line);
                envelope.answer(&json, line.stopped.as_ref())
            }
            Operation::Reply { game, position, to_move, level, seed } => {
                let (position, request) = self.question(game, position.as_deref(), &request)?;
                let level = Level::new(*level).unwrap_or(Level::LAST);
                let player = to_move.map_or(Player::Left, Player::from);
                let choice = self.session.choose_move(&position, player, (level, *seed), &request, observers);
                let json = ReplyJson::new(&position, request.play, player, choice);
                envelope.answer(&json, json.stopped())
            }
            Operation::Games { search } => envelope.answer(&games::list(catalogue, search), None),
            Operation::Game { name } => games::page(catalogue, name, |page| envelope.answer(page, None))?,
            Operation::Rules { rules } => {
                envelope.answer(&RulesJson::new(rules, catalogue.game_of_text(rules)), None)
            }
            Operation::Picture { game, position, format } => {
                let position = self.position(game, position.as_deref())?;
                let drawn = position.scene(&[]).and_then(|scene| PictureJson::new(kind(*format), &scene));
                envelope.answer(&drawn.map_err(undrawn)?, None)
            }
            Operation::Thermograph { thermograph, before, format } => {
                self.prepare(before, &request, observers.work)?;
                let json = self.thermograph(thermograph, kind(*format), &request, observers.work)?;
                envelope.answer(&json, None)
            }
            Operation::Verify { name, up_to } => {
                verify(catalogue, name, *up_to, request.budget, observers.work, envelope)
            }
            Operation::Quiz { topic, game, level, seed, answer } => {
                let mut quiz = Quiz::new(*seed, (*topic).into());
                if let Some(name) = game {
                    let of_game = match catalogue.added(name) {
                        Some(game) => quiz.of_custom_game(game.clone()),
                        None => quiz.of_game(name),
                    };
                    quiz = of_game.map_err(|wrong| ErrorJson::of_text("game", name, &wrong))?;
                }
                if let Some(level) = level {
                    quiz = quiz.with_difficulty((*level).into());
                }
                match quiz.next_exercise(observers.work) {
                    Ok(None) => {
                        let message = "no position of this game provides an exercise for this topic";
                        Err(ErrorJson::without_place(ErrorKind::Request, message).into())
                    }
                    Ok(Some(exercise)) => {
                        let judgement = answer.as_deref().map(|answer| exercise.judge(answer));
                        envelope.answer(&JudgedJson::new(&exercise, judgement), None)
                    }
                    Err(stopped) => {
                        Err(ErrorJson::without_place(ErrorKind::Limit, &stopped.to_string()).into())
                    }
                }
            }
            Operation::Puzzle { date, seed, game, rating, answer, solution } => {
                let asked = puzzle::Asked {
                    date,
                    seed: seed.unwrap_or(1),
                    game: game.as_deref(),
                    rating: *rating,
                    answer: answer.as_deref(),
                    with_solution: *solution,
                };
                puzzle::answer(catalogue, &asked, observers.work, envelope)
            }
            Operation::Table(asked) if asked.variable.is_some() => tables::answer_expression(
                catalogue,
                asked,
                settings.misere(),
                request.budget,
                observers,
                envelope,
            ),
            Operation::Table(asked) => {
                let game = self.game(&asked.table, "table")?;
                tables::answer(&*game, asked, settings.misere(), request.budget, observers, envelope)
            }
            Operation::Query { .. }
            | Operation::Count { .. }
            | Operation::Positions { .. }
            | Operation::Tables { .. } => {
                self.answer_from_tables(operation, &request, observers.work, envelope)
            }
            Operation::Functions { search } => {
                let found: Vec<_> = Calculator::search_functions(search).map(FunctionJson::new).collect();
                envelope.answer(&found, None)
            }
            Operation::Cancel { .. } => {
                let message = "there is nothing to cancel: requests are answered one after another";
                Err(ErrorJson::without_place(ErrorKind::Request, message).into())
            }
        }
    }

    /// Evaluates the expressions that precede the main expression and assign names.
    fn prepare(
        &mut self,
        before: &[String],
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Result<(), ErrorJson> {
        let request = Request { play: Play::Normal, outcome_only: false, ..*request };
        for text in before {
            self.session
                .answer(text, &request, observer)
                .map_err(|error| unanswered("before", text, &error))?;
        }
        Ok(())
    }

    fn thermograph(
        &mut self,
        text: &str,
        format: PictureFormat,
        request: &Request<'c>,
        observer: &dyn Observer,
    ) -> Result<ThermographJson, Refusal> {
        let unanswered = |error| unanswered("thermograph", text, &error);
        let (mut answer, plot) = self.session.thermograph(text, request, observer).map_err(unanswered)?;
        let value = answer.text().ok();
        let picture = PictureJson::new(format, &plot.scene(text)).map_err(undrawn)?;
        Ok(ThermographJson::new(text, value, &plot, picture))
    }

    fn evaluate(
        &mut self,
        text: &str,
        request: &Request<'c>,
        observer: &dyn Observer,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        let tables = self.tables_directory();
        let json = match self.session.answer(text, request, observer) {
            Ok(Reply::Position(position, analysis)) => {
                databases::undamaged(tables, &analysis)?;
                return answer_analysis(&position, &analysis, envelope);
            }
            Ok(Reply::Value(mut answer)) => AnswerJson::new(text, &mut answer, request.detail),
            Err(error) => Err(error),
        };
        match json {
            Ok(json) => envelope.answer(&json, None),
            Err(EvaluationError::Wrong(diagnostic)) => {
                Err(ErrorJson::of_text("eval", text, &diagnostic).into())
            }
            Err(EvaluationError::Stopped(stopped)) => {
                envelope.answer(&AnswerJson::stopped(text, &stopped), Some(&stopped))
            }
        }
    }

    /// Returns the game in `field`.
    fn game(&self, game: &Game, field: &str) -> Result<Arc<dyn AnyGame>, ErrorJson> {
        let catalogue = self.session.catalogue();
        match game {
            Game::Name(name) => catalogue.game(name),
            Game::Rules { rules } => catalogue.game_of_text(rules),
        }
        .map_err(|diagnostic| game.wrong(field, &diagnostic))
    }

    /// Returns the position of a request, and the request with its kind of play. The default is the usual play of the game.
    fn question(
        &self,
        game: &Game,
        position: Option<&str>,
        request: &Request<'c>,
    ) -> Result<(Position, Request<'c>), ErrorJson> {
        let position = self.position(game, position)?;
        let play = position.play_for(request.play, Span::new(0, game.text().len()));
        let play = play.map_err(|diagnostic| game.wrong("game", &diagnostic))?;
        Ok((position, Request { play, ..*request }))
    }

    /// Returns the position of a request.
    fn position(&self, asked: &Game, position: Option<&str>) -> Result<Position, ErrorJson> {
        let game = match (self.game(asked, "game"), asked, position) {
            (Ok(game), ..) => game,
            // The game field may also contain a position, such as `nim(3,5)`.
            (Err(_), Game::Name(text), None) if text.contains('(') => {
                let position = Position::of_expression(self.session.catalogue(), text);
                return position.map_err(|diagnostic| asked.wrong("game", &diagnostic));
            }
            (Err(error), ..) => return Err(error),
        };
        match position {
            Some(text) => Position::of_game(&*game, text)
                .map_err(|diagnostic| ErrorJson::of_text("position", text, &diagnostic)),
            None => Position::start(&*game).ok_or_else(|| {
                let message = format!("the position is missing: expected {}", game.about().notation);
                ErrorJson::without_place(ErrorKind::Request, &message)
                    .help("set the position in the field `position`")
            }),
        }
    }
}

impl ServiceRequest {
    /// Writes the answer to a request that was cancelled before the work on it began.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails.
    pub fn write_cancelled(&self, out: &mut dyn Write) -> io::Result<()> {
        let error = ErrorJson::without_place(ErrorKind::Cancelled, "cancelled before it began");
        self.write_error(&error, out)
    }

    /// Writes an error as the answer to a request.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails.
    pub fn write_error(&self, error: &ErrorJson, out: &mut dyn Write) -> io::Result<()> {
        Envelope { id: self.raw_id(), out }.write("error", error)
    }
}

/// Returns the format of a picture. The default is SVG.
fn kind(format: Option<FormatWord>) -> PictureFormat {
    format.map_or(PictureFormat::Svg, PictureFormat::from)
}

/// Creates the error for a picture that cannot be drawn.
fn undrawn(error: DrawError) -> Refusal {
    ErrorJson::without_place(ErrorKind::Limit, &error.to_string()).into()
}

/// Compares theorems with a search, up to the first theorem that fails or is not fully compared.
fn verify(
    catalogue: &Catalogue,
    asked: &Game,
    up_to: Option<u64>,
    budget: Budget,
    observer: &dyn Observer,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    let subjects = match asked {
        Game::Rules { rules } => catalogue.game_of_text(rules).map(|game| vec![Subject::Game(game)]),
        Game::Name(name) => match catalogue.added(name) {
            Some(game) => Ok(vec![Subject::Game(game.clone())]),
            None => Subject::find(catalogue, name),
        },
    };
    let subjects = subjects.map_err(|diagnostic| asked.wrong("name", &diagnostic))?;
    let mut done = Vec::new();
    let mut stopped = None;
    for subject in subjects {
        let verification = subject.verify(up_to, budget, observer);
        done.push(VerificationJson::new(&verification));
        match verification.verdict {
            Verdict::Holds => {}
            Verdict::Fails(_) => break,
            Verdict::Stopped(reason) => {
                stopped = Some(reason);
                break;
            }
        }
    }
    envelope.answer(&done, stopped.as_ref())
}

/// Creates the error for a question about a solved table if the service has no tables.
fn no_tables() -> ErrorJson {
    let message = "there are no tables: none were named when the service was started";
    ErrorJson::without_place(ErrorKind::Unavailable, message)
        .help("start the service with `--tables` and the directory of the tables")
}

fn answer_analysis(
    position: &Position,
    analysis: &Analysis,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    envelope.answer(&AnalysisJson::new(position, analysis), analysis.stopped.as_ref())
}
