//! Trial monoids: what a quotient would be if some relations between heaps held.
//!
//! A trial monoid begins with a *base*, which is coarse: the last quotient that was proved, times the powers 0, 1 and 2 of the new heap.
//! Products of generators are words. Some words are *distinct*: each of them is an element of its own. The distinct words are closed under
//! divisors, so that the other words form an ideal, on which the base decides which words are equal. To refine the monoid, words
//! become distinct. It then has one element for each distinct word, and at most one for each element of the base.
//!
//! If a distinct word turns out to divide a word that must become distinct as well, it may become a *flag* instead: then all of its
//! multiples differ from all other words, and are equal to each other if they are equal in the base. The key of a word has the factors
//! that are missing to a multiple of each flag.
//!
//! Words are ordered by the number of the greatest generator, then of the next one, and so on. Every move leads to a smaller word, and the
//! word of an element is its least one. So the outcomes of the elements follow in this order.

use crate::Halt;
use crate::heaps::{Heaps, Sum};
use crate::quotient::{Element, MOST_ELEMENTS, Quotient};
use fixedbitset::FixedBitSet;
use hashbrown::{HashMap, HashSet};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use winways_solve::{Ledger, Progress};

/// The maximum number of elements of a trial monoid.
pub(crate) const MOST_WORDS: usize = 200_000;
/// The work of an entry of a map, in elements multiplied.
const WORK_OF_A_HASH: usize = 16;

/// A product of generators: the number of times that each of them occurs.
type Word = Vec<u16>;

/// The relations that are believed: each heap equals a word, high powers of a generator repeat, and words that are not distinct are equal
/// if they are equal in the base.
///
/// They need not hold. A quotient made from them is accepted only if [`crate::check`] finds no contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Beliefs {
    generators: Vec<Generator>,
    /// The sum of generators that each heap from 0 equals.
    words: Vec<Sum>,
    distinct: HashSet<Word>,
    /// The number of powers of the new heap in the base.
    powers: usize,
    /// Words that became distinct because of a contradiction, without the flags.
    separated: Vec<Word>,
    /// Words whose multiples differ from all other words.
    flags: Vec<Word>,
}

#[derive(Clone, Debug)]
struct Generator {
    heap: u32,
    /// The number c for which the powers c + 2 and c are equal.
    cap: u16,
    /// The product of each element of the base and the generator.
    base: Vec<u32>,
}

/// A change of beliefs, with a word that becomes distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The heap becomes a generator.
    Promote(u32, Sum),
    /// The cap of the generator at this place becomes greater by one.
    RaiseCap(usize, Sum),
    /// The word becomes distinct.
    Separate(Sum),
    /// The multiples of the word, which is distinct, differ from all other words.
    Flag(Word),
}

/// The least number of powers of the new heap in the base: 0, 1 and 2.
const POWERS: usize = 3;

