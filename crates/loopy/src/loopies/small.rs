//! Values of graphs of at most eight vertices.

use super::{Form, Loopies, Loopy, Side, Stopper};
use crate::onside::Rooted;
use crate::small::{MOST_VERTICES, Onsides, Small, bits};
use winways_solve::{Ledger, StopReason};

/// The memory of an entry of the larger table, in bytes. The table is at least half full.
const ENTRY_BYTES: u64 = 2 * (size_of::<(Small, [Stopper; MOST_VERTICES])>() + 1) as u64;

/// The steps charged for a small graph, of about ten nanoseconds each.
const STEPS: usize = 200;

impl Loopies {
    /// Returns the values of the vertices of a set, and 0 for other vertices.
    pub(super) fn small_values(
        &mut self,
        graph: Small,
        wanted: u8,
        ledger: &Ledger<'_>,
    ) -> Result<[Loopy; MOST_VERTICES], StopReason> {
        self.work(ledger).spend(STEPS)?;
        let mut values = [Loopy::ZERO; MOST_VERTICES];
        if graph.has_stoppers_only() {
            let Onsides { graph, numbers, .. } = graph.stoppers();
            let handles = self.small_handles(graph, ledger)?;
            for vertex in bits(wanted) {
                values[vertex] = handles[usize::from(numbers[vertex])].into();
            }
            return Ok(values);
        }
        let [onsides, offsides] =
            [Side::Onside, Side::Offside].map(|side| self.small_sides(graph, wanted, side, ledger));
        for (value, (onside, offside)) in values.iter_mut().zip(onsides?.into_iter().zip(offsides?)) {
            *value = Loopy { onside, offside };
        }
        Ok(values)
    }

    /// Returns a side of each vertex of a set.
    fn small_sides(
        &mut self,
        graph: Small,
        wanted: u8,
        side: Side,
        ledger: &Ledger<'_>,
    ) -> Result<[Form; MOST_VERTICES], StopReason> {
        let turned = |graph: Small| if side == Side::Onside { graph } else { graph.negative() };
        let mut sides = [Form::Stopper(Stopper::ZERO); MOST_VERTICES];
        let mut rest = wanted;
        for Onsides { graph, numbers, vertices } in turned(graph).unravelled(wanted).into_iter().flatten() {
            rest &= !vertices;
            let handles = self.small_handles(turned(graph), ledger)?;
            for vertex in bits(vertices) {
                sides[vertex] = Form::Stopper(handles[usize::from(numbers[vertex])]);
            }
        }
        for vertex in bits(rest) {
            let reduced = turned(graph).without_cycles(vertex);
            sides[vertex] = if reduced.has_stoppers_only() {
                let Onsides { graph, numbers, .. } = reduced.stoppers();
                Form::Stopper(self.small_handles(turned(graph), ledger)?[usize::from(numbers[vertex])])
            } else {
                let form = self.side_by_lists(turned(reduced), vertex, side, ledger)?;
                match form {
                    Form::Stopper(_) => form,
                    // The removed moves may be needed to find a stopper.
                    Form::Simplified(_) => match self.side_by_lists(graph, vertex, side, ledger)? {
                        Form::Simplified(_) => form,
                        stopper => stopper,
                    },
                }
            };
        }
        Ok(sides)
    }

    /// Returns a side of a vertex by the method for graphs of any size.
    fn side_by_lists(
        &mut self,
        graph: Small,
        vertex: usize,
        side: Side,
        ledger: &Ledger<'_>,
    ) -> Result<Form, StopReason> {
        let graph = graph.graph().reachable(vertex as u32);
        let key = Small::of(&graph).map(|small| (small, side));
        if let Some(known) = key.and_then(|key| self.small.sides.get(&key)) {
            return Ok(*known);
        }
        let form = self.form_of_side(Rooted { graph, root: 0 }, side, ledger)?;
        if let Some(key) = key {
            self.charge_small(ledger)?;
            self.small.sides.insert(key, form);
        }
        Ok(form)
    }

    /// Returns the handles of a small graph of simplest forms, no two of which are equal.
    fn small_handles(
        &mut self,
        graph: Small,
        ledger: &Ledger<'_>,
    ) -> Result<[Stopper; MOST_VERTICES], StopReason> {
        if let Some(&known) = self.small.stoppers.get(&graph) {
            return Ok(known);
        }
        let mut handles = [Stopper::ZERO; MOST_VERTICES];
        for (handle, stopper) in handles.iter_mut().zip(self.intern(&graph.graph(), ledger)?) {
            *handle = stopper;
        }
        self.charge_small(ledger)?;
        self.small.stoppers.insert(graph, handles);
        Ok(handles)
    }

    /// Charges the memory of one more entry.
    fn charge_small(&mut self, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        ledger.check(self.bytes + ENTRY_BYTES)?;
        self.bytes += ENTRY_BYTES;
        Ok(())
    }
}
