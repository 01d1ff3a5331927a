//! Partizan games described by their moves and by a notation for positions.

use super::{PAGE, PartizanGame, PartizanRuleset, WholePositions, figure_of_text, quoted, unquoted};
use std::collections::HashMap;
use std::sync::Arc;
use winways_kit::view::View;
use winways_kit::{About, AnyGame, MovesOfPlayers, Page};
use winways_notation::Diagnostic;
use winways_rules::{Component, Options, Player, RuleFault, Side};

/// A partizan game that always ends, described by its moves and by a notation for positions.
///
/// ```
/// use winways::custom::{OwnPartizan, Side, own_partizan};
/// use winways::{Diagnostic, NoObserver, Position, Request, Span, analyse};
///
/// /// A heap of coins: Left may take one, Right may take two.
/// struct Coins;
///
/// impl OwnPartizan for Coins {
///     type Position = u64;
///
///     fn options(&self, coins: &u64, side: Side) -> Vec<u64> {
///         coins.checked_sub(if side == Side::Left { 1 } else { 2 }).into_iter().collect()
///     }
///
///     fn parse(&self, text: &str) -> Result<u64, Diagnostic> {
///         text.parse().map_err(|_| Diagnostic::new("expected a number of coins", Span::new(0, text.len())))
///     }
///
///     fn write(&self, coins: &u64) -> String {
///         coins.to_string()
///     }
/// }
///
/// let position = Position::of_game(&*own_partizan(Coins), "2")?;
/// let analysis = analyse(&position, &Request::default(), &NoObserver);
/// assert_eq!(analysis.value.map(|value| value.to_string()), Some("{1|0}".to_owned()));
/// # Ok::<(), Diagnostic>(())
/// ```
pub trait OwnPartizan: Send + Sync + 'static {
    /// A position.
    type Position: Component;

    /// Returns the positions after the moves of a player, in an order that depends only on the position.
    fn options(&self, position: &Self::Position, side: Side) -> Vec<Self::Position>;

    /// Parses a position, given without quotation marks.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// Formats a position so that [`OwnPartizan::parse`] accepts it. The text must not contain `"`.
    fn write(&self, position: &Self::Position) -> String;

    /// Returns the name of the game. Expressions use it if the game is added to a catalogue.
    fn name(&self) -> String {
        PAGE.name.to_owned()
    }

    /// Splits the position into independent parts whose sum is the position. The default returns the position as its only part.
    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Returns the name of a move. Distinct moves of a player in a position must have distinct names. The default is the text
    /// of the position after the move.
    fn move_name(&self, from: &Self::Position, to: &Self::Position) -> String {
        let _ = from;
        self.write(to)
    }

    /// Returns the view of a position. The default shows its text.
    fn view(&self, position: &Self::Position) -> View {
        View::of(figure_of_text(self.write(position)))
    }

    /// Returns the position in which a match starts, if the rules define one.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// Returns all positions up to a size. `verify` compares the values of these positions with a search.
    fn positions(&self, up_to: u64) -> Vec<Self::Position> {
        let _ = up_to;
        Vec::new()
    }
}

/// Creates a game from its moves.
pub fn own_partizan(game: impl OwnPartizan) -> Arc<dyn AnyGame> {
    super::partizan(Own(game))
}

struct Own<G>(G);

impl<G: OwnPartizan> PartizanRuleset for Own<G> {
    type Component = G::Position;

    fn options(
        &self,
        position: &G::Position,
        side: Side,
        options: &mut Options<G::Position>,
    ) -> Result<(), RuleFault> {
        for option in self.0.options(position, side) {
            options.push(self.0.components(&option));
        }
        Ok(())
    }

    fn option_bound(&self, position: &G::Position) -> u64 {
        Side::BOTH.map(|side| self.0.options(position, side).len() as u64).into_iter().max().unwrap_or(0)
    }
}

impl<G: OwnPartizan> WholePositions for Own<G> {
    type Part = G::Position;
    type Position = G::Position;
    /// The position after the move.
    type Move = G::Position;

    fn parse(&self, text: &str) -> Result<G::Position, Diagnostic> {
        let inner = unquoted(text);
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        self.0.parse(inner).map_err(|diagnostic| diagnostic.shifted(start))
    }

    fn write(&self, position: &G::Position) -> String {
        quoted(&self.0.write(position))
    }

    fn components(&self, position: &G::Position) -> Vec<G::Position> {
        self.0.components(position)
    }

    fn move_bound(&self, position: &G::Position) -> u64 {
        Side::BOTH.map(|side| self.0.options(position, side).len() as u64).into_iter().sum()
    }

    fn moves(&self, position: &G::Position) -> MovesOfPlayers<G::Position> {
        let mut moves = Vec::new();
        for side in Side::BOTH {
            let mut named: HashMap<String, G::Position> = HashMap::new();
            for option in self.0.options(position, side) {
                let name = self.0.move_name(position, &option);
                match named.get(&name) {
                    // A position that is listed twice counts as one move.
                    Some(known) if *known == option => continue,
                    Some(_) => {
                        let from = self.0.write(position);
                        return Err(RuleFault::new(format!("two moves from {from} have the name {name}")));
                    }
                    None => moves.push((Player::from(side), option.clone())),
                }
                named.insert(name, option);
            }
        }
        Ok(moves)
    }

    fn after(&self, _: &G::Position, step: &G::Position) -> G::Position {
        step.clone()
    }

    fn move_name(&self, position: &G::Position, step: &G::Position) -> String {
        self.0.move_name(position, step)
    }

    fn view(&self, position: &G::Position) -> View {
        self.0.view(position)
    }

    fn sum(&self, _: &G::Position, _: &G::Position) -> Option<G::Position> {
        None
    }
}

impl<G: OwnPartizan> PartizanGame for Own<G> {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn about(&self) -> About {
        About::new(&PAGE, self.0.name())
    }

    fn start(&self) -> Option<G::Position> {
        self.0.start()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = G::Position> + '_> {
        Box::new(self.0.positions(up_to).into_iter())
    }
}
