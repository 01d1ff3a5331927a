use proptest::prelude::*;

use super::*;

/// Generates small and huge nimbers, including 0 and `u64::MAX`.
fn nimbers() -> impl Strategy<Value = Nimber> {
    prop_oneof![0..4_u64, 0..300_u64, any::<u64>(), Just(u64::MAX)].prop_map(Nimber)
}

/// Computes the mex by its definition.
fn naive_mex(values: &[Nimber]) -> Nimber {
    (0..).map(Nimber).find(|candidate| !values.contains(candidate)).unwrap()
}

#[test]
fn display() {
    for (heap, text) in [(0, "0"), (1, "*"), (2, "*2"), (u64::MAX, "*18446744073709551615")] {
        assert_eq!(Nimber(heap).to_string(), text);
    }
    assert_eq!(format!("[{:4}] [{:<4}]", Nimber(12), Nimber(1)), "[ *12] [*   ]");
}

#[test]
fn parse() {
    let accepted = [("0", 0), ("*0", 0), ("*", 1), ("*1", 1), ("⋆", 1), ("⋆5", 5), ("∗", 1), ("∗5", 5)];
    for (text, heap) in accepted {
        assert_eq!(text.parse(), Ok(Nimber(heap)), "{text}");
    }
    assert_eq!("*18446744073709551615".parse(), Ok(Nimber(u64::MAX)));
    for text in ["", "1", "00", "*01", "*00", "*-1", "*+1", "**", "* 1", " *1", "*1 ", "*x", "*٣", "-0"] {
        assert_eq!(text.parse::<Nimber>(), Err(ParseNimberError::Malformed), "{text}");
    }
    for text in ["*18446744073709551616", "⋆99999999999999999999999"] {
        assert_eq!(text.parse::<Nimber>(), Err(ParseNimberError::TooLarge), "{text}");
    }
    assert!(ParseNimberError::TooLarge.to_string().contains("`*18446744073709551615`"));
    assert!(ParseNimberError::Malformed.to_string().contains("`*n`"));
}

/// Conway's definition of addition, specialised to nimbers: a + b = mex {a' + b, a + b'}.
#[test]
fn addition_is_the_recursion_of_conway() {
    const SIZE: usize = 32;
    let mut sum = [[Nimber::ZERO; SIZE]; SIZE];
    for a in 0..SIZE {
        for b in 0..SIZE {
            let left_moves = (0..a).map(|smaller| sum[smaller][b]);
            let right_moves = (0..b).map(|smaller| sum[a][smaller]);
            let value = mex(left_moves.chain(right_moves));
            assert_eq!(Nimber(a as u64) + Nimber(b as u64), value);
            sum[a][b] = value;
        }
    }
}

/// Tests complete ranges around the size at which a table replaces the word of 128 bits.
#[test]
fn mex_of_ranges() {
    for count in [0, 1, 63, 64, 127, 128, 129, 1000] {
        let range = (0..count).map(Nimber);
        assert_eq!(mex(range.clone()), Nimber(count));
        assert_eq!(mex(range.clone().rev().chain([Nimber(u64::MAX); 3])), Nimber(count));
        let gap = Nimber(count / 2);
        assert_eq!(mex(range.filter(|&value| value != gap)), gap);
    }
}

proptest! {
    #[test]
    fn abelian_group_of_exponent_two(a in nimbers(), b in nimbers(), c in nimbers()) {
        prop_assert_eq!((a + b) + c, a + (b + c));
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!(a + Nimber::ZERO, a);
        prop_assert_eq!(a + a, Nimber::ZERO);
        prop_assert_eq!(a + -a, Nimber::ZERO);
        prop_assert_eq!((a - b) + b, a);
        prop_assert_eq!(a.is_zero(), a == Nimber::default());
        prop_assert_eq!([a, b, c].into_iter().sum::<Nimber>(), a + b + c);
        let mut assigned = a;
        assigned += b;
        prop_assert_eq!(assigned, a + b);
    }

    #[test]
    fn mex_is_the_least_missing(values in prop::collection::vec(nimbers(), 0..40)) {
        prop_assert_eq!(mex(values.iter().copied()), naive_mex(&values));
    }

    #[test]
    fn mex_of_nearly_complete_ranges(
        count in 100..200_u64,
        removed in prop::collection::vec(0..200_u64, 0..3),
        repeated in prop::collection::vec(0..200_u64, 0..10),
    ) {
        let values: Vec<_> =
            (0..count).filter(|value| !removed.contains(value)).chain(repeated).map(Nimber).collect();
        prop_assert_eq!(mex(values.iter().copied()), naive_mex(&values));
    }

    #[test]
    fn parse_reads_what_display_writes(nimber in nimbers()) {
        prop_assert_eq!(nimber.to_string().parse(), Ok(nimber));
    }

    #[test]
    fn parse_never_panics(text in "[*⋆0-9 +-]{0,24}") {
        let _ = text.parse::<Nimber>();
    }
}

/// Returns the products of all nimbers below a limit, computed by the definition.
fn products_by_definition(limit: usize) -> Vec<Vec<Nimber>> {
    let mut products = vec![vec![Nimber::ZERO; limit]; limit];
    for some in 0..limit {
        for other in 0..limit {
            let options = (0..some).flat_map(|less| {
                let products = &products;
                (0..other)
                    .map(move |lower| products[less][other] + products[some][lower] + products[less][lower])
            });
            products[some][other] = mex(options);
        }
    }
    products
}

#[test]
fn products_agree_with_the_definition() {
    let limit = 70;
    let products = products_by_definition(limit);
    for (some, row) in products.iter().enumerate() {
        for (other, &product) in row.iter().enumerate() {
            assert_eq!(Nimber(some as u64) * Nimber(other as u64), product, "*{some} *{other}");
        }
    }
}

proptest! {
    /// The nimbers below 2^64 form a field of characteristic 2.
    #[test]
    fn nimbers_are_a_field(some: u64, other: u64, third: u64, bits in 0u32..64) {
        let [some, other, third] = [some, other >> bits, third].map(Nimber);
        prop_assert_eq!(some * other, other * some);
        prop_assert_eq!(some * (other * third), (some * other) * third);
        prop_assert_eq!(some * (other + third), some * other + some * third);
        prop_assert_eq!(some * Nimber(1), some);
        // Every element x of a field with q elements satisfies x^q = x. Here q = 2^64.
        let power = (0..64).fold(some, |power, _| power * power);
        prop_assert_eq!(power, some);
        // The product of a Fermat power and a lesser nimber is the ordinary product, and the square of a Fermat power
        // is 3/2 of the power.
        let fermat = 1u64 << (1 << (bits % 6));
        let less = other.0 % fermat;
        prop_assert_eq!(Nimber(fermat) * Nimber(less), Nimber((u128::from(fermat) * u128::from(less)) as u64));
        prop_assert_eq!(Nimber(fermat) * Nimber(fermat), Nimber(fermat + fermat / 2));
    }
}
