//! Checks the errors about wrong input of the calculator: their places and messages.

use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver};

/// Checks rows of an expression, the part of it that is wrong, and a part of the message.
pub(crate) fn check(rows: &[(&str, &str, &str)]) {
    let catalogue = Catalogue::new();
    let mut wrong = Vec::new();
    for &(expression, place, message) in rows {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let found = calculator.evaluate(expression, &NoObserver).and_then(|mut value| value.text());
        let Err(EvaluationError::Wrong(diagnostic)) = found else { panic!("{expression}: {found:?}") };
        let pointed = &expression[diagnostic.span.range()];
        if pointed != place || !diagnostic.to_string().contains(message) {
            wrong.push(format!("{expression}: {diagnostic} at `{pointed}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
