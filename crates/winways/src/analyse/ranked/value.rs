//! Computes the value of a ranked position as a component of sums.

use crate::analyse::partizan::describe;
use crate::analyse::request::Request;
use crate::analyse::value::{LoopyPositionValue, Value, ValueKind};
use crate::loopy_positions::{PositionValue, value_of, with_value};
use winways_kit::RankedPosition;
use winways_loopy::{ImpartialLabel, Loopies, Loopy, latex};
use winways_rules::Play;
use winways_solve::{Ledger, Observer, Quota, StopReason, Until};
use winways_values::Arena;

/// The work between two polls, in steps of about ten nanoseconds.
const INTERVAL: u64 = 1 << 16;

/// The number of polls after which the value is omitted. Computing the value may take far longer than computing the outcome,
/// which is already known.
const POLLS: u64 = 256;

/// The sentence that replaces an omitted value.
pub(super) const LEFT_OUT: &str = "the value as a component of sums takes longer to compute; use `eval` with a sum that contains the position";

/// Returns the value of a position under normal play, if it has one, or an error if the computation takes too long.
pub(super) fn in_sums(
    position: &dyn RankedPosition,
    request: &Request,
    observer: &dyn Observer,
) -> Result<Option<Value>, StopReason> {
    let Some(position) = with_value(position).filter(|_| request.play == Play::Normal) else {
        return Ok(None);
    };
    let quota = Quota::new(POLLS);
    let until = Until::new(observer, quota.interrupt());
    let ledger = Ledger::new(request.budget, &until, INTERVAL);
    value(position, &ledger, request).map(Some)
}

fn value(position: &dyn RankedPosition, ledger: &Ledger<'_>, request: &Request) -> Result<Value, StopReason> {
    let mut loopies = Loopies::new();
    let value = match value_of(position, &mut loopies, ledger)? {
        PositionValue::Label(ImpartialLabel::Nimber(nimber)) => return Ok(Value::Nimber(nimber)),
        PositionValue::Label(label) => {
            let (text, kind) = (label.to_string(), ValueKind::ImpartialLoop);
            return Ok(Value::Loopy(LoopyPositionValue { latex: latex(&text), text, kind, sides: None }));
        }
        PositionValue::Loopy(value) => value,
    };
    let arena = Arena::new(request.budget.memory);
    let game = match value.as_stopper() {
        Some(stopper) => loopies.to_game(stopper, &mut arena.session(), ledger)?,
        None => None,
    };
    if let Some(game) = game {
        return describe(&arena, game).map(Value::Game).map_err(|stopped| stopped.reason);
    }
    let session = &mut arena.session();
    let text = loopies.text(value, session, ledger)?;
    let mut side = |form| loopies.text(Loopy::from(form), session, ledger);
    let sides = match value.is_stopper() {
        true => None,
        false => Some([side(value.onside())?, side(value.offside())?]),
    };
    Ok(Value::Loopy(LoopyPositionValue { latex: latex(&text), text, kind: ValueKind::Loopy, sides }))
}
