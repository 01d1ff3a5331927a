//! Sums, negatives, multiples and ordinal sums.

use super::{ENTRY_BYTES, Form, Loopies, Loopy, Side, Stopper};
use crate::graph::{Graph, PLAYERS};
use crate::onside::Rooted;
use winways_solve::{Ledger, StopReason};

impl Loopies {
    /// Returns the sum of two values.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// As for [`Loopies::value`] with the graph of all pairs of followers.
    pub fn sum(&mut self, one: Loopy, other: Loopy, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        if one == Loopy::ZERO {
            return Ok(other);
        }
        if other == Loopy::ZERO {
            return Ok(one);
        }
        let pair = (one.min(other), one.max(other));
        if let Some(&known) = self.sums.get(&pair) {
            return Ok(known);
        }
        let sum = match (one.as_stopper(), other.as_stopper()) {
            (Some(_), Some(_)) => {
                let graph = self.sum_graph(one.onside, other.onside, ledger)?;
                self.value(&graph, 0, ledger)?
            }
            _ => Loopy {
                onside: self.sum_of_side(one, other, Side::Onside, ledger)?,
                offside: self.sum_of_side(one, other, Side::Offside, ledger)?,
            },
        };
        ledger.check(self.bytes + ENTRY_BYTES)?;
        self.bytes += ENTRY_BYTES;
        self.sums.insert(pair, sum);
        Ok(sum)
    }

    fn sum_graph(&self, one: Form, other: Form, ledger: &Ledger<'_>) -> Result<Graph, StopReason> {
        let (one, of_one) = self.graph(one, ledger)?;
        let (other, of_other) = self.graph(other, ledger)?;
        Graph::sum((&one, of_one), (&other, of_other), self.work(ledger).with(one.bytes() + other.bytes()))
    }

    fn sum_of_side(
        &mut self,
        one: Loopy,
        other: Loopy,
        side: Side,
        ledger: &Ledger<'_>,
    ) -> Result<Form, StopReason> {
        let graph = self.sum_graph(one.side(side), other.side(side), ledger)?;
        self.form_of_side(Rooted { graph, root: 0 }, side, ledger)
    }

    /// Returns the negative of a value: the game with the players exchanged.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn negative(&mut self, value: Loopy, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        let onside = self.negative_of_form(value.offside, ledger)?;
        let offside = self.negative_of_form(value.onside, ledger)?;
        Ok(Loopy { onside, offside })
    }

    fn negative_of_form(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        let (graph, root) = self.graph(form, ledger)?;
        let graph = graph.negative();
        Ok(match form {
            Form::Stopper(_) => Form::Stopper(self.intern(&graph, ledger)?[root as usize]),
            Form::Simplified(_) => Form::Simplified(self.intern_simplified(graph, root, ledger)?),
        })
    }

    /// Returns one value minus another.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn difference(&mut self, one: Loopy, other: Loopy, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        let negative = self.negative(other, ledger)?;
        self.sum(one, negative, ledger)
    }

    /// Returns the sum of `factor` copies of a value, or of its negative if `factor` is negative.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(log `factor`) sums.
    pub fn multiple(&mut self, factor: i64, value: Loopy, ledger: &Ledger<'_>) -> Result<Loopy, StopReason> {
        let mut power = if factor < 0 { self.negative(value, ledger)? } else { value };
        let (mut rest, mut sum) = (factor.unsigned_abs(), Loopy::ZERO);
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.sum(sum, power, ledger)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power, ledger)?;
            }
        }
        Ok(sum)
    }

    /// Returns the ordinal sum `base : top` of two stoppers: a move in the base ends the play in the top.
    ///
    /// The base is played in its simplest form.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// As for [`Loopies::value`] with the followers of both stoppers.
    ///
    /// ```
    /// use winways_loopy::{Loopies, Loopy};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// use winways_values::Arena;
    ///
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let arena = Arena::default();
    /// let (mut loopies, mut session) = (Loopies::new(), arena.session());
    /// let one = session.integer(1)?;
    /// let one = loopies.from_game(one, &mut session, &ledger)?;
    /// let on = loopies.named("on", &ledger)?.and_then(Loopy::as_stopper).unwrap_or(one);
    /// assert_eq!(loopies.ordinal_sum(one, on, &ledger)?, on);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn ordinal_sum(
        &mut self,
        base: Stopper,
        top: Stopper,
        ledger: &Ledger<'_>,
    ) -> Result<Stopper, StopReason> {
        let (mut graph, base) = self.graph(Form::Stopper(base), ledger)?;
        let (top_graph, top) = self.graph(Form::Stopper(top), ledger)?;
        let offset = graph.append(&top_graph);
        for player in PLAYERS {
            let of_base = graph.options(player, base).to_vec();
            for vertex in top_graph.vertices() {
                let options = [&of_base, graph.options(player, vertex + offset)].concat();
                self.work(ledger).spend(options.len())?;
                graph.set_options(player, vertex + offset, options);
            }
        }
        Ok(self.stoppers(&graph, ledger)?[(top + offset) as usize])
    }
}
