/// The moves within a layer to the positions of one shard, for rules that do not list predecessors.
pub(super) struct Reversed {
    /// Pairs (target place, source rank).
    moves: Vec<(u32, u64)>,
}

impl Reversed {
    pub(super) fn new() -> Self {
        Reversed { moves: Vec::new() }
    }

    pub(super) fn add(&mut self, places: &[u32], ranks: &[u64]) {
        self.moves.extend(places.iter().copied().zip(ranks.iter().copied()));
    }

    /// Sorts the moves; must be called after all moves are added.
    pub(super) fn sort(&mut self) {
        self.moves.sort_unstable();
    }

    /// Returns the ranks from which a move leads to `place`. O(log moves).
    pub(super) fn predecessors(&self, place: u32) -> impl Iterator<Item = u64> + '_ {
        let first = self.moves.partition_point(|&(to, _)| to < place);
        self.moves[first..].iter().take_while(move |&&(to, _)| to == place).map(|&(_, from)| from)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.moves.capacity() * size_of::<(u32, u64)>()) as u64
    }
}
