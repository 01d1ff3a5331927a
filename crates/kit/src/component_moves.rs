//! Moves of positions that are lists of components, generated directly from the rules.

use crate::whole_positions::ComponentMove;
use crate::whole_positions::MovesOfPlayers;
use std::collections::HashSet;
use winways_rules::{Options, PartizanRuleset, Side};

/// Returns an upper bound on the number of moves of both players in a list of components.
pub fn component_move_bound<R: PartizanRuleset + ?Sized>(rules: &R, position: &[R::Component]) -> u64 {
    let bounds = position.iter().map(|part| rules.option_bound(part).saturating_mul(2));
    bounds.fold(0, u64::saturating_add)
}

/// Returns the moves of both players, component by component, Left's first. Equal options of a component count as one move,
/// because a move is identified by its result.
///
/// # Errors
/// [`winways_rules::RuleFault`] if the rules fail for a component.
pub fn component_moves<R: PartizanRuleset + ?Sized>(
    rules: &R,
    position: &[R::Component],
) -> MovesOfPlayers<ComponentMove<R::Component>> {
    let mut moves = Vec::new();
    let mut options = Options::new();
    for (component, part) in position.iter().enumerate() {
        for side in Side::BOTH {
            options.clear();
            rules.options(part, side, &mut options)?;
            let mut seen = HashSet::new();
            for option in options.iter() {
                let mut sorted = option.to_vec();
                sorted.sort_unstable();
                if seen.insert(sorted) {
                    let player = side.into();
                    moves.push((player, ComponentMove { component, player, to: option.to_vec() }));
                }
            }
        }
    }
    Ok(moves)
}
