use super::answer::Answer;
use super::context::Context;
use super::error::Result;
use super::expression::Expression;
use super::functions::{FUNCTIONS, Function};
use super::names::Names;
use super::pass::Pass;
use crate::Catalogue;
use winways_solve::{Budget, Observer};
use winways_values::Arena;

/// A session of the calculator: values live in its arena, and names that were assigned stay known.
///
/// ```
/// use winways::{Budget, Calculator, Catalogue, NoObserver};
/// let catalogue = Catalogue::new();
/// let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
/// calculator.evaluate("g = {1|-1}", &NoObserver).unwrap();
/// assert_eq!(calculator.evaluate("g + g", &NoObserver).unwrap().text().unwrap(), "0");
/// ```
pub struct Calculator<'c> {
    context: Context<'c>,
}

impl<'c> Calculator<'c> {
    /// A session that knows no names.
    pub fn new(catalogue: &'c Catalogue, budget: Budget) -> Self {
        let arena = Arena::new(budget.memory);
        Calculator { context: Context { catalogue, arena, budget, names: Names::default() } }
    }

    /// The value of an expression; names that it assigns stay known.
    ///
    /// # Errors
    /// A diagnostic that points into `text`, or why the work was stopped.
    pub fn evaluate(&mut self, text: &str, observer: &dyn Observer) -> Result<Answer<'_>> {
        self.value(&Expression::parse_within(text, self.context.budget)?, observer)
    }

    /// As [`Calculator::evaluate`], for an expression that has been parsed.
    ///
    /// # Errors
    /// As [`Calculator::evaluate`].
    pub fn value(&mut self, expression: &Expression<'_>, observer: &dyn Observer) -> Result<Answer<'_>> {
        self.context.arena.set_interrupt(observer.interrupt());
        let pass = Pass::new(&mut self.context, expression.text(), expression.tree(), observer);
        let value = pass.value()?;
        Ok(Answer::new(&self.context.arena, value))
    }

    /// From now on its values, those that it has included, may take so many bytes of memory.
    pub fn set_memory(&mut self, memory: u64) {
        self.context.budget.memory = memory;
        self.context.arena.set_memory(memory);
    }

    /// The bytes of memory that all values of the session take.
    pub fn bytes(&self) -> u64 {
        self.context.arena.bytes()
    }

    /// The names that have a value, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.context.names.iter()
    }

    /// All functions, in the order of their names.
    pub fn functions() -> &'static [Function] {
        FUNCTIONS
    }
}
