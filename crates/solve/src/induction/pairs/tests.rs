use super::super::automaton::DigitAutomaton;
use super::super::formula::{Formula, LinearSum};
use super::super::numeration::Numeration;
use super::claim::Claim;
use super::{LostPairs, NUMERATIONS, PairMoveFormula, learn, natural, zero};
use crate::conjectures::{PairValues, Standing, conjectures_of_pairs};
use proptest::prelude::*;
use std::collections::HashMap;
use winways_rules::Meter;

/// A kind of moves, with a formula and a direct enumeration of options.
#[derive(Clone, Debug)]
enum Kind {
    /// Moves to (a - p k, b - q k) for `least` <= k <= `most`.
    Line { steps: [u64; 2], least: u64, most: Option<u64> },
    /// Moves to (a - k, b - l) for k, l >= 0, not both zero, with |k - l| < `less`.
    Near { less: u64 },
    /// Moves to (a - 1, b + 1).
    Shift,
    /// Moves to (floor(a / by), b) for a >= 1, or to (a, floor(b / by)) for b >= 1.
    Divide { by: u64, is_of_b: bool },
    /// Moves to (k, k) for k less than a and b.
    Diagonal,
    /// Moves to (k, b) for k < a if a + b has the residue.
    If { modulus: u64, residue: u64 },
    /// Moves that leave no pair, from pairs of equal residues other than (0, 0).
    Clear { modulus: u64 },
}

use Kind::{Clear, Diagonal, Divide, If, Line, Near, Shift};

impl Kind {
    fn formula(&self) -> PairMoveFormula {
        // Variables 4 and 5 are the pair after the move, and 2 and 3 are auxiliary.
        let stays = |number: usize| zero(0, &[(number, 1), (number + 4, -1)]);
        let parts = vec![[4, 5]];
        let (condition, parts) = match *self {
            Line { steps: [p, q], least, most } => (
                vec![
                    zero(
                        0,
                        &[(0, 1), (2, -(p as i64)), (4, -1)]
                            .into_iter()
                            .filter(|t| t.1 != 0)
                            .collect::<Vec<_>>(),
                    ),
                    zero(
                        0,
                        &[(1, 1), (2, -(q as i64)), (5, -1)]
                            .into_iter()
                            .filter(|t| t.1 != 0)
                            .collect::<Vec<_>>(),
                    ),
                    natural(-(least as i64), &[(2, 1)]),
                    most.map_or(natural(0, &[]), |most| natural(most as i64, &[(2, -1)])),
                ],
                parts,
            ),
            Near { less } => (
                vec![
                    zero(0, &[(0, 1), (2, -1), (4, -1)]),
                    zero(0, &[(1, 1), (3, -1), (5, -1)]),
                    natural(-1, &[(2, 1), (3, 1)]),
                    natural(less as i64 - 1, &[(2, 1), (3, -1)]),
                    natural(less as i64 - 1, &[(2, -1), (3, 1)]),
                ],
                parts,
            ),
            Shift => (vec![zero(-1, &[(0, 1), (4, -1)]), zero(1, &[(1, 1), (5, -1)])], parts),
            Divide { by, is_of_b } => {
                let number = usize::from(is_of_b);
                let by = by as i64;
                (
                    vec![
                        natural(0, &[(number, 1), (number + 4, -by)]),
                        natural(by - 1, &[(number, -1), (number + 4, by)]),
                        natural(-1, &[(number, 1)]),
                        stays(1 - number),
                    ],
                    parts,
                )
            }
            Diagonal => (vec![zero(0, &[(4, 1), (5, -1)]), Formula::less(4, 0), Formula::less(4, 1)], parts),
            If { modulus, residue } => (
                vec![
                    Formula::less(4, 0),
                    stays(1),
                    zero(-(residue as i64), &[(0, 1), (1, 1), (2, -(modulus as i64))]),
                ],
                parts,
            ),
            Clear { modulus } => (
                vec![
                    zero(0, &[(0, 1), (1, -1), (2, modulus as i64), (3, -(modulus as i64))]),
                    natural(-1, &[(0, 1), (1, 1)]),
                ],
                Vec::new(),
            ),
        };
        PairMoveFormula { condition: Formula::All(condition), parts }
    }

