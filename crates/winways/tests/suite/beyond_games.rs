//! Games and numbers that are not the value of a short game, such as 1/3 and 1/ω: walls and cooling at such temperatures, and
//! comparisons with such numbers.

use proptest::prelude::*;
use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver};

fn text(expression: &str) -> Result<String, EvaluationError> {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    calculator.evaluate(expression, &NoObserver)?.text()
}

fn is_true(question: &str) -> bool {
    match text(question).unwrap_or_else(|error| panic!("{question}: {error}")).as_str() {
        "true" => true,
        "false" => false,
        other => panic!("{question}: {other}"),
    }
}

/// A game whose ends are integers.
#[derive(Clone, Debug)]
enum Tree {
    End(i64),
    Options(Vec<Tree>, Vec<Tree>),
}

impl Tree {
    /// Adds `by` to all ends.
    fn shifted(&self, by: i64) -> Tree {
        let all = |trees: &[Tree]| trees.iter().map(|tree| tree.shifted(by)).collect();
        match self {
            Tree::End(end) => Tree::End(end + by),
            Tree::Options(left, right) => Tree::Options(all(left), all(right)),
        }
    }

    fn ends(&self) -> Vec<i64> {
        match self {
            Tree::End(end) => vec![*end],
            Tree::Options(left, right) => left.iter().chain(right).flat_map(Tree::ends).collect(),
        }
    }

    /// Shifts the right options until all their ends are less than the ends of the left options, at every level of the tree.
    /// Every follower that is not an end is then hot.
    fn heated(&self) -> Tree {
        let Tree::Options(left, right) = self else { return self.clone() };
        let [left, right] = [left, right].map(|trees| trees.iter().map(Tree::heated).collect::<Vec<_>>());
        let least = left.iter().flat_map(Tree::ends).min().unwrap();
        let greatest = right.iter().flat_map(Tree::ends).max().unwrap();
        let by = (least - greatest - 1).min(0);
        Tree::Options(left, right.iter().map(|tree| tree.shifted(by)).collect())
    }

    fn text(&self) -> String {
        let all = |trees: &[Tree]| trees.iter().map(Tree::text).collect::<Vec<_>>().join(",");
        match self {
            Tree::End(end) => end.to_string(),
            Tree::Options(left, right) => format!("{{{}|{}}}", all(left), all(right)),
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let end = (-6i64..=6).prop_map(Tree::End);
    end.prop_recursive(3, 12, 4, |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..=2);
        (options(), options()).prop_map(|(left, right)| Tree::Options(left, right))
    })
}

/// A hot game with its mast, in units of `1/scale`.
struct Solved {
    left: Vec<Solved>,
    right: Vec<Solved>,
    temperature: i64,
    mean: i64,
}

impl Solved {
    /// Computes the mast from the definition: the lowest temperature at which the moves of both players lead to the same number.
    fn new(tree: &Tree, scale: i64) -> Solved {
        let (left, right) = match tree {
            Tree::End(end) => {
                return Solved { left: vec![], right: vec![], temperature: -scale, mean: end * scale };
            }
            Tree::Options(left, right) => (left, right),
        };
        let [left, right] =
            [left, right].map(|trees| trees.iter().map(|tree| Solved::new(tree, scale)).collect::<Vec<_>>());
        let mut solved = Solved { left, right, temperature: i64::MAX, mean: 0 };
        // Walls of a tree of at most three levels bend at multiples of 1/8.
        let mut temperature = 0;
        loop {
            let (first, second) = solved.walls(temperature);
            if first <= second {
                assert_eq!(first, second, "{tree:?}");
                (solved.temperature, solved.mean) = (temperature, first);
                return solved;
            }
            temperature += scale / 8;
        }
    }

    /// Returns the stops of the game cooled by `temperature`, which must not be negative.
    fn walls(&self, temperature: i64) -> (i64, i64) {
        if temperature >= self.temperature {
            return (self.mean, self.mean);
        }
        let first = self.left.iter().map(|option| option.walls(temperature).1 - temperature).max();
        let second = self.right.iter().map(|option| option.walls(temperature).0 + temperature).min();
        (first.unwrap(), second.unwrap())
    }
}

