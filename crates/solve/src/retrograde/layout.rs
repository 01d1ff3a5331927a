//! The division of tables into shards. It is frozen, since tables on disk depend on it.

/// The number of ranks in a page, the unit in which ranks are distributed to shards.
pub const PAGE: u64 = 1 << 13;

/// The division of the ranks of a table into layers, pages of [`PAGE`] ranks in each layer, and shards. Pages
/// are distributed to shards by [`shard_of_page`].
///
/// The division depends only on the sizes of the layers and the number of shards, never on the workers. It
/// never changes, since tables on disk depend on it.
///
/// ```
/// use winways_solve::{Layout, Place};
/// let layout = Layout::new(&[10, 100_000], 4);
/// let place = layout.locate(70_000);
/// assert_eq!((place.layer, place.shard), (1, layout.locate(69_999).shard));
/// assert_eq!(layout.rank(place), 70_000);
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    shards: u32,
    /// The first rank of each layer, followed by the number of all ranks.
    starts: Vec<u64>,
    layers: Vec<Pages>,
}

/// The pages of a layer.
#[derive(Clone, Debug)]
struct Pages {
    /// The shard of each page, and the index of the page among the shard's pages.
    homes: Vec<(u32, u32)>,
    /// The pages of each shard, in order.
    of_shard: Vec<Vec<u32>>,
}

/// The location of a rank in a [`Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The layer.
    pub layer: usize,
    /// The shard.
    pub shard: u32,
    /// The index of the rank among the layer's ranks in this shard, starting at 0.
    pub index: u64,
}

/// Returns the shard of page `page` of layer `layer`: the first output of SplitMix64 (Steele, Lea and Flood
/// 2014) for the seed layer · 2^40 + page, modulo `shards`. This function is frozen.
pub fn shard_of_page(layer: u64, page: u64, shards: u32) -> u32 {
    let mut word = ((layer << 40) | page).wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((word ^ (word >> 31)) % u64::from(shards)) as u32
}

impl Layout {
    /// Creates the layout of layers of these sizes in `shards` shards. Takes 12 to 24 bytes per page.
    ///
    /// # Panics
    /// Panics if there are no shards, more than 2^64 - 1 ranks, 2^32 or more pages in a layer, or more than
    /// 2^32 ranks of one layer in a shard.
    pub fn new(layers: &[u64], shards: u32) -> Layout {
        assert!(shards > 0, "a table has at least one shard");
        let mut starts = vec![0u64];
        for &size in layers {
            let start = starts[starts.len() - 1];
            starts.push(start.checked_add(size).expect("ranks are counted in 64 bits"));
        }
        let layers = layers.iter().enumerate().map(|(layer, &size)| Pages::new(layer as u64, size, shards));
        Layout { shards, layers: layers.collect(), starts }
    }

    /// Returns the usual number of shards for a number of ranks: a power of two from 1 to 256. Up to the
    /// maximum, shards have about a quarter of a million ranks, whose states fit into a cache of one
    /// megabyte.
    pub fn usual_shards(ranks: u64) -> u32 {
        (ranks >> 18).next_power_of_two().clamp(1, 256) as u32
    }

    /// Returns the number of shards.
    pub fn shards(&self) -> u32 {
        self.shards
    }

    /// Returns the number of layers.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// Returns the ranks of a layer.
    pub fn ranks(&self, layer: usize) -> std::ops::Range<u64> {
        self.starts[layer]..self.starts[layer + 1]
    }

    /// Returns the number of all ranks.
    pub fn rank_count(&self) -> u64 {
        self.starts[self.layers.len()]
    }

    /// Returns the number of ranks of a layer in a shard.
    pub fn len(&self, layer: usize, shard: u32) -> u64 {
        self.runs(layer, shard).map(|run| run.end - run.start).sum()
    }

