//! Games whose period this project has not proved.

/// A game without a proved period, and the results of its computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenGame {
    /// The name, as the catalogue reads it.
    pub name: &'static str,
    /// The number of heaps computed without finding a period.
    pub known: u64,
    /// The number of rare heaps of its sparse space and the last of them; `None` if no sparse space is known.
    pub rare: Option<(u64, u64)>,
}

/// The table of games, one a line: name, heaps known, number of rare heaps, last rare heap.
const TABLE: &str = include_str!("open_games.tsv");

/// Iterates over the octal games of up to three digits, and Grundy's game, whose period this project has not proved.
///
/// Each game comes with the results computed so far. Some of the games are equivalent to one another, and longer computations may
/// prove the period of others.
///
/// Whether every octal game with finitely many digits is periodic is open; see R. K. Guy, *Unsolved problems in
/// combinatorial games*, Games of No Chance (1996).
///
/// ```
/// assert!(winways_games::open_games().any(|game| game.name == "octal(0.07)") == false);
/// assert!(winways_games::open_games().any(|game| game.name == "octal(0.007)"));
/// ```
pub fn open_games() -> impl Iterator<Item = OpenGame> {
    TABLE.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let name = columns.next()?;
        let mut number = || columns.next().and_then(|column| column.parse().ok());
        let known = number()?;
        Some(OpenGame { name, known, rare: number().zip(number()) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_game() {
        assert_eq!(open_games().count(), TABLE.lines().count());
        for game in open_games() {
            let code = game.name.strip_prefix("octal(0.").and_then(|code| code.strip_suffix(')'));
            let octal =
                code.is_some_and(|code| code.len() <= 3 && code.bytes().all(|byte| byte.is_ascii_digit()));
            assert!(octal || game.name == "grundy", "{}", game.name);
            assert!(game.rare.is_none_or(|(count, last)| count > 0 && last < game.known));
        }
    }
}
