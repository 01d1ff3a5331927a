//! Surreal numbers as they are built: forms `{L|R}` of numbers that have been built before.
//!
//! A form is a number if none of its left options is greater than or equal to one of its right options; which numbers
//! are greater, and what sums are, Conway defines by recursion over the options. Here this is done twice:
//!
//! * a [`Form`] has options given by value, as [dyadic numbers](crate::Dyadic), and what it is worth is found by
//!   arithmetic;
//! * [`Forms`] keeps forms whose options are forms again, down to `{|}`, and works by Conway's definitions alone.
//!
//! That both agree is a theorem: the simplest-number theorem. Only finitely many options are possible here, so every
//! number is dyadic.
//!
//! Source: J. H. Conway, *On Numbers and Games* (second edition 2001), chapters 0 and 1; the "dali function" is D. E.
//! Knuth's name for the canonical form in *Surreal Numbers* (1974), as study notes tell it.
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
