//! LaTeX output: fragments for a paper. They need no package, except that pictures need `tikz`.

use super::tabular::{ROWS, Tabular};
use super::text;
use anyhow::Result;
use std::io::Write;
use winways::games::{AnyGame, Entry, Verdict, Verification};
use winways::internal::tex_text;
use winways::{Analysis, Position};

/// The columns of a table with labels in the first column.
const LABELLED: &str = "lp{0.75\\linewidth}";

pub(super) fn analysis(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    let mut table = Tabular::new(LABELLED, out);
    table.row(&format!("position & {}", verbatim(&text::brief(position))))?;
    table.row(&format!("play & {}", tex_text(text::play(analysis.play))))?;
    let condition = tex_text(&text::condition(analysis));
    table.row(&format!("outcome & {}{condition}", outcome_in_words(position, analysis)))?;
    if let Some(value) = &analysis.value {
        table.row(&format!("value & ${}${}{condition}", value.latex(), value.unit()))?;
        for fact in value.facts() {
            table.row(&format!("{} & ${}$", fact.name, fact.latex))?;
        }
    }
    if let Some(remoteness) = analysis.remoteness {
        table.row(&format!("remoteness & {remoteness}"))?;
    }
    match &analysis.moves {
        Some(moves) => {
            table.row(&format!("{} & {}", text::moves_heading(analysis), text::count(moves.total)))?;
            for step in &moves.listed {
                table.row(&format!(" & {}", tex_text(&text::move_text(position, step))))?;
            }
            let listed = moves.listed.len() as u64;
            if moves.total > listed && listed > 0 {
                table.row(&format!(" & {}", text::unlisted(moves.total, listed)))?;
            }
        }
        None if analysis.outcome.is_some() && analysis.stopped.is_some() => {
            table.row("winning moves & not known")?
        }
        None => {}
    }
    for (line, first) in analysis.explanation.iter().zip(["why"].into_iter().chain(std::iter::repeat(""))) {
        table.row(&format!("{first} & {}", tex_text(line)))?;
    }
    table.row(&format!("found by & {}", tex_text(&text::method(analysis))))?;
    if let Some(stopped) = &analysis.stopped {
        table.row(&format!("partial & {}", tex_text(&stopped.to_string())))?;
    }
    table.finish()
}

/// Formats rows of formulas as a table, without the last line break.
pub(super) fn rows(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut out = Vec::new();
    let mut table = Tabular::new("l".repeat(columns), &mut out);
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("${cell}$")).collect();
        // Writing into memory cannot fail.
        let _ = table.row(&cells.join(" & "));
    }
    let _ = table.finish();
    String::from_utf8_lossy(&out).trim_end().to_owned()
}

/// Writes one row of a table: position, outcome, value, winning moves.
pub(super) fn analysis_line(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    let value = analysis.value.as_ref().map_or(String::new(), |value| format!("${}$", value.latex()));
    let mut outcome = outcome(analysis);
    if let Some(moves) = analysis.remoteness {
        outcome += &format!(" in {moves}");
    }
    let mut moves = tex_text(&text::moves_in_line(position, analysis));
    for assumption in &analysis.assumptions {
        moves += &tex_text(&format!("{}{assumption}", if moves.is_empty() { "" } else { "; " }));
    }
    if let Some(stopped) = &analysis.stopped {
        moves += &tex_text(&format!("{}partial: {stopped}", if moves.is_empty() { "" } else { "; " }));
    }
    let position = verbatim(&position.to_string());
    Ok(writeln!(out, "{position} & {outcome} & {value} & {moves} \\\\")?)
}

fn outcome(analysis: &Analysis) -> String {
    analysis.outcome.map_or("unknown".to_owned(), |outcome| format!("${}$", outcome.latex()))
}

/// Returns the outcome with its meaning.
fn outcome_in_words(position: &Position, analysis: &Analysis) -> String {
    let words = text::outcome_of(position, analysis);
    match analysis.outcome.and_then(|outcome| words.strip_prefix(outcome.letter())) {
        Some(meaning) => format!("{}{}", outcome(analysis), tex_text(meaning)),
        None => tex_text(&words),
    }
}

