//! Compares canonical forms with games without any simplification.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use winways_misere::{Form, FormError, Forms, count_born_by};
use winways_solve::{Budget, Ledger, NoObserver, StopReason};

fn ledger() -> Ledger<'static> {
    Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20)
}

/// Games as lists of the numbers of earlier games, without any simplification.
#[derive(Default)]
struct Trees {
    options: Vec<Vec<usize>>,
    lost: HashMap<Vec<usize>, bool>,
}

impl Trees {
    fn push(&mut self, options: Vec<usize>) -> usize {
        self.options.push(options);
        self.options.len() - 1
    }

    /// Returns `true` if the player to move loses the sum, from the definition.
    fn is_previous(&mut self, mut sum: Vec<usize>) -> bool {
        sum.retain(|&part| !self.options[part].is_empty());
        sum.sort_unstable();
        if let Some(&lost) = self.lost.get(&sum) {
            return lost;
        }
        let mut lost = !sum.is_empty();
        for place in 0..sum.len() {
            for option in self.options[sum[place]].clone() {
                let mut after = sum.clone();
                after[place] = option;
                lost &= !self.is_previous(after);
            }
        }
        self.lost.insert(sum, lost);
        lost
    }

    /// Creates the games of all given forms, and returns the number of the game of each form.
    fn of(forms: &Forms, all: &[Form]) -> (Trees, HashMap<Form, usize>) {
        let (mut trees, mut numbers) = (Trees::default(), HashMap::new());
        for &form in all {
            let options = forms.options(form).iter().map(|option| numbers[option]).collect();
            numbers.insert(form, trees.push(options));
        }
        (trees, numbers)
    }
}

#[test]
fn counts_by_day() {
    let counts: Vec<u64> = (0..=5).map(|day| count_born_by(day, &ledger()).unwrap()).collect();
    assert_eq!(counts, [1, 2, 3, 5, 22, 4_171_780]);
    let mut forms = Forms::new();
    for (day, &count) in (0..=4).zip(&counts) {
        let born = forms.born_by(day, &ledger()).unwrap();
        assert_eq!(born.len() as u64, count);
        assert!(born.iter().all(|&form| forms.birthday(form) <= day));
    }
    assert!(matches!(count_born_by(6, &ledger()), Err(StopReason::Unsupported(_))));
}

#[test]
fn games_of_day_five_counted_one_by_one() {
    // A set of options is reducible to K if it has all options of K, and all its other options have K as an option.
    let mut forms = Forms::new();
    let born = forms.born_by(4, &ledger()).unwrap();
    let mask = |holds: &dyn Fn(Form) -> bool| {
        (0..).zip(&born).map(|(place, &form)| u32::from(holds(form)) << place).sum::<u32>()
    };
    let previous = mask(&|form| forms.is_previous(form));
    let pairs: Vec<(u32, u32, bool)> = born
        .iter()
        .map(|&candidate| {
            let kept = mask(&|form| forms.options(candidate).contains(&form));
            let reversible = mask(&|form| forms.options(form).contains(&candidate));
            (kept, reversible, candidate == Form::ZERO)
        })
        .collect();
    let is_canonical = |options: &u32| {
        !pairs.iter().any(|&(kept, reversible, is_zero)| {
            options & kept == kept
                && options & !kept != 0
                && options & !kept & !reversible == 0
                && (!is_zero || options & previous != 0)
        })
    };
    assert_eq!((0u32..1 << 22).filter(is_canonical).count(), 4_171_780);
}

#[test]
fn forms_of_day_four_differ_in_some_sum() {
    let mut forms = Forms::new();
    let born = forms.born_by(4, &ledger()).unwrap();
    let (mut trees, numbers) = Trees::of(&forms, &born);
    let mut rows = HashSet::new();
    for form in &born {
        let mut row = Vec::new();
        for first in &born {
            for second in &born {
                row.push(trees.is_previous(vec![numbers[form], numbers[first], numbers[second]]));
            }
        }
        assert!(rows.insert(row), "two forms have equal outcomes in all sums with two forms");
    }
}

