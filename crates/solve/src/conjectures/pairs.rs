//! Patterns of tables g(a, b).

use super::conjecture::{Conjecture, FEWEST_CHANGES};
use super::functions::{gcd, trailing_zeros};
use super::pair_values::{LEAST_SIDE, PairValues, SIDE_FOR_PARAMETER};
use super::{lost_pairs, metered};
use winways_rules::{Meter, RuleFault};

/// Returns conjectures about the nim-values of pairs: symmetry, a closed form, a quantity that determines the values, periods,
/// the lost pairs. They are checked on all given pairs of numbers below 2048.
///
/// # Complexity
/// O(side²) for each form that holds, less for those that do not.
///
/// ```
/// use winways_solve::{PairValues, conjectures_of_pairs};
/// let values: Vec<u32> = (0..400).map(|place| (place / 20) ^ (place % 20)).collect();
/// let found = conjectures_of_pairs(PairValues::new(&values, 20, 20).unwrap());
/// assert_eq!(found[0].statement, "g(a, b) = g(b, a)");
/// assert_eq!(found[1].statement, "g(a, b) = a xor b");
/// assert_eq!(found[2].statement, "g(a, b) = 0 exactly when a = b");
/// ```
pub fn conjectures_of_pairs(pairs: PairValues<'_>) -> Vec<Conjecture> {
    conjectures_of_pairs_metered(pairs, &mut Meter::default()).unwrap_or_default()
}

/// Finds conjectures like [`conjectures_of_pairs`], and counts the work on `meter`.
///
/// # Errors
/// Returns [`RuleFault::Interrupted`] if the meter stops the work.
pub fn conjectures_of_pairs_metered(
    pairs: PairValues<'_>,
    meter: &mut Meter,
) -> Result<Vec<Conjecture>, RuleFault> {
    let mut found = Vec::new();
    if pairs.side() < LEAST_SIDE {
        return Ok(found);
    }
    let is_symmetric = metered::all(pairs.pairs(0), meter, |(a, b, value)| {
        u64::from(pairs.row(b as usize)[a as usize]) == value
    })?;
    let say = |statement: String| Conjecture::new(statement, pairs.side());
    if is_symmetric {
        found.push(say("g(a, b) = g(b, a)".to_owned()));
    }
    let changes = (0..pairs.side()).flat_map(|a| pairs.row(a).windows(2)).filter(|pair| pair[0] != pair[1]);
    let columns = (1..pairs.side()).flat_map(|a| pairs.row(a).iter().zip(pairs.row(a - 1)));
    if changes.count() + columns.filter(|(now, before)| now != before).count() < FEWEST_CHANGES {
        return Ok(found);
    }
    match closed(&pairs, meter)? {
        Some(statement) => found.push(say(statement)),
        None => {
            found.extend(depends(&pairs, meter)?.map(say));
            found.extend(periods(&pairs, meter)?.map(say));
        }
    }
    let lost = lost_pairs::statements(&pairs, is_symmetric, meter)?;
    found.extend(
        lost.into_iter().map(|(statement, lost)| Conjecture::of_lost_pairs(statement, lost, pairs.side())),
    );
    Ok(found)
}

/// A closed form in two numbers.
pub(super) struct Form {
    pub(super) text: String,
    /// The largest number in the form, which determines the side that is needed.
    pub(super) scale: u64,
    /// The least numbers for which the form is stated.
    pub(super) from: usize,
    pub(super) value: Box<dyn Fn(u64, u64) -> u64>,
}

impl Form {
    pub(super) fn new(
        text: impl Into<String>,
        scale: u64,
        value: impl Fn(u64, u64) -> u64 + 'static,
    ) -> Self {
        Form { text: text.into(), scale, from: 0, value: Box::new(value) }
    }

    pub(super) fn fits(&self, pairs: &PairValues<'_>, meter: &mut Meter) -> Result<bool, RuleFault> {
        Ok(pairs.reaches(self.scale)
            && metered::all(pairs.pairs(self.from), meter, |(a, b, value)| (self.value)(a, b) == value)?)
    }

    pub(super) fn range(&self) -> &'static str {
        if self.from > 0 { " for a, b >= 1" } else { "" }
    }
}

/// The greatest modulus and length of blocks.
const GREATEST_MODULUS: u64 = 64;

