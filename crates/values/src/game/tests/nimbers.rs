//! Tests of large nimbers: against arenas that list all options, and of their limits.

use proptest::prelude::*;

use crate::{Arena, ArenaError, Dyadic, Game, GameOutcome, Operations, Relation, Structure};

/// A value made from earlier ones, which are given by index modulo their number.
#[derive(Clone, Debug)]
enum Made {
    Form(Vec<usize>, Vec<usize>),
    Sum(usize, usize),
}

type Plain = (i64, i64, u64);

/// A few sums of numbers, ups and nimbers, and values made from them.
fn values() -> impl Strategy<Value = (Vec<Plain>, Vec<Made>)> {
    let plain = (
        prop_oneof![3 => Just(0i64), 1 => -2i64..=2],
        prop_oneof![3 => Just(0i64), 1 => -2i64..=2],
        prop_oneof![2 => 0u64..4, 3 => 4u64..10],
    );
    let list = || proptest::collection::vec(0usize..64, 1..=3);
    let made = prop_oneof![
        2 => (list(), list()).prop_map(|(left, right)| Made::Form(left, right)),
        1 => (0usize..64, 0usize..64).prop_map(|(some, other)| Made::Sum(some, other)),
    ];
    (proptest::collection::vec(plain, 2..5), proptest::collection::vec(made, 1..8))
}

fn structure(arena: &Arena, game: Game) -> Structure {
    Operations::new(arena.session()).structure(game).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// An arena that treats `*4` as a large nimber gives the same values, comparisons and outcomes as one that lists the
    /// options of all nimbers.
    #[test]
    fn large_nimbers_agree_with_lists_of_options((plains, made) in values()) {
        let arenas = [Arena::default(), Arena::with_large_nimbers_from(4)];
        let mut known: Vec<[Game; 2]> = plains
            .iter()
            .map(|&(number, ups, nimber)| {
                [0, 1].map(|index| {
                    arenas[index].number_up_star(&Dyadic::from(number), ups, nimber.into()).unwrap()
                })
            })
            .collect();
        for step in made {
            let at = |index: usize, arena: usize| known[index % known.len()][arena];
            let [listed, large] = [0, 1].map(|arena| match &step {
                Made::Form(left, right) => {
                    let [left, right] =
                        [left, right].map(|list| list.iter().map(|&index| at(index, arena)).collect::<Vec<_>>());
                    arenas[arena].form(&left, &right)
                }
                Made::Sum(some, other) => arenas[arena].add(at(*some, arena), at(*other, arena)),
            });
            let listed = listed.unwrap();
            match large {
                Err(error) => prop_assert_eq!(error, ArenaError::TooManyOptions { limit: 1 << 30 }),
                Ok(large) => {
                    prop_assert_eq!(structure(&arenas[0], listed), structure(&arenas[1], large));
                    prop_assert_eq!(arenas[0].outcome(listed), arenas[1].outcome(large));
                    prop_assert_eq!(arenas[0].birthday(listed).unwrap(), arenas[1].birthday(large).unwrap());
                    known.push([listed, large]);
                }
            }
        }
        for some in &known {
            for other in &known {
                let [listed, large] = [0, 1].map(|arena| arenas[arena].compare(some[arena], other[arena]).unwrap());
                prop_assert_eq!(listed, large);
                let [listed, large] =
                    [0, 1].map(|arena| arenas[arena].structural_order(some[arena], other[arena]).unwrap());
                prop_assert_eq!(listed, large);
            }
        }
    }
}

/// Sums, forms and comparisons of nimbers of up to 128 bits.
#[test]
fn nimbers_of_128_bits() {
    let arena = Arena::default();
    let [far, neighbour, most] =
        [5_000_000_000, 5_000_000_001, u128::MAX].map(|size| arena.nimber(size).unwrap());
    assert_eq!(arena.add(far, Game::STAR), Ok(neighbour));
    assert_eq!(arena.add(far, far), Ok(Game::ZERO));
    assert_eq!(arena.as_nimber(arena.add(far, most).unwrap()), Some(u128::MAX ^ 5_000_000_000));
    assert_eq!(-far, far);
    assert_eq!(arena.compare(far, neighbour), Ok(Relation::Confused));
    assert_eq!(arena.birthday(far), Ok(Some(5_000_000_000)));
    assert_eq!(arena.birthday(most), Ok(None));
    let up = arena.up(1).unwrap();
    let up_far = arena.add(up, far).unwrap();
    assert_eq!(arena.as_number_up_star(up_far), Some((Dyadic::ZERO, 1, 5_000_000_000)));
    assert_eq!(arena.form(&[Game::ZERO], &[neighbour]), Ok(up_far));
    assert_eq!(arena.form(&[Game::ZERO, far], &[Game::ZERO, far]), Ok(Game::STAR));
    // A hot game ignores the nimber.
    let [one, minus_one] = [1, -1].map(|integer| arena.integer(integer).unwrap());
    let switch = arena.form(&[one], &[minus_one]).unwrap();
    let options = [one, minus_one].map(|option| arena.add(option, far).unwrap());
    let form = arena.form(&options[..1], &options[1..]).unwrap();
    assert_eq!(arena.add(switch, far), Ok(form));
    assert_eq!(arena.outcome(form), GameOutcome::Next);
    assert_eq!(arena.compare(form, far), Ok(Relation::Confused));
    assert_eq!(arena.add(form, far), Ok(switch));
}

/// A tiny game and a nimber have all smaller nimbers as options of Left in canonical form.
#[test]
fn sums_with_too_many_options() {
    let arena = Arena::default();
    let minus_one = arena.integer(-1).unwrap();
    let threat = arena.form(&[Game::ZERO], &[minus_one]).unwrap();
    let tiny = arena.form(&[Game::ZERO], &[threat]).unwrap();
    let small = arena.nimber(40).unwrap();
    let sum = arena.add(tiny, small).unwrap();
    assert_eq!(arena.left_options(sum).unwrap().len(), 41);
    let far = arena.nimber(1 << 100).unwrap();
    let refused = ArenaError::TooManyOptions { limit: 1 << 30 };
    assert_eq!(arena.add(tiny, far), Err(refused));
    assert_eq!(arena.left_options(far).err(), Some(refused));
    assert_eq!(arena.compare(tiny, far), Ok(Relation::Confused));
    // The arena stays usable.
    assert_eq!(arena.add(tiny, -tiny), Ok(Game::ZERO));
    assert_eq!(arena.add(sum, small), Ok(tiny));
}
