//! Games written in Python in which play may cycle.
//!
//! When a position is created, all positions reachable from it are listed, so that retrograde analysis calls no rules. The instance
//! caches the lists and the solutions.

use super::graph::{Graph, Node};
use super::rules::PythonRules;
use crate::errors::{RuleError, raise_stopped};
use crate::raised::{Unanswered, keep, ok_or_keep};
use crate::work::poll;
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};
use winways::custom::view::{Digits, Figure};
use winways::custom::{Ending, Properties, RankedBoard, RankedGame, RankedRuleset, Scanner, Status, Step};
use winways::tables::End;
use winways::{Diagnostic, Play, Player, Span, StopReason};

/// A game in which play may cycle.
pub(super) struct OwnLoopy(pub(super) Arc<PythonRules>);

/// A board: a graph of positions. The first position that is parsed determines the graph. If another operation comes first, the
/// board uses the graph of the starting position, as tables do.
#[derive(Clone)]
pub(super) struct OwnBoard {
    rules: Arc<PythonRules>,
    graph: Arc<OnceLock<Arc<Graph>>>,
}

/// The method that returns the same placement with the other player to move.
const TURNED: &str = "turned";

/// The number of positions between two polls during exploration.
const POSITIONS_PER_POLL: usize = 8;

impl PythonRules {
    /// Returns the graph of a position, exploring it if the instance has not stored it.
    fn graph_of(&self, number: u32) -> Result<Arc<Graph>, Unanswered> {
        if let Some(graph) = self.memory().known().graphs.find(number) {
            return Ok(graph);
        }
        let graph = self.explored(number)?;
        Ok(self.memory().known().graphs.keep(graph, self.memory().serial()))
    }

    /// Returns the graph of the starting position, ranked as in tables, or an empty graph if the class defines no start.
    fn graph_of_table(&self) -> Result<Graph, Unanswered> {
        match self.start()? {
            Some(start) => self.as_of_table(&self.explored(start)?),
            None => Ok(Graph::default()),
        }
    }

    /// Returns the graph of all positions reachable from `start`.
    fn explored(&self, start: u32) -> Result<Graph, Unanswered> {
        let mut graph = Graph::of(start);
        match self.explore(&mut graph, start) {
            Ok(()) => Ok(graph),
            Err(Unanswered::Ended(interruption)) => {
                let stopped = StopReason::from(interruption).after(graph.explored_count() as u64);
                Err(Python::attach(|py| raise_stopped(py, &stopped, None)).into())
            }
            Err(raised) => Err(raised),
        }
    }

    /// Explores all positions of a graph.
    fn explore(&self, graph: &mut Graph, start: u32) -> Result<(), Unanswered> {
        while let Some(number) = graph.next() {
            if graph.len() as u64 > self.most_positions {
                return Err(self.too_many(start).into());
            }
            let status = self.status_of(number)?;
            let options = if status.0.is_some() { Arc::new([]) } else { self.options(number, 0)? };
            graph.push(&options, status, self.turned(number)?);
            if graph.explored_count().is_multiple_of(POSITIONS_PER_POLL) {
                let bytes = graph.bytes();
                Python::attach(|py| poll(py, bytes.saturating_add(self.memory().bytes_met(py))))?;
            }
        }
        if let Some(number) = graph.wrongly_turned() {
            return Err(self.not_turned(number).into());
        }
        match graph.repeated_turn() {
            Some([from, to]) => Err(self.turn_repeated(from, to).into()),
            None => Ok(()),
        }
    }

    /// Returns the number of the same placement with the other player to move, if the class defines it.
    fn turned(&self, number: u32) -> PyResult<Option<u32>> {
        if !self.has(TURNED) {
            return Ok(None);
        }
        Python::attach(|py| {
            let position = self.memory().position(py, number)?;
            let turned = self.call(py, TURNED, (&position,))?;
            turned.map(|turned| self.number(TURNED, &position, &turned)).transpose()
        })
    }

    fn not_turned(&self, number: u32) -> PyErr {
        let text = self.text(number).unwrap_or_else(|error| error.to_string());
        RuleError::new_err(format!(
            "`turned` of {} applied twice to {text} gives another position, or the same player is to move; expected the same placement \
             with the other player to move",
            self.about.name
        ))
    }

