//! Surreal numbers as forms `{L|R}` of earlier numbers.
//!
//! A form is a number if none of its left options is greater than or equal to any of its right options. Conway defines
//! the order and the sums by recursion over the options. This module implements them twice:
//!
//! * a [`Form`] has options given by value, as [dyadic numbers](crate::Dyadic), and its value is computed by
//!   arithmetic;
//! * [`Forms`] stores forms whose options are forms again, down to `{|}`, and uses Conway's definitions only.
//!
//! The simplest-number theorem states that both agree. Since forms have finitely many options here, every number is
//! dyadic.
//!
//! Source: J. H. Conway, *On Numbers and Games* (second edition 2001), chapters 0 and 1. According to study notes, the
//! "dali function" is D. E. Knuth's name for the canonical form in *Surreal Numbers* (1974).
//!
//! ```
//! use winways_values::Dyadic;
//! use winways_values::surreal::{Form, Forms};
//!
//! // {2, 3 | 4, 5} = 7/2, by arithmetic ...
//! let form = Form::new([2, 3].map(Dyadic::from), [4, 5].map(Dyadic::from));
//! assert_eq!(form.value(), Some(Dyadic::new(7, 1)));
//! // ... and by the definitions: it equals {3|4}, the canonical form of 7/2.
//! let mut forms = Forms::new(1_000_000);
//! let built = forms.of_numbers(&form)?;
//! let canonical = forms.dali(&Dyadic::new(7, 1))?;
//! assert!(forms.le(built, canonical)? && forms.le(canonical, built)?);
//! # Ok::<(), winways_values::surreal::FormError>(())
//! ```

mod form;
mod forms;

pub use form::Form;
pub use forms::{FormError, Forms, Surreal};

#[cfg(test)]
mod tests;
