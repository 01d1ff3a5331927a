//! Functions for surreal numbers, ordinals, and nimbers as elements of a field.

use super::super::arguments::Arguments;
use super::super::error::Result;
use super::super::function::Evaluate::Values;
use super::super::function::functions;
use super::super::list::charge_list;
use super::super::numbers::{of_ordinal, power};
use super::super::value::Value;
use std::str::FromStr;
use winways_notation::Span;
use winways_numbers::nim::{self, Extension, Roots};
use winways_numbers::{Fraction, Ordinal, ParseNumberError, SignExpansion, Stalk, Surreal, Transfinite};
use winways_values::Dyadic;

functions! {
    "abs" ("x") [1, 1], "The absolute value of a number.",
        "abs(5-ω)" => "ω-5", "Conway, On Numbers and Games, chapter 1": Values(|a| {
            let number = a.fraction(0)?;
            let number = if number.sign().is_lt() { number.negated()? } else { number };
            a.of_fraction(number)
        });
    "exponential" ("x") [1, 1], "The exponential of a number all of whose terms are infinite.",
        "exponential(ω)" => "ω^ω", "Gonshor, An Introduction to the Theory of Surreal Numbers, chapter 10": Values(|a| {
            let number = a.surreal(0)?.exponential()?;
            a.of_fraction(number.into())
        });
    "from_signs" ("text") [1, 1], "The number with a sign expansion, which is written as runs, such as `+^ω -^3`.",
        "from_signs(\"+^ω -^3\")" => "ω-3", "Gonshor, An Introduction to the Theory of Surreal Numbers, chapter 5": Values(|a| {
            let signs: SignExpansion = a.read(0, "a text such as \"+^ω -^3\"", "this is not a sign expansion")?;
            a.of_signs(&signs)
        });
    "integer_part" ("x") [1, 1], "The greatest omnific integer that is not greater than x, which must be a finite sum of terms, unlike ω/(ω+1).",
        "integer_part(ω/2 - 1/ω)" => "ω/2-1", "Conway, On Numbers and Games, chapter 5": Values(|a| {
            let number = a.surreal(0)?.integer_part()?;
            a.of_fraction(number.into())
        });
    "nim_degree" ("a") [1, 1], "The degree of a nimber over the field of 0 and *: the bits of the smallest field that contains it.",
        "nim_degree(*ω)" => "6", "Lenstra, On the algebraic closure of two (1977)": Values(|a| {
            let nimber = a.transfinite(0)?;
            let degree = a.interruptible(|continues| nimber.degree_while(continues))??;
            a.of_number(Dyadic::from(i64::try_from(degree).unwrap_or(i64::MAX)))
        });
    "nim_inverse" ("a") [1, 1], "The nimber whose product with a is *.",
        "nim_inverse(*2)" => "*3", "Conway, On Numbers and Games, chapter 6": Values(|a| {
            let nimber = a.transfinite(0)?;
            let inverse = a.interruptible(|continues| nimber.inverse_while(continues))??;
            a.of_transfinite(inverse)
        });
    "nim_log" ("a, b") [2, 2], "The least n for which the n-th power of a is b, for nimbers below 2^128.",
        "nim_log(*4, *6)" => "2", "Pohlig and Hellman (1978)": Values(|a| a.nim_logarithm());
    "nim_minimal_polynomial" ("a") [1, 1], "The polynomial of least degree over the field of 0 and * with the root a, for a nimber below 2^128.",
        "nim_minimal_polynomial(*2)" => "x^2+x+1", "Conway, On Numbers and Games, chapter 6": Values(|a| {
            let nimber = a.finite_nimber(0)?;
            let text = nim::minimal_polynomial(nimber).to_string();
            let latex = braced_exponents(&text);
            a.formula(text, latex)
        });
    "nim_order" ("a") [1, 1], "The least n > 0 for which the n-th power of a is *, for a nimber below 2^128.",
        "nim_order(*2)" => "3", "Conway, On Numbers and Games, chapter 6": Values(|a| {
            let nimber = a.finite_nimber(0)?;
            match nim::multiplicative_order(nimber) {
                Some(order) => a.of_u128(order),
                None => Err(a.none("no power of 0 is *")),
            }
        });
    "nim_power" ("a, n") [2, 2], "The product of n copies of the nimber a.",
        "nim_power(*ω, 3)" => "*2", "Conway, On Numbers and Games, chapter 6": Values(|a| {
            let nimber = a.transfinite(0)?;
            let number = a.number(1)?;
            let exponent = number.to_string().parse().map_err(|_| a.wrong(1, "an integer from 0 to 2^128 - 1"))?;
            let power = a.interruptible(|continues| nimber.power_while(exponent, continues))??;
            a.of_transfinite(power)
        });
    "nim_product" ("a, b") [2, 2], "The product of two nimbers in their field; an integer n counts as *n.",
        "nim_product(*2, *2)" => "*3", "Conway, On Numbers and Games, chapter 6": Values(|a| {
            let product = a.transfinite(0)?.product(&a.transfinite(1)?)?;
            a.of_transfinite(product)
        });
    "nim_solve_quadratic" ("a, b, c") [3, 3], "The list of the nimbers x with ax² + bx + c = 0, for nimbers a, b, c below 2^128; the roots are below 2^256.",
        "nim_solve_quadratic(*, *, *)" => "[*2, *3]", "Conway, On Numbers and Games, chapter 6": Values(|a| a.nim_roots());
    "nim_sqrt" ("a") [1, 1], "The nimber whose product with itself is a.",
        "nim_sqrt(*2)" => "*3", "Conway, On Numbers and Games, chapter 6": Values(|a| {
            let nimber = a.transfinite(0)?;
            let root = a.interruptible(|continues| nimber.square_root_while(continues))??;
            a.of_transfinite(root)
        });
    "nim_trace" ("a, bits") [2, 2], "The trace of a nimber in the field of 8, 16, 32, 64, 128 or 256 bits: 0 or *.",
        "nim_trace(*128, 8)" => "*", "Conway, On Numbers and Games, chapter 6": Values(|a| a.nim_trace());
    "ordinal_power" ("a, b") [2, 2], "The ordinal a to the ordinal b, with the operations of Cantor.",
        "ordinal_power(2, ω)" => "ω", "Cantor (1897); Sierpiński, Cardinal and Ordinal Numbers, chapter XIV": Values(|a| a.of_ordinals(Ordinal::power));
    "ordinal_product" ("a, b") [2, 2], "Cantor's product of two ordinals, which depends on their order.",
        "ordinal_product(2, ω)" => "ω", "Cantor (1897); Sierpiński, Cardinal and Ordinal Numbers, chapter XIV": Values(|a| a.of_ordinals(Ordinal::product));
    "ordinal_sum" ("a, b") [2, 2], "Cantor's sum of two ordinals, which depends on their order.",
        "ordinal_sum(1, ω)" => "ω", "Cantor (1897); Sierpiński, Cardinal and Ordinal Numbers, chapter XIV": Values(|a| a.of_ordinals(Ordinal::sum));
    "power" ("x, n") [2, 2], "The n-th power of a number; n is an integer, or any number if x is ω.",
        "power(ω + 1, 2)" => "ω^2+2ω+1", "Conway, On Numbers and Games, chapter 3": Values(|a| {
            let power = power(&a.fraction(0)?, &a.fraction(1)?)?;
            a.of_fraction(power)
        });
    "root" ("x, n") [2, 2], "The n-th root of a number with a single term, whose coefficient must have a rational n-th root.",
        "root(4ω, 2)" => "2ω^(1/2)", "Conway, On Numbers and Games, chapter 4": Values(|a| {
            let degree = a.between(1, 1, u32::MAX)?;
            let root = a.surreal(0)?.root(degree)?;
            a.of_fraction(root.into())
        });
    "stalk" ("text") [1, 1], "The value of a stalk of Hackenbush, which may be infinitely high: its edges `L`, `R` or `G` from the ground up, with exponents.",
        "stalk(\"L(RL)^ω\")" => "2/3", "Berlekamp (1974); Conway, On Numbers and Games, chapter 8": Values(|a| {
            match a.read(0, "a text such as \"L(RL)^ω\"", "this is not a stalk")? {
                Stalk::Coloured(signs) => a.of_signs(&signs),
                Stalk::Green(height) => a.of_transfinite(Transfinite::from_ordinal(&height)?),
            }
        });
    "standard_part" ("x") [1, 1], "The rational number that differs from a finite number by an infinitesimal; x must be a finite sum of terms, unlike 1/(ω+1).",
        "standard_part(1/3 - 5/ω)" => "1/3", "Conway, On Numbers and Games, chapter 3": Values(|a| {
            let part = a.surreal(0)?.standard_part()?;
            a.of_fraction(Fraction::try_from(&part)?)
        });
}

