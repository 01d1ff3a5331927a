//! Games in which play may go round in circles, behind the face of [`AnyGame`].
//!
//! To add one, implement [`LoopyBoard`] for its boards, and [`FixedBoard`] where the parameter tells the board whole (model:
//! `drift.rs`) or else [`LoopyGame`] for what makes them (model: `chase.rs`), and list [`shared`]`(game)` in the catalogue.

mod verify;

pub use verify::MAX_PLAIN_RANKS;

use crate::any::{AnyGame, AnyMove, AnyPosition, Face};
use crate::verify::{Check, Halt};
use crate::{Detail, LoopyBoard, Page};
use std::any::Any;
use std::sync::Arc;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, Ranks};

/// A game of the catalogue that is played on boards on which play may go round in circles.
///
/// A board may stand before the position, `20` in `chase 20 1 1 20 20`, or the parameter fixes it, as in `mnk(3,3,3)`.
pub trait LoopyGame: Send + Sync + 'static {
    /// The boards it is played on.
    type Board: LoopyBoard + 'static;

    /// The documentation.
    fn page(&self) -> &'static Page;

    /// The name with its parameter.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// Takes what stands before the position, and makes the board of it; takes nothing where the name tells all.
    ///
    /// # Errors
    /// A diagnostic that points into the scanner's text.
    fn board(&self, scanner: &mut Scanner<'_>) -> Result<Self::Board, Diagnostic>;

    /// The boards that are compared with the plain iteration for a size, the least first.
    fn boards(&self, up_to: u64) -> Vec<Self::Board>;
}

/// A board that the catalogue name and its parameter tell whole, so that it is the game itself: `mnk(3,3,3)`.
pub trait FixedBoard: LoopyBoard + Clone + 'static {
    /// As [`LoopyGame::page`].
    fn page(&self) -> &'static Page;

    /// As [`LoopyGame::name`].
    fn name(&self) -> String {
        self.page().name.to_owned()
    }
}

impl<B: FixedBoard> LoopyGame for B {
    type Board = B;

    fn page(&self) -> &'static Page {
        FixedBoard::page(self)
    }

    fn name(&self) -> String {
        FixedBoard::name(self)
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<B, Diagnostic> {
        Ok(self.clone())
    }

    fn boards(&self, _: u64) -> Vec<B> {
        vec![self.clone()]
    }
}

/// A [`LoopyGame`] as [`AnyGame`].
pub fn shared(game: impl LoopyGame) -> Arc<dyn AnyGame> {
    Arc::new(Erased(game))
}

/// The game of a family that has no usual parameter; `needed` says what the parameter is.
///
/// # Errors
/// That there is no parameter, or what is wrong with it.
pub fn of_family<G: LoopyGame>(
    parameter: Option<&str>,
    needed: &str,
    parse: fn(&str) -> Result<G, Diagnostic>,
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    match parameter {
        Some(parameter) => Ok(shared(parse(parameter)?)),
        None => Err(Diagnostic::new(format!("it needs {needed}"), Span::at(0))),
    }
}

/// A board of any loopy game: the game with everything fixed that play does not change; what a table is made of.
pub trait AnyBoard: Send + Sync {
    /// The documentation of its game.
    fn page(&self) -> &'static Page;

    /// The name of its game, with the parameter: `chase`, `mnk(3,3,3)`.
    fn game_name(&self) -> String;

    /// What stands between the name and a position: `20`; empty where the name tells all.
    fn text(&self) -> String;

    /// Both together, which tell the board from all others: `chase 20`, `mnk(3,3,3)`.
    fn name(&self) -> String {
        format!("{} {}", self.game_name(), self.text()).trim_end().to_owned()
    }

    /// What tells it from other boards of its game: the text, and `#` with a fingerprint where the text does not tell all.
    fn key(&self) -> String;

    /// Which plays its rules know, the usual one first.
    fn plays(&self) -> &'static [Play];

    /// Its positions as numbers, for the engines.
    fn ranks(&self) -> &dyn Ranks;

    /// Reads a position without the board: `1 1 20 20`, or `start` where play begins with one position.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic>;

    /// The position of a rank; none for a hole, and none beyond the last rank.
    fn position(&self, rank: u64) -> Option<Box<dyn AnyPosition>>;

    /// The position of a rank as [`AnyBoard::parse`] reads it, without quotes.
    fn position_text(&self, rank: u64) -> Option<String>;

