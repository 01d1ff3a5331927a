//! Descriptions of the numbering of positions, for other programs that read the tables. Tests compare each description with the
//! ranks.

/// Returns the formula for the rank of a position of a game; `None` for games without ranks.
///
/// The number of a set of cells c₁ < c₂ < … < cₖ among all sets of k cells is C(c₁,1) + C(c₂,2) + … + C(cₖ,k).
///
/// ```
/// use winways_games::ranked::rank_numbering;
/// assert!(rank_numbering("chase").is_some_and(|rule| rule.contains("(side · N² + white) · N² + black")));
/// assert_eq!(rank_numbering("nim"), None);
/// ```
pub fn rank_numbering(name: &str) -> Option<&'static str> {
    let rules = include_str!("numbering.tsv").lines().filter_map(|line| line.split_once('\t'));
    rules.into_iter().find(|(game, _)| *game == name).map(|(_, rule)| rule)
}