    /// Returns the options by definition; `None` is the empty position.
    fn options(&self, a: u64, b: u64) -> Vec<Option<(u64, u64)>> {
        let mut found = Vec::new();
        match *self {
            Line { steps: [p, q], least, most } => {
                let all = (least..=most.unwrap_or(a + b))
                    .filter_map(|k| Some((a.checked_sub(p * k)?, b.checked_sub(q * k)?)));
                found.extend(all);
            }
            Near { less } => {
                let all = (0..=a).flat_map(|k| (0..=b).map(move |l| (k, l)));
                let all = all.filter(|&(k, l)| k + l > 0 && k.abs_diff(l) < less);
                found.extend(all.map(|(k, l)| (a - k, b - l)));
            }
            Shift => found.extend(a.checked_sub(1).map(|a| (a, b + 1))),
            Divide { by, is_of_b: false } => found.extend((a > 0).then(|| (a / by, b))),
            Divide { by, is_of_b: true } => found.extend((b > 0).then(|| (a, b / by))),
            Diagonal => found.extend((0..a.min(b)).map(|k| (k, k))),
            If { modulus, residue } => {
                found.extend((0..a).filter(|_| (a + b) % modulus == residue).map(|k| (k, b)));
            }
            Clear { modulus } => {
                return (a + b > 0 && a % modulus == b % modulus).then_some(None).into_iter().collect();
            }
        }
        found.into_iter().map(Some).collect()
    }
}

/// Returns `true` if a pair is lost, by definition.
fn is_lost(kinds: &[Kind], a: u64, b: u64, known: &mut HashMap<(u64, u64), bool>) -> bool {
    if let Some(&is_lost) = known.get(&(a, b)) {
        return is_lost;
    }
    let options: Vec<_> = kinds.iter().flat_map(|kind| kind.options(a, b)).collect();
    let is_won = options.into_iter().any(|option| option.is_none_or(|(a, b)| is_lost(kinds, a, b, known)));
    known.insert((a, b), !is_won);
    !is_won
}

/// Computes values of all pairs below a side: 0 for lost pairs, 1 for others.
fn values(kinds: &[Kind], side: u64) -> Vec<u32> {
    let mut known = HashMap::new();
    let pairs = (0..side).flat_map(|a| (0..side).map(move |b| (a, b)));
    pairs.map(|(a, b)| u32::from(!is_lost(kinds, a, b, &mut known))).collect()
}

fn formulas(kinds: &[Kind]) -> Vec<PairMoveFormula> {
    kinds.iter().map(Kind::formula).collect()
}

fn proved(kinds: &[Kind], side: u64) -> Option<LostPairs> {
    let values = values(kinds, side);
    let pairs = PairValues::new(&values, side as usize, side as usize).unwrap();
    LostPairs::proved(&formulas(kinds), pairs, &[], &mut Meter::default()).unwrap()
}

fn take(steps: [u64; 2]) -> Kind {
    Line { steps, least: 1, most: None }
}

fn wythoff() -> Vec<Kind> {
    vec![take([1, 0]), take([0, 1]), take([1, 1])]
}

/// Games whose lost pairs are proved.
fn games() -> Vec<Vec<Kind>> {
    vec![
        vec![take([1, 0]), take([0, 1])],
        wythoff(),
        vec![take([1, 0]), take([0, 1]), Near { less: 2 }],
        vec![
            Line { steps: [1, 0], least: 1, most: Some(3) },
            Line { steps: [0, 1], least: 1, most: Some(3) },
        ],
        vec![
            Line { steps: [1, 0], least: 1, most: Some(1) },
            Line { steps: [0, 1], least: 1, most: Some(1) },
            Line { steps: [1, 1], least: 1, most: Some(1) },
        ],
        vec![Divide { by: 2, is_of_b: false }, Divide { by: 2, is_of_b: true }],
        vec![take([1, 0]), take([0, 1]), Clear { modulus: 3 }],
        vec![take([1, 0]), Shift],
        vec![take([0, 1]), If { modulus: 2, residue: 1 }],
        vec![take([1, 0]), take([0, 1]), Diagonal],
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0..3u64, 0..3u64, 1..4u64, 1..5u64)
            .prop_filter("a step", |(p, q, ..)| p + q > 0)
            .prop_map(|(p, q, least, count)| Line { steps: [p, q], least, most: Some(least + count) }),
        (0..3u64, 0..3u64).prop_filter("a step", |(p, q)| p + q > 0).prop_map(|(p, q)| take([p, q])),
        Just(Shift),
        (2..4u64, any::<bool>()).prop_map(|(by, is_of_b)| Divide { by, is_of_b }),
        Just(Diagonal),
        (2..4u64, 0..2u64).prop_map(|(modulus, residue)| If { modulus, residue }),
        (2..4u64).prop_map(|modulus| Clear { modulus }),
    ]
}

