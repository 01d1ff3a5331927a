//! The outcome of a sum of forms, by search.

use super::{Form, Forms};
use crate::heaps::SUM_BYTES;
use hashbrown::HashMap;
use winways_solve::{Ledger, Progress, StopReason};

/// A sum of forms, ascending, without pairs of * and without 0.
type Sum = Vec<Form>;

struct Frame {
    sum: Sum,
    options: Vec<Sum>,
    /// The number of options that are known to be N-positions.
    lost: usize,
}

impl Forms {
    /// Returns `true` if the player to move loses the sum under misère play.
    ///
    /// The search works on sums directly, without building forms, and stops at the first winning move.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// The number of sums visited is at most the product of the numbers of followers of the summands.
    ///
    /// ```
    /// use winways_misere::Forms;
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// let two = forms.nim_heap(2, &ledger)?;
    /// assert!(forms.is_sum_previous(&[two, two], &ledger)?);
    /// assert!(!forms.is_sum_previous(&[two, two, two], &ledger)?);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn is_sum_previous(&self, sum: &[Form], ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        let mut known: HashMap<Sum, bool> = HashMap::new();
        let mut bytes = 0u64;
        let mut stack = vec![self.frame(reduced(sum.to_vec()))];
        loop {
            let depth = stack.len();
            let Some(frame) = stack.last_mut() else { return Ok(false) };
            let mut is_won = frame.options.is_empty();
            let mut open = None;
            while let Some(option) = frame.options.get(frame.lost) {
                match known.get(option) {
                    Some(true) => is_won = true,
                    Some(false) => {
                        frame.lost += 1;
                        continue;
                    }
                    None => open = Some(option.clone()),
                }
                break;
            }
            if let Some(open) = open {
                let next = self.frame(open);
                let work = 1 + next.options.len() as u64;
                stack.push(next);
                let progress = || Progress::new(known.len() as u64, depth, self.bytes + bytes);
                ledger.spend(work, progress)?;
                continue;
            }
            let is_previous = !is_won;
            if depth == 1 {
                return Ok(is_previous);
            }
            bytes += (SUM_BYTES + 2 * size_of::<(Sum, bool)>() + size_of_val(&frame.sum[..])) as u64;
            ledger.check(self.bytes + bytes)?;
            known.insert(std::mem::take(&mut frame.sum), is_previous);
            stack.pop();
        }
    }

    /// Returns a sum with its options.
    fn frame(&self, sum: Sum) -> Frame {
        let mut options = Vec::new();
        for (place, &part) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == part {
                continue;
            }
            for &option in self.options(part) {
                let mut after = sum.clone();
                after[place] = option;
                options.push(reduced(after));
            }
        }
        options.sort_unstable();
        options.dedup();
        Frame { sum, options, lost: 0 }
    }
}

/// Returns a sum in ascending order, without 0 and without pairs of *, which cancel.
fn reduced(mut sum: Sum) -> Sum {
    let stars = sum.iter().filter(|&&part| part == Form::STAR).count();
    sum.retain(|&part| part > Form::STAR);
    sum.extend((stars % 2 == 1).then_some(Form::STAR));
    sum.sort_unstable();
    sum
}
