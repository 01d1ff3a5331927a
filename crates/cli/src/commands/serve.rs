//! `winways serve-stdio`: requests and answers for programs, one per line, as described in `docs/programs.md`.
//!
//! One thread reads the requests while another thread answers them, so that a running or waiting request can be cancelled.

mod queue;

use crate::arguments::Serve;
use crate::input::{Lines, Reading};
use crate::watch::Watch;
use crate::{Ending, Failure, ignore_broken_pipe, input};
use queue::{Queue, Waiting};
use std::collections::VecDeque;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use winways::limits::{Interrupt, Interruption};
use winways::service::{Cancel, Observers, Service, ServiceRequest};
use winways::{Observer, Request, StopReason};

/// The grace period for writing the partial answer to a cancelled request.
const WRITING: Duration = Duration::from_millis(200);

pub(crate) fn run(arguments: &Serve, give_back_memory: fn(), out: &mut dyn Write) -> Result<Ending, Failure> {
    let bounds = &arguments.limits.bounds;
    let watch = Watch::start(&bounds.within(None)).giving_back(give_back_memory);
    let reading = Reading::watched(&watch);
    let catalogue = input::catalogue(&arguments.graph, reading)?;
    let catalogue =
        if arguments.read_rule_files { input::with_rule_files(catalogue, reading) } else { catalogue };
    let tables = arguments.tables.open(bounds.memory())?;
    let request = Request::default().budget(arguments.limits.budget());
    let request = crate::arguments::with_tables(request, &tables);
    let mut service = Service::new(&catalogue, request);
    if let Some(directory) = arguments.tables.directory() {
        service = service.with_tables(directory);
    }
    let queue = Arc::new(Queue::default());
    let (lines, filled) = (Lines::stdin()?, queue.clone());
    thread::Builder::new().name("requests".to_owned()).spawn(move || read(lines, &filled))?;
    loop {
        let next = match queue.next_at_once() {
            Some(next) => Some(next),
            // No work is running while the program waits for a request.
            None => watch.while_idle(|| queue.next()),
        };
        let Some(next) = next else { return Ok(Ending::Answered) };
        watch.begin(next.request.timeout().into_iter().chain(bounds.timeout).min());
        let written = match next.cancel.is_cancelled() {
            true => next.request.write_cancelled(out),
            false => answer(&mut service, &next, &watch, out),
        };
        queue.end();
        watch.give_back_memory();
        let is_interrupted = watch.poll() == ControlFlow::Break(StopReason::Interrupted);
        let end = if is_interrupted { Ending::Interrupted } else { Ending::Answered };
        // After an interruption, the waiting requests are answered as cancelled.
        let waiting = if is_interrupted { queue.next_all() } else { VecDeque::new() };
        let written = written.and_then(|()| {
            waiting.iter().try_for_each(|waiting| waiting.request.write_cancelled(out))?;
            out.flush()
        });
        if is_interrupted || written.is_err() {
            return ignore_broken_pipe(end, written);
        }
    }
}

fn answer(
    service: &mut Service<'_>,
    next: &Waiting,
    watch: &Watch,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let work = next.cancel.observer(watch);
    let writing = watch.printing().interrupt().and(after_grace_period(next.cancel.clone()));
    service.answer(&next.request, Observers { work: &work, writing: &writing }, out).map(drop)
}

/// Returns an interrupt that stops the writing of a cancelled answer. The grace period begins when the writing first notices the
/// cancellation, since the work before it may take a moment to stop.
fn after_grace_period(cancel: Cancel) -> Interrupt {
    let noticed = OnceLock::new();
    Interrupt::new(move || {
        match cancel.is_cancelled() && noticed.get_or_init(Instant::now).elapsed() >= WRITING {
            true => ControlFlow::Break(Interruption::User),
            false => ControlFlow::Continue(()),
        }
    })
}

/// Reads requests until the end of the input.
fn read(mut lines: Lines, queue: &Queue) {
    loop {
        let request = match lines.next_line() {
            Ok(None) => break,
            Ok(Some(Ok(line))) if line.trim().is_empty() => continue,
            Ok(Some(Ok(line))) => (ServiceRequest::parse(line), line.len()),
            Ok(Some(Err(failure))) => (ServiceRequest::unreadable(None, &failure.message()), 0),
            Err(error) => {
                queue.put(ServiceRequest::unreadable(None, &format!("{error:#}")), 0);
                break;
            }
        };
        match request.0.cancels() {
            Some(id) => queue.cancel(id),
            None => queue.put(request.0, request.1),
        }
    }
    queue.close();
}
