//! [`AnyGame`] for impartial games with entailing and complimenting moves.

use super::capabilities::{EntailingPosition, EntailingPositionSolver, EntailingSearched};
use super::face::{AnyGame, AnyMove, AnyMoves, EntailingHeaps, Tables};
use super::positions::{Erased, Kind, Positioned, Positions, forward_to_whole_positions};
use super::properties::{Ending, Properties};
use crate::about::About;
use crate::check::{Check, Halt};
use crate::entailing_game::EntailingGame;
use crate::entailing_lists::{EntailingLists, Lists};
use crate::game::Detail;
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use std::ops::Range;
use std::sync::Arc;
use winways_entailing::{EntailingMove, EntailingSums, EntailingValue, EntailingValues};
use winways_notation::Diagnostic;
use winways_rules::{ImpartialOutcome, Meter, Play};
use winways_solve::{Budget, Ledger, Observer, StopReason, Stopped};

/// Erases the type of a game with entailing moves.
pub fn shared<G: EntailingGame>(game: G) -> Arc<dyn AnyGame> {
    Erased::shared(Entailing { about: game.about(), game: Arc::new(game) })
}

/// Erases the type of a game with entailing moves whose positions are lists of components.
pub fn shared_lists<G: EntailingLists>(game: G) -> Arc<dyn AnyGame> {
    erased_lists(Arc::new(game))
}

/// Erases the type of a shared game whose positions are lists of components.
pub(super) fn erased_lists<G: EntailingLists + ?Sized>(game: Arc<G>) -> Arc<dyn AnyGame> {
    shared(Lists(game))
}

/// The work between two polls of the observer, in the units of the ledger.
const INTERVAL: u64 = 1 << 16;

/// A rough upper bound on the size in bytes of a move in a list of moves.
const MOVE_BYTES: u64 = 256;

/// A [`Kind`] for an [`EntailingGame`].
struct Entailing<G> {
    about: About,
    game: Arc<G>,
}

impl<G: EntailingGame> Entailing<G> {
    /// Returns the free components of a position and, if there is one, the component in which the player must move.
    fn free_and_entailed(&self, position: &G::Position) -> (Vec<G::Part>, Option<G::Part>) {
        let mut free = self.game.components(position);
        let entailed = self.game.entailed(position).map(|place| free.remove(place));
        (free, entailed)
    }
}

/// Returns the components outside the range `replaced`.
fn without<P: Clone>(components: &[P], replaced: &Range<usize>) -> Vec<P> {
    [&components[..replaced.start], &components[replaced.end..]].concat()
}

impl<G: EntailingGame> Positions for Entailing<G> {
    forward_to_whole_positions!(G);

    fn is_same(&self, position: &G::Position, other: &Self, others: &G::Position) -> bool {
        let sorted = |position: &G::Position| {
            let (mut free, entailed) = self.free_and_entailed(position);
            free.sort_unstable();
            (free, entailed)
        };
        self.about.identity == other.about.identity && sorted(position) == sorted(others)
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: true, may_cycle: false, ending: Ending::NoMove }
    }

    fn ending_rule(&self, play: Play) -> String {
        let verb = if play == Play::Normal { "loses" } else { "wins" };
        match self.game.forces_components() {
            true => format!(
                "The player who cannot move {verb}, even if only the component in which they must move has no moves."
            ),
            false => format!("The player who cannot move {verb}."),
        }
    }

    fn theorem(&self, _: Play) -> Option<String> {
        None
    }

    fn explain(&self, _: &G::Position, _: Play, _: Detail) -> Vec<String> {
        Vec::new()
    }

    fn entailing(position: &Positioned<Self>) -> Option<&dyn EntailingPosition> {
        Some(position)
    }
}

impl<G: EntailingGame> Kind for Entailing<G> {
    fn parse(&self, text: &str) -> Result<G::Position, Diagnostic> {
        self.game.parse(text)
    }

    fn start(&self) -> Option<G::Position> {
        self.game.start()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = G::Position> + '_> {
        self.game.positions(up_to)
    }

