//! Puzzles: positions in which exactly one move wins.

use super::day::PuzzleDate;
use super::depth::search;
use super::exercise::{Exercise, MOST, Solution, Topic};
use super::judge::Judgement;
use super::positions::RandomPositions;
use super::source::Source;
use crate::playing::{may_make, other};
use crate::{Analysis, Analyst, Cache, Match, MoveList, Position, PositionMove, Prospect, Request};
use std::sync::Arc;
use winways_games::entries;
use winways_kit::view::Figure;
use winways_kit::{AnyGame, Detail};
use winways_notation::Diagnostic;
use winways_rules::{Play, Player};
use winways_solve::{Budget, NoObserver, Observer, StopReason, Stopped};

/// The minimum and maximum numbers of legal moves in a puzzle.
const MOVES: std::ops::RangeInclusive<usize> = 3..=40;
/// The minimum number of moves by both players until play ends. The winning move therefore does not end play.
const LEAST_DEPTH: u32 = 3;
/// The maximum number of games from which positions are drawn.
const GAMES: usize = 400;
/// The number of positions that are drawn from one game.
const TRIES: usize = 12;
/// The difference from the wanted rating at which the search for a better puzzle ends.
const NEAR: u32 = 50;
/// The number of puzzles after which the search also ends at the larger difference [`FAR`].
const CHOICE: usize = 8;
/// The difference beyond which a puzzle misses the wanted rating.
const FAR: u32 = 150;
/// The number of puzzles after which the search for a better puzzle ends in any case.
const MOST_PUZZLES: usize = 60;
/// The greatest size of random positions.
const LARGEST_SIZE: u64 = 12;
/// Limits of the number of positions that are searched, or visited in random matches. The search ends at the first limit in any
/// case, and at the second limit if a puzzle has been found.
const MOST_WORK: [u64; 2] = [400_000, 120_000];
/// The second limit for puzzles of the day, whose search must be short.
const WORK_OF_DAY: u64 = 24_000;
/// The number of positions that an analysis searches in the time that [`search`] takes for one position.
const ANALYSED: u64 = 100;
/// The memory limit of an analysis, in bytes. Boards that need more memory are not used for puzzles.
const MEMORY: u64 = 4 << 20;
/// The maximum size of a position, in words, and the maximum bound for the number of its moves.
const LARGEST: usize = 1 << 10;
const MOST_BOUND: u64 = 120;
/// Separates the seeds of dates from other seeds.
const OF_DATES: u64 = 0x5A_D064_E50F_DA7E;

/// Well-known games, from which half of the puzzles are drawn. A game that is listed twice is drawn twice as often.
const KNOWN: [&str; 24] = [
    "nim",
    "kayles",
    "wythoff",
    "chomp",
    "domineering",
    "domineering",
    "clobber",
    "clobber",
    "hackenbush",
    "hackenbush",
    "red-blue-trees",
    "toads-and-frogs",
    "col",
    "snort",
    "cram",
    "amazons",
    "node-kayles",
    "mnk",
    "connect-four",
    "hare-and-hounds",
    "northcott",
    "silver-dollar",
    "treblecross",
    "nogo",
];

/// A position with exactly one winning move, which the user should find.
///
/// The rating is `400 + 20 · moves + 80 · depth`, where `moves` is the number of legal moves, and `depth` is the number of
/// moves that the winner needs if the opponent delays the end. A depth above 32 counts as 32, and the rating is at most 3000.
/// Ratings begin at 620. A rating of 700 is easy, and a rating of 1500 is hard.
pub struct Puzzle {
    exercise: Exercise,
    moves: usize,
    remoteness: u32,
    /// The winning move.
    step: PositionMove,
    /// The requested rating.
    wanted: Option<u32>,
}

