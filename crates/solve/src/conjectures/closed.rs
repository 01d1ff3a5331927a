//! Closed forms g(n) = f(n) with few small parameters.

use super::conjecture::{Conjecture, VALUES_FOR_PARAMETER};
use super::functions::{BASE_FUNCTIONS, FUNCTIONS};
use super::meaning::{FunctionOfHeap, FunctionRule, Meaning, Steps};
use super::metered;
use std::rc::Rc;
use winways_rules::{Meter, RuleFault};

/// A closed form that may fit the values.
pub(super) struct Form<'f> {
    /// The right side of the equation, such as `n mod 4`.
    pub(super) text: String,
    /// The largest number in the form, which determines how many values are needed.
    pub(super) scale: u64,
    /// The least n for which the form is stated.
    pub(super) from: u64,
    /// The meaning of the form, for proofs.
    meaning: Meaning,
    pub(super) value: Box<dyn Fn(u64) -> u64 + 'f>,
    /// `true` if the form is evaluated by trial division up to the square root of n.
    divides: bool,
}

/// The maximum number of trial divisions in an evaluation.
const MOST_DIVISORS: u64 = 1 << 24;
/// The maximum number that forms of a function add to n.
const MOST_ADDED: u64 = 4;

impl<'f> Form<'f> {
    fn new(text: String, scale: u64, value: impl Fn(u64) -> u64 + 'f) -> Self {
        Form { text, scale, from: 0, meaning: Meaning::Other, value: Box::new(value), divides: false }
    }

    fn repeating(self, period: u64) -> Self {
        self.growing(1, period, 0)
    }

    /// Adds the steps in which the values grow.
    fn growing(self, from: u64, period: u64, saltus: u64) -> Self {
        Form { meaning: Meaning::Values(Steps { from, period, saltus }), ..self }
    }

    fn fits(&self, values: &[u64], meter: &mut Meter) -> Result<bool, RuleFault> {
        if (values.len() as u64) < self.scale.saturating_mul(VALUES_FOR_PARAMETER) {
            return Ok(false);
        }
        let numbered = (0..).zip(values).skip(self.from as usize);
        metered::all(numbered, meter, |(n, value)| (self.value)(n) == *value)
    }

    /// Returns the form as an equation.
    pub(super) fn statement(&self) -> String {
        let range = if self.from > 0 { format!(" for n >= {}", self.from) } else { String::new() };
        format!("g(n) = {}{range}", self.text)
    }

    pub(super) fn conjecture(&self, length: usize) -> Conjecture {
        let follows_from =
            FOLLOWING.iter().find(|(text, _)| *text == self.text).map(|(_, recurrence)| *recurrence);
        let meaning = self.meaning.clone();
        Conjecture { meaning, follows_from, ..Conjecture::new(self.statement(), length) }
    }

    /// Returns the value at a number; `None` if the form does not cover the number, the value may exceed 64 bits, or more than
    /// [`MOST_DIVISORS`] trial divisions are needed.
    pub(super) fn value_of(&self, n: u64) -> Option<u64> {
        let greatest =
            if self.divides { MOST_DIVISORS * MOST_DIVISORS } else { u64::MAX - self.scale.max(MOST_ADDED) };
        (self.from..greatest).contains(&n).then(|| (self.value)(n))
    }
}

/// Closed forms, each with a recurrence. With the checked first values, the closed form is the only solution of the
/// recurrence. For the entry below: if n = 2m, then n + 1 is odd and its own largest odd divisor, so g(2m) = m. If n = 2m + 1,
/// then n + 1 has the same odd divisors as m + 1, so g(2m + 1) = g(m).
const FOLLOWING: [(&str, &str); 1] =
    [("floor(d/2), d the largest odd divisor of (n + 1)", "g(2n) = n, g(2n + 1) = g(n), for n >= 1")];

/// Finds the simplest closed form that fits all values.
pub(super) fn form(values: &[u64], meter: &mut Meter) -> Result<Option<Form<'static>>, RuleFault> {
    let fitted = fitted(values).into_iter().chain(periodic(values));
    let all = fitted.chain(functions());
    metered::first(all, meter, |form, meter| form.fits(values, meter))
}

/// Returns the forms whose parameters are determined by the values.
fn fitted(values: &[u64]) -> Vec<Form<'static>> {
    let first = |wanted: &dyn Fn(u64, u64) -> bool| {
        (0..).zip(values).find(|(n, value)| wanted(*n, **value)).map(|(n, _)| n)
    };
    let g0 = values.first().copied().unwrap_or(0);
    let mut forms = vec![Form::new("n".to_owned(), 1, |n| n).growing(0, 1, 1)];
    if let Some(m) = first(&|n, value| value != n).filter(|&m| m >= 2) {
        forms.push(Form::new(format!("n mod {m}"), m, move |n| n % m).repeating(m));
    }
    if g0 > 0 {
        let block = power_above(g0);
        let form = Form::new(format!("n + {g0}"), g0, move |n| n.saturating_add(g0));
        forms.push(form.growing(0, 1, 1));
        let form = Form::new(format!("n xor {g0}"), block, move |n| n ^ g0);
        forms.push(form.growing(0, block, block));
        let form = Form::new(format!("n or {g0}"), block, move |n| n | g0);
        forms.push(form.growing(0, block, block));
        if let Some(end) = first(&|n, value| value != n.saturating_add(g0)) {
            let m = end.saturating_add(g0);
            forms.push(
                Form::new(format!("(n + {g0}) mod {m}"), m, move |n| (n % m).saturating_add(g0) % m)
                    .repeating(m),
            );
        }
    }
    if let Some(k) = first(&|_, value| value == 1).filter(|&k| k >= 1) {
        forms.extend(floors(values, k));
    }
    if let Some(m) = first(&|_, value| value > 1) {
        let text = format!("{m} floor(n/{m})");
        forms.push(Form::new(text, m, move |n| n - n % m.max(1)).growing(0, m, m));
    }
    let mask = values.iter().fold(0, |mask, value| mask | value);
    let period = power_above(mask);
    forms.push(Form::new(format!("n and {mask}"), period, move |n| n & mask).repeating(period));
    forms
}

