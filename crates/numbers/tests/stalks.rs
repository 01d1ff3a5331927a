//! Tests that compare the values of infinite stalks with Berlekamp's rule and with the values of their finite prefixes.

mod common;

use common::cases;
use proptest::prelude::*;
use std::cmp::Ordering;
use winways_numbers::{ParseFault, Rational, Run, Segment, SignExpansion, Stalk, Surreal};

fn coloured(text: &str) -> SignExpansion {
    match text.parse().unwrap_or_else(|error| panic!("{text}: {error}")) {
        Stalk::Coloured(signs) => signs,
        Stalk::Green(height) => panic!("{text} is green: {height}"),
    }
}

fn power_of_half(exponent: usize) -> Rational {
    (0..exponent).fold(Rational::one(), |power, _| power.quotient(&Rational::from(2)).unwrap())
}

/// Returns the value of a stalk by Berlekamp's rule, and the number of edges that count less than 1.
fn berlekamp(edges: &[bool]) -> (Rational, usize) {
    let run = edges.iter().take_while(|edge| Some(*edge) == edges.first()).count();
    let mut value = Rational::zero();
    for (place, &is_blue) in edges.iter().enumerate() {
        let size = power_of_half(if place < run { 0 } else { place + 1 - run });
        value = if is_blue { value.sum(&size) } else { value.difference(&size) }.unwrap();
    }
    (value, edges.len() - run)
}

/// Returns the value of `start` followed by infinitely many copies of `word`. The values of the copies form a geometric series.
fn of_series(start: &[bool], word: &[bool]) -> Rational {
    // The run at the ground ends within the first two copies.
    let mut edges = [start, word, word].concat();
    let (before, halvings) = berlekamp(&edges);
    edges.extend(word);
    let (after, _) = berlekamp(&edges);
    assert!(halvings > 0);
    let step = after.difference(&before).unwrap();
    let ratio = Rational::one().difference(&power_of_half(word.len())).unwrap();
    before.sum(&step.quotient(&ratio).unwrap()).unwrap()
}

fn letters(edges: &[bool]) -> String {
    edges.iter().map(|&is_blue| if is_blue { 'L' } else { 'R' }).collect()
}

/// Returns the first signs of an expansion whose runs are finite.
fn first_signs(signs: &SignExpansion, count: usize) -> Vec<bool> {
    let of_runs = |runs: &[Run]| -> Vec<bool> {
        let of_run = |run: &Run| {
            let length = run.length.to_natural().expect("a finite run");
            vec![run.is_plus; usize::try_from(length).unwrap()]
        };
        runs.iter().flat_map(of_run).collect()
    };
    let mut all = Vec::new();
    for segment in signs.segments() {
        match segment {
            Segment::Run(run) => all.extend(of_runs(std::slice::from_ref(run))),
            Segment::Word(word) => all.extend(of_runs(word).into_iter().cycle().take(count)),
        }
    }
    all.truncate(count);
    all
}

fn edges(most: usize) -> impl Strategy<Value = Vec<bool>> {
    prop_oneof![
        prop::collection::vec(any::<bool>(), 0..=most),
        (any::<bool>(), 0..=most).prop_map(|(edge, count)| vec![edge; count]),
    ]
}

/// Generates at least one edge.
fn some_edges(most: usize) -> impl Strategy<Value = Vec<bool>> {
    (any::<bool>(), edges(most - 1)).prop_map(|(first, rest)| [vec![first], rest].concat())
}

