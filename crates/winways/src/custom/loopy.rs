//! Games in which play may cycle, described by a starting position and by the moves.

use super::{PAGE, figure_of_text, quoted, unquoted, without_quotes};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;
use winways_kit::any::ranked::FixedBoard;
use winways_kit::view::Figure;
use winways_kit::{AnyGame, Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Span};
use winways_rules::{End, Play, Player, RankedRuleset, RuleFault};
use winways_solve::{Budget, Observer, Progress, StopReason, Stopped};
use xxhash_rust::xxh3::Xxh3;

/// A game in which play may cycle, described by its starting position and by the moves.
///
/// ```
/// use winways::custom::{OwnLoopy, own_loopy};
/// use winways::{Budget, NoObserver, Outcome, Position, Request, analyse};
///
/// /// A token on a ring of seven cells. A move advances it one or two cells. A player who cannot move, at cell 0, loses.
/// struct Ring;
///
/// impl OwnLoopy for Ring {
///     type Position = u32;
///
///     fn start(&self) -> u32 {
///         3
///     }
///
///     fn options(&self, cell: &u32) -> Vec<u32> {
///         if *cell == 0 { Vec::new() } else { vec![(cell + 1) % 7, (cell + 2) % 7] }
///     }
/// }
///
/// let game = own_loopy(&Ring, Budget::DEFAULT, &NoObserver)?;
/// let position = Position::of_game(&*game, "3").unwrap();
/// let analysis = analyse(&position, &Request::default(), &NoObserver);
/// assert_eq!((analysis.outcome, analysis.remoteness), (Some(Outcome::Next), Some(3)));
/// # Ok::<(), winways::Stopped>(())
/// ```
pub trait OwnLoopy {
    /// A position. It must include the player to move, unless both players have the same moves.
    type Position: Clone + Eq + Hash + Debug;

    /// Returns the position in which play starts. The game consists of the positions reachable from it.
    fn start(&self) -> Self::Position;

    /// Returns the positions after the moves, in an order that depends only on the position.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// Returns the result for the player to move if play ends here, and `None` if play continues. A player who cannot move
    /// loses, or wins under misère play.
    fn end(&self, position: &Self::Position) -> Option<End> {
        let _ = position;
        None
    }

    /// Returns the player to move; [`Player::Either`] if both players have the same moves.
    fn player(&self, position: &Self::Position) -> Player {
        let _ = position;
        Player::Either
    }