impl Puzzle {
    /// Returns the puzzle as an exercise of the topic [`Topic::Move`].
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        self.exercise.position()
    }

    /// Returns the position as a match in which the player who should win is to move.
    pub fn game(&self) -> &Match {
        self.exercise.game()
    }

    /// Returns the number of legal moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Returns the number of moves that the winner needs, if the opponent delays the end.
    pub fn depth(&self) -> u32 {
        self.remoteness.div_ceil(2)
    }

    /// Returns the rating: `400 + 20 · moves + 80 · depth` with a depth of at most 32, and at most 3000.
    pub fn rating(&self) -> u32 {
        (400 + 20 * self.moves as u32 + 80 * self.depth().min(32)).min(3000)
    }

    /// Returns the requested rating if no puzzle was found within 150 of it.
    pub fn missed_rating(&self) -> Option<u32> {
        self.wanted.filter(|wanted| wanted.abs_diff(self.rating()) > FAR)
    }

    /// Returns the winning move.
    pub fn winning_move(&self) -> &PositionMove {
        &self.step
    }

    /// Judges an answer, which is parsed as a move in a match.
    pub fn judge(&self, answer: &str) -> Judgement {
        self.exercise.judge(answer)
    }

    /// Returns the opponent's winning reply to a wrong answer, if the opponent has one.
    pub fn refutation(&self, answer: &str) -> Option<String> {
        let game = self.game();
        let reader = game.reader().ok()?;
        let after = self.position().after(reader.read(answer.trim()).ok()?);
        let opponent = other(game.to_move());
        let analysis = Analyst::new(request(game.play(), Detail::Brief)).analyse(&after, &NoObserver);
        if analysis.outcome?.after_move_of(game.to_move()) != Some(Prospect::Loses) {
            return None;
        }
        let replies = analysis.moves?.listed;
        let mut own = replies.iter().filter(|step| may_make(step, opponent));
        own.next().map(|step| after.move_name(step))
    }
}

/// The reason why there is no next puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPuzzle {
    /// The observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No puzzle is among the positions that were tried.
    #[error(
        "no puzzle was found: few positions of this game have exactly one winning move, or they are too large"
    )]
    NotFound,
}

/// A generator of puzzles from the games of the catalogue. The puzzles depend on a seed.
///
/// ```
/// use winways::NoObserver;
/// use winways::play::{Judgement, Puzzles};
/// let mut puzzles = Puzzles::new(1).of_game("kayles")?.with_rating(800);
/// let puzzle = puzzles.next_puzzle(&NoObserver)?;
/// let answer = puzzle.exercise().answer();
/// assert_eq!(puzzle.judge(answer), Judgement::Right);
/// assert!(puzzle.moves() >= 3 && puzzle.rating() >= 620);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Puzzles {
    positions: RandomPositions,
    /// The only source of positions; `None` for all games of the catalogue.
    source: Option<Source>,
    rating: Option<u32>,
    /// `true` for puzzles of the day, which are positions of well-known games.
    is_of_day: bool,
    cache: Cache,
    /// The number of positions searched so far.
    searched: u64,
}

impl Puzzles {
    /// The minimum and maximum ratings that can be requested.
    pub const RATINGS: (u32, u32) = (500, 2500);

    /// Creates a generator of puzzles from all games of the catalogue. Half of them are positions of well-known games.
    pub fn new(seed: u64) -> Puzzles {
        let (positions, cache) = (RandomPositions::new(seed), Cache::default());
        Puzzles { positions, source: None, rating: None, is_of_day: false, cache, searched: 0 }
    }

    /// Creates the generator whose first puzzle is the puzzle of the day, a position of a well-known game. The target rating
    /// increases from Monday to Sunday. Since the search is short, a puzzle may be easier.
    pub fn of_day(date: PuzzleDate) -> Puzzles {
        let puzzles = Puzzles::new(OF_DATES ^ u64::from(date.days()));
        Puzzles { is_of_day: true, ..puzzles }.with_rating(700 + 100 * date.weekday())
    }

    /// Restricts the puzzles to one game, given by any of its names.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `name` if the game is unknown or has entailing moves.
    pub fn of_game(self, name: &str) -> Result<Puzzles, Diagnostic> {
        let source = Source::of_game(self.positions.catalogue(), name)?.for_puzzles(name)?;
        Ok(Puzzles { source: Some(source), ..self })
    }

    /// Restricts the puzzles to a game that is not in the catalogue.
    ///
    /// # Errors
    /// Returns a diagnostic that points into the game's name, if the game has no starting position or has entailing moves.
    pub fn of_custom_game(self, game: Arc<dyn AnyGame>) -> Result<Puzzles, Diagnostic> {
        let (name, start) = (game.name(), Position::start(&*game));
        let source = Source::of(game, start, &name)?.for_puzzles(&name)?;
        Ok(Puzzles { source: Some(source), ..self })
    }

