/// A move in a position: one component is replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move<C> {
    /// The index of the component, counted from 0.
    pub component: usize,
    /// The components that replace it.
    pub to: Vec<C>,
}

impl<C> Move<C> {
    /// Returns the component that the move leaves, in a game whose moves leave exactly one.
    ///
    /// # Panics
    /// Panics like [`only_component`].
    pub fn only(&self) -> &C {
        only_component(&self.to)
    }
}

/// Returns the component that a move leaves, in a game whose moves leave exactly one.
///
/// # Panics
/// Panics if the move does not leave exactly one component.
pub fn only_component<C>(to: &[C]) -> &C {
    match to {
        [only] => only,
        _ => panic!("a move that leaves {} components, not one", to.len()),
    }
}

/// A list of moves with a limited length, and the number of all moves.
///
/// A position may have more winning moves than fit in memory, for example with 10⁷ heaps, or if a number can be raised by any
/// of 10¹⁸ amounts. The total is therefore counted separately.
#[derive(Clone, Debug)]
pub struct Moves<C> {
    listed: Vec<Move<C>>,
    total: u64,
    limit: usize,
}

impl<C> Moves<C> {
    /// Creates an empty list with room for `limit` moves.
    pub fn with_limit(limit: usize) -> Self {
        Moves { listed: Vec::new(), total: 0, limit }
    }

    /// Counts the move of component number `component` to `to`, and appends it to the list if there is room.
    #[inline]
    pub fn push(&mut self, component: usize, to: impl IntoIterator<Item = C>) {
        self.total = self.total.saturating_add(1);
        if self.listed.len() < self.limit {
            self.listed.push(Move { component, to: to.into_iter().collect() });
        }
    }

    /// Counts `count` moves of component number `component`, whose results are `options`, and lists as many of them as the
    /// limit allows.
    pub fn push_all<T: IntoIterator<Item = C>>(
        &mut self,
        component: usize,
        options: impl IntoIterator<Item = T>,
        count: u64,
    ) {
        let step = |to: T| Move { component, to: to.into_iter().collect() };
        self.listed.extend(options.into_iter().take(self.limit_left()).map(step));
        self.push_unlisted(count);
    }

    /// Counts `count` moves without listing them.
    pub fn push_unlisted(&mut self, count: u64) {
        self.total = self.total.saturating_add(count);
    }

    /// Returns the number of moves for which the list still has room.
    pub(crate) fn limit_left(&self) -> usize {
        self.limit - self.listed.len()
    }

    /// Returns the number of all moves, listed or not. The count saturates at 2⁶⁴−1.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the listed moves, in order.
    pub fn listed(&self) -> &[Move<C>] {
        &self.listed
    }
}
