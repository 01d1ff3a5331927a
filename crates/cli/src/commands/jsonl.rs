//! `winways eval --format jsonl`: answers each line of input with one line of JSON, in the format of `serve-stdio`.

use crate::arguments::Eval;
use crate::input::Lines;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe};
use std::io::Write;
use winways::service::{Observers, RequestStatus, Service, ServiceRequest};

pub(super) fn run(
    arguments: &Eval,
    mut service: Service<'_>,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    if arguments.plot.is_some() {
        return Err(Failure::usage("--plot cannot be used with --format jsonl"));
    }
    if let Some(text) = &arguments.expression {
        let request = ServiceRequest::evaluate(1, text);
        return Ok(answer(&mut service, &request, watch, out)?);
    }
    let mut input = Lines::stdin()?;
    let mut worst = Ending::Answered;
    while worst != Ending::Interrupted {
        let line = match input.is_waiting() {
            // Ctrl-C while waiting for input ends the program.
            true => {
                watch.while_idle(|| input.next_line().map(|line| line.map(|line| line.map(str::to_owned))))?
            }
            false => input.next_line()?.map(|line| line.map(str::to_owned)),
        };
        let Some(line) = line else { break };
        let id = input.count() as u64;
        let request = match line {
            Ok(text) => ServiceRequest::evaluate(id, &text),
            Err(failure) => ServiceRequest::unreadable(Some(id), &failure.message()),
        };
        watch.begin(arguments.limits.bounds.timeout);
        match answer(&mut service, &request, watch, out) {
            Ok(ending) => worst = worst.max(ending),
            Err(error) => return ignore_broken_pipe(worst, Err(error)),
        }
    }
    Ok(worst)
}

/// Writes the answer and flushes it.
fn answer(
    service: &mut Service<'_>,
    request: &ServiceRequest,
    watch: &Watch,
    out: &mut dyn Write,
) -> std::io::Result<Ending> {
    let observers = Observers { work: watch, writing: &watch.printing() };
    let status = service.answer(request, observers, out);
    // On a terminal the spinner occupies the line of the answer.
    watch.finish();
    out.flush()?;
    Ok(match status? {
        RequestStatus::Answered => Ending::Answered,
        RequestStatus::Refused(_) => Ending::BadInput,
        RequestStatus::Stopped(stopped) => ending(Some(&stopped)),
    })
}
