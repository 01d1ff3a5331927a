//! Tables of values, of the kind that the game supports.

use super::envelope::{Envelope, Observers, Refusal, RequestStatus};
use super::operation::TableRequest;
use crate::wire::{
    ErrorJson, ErrorKind, HeapTableJson, OutcomeTableJson, PairTableJson, PartizanHeapTableJson,
    TripleTableJson,
};
use crate::{
    AnyGame, HeapTable, Keep, OutcomeTable, PairTable, PartizanHeapTable, Play, ProofStatus, StopReason,
    TripleTable,
};
use winways_notation::Diagnostic;
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
    let play = if misere { Play::Misere } else { game.about().play };
    if misere || asked.outcomes || play == Play::Misere && !PairTable::is_of(game) {
        return outcomes(game, asked, play, budget, observers, envelope);
    }
    if PairTable::is_of(game) {
        return pairs(game, asked, budget, observers, envelope);
    }
    if TripleTable::is_of(game) {
        return triples(game, asked, budget, observers, envelope);
    }
    if PartizanHeapTable::is_of(game) {
        return partizan(game, asked, budget, observers, envelope);
    }
    let keep = if asked.values { Keep::All } else { Keep::Last };
    let table = HeapTable::new(game, keep, budget, observers.work);
    let mut table = table.map_err(|diagnostic| wrong(asked, &diagnostic))?;
    let extended = match asked.prove {
        true if !table.may_be_proved() => {
            let message = format!("no theorem is known by which values prove a period of {}", game.name());
            return Err(refused(&message, "without `prove` the table has the patterns that its values show"));
        }
        // Only the proof, the time limit and the memory limit end the work.
        true => table.prove(asked.up_to.unwrap_or(u64::MAX - 1), observers.work).map(|_| ()),
        false => table.extend_and_prove(asked.up_to(), observers.work),
    };
    let mut stopped = extended.err();
    let mut certificate = None;
    if asked.certificate && stopped.is_none() {
        match table.certificate(observers.work) {
            Ok(found) => certificate = found.map(|found| found.to_string()),
            Err(ended) => stopped = Some(ended),
        }
    }
    let end = asked.up_to().saturating_add(1).min(table.known());
    let heaps = asked.from.min(end)..=end.saturating_sub(1);
    let writing = observers.writing;
    let json = HeapTableJson::new(&game.name(), heaps, asked.values, &table, stopped.as_ref(), writing);
    let json = if asked.certificate { json.certified(certificate) } else { json };
    envelope.write("answer", &json)?;
    Ok(json.stopped().map_or(RequestStatus::Answered, RequestStatus::Stopped))
}

fn pairs(
    game: &dyn AnyGame,
    asked: &TableRequest,
    budget: Budget,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    if asked.from > 0 {
        let message =
            format!("positions of {} are pairs, and its table is a square from (0, 0) on", game.name());
        return Err(refused(&message, "`from` is for games on single heaps"));
    }
    let table = PairTable::new(game, asked.up_to(), budget);
    let mut table = table.map_err(|diagnostic| wrong(asked, &diagnostic))?;
    let mut stopped = table.extend(observers.work).err();
    if asked.prove && stopped.is_none() {
        match table.prove(asked.up_to.unwrap_or(u64::MAX - 1), observers.work) {
            Ok(ProofStatus::Unavailable) => {
                let game = game.name();
                let message = format!("no theorem is known by which rows prove a period of {game}");
                return Err(refused(&message, table.why_unproved().unwrap_or_default()));
            }
            Ok(ProofStatus::Proved | ProofStatus::Open) => {}
            Err(ended) => stopped = Some(ended),
        }
    }
    if let Some(StopReason::Rules(fault)) = stopped.as_ref().map(|stopped| &stopped.reason) {
        return Err(
            ErrorJson::without_place(ErrorKind::Input, &format!("the rules go wrong: {fault}")).into()
        );
    }
    let findings = table.findings(observers.writing);
    let json = PairTableJson::new(
        &game.name(),
        &table,
        &findings,
        asked.values,
        stopped.as_ref(),
        observers.writing,
    );
    let certificate = || table.certificate().map(|certificate| certificate.to_string());
    let json = if asked.certificate { json.certified(certificate()) } else { json };
    envelope.write("answer", &json)?;
    Ok(json.stopped().map_or(RequestStatus::Answered, RequestStatus::Stopped))
}

fn outcomes(
    game: &dyn AnyGame,
    asked: &TableRequest,
    play: Play,
    budget: Budget,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    if asked.prove || asked.certificate {
        return Err(refused("this is a table of outcomes", "`prove` and `certificate` are for nim-values"));
    }
    let table = OutcomeTable::find(game, play, asked.up_to_of_outcomes(play), budget, observers.work);
    let table = table.map_err(|diagnostic| wrong(asked, &diagnostic))?;
    let json = OutcomeTableJson::new(&game.name(), asked.from, asked.values, &table, observers.writing);
    envelope.write("answer", &json)?;
    Ok(json.stopped().map_or(RequestStatus::Answered, RequestStatus::Stopped))
}

fn triples(
    game: &dyn AnyGame,
    asked: &TableRequest,
    budget: Budget,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    if asked.prove || asked.certificate || asked.from > 0 {
        let message = format!("positions of {} are triples, and its table is one of slices", game.name());
        return Err(refused(&message, "`prove`, `certificate` and `from` are for games on single heaps"));
    }
    let table = TripleTable::find(game, asked.up_to_of_triples(), budget, observers.work);
    let table = table.map_err(|diagnostic| wrong(asked, &diagnostic))?;
    let json = TripleTableJson::new(&game.name(), &table, asked.values, observers.writing);
    envelope.write("answer", &json)?;
    Ok(json.stopped().map_or(RequestStatus::Answered, RequestStatus::Stopped))
}

fn partizan(
    game: &dyn AnyGame,
    asked: &TableRequest,
    budget: Budget,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    if asked.prove || asked.certificate {
        let message = format!("{} is a partizan game, and its heaps are worth canonical forms", game.name());
        return Err(refused(&message, "`prove` and `certificate` are for nim-values"));
    }
    let table = PartizanHeapTable::find(game, asked.up_to(), budget, observers.work);
    let table = table.map_err(|diagnostic| wrong(asked, &diagnostic))?;
    let json = PartizanHeapTableJson::new(&game.name(), asked.from, asked.values, &table);
    envelope.answer(&json, table.stopped())
}

fn wrong(asked: &TableRequest, diagnostic: &Diagnostic) -> Refusal {
    asked.table.wrong("table", diagnostic).into()
}

fn refused(message: &str, help: &str) -> Refusal {
    ErrorJson::without_place(ErrorKind::Request, message).help(help).into()
}

impl TableRequest {
    /// Returns the last heap listed, or the greatest number of a pair.
    pub(super) fn up_to(&self) -> u64 {
        self.up_to.unwrap_or(100)
    }

    /// Returns the last heap of a table of outcomes. The default is smaller under misère play, which takes more
    /// work.
    pub(super) fn up_to_of_outcomes(&self, play: Play) -> u64 {
        self.up_to.unwrap_or(if play == Play::Misere { 60 } else { 100 })
    }

    /// Returns the greatest number of a triple.
    pub(super) fn up_to_of_triples(&self) -> u64 {
        self.up_to.unwrap_or(5)
    }
}
