use std::collections::HashMap;
use winways_values::{ArenaError, Game, Session};
use xxhash_rust::xxh3::Xxh3;

/// A checksum of words and strings that is the same on every machine: XXH3 (64 bits) of words in little-endian order, and of
/// strings preceded by their length.
#[derive(Default)]
pub(super) struct Checksum(Xxh3);

impl Checksum {
    #[must_use]
    pub(super) fn word(mut self, word: u64) -> Self {
        self.0.update(&word.to_le_bytes());
        self
    }

    #[must_use]
    pub(super) fn words(self, words: impl IntoIterator<Item = u64>) -> Self {
        words.into_iter().fold(self, Checksum::word)
    }

    #[must_use]
    pub(super) fn text(mut self, text: &str) -> Self {
        self = self.word(text.len() as u64);
        self.0.update(text.as_bytes());
        self
    }

    /// Adds a number that may be absent.
    #[must_use]
    pub(super) fn optional(self, word: Option<u64>) -> Self {
        match word {
            Some(word) => self.word(1).word(word),
            None => self.word(0),
        }
    }

    pub(super) fn finish(self) -> u64 {
        self.0.digest()
    }
}

/// Checksums of values. They depend only on the canonical forms, not on the arena or the order of options.
#[derive(Default)]
pub(super) struct FormChecksums(HashMap<Game, u64>);

impl FormChecksums {
    /// Returns the checksum of a value.
    ///
    /// # Complexity
    /// Time and memory are proportional to the number of new followers.
    pub(super) fn of(&mut self, session: &mut Session<'_>, game: Game) -> Result<u64, ArenaError> {
        let mut stack = vec![game];
        while let Some(&top) = stack.last() {
            let found = match self.0.get(&top) {
                Some(_) => None,
                None => self.of_known_options(session, top, &mut stack)?,
            };
            if let Some(checksum) = found {
                self.0.insert(top, checksum);
            }
            if self.0.contains_key(&top) {
                stack.pop();
            }
        }
        Ok(self.0[&game])
    }

    /// Returns the checksum of a value if the checksums of all its options are known. Otherwise pushes the options with unknown
    /// checksums onto the stack.
    fn of_known_options(
        &self,
        session: &mut Session<'_>,
        game: Game,
        stack: &mut Vec<Game>,
    ) -> Result<Option<u64>, ArenaError> {
        if let Some((number, ups, nimber)) = session.as_number_up_star(game) {
            let leaf = Checksum::default()
                .text(&number.to_string())
                .word(ups as u64)
                .word(nimber as u64 ^ (nimber >> 64) as u64);
            return Ok(Some(leaf.finish()));
        }
        let options = [session.left_options(game)?, session.right_options(game)?];
        let mut is_complete = true;
        let mut sums = [0u64; 2];
        for (sum, options) in sums.iter_mut().zip(options) {
            for option in options {
                match self.0.get(&option) {
                    Some(&checksum) => *sum = sum.wrapping_add(checksum),
                    None => {
                        is_complete = false;
                        stack.push(option);
                    }
                }
            }
        }
        Ok(is_complete.then(|| Checksum::default().words(sums).finish()))
    }
}

/// Combines the checksums of several cases. The result depends on their names but not on their order.
///
/// ```
/// let [a, b] = [("a", 1), ("b", 2)];
/// assert_eq!(winways::internal::bench_checksum([a, b]), winways::internal::bench_checksum([b, a]));
/// assert_ne!(winways::internal::bench_checksum([a, b]), winways::internal::bench_checksum([a]));
/// ```
pub fn bench_checksum<'n>(cases: impl IntoIterator<Item = (&'n str, u64)>) -> u64 {
    let of_one = |(name, checksum)| Checksum::default().text(name).word(checksum).finish();
    cases.into_iter().map(of_one).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_values::Arena;

    /// The checksums are frozen, because they are stored in files.
    #[test]
    fn checksums_never_change() {
        assert_eq!(Checksum::default().finish(), 0x2d06_8005_38d3_94c2);
        let some = Checksum::default().word(1).text("a").optional(None).optional(Some(2));
        let same = xxhash_rust::xxh3::xxh3_64(
            &[
                [1u64, 1].map(u64::to_le_bytes).concat(),
                b"a".to_vec(),
                [0u64, 1, 2].map(u64::to_le_bytes).concat(),
            ]
            .concat(),
        );
        assert_eq!(some.finish(), same);
    }

    #[test]
    fn values_have_one_checksum_in_all_arenas() {
        let of = |warm_up: i64| {
            let arena = Arena::default();
            let mut session = arena.session();
            for integer in 0..warm_up {
                let hot = session.integer(integer).unwrap();
                session.form(&[hot], &[-hot]).unwrap();
            }
            let [one, two] = [1, 2].map(|integer| session.integer(integer).unwrap());
            let switch = session.form(&[two], &[one]).unwrap();
            let game = session.form(&[switch, one], &[-switch, -two]).unwrap();
            let mut checksums = FormChecksums::default();
            [game, -game, switch, one].map(|game| checksums.of(&mut session, game).unwrap())
        };
        assert_eq!(of(0), of(9));
        let mut distinct = of(0).to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
    }
}
