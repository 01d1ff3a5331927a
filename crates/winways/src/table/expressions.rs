//! Tables of the values of an expression for consecutive numbers.

use super::kind::{TableCell, TableKind, TableQuery, Tabulation, ValueTable};
use super::partizan_heaps::{outcome_lines, pattern_line, reason, text};
use super::{Findings, ValuePattern, VariableRange, heaps, partizan_heaps};
use crate::evaluate::{Calculator, EvaluationError, Object};
use crate::wire::{FindingsJson, OutcomesJson, PatternJson};
use crate::{Catalogue, Outcome};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_rules::{Play, Recurrence};
use winways_solve::{
    Budget, FormPattern, Observer, Pattern, PatternStatus, Progress, Quota, StopReason, Stopped, Until,
};
use winways_values::{Arena, Game, Interrupt, Operations, TextLimits};

/// The approximate memory of a row in bytes, in addition to the text of its value.
const BYTES_OF_A_ROW: usize = 400;

/// The maximum number of values of a stopped table that are searched for a pattern, and the number of polls of that search. The
/// search takes a few hundredths of a second, which leaves time to write the table.
const MOST_OF_PARTIAL: usize = 500;
const POLLS_OF_PARTIAL: u64 = 2000;

/// The values of an expression with a variable, for consecutive numbers.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver};
/// use winways::tables::{ExpressionTable, VariableRange};
/// let (catalogue, variable) = (Catalogue::new(), VariableRange::parse("n=1..9")?);
/// let table = ExpressionTable::find(&catalogue, "cram(grid(1,n))", &variable, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(table.nim_values(), Some(&[0, 1, 1, 2, 0, 3, 1, 1, 0][..]));
/// # Ok::<(), winways::EvaluationError>(())
/// ```
pub struct ExpressionTable {
    arena: Arc<Arena>,
    variable: String,
    first: u64,
    forms: Vec<Game>,
    values: Vec<String>,
    outcomes: Vec<Outcome>,
    /// Means and temperatures.
    heats: Vec<[String; 2]>,
    /// The nim-values, if all values are nimbers below 2^64.
    nimbers: Option<Vec<u64>>,
    pattern: Option<ValuePattern>,
    /// The pattern of nim-values that grow by an integer.
    nim_pattern: Option<Pattern>,
    left_out: bool,
    stopped: Option<Stopped>,
    /// The memory of the values outside the arena, in bytes, with room for the lists to double.
    bytes: u64,
}

