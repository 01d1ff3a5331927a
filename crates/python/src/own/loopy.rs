//! Games written in Python in which play may come back to where it was.
//!
//! All that can follow on a position is listed when the position is made; retrograde analysis then asks nothing more.

use super::memory::Numbers;
use super::told::{Method, Told};
use crate::errors::RuleError;
use crate::raised::{fault_of, started};
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};
use winways::own_game::view::{Digits, Figure};
use winways::own_game::{Ending, Properties, RankedBoard, RankedGame, RankedRuleset, Scanner, Status, Step};
use winways::{Diagnostic, End, Play, Player, Span};

/// The game.
pub(super) struct OwnLoopy(pub(super) Arc<Told>);

/// Its positions, as far as they are known; a rank is the number of a position.
#[derive(Clone)]
pub(super) struct OwnBoard {
    told: Arc<Told>,
    /// What is known when the first position of the board is made.
    graph: Arc<OnceLock<Graph>>,
}

/// Positions with their moves. What leads from one that is there is there too.
#[derive(Default)]
struct Graph {
    places: Vec<Option<Place>>,
}

/// What is known of a position.
#[derive(Clone)]
struct Place {
    options: Numbers,
    end: Option<End>,
    player: Player,
}

static NOWHERE: Graph = Graph { places: Vec::new() };

impl OwnBoard {
    fn graph(&self) -> &Graph {
        self.graph.get().unwrap_or(&NOWHERE)
    }

    fn place(&self, number: u32) -> Option<&Place> {
        self.graph().places.get(number as usize)?.as_ref()
    }

    /// Lists all that can follow on a position.
    fn explore(&self, start: u32) -> PyResult<()> {
        let mut graph = Graph::default();
        let mut waiting = vec![start];
        let mut count = 0u64;
        while let Some(number) = waiting.pop() {
            let place = number as usize;
            if graph.places.len() <= place {
                graph.places.resize(place + 1, None);
            }
            if graph.places[place].is_some() {
                continue;
            }
            count += 1;
            if count > self.told.about.most_positions {
                return Err(self.too_many(start));
            }
            let (end, player) = self.stand_of(number)?;
            let options = if end.is_some() { Arc::new([]) } else { self.told.options(number, 0)? };
            waiting.extend_from_slice(&options);
            graph.places[place] = Some(Place { options, end, player });
        }
        // A board is of one position and what follows on it.
        self.graph.get_or_init(|| graph);
        Ok(())
    }

    fn too_many(&self, start: u32) -> PyErr {
        let text = self.told.text(start).unwrap_or_else(|error| error.to_string());
        RuleError::new_err(format!(
            "more than {} positions can follow on {text} of {}; expected fewer, or a greater `most_positions` of the class",
            self.told.about.most_positions, self.told.about.name
        ))
    }

    /// How play has ended and whose turn it is, by one call of each method.
    fn stand_of(&self, number: u32) -> PyResult<(Option<End>, Player)> {
        if let Some(&known) = self.told.memory().known().stands.get(&number) {
            return Ok(known);
        }
        let stand = (self.end_of(number)?, self.player_of(number)?);
        self.told.memory().known().stands.insert(number, stand);
        Ok(stand)
    }

    /// How play has ended, as the class says.
    fn end_of(&self, number: u32) -> PyResult<Option<End>> {
        if !self.told.has(Method::End) {
            return Ok(None);
        }
        Python::attach(|py| {
            let position = self.told.memory().position(py, number)?;
            let Some(end) = self.told.call(py, Method::End, (&position,))? else { return Ok(None) };
            if end.is_none() {
                return Ok(None);
            }
            match end.extract::<String>().as_deref() {
                Ok("won") => Ok(Some(End::Won)),
                Ok("lost") => Ok(Some(End::Lost)),
                Ok("drawn") => Ok(Some(End::Drawn)),
                _ => {
                    let expected = "\"won\", \"lost\" or \"drawn\", for the player to move, or None";
                    Err(self.told.wrong("end", &position, &end, "", expected))
                }
            }
        })
    }

    /// Whose turn it is, as the class says.
    fn player_of(&self, number: u32) -> PyResult<Player> {
        if !self.told.has(Method::Player) {
            return Ok(Player::Either);
        }
        Python::attach(|py| {
            let position = self.told.memory().position(py, number)?;
            let Some(player) = self.told.call(py, Method::Player, (&position,))? else {
                return Ok(Player::Either);
            };
            match player.extract::<String>().as_deref() {
                Ok("left") => Ok(Player::Left),
                Ok("right") => Ok(Player::Right),
                _ => Err(self.told.wrong("player", &position, &player, "", "\"left\" or \"right\"")),
            }
        })
    }