    /// Compares the outcomes and the winning moves derived from values with a search over sums.
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        let (budget, observer) = (check.budget, check.observer);
        let ledger = Ledger::new(Budget { memory: budget.memory / 2, ..budget }, observer, INTERVAL);
        for position in self.game.positions(up_to) {
            let components = self.game.components(&position);
            let mut values = self.game.values(&position);
            let mut sums = EntailingSums::new(self.game.rules(&position), Play::Normal);
            let stopped = |reason: StopReason| Halt::from(reason.after(0));
            let name = || format!("{}({})", self.about.name, self.game.write(&position));
            let outcome = values.value_of_sum(&components, &ledger).map_err(stopped)?.outcome();
            let found = sums.outcome(&components, None, &ledger).map_err(stopped)?;
            check.compare(|| format!("the outcome of {}", name()), outcome, found)?;
            for (_, step) in self.game.moves(&position)? {
                let (replaced, effect) = self.game.effect(&position, &step);
                let rest = without(&components, &replaced);
                let rest_value = values.value_of_sum(&rest, &ledger).map_err(stopped)?;
                let wins = values.wins_by(&effect, rest_value, &ledger).map_err(stopped)?;
                let found = sums.wins_by(&effect, &rest, &ledger).map_err(stopped)?;
                let case = || format!("the move {} of {}", self.game.move_name(&position, &step), name());
                check.compare(case, wins, found)?;
                let after = self.game.after(&position, &step);
                let (free, entailed) = self.free_and_entailed(&after);
                let mut sums = EntailingSums::new(self.game.rules(&after), Play::Normal);
                let outcome = sums.outcome(&free, entailed.as_ref(), &ledger).map_err(stopped)?;
                let is_again = matches!(effect, EntailingMove::Complimenting(_));
                check.compare(case, wins, (outcome == ImpartialOutcome::Next) == is_again)?;
            }
        }
        Ok(())
    }

    fn tables(&self) -> &dyn Tables {
        self
    }
}

impl<G: EntailingGame> Tables for Entailing<G> {
    fn has_entailing_heaps(&self) -> bool {
        self.game.heap(0).is_some()
    }

    fn entailing_heaps<'g>(
        &'g self,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn EntailingHeaps + 'g>> {
        let values = self.game.values(&self.game.heap(0)?);
        Some(Box::new(HeapTable {
            game: &*self.game,
            values,
            ledger: Ledger::new(budget, observer, INTERVAL),
        }))
    }
}

/// A solver for the values of single heaps.
struct HeapTable<'g, G: EntailingGame> {
    game: &'g G,
    values: Box<dyn EntailingValues<G::Part> + 'g>,
    ledger: Ledger<'g>,
}

impl<G: EntailingGame> EntailingHeaps for HeapTable<'_, G> {
    fn value(&mut self, heap: u64) -> Result<EntailingValue, Stopped> {
        let unsupported = || StopReason::Unsupported("a heap of this size").after(0);
        let position = self.game.heap(heap).ok_or_else(unsupported)?;
        let components = self.game.components(&position);
        let value = self.values.value_of_sum(&components, &self.ledger);
        value.map_err(|reason| reason.after(self.values.nodes()))
    }
}

impl<G: EntailingGame> EntailingPosition for Positioned<Entailing<G>> {
    fn is_entailed(&self) -> bool {
        self.game.game.entailed(&self.position).is_some()
    }

    fn moves_again(&self, step: &AnyMove) -> bool {
        let (_, effect) = self.game.game.effect(&self.position, self.typed(step));
        matches!(effect, EntailingMove::Complimenting(_))
    }

    fn solver<'p>(
        &'p self,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn EntailingPositionSolver + 'p> {
        Box::new(Solver {
            position: self,
            components: self.game.game.components(&self.position),
            values: self.game.game.values(&self.position),
            ledger: Ledger::new(budget, observer, INTERVAL),
        })
    }