const SIDE: u64 = 60;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Lost pairs proved from the first pairs, and the moves to them, are right for other pairs.
    #[test]
    fn lost_pairs_are_those_of_the_definition(kinds in prop::collection::vec(kind(), 1..4)) {
        let all = values(&kinds, SIDE);
        let first: Vec<u32> =
            (0..40).flat_map(|a| all[a * SIDE as usize..][..40].to_vec()).collect();
        let pairs = PairValues::new(&first, 40, 40).unwrap();
        let lost = LostPairs::proved(&formulas(&kinds), pairs, &[], &mut Meter::default()).unwrap();
        for (place, lost) in (0..all.len() as u64).filter_map(|place| Some((place, lost.as_ref()?))) {
            let (a, b) = (place / SIDE, place % SIDE);
            prop_assert_eq!(lost.contains(a, b), all[place as usize] == 0, "{:?} {} {}", kinds, a, b);
            if a % 7 != 3 || b % 5 != 2 {
                continue;
            }
            let Some(moves) = lost.moves_to(a, b, 1000, &mut Meter::default()).unwrap() else { continue };
            let mut expected: Vec<[u64; 2]> = kinds
                .iter()
                .flat_map(|kind| kind.options(a, b))
                .map(|option| <[u64; 2]>::from(option.unwrap()))
                .filter(|&[a, b]| lost.contains(a, b))
                .collect();
            expected.sort_unstable();
            expected.dedup();
            let mut listed = moves.listed;
            listed.sort_unstable();
            prop_assert_eq!((moves.total, &listed), (expected.len() as u64, &expected), "{:?} {} {}", kinds, a, b);
        }
    }

    /// An automaton with one change is refused, unless it accepts the same pairs.
    #[test]
    fn forged_claims_are_refused(
        game in 0..2usize, place in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(),
        changes_output in any::<bool>(),
    ) {
        let kinds = &games()[game];
        let values = values(kinds, SIDE);
        let pairs = PairValues::new(&values, SIDE as usize, SIDE as usize).unwrap();
        let numeration = NUMERATIONS[game];
        let meter = &mut Meter::default();
        let (mut next, mut accepts) = learn::lost(&pairs, numeration, meter).unwrap().unwrap().table();
        if changes_output {
            let place = place.index(accepts.len());
            accepts[place] = !accepts[place];
        } else {
            let place = place.index(next.len());
            next[place] = to.index(accepts.len()) as u32;
        }
        let forged = DigitAutomaton::of_table(numeration, vec![0, 1], next, accepts).valid(meter).unwrap();
        let is_right = (0..SIDE * SIDE)
            .all(|place| forged.contains(&[place / SIDE, place % SIDE]) == (values[place as usize] == 0));
        let is_proved = Claim { lost: forged }.is_proved(&formulas(kinds), meter);
        prop_assert!(is_right || !matches!(is_proved, Ok(true)));
    }

    /// Automata of sums agree with the definition for all numerations.
    #[test]
    fn sums_are_decided_in_every_numeration(
        factors in prop::collection::vec(-3i64..4, 1..4), constant in -20i64..20, is_zero in any::<bool>(),
        numeration in prop::sample::select(&NUMERATIONS[..4]), numbers in prop::collection::vec(0u64..40, 16),
    ) {
        let terms: Vec<(usize, i64)> = factors.iter().copied().enumerate().filter(|term| term.1 != 0).collect();
        let linear = LinearSum { constant, terms: terms.clone() };
        let formula = if is_zero { Formula::Zero(linear) } else { Formula::Natural(linear) };
        let meter = &mut Meter::default();
        let set = formula.automaton(numeration, meter).unwrap();
        let others = set.not(meter).unwrap();
        for numbers in numbers.windows(3) {
            let total: i64 =
                terms.iter().fold(constant, |total, (place, factor)| total + factor * numbers[*place] as i64);
            let tuple: Vec<u64> = set.variables().iter().map(|&place| numbers[place]).collect();
            let holds = if is_zero { total == 0 } else { total >= 0 };
            prop_assert_eq!(set.contains(&tuple), holds);
            prop_assert_eq!(others.contains(&tuple), !holds);
        }
    }
}

