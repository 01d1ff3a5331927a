//! Staircases in disguise: games whose components are equivalent to staircases of stones.
//!
//! A move of Staircase Nim carries stones one step down; step 0 is the ground. If a player carries stones from an even step to an
//! odd one, the opponent can carry the same stones on. So only the odd steps count, and they count as heaps of Nim. A move
//! changes exactly one of those heaps: it lowers the heap by any amount, or raises it by at most the number of stones on the step
//! above. Every raise can be undone, so the nim-value is the nim-sum of the odd steps. The argument also holds for misère play:
//! if all odd steps are empty but stones are left, one of them can be carried to an odd step, which leaves a single heap of one.

use crate::heaps::nim;
use winways_kit::heaps;
use winways_kit::{Detail, Game, Moves, Winning};
use winways_rules::{ImpartialOutcome, Play};
use winways_values::Nimber;

/// A game whose components are equivalent to staircases.
pub(crate) trait Stairs: Game {
    /// Returns the stones on step 1, step 2, and so on. Step 1 is next to the ground.
    fn steps(&self, component: &Self::Component) -> Vec<u64>;

    /// Carries `stones` of the stones on step number `step` one step down.
    fn descend(&self, component: &mut Self::Component, step: usize, stones: u64);

    /// Returns the names of a heap and of the list of steps, in explanations.
    fn names(&self) -> [&'static str; 2];
}

/// Returns the nim-sum of the steps 1, 3, 5, ... of a staircase, given from step 1 up.
pub(crate) fn nim_value(steps: impl Iterator<Item = u64>) -> u64 {
    steps.step_by(2).fold(0, |sum, stones| sum ^ stones)
}

/// Returns the move after which an odd step holds `wanted` stones, as the step that the stones leave and their number. Returns
/// `None` if there is no such move.
fn descent(steps: &[u64], odd: usize, wanted: u64) -> Option<(usize, u64)> {
    let stones = steps[odd - 1];
    if wanted < stones {
        return Some((odd, stones - wanted));
    }
    let above = steps.get(odd).copied().unwrap_or(0);
    (wanted > stones && wanted - stones <= above).then(|| (odd + 1, wanted - stones))
}

/// Iterates over the numbers of the odd steps of a staircase.
fn odd_steps(steps: &[u64]) -> impl Iterator<Item = usize> {
    (1..=steps.len()).step_by(2)
}

/// Adds the moves of component number `index` that give one heap the number of stones that `wanted` returns for it.
fn push_moves<G: Stairs>(
    game: &G,
    index: usize,
    component: &G::Component,
    wanted: impl Fn(u64) -> u64,
    moves: &mut Moves<G::Component>,
) {
    let steps = game.steps(component);
    for odd in odd_steps(&steps) {
        if let Some((step, stones)) = descent(&steps, odd, wanted(steps[odd - 1])) {
            let option = || {
                let mut option = component.clone();
                game.descend(&mut option, step, stones);
                option
            };
            moves.push(index, std::iter::once_with(option));
        }
    }
}

/// See [`Game::moves_to_value`].
pub(crate) fn moves_to_value<G: Stairs>(
    game: &G,
    index: usize,
    component: &G::Component,
    value: Nimber,
    moves: &mut Moves<G::Component>,
) -> Winning {
    let change = nim_value(game.steps(component).into_iter()) ^ value.0;
    push_moves(game, index, component, |heap| heap ^ change, moves);
    Winning::Known
}

/// See [`Game::outcome`].
pub(crate) fn outcome<G: Stairs>(
    game: &G,
    position: &[G::Component],
    play: Play,
) -> Option<ImpartialOutcome> {
    (play == Play::Misere).then(|| nim::misere_outcome(&heaps_of(game, position)))
}

/// See [`Game::winning_moves`].
pub(crate) fn winning_moves<G: Stairs>(
    game: &G,
    position: &[G::Component],
    play: Play,
    moves: &mut Moves<G::Component>,
) -> Winning {
    if play == Play::Normal {
        return Winning::Unknown;
    }
    let heaps = heaps_of(game, position);
    let sum = nim::nim_sum(&heaps);
    let rich = heaps.iter().filter(|&&heap| heap > 1).count();
    // A heap is rich if it has more than one stone. If no other heap is rich, the number of heaps of one must become odd.
    let wanted = |heap: u64| sum ^ heap ^ u64::from(rich == usize::from(heap > 1));
    for (index, component) in position.iter().enumerate() {
        push_moves(game, index, component, wanted, moves);
    }
    Winning::Known
}

/// Returns the odd steps of all components, which count as heaps of Nim.
fn heaps_of<G: Stairs>(game: &G, position: &[G::Component]) -> Vec<u64> {
    position.iter().flat_map(|component| game.steps(component).into_iter().step_by(2)).collect()
}

/// See [`Game::explain`].
pub(crate) fn explain<G: Stairs>(
    game: &G,
    position: &[G::Component],
    play: Play,
    detail: Detail,
) -> Vec<String> {
    let heaps = heaps_of(game, position);
    let mut lines = Vec::new();
    if detail == Detail::Full {
        for component in position.iter().take(heaps::WRITTEN_OUT) {
            let steps = game.steps(component);
            let name = game.names()[1];
            lines.push(match steps.is_empty() {
                true => format!("{name}: none"),
                false => format!("{name}: {}", heaps::brief_list(&steps)),
            });
        }
        lines.push(
            "the opponent can answer a move from the second to the first of them, from the fourth to the third, and so on, \
             by moving the same number on, so only the first, third, fifth, ... count, as heaps of Nim"
                .to_owned(),
        );
    }
    lines.extend(nim::explain(game.names()[0], &heaps, play, detail));
    if detail == Detail::Full && play == Play::Normal {
        lines.extend(explain_raises(game, position, nim::nim_sum(&heaps)));
    }
    lines
}

/// Explains the winning moves that raise a heap. Explanations of Nim do not cover them.
fn explain_raises<G: Stairs>(game: &G, position: &[G::Component], sum: u64) -> Vec<String> {
    let mut lines = Vec::new();
    for component in position.iter().take(heaps::WRITTEN_OUT) {
        let steps = game.steps(component);
        for odd in odd_steps(&steps) {
            let heap = steps[odd - 1];
            if let Some((step, stones)) = descent(&steps, odd, heap ^ sum)
                && step > odd
                && lines.len() < heaps::WRITTEN_OUT
            {
                lines.push(format!(
                    "{} {heap} can be raised instead: {heap} xor {sum} = {}, by moving {stones} of the {} above it",
                    game.names()[0],
                    heap ^ sum,
                    steps[odd]
                ));
            }
        }
    }
    lines
}

/// Implements the theorem methods of [`Game`] for a game of [`Stairs`].
macro_rules! theorems_of_stairs {
    () => {
        fn outcome(
            &self,
            position: &[Self::Component],
            play: winways_rules::Play,
        ) -> Option<winways_rules::ImpartialOutcome> {
            $crate::staircases::stairs::outcome(self, position, play)
        }

        fn moves_to_value(
            &self,
            index: usize,
            component: &Self::Component,
            value: Nimber,
            moves: &mut winways_kit::Moves<Self::Component>,
        ) -> winways_kit::Winning {
            $crate::staircases::stairs::moves_to_value(self, index, component, value, moves)
        }

        fn winning_moves(
            &self,
            position: &[Self::Component],
            play: winways_rules::Play,
            moves: &mut winways_kit::Moves<Self::Component>,
        ) -> winways_kit::Winning {
            $crate::staircases::stairs::winning_moves(self, position, play, moves)
        }

        fn explain(
            &self,
            position: &[Self::Component],
            play: winways_rules::Play,
            detail: winways_kit::Detail,
        ) -> Vec<String> {
            $crate::staircases::stairs::explain(self, position, play, detail)
        }
    };
}
pub(super) use theorems_of_stairs;

/// Returns the options of a component that have this nim-value.
#[cfg(test)]
pub(super) fn options_to_value<G: Stairs>(
    game: &G,
    component: &G::Component,
    value: u64,
) -> Vec<G::Component> {
    let mut moves = Moves::with_limit(usize::MAX);
    assert_eq!(game.moves_to_value(0, component, Nimber(value), &mut moves), Winning::Known);
    moves.listed().iter().map(|step| step.only().clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::staircases::staircase_nim::StaircaseNim;
    use winways_rules::{Options, Ruleset};

    #[test]
    fn options_of_every_value_are_reported() {
        for position in StaircaseNim.positions(3) {
            let steps = &position[0];
            let mut options = Options::new();
            StaircaseNim.options(steps, &mut options).unwrap();
            for value in 0..8 {
                let mut listed = options_to_value(&StaircaseNim, steps, value);
                listed.sort_unstable();
                let with_value = |steps: &&Vec<u64>| nim_value(steps.iter().copied()) == value;
                let mut found: Vec<_> = options.iter().flatten().filter(with_value).cloned().collect();
                found.sort_unstable();
                assert_eq!(listed, found, "{steps:?} {value}");
            }
        }
    }

    #[test]
    fn explanations_of_long_staircases_are_short() {
        let steps: Vec<u64> = (0..100_000).collect();
        for play in Play::BOTH {
            let lines = explain(&StaircaseNim, std::slice::from_ref(&steps), play, Detail::Full);
            assert!(lines.iter().map(String::len).sum::<usize>() < 10_000);
        }
    }
}
