use std::cmp::Ordering;

use proptest::prelude::*;

use super::*;
use crate::Dyadic;

/// A tree, compared and added by Conway's definitions without any cache, as an oracle.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn of(forms: &Forms, form: Surreal) -> Tree {
        let trees = |options: &[Surreal]| options.iter().map(|&option| Tree::of(forms, option)).collect();
        Tree { left: trees(forms.left(form)), right: trees(forms.right(form)) }
    }

    fn le(&self, other: &Tree) -> bool {
        !self.left.iter().any(|left| other.le(left)) && !other.right.iter().any(|right| right.le(self))
    }

    fn sum(&self, other: &Tree) -> Tree {
        let sums = |of_self: &[Tree], of_other: &[Tree]| {
            let first = of_self.iter().map(|option| option.sum(other));
            first.chain(of_other.iter().map(|option| self.sum(option))).collect()
        };
        Tree { left: sums(&self.left, &other.left), right: sums(&self.right, &other.right) }
    }

    fn negative(&self) -> Tree {
        let negatives = |trees: &[Tree]| trees.iter().map(Tree::negative).collect();
        Tree { left: negatives(&self.right), right: negatives(&self.left) }
    }

    fn is_equal(&self, other: &Tree) -> bool {
        self.le(other) && other.le(self)
    }
}

/// Instructions for building forms: each entry chooses options among the forms before it.
type Recipe = Vec<(Vec<prop::sample::Index>, Vec<prop::sample::Index>)>;

fn recipes(length: usize) -> impl Strategy<Value = Recipe> {
    let choice = || prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    prop::collection::vec((choice(), choice()), 0..length)
}

/// Builds the forms of a recipe that are numbers, each checked against the oracle.
fn build(forms: &mut Forms, recipe: &Recipe) -> Vec<Surreal> {
    let mut built = vec![forms.form(&[], &[]).unwrap()];
    for (left, right) in recipe {
        let choose = |indices: &[prop::sample::Index]| -> Vec<Surreal> {
            indices.iter().map(|index| *index.get(&built)).collect()
        };
        let (left, right) = (choose(left), choose(right));
        let is_conflict = |forms: &Forms, left, right| Tree::of(forms, right).le(&Tree::of(forms, left));
        match forms.form(&left, &right) {
            Ok(form) => {
                assert!(!left.iter().any(|&left| right.iter().any(|&right| is_conflict(forms, left, right))));
                built.push(form);
            }
            Err(FormError::Conflict { left: culprit, right: other }) => {
                assert!(left.contains(&culprit) && right.contains(&other));
                assert!(is_conflict(forms, culprit, other));
            }
            Err(FormError::Full) => panic!("there is room enough"),
        }
    }
    built
}

fn small_form() -> impl Strategy<Value = Form> {
    let number =
        || (-12..12_i64, 0..3_u32).prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent));
    let options = || prop::collection::vec(number(), 0..4);
    (options(), options()).prop_map(|(left, right)| Form::new(left, right))
}