    fn turn_repeated(&self, from: u32, to: u32) -> PyErr {
        let text = |number| self.text(number).unwrap_or_else(|error| error.to_string());
        RuleError::new_err(format!(
            "`player` of {} gives the same player for {} and for {}, which is after a move; expected the players to alternate",
            self.about.name,
            text(from),
            text(to)
        ))
    }

    fn too_many(&self, start: u32) -> PyErr {
        let text = self.text(start).unwrap_or_else(|error| error.to_string());
        RuleError::new_err(format!(
            "more than {} positions are reachable from {text} of {}; expected fewer, or a greater `most_positions` of the class",
            self.most_positions, self.about.name
        ))
    }

    /// Returns a graph with its positions ranked by their texts, as in tables.
    fn as_of_table(&self, graph: &Graph) -> Result<Graph, Unanswered> {
        let mut texts = Vec::with_capacity(graph.len());
        for rank in 0..graph.len() as u64 {
            if let Some(number) = graph.number(rank) {
                texts.push(self.text(number)?);
            }
            Python::attach(|py| self.poll(py))?;
        }
        graph.ordered_by(texts).map_err(|text| {
            let name = &self.about.name;
            let expected = "no table can tell them apart; expected `write` to return different strings";
            RuleError::new_err(format!("two positions of {name} have the text {text:?}, so {expected}"))
                .into()
        })
    }

    /// Returns the end of play and the player to move, calling each method at most once per position.
    pub(super) fn status_of(&self, number: u32) -> PyResult<(Option<End>, Player)> {
        if let Some(&known) = self.memory().known().statuses.get(&number) {
            return Ok(known);
        }
        let ends = [
            (None, None),
            (Some("won"), Some(End::Won)),
            (Some("lost"), Some(End::Lost)),
            (Some("drawn"), Some(End::Drawn)),
        ];
        let players = [(Some("left"), Player::Left), (Some("right"), Player::Right)];
        let expected = "\"won\", \"lost\" or \"drawn\", for the player to move, or None";
        let end = self.one_of("end", number, &ends, expected)?.flatten();
        let player = self.one_of("player", number, &players, "\"left\" or \"right\"")?;
        let status = (end, player.unwrap_or(Player::Either));
        self.memory().known().statuses.insert(number, status);
        Ok(status)
    }

    /// Calls a method that returns one of several words for a position, and returns the meaning of the word. Returns `None` if the
    /// class does not define the method.
    fn one_of<T: Copy>(
        &self,
        method: &str,
        number: u32,
        words: &[(Option<&str>, T)],
        expected: &str,
    ) -> PyResult<Option<T>> {
        if !self.has(method) {
            return Ok(None);
        }
        Python::attach(|py| {
            let position = self.memory().position(py, number)?;
            let Some(given) = self.call(py, method, (&position,))? else { return Ok(None) };
            let word = given.extract::<Option<String>>();
            let found =
                words.iter().find(|(known, _)| word.as_ref().is_ok_and(|word| word.as_deref() == *known));
            match found {
                Some((_, found)) => Ok(Some(*found)),
                None => Err(self.wrong(method, &position, &given, "", expected)),
            }
        })
    }
}

impl OwnBoard {
    fn new(rules: &Arc<PythonRules>) -> OwnBoard {
        OwnBoard { rules: rules.clone(), graph: Arc::default() }
    }

    fn graph(&self) -> &Graph {
        if let Some(graph) = self.graph.get() {
            return graph;
        }
        // Call the rules outside of the lock, since another thread that waits for the lock might hold the interpreter.
        let graph = Arc::new(ok_or_keep(self.rules.graph_of_table()).unwrap_or_default());
        self.graph.get_or_init(|| graph)
    }

    fn node(&self, number: u32) -> Option<&Node> {
        let graph = self.graph();
        graph.node(u64::from(graph.rank(number)?))
    }

    /// Returns `number` if the position is on this board. The first position determines the board.
    fn on_board(&self, number: u32) -> Result<Option<u32>, Unanswered> {
        let graph = match self.graph.get() {
            Some(graph) => graph,
            None => {
                let graph = self.rules.graph_of(number)?;
                self.graph.get_or_init(|| graph)
            }
        };
        Ok(graph.rank(number).map(|_| number))
    }
}

impl RankedRuleset for OwnBoard {
    type Position = u32;

    fn layers(&self) -> Vec<u64> {
        vec![self.graph().len() as u64]
    }