    /// Returns the ranks of a layer in a shard: runs of consecutive ranks, one for each page, in the order in
    /// which the shard stores them. All but the last run of a layer have length [`PAGE`].
    pub fn runs(&self, layer: usize, shard: u32) -> impl Iterator<Item = std::ops::Range<u64>> + '_ {
        let ranks = self.ranks(layer);
        let pages = self.layers[layer].of_shard[shard as usize].iter();
        pages.map(move |&page| {
            let start = ranks.start + u64::from(page) * PAGE;
            start..(start + PAGE).min(ranks.end)
        })
    }

    /// Returns the layer of a rank. O(log layers).
    pub fn layer_of(&self, rank: u64) -> usize {
        self.starts.partition_point(|&start| start <= rank) - 1
    }

    /// Returns the location of a rank.
    ///
    /// # Panics
    /// Panics if there is no such rank.
    pub fn locate(&self, rank: u64) -> Place {
        let layer = self.layer_of(rank);
        let (shard, index) = self.place_in_layer(layer, rank);
        Place { layer, shard, index: u64::from(index) }
    }

    /// Returns the shard of a rank of `layer`, and the index of the rank among the layer's ranks in this
    /// shard.
    #[inline]
    pub(crate) fn place_in_layer(&self, layer: usize, rank: u64) -> (u32, u32) {
        let within = rank - self.starts[layer];
        let (shard, slot) = self.layers[layer].homes[(within / PAGE) as usize];
        (shard, slot * PAGE as u32 + (within % PAGE) as u32)
    }

    /// Returns the rank at index `place` of a shard of `layer`.
    #[inline]
    pub(crate) fn rank_in_layer(&self, layer: usize, shard: u32, place: u32) -> u64 {
        let page = self.layers[layer].of_shard[shard as usize][place as usize / PAGE as usize];
        self.starts[layer] + u64::from(page) * PAGE + u64::from(place) % PAGE
    }

    /// Returns the rank at a location.
    ///
    /// # Panics
    /// Panics if there is no such location.
    pub fn rank(&self, place: Place) -> u64 {
        let page = self.layers[place.layer].of_shard[place.shard as usize][(place.index / PAGE) as usize];
        self.starts[place.layer] + u64::from(page) * PAGE + place.index % PAGE
    }
}

impl Pages {
    fn new(layer: u64, size: u64, shards: u32) -> Pages {
        let count = size.div_ceil(PAGE);
        assert!(count <= u64::from(u32::MAX), "too many pages in a layer");
        let mut pages = Pages { homes: Vec::new(), of_shard: vec![Vec::new(); shards as usize] };
        for page in 0..count {
            let shard = shard_of_page(layer, page, shards);
            let of_shard = &mut pages.of_shard[shard as usize];
            pages.homes.push((shard, of_shard.len() as u32));
            of_shard.push(page as u32);
            assert!(of_shard.len() as u64 <= (1 << 32) / PAGE, "too many ranks in a shard");
        }
        pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixer_is_frozen() {
        let shards: Vec<u32> = (0..8).map(|page| shard_of_page(0, page, 16)).collect();
        assert_eq!(shards, [15, 1, 14, 13, 10, 10, 0, 7]);
        assert_eq!(shard_of_page(3, 12_345, 1000), 755);
    }

    #[test]
    fn every_rank_has_one_place() {
        for (layers, shards) in [(vec![0u64, 1, PAGE, 3 * PAGE + 5, 40 * PAGE], 3u32), (vec![100_000], 64)] {
            let layout = Layout::new(&layers, shards);
            let mut seen = vec![false; layout.rank_count() as usize];
            for layer in 0..layers.len() {
                for shard in 0..shards {
                    let mut index = 0;
                    for rank in layout.runs(layer, shard).flatten() {
                        assert_eq!(layout.locate(rank), Place { layer, shard, index });
                        assert_eq!(layout.rank(Place { layer, shard, index }), rank);
                        assert!(!std::mem::replace(&mut seen[rank as usize], true));
                        index += 1;
                    }
                    assert_eq!(layout.len(layer, shard), index);
                }
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }
}
