//! Comparison of theorems with exhaustive search.

use crate::check::{Check, Halt};
use crate::game::{Game, Winning};
use crate::moves::{Move, Moves};
use crate::partizan_game::PartizanGame;
use crate::values::{Values, call, winning_moves_by_theorem};
use crate::whole_game::WholeGame;
use winways_rules::{ImpartialOutcome, Meter, Options, Play, Side};
use winways_solve::{
    Budget, CanonicalSearch, GrundySearch, OutcomeSearch, StopReason, Stopped, Theorems, WinnerSearch,
};
use winways_values::{Arena, GameOutcome, Nimber};

/// Returns the budget with half of its memory, since a comparison runs two large searches: one for values and one for outcomes.
fn with_half_memory(budget: Budget) -> Budget {
    Budget { memory: budget.memory / 2, ..budget }
}

/// Compares every hook of a game with exhaustive search over the positions up to a size. Wherever a theorem applies, it checks
/// nim-values, outcomes and winning moves under normal play, and outcomes and winning moves under misère play. It also checks the
/// Sprague-Grundy theorem itself: nim-values determine the outcome of the sum.
pub fn verify_game<G: Game + ?Sized>(game: &G, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let (budget, observer) = (with_half_memory(check.budget), check.observer);
    let mut search = GrundySearch::new(game, Theorems::Ignore, budget, observer);
    let mut by_theorem = Values::new(game, Theorems::Use, budget, observer);
    let mut normal = OutcomeSearch::new(game, Play::Normal, budget, observer);
    let mut misere = OutcomeSearch::new(game, Play::Misere, budget, observer);
    for position in game.positions(up_to) {
        let name = |what: &str| format!("{what} of {}", call(game, &position));
        for component in &position {
            let value = search.nim_value(component)?;
            let has_theorem = game.nim_value(component).is_some() || game.heap_rules().is_some();
            if has_theorem {
                check.compare(|| name("the nim-value"), by_theorem.of(component)?, value)?;
            }
        }
        let total = search.nim_value_of_sum(&position)?;
        let by_values = ImpartialOutcome::next_if(!total.is_zero());
        check.compare(|| name("the outcome by nim-values"), by_values, normal.outcome(&position)?)?;
        if let Some(outcome) = game.outcome(&position, Play::Normal) {
            check.compare(|| name("the outcome"), outcome, by_values)?;
        }
        let known_moves = if position.iter().all(|component| game.nim_value(component).is_some()) {
            Some(winning_moves(&mut by_theorem, &position, total)?)
        } else {
            game.outcome(&position, Play::Normal)
                .and_then(|_| {
                    winning_moves_by_theorem(game, &position, Play::Normal, usize::MAX, budget.memory)
                })
                .map(|moves| in_order(&moves))
        };
        let mut whole = Moves::with_limit(usize::MAX);
        let is_complete = game.winning_moves(&position, Play::Normal, &mut whole) == Winning::Known;
        for known_moves in known_moves.into_iter().chain(is_complete.then(|| in_order(&whole))) {
            let found = winning_moves_by_search(game, &position, total, &mut search, observer.meter())?;
            check.compare(|| name("the winning moves"), known_moves, found)?;
        }
        if let Some(outcome) = game.outcome(&position, Play::Misere) {
            check.compare(|| name("the misère outcome"), outcome, misere.outcome(&position)?)?;
            if let Some(moves) =
                winning_moves_by_theorem(game, &position, Play::Misere, usize::MAX, budget.memory)
            {
                let found = misere_moves_by_search(game, &position, &mut misere, observer.meter())?;
                check.compare(|| name("the misère winning moves"), in_order(&moves), found)?;
            }
        }
    }
    Ok(())
}

/// Checks the theorems about an impartial game with whole positions against exhaustive search, over the positions up to a size.
/// Checks the hooks of its rules like [`verify_game`], and the moves that the game lists for the smallest nim-values.
pub(crate) fn verify_whole_game<G: WholeGame>(
    game: &G,
    up_to: u64,
    check: &mut Check<'_>,
) -> Result<(), Halt> {
    verify_game(game.rules(), up_to, check)?;
    let mut search = GrundySearch::new(game.rules(), Theorems::Ignore, check.budget, check.observer);
    for position in game.positions(up_to) {
        let total = search.nim_value_of_sum(&game.components(&position))?;
        let mut after = Vec::new();
        for (_, step) in game.moves(&position)? {
            let value = search.nim_value_of_sum(&game.components(&game.after(&position, &step)))?;
            after.push((step, value));
        }
        for value in (0..=TARGETS_COMPARED).map(Nimber).filter(|&value| value != total) {
            let Some(listed) = game.moves_to_value(&position, value, usize::MAX) else { continue };
            let listed: Vec<_> = listed.listed.into_iter().map(|(_, step)| step).collect();
            let found: Vec<_> =
                after.iter().filter(|(_, after)| *after == value).map(|(step, _)| step.clone()).collect();
            let case = || {
                let (name, position) = (game.rules().name(), game.write(&position));
                format!("the moves to {value} of {name}({position})")
            };
            check.compare(case, listed, found)?;
        }
    }
    Ok(())
}