    fn rank(&self, position: &u32) -> u64 {
        self.graph().rank(*position).map_or(u64::MAX, u64::from)
    }

    fn position(&self, rank: u64) -> Option<u32> {
        self.graph().number(rank)
    }

    fn end(&self, position: &u32, _: Play) -> Option<End> {
        self.node(*position)?.end
    }

    fn status(&self, rank: u64, _: Play) -> Status {
        match self.graph().node(rank) {
            Some(node) => node.end.map_or(Status::Open, Status::Ended),
            None => Status::Hole,
        }
    }

    fn options(&self, position: &u32, options: &mut Vec<u32>) {
        let graph = self.graph();
        if let Some(node) = self.node(*position) {
            options.extend(node.options.iter().filter_map(|&option| graph.number(u64::from(option))));
        }
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        if let Some(node) = self.graph().node(rank) {
            moves.extend(node.options.iter().map(|&option| u64::from(option)));
        }
    }

    fn turned(&self, rank: u64) -> Option<u64> {
        self.graph().node(rank)?.turned.map(u64::from)
    }

    /// Returns `false`, since options are listed without duplicates.
    fn repeats(&self) -> bool {
        false
    }
}

impl RankedBoard for OwnBoard {
    fn fingerprint(&self) -> Option<u64> {
        Some(self.graph().key)
    }

    fn plays(&self) -> &'static [Play] {
        match self.rules.about.play {
            Play::Normal => &[Play::Normal, Play::Misere],
            Play::Misere => &[Play::Misere, Play::Normal],
        }
    }

    fn properties(&self) -> Properties {
        let ending = if self.rules.has("end") { Ending::Goal } else { Ending::NoMove };
        Properties { is_impartial: !self.rules.has("player"), may_cycle: true, ending }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        let goal =
            if self.rules.has("end") { "The rules state when play ends. Otherwise, the" } else { "The" };
        format!("{goal} player who cannot move {who}; endless play is a draw.")
    }

    fn parse(&self, text: &str) -> Result<u32, Diagnostic> {
        let number = self.rules.parse(text)?;
        let wrong = |message| Diagnostic::new(message, Span::new(0, text.len()));
        self.on_board(number).map_err(|error| wrong(keep(error)))?.ok_or_else(|| {
            let written = self.rules.write(number);
            wrong(format!("{written} is not on the board, since it cannot be reached from the start"))
        })
    }

    fn write(&self, position: &u32) -> String {
        self.rules.write(*position)
    }

    fn steps(&self, position: &u32) -> Vec<Step<u32>> {
        let Some(node) = self.node(*position) else { return Vec::new() };
        let mut options = Vec::new();
        RankedRuleset::options(self, position, &mut options);
        let named = self.rules.named(*position, node.player, &options).unwrap_or_default();
        let step = |step: &super::words::NamedMove| {
            let touches = self.rules.touches(*position, step.to);
            let first = touches.into_iter().filter(|touch| touch.figure == 0);
            Step::new(&*step.name, first.map(|touch| touch.element).collect::<Vec<_>>(), step.to)
        };
        named.iter().map(step).collect()
    }

    fn figure(&self, position: &u32) -> Figure {
        let nothing = Digits { signs: Vec::new(), between: String::new(), captions: Vec::new() };
        self.rules.view(*position).figures.into_iter().next().unwrap_or(Figure::Digits(nothing))
    }

    fn player(&self, position: &u32) -> Player {
        self.node(*position).map_or(Player::Either, |node| node.player)
    }

    fn start(&self) -> Option<u32> {
        let on_board =
            self.rules.start().and_then(|start| start.map_or(Ok(None), |start| self.on_board(start)));
        ok_or_keep(on_board)?
    }
}

impl RankedGame for OwnLoopy {
    type Board = OwnBoard;

    super::rules::about!(0);

    fn board(&self, _: &mut Scanner<'_>) -> Result<OwnBoard, Diagnostic> {
        Ok(OwnBoard::new(&self.0))
    }

    fn properties(&self) -> Properties {
        RankedBoard::properties(&OwnBoard::new(&self.0))
    }

    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = OwnBoard> + '_> {
        let board = move |number| {
            let board = OwnBoard::new(&self.0);
            ok_or_keep(board.on_board(number)).map(|_| board)
        };
        Box::new(self.0.positions_up_to(up_to).into_iter().filter_map(board))
    }
}
