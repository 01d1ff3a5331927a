//! The one way from a position to its [`Analysis`]: the cheapest method that answers.

mod impartial;
mod loopy;
mod partizan;
pub(crate) mod reasons;

use crate::{Outcome, Position, PositionMove};
use loopy::Solved;
use std::fmt;
use std::sync::Arc;
use winways_kit::Detail;
use winways_kit::{AnyBoard, AnyMoves, LoopyPosition};
use winways_rules::Play;
use winways_solve::{Budget, Observer, SolvedRanks, StopReason, Stopped, Theorems};
use winways_values::{Dyadic, Game, Nimber, Operations};

/// What to find out, and with what means.
#[derive(Clone, Copy, Debug)]
pub struct Request<'t> {
    /// Who wins when there is no move left.
    pub play: Play,
    /// Whether theorems may answer, or everything is searched.
    pub theorems: Theorems,
    /// How much the explanation tells.
    pub detail: Detail,
    /// How many winning moves are listed at most; they are counted to the last in any case.
    pub moves: usize,
    /// What a search may use.
    pub budget: Budget,
    /// Where tables of boards are that need not be solved again.
    pub tables: Option<&'t dyn Tables>,
}

/// Whoever has tables of solved boards.
pub trait Tables: fmt::Debug + Sync {
    /// The table of a board under this play, if there is one.
    fn table(&self, board: &dyn AnyBoard, play: Play) -> Option<Arc<dyn SolvedRanks>>;
}

impl Default for Request<'_> {
    /// Normal play, theorems allowed, a brief explanation, up to 1,000 moves listed, the default budget, no tables.
    fn default() -> Self {
        Request {
            play: Play::Normal,
            theorems: Theorems::Use,
            detail: Detail::Brief,
            moves: 1000,
            budget: Budget::DEFAULT,
            tables: None,
        }
    }
}

/// What was found out about a position.
#[derive(Clone)]
pub struct Analysis {
    /// The play it is about.
    pub play: Play,
    /// Who wins; `None` if the work ended before that was known.
    pub outcome: Option<Outcome>,
    /// The value, where the method tells one; never under misère play.
    pub value: Option<Value>,
    /// How many moves of both players there are to the end if the winner hurries and the loser delays, where that is known.
    pub remoteness: Option<u32>,
    /// The winning moves, of a drawn position those that hold the draw, in a game of points those that get most; `None` if the
    /// work ended before they were known.
    /// Where the remoteness is known, the fastest come first.
    pub moves: Option<MoveList>,
    /// The moves that survive in canonical form, of a partizan position.
    pub canonical_moves: Vec<PositionMove>,
    /// How the outcome was found.
    pub method: Method,
    /// Why, in sentences.
    pub explanation: Vec<String>,
    /// Why the work ended before everything was known, if it did.
    pub stopped: Option<Stopped>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An impartial position under normal play.
    Nimber(Nimber),
    /// A partizan position.
    Game(GameValue),
    /// A position of a game of points: what the player to move gets more than the opponent from there on.
    Points(i64),
}

/// The value of a partizan position, with what is most asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    /// The canonical form, in the notation that reads back.
    pub text: String,
    /// What it is.
    pub kind: ValueKind,
    /// What many copies are worth each.
    pub mean: Dyadic,
    /// How hot it is.
    pub temperature: Dyadic,
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A nimber, `*3`; zero too.
    Nimber,
    /// A number.
    Number,
    /// Any other game.
    Game,
    /// Points, of a game that is played for them.
    Points,
}

impl Value {
    /// The kind.
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Nimber(_) => ValueKind::Nimber,
            Value::Game(value) => value.kind,
            Value::Points(_) => ValueKind::Points,
        }
    }

    /// The nimber, if it is the value of an impartial position.
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            Value::Nimber(nimber) => Some(*nimber),
            Value::Game(_) | Value::Points(_) => None,
        }
    }
}

impl ValueKind {
    pub(crate) fn of(operations: &mut Operations<'_>, game: Game) -> Self {
        match (operations.is_number(game), operations.is_nimber(game)) {
            (true, _) => ValueKind::Number,
            (false, true) => ValueKind::Nimber,
            (false, false) => ValueKind::Game,
        }
    }

