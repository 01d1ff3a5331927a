//! Values of blocks of blue and red edges that carry numbers. The values are numbers, computed by comparing the blocks with numbers.
//!
//! A number is the simplest number between its options, so a block need not be searched to the end. Bounds that leave only
//! one possible number are enough, and a comparison with x needs only one good reply to each move of the opponent. A table
//! stores the bounds known for each block. The bounds follow from these rules:
//!
//! - G >= x iff every right option is greater than x and G > x', the left option of x (Conway's definition);
//! - G is greater than each of its left options, and so greater than every lower bound of a left option;
//! - every move in a number is bad for the player who makes it, so the picture without some blue edges bounds G from below. See
//!   `bounds`.
//!
//! The search compares the block with the simplest number between the bounds. If the block is neither less nor greater, that
//! number is the value.

use super::Twig;
use super::bounds::at_least;
use super::peel::{Block, Part, Valuer, peel};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;
use winways_rules::Side;
use winways_solve::{Budget, Observer, Progress, StopReason};
use winways_values::Dyadic;

/// A lower bound of a value from a player's point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bound {
    at: Dyadic,
    /// `true` if the value cannot equal the bound.
    is_strict: bool,
}

/// A sum of a number and blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum {
    number: Dyadic,
    blocks: Box<[u32]>,
    /// An estimate of the value, for move ordering.
    guess: Dyadic,
}

struct Node {
    block: Rc<Block<Dyadic>>,
    /// The bounds for Left and for Right.
    bounds: [Bound; 2],
    /// The options of Left and of Right, computed on demand.
    options: Option<Rc<[Vec<Sum>; 2]>>,
}

impl Node {
    fn value(&self) -> Option<&Dyadic> {
        (self.bounds[0].at == self.bounds[1].at).then_some(&self.bounds[0].at)
    }
}

/// A task of the search.
enum Task {
    /// Find the value of a block.
    Value(u32),
    /// Decide whether a block is at least as good for a player as a number.
    Compare(u32, Side, Dyadic),
    /// Compute the options of a block.
    Expand(u32),
}

/// The result of a step on a task.
enum Progressed {
    Done,
    After(Task),
}

/// A search for the values of blocks. Results are cached between calls.
pub(super) struct NumberSearch<'r> {
    budget: Budget,
    observer: &'r dyn Observer,
    numbers: HashMap<Rc<Block<Dyadic>>, u32>,
    nodes: Vec<Node>,
    bytes: u64,
    /// The number of edges processed since the last poll of the observer.
    work: usize,
}

/// The number of edges to process between polls of the observer.
const WORK_POLL_INTERVAL: usize = 1 << 18;

impl<'r> NumberSearch<'r> {
    pub(super) fn new(budget: Budget, observer: &'r dyn Observer) -> Self {
        NumberSearch { budget, observer, numbers: HashMap::new(), nodes: Vec::new(), bytes: 0, work: 0 }
    }

    /// Returns the number of different blocks seen.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Returns the approximate number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the value of a block.
    pub(super) fn value(&mut self, block: Block<Dyadic>) -> Result<Dyadic, StopReason> {
        let node = self.node(block)?;
        let mut tasks = vec![Task::Value(node)];
        while let Some(task) = tasks.last() {
            match self.step(task)? {
                Progressed::Done => drop(tasks.pop()),
                Progressed::After(other) => tasks.push(other),
            }
        }
        match self.nodes[node as usize].value() {
            Some(value) => Ok(value.clone()),
            None => unreachable!("the task is done when the bounds meet"),
        }
    }

    fn poll(&mut self, edges: usize) -> Result<(), StopReason> {
        if self.bytes > self.budget.memory {
            return Err(StopReason::Memory { limit: self.budget.memory });
        }
        self.work += edges;
        if self.work < WORK_POLL_INTERVAL {
            return Ok(());
        }
        self.work = 0;
        let progress =
            Progress { positions: self.nodes(), depth: 0, bytes: self.bytes, ..Progress::default() };
        self.observer.poll(&progress)
    }