fn closed(pairs: &PairValues<'_>, meter: &mut Meter) -> Result<Option<String>, RuleFault> {
    let greatest = GREATEST_MODULUS.min(pairs.side() as u64 / SIDE_FOR_PARAMETER);
    let forms = simple().into_iter().chain((2..=greatest).flat_map(with_modulus)).chain(
        (2..=greatest).flat_map(|m| (2..=16).filter(move |&n| n != m).flat_map(move |n| with_moduli(m, n))),
    );
    let form = metered::first(forms, meter, |form, meter| form.fits(pairs, meter))?;
    Ok(form.map(|form| format!("g(a, b) = {}{}", form.text, form.range())))
}

/// Returns the forms without parameters, simple ones first.
fn simple() -> Vec<Form> {
    let from_one = |form: Form| Form { from: 1, ..form };
    vec![
        Form::new("a xor b", 1, |a, b| a ^ b),
        Form::new("a + b", 1, |a, b| a + b),
        Form::new("max(a, b)", 1, |a, b| a.max(b)),
        Form::new("min(a, b)", 1, |a, b| a.min(b)),
        Form::new("|a - b|", 1, u64::abs_diff),
        Form::new("a", 1, |a, _| a),
        Form::new("b", 1, |_, b| b),
        Form::new("max(a - b, 0)", 1, u64::saturating_sub),
        Form::new("max(b - a, 0)", 1, |a, b| b.saturating_sub(a)),
        Form::new("a b", 1, |a, b| a * b),
        Form::new("a or b", 1, |a, b| a | b),
        Form::new("a and b", 1, |a, b| a & b),
        Form::new("gcd(a, b)", 1, gcd),
        Form::new("((a + 1) xor (b + 1)) - 1", 1, |a, b| ((a + 1) ^ (b + 1)).wrapping_sub(1)),
        from_one(Form::new("(a - 1) xor (b - 1)", 1, |a, b| (a - 1) ^ (b - 1))),
        from_one(Form::new("((a - 1) xor (b - 1)) + 1", 1, |a, b| ((a - 1) ^ (b - 1)) + 1)),
        from_one(Form::new("a xor b xor 1", 1, |a, b| a ^ b ^ 1)),
        from_one(Form::new("floor(max(a, b)/min(a, b))", 1, |a, b| a.max(b) / a.min(b))),
        from_one(Form::new("ceil(max(a, b)/min(a, b)) - 1", 1, |a, b| a.max(b).div_ceil(a.min(b)) - 1)),
        from_one(Form::new("the number of trailing binary zeros of gcd(a, b)", 1, |a, b| {
            (a | b).trailing_zeros().into()
        })),
        from_one(Form::new("the number of trailing binary zeros of a b", 1, |a, b| {
            trailing_zeros(a, 2) + trailing_zeros(b, 2)
        })),
        from_one(Form::new("v xor w, v and w the numbers of trailing binary zeros of a and b", 1, |a, b| {
            trailing_zeros(a, 2) ^ trailing_zeros(b, 2)
        })),
    ]
}

