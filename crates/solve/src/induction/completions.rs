//! Numbers that complete tuples of a set.

use super::automaton::DigitAutomaton;

/// The values of free numbers, below 2^64, that complete given fixed numbers to a tuple of a set.
pub(super) struct Completions<'a> {
    automaton: &'a DigitAutomaton,
    /// The reachable states at each digit position, in ascending order, with their successors for all digits of the free
    /// numbers.
    layers: Vec<Vec<(u32, Vec<u32>)>>,
    /// The accepting states after the last digit position.
    last: Vec<u32>,
    /// The digits of the free numbers in the order of the successors, in ascending order.
    digits: Vec<Vec<u64>>,
    weights: Vec<u64>,
}

impl<'a> Completions<'a> {
    pub(super) fn of(automaton: &'a DigitAutomaton, fixed: &[(usize, u64)], free: &[usize]) -> Self {
        let radix = automaton.numeration().digits();
        let weights = automaton.numeration().weights();
        let numbers: Vec<u64> = automaton
            .variables()
            .iter()
            .map(|variable| fixed.iter().find(|(name, _)| name == variable).map_or(0, |(_, number)| *number))
            .collect();
        // The weight of a digit of a free number in a symbol.
        let units: Vec<u64> = free
            .iter()
            .map(|name| automaton.variables().iter().position(|variable| variable == name))
            .map(|track| track.map_or(0, |track| radix.pow(track as u32)))
            .collect();
        let mut digits = vec![Vec::new()];
        for _ in free {
            digits = digits
                .into_iter()
                .flat_map(|digits: Vec<u64>| (0..radix).map(move |digit| [&digits[..], &[digit]].concat()))
                .collect();
        }
        let added: Vec<usize> = digits
            .iter()
            .map(|digits| digits.iter().zip(&units).map(|(digit, unit)| digit * unit).sum::<u64>() as usize)
            .collect();
        let mut states = vec![0u32];
        let mut layers = Vec::new();
        for symbol in automaton.symbols_of_numbers(&numbers, &weights) {
            let after =
                |state: u32| added.iter().map(|added| automaton.after(state, symbol + added)).collect();
            let layer: Vec<(u32, Vec<u32>)> = states.iter().map(|&state| (state, after(state))).collect();
            states = layer.iter().flat_map(|(_, after)| after.iter().copied()).collect();
            states.sort_unstable();
            states.dedup();
            layers.push(layer);
        }
        states.retain(|&state| automaton.accepts(state));
        Completions { automaton, layers, last: states, digits, weights }
    }

    /// Returns the number of completions, at most 2⁶⁴−1.
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

    /// Returns the first free number of the least completion, or `None` if there is no completion.
    pub(super) fn least(&self) -> Option<u64> {
        self.list(1, false).first().and_then(|numbers| numbers.first().copied())
    }

    /// Returns up to `limit` completions in ascending order, or from the greatest down if `descending`. Tuples of several free
    /// numbers are compared by their most significant digits first.
    pub(super) fn list(&self, limit: usize, descending: bool) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        // The stack returns the last entry first.
        let mut order: Vec<usize> = (0..self.digits.len()).collect();
        if !descending {
            order.reverse();
        }
        let first = vec![0u64; self.digits.first().map_or(0, Vec::len)];
        // The numbers given by the chosen digits, and the states from which these digits lead to acceptance.
        let mut open = vec![(self.layers.len(), first, self.last.clone())];
        while let Some((place, numbers, wanted)) = open.pop().filter(|_| found.len() < limit) {
            let Some(place) = place.checked_sub(1) else {
                found.push(numbers);
                continue;
            };
            for &choice in &order {
                let leads = |after: &[u32]| wanted.binary_search(&after[choice]).is_ok();
                let before: Vec<u32> = self.layers[place]
                    .iter()
                    .filter(|(_, after)| leads(after))
                    .map(|(state, _)| *state)
                    .collect();
                let with_digit = |(number, digit): (&u64, &u64)| {
                    digit.checked_mul(self.weights[place]).and_then(|value| number.checked_add(value))
                };
                let numbers: Option<Vec<u64>> =
                    numbers.iter().zip(&self.digits[choice]).map(with_digit).collect();
                if let (Some(numbers), false) = (numbers, before.is_empty()) {
                    open.push((place, numbers, before));
                }
            }
        }
        found
    }
}