/// Converts the text of a polynomial to LaTeX by putting its exponents in braces.
fn braced_exponents(text: &str) -> String {
    let mut latex = String::new();
    for (place, part) in text.split('^').enumerate() {
        let digits = if place > 0 { part.bytes().take_while(u8::is_ascii_digit).count() } else { 0 };
        if place > 0 {
            latex += &format!("^{{{}}}", &part[..digits]);
        }
        latex += &part[digits..];
    }
    latex
}

impl Arguments<'_, '_> {
    /// Parses a text argument. If the argument is a quoted text, the error points to a position in it.
    fn read<T: FromStr<Err = ParseNumberError>>(
        &mut self,
        index: usize,
        expected: &str,
        wrong: &str,
    ) -> Result<T> {
        let Value::Text(text) = self.value(index).clone() else { return Err(self.wrong(index, expected)) };
        let text = text.as_str();
        self.operations.session().spend(1 + text.len())?;
        text.parse().map_err(|error: ParseNumberError| {
            let span = self.span_of(index);
            match span.end - span.start == text.len() + 2 {
                true => {
                    self.pointed(format!("{wrong}: {}", error.fault), Span::at(span.start + 1 + error.place))
                }
                false => self.pointed(format!("{wrong}: {error}"), span),
            }
            .into()
        })
    }