impl ExpressionTable {
    /// Evaluates an expression for each number of a variable, or for fewer numbers if the budget is exhausted or the observer
    /// stops the work. The expression may call the games of the catalogue.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `expression` if it is wrong, does not contain the variable, or has a value that
    /// is not a game.
    pub fn find(
        catalogue: &Catalogue,
        expression: &str,
        variable: &VariableRange,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, EvaluationError> {
        let VariableRange { name, numbers } = variable;
        let mut table = ExpressionTable {
            arena: Arc::new(Arena::new(budget.memory)),
            variable: name.clone(),
            first: *numbers.start(),
            forms: Vec::new(),
            values: Vec::new(),
            outcomes: Vec::new(),
            heats: Vec::new(),
            nimbers: Some(Vec::new()),
            pattern: None,
            nim_pattern: None,
            left_out: false,
            stopped: None,
            bytes: 0,
        };
        let mut calculator = Calculator::sharing(catalogue, table.arena.clone(), budget);
        calculator.parse(expression)?;
        if !variable.occurs_in(expression) {
            let message = format!("the expression does not contain `{name}`");
            return Err(Diagnostic::new(message, Span::new(0, expression.len()))
                .label("expected a game or a position that depends on the number")
                .help(format!("an example is `nim({name})`"))
                .into());
        }
        for number in numbers.clone() {
            let bytes = table.arena.bytes().saturating_add(table.bytes);
            let progress = Progress { positions: number, bytes, ..Progress::default() };
            let polled = budget.poll(observer, &progress).map_err(stopped);
            let added = polled.and_then(|()| table.add(&mut calculator, expression, number, observer));
            match added {
                Ok(()) => {}
                // Report the number of values in the table, not the positions searched for the last value.
                Err(EvaluationError::Stopped(stopped)) => {
                    table.stopped = Some(stopped.reason.after(table.forms.len() as u64));
                    break;
                }
                Err(EvaluationError::Wrong(wrong)) => {
                    let help = wrong.help.clone().unwrap_or_else(|| format!("{name} was {number}"));
                    return Err(wrong.help(help).into());
                }
            }
        }
        if table.stopped.is_none()
            && let Err(reason) = table.find_pattern(observer)
        {
            table.stopped = Some(reason.after(table.forms.len() as u64));
        }
        table.arena.set_interrupt(Interrupt::default());
        Ok(table)
    }

    fn add(
        &mut self,
        calculator: &mut Calculator<'_>,
        expression: &str,
        number: u64,
        observer: &dyn Observer,
    ) -> Result<(), EvaluationError> {
        let variable = &self.variable;
        calculator.evaluate(&format!("{variable} = {number}"), observer)?;
        let form = match calculator.evaluate(expression, observer)?.object()? {
            Object::Game(game) => game,
            other => {
                let message = match other {
                    Object::Loopy(game) => format!("{} has no row in such a table", game.kind()),
                    Object::Number { kind, .. } => format!("{kind} has no row in such a table"),
                    _ => "the value is not a game".to_owned(),
                };
                return Err(Diagnostic::new(message, Span::new(0, expression.len()))
                    .label("expected a short game, or a position whose value is a short game")
                    .into());
            }
        };
        let value = text(&self.arena, form).map_err(stopped)?;
        let mut operations = Operations::new(self.arena.session());
        let refused = |error| stopped(reason(error));
        let heat = [operations.mean(form).map_err(refused)?, operations.temperature(form).map_err(refused)?];
        let nimber = match operations.session().as_number_up_star(form) {
            Some((number, 0, nimber)) if number.is_zero() => u64::try_from(nimber).ok(),
            _ => None,
        };
        drop(operations);
        match nimber {
            Some(nimber) => self.nimbers.iter_mut().for_each(|nimbers| nimbers.push(nimber)),
            None => self.nimbers = None,
        }
        self.outcomes.push(self.arena.outcome(form).into());
        self.heats.push(heat.map(|number| number.to_string()));
        self.forms.push(form);
        self.bytes += (value.len() + BYTES_OF_A_ROW) as u64;
        self.values.push(value);
        Ok(())
    }

    /// Searches for a pattern of the values. The pattern that is stored refers to numbers of the variable.
    fn find_pattern(&mut self, observer: &dyn Observer) -> Result<(), StopReason> {
        let shown = FormPattern::shown_by(&self.forms, Recurrence::Unknown, &self.arena, observer)?;
        self.left_out = shown.left_out;
        if let Some(FormPattern { preperiod, period, saltus, status }) = shown.pattern {
            let saltus = text(&self.arena, saltus)?;
            let status = self.renumbered(status);
            self.pattern = Some(ValuePattern { preperiod: preperiod + self.first, period, saltus, status });
            return Ok(());
        }
        // If nim-values grow by an integer, the nim-sums of values one period apart vary. The search above finds no such pattern.
        let Some(nimbers) = &self.nimbers else { return Ok(()) };
        let values: Option<Vec<u16>> = nimbers.iter().map(|&nimber| u16::try_from(nimber).ok()).collect();
        let Some(values) = values else { return Ok(()) };
        let pattern = Pattern::of_metered(&values, Recurrence::Unknown, &mut observer.meter())?;
        self.nim_pattern = pattern.map(|pattern| self.counted(pattern));
        self.pattern = self.nim_pattern.map(ValuePattern::from);
        Ok(())
    }

    /// Converts the indices of a pattern to numbers of the variable.
    fn counted(&self, pattern: Pattern) -> Pattern {
        let status = self.renumbered(pattern.status);
        Pattern { preperiod: pattern.preperiod + self.first, status, ..pattern }
    }

    /// Converts the last index that was compared with a pattern to a number of the variable.
    fn renumbered(&self, status: PatternStatus) -> PatternStatus {
        match status {
            PatternStatus::Empirical { up_to } => PatternStatus::Empirical { up_to: up_to + self.first },
            proved => proved,
        }
    }

    /// Returns the canonical forms, in the order of the numbers.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Returns the nim-values if all values are nimbers.
    pub fn nim_values(&self) -> Option<&[u64]> {
        self.nimbers.as_deref()
    }

    /// Returns the pattern of the values, if the values show one. It is never proved.
    pub fn pattern(&self) -> Option<&ValuePattern> {
        self.pattern.as_ref()
    }

    /// Returns the pattern of the outcomes, if the outcomes show one.
    fn outcome_pattern(&self) -> Option<Pattern> {
        let numbers: Vec<u16> = self.outcomes.iter().map(|outcome| *outcome as u16).collect();
        let pattern = Pattern::of(&numbers, Recurrence::Unknown).filter(|pattern| pattern.saltus == 0)?;
        Some(self.counted(pattern))
    }

    /// Converts the table to a [`Tabulation`] with the title `expression`. If the work was stopped early, briefly searches for
    /// a pattern of the computed values, unless `observer` also stops that search.
    pub fn tabulation(
        mut self,
        expression: &str,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Tabulation<'static> {
        if self.stopped.is_some() && self.pattern.is_none() && self.forms.len() <= MOST_OF_PARTIAL {
            let quota = Quota::new(POLLS_OF_PARTIAL);
            let observer = Until::new(observer, quota.interrupt());
            self.arena.set_interrupt(observer.interrupt());
            // The table already stores the reason it is incomplete.
            let _ = self.find_pattern(&observer);
            self.arena.set_interrupt(Interrupt::default());
        }
        let kind = if self.nimbers.is_some() { &NIMBERS } else { &FORMS };
        let last = (self.first + self.forms.len() as u64).saturating_sub(1);
        let query =
            TableQuery { from: self.first, up_to: Some(last), ..TableQuery::new(Play::Normal, budget) };
        let stopped = self.stopped.clone();
        Tabulation::new(kind, expression.to_owned(), query, Box::new(self), stopped)
    }

    fn index(&self, number: u64) -> Option<usize> {
        usize::try_from(number.checked_sub(self.first)?).ok()
    }
}

/// The values of an expression, if at least one of them is not a nimber below 2^64.
pub(super) const FORMS: TableKind = TableKind {
    name: "expressions",
    variables: &["n"],
    columns: &["value", "outcome", "mean", "temperature"],
    rejected: &["prove", "checkpoint", "certificate", "from", "plot", "code", "format bfile"],
    reason: "the values of {game} are not all nimbers below 2^64",
    is_of: |_, _| false,
    ..partizan_heaps::KIND
};

/// The values of an expression, if all of them are nimbers below 2^64.
pub(super) const NIMBERS: TableKind = TableKind {
    name: "nim-values of expressions",
    variables: &["n"],
    rejected: &["prove", "checkpoint", "certificate", "from", "code"],
    accepted: |_| "games on heaps",
    reason: "{game} is an expression",
    is_of: |_, _| false,
    ..heaps::KIND
};

/// Returns the error for a value whose computation was stopped.
fn stopped(reason: StopReason) -> EvaluationError {
    reason.after(0).into()
}

/// The maximum numbers of means and of temperatures shown as text.
const HEATS_SHOWN: usize = 20;

impl ValueTable for ExpressionTable {
    fn ends(&self) -> Vec<u64> {
        vec![self.first + self.forms.len() as u64]
    }

