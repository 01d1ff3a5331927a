//! [`AnyGame`] for games whose positions are ranked for retrograde analysis.
//!
//! To add a game, implement [`RankedBoard`] for its boards. If the parameter determines the board, also implement [`FixedBoard`]
//! (example: `drift.rs`). Otherwise implement [`RankedGame`] for the type that creates the boards (example: `chase`). Then list
//! [`shared`]`(game)` in the catalogue.

mod verify;

pub use verify::MAX_PLAIN_RANKS;

use super::capabilities::{AnyBoard, RankedPosition};
use super::face::{AnyGame, AnyMove, AnyPosition};
use super::positions::{Positioned, Positions};
use super::properties::Properties;
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::{Detail, Page};
use crate::ranked_game::{RankedBoard, RuleBoard, Step};
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use std::sync::Arc;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Meter, Play, Player, Ranks};
use winways_values::{Arena, ArenaError};

/// A game that is played on boards whose positions are ranked.
///
/// The board may precede the position, like `20` in `chase 20 1 1 20 20`, or the parameter may determine it, as in `mnk(3,3,3)`.
pub trait RankedGame: Send + Sync + 'static {
    /// The type of the boards.
    type Board: RankedBoard + 'static;

    /// Returns the documentation.
    fn page(&self) -> &'static Page;

    /// Returns the name with its parameter.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// Returns the full description. Override it if more than the name depends on a parameter or a rule file.
    fn about(&self) -> About {
        About::new(self.page(), self.name())
    }

    /// Parses the text before the position and creates the board. Consumes nothing if the name determines the board.
    ///
    /// # Errors
    /// A diagnostic that points into the scanner's text.
    fn board(&self, scanner: &mut Scanner<'_>) -> Result<Self::Board, Diagnostic>;

    /// Charges `arena` for the memory that the game retains after parsing `text`, such as prepared boards. The charge lasts
    /// until the game drops that memory. Returns `false` only if the game cannot parse `text`, and charges nothing in that
    /// case.
    ///
    /// # Errors
    /// [`ArenaError::OutOfMemory`].
    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let _ = (text, arena);
        Ok(true)
    }

    /// Parses a board from a string without a position. If positions determine their boards, the string may be a position.
    ///
    /// # Errors
    /// A diagnostic that points into the text.
    fn whole_board(&self, text: &str) -> Result<Self::Board, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let board = self.board(&mut scanner)?;
        scanner.finish("the board")?;
        Ok(board)
    }

    /// Returns the properties that all positions share.
    fn properties(&self) -> Properties;

    /// Returns the boards up to a size, smallest first, for comparing the engine with a plain iteration over all ranks.
    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Board> + '_>;
}

/// A board that is determined by the catalogue name and its parameter, such as `mnk(3,3,3)`. The type of the board also
/// implements the game.
pub trait FixedBoard: RankedBoard + Clone + 'static {
    /// Implements [`RankedGame::page`].
    fn page(&self) -> &'static Page;

    /// Implements [`RankedGame::name`].
    fn name(&self) -> String {
        self.page().name.to_owned()
    }
}

impl<B: FixedBoard> RankedGame for B {
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

    fn properties(&self) -> Properties {
        RankedBoard::properties(self)
    }

    fn boards(&self, _: u64) -> Box<dyn Iterator<Item = B> + '_> {
        Box::new(std::iter::once(self.clone()))
    }
}

/// Erases the type of a ranked game.
pub fn shared(game: impl RankedGame) -> Arc<dyn AnyGame> {
    Arc::new(Erased { about: game.about(), game })
}

/// Creates a game of a family without a default parameter. `needed` describes the parameter for the error message.
///
/// # Errors
/// A diagnostic if the parameter is missing or invalid.
pub fn of_family<G: RankedGame>(
    parameter: Option<&str>,
    needed: &str,
    parse: fn(&str) -> Result<G, Diagnostic>,
) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    match parameter {
        Some(parameter) => Ok(shared(parse(parameter)?)),
        None => Err(Diagnostic::new(format!("the game needs {needed}"), Span::at(0))),
    }
}