    /// The position that play begins with, if the rules have one.
    fn start(&self) -> Option<Box<dyn AnyPosition>>;

    /// What the players are called, the one who is [`Player::Left`] first.
    fn players(&self) -> [&'static str; 2];

    /// What this player is called; nothing for either.
    fn player_name(&self, player: Player) -> Option<&'static str> {
        match player {
            Player::Either => None,
            Player::Left => Some(self.players()[0]),
            Player::Right => Some(self.players()[1]),
        }
    }
}

/// A position of a loopy game: what the analysis asks of it.
pub trait LoopyPosition: AnyPosition {
    /// The board on which it stands.
    fn board(&self) -> &dyn AnyBoard;

    /// Its rank, which symmetric positions may share.
    fn rank(&self) -> u64;

    /// How play has ended, if a rule says so.
    fn end(&self, play: Play) -> Option<End>;

    /// Whose turn it is; [`Player::Either`] where both have the same moves.
    fn player(&self) -> Player;

    /// Every move with the rank that it leads to, moves to one position once; none if play has ended.
    fn ranked_moves(&self) -> Vec<(AnyMove, u64)>;

    /// A picture in lines of text; empty where the notation is one.
    fn picture(&self) -> Vec<String>;
}

struct Erased<G>(G);

impl<G: LoopyGame> Erased<G> {
    fn typed(&self, board: G::Board) -> TypedBoard<G::Board> {
        TypedBoard(Arc::new(Named { page: self.0.page(), game: self.0.name(), board }))
    }
}

impl<G: LoopyGame> AnyGame for Erased<G> {
    fn page(&self) -> &'static Page {
        self.0.page()
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let board = self.typed(self.0.board(&mut scanner)?);
        scanner.skip_separators();
        board.parse(scanner.rest()).map_err(|diagnostic| diagnostic.shifted(scanner.position()))
    }

    fn board(&self, text: &str) -> Result<Arc<dyn AnyBoard>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let board = self.0.board(&mut scanner)?;
        scanner.finish("the board")?;
        Ok(Arc::new(self.typed(board)))
    }

    fn is_loopy(&self) -> bool {
        true
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify::verify_loopy_game(&self.0, up_to, check)
    }
}

struct Named<B> {
    page: &'static Page,
    game: String,
    board: B,
}

struct TypedBoard<B>(Arc<Named<B>>);

impl<B> Clone for TypedBoard<B> {
    fn clone(&self) -> Self {
        TypedBoard(self.0.clone())
    }
}

impl<B: LoopyBoard + 'static> TypedBoard<B> {
    fn rules(&self) -> &B {
        &self.0.board
    }

    fn boxed(&self, position: B::Position) -> Box<dyn AnyPosition> {
        Box::new(TypedPosition { board: self.clone(), position })
    }

    fn typed_position(&self, rank: u64) -> Option<B::Position> {
        let count: u64 = self.rules().layers().iter().sum();
        (rank < count).then(|| self.rules().position(rank)).flatten()
    }
}

impl<B: LoopyBoard + 'static> AnyBoard for TypedBoard<B> {
    fn page(&self) -> &'static Page {
        self.0.page
    }

    fn game_name(&self) -> String {
        self.0.game.clone()
    }

    fn text(&self) -> String {
        self.rules().board()
    }

    fn key(&self) -> String {
        let fingerprint = self.rules().fingerprint();
        self.text() + &fingerprint.map_or_else(String::new, |fingerprint| format!("#{fingerprint:016x}"))
    }

    fn plays(&self) -> &'static [Play] {
        self.rules().plays()
    }

    fn ranks(&self) -> &dyn Ranks {
        self.rules()
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        if text.trim() != "start" {
            return self.rules().parse(text).map(|position| self.boxed(position));
        }
        self.start().ok_or_else(|| {
            let start = text.len() - text.trim_start().len();
            let message = format!("play of {} has no one position to start from", self.name());
            Diagnostic::new(message, Span::new(start, start + "start".len()))
                .label(format!("expected {}", self.page().notation))
        })
    }

    fn position(&self, rank: u64) -> Option<Box<dyn AnyPosition>> {
        self.typed_position(rank).map(|position| self.boxed(position))
    }

    fn position_text(&self, rank: u64) -> Option<String> {
        self.typed_position(rank).map(|position| unquoted(self.rules().write(&position)))
    }

    fn start(&self) -> Option<Box<dyn AnyPosition>> {
        self.rules().start().map(|position| self.boxed(position))
    }

    fn players(&self) -> [&'static str; 2] {
        self.rules().players()
    }
}

