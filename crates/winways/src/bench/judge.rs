//! Contest problems, with the largest input of each conformance test.

use super::case::{BenchPart, BenchResult, Result};
use super::checksum::Checksum;
use winways_notation::{Diagnostic, Span};

macro_rules! inputs {
    ($($problem:ident: $file:literal),* $(,)?) => {
        /// The problems with their largest inputs.
        static INPUTS: &[(&str, &str)] = &[$((
            stringify!($problem),
            include_str!(concat!("../../../problems/tests/cases/", stringify!($problem), "/", $file)),
        )),*];
    };
}

inputs! {
    bamboo_green: "3.in",
    bamboo_redblue: "11.in",
    count_to_n: "7.in",
    easychase: "9.in",
    grundy_split: "13.in",
    hdu1079: "7.in",
    hdu1404: "13.in",
    hdu1517: "13.in",
    hdu1536: "13.in",
    hdu1846: "11.in",
    hdu1847: "7.in",
    hdu1848: "11.in",
    hdu1849: "13.in",
    hdu1850: "13.in",
    hdu1907: "15.in",
    hdu2147: "11.in",
    hdu2149: "13.in",
    hdu2176: "13.in",
    hdu2177: "13.in",
    hdu2188: "11.in",
    hdu2509: "13.in",
    match_nim: "11.in",
    p2197: "13.in",
    p2575: "11.in",
    p3480: "11.in",
    poj1067: "13.in",
    poj2931: "11.in",
    sg_dag: "11.in",
    staircase_nim: "11.in",
    surreal: "15.in",
    u66339: "11.in",
    wythoff_pairs: "11.in",
}

/// Answers every input `times` times, since a single answer takes little time.
pub(super) fn largest_inputs(times: usize) -> Result {
    let mut parts = Vec::new();
    for &(name, input) in INPUTS {
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
