//! Theorems on misère play of heaps, compared with search.

use crate::heaps::octal::Octal;
use crate::heaps::subtract::Subtract;
use winways_kit::heaps::multisets;
use winways_kit::{Check, Claim, Halt};
use winways_misere::{Heaps, QuotientSearch, TameHeaps};
use winways_rules::{ImpartialOutcome, Options, Play, Ruleset};
use winways_solve::{Ledger, OutcomeSearch};

pub(crate) const CLAIMS: &[Claim] =
    &[claim!("misere", "misere-quotients", check_quotients), claim!("misere", "tame-sums", check_tame_sums)];

/// The digits of octal games, d0 first.
const CODES: [&[u8]; 8] =
    [&[0, 7, 7], &[0, 0, 7], &[0, 7, 5], &[0, 1, 2, 3], &[0, 7, 1], &[0, 3, 4], &[0, 1, 5], &[4, 7]];
const SUBTRACTIONS: [&[u64]; 4] = [&[1, 2], &[2, 5], &[1, 3, 4], &[3, 4, 6]];

/// The number of heaps in each sum.
const HEAPS: usize = 3;

/// The amount of work between two polls of the observer.
const INTERVAL: u64 = 1 << 14;

fn check_quotients(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for code in CODES {
        let rules = Octal::of_digits(code.to_vec());
        let heaps = heaps_up_to(&rules, up_to, check)?;
        let mut search = QuotientSearch::new();
        let ledger = Ledger::new(check.budget, check.observer, INTERVAL);
        while search.quotient().last() < heaps.last() {
            search.add(&heaps, &ledger).map_err(|halt| match halt {
                winways_misere::Halt::Stopped(reason) => Halt::from(reason.after(check.cases)),
                refused => Halt::Counterexample(refused.to_string()),
            })?;
        }
        let quotient = search.quotient();
        let phi = quotient.phi();
        compare(&rules, up_to, check, |sum| {
            let product = sum.iter().fold(0, |product, &heap| quotient.product(product, phi[heap as usize]));
            Some(quotient.is_previous(product))
        })?;
    }
    Ok(())
}

fn check_tame_sums(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for code in CODES {
        check_tame(&Octal::of_digits(code.to_vec()), up_to, check)?;
    }
    for numbers in SUBTRACTIONS {
        check_tame(&Subtract::of_numbers(numbers), up_to, check)?;
    }
    Ok(())
}

fn check_tame(rules: &impl Ruleset<Component = u64>, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let heaps = heaps_up_to(rules, up_to, check)?;
    let ledger = Ledger::new(check.budget, check.observer, INTERVAL);
    let tame = TameHeaps::of(&heaps, &ledger).map_err(|reason| Halt::from(reason.after(check.cases)))?;
    compare(rules, up_to, check, |sum| tame.is_sum_previous(&sum))
}

/// Compares a theorem with a search for each sum that the theorem decides.
fn compare<R: Ruleset<Component = u64>>(
    rules: &R,
    up_to: u64,
    check: &mut Check<'_>,
    is_previous: impl Fn(Vec<u32>) -> Option<bool>,
) -> Result<(), Halt> {
    let mut search = OutcomeSearch::new(rules, Play::Misere, check.budget, check.observer);
    for sum in multisets(HEAPS, up_to) {
        let Some(is_previous) = is_previous(sum.iter().map(|&heap| heap as u32).collect()) else { continue };
        let theorem = ImpartialOutcome::next_if(!is_previous);
        check.compare(|| format!("the heaps {sum:?}"), theorem, search.outcome(&sum)?)?;
    }
    Ok(())
}

/// Returns the options of each heap of a game, up to size `up_to`.
fn heaps_up_to(rules: &impl Ruleset<Component = u64>, up_to: u64, check: &Check<'_>) -> Result<Heaps, Halt> {
    let mut heaps = Heaps::new();
    for heap in 1..=up_to {
        let mut options = Options::new();
        rules.options(&heap, &mut options)?;
        let options = options.iter().map(|option| option.iter().map(|&part| part as u32).collect());
        heaps.push(options).map_err(|error| Halt::Counterexample(error.to_string()))?;
        check.charge(heaps.bytes())?;
    }
    Ok(heaps)
}
