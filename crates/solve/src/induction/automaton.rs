//! Sets of tuples of natural numbers as finite automata that read the digits of all numbers at once, the least significant
//! first.
//!
//! An automaton accepts a tuple with any number of leading zeros, or with none.

use std::collections::HashMap;
use std::hash::Hash;
use winways_rules::{Meter, RuleFault};

/// Why a construction ended without a result.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// An automaton would be larger than [`MAX_ENTRIES`].
    TooLarge,
    /// The work is to end.
    Fault(RuleFault),
}

impl From<RuleFault> for Halt {
    fn from(fault: RuleFault) -> Self {
        Halt::Fault(fault)
    }
}

/// The most entries of a table of transitions: 2 MiB.
const MAX_ENTRIES: usize = 1 << 19;
/// The most states in all sets of states that are made when a number is eliminated.
const MAX_MEMBERS: usize = 1 << 22;
/// The most symbols, tuples of digits, of an alphabet.
const MAX_SYMBOLS: usize = 1 << 12;

/// A set of tuples of numbers; state 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DigitAutomaton {
    base: u64,
    /// The names of the numbers, ascending.
    variables: Vec<usize>,
    /// The state after state `s` and symbol `a`, at `s * symbols + a`. The first variable has the lowest digit of a symbol.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

/// How many symbols there are of so many digits.
fn alphabet(base: u64, tracks: usize) -> Result<usize, Halt> {
    let symbols = u32::try_from(tracks).ok().and_then(|tracks| base.checked_pow(tracks));
    let symbols = symbols.and_then(|symbols| usize::try_from(symbols).ok());
    symbols.filter(|&symbols| symbols <= MAX_SYMBOLS).ok_or(Halt::TooLarge)
}

impl DigitAutomaton {
    /// The automaton whose states are found from the first one by `step`, which takes a state and the digits of a symbol.
    pub(super) fn explored<K: Hash + Eq + Clone>(
        base: u64,
        variables: Vec<usize>,
        start: K,
        mut step: impl FnMut(&K, usize, &[u64]) -> Result<K, Halt>,
        accepts: impl Fn(&K) -> bool,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let symbols = alphabet(base, variables.len())?;
        let digits: Vec<Vec<u64>> =
            (0..symbols as u64).map(|symbol| digits_of(symbol, base, variables.len())).collect();
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
            if states.len() * symbols > MAX_ENTRIES {
                return Err(Halt::TooLarge);
            }
        }
        let accepts = states.iter().map(accepts).collect();
        DigitAutomaton { base, variables, next, accepts }.minimised(meter)
    }

    /// The automaton with these transitions and accepting states, not minimised: a claim to be checked.
    pub(super) fn of_table(base: u64, variables: Vec<usize>, next: Vec<u32>, accepts: Vec<bool>) -> Self {
        DigitAutomaton { base, variables, next, accepts }
    }

    /// All tuples.
    pub(super) fn all(base: u64) -> Self {
        DigitAutomaton { base, variables: Vec::new(), next: vec![0], accepts: vec![true] }
    }

    /// The transitions and the accepting states.
    #[cfg(test)]
    pub(super) fn table(&self) -> (Vec<u32>, Vec<bool>) {
        (self.next.clone(), self.accepts.clone())
    }

    pub(super) fn base(&self) -> u64 {
        self.base
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.accepts.len()
    }

    pub(super) fn variables(&self) -> &[usize] {
        &self.variables
    }

    fn symbols(&self) -> usize {
        self.next.len() / self.accepts.len().max(1)
    }

    fn after(&self, state: u32, symbol: usize) -> u32 {
        self.next[state as usize * self.symbols() + symbol]
    }

    /// The automaton with the fewest states, by refining a partition (E. F. Moore 1956).
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
        // Classes are numbered by their first states, so that of state 0 is 0.
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

    /// The tuples for which `joined` holds of being in this set and in the other.
    fn with(
        &self,
        other: &Self,
        joined: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let mut variables = [&self.variables[..], &other.variables].concat();
        variables.sort_unstable();
        variables.dedup();
        let symbols = alphabet(self.base, variables.len())?;
        let [ours, theirs] = [self, other].map(|part| part.symbols_of(&variables, symbols));
        Self::explored(
            self.base,
            variables,
            (0, 0),
            |&(a, b), symbol, _| Ok((self.after(a, ours[symbol]), other.after(b, theirs[symbol]))),
            |&(a, b)| joined(self.accepts[a as usize], other.accepts[b as usize]),
            meter,
        )
    }

    /// For each symbol over more variables, the symbol of the variables of this automaton.
    fn symbols_of(&self, variables: &[usize], symbols: usize) -> Vec<usize> {
        let places: Vec<usize> = self
            .variables
            .iter()
            .filter_map(|variable| variables.iter().position(|other| other == variable))
            .collect();
        let symbol = |symbol: usize| {
            let digits = digits_of(symbol as u64, self.base, variables.len());
            places.iter().rev().fold(0, |sum, &place| sum * self.base + digits[place]) as usize
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

    /// The tuples that are not in the set.
    pub(super) fn not(mut self) -> Self {
        self.accepts.iter_mut().for_each(|accepts| *accepts = !*accepts);
        self
    }

    /// The tuples without this number for which the number exists.
    pub(super) fn exists(&self, variable: usize, meter: &mut Meter) -> Result<Self, Halt> {
        let Some(track) = self.variables.iter().position(|other| *other == variable) else {
            return Ok(self.clone());
        };
        let mut variables = self.variables.clone();
        variables.remove(track);
        let low = self.base.pow(track as u32) as usize;
        let base = self.base as usize;
        // The symbol with this digit of the variable.
        let full = |symbol: usize, digit: usize| symbol % low + digit * low + symbol / low * low * base;
        // The number may be longer than all others.
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
            self.base,
            variables,
            vec![0],
            step,
            |states| states.iter().any(|&state| accepts[state as usize]),
            meter,
        )
    }

    /// The same set with other names for the numbers; those that are not listed keep theirs.
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
        DigitAutomaton { base: self.base, variables, next, accepts: self.accepts.clone() }
    }

    /// Returns `true` if leading zeros never change whether a tuple is accepted, as in every set.
    pub(super) fn ignores_leading_zeros(&self) -> bool {
        let accepts = |state: u32| self.accepts[state as usize];
        (0..self.states() as u32).all(|state| accepts(state) == accepts(self.after(state, 0)))
    }

    /// Returns `true` if there is no tuple in the set.
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
    #[cfg(test)]
    pub(super) fn contains(&self, numbers: &[u64]) -> bool {
        let mut numbers = numbers.to_vec();
        let mut state = 0;
        while numbers.iter().any(|&number| number > 0) {
            let symbol = numbers.iter().rev().fold(0, |sum, number| sum * self.base + number % self.base);
            state = self.after(state, symbol as usize);
            numbers.iter_mut().for_each(|number| *number /= self.base);
        }
        self.accepts[state as usize]
    }

    /// The numbers that complete a tuple, whose other numbers are `fixed`.
    pub(super) fn completions(&self, fixed: &[(usize, u64)], free: usize) -> Completions<'_> {
        Completions::of(self, fixed, free)
    }
}

