//! Sets of tuples of natural numbers as finite automata that read the digits of all numbers in parallel, the least significant
//! first.
//!
//! Leading zeros do not change whether an automaton accepts a tuple.

use super::completions::Completions;
use super::numeration::Numeration;
use std::collections::HashMap;
use std::hash::Hash;
use winways_rules::{Meter, RuleFault};

/// The reason why a construction has no result.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// An automaton would exceed [`MAX_ENTRIES`] or another limit.
    TooLarge,
    /// A fault, such as an interruption by the meter.
    Fault(RuleFault),
}

impl From<RuleFault> for Halt {
    fn from(fault: RuleFault) -> Self {
        Halt::Fault(fault)
    }
}

/// The maximum number of transitions: 2 MiB.
const MAX_ENTRIES: usize = 1 << 19;
/// The maximum number of transitions for digits with quadratic weights, in which numbers have more digits: 8 MiB.
const MAX_ENTRIES_WITH_WEIGHTS: usize = 1 << 21;
/// The maximum total size of the sets of states that are created when a variable is eliminated.
const MAX_MEMBERS: usize = 1 << 22;
/// The maximum size of an alphabet, whose symbols are tuples of digits.
const MAX_SYMBOLS: usize = 1 << 12;

/// A finite automaton that accepts a set of tuples of numbers. It starts in state 0 and accepts no invalid sequences of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DigitAutomaton {
    numeration: Numeration,
    /// The variables of the numbers, in ascending order.
    variables: Vec<usize>,
    /// The transitions: state `s` and symbol `a` lead to the state at index `s * symbols + a`. The first variable is the lowest
    /// digit of a symbol.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

/// Returns the number of symbols with `tracks` digits.
fn alphabet(numeration: Numeration, tracks: usize) -> Result<usize, Halt> {
    let symbols = u32::try_from(tracks).ok().and_then(|tracks| numeration.digits().checked_pow(tracks));
    let symbols = symbols.and_then(|symbols| usize::try_from(symbols).ok());
    symbols.filter(|&symbols| symbols <= MAX_SYMBOLS).ok_or(Halt::TooLarge)
}

impl DigitAutomaton {
    /// Builds an automaton by following `step` from the first state. `step` takes a state, a symbol and its digits, and returns
    /// the next state. The automaton must not accept invalid sequences of digits.
    pub(super) fn explored<K: Hash + Eq + Clone>(
        numeration: Numeration,
        variables: Vec<usize>,
        start: K,
        mut step: impl FnMut(&K, usize, &[u64]) -> Result<K, Halt>,
        accepts: impl Fn(&K) -> bool,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let symbols = alphabet(numeration, variables.len())?;
        let digits: Vec<Vec<u64>> = (0..symbols as u64)
            .map(|symbol| digits_of(symbol, numeration.digits(), variables.len()))
            .collect();
        let mut numbers = HashMap::from([(start.clone(), 0u32)]);
        let mut states = vec![start];
        let mut next = Vec::new();
        while let Some(state) = states.get(next.len() / symbols).cloned() {
            meter.spend(STEPS_PER_SYMBOL * symbols as u64)?;
            for (symbol, digits) in digits.iter().enumerate() {
                let follower = step(&state, symbol, digits)?;
                let number = *numbers.entry(follower).or_insert_with_key(|follower| {
                    states.push(follower.clone());
                    states.len() as u32 - 1
                });
                next.push(number);
            }
            let most = if numeration.accepts_all() { MAX_ENTRIES } else { MAX_ENTRIES_WITH_WEIGHTS };
            if states.len() * symbols > most {
                return Err(Halt::TooLarge);
            }
        }
        let accepts = states.iter().map(accepts).collect();
        DigitAutomaton { numeration, variables, next, accepts }.minimised(meter)
    }

    /// Creates an automaton with the given transitions and accepting states, without minimising it.
    pub(super) fn of_table(
        numeration: Numeration,
        variables: Vec<usize>,
        next: Vec<u32>,
        accepts: Vec<bool>,
    ) -> Self {
        DigitAutomaton { numeration, variables, next, accepts }
    }

    /// Creates the set of all tuples.
    pub(super) fn all(numeration: Numeration) -> Self {
        DigitAutomaton { numeration, variables: Vec::new(), next: vec![0], accepts: vec![true] }
    }

    /// Creates the empty set.
    pub(super) fn none(numeration: Numeration) -> Self {
        DigitAutomaton { accepts: vec![false], ..Self::all(numeration) }
    }

    /// Creates the set with a single number.
    pub(super) fn number(
        numeration: Numeration,
        variable: usize,
        number: u64,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let mut written = numeration.write(number, &numeration.weights());
        written.truncate(written.iter().rposition(|&digit| digit > 0).map_or(0, |last| last + 1));
        let step = |place: &Option<usize>, _: usize, digits: &[u64]| {
            let place = place.filter(|&place| digits[0] == written.get(place).copied().unwrap_or(0));
            Ok(place.map(|place| (place + 1).min(written.len())))
        };
        let accepts = |place: &Option<usize>| *place == Some(written.len());
        Self::explored(numeration, vec![variable], Some(0), step, accepts, meter)
    }

