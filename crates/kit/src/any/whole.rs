//! [`AnyGame`] for impartial games with whole positions.

use super::capabilities::{ImpartialPosition, ImpartialSolver, InternedPosition};
use super::face::{AnyGame, AnyMove, AnyMoves};
use super::positions::{Erased, Kind, Positioned, Positions, forward_to_whole_positions};
use super::properties::{Ending, Properties};
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::{Detail, Game};
use crate::values::OPTIONS_TRIED;
use crate::values::Values;
use crate::verify::verify_whole_game;
use crate::view::{Touch, View};
use crate::whole_game::{WholeGame, WholeMoves};
use crate::whole_positions::MovesOfPlayers;
use std::ops::Deref;
use std::sync::Arc;
use winways_notation::Diagnostic;
use winways_rules::{ImpartialOutcome, Meter, Play, Player, Ruleset};
use winways_solve::{Budget, Interned, InternedRules, Observer, Stopped, Theorems};
use winways_values::{Arena, ArenaError, Nimber};

/// Erases the type of an impartial game with whole positions.
pub fn shared<G: WholeGame + 'static>(game: G) -> Arc<dyn AnyGame> {
    Erased::shared(Whole { about: game.rules().about(), game: Arc::new(game) })
}

/// A [`Kind`] for a [`WholeGame`].
struct Whole<G> {
    about: About,
    game: Arc<G>,
}

impl<G: WholeGame> Whole<G> {
    /// Returns the components that have moves, in order.
    fn live(&self, position: &G::Position) -> Vec<G::Part> {
        let mut live = self.game.components(position);
        live.retain(|component| self.game.rules().option_bound(component) > 0);
        live.sort_unstable();
        live
    }
}

impl<G: WholeGame + 'static> Positions for Whole<G> {
    forward_to_whole_positions!(G);

    fn is_same(&self, position: &G::Position, other: &Self, others: &G::Position) -> bool {
        self.about.identity == other.about.identity && self.live(position) == self.live(others)
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: true, may_cycle: false, ending: Ending::NoMove }
    }

    fn theorem(&self, play: Play) -> Option<String> {
        self.game.rules().theorem(play)
    }

    fn explain(&self, position: &G::Position, play: Play, detail: Detail) -> Vec<String> {
        self.game.explain(position, play, detail)
    }

    fn impartial(position: &Positioned<Self>) -> Option<&dyn ImpartialPosition> {
        Some(position)
    }

    fn interned(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + '_>> {
        let rules = Interned::new(SharedRules(position.game.game.clone()));
        let ids = position.components().iter().map(|component| rules.id_as_it_is(component)).collect();
        Some(Box::new(WholeIds { position, rules: Arc::new(rules), ids }))
    }
}

impl<G: WholeGame + 'static> Kind for Whole<G> {
    fn parse(&self, text: &str) -> Result<G::Position, Diagnostic> {
        self.game.parse(text)
    }

    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        self.game.charge(text, arena)
    }

    fn start(&self) -> Option<G::Position> {
        self.game.start()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = G::Position> + '_> {
        self.game.positions(up_to)
    }

    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        verify_whole_game(&*self.game, up_to, check)
    }
}

impl<G: WholeGame + 'static> Positioned<Whole<G>> {
    fn whole(&self) -> &G {
        &self.game.game
    }

    fn components(&self) -> Vec<G::Part> {
        self.whole().components(&self.position)
    }

    fn erase_all(&self, moves: WholeMoves<G::Move>) -> AnyMoves {
        let erase = |(player, step)| self.erase(player, step);
        AnyMoves { total: moves.total, listed: moves.listed.into_iter().map(erase).collect() }
    }

    /// Returns the components after a move.
    fn components_after(&self, components: &[G::Part], step: &G::Move) -> Vec<G::Part> {
        match self.whole().component_move(&self.position, step) {
            Some((moved, to)) => [&components[..moved], &to, &components[moved + 1..]].concat(),
            None => self.whole().components(&self.whole().after(&self.position, step)),
        }
    }

    /// Returns the winning moves, determined by applying the theorem about outcomes to the position after each move.
    fn moves_by_outcomes(&self, play: Play, limit: usize) -> Option<WholeMoves<G::Move>> {
        let (rules, components) = (self.whole().rules(), self.components());
        // If the theorem does not give the position's outcome, do not compute the outcome of every option.
        rules.outcome(&components, play)?;
        let bound = self.whole().move_bound(&self.position);
        if bound.saturating_mul(components.len() as u64) > OPTIONS_TRIED {
            return None;
        }
        let mut moves = WholeMoves::with_limit(limit);
        for (player, step) in self.whole().moves(&self.position).ok()? {
            if rules.outcome(&self.components_after(&components, &step), play)? == ImpartialOutcome::Previous
            {
                moves.push(player, step);
            }
        }
        Some(moves)
    }
}