    /// `nimber`, `number`, `game` or `points`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Nimber => "nimber",
            ValueKind::Number => "number",
            ValueKind::Game => "game",
            ValueKind::Points => "points",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => write!(formatter, "{nimber}"),
            Value::Game(value) => formatter.write_str(&value.text),
            Value::Points(points) => write!(formatter, "{points}"),
        }
    }
}

/// Winning moves, counted to the last, listed as far as was asked.
#[derive(Clone, Default)]
pub struct MoveList {
    /// How many there are; 2⁶⁴−1 stands for itself and more.
    pub total: u64,
    /// The first of them.
    pub listed: Vec<PositionMove>,
}

impl MoveList {
    fn append(&mut self, other: MoveList) {
        self.total = self.total.saturating_add(other.total);
        self.listed.extend(other.listed);
    }
}

/// How an answer was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The kind of method.
    pub kind: MethodKind,
    /// The theorem or the search, by name.
    pub name: String,
    /// Distinct positions looked at.
    pub nodes: u64,
}

/// The kinds of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// A named theorem.
    Theorem,
    /// A search.
    Search,
    /// A table of all positions, which was there before the question.
    Table,
}

impl MethodKind {
    /// `theorem`, `search` or `table`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            MethodKind::Theorem => "theorem",
            MethodKind::Search => "search",
            MethodKind::Table => "table",
        }
    }
}

/// How many words all listed moves may fill together, if each is written down with the positions before and after it:
/// the list is linear in the position.
const WORDS_LISTED: usize = 1_000_000;

/// Finds out who wins, what the position is worth, which moves win, and why.
///
/// It never fails: where a limit is reached or the observer ends the work, the analysis holds what was found so far
/// and says why it is partial. The result depends on the position and the request alone.
pub fn analyse(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    Analyst::new(*request).analyse(position, observer)
}

/// Analyses one position after the other, and keeps the board of the last one if it had to be solved.
pub struct Analyst<'t> {
    request: Request<'t>,
    solved: Option<Solved>,
}

impl<'t> Analyst<'t> {
    /// Whoever asks all questions in one way.
    pub fn new(request: Request<'t>) -> Self {
        Analyst { request, solved: None }
    }

    /// As [`analyse`].
    pub fn analyse(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        let limit = self.request.moves.min((WORDS_LISTED / position.size().max(1)).max(1));
        let request = &Request { moves: limit, ..self.request };
        match (position.loopy(), position.impartial()) {
            (Some(position), _) => loopy::analyse(position, request, &mut self.solved, observer),
            (None, Some(summands)) => sound(position, impartial::analyse(&summands, request, observer)),
            (None, None) => sound(position, partizan::analyse(position, request, observer)),
        }
    }

    /// The values of all positions of the board on which a position stands, solved if they must be.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached before the board was solved.
    pub fn table(
        &mut self,
        position: &dyn LoopyPosition,
        observer: &dyn Observer,
    ) -> Result<Arc<dyn SolvedRanks>, Stopped> {
        loopy::table(position, &self.request, &mut self.solved, observer).map(|(table, _)| table)
    }

    /// The moves of a position of a loopy game that are as good as any: the winner hurries, the loser delays.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached before the board was solved.
    pub(crate) fn best_loopy_moves(
        &mut self,
        position: &dyn LoopyPosition,
        observer: &dyn Observer,
    ) -> Result<Vec<PositionMove>, Stopped> {
        loopy::best_moves(position, &self.request, &mut self.solved, observer)
    }
}

/// The analysis, unless the rules turned out to be wrong.
fn sound(position: &Position, analysis: Analysis) -> Analysis {
    let faults: Vec<String> = position.summands().iter().filter_map(|summand| summand.take_fault()).collect();
    if faults.is_empty() { analysis } else { faulty(analysis, faults) }
}

/// What is left of an analysis when the rules turned out to be wrong: nothing but the reasons.
fn faulty(analysis: Analysis, faults: Vec<String>) -> Analysis {
    let stopped = Stopped { reason: StopReason::Rules, nodes: analysis.method.nodes };
    Analysis {
        outcome: None,
        value: None,
        remoteness: None,
        moves: None,
        canonical_moves: Vec::new(),
        explanation: faults,
        stopped: Some(stopped),
        ..analysis
    }
}

fn listed(summand: usize, moves: AnyMoves) -> MoveList {
    let listed = moves.listed.into_iter().map(|step| PositionMove::new(summand, step)).collect();
    MoveList { total: moves.total, listed }
}
