use super::*;
use proptest::prelude::*;

/// A step of a computation that is carried out both in `Binary` and in `Dyadic`.
#[derive(Clone, Debug)]
enum Step {
    Edge(Side),
    Edges(Side, usize),
    Alternating(usize),
    Add(usize),
    Push(i32),
    Double,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let side = prop_oneof![Just(Side::Left), Just(Side::Right)];
    let step = prop_oneof![
        4 => side.clone().prop_map(Step::Edge),
        1 => (side, 1..150usize).prop_map(|(side, count)| Step::Edges(side, count)),
        1 => (1..150usize).prop_map(Step::Alternating),
        4 => (0..8usize).prop_map(Step::Add),
        3 => prop_oneof![-3..=3, -200..=200i32].prop_map(Step::Push),
        1 => Just(Step::Double),
    ];
    proptest::collection::vec(step, 1..40)
}

/// Computes 1:x or its mirror image by the formula, finding the least n by trial.
fn on_edge(x: &Dyadic, side: Side) -> Dyadic {
    if side == Side::Right {
        return -on_edge(&-x, Side::Left);
    }
    let one = Dyadic::from(1);
    let n = (1..).find(|&n| x + Dyadic::from(n) > one).unwrap();
    (x + Dyadic::from(n)) * Dyadic::new(1, n as u32 - 1)
}

fn check(binary: &Binary, dyadic: &Dyadic) {
    assert_eq!(binary.to_dyadic(), *dyadic);
    assert_eq!(binary.sign(), dyadic.sign());
    match binary {
        Binary::Word(_) => assert!(dyadic.exponent() <= 64),
        Binary::Long(long) => {
            assert!(dyadic.exponent() > 64, "{dyadic} is a word");
            assert!(long.length >= 64 && long.length.div_ceil(64) == long.fraction.len() as u64);
            assert!(long.length < 128 || long.fraction[0] != 0);
        }
    }
}

/// Runs the steps on a stack. Each step pushes a number, usually computed from the last one. `Step::Add` adds any number on the
/// stack.
fn run(steps: &[Step]) {
    let mut stack = vec![(Binary::ZERO, Dyadic::ZERO)];
    for step in steps {
        let (mut binary, mut dyadic) = stack.last().cloned().unwrap();
        let edge = |binary: &mut Binary, dyadic: &mut Dyadic, side| {
            *binary = binary.clone().on_edge(side);
            *dyadic = on_edge(dyadic, side);
        };
        match *step {
            Step::Edge(side) => edge(&mut binary, &mut dyadic, side),
            Step::Edges(side, count) => (0..count).for_each(|_| edge(&mut binary, &mut dyadic, side)),
            Step::Alternating(count) => {
                (0..count).for_each(|i| edge(&mut binary, &mut dyadic, Side::BOTH[i % 2]));
            }
            Step::Add(index) => {
                let (other, same) = stack[stack.len() - 1 - index % stack.len()].clone();
                (binary, dyadic) = (binary.plus(other), dyadic + same);
            }
            Step::Push(integer) => {
                binary = Binary::new(integer.into(), Vec::new(), 0);
                dyadic = i64::from(integer).into();
            }
            Step::Double => (binary, dyadic) = (binary.clone().plus(binary), dyadic.double()),
        }
        check(&binary, &dyadic);
        stack.push((binary, dyadic));
    }
}

proptest! {
    #[test]
    fn agrees_with_dyadics(steps in steps()) {
        run(&steps);
    }

    #[test]
    fn fractions_of_any_length(integer in -5i128..5, words in proptest::collection::vec(any::<u64>(), 0..5), cut in 0..64u64) {
        let length = (words.len() as u64 * 64).saturating_sub(cut);
        let mut expected = Dyadic::from(integer as i64);
        for place in 0..length {
            if words[place as usize / 64] >> (place % 64) & 1 == 1 {
                expected = expected + Dyadic::new(1, (length - place) as u32);
            }
        }
        check(&Binary::new(integer, words, length), &expected);
    }

    #[test]
    fn words(numerator in any::<i64>()) {
        check(&Binary::of_word(numerator.into()), &Dyadic::new(numerator, 63));
    }
}

#[test]
fn cancelling_makes_a_word_again() {
    // 1 - 1/2^200 and its negative.
    let small = (0..200).fold(Binary::ZERO.on_edge(Side::Right), |x, _| x.on_edge(Side::Left));
    let large = (0..200).fold(Binary::ZERO.on_edge(Side::Left), |x, _| x.on_edge(Side::Right));
    check(&small, &(0..200).fold(Dyadic::from(-1), |x, _| on_edge(&x, Side::Left)));
    check(&small.clone().plus(large.clone()), &Dyadic::ZERO);
    check(&large.plus(Binary::Word(5 * ONE)).plus(small), &Dyadic::from(5));
}

#[test]
fn huge_integers_do_not_overflow() {
    let mut binary = Binary::of_word(1 << 62);
    let mut dyadic = Dyadic::new(1, 1);
    for _ in 0..70 {
        binary = binary.clone().plus(binary);
        dyadic = dyadic.double();
        assert_eq!((binary.to_dyadic(), binary.sign()), (dyadic.clone(), Ordering::Greater));
    }
}
