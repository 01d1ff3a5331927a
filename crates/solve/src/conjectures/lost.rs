//! Statements about the lost heaps (g(n) = 0): named sets, lists, and linear recurrences.

use super::conjecture::{Conjecture, FEWEST_MEMBERS, VALUES_FOR_PARAMETER};
use super::functions::trailing_zeros;
use super::meaning::{Meaning, Membership, SetOfHeaps};
use super::metered;
use super::recurrence;
use crate::period::Period;
use winways_rules::{Meter, RuleFault};

/// Describes the lost heaps, if a description fits.
pub(super) fn heaps(values: &[u64], meter: &mut Meter) -> Result<Option<Conjecture>, RuleFault> {
    let set = set(values, meter)?;
    Ok(set.or_else(|| few(values)).or_else(|| increasing(values)))
}

/// Describes the lost heaps from 1 on as a named set.
fn set(values: &[u64], meter: &mut Meter) -> Result<Option<Conjecture>, RuleFault> {
    if lost_heaps(values).len() < FEWEST_MEMBERS {
        return Ok(None);
    }
    let say = |what: String| Conjecture::new(format!("g(n) = 0 exactly when {what}"), values.len());
    if let Some((modulus, residues)) = residues(values, meter)? {
        let begins = if (values[0] == 0) == residues.contains(&0) { "" } else { ", for n >= 1" };
        let what = match (modulus, &residues[..]) {
            (2, [0]) => "n is even".to_owned(),
            (2, [1]) => "n is odd".to_owned(),
            (_, [0]) => format!("n is a multiple of {modulus}"),
            (_, [residue]) => format!("n mod {modulus} = {residue}"),
            (_, several) => {
                let list: Vec<String> = several.iter().map(u64::to_string).collect();
                format!("n mod {modulus} is one of {}", list.join(", "))
            }
        };
        return Ok(Some(Conjecture {
            meaning: Meaning::Lost(Period { preperiod: 1, period: modulus }),
            ..say(format!("{what}{begins}"))
        }));
    }
    let found = named(values, meter)?;
    Ok(found.map(|(what, meaning)| Conjecture { meaning, ..say(format!("{what}, for n >= 1")) }))
}

fn lost_heaps(values: &[u64]) -> Vec<u64> {
    (0..).zip(values).skip(1).filter(|(_, value)| **value == 0).map(|(n, _)| n).collect()
}

/// Describes the lost heaps from 1 on as a sequence with a recurrence.
fn increasing(values: &[u64]) -> Option<Conjecture> {
    let lost = lost_heaps(values);
    let text = if lost.len() < FEWEST_MEMBERS { None } else { recurrence::of(&lost) }?;
    let statement = format!("the n >= 1 with g(n) = 0 are a(1), a(2), ... with {text}");
    Some(Conjecture::new(statement, values.len()))
}

/// Lists the lost heaps if a long range without lost heaps follows them.
fn few(values: &[u64]) -> Option<Conjecture> {
    let last = values.iter().rposition(|&value| value == 0)?;
    if (last as u64 + 1) * VALUES_FOR_PARAMETER > values.len() as u64 {
        return None;
    }
    let lost: Vec<String> = (0..=last).filter(|&n| values[n] == 0).map(|n| n.to_string()).collect();
    let (listed, more) = lost.split_at(lost.len().min(MAX_LISTED));
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more, the last of which is {last}"),
    };
    let statement = format!("g(n) = 0 only for n = {}{more}", listed.join(", "));
    Some(Conjecture {
        meaning: Meaning::Lost(Period { preperiod: last as u64 + 1, period: 1 }),
        ..Conjecture::new(statement, values.len())
    })
}

/// The maximum number of listed heaps.
const MAX_LISTED: usize = 8;
/// The maximum number of listed residues.
const MAX_RESIDUES: usize = 8;
/// The greatest modulus.
const GREATEST_MODULUS: u64 = 512;

/// Finds the least modulus whose residues determine the lost heaps from 1 on. Returns it with the residues of lost heaps.
fn residues(values: &[u64], meter: &mut Meter) -> Result<Option<(u64, Vec<u64>)>, RuleFault> {
    let greatest = (values.len() as u64 / VALUES_FOR_PARAMETER).min(GREATEST_MODULUS);
    let is_lost = |n: usize| values[n] == 0;
    let repeats = |&modulus: &usize, meter: &mut Meter| {
        metered::all(modulus + 1..values.len(), meter, |n| is_lost(n) == is_lost(n - modulus))
    };
    let Some(modulus) = metered::first(2..=greatest as usize, meter, repeats)? else { return Ok(None) };
    let mut residues: Vec<u64> =
        (1..=modulus).filter(|&n| is_lost(n)).map(|n| (n % modulus) as u64).collect();
    residues.sort_unstable();
    Ok((residues.len() <= MAX_RESIDUES).then_some((modulus as u64, residues)))
}