    /// Returns the transitions and the accepting states.
    #[cfg(test)]
    pub(super) fn table(&self) -> (Vec<u32>, Vec<bool>) {
        (self.next.clone(), self.accepts.clone())
    }

    pub(super) fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> usize {
        self.accepts.len()
    }

    /// Returns `true` if a state is accepting.
    pub(super) fn accepts(&self, state: u32) -> bool {
        self.accepts[state as usize]
    }

    pub(super) fn variables(&self) -> &[usize] {
        &self.variables
    }

    fn symbols(&self) -> usize {
        self.next.len() / self.accepts.len().max(1)
    }

    pub(super) fn after(&self, state: u32, symbol: usize) -> u32 {
        self.next[state as usize * self.symbols() + symbol]
    }

    /// Minimises the number of states by refining a partition (E. F. Moore 1956).
    fn minimised(self, meter: &mut Meter) -> Result<Self, Halt> {
        let symbols = self.symbols();
        let mut classes: Vec<u32> = self.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut count = 0;
        loop {
            meter.spend(STEPS_PER_SYMBOL * self.next.len() as u64)?;
            let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
            let refined: Vec<u32> = (0..self.states())
                .map(|state| {
                    let followers = &self.next[state * symbols..][..symbols];
                    let mut signature = vec![classes[state]];
                    signature.extend(followers.iter().map(|&follower| classes[follower as usize]));
                    let fresh = numbers.len() as u32;
                    *numbers.entry(signature).or_insert(fresh)
                })
                .collect();
            classes = refined;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        // Classes are numbered by their first states, so the class of state 0 is class 0.
        let (mut next, mut accepts) = (Vec::new(), Vec::new());
        for state in 0..self.states() {
            if classes[state] as usize == accepts.len() {
                accepts.push(self.accepts[state]);
                let followers = &self.next[state * symbols..][..symbols];
                next.extend(followers.iter().map(|&follower| classes[follower as usize]));
            }
        }
        Ok(DigitAutomaton { next, accepts, ..self })
    }

    /// Combines two sets: `joined` takes the memberships of a tuple in both and returns its membership in the result.
    fn with(
        &self,
        other: &Self,
        joined: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let mut variables = [&self.variables[..], &other.variables].concat();
        variables.sort_unstable();
        variables.dedup();
        let symbols = alphabet(self.numeration, variables.len())?;
        let [ours, theirs] = [self, other].map(|part| part.symbols_of(&variables, symbols));
        Self::explored(
            self.numeration,
            variables,
            Some((0, 0, 0)),
            |state, symbol, digits| {
                let Some((a, b, nonzero)) = *state else { return Ok(None) };
                let read = self.numeration.follow(nonzero, digits);
                Ok(read.map(|nonzero| (self.after(a, ours[symbol]), other.after(b, theirs[symbol]), nonzero)))
            },
            |state| {
                state.is_some_and(|(a, b, _)| joined(self.accepts[a as usize], other.accepts[b as usize]))
            },
            meter,
        )
    }

    /// Maps each symbol over a larger list of variables to the symbol over the variables of this automaton.
    fn symbols_of(&self, variables: &[usize], symbols: usize) -> Vec<usize> {
        let places: Vec<usize> = self
            .variables
            .iter()
            .filter_map(|variable| variables.iter().position(|other| other == variable))
            .collect();
        let symbol = |symbol: usize| {
            let digits = digits_of(symbol as u64, self.numeration.digits(), variables.len());
            places.iter().rev().fold(0, |sum, &place| sum * self.numeration.digits() + digits[place]) as usize
        };
        (0..symbols).map(symbol).collect()
    }

    pub(super) fn and(&self, other: &Self, meter: &mut Meter) -> Result<Self, Halt> {
        self.with(other, |a, b| a && b, meter)
    }

    pub(super) fn or(&self, other: &Self, meter: &mut Meter) -> Result<Self, Halt> {
        self.with(other, |a, b| a || b, meter)
    }

    pub(super) fn differs_from(&self, other: &Self, meter: &mut Meter) -> Result<bool, Halt> {
        Ok(!self.with(other, |a, b| a != b, meter)?.is_empty())
    }

    /// Returns the complement of the set.
    pub(super) fn not(&self, meter: &mut Meter) -> Result<Self, Halt> {
        if !self.numeration.accepts_all() {
            return self.with(&Self::all(self.numeration), |accepts, _| !accepts, meter);
        }
        let accepts = self.accepts.iter().map(|accepts| !accepts).collect();
        Ok(DigitAutomaton { accepts, ..self.clone() })
    }

    /// Removes invalid sequences of digits.
    pub(super) fn valid(&self, meter: &mut Meter) -> Result<Self, Halt> {
        self.and(&Self::all(self.numeration), meter)
    }

    /// Eliminates a variable: returns the tuples of the other numbers that some value of the variable completes to a tuple in the set.
    pub(super) fn exists(&self, variable: usize, meter: &mut Meter) -> Result<Self, Halt> {
        let Some(track) = self.variables.iter().position(|other| *other == variable) else {
            return Ok(self.clone());
        };
        let mut variables = self.variables.clone();
        variables.remove(track);
        let low = self.numeration.digits().pow(track as u32) as usize;
        let base = self.numeration.digits() as usize;
        // Inserts a digit of the variable into a symbol.
        let full = |symbol: usize, digit: usize| symbol % low + digit * low + symbol / low * low * base;
        // The eliminated number may have more digits than all others.
        let mut accepts = self.accepts.clone();
        loop {
            meter.spend(STEPS_PER_SYMBOL * accepts.len() as u64)?;
            let longer = |state: usize| {
                (0..base).any(|digit| accepts[self.after(state as u32, full(0, digit)) as usize])
            };
            let found: Vec<usize> =
                (0..accepts.len()).filter(|&state| !accepts[state] && longer(state)).collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|state| accepts[state] = true);
        }
        let mut members = 0;
        let step = |states: &Vec<u32>, symbol: usize, _: &[u64]| {
            let reached = states.iter().flat_map(|&state| (0..base).map(move |digit| (state, digit)));
            let mut reached: Vec<u32> =
                reached.map(|(state, digit)| self.after(state, full(symbol, digit))).collect();
            reached.sort_unstable();
            reached.dedup();
            members += reached.len();
            if members > MAX_MEMBERS { Err(Halt::TooLarge) } else { Ok(reached) }
        };
        Self::explored(
            self.numeration,
            variables,
            vec![0],
            step,
            |states| states.iter().any(|&state| accepts[state as usize]),
            meter,
        )
    }