impl Beliefs {
    /// Returns beliefs about the next heap after those of a quotient that is proved.
    ///
    /// # Errors
    /// [`Halt::Words`] if the powers of a generator do not repeat after two.
    pub(crate) fn with_next_heap(quotient: &Quotient) -> Result<Self, Halt> {
        let heaps = quotient.generators();
        let next = quotient.last() + 1;
        // Each heap equals a sum of generators below it, so that moves never lead to greater words.
        let mut words: Vec<Sum> = Vec::new();
        for (place, &last) in heaps.iter().chain([&next]).enumerate() {
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
        let (distinct, separated, flags) = (HashSet::new(), Vec::new(), Vec::new());
        Ok(Beliefs { generators, words, distinct, powers: POWERS, separated, flags })
    }

    /// Returns the place of a heap among the generators.
    fn place(&self, heap: u32) -> Option<usize> {
        self.generators.binary_search_by_key(&heap, |generator| generator.heap).ok()
    }

    /// Changes the beliefs. Returns `false` if this has no effect.
    ///
    /// # Errors
    /// [`Halt::Words`] if too many words become distinct, or the reason for which the ledger stops the work.
    pub(crate) fn apply(
        &mut self,
        change: Change,
        proved: &Quotient,
        ledger: &Ledger<'_>,
    ) -> Result<bool, Halt> {
        let sum = match change {
            Change::Flag(word) => {
                self.separated.retain(|own| *own != word);
                return self.flag(word, ledger);
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
                let old: Vec<Word> = self.distinct.drain().collect();
                old.into_iter().try_for_each(|word| self.separate(&word, ledger).map(drop))?;
                self.separated.push(self.powers(&sum));
                self.separate(&self.powers(&sum), ledger)?;
                return Ok(true);
            }
            Change::Promote(heap, sum) => {
                let place = self.generators.partition_point(|generator| generator.heap < heap);
                self.generators.insert(place, Generator::of_quotient(proved, heap, self.powers)?);
                self.words[heap as usize] = vec![heap];
                let longer = |word: Word| [&word[..place], &[0], &word[place..]].concat();
                self.distinct = self.distinct.drain().map(longer).collect();
                self.separated = self.separated.drain(..).map(longer).collect();
                self.flags = self.flags.drain(..).map(longer).collect();
                sum
            }
        };
        let word = self.powers(&sum);
        self.separated.push(word.clone());
        self.separate(&word, ledger)
    }

    /// Makes the multiples of a word differ from all other words.
    fn flag(&mut self, flag: Word, ledger: &Ledger<'_>) -> Result<bool, Halt> {
        // A power up to the one in the flag must not be reduced.
        for (generator, &power) in self.generators.iter_mut().zip(&flag) {
            generator.cap = generator.cap.max(power);
        }
        let is_multiple = |word: &Word| flag.iter().zip(word).all(|(part, own)| part <= own);
        let old: Vec<Word> = self.distinct.drain().filter(|word| !is_multiple(word)).collect();
        self.flags.push(flag);
        old.into_iter().try_for_each(|word| self.separate(&word, ledger).map(drop))?;
        Ok(true)
    }

    /// Makes a word distinct, with all its divisors. A power from the cap on is taken for all powers from the cap on. Returns `false` if
    /// the word was distinct.
    fn separate(&mut self, word: &[u16], ledger: &Ledger<'_>) -> Result<bool, Halt> {
        let ends: Word = self
            .generators
            .iter()
            .zip(word)
            .map(|(generator, &power)| if power >= generator.cap { generator.cap + 1 } else { power })
            .collect();
        let ends = self.reduced(ends);
        if self.distinct.contains(&ends) {
            return Ok(false);
        }
        let count = ends.iter().try_fold(1usize, |count, &end| count.checked_mul(usize::from(end) + 1));
        if count.is_none_or(|count| count + self.distinct.len() > MOST_WORDS) {
            return Err(Halt::Words);
        }
        let bytes = (count.unwrap_or(0) + self.distinct.len()) * self.word_bytes();
        ledger.check(bytes as u64)?;
        ledger.spend(count.unwrap_or(0) as u64, || Progress::new(0, 0, bytes as u64))?;
        let mut next: Word = vec![0; ends.len()];
        loop {
            self.distinct.insert(next.clone());
            let Some(place) = (0..ends.len()).find(|&place| next[place] < ends[place]) else { break };
            next[..place].fill(0);
            next[place] += 1;
        }
        Ok(true)
    }

    /// Returns the approximate memory of a word with its entry in a table, in bytes.
    fn word_bytes(&self) -> usize {
        2 * size_of::<(Key, u32)>() + 16 + self.generators.len() * size_of::<u16>()
    }

    /// Returns the key of the element of a word.
    fn key(&self, word: &Word, base: u32) -> Key {
        if self.distinct.contains(word) {
            return Key::Distinct(word.clone());
        }
        let missing = |(part, own): (&u16, &u16)| part.saturating_sub(*own);
        let missing = |flag: &Word| flag.iter().zip(word).map(missing).collect::<Word>();
        Key::Base(base, self.flags.iter().flat_map(missing).collect())
    }

    /// Returns the products of a word and each generator, with their elements in the base.
    fn multiples(&self, word: &Word, base: u32) -> impl Iterator<Item = (Word, u32)> {
        self.generators.iter().enumerate().map(move |(place, generator)| {
            let mut multiple = word.clone();
            multiple[place] += 1;
            (self.reduced(multiple), generator.base[base as usize])
        })
    }

    /// Returns the numbers of generators in a sum of them. Other heaps are ignored.
    fn powers(&self, sum: &[u32]) -> Word {
        let mut word = vec![0; self.generators.len()];
        sum.iter().filter_map(|&heap| self.place(heap)).for_each(|place| word[place] += 1);
        word
    }

    /// Returns a word with powers above the cap plus one reduced.
    fn reduced(&self, mut word: Word) -> Word {
        for (power, generator) in word.iter_mut().zip(&self.generators) {
            if let Some(excess) = power.checked_sub(generator.cap + 2) {
                *power = generator.cap + excess % 2;
            }
        }
        word
    }

    /// Returns the places of the generators that a sum of heaps is believed to equal.
    fn letters(&self, sum: &[u32]) -> Vec<usize> {
        let heaps = sum.iter().flat_map(|&heap| &self.words[heap as usize]);
        let mut letters: Vec<usize> = heaps.filter_map(|&heap| self.place(heap)).collect();
        letters.sort_unstable();
        letters
    }

    /// Returns the heaps of a word.
    fn sum(&self, word: &[u16]) -> Sum {
        let power = |(generator, &power): (&Generator, &u16)| vec![generator.heap; power.into()];
        let mut sum: Sum = self.generators.iter().zip(word).flat_map(power).collect();
        sum.sort_unstable();
        sum
    }
}

impl Generator {
    /// Returns a generator that acts on the base as its element in the quotient.
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

