//! Merges the terms of two numbers in a sum.

use crate::error::NumberError;
use std::cmp::Ordering;

/// Merges two descending lists into one. Terms that compare as equal are combined into one term.
pub(crate) fn merged<T: Clone>(
    mut left: &[T],
    mut right: &[T],
    compare: impl Fn(&T, &T) -> Ordering,
    combine: impl Fn(&T, &T) -> Result<T, NumberError>,
) -> Result<Vec<T>, NumberError> {
    let mut terms = Vec::with_capacity(left.len() + right.len());
    while let ([one, left_rest @ ..], [other, right_rest @ ..]) = (left, right) {
        let order = compare(one, other);
        terms.push(match order {
            Ordering::Less => other.clone(),
            Ordering::Equal => combine(one, other)?,
            Ordering::Greater => one.clone(),
        });
        if order.is_ge() {
            left = left_rest;
        }
        if order.is_le() {
            right = right_rest;
        }
    }
    terms.extend_from_slice(left);
    terms.extend_from_slice(right);
    Ok(terms)
}