    fn node(&mut self, block: Block<Dyadic>) -> Result<u32, StopReason> {
        if let Some(&number) = self.numbers.get(&block) {
            return Ok(number);
        }
        let mut bound = |side: Side| -> Result<Bound, StopReason> {
            let at = at_least(&block, side, &mut |edges| self.poll(edges))?;
            Ok(Bound { at, is_strict: false })
        };
        let bounds = [bound(Side::Left)?, bound(Side::Right)?];
        let number = self.nodes.len() as u32;
        let digits = block.tops().iter().chain(bounds.iter().map(|bound| &bound.at)).map(digit_bytes);
        self.bytes += digits.sum::<u64>();
        self.bytes += block.bytes() + (size_of::<Node>() + 2 * size_of::<(Rc<Block<Dyadic>>, u32)>()) as u64;
        let block = Rc::new(block);
        self.numbers.insert(block.clone(), number);
        self.nodes.push(Node { block, bounds, options: None });
        Ok(number)
    }

    fn step(&mut self, task: &Task) -> Result<Progressed, StopReason> {
        Ok(match task {
            Task::Value(node) => self.close_in(*node),
            Task::Compare(node, side, number) => self.compare(*node, *side, number),
            Task::Expand(node) => return self.expand(*node),
        })
    }

    /// Returns the next comparison of a block with the simplest number between its bounds, or fixes the value if no comparison is
    /// left.
    fn close_in(&mut self, node: u32) -> Progressed {
        let bounds = &self.nodes[node as usize].bounds;
        if bounds[0].at == bounds[1].at {
            return Progressed::Done;
        }
        let candidate = simplest(bounds);
        match Side::BOTH.into_iter().find(|&side| settled(bounds, side, &candidate).is_none()) {
            Some(side) => Progressed::After(Task::Compare(node, side, candidate)),
            // The block is neither less nor greater than the candidate.
            None => {
                self.nodes[node as usize].bounds =
                    [candidate.clone(), candidate].map(|at| Bound { at, is_strict: false });
                Progressed::Done
            }
        }
    }

    /// Decides whether a block is at least as good for `side` as `number`, or returns a task that must be done first.
    fn compare(&mut self, node: u32, side: Side, number: &Dyadic) -> Progressed {
        let Some(options) = self.nodes[node as usize].options.clone() else {
            return Progressed::After(Task::Expand(node));
        };
        self.share_bounds(node, &options);
        let opponent = side.opponent();
        let mut promising: Option<(Dyadic, &Sum)> = None;
        for other in &options[index(opponent)] {
            let bounds = self.bounds_of(other);
            if settled(&bounds, opponent, number).is_none() {
                let promise = &bounds[index(opponent)].at + &other.guess;
                if promising.as_ref().is_none_or(|(most, _)| better(opponent, &promise, most).is_gt()) {
                    promising = Some((promise, other));
                }
            }
        }
        if settled(&self.nodes[node as usize].bounds, side, number).is_some() {
            return Progressed::Done;
        }
        if let Some((_, other)) = promising {
            return Progressed::After(self.comparison(other, opponent, number));
        }
        if let Some(simpler) = option(number, side)
            && settled(&self.nodes[node as usize].bounds, opponent, &simpler).is_none()
        {
            return Progressed::After(Task::Compare(node, opponent, simpler));
        }
        self.tighten(node, side, Bound { at: number.clone(), is_strict: false });
        Progressed::Done
    }

    /// Propagates bounds: a block is better for a player than each of the player's options, so a bound of an option also bounds
    /// the block, and vice versa.
    fn share_bounds(&mut self, node: u32, options: &[Vec<Sum>; 2]) {
        for side in Side::BOTH {
            for own in &options[index(side)] {
                let at = self.bounds_of(own)[index(side)].at.clone();
                self.tighten(node, side, Bound { at, is_strict: true });
            }
        }
        for side in Side::BOTH {
            let most = self.nodes[node as usize].bounds[index(side.opponent())].at.clone();
            for own in &options[index(side)] {
                if let [block] = own.blocks[..] {
                    let at = &most - &own.number;
                    self.tighten(block, side.opponent(), Bound { at, is_strict: true });
                }
            }
        }
    }

    /// Returns the next task for deciding whether a sum is at least as good for `side` as `number`.
    fn comparison(&self, sum: &Sum, side: Side, number: &Dyadic) -> Task {
        let mut rest = number - &sum.number;
        let mut open = None;
        for &block in &sum.blocks {
            match self.nodes[block as usize].value() {
                Some(value) => rest = rest - value,
                None => match open {
                    Some(first) => return Task::Value(self.smaller(first, block)),
                    None => open = Some(block),
                },
            }
        }
        match open {
            Some(block) => Task::Compare(block, side, rest),
            None => unreachable!("a sum of known values is settled"),
        }
    }