    /// Returns the next heap after those of a quotient as a generator.
    fn of_next_heap(quotient: &Quotient, powers: usize) -> Self {
        let times = |element: usize| match element % powers + 1 {
            power if power == powers => element as u32 - 1,
            _ => element as u32 + 1,
        };
        let base = (0..quotient.order() * powers).map(times).collect();
        Generator { heap: quotient.last() + 1, cap: powers as u16 - 2, base }
    }
}

/// An element of a trial monoid: a distinct word, or an element of the base for the words that are not distinct, with the factors that
/// are missing to a multiple of each flag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Distinct(Word),
    Base(u32, Word),
}

/// The order in which parts of a sum are replaced.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Heaps that are no generators before generators.
    HeapsFirst,
    /// Generators before other heaps.
    GeneratorsFirst,
}

/// A word in the order by the number of the last generator, then of the one before it, and so on.
#[derive(PartialEq, Eq)]
struct Descending(Word);

impl Ord for Descending {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Descending {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A trial monoid, its elements in the order of their words.
pub(crate) struct Trial {
    /// The least word of each element.
    words: Vec<Word>,
    /// The product of element x and generator g has the index `x * generators + g`.
    times: Vec<u32>,
    generators: usize,
    /// The approximate memory of an element, in bytes: its word in three tables, its key, and its products.
    element_bytes: usize,
}

impl Trial {
    /// Creates the monoid of beliefs.
    ///
    /// # Errors
    /// [`Halt`] if the monoid has more than `most` elements, or if the ledger stops the work.
    pub(crate) fn new(beliefs: &Beliefs, most: usize, ledger: &Ledger<'_>) -> Result<Self, Halt> {
        let generators = beliefs.generators.len();
        let key_bytes = beliefs.flags.len() * generators * size_of::<u16>();
        let element_bytes = 3 * beliefs.word_bytes() + key_bytes + generators * size_of::<u32>();
        let mut trial = Trial { words: Vec::new(), times: Vec::new(), generators, element_bytes };
        // Every word is multiplied twice by each generator, and each product is compared with all distinct sums and hashed.
        let work = (2 * generators * (WORK_OF_A_HASH + key_bytes)) as u64;
        let mut numbers: HashMap<Key, u32> = HashMap::new();
        let mut bases = Vec::new();
        // Words that are products of a known word and a generator, the least one first, with their elements in the base.
        let mut queue = BinaryHeap::from([Reverse((Descending(vec![0; generators]), 0))]);
        while let Some(Reverse((Descending(word), base))) = queue.pop() {
            let key = beliefs.key(&word, base);
            if numbers.contains_key(&key) {
                continue;
            }
            ledger.spend(work, || trial.progress())?;
            numbers.insert(key, trial.words.len() as u32);
            for (word, base) in beliefs.multiples(&word, base) {
                if !numbers.contains_key(&beliefs.key(&word, base)) {
                    queue.push(Reverse((Descending(word), base)));
                }
            }
            trial.words.push(word);
            bases.push(base);
            if trial.words.len() > most {
                return Err(Halt::Words);
            }
        }
        ledger.check(trial.progress().bytes)?;
        for (word, &base) in trial.words.iter().zip(&bases) {
            let multiples = beliefs.multiples(word, base);
            trial.times.extend(multiples.map(|(word, base)| numbers[&beliefs.key(&word, base)]));
        }
        Ok(trial)
    }

    /// Returns the number of elements.
    pub(crate) fn order(&self) -> usize {
        self.words.len()
    }

