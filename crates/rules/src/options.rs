use crate::{Meter, RuleFault};

/// A buffer of options, each a list of components. Generators append to it and engines read it.
///
/// A search can use one buffer as a stack for all positions, so options need no allocations of their own. Generating
/// the options again whenever the search backtracks would need less memory on long lines of play, but more time.
///
/// ```
/// use winways_rules::Options;
/// let mut options = Options::new();
/// options.push([3u64, 4]); // a move that leaves two heaps
/// options.push([]); // a move that ends the game
/// assert_eq!(options.len(), 2);
/// assert_eq!(options.get(0), [3, 4]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options<C> {
    components: Vec<C>,
    /// The end of each option in `components`.
    ends: Vec<usize>,
    meter: Meter,
}

impl<C> Options<C> {
    /// Creates an empty buffer whose meter never interrupts.
    pub fn new() -> Self {
        Options::with_meter(Meter::default())
    }

    /// Creates an empty buffer. Long enumerations count their work on `meter`.
    pub fn with_meter(meter: Meter) -> Self {
        Options { components: Vec::new(), ends: Vec::new(), meter }
    }

    /// Calls `list` with the buffer and its meter as separate arguments, for an enumeration that counts its candidates
    /// while it appends options.
    ///
    /// ```
    /// use winways_rules::{Meter, Options, RuleFault};
    ///
    /// fn subtract_a_square(heap: u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
    ///     options.metered(|options, meter| {
    ///         for taken in (1..).map(|root| root * root).take_while(|taken| *taken <= heap) {
    ///             meter.spend(1)?;
    ///             options.push([heap - taken]);
    ///         }
    ///         Ok(())
    ///     })
    /// }
    ///
    /// let mut options = Options::with_meter(Meter::default());
    /// subtract_a_square(10, &mut options)?;
    /// assert_eq!(options.iter().collect::<Vec<_>>(), [[9], [6], [1]]);
    /// # Ok::<(), RuleFault>(())
    /// ```
    #[inline]
    pub fn metered<T>(&mut self, list: impl FnOnce(&mut Self, &mut Meter) -> T) -> T {
        let mut meter = std::mem::take(&mut self.meter);
        let result = list(self, &mut meter);
        self.meter = meter;
        result
    }

    /// Counts steps of work on the meter.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), RuleFault> {
        self.meter.spend(steps)
    }

    /// Lends the meter to another buffer, which `list` fills.
    pub fn with_lent_meter<D, T>(&mut self, list: impl FnOnce(&mut Self, &mut Options<D>) -> T) -> T {
        let mut lent = Options::with_meter(std::mem::take(&mut self.meter));
        let result = list(self, &mut lent);
        self.meter = lent.meter;
        result
    }

    /// Appends an option, the sum of `components`.
    #[inline(always)]
    pub fn push(&mut self, components: impl IntoIterator<Item = C>) {
        // Does not use `extend`, which is not inlined everywhere; most options have one or two components.
        let components = components.into_iter();
        self.components.reserve(components.size_hint().0);
        for component in components {
            self.components.push(component);
        }
        self.ends.push(self.components.len());
    }

    /// Appends options with the same number of components, at least one. This is faster than appending them one by
    /// one.
    ///
    /// ```
    /// use winways_rules::Options;
    /// let mut options = Options::new();
    /// options.extend((1..=3u64).map(|part| [part, 7 - part]));
    /// assert_eq!(options.iter().collect::<Vec<_>>(), [[1, 6], [2, 5], [3, 4]]);
    /// ```
    #[inline]
    pub fn extend<const N: usize>(&mut self, options: impl Iterator<Item = [C; N]>) {
        const { assert!(N > 0) };
        let first = self.components.len();
        self.components.extend(options.flatten());
        let count = (self.components.len() - first) / N;
        self.ends.extend((1..=count).map(|index| first + index * N));
    }

    /// Returns the number of options.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no options.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the components of the option with the given index.
    ///
    /// # Panics
    /// Panics if there is no such option.
    #[inline]
    pub fn get(&self, index: usize) -> &[C] {
        &self.components[self.start(index)..self.ends[index]]
    }

    /// Returns an iterator over all options in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[C]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns the components of all options from index `first` on, mutably.
    #[inline]
    pub fn components_from_mut(&mut self, first: usize) -> &mut [C] {
        let start = self.start(first);
        &mut self.components[start..]
    }

    /// Removes all options from index `length` on.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        self.components.truncate(self.start(length));
        self.ends.truncate(length);
    }

    /// Removes all options.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Returns the number of bytes that the buffer occupies, excluding memory owned by components.
    pub fn bytes(&self) -> usize {
        self.components.capacity() * size_of::<C>() + self.ends.capacity() * size_of::<usize>()
    }

    /// Returns an upper bound on the number of bytes that a buffer occupies while `count` options of one or two
    /// components are appended. A list that has to grow doubles its capacity. Memory owned by components is not
    /// included.
    ///
    /// ```
    /// use winways_rules::Options;
    ///
    /// let mut options = Options::new();
    /// for heap in 0..1000u64 {
    ///     options.push([heap, 1000 - heap]);
    ///     assert!(options.bytes() as u64 <= Options::<u64>::bytes_for(heap + 4));
    /// }
    /// ```
    pub fn bytes_for(count: u64) -> u64 {
        count.saturating_mul(2 * (2 * size_of::<C>() + size_of::<usize>()) as u64)
    }

    #[inline]
    fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends[index - 1] }
    }
}
