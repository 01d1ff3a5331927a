/// A move in a position: one component gives way to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move<C> {
    /// Which component of the position, counted from 0.
    pub component: usize,
    /// What it becomes.
    pub to: Vec<C>,
}

impl<C> Move<C> {
    /// The component that the move leaves, in a game whose moves leave one.
    ///
    /// # Panics
    /// As [`only_component`].
    pub fn only(&self) -> &C {
        only_component(&self.to)
    }
}

/// The component that a move leaves, in a game whose moves leave one.
///
/// # Panics
/// If the move leaves another number of components, so that it is no move of such a game.
pub fn only_component<C>(to: &[C]) -> &C {
    match to {
        [only] => only,
        _ => panic!("a move that leaves {} components, not one", to.len()),
    }
}

/// Moves counted to the last and listed as far as there is room.
///
/// A position may have more winning moves than memory could hold (10⁷ heaps, or a raise by any of 10¹⁸ amounts), so
/// the count is kept apart from the list.
#[derive(Clone, Debug)]
pub struct Moves<C> {
    listed: Vec<Move<C>>,
    total: u64,
    limit: usize,
}

impl<C> Moves<C> {
    /// An empty list with room for `limit` moves.
    pub fn with_limit(limit: usize) -> Self {
        Moves { listed: Vec::new(), total: 0, limit }
    }

    /// Counts the move of component number `component` to `to`, and lists it if there is room.
    #[inline]
    pub fn push(&mut self, component: usize, to: impl IntoIterator<Item = C>) {
        self.total = self.total.saturating_add(1);
        if self.listed.len() < self.limit {
            self.listed.push(Move { component, to: to.into_iter().collect() });
        }
    }

    /// Counts `count` moves that are not listed for lack of room.
    pub fn push_unlisted(&mut self, count: u64) {
        self.total = self.total.saturating_add(count);
    }

    /// Whether another move would be listed.
    pub fn has_capacity(&self) -> bool {
        self.listed.len() < self.limit
    }

    /// The number of moves more that would be listed.
    pub(crate) fn limit_left(&self) -> usize {
        self.limit - self.listed.len()
    }

    /// The number of all moves, listed or not; 2⁶⁴−1 stands for itself and more.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The listed moves, in order.
    pub fn listed(&self) -> &[Move<C>] {
        &self.listed
    }
}