proptest! {
    #[test]
    fn definitions_agree_with_trees_and_with_arithmetic(recipe in recipes(7)) {
        let mut forms = Forms::new(1 << 20);
        let built = build(&mut forms, &recipe);
        for &x in &built {
            let tree = Tree::of(&forms, x);
            let value = forms.value(x).clone();
            let negative = forms.negative(x).unwrap();
            prop_assert!(Tree::of(&forms, negative).is_equal(&tree.negative()));
            prop_assert_eq!(forms.value(negative), &-&value);
            let canonical = forms.dali(&value).unwrap();
            prop_assert_eq!(forms.compare(x, canonical), Ok(Some(Ordering::Equal)));
            for &y in &built {
                let le = tree.le(&Tree::of(&forms, y));
                prop_assert_eq!(forms.le(x, y), Ok(le));
                prop_assert_eq!(&value <= forms.value(y), le);
            }
        }
    }

    #[test]
    fn sums_agree_with_trees_and_with_arithmetic(recipe in recipes(5)) {
        let mut forms = Forms::new(1 << 20);
        let built = build(&mut forms, &recipe);
        for (&x, &y) in built.iter().zip(built.iter().rev()) {
            let sum = forms.sum(x, y).unwrap();
            prop_assert_eq!(forms.value(sum), &(forms.value(x) + forms.value(y)));
            let trees = [x, y, sum].map(|form| Tree::of(&forms, form));
            prop_assert!(trees[0].sum(&trees[1]).is_equal(&trees[2]));
        }
    }

    #[test]
    fn forms_of_numbers_agree_with_the_definitions(x in small_form(), y in small_form()) {
        let mut forms = Forms::new(1 << 20);
        let (built, other) = (forms.of_numbers(&x), forms.of_numbers(&y));
        match (built, x.conflict()) {
            (Ok(built), None) => {
                prop_assert_eq!(Some(forms.value(built).clone()), x.value());
                let negative = forms.of_numbers(&-&x).unwrap();
                let zero = forms.dali(&Dyadic::ZERO).unwrap();
                let sum = forms.sum(built, negative).unwrap();
                prop_assert_eq!(forms.compare(sum, zero), Ok(Some(Ordering::Equal)));
            }
            (Err(FormError::Conflict { .. }), Some((left, right))) => {
                prop_assert!(x.left().contains(left) && x.right().contains(right) && left >= right);
                prop_assert_eq!(x.value(), None);
            }
            (built, conflict) => panic!("{x}: {built:?}, {conflict:?}"),
        }
        if let (Ok(built), Ok(other)) = (built, other) {
            let order = forms.compare(built, other);
            prop_assert_eq!(order, Ok(x.value().zip(y.value()).map(|(x, y)| x.cmp(&y))));
            let one_step = x.sum(&y).unwrap();
            let whole = forms.sum(built, other).unwrap();
            let one_step = forms.of_numbers(&one_step).unwrap();
            prop_assert_eq!(forms.compare(one_step, whole), Ok(Some(Ordering::Equal)));
        } else {
            prop_assert_eq!(x.sum(&y), None);
        }
    }

    #[test]
    fn dali_is_the_simplest_form(numerator in any::<i64>(), exponent in 0..100_u32) {
        let number = Dyadic::new(numerator, exponent);
        let form = Form::dali(&number);
        prop_assert_eq!(form.value(), Some(number.clone()));
        for option in form.left().iter().chain(form.right()) {
            prop_assert!(option.birthday() < number.birthday());
        }
    }
}

#[test]
fn forms_as_text() {
    let form = |left: &[i64], right: &[i64]| {
        let numbers =
            |numbers: &[i64]| numbers.iter().map(|&number| Dyadic::from(number)).collect::<Vec<_>>();
        Form::new(numbers(left), numbers(right))
    };
    for (form, text) in
        [(form(&[], &[]), "{|}"), (form(&[3, 2, 3], &[]), "{2,3|}"), (form(&[], &[5, -4]), "{|-4,5}")]
    {
        assert_eq!(form.to_string(), text);
    }
    for (number, text) in
        [("0", "{|}"), ("-1", "{|0}"), ("3/4", "{1/2|1}"), ("-11/4", "{-3|-5/2}"), ("31/8", "{15/4|4}")]
    {
        assert_eq!(Form::dali(&number.parse().unwrap()).to_string(), text);
    }
}

/// Neither long chains of options nor large tables of pairs need recursion.
#[test]
fn deep_forms() {
    let depth = 50_000;
    let mut forms = Forms::new(1 << 20);
    let deep = forms.dali(&Dyadic::new(1, depth)).unwrap();
    let number = forms.dali(&Dyadic::from(i64::from(depth))).unwrap();
    assert_eq!(forms.le(deep, deep), Ok(true));
    assert_eq!(forms.compare(deep, number), Ok(Some(Ordering::Less)));
    assert_eq!(forms.compare(number, number), Ok(Some(Ordering::Equal)));
    let negative = forms.negative(deep).unwrap();
    assert_eq!(forms.value(negative), &Dyadic::new(-1, depth));
}

#[test]
fn full_tables_stay_usable() {
    let half = Dyadic::new(1, 1);
    // The numbers of tables that have no room for the number, no room for the sum, and room for both.
    let mut counts = [0; 3];
    for limit in 0..60 {
        let mut forms = Forms::new(limit);
        let number = match forms.dali(&half) {
            Ok(number) => number,
            Err(error) => {
                assert_eq!(error, FormError::Full);
                counts[0] += 1;
                continue;
            }
        };
        match forms.sum(number, number) {
            Ok(sum) => {
                assert_eq!(forms.value(sum), &Dyadic::from(1));
                counts[2] += 1;
            }
            Err(error) => {
                assert_eq!(error, FormError::Full);
                counts[1] += 1;
            }
        }
        assert_eq!(forms.value(number), &half);
        assert_eq!(forms.dali(&half), Ok(number));
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    let mut forms = Forms::new(1 << 20);
    let huge: Dyadic = format!("1{}", "0".repeat(30)).parse().unwrap();
    assert_eq!(forms.dali(&huge), Err(FormError::Full));
    let number = forms.dali(&half).unwrap();
    let sum = forms.sum(number, number).unwrap();
    assert_eq!(forms.value(sum), &Dyadic::from(1));
}
