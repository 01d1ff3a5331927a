//! Interrupted sessions, and sessions with little memory, give the same answers as undisturbed ones.

use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways::limits::{Interrupt, Interruption};
use winways::tables::{ExpressionTable, VariableRange};
use winways::{
    Analyst, Budget, Calculator, Catalogue, EvaluationError, NoObserver, Observer, Play, Position, Progress,
    Request, StopReason,
};

/// An observer that interrupts an operation after a number of steps. After each interruption, the number of steps grows
/// by a third, plus one.
#[derive(Clone)]
struct Interrupter {
    rest: Arc<AtomicU64>,
    rests: Arc<AtomicU64>,
}

impl Interrupter {
    fn after(steps: u64) -> Self {
        Interrupter { rest: Arc::new(steps.into()), rests: Arc::new(steps.into()) }
    }

    fn poll(&self) -> ControlFlow<Interruption> {
        if self.rest.fetch_sub(1, Ordering::Relaxed) > 1 {
            return ControlFlow::Continue(());
        }
        let next = self.rests.load(Ordering::Relaxed) * 4 / 3 + 1;
        self.rests.store(next, Ordering::Relaxed);
        self.rest.store(next, Ordering::Relaxed);
        ControlFlow::Break(Interruption::User)
    }
}

impl Observer for Interrupter {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn interrupt(&self) -> Interrupt {
        let interrupter = self.clone();
        Interrupt::new(move || interrupter.poll()).after_every(NonZeroUsize::MIN)
    }
}

/// The result of an expression: its text, or the error message.
type Evaluated = Result<String, String>;

/// The maximum number of steps of an operation in these tests. Longer expressions are skipped.
const STEPS: u64 = 200_000;

/// Evaluates an expression without interruptions. Returns `None` if that takes too long.
fn evaluate_in_one_go(calculator: &mut Calculator<'_>, expression: &str) -> Option<Evaluated> {
    let answer = calculator.evaluate(expression, &Interrupter::after(STEPS));
    match answer.and_then(|mut answer| answer.text()) {
        Ok(text) => Some(Ok(text)),
        Err(EvaluationError::Wrong(diagnostic)) => Some(Err(diagnostic.to_string())),
        Err(EvaluationError::Stopped(stopped)) => {
            assert_eq!(stopped.reason, StopReason::Interrupted, "{expression}");
            None
        }
    }
}

/// Evaluates an expression repeatedly until it is no longer interrupted.
fn evaluate_at_last(calculator: &mut Calculator<'_>, expression: &str, steps: u64) -> Evaluated {
    let interrupter = Interrupter::after(steps);
    let was_interrupted = |error: &EvaluationError| match error {
        EvaluationError::Stopped(stopped) => stopped.reason == StopReason::Interrupted,
        EvaluationError::Wrong(_) => false,
    };
    loop {
        match calculator.evaluate(expression, &interrupter) {
            Err(error) if was_interrupted(&error) => {}
            Err(error) => return Err(error.to_string()),
            // The names have been assigned, so the expression is not evaluated again.
            Ok(mut answer) => loop {
                match answer.text() {
                    Err(error) if was_interrupted(&error) => {}
                    result => return result.map_err(|error| error.to_string()),
                }
            },
        }
    }
}

fn select(texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(texts)
}

fn atoms() -> impl Strategy<Value = String> {
    prop_oneof![
        select(&[
            "0",
            "1",
            "-1",
            "2",
            "1/2",
            "-3/4",
            "5",
            "1/1024",
            "36893488147419103233/2",
            "*",
            "*2",
            "*5"
        ])
        .prop_map(str::to_owned),
        select(&["^", "v", "^^*", "v3*2", "1^*", "+-1", "+-(2+*)", "{2||1|0}", "{0||0|-2}", "{3|||2||1|0}"])
            .prop_map(str::to_owned),
        select(&["kayles(7)", "domineering(..|..|.#)", "nim(3,5)", "toads_and_frogs(tt.ff)"])
            .prop_map(str::to_owned),
        (-9i32..9, -9i32..9).prop_map(|(left, right)| format!("{{{left}|{right}}}")),
    ]
}

/// Generates expressions whose values are games, and which may use these names of games.
fn games(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![4 => atoms(), 1 => select(names).prop_map(str::to_owned)];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let one = select(&["canonical", "reduced", "companion", "freeze", "tiny", "mean", "temperature", "followers"]);
        let sign = select(&[" + ", " - ", " : "]);
        let two = select(&["heat", "cool", "norton", "overheat"]);
        let argument = select(&["1", "1/2", "^", "*", "{1|1/2}"]);
        prop_oneof![
            3 => (inner.clone(), sign, inner.clone()).prop_map(|(some, sign, other)| format!("({some}{sign}{other})")),
            3 => (prop::collection::vec(inner.clone(), 1..3), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(left, right)| format!("{{{}|{}}}", left.join(","), right.join(","))),
            2 => (one, inner.clone()).prop_map(|(function, game)| format!("{function}({game})")),
            1 => (two, inner.clone(), argument).prop_map(|(function, game, argument)| match function {
                "overheat" => format!("overheat({game}, {argument}, 1)"),
                _ => format!("{function}({game}, {argument})"),
            }),
            1 => (-3i32..9, inner.clone()).prop_map(|(factor, game)| format!("{factor}.({game})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(value, game)| format!("(let g = {value}; {game} + g)")),
            1 => (atoms(), atoms()).prop_map(|(some, other)| format!("conway({some}, {other})")),
        ]
    })
}

