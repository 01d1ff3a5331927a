//! Trial monoids: what a quotient would be if some relations between heaps held.

use crate::Halt;
use crate::heaps::{Heaps, Sum};
use crate::quotient::{Element, Quotient};
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use winways_solve::{Ledger, Progress};

/// The maximum number of words of a trial monoid.
const MOST_WORDS: u64 = 10_000_000;

/// The memory of a word of a trial monoid while its quotient is found, in bytes: its place in the order of lengths, its outcome, its
/// class before and after a split, and its entry in the table of classes.
const WORD_BYTES: u64 = 48;

/// The relations that are believed: each heap equals a sum of generators, and high powers of a generator repeat.
///
/// They need not hold. A quotient made from them is accepted only if [`crate::check`] finds no contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beliefs {
    /// The heaps that generate the monoid, ascending, each with its cap c: powers c + 2 and c are equal.
    pub(crate) generators: Vec<(u32, u32)>,
    /// The sum of generators that each heap from 0 equals.
    pub(crate) words: Vec<Sum>,
}

impl Beliefs {
    /// Returns the relations of a quotient that is proved.
    pub(crate) fn of(quotient: &Quotient) -> Self {
        let generators = quotient.generators();
        let words = quotient.words(&generators);
        let cap = |&heap: &u32| quotient.index(quotient.phi()[heap as usize]).unwrap_or(1);
        Beliefs {
            words: quotient.phi().iter().map(|&element| words[usize::from(element)].clone()).collect(),
            generators: generators.iter().map(|heap| (*heap, cap(heap))).collect(),
        }
    }

    /// Returns the place of a heap among the generators.
    pub(crate) fn place(&self, heap: u32) -> Option<usize> {
        self.generators.binary_search_by_key(&heap, |&(heap, _)| heap).ok()
    }

    /// Makes a heap a generator.
    pub(crate) fn add_generator(&mut self, heap: u32) {
        if let Err(place) = self.generators.binary_search_by_key(&heap, |&(heap, _)| heap) {
            self.generators.insert(place, (heap, 1));
        }
        let heap_word = vec![heap];
        match self.words.get_mut(heap as usize) {
            Some(word) => *word = heap_word,
            None => self.words.push(heap_word),
        }
    }
}

/// The words of a trial monoid: numbers of generators, each up to its cap plus one, as numbers in a mixed radix.
struct Words {
    caps: Vec<u32>,
    strides: Vec<u32>,
    count: u32,
}

impl Words {
    fn new(beliefs: &Beliefs) -> Result<Self, Halt> {
        let caps: Vec<u32> = beliefs.generators.iter().map(|&(_, cap)| cap).collect();
        let (mut strides, mut count) = (Vec::new(), 1u64);
        for cap in &caps {
            strides.push(count as u32);
            count *= u64::from(*cap) + 2;
            if count > MOST_WORDS {
                return Err(Halt::Words);
            }
        }
        Ok(Words { caps, strides, count: count as u32 })
    }

    /// Returns the number of generators at a place in a word.
    fn digit(&self, word: u32, place: usize) -> u32 {
        word / self.strides[place] % (self.caps[place] + 2)
    }

    fn digits(&self, word: u32) -> impl Iterator<Item = u32> {
        (0..self.caps.len()).map(move |place| self.digit(word, place))
    }

    /// Returns the word with these numbers of generators.
    fn word(&self, digits: impl Iterator<Item = u32>) -> u32 {
        (0..).zip(digits).map(|(place, digit)| self.reduced(place, digit) * self.strides[place]).sum()
    }

    /// Returns the sum of a word with these digits and an option.
    #[inline]
    fn plus(&self, mut word: u32, digits: &[u32], option: &[(usize, u32)]) -> u32 {
        for &(place, count) in option {
            let (own, stride) = (digits[place], self.strides[place]);
            word = word - own * stride + self.reduced(place, own + count) * stride;
        }
        word
    }

    /// Returns the number of generators at a place that equals a greater number.
    #[inline]
    fn reduced(&self, place: usize, digit: u32) -> u32 {
        let cap = self.caps[place];
        match digit.checked_sub(cap + 2) {
            Some(excess) => cap + excess % 2,
            None => digit,
        }
    }

    /// Returns the word with one more generator.
    fn times(&self, word: u32, place: usize) -> u32 {
        if self.digit(word, place) > self.caps[place] {
            word - self.strides[place]
        } else {
            word + self.strides[place]
        }
    }

    /// Returns the words in ascending order of their lengths.
    fn by_length(&self) -> Vec<u32> {
        let mut words: Vec<u32> = (0..self.count).collect();
        let mut lengths = vec![0u32; words.len()];
        for word in 1..self.count {
            let place = self.strides.iter().rposition(|&stride| stride <= word).unwrap_or(0);
            lengths[word as usize] = lengths[(word - self.strides[place]) as usize] + 1;
        }
        words.sort_by_key(|&word| lengths[word as usize]);
        words
    }
}

/// Returns the numbers of generators in a sum of heaps.
fn vector(beliefs: &Beliefs, sum: &[u32]) -> Vec<u32> {
    let mut digits = vec![0; beliefs.generators.len()];
    for generator in sum.iter().flat_map(|&heap| &beliefs.words[heap as usize]) {
        if let Some(place) = beliefs.place(*generator) {
            digits[place] += 1;
        }
    }
    digits
}