/// A position without the quotes that it needs in a call.
fn unquoted(written: String) -> String {
    match written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => written,
    }
}

struct TypedPosition<B: LoopyBoard> {
    board: TypedBoard<B>,
    position: B::Position,
}

impl<B: LoopyBoard + 'static> TypedPosition<B> {
    /// The positions after each move, equal ones once.
    fn options(&self) -> Vec<B::Position> {
        let rules = self.board.rules();
        // Whether play has ended is the same under every play that a game knows.
        if rules.plays().iter().any(|&play| rules.end(&self.position, play).is_some()) {
            return Vec::new();
        }
        let mut options = Vec::new();
        rules.options(&self.position, &mut options);
        let mut distinct: Vec<B::Position> = Vec::with_capacity(options.len());
        for option in options {
            if !distinct.contains(&option) {
                distinct.push(option);
            }
        }
        distinct
    }
}

impl<B: LoopyBoard + 'static> AnyPosition for TypedPosition<B> {
    fn page(&self) -> &'static Page {
        self.board.page()
    }

    fn game_name(&self) -> String {
        self.board.game_name()
    }

    fn text(&self) -> String {
        let name = self.game_name();
        // Only the name takes `_`; a parameter stands as it is.
        let (plain, parameter) = name.split_at(name.find(['(', '{']).unwrap_or(name.len()));
        let (board, position) = (self.board.text(), self.board.rules().write(&self.position));
        let inner = match (board.is_empty(), position.strip_prefix('"')) {
            (true, _) => position,
            (false, Some(rest)) => format!("\"{board} {rest}"),
            (false, None) => format!("{board},{position}"),
        };
        format!("{}{parameter}({inner})", plain.replace('-', "_"))
    }

    fn component_count(&self) -> usize {
        1
    }

    fn size(&self) -> usize {
        1 + self.position.owned_bytes() / size_of::<u64>()
    }

    fn merged(&self, _: &[Box<dyn AnyPosition>]) -> Option<Box<dyn AnyPosition>> {
        None
    }

    fn theorem(&self, _: Play) -> Option<String> {
        None
    }

    fn explain(&self, _: Play, _: Detail) -> Vec<String> {
        Vec::new()
    }

    fn hackenbush_graph(&self) -> Option<Vec<(u32, u32, Player)>> {
        None
    }

    fn move_bound(&self) -> u64 {
        self.options().len() as u64
    }

    fn moves(&self) -> Vec<AnyMove> {
        self.ranked_moves().into_iter().map(|(step, _)| step).collect()
    }

    fn after(&self, step: &AnyMove) -> Box<dyn AnyPosition> {
        match step.to.downcast_ref::<B::Position>() {
            Some(to) => self.board.boxed(to.clone()),
            None => panic!("the move belongs to another game than {}", self.game_name()),
        }
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        self.board.boxed(self.position.clone())
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        let is_same_board = self.game_name() == other.game_name() && self.board.key() == other.board.key();
        is_same_board && self.position == other.position
    }

    fn face(&self) -> Face<'_> {
        Face::Loopy(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<B: LoopyBoard + 'static> LoopyPosition for TypedPosition<B> {
    fn board(&self) -> &dyn AnyBoard {
        &self.board
    }

    fn rank(&self) -> u64 {
        self.board.rules().rank(&self.position)
    }

    fn end(&self, play: Play) -> Option<End> {
        self.board.rules().end(&self.position, play)
    }

    fn player(&self) -> Player {
        self.board.rules().player(&self.position)
    }

    fn ranked_moves(&self) -> Vec<(AnyMove, u64)> {
        let rules = self.board.rules();
        let player = self.player();
        let step = |(number, to): (usize, B::Position)| {
            let rank = rules.rank(&to);
            let text = rules.describe_move(&self.position, &to);
            (AnyMove { player, text, component: 0, option: Some(number), to: Arc::new(to) }, rank)
        };
        self.options().into_iter().enumerate().map(step).collect()
    }

    fn picture(&self) -> Vec<String> {
        self.board.rules().picture(&self.position)
    }
}
