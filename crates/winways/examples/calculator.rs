//! A session of the calculator: values, positions, functions, names.
//!
//! `cargo run -p winways --example calculator`

use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver};

fn main() -> Result<(), EvaluationError> {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for expression in [
        "g = domineering(\"...|...\")",
        "g + g",
        "g > 0",
        "mean(g)",
        "temperature(g)",
        "{1|-1} + nim(3,5)",
        "cool(g, 1/2)",
    ] {
        let mut answer = calculator.evaluate(expression, &NoObserver)?;
        println!("{expression:28} {}", answer.text()?);
    }
    Ok(())
}
