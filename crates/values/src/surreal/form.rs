//! Forms whose options are numbers given by value.

use std::fmt;
use std::ops::Neg;

use crate::Dyadic;

/// A form `{L|R}` whose options are dyadic numbers. It is a number if no left option is greater than or equal to a
/// right option.
///
/// Two forms are `==` if they have the same options. Different forms may have the same [`value`](Form::value).
///
/// ```
/// use winways_values::Dyadic;
/// use winways_values::surreal::Form;
///
/// let form = Form::new([Dyadic::ZERO], [Dyadic::from(1), Dyadic::new(3, 2)]);
/// assert_eq!(form.to_string(), "{0|3/4,1}");
/// assert_eq!(form.value(), Some(Dyadic::new(1, 1)));
/// assert_eq!((-&form).to_string(), "{-1,-3/4|0}");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Form {
    // Both lists are ascending and have no repetitions.
    left: Vec<Dyadic>,
    right: Vec<Dyadic>,
}

impl Form {
    /// Creates a form from options in any order; repetitions are ignored.
    #[must_use]
    pub fn new(left: impl IntoIterator<Item = Dyadic>, right: impl IntoIterator<Item = Dyadic>) -> Form {
        Form { left: ascending(left), right: ascending(right) }
    }

    /// Returns the canonical form of a number, by the dali function: `{|}` for 0, `{x-1|}` for an integer `x > 0`,
    /// `{|x+1}` for an integer `x < 0`, and `{(j-1)/2^k|(j+1)/2^k}` for a fraction `j/2^k` in lowest terms.
    ///
    /// ```
    /// use winways_values::Dyadic;
    /// use winways_values::surreal::Form;
    ///
    /// assert_eq!(Form::dali(&Dyadic::new(5, 3)).to_string(), "{1/2|3/4}");
    /// assert_eq!(Form::dali(&Dyadic::from(-2)).to_string(), "{|-1}");
    /// ```
    #[must_use]
    pub fn dali(number: &Dyadic) -> Form {
        let step = Dyadic::new(1, number.exponent());
        let (sign, is_fraction) = (number.sign(), !number.is_integer());
        let left = (is_fraction || sign.is_gt()).then(|| number - &step);
        let right = (is_fraction || sign.is_lt()).then(|| number + &step);
        Form::new(left, right)
    }

    /// Returns the left options, ascending.
    #[must_use]
    pub fn left(&self) -> &[Dyadic] {
        &self.left
    }

    /// Returns the right options, ascending.
    #[must_use]
    pub fn right(&self) -> &[Dyadic] {
        &self.right
    }

    /// Returns the greatest left option and the least right option if they show that the form is not a number, that is,
    /// if the first is at least the second. Returns `None` if the form is a number.
    ///
    /// ```
    /// use winways_values::Dyadic;
    /// use winways_values::surreal::Form;
    ///
    /// let zero = || [Dyadic::ZERO];
    /// assert_eq!(Form::new(zero(), zero()).conflict(), Some((&Dyadic::ZERO, &Dyadic::ZERO)));
    /// assert_eq!(Form::new(zero(), []).conflict(), None);
    /// ```
    #[must_use]
    pub fn conflict(&self) -> Option<(&Dyadic, &Dyadic)> {
        self.left.last().zip(self.right.first()).filter(|(left, right)| left >= right)
    }

    /// Returns the value of the form, if it is a number: the [simplest number](Dyadic::simplest_between) between its
    /// greatest left option and its least right option. No other option matters.
    ///
    /// # Panics
    ///
    /// Panics like [`Dyadic::simplest_between`], at the limit of exponents.
    #[must_use]
    pub fn value(&self) -> Option<Dyadic> {
        Dyadic::simplest_between(self.left.last(), self.right.first())
    }

    /// Returns the sum of two forms `x` and `y`, if both are numbers: `{xL+y, x+yL | xR+y, x+yR}` over their options
    /// `xL`, ...
    ///
    /// # Panics
    ///
    /// Panics like [`value`](Form::value).
    ///
    /// ```
    /// use winways_values::Dyadic;
    /// use winways_values::surreal::Form;
    ///
    /// let half = Form::dali(&Dyadic::new(1, 1));
    /// assert_eq!(half.sum(&half).unwrap().to_string(), "{1/2|3/2}"); // another form of 1
    /// ```
    #[must_use]
    pub fn sum(&self, other: &Form) -> Option<Form> {
        let (x, y) = (self.value()?, other.value()?);
        let options = |of_x: &[Dyadic], of_y: &[Dyadic]| -> Vec<Dyadic> {
            of_x.iter().map(|option| option + &y).chain(of_y.iter().map(|option| &x + option)).collect()
        };
        Some(Form::new(options(&self.left, &other.left), options(&self.right, &other.right)))
    }
}

/// Returns the negative, `{-R|-L}`.
impl Neg for &Form {
    type Output = Form;

    fn neg(self) -> Form {
        let negatives = |options: &[Dyadic]| options.iter().rev().map(|option| -option).collect();
        Form { left: negatives(&self.right), right: negatives(&self.left) }
    }
}

/// Writes `{l1,l2|r1,r2}`, ascending and without spaces.
impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |options: &[Dyadic]| options.iter().map(Dyadic::to_string).collect::<Vec<_>>().join(",");
        write!(formatter, "{{{}|{}}}", list(&self.left), list(&self.right))
    }
}

fn ascending(options: impl IntoIterator<Item = Dyadic>) -> Vec<Dyadic> {
    let mut options: Vec<Dyadic> = options.into_iter().collect();
    options.sort_unstable();
    options.dedup();
    options
}
