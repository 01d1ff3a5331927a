//! The options of a heap that have a given value, stored as residue classes, so that they can be counted for a heap of any size.

/// The options of a heap that have a given value.
#[derive(Default)]
pub(super) struct OptionsOfValue {
    /// The options that leave one heap or none.
    pub(super) whole: Vec<Option<u64>>,
    /// The options that leave two heaps, one entry per digit that allows them.
    pub(super) splits: Vec<Splits>,
}

/// The splits of a total into two parts whose values have a given nim-sum. Each split is stored as its smaller part.
pub(super) struct Splits {
    pub(super) total: u64,
    /// The smaller parts below the preperiod.
    pub(super) single: Vec<u64>,
    /// The smaller parts in the first period. Further ones follow in steps of the period up to half of the total.
    pub(super) first_of_class: Vec<u64>,
    pub(super) period: u64,
}

impl OptionsOfValue {
    /// Returns the number of options.
    pub(super) fn count(&self) -> u64 {
        self.splits.iter().map(Splits::count).fold(self.whole.len() as u64, u64::saturating_add)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Vec<u64>> {
        let whole = self.whole.iter().map(|rest| Vec::from_iter(*rest));
        whole.chain(
            self.splits
                .iter()
                .flat_map(|splits| splits.smaller_parts().map(|part| vec![part, splits.total - part])),
        )
    }
}

impl Splits {
    fn count(&self) -> u64 {
        let half = self.total / 2;
        let in_classes: u64 = self.first_of_class.iter().map(|first| (half - first) / self.period + 1).sum();
        in_classes + self.single.len() as u64
    }

    /// Iterates over the smaller parts in ascending order.
    fn smaller_parts(&self) -> impl Iterator<Item = u64> {
        let half = self.total / 2;
        let periods = if self.first_of_class.is_empty() { 0 } else { half / self.period + 1 };
        let in_classes = (0..periods)
            .flat_map(move |number| self.first_of_class.iter().map(move |first| first + number * self.period))
            .take_while(move |&part| part <= half);
        self.single.iter().copied().chain(in_classes)
    }
}