impl<G: WholeGame + 'static> ImpartialPosition for Positioned<Whole<G>> {
    fn value_by_theorem(&self) -> Option<Nimber> {
        let rules = self.whole().rules();
        self.components().iter().map(|component| rules.nim_value(component)).sum()
    }

    fn outcome_by_theorem(&self, play: Play) -> Option<ImpartialOutcome> {
        self.whole().rules().outcome(&self.components(), play).or_else(|| match play {
            Play::Normal => self.value_by_theorem().map(|value| ImpartialOutcome::next_if(!value.is_zero())),
            Play::Misere => None,
        })
    }

    fn solver<'p>(
        &'p self,
        theorems: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn ImpartialSolver + 'p> {
        let values = Values::new(self.whole().rules(), theorems, budget, observer);
        Box::new(WholeSolver { position: self, components: self.components(), theorems, budget, values })
    }

    fn winning_moves_by_theorem(&self, play: Play, limit: usize, _: u64) -> Option<AnyMoves> {
        if play == Play::Normal
            && let Some(value) = self.value_by_theorem()
        {
            if value.is_zero() {
                return Some(AnyMoves::default());
            }
            if let Some(moves) = self.whole().moves_to_value(&self.position, Nimber::ZERO, limit) {
                return Some(self.erase_all(moves));
            }
        }
        self.moves_by_outcomes(play, limit).map(|moves| self.erase_all(moves))
    }
}

/// The shared rules of a game.
struct SharedRules<G>(Arc<G>);

impl<G: WholeGame> Deref for SharedRules<G> {
    type Target = G::Rules;

    fn deref(&self) -> &G::Rules {
        self.0.rules()
    }
}

struct WholeIds<'p, G: WholeGame + 'static> {
    position: &'p Positioned<Whole<G>>,
    rules: Arc<Interned<G::Rules, SharedRules<G>>>,
    ids: Vec<u32>,
}

impl<G: WholeGame + 'static> InternedPosition for WholeIds<'_, G> {
    fn rules(&self) -> Arc<dyn InternedRules> {
        self.rules.clone()
    }

    fn ids(&self) -> Vec<u32> {
        self.ids.clone()
    }

    fn ids_after(&self, step: &AnyMove) -> Vec<u32> {
        let Positioned { game, position } = self.position;
        let step = self.position.typed(step);
        let ids = |components: Vec<G::Part>| -> Vec<u32> {
            components.iter().map(|component| self.rules.id(component)).collect()
        };
        match game.game.component_move(position, step) {
            Some((moved, to)) => [&self.ids[..moved], &ids(to), &self.ids[moved + 1..]].concat(),
            None => ids(game.game.components(&game.game.after(position, step))),
        }
    }
}

struct WholeSolver<'p, G: WholeGame + 'static> {
    position: &'p Positioned<Whole<G>>,
    components: Vec<G::Part>,
    theorems: Theorems,
    budget: Budget,
    values: Values<'p, G::Rules>,
}

impl<G: WholeGame + 'static> WholeSolver<'_, G> {
    /// Returns the components after a move.
    fn after(&self, step: &AnyMove) -> Vec<G::Part> {
        let Positioned { game, position } = self.position;
        game.game.components(&game.game.after(position, self.position.typed(step)))
    }

    /// Returns `true` if a move changes the nim-value, which is `total`, by `change`.
    fn changes_by(&mut self, step: &G::Move, total: Nimber, change: Nimber) -> Result<bool, Stopped> {
        let Positioned { game, position } = self.position;
        match game.game.component_move(position, step) {
            Some((moved, to)) => {
                let before = self.values.of(&self.components[moved])?;
                self.values.is_worth(&to, before + change)
            }
            None => {
                let after = game.game.components(&game.game.after(position, step));
                self.values.is_worth(&after, total + change)
            }
        }
    }
}

impl<G: WholeGame + 'static> ImpartialSolver for WholeSolver<'_, G> {
    fn value(&mut self) -> Result<Nimber, Stopped> {
        self.values.of_sum(&self.components)
    }

    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped> {
        let total = self.value()?;
        let Positioned { game, position } = self.position;
        if self.theorems == Theorems::Use
            && let Some(moves) = game.game.moves_to_value(position, total + change, limit)
        {
            return Ok(self.position.erase_all(moves));
        }
        let move_bytes = size_of::<(Player, G::Move)>() as u64;
        let checked = self.budget.check(game.game.move_bound(position).saturating_mul(2 * move_bytes));
        checked.map_err(|reason| reason.after(self.nodes()))?;
        let mut moves = WholeMoves::with_limit(limit);
        for (player, step) in game.game.moves(position)? {
            self.values.count_option()?;
            if self.changes_by(&step, total, change)? {
                moves.push(player, step);
            }
        }
        Ok(self.position.erase_all(moves))
    }

    fn value_after(&mut self, step: &AnyMove) -> Result<Option<Nimber>, Stopped> {
        self.values.of_sum(&self.after(step)).map(Some)
    }

    fn is_zero_after(&mut self, step: &AnyMove) -> Result<Option<bool>, Stopped> {
        self.values.is_worth(&self.after(step), Nimber::ZERO).map(Some)
    }

    fn explain(&mut self) -> Result<Vec<String>, Stopped> {
        self.values.explain(&self.components)
    }

    fn nodes(&self) -> u64 {
        self.values.nodes()
    }

    fn uses_couples(&self) -> bool {
        self.values.uses_couples()
    }

    fn period_in_words(&self) -> Option<String> {
        self.values.period_in_words()
    }
}
