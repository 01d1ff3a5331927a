//! The numbers that determine the board of a game.

use std::ops::RangeInclusive;

/// A number in the parameter of a game that determines its board, such as the number of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The name of the counted things, in the plural: `rows`.
    pub name: &'static str,
    /// The number.
    pub value: u64,
    /// The game with the next smaller number, if there is one: `mnk(2,3,3)`.
    pub smaller: Option<String>,
    /// The game with the next larger number, if there is one.
    pub larger: Option<String>,
}

impl Size {
    /// Creates the sizes of a board: each has a name, a value and the range of its values. `game` returns the name of the game
    /// with given values, or `None` if there is no such board.
    ///
    /// ```
    /// use winways_kit::view::Size;
    ///
    /// let sizes = Size::list([("rows", 1, 1..=8), ("columns", 3, 1..=8)], |[rows, columns]| Some(format!("g({rows},{columns})")));
    /// assert_eq!((&sizes[0].smaller, sizes[0].larger.as_deref()), (&None, Some("g(2,3)")));
    /// assert_eq!(sizes[1].smaller.as_deref(), Some("g(1,2)"));
    /// ```
    pub fn list<const N: usize>(
        sizes: [(&'static str, u64, RangeInclusive<u64>); N],
        game: impl Fn([u64; N]) -> Option<String>,
    ) -> Vec<Size> {
        let values = sizes.each_ref().map(|size| size.1);
        let with = |index: usize, value: Option<u64>| {
            let mut values = values;
            values[index] = value.filter(|value| sizes[index].2.contains(value))?;
            game(values)
        };
        let size = |(index, (name, value, _)): (usize, &(&'static str, u64, RangeInclusive<u64>))| Size {
            name,
            value: *value,
            smaller: with(index, value.checked_sub(1)),
            larger: with(index, value.checked_add(1)),
        };
        sizes.iter().enumerate().map(size).collect()
    }
}