/// Generates edges of both colours.
fn both_colours(most: usize) -> impl Strategy<Value = Vec<bool>> {
    (edges(most - 2), any::<bool>(), 0..most).prop_map(|(mut word, edge, turn)| {
        word.extend([edge, !edge]);
        let length = word.len();
        word.rotate_left(turn % length);
        word
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 10_000)))]

    /// A stalk whose colours change infinitely often has the rational value of Berlekamp's rule, between the values of its prefixes.
    #[test]
    fn periodic_stalks_are_rational(start in edges(9), word in both_colours(7)) {
        let text = format!("{}({})^ω", letters(&start), letters(&word));
        let signs = coloured(&text);
        let value = signs.to_surreal().unwrap();
        let rational = value.to_rational().unwrap();
        prop_assert_eq!(&rational, &of_series(&start, &word), "{}", text);
        prop_assert!(!rational.is_dyadic());
        prop_assert_eq!(&value.sign_expansion().unwrap(), &signs);
        let all: Vec<bool> = start.iter().chain(word.iter().cycle()).copied().take(64).collect();
        prop_assert_eq!(first_signs(&signs, 64), all.clone(), "{}", text);
        for count in 1..64 {
            let (beginning, halvings) = berlekamp(&all[..count]);
            let order = if all[count] { Ordering::Greater } else { Ordering::Less };
            prop_assert_eq!(rational.cmp(&beginning), order, "{} after {} edges", text, count);
            let distance = rational.difference(&beginning).unwrap();
            let distance = if distance.sign().is_lt() { distance.negated() } else { distance };
            // Every edge above the run at the ground halves the bound for the distance to the value.
            prop_assert!(halvings == 0 || distance < power_of_half(halvings));
        }
    }

    /// Infinitely many edges of one colour above an edge of the other colour lead back to the value below that edge, up to an
    /// infinitesimal.
    #[test]
    fn constant_ends_differ_by_infinitesimals(start in edges(9), is_blue in any::<bool>()) {
        let end = if is_blue { "L^ω" } else { "R^ω" };
        let text = letters(&start) + end;
        let value = coloured(&text).to_surreal().unwrap();
        let expected = match start.iter().rposition(|&edge| edge != is_blue) {
            None => if is_blue { Surreal::omega() } else { Surreal::omega().negated().unwrap() },
            Some(turn) => {
                let below = Surreal::try_from(&berlekamp(&start[..turn]).0).unwrap();
                below.sum(&(if is_blue { "-1/ω" } else { "1/ω" }).parse().unwrap()).unwrap()
            }
        };
        prop_assert_eq!(value, expected, "{}", text);
    }

    /// A repeated group equals its edges written out.
    #[test]
    fn groups_are_repeated(start in some_edges(5), group in some_edges(5), times in 0usize..5) {
        let (start, group) = (letters(&start), letters(&group));
        prop_assert_eq!(coloured(&format!("{start}({group})^{times}")), coloured(&(start.clone() + &group.repeat(times))));
        prop_assert_eq!(coloured(&format!("{start}({group})^ω")), coloured(&format!("{start}{group}({group}{group})^ω")));
    }
}

#[test]
fn known_stalks() {
    for (stalk, value) in [
        ("L^ω", "ω"),
        ("R^ω", "-ω"),
        ("L R^ω", "1/ω"),
        ("LL R^ω", "1+1/ω"),
        ("(LR)^ω", "2/3"),
        ("L(RL)^ω", "2/3"),
        ("LRR(LR)^ω", "1/3"),
        ("L^3(R)^ω", "2+1/ω"),
        ("L^ω R", "ω-1"),
        ("L^ω R^ω", "ω/2"),
        ("L^ω R^(ω^2)", "ω^(1/2)"),
        ("L^(2ω)", "2ω"),
        ("lbR", "3/2"),
        ("br^omega", "1/ω"),
        ("L^0", "0"),
        ("(LR)^2", "5/8"),
        ("(LR)^ω L", "2/3+1/ω"),
    ] {
        assert_eq!(coloured(stalk).to_surreal().unwrap().to_string(), value, "{stalk}");
    }
}

#[test]
fn green_stalks_are_as_high_as_their_edges() {
    for (stalk, height) in [
        ("G", "1"),
        ("GGG", "3"),
        ("G^ω", "ω"),
        ("G^ω G", "ω+1"),
        ("G G^ω", "ω"),
        ("(GG)^ω G^2", "ω+2"),
        ("(G^ω G)^2", "2ω+1"),
        ("(G)^0", "0"),
    ] {
        assert_eq!(stalk.parse(), Ok(Stalk::Green(height.parse().unwrap())), "{stalk}");
    }
}

#[test]
fn wrong_stalks_are_refused_at_their_place() {
    for (stalk, place) in [
        ("", 0),
        ("LRx", 2),
        ("(LR", 3),
        ("(LR)^x", 5),
        ("(LR)^(2)", 5),
        ("()^ω", 1),
        ("LR^", 3),
        ("L^(1/2)", 2),
        ("LGR", 1),
        ("G R", 2),
        ("LR)", 2),
        ("((LR)^ω)^2", 1),
        ("L R (LR)^99999999999999999999", 9),
        ("L (LR)^5000", 2),
        ("(LR)^ω^2", 7),
    ] {
        let error = stalk.parse::<Stalk>().unwrap_err();
        assert_eq!(error.place, place, "{stalk}: {error}");
        assert!(matches!(error.fault, ParseFault::Expected(_) | ParseFault::Value(_)));
    }
}