    /// Returns an argument as a surreal number, possibly a quotient.
    pub(super) fn fraction(&mut self, index: usize) -> Result<Fraction> {
        let value = self.value(index).clone();
        match value.as_fraction(self.operations.session())? {
            Some(number) => Ok(number),
            None => Err(self.wrong(index, "a number")),
        }
    }

    /// Returns an argument as a surreal number with finitely many terms.
    pub(super) fn surreal(&mut self, index: usize) -> Result<Surreal> {
        Ok(self.fraction(index)?.to_surreal()?)
    }

    fn ordinal(&mut self, index: usize) -> Result<Ordinal> {
        let number = self.surreal(index)?;
        number.to_ordinal().map_err(|_| self.wrong(index, "an ordinal, such as ω^2+3"))
    }

    /// Returns an argument as a nimber; an integer n counts as *n.
    fn transfinite(&mut self, index: usize) -> Result<Transfinite> {
        let value = self.value(index).clone();
        let session = self.operations.session();
        if let Some(nimber) = value.as_transfinite(session)? {
            return Ok(nimber);
        }
        let ordinal = match value.as_fraction(session)? {
            Some(number) => number.to_surreal().ok().and_then(|number| number.to_ordinal().ok()),
            None => None,
        };
        match ordinal {
            Some(ordinal) => Ok(Transfinite::from_ordinal(&ordinal)?),
            None => Err(self.wrong(index, "a nimber, or an integer from 0 on")),
        }
    }

    fn finite_nimber(&mut self, index: usize) -> Result<u128> {
        let nimber = self.transfinite(index)?;
        nimber.to_finite().ok_or_else(|| self.wrong(index, "a nimber below 2^128"))
    }

    pub(super) fn of_fraction(&mut self, number: Fraction) -> Result<Value> {
        Value::of_fraction(self.operations.session(), number)
    }

