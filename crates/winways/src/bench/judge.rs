//! Cases that answer contest problems for the largest input of each conformance test.

use super::case::{BenchPart, BenchResult, Result};
use super::checksum::Checksum;
use winways_notation::{Diagnostic, Span};

/// Answers every input `times` times, since a single answer takes little time.
pub(super) fn largest_inputs(times: usize) -> Result {
    let mut parts = Vec::new();
    for &(name, input) in winways_problems::LARGEST_INPUTS {
        let problem = winways_problems::find(name).ok_or_else(|| {
            Diagnostic::new(format!("there is no problem called `{name}`"), Span::new(0, name.len()))
        })?;
        let mut output = problem.judge(input)?;
        for _ in 1..times {
            output = problem.judge(input)?;
        }
        let (summary, checksum) =
            (format!("{} bytes", output.len()), Checksum::default().text(&output).finish());
        parts.push(BenchPart { name, summary, checksum });
    }
    let summary = format!("{} problems, {times} times", parts.len());
    Ok(BenchResult::of_parts(summary, (parts.len() * times) as u64, "inputs", parts))
}