    fn search(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<EntailingSearched, Stopped> {
        let (game, ledger) = (&*self.game.game, Ledger::new(budget, observer, INTERVAL));
        let mut sums = EntailingSums::new(game.rules(&self.position), play);
        let components = game.components(&self.position);
        let (free, entailed) = self.game.free_and_entailed(&self.position);
        let outcome = sums.outcome(&free, entailed.as_ref(), &ledger);
        let outcome = outcome.map_err(|reason| reason.after(sums.nodes()))?;
        let mut moves = AnyMoves::default();
        if outcome == ImpartialOutcome::Next {
            for (player, step) in game.moves(&self.position)? {
                let (replaced, effect) = game.effect(&self.position, &step);
                let wins = sums.wins_by(&effect, &without(&components, &replaced), &ledger);
                if wins.map_err(|reason| reason.after(sums.nodes()))? {
                    moves.push(limit, || self.erase(player, step));
                }
            }
        }
        Ok(EntailingSearched { outcome, moves, nodes: sums.nodes() })
    }
}

struct Solver<'p, G: EntailingGame> {
    position: &'p Positioned<Entailing<G>>,
    components: Vec<G::Part>,
    values: Box<dyn EntailingValues<G::Part> + 'p>,
    ledger: Ledger<'p>,
}

impl<G: EntailingGame> Solver<'_, G> {
    fn game(&self) -> &G {
        &self.position.game.game
    }

    fn entailed(&self) -> Option<usize> {
        self.game().entailed(&self.position.position)
    }

    fn value_of(&mut self, place: usize) -> Result<EntailingValue, Stopped> {
        let value = self.values.value(&self.components[place], &self.ledger);
        value.map_err(|reason| reason.after(self.values.nodes()))
    }

    /// Returns the value of the sum of the components outside the range `replaced`.
    fn value_without(&mut self, replaced: &Range<usize>) -> Result<EntailingValue, Stopped> {
        let places = (0..replaced.start).chain(replaced.end..self.components.len());
        places.map(|place| self.value_of(place)).sum()
    }
}

impl<G: EntailingGame> EntailingPositionSolver for Solver<'_, G> {
    fn values(&mut self) -> Result<Vec<(String, EntailingValue)>, Stopped> {
        let named = |solver: &mut Self, place: usize| {
            let text = solver.game().part_text(&solver.position.position, place);
            Ok((text, solver.value_of(place)?))
        };
        (0..self.components.len()).map(|place| named(self, place)).collect()
    }

    fn free_value(&mut self) -> Result<EntailingValue, Stopped> {
        let entailed = self.entailed();
        self.value_without(&entailed.map_or(0..0, |place| place..place + 1))
    }

    fn wins_by_answer(&mut self, rest: EntailingValue) -> Result<bool, Stopped> {
        let entailed = self.entailed().expect("a component is entailed");
        let wins = self.values.wins_by_move_in(&self.components[entailed], rest, &self.ledger);
        wins.map_err(|reason| reason.after(self.values.nodes()))
    }

    fn winning_moves(&mut self, others: EntailingValue, limit: usize) -> Result<AnyMoves, Stopped> {
        let position = &self.position.position;
        let bytes = MOVE_BYTES.saturating_mul(self.game().move_bound(position));
        self.ledger.check(bytes).map_err(|reason| reason.after(self.nodes()))?;
        let mut moves = AnyMoves::default();
        let mut rest_without = None;
        for (player, step) in self.game().moves(position)? {
            let (replaced, effect) = self.game().effect(position, &step);
            let rest = match &rest_without {
                Some((known, rest)) if *known == replaced => *rest,
                _ => self.value_without(&replaced)? + others,
            };
            rest_without = Some((replaced, rest));
            let wins = self.values.wins_by(&effect, rest, &self.ledger);
            if wins.map_err(|reason| reason.after(self.values.nodes()))? {
                moves.push(limit, || self.position.erase(player, step));
            }
        }
        Ok(moves)
    }

    fn nodes(&self) -> u64 {
        self.values.nodes()
    }
}
