//! Answers misère play of heaps from the misère quotient of their game.

use super::analysis::{Analysis, Method, MethodKind, MethodName, MoveList, listed};
use super::question::{Missing, Question};
use super::request::Request;
use crate::quotients::{HeapQuotient, LARGEST_HEAP};
use winways_kit::{AnyMoves, AnyPosition, ImpartialPosition, OPTIONS_TRIED, Tables};
use winways_misere::product_text;
use winways_rules::{ImpartialOutcome, Meter, Play, Recurrence};
use winways_solve::{Observer, Quota, StopReason, Stopped, Theorems, Until};

/// The maximum number of polls of the observer for a quotient (one to three seconds). After that, a search is used instead.
const POLLS: u64 = 1 << 10;

/// The maximum number of polls for a quotient if a search takes only a moment.
const POLLS_BEFORE_A_SHORT_SEARCH: u64 = 1 << 5;

/// The maximum number of positions that a search examines in a moment.
const FEW_POSITIONS: u64 = 1 << 16;

/// The largest heap whose options are listed to check whether a move splits it. It has at most some ten thousand options.
const LARGEST_LISTED: u64 = 256;

/// The maximum number of tokens with which a search is always short, even if moves split heaps. About [`FEW_POSITIONS`] sums of
/// heaps have this number of tokens.
const FEW_TOKENS: u64 = 40;

/// The maximum number of polls for the proof of a period beyond the heaps of the position (about a twentieth of a
/// second).
const POLLS_FOR_A_PERIOD: u64 = 1 << 6;

/// The memory of a listed move, in bytes.
const MOVE_BYTES: u64 = 256;
/// The steps charged to the meter for the position after a move, in addition to the size of that position.
const STEPS: u64 = 10;

/// The maximum number of heaps whose elements are listed.
const HEAPS_EXPLAINED: usize = 12;

/// Answers misère play of a single game on heaps, if its quotient can be computed quickly.
pub(super) fn by_misere_quotient(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "a misère quotient of heaps";
    let request = question.request;
    if request.play == Play::Normal || request.theorems == Theorems::Ignore {
        return Err(MISSING);
    }
    let position = question.impartial().ok_or(MISSING)?;
    let (sizes, tables) = position.heaps().ok_or(MISSING)?;
    tables.heap_rules().ok_or(MISSING)?;
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let quota = Quota::new(match has_short_search(tables, &sizes) {
        true => POLLS_BEFORE_A_SHORT_SEARCH,
        false => POLLS,
    });
    let observer = Until::new(question.observer, quota.interrupt());
    let quotient = match HeapQuotient::up_to(tables, largest, request.budget, &observer).ok_or(MISSING)? {
        Ok(quotient) => with_period(quotient, tables, request, question.observer),
        Err((StopReason::Memory { .. } | StopReason::Unsupported(_), _)) => return Err(MISSING),
        Err((reason, known)) if !quota.is_exhausted() => {
            let stopped = reason.after(known.quotient().last().into());
            return Ok(Analysis::stopped(request.play, "misère quotient", stopped));
        }
        Err(_) => return Err(MISSING),
    };
    let is_lost = quotient.quotient().is_previous(quotient.product(&sizes));
    let name = MethodName::joined([name(&quotient)]).unwrap_or(MethodName::known("misère quotient"));
    let method = Method { kind: MethodKind::Theorem, name, nodes: 0 };
    let mut analysis = Analysis {
        outcome: Some(ImpartialOutcome::next_if(!is_lost).into()),
        explanation: explanation(&quotient, &sizes, is_lost),
        ..Analysis::empty(request.play, method)
    };
    if request.outcome_only {
        return Ok(analysis);
    }
    if is_lost {
        analysis.moves = Some(MoveList::default());
        return Ok(analysis);
    }
    match winning_moves(position, &quotient, request, question.observer) {
        Ok(moves) => analysis.moves = Some(moves),
        Err(stopped) => {
            analysis.stopped = Some(stopped);
            let bound = position.move_bound();
            if bound > OPTIONS_TRIED {
                analysis.explanation.push(format!(
                    "there may be {bound} moves, and winning ones are listed only among at most {OPTIONS_TRIED}: solve the \
                     position after a move to test that move"
                ));
            }
        }
    }
    Ok(analysis)
}

