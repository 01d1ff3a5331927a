//! An order of values that does not depend on the arena.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::error::ArenaError;
use super::handle::{Game, Tail};
use super::nimbers::Nimbers;
use super::number::Numbers;
use super::tables::{Ranks, Side, Tables};

/// The bytes per rank of the map of ranks while it grows.
const RANK_BYTES: usize = 64;
/// The bytes per record during ranking: in the maps of followers and heights, and in two sorted lists.
const RANKING_BYTES: usize = 192;

/// A record without a rank, with its options in order.
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
        let Tables { numbers, nimbers, ranks, account, .. } = self;
        account.sort(games, |&some, &other| by_rank(numbers, nimbers, ranks, some, other))
    }

    /// Compares by number. Among equal numbers, inline tails come first, by ups and nimber; records follow, by rank.
    fn by_rank(&self, some: Game, other: Game) -> Ordering {
        by_rank(&self.numbers, &self.nimbers, &self.ranks, some, other)
    }

    /// Ranks all records reachable from `games`, and drops all earlier ranks. Does nothing if the records of `games`
    /// have ranks.
    fn rank(&mut self, games: &[Game]) -> Result<(), ArenaError> {
        let missing = |tail: Tail, ranks: &Ranks| tail.is_record() && !ranks.places.contains_key(&tail);
        if !games.iter().any(|game| missing(game.tail, &self.ranks)) {
            return Ok(());
        }
        // The lists of options refer to records by rank, so all ranks are computed anew.
        let old = std::mem::take(&mut self.ranks);
        self.account.give_back(old.bytes);
        let mut tails = self.followers(games)?;
        tails.retain(|tail| tail.is_record());
        // The walk takes this memory in addition to the lists of a level.
        self.account.check((tails.len() * RANKING_BYTES) as u64)?;
        self.ranks.bytes = (tails.len() * RANK_BYTES) as u64;
        self.account.take(self.ranks.bytes).inspect_err(|_| self.ranks.bytes = 0)?;
        let heights = self.heights(&tails)?;
        let mut candidates: Vec<(u64, Tail)> = tails.iter().map(|tail| (heights[tail], *tail)).collect();
        self.account.sort(&mut candidates, Ord::cmp)?;
        let mut next = 0;
        for level in candidates.chunk_by(|some, other| some.0 == other.0) {
            let mut level = self.candidates(level)?;
            level.sort_by(|some, other| self.by_structure(some, other));
            // The set of ranked records stays closed under followers, even if the walk ends before the next level.
            for candidate in level {
                self.account.spend(1)?;
                self.ranks.places.insert(candidate.tail, next);
                next += 1;
            }
        }
        Ok(())
    }

    fn candidates(&mut self, level: &[(u64, Tail)]) -> Result<Vec<Candidate>, ArenaError> {
        let mut bytes = 0;
        let candidates = level.iter().map(|&(height, tail)| {
            let candidate = self.candidate(tail, height)?;
            let options: usize = candidate.options.iter().map(Vec::len).sum();
            bytes += 2 * size_of::<Candidate>() + options * size_of::<Game>();
            self.account.check(bytes as u64).map(|()| candidate)
        });
        candidates.collect()
    }

    fn candidate(&mut self, tail: Tail, height: u64) -> Result<Candidate, ArenaError> {
        self.account.spend(self.option_count(tail, Side::Left) + self.option_count(tail, Side::Right))?;
        let options = [Side::Left, Side::Right].map(|side| {
            let count = self.option_count(tail, side);
            let mut options: Vec<Game> = (0..count).map(|index| self.option(tail, side, index)).collect();
            options.sort_by(|&some, &other| self.by_rank(some, other));
            options
        });
        Ok(Candidate { tail, height, options })
    }

    /// Compares by height, stop and options. The records of the options must have ranks.
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

    /// Returns the tails of the games and of all options reachable through records, in no particular order.
    pub(super) fn followers(&mut self, games: &[Game]) -> Result<Vec<Tail>, ArenaError> {
        let mut seen: HashMap<Tail, ()> = HashMap::new();
        let mut open: Vec<Tail> = games.iter().map(|game| game.tail).collect();
        let mut found = Vec::new();
        while let Some(tail) = open.pop() {
            if seen.insert(tail, ()).is_some() {
                continue;
            }
            self.account.check(((found.len() + 1) * 96 + open.len() * 24) as u64)?;
            found.push(tail);
            if !tail.is_record() {
                continue;
            }
            for side in [Side::Left, Side::Right] {
                let count = self.option_count(tail, side);
                self.account.spend(count)?;
                for index in 0..count {
                    let option = self.option(tail, side, index).tail;
                    if !seen.contains_key(&option) {
                        open.push(option);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns, for each record, the length of the longest path to another record. Visits the records in the order of
    /// their indices, because records are created after their options.
    fn heights(&mut self, tails: &[Tail]) -> Result<HashMap<Tail, u64>, ArenaError> {
        let mut order = tails.to_vec();
        self.account.sort(&mut order, |some, other| some.place().cmp(&other.place()))?;
        let mut heights: HashMap<Tail, u64> = HashMap::new();
        for tail in order {
            let mut height = 0;
            for side in [Side::Left, Side::Right] {
                self.account.spend(1 + self.option_count(tail, side))?;
                for index in 0..self.option_count(tail, side) {
                    let option = self.option(tail, side, index).tail;
                    height = height.max(heights.get(&option).map_or(0, |height| height + 1));
                }
            }
            heights.insert(tail, height);
        }
        Ok(heights)
    }
}

/// Implements [`Tables::by_rank`].
fn by_rank(numbers: &Numbers, nimbers: &Nimbers, ranks: &Ranks, some: Game, other: Game) -> Ordering {
    numbers.compare(some.number, other.number).then_with(|| {
        let key = |tail: Tail| match tail.is_record() {
            true => (true, (0, 0), ranks.places.get(&tail).copied()),
            false => {
                let (ups, nimber) = tail.ups_and_nimber();
                (false, (ups, nimbers.size(nimber)), None)
            }
        };
        key(some.tail).cmp(&key(other.tail))
    })
}