    fn of_transfinite(&mut self, nimber: Transfinite) -> Result<Value> {
        Value::of_transfinite(self.operations.session(), nimber)
    }

    fn of_u128(&mut self, number: u128) -> Result<Value> {
        match number.to_string().parse::<Dyadic>() {
            Ok(number) => self.of_number(number),
            Err(error) => Err(self.none(error.to_string())),
        }
    }

    /// Returns the birthday of a large number.
    pub(super) fn birthday_of_number(&mut self) -> Result<Value> {
        let value = self.value(0).clone();
        let ordinal = match value.as_transfinite(self.operations.session())? {
            Some(nimber) => nimber.to_ordinal()?,
            None => self.surreal(0)?.birthday()?,
        };
        of_ordinal(self.operations.session(), &ordinal)
    }

    fn of_ordinals(
        &mut self,
        operation: fn(&Ordinal, &Ordinal) -> std::result::Result<Ordinal, winways_numbers::NumberError>,
    ) -> Result<Value> {
        let result = operation(&self.ordinal(0)?, &self.ordinal(1)?)?;
        of_ordinal(self.operations.session(), &result)
    }

    /// Runs an operation that calls its argument about once per millisecond, and stops if the call returns `false`.
    fn interruptible<T, E>(
        &mut self,
        operation: impl FnOnce(&mut dyn FnMut() -> bool) -> std::result::Result<T, E>,
    ) -> Result<std::result::Result<T, E>> {
        let session = self.operations.session();
        let mut stopped = Ok(());
        let result = operation(&mut || {
            stopped = session.spend(STEPS_OF_A_POLL);
            stopped.is_ok()
        });
        stopped?;
        Ok(result)
    }

    fn nim_logarithm(&mut self) -> Result<Value> {
        let (base, value) = (self.finite_nimber(0)?, self.finite_nimber(1)?);
        let found = self.interruptible(|continues| match (u64::try_from(base), u64::try_from(value)) {
            (Ok(base), Ok(value)) => nim::logarithm_while(base, value, continues),
            _ => nim::logarithm_while(base, value, continues),
        })?;
        match found {
            Ok(Some(exponent)) => self.of_u128(exponent),
            _ => Err(self.none("the second nimber is not a power of the first nimber")),
        }
    }

    fn nim_roots(&mut self) -> Result<Value> {
        let [a, b, c] = [self.finite_nimber(0)?, self.finite_nimber(1)?, self.finite_nimber(2)?];
        let roots = match nim::solve_quadratic(a, b, c) {
            Roots::All => return Err(self.none("every nimber solves this equation")),
            Roots::None => Vec::<Extension<u128>>::new(),
            Roots::One(root) => vec![root.into()],
            Roots::Two(one, other) => vec![one.into(), other.into()],
            Roots::Above(one, other) => vec![one, other],
        };
        let charge = charge_list(self.operations.session(), roots.len())?;
        let roots = roots.into_iter().map(|root| self.of_transfinite(Transfinite::from(root)));
        let roots = roots.collect::<Result<Vec<_>>>()?;
        Value::list(roots, charge, self.span_of(0))
    }

    fn nim_trace(&mut self) -> Result<Value> {
        let nimber = self.transfinite(0)?.to_extension().ok_or_else(|| self.wrong(0, "a finite nimber"))?;
        let bits = self.between(1, 8, 256)?;
        if !bits.is_power_of_two() {
            return Err(self.wrong(1, "8, 16, 32, 64, 128 or 256"));
        }
        if nimber.degree() > bits {
            return Err(self.wrong(0, "a nimber of the field"));
        }
        // The trace is the highest bit.
        let half = if bits == 256 { nimber.high } else { nimber.low };
        let trace = half >> (bits.min(128) - 1) & 1;
        self.of_transfinite(Transfinite::from(trace))
    }
}

/// The work between two polls of an interruptible operation, in steps of a session.
const STEPS_OF_A_POLL: usize = 1 << 10;
