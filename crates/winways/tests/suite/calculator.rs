//! Lists, functions, texts and questions of the calculator, compared with independently computed values.

use proptest::prelude::*;
use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver, StopReason};

/// Returns the text of an expression's value in a session, or the error message.
fn answer(calculator: &mut Calculator<'_>, text: &str) -> Result<String, String> {
    let answer = calculator.evaluate(text, &NoObserver).and_then(|mut answer| answer.text());
    answer.map_err(|error| error.to_string())
}

fn check(rows: &[(&str, &str)]) {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (text, expected) in rows {
        assert_eq!(answer(&mut calculator, text).as_deref(), Ok(*expected), "{text}");
    }
}

fn check_wrong(rows: &[(&str, &str, &str)]) {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (text, place, message) in rows {
        match calculator.evaluate(text, &NoObserver).map(|_| ()) {
            Err(EvaluationError::Wrong(diagnostic)) => {
                assert_eq!(&text[diagnostic.span.range()], *place, "{text}: {diagnostic}");
                assert!(diagnostic.to_string().contains(message), "{text}: {diagnostic}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn examples_of_all_functions_give_the_answers_shown() {
    let catalogue = Catalogue::new();
    let mut wrong = Vec::new();
    for function in Calculator::functions() {
        assert!(function.summary.ends_with('.') && function.summary.contains(' '), "{function:?}");
        assert!(!function.source.is_empty(), "{function:?}");
        assert!(function.example.starts_with(&format!("{}(", function.name)), "{function:?}");
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let found = answer(&mut calculator, function.example);
        if found.as_deref() != Ok(function.answer) {
            wrong.push(format!("{} => {found:?}", function.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lists_are_counted_from_1() {
    check(&[
        ("a = [3, 1, 2]; sort(a)[1]", "1"),
        ("a[2..3]", "[1, 2]"),
        ("a[[3, 1, 1]]", "[2, 3, 3]"),
        ("a[3]+a[1]", "5"),
        ("[a, a][2][3]", "2"),
        ("a + [*]", "[3, 1, 2, *]"),
        ("\"abc\"[2]", "b"),
        ("\"abc\"[2..3] + \"!\"", "bc!"),
        ("len(a) + count(a) + count(a, 3)", "7"),
        ("1..4 == [1, 2, 3, 4]", "true"),
        ("[5..1 step -2]", "[5, 3, 1]"),
        ("4..1 step -2", "[4, 2]"),
        ("0..1 step 1/4", "[0, 1/4, 1/2, 3/4, 1]"),
        ("3..1", "[]"),
        ("[10.x + y for x in 1..3 if x != 2 for y in x..3]", "[11, 12, 13, 33]"),
        ("[x for x in [*, ^, 1/2] if x > 0]", "[^, 1/2]"),
        ("[[x, n] for x in a for n in [x] if true]", "[[3, 3], [1, 1], [2, 2]]"),
        ("x = 7; [x for x in 1..2] + [x]", "[1, 2, 7]"),
        ("max(a) - min(a)", "2"),
        ("sort([*, 1, ^]) == sort([^, *, 1])", "true"),
        ("sort([N, \"a\", L])", "[L, N, a]"),
        ("unique([[1], [1], \"a\", \"a\", N, N, true, true, {0|}])", "[[1], a, N, true, 1]"),
        ("zip(a, [*, ^])", "[[3, *], [1, ^]]"),
        ("sum(1..100)", "5050"),
        ("map(mean, [{3|1}, 2])", "[2, 2]"),
        ("filter(is_number, [*, 1])", "[1]"),
        ("[birthday(g) for g in born_by(2) if is_hot(g)]", "[2, 2, 2, 2, 2, 2, 2]"),
    ]);
    check_wrong(&[
        ("a = [1, 2]; a[0]", "0", "there is no entry 0: expected an index from 1 to 2"),
        ("[1, 2][3]", "3", "from 1 to 2"),
        ("[][1]", "1", "there are no entries"),
        ("[1, 2][-1]", "-1", "no entry -1"),
        ("[1, 2][1/2]", "1/2", "not an integer"),
        ("[1, 2, 3][1e30]", "1e30", "this integer is too large"),
        ("(-1e30).{1|-1}", "(-1e30)", "this integer is too small: expected a 64-bit integer"),
        ("3[1]", "3", "this is a game: expected a list"),
        ("[x for x in 3]", "3", "this is a game: expected a list"),
        ("[x for x in 1..2 if x]", "x", "expected true or false"),
        ("1..2 step 0", "0", "the step is 0"),
        ("1..*", "*", "this is not a number"),
        ("max([0, *])", "max", "confused"),
        ("max([])", "max", "empty"),
        ("sort([1, N])", "[1, N]", "one kind"),
        ("sum([1, N])", "[1, N]", "one of the entries is an outcome"),
        ("[1] + 2", "2", "expected a list"),
        ("\"a\" + 2", "2", "expected a text"),
        ("map(3, [1])", "3", "expected the name of a function"),
        ("filter(mean, [1])", "mean", "returns a game"),
    ]);
}

#[test]
fn functions_choices_and_truth() {
    check(&[
        ("f(x, y) = x + y.y; f(1, 2)", "5"),
        ("f(f(1, 1), 1)", "3"),
        ("(let square(x) = x.x)", "square(x) = x.x"),
        ("fac(n) = if n == 0 then 1 else n.fac(n-1); fac(20)", "2432902008176640000"),
        ("even(n) = if n == 0 then true else odd(n-1)", "even(n) = if n == 0 then true else odd(n-1)"),
        (
            "odd(n) = if n == 0 then false else even(n-1); [even(n) for n in 0..3]",
            "[true, false, true, false]",
        ),
        ("a = 5; g(x) = x + a; h(a) = g(1); h(100)", "6"),
        ("x = 9; k(x) = (y = x + 1; y + y); k(1) + x", "13"),
        ("if 1 > 2 then mean([]) else 3", "3"),
        ("true or mean([])", "true"),
        ("not false and not (1 == 2)", "true"),
        ("false and mean([])", "false"),
        (
            "sub(n) = mex([sub(n-k) for k in [1, 2, 3] if k <= n]); [sub(n) for n in 0..9]",
            "[0, *, *2, *3, 0, *, *2, *3, 0, *]",
        ),
        ("apply(f, x) = f(x); apply(fac, 3) + apply(mean, {3|1})", "8"),
        ("map(fac, 1..4)", "[1, 2, 6, 24]"),
        ("filter(even, 1..6)", "[2, 4, 6]"),
        ("(t(x) = x + 1; t(1)) + 1", "3"),
        ("pow(n) = if n == 0 then {1|-1} else pow(n-1) + pow(n-1); pow(10)", "0"),
        ("down(n) = if n == 0 then 0 else 1 + down(n-1); down(20000)", "20000"),
        ("outcome({1|-1}) == N", "true"),
        ("[outcome(g) for g in [1, -1, 0, *]] == [L, R, P, N]", "true"),
        ("N = 3; N + 1", "4"),
        ("zero() = 0; zero()", "0"),
    ]);
    check_wrong(&[
        ("f(x) = x; f(1, 2)", "f(1, 2)", "`f` takes 1 argument, not 2"),
        ("mean(x) = 1", "mean", "already a function of the language"),
        ("nim(x) = 1", "nim", "already a game"),
        ("f(x) = mean(x); f([])", "x", "this is a list"),
        ("if 3 then 1 else 2", "3", "expected true or false"),
        ("true and 3", "3", "expected true or false"),
        ("not 3", "3", "expected true or false"),
        ("(t(x) = x; 1) + t(1)", "t", "no function called `t`"),
        ("1 + mean", "mean", "this is a function"),
    ]);
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    calculator.evaluate("bad(x) = x + mean([x])", &NoObserver).unwrap();
    let message = answer(&mut calculator, "1 + bad(2)").unwrap_err();
    assert!(message.starts_with("in `bad`, of `[x]`: this is a list"), "{message}");
    // Endless recursion reaches a limit and changes no names.
    calculator.evaluate("x = 3; loop(x) = loop(x + 1)", &NoObserver).unwrap();
    match calculator.evaluate("loop(1)", &NoObserver).map(|_| ()) {
        Err(EvaluationError::Stopped(stopped)) => {
            assert_eq!(stopped.reason, StopReason::Calls { limit: 100_000 });
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(answer(&mut calculator, "x"), Ok("3".to_owned()));
}

#[test]
fn texts_and_boards() {
    check(&[
        ("f(n) = domineering(grid(2,n)); [mean(f(n)) for n in 1..6]", "[1, 0, 3/4, 0, 1/2, 0]"),
        ("[mean(domineering(grid(2,n))) for n in 1..3]", "[1, 0, 3/4]"),
        ("domineering(\"..\" + \"|\" + row(2)) == domineering(\"..|..\")", "true"),
        ("red_blue_stalks(word(3, \"LR\"))", "3/4"),
        ("b = join([row(2), row(2)], \"|\"); domineering(b)", "+-1"),
        ("nim([1, 2], 3)", "0"),
        ("[nim(join([n, 2.n], \" \")) for n in 1..2]", "[*3, *6]"),
        ("board(n) = grid(1, n); domineering(board(4))", "-2"),
        ("[domineering(grid(n, 3)) for n in 0..2]", "[0, -1, {2|-1/2}]"),
        (
            "[cram(grid(2, 0)), toads_and_frogs(row(0)), red_blue_stalks(word(0, \"LR\")), nim(row(0))]",
            "[0, 0, 0, 0]",
        ),
        ("domineering(grid(0, 3)) + cram(grid(1, 2))", "*"),
        ("repeat(\"ab\", 0) + repeat(\"ab\", 2)", "abab"),
    ]);
    check_wrong(&[
        ("domineering(grid(2, *))", "*", "expected a number"),
        ("domineering(\"x\" + \"y\")", "\"x\" + \"y\"", ""),
        ("nim(\"a\", 1)", "\"a\"", "not an integer"),
        ("repeat(3, 2)", "3", "expected a text"),
        ("word(3, \"\")", "\"\"", "expected a text with letters"),
        // An empty text is not a board without cells, and a game with a goal has no such board.
        ("domineering(\"\")", "", "empty input"),
        ("tic_tac_toe(grid(0, 0))", "grid(0, 0)", "empty input"),
    ]);
}

#[test]
fn positions_are_values_too() {
    check(&[
        ("p = nim(3,5); winning_moves(p)", "[heap 5 -> 3]"),
        ("outcome(p + *6)", "P"),
        ("misere_outcome(nim(1,1))", "N"),
        ("misere_outcome(nim(1) + *)", "N"),
        ("misere_outcome(-nim(1))", "P"),
        ("outcome(domineering(grid(2,2)))", "N"),
        ("winning_moves(domineering(grid(1,2)))", "[right: a1-b1]"),
        ("misere_outcome(domineering(grid(1,2)))", "L"),
        ("[outcome(b) for b in [nim(1), nim(1,1)]]", "[N, P]"),
        ("p", "*6"),
        ("p + 1", "1+*6"),
        ("p == *6", "true"),
        ("outcome(chase(3,1,1,3,3)) == N or true", "true"),
        ("followers(*2)", "[0, *, *2]"),
        ("follower_count(*2)", "3"),
        ("options({1|-1})", "[[1], [-1]]"),
        ("nim_product(*2, *3) == nim_product(2, 3)", "true"),
        ("tree(^)", "^\n├─L 0\n└─R *"),
    ]);
    check_wrong(&[
        ("winning_moves({1|-1})", "{1|-1}", "expected a position"),
        ("misere_outcome(chase(3,1,1,3,3))", "chase(3,1,1,3,3)", "no misère play"),
        ("chase(3,1,1,3,3); chase(3,1,1,3,3)", "chase(3,1,1,3,3); chase(3,1,1,3,3)", "ends by a goal"),
        ("outcome([])", "[]", "expected a game or a position"),
    ]);
}

/// An expression with an integer value. `value` is a naive evaluator.
#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    Variable(usize),
    Sum(Box<Number>, Box<Number>),
    Difference(Box<Number>, Box<Number>),
    Product(Box<Number>, Box<Number>),
    Choice(Box<Truth>, Box<Number>, Box<Number>),
    SumOf(Box<Entries>),
    Length(Box<Entries>),
    /// `f(x, y)`, where `f` is the function defined in the session.
    Call(Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
enum Truth {
    Less(Box<Number>, Box<Number>),
    Equal(Box<Number>, Box<Number>),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
}

#[derive(Clone, Debug)]
enum Entries {
    Range(i64, i64, i64),
    List(Vec<Number>),
    Sorted(Box<Entries>),
    Unique(Box<Entries>),
    /// `[body for x in list if condition]`. The depth determines the name of the variable.
    For(Box<Number>, Box<Entries>, Box<Truth>),
}

/// The number of variables. x0 and x1 are names in the session and parameters of `h`; the others belong to comprehensions, by depth.
const VARIABLES: usize = 5;

fn function(x: i64, y: i64) -> i64 {
    if x < y { x - 2 * y } else { y + 3 }
}

impl Number {
    fn text(&self, depth: usize) -> String {
        match self {
            Number::Constant(value) => format!("({value})"),
            Number::Variable(variable) => format!("x{}", variable % (depth + 2)),
            Number::Sum(some, other) => format!("({} + {})", some.text(depth), other.text(depth)),
            Number::Difference(some, other) => format!("({} - {})", some.text(depth), other.text(depth)),
            Number::Product(some, other) => format!("({} . {})", some.text(depth), other.text(depth)),
            Number::Choice(truth, some, other) => {
                format!("(if {} then {} else {})", truth.text(depth), some.text(depth), other.text(depth))
            }
            Number::SumOf(entries) => format!("sum({})", entries.text(depth)),
            Number::Length(entries) => format!("len({})", entries.text(depth)),
            Number::Call(some, other) => format!("f({}, {})", some.text(depth), other.text(depth)),
        }
    }

    fn value(&self, names: &mut Vec<i64>) -> i64 {
        match self {
            Number::Constant(value) => *value,
            Number::Variable(variable) => names[variable % names.len()],
            Number::Sum(some, other) => some.value(names) + other.value(names),
            Number::Difference(some, other) => some.value(names) - other.value(names),
            Number::Product(some, other) => some.value(names) * other.value(names),
            Number::Choice(truth, some, other) => {
                if truth.value(names) {
                    some.value(names)
                } else {
                    other.value(names)
                }
            }
            Number::SumOf(entries) => entries.values(names).iter().sum(),
            Number::Length(entries) => entries.values(names).len() as i64,
            Number::Call(some, other) => {
                let (some, other) = (some.value(names), other.value(names));
                function(some, other)
            }
        }
    }
}

impl Truth {
    fn text(&self, depth: usize) -> String {
        match self {
            Truth::Less(some, other) => format!("({} < {})", some.text(depth), other.text(depth)),
            Truth::Equal(some, other) => format!("{} == {}", some.text(depth), other.text(depth)),
            Truth::Not(truth) => format!("not ({})", truth.text(depth)),
            Truth::And(some, other) => format!("({} and ({}))", some.text(depth), other.text(depth)),
            Truth::Or(some, other) => format!("({} or {})", some.text(depth), other.text(depth)),
        }
    }

    fn value(&self, names: &mut Vec<i64>) -> bool {
        match self {
            Truth::Less(some, other) => some.value(names) < other.value(names),
            Truth::Equal(some, other) => some.value(names) == other.value(names),
            Truth::Not(truth) => !truth.value(names),
            Truth::And(some, other) => some.value(names) & other.value(names),
            Truth::Or(some, other) => some.value(names) | other.value(names),
        }
    }
}

impl Entries {
    fn text(&self, depth: usize) -> String {
        match self {
            Entries::Range(first, last, step) => format!("({first}..{last} step {step})"),
            Entries::List(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(|number| number.text(depth)).collect();
                format!("[{}]", numbers.join(", "))
            }
            Entries::Sorted(entries) => format!("sort({})", entries.text(depth)),
            Entries::Unique(entries) => format!("unique({})", entries.text(depth)),
            Entries::For(body, entries, truth) => format!(
                "[{} for x{} in {} if {}]",
                body.text(depth + 1),
                depth + 2,
                entries.text(depth),
                truth.text(depth + 1)
            ),
        }
    }

    fn values(&self, names: &mut Vec<i64>) -> Vec<i64> {
        match self {
            Entries::Range(first, last, step) => {
                let (mut all, mut next) = (Vec::new(), *first);
                while if *step > 0 { next <= *last } else { next >= *last } {
                    all.push(next);
                    next += step;
                }
                all
            }
            Entries::List(numbers) => numbers.iter().map(|number| number.value(names)).collect(),
            Entries::Sorted(entries) => {
                let mut values = entries.values(names);
                values.sort_unstable();
                values
            }
            Entries::Unique(entries) => {
                let mut values: Vec<i64> = Vec::new();
                for value in entries.values(names) {
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                values
            }
            Entries::For(body, entries, truth) => {
                let mut all = Vec::new();
                for value in entries.values(names) {
                    names.push(value);
                    if truth.value(names) {
                        all.push(body.value(names));
                    }
                    names.pop();
                }
                all
            }
        }
    }
}

fn boxed<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>) -> impl Strategy<Value = Box<T>> {
    strategy.prop_map(Box::new)
}

fn numbers(depth: u32) -> BoxedStrategy<Number> {
    let leaf = prop_oneof![(-3..4i64).prop_map(Number::Constant), (0..VARIABLES).prop_map(Number::Variable)];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || boxed(numbers(depth - 1));
    prop_oneof![
        leaf,
        (inner(), inner()).prop_map(|(some, other)| Number::Sum(some, other)),
        (inner(), inner()).prop_map(|(some, other)| Number::Difference(some, other)),
        (boxed(numbers(0)), inner()).prop_map(|(some, other)| Number::Product(some, other)),
        (boxed(truths(depth - 1)), inner(), inner())
            .prop_map(|(truth, some, other)| Number::Choice(truth, some, other)),
        boxed(lists(depth - 1)).prop_map(Number::SumOf),
        boxed(lists(depth - 1)).prop_map(Number::Length),
        (inner(), inner()).prop_map(|(some, other)| Number::Call(some, other)),
    ]
    .boxed()
}

fn truths(depth: u32) -> BoxedStrategy<Truth> {
    let number = || boxed(numbers(depth.saturating_sub(1)));
    let leaf = prop_oneof![
        (number(), number()).prop_map(|(some, other)| Truth::Less(some, other)),
        (number(), number()).prop_map(|(some, other)| Truth::Equal(some, other)),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || boxed(truths(depth - 1));
    prop_oneof![
        leaf,
        inner().prop_map(Truth::Not),
        (inner(), inner()).prop_map(|(some, other)| Truth::And(some, other)),
        (inner(), inner()).prop_map(|(some, other)| Truth::Or(some, other)),
    ]
    .boxed()
}

fn lists(depth: u32) -> BoxedStrategy<Entries> {
    let steps = prop::sample::select(vec![-2, -1, 1, 1, 2, 3]);
    let range = (-3..4i64, -3..5i64, steps).prop_map(|(first, last, step)| Entries::Range(first, last, step));
    if depth == 0 {
        return range.boxed();
    }
    let inner = || boxed(lists(depth - 1));
    prop_oneof![
        range,
        prop::collection::vec(numbers(depth - 1), 0..4).prop_map(Entries::List),
        inner().prop_map(Entries::Sorted),
        inner().prop_map(Entries::Unique),
        (boxed(numbers(depth - 1)), inner(), boxed(truths(depth - 1)))
            .prop_map(|(body, entries, truth)| Entries::For(body, entries, truth)),
    ]
    .boxed()
}

proptest! {
    /// The calculator and the naive evaluator agree, also within a user-defined function.
    #[test]
    fn random_lists_and_functions_agree_with_a_naive_evaluator(list in lists(3), x in -3..4i64, y in -3..4i64) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let expected = list.values(&mut vec![x, y]);
        let text = format!(
            "f(x, y) = if x < y then x - 2.y else y + 3; x0 = {x}; x1 = {y}; h(x0, x1) = {0}; ({0}) == h({x}, {y}) and h({x}, {y}) == {expected:?}",
            list.text(0)
        );
        prop_assert_eq!(answer(&mut calculator, &text), Ok("true".to_owned()), "{}", text);
    }
}
