//! Theorems on Nim beyond values, outcomes and moves, each checked against exhaustive search.

use crate::heaps::nim;
use crate::heaps::nim::{Nim, nim_sum};
use crate::heaps::nim_classes::Class;
use winways_kit::{Check, Claim, Game, Halt, heaps};
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::{OutcomeSearch, Stopped};

pub(crate) const CLAIMS: &[Claim] = &[
    claim!("nim", "nim-moves", check_moves),
    claim!("nim", "nim-examples", check_examples),
    claim!("nim", "misere-nim", check_theorems),
    claim!("nim", "misere-nim-diagrams", check_diagrams),
    claim!("nim", "abacus", check_abacus),
];

/// Outcome searches for both kinds of play, straight from the rules of Nim.
struct Searches<'o> {
    normal: OutcomeSearch<'o, dyn Game<Component = u64>>,
    misere: OutcomeSearch<'o, dyn Game<Component = u64>>,
}

impl<'o> Searches<'o> {
    fn new(check: &Check<'o>) -> Self {
        let search =
            |play| OutcomeSearch::new(&Nim as &dyn Game<Component = u64>, play, check.budget, check.observer);
        Searches { normal: search(Play::Normal), misere: search(Play::Misere) }
    }

    fn outcome(&mut self, position: &[u64], play: Play) -> Result<ImpartialOutcome, Stopped> {
        match play {
            Play::Normal => self.normal.outcome(position),
            Play::Misere => self.misere.outcome(position),
        }
    }
}

/// Iterates over all moves as (index of the heap, new size of that heap, position after the move).
fn moves(position: &[u64]) -> impl Iterator<Item = (usize, u64, Vec<u64>)> {
    position.iter().enumerate().flat_map(move |(index, &heap)| {
        (0..heap).map(move |rest| {
            let mut after = position.to_vec();
            after[index] = rest;
            (index, rest, after)
        })
    })
}

fn check_moves(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut searches = Searches::new(check);
    for position in heaps::multisets(4, up_to) {
        let sum = nim_sum(&position);
        let highest = sum.checked_ilog2().map_or(0, |top| 1 << top);
        let theorem: Vec<(usize, u64)> = position
            .iter()
            .enumerate()
            .filter(|(_, heap)| *heap & highest != 0)
            .map(|(index, heap)| (index, heap ^ sum))
            .collect();
        let mut found = Vec::new();
        for (index, rest, after) in moves(&position) {
            if searches.outcome(&after, Play::Normal)? == ImpartialOutcome::Previous {
                found.push((index, rest));
            }
        }
        let outcome = searches.outcome(&position, Play::Normal)?;
        check.compare(|| format!("nim{position:?}"), ImpartialOutcome::next_if(sum != 0), outcome)?;
        check.compare(
            || format!("an odd number of moves of {position:?}"),
            sum != 0,
            found.len() % 2 == 1,
        )?;
        check.compare(|| format!("the winning moves of {position:?}"), theorem, found)?;
    }
    Ok(())
}

/// Returns a test for lost positions of three heaps within `limits` under normal play, computed from the rules alone. A position
/// is lost if reducing one of its heaps never gives a lost position.
fn lost_triples(limits: [usize; 3]) -> impl Fn(&[u64]) -> bool {
    let [first, second, third] = limits.map(|limit| limit + 1);
    let mut lost = vec![false; first * second * third];
    let (mut by_pair_12, mut by_pair_13, mut by_pair_23) =
        (vec![false; first * second], vec![false; first * third], vec![false; second * third]);
    for a in 0..first {
        for b in 0..second {
            for c in 0..third {
                let pairs = (a * second + b, a * third + c, b * third + c);
                if !(by_pair_12[pairs.0] || by_pair_13[pairs.1] || by_pair_23[pairs.2]) {
                    lost[pairs.0 * third + c] = true;
                    (by_pair_12[pairs.0], by_pair_13[pairs.1], by_pair_23[pairs.2]) = (true, true, true);
                }
            }
        }
    }
    move |heaps| lost[(heaps[0] as usize * second + heaps[1] as usize) * third + heaps[2] as usize]
}

