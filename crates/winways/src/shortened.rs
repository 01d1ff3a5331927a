//! Shortened forms of long positions and values.

use crate::Position;
use winways_solve::StopReason;
use winways_values::{Dyadic, Game, Operations, TextLimits};

/// The maximum length of a string that is shown in full, in characters.
const LONGEST: usize = 200;
/// The largest exponent of a denominator that is shown in a message.
const LONGEST_EXPONENT: u32 = 64;
/// The number of characters shown from the end of a longer string.
const END: usize = 40;

impl Position {
    /// Returns the position as a string. A string of more than 200 characters is shortened to its beginning and its end, with
    /// `...` between them.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let position = |heaps: &[&str]| Position::of_expression(&Catalogue::new(), &format!("nim({})", heaps.join(",")));
    /// assert_eq!(position(&["3", "5"])?.brief(), "nim(3,5)");
    /// let long = position(&["7"; 1000])?.brief();
    /// assert!(long.starts_with("nim(7,7,") && long.contains(" ... ") && long.ends_with(",7,7)"));
    /// assert_eq!(long.chars().count(), 200);
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn brief(&self) -> String {
        let text = self.to_string();
        let count = text.chars().count();
        if count <= LONGEST {
            return text;
        }
        let middle = " ... ";
        let start: String = text.chars().take(LONGEST - END - middle.len()).collect();
        let end: String = text.chars().skip(count - END).collect();
        format!("{start}{middle}{end}")
    }
}

/// Returns the [`StopReason`] for a value whose text is too long, with the value in shortened form.
pub(crate) fn too_long(operations: &mut Operations<'_>, game: Game) -> StopReason {
    let limit = TextLimits::default().named as u64;
    let session = operations.session();
    if let Some(number) = session.as_number(game).filter(|number| !is_short(number)) {
        let value = match number.exponent() {
            0 => "with many digits".to_owned(),
            exponent => format!("with denominator 2^{exponent}"),
        };
        return StopReason::Text { limit, value };
    }
    let count = |options: usize| match options {
        1 => "1 option".to_owned(),
        options => format!("{options} options"),
    };
    let sides =
        session.left_options(game).and_then(|left| Ok((left.len(), session.right_options(game)?.len())));
    let mut value = match sides {
        Ok((left, right)) => format!("{{{}|{}}}", count(left), count(right)),
        Err(_) => "{...|...}".to_owned(),
    };
    if let (Ok(mean), Ok(temperature)) = (operations.mean(game), operations.temperature(game))
        && is_short(&mean)
        && is_short(&temperature)
    {
        value += &format!(" with mean {mean} and temperature {temperature}");
    }
    StopReason::Text { limit, value }
}

/// Returns `true` if a number can be shown in a message. A long number is not converted to decimal digits, which takes much time.
fn is_short(number: &Dyadic) -> bool {
    number.exponent() <= LONGEST_EXPONENT && i64::try_from(&number.floor()).is_ok()
}