/// The digits of a number, the least significant first.
fn digits_of(mut number: u64, base: u64, count: usize) -> Vec<u64> {
    let mut digits = Vec::with_capacity(count);
    for _ in 0..count {
        digits.push(number % base);
        number /= base;
    }
    digits
}

/// A transition takes about so many steps of a meter.
const STEPS_PER_SYMBOL: u64 = 16;

/// The values of one number for which a tuple with all others fixed is in a set, below 2^64.
pub(super) struct Completions<'a> {
    automaton: &'a DigitAutomaton,
    /// For each place: the states that are reached, in order, each with the states after the digits of the free number.
    layers: Vec<Vec<(u32, Vec<u32>)>>,
    /// The accepting states after the last place.
    last: Vec<u32>,
    base: u64,
}

impl<'a> Completions<'a> {
    fn of(automaton: &'a DigitAutomaton, fixed: &[(usize, u64)], free: usize) -> Self {
        let base = automaton.base;
        let places = u64::MAX.ilog(base) + 1;
        let mut numbers: Vec<u64> = automaton
            .variables
            .iter()
            .map(|variable| fixed.iter().find(|(name, _)| name == variable).map_or(0, |(_, number)| *number))
            .collect();
        let track = automaton.variables.iter().position(|&variable| variable == free);
        let weight = track.map_or(0, |track| base.pow(track as u32));
        let mut states = vec![0u32];
        let mut layers = Vec::new();
        for _ in 0..places {
            let symbol = numbers.iter().rev().fold(0, |sum, number| sum * base + number % base);
            numbers.iter_mut().for_each(|number| *number /= base);
            let after = |state: u32| {
                (0..base).map(|digit| automaton.after(state, (symbol + digit * weight) as usize)).collect()
            };
            let layer: Vec<(u32, Vec<u32>)> = states.iter().map(|&state| (state, after(state))).collect();
            states = layer.iter().flat_map(|(_, after)| after.iter().copied()).collect();
            states.sort_unstable();
            states.dedup();
            layers.push(layer);
        }
        states.retain(|&state| automaton.accepts[state as usize]);
        Completions { automaton, layers, last: states, base }
    }

    /// How many there are; 2⁶⁴−1 stands for itself and more.
    pub(super) fn count(&self) -> u64 {
        let mut counts = vec![0u64; self.automaton.states()];
        self.last.iter().for_each(|&state| counts[state as usize] = 1);
        for layer in self.layers.iter().rev() {
            let mut before = vec![0u64; self.automaton.states()];
            for (state, after) in layer {
                let sum = after.iter().fold(0u64, |sum, &state| sum.saturating_add(counts[state as usize]));
                before[*state as usize] = sum;
            }
            counts = before;
        }
        counts[0]
    }

    /// The least one.
    pub(super) fn least(&self) -> Option<u64> {
        self.list(1, false).first().copied()
    }

    /// The first `limit` of them, from the greatest down if `descending`.
    pub(super) fn list(&self, limit: usize, descending: bool) -> Vec<u64> {
        let mut found = Vec::new();
        let mut digits: Vec<u64> = (0..self.base).collect();
        // What is taken first is pushed last.
        if !descending {
            digits.reverse();
        }
        // The most significant digits that are chosen, and the states before them from which they lead to acceptance.
        let mut open = vec![(self.layers.len(), 0u64, self.last.clone())];
        while let Some((place, number, wanted)) = open.pop().filter(|_| found.len() < limit) {
            let Some(place) = place.checked_sub(1) else {
                found.push(number);
                continue;
            };
            for &digit in &digits {
                let leads = |after: &[u32]| wanted.binary_search(&after[digit as usize]).is_ok();
                let before: Vec<u32> = self.layers[place]
                    .iter()
                    .filter(|(_, after)| leads(after))
                    .map(|(state, _)| *state)
                    .collect();
                let number = number.checked_mul(self.base).and_then(|number| number.checked_add(digit));
                if let (Some(number), false) = (number, before.is_empty()) {
                    open.push((place, number, before));
                }
            }
        }
        found
    }
}
