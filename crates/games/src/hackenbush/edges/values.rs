//! Values of pictures in all colours: the colon principle decomposes them, and canonical forms are computed for the remaining
//! blocks.

use super::numbers::{NumberSearch, by_one_colour, on_edge};
use super::peel::{Block, Part, ValuedGraph, Valuer, peel};
use super::peeled;
use super::{Picture, Twig};
use std::collections::HashMap;
use winways_kit::any::partizan::ValueSearch;
use winways_rules::Side;
use winways_solve::{Budget, Observer, Progress, StopReason, Stopped};
use winways_values::{Arena, ArenaError, Dyadic, Game, GameOptions, OperationError, Operations};

/// A search for the values of pictures. Results are cached, so later calls compute only new values.
pub(super) struct PictureSearch<'r> {
    arena: &'r Arena,
    budget: Budget,
    observer: &'r dyn Observer,
    numbers: NumberSearch<'r>,
    memo: HashMap<Block<Game>, Game>,
    bytes: u64,
    /// The number of edges processed since the last poll of the observer.
    work: usize,
}

/// The number of edges to process between polls of the observer.
const WORK_POLL_INTERVAL: usize = 1 << 16;

impl<'r> PictureSearch<'r> {
    pub(super) fn new(arena: &'r Arena, budget: Budget, observer: &'r dyn Observer) -> Self {
        let numbers = NumberSearch::new(budget, observer);
        PictureSearch { arena, budget, observer, numbers, memo: HashMap::new(), bytes: 0, work: 0 }
    }

    fn search(&mut self, picture: &Picture) -> Result<Game, StopReason> {
        // Try `peeled::number` first: unlike the search, it does not store the values of all subgraphs in the arena.
        if let Some(number) = peeled::number(picture, &mut self.observer.meter())? {
            return Ok(self.arena.number(&number)?);
        }
        let graph = ValuedGraph::of(picture.edges(), Game::ZERO);
        let operations = Operations::new(self.arena.session());
        let mut open = Open { search: self, operations, stack: Stack::default() };
        loop {
            if let Some(value) = open.value_or_push(graph.clone())? {
                return Ok(value);
            }
            while let Some(block) = open.stack.pop() {
                if !open.search.memo.contains_key(&block) {
                    open.solve_or_descend(block)?;
                }
            }
        }
    }
}

impl ValueSearch<Picture> for PictureSearch<'_> {
    fn value(&mut self, picture: &Picture) -> Result<Game, Stopped> {
        self.search(picture).map_err(|reason| Stopped { reason, nodes: ValueSearch::nodes(self) })
    }

    fn nodes(&self) -> u64 {
        self.memo.len() as u64 + self.numbers.nodes()
    }
}

/// A stack of blocks to solve.
#[derive(Default)]
struct Stack {
    blocks: Vec<Block<Game>>,
    bytes: u64,
}

impl Stack {
    fn push(&mut self, block: Block<Game>) {
        self.bytes += block.bytes();
        self.blocks.push(block);
    }

    fn pop(&mut self) -> Option<Block<Game>> {
        let block = self.blocks.pop()?;
        self.bytes -= block.bytes();
        Some(block)
    }
}

/// The reason why a graph has no value yet.
enum Obstacle {
    Missing(Block<Game>),
    Stopped(StopReason),
}

impl From<OperationError> for Obstacle {
    fn from(error: OperationError) -> Obstacle {
        Obstacle::Stopped(match error {
            OperationError::Arena(error) => error.into(),
            _ => StopReason::Unsupported("such a large value at a vertex"),
        })
    }
}

impl From<ArenaError> for Obstacle {
    fn from(error: ArenaError) -> Obstacle {
        Obstacle::Stopped(error.into())
    }
}

/// A search in progress, with its session of the arena and its stack.
struct Open<'s, 'r> {
    search: &'s mut PictureSearch<'r>,
    operations: Operations<'r>,
    stack: Stack,
}

impl Open<'_, '_> {
    /// Polls the observer after every [`WORK_POLL_INTERVAL`] edges.
    fn poll(&mut self, edges: usize) -> Result<(), StopReason> {
        self.search.work += edges;
        if self.search.work < WORK_POLL_INTERVAL {
            return Ok(());
        }
        self.search.work = 0;
        let search = &*self.search;
        let bytes =
            search.bytes + search.numbers.bytes() + self.stack.bytes + self.operations.session().bytes();
        let positions = search.memo.len() as u64 + search.numbers.nodes();
        let progress =
            Progress { positions, depth: self.stack.blocks.len() as u64, bytes, ..Progress::default() };
        search.budget.poll(search.observer, &progress)
    }

