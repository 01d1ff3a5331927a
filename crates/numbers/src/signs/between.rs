//! The order of sign expansions and the simplest number between two numbers.

use super::SignExpansion;
use super::builder::Builder;
use super::cursor::Cursor;
use crate::error::NumberError;
use crate::ordinal::Ordinal;
use std::cmp::Ordering;

/// The remainders of two sign expansions after their common prefix.
struct Split<'s> {
    /// The common prefix, if it is requested.
    prefix: Option<Builder>,
    one: Cursor<'s>,
    other: Cursor<'s>,
}

impl<'s> Split<'s> {
    /// Reads the common prefix of two expansions.
    ///
    /// Takes O(n) steps for n runs in both expansions together. Words are unrolled, but only briefly: two periodic sequences
    /// that agree on a prefix as long as the sum of their periods are equal (Fine and Wilf 1965).
    fn new(
        one: &'s SignExpansion,
        other: &'s SignExpansion,
        prefix: Option<Builder>,
    ) -> Result<Self, NumberError> {
        let mut split = Split { prefix, one: Cursor::new(one), other: Cursor::new(other) };
        while let (Some((sign, length)), Some((other_sign, other_length))) =
            (split.one.peek(), split.other.peek())
        {
            if sign != other_sign {
                break;
            }
            let common = length.min(other_length).clone();
            if split.skip_equal_words()? {
                continue;
            }
            if let Some(prefix) = &mut split.prefix {
                prefix.push(sign, &common)?;
            }
            split.one.advance(&common)?;
            split.other.advance(&common)?;
        }
        Ok(split)
    }

    /// Skips the words at both positions if they are equal when rotated to start there. Returns `true` if they are skipped.
    ///
    /// Words are primitive and start with a full run, so equal sequences have equal words.
    fn skip_equal_words(&mut self) -> Result<bool, NumberError> {
        let (Some(word), Some(other)) = (self.one.whole_word(), self.other.whole_word()) else {
            return Ok(false);
        };
        if word != other {
            return Ok(false);
        }
        if let Some(prefix) = &mut self.prefix {
            prefix.push_word(word)?;
        }
        self.one.skip_segment();
        self.other.skip_segment();
        Ok(true)
    }
}

/// Returns the rank of the next sign in the order − < end < +.
fn rank(next: Option<(bool, &Ordinal)>) -> u8 {
    match next {
        Some((false, _)) => 0,
        None => 1,
        Some((true, _)) => 2,
    }
}

/// Compares two sign expansions.
pub(super) fn compare(one: &SignExpansion, other: &SignExpansion) -> Ordering {
    match Split::new(one, other, None) {
        Ok(split) => rank(split.one.peek()).cmp(&rank(split.other.peek())),
        // Reading only shortens lengths, so no limit is reached.
        Err(_) => Ordering::Equal,
    }
}

impl SignExpansion {
    /// Returns the simplest number between `self` and `other`: the number with the shortest sign expansion.
    ///
    /// # Errors
    /// [`NumberError::EmptyInterval`] unless `self` is less than `other`.
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let [low, high] = ["1/ω".parse::<Surreal>()?, "1/3".parse()?].map(|x| x.sign_expansion());
    /// assert_eq!(low?.simplest_between(&high?)?.to_surreal()?.to_string(), "1/4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn simplest_between(&self, other: &SignExpansion) -> Result<SignExpansion, NumberError> {
        let split = Split::new(self, other, Some(Builder::default()))?;
        let prefix = split.prefix.unwrap_or_default();
        match (split.one.peek(), split.other.peek()) {
            (Some((false, _)), Some((true, _))) => Ok(prefix.finish()),
            (None, Some((true, _))) => extend(prefix, split.other, true),
            (Some((false, _)), None) => extend(prefix, split.one, false),
            _ => Err(NumberError::EmptyInterval),
        }
    }

    /// Returns the simplest number above this one.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    ///
    /// ```
    /// use winways_numbers::Surreal;
    ///
    /// let signs = "ω+1/3".parse::<Surreal>()?.sign_expansion()?;
    /// assert_eq!(signs.simplest_above()?.to_surreal()?.to_string(), "ω+1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn simplest_above(&self) -> Result<SignExpansion, NumberError> {
        let mut cursor = Cursor::new(self);
        let mut simplest = Builder::default();
        let pluses = match cursor.peek() {
            Some((false, _)) => return Ok(simplest.finish()),
            Some((true, length)) => length.clone(),
            None => Ordinal::ZERO,
        };
        simplest.push(true, &pluses)?;
        cursor.advance(&pluses)?;
        // If a minus follows in the number, the run of pluses alone is greater than the number.
        if cursor.peek().is_none() {
            simplest.push(true, &Ordinal::one())?;
        }
        Ok(simplest.finish())
    }

    /// Returns the simplest number below this one.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn simplest_below(&self) -> Result<SignExpansion, NumberError> {
        Ok(self.negated().simplest_above()?.negated())
    }
}

/// Returns the simplest number between the number `prefix` and the number that continues it with `rest`. The first sign of `rest` is
/// `is_up`.
fn extend(mut prefix: Builder, mut rest: Cursor<'_>, is_up: bool) -> Result<SignExpansion, NumberError> {
    let one = Ordinal::one();
    prefix.push(is_up, &one)?;
    rest.advance(&one)?;
    match rest.peek() {
        Some((sign, _)) if sign == is_up => return Ok(prefix.finish()),
        Some((sign, length)) => {
            let length = length.clone();
            prefix.push(sign, &length)?;
            rest.advance(&length)?;
            if rest.peek().is_some_and(|(sign, _)| sign == is_up) {
                return Ok(prefix.finish());
            }
        }
        None => {}
    }
    // The other number ends here, and the result must differ from it.
    prefix.push(!is_up, &one)?;
    Ok(prefix.finish())
}

/// Compares the first signs that differ, where − is less than the end and the end is less than +.
impl Ord for SignExpansion {
    fn cmp(&self, other: &SignExpansion) -> Ordering {
        compare(self, other)
    }
}

impl PartialOrd for SignExpansion {
    fn partial_cmp(&self, other: &SignExpansion) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