/// Fractions that are not whole, as numerator and denominator.
fn fractions(numerators: std::ops::Range<i64>) -> impl Strategy<Value = (i64, i64)> {
    let denominators = prop::sample::select(vec![3i64, 5, 7]);
    let is_whole = |numerator: i64, denominator: i64| numerator % denominator == 0;
    (numerators, denominators).prop_map(move |(numerator, denominator)| {
        match is_whole(numerator, denominator) {
            true => (numerator + 1, denominator),
            false => (numerator, denominator),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if option_env!("WINWAYS_FULL_TESTS").is_some() { crate::cases(2_000, 5_000) as u32 } else { 200 }))]

    #[test]
    fn walls_and_cooling_by_recursion(tree in tree(), (numerator, denominator) in fractions(1i64..40)) {
        let (tree, scale) = (tree.heated(), 8 * denominator);
        let solved = Solved::new(&tree, scale);
        let temperature = 8 * numerator;
        let (left, right) = solved.walls(temperature);
        let (game, by) = (tree.text(), format!("{numerator}/{denominator}"));
        prop_assert!(is_true(&format!("left_wall({game}, {by}) == {left}/{scale}")), "{} at {}", game, by);
        prop_assert!(is_true(&format!("right_wall({game}, {by}) == {right}/{scale}")), "{} at {}", game, by);
        let cooled = text(&format!("cool({game}, {by}) == {}/{scale}", solved.mean));
        match temperature > solved.temperature {
            true => prop_assert_eq!(cooled.unwrap(), "true", "{} at {}", game, by),
            false => {
                let message = cooled.unwrap_err().to_string();
                for stop in [left, right] {
                    let stop = text(&format!("{stop}/{scale}")).unwrap();
                    prop_assert!(message.contains(&format!("stop is {stop}")), "{}: {}", game, message);
                }
            }
        }
    }

    /// Walls have slopes of at most 1, so the wall at x is close to the wall at a dyadic number close to x.
    #[test]
    fn walls_are_continuous(tree in tree(), numerator in -1i64..60, is_infinitesimal in any::<bool>()) {
        let close = 1i64 << 40;
        let (near, x) = match is_infinitesimal {
            true => (numerator * close, format!("({numerator} + 1/ω)")),
            false => ((numerator * close).div_euclid(3), format!("({numerator}/3)")),
        };
        let game = tree.text();
        for wall in ["left_wall", "right_wall"] {
            let question = format!("abs({wall}({game}, {x}) - {wall}({game}, {near}/{close})) <= 1/{close}");
            prop_assert!(is_true(&question), "{}", question);
        }
    }

    /// A game compares with a number as it compares with close dyadic numbers on both sides of the number.
    #[test]
    fn comparisons_with_close_dyadic_numbers(tree in tree(), (numerator, denominator) in fractions(-30i64..31)) {
        let (game, x, close) = (tree.text(), format!("{numerator}/{denominator}"), 1i64 << 40);
        let below = (numerator * close).div_euclid(denominator);
        for dyadic in [below, below + 1] {
            for sign in ["<", ">", "<>", "<=", ">=", "==", "!="] {
                // Stops have small denominators, so that none of them is between the two numbers.
                let [exact, near] = [&x, &format!("{dyadic}/{close}")].map(|number| format!("{game} {sign} {number}"));
                prop_assert_eq!(is_true(&exact), is_true(&near), "{}", exact);
            }
        }
        for (infinitesimal, near) in [("1/ω", 1), ("-1/ω", -1), ("1/(ω+1)", 1)] {
            for order in ["<", ">", "<>"] {
                let numbers = [infinitesimal.to_owned(), format!("{near}/{close}")];
                let [exact, near] = numbers.map(|number| format!("{game} {order} {number}"));
                prop_assert_eq!(is_true(&exact), is_true(&near), "{}", exact);
            }
        }
        let infinite = format!("-ω < {game} and {game} < ω and {game} < ω/1000 - 1000");
        prop_assert!(is_true(&infinite), "{}", infinite);
    }
}
