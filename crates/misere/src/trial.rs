//! Trial monoids: candidates for a quotient, which assume some relations between heaps.
//!
//! A trial monoid starts with a *base*, which is coarse: the last quotient that was proved, times the powers 0, 1 and 2 of the new heap.
//! Products of generators are words. Some words are *distinct*: each of them is an element of its own. The distinct words are closed under
//! divisors, so the other words form an ideal, on which the base decides which words are equal. To refine the monoid, words become
//! distinct. Each distinct word is an element, and the other words have at most one element for each element of the base.
//!
//! If a distinct word divides another word that should become distinct, it may become a *flag* instead. The multiples of a flag differ from
//! all other words, and are equal to each other if they are equal in the base. For each flag, the key of a word contains the *missing
//! factors*, by which the word must be multiplied to become a multiple of the flag.
//!
//! Words are ordered by the power of the greatest generator, then of the next generator, and so on. Every move leads to a smaller word, and
//! the word of an element is its least word. The outcomes of the elements can therefore be computed in this order.

use crate::Halt;
use crate::account::Account;
use crate::beliefs::{Beliefs, Change, Generator};
use crate::heaps::{Heaps, Sum};
use crate::quotient::{Element, MOST_ELEMENTS, Quotient};
use crate::words::{Word, WordSet};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

/// The maximum number of elements of a trial monoid, limited by the type of their numbers.
const MOST_TRIAL_ELEMENTS: usize = 1 << 31;
/// A number that marks a missing element, word or product.
const NONE: u32 = u32::MAX;

/// The order in which parts of a sum are replaced.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Heaps that are not generators before generators.
    HeapsFirst,
    /// Generators before other heaps.
    GeneratorsFirst,
}

/// A trial monoid, with its elements in the order of their least words.
pub(crate) struct Trial {
    /// For each element, its parent and the index of the greatest generator in its least word. The parent is the element of the least word
    /// without one factor of this generator.
    parents: Vec<(u32, u16)>,
    /// The product of element x and generator g has the index `x * generators + g`.
    times: Vec<u32>,
    generators: usize,
}

/// The key of an element of a trial monoid: a distinct word, or, for words that are not distinct, an element of the base and
/// the missing factors of each flag.
#[derive(Clone, Copy)]
struct Key {
    /// The number of the distinct word, or [`NONE`].
    distinct: u32,
    base: u32,
    /// The number of the missing factors in `Keys::missing`.
    missing: u32,
}

/// The elements of a trial monoid, indexed by their keys.
struct Keys<'b> {
    beliefs: &'b Beliefs,
    /// The element of each distinct word, or [`NONE`].
    of_distinct: Vec<u32>,
    /// The elements of words that are not distinct, by the base and the missing factors.
    of_base: HashMap<(u32, u32), u32>,
    /// The missing factors of words, flag by flag.
    missing: WordSet,
    /// The missing factors after multiplication by each generator, or [`NONE`] if they are not computed.
    missing_times: Vec<u32>,
    /// A reusable buffer for one word.
    word: Word,
}

impl<'b> Keys<'b> {
    fn new(beliefs: &'b Beliefs) -> Self {
        let (generators, flags) = (beliefs.generators.len(), &beliefs.flags);
        let mut missing = WordSet::new(flags.len() * generators);
        missing.insert(&flags.concat());
        Keys {
            beliefs,
            of_distinct: vec![NONE; beliefs.distinct.len()],
            of_base: HashMap::new(),
            missing,
            missing_times: vec![NONE; generators],
            word: Word::new(),
        }
    }

    /// Returns the key of the identity.
    fn identity(&self) -> Key {
        let distinct = self.beliefs.distinct.find(&vec![0; self.beliefs.generators.len()]).unwrap_or(NONE);
        Key { distinct, base: 0, missing: 0 }
    }

    /// Returns the key of the product of an element and a generator.
    fn times(&mut self, key: Key, place: usize) -> Key {
        Key {
            distinct: self.distinct_times(key.distinct, place),
            base: self.beliefs.generators[place].base[key.base as usize],
            missing: self.missing_times(key.missing, place),
        }
    }