    /// Formats a position. Distinct positions must have distinct texts. Double quotes in the text are replaced with single
    /// quotes.
    fn write(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Returns the name of the game.
    fn name(&self) -> String {
        PAGE.name.to_owned()
    }
}

/// Creates a game from a starting position, by exploring all positions reachable from it.
///
/// # Complexity
/// Time and memory are proportional to the number of positions and moves.
///
/// # Errors
/// Returns [`Stopped`] if the memory limit of `budget` is exceeded, if the observer stops the work, or if two positions have
/// the same text. Heap allocations owned by positions do not count towards the limit.
pub fn own_loopy<G: OwnLoopy>(
    game: &G,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Arc<dyn AnyGame>, Stopped> {
    let mut graph = Graph { name: game.name(), ..Graph::default() };
    let (mut ranks, mut positions) = (HashMap::new(), vec![game.start()]);
    ranks.insert(game.start(), 0);
    let (mut bytes, mut hash) = (0u64, Xxh3::new());
    while let Some(position) = positions.get(graph.nodes.len()).cloned() {
        let rank = graph.nodes.len() as u32;
        if rank.is_multiple_of(POSITIONS_PER_POLL) {
            let progress = Progress { positions: rank.into(), bytes, ..Progress::default() };
            budget.poll(observer, &progress).map_err(|reason| reason.after(rank.into()))?;
        }
        let (end, player) = (game.end(&position), game.player(&position));
        let text = without_quotes(&game.write(&position));
        let options = if end.is_some() { Vec::new() } else { game.options(&position) };
        let (mut targets, mut seen) = (Vec::with_capacity(options.len()), HashSet::new());
        for option in options {
            let next = u32::try_from(positions.len());
            let next = next.map_err(|_| StopReason::Memory { limit: budget.memory }.after(rank.into()))?;
            let to = *ranks.entry(option).or_insert_with_key(|option| {
                positions.push(option.clone());
                next
            });
            if to == next {
                bytes += NODE_BYTES + 2 * size_of::<G::Position>() as u64;
            }
            if seen.insert(to) {
                targets.push(to);
            }
        }
        bytes += 2 * (text.len() + 4 * targets.len()) as u64;
        hash.update(format!("{text}\n{end:?} {player:?} {targets:?}\n").as_bytes());
        if graph.ranks.insert(text.clone(), rank).is_some() {
            let fault = RuleFault::new(format!("two positions of {} have the text {text}", graph.name));
            return Err(StopReason::Rules(fault).after(rank.into()));
        }
        graph.nodes.push(Node { text, options: targets.into(), end, player });
    }
    graph.fingerprint = hash.digest();
    Ok(super::ranked(Explored(Arc::new(graph))))
}

/// The number of positions explored between two polls.
const POSITIONS_PER_POLL: u32 = 16;

/// The approximate memory overhead of a position, in bytes, in addition to the position itself, its text and its moves.
const NODE_BYTES: u64 = 192;

/// The positions reachable from the start, ranked in the order in which they were found.
#[derive(Default)]
struct Graph {
    name: String,
    nodes: Vec<Node>,
    /// The ranks of the positions, by text.
    ranks: HashMap<String, u32>,
    fingerprint: u64,
}

struct Node {
    text: String,
    /// The ranks of the options, without duplicates.
    options: Box<[u32]>,
    end: Option<End>,
    player: Player,
}

/// A board whose positions are the ranks of a graph.
#[derive(Clone)]
struct Explored(Arc<Graph>);

impl Explored {
    fn node(&self, rank: u32) -> &Node {
        &self.0.nodes[rank as usize]
    }
}

impl RankedRuleset for Explored {
    type Position = u32;

    fn layers(&self) -> Vec<u64> {
        vec![self.0.nodes.len() as u64]
    }

    fn rank(&self, position: &u32) -> u64 {
        u64::from(*position)
    }

    fn position(&self, rank: u64) -> Option<u32> {
        u32::try_from(rank).ok().filter(|&rank| (rank as usize) < self.0.nodes.len())
    }

    fn end(&self, position: &u32, _: Play) -> Option<End> {
        self.node(*position).end
    }

    fn options(&self, position: &u32, options: &mut Vec<u32>) {
        options.extend(&self.node(*position).options);
    }

    fn repeats(&self) -> bool {
        false
    }
}

impl RankedBoard for Explored {
    fn fingerprint(&self) -> Option<u64> {
        Some(self.0.fingerprint)
    }

    fn plays(&self) -> &'static [Play] {
        &[Play::Normal, Play::Misere]
    }

    fn properties(&self) -> Properties {
        let has_end = self.0.nodes.iter().any(|node| node.end.is_some());
        Properties {
            is_impartial: self.0.nodes.iter().all(|node| node.player == Player::Either),
            may_cycle: true,
            ending: if has_end { Ending::Goal } else { Ending::NoMove },
        }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        let goal = match RankedBoard::properties(self).ending {
            Ending::Goal => "The rules state when play ends. Otherwise, the",
            Ending::NoMove | Ending::Points => "The",
        };
        format!("{goal} player who cannot move {who}; endless play is a draw.")
    }

    fn parse(&self, text: &str) -> Result<u32, Diagnostic> {
        self.0.ranks.get(&without_quotes(unquoted(text))).copied().ok_or_else(|| {
            let start = &self.0.nodes[0].text;
            Diagnostic::new("no such position is reachable from the start", Span::new(0, text.len()))
                .label(format!("expected a position, such as `{start}`"))
        })
    }

    fn write(&self, position: &u32) -> String {
        quoted(&self.node(*position).text)
    }

    fn steps(&self, position: &u32) -> Vec<Step<u32>> {
        let options = self.node(*position).options.iter();
        options.map(|&to| Step::new(&*self.node(to).text, [], to)).collect()
    }

    fn figure(&self, position: &u32) -> Figure {
        figure_of_text(self.node(*position).text.clone())
    }

    fn player(&self, position: &u32) -> Player {
        self.node(*position).player
    }

    fn start(&self) -> Option<u32> {
        Some(0)
    }
}

impl FixedBoard for Explored {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        self.0.name.clone()
    }
}