fn check_examples(_: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    type Example = ([u64; 3], &'static [(usize, u64)]);
    const EXAMPLES: [Example; 4] = [
        ([14, 21, 39], &[(2, 27)]),
        ([55, 81, 121], &[(0, 40), (1, 78), (2, 102)]),
        ([29, 45, 58], &[(0, 23), (1, 39), (2, 48)]),
        ([7, 8, 9], &[(0, 1)]),
    ];
    for (position, expected) in EXAMPLES {
        let is_lost = lost_triples(position.map(|heap| heap as usize));
        let lost_after = moves(&position).filter(|(_, _, after)| is_lost(after));
        let found: Vec<(usize, u64)> = lost_after.map(|(index, rest, _)| (index, rest)).collect();
        check.compare(|| format!("the example {position:?}"), expected.to_vec(), found.clone())?;
        let theorem = nim::winning_moves(&position).collect();
        check.compare(|| format!("the winning moves of {position:?}"), theorem, found)?;
    }
    let is_lost = lost_triples([7, 8, 9]);
    let game: [[u64; 3]; 12] = [
        [7, 8, 9],
        [1, 8, 9],
        [1, 8, 4],
        [1, 5, 4],
        [1, 4, 4],
        [0, 4, 4],
        [0, 4, 2],
        [0, 2, 2],
        [0, 2, 1],
        [0, 1, 1],
        [0, 1, 0],
        [0, 0, 0],
    ];
    for (ply, position) in game.iter().enumerate() {
        // The winner has just moved at every odd ply.
        check.compare(|| format!("{position:?} in the game of (7,8,9)"), ply % 2 == 1, is_lost(position))?;
        let Some(next) = game.get(ply + 1) else { break };
        let legal = moves(position).any(|(_, _, after)| after == *next);
        check.compare(|| format!("the move {position:?} to {next:?}"), true, legal)?;
    }
    Ok(())
}

/// Returns the class by its definition, without excluding T1: (`true` for T, the number of rich heaps capped at 2).
fn letter_and_digit(position: &[u64]) -> (bool, usize) {
    (nim_sum(position) == 0, position.iter().filter(|&&heap| heap > 1).count().min(2))
}

fn check_theorems(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut searches = Searches::new(check);
    for position in heaps::multisets(4, up_to) {
        let class = letter_and_digit(&position);
        let after: Vec<(bool, usize)> =
            moves(&position).map(|(_, _, after)| letter_and_digit(&after)).collect();
        let mut check_theorem = |theorem: &str, truth: bool| {
            check.compare(|| format!("theorem {theorem} at {position:?}"), true, truth)
        };
        check_theorem("that there is no T1", class != (true, 1))?;
        match class {
            (false, _) => check_theorem("1", after.iter().any(|(balanced, _)| *balanced))?,
            (true, _) => check_theorem("2", after.iter().all(|(balanced, _)| !balanced))?,
        }
        if class == (false, 2) {
            check_theorem("7", !after.contains(&(true, 0)))?;
            check_theorem("8", after.contains(&(true, 2)))?;
        }
        if class == (true, 2) {
            check_theorem("9", after.iter().all(|class| [(false, 2), (false, 1)].contains(class)))?;
        }
        let normal = searches.outcome(&position, Play::Normal)?;
        check.compare(
            || format!("theorems 3, 4 at {position:?}"),
            ImpartialOutcome::next_if(!class.0),
            normal,
        )?;
        let won = matches!(class, (true, 0) | (false, 1) | (false, 2));
        let misere = searches.outcome(&position, Play::Misere)?;
        check.compare(
            || format!("theorems 5, 6, 10, 11 at {position:?}"),
            ImpartialOutcome::next_if(won),
            misere,
        )?;
        if class == (false, 1) {
            check_the_way_from_one_rich_heap(&position, &mut searches, check)?;
        }
    }
    Ok(())
}

/// Checks the second half of theorem 6: the winning move with one rich heap.
fn check_the_way_from_one_rich_heap(
    position: &[u64],
    searches: &mut Searches<'_>,
    check: &mut Check<'_>,
) -> Result<(), Halt> {
    let ones = position.iter().filter(|&&heap| heap == 1).count();
    let left = if ones % 2 == 1 { 0 } else { 1 };
    let mut found = Vec::new();
    for (index, rest, after) in moves(position) {
        if searches.outcome(&after, Play::Misere)? == ImpartialOutcome::Previous {
            found.push((position[index] > 1, rest));
        }
    }
    check.compare(|| format!("the move of theorem 6 at {position:?}"), vec![(true, left)], found)
}

fn check_diagrams(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    use Class::{S0, S1, S2, T0, T2};
    let mut searches = Searches::new(check);
    // The classes reached from each class over all positions, and the classes to which the winner moves.
    let mut reached = [[false; 5]; 5];
    let mut chosen = [[[false; 5]; 5]; 2];
    // Heaps of two are needed to reach every class.
    for position in heaps::multisets(4, up_to.max(2)) {
        let class = Class::of(&position);
        let mut seen = [false; 5];
        for (_, _, after) in moves(&position) {
            let next = Class::of(&after);
            seen[next as usize] = true;
            reached[class as usize][next as usize] = true;
            for (play, chosen) in Play::BOTH.into_iter().zip(&mut chosen) {
                if searches.outcome(&after, play)? == ImpartialOutcome::Previous {
                    chosen[class as usize][next as usize] = true;
                }
            }
        }
        if class == S1 {
            let both = seen[S0 as usize] && seen[T0 as usize];
            check.compare(|| format!("moves from {position:?} to S0 and T0"), true, both)?;
        }
    }
    let set = |row: [bool; 5]| -> Vec<Class> {
        Class::ALL.into_iter().filter(|class| row[*class as usize]).collect()
    };
    // Each class with the classes that its moves reach, and those to which the winner moves in normal and misère play.
    type Row = (Class, &'static [Class], [&'static [Class]; 2]);
    const DIAGRAM: [Row; 5] = [
        (T0, &[S0], [&[], &[S0]]),
        (T2, &[S1, S2], [&[], &[]]),
        (S0, &[T0], [&[T0], &[]]),
        (S1, &[T0, S0, S1], [&[T0], &[S0]]),
        (S2, &[T2, S1, S2], [&[T2], &[T2]]),
    ];
    for (class, moves, [normal, misere]) in DIAGRAM {
        let index = class as usize;
        check.compare(|| format!("the classes reached from {class}"), moves.to_vec(), set(reached[index]))?;
        check.compare(|| format!("the winner's moves of {class}"), normal.to_vec(), set(chosen[0][index]))?;
        check.compare(
            || format!("the misère winner's moves of {class}"),
            misere.to_vec(),
            set(chosen[1][index]),
        )?;
    }
    Ok(())
}

fn check_abacus(_: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut searches = Searches::new(check);
    let position = [1, 2, 3, 4, 5];
    check.compare(|| "the class of the abacus".to_owned(), Class::of(&position), Class::S2)?;
    for play in Play::BOTH {
        let found = searches.outcome(&position, play)?;
        check.compare(|| format!("the abacus, {} play", play.name()), ImpartialOutcome::Next, found)?;
    }
    Ok(())
}