    /// Returns the number of a distinct word times a generator, or [`NONE`] if the product is not distinct.
    fn distinct_times(&mut self, distinct: u32, place: usize) -> u32 {
        if distinct == NONE {
            return NONE;
        }
        self.word.clear();
        self.word.extend_from_slice(self.beliefs.distinct.word(distinct));
        let (power, cap) = (&mut self.word[place], self.beliefs.generators[place].cap);
        *power = if *power > cap { cap } else { *power + 1 };
        self.beliefs.distinct.find(&self.word).unwrap_or(NONE)
    }

    fn missing_times(&mut self, missing: u32, place: usize) -> u32 {
        let generators = self.beliefs.generators.len();
        let index = missing as usize * generators + place;
        if self.missing_times[index] == NONE {
            self.word.clear();
            self.word.extend_from_slice(self.missing.word(missing));
            for factor in self.word.iter_mut().skip(place).step_by(generators) {
                *factor = factor.saturating_sub(1);
            }
            self.missing_times[index] = self.missing.insert(&self.word);
            self.missing_times.resize(self.missing.len() * generators, NONE);
        }
        self.missing_times[index]
    }

    /// Returns the element with a key. If there is none, the key is assigned to the element `new`.
    fn element(&mut self, key: Key, new: u32) -> u32 {
        let known = match key.distinct {
            NONE => self.of_base.entry((key.base, key.missing)).or_insert(new),
            distinct => &mut self.of_distinct[distinct as usize],
        };
        if *known == NONE {
            *known = new;
        }
        *known
    }

    /// Returns the approximate memory in use, in bytes.
    fn bytes(&self) -> u64 {
        // The factors in the set, and their products.
        let missing = self.missing.bytes() + (2 * size_of::<u32>() * self.missing_times.len()) as u64;
        (size_of::<u32>() * self.of_distinct.len()) as u64 + missing
    }
}

/// The approximate memory of an element with its key, its class and entries of tables, in bytes.
const ELEMENT_BYTES: usize =
    2 * size_of::<(u32, u16)>() + 2 * size_of::<Key>() + 6 * size_of::<(u32, u32, u32)>();

impl Trial {
    /// Creates the monoid of beliefs.
    ///
    /// # Errors
    /// Returns [`Halt`] if the monoid has more than `most` elements, or if the ledger stops the work.
    pub(crate) fn new(beliefs: &Beliefs, most: usize, account: Account<'_>) -> Result<Self, Halt> {
        let generators = beliefs.generators.len();
        account.check((size_of::<u32>() * beliefs.distinct.len()) as u64)?;
        let mut all = Keys::new(beliefs);
        let mut trial = Trial { parents: vec![(0, 0)], times: Vec::new(), generators };
        let mut keys = vec![all.identity()];
        all.element(keys[0], 0);
        let most = most.min(MOST_TRIAL_ELEMENTS);
        // Round `place` finds the elements whose least words have the generator `place` as their greatest generator, in ascending order of
        // its power. Elements are therefore found in the order of their least words.
        for place in 0..generators {
            let mut from = 0;
            while from < keys.len() {
                let known = keys.len();
                for element in from..known {
                    account.spend(2, || (keys.len(), trial.bytes() + all.bytes()))?;
                    let key = all.times(keys[element], place);
                    let new = keys.len() as u32;
                    if all.element(key, new) == new {
                        if keys.len() == most {
                            return Err(Halt::Words);
                        }
                        if keys.len().is_power_of_two() {
                            account.check(2 * trial.bytes() + all.bytes())?;
                        }
                        keys.push(key);
                        trial.parents.push((element as u32, place as u16));
                    }
                }
                from = known;
            }
        }
        account.check(trial.bytes() + all.bytes())?;
        trial.times.reserve_exact(keys.len() * generators);
        for &key in &keys {
            account.spend(3 * generators as u64, || (keys.len(), trial.bytes() + all.bytes()))?;
            for place in 0..generators {
                let product = all.times(key, place);
                trial.times.push(all.element(product, NONE));
            }
        }
        Ok(trial)
    }