/// Formats a position or a name in typewriter font.
fn verbatim(text: &str) -> String {
    format!("\\texttt{{{}}}", tex_text(text))
}

pub(super) fn catalogue(entries: &[&Entry], out: &mut dyn Write) -> Result<()> {
    let mut table = Tabular::new("ll", out);
    for entry in entries {
        table.row(&format!("{} & {}", verbatim(&text::name(entry)), tex_text(entry.page.title)))?;
    }
    table.finish()
}

pub(super) fn page(entry: &Entry, out: &mut dyn Write) -> Result<()> {
    let page = entry.page;
    heading(&text::name(entry), page.title, out)?;
    let mut items = vec![
        ("Rules".to_owned(), tex_text(page.rules)),
        ("Position".to_owned(), tex_text(page.notation)),
        ("Example".to_owned(), verbatim(&text::example(page))),
    ];
    for theorem in page.theorems {
        let name = format!("{} ({} play)", theorem.name, theorem.play.name());
        items.push((name, tex_text(theorem.statement)));
    }
    items.extend(
        text::verifications(entry).into_iter().map(|line| ("Verification".to_owned(), tex_text(&line))),
    );
    items.extend(page.sources.iter().map(|source| ("Source".to_owned(), tex_text(source))));
    description(&items, out)
}

/// Writes the page of a rule file's game.
pub(super) fn rule_file(path: &str, game: &dyn AnyGame, out: &mut dyn Write) -> Result<()> {
    heading(&game.name(), &game.about().title, out)?;
    let mut items = vec![
        ("Rules".to_owned(), tex_text(&game.about().rules)),
        ("Play".to_owned(), game.about().play.name().to_owned()),
        ("Position".to_owned(), tex_text(&game.about().notation)),
        ("Example".to_owned(), verbatim(&text::example_of_file(path, game))),
        ("Verification".to_owned(), tex_text(&text::verification_of_file(path, game))),
    ];
    items.extend(game.about().sources.iter().map(|source| ("Source".to_owned(), tex_text(source))));
    description(&items, out)
}

fn heading(name: &str, title: &str, out: &mut dyn Write) -> Result<()> {
    Ok(writeln!(out, "\\paragraph{{{}: {}}}\n", tex_text(name), tex_text(title))?)
}

fn description(items: &[(String, String)], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\\begin{{description}}")?;
    for (name, text) in items {
        // Braces protect the brackets that a name may contain.
        writeln!(out, "\\item[{{{}}}] {text}", tex_text(name))?;
    }
    Ok(writeln!(out, "\\end{{description}}")?)
}

/// Writes a verification as a row; `before` rows have been written.
pub(super) fn verification(verification: &Verification, before: usize, out: &mut dyn Write) -> Result<()> {
    if before.is_multiple_of(ROWS) {
        if before > 0 {
            writeln!(out, "\\end{{tabular}}\n")?;
        }
        writeln!(out, "\\begin{{tabular}}{{lrp{{0.5\\linewidth}}}}")?;
    }
    let detail = match &verification.verdict {
        Verdict::Holds => String::new(),
        Verdict::Fails(case) => format!(" Counterexample: {case}"),
        Verdict::Stopped(stopped) => format!(" Not all cases were compared: {stopped}"),
    };
    let verdict = text::verdict(verification);
    let Verification { name, cases, statement, range, .. } = verification;
    let details = tex_text(&format!("{verdict}: {statement} Compared with search: {range}{detail}"));
    Ok(writeln!(out, "{} & {cases} & {details} \\\\", verbatim(name))?)
}

pub(super) fn end_of_verifications(count: usize, out: &mut dyn Write) -> Result<()> {
    if count > 0 {
        writeln!(out, "\\end{{tabular}}")?;
    }
    Ok(())
}
