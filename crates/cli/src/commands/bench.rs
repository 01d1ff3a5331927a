use crate::arguments::{Bench, BenchFormat};
use crate::watch::{Watch, cpu_seconds, ending};
use crate::{Ending, Failure, ignore_broken_pipe};
use serde_json::json;
use std::io::Write;
use winways::Stopped;
use winways::internal::{BenchCase, BenchError, BenchResult, bench_cases, bench_checksum};

/// The name of a case, its result and its CPU seconds.
type Row = (&'static str, BenchResult, f64);

pub(crate) fn run(arguments: &Bench, out: &mut dyn Write) -> Result<Ending, Failure> {
    let cases: Vec<&BenchCase> = bench_cases().iter().filter(|case| is_wanted(arguments, case)).collect();
    if cases.is_empty() {
        return Err(Failure::usage("no case has such a name; `winways bench --list` lists them"));
    }
    if arguments.list {
        for case in cases {
            writeln!(out, "{}", case.name)?;
        }
        return Ok(Ending::Answered);
    }
    let watch = Watch::start(&arguments.limits.bounds);
    let mut rows: Vec<Row> = Vec::new();
    let mut stopped = None;
    for case in cases {
        let start = cpu_seconds();
        match case.run(arguments.limits.budget(), &watch) {
            Ok(result) => rows.push((case.name, result, cpu_seconds() - start)),
            Err(BenchError::Stopped(reason)) => {
                stopped = Some(reason);
                break;
            }
            Err(error) => return Err(Failure::usage(format!("{}: {error}", case.name))),
        }
        if let (BenchFormat::Text, Some(row)) = (arguments.format, rows.last()) {
            watch.finish();
            write_row(row, arguments.verbose, out)?;
            out.flush()?;
        }
    }
    watch.finish();
    let checksum = bench_checksum(rows.iter().map(|(name, result, _)| (*name, result.checksum)));
    let seconds = total(&rows);
    let written = match (arguments.format, &stopped) {
        (BenchFormat::Json, _) => write_json(&rows, checksum, stopped.as_ref(), arguments.verbose, out),
        (BenchFormat::Text, None) => {
            writeln!(out, "{checksum:016x}  {} cases, {seconds:.2} s", rows.len()).map_err(Failure::from)
        }
        (BenchFormat::Text, Some(reason)) => writeln!(out, "partial: {reason}").map_err(Failure::from),
    };
    ignore_broken_pipe(ending(stopped.as_ref()), written)
}

/// Returns the CPU seconds of all cases. Uses `fold`, because `sum` returns -0.0 for an empty list.
fn total(rows: &[Row]) -> f64 {
    rows.iter().fold(0.0, |total, (_, _, seconds)| total + seconds)
}

fn is_wanted(arguments: &Bench, case: &BenchCase) -> bool {
    arguments.only.is_empty() || arguments.only.iter().any(|part| case.name.contains(part))
}

fn write_row((name, result, seconds): &Row, verbose: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let BenchResult { summary, count, unit, checksum, parts } = result;
    let rate = rate(result, *seconds).map_or(String::new(), |rate| format!(", {} {unit}/s", short(rate)));
    writeln!(out, "{checksum:016x}  {name:28} {seconds:8.3} s{rate}; {count} {unit}; {summary}")?;
    for part in parts.iter().filter(|_| verbose) {
        writeln!(out, "  {:016x}  {:26} {}", part.checksum, part.name, part.summary)?;
    }
    Ok(())
}

/// Returns the number of units per second of CPU time, or `None` if the time is too short to measure.
fn rate(result: &BenchResult, seconds: f64) -> Option<f64> {
    (seconds >= 0.01).then(|| result.count as f64 / seconds)
}

/// Formats a number with one decimal: in thousands (`k`) from 10⁴, and in millions (`M`) from 10⁷.
fn short(number: f64) -> String {
    match number {
        _ if number >= 1e7 => format!("{:.1} M", number / 1e6),
        _ if number >= 1e4 => format!("{:.1} k", number / 1e3),
        _ => format!("{number:.1}"),
    }
}

fn write_json(
    rows: &[Row],
    checksum: u64,
    stopped: Option<&Stopped>,
    verbose: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let hexadecimal = |checksum: u64| format!("{checksum:016x}");
    let case = |(name, result, seconds): &Row| {
        let mut case = json!({
            "name": name, "found": result.summary, "count": result.count, "unit": result.unit,
            "seconds": seconds, "rate": rate(result, *seconds), "checksum": hexadecimal(result.checksum),
        });
        if verbose {
            let part = |part: &winways::internal::BenchPart| json!({ "name": part.name, "found": part.summary, "checksum": hexadecimal(part.checksum) });
            case["parts"] = result.parts.iter().map(part).collect();
        }
        case
    };
    let object = json!({
        "cases": rows.iter().map(case).collect::<Vec<_>>(),
        "checksum": hexadecimal(checksum),
        "seconds": total(rows),
        "stopped": stopped.map(ToString::to_string),
    });
    serde_json::to_writer_pretty(&mut *out, &object).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cases_take_no_time() {
        assert!(total(&[]).is_sign_positive());
    }
}