    fn progress(&self) -> Progress {
        let bytes = self.words.len() * self.element_bytes;
        Progress::new(self.words.len() as u64, 0, bytes as u64)
    }

    /// Returns the product of an element and generators.
    fn product(&self, element: u32, letters: &[usize]) -> u32 {
        letters.iter().fold(element, |product, place| self.times[product as usize * self.generators + place])
    }

    /// Returns the element of a word.
    fn element(&self, word: &[u16]) -> u32 {
        let mut product = 0;
        for (place, &power) in word.iter().enumerate() {
            for _ in 0..power {
                product = self.product(product, &[place]);
            }
        }
        product
    }

    /// Returns the quotient of the monoid, with the elements of all heaps that have a word.
    ///
    /// Elements that differ in no product are joined.
    ///
    /// # Errors
    /// [`Halt`] if the quotient has too many elements, or if the ledger stops the work.
    pub(crate) fn quotient(
        &self,
        heaps: &Heaps,
        beliefs: &Beliefs,
        ledger: &Ledger<'_>,
    ) -> Result<Quotient, Halt> {
        let is_previous = self.outcomes(heaps, beliefs, ledger)?;
        let classes = self.classes(&is_previous, ledger)?;
        let order = classes.iter().max().map_or(1, |&last| last as usize + 1);
        ledger.check(self.progress().bytes + (order * order * size_of::<Element>()) as u64)?;
        let mut first = vec![u32::MAX; order];
        for (number, &class) in (0..).zip(&classes) {
            first[class as usize] = first[class as usize].min(number);
        }
        let mut previous = FixedBitSet::with_capacity(order);
        let mut products = vec![0; order * order];
        for (class, &element) in first.iter().enumerate() {
            previous.set(class, is_previous[element as usize]);
            let row = &mut products[class * order..][..order];
            for (other, own) in row.iter_mut().enumerate() {
                *own = other as Element;
            }
            for (place, &power) in self.words[element as usize].iter().enumerate() {
                ledger.spend(order as u64 * u64::from(power), || self.progress())?;
                for _ in 0..power {
                    for own in row.iter_mut() {
                        let product = self.product(first[usize::from(*own)], &[place]);
                        *own = classes[product as usize] as Element;
                    }
                }
            }
        }
        let all_heaps = 0..beliefs.words.len() as u32;
        let element = |heap: u32| classes[self.product(0, &beliefs.letters(&[heap])) as usize] as Element;
        Ok(Quotient::new(products, previous, all_heaps.map(element).collect()))
    }

