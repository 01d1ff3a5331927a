/// Returns the nim-sum of heaps: binary addition without carry. A position is lost (P) if its nim-sum is 0 (Bouton 1901). O(heaps).
///
/// ```
/// assert_eq!(winways_games::heaps::nim::nim_sum(&[7, 8, 9]), 6);
/// ```
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}
