//! `winways table --code`: a table as source code.

use crate::watch::PolledWriter;
use crate::{Ending, Failure, ignore_broken_pipe};
use std::fmt::Display;
use std::io::Write;
use winways::{Observer, StopReason, Stopped};

/// Writes a table as source code. Incomplete code is useless, so a stop is a failure.
pub(super) fn code(
    code: Result<impl Display, Stopped>,
    ending: Ending,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let incomplete = |reason: StopReason| Failure::stopped("the code was not written to its end", reason);
    let code = code.map_err(|stopped| incomplete(stopped.reason))?;
    let mut out = PolledWriter::new(out, observer);
    let written = write!(out, "{code}");
    match out.stopped() {
        Some(reason) => Err(incomplete(reason)),
        None => ignore_broken_pipe(ending, written.map_err(anyhow::Error::from)),
    }
}