/// A named set of natural numbers.
struct NamedSet {
    /// The property of the numbers in the set, as a predicate: `is a square`.
    name: String,
    has: Box<dyn Fn(u64) -> bool>,
    /// The recurrence over digits of the set; empty if there is none.
    digits: Vec<Membership>,
}

impl NamedSet {
    /// Adds the recurrence over digits: the membership for the digit 0, and for every other digit of the base.
    fn with_digits(self, base: u64, zero: Membership, other: Membership) -> NamedSet {
        let digits = std::iter::once(zero).chain((1..base).map(|_| other)).collect();
        NamedSet { digits, ..self }
    }
}

fn sets() -> Vec<NamedSet> {
    use Membership::{Always, Never, Opposite, Same};
    fn set(name: &str, has: impl Fn(u64) -> bool + 'static) -> NamedSet {
        NamedSet { name: name.to_owned(), has: Box::new(has), digits: Vec::new() }
    }
    let is_square = |n: u64| n.isqrt() * n.isqrt() == n;
    let mut sets = vec![
        set("is evil (has an even number of binary ones)", |n| n.count_ones().is_multiple_of(2))
            .with_digits(2, Same, Opposite),
        set("is odious (has an odd number of binary ones)", |n| !n.count_ones().is_multiple_of(2))
            .with_digits(2, Same, Opposite),
        set("is vile (ends in an even number of binary zeros)", |n| {
            n > 0 && n.trailing_zeros().is_multiple_of(2)
        })
        .with_digits(2, Opposite, Always),
        set("is dopey (ends in an odd number of binary zeros)", |n| {
            n > 0 && !n.trailing_zeros().is_multiple_of(2)
        })
        .with_digits(2, Opposite, Never),
        set("is a power of 2", u64::is_power_of_two).with_digits(2, Same, Never),
        set("is a square", is_square),
        set("is a triangular number", move |n| is_square(8 * n + 1)),
        set("is a Fibonacci number", move |n| is_square(5 * n * n + 4) || n > 0 && is_square(5 * n * n - 4)),
        set("is a product of two consecutive numbers k (k + 1)", move |n| is_square(4 * n + 1)),
        set("is a prime", |n| n >= 2 && (2..=n.isqrt()).all(|divisor| !n.is_multiple_of(divisor))),
    ];
    for base in 3..=10 {
        let is_power = move |n| n > 0 && base_power(n, base);
        sets.push(set(&format!("is a power of {base}"), is_power).with_digits(base, Same, Never));
        let parity = [("an even", 0, Always), ("an odd", 1, Never)];
        sets.extend(parity.map(|(name, parity, without_zeros)| {
            set(&format!("ends in {name} number of zeros in base {base}"), move |n| {
                n > 0 && trailing_zeros(n, base) % 2 == parity
            })
            .with_digits(base, Opposite, without_zeros)
        }));
    }
    sets
}

fn base_power(mut n: u64, base: u64) -> bool {
    while n.is_multiple_of(base) {
        n /= base;
    }
    n == 1
}

/// Finds a named set that contains n, or a number near n, exactly when g(n) = 0, for n from 1 on.
fn named(values: &[u64], meter: &mut Meter) -> Result<Option<(String, Meaning)>, RuleFault> {
    let shifts = [("n", 0), ("n + 1", 1), ("n - 1", -1), ("n + 2", 2), ("n - 2", -2)];
    let sets = sets();
    for (number, shift) in shifts {
        let fits = |set: &&NamedSet, meter: &mut Meter| {
            metered::all((0u64..).zip(values).skip(1), meter, |(n, value)| {
                n.checked_add_signed(shift).is_some_and(&set.has) == (*value == 0)
            })
        };
        if let Some(NamedSet { name, digits, .. }) = metered::first(&sets, meter, fits)? {
            let meaning = match digits.is_empty() {
                true => Meaning::Other,
                false => Meaning::Set(SetOfHeaps { digits: digits[..].into(), shift }),
            };
            return Ok(Some((format!("{number} {name}"), meaning)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_sets_obey_their_recurrences() {
        assert_eq!(sets().iter().filter(|set| !set.digits.is_empty()).count(), 5 + 3 * 8);
        for NamedSet { name, has, digits } in sets() {
            for (number, digit) in (1..500).flat_map(|m| (0..digits.len() as u64).map(move |r| (m, r))) {
                let expected = match digits[digit as usize] {
                    Membership::Always => true,
                    Membership::Never => false,
                    Membership::Same => has(number),
                    Membership::Opposite => !has(number),
                };
                assert_eq!(has(number * digits.len() as u64 + digit), expected, "{number} {digit}: {name}");
            }
        }
    }
}
