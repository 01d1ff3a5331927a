//! Beliefs about relations between heaps, from which a trial monoid is built.

use crate::Halt;
use crate::account::Account;
use crate::heaps::Sum;
use crate::quotient::{Element, Quotient};
use crate::words::{Word, WordSet};

/// The maximum number of distinct words, limited by the type of their numbers.
const MOST_WORDS: usize = 1 << 31;
/// The work of adding a word to a set, in products.
const WORK_OF_A_WORD: u64 = 4;

/// The believed relations: each heap equals a word, high powers of a generator repeat, and words that are not distinct are equal if they
/// are equal in the base (see `trial.rs`).
///
/// The relations need not hold. A quotient built from them is accepted only if [`crate::check`] finds no contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Beliefs {
    pub(crate) generators: Vec<Generator>,
    /// For each heap, starting at heap 0, the sum of generators that it equals.
    pub(crate) words: Vec<Sum>,
    /// Words that represent different elements. All divisors of a distinct word are distinct.
    pub(crate) distinct: WordSet,
    /// The number of powers of the new heap in the base.
    powers: usize,
    /// Words that became distinct because of a contradiction, without the flags.
    pub(crate) separated: Vec<Word>,
    /// Words whose multiples differ from all other words.
    pub(crate) flags: Vec<Word>,
}

#[derive(Clone, Debug)]
pub(crate) struct Generator {
    pub(crate) heap: u32,
    /// The number c for which the powers c + 2 and c are equal.
    pub(crate) cap: u16,
    /// The product of each element of the base and the generator.
    pub(crate) base: Vec<u32>,
}

/// A change of beliefs, with a word that becomes distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The heap becomes a generator.
    Promote(u32, Sum),
    /// The cap of the generator with this index increases by one.
    RaiseCap(usize, Sum),
    /// The word becomes distinct.
    Separate(Sum),
    /// The multiples of the word, which is distinct, differ from all other words.
    Flag(Word),
}

/// The initial number of powers of the new heap in the base: the powers 0, 1 and 2.
const POWERS: usize = 3;

impl Beliefs {
    /// Returns beliefs about the heap that follows the heaps of a proved quotient.
    ///
    /// # Errors
    /// Returns [`Halt::Words`] if the powers of a generator do not become periodic with period 2, or [`Halt::Stopped`] if the ledger
    /// stops the work.
    pub(crate) fn with_next_heap(quotient: &Quotient, account: Account<'_>) -> Result<Self, Halt> {
        let heaps = quotient.generators();
        let next = quotient.last() + 1;
        // Each heap equals a sum of smaller generators, so moves never lead to greater words.
        let mut words: Vec<Sum> = Vec::new();
        for (place, &last) in heaps.iter().chain([&next]).enumerate() {
            account.spend(WORK_OF_A_WORD * (quotient.order() * (place + 1)) as u64, Default::default)?;
            let least = quotient.words(&heaps[..place]);
            let smaller = words.len()..last as usize;
            words.extend(smaller.map(|heap| least[usize::from(quotient.phi()[heap])].clone()));
            words.push(vec![last]);
        }
        let mut generators: Vec<Generator> = heaps
            .iter()
            .map(|&heap| Generator::of_quotient(quotient, heap, POWERS))
            .collect::<Result<_, Halt>>()?;
        generators.push(Generator::of_next_heap(quotient, POWERS));
        let (distinct, separated, flags) = (WordSet::new(generators.len()), Vec::new(), Vec::new());
        Ok(Beliefs { generators, words, distinct, powers: POWERS, separated, flags })
    }

    /// Returns the index of a heap among the generators.
    pub(crate) fn place(&self, heap: u32) -> Option<usize> {
        self.generators.binary_search_by_key(&heap, |generator| generator.heap).ok()
    }

    /// Changes the beliefs. Returns `false` if this has no effect.
    ///
    /// # Errors
    /// Returns [`Halt::Words`] if too many words become distinct, or [`Halt::Stopped`] if the ledger stops the work.
    pub(crate) fn apply(
        &mut self,
        change: Change,
        proved: &Quotient,
        account: Account<'_>,
    ) -> Result<bool, Halt> {
        let sum = match change {
            Change::Flag(word) => {
                self.separated.retain(|own| *own != word);
                return self.flag(word, account);
            }
            Change::Separate(sum) => sum,
            Change::RaiseCap(place, sum) => {
                self.generators[place].cap += 1;
                if self.generators[place].heap == proved.last() + 1 {
                    self.powers += 1;
                    for generator in &mut self.generators {
                        let base = match generator.heap {
                            heap if heap > proved.last() => Generator::of_next_heap(proved, self.powers).base,
                            heap => Generator::of_quotient(proved, heap, self.powers)?.base,
                        };
                        generator.base = base;
                    }
                }
                self.separate_again(|_| true, account)?;
                self.separated.push(self.powers(&sum));
                self.separate(&self.powers(&sum), account)?;
                return Ok(true);
            }
            Change::Promote(heap, sum) => {
                let place = self.generators.partition_point(|generator| generator.heap < heap);
                self.generators.insert(place, Generator::of_quotient(proved, heap, self.powers)?);
                self.words[heap as usize] = vec![heap];
                let longer = |word: &[u16]| [&word[..place], &[0], &word[place..]].concat();
                account.check(self.bytes() + self.distinct.bytes())?;
                let mut distinct = WordSet::new(self.generators.len());
                for word in self.distinct.iter() {
                    account.spend(WORK_OF_A_WORD, || (distinct.len(), self.bytes() + distinct.bytes()))?;
                    distinct.insert(&longer(word));
                }
                self.distinct = distinct;
                self.separated = self.separated.iter().map(|word| longer(word)).collect();
                self.flags = self.flags.iter().map(|word| longer(word)).collect();
                sum
            }
        };
        let word = self.powers(&sum);
        self.separated.push(word.clone());
        self.separate(&word, account)
    }