/// The automaton of sums satisfies x + 0 = x, and x + (y + 1) = z + 1 exactly when x + y = z. Successors are checked directly.
#[test]
fn adders_obey_the_recursion_of_addition() {
    let meter = &mut Meter::default();
    for numeration in NUMERATIONS.into_iter().filter(|numeration| numeration.digits() <= 3) {
        let sum = zero(0, &[(0, 1), (1, 1), (2, -1)]).automaton(numeration, meter).unwrap();
        let next = zero(1, &[(1, 1), (3, -1)]).automaton(numeration, meter).unwrap();
        (0..2000).for_each(|x| assert!(next.contains(&[x, x + 1]) && !next.contains(&[x, x])));
        let is_zero = zero(0, &[(1, 1)]).automaton(numeration, meter).unwrap();
        let same = zero(0, &[(0, 1), (2, -1)]).automaton(numeration, meter).unwrap();
        let with_zero = sum.and(&is_zero, meter).unwrap();
        assert!(!with_zero.differs_from(&same.and(&is_zero, meter).unwrap(), meter).unwrap());
        let later = sum.renamed(&[(1, 3), (2, 4)]);
        let steps = next.and(&next.renamed(&[(1, 2), (3, 4)]), meter).unwrap();
        let one = sum.and(&steps, meter).unwrap();
        assert!(!one.differs_from(&later.and(&steps, meter).unwrap(), meter).unwrap(), "{numeration:?}");
    }
}

/// Representations and weights of all numerations.
#[test]
fn numbers_are_written_once() {
    let fibonacci = Numeration::Quadratic(1);
    assert_eq!(fibonacci.weights()[..6], [1, 2, 3, 5, 8, 13]);
    assert_eq!(Numeration::Quadratic(2).weights()[..5], [1, 3, 7, 17, 41]);
    for numeration in NUMERATIONS {
        let weights = numeration.weights();
        for number in (0..500).chain([u64::MAX, u64::MAX - 1]) {
            let digits = numeration.write(number, &weights);
            let value = digits.iter().zip(&weights).map(|(digit, weight)| digit * weight).sum::<u64>();
            assert_eq!(value, number);
            let read = digits.iter().try_fold(0, |nonzero, &digit| numeration.follow(nonzero, &[digit]));
            assert!(read.is_some(), "{numeration:?} {number}");
        }
    }
}

#[test]
fn every_game_of_the_list_is_proved() {
    for kinds in games() {
        assert!(proved(&kinds, 128).is_some(), "{kinds:?}");
    }
}

#[test]
fn beatty_pairs_are_proved() {
    let lost = proved(&wythoff(), 64).expect("the lost pairs of Wythoff's game");
    // Neighbouring Fibonacci numbers F(2n), F(2n + 1).
    let mut fibonacci = (1u64, 2u64);
    for _ in 0..40 {
        assert!(lost.contains(fibonacci.0, fibonacci.1) && !lost.contains(fibonacci.0, fibonacci.1 + 1));
        fibonacci = (fibonacci.0 + fibonacci.1, fibonacci.0 + 2 * fibonacci.1);
    }
    let found =
        lost.moves_to(1_000_000_000_000, 1_000_000_000_001, 5, &mut Meter::default()).unwrap().unwrap();
    assert!((1..=3).contains(&found.total));
    assert!(found.listed.iter().all(|&[a, b]| lost.contains(a, b)));
}