    /// Solves a block if the values of all its options are known. Otherwise pushes it back, with the missing blocks above it.
    fn solve_or_descend(&mut self, block: Block<Game>) -> Result<(), StopReason> {
        let place = self.stack.blocks.len();
        let mut values = [Vec::new(), Vec::new()];
        for (side, values) in Side::BOTH.into_iter().zip(&mut values) {
            for graph in block.after_cuts(side) {
                values.extend(self.value_or_push(graph)?);
            }
            for (vertex, &top) in block.tops().iter().enumerate() {
                for option in self.options(top, side)? {
                    values.extend(self.value_or_push(block.with_top(vertex, option))?);
                }
            }
        }
        if self.stack.blocks.len() > place {
            // The missing blocks go on top: they are popped before this block comes up again.
            self.stack.push(block);
            let last = self.stack.blocks.len() - 1;
            self.stack.blocks.swap(place, last);
            return Ok(());
        }
        let [left, right] = &values;
        let value = self.operations.session().form(left, right)?;
        self.search.bytes += 2 * (block.bytes() + size_of::<(Block<Game>, Game)>() as u64);
        self.search.memo.insert(block, value);
        Ok(())
    }

    /// Returns the value of a graph. If a block of it has no value yet, pushes that block and returns `None`.
    fn value_or_push(&mut self, graph: ValuedGraph<Game>) -> Result<Option<Game>, StopReason> {
        self.poll(graph.twigs.len())?;
        match peel(graph, self) {
            Ok(value) => Ok(Some(value)),
            Err(Obstacle::Missing(block)) => {
                self.stack.push(block);
                Ok(None)
            }
            Err(Obstacle::Stopped(reason)) => Err(reason),
        }
    }

    fn options(&mut self, game: Game, side: Side) -> Result<GameOptions, StopReason> {
        let session = self.operations.session();
        let options = match side {
            Side::Left => session.left_options(game),
            Side::Right => session.right_options(game),
        };
        Ok(options?)
    }

    fn number(&mut self, number: &Dyadic) -> Result<Game, Obstacle> {
        Ok(self.operations.session().number(number)?)
    }

    /// Converts a part to numbers, if it carries only numbers and has no green edge.
    fn in_numbers(&mut self, part: &Part<Game>) -> Option<Part<Dyadic>> {
        if part.twigs.iter().any(|twig| twig.tint == Twig::GREEN) {
            return None;
        }
        let tops: Option<Vec<Dyadic>> =
            part.tops.iter().map(|&top| self.operations.session().as_number(top)).collect();
        Some(Part { twigs: part.twigs.clone(), names: part.names.clone(), tops: tops? })
    }

    /// Returns the nim-value of a green part that carries only nimbers, by the *fusion principle*: all vertices may be merged, so
    /// each edge has the value *1.
    fn by_fusion(&mut self, part: &Part<Game>) -> Option<u128> {
        if !part.is_all(Twig::GREEN) {
            return None;
        }
        let mut sum = part.twigs.len() as u128 & 1;
        for &top in part.carried() {
            match self.operations.session().as_number_up_star(top)? {
                (number, 0, nimber) if number.is_zero() => sum ^= nimber,
                _ => return None,
            }
        }
        Some(sum)
    }
}

impl Valuer for Open<'_, '_> {
    type Value = Game;
    type Error = Obstacle;

    fn zero(&self) -> Game {
        Game::ZERO
    }

    fn add(&mut self, some: Game, other: Game) -> Result<Game, Obstacle> {
        Ok(self.operations.session().add(some, other)?)
    }

    fn edge(&mut self, twig: Twig, top: Game) -> Result<Game, Obstacle> {
        if twig.tint != Twig::GREEN
            && let Some(number) = self.operations.session().as_number(top)
        {
            return self.number(&on_edge(twig.tint, &number));
        }
        if let Some((number, 0, nimber)) = self.operations.session().as_number_up_star(top)
            && number.is_zero()
            && twig.tint == Twig::GREEN
        {
            return Ok(self.operations.session().nimber(nimber.saturating_add(1))?);
        }
        // An ordinal sum visits all followers of the carried value.
        self.poll(WORK_POLL_INTERVAL / 16).map_err(Obstacle::Stopped)?;
        if twig.tint == Twig::GREEN {
            return Ok(self.operations.ordinal_sum(Game::STAR, top)?);
        }
        let base = self.number(&on_edge(twig.tint, &Dyadic::ZERO))?;
        Ok(self.operations.ordinal_sum(base, top)?)
    }

    fn block(&mut self, part: Part<Game>) -> Result<Game, Obstacle> {
        if let Some(nimber) = self.by_fusion(&part) {
            return Ok(self.operations.session().nimber(nimber)?);
        }
        if let Some(part) = self.in_numbers(&part) {
            let number = match by_one_colour(&part) {
                Some(number) => number,
                None => {
                    let block = Block::of(part, &Dyadic::ZERO);
                    self.search.numbers.value(block).map_err(Obstacle::Stopped)?
                }
            };
            return self.number(&number);
        }
        let block = Block::of(part, &Game::ZERO);
        match self.search.memo.get(&block) {
            Some(&value) => Ok(value),
            None => Err(Obstacle::Missing(block)),
        }
    }

    fn poll(&mut self, edges: usize) -> Result<(), Obstacle> {
        Open::poll(self, edges).map_err(Obstacle::Stopped)
    }
}