    /// Returns the number of elements.
    pub(crate) fn order(&self) -> usize {
        self.parents.len()
    }

    /// Returns the approximate memory in use, in bytes, including the outcomes and classes of the elements.
    pub(crate) fn bytes(&self) -> u64 {
        ((ELEMENT_BYTES + self.generators * size_of::<u32>()) * self.order()) as u64
    }

    fn progress(&self) -> (usize, u64) {
        (self.order(), self.bytes())
    }

    /// Returns the product of an element and a generator.
    fn times(&self, element: u32, place: usize) -> u32 {
        self.times[element as usize * self.generators + place]
    }

    /// Returns the product of an element and generators.
    fn product(&self, element: u32, letters: &[usize]) -> u32 {
        letters.iter().fold(element, |product, &place| self.times(product, place))
    }

    /// Returns the least word of an element.
    fn word(&self, mut element: u32) -> Word {
        let mut word = vec![0; self.generators];
        while element != 0 {
            let (parent, place) = self.parents[element as usize];
            word[usize::from(place)] += 1;
            element = parent;
        }
        word
    }

    /// Returns the classes of elements that have the same outcome in every product.
    ///
    /// # Errors
    /// Returns [`Halt`] if there are too many classes, or if the ledger stops the work.
    pub(crate) fn classes(
        &self,
        heaps: &Heaps,
        beliefs: &Beliefs,
        account: Account<'_>,
    ) -> Result<Classes, Halt> {
        let is_previous = self.outcomes(heaps, beliefs, account)?;
        let classes = self.refined(&is_previous, account)?;
        let mut first = Vec::new();
        for (element, &class) in (0..).zip(&classes) {
            if class as usize == first.len() {
                first.push(element);
            }
        }
        let mut previous = FixedBitSet::with_capacity(first.len());
        let is_lost = |&class: &usize| is_previous[first[class] as usize];
        previous.extend((0..first.len()).filter(is_lost));
        Ok(Classes { classes, first, previous })
    }

    /// Returns the quotient of the monoid by classes, with the elements of all heaps that have a word.
    ///
    /// # Errors
    /// Returns [`Halt`] if the ledger stops the work.
    pub(crate) fn quotient(
        &self,
        classes: Classes,
        beliefs: &Beliefs,
        account: Account<'_>,
    ) -> Result<Quotient, Halt> {
        let Classes { classes, first, previous } = classes;
        let order = first.len();
        account.check(self.bytes() + Quotient::bytes_of(order))?;
        let class_times = |&element: &u32| {
            let times = (0..self.generators).map(move |place| self.times(element, place));
            times.map(|product| classes[product as usize] as Element)
        };
        let times: Vec<Element> = first.iter().flat_map(class_times).collect();
        // The row of a class is the row of the class of a divisor, which comes earlier, times a generator.
        let mut products: Vec<Element> = Vec::with_capacity(order * order);
        products.extend(0..order as Element);
        for &element in &first[1..] {
            account.spend(order as u64 / 2, || self.progress())?;
            let (parent, place) = self.parents[element as usize];
            let row = classes[parent as usize] as usize * order;
            products.extend_from_within(row..row + order);
            let last = products.len() - order;
            for product in &mut products[last..] {
                *product = times[usize::from(*product) * self.generators + usize::from(place)];
            }
        }
        let all_heaps = 0..beliefs.words.len() as u32;
        let element = |heap: u32| classes[self.product(0, &beliefs.letters(&[heap])) as usize] as Element;
        Ok(Quotient::new(products, previous, all_heaps.map(element).collect()))
    }