    fn smaller(&self, a: u32, b: u32) -> u32 {
        let size = |node: u32| self.nodes[node as usize].block.twigs().len();
        if size(a) <= size(b) { a } else { b }
    }

    fn tighten(&mut self, node: u32, side: Side, bound: Bound) {
        let known = &mut self.nodes[node as usize].bounds[index(side)];
        let order = better(side, &bound.at, &known.at);
        if order.is_gt() || order.is_eq() && bound.is_strict && !known.is_strict {
            *known = bound;
        }
    }

    fn bounds_of(&self, sum: &Sum) -> [Bound; 2] {
        [0, 1].map(|side| {
            let mut bound = Bound { at: sum.number.clone(), is_strict: false };
            for &block in &sum.blocks {
                let part = &self.nodes[block as usize].bounds[side];
                bound.at = &bound.at + &part.at;
                bound.is_strict |= part.is_strict;
            }
            bound
        })
    }

    /// Computes the options of a block. Of the options that contain no blocks, keeps only the best number for the player who moves.
    fn expand(&mut self, node: u32) -> Result<Progressed, StopReason> {
        let block = self.nodes[node as usize].block.clone();
        let mut all = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            let tops = block.tops().iter().enumerate();
            let moved = tops.filter_map(|(vertex, top)| Some(block.with_top(vertex, option(top, side)?)));
            let options = &mut all[index(side)];
            let mut best: Option<Dyadic> = None;
            for graph in block.after_cuts(side).chain(moved) {
                self.poll(block.twigs().len())?;
                let mut parts = Parts { search: self, blocks: Vec::new() };
                let number = match peel(graph, &mut parts) {
                    Ok(number) => number,
                    Err(Obstacle::Missing(node)) => return Ok(Progressed::After(Task::Value(node))),
                    Err(Obstacle::Stopped(reason)) => return Err(reason),
                };
                let mut blocks = parts.blocks;
                if !blocks.is_empty() {
                    blocks.sort_unstable();
                    let guess = self.guess(&number, &blocks);
                    options.push(Sum { number, blocks: blocks.into_boxed_slice(), guess });
                } else if best.as_ref().is_none_or(|best| better(side, &number, best).is_gt()) {
                    best = Some(number);
                }
            }
            options.sort_unstable_by(|a, b| (&a.blocks, &a.number).cmp(&(&b.blocks, &b.number)));
            options.dedup();
            options.extend(best.map(|number| Sum { guess: number.clone(), number, blocks: Box::default() }));
            self.bytes += (options.len() * (size_of::<Sum>() + size_of::<u64>())) as u64;
            self.bytes +=
                options.iter().map(|sum| digit_bytes(&sum.number) + digit_bytes(&sum.guess)).sum::<u64>();
        }
        self.nodes[node as usize].options = Some(Rc::new(all));
        Ok(Progressed::Done)
    }

    /// Estimates a sum by its number and the edges of its blocks, each counted as a move of its owner.
    fn guess(&self, number: &Dyadic, blocks: &[u32]) -> Dyadic {
        let edges = |&block: &u32| {
            let twigs = self.nodes[block as usize].block.twigs();
            twigs.iter().map(|twig| if twig.tint == Twig::BLUE { 1 } else { -1 }).sum::<i64>()
        };
        number + Dyadic::from(blocks.iter().map(edges).sum::<i64>())
    }
}

/// The reason why a graph cannot be decomposed.
enum Obstacle {
    /// A block above the ground has no value yet.
    Missing(u32),
    Stopped(StopReason),
}

/// A valuer that decomposes graphs into numbers and blocks on the ground.
struct Parts<'s, 'r> {
    search: &'s mut NumberSearch<'r>,
    blocks: Vec<u32>,
}

impl Valuer for Parts<'_, '_> {
    type Value = Dyadic;
    type Error = Obstacle;

    fn zero(&self) -> Dyadic {
        Dyadic::ZERO
    }

    fn add(&mut self, some: Dyadic, other: Dyadic) -> Result<Dyadic, Obstacle> {
        Ok(some + other)
    }

    fn edge(&mut self, twig: Twig, top: Dyadic) -> Result<Dyadic, Obstacle> {
        self.poll(edges_of(&top))?;
        Ok(on_edge(twig.tint, &top))
    }

