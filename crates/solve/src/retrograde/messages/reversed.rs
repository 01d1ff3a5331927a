/// The moves within a layer that lead to the places of one shard, for rules that do not tell predecessors.
pub(super) struct Reversed {
    /// (place, rank from which a move leads to it).
    moves: Vec<(u32, u64)>,
}

impl Reversed {
    pub(super) fn new() -> Self {
        Reversed { moves: Vec::new() }
    }

    pub(super) fn add(&mut self, places: &[u32], ranks: &[u64]) {
        self.moves.extend(places.iter().copied().zip(ranks.iter().copied()));
    }

    /// To be called when all moves were added.
    pub(super) fn sort(&mut self) {
        self.moves.sort_unstable();
    }

    /// The ranks from which a move leads to `place`. O(log moves).
    pub(super) fn predecessors(&self, place: u32) -> impl Iterator<Item = u64> + '_ {
        let first = self.moves.partition_point(|&(to, _)| to < place);
        self.moves[first..].iter().take_while(move |&&(to, _)| to == place).map(|&(_, from)| from)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.moves.capacity() * size_of::<(u32, u64)>()) as u64
    }
}