/// The largest nim-value for which the moves are compared.
const TARGETS_COMPARED: u64 = 2;

/// Returns the winning moves under normal play, given the nim-value of the position.
fn winning_moves<G: Game + ?Sized>(
    values: &mut Values<'_, G>,
    position: &[G::Component],
    total: Nimber,
) -> Result<Vec<Move<G::Component>>, Stopped> {
    let mut moves = Moves::with_limit(usize::MAX);
    if !total.is_zero() {
        values.moves_that_change_value_by(position, total, &mut moves)?;
    }
    Ok(in_order(&moves))
}

fn winning_moves_by_search<G: Game + ?Sized>(
    game: &G,
    position: &[G::Component],
    total: Nimber,
    search: &mut GrundySearch<'_, G>,
    meter: Meter,
) -> Result<Vec<Move<G::Component>>, Stopped> {
    moves_where(game, position, meter, |index, option| {
        let before = search.nim_value(&position[index])?;
        Ok(total + before + search.nim_value_of_sum(option)? == Nimber::ZERO)
    })
}

fn misere_moves_by_search<G: Game + ?Sized>(
    game: &G,
    position: &[G::Component],
    search: &mut OutcomeSearch<'_, G>,
    meter: Meter,
) -> Result<Vec<Move<G::Component>>, Stopped> {
    moves_where(game, position, meter, |index, option| {
        let after = [&position[..index], option, &position[index + 1..]].concat();
        Ok(search.outcome(&after)? == ImpartialOutcome::Previous)
    })
}

/// Generates the moves directly from the rules and returns those whose component and option satisfy a condition.
fn moves_where<G: Game + ?Sized>(
    game: &G,
    position: &[G::Component],
    meter: Meter,
    mut condition: impl FnMut(usize, &[G::Component]) -> Result<bool, Stopped>,
) -> Result<Vec<Move<G::Component>>, Stopped> {
    let mut moves = Moves::with_limit(usize::MAX);
    let mut options = Options::with_meter(meter);
    for (index, component) in position.iter().enumerate() {
        options.clear();
        game.options(component, &mut options)?;
        for option in options.iter() {
            if condition(index, option)? {
                moves.push(index, option.iter().cloned());
            }
        }
    }
    Ok(in_order(&moves))
}

/// Returns the moves sorted and without duplicates, since theorem and search may find them in different orders.
fn in_order<C: Ord + Clone>(moves: &Moves<C>) -> Vec<Move<C>> {
    let mut sorted: Vec<Move<C>> = moves.listed().to_vec();
    for step in &mut sorted {
        step.to.sort_unstable();
    }
    sorted.sort_unstable_by(|a, b| (a.component, &a.to).cmp(&(b.component, &b.to)));
    sorted.dedup();
    sorted
}

/// Compares the theorems and symmetries of a partizan game with exhaustive search, over the positions up to a size. Checks the
/// values given by theorems, and checks the outcome of each value with a search over sums that uses neither values nor
/// symmetries.
pub(crate) fn verify_partizan_game<G: PartizanGame + ?Sized>(
    game: &G,
    up_to: u64,
    check: &mut Check<'_>,
) -> Result<(), Halt> {
    let (budget, observer) = (with_half_memory(check.budget), check.observer);
    let arena = Arena::new(budget.memory);
    arena.set_interrupt(observer.interrupt());
    let mut search = CanonicalSearch::new(game, &arena, Theorems::Ignore, budget, observer);
    let mut by_theorem = CanonicalSearch::new(game, &arena, Theorems::Use, budget, observer);
    let mut winners = WinnerSearch::new(game, Play::Normal, budget, observer);
    for position in game.positions(up_to) {
        let name = |what: &str| format!("{what} of {}({})", game.name(), game.write(&position));
        let components = game.components(&position);
        for component in &components {
            let stated = game.value_by_theorem(component, &mut arena.session());
            if stated.map_err(|error| StopReason::from(error).after(search.nodes()))?.is_some() {
                check.compare(
                    || name("the value"),
                    by_theorem.value(component)?,
                    search.value(component)?,
                )?;
            }
        }
        let value = search.value_of_sum(&components)?;
        let outcome = arena.outcome(value);
        let left_begins = matches!(outcome, GameOutcome::Left | GameOutcome::Next);
        let right_begins = matches!(outcome, GameOutcome::Right | GameOutcome::Next);
        for (side, wins) in [(Side::Left, left_begins), (Side::Right, right_begins)] {
            let found = winners.mover_wins(&components, side)?;
            let case = || {
                format!("whether {side:?} wins moving first in {}({})", game.name(), game.write(&position))
            };
            check.compare(case, wins, found)?;
        }
    }
    Ok(())
}
