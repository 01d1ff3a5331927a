//! Hash-consing of simplest forms, one strongly connected component at a time.

use super::{Loopies, Node, Simplified, Stopper};
use crate::graph::{Graph, PLAYERS, Player, components};
use crate::onside::Rooted;
use crate::work::Work;
use hashbrown::HashMap;
use winways_solve::{Ledger, StopReason};
use winways_values::Dyadic;

/// The vertices of a component in canonical order, with the options of both players. An option in the component is stored as its index
/// plus [`INSIDE`], and any other option as its handle.
pub(super) type Key = Box<[[Box<[u64]>; 2]]>;

const INSIDE: u64 = 1 << 32;

/// The memory of a stopper in bytes, without its options, which are stored twice.
const NODE_BYTES: u64 = (size_of::<Node>() + 2 * size_of::<(Key, Stopper)>() + 64) as u64;

impl Loopies {
    pub(super) fn insert_zero(&mut self) {
        let options = [Box::default(), Box::default()];
        self.nodes.push(Node { options, is_loopfree: true, number: Some(Dyadic::ZERO) });
        self.components.insert([[Box::default(), Box::default()]].into(), Stopper::ZERO);
        self.bytes += NODE_BYTES;
    }

    /// Returns the handles of the vertices of a graph of simplest forms, no two of which are equal.
    pub(crate) fn intern(&mut self, graph: &Graph, ledger: &Ledger<'_>) -> Result<Vec<Stopper>, StopReason> {
        let work = self.work(ledger);
        work.check(64 * graph.len() as u64 + graph.bytes())?;
        let mut handles = vec![Stopper::ZERO; graph.len()];
        let mut inside = vec![u64::MAX; graph.len()];
        for mut component in components(graph.len(), |from| graph.all_options(from)) {
            work.spend(4 * component.len())?;
            let places = canonical_places(graph, &component, &handles, work)?;
            component.sort_unstable_by_key(|vertex| places[vertex]);
            for (&vertex, index) in component.iter().zip(INSIDE..) {
                inside[vertex as usize] = index;
            }
            let key = self.key(graph, &component, &inside, &handles);
            let first = self.insert(key, ledger)?;
            for (&vertex, index) in component.iter().zip(0..) {
                handles[vertex as usize] = Stopper(first.0 + index);
                inside[vertex as usize] = u64::MAX;
            }
        }
        Ok(handles)
    }

    fn key(&self, graph: &Graph, component: &[u32], inside: &[u64], handles: &[Stopper]) -> Key {
        let number_of = |option: u32| match inside[option as usize] {
            u64::MAX => u64::from(handles[option as usize].0),
            index => index,
        };
        let lists = |&vertex: &u32| {
            PLAYERS.map(|player| {
                let mut list: Vec<u64> =
                    graph.options(player, vertex).iter().map(|&option| number_of(option)).collect();
                list.sort_unstable();
                list.into_boxed_slice()
            })
        };
        component.iter().map(lists).collect()
    }

    /// Interns a component, and returns the handle of its first vertex. The other vertices have the handles that follow.
    fn insert(&mut self, key: Key, ledger: &Ledger<'_>) -> Result<Stopper, StopReason> {
        if let Some(&known) = self.components.get(&key) {
            return Ok(known);
        }
        let edges: usize = key.iter().flatten().map(|list| list.len()).sum();
        let bytes = NODE_BYTES * key.len() as u64 + 12 * edges as u64;
        ledger.check(self.bytes + bytes)?;
        self.bytes += bytes;
        let first = Stopper(self.nodes.len() as u32);
        let is_cyclic = key.iter().flatten().any(|list| list.iter().any(|&option| option >= INSIDE));
        for lists in &key {
            let handle_of = |&option: &u64| match option.checked_sub(INSIDE) {
                Some(index) => Stopper(first.0 + index as u32),
                None => Stopper(option as u32),
            };
            let options = lists.each_ref().map(|list| {
                let mut list: Box<[Stopper]> = list.iter().map(handle_of).collect();
                list.sort_unstable();
                list
            });
            let is_loopfree = !is_cyclic
                && options.iter().flatten().all(|option: &Stopper| self.nodes[option.index()].is_loopfree);
            let number = if is_loopfree { self.number_of(&options) } else { None };
            self.nodes.push(Node { options, is_loopfree, number });
        }
        self.components.insert(key, first);
        Ok(first)
    }

    /// Returns the number with these canonical options, if there is one.
    fn number_of(&self, [left, right]: &[Box<[Stopper]>; 2]) -> Option<Dyadic> {
        let one = Dyadic::from(1);
        match (&left[..], &right[..]) {
            ([], []) => Some(Dyadic::ZERO),
            (&[left], []) => Some(self.as_number(left)? + one),
            ([], &[right]) => Some(self.as_number(right)? - one),
            (&[left], &[right]) => {
                let (left, right) = (self.as_number(left)?, self.as_number(right)?);
                (left < right).then(|| (left + right).halve())
            }
            _ => None,
        }
    }

    /// Interns a simplified graph with its root, and returns the handle.
    pub(crate) fn intern_simplified(
        &mut self,
        graph: Graph,
        root: u32,
        ledger: &Ledger<'_>,
    ) -> Result<Simplified, StopReason> {
        let (graph, classes) = graph.reachable(root).fused(self.work(ledger))?;
        let key = (graph, classes[0]);
        if let Some(&known) = self.simplified_numbers.get(&key) {
            return Ok(known);
        }
        let bytes = 2 * key.0.bytes() + NODE_BYTES;
        ledger.check(self.bytes + bytes)?;
        self.bytes += bytes;
        let handle = Simplified(self.simplified.len() as u32);
        self.simplified.push(Rooted { graph: key.0.clone(), root: key.1 });
        self.simplified_numbers.insert(key, handle);
        Ok(handle)
    }
}

/// Returns a number for each vertex of a component that depends only on the moves and on the handles of the options outside.
fn canonical_places(
    graph: &Graph,
    component: &[u32],
    handles: &[Stopper],
    work: Work<'_>,
) -> Result<HashMap<u32, u32>, StopReason> {
    let numbers: HashMap<u32, u32> = component.iter().copied().zip(0..).collect();
    if component.len() == 1 {
        return Ok(numbers);
    }
    let mut part = Graph::new();
    let mut outside = Vec::new();
    for &vertex in component {
        let list = |player: Player| graph.options(player, vertex).iter();
        part.push(
            PLAYERS.map(|player| list(player).filter_map(|option| numbers.get(option).copied()).collect()),
        );
        outside.push(PLAYERS.map(|player| {
            let is_outside = |option: &&u32| !numbers.contains_key(*option);
            let mut list: Vec<Stopper> =
                list(player).filter(is_outside).map(|&option| handles[option as usize]).collect();
            list.sort_unstable();
            list
        }));
    }
    let mut colours = outside.clone();
    colours.sort_unstable();
    colours.dedup();
    let colour_of = |lists| colours.binary_search(lists).unwrap_or_default() as u32;
    let (classes, _) = part.refine(outside.iter().map(colour_of).collect(), work)?;
    Ok(component.iter().copied().zip(classes).collect())
}
