use crate::{Meter, RuleFault};

/// A buffer of options, each a list of components; generators append to it, engines read it.
///
/// One buffer serves a whole search, used as a stack, so no option costs an allocation of its own.
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
    /// Where each option ends in `components`.
    ends: Vec<usize>,
    meter: Meter,
}

impl<C> Options<C> {
    /// An empty buffer, whose meter always goes on.
    pub fn new() -> Self {
        Options::with_meter(Meter::default())
    }

    /// An empty buffer; enumerations that may be long count their work on `meter`.
    pub fn with_meter(meter: Meter) -> Self {
        Options { components: Vec::new(), ends: Vec::new(), meter }
    }

    /// Calls `list` with the buffer and its meter apart, for an enumeration that counts what it tries while it appends.
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

    /// Counts work that goes with the options on the meter.
    ///
    /// # Errors
    /// That the work is to end.
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
        // Not `extend`, which is not inlined everywhere; most options have one component or two.
        let components = components.into_iter();
        self.components.reserve(components.size_hint().0);
        for component in components {
            self.components.push(component);
        }
        self.ends.push(self.components.len());
    }

    /// Appends options of equally many components, at least one; faster than one after the other.
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

    /// The number of options.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no options.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The components of option `index`.
    ///
    /// # Panics
    /// If there is no such option.
    #[inline]
    pub fn get(&self, index: usize) -> &[C] {
        &self.components[self.start(index)..self.ends[index]]
    }

    /// All options in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[C]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The components of all options from number `first` on, to be changed in place.
    #[inline]
    pub fn components_from_mut(&mut self, first: usize) -> &mut [C] {
        let start = self.start(first);
        &mut self.components[start..]
    }

    /// Forgets all options from number `length` on.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        self.components.truncate(self.start(length));
        self.ends.truncate(length);
    }

    /// Forgets all options.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// The bytes that the buffer holds, without what components own elsewhere.
    pub fn bytes(&self) -> usize {
        self.components.capacity() * size_of::<C>() + self.ends.capacity() * size_of::<usize>()
    }

    /// The bytes that a buffer takes at most while so many options of one component or two are appended to it: a list that has
    /// to grow doubles. What components own elsewhere is not counted.
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
