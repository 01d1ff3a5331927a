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

/// The statement on misère play in the pages of all these games.
pub(crate) const MISERE_STATEMENT: &str = "The outcome is that of misère Nim with the same heaps: as under normal play if \
     one of them is greater than one, else the opposite. The argument for normal play still holds, and where every heap \
     is empty but a move is left, the player to move can make one heap of one.";

/// A game whose components are staircases.
pub(crate) trait Stairs: Game {
    /// Returns the stones on step 1, step 2, and so on. Step 1 is next to the ground.
    fn steps(&self, component: &Self::Component) -> Vec<u64>;

    /// Carries `stones` of the stones on step number `step` one step down.
    fn descend(&self, component: &mut Self::Component, step: usize, stones: u64);

    /// Undoes a [`Stairs::descend`].
    fn ascend(&self, component: &mut Self::Component, step: usize, stones: u64);

    /// Returns the name of a number that counts as a heap: `odd step`.
    fn heap_name(&self) -> &'static str;

    /// Returns the description of the steps of a position: the first line of a full explanation, without the numbers.
    fn steps_name(&self) -> &'static str;
}

/// Returns the nim-sum of the steps 1, 3, 5, ... of a staircase, given from step 1 up.
pub(crate) fn nim_value(steps: impl Iterator<Item = u64>) -> u64 {
    steps.step_by(2).fold(0, |sum, stones| sum ^ stones)
}

/// Returns the move that makes an odd step hold `wanted` stones: the step that the stones leave, and their number.
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

/// See [`Game::options_of_value`].
pub(crate) fn options_of_value<G: Stairs>(
    game: &G,
    component: &G::Component,
    value: Nimber,
    found: &mut dyn FnMut(&[G::Component]),
) -> Winning {
    let steps = game.steps(component);
    let change = nim_value(steps.iter().copied()) ^ value.0;
    let mut option = component.clone();
    for odd in odd_steps(&steps) {
        if let Some((step, stones)) = descent(&steps, odd, steps[odd - 1] ^ change) {
            game.descend(&mut option, step, stones);
            found(std::slice::from_ref(&option));
            game.ascend(&mut option, step, stones);
        }
    }
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

/// See [`Game::winning_moves`]. The rule is that of [`nim::misere_moves`], except that a heap may also be raised.
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
    for (index, component) in position.iter().enumerate() {
        let steps = game.steps(component);
        let mut option = component.clone();
        for odd in odd_steps(&steps) {
            let heap = steps[odd - 1];
            let wanted = sum ^ heap ^ u64::from(rich == usize::from(heap > 1));
            if let Some((step, stones)) = descent(&steps, odd, wanted) {
                game.descend(&mut option, step, stones);
                moves.push(index, std::iter::once_with(|| option.clone()));
                game.ascend(&mut option, step, stones);
            }
        }
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
            let name = game.steps_name();
            lines.push(match steps.is_empty() {
                true => format!("{name}: none"),
                false => format!("{name}: {}", heaps::brief_list(&steps)),
            });
        }
        lines.push(
            "what is moved from the second to the first of them, the fourth to the third, and so on, can at once be \
             moved on: only the first, third, fifth, ... count, as heaps of Nim"
                .to_owned(),
        );
    }
    lines.extend(nim::explain(game.heap_name(), &heaps, play, detail));
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
                    "{} {heap} can be raised instead: {heap} xor {sum} = {}, and {stones} of the {} above it may come",
                    game.heap_name(),
                    heap ^ sum,
                    steps[odd]
                ));
            }
        }
    }
    lines
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
                let mut listed = Vec::new();
                options_of_value(&StaircaseNim, steps, Nimber(value), &mut |option| {
                    listed.extend_from_slice(option);
                });
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