/// A form in two numbers and a parameter, which is written `#`.
type Parametric = (&'static str, fn(u64, u64, u64) -> u64);

/// Forms with one parameter, simple ones first.
const PARAMETRIC: &[Parametric] = &[
    ("(a + b) mod #", |a, b, m| (a + b) % m),
    ("(a mod #) xor (b mod #)", |a, b, m| (a % m) ^ (b % m)),
    ("(a xor b) mod #", |a, b, m| (a ^ b) % m),
    ("floor((a + b)/#)", |a, b, m| (a + b) / m),
    ("floor(a/#) xor floor(b/#)", |a, b, m| (a / m) ^ (b / m)),
    ("floor((a xor b)/#)", |a, b, m| (a ^ b) / m),
    ("max(a, b) mod #", |a, b, m| a.max(b) % m),
    ("min(a, b) mod #", |a, b, m| a.min(b) % m),
    ("|a - b| mod #", |a, b, m| a.abs_diff(b) % m),
    ("floor(max(a, b)/#)", |a, b, m| a.max(b) / m),
    ("floor(min(a, b)/#)", |a, b, m| a.min(b) / m),
    ("a b mod #", |a, b, m| a * b % m),
    ("# (floor(a/#) xor floor(b/#)) + (a + b) mod #", |a, b, m| m * ((a / m) ^ (b / m)) + (a + b) % m),
    ("# floor(min(a, b)/#) + (a + b) mod #", |a, b, m| m * (a.min(b) / m) + (a + b) % m),
];

fn with_modulus(m: u64) -> impl Iterator<Item = Form> {
    PARAMETRIC
        .iter()
        .map(move |(text, value)| Form::new(text.replace('#', &m.to_string()), m, move |a, b| value(a, b, m)))
}

fn with_moduli(m: u64, n: u64) -> [Form; 3] {
    [
        Form::new(format!("(a mod {m}) xor (b mod {n})"), m.max(n), move |a, b| (a % m) ^ (b % n)),
        Form::new(format!("floor(a/{m}) xor floor(b/{n})"), m.max(n), move |a, b| (a / m) ^ (b / n)),
        Form::new(format!("floor(((a + b) mod {m})/{n})"), m, move |a, b| (a + b) % m / n),
    ]
}

/// A function of a pair.
type Value<'f> = &'f dyn Fn(u64, u64) -> u64;

/// Finds a quantity that determines the values.
fn depends(pairs: &PairValues<'_>, meter: &mut Meter) -> Result<Option<String>, RuleFault> {
    let g = |a: u64, b: u64| u64::from(pairs.row(a as usize)[b as usize]);
    let last = pairs.side() as u64 - 1;
    let holds = |(_, expected): &&(&str, Value<'_>), meter: &mut Meter| {
        metered::all(pairs.pairs(0), meter, |(a, b, value)| expected(a, b) == value)
    };
    let cases: [(&str, Value<'_>); 6] = [
        ("g(a, b) = g(a, 0) xor g(0, b)", &|a, b| g(a, 0) ^ g(0, b)),
        ("g(a, b) = g(a, 0)", &|a, _| g(a, 0)),
        ("g(a, b) = g(0, b)", &|_, b| g(0, b)),
        ("g(a, b) depends on a + b alone", &|a, b| g((a + b).min(last), (a + b) - (a + b).min(last))),
        ("g(a, b) = g(max(a, b), 0)", &|a, b| g(a.max(b), 0)),
        ("g(a, b) = g(min(a, b), min(a, b))", &|a, b| g(a.min(b), a.min(b))),
    ];
    Ok(metered::first(&cases, meter, holds)?.map(|(text, _)| (*text).to_owned()))
}

/// Finds periods in the directions of a and b, or else in the diagonal direction.
fn periods(pairs: &PairValues<'_>, meter: &mut Meter) -> Result<Option<String>, RuleFault> {
    let side = pairs.side();
    let g = |a: usize, b: usize| pairs.row(a)[b];
    let range = |name: &str, from: usize| match from {
        0 => String::new(),
        _ => format!(" for {name} >= {from}"),
    };
    let by_row =
        period(side, meter, |a, step, meter| metered::all(0..side, meter, |b| g(a, b) == g(a + step, b)))?;
    let by_column =
        period(side, meter, |b, step, meter| metered::all(0..side, meter, |a| g(a, b) == g(a, b + step)))?;
    if let (Some((rows, row)), Some((columns, column))) = (by_row, by_column) {
        let (first, second) = (range("a", row), range("b", column));
        let statement = format!("g(a + {rows}, b) = g(a, b){first}, g(a, b + {columns}) = g(a, b){second}");
        return Ok(Some(statement));
    }
    let by_both = period(side, meter, |least, step, meter| {
        metered::all(least..side - step, meter, |more| {
            g(least, more) == g(least + step, more + step) && g(more, least) == g(more + step, least + step)
        })
    })?;
    Ok(by_both.map(|(step, from)| format!("g(a + {step}, b + {step}) = g(a, b){}", range("a, b", from))))
}

/// Finds the least period of lines and its start. `agrees` compares a line with the line a step later. The period must start
/// in the first quarter of the lines, and at least four periods must fit after its start.
fn period(
    side: usize,
    meter: &mut Meter,
    agrees: impl Fn(usize, usize, &mut Meter) -> Result<bool, RuleFault>,
) -> Result<Option<(usize, usize)>, RuleFault> {
    for step in 1..=side / 8 {
        let differs = |&line: &usize, meter: &mut Meter| Ok(!agrees(line, step, meter)?);
        let from = metered::first((0..side - step).rev(), meter, differs)?.map_or(0, |last| last + 1);
        if from <= side / 4 && from + 4 * step <= side {
            return Ok(Some((step, from)));
        }
    }
    Ok(None)
}