    /// Returns, for each element, `true` if it is a P-position, determined from the options of its least word.
    fn outcomes(&self, heaps: &Heaps, beliefs: &Beliefs, account: Account<'_>) -> Result<Vec<bool>, Halt> {
        let of_generator = |generator: &Generator| {
            let options = heaps.options(generator.heap).iter().map(|option| beliefs.letters(option));
            let mut options: Vec<Vec<usize>> = options.collect();
            options.sort_unstable_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
            let mut known = hashbrown::HashSet::new();
            options.retain(|option| known.insert(self.product(0, option)));
            options
        };
        let options: Vec<Vec<Vec<usize>>> = beliefs.generators.iter().map(of_generator).collect();
        let mut is_previous: Vec<bool> = Vec::with_capacity(self.order());
        let mut letters: Vec<(usize, u32)> = Vec::new();
        for element in 0..self.order() as u32 {
            // The generators of the word in descending order, each with the element of the rest of the word.
            letters.clear();
            let mut rest = element;
            while rest != 0 {
                let (parent, place) = self.parents[rest as usize];
                letters.push((place.into(), parent));
                rest = parent;
            }
            // Without moves, the player to move wins.
            let mut is_won = element == 0;
            for (position, &(place, rest)) in letters.iter().enumerate().rev() {
                if position > 0 && letters[position - 1].0 == place {
                    continue;
                }
                let rest =
                    letters[..position].iter().rev().fold(rest, |rest, &(place, _)| self.times(rest, place));
                let is_lost = |option: &Vec<usize>| is_previous[self.product(rest, option) as usize];
                let tried = options[place].iter().position(is_lost);
                let count = tried.unwrap_or(options[place].len());
                account.spend((2 + position + 2 * count) as u64, || self.progress())?;
                is_won = tried.is_some();
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
    fn refined(&self, is_previous: &[bool], account: Account<'_>) -> Result<Vec<u32>, Halt> {
        let mut classes: Vec<u32> =
            is_previous.iter().map(|&lost| u32::from(lost != is_previous[0])).collect();
        let (mut count, mut unchanged) = (0, 0);
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        // Split by each generator in turn, until none splits a class.
        for place in (0..self.generators).cycle() {
            numbers.clear();
            let mut finer = Vec::with_capacity(self.order());
            for (element, &class) in classes.iter().enumerate() {
                account.spend(1, || self.progress())?;
                let product = self.times(element as u32, place);
                let next = numbers.len() as u32;
                finer.push(*numbers.entry((class, classes[product as usize])).or_insert(next));
            }
            classes = finer;
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
    /// Parts of the sum are replaced one at a time by parts that are believed equal, until the least word of its element is
    /// left, which has the right outcome. The last sum with the contradiction becomes distinct. Alternatively, a divisor of
    /// this sum that became distinct before becomes a flag.
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

    /// Returns a sum after one part is replaced by a part believed equal, and the change of beliefs that forbids the replacement.
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

    /// Returns a sum after the greatest heap that is not a generator is replaced by its word.
    fn heap_replaced(&self, beliefs: &Beliefs, sum: &Sum) -> Option<(Sum, Change)> {
        let place = sum.iter().rposition(|&heap| beliefs.place(heap).is_none())?;
        let mut next = sum.clone();
        let heap = next.remove(place);
        next.extend(&beliefs.words[heap as usize]);
        next.sort_unstable();
        Some((next, Change::Promote(heap, sum.clone())))
    }

    /// Returns a sum after generators in it are replaced. Removes two factors of a high power or, if there is none, replaces a prefix of
    /// the word by the least word of its element.
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
                let least = self.word(element);
                if least != prefix {
                    let next: Word = least.iter().zip(&rest).map(|(one, other)| one + other).collect();
                    return Some((with_others(&next), Change::Separate(sum.clone())));
                }
            }
        }
        None
    }
}

/// The classes of the elements of a trial monoid.
pub(crate) struct Classes {
    /// The class of each element. Classes are numbered by their first elements.
    classes: Vec<u32>,
    /// The first element of each class.
    first: Vec<u32>,
    /// The classes of P-positions.
    previous: FixedBitSet,
}

impl Classes {
    /// Returns the number of classes.
    pub(crate) fn count(&self) -> usize {
        self.first.len()
    }
}