    fn cell(&self, index: &[u64], column: usize) -> Option<TableCell<'_>> {
        let place = self.index(index[0])?;
        if let Some(nimbers) = &self.nimbers {
            return nimbers.get(place).map(|&nimber| TableCell::Number(nimber));
        }
        Some(TableCell::Text(match column {
            0 => self.values.get(place)?,
            1 => self.outcomes.get(place)?.letter(),
            _ => &self.heats.get(place)?[column - 2],
        }))
    }

    fn latex(&self, index: &[u64], column: usize) -> Option<String> {
        let place = self.index(index[0])?;
        match (&self.nimbers, column) {
            (None, 0) => {
                let form = *self.forms.get(place)?;
                let latex = Operations::new(self.arena.session()).latex(form, TextLimits::default());
                Some(latex.map_or("too long".to_owned(), |value| format!("${value}$")))
            }
            _ => Some(format!("${}$", self.cell(index, column)?)),
        }
    }

    fn title(&self, listed: &Range<u64>) -> String {
        let values = if self.nimbers.is_some() { "nim-values" } else { "canonical forms" };
        format!("{values} for {} = {} to {}", self.variable, listed.start, listed.end.saturating_sub(1))
    }

    fn findings(&self, _: u64, _: &dyn Observer) -> Findings {
        Findings { stopped: self.stopped.clone(), ..Findings::default() }
    }

    fn lines(&self, _: &TableQuery, _: &mut Findings, _: &dyn Observer) -> Vec<String> {
        let values = pattern_line(self.pattern(), self.left_out, self.stopped.is_some());
        let mut lines: Vec<String> = values.into_iter().collect();
        if self.nimbers.is_none() {
            lines.extend(outcome_lines(&self.outcomes, self.outcome_pattern()));
            for (column, name) in ["means", "temperatures"].into_iter().enumerate() {
                let shown: Vec<&str> =
                    self.heats.iter().take(HEATS_SHOWN).map(|heat| heat[column].as_str()).collect();
                let dots = if self.heats.len() > HEATS_SHOWN { " ..." } else { "" };
                lines.push(format!("{name}: {}{dots}", shown.join(" ")));
            }
        }
        lines
    }

    fn fields(&self, _: &Findings) -> FindingsJson<'_> {
        let pattern = match self.nim_pattern {
            Some(pattern) => PatternJson::of_values(Some(pattern)),
            None => PatternJson::of_forms(self.pattern()),
        };
        FindingsJson {
            pattern: Some(pattern),
            left_out: Some(self.left_out),
            outcomes: self.nimbers.is_none().then(|| OutcomesJson::patterned(self.outcome_pattern())),
            ..FindingsJson::default()
        }
    }

    fn method(&self) -> Cow<'_, str> {
        "canonical form of the expression for every number".into()
    }
}