    /// Renames variables. Variables that are not listed keep their names.
    pub(super) fn renamed(&self, names: &[(usize, usize)]) -> Self {
        let name = |variable: usize| {
            names.iter().find(|(from, _)| *from == variable).map_or(variable, |(_, to)| *to)
        };
        let named: Vec<usize> = self.variables.iter().map(|&variable| name(variable)).collect();
        let mut variables = named.clone();
        variables.sort_unstable();
        let unsorted = DigitAutomaton { variables: named, ..self.clone() };
        let symbols = unsorted.symbols_of(&variables, self.symbols());
        let next = (0..self.states()).flat_map(|state| symbols.iter().map(move |&symbol| (state, symbol)));
        let next = next.map(|(state, symbol)| self.after(state as u32, symbol)).collect();
        DigitAutomaton { numeration: self.numeration, variables, next, accepts: self.accepts.clone() }
    }

    /// Returns `true` if leading zeros never change whether a tuple is accepted, as must hold for every set of numbers.
    pub(super) fn ignores_leading_zeros(&self) -> bool {
        let accepts = |state: u32| self.accepts[state as usize];
        (0..self.states() as u32).all(|state| accepts(state) == accepts(self.after(state, 0)))
    }

    /// Returns `true` if the set is empty.
    pub(super) fn is_empty(&self) -> bool {
        let mut seen = vec![false; self.states()];
        let mut open = vec![0u32];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut seen[state as usize], true) {
                continue;
            }
            if self.accepts[state as usize] {
                return false;
            }
            open.extend((0..self.symbols()).map(|symbol| self.after(state, symbol)));
        }
        true
    }

    /// Returns `true` if a tuple, in the order of the variables, is in the set.
    pub(super) fn contains(&self, numbers: &[u64]) -> bool {
        let weights = self.numeration.weights();
        let symbols = self.symbols_of_numbers(numbers, &weights);
        let state = symbols.into_iter().fold(0, |state, symbol| self.after(state, symbol));
        self.accepts[state as usize]
    }

    /// Returns the symbols of a tuple of numbers, one for each weight.
    pub(super) fn symbols_of_numbers(&self, numbers: &[u64], weights: &[u64]) -> Vec<usize> {
        let digits: Vec<Vec<u64>> =
            numbers.iter().map(|&number| self.numeration.write(number, weights)).collect();
        let symbol = |place: usize| {
            digits.iter().rev().fold(0, |sum, digits| sum * self.numeration.digits() + digits[place]) as usize
        };
        (0..weights.len()).map(symbol).collect()
    }

    /// Returns the values of the `free` numbers that complete tuples whose other numbers are `fixed`.
    pub(super) fn completions(&self, fixed: &[(usize, u64)], free: &[usize]) -> Completions<'_> {
        Completions::of(self, fixed, free)
    }
}

/// Returns the digits of a number, the least significant first.
fn digits_of(mut number: u64, base: u64, count: usize) -> Vec<u64> {
    let mut digits = Vec::with_capacity(count);
    for _ in 0..count {
        digits.push(number % base);
        number /= base;
    }
    digits
}

/// The [`Meter`] steps charged for a transition.
const STEPS_PER_SYMBOL: u64 = 16;