/// Generates expressions of any kind.
fn expressions(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let question = select(&[
        "outcome",
        "structure",
        "thermograph",
        "birthday",
        "left_options",
        "incentives",
        "mast",
        "is_all_small",
        "left_stop",
        "atomic_weight",
        "uptimal",
        "parity",
    ]);
    prop_oneof![
        3 => games(names),
        2 => (question, games(names)).prop_map(|(function, game)| format!("{function}({game})")),
        1 => (games(names), games(names)).prop_map(|(some, other)| format!("{some} <= {other}")),
        1 => (games(names), games(names)).prop_map(|(some, other)| format!("[{some}, [{other}, {some}]] == [{other}]")),
        1 => (games(names), 1..5).prop_map(|(game, last)| format!("[n.({game}) for n in 1..{last}]")),
        1 => (games(names), games(names)).prop_map(|(value, list)| {
            format!("(let l = [{value}, 1]; let l = [l, l, {list}]; [l, l, l])")
        }),
    ]
}

const NAMES: [&str; 2] = ["g", "h"];

/// Generates sequences of expressions, some of which assign names.
fn sessions() -> impl Strategy<Value = Vec<String>> {
    let given = (select(&NAMES), games(&NAMES)).prop_map(|(name, game)| format!("{name} = {game}"));
    prop::collection::vec(prop_oneof![1 => given, 3 => expressions(&NAMES)], 1..6)
}

/// Returns a configuration with at least `least` cases. For a long run set PROPTEST_CASES=100000.
fn cases(least: u32) -> ProptestConfig {
    ProptestConfig { cases: ProptestConfig::default().cases.max(least), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(300))]

    /// An expression that is interrupted and retried has the same result as without interruptions.
    #[test]
    fn interrupted_sessions(session in sessions(), steps in prop_oneof![1u64..40, 40u64..3000]) {
        let catalogue = Catalogue::new();
        let mut model = Calculator::new(&catalogue, Budget::DEFAULT);
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        for expression in session {
            let Some(expected) = evaluate_in_one_go(&mut model, &expression) else { return Ok(()) };
            prop_assert_eq!(evaluate_at_last(&mut calculator, &expression, steps), expected, "{}", expression);
            prop_assert_eq!(
                calculator.names().collect::<Vec<_>>(), model.names().collect::<Vec<_>>(), "{}", expression
            );
        }
    }

    /// With little memory an expression has the same text or none, whatever was evaluated before.
    #[test]
    fn sessions_in_little_memory(
        session in prop::collection::vec(expressions(&["1"]), 1..6),
        memory in 1u64 << 10..1 << 16,
        steps in 1u64..1000,
    ) {
        let catalogue = Catalogue::new();
        let budget = Budget { memory, ..Budget::DEFAULT };
        let mut calculator = Calculator::new(&catalogue, budget);
        for expression in session {
            let mut model = Calculator::new(&catalogue, Budget::DEFAULT);
            let Some(expected) = evaluate_in_one_go(&mut model, &expression) else { return Ok(()) };
            let result = evaluate_at_last(&mut calculator, &expression, steps);
            let is_full = matches!(&result, Err(error) if error.contains("the memory limit"));
            prop_assert!(is_full || result == expected, "{}: {:?}, not {:?}", expression, result, expected);
        }
    }
}

/// The report on a stopped table of an expression counts its values, not the positions searched for the last value.
#[test]
fn a_stopped_table_of_an_expression_counts_its_values() {
    let (catalogue, variable) = (Catalogue::new(), VariableRange::parse("n=1..9").unwrap());
    for steps in [300, 1000, 3000, 10_000, 30_000] {
        let (expression, budget) = ("domineering(grid(3,n))", Budget::DEFAULT);
        let observer = Interrupter::after(steps);
        let table = ExpressionTable::find(&catalogue, expression, &variable, budget, &observer).unwrap();
        let nodes = table.values().len() as u64;
        let stopped = table.tabulation(expression, budget, &NoObserver).stopped.unwrap();
        assert_eq!(stopped, StopReason::Interrupted.after(nodes), "{steps}");
    }
}

/// The observer is polled between two moves of a list, although each move needs little work.
#[test]
fn a_list_of_moves_is_stopped_between_two_moves() {
    let rules = "board: torus\npieces: w\nagain: # . . -> # . #\nboth: . w -> # .\nboth: . . -> # #";
    let game = Catalogue::new().game_of_text(rules).unwrap();
    let position = Position::of_game(&*game, "..w|.#.").unwrap();
    let moves = position.moves().unwrap();
    let polls = AtomicU64::new(0);
    let late = Interrupt::new(move || match polls.fetch_add(1, Ordering::Relaxed) {
        0 | 1 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Interruption::Timeout),
    });
    for play in [Play::Normal, Play::Misere] {
        let mut analyst = Analyst::new(Request::default().play(play));
        let (known, stopped) = analyst.after_moves(&position, &moves, &late);
        assert!(known.len() <= 2 && moves.len() > 2, "{} of {}", known.len(), moves.len());
        assert_eq!(stopped.map(|stopped| stopped.reason), Some(StopReason::Timeout));
    }
}