/// Returns `true` if it is certain that only few positions are reachable from the heaps.
fn has_short_search(tables: &dyn Tables, sizes: &[u64]) -> bool {
    if sizes.iter().fold(0u64, |sum, &size| sum.saturating_add(size)) <= FEW_TOKENS {
        return true;
    }
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let positions = sizes.iter().fold(1u64, |product, size| product.saturating_mul(size.saturating_add(1)));
    if positions > FEW_POSITIONS || largest > LARGEST_LISTED {
        return false;
    }
    let splits = |options: &Vec<Vec<u64>>| options.iter().any(|option| option.len() > 1);
    tables
        .heap_options(largest, Meter::default())
        .is_some_and(|options| options.is_ok_and(|options| !splits(&options)))
}

/// Returns the quotient of all heaps if it can be computed quickly, and otherwise the given quotient.
fn with_period(
    quotient: HeapQuotient,
    tables: &dyn Tables,
    request: &Request<'_>,
    observer: &dyn Observer,
) -> HeapQuotient {
    // Rules that no theorem covers may fail for heaps that are not in the position.
    let is_covered =
        tables.heap_rules().is_some_and(|rules| !matches!(rules.recurrence(), Recurrence::Unknown));
    if quotient.period.is_some() || !is_covered {
        return quotient;
    }
    let quota = Quota::new(POLLS_FOR_A_PERIOD);
    let observer = Until::new(observer, quota.interrupt());
    match HeapQuotient::up_to(tables, LARGEST_HEAP, request.budget, &observer) {
        Some(Ok(all)) if all.period.is_some() => all,
        _ => quotient,
    }
}

fn name(quotient: &HeapQuotient) -> String {
    let (order, last) = (quotient.quotient().order(), quotient.quotient().last());
    let period = quotient.period.map_or(String::new(), |period| format!(", period {}", period.length));
    format!("misère quotient of order {order}, verified to heap {last}{period} (Plambeck and Siegel 2008)")
}

/// Returns the moves to P-positions.
fn winning_moves(
    position: &dyn ImpartialPosition,
    quotient: &HeapQuotient,
    request: &Request<'_>,
    observer: &dyn Observer,
) -> Result<MoveList, Stopped> {
    let bound = position.move_bound();
    if bound > OPTIONS_TRIED {
        return Err(StopReason::Options { limit: OPTIONS_TRIED }.after(0));
    }
    request.budget.check(bound * MOVE_BYTES).map_err(|reason| reason.after(0))?;
    let mut meter = observer.meter();
    let moves = position.moves_within(observer.meter()).map_err(|fault| StopReason::from(fault).after(0))?;
    let mut winning = AnyMoves::default();
    for step in moves {
        let work = STEPS + position.size() as u64;
        meter.spend(work).map_err(|fault| StopReason::from(fault).after(0))?;
        let after = position.after(&step);
        let heaps = AnyPosition::impartial(&*after).and_then(ImpartialPosition::heaps);
        let Some((sizes, _)) = heaps else { continue };
        if quotient.quotient().is_previous(quotient.product(&sizes)) {
            winning.push(request.moves, || step);
        }
    }
    Ok(listed(0, winning))
}

fn explanation(quotient: &HeapQuotient, sizes: &[u64], is_lost: bool) -> Vec<String> {
    let (monoid, presentation) = (quotient.quotient(), quotient.quotient().presentation());
    let scope = match quotient.period {
        Some(period) => format!(
            "all heaps, because the elements provably have period {} from heap {} on",
            period.length, period.start
        ),
        None => format!("the heaps 0 to {}", monoid.last()),
    };
    let text = |element| product_text(&presentation.elements[usize::from(element)]);
    let shown = sizes.iter().take(HEAPS_EXPLAINED);
    let parts: Vec<String> =
        shown.map(|&heap| format!("heap {heap} maps to {}", text(quotient.element(heap)))).collect();
    let more = if sizes.len() > parts.len() { ", ..." } else { "" };
    let product = text(quotient.product(sizes));
    let verdict = if is_lost { "a P-position" } else { "not a P-position" };
    vec![
        format!(
            "the misère quotient has {} elements, of which {} are P-positions; it is proved for {scope}",
            monoid.order(),
            monoid.previous_count()
        ),
        format!("elements of the heaps: {}{more}", parts.join(", ")),
        format!("their product is {product}, which is {verdict}"),
    ]
}
