use crate::arguments::{Census, CensusFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use serde_json::{Value, json};
use std::io::Write;
use winways::tables::{Period, census};

/// A set and its period.
type Record = ([u64; 3], Period);

/// The sets with the longest preperiod, period, and sum of both.
#[derive(Default)]
struct Records {
    sets: u64,
    longest_preperiod: Option<Record>,
    longest_period: Option<Record>,
    longest_together: Option<Record>,
}

pub(crate) fn run(arguments: &Census, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let mut records = Records::default();
    let mut written = Ok(());
    if arguments.format == CensusFormat::Csv {
        writeln!(out, "a,b,c,preperiod,period")?;
    }
    let found = census(arguments.greatest, arguments.limits.budget(), &watch, &mut |set, period| {
        records.add(set, period);
        if arguments.format == CensusFormat::Csv && written.is_ok() {
            let [a, b, c] = set;
            written = writeln!(out, "{a},{b},{c},{},{}", period.preperiod, period.period);
        }
    });
    watch.finish();
    let stopped = found.err();
    let partial = stopped.as_ref().map(|stopped| format!("{} after {} sets", stopped.reason, records.sets));
    if let (CensusFormat::Csv, Some(partial)) = (arguments.format, &partial) {
        anstream::eprintln!("partial: {partial}");
    }
    if arguments.format == CensusFormat::Latex {
        let written = records.latex(arguments.greatest, partial.as_deref(), out);
        return ignore_broken_pipe(ending(stopped.as_ref()), written);
    }
    let written = written.and_then(|()| match arguments.format {
        CensusFormat::Text => records.write(arguments.greatest, partial.as_deref(), out),
        CensusFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &records.json(arguments.greatest, partial.as_deref()))?;
            writeln!(out)
        }
        CensusFormat::Csv | CensusFormat::Latex => Ok(()),
    });
    ignore_broken_pipe(ending(stopped.as_ref()), written)
}

impl Records {
    fn add(&mut self, set: [u64; 3], period: Period) {
        self.sets += 1;
        let longer = |record: &mut Option<Record>, length: fn(Period) -> u64| {
            if record.is_none_or(|(_, longest)| length(longest) < length(period)) {
                *record = Some((set, period));
            }
        };
        longer(&mut self.longest_preperiod, |period| period.preperiod);
        longer(&mut self.longest_period, |period| period.period);
        longer(&mut self.longest_together, |period| period.preperiod + period.period);
    }

    fn named(&self) -> [(&'static str, Option<Record>); 3] {
        [
            ("longest preperiod", self.longest_preperiod),
            ("longest period", self.longest_period),
            ("longest preperiod plus period", self.longest_together),
        ]
    }

    /// Writes the text output as LaTeX, with the records as a table.
    fn latex(&self, greatest: u64, partial: Option<&str>, out: &mut dyn Write) -> anyhow::Result<()> {
        render::as_paragraphs(|out| Ok(self.write_head(greatest, partial, out)?), out)?;
        writeln!(out)?;
        let mut table = render::Tabular::new("llrr", out).headed(" & set & preperiod & period");
        for (name, record) in self.named() {
            if let Some(([a, b, c], Period { preperiod, period })) = record {
                table.row(&format!("{name} & $\\{{{a}, {b}, {c}\\}}$ & {preperiod} & {period}"))?;
            }
        }
        table.finish()?;
        partial.map_or(Ok(()), |reason| render::paragraphs(&format!("partial: {reason}"), out))
    }

    fn write_head(&self, greatest: u64, partial: Option<&str>, out: &mut dyn Write) -> std::io::Result<()> {
        // Make no statement about sets that were not computed.
        let so_far = if partial.is_some() { " so far" } else { "" };
        let sets = self.sets;
        writeln!(out, "subtraction sets {{a, b, c}} with a < b < c <= {greatest}{so_far}: {sets}")?;
        writeln!(
            out,
            "every one{} is periodic: proved (equal windows)",
            if partial.is_some() { " of these" } else { "" }
        )
    }

    fn write(&self, greatest: u64, partial: Option<&str>, out: &mut dyn Write) -> std::io::Result<()> {
        self.write_head(greatest, partial, out)?;
        let so_far = if partial.is_some() { " so far" } else { "" };
        for (name, record) in self.named() {
            if let Some(([a, b, c], Period { preperiod, period })) = record {
                writeln!(out, "{name}{so_far}: {{{a}, {b}, {c}}}, period {period} from {preperiod}")?;
            }
        }
        match partial {
            Some(reason) => writeln!(out, "partial: {reason}"),
            None => Ok(()),
        }
    }

    fn json(&self, greatest: u64, partial: Option<&str>) -> Value {
        let mut object = json!({
            "greatest": greatest, "sets": self.sets, "status": "proved", "method": "equal windows", "partial": partial,
        });
        for (name, record) in self.named() {
            let value = record.map(
                |(set, period)| json!({ "set": set, "preperiod": period.preperiod, "period": period.period }),
            );
            object[name.replace(' ', "_")] = value.into();
        }
        object
    }
}