    /// Returns for each element whether it is a P-position, as the options of its least word tell.
    fn outcomes(&self, heaps: &Heaps, beliefs: &Beliefs, ledger: &Ledger<'_>) -> Result<Vec<bool>, Halt> {
        let of_generator = |generator: &Generator| {
            let options = heaps.options(generator.heap).iter().map(|option| beliefs.letters(option));
            let mut options: Vec<Vec<usize>> = options.collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        let options: Vec<Vec<Vec<usize>>> = beliefs.generators.iter().map(of_generator).collect();
        let mut is_previous: Vec<bool> = Vec::with_capacity(self.words.len());
        for word in &self.words {
            // Without moves, the player to move wins.
            let mut is_won = is_previous.is_empty();
            for (place, options) in options.iter().enumerate().filter(|&(place, _)| word[place] > 0) {
                ledger.spend((WORK_OF_A_HASH + 4 * options.len()) as u64, || self.progress())?;
                let mut rest = word.clone();
                rest[place] -= 1;
                let rest = self.element(&rest);
                let is_lost = |option: &Vec<usize>| is_previous[self.product(rest, option) as usize];
                is_won = options.iter().any(is_lost);
                if is_won {
                    break;
                }
            }
            is_previous.push(!is_won);
        }
        Ok(is_previous)
    }

    /// Returns the class of each element: elements are in one class if they have the same outcome in every product. Classes are
    /// numbered by their first elements.
    fn classes(&self, is_previous: &[bool], ledger: &Ledger<'_>) -> Result<Vec<u32>, Halt> {
        let mut classes: Vec<u32> =
            is_previous.iter().map(|&lost| u32::from(lost != is_previous[0])).collect();
        let (mut count, mut unchanged) = (0, 0);
        // Split by each generator in turn, until none splits a class.
        for place in (0..self.generators).cycle() {
            ledger.spend((WORK_OF_A_HASH * self.words.len()) as u64, || self.progress())?;
            let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
            let finer = |element: usize| {
                let product = self.times[element * self.generators + place];
                let next = numbers.len() as u32;
                *numbers.entry((classes[element], classes[product as usize])).or_insert(next)
            };
            classes = (0..self.words.len()).map(finer).collect();
            if numbers.len() > MOST_ELEMENTS {
                return Err(Halt::Order);
            }
            unchanged = if numbers.len() == count { unchanged + 1 } else { 0 };
            count = numbers.len();
            if unchanged >= self.generators {
                break;
            }
        }
        Ok(classes)
    }

    /// Returns the changes of beliefs that may remove a contradiction at a sum of heaps.
    ///
    /// Parts of the sum are replaced one at a time by what is believed equal, until the least word of its element is left, which has the
    /// right outcome. A sum at which the contradiction vanishes by the next replacement becomes distinct. Or the multiples of
    /// a divisor of it do, which became distinct before.
    pub(crate) fn suspects(
        &self,
        heaps: &Heaps,
        quotient: &Quotient,
        beliefs: &Beliefs,
        sum: &Sum,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        for order in [Order::HeapsFirst, Order::GeneratorsFirst] {
            let mut sum = sum.clone();
            while let Some((next, change)) = self.replacement(beliefs, &sum, order) {
                if quotient.contradicts(heaps, &next) {
                    sum = next;
                    continue;
                }
                let word = beliefs.powers(&sum);
                let divides = |other: &&Word| other.iter().zip(&word).all(|(one, own)| one <= own);
                let divisors =
                    beliefs.separated.iter().filter(divides).filter(|other| beliefs.sum(other) != sum);
                changes
                    .extend(divisors.min_by_key(|word| word.iter().sum::<u16>()).cloned().map(Change::Flag));
                changes.push(change);
                break;
            }
        }
        let mut distinct: Vec<Change> = Vec::new();
        for change in changes {
            if !distinct.contains(&change) {
                distinct.push(change);
            }
        }
        distinct
    }

    /// Returns a sum after a replacement of one part by an equal one, and the change of beliefs that forbids it.
    fn replacement(&self, beliefs: &Beliefs, sum: &Sum, order: Order) -> Option<(Sum, Change)> {
        match order {
            Order::HeapsFirst => {
                self.heap_replaced(beliefs, sum).or_else(|| self.generators_replaced(beliefs, sum))
            }
            Order::GeneratorsFirst => {
                self.generators_replaced(beliefs, sum).or_else(|| self.heap_replaced(beliefs, sum))
            }
        }
    }

    /// Returns a sum after the greatest heap that is no generator is replaced by its word.
    fn heap_replaced(&self, beliefs: &Beliefs, sum: &Sum) -> Option<(Sum, Change)> {
        let place = sum.iter().rposition(|&heap| beliefs.place(heap).is_none())?;
        let mut next = sum.clone();
        let heap = next.remove(place);
        next.extend(&beliefs.words[heap as usize]);
        next.sort_unstable();
        Some((next, Change::Promote(heap, sum.clone())))
    }

    /// Returns a sum after generators in it are replaced.
    fn generators_replaced(&self, beliefs: &Beliefs, sum: &Sum) -> Option<(Sum, Change)> {
        let with_others = |word: &Word| {
            let mut next = beliefs.sum(word);
            next.extend(sum.iter().filter(|&&heap| beliefs.place(heap).is_none()));
            next.sort_unstable();
            next
        };
        let word = beliefs.powers(sum);
        let over = |(generator, &power): (&Generator, &u16)| power >= generator.cap + 2;
        if let Some(place) = beliefs.generators.iter().zip(&word).rposition(over) {
            let mut next = word.clone();
            next[place] -= 2;
            return Some((with_others(&next), Change::RaiseCap(place, sum.clone())));
        }
        // The first prefix that is not the word of its element is replaced by that word.
        let (mut prefix, mut rest) = (vec![0; word.len()], word.clone());
        let mut element = 0;
        for place in 0..word.len() {
            for _ in 0..word[place] {
                prefix[place] += 1;
                rest[place] -= 1;
                element = self.product(element, &[place]);
                let least = &self.words[element as usize];
                if *least != prefix {
                    let next: Word = least.iter().zip(&rest).map(|(one, other)| one + other).collect();
                    return Some((with_others(&next), Change::Separate(sum.clone())));
                }
            }
        }
        None
    }
}
