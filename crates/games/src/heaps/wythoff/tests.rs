use super::*;

/// Computes ⌊kφ⌋ independently, without square roots, by the shift of the Zeckendorf representation of k − 1.
fn lower_by_shift(k: u64) -> u128 {
    let Some(mut rest) = k.checked_sub(1).map(u128::from) else { return 0 };
    let mut fibonacci = vec![1u128, 2];
    while fibonacci[fibonacci.len() - 1] <= rest {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    let mut shifted = 1;
    for window in fibonacci.windows(2).rev() {
        if window[0] <= rest {
            rest -= window[0];
            shifted += window[1];
        }
    }
    shifted
}

#[test]
fn lost_pairs_agree_with_the_shift() {
    let corners = [0, 1, 1 << 32, 1 << 62, 1 << 63, 8_249_634_742_471_189_717, LAST_PAIR, u64::MAX];
    let near =
        corners.into_iter().flat_map(|k| (0..300).flat_map(move |d| [k.wrapping_sub(d), k.wrapping_add(d)]));
    let spread = (0..2000u64).map(|k| k.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    for k in near.chain(spread) {
        assert_eq!(lost_pair(k).0, lower_by_shift(k), "{k}");
    }
}

#[test]
fn places_and_lost_pairs_are_inverse() {
    for k in (1..1000).chain([1_000_000_000_000_000_000, LAST_PAIR]) {
        let (a, b) = lost_pair(k);
        assert_eq!(place(a as u64), (k, true));
        assert_eq!(place(b as u64), (k, false));
        assert!(is_lost(a as u64, b as u64) && is_lost(b as u64, a as u64));
        assert_eq!(winning_moves(a as u64, b as u64).count(), 0);
    }
    assert!(lost_pair(LAST_PAIR).1 <= u64::MAX.into() && lost_pair(LAST_PAIR + 1).1 > u64::MAX.into());
}

#[test]
fn the_greatest_heaps_are_solved() {
    for (a, b) in [(u64::MAX, u64::MAX), (0, u64::MAX), (1, u64::MAX), (u64::MAX - 1, u64::MAX)] {
        for play in Play::BOTH {
            for (x, y) in winning_moves_under(play, a, b) {
                assert!(lost_under(play, x, y), "{a} {b} -> {x} {y}");
            }
            for detail in [Detail::Brief, Detail::Full] {
                assert!(!Wythoff.explain(&[(a, b)], play, detail).is_empty());
            }
        }
        assert!(winning_moves(a, b).count() > 0);
    }
}

#[test]
fn the_notation_is_read() {
    assert_eq!(Wythoff.parse(" 5, 3 "), Ok(vec![(5, 3)]));
    assert_eq!(Wythoff.parse("pair:3"), Ok(vec![(4, 7)]));
    assert_eq!(Wythoff.parse("pair: 0"), Ok(vec![(0, 0)]));
    assert!(Wythoff.parse(&format!("pair:{LAST_PAIR}")).is_ok());
    let over = Wythoff.parse("pair:7046029254386353131").unwrap_err();
    assert_eq!(over.span.range(), 5..24);
    assert!(over.to_string().contains("the limit is 7046029254386353130"), "{over}");
    for wrong in ["", "3", "3 5 8", "pair", "pair 3", "pair:", "pair:3 4", "pairs:3", "3 x", "-1 2"] {
        assert!(Wythoff.parse(wrong).is_err(), "{wrong}");
    }
}