    /// Chooses puzzles with a rating near this one.
    #[must_use]
    pub fn with_rating(self, rating: u32) -> Puzzles {
        Puzzles { rating: Some(rating.clamp(Puzzles::RATINGS.0, Puzzles::RATINGS.1)), ..self }
    }

    /// Returns the next puzzle.
    ///
    /// # Errors
    /// Returns [`NoPuzzle`] if the observer stops the work, or no puzzle was found.
    pub fn next_puzzle(&mut self, observer: &dyn Observer) -> Result<Puzzle, NoPuzzle> {
        let mut best: Option<(u32, Puzzle)> = None;
        let mut found = 0;
        let mut size = self.rating.map_or(MOST / 2, |rating| u64::from(rating.saturating_sub(600) / 150));
        let before = self.work();
        let enough = if self.is_of_day { WORK_OF_DAY } else { MOST_WORK[1] };
        for _ in 0..GAMES {
            let most = before + if best.is_some() { enough } else { MOST_WORK[0] };
            if self.work() > most {
                break;
            }
            let Some(puzzle) = self.try_game(size, most, observer)? else {
                // No puzzle was found, possibly because the positions are too large to be searched.
                size = size.saturating_sub(1).max(size.min(1));
                continue;
            };
            found += 1;
            let (rating, wanted) = (puzzle.rating(), self.rating.unwrap_or(puzzle.rating()));
            // Larger positions have more moves, and play takes longer.
            size = if rating < wanted { (size + 1).min(LARGEST_SIZE) } else { size.saturating_sub(1) };
            let distance = rating.abs_diff(wanted);
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, Puzzle { wanted: self.rating.filter(|_| !self.is_of_day), ..puzzle }));
            }
            let least = best.as_ref().map_or(u32::MAX, |(least, _)| *least);
            if least <= NEAR || found >= CHOICE && least <= FAR || found == MOST_PUZZLES {
                break;
            }
        }
        let Some((_, mut puzzle)) = best else { return Err(NoPuzzle::NotFound) };
        let analysis = self.analyse(puzzle.game(), Detail::Full, observer);
        match analysis.stopped {
            Some(stopped) => Err(stopped.into()),
            None => {
                puzzle.exercise.analysis = analysis;
                Ok(puzzle)
            }
        }
    }

    /// Returns the number of positions searched and visited in random matches so far.
    fn work(&self) -> u64 {
        self.searched + self.positions.visited()
    }

    /// Tries to find a puzzle of a random game, until the work exceeds `most`.
    fn try_game(&mut self, size: u64, most: u64, observer: &dyn Observer) -> Result<Option<Puzzle>, Stopped> {
        let drawn;
        let source = match &self.source {
            Some(source) => source,
            None => {
                let games = match self.is_of_day || self.positions.below(2) == 0 {
                    true => KNOWN.to_vec(),
                    false => entries().map(|entry| entry.page.name).collect(),
                };
                let name = games[self.positions.below(games.len() as u64) as usize];
                let Ok(source) = Source::of_game(self.positions.catalogue(), name) else { return Ok(None) };
                drawn = source;
                &drawn
            }
        };
        for _ in 0..TRIES {
            if self.work() > most {
                break;
            }
            let first = if self.positions.below(2) == 0 { Player::Left } else { Player::Right };
            let Some((game, position)) = self.positions.draw_rich(source, size) else { continue };
            let play = game.about().play;
            let game = Match::new(game, position, play, first);
            let found = puzzle_of(game, &mut self.cache, &mut self.searched, observer)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn analyse(&mut self, game: &Match, detail: Detail, observer: &dyn Observer) -> Analysis {
        analyse(game, detail, &mut self.cache, observer)
    }
}

fn request(play: Play, detail: Detail) -> Request<'static> {
    Request { play, detail, budget: Budget { memory: MEMORY, ..Budget::DEFAULT }, ..Request::default() }
}

fn analyse(game: &Match, detail: Detail, cache: &mut Cache, observer: &dyn Observer) -> Analysis {
    let mut analyst = Analyst::with_cache(request(game.play(), detail), std::mem::take(cache));
    let analysis = analyst.analyse(game.position(), observer);
    *cache = analyst.into_cache();
    analysis
}