/// Beatty pairs of steep slopes, which cannot be learned from the table, are claimed by Fraenkel's theorem.
#[test]
fn beatty_pairs_are_claimed_by_their_digits() {
    let meter = &mut Meter::default();
    for t in 1..5 {
        let kinds = [take([1, 0]), take([0, 1]), Near { less: t }];
        let values = values(&kinds, 70);
        let pairs = PairValues::new(&values, 70, 70).unwrap();
        let conjectures = conjectures_of_pairs(pairs);
        let found =
            conjectures.iter().find(|found| found.statement.contains("(floor(n alpha), floor(n beta))"));
        let lost = LostPairs::proved(&formulas(&kinds), pairs, &conjectures, meter).unwrap();
        let lost = lost.unwrap_or_else(|| panic!("t = {t}"));
        assert!(
            (0..4900).all(|place| lost.contains(place / 70, place % 70) == (values[place as usize] == 0))
        );
        assert!(lost.are(found.unwrap().lost.as_ref().unwrap(), meter).unwrap());
        // The pairs are not the lost pairs of other games.
        let other = [take([1, 0]), take([0, 1]), Near { less: t + 1 }];
        assert_eq!(LostPairs::proved(&formulas(&other), pairs, &conjectures, meter).unwrap(), None);
    }
}

/// Every pair that is not lost has a move to a lost pair, and no lost pair has one.
#[test]
fn moves_lead_to_lost_pairs() {
    let meter = &mut Meter::default();
    for kinds in [wythoff(), vec![take([1, 0]), take([0, 1]), Near { less: 3 }]] {
        let lost = proved(&kinds, 256).unwrap();
        for (a, b) in [(0, 0), (1, 2), (30, 31), (40, 17), (1_000_000_000_000, 2_000_000_000_000)] {
            let moves = lost.moves_to(a, b, 100, meter).unwrap().unwrap();
            assert_eq!(moves.total == 0, lost.contains(a, b), "{a} {b}");
            assert!(moves.listed.iter().all(|&[a, b]| lost.contains(a, b)));
        }
    }
}

/// Proved lost pairs settle the statements found about them.
#[test]
fn statements_are_settled() {
    let meter = &mut Meter::default();
    for (kinds, expected) in games().into_iter().zip([
        Some("g(a, b) = 0 exactly when a = b"),
        Some("(floor(n alpha), floor(n beta)), n >= 0, alpha = phi"),
        Some("(floor(n alpha), floor(n beta)), n >= 0, alpha = sqrt 2"),
        Some("g(a, b) = 0 exactly when a mod 4 = b mod 4"),
        Some("g(a, b) = 0 exactly when a and b are even"),
    ]) {
        let values = values(&kinds, 100);
        let pairs = PairValues::new(&values, 100, 100).unwrap();
        let lost = LostPairs::proved(&formulas(&kinds), pairs, &[], meter).unwrap().unwrap();
        let settled = conjectures_of_pairs(pairs)
            .into_iter()
            .map(|conjecture| lost.settle(conjecture, meter).unwrap())
            .find(|conjecture| conjecture.standing != Standing::Conjecture);
        let Some(expected) = expected else { continue };
        let settled = settled.unwrap_or_else(|| panic!("{kinds:?}"));
        assert!(settled.statement.contains(expected), "{} {expected}", settled.statement);
    }
}

/// Nothing is proved from wrong values, for games that need not end, or for moves that leave several pairs.
#[test]
fn nothing_is_proved_without_the_hypotheses() {
    let meter = &mut Meter::default();
    let mut table = values(&wythoff(), 64);
    table[63 * 64 + 62] ^= 1;
    let pairs = |table| PairValues::new(table, 64, 64).unwrap();
    assert_eq!(LostPairs::proved(&formulas(&[Shift]), pairs(&table), &[], meter).unwrap(), None);
    // Nim, in which the first number may also grow.
    let nim = [take([1, 0]), take([0, 1])];
    let equal = values(&nim, 64);
    let mut grows = formulas(&nim);
    assert!(LostPairs::proved(&grows, pairs(&equal), &[], meter).unwrap().is_some());
    let up = vec![zero(1, &[(0, 1), (2, -1)]), zero(0, &[(1, 1), (3, -1)]), zero(1, &[(0, 1), (1, -1)])];
    grows.push(PairMoveFormula { condition: Formula::All(up), parts: vec![[2, 3]] });
    assert_eq!(LostPairs::proved(&grows, pairs(&equal), &[], meter).unwrap(), None);
    let mut splits = formulas(&nim);
    splits[0].parts.push([5, 6]);
    assert_eq!(LostPairs::proved(&splits, pairs(&equal), &[], meter).unwrap(), None);
}
