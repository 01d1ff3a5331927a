//! Games whose period this project has not proved.

use crate::heaps::atlas::atlas;

/// A game without a proved period, and the results of its computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenGame {
    /// The name, as the catalogue reads it.
    pub name: String,
    /// The number of heaps computed without finding a period.
    pub known: u64,
    /// The number of rare heaps of its sparse space and the last of them; `None` if no sparse space is known.
    pub rare: Option<(u64, u64)>,
}

/// Iterates over the games without a proved period: octal games of the [`atlas`], one of each class, and Grundy's game.
///
/// Each game comes with the results computed so far. Longer computations may prove further periods.
///
/// Whether every octal game with finitely many digits is periodic is open; see R. K. Guy, *Unsolved problems in
/// combinatorial games*, Games of No Chance (1996).
///
/// ```
/// assert!(winways_games::open_games().any(|game| game.name == "octal(0.4)") == false);
/// assert!(winways_games::open_games().any(|game| game.name == "octal(0.04)"));
/// ```
pub fn open_games() -> impl Iterator<Item = OpenGame> {
    let open = atlas().into_iter().filter(|(row, _)| row.period.is_none()).map(|(row, _)| OpenGame {
        name: format!("octal({})", row.code),
        known: row.heaps,
        rare: row.rare,
    });
    let grundy = OpenGame { name: "grundy".to_owned(), known: 1 << 30, rare: Some((1286, 48_399_022)) };
    open.chain([grundy])
}