    fn made(&self, number: u32) -> PyResult<u32> {
        self.explore(number).map(|()| number)
    }
}

impl RankedRuleset for OwnBoard {
    type Position = u32;

    fn layers(&self) -> Vec<u64> {
        vec![self.graph().places.len() as u64]
    }

    fn rank(&self, position: &u32) -> u64 {
        u64::from(*position)
    }

    fn position(&self, rank: u64) -> Option<u32> {
        let number = u32::try_from(rank).ok()?;
        self.place(number).map(|_| number)
    }

    fn end(&self, position: &u32, _: Play) -> Option<End> {
        self.place(*position)?.end
    }

    fn status(&self, rank: u64, _: Play) -> Status {
        match self.graph().places.get(rank as usize) {
            Some(Some(place)) => place.end.map_or(Status::Open, Status::Ended),
            _ => Status::Hole,
        }
    }

    fn options(&self, position: &u32, options: &mut Vec<u32>) {
        if let Some(place) = self.place(*position) {
            options.extend_from_slice(&place.options);
        }
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        if let Some(Some(place)) = self.graph().places.get(rank as usize) {
            moves.extend(place.options.iter().map(|&option| u64::from(option)));
        }
    }

    /// Options are listed once each.
    fn repeats(&self) -> bool {
        false
    }
}

impl RankedBoard for OwnBoard {
    fn fingerprint(&self) -> Option<u64> {
        Some(self.told.memory().serial())
    }

    fn plays(&self) -> &'static [Play] {
        match self.told.play() {
            Play::Normal => &[Play::Normal, Play::Misere],
            Play::Misere => &[Play::Misere, Play::Normal],
        }
    }

    fn properties(&self) -> Properties {
        let ending = if self.told.has(Method::End) { Ending::Goal } else { Ending::NoMove };
        Properties { is_impartial: !self.told.has(Method::Player), may_cycle: true, ending }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        let goal = if self.told.has(Method::End) { "Play ends as the rules say; else the" } else { "The" };
        format!("{goal} player who cannot move {who}; play without end is a draw.")
    }

    fn parse(&self, text: &str) -> Result<u32, Diagnostic> {
        let number = self.told.parse(text)?;
        self.made(number)
            .map_err(|error| Diagnostic::new(fault_of(error).to_string(), Span::new(0, text.len())))
    }

    fn write(&self, position: &u32) -> String {
        self.told.write(*position)
    }

    fn steps(&self, position: &u32) -> Vec<Step<u32>> {
        let Some(place) = self.place(*position) else { return Vec::new() };
        let player = match place.player {
            Player::Either => None,
            player => Some(player.name()),
        };
        let named = self.told.named(*position, player, &place.options).unwrap_or_default();
        let step = |step: &super::words::NamedMove| {
            let touches = self.told.touches(*position, step.to);
            let first = touches.into_iter().filter(|touch| touch.figure == 0);
            Step::new(&*step.name, first.map(|touch| touch.element).collect::<Vec<_>>(), step.to)
        };
        named.iter().map(step).collect()
    }

    fn figure(&self, position: &u32) -> Figure {
        let nothing = Digits { signs: Vec::new(), between: String::new(), captions: Vec::new() };
        self.told.view(*position).figures.into_iter().next().unwrap_or(Figure::Digits(nothing))
    }

    fn player(&self, position: &u32) -> Player {
        self.place(*position).map_or(Player::Either, |place| place.player)
    }

    fn start(&self) -> Option<u32> {
        let made = self.told.start().and_then(|start| start.map(|start| self.made(start)).transpose());
        started(made)?
    }
}

impl RankedGame for OwnLoopy {
    type Board = OwnBoard;

    super::told::about!();

    fn notation(&self) -> &str {
        &self.0.about.notation
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<OwnBoard, Diagnostic> {
        Ok(OwnBoard { told: self.0.clone(), graph: Arc::default() })
    }

    fn properties(&self) -> Properties {
        RankedBoard::properties(&OwnBoard { told: self.0.clone(), graph: Arc::default() })
    }

    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = OwnBoard> + '_> {
        let board = move |number| {
            let board = OwnBoard { told: self.0.clone(), graph: Arc::default() };
            started(board.made(number).map(Some)).map(|_| board)
        };
        Box::new(self.0.positions_up_to(up_to).into_iter().filter_map(board))
    }
}