/// The approximate size of a board with its names, in words.
const BOARD_WORDS: usize = 40;

struct Erased<G> {
    about: About,
    game: G,
}

impl<G: RankedGame> Erased<G> {
    fn typed(&self, board: G::Board) -> TypedBoard<G::Board> {
        TypedBoard(Arc::new(Named { about: self.about.clone(), board }))
    }
}

impl<G: RankedGame> AnyGame for Erased<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let board = self.typed(self.game.board(&mut scanner)?);
        scanner.skip_separators();
        board.parse(scanner.rest()).map_err(|diagnostic| diagnostic.shifted(scanner.position()))
    }

    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        self.game.charge(text, arena)
    }

    fn board(&self, text: &str) -> Result<Arc<dyn AnyBoard>, Diagnostic> {
        Ok(Arc::new(self.typed(self.game.whole_board(text)?)))
    }

    fn has_boards(&self) -> bool {
        true
    }

    fn properties(&self) -> Properties {
        self.game.properties()
    }

    /// Returns the starting position of the board that the name determines, or else the example, or else the usual start.
    fn start(&self) -> Option<Box<dyn AnyPosition>> {
        let board = self.game.board(&mut Scanner::new("")).ok().map(|board| self.typed(board));
        let of_board = board.as_ref().and_then(AnyBoard::start);
        of_board.or_else(|| self.parse(&AnyGame::about(self).example).ok()).or_else(|| {
            let board = board?;
            let usual = board.rules().usual_start()?;
            Some(board.boxed(usual))
        })
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify::verify_ranked_game(&self.game, up_to, check)
    }
}

struct Named<B> {
    /// The description of the game.
    about: About,
    board: B,
}

struct TypedBoard<B>(Arc<Named<B>>);

impl<B> Clone for TypedBoard<B> {
    fn clone(&self) -> Self {
        TypedBoard(self.0.clone())
    }
}

impl<B: RankedBoard + 'static> TypedBoard<B> {
    fn rules(&self) -> &B {
        &self.0.board
    }

    fn boxed(&self, position: B::Position) -> Box<dyn AnyPosition> {
        Box::new(Positioned { game: Arc::new(self.clone()), position })
    }

    fn typed_position(&self, rank: u64) -> Option<B::Position> {
        let count: u64 = self.rules().layers().iter().sum();
        (rank < count).then(|| self.rules().position(rank)).flatten()
    }
}