#[test]
fn partitions_of_sums_contain_the_summands() {
    let mut forms = Forms::new();
    let born = forms.born_by(4, &ledger()).unwrap();
    for &one in &born {
        for &other in &born {
            let sum = forms.sum(one, other, &ledger()).unwrap();
            let partitions = forms.partitions(sum, &ledger()).unwrap();
            let pair = (one.min(other), one.max(other));
            assert!(partitions.contains(&pair), "{pair:?} is not among {partitions:?}");
            for (part, rest) in partitions {
                assert_eq!(forms.sum(part, rest, &ledger()).unwrap(), sum);
            }
        }
    }
}

#[test]
fn differences_of_forms_of_day_four_are_complete() {
    // All sums of two forms of day 4. If a form of day 4 is such a sum, its difference must be found.
    let mut forms = Forms::new();
    let born = forms.born_by(4, &ledger()).unwrap();
    let mut sums = HashMap::new();
    for &one in &born {
        for &other in &born {
            let sum = forms.sum(one, other, &ledger()).unwrap();
            assert_eq!(sums.insert((sum, one), other).unwrap_or(other), other, "sums cancel");
        }
    }
    for (&(sum, one), &other) in &sums {
        assert_eq!(forms.difference(sum, one, &ledger()).unwrap(), Some(other));
    }
    for &form in &born {
        for &part in &born {
            let rest = forms.difference(form, part, &ledger()).unwrap();
            let expected = sums.get(&(form, part)).copied();
            assert!(expected.is_none() || rest == expected);
            assert!(rest.is_none_or(|rest| forms.sum(part, rest, &ledger()).unwrap() == form));
        }
    }
}

#[test]
fn norton_found_two_partitions() {
    // Partitions with 0 or * are not counted. Each other partition has a companion with * added to both parts, so their number is even.
    let mut forms = Forms::new();
    let form = forms.parse("*[[*[4]+*[2]]]", &ledger()).unwrap();
    assert_eq!(forms.text(form, &ledger()).unwrap(), "*[4₂#]");
    let partitions = forms.partitions(form, &ledger()).unwrap();
    let texts: Vec<String> = partitions
        .iter()
        .map(|&(one, other)| {
            let text = |form, forms: &mut Forms| forms.text(form, &ledger()).unwrap();
            format!("{} + {}", text(one, &mut forms), text(other, &mut forms))
        })
        .collect();
    println!("{texts:?}");
    let proper = partitions.iter().filter(|(one, _)| *one > Form::STAR).count();
    assert_eq!(proper % 2, 0);
    assert!(proper > 0, "{texts:?}");
}

#[test]
fn wrong_texts_are_refused() {
    let mut forms = Forms::new();
    for text in [
        "", "4", "*[", "*[4", "*[4]]", "*[4]*[2]", "*[4]+", "+*[4]", "*[4,,2]", "*[,]", "*[4,2 3]", "*[#]",
        "*[4]x",
    ] {
        let result = forms.parse(text, &ledger());
        assert!(matches!(result, Err(FormError::Syntax { .. })), "{text}: {result:?}");
    }
    assert!(matches!(forms.parse("*[4,3 2]", &ledger()), Err(FormError::Syntax { at: 6, .. })));
    assert!(matches!(forms.parse("*99999999999", &ledger()), Err(FormError::Syntax { at: 1, .. })));
    let small = Ledger::new(Budget { memory: 1 << 16, ..Budget::DEFAULT }, &NoObserver, 1 << 20);
    assert!(matches!(forms.parse("*4000000000", &small), Err(FormError::Stopped(_))));
}

#[test]
fn memory_is_a_limit() {
    let small = Ledger::new(Budget { memory: 1 << 11, ..Budget::DEFAULT }, &NoObserver, 1 << 4);
    let mut forms = Forms::new();
    let (one, other) =
        (forms.parse("*[[42]31]", &ledger()).unwrap(), forms.parse("*[[42]#52]", &ledger()).unwrap());
    assert!(matches!(forms.sum(one, other, &small), Err(StopReason::Memory { .. })));
    assert!(forms.sum(one, other, &ledger()).is_ok());
}

