//! `winways table --code`: a table as source code.

use crate::watch::PolledWriter;
use crate::{Ending, Failure, ignore_broken_pipe};
use std::fmt::Display;
use std::io::Write;
use winways::{Observer, StopReason, Stopped};

/// Writes a table as source code. Code that is cut is of no use, so what ends the writing is a failure.
pub(super) fn code(
    code: Result<impl Display, Stopped>,
    ending: Ending,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let unwritten = |reason: StopReason| Failure::stopped("the code was not written to its end", reason);
    let code = code.map_err(|stopped| unwritten(stopped.reason))?;
    let mut out = PolledWriter::new(out, observer);
    let written = write!(out, "{code}");
    match out.stopped() {
        Some(reason) => Err(unwritten(reason)),
        None => ignore_broken_pipe(ending, written.map_err(anyhow::Error::from)),
    }
}
