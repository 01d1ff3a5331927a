//! The one way from a position to its [`Analysis`]: the cheapest method that answers.

mod impartial;

use crate::{Position, PositionMove};
use winways_games::AnyMoves;
use winways_rules::{Detail, Outcome, Play};
use winways_solve::{Budget, Observer, Stopped, Theorems};
use winways_values::Nimber;

/// What to find out, and with what means.
#[derive(Clone, Copy, Debug)]
pub struct Request {
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
}

impl Default for Request {
    /// Normal play, theorems allowed, a brief explanation, up to 1,000 moves listed, the default budget.
    fn default() -> Self {
        Request {
            play: Play::Normal,
            theorems: Theorems::Use,
            detail: Detail::Brief,
            moves: 1000,
            budget: Budget::DEFAULT,
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
    /// The nim-value, where the method tells one; never under misère play.
    pub value: Option<Nimber>,
    /// The winning moves; `None` if the work ended before they were known.
    pub moves: Option<MoveList>,
    /// How the outcome was found.
    pub method: Method,
    /// Why, in sentences.
    pub explanation: Vec<String>,
    /// Why the work ended before everything was known, if it did.
    pub stopped: Option<Stopped>,
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
}

impl MethodKind {
    /// `theorem` or `search`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            MethodKind::Theorem => "theorem",
            MethodKind::Search => "search",
        }
    }
}

/// How many components all listed moves may mention together, so that the list is linear in the position.
const COMPONENTS_LISTED: usize = 1_000_000;

/// Finds out who wins, what the position is worth, which moves win, and why.
///
/// It never fails: where a limit is reached or the observer ends the work, the analysis holds what was found so far
/// and says why it is partial. The result depends on the position and the request alone.
pub fn analyse(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    let room = request.moves.min((COMPONENTS_LISTED / position.component_count().max(1)).max(1));
    let request = &Request { moves: room, ..*request };
    match position.impartial() {
        Some(summands) => impartial::analyse(&summands, request, observer),
        None => unreachable!("there are impartial games only"),
    }
}

fn listed(summand: usize, moves: AnyMoves) -> MoveList {
    let listed = moves.listed.into_iter().map(|step| PositionMove { summand, step }).collect();
    MoveList { total: moves.total, listed }
}
