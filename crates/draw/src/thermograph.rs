//! Thermographs.

mod picture;
mod text;

use std::cmp::Ordering;

use winways_values::{Breakpoint, Dyadic};

use crate::DrawError;

/// A thermograph that can be drawn.
///
/// Left is on the left: values grow to the left, and temperatures grow upwards. The left wall is a solid line, the right wall
/// is dashed, and the mast continues above the picture. The area below the temperature 0 is shaded.
///
/// The exact value of every breakpoint is written below the picture and its exact temperature at the left. Both stops, where
/// the walls cross the temperature 0, are labelled as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThermographPlot {
    left: Vec<Breakpoint>,
    right: Vec<Breakpoint>,
}

impl ThermographPlot {
    /// Creates a thermograph with the given walls.
    ///
    /// Each wall is given by its breakpoints from the temperature −1 upwards. Between breakpoints it is vertical or has slope
    /// ±1. The last breakpoint, the foot of the mast, is common to both walls; it is the only breakpoint if the game is an
    /// integer.
    ///
    /// # Errors
    ///
    /// Returns a [`DrawError`] if the walls do not have this form, have more than [`DrawError::MAX_BREAKPOINTS`] breakpoints or
    /// contain numbers of more than [`DrawError::MAX_BITS`] bits before or after the point.
    ///
    /// ```
    /// use winways_draw::{DrawError, ThermographPlot};
    /// use winways_values::Breakpoint;
    ///
    /// let point = |temperature: i64, value: i64| Breakpoint { temperature: temperature.into(), value: value.into() };
    /// let wall = |temperature, value| vec![point(-1, value), point(temperature, 0)];
    /// assert!(ThermographPlot::new(wall(1, 2), wall(1, -2)).is_ok());
    /// assert_eq!(ThermographPlot::new(wall(1, 2), wall(2, -3)), Err(DrawError::Foot));
    /// assert_eq!(ThermographPlot::new(wall(1, 2), wall(1, -3)), Err(DrawError::WallSlope));
    /// ```
    pub fn new(left: Vec<Breakpoint>, right: Vec<Breakpoint>) -> Result<ThermographPlot, DrawError> {
        let two_to_the_most =
            (0..DrawError::MAX_BITS.ilog2()).fold(Dyadic::from(2), |power, _| &power * &power);
        for wall in [&left, &right] {
            check(wall, &two_to_the_most)?;
        }
        if left.last() == right.last() { Ok(ThermographPlot { left, right }) } else { Err(DrawError::Foot) }
    }

    /// Returns the mean, the value at which the mast stands.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        &self.foot().value
    }

    /// Returns the temperature, at which the mast begins.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        &self.foot().temperature
    }

    /// Returns the left and the right wall, each from the temperature −1 upwards to the foot of the mast.
    #[must_use]
    pub fn walls(&self) -> [&[Breakpoint]; 2] {
        [&self.left, &self.right]
    }

    fn foot(&self) -> &Breakpoint {
        // `new` checks that both walls have a breakpoint.
        &self.left[self.left.len() - 1]
    }

    fn breakpoints(&self) -> impl Iterator<Item = &Breakpoint> {
        self.left.iter().chain(&self.right)
    }

    /// Returns the leftmost value, the rightmost value, and the maximum of the temperature and 0.
    fn extremes(&self) -> (Dyadic, Dyadic, Dyadic) {
        let mean = self.mean();
        let values = || self.breakpoints().map(|breakpoint| &breakpoint.value);
        let (leftmost, rightmost) = (values().max().unwrap_or(mean), values().min().unwrap_or(mean));
        (leftmost.clone(), rightmost.clone(), self.temperature().max(&Dyadic::ZERO).clone())
    }

    /// Returns the points to label: the breakpoints and the stops.
    fn labelled(&self) -> Vec<Breakpoint> {
        let stops = [&self.left, &self.right]
            .map(|wall| Breakpoint { temperature: Dyadic::ZERO, value: value_at(wall, &Dyadic::ZERO) });
        self.breakpoints().cloned().chain(stops).collect()
    }

    /// Returns a description of the walls.
    fn lines(&self) -> [String; 3] {
        let wall = |wall: &[Breakpoint]| {
            let points: Vec<String> =
                wall.iter().map(|point| format!("{} at {}", point.value, point.temperature)).collect();
            points.join(", ")
        };
        [
            format!("mean {}, temperature {}", self.mean(), self.temperature()),
            format!("left wall: {}", wall(&self.left)),
            format!("right wall: {}", wall(&self.right)),
        ]
    }
}

fn check(wall: &[Breakpoint], two_to_the_most: &Dyadic) -> Result<(), DrawError> {
    if wall.len() > DrawError::MAX_BREAKPOINTS {
        return Err(DrawError::ManyBreakpoints);
    }
    let is_long = |number: &Dyadic| {
        number.exponent() > DrawError::MAX_BITS || number > two_to_the_most || number < &-two_to_the_most
    };
    if wall.iter().any(|point| is_long(&point.temperature) || is_long(&point.value)) {
        return Err(DrawError::LongNumber);
    }
    if wall.first().is_none_or(|first| first.temperature != Dyadic::from(-1)) {
        return Err(DrawError::WallStart);
    }
    for pair in wall.windows(2) {
        let rise = &pair[1].temperature - &pair[0].temperature;
        if rise.sign().is_le() {
            return Err(DrawError::WallOrder);
        }
        let lean = &pair[1].value - &pair[0].value;
        if !lean.is_zero() && lean != rise && lean != -rise {
            return Err(DrawError::WallSlope);
        }
    }
    Ok(())
}

/// Returns the value of a wall at a temperature of at least −1 and the direction in which the value changes just above.
fn at(wall: &[Breakpoint], temperature: &Dyadic) -> (Dyadic, Ordering) {
    let above = wall.partition_point(|point| &point.temperature <= temperature);
    let Some(below) = wall.get(above.saturating_sub(1)) else { return (Dyadic::ZERO, Ordering::Equal) };
    let lean = wall.get(above).map_or(Ordering::Equal, |next| next.value.cmp(&below.value));
    let rise = temperature - &below.temperature;
    let value = match lean {
        Ordering::Less => &below.value - rise,
        Ordering::Equal => below.value.clone(),
        Ordering::Greater => &below.value + rise,
    };
    (value, lean)
}

fn value_at(wall: &[Breakpoint], temperature: &Dyadic) -> Dyadic {
    at(wall, temperature).0
}

/// Formats a number, truncated if it is long.
fn number(number: &Dyadic) -> String {
    const MAX_LETTERS: usize = 16;
    let text = number.to_string();
    match text.char_indices().nth(MAX_LETTERS) {
        Some(_) => format!("{}…", &text[..MAX_LETTERS - 1]),
        None => text,
    }
}
