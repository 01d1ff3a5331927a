//! Exercises that compare a position with a number that is not the value of a game.

use crate::{Calculator, Catalogue};
use winways_solve::{Budget, NoObserver};

/// The distances of the numbers from a stop.
const DISTANCES: [&str; 6] = ["1/3", "-1/3", "1/ω", "-1/ω", "2/5", "-2/7"];
/// The number of distinct values of `draw` in [`Comparison::new`].
pub(super) const DRAWS: u64 = 2 * DISTANCES.len() as u64;

/// The comparison of a position with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    /// The number, in the notation of the calculator.
    pub(super) number: String,
    /// The relation of the position to the number: `<`, `>` or `<>`.
    pub(super) sign: &'static str,
    /// The reason, in sentences.
    pub(super) reason: Vec<String>,
}

impl Comparison {
    /// Compares a value with a number close to one of its stops. `draw` selects the number. Returns `None` if the value is not
    /// the value of a short game.
    pub(super) fn new(value: &str, draw: u64) -> Option<Comparison> {
        let distance = DISTANCES[(draw / 2) as usize % DISTANCES.len()];
        let stop = if draw.is_multiple_of(2) { "left_stop" } else { "right_stop" };
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let mut text = |expression: String| calculator.evaluate(&expression, &NoObserver).ok()?.text().ok();
        let number = text(format!("{stop}({value}) + ({distance})"))?;
        let [left, right] = [text(format!("left_stop({value})"))?, text(format!("right_stop({value})"))?];
        let mut holds = |sign: &str| Some(text(format!("({value}) {sign} ({number})"))? == "true");
        let (sign, conclusion) = if holds(">")? {
            (">", format!("{number} is less than the right stop, so the position is greater"))
        } else if holds("<")? {
            ("<", format!("{number} is greater than the left stop, so the position is less"))
        } else {
            ("<>", format!("{number} lies between the stops, so the position and the number are confused"))
        };
        let stops = format!("it is worth {value}: the left stop is {left}, the right stop is {right}");
        Some(Comparison { number, sign, reason: vec![stops, conclusion] })
    }
}

/// Returns the relation that an answer names.
pub(super) fn relation_named(answer: &str) -> Option<&'static str> {
    Some(match answer.to_lowercase().as_str() {
        "<" | "less" => "<",
        ">" | "greater" => ">",
        "<>" | "||" | "confused" => "<>",
        _ => return None,
    })
}
