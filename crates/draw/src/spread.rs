//! Placement of labels next to each other, close to their preferred positions.

use crate::canvas::Length;

/// Returns the middles of labels of the given sizes, given their preferred middles in ascending order. No two labels overlap,
/// and the sum of the squared displacements is minimal (to a 64th of a unit).
///
/// # Complexity
///
/// Linear time. Source: the pooling of adjacent violators (M. Ayer et al., *An empirical distribution function for sampling
/// with incomplete information*, 1955).
pub(crate) fn spread(best: &[Length], sizes: &[Length]) -> Vec<Length> {
    // Subtract from each preferred position the room that the preceding labels need. This leaves an isotonic regression: the
    // fitted positions must only be non-decreasing.
    let mut offset = Vec::with_capacity(best.len());
    let mut last: Option<(Length, Length)> = None;
    for &size in sizes {
        let middle = last.map_or(0, |(middle, last_size)| middle + (last_size + size + 1).div_euclid(2));
        offset.push(middle);
        last = Some((middle, size));
    }
    let mut clusters: Vec<(Length, Length)> = Vec::new();
    for (best, offset) in best.iter().zip(&offset) {
        let mut cluster = (best - offset, 1);
        while let Some(&before) = clusters.last()
            && place(before) >= place(cluster)
        {
            clusters.pop();
            cluster = (before.0 + cluster.0, before.1 + cluster.1);
        }
        clusters.push(cluster);
    }
    let places = clusters.iter().flat_map(|&cluster| (0..cluster.1).map(move |_| place(cluster)));
    places.zip(offset).map(|(place, offset)| place + offset).collect()
}

/// Returns the position of a cluster of `count` labels: the mean of their preferred positions, which add up to `sum`.
fn place((sum, count): (Length, Length)) -> Length {
    sum.div_euclid(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_stay_if_they_fit() {
        assert_eq!(spread(&[], &[]), Vec::<Length>::new());
        assert_eq!(spread(&[-5, 5, 20], &[10, 10, 10]), [-5, 5, 20]);
        assert_eq!(spread(&[0, 0, 0], &[10, 10, 10]), [-10, 0, 10]);
        assert_eq!(spread(&[0, 4, 100], &[10, 10, 10]), [-3, 7, 100]);
    }

    fn cost(best: &[Length], places: &[Length]) -> Length {
        best.iter().zip(places).map(|(best, place)| (best - place).pow(2)).sum()
    }

    proptest! {
        #[test]
        fn labels_keep_apart_and_near(items in prop::collection::vec((-50_i64..50, 1_i64..20), 0..5)) {
            let (mut best, sizes): (Vec<_>, Vec<_>) = items.into_iter().unzip();
            best.sort_unstable();
            let places = spread(&best, &sizes);
            let apart = |places: &[Length]| {
                (1..places.len()).all(|i| 2 * (places[i] - places[i - 1]) >= sizes[i] + sizes[i - 1])
            };
            prop_assert!(apart(&places));
            // Neither a single label nor a run of neighbours can move to a better position.
            for from in 0..places.len() {
                for to in from..places.len() {
                    for step in [-1, 1] {
                        let mut moved = places.clone();
                        moved[from..=to].iter_mut().for_each(|place| *place += step);
                        let slack = 2 * (to - from + 1) as Length;
                        prop_assert!(!apart(&moved) || cost(&best, &moved) + slack >= cost(&best, &places));
                    }
                }
            }
        }
    }
}
