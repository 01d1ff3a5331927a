//! Linear recurrences with small integer coefficients, by the method of Berlekamp and Massey over a prime field.

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;
/// The greatest order.
const GREATEST_ORDER: usize = 4;
/// The greatest coefficient.
const GREATEST_COEFFICIENT: i128 = 1000;
/// The number of terms from which the recurrence is derived. All terms are checked.
const TERMS: usize = 64;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn inverse(a: u64) -> u64 {
    let (mut power, mut exponent, mut result) = (a, PRIME - 2, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent /= 2;
    }
    result
}

/// Returns the recurrence of least order with its first numbers as text: `a(k) = 2 a(k-1) + a(k-2), from 1, 2`. Returns
/// `None` if there is none, or if there are fewer than 4k + 4 numbers for a recurrence of order k.
pub(super) fn of(numbers: &[u64]) -> Option<String> {
    let coefficients = coefficients(&numbers[..numbers.len().min(TERMS)])?;
    let order = coefficients.len();
    let holds = numbers.windows(order + 1).all(|window| {
        let sum: Option<i128> = coefficients
            .iter()
            .zip(window[..order].iter().rev())
            .try_fold(0i128, |sum, (factor, &term)| sum.checked_add(factor.checked_mul(i128::from(term))?));
        sum == Some(i128::from(window[order]))
    });
    (order > 0 && numbers.len() >= 4 * order + 4 && holds).then(|| text(&coefficients, numbers))
}

fn text(coefficients: &[i128], numbers: &[u64]) -> String {
    let mut sum = String::new();
    for (back, &factor) in (1..).zip(coefficients).filter(|(_, factor)| **factor != 0) {
        let sign = match (sum.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let times = if factor.abs() == 1 { String::new() } else { format!("{} ", factor.abs()) };
        sum += &format!("{sign}{times}a(k-{back})");
    }
    let first: Vec<String> = numbers.iter().take(coefficients.len()).map(u64::to_string).collect();
    format!("a(k) = {sum}, from {}", first.join(", "))
}

/// Returns the coefficients of the shortest recurrence, if they are few and small. The coefficient of a(k-1) is the first.
fn coefficients(numbers: &[u64]) -> Option<Vec<i128>> {
    let terms: Vec<u64> = numbers.iter().map(|&number| number % PRIME).collect();
    let (mut now, mut before) = (vec![1u64], vec![1u64]);
    let (mut order, mut since, mut old_error) = (0usize, 1usize, 1u64);
    for index in 0..terms.len() {
        let error = (0..=order).fold(0, |sum, back| {
            let factor = now.get(back).copied().unwrap_or(0);
            (sum + times(factor, terms[index - back])) % PRIME
        });
        if error == 0 {
            since += 1;
            continue;
        }
        let factor = times(error, inverse(old_error));
        let mut next = now.clone();
        next.resize(next.len().max(before.len() + since), 0);
        for (place, &coefficient) in before.iter().enumerate() {
            next[place + since] = (next[place + since] + PRIME - times(factor, coefficient)) % PRIME;
        }
        if 2 * order <= index {
            (order, before, old_error, since) = (index + 1 - order, now, error, 1);
            if order > GREATEST_ORDER && index >= 2 * GREATEST_ORDER {
                return None;
            }
        } else {
            since += 1;
        }
        now = next;
    }
    now.resize(order + 1, 0);
    let small = |residue: u64| {
        let residue = (PRIME - residue) % PRIME;
        let signed =
            if residue > PRIME / 2 { i128::from(residue) - i128::from(PRIME) } else { i128::from(residue) };
        (signed.abs() <= GREATEST_COEFFICIENT).then_some(signed)
    };
    (order <= GREATEST_ORDER).then(|| now[1..].iter().map(|&residue| small(residue)).collect())?
}
