use super::answer::Answer;
use super::context::Context;
use super::error::Result;
use super::expression::Expression;
use super::function::Function;
use super::functions;
use super::machine::Machine;
use super::names::Names;
use super::object::Object;
use super::value::Value;
use crate::{Catalogue, Position};
use std::sync::Arc;
use winways_notation::Diagnostic;
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
        Calculator::sharing(catalogue, Arc::new(Arena::new(budget.memory)), budget)
    }

    /// A session that knows no names, whose values live in an arena that others have too.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use winways::{Arena, Budget, Calculator, Catalogue, NoObserver, Object};
    /// let (catalogue, arena) = (Catalogue::new(), Arc::new(Arena::default()));
    /// let switch = arena.form(&[arena.integer(1)?], &[arena.integer(-1)?])?;
    /// let mut calculator = Calculator::sharing(&catalogue, arena, Budget::DEFAULT);
    /// calculator.give("g", Object::Game(switch))?;
    /// let answer = calculator.evaluate("g + 2", &NoObserver)?.object()?;
    /// assert!(matches!(answer, Object::Game(game) if game != switch));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sharing(catalogue: &'c Catalogue, arena: Arc<Arena>, budget: Budget) -> Self {
        Calculator { context: Context { catalogue, arena, budget, names: Names::default() } }
    }

    /// Gives a name a value, in place of any before.
    ///
    /// # Errors
    /// That the memory is used up, that lists stand too deep in each other, or that there is no function of such a name.
    pub fn give(&mut self, name: &str, object: Object) -> Result<()> {
        let mut session = self.context.arena.session();
        let value = object.into_value(&mut session)?;
        self.context.names.set(&mut session, name, value)
    }

    /// The value of an expression; names that it assigns stay known.
    ///
    /// # Errors
    /// A diagnostic that points into `text`, or why the work was stopped.
    pub fn evaluate(&mut self, text: &str, observer: &dyn Observer) -> Result<Answer<'_>> {
        self.value(&self.parse(text)?, observer)
    }

    /// Parses an expression of a session, in which its functions may be called.
    ///
    /// # Errors
    /// As [`Expression::parse_within`].
    pub fn parse<'t>(&self, text: &'t str) -> Result<Expression<'t>> {
        let is_function = |name: &str| matches!(self.context.names.get(name), Some(Value::Own(_)));
        Expression::parse_with(text, self.context.budget, is_function)
    }

    /// As [`Expression::position`], where the names of the session have their values.
    ///
    /// # Errors
    /// A diagnostic that points into the text.
    pub fn position(&self, expression: &Expression<'_>) -> std::result::Result<Option<Position>, Diagnostic> {
        expression.position_knowing(self.context.catalogue, |name| self.context.names.get(name).is_some())
    }

    /// As [`Calculator::evaluate`], for an expression that has been parsed.
    ///
    /// # Errors
    /// As [`Calculator::evaluate`].
    pub fn value(&mut self, expression: &Expression<'_>, observer: &dyn Observer) -> Result<Answer<'_>> {
        self.context.arena.set_interrupt(observer.interrupt());
        let value = Machine::new(&mut self.context, expression.code().clone(), observer).value()?;
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
        functions::all()
    }

    /// The functions that have all of these words in their names or definitions, in small or capital letters; those that have
    /// them in their names come first.
    ///
    /// ```
    /// let found: Vec<_> = winways::Calculator::search_functions("stop").map(|function| function.name).collect();
    /// assert_eq!(found[..2], ["left_stop", "right_stop"]);
    /// ```
    pub fn search_functions(words: &str) -> impl Iterator<Item = &'static Function> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let has = |text: &str| words.iter().all(|word| text.contains(word));
        let is_named = |function: &&Function| has(function.name);
        let is_found =
            |function: &&Function| has(&format!("{} {}", function.name, function.summary.to_lowercase()));
        let (named, others): (Vec<_>, Vec<_>) =
            Calculator::functions().iter().filter(is_found).partition(is_named);
        named.into_iter().chain(others)
    }
}