    /// Makes the multiples of a word differ from all other words.
    fn flag(&mut self, flag: Word, account: Account<'_>) -> Result<bool, Halt> {
        // A power up to the power in the flag must not be reduced.
        for (generator, &power) in self.generators.iter_mut().zip(&flag) {
            generator.cap = generator.cap.max(power);
        }
        self.separate_again(|word| flag.iter().zip(word).any(|(part, own)| part > own), account)?;
        self.flags.push(flag);
        Ok(true)
    }

    /// Rebuilds the set of distinct words after caps have changed, from the words to keep and their divisors.
    fn separate_again(&mut self, is_kept: impl Fn(&[u16]) -> bool, account: Account<'_>) -> Result<(), Halt> {
        let old = std::mem::replace(&mut self.distinct, WordSet::new(self.generators.len()));
        let account = account.holding(old.bytes());
        for word in old.iter().filter(|word| is_kept(word)) {
            account.spend(WORK_OF_A_WORD, || (self.distinct.len(), self.bytes()))?;
            self.separate(word, account)?;
        }
        Ok(())
    }

    /// Makes a word and all its divisors distinct. A power that is at least the cap is replaced by cap + 1, the greatest distinct power.
    /// Returns `false` if the word was already distinct.
    fn separate(&mut self, word: &[u16], account: Account<'_>) -> Result<bool, Halt> {
        let end = |(generator, &power): (&Generator, &u16)| match power {
            _ if power < generator.cap => power,
            _ => generator.cap + 1,
        };
        let ends: Word = self.generators.iter().zip(word).map(end).collect();
        if self.distinct.find(&ends).is_some() {
            return Ok(false);
        }
        let count = ends.iter().try_fold(1usize, |count, &end| count.checked_mul(usize::from(end) + 1));
        let count = count.filter(|&count| count < MOST_WORDS - self.distinct.len()).ok_or(Halt::Words)?;
        account.check(self.bytes() + WordSet::bytes_of(ends.len(), count))?;
        let mut next: Word = vec![0; ends.len()];
        loop {
            account.spend(WORK_OF_A_WORD, || (self.distinct.len(), self.bytes()))?;
            self.distinct.insert(&next);
            let Some(place) = (0..ends.len()).find(|&place| next[place] < ends[place]) else { break };
            next[..place].fill(0);
            next[place] += 1;
        }
        Ok(true)
    }

    /// Returns the approximate memory in use, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let base = self.generators.first().map_or(0, |generator| generator.base.len() * size_of::<u32>());
        let word = size_of::<Sum>() + self.generators.len() * size_of::<u32>();
        let words = self.words.len() + self.separated.len() + self.flags.len();
        self.distinct.bytes() + (self.generators.len() * base + words * word) as u64
    }

    /// Returns the number of times that each generator occurs in a sum. Other heaps are ignored.
    pub(crate) fn powers(&self, sum: &[u32]) -> Word {
        let mut word = vec![0; self.generators.len()];
        sum.iter().filter_map(|&heap| self.place(heap)).for_each(|place| word[place] += 1);
        word
    }

    /// Returns the indices of the generators whose sum is believed to equal a sum of heaps.
    pub(crate) fn letters(&self, sum: &[u32]) -> Vec<usize> {
        let heaps = sum.iter().flat_map(|&heap| &self.words[heap as usize]);
        let mut letters: Vec<usize> = heaps.filter_map(|&heap| self.place(heap)).collect();
        letters.sort_unstable();
        letters
    }

    /// Returns the heaps of a word.
    pub(crate) fn sum(&self, word: &[u16]) -> Sum {
        let power = |(generator, &power): (&Generator, &u16)| vec![generator.heap; power.into()];
        let mut sum: Sum = self.generators.iter().zip(word).flat_map(power).collect();
        sum.sort_unstable();
        sum
    }
}

impl Generator {
    /// Creates a generator from a heap of the quotient. It acts on the base like the element of the heap.
    fn of_quotient(quotient: &Quotient, heap: u32, powers: usize) -> Result<Self, Halt> {
        let own = quotient.phi()[heap as usize];
        let times = |element: usize| {
            let product = quotient.product((element / powers) as Element, own);
            (usize::from(product) * powers + element % powers) as u32
        };
        let base = (0..quotient.order() * powers).map(times).collect();
        let cap = quotient.index(own).ok_or(Halt::Words)? as u16;
        Ok(Generator { heap, cap, base })
    }

    /// Creates a generator from the heap that follows the heaps of the quotient.
    fn of_next_heap(quotient: &Quotient, powers: usize) -> Self {
        let times = |element: usize| match element % powers + 1 {
            power if power == powers => element as u32 - 1,
            _ => element as u32 + 1,
        };
        let base = (0..quotient.order() * powers).map(times).collect();
        Generator { heap: quotient.last() + 1, cap: powers as u16 - 2, base }
    }
}