/// Returns the quotient that follows from beliefs, with the elements of all heaps that have a word.
///
/// The outcomes of all words of generators are found by retrograde analysis. Words on a cycle, whose outcomes stay open, are taken
/// in the order of their lengths. Words that differ in no product are then joined.
///
/// # Errors
/// [`Halt`] if the monoid is too large, if the quotient has more than `most` elements, or if the ledger stops the work.
pub(crate) fn quotient_of(
    heaps: &Heaps,
    beliefs: &Beliefs,
    most: usize,
    ledger: &Ledger<'_>,
) -> Result<Quotient, Halt> {
    let words = Words::new(beliefs)?;
    ledger.check(u64::from(words.count) * WORD_BYTES)?;
    let by_length = words.by_length();
    let is_previous = outcomes(heaps, beliefs, &words, &by_length, ledger)?;
    let classes = classes(&words, &is_previous, most, ledger)?;
    let order = classes.iter().max().map_or(1, |&last| last as usize + 1);
    ledger.check(u64::from(words.count) * WORD_BYTES + (order * order * size_of::<Element>()) as u64)?;
    // The class of each class times each generator.
    let mut first = vec![u32::MAX; order];
    for &word in &by_length {
        let class = &mut first[classes[word as usize] as usize];
        if *class == u32::MAX {
            *class = word;
        }
    }
    let times = |class: usize, place: usize| classes[words.times(first[class], place) as usize] as Element;
    let mut products = vec![0; order * order];
    let mut row: Vec<Element> = (0..order as Element).collect();
    let mut previous = FixedBitSet::with_capacity(order);
    for (class, &word) in first.iter().enumerate() {
        previous.set(class, is_previous[word as usize]);
        row.iter_mut().zip(0..).for_each(|(image, own)| *image = own);
        for (place, digit) in words.digits(word).enumerate() {
            for _ in 0..digit {
                row.iter_mut().for_each(|image| *image = times(usize::from(*image), place));
            }
        }
        products[class * order..][..order].copy_from_slice(&row);
    }
    let element = |word: &Sum| {
        let digits = vector(beliefs, word);
        classes[words.word(digits.into_iter()) as usize] as Element
    };
    Ok(Quotient::new(products, previous, beliefs.words.iter().map(element).collect()))
}

/// The outcomes of words, or that an outcome is not known.
const OPEN: u8 = 0;
const PREVIOUS: u8 = 1;
const NEXT: u8 = 2;

/// An option of a generator: how many generators of each kind it consists of, as places and numbers above zero.
type Parts = Vec<(usize, u32)>;

/// Returns for each word whether it is a P-position.
fn outcomes(
    heaps: &Heaps,
    beliefs: &Beliefs,
    words: &Words,
    by_length: &[u32],
    ledger: &Ledger<'_>,
) -> Result<Vec<bool>, Halt> {
    let parts = |option: &Sum| -> Parts {
        (0..).zip(vector(beliefs, option)).filter(|&(_, count)| count > 0).collect()
    };
    let options: Vec<Vec<Parts>> = beliefs
        .generators
        .iter()
        .map(|&(heap, _)| {
            let mut all: Vec<Parts> = heaps.options(heap).iter().map(parts).collect();
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let mut known = vec![OPEN; words.count as usize];
    // Without moves, the player to move wins.
    known[0] = NEXT;
    let mut open: Vec<u32> = by_length.iter().copied().filter(|&word| word != 0).collect();
    let mut digits = vec![0; words.caps.len()];
    let work = 1 + options.iter().map(Vec::len).sum::<usize>() as u64;
    while !open.is_empty() {
        let mut left = Vec::new();
        for &word in &open {
            ledger.spend(work, Progress::default)?;
            digits.iter_mut().zip(words.digits(word)).for_each(|(digit, own)| *digit = own);
            known[word as usize] = outcome(words, word, &mut digits, &options, &known);
            if known[word as usize] == OPEN {
                left.push(word);
            }
        }
        if left.len() == open.len() {
            known[left[0] as usize] = PREVIOUS;
            left.remove(0);
        }
        open = left;
    }
    Ok(known.into_iter().map(|outcome| outcome == PREVIOUS).collect())
}

/// Returns the outcome of a word with these numbers of generators, if its options tell.
fn outcome(words: &Words, word: u32, digits: &mut [u32], options: &[Vec<Parts>], known: &[u8]) -> u8 {
    let mut result = PREVIOUS;
    for place in 0..digits.len() {
        if digits[place] == 0 {
            continue;
        }
        digits[place] -= 1;
        let rest = word - words.strides[place];
        for option in &options[place] {
            match known[words.plus(rest, digits, option) as usize] {
                PREVIOUS => {
                    digits[place] += 1;
                    return NEXT;
                }
                OPEN => result = OPEN,
                _ => {}
            }
        }
        digits[place] += 1;
    }
    result
}

/// Returns the class of each word: words are in one class if they have the same outcome in every product. Classes are numbered by
/// their first words.
fn classes(words: &Words, is_previous: &[bool], most: usize, ledger: &Ledger<'_>) -> Result<Vec<u32>, Halt> {
    let mut classes: Vec<u32> = is_previous.iter().map(|&lost| u32::from(lost)).collect();
    let (mut count, mut unchanged) = (0, 0);
    // Split by each generator in turn, until none splits a class.
    for place in (0..words.caps.len()).cycle() {
        ledger.spend(u64::from(words.count), Progress::default)?;
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let finer = |word: u32| {
            let pair = (classes[word as usize], classes[words.times(word, place) as usize]);
            let next = numbers.len() as u32;
            *numbers.entry(pair).or_insert(next)
        };
        classes = (0..words.count).map(finer).collect();
        if numbers.len() > most {
            return Err(Halt::Order);
        }
        unchanged = if numbers.len() == count { unchanged + 1 } else { 0 };
        count = numbers.len();
        if unchanged >= words.caps.len() {
            break;
        }
    }
    Ok(classes)
}
