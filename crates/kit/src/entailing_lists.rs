//! Games with entailing moves whose positions are lists of components, such as heaps.

use crate::about::About;
use crate::entailing_game::{Effect, EntailingGame};
use crate::game::Page;
use crate::view::{Touch, View};
use crate::whole_positions::{MovesOfPlayers, WholePositions};
use std::sync::Arc;
use winways_entailing::{EntailingMove, EntailingRules, EntailingSolver, EntailingValues};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Component, Meter, Player};

/// A game with entailing moves whose positions are lists of components. [`crate::any::entailing::shared_lists`] converts it to
/// an [`crate::AnyGame`].
///
/// In the notation, `!` follows the component in which the player to move must move: `4! 6`.
pub trait EntailingLists: EntailingRules<Position: Component> + Send + Sync + 'static {
    /// Returns the documentation.
    fn page(&self) -> &'static Page;

    /// Returns the full description. Override it if the page alone does not determine it.
    fn about(&self) -> About {
        About::new(self.page(), self.page().name.to_owned())
    }

    /// Returns `true` if the game has entailing moves, which force the opponent to move in one component. Override it for a game
    /// whose only special moves are complimenting.
    fn forces_components(&self) -> bool {
        true
    }

    /// Returns the usual starting position. The default is the example.
    fn start(&self) -> Option<Vec<Self::Position>> {
        self.parse(&self.about().example).ok()
    }

    /// Parses a list of components.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Vec<Self::Position>, Diagnostic>;

    /// Writes a list of components, so that [`EntailingLists::parse`] reads it back.
    fn write(&self, components: &[Self::Position]) -> String;

    /// Describes the replacement of a component by a list of components: `heap 7 -> 3 + 2`.
    fn describe_move(&self, from: &Self::Position, to: &[Self::Position]) -> String;

    /// Returns the view of a list of components.
    fn view(&self, components: &[Self::Position]) -> View;

    /// Returns the elements of the view that a replacement touches.
    fn touches(&self, components: &[Self::Position], index: usize, to: &[Self::Position]) -> Vec<Touch>;

    /// Returns all lists of components up to a size.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Self::Position>> + '_>;

    /// Creates a solver. Override it for a game with a faster solver.
    fn values(&self) -> Box<dyn EntailingValues<Self::Position> + '_> {
        Box::new(EntailingSolver::new(self))
    }

    /// Returns the component that is a heap of this size, for a game on heaps.
    fn heap(&self, size: u64) -> Option<Self::Position> {
        let _ = size;
        None
    }
}

/// A list of components and, after an entailing move, the component in which the player to move must move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntailedList<C> {
    /// The components.
    pub components: Vec<C>,
    /// The index of the component in which the player to move must move.
    pub entailed: Option<usize>,
}

/// A move of a position that is a list of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedStep<C> {
    /// The index of the component that the move changes.
    pub component: usize,
    /// The move.
    pub step: EntailingMove<C>,
}

/// Adapts an [`EntailingLists`] game to the interface for whole positions.
pub(crate) struct Lists<G: ?Sized>(pub(crate) Arc<G>);

/// The mark after the component in which the player to move must move.
const MARK: char = '!';

fn no_component_before(mark: Span) -> Diagnostic {
    Diagnostic::new("`!` follows the component in which the player to move must move", mark)
        .label("expected a component before it")
}

impl<G: EntailingLists + ?Sized> WholePositions for Lists<G> {
    type Part = G::Position;
    type Position = EntailedList<G::Position>;
    type Move = ListedStep<G::Position>;

    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic> {
        let Some((before, after)) = text.split_once(MARK) else {
            return Ok(EntailedList { components: self.0.parse(text)?, entailed: None });
        };
        let mark = Span::new(before.len(), before.len() + MARK.len_utf8());
        if let Some(second) = after.find(MARK) {
            let start = mark.end + second;
            let span = Span::new(start, start + MARK.len_utf8());
            return Err(Diagnostic::new("only one component can be marked with `!`", span)
                .label("a second `!`; expected at most one"));
        }
        if before.trim().is_empty() {
            return Err(no_component_before(mark));
        }
        let Some(entailed) = self.0.parse(before)?.len().checked_sub(1) else {
            return Err(no_component_before(mark));
        };
        let components = self.0.parse(&text.replace(MARK, " "))?;
        Ok(EntailedList { components, entailed: Some(entailed) })
    }

