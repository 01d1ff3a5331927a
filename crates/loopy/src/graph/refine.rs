//! Partition refinement: merges vertices with the same play, and numbers the classes.

use super::{Graph, PLAYERS, components};
use crate::work::Work;
use winways_solve::StopReason;

impl Graph {
    /// Returns the class of each vertex, and the number of classes. Two vertices are in one class if they have the same
    /// colour and the same classes of Left and Right options.
    ///
    /// The numbers of the classes depend only on the colours and the moves, not on the numbers of the vertices.
    pub(crate) fn refine(&self, colours: Vec<u32>, work: Work<'_>) -> Result<(Vec<u32>, usize), StopReason> {
        let mut classes = colours;
        let mut count = 0;
        work.check(self.bytes().saturating_mul(3))?;
        loop {
            let signature = |vertex: u32| {
                let lists = PLAYERS.map(|player| {
                    let mut list: Vec<u32> =
                        self.options(player, vertex).iter().map(|&option| classes[option as usize]).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                });
                (classes[vertex as usize], lists)
            };
            let mut signatures = Vec::with_capacity(self.len());
            for vertex in self.vertices() {
                work.spend(8 * (1 + self.all_options(vertex).count()))?;
                signatures.push((signature(vertex), vertex));
            }
            signatures.sort_unstable();
            let mut next = vec![0; self.len()];
            let mut class = 0;
            for (index, (signature, vertex)) in signatures.iter().enumerate() {
                if index > 0 && signatures[index - 1].0 != *signature {
                    class += 1;
                }
                next[*vertex as usize] = class;
            }
            let found = if signatures.is_empty() { 0 } else { class as usize + 1 };
            classes = next;
            if found == count {
                return Ok((classes, count));
            }
            count = found;
        }
    }

    /// Merges vertices with the same play. Returns the graph of the classes, and the class of each vertex.
    pub(crate) fn fused(&self, work: Work<'_>) -> Result<(Graph, Vec<u32>), StopReason> {
        let (classes, count) = self.refine(self.heights(), work)?;
        Ok((self.quotient(&classes, count), classes))
    }

    /// Returns the length of the longest play from each vertex plus 1, or 0 if play may cycle. With these colours, the refinement of a long
    /// game takes few rounds.
    fn heights(&self) -> Vec<u32> {
        let mut heights = vec![0; self.len()];
        for component in components(self.len(), |vertex| self.all_options(vertex)) {
            let [vertex] = component[..] else { continue };
            let of_options = self.all_options(vertex).map(|option| heights[option as usize]);
            // A move from the vertex to itself also finds the height 0.
            let greatest = of_options
                .into_iter()
                .try_fold(0, |most: u32, height| (height > 0).then(|| most.max(height)));
            heights[vertex as usize] = greatest.map_or(0, |greatest| greatest + 1);
        }
        heights
    }

    /// Returns the graph of the classes. Each class has the moves of its last vertex.
    pub(crate) fn quotient(&self, classes: &[u32], count: usize) -> Graph {
        let mut quotient = Graph { vertices: vec![Default::default(); count] };
        for vertex in self.vertices() {
            for player in PLAYERS {
                let mut options: Vec<u32> =
                    self.options(player, vertex).iter().map(|&option| classes[option as usize]).collect();
                options.sort_unstable();
                options.dedup();
                quotient.set_options(player, classes[vertex as usize], options);
            }
        }
        quotient
    }
}
