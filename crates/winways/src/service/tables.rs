//! Answers requests for tables of values.

use super::envelope::{Envelope, Observers, Refusal, RequestStatus, unanswered};
use super::operation::TableRequest;
use crate::table::{ExpressionTable, VariableRange};
use crate::wire::{ErrorJson, ErrorKind, TableJson};
use crate::{AnyGame, Catalogue, Play, TableError, TableKind, TableQuery};
use std::borrow::Cow;
use winways_solve::Budget;

/// Writes the computed part of the requested table.
pub(super) fn answer(
    game: &dyn AnyGame,
    asked: &TableRequest,
    misere: bool,
    budget: Budget,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    let prove = asked.prove || asked.prove_if_possible;
    let mut query = TableQuery {
        outcomes: asked.outcomes,
        quotient: asked.quotient,
        from: asked.from,
        up_to: asked.up_to,
        // Without a last heap, only the proof, the time limit and the memory limit end the work.
        prove: prove.then(|| asked.up_to.unwrap_or(u64::MAX - 1)),
        values: asked.values,
        ..TableQuery::new(if misere { Play::Misere } else { game.about().play }, budget)
    };
    let kind = TableKind::of(game, &query);
    let given = [
        ("prove", asked.prove),
        ("certificate", asked.certificate),
        ("from", asked.from > 0),
        ("outcomes", asked.outcomes),
        ("quotient", asked.quotient),
    ];
    if let Some((option, accepted, reason)) = kind.rejects(&game.name(), &given) {
        return Err(refused(&reason, &format!("`{option}` is for {accepted}")));
    }
    if kind.rejects(&game.name(), &[("prove", prove)]).is_some() {
        query.prove = None;
    }
    let up_to = kind.up_to(&query);
    if query.from > up_to {
        let help = format!("without `up_to`, this table ends at {up_to}");
        return Err(refused("`from` is greater than the last heap of the table", &help));
    }
    let mut found = kind.find(game, query, observers.work);
    if asked.prove_if_possible && !asked.prove && matches!(found, Err(TableError::Unprovable { .. })) {
        found = kind.find(game, TableQuery { prove: None, ..query }, observers.work);
    }
    let mut found = found.map_err(|error| match error {
        TableError::Game(diagnostic) => asked.table.wrong("table", &diagnostic).into(),
        TableError::Unprovable { message, why } => {
            let help = "without `prove`, the table lists the patterns of its values";
            refused(&message, why.as_deref().unwrap_or(help))
        }
        TableError::Rules(fault) => {
            ErrorJson::without_place(ErrorKind::Input, &format!("the rules are faulty: {fault}")).into()
        }
    })?;
    let mut certificate = None;
    if asked.certificate {
        match found.certificate(observers.work) {
            Ok(found) => certificate = found,
            Err(ended) => found.stopped = Some(ended),
        }
    }
    let json = TableJson::new(&found, observers.writing);
    let json = if asked.certificate { json.certified(certificate) } else { json };
    envelope.write("answer", &json)?;
    Ok(json.stopped().map_or(RequestStatus::Answered, RequestStatus::Stopped))
}

/// Writes the computed part of the table of an expression.
pub(super) fn answer_expression(
    catalogue: &Catalogue,
    asked: &TableRequest,
    misere: bool,
    budget: Budget,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    let (expression, range) = (asked.table.text(), asked.variable.as_deref().unwrap_or_default());
    if misere {
        let help = "expressions are evaluated under normal play";
        return Err(refused("a table of an expression has no misère play", help));
    }
    let variable = VariableRange::parse(range).map_err(|wrong| ErrorJson::of_text("for", range, &wrong))?;
    let mut catalogue = Cow::Borrowed(catalogue);
    if let Some(rules) = &asked.rules {
        let added = catalogue.game_of_text(rules).and_then(|game| catalogue.to_mut().add(game));
        added.map_err(|wrong| ErrorJson::of_text("rules", rules, &wrong))?;
    }
    let table = ExpressionTable::find(&catalogue, expression, &variable, budget, observers.work);
    let table = table.map_err(|error| unanswered("table", expression, &error))?;
    let mut found = table.tabulation(expression, budget, observers.writing);
    found.query.values = asked.values;
    let json = TableJson::new(&found, observers.writing);
    envelope.write("answer", &json)?;
    Ok(json.stopped().map_or(RequestStatus::Answered, RequestStatus::Stopped))
}

fn refused(message: &str, help: &str) -> Refusal {
    ErrorJson::without_place(ErrorKind::Request, message).help(help).into()
}