impl<B: RankedBoard + 'static> AnyBoard for TypedBoard<B> {
    fn page(&self) -> &'static Page {
        self.0.about.page
    }

    fn game_name(&self) -> String {
        self.0.about.name.clone()
    }

    fn text(&self) -> String {
        self.rules().board()
    }

    fn key(&self) -> String {
        let fingerprint = self.rules().fingerprint().map(|fingerprint| format!("#{fingerprint:016x}"));
        self.text() + &fingerprint.unwrap_or_default()
    }

    fn plays(&self) -> &'static [Play] {
        self.rules().plays()
    }

    fn ranks(&self) -> &dyn Ranks {
        self.rules()
    }

    fn rule_board(&self) -> Option<RuleBoard> {
        self.rules().rule_board()
    }

    fn is_sparse(&self) -> bool {
        self.rules().is_sparse()
    }

    fn has_lasting_ranks(&self) -> bool {
        self.rules().has_lasting_ranks()
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, Diagnostic> {
        if text.trim() != "start" {
            return self.rules().parse(text).map(|position| self.boxed(position));
        }
        self.start().ok_or_else(|| {
            let start = text.len() - text.trim_start().len();
            let message = format!("play of {} has no single start position", AnyBoard::name(self));
            Diagnostic::new(message, Span::new(start, start + "start".len()))
                .label(format!("expected a position, such as {}", self.0.about.example))
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

/// Strips the quotes that a position needs in a call.
fn unquoted(written: String) -> String {
    match written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => written,
    }
}

impl<B: RankedBoard + 'static> TypedBoard<B> {
    /// Returns the moves with their player, or no moves if play has ended.
    fn steps(&self, position: &B::Position) -> Vec<(Player, Step<B::Position>)> {
        if self.has_ended(position) {
            return Vec::new();
        }
        let player = self.rules().player(position);
        self.rules().steps(position).into_iter().map(|step| (player, step)).collect()
    }

    /// Returns `true` if play has ended. The answer is the same under every play convention of the rules.
    fn has_ended(&self, position: &B::Position) -> bool {
        self.rules().plays().iter().any(|&play| self.rules().end(position, play).is_some())
    }
}

impl<B: RankedBoard + 'static> Positions for TypedBoard<B> {
    type Position = B::Position;
    type Move = Step<B::Position>;

    fn about(&self) -> &About {
        &self.0.about
    }

    /// Computing the key of a board may require a search, so the key is not part of the description.
    fn identity(&self) -> String {
        format!("{} {}", self.0.about.name, self.key())
    }

    fn write(&self, position: &B::Position) -> String {
        let (board, position) = (self.text(), self.rules().write(position));
        match (board.is_empty(), position.strip_prefix('"')) {
            (true, _) => position,
            (false, Some(rest)) => format!("\"{board} {rest}"),
            (false, None) => format!("{board},{position}"),
        }
    }

    fn moves(&self, position: &B::Position, _: &mut Meter) -> MovesOfPlayers<Step<B::Position>> {
        Ok(self.steps(position))
    }

    fn move_bound(&self, position: &B::Position) -> u64 {
        if self.has_ended(position) {
            return 0;
        }
        let mut options = Vec::new();
        self.rules().options(position, &mut options);
        options.len() as u64
    }

    fn after(&self, _: &B::Position, step: &Step<B::Position>) -> B::Position {
        step.to.clone()
    }

    fn move_name(&self, _: &B::Position, step: &Step<B::Position>) -> String {
        step.name.clone()
    }

    fn touches(&self, _: &B::Position, step: &Step<B::Position>) -> Vec<Touch> {
        step.touches.iter().map(|&element| Touch { figure: 0, element }).collect()
    }

    fn view(&self, position: &B::Position) -> View {
        let rules = self.rules();
        View { sizes: rules.sizes(), ..View::of(rules.figure(position)).with_alphabet(rules.alphabet()) }
    }

    fn sum(&self, _: &B::Position, _: &[(&Self, &B::Position)]) -> Option<B::Position> {
        None
    }

    fn component_count(&self, _: &B::Position) -> usize {
        1
    }

    fn size(&self, position: &B::Position) -> usize {
        BOARD_WORDS + position.owned_bytes() / size_of::<u64>()
    }

    fn is_same(&self, position: &B::Position, other: &Self, others: &B::Position) -> bool {
        self.0.about.name == other.0.about.name && self.key() == other.key() && position == others
    }

    fn properties(&self) -> Properties {
        self.rules().properties()
    }

    fn ending_rule(&self, play: Play) -> String {
        self.rules().ending_rule(play)
    }

    fn theorem(&self, _: Play) -> Option<String> {
        None
    }

    fn explain(&self, _: &B::Position, _: Play, _: Detail) -> Vec<String> {
        Vec::new()
    }

    fn ranked(position: &Positioned<Self>) -> Option<&dyn RankedPosition> {
        Some(position)
    }
}

impl<B: RankedBoard + 'static> RankedPosition for Positioned<TypedBoard<B>> {
    fn board(&self) -> &dyn AnyBoard {
        &*self.game
    }

    fn rank(&self) -> u64 {
        self.game.rules().rank(&self.position)
    }

    fn end(&self, play: Play) -> Option<End> {
        self.game.rules().end(&self.position, play)
    }

    fn player(&self) -> Player {
        self.game.rules().player(&self.position)
    }

    fn ranked_moves(&self) -> Vec<(AnyMove, u64)> {
        let moves = self.game.steps(&self.position).into_iter();
        moves
            .map(|(player, step)| (self.game.rules().rank(&step.to), player, step))
            .map(|(rank, player, step)| (self.erase(player, step), rank))
            .collect()
    }
}