    fn write(&self, position: &Self::Position) -> String {
        let Some(entailed) = position.entailed else { return self.0.write(&position.components) };
        let plain = |components: &[G::Position]| self.0.write(components).replace('"', "");
        let marked = plain(&position.components[..=entailed]);
        match &position.components[entailed + 1..] {
            [] => format!("\"{marked}{MARK}\""),
            rest => format!("\"{marked}{MARK},{}\"", plain(rest)),
        }
    }

    fn components(&self, position: &Self::Position) -> Vec<G::Position> {
        position.components.clone()
    }

    fn move_bound(&self, position: &Self::Position) -> u64 {
        let bounds = position.components.iter().map(|part| self.0.move_bound(part));
        bounds.fold(0, u64::saturating_add)
    }

    fn moves(&self, position: &Self::Position) -> MovesOfPlayers<Self::Move> {
        let places = position.entailed.map_or(0..position.components.len(), |place| place..place + 1);
        let mut moves = Vec::new();
        for component in places {
            for step in self.0.moves(&position.components[component], &mut Meter::default())? {
                moves.push((Player::Either, ListedStep { component, step }));
            }
        }
        Ok(moves)
    }

    fn after(&self, position: &Self::Position, step: &Self::Move) -> Self::Position {
        let (before, rest) = position.components.split_at(step.component);
        let to: Vec<G::Position> = step.step.components().cloned().collect();
        let is_entailing = matches!(step.step, EntailingMove::Entailing { .. });
        EntailedList {
            components: [before, &to, &rest[1..]].concat(),
            entailed: is_entailing.then_some(step.component),
        }
    }

    fn move_name(&self, position: &Self::Position, step: &Self::Move) -> String {
        let to: Vec<G::Position> = step.step.components().cloned().collect();
        let plain = self.0.describe_move(&position.components[step.component], &to);
        match &step.step {
            EntailingMove::Ordinary(_) => plain,
            EntailingMove::Complimenting(_) => format!("{plain}, again"),
            EntailingMove::Entailing { entailed, .. } => {
                let first = self
                    .0
                    .describe_move(&position.components[step.component], std::slice::from_ref(entailed));
                match plain.strip_prefix(&first) {
                    Some(others) => format!("{first}{MARK}{others}"),
                    None => format!("{plain}{MARK}"),
                }
            }
        }
    }

    fn touches(&self, position: &Self::Position, step: &Self::Move) -> Vec<Touch> {
        let to: Vec<G::Position> = step.step.components().cloned().collect();
        self.0.touches(&position.components, step.component, &to)
    }

    fn view(&self, position: &Self::Position) -> View {
        self.0.view(&position.components)
    }

    fn sum(&self, position: &Self::Position, other: &Self::Position) -> Option<Self::Position> {
        let entailed = match (position.entailed, other.entailed) {
            (Some(_), Some(_)) => return None,
            (place, None) => place,
            (None, Some(place)) => Some(position.components.len() + place),
        };
        Some(EntailedList { components: [&position.components[..], &other.components].concat(), entailed })
    }
}

impl<G: EntailingLists + ?Sized> EntailingGame for Lists<G> {
    type Rules = Arc<G>;

    fn page(&self) -> &'static Page {
        self.0.page()
    }

    fn about(&self) -> About {
        self.0.about()
    }

    fn start(&self) -> Option<Self::Position> {
        Some(EntailedList { components: self.0.start()?, entailed: None })
    }

    fn rules(&self, _: &Self::Position) -> Arc<G> {
        self.0.clone()
    }

    fn forces_components(&self) -> bool {
        self.0.forces_components()
    }

    fn entailed(&self, position: &Self::Position) -> Option<usize> {
        position.entailed
    }

    fn effect(&self, _: &Self::Position, step: &Self::Move) -> Effect<G::Position> {
        (step.component..step.component + 1, step.step.clone())
    }

    fn part_text(&self, position: &Self::Position, index: usize) -> String {
        self.0.write(&position.components[index..=index]).replace('"', "")
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        Box::new(self.0.positions(up_to).map(|components| EntailedList { components, entailed: None }))
    }

    fn values<'g>(&'g self, _: &Self::Position) -> Box<dyn EntailingValues<G::Position> + 'g> {
        self.0.values()
    }

    fn heap(&self, size: u64) -> Option<Self::Position> {
        let component = self.0.heap(size)?;
        Some(EntailedList { components: vec![component], entailed: None })
    }
}
