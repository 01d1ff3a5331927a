use super::answer::Answer;
use super::arguments::Resources;
use super::context::Context;
use super::error::{EvaluationError, Result};
use super::expression::Expression;
use super::function::Function;
use super::functions;
use super::machine::Machine;
use super::names::Names;
use super::object::Object;
use super::value::Value;
use crate::{Catalogue, Position};
use std::sync::Arc;
use winways_draw::ThermographPlot;
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, Observer};
use winways_values::{Arena, ArenaError, Charge};

/// A session of the calculator. Values are stored in its arena, and assigned names remain available.
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
    /// Creates a session without names.
    pub fn new(catalogue: &'c Catalogue, budget: Budget) -> Self {
        Calculator::sharing(catalogue, Arc::new(Arena::new(budget.memory)), budget)
    }

    /// Creates a session without names, with its values in a shared arena.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use winways::{Budget, Calculator, Catalogue, NoObserver};
    /// use winways::values::{Arena, Object};
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

    /// Assigns a value to a name and replaces its previous value.
    ///
    /// # Errors
    /// Returns an error if expressions cannot use the name, if the memory limit is exceeded, if lists are nested too deeply, or
    /// if the object is an unknown function.
    pub fn give(&mut self, name: &str, object: Object) -> Result<()> {
        self.check_name(name)?;
        let mut session = self.context.arena.session();
        let value = object.into_value(&mut session)?;
        self.context.names.set(&mut session, name, value)
    }

    /// Returns an error if an expression cannot assign to a name.
    pub(crate) fn check_name(&self, name: &str) -> std::result::Result<(), Diagnostic> {
        let is_word = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let help = match self.parse(&format!("{name} = 0")) {
            Ok(_) if is_word => return Ok(()),
            Err(EvaluationError::Wrong(wrong)) if is_word => wrong.help,
            _ => None,
        };
        let wrong = Diagnostic::new(format!("`{name}` cannot be a name"), Span::at(0));
        Err(Diagnostic { help, ..wrong.label("expected a name of letters, digits and `_`, such as `n`") })
    }

    /// Evaluates an expression. Names that it assigns remain available.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`, or the reason the work was stopped.
    pub fn evaluate(&mut self, text: &str, observer: &dyn Observer) -> Result<Answer<'_>> {
        self.value(&self.parse(text)?, observer)
    }

    /// Parses an expression that may call functions defined in the session.
    ///
    /// # Errors
    /// Returns the errors of [`Expression::parse_within`].
    pub fn parse<'t>(&self, text: &'t str) -> Result<Expression<'t>> {
        let is_function = |name: &str| self.context.names.get(name).is_some_and(Value::is_function);
        Expression::parse_with(text, self.context.budget, is_function)
    }

    /// Returns the position of an expression like [`Expression::position`], but resolves the names of the session.
    ///
    /// # Errors
    /// Returns a diagnostic that points into the text, or the reason the work was stopped.
    pub fn position(&self, expression: &Expression<'_>, observer: &dyn Observer) -> Result<Option<Position>> {
        let is_known = |name: &str| self.context.names.get(name).is_some();
        expression.position_knowing(self.context.catalogue, is_known, Some(&self.context.arena), observer)
    }

    /// Evaluates a parsed expression like [`Calculator::evaluate`].
    ///
    /// # Errors
    /// Returns the errors of [`Calculator::evaluate`].
    pub fn value(&mut self, expression: &Expression<'_>, observer: &dyn Observer) -> Result<Answer<'_>> {
        self.context.arena.set_interrupt(observer.interrupt());
        let value = Machine::new(&mut self.context, expression.code().clone(), observer).value()?;
        Ok(Answer::new(&self.context.arena, value))
    }

    /// Evaluates an expression. Returns its value and, if the value is a game, its thermograph.
    ///
    /// # Errors
    /// Returns the errors of [`Calculator::value`], and an error if a loopy game has no thermograph.
    pub(crate) fn thermograph(
        &mut self,
        expression: &Expression<'_>,
        observer: &dyn Observer,
    ) -> Result<(Answer<'_>, Option<ThermographPlot>)> {
        let resources = Resources { budget: self.context.budget, observer };
        let mut answer = self.value(expression, observer)?;
        let plot = answer.thermograph(resources)?;
        Ok((answer, plot))
    }

    /// Frees all values if they use more than half of the memory and no name holds one of them.
    pub(crate) fn free_unused_values(&mut self) {
        if self.context.names.iter().next().is_none() && self.bytes() > self.memory() / 2 {
            self.context.arena = Arc::new(Arena::new(self.memory()));
        }
    }

    /// Sets the memory limit for all values of the session, including existing ones, in bytes.
    pub fn set_memory(&mut self, memory: u64) {
        self.context.budget.memory = memory;
        self.context.arena.set_memory(memory);
    }

    /// Returns the memory limit in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.context.budget.memory
    }

    /// Charges `bytes` bytes of memory that is used outside the session to the memory limit of the session.
    ///
    /// # Errors
    /// Returns [`ArenaError::OutOfMemory`] if the limit is exceeded.
    pub(crate) fn charge(&self, bytes: u64) -> std::result::Result<Charge, ArenaError> {
        self.context.arena.charge(bytes)
    }

    /// Returns the memory used by all values of the session, in bytes.
    pub fn bytes(&self) -> u64 {
        self.context.arena.bytes()
    }

    /// Returns the assigned names in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.context.names.iter()
    }

    /// Returns all functions in alphabetical order.
    pub fn functions() -> &'static [Function] {
        functions::all()
    }

    /// Returns the functions whose names or definitions contain all of these words, ignoring case. Matches in names
    /// come first.
    ///
    /// ```
    /// let found: Vec<_> = winways::Calculator::search_functions("right stop").map(|function| function.name).collect();
    /// assert_eq!(found[0], "right_stop");
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