    fn block(&mut self, part: Part<Dyadic>) -> Result<Dyadic, Obstacle> {
        if let Some(value) = by_one_colour(&part) {
            return Ok(value);
        }
        let root = part.names[0];
        let node = self.search.node(Block::of(part, &Dyadic::ZERO)).map_err(Obstacle::Stopped)?;
        match self.search.nodes[node as usize].value() {
            Some(value) => Ok(value.clone()),
            None if root == 0 => {
                self.blocks.push(node);
                Ok(Dyadic::ZERO)
            }
            None => Err(Obstacle::Missing(node)),
        }
    }

    fn poll(&mut self, edges: usize) -> Result<(), Obstacle> {
        self.search.poll(edges).map_err(Obstacle::Stopped)
    }
}

/// Returns the value of a part that is all blue and carries integers of at least 0, or all red and carries integers of at most 0:
/// each edge and each unit is a move.
pub(super) fn by_one_colour(part: &Part<Dyadic>) -> Option<Dyadic> {
    let tops = || part.carried().iter();
    let edges = Dyadic::from(i64::try_from(part.twigs.len()).ok()?);
    let is_free = |sign: Ordering| tops().all(|top| top.is_integer() && top.sign() != sign);
    if part.is_all(Twig::BLUE) && is_free(Ordering::Less) {
        Some(edges + tops().cloned().sum::<Dyadic>())
    } else if part.is_all(Twig::RED) && is_free(Ordering::Greater) {
        Some(-edges + tops().cloned().sum::<Dyadic>())
    } else {
        None
    }
}

/// Returns the value of an edge that carries the number x. For a blue edge it is (x + n)/2^(n-1) with the least n >= 1 such that
/// x + n > 1; for a red edge it is the mirror image.
pub(super) fn on_edge(tint: u8, top: &Dyadic) -> Dyadic {
    if tint == Twig::RED {
        return -on_edge(Twig::BLUE, &-top);
    }
    if top.sign().is_gt() {
        return top + Dyadic::from(1);
    }
    // n - 1 = floor(-x) + 1. In a picture that fits in memory, the integer part of a value fits in 64 bits.
    let halvings = i64::try_from(&(-top).floor()).unwrap_or(i64::MAX).saturating_add(1);
    let sum = top + Dyadic::from(halvings.saturating_add(1));
    match u32::try_from(halvings) {
        Ok(halvings) => sum * Dyadic::new(1, halvings),
        Err(_) => sum,
    }
}

/// Returns the cost of a sum with this number, as the number of edges that are processed in the same time.
pub(super) fn edges_of(number: &Dyadic) -> usize {
    1 + number.exponent() as usize / 512
}

/// Returns the number of bytes of a number's digits, beyond the size of the number itself.
fn digit_bytes(number: &Dyadic) -> u64 {
    u64::from(number.exponent() / 8)
}

fn index(side: Side) -> usize {
    usize::from(side == Side::Right)
}

/// Compares `a` with `b` from a player's point of view.
fn better(side: Side, a: &Dyadic, b: &Dyadic) -> Ordering {
    if side == Side::Left { a.cmp(b) } else { b.cmp(a) }
}

/// Returns whether a value with these bounds is at least as good for `side` as `number`; `None` if the bounds do not decide it.
fn settled(bounds: &[Bound; 2], side: Side, number: &Dyadic) -> Option<bool> {
    if better(side, &bounds[index(side)].at, number).is_ge() {
        return Some(true);
    }
    let most = &bounds[index(side.opponent())];
    let order = better(side, &most.at, number);
    (order.is_lt() || order.is_eq() && most.is_strict).then_some(false)
}

/// Returns the simplest number between the bounds.
fn simplest([low, high]: &[Bound; 2]) -> Dyadic {
    let ends = [low, high].into_iter().filter(|bound| !bound.is_strict).map(|bound| bound.at.clone());
    let between = Dyadic::simplest_between(Some(&low.at), Some(&high.at));
    let all = ends.chain(between);
    all.min_by_key(Dyadic::birthday).unwrap_or(Dyadic::ZERO)
}

/// Returns the option of a player in the canonical form of a number.
pub(super) fn option(number: &Dyadic, side: Side) -> Option<Dyadic> {
    let step = if side == Side::Left { Dyadic::from(-1) } else { Dyadic::from(1) };
    if !number.is_integer() {
        return Some(number + step * Dyadic::new(1, number.exponent()));
    }
    let towards_zero = if side == Side::Left { Ordering::Greater } else { Ordering::Less };
    (number.sign() == towards_zero).then(|| number + step)
}