/// Games with fewer than `count` positions.
fn games(count: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let options = proptest::collection::vec(any::<proptest::sample::Index>(), 0..4);
    proptest::collection::vec(options, 1..count).prop_map(|lists| {
        let options = |(place, list): (usize, &Vec<proptest::sample::Index>)| {
            list.iter().filter(|_| place > 0).map(|index| index.index(place)).collect()
        };
        lists.iter().enumerate().map(options).collect()
    })
}

proptest! {
    #[test]
    fn forms_have_the_outcomes_of_their_games(games in games(9)) {
        let (mut forms, mut trees) = (Forms::new(), Trees::default());
        let mut all: Vec<Form> = Vec::new();
        for options in games {
            let built: Vec<Form> = options.iter().map(|&option| all[option]).collect();
            all.push(forms.from_options(built, &ledger()).unwrap());
            trees.push(options);
        }
        for one in 0..all.len() {
            for other in 0..=one {
                for third in [0, other] {
                    let expected = trees.is_previous(vec![one, other, third]);
                    let parts = [all[one], all[other], all[third]];
                    prop_assert_eq!(forms.is_sum_previous(&parts, &ledger()).unwrap(), expected);
                    let pair = forms.sum(parts[0], parts[1], &ledger()).unwrap();
                    let sum = forms.sum(pair, parts[2], &ledger()).unwrap();
                    prop_assert_eq!(forms.is_previous(sum), expected);
                }
            }
            let mate = forms.mate(all[one], &ledger()).unwrap();
            prop_assert!(forms.is_sum_previous(&[all[one], mate], &ledger()).unwrap());
            let genus = forms.genus(all[one], &ledger()).unwrap();
            prop_assert_eq!(genus.is_previous(), forms.is_previous(all[one]));
        }
    }

    #[test]
    fn texts_are_read_back(games in games(8), wide in 8..13u32) {
        let mut forms = Forms::new();
        let mut all: Vec<Form> = vec![forms.nim_heap(wide, &ledger()).unwrap()];
        for options in games {
            let built: Vec<Form> = options.iter().map(|&option| all[option]).collect();
            all.push(forms.from_options(built, &ledger()).unwrap());
        }
        for form in all {
            let text = forms.text(form, &ledger()).unwrap();
            prop_assert_eq!(forms.parse(&text, &ledger()), Ok(form), "{}", text);
            // The text does not depend on the other forms in the arena.
            let mut fresh = Forms::new();
            let read = fresh.parse(&text, &ledger()).unwrap();
            prop_assert_eq!(fresh.text(read, &ledger()).unwrap(), text);
        }
    }

    #[test]
    fn equality_is_that_of_all_small_sums(first in games(8), second in games(8)) {
        // Sums with forms of day 3 never distinguish equal forms. They need not distinguish unequal forms.
        let mut forms = Forms::new();
        let born = forms.born_by(3, &ledger()).unwrap();
        let build = |games: &[Vec<usize>], forms: &mut Forms| {
            let mut all: Vec<Form> = Vec::new();
            for options in games {
                let built: Vec<Form> = options.iter().map(|&option| all[option]).collect();
                all.push(forms.from_options(built, &ledger()).unwrap());
            }
            all[all.len() - 1]
        };
        let (one, other) = (build(&first, &mut forms), build(&second, &mut forms));
        let mut trees = Trees { options: first.clone(), ..Trees::default() };
        let offset = first.len();
        trees.options.extend(second.iter().map(|list| list.iter().map(|option| option + offset).collect()));
        let (one_tree, other_tree) = (offset - 1, trees.options.len() - 1);
        let mut numbers = HashMap::new();
        for &form in &born {
            let options = forms.options(form).iter().map(|option| numbers[option]).collect();
            numbers.insert(form, trees.push(options));
        }
        for form in &born {
            let outcomes = [one_tree, other_tree].map(|tree| trees.is_previous(vec![tree, numbers[form]]));
            prop_assert!(one != other || outcomes[0] == outcomes[1]);
        }
    }
}