/// Returns forms with a floor or a maximum, for values in which 1 first occurs at k.
fn floors(values: &[u64], k: u64) -> Vec<Form<'static>> {
    let mut forms = vec![
        Form::new(format!("floor(n/{k})"), k, move |n| n / k).growing(0, k, 1),
        Form::new(format!("max(n - {}, 0)", k - 1), k, move |n| n.saturating_sub(k - 1)).growing(k - 1, 1, 1),
    ];
    let numbered = || (0..).zip(values);
    if let Some((second, _)) = numbered().find(|(n, value)| *n > k && **value == 2) {
        let m = second - k;
        if let Some(shift) = m.checked_sub(k).filter(|&shift| shift > 0) {
            let form = Form::new(format!("floor((n + {shift})/{m})"), m, move |n| (n + shift) / m);
            forms.push(form.growing(0, m, 1));
        }
        if k > m {
            let late = k - m;
            let text = format!("floor(max(n - {late}, 0)/{m})");
            forms.push(Form::new(text, k, move |n| n.saturating_sub(late) / m).growing(late, m, 1));
        }
    }
    if let Some((m, _)) = numbered().find(|(n, value)| *n > k && **value == 0) {
        forms.push(Form::new(format!("floor((n mod {m})/{k})"), m, move |n| n % m / k).repeating(m));
    }
    forms
}

/// Returns forms that are residues combined with a constant by xor.
fn periodic(values: &[u64]) -> impl Iterator<Item = Form<'static>> {
    let g0 = values.first().copied().unwrap_or(0);
    (2..=64).filter(move |_| g0 > 0).map(move |m| {
        Form::new(format!("(n mod {m}) xor {g0}"), m.max(g0), move |n| (n % m) ^ g0).repeating(m)
    })
}

/// Returns the least power of 2 greater than the mask.
fn power_above(mask: u64) -> u64 {
    mask.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(u64::MAX)
}

/// The greatest modulus of a residue of a function.
const GREATEST_MODULUS: u64 = 16;
/// The numbers that are added to n before a function is applied.
const SHIFTS: [u64; 3] = [0, 1, 2];

/// Returns forms f(n), f(n + 1) and f(n + 2), with 0 or 1 added, and their residues.
fn functions() -> impl Iterator<Item = Form<'static>> {
    let plain = FUNCTIONS.iter().map(|function| {
        let value: Box<dyn Fn(u64) -> u64> = Box::new(function.value);
        (function.name.to_owned(), function.from, value, FunctionRule(function.digits.into()))
    });
    let based = BASE_FUNCTIONS.iter().flat_map(|function| {
        (3..=10u64).map(move |base| {
            let value: Box<dyn Fn(u64) -> u64> = Box::new(move |n| (function.value)(n, base));
            let rule = FunctionRule((0..base).map(function.digit).collect());
            (function.name.replace('@', &base.to_string()), function.from, value, rule)
        })
    });
    let all: Vec<_> =
        plain.chain(based).map(|(name, from, value, rule)| (name, from, Rc::new(value), rule)).collect();
    let outer = [(0, 0), (1, 0)].into_iter().chain((2..=GREATEST_MODULUS).flat_map(|m| [(0, m), (1, m)]));
    outer.flat_map(move |(added, modulus)| {
        let forms: Vec<Form<'static>> = all
            .iter()
            .flat_map(|(name, from, value, rule)| {
                SHIFTS.map(|shift| {
                    let value = value.clone();
                    let number = if shift == 0 { "n".to_owned() } else { format!("(n + {shift})") };
                    let mut text = name.replace('#', &number);
                    if added > 0 {
                        text = format!("1 + {text}");
                    }
                    if modulus > 0 {
                        text = format!("({text}) mod {modulus}");
                    }
                    let form = Form::new(text, 1, move |n| {
                        let value = value(n + shift) + added;
                        value.checked_rem(modulus).unwrap_or(value)
                    });
                    let (from, rule) = (from.saturating_sub(shift), rule.clone());
                    let meaning = match rule.0.is_empty() {
                        true => Meaning::Other,
                        false => Meaning::Function(FunctionOfHeap { rule, from, shift, added, modulus }),
                    };
                    Form { from, meaning, divides: name.contains("prime factor"), ..form }
                })
            })
            .collect();
        forms
    })
}
