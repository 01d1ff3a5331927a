//! Differences, parts and partitions of misère canonical forms.

use super::{ENTRY_BYTES, Form, Forms};
use std::collections::BTreeSet;
use winways_solve::{Ledger, StopReason};

impl Forms {
    /// Returns the form Y with `part` + Y = `form`, if there is one. There is at most one, by the cancellation law.
    ///
    /// Every option of Y is the difference of an option of `form` and `part`, or of `form` and an option of `part`. If Y exists, the form
    /// whose options are all these differences equals Y. To verify this, its sum with `part` is compared with `form`.
    ///
    /// Source: J. H. Conway, *On Numbers and Games*, chapter 12; A. N. Siegel, *Combinatorial Game Theory*, section V.3.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each pair of followers once in the lifetime of the arena, and adds each difference to its part.
    ///
    /// ```
    /// use winways_misere::{Form, Forms};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// let (two, four) = (forms.nim_heap(2, &ledger)?, forms.nim_heap(4, &ledger)?);
    /// let sum = forms.sum(two, four, &ledger)?;
    /// assert_eq!(forms.difference(sum, two, &ledger)?, Some(four));
    /// assert_eq!(forms.difference(four, two, &ledger)?, None);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn difference(
        &mut self,
        form: Form,
        part: Form,
        ledger: &Ledger<'_>,
    ) -> Result<Option<Form>, StopReason> {
        let mut stack = vec![(form, part)];
        while let Some(&pair) = stack.last() {
            self.charge_depth(stack.len(), ledger)?;
            if self.differences.contains_key(&pair) {
                stack.pop();
                continue;
            }
            let simpler = self.simpler_differences(pair);
            let open = stack.len();
            stack.extend(simpler.iter().filter(|pair| !self.differences.contains_key(*pair)));
            if stack.len() > open {
                continue;
            }
            let found = self.difference_of_known(pair, &simpler, ledger)?;
            self.bytes += ENTRY_BYTES;
            self.differences.insert(pair, found);
        }
        Ok(self.differences.get(&(form, part)).copied().flatten())
    }

    /// Returns the pairs (G, H) for which G − H may be an option of the difference of the given pair.
    fn simpler_differences(&self, (form, part): (Form, Form)) -> Vec<(Form, Form)> {
        if part <= Form::STAR || form == part {
            return Vec::new();
        }
        let of_form = self.options(form).iter().map(|&option| (option, part));
        let of_part = self.options(part).iter().map(|&option| (form, option));
        of_form.chain(of_part).collect()
    }

    fn difference_of_known(
        &mut self,
        (form, part): (Form, Form),
        simpler: &[(Form, Form)],
        ledger: &Ledger<'_>,
    ) -> Result<Option<Form>, StopReason> {
        match part {
            // The proviso forbids removing all options of a difference.
            _ if form == part => return Ok(Some(Form::ZERO)),
            Form::ZERO => return Ok(Some(form)),
            Form::STAR => return self.sum(form, Form::STAR, ledger).map(Some),
            _ => {}
        }
        let options: Vec<Form> = simpler.iter().filter_map(|pair| self.differences[pair]).collect();
        let candidate = self.from_options(options, ledger)?;
        Ok((self.sum(part, candidate, ledger)? == form).then_some(candidate))
    }

    /// Returns all parts of a form, in the order of their creation: the forms X with X + Y = `form` for some Y.
    ///
    /// Each option of X + Y is X + Y' or X' + Y, where X' and Y' are options of X and Y. So X or Y is a part of any given
    /// option of `form`.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Computes the differences of each form on a line of play and the parts of the next form.
    pub fn parts(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Vec<Form>, StopReason> {
        // A line of play from the form to 0 or to a form with known parts, always through the option with the earliest birthday.
        let mut line = vec![form];
        while let Some(&last) = line.last()
            && !self.parts.contains_key(&last)
            && let Some(&option) = self.options(last).iter().min_by_key(|&&option| self.birthday(option))
        {
            line.push(option);
        }
        let mut parts = match line.last().and_then(|last| self.parts.get(last)) {
            Some(known) => known.clone(),
            None => vec![Form::ZERO, Form::STAR],
        };
        line.pop();
        for next in line.into_iter().rev() {
            let mut found = BTreeSet::new();
            for part in parts {
                if let Some(rest) = self.difference(next, part, ledger)? {
                    found.extend([part, rest]);
                }
            }
            parts = found.into_iter().collect();
            self.bytes += ENTRY_BYTES + size_of_val(&parts[..]) as u64;
            self.parts.insert(next, parts.clone());
        }
        Ok(parts)
    }

    /// Returns all partitions of a form: the pairs of forms with this sum. Each pair begins with the form that was created
    /// first.
    ///
    /// The partitions of a form G include (0, G) and (*, G + *). Each partition (X, Y) has a companion (X + *, Y + *).
    ///
    /// # Errors
    /// Fails like [`Forms::parts`].
    ///
    /// ```
    /// use winways_misere::{Form, Forms};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// let (two, three) = (forms.nim_heap(2, &ledger)?, forms.nim_heap(3, &ledger)?);
    /// assert_eq!(forms.partitions(two, &ledger)?, [(Form::ZERO, two), (Form::STAR, three)]);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn partitions(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Vec<(Form, Form)>, StopReason> {
        let mut partitions = Vec::new();
        for part in self.parts(form, ledger)? {
            if let Some(rest) = self.difference(form, part, ledger)?
                && part <= rest
            {
                partitions.push((part, rest));
            }
        }
        Ok(partitions)
    }

    /// Returns `true` if the birthday of the form is earlier than the birthday of its sum with *.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn is_even(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        let odd = self.sum(form, Form::STAR, ledger)?;
        Ok(self.birthday(form) < self.birthday(odd))
    }

    /// Returns `true` if the form is neither 0 nor *, and each of its partitions contains 0 or *.
    ///
    /// # Errors
    /// Fails like [`Forms::parts`].
    pub fn is_prime(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<bool, StopReason> {
        Ok(form > Form::STAR && self.partitions(form, ledger)?.iter().all(|&(part, _)| part <= Form::STAR))
    }
}
