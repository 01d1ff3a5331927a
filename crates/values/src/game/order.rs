//! An order of values that does not depend on the arena.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::tables::{Ranks, Side, Tables};

/// A record that has no rank yet, with its options in order.
struct Candidate {
    tail: Tail,
    height: u64,
    options: [Vec<Game>; 2],
}

impl Tables {
    pub(super) fn structural_order(&mut self, some: Game, other: Game) -> Result<Ordering, ArenaError> {
        self.rank(&[some, other])?;
        Ok(self.by_rank(some, other))
    }

    pub(super) fn sort(&mut self, games: &mut [Game]) -> Result<(), ArenaError> {
        self.rank(games)?;
        games.sort_by(|&some, &other| self.by_rank(some, other));
        Ok(())
    }

    /// By number, records last, those written out by ups and nimber, records by rank.
    fn by_rank(&self, some: Game, other: Game) -> Ordering {
        self.numbers.compare(some.number, other.number).then_with(|| {
            let key = |tail: Tail| match tail.is_record() {
                true => (true, (0, 0), self.ranks.0.get(&tail).copied()),
                false => (false, tail.ups_and_nimber(), None),
            };
            key(some.tail).cmp(&key(other.tail))
        })
    }

    /// Makes sure that all records that can be reached from `games` are ranked.
    fn rank(&mut self, games: &[Game]) -> Result<(), ArenaError> {
        let missing = |tail: Tail, ranks: &Ranks| tail.is_record() && !ranks.0.contains_key(&tail);
        if !games.iter().any(|game| missing(game.tail, &self.ranks)) {
            return Ok(());
        }
        // Lists of options name records by the ranks, so all of them are made again.
        self.ranks = Ranks::default();
        let tails = self.followers(games)?;
        let heights = self.heights(&tails);
        let mut candidates: Vec<(u64, Tail)> = tails.iter().map(|tail| (heights[tail], *tail)).collect();
        candidates.sort_unstable();
        let mut next = 0;
        for level in candidates.chunk_by(|some, other| some.0 == other.0) {
            let level: Result<Vec<Candidate>, ArenaError> =
                level.iter().map(|&(height, tail)| self.candidate(tail, height)).collect();
            let mut level = level?;
            level.sort_by(|some, other| self.by_structure(some, other));
            // What is ranked stays closed under followers, even if the walk ends before the next level.
            for candidate in level {
                self.ranks.0.insert(candidate.tail, next);
                next += 1;
            }
        }
        Ok(())
    }

    fn candidate(&mut self, tail: Tail, height: u64) -> Result<Candidate, ArenaError> {
        self.budget.spend(self.option_count(tail, Side::Left) + self.option_count(tail, Side::Right))?;
        let options = [Side::Left, Side::Right].map(|side| {
            let count = self.option_count(tail, side);
            let mut options: Vec<Game> = (0..count).map(|index| self.option(tail, side, index)).collect();
            options.sort_by(|&some, &other| self.by_rank(some, other));
            options
        });
        Ok(Candidate { tail, height, options })
    }

    /// By height, stop and options, whose records are ranked.
    fn by_structure(&self, some: &Candidate, other: &Candidate) -> Ordering {
        let lists = |index: usize| {
            let (some, other) = (&some.options[index], &other.options[index]);
            let different = some.iter().zip(other).map(|(&some, &other)| self.by_rank(some, other));
            different.into_iter().find(|order| order.is_ne()).unwrap_or(some.len().cmp(&other.len()))
        };
        some.height
            .cmp(&other.height)
            .then_with(|| self.numbers.compare(self.stop(some.tail), self.stop(other.tail)))
            .then_with(|| lists(0))
            .then_with(|| lists(1))
    }

    /// The records, with signs, that can be reached; in no particular order.
    fn followers(&mut self, games: &[Game]) -> Result<Vec<Tail>, ArenaError> {
        let mut seen: HashMap<Tail, ()> = HashMap::new();
        let mut open: Vec<Tail> =
            games.iter().map(|game| game.tail).filter(|tail| tail.is_record()).collect();
        let mut found = Vec::new();
        while let Some(tail) = open.pop() {
            if seen.insert(tail, ()).is_some() {
                continue;
            }
            self.budget.check(((found.len() + 1) * 128 + open.len() * 8) as u64)?;
            found.push(tail);
            for side in [Side::Left, Side::Right] {
                let count = self.option_count(tail, side);
                self.budget.spend(count)?;
                for index in 0..count {
                    let option = self.option(tail, side, index).tail;
                    if option.is_record() && !seen.contains_key(&option) {
                        open.push(option);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The length of the longest way from each to a value that is no record. Records are made after their options.
    fn heights(&self, tails: &[Tail]) -> HashMap<Tail, u64> {
        let mut order = tails.to_vec();
        order.sort_unstable_by_key(|tail| tail.place());
        let mut heights: HashMap<Tail, u64> = HashMap::new();
        for tail in order {
            let mut height = 0;
            for side in [Side::Left, Side::Right] {
                for index in 0..self.option_count(tail, side) {
                    let option = self.option(tail, side, index).tail;
                    height = height.max(heights.get(&option).map_or(0, |height| height + 1));
                }
            }
            heights.insert(tail, height);
        }
        heights
    }
}