/// Returns the puzzle of a position, if exactly one move wins and the search is short.
fn puzzle_of(
    game: Match,
    cache: &mut Cache,
    work: &mut u64,
    observer: &dyn Observer,
) -> Result<Option<Puzzle>, Stopped> {
    let (position, mover) = (game.position(), game.to_move());
    if position.move_bound() > MOST_BOUND || game.position().size() > LARGEST {
        return Ok(None);
    }
    let Ok(moves) = game.moves() else { return Ok(None) };
    if !MOVES.contains(&moves.len()) {
        return Ok(None);
    }
    let is_ranked = position.ranked().is_some();
    let searched = match is_ranked {
        true => None,
        false => match search(position, mover, game.play(), work, observer)? {
            Some(solved) if solved.wins && solved.remoteness >= LEAST_DEPTH => Some(solved.remoteness),
            _ => return Ok(None),
        },
    };
    let analysis = analyse(&game, Detail::Brief, cache, observer);
    *work += analysis.stopped.as_ref().map_or(analysis.method.nodes, |stopped| stopped.nodes) / ANALYSED;
    if let Some(Stopped { reason: StopReason::Interrupted | StopReason::Timeout, .. }) = analysis.stopped {
        return Err(analysis.stopped.unwrap_or_else(|| StopReason::Interrupted.after(0)));
    }
    let wins = analysis.stopped.is_none()
        && analysis.outcome.and_then(|outcome| outcome.for_mover(mover)) == Some(Prospect::Wins);
    // In a game of points, the listed moves are the moves that gain the most points.
    if !wins || is_ranked && analysis.value.is_some() {
        return Ok(None);
    }
    let Some(MoveList { listed, .. }) = &analysis.moves else { return Ok(None) };
    let mut own = listed.iter().filter(|step| may_make(step, mover));
    let (Some(step), None) = (own.next().cloned(), own.next()) else { return Ok(None) };
    let Some(remoteness) = searched.or(analysis.remoteness).filter(|moves| *moves >= LEAST_DEPTH) else {
        return Ok(None);
    };
    let answer = position.move_name(&step);
    // An answer cannot distinguish two moves with the same name.
    if moves.iter().filter(|other| position.move_name(other) == answer).count() > 1 {
        return Ok(None);
    }
    let depth = remoteness.div_ceil(2);
    let mut hints = vec![format!("One of the {} moves wins, in {depth} moves or fewer.", moves.len())];
    hints.extend(place_of(position, &step).map(|place| format!("The winning move begins at {place}.")));
    let solution = Solution::Moves(vec![position.after(&step).to_string()]);
    let moves = moves.len();
    let exercise = Exercise { topic: Topic::Move, game, solution, answer, hints, analysis };
    Ok(Some(Puzzle { exercise, moves, remoteness, step, wanted: None }))
}

/// Returns the name of the first element that a move touches.
fn place_of(position: &Position, step: &PositionMove) -> Option<String> {
    let view = position.view();
    let touch = position.touches(step).into_iter().next()?;
    let element = usize::try_from(touch.element).ok()?;
    match view.figures.get(touch.figure as usize)? {
        Figure::Grid(grid) => Some(grid.name(touch.element)),
        Figure::Heaps(heaps) if heaps.heaps.len() > 1 => {
            heaps.heaps.get(element).map(|heap| format!("the heap of {}", heap.tokens))
        }
        Figure::Graph(graph) => {
            let name = |vertex: u32| graph.vertices.get(vertex as usize).map(|vertex| &vertex.name);
            match element.checked_sub(graph.vertices.len()) {
                None => Some(name(element as u32)?.clone()),
                Some(edge) => {
                    let edge = graph.edges.get(edge)?;
                    Some(format!("the edge {}-{}", name(edge.from)?, name(edge.to)?))
                }
            }
        }
        Figure::Staircase(stairs) => Some(format!("step {}", touch.element + stairs.first)),
        Figure::Digits(digits) => digits.signs.get(element).map(|sign| format!("the sign {sign}")),
        Figure::Heaps(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards of chess are too large for puzzles, and its random matches are long.
    #[test]
    fn the_search_for_a_puzzle_is_bounded() {
        let mut puzzles = Puzzles::new(1).of_game("chess").unwrap();
        assert!(matches!(puzzles.next_puzzle(&NoObserver), Err(NoPuzzle::NotFound)));
        let work = puzzles.work();
        // The last analysis may exceed the limit.
        assert!((MOST_WORK[0]..2 * MOST_WORK[0]).contains(&work), "{work}");
    }
}
