//! The genus of a sum, by search.

use crate::genus::Genus;
use crate::heaps::{SUM_BYTES, Sum};
use hashbrown::HashMap;
use winways_rules::{Options, Side};
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// A sum whose options are being examined.
struct Frame {
    sum: Sum,
    options: Vec<Sum>,
    /// The number of options whose genus is known.
    known: usize,
}

/// The search for the genus of one sum after another.
struct Search<'s> {
    rules: &'s dyn InternedRules,
    ledger: &'s Ledger<'s>,
    /// The options of each component.
    options: HashMap<u32, Vec<Sum>>,
    known: HashMap<Sum, Genus>,
    /// The approximate memory in use, in bytes.
    bytes: u64,
}

/// The memory of a known genus beside its sum, in bytes: its entry in a table that is half full, and its digits.
const GENUS_BYTES: usize = 2 * size_of::<(Sum, Genus)>() + 64;

/// Returns the approximate memory of a list of sums, in bytes.
fn bytes_of(sums: &[Sum]) -> u64 {
    sums.iter().map(|sum| (SUM_BYTES + size_of_val(&sum[..])) as u64).sum()
}

/// Returns the genus of a sum of components of an impartial game.
///
/// # Errors
/// The reason for which the ledger stops the work, or a fault of the rules.
///
/// # Complexity
/// Visits every sum that play can lead to, since the genus of a sum does not follow from those of its summands.
pub fn genus_of_sum(
    rules: &dyn InternedRules,
    sum: &[u32],
    ledger: &Ledger<'_>,
) -> Result<Genus, StopReason> {
    let mut search = Search { rules, ledger, options: HashMap::new(), known: HashMap::new(), bytes: 0 };
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    search.genus(sum)
}

impl Search<'_> {
    fn genus(&mut self, sum: Sum) -> Result<Genus, StopReason> {
        let mut stack = vec![self.frame(sum)?];
        loop {
            let depth = stack.len();
            let Some(frame) = stack.last_mut() else { return Ok(Genus::of_nim_heap(0)) };
            while let Some(option) = frame.options.get(frame.known)
                && self.known.contains_key(option)
            {
                frame.known += 1;
            }
            if let Some(open) = frame.options.get(frame.known) {
                let open = open.clone();
                stack.push(self.frame(open)?);
                continue;
            }
            let genus = Genus::of_options(frame.options.iter().filter_map(|option| self.known.get(option)));
            if depth == 1 {
                return Ok(genus);
            }
            self.bytes += (size_of_val(&frame.sum[..]) + GENUS_BYTES) as u64;
            self.bytes -= bytes_of(&frame.options);
            self.known.insert(std::mem::take(&mut frame.sum), genus);
            stack.pop();
        }
    }

    /// Returns a sum with its options.
    fn frame(&mut self, sum: Sum) -> Result<Frame, StopReason> {
        let mut options = Vec::new();
        for place in 0..sum.len() {
            if place > 0 && sum[place] == sum[place - 1] {
                continue;
            }
            for option in self.options_of(sum[place])? {
                let mut after = [&sum[..place], &sum[place + 1..], option].concat();
                after.sort_unstable();
                options.push(after);
            }
        }
        options.sort_unstable();
        options.dedup();
        self.bytes += bytes_of(&options);
        self.ledger.check(self.bytes)?;
        let work = 1 + options.len() as u64;
        self.ledger.spend(work, || Progress::new(self.known.len() as u64, 0, self.bytes))?;
        Ok(Frame { sum, options, known: 0 })
    }

    fn options_of(&mut self, component: u32) -> Result<&[Sum], StopReason> {
        if !self.options.contains_key(&component) {
            let bound = Options::<u32>::bytes_for(self.rules.option_bound(component));
            self.ledger.check(self.bytes.saturating_add(bound))?;
            let mut options = Options::with_meter(self.ledger.meter());
            self.rules.options(component, Side::Left, &mut options)?;
            let sums: Vec<Sum> = options.iter().map(<[u32]>::to_vec).collect();
            self.bytes += bytes_of(&sums);
            self.options.insert(component, sums);
        }
        Ok(&self.options[&component])
    }
}
