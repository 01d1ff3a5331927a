//! `winways atlas`: the octal games of up to three digits, with their periods or the number of heaps computed.

use crate::arguments::{Atlas, AtlasFormat};
use crate::input::{Reading, Source};
use crate::pause::Pause;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, durable, ignore_broken_pipe};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use winways::games::{AtlasRow, ShiftedCode, atlas};
use winways::tables::{Certificate, Period, compare_atlas_row, extend_atlas_row};
use winways::{Observer, Progress, Stopped};

/// The maximum size in bytes of a certificate in a certificate file.
const LONGEST_CERTIFICATE: usize = 20_000;

/// A row of the atlas, with all codes of its game.
type Game = (AtlasRow, Vec<ShiftedCode>);

pub(crate) fn run(arguments: &Atlas, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let mut games = atlas();
    if let Some(path) = arguments.extend.as_deref().filter(|path| path.exists()) {
        let source = Source::file(path, Reading::watched(&watch).large())?;
        let rows = AtlasRow::parse_all(&source.text)
            .map_err(|error| Failure::usage(format!("{}, {error}", source.name)))?;
        replace_rows(&mut games, rows)
            .map_err(|code| Failure::usage(format!("{}: the atlas has no game {code}", source.name)))?;
    }
    let shown = |(_, codes): &Game| match &arguments.code {
        Some(code) => codes.iter().any(|other| normal(&other.code) == normal(code)),
        None => true,
    };
    if !games.iter().any(shown) {
        let code = arguments.code.as_deref().unwrap_or_default();
        return Err(Failure::usage(format!(
            "the atlas has the codes 0.001 to 0.777 and 4.001 to 4.777, not {code}"
        )));
    }
    let mut stopped = None;
    if let Some(path) = &arguments.extend {
        durable::check(path)?;
        stopped = extend(arguments, path, &mut games, shown, &watch)?;
    }
    watch.finish();
    if let Some(stopped) = &stopped {
        anstream::eprintln!("partial: {stopped}");
    }
    let games: Vec<&Game> = games.iter().filter(|game| shown(game)).collect();
    let written = match arguments.format {
        AtlasFormat::Text => text(&games, out),
        AtlasFormat::Csv => csv(&games, out),
        AtlasFormat::Json => {
            let games: Vec<Value> = games.iter().map(|game| object(game)).collect();
            serde_json::to_writer_pretty(&mut *out, &games)
                .map_err(anyhow::Error::from)
                .and_then(|()| Ok(writeln!(out)?))
        }
    };
    ignore_broken_pipe(ending(stopped.as_ref()), written)
}

/// Strips `octal(...)` and trailing zeros from a code.
fn normal(code: &str) -> &str {
    let inner = code.strip_prefix("octal(").and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or(code).trim_end_matches('0')
}

/// Replaces rows of the atlas. If no game has the code of a row, returns that code as the error.
fn replace_rows(games: &mut [Game], rows: Vec<AtlasRow>) -> Result<(), String> {
    for row in rows {
        let game = games.iter_mut().find(|(_, codes)| codes.iter().any(|other| other.code == row.code));
        match game {
            Some((known, _)) => *known = row,
            None => return Err(row.code),
        }
    }
    Ok(())
}

/// Extends the rows of the games that are shown. Writes the whole atlas to `path` after each game, and at the start if there is no
/// such file.
fn extend(
    arguments: &Atlas,
    path: &Path,
    games: &mut [Game],
    shown: impl Fn(&Game) -> bool,
    watch: &Watch,
) -> Result<Option<Stopped>, Failure> {
    let mut certificates = match arguments.certificates.as_deref() {
        Some(path) if path.exists() => Source::file(path, Reading::watched(watch).large())?.text,
        _ => String::new(),
    };
    if !path.exists() {
        durable::replace(path, &lines(games))?;
    }
    for index in 0..games.len() {
        if !shown(&games[index]) || !is_wanted(arguments, &games[index].0, &certificates) {
            continue;
        }
        if let Err(reason) = Observer::poll(watch, &Progress::default()) {
            return Ok(Some(Stopped { reason, nodes: 0 }));
        }
        let (row, start) = (&games[index].0, Instant::now());
        let pause = Pause::after(arguments.game_timeout, watch);
        let found = extend_atlas_row(row, arguments.up_to, arguments.limits.budget(), &pause)
            .map_err(|diagnostic| Failure::input("code", &row.code, diagnostic))?;
        let taken = start.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        let milliseconds = if found.row.heaps == row.heaps { row.milliseconds.max(taken) } else { taken };
        let mut row = AtlasRow { milliseconds, ..found.row };
        if arguments.compare > row.compared {
            match compare_atlas_row(&row, arguments.compare, arguments.limits.budget(), watch) {
                Ok(()) => row.compared = arguments.compare,
                Err(stopped) => return Ok(Some(stopped)),
            }
        }
        games[index].0 = row;
        durable::replace(path, &lines(games))?;
        if let (Some(certificate), Some(path)) = (found.certificate, &arguments.certificates) {
            add_certificate(&mut certificates, &certificate, path)?;
        }
    }
    Ok(None)
}

/// Returns the rows of the atlas, one per line.
fn lines(games: &[Game]) -> String {
    games.iter().map(|(row, _)| format!("{row}\n")).collect()
}

/// Returns `true` if the row needs more values, a longer comparison or a certificate. A row that was already computed for the
/// full time is only compared.
fn is_wanted(arguments: &Atlas, row: &AtlasRow, certificates: &str) -> bool {
    let is_tried = u128::from(row.milliseconds) >= arguments.game_timeout.as_millis();
    let is_open = row.period.is_none() && row.heaps <= arguments.up_to && !is_tried;
    let is_uncertified = row.period.is_some()
        && arguments.certificates.is_some()
        && !certificates.contains(&game_line(&row.code));
    is_open || row.compared < arguments.compare || (is_uncertified && !is_tried)
}

/// Returns the line of a certificate that names the game.
fn game_line(code: &str) -> String {
    format!("\ngame octal({code})\n")
}

fn add_certificate(certificates: &mut String, certificate: &Certificate, path: &Path) -> Result<(), Failure> {
    let text = certificate.to_string();
    if text.len() <= LONGEST_CERTIFICATE && !certificates.contains(&format!("\ngame {}\n", certificate.game))
    {
        certificates.push_str(&text);
        durable::replace(path, certificates)?;
    }
    Ok(())
}

/// Returns the other codes of the game, each with the number of tokens by which its heaps exceed the heaps of the row's code.
fn others((row, codes): &Game) -> impl Iterator<Item = (&str, i64)> {
    let shift = codes.iter().find(|other| other.code == row.code).map_or(0, |other| other.shift);
    let others = codes.iter().filter(|other| other.code != row.code);
    others.map(move |other| (other.code.as_str(), other.shift as i64 - shift as i64))
}

fn text(games: &[&Game], out: &mut dyn Write) -> anyhow::Result<()> {
    let open = games.iter().filter(|(row, _)| row.period.is_none()).count();
    let codes: usize = games.iter().map(|(_, codes)| codes.len()).sum();
    let proved = games.len() - open;
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    writeln!(
        out,
        "{} octal game{} with {codes} code{}; {proved} period{} proved, {open} open",
        games.len(),
        plural(games.len()),
        plural(codes),
        plural(proved)
    )?;
    writeln!(out, "a code with +1 has the value of heap n at heap n + 1")?;
    writeln!(
        out,
        "{:<6} {:>13} {:>13} {:>13} {:>6} {:>10}  other codes",
        "code", "heaps known", "period", "from", "rare", "last rare"
    )?;
    for game in games {
        let (row, _) = game;
        let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
        let others: Vec<String> = others(game)
            .map(|(code, shift)| if shift == 0 { code.to_owned() } else { format!("{code}{shift:+}") })
            .collect();
        let heaps = row.period.map_or(Some(row.heaps), |_| None);
        let line = format!(
            "{:<6} {:>13} {:>13} {:>13} {:>6} {:>10}  {}",
            row.code,
            heaps.map_or("all".to_owned(), |heaps| heaps.to_string()),
            number(row.period.map(|period| period.period)),
            number(row.period.map(|period| period.preperiod)),
            number(row.rare.map(|rare| rare.0)),
            number(row.rare.map(|rare| rare.1)),
            others.join(" ")
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn csv(games: &[&Game], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "code,shift,same_as,heaps_known,milliseconds,preperiod,period,rare_heaps,last_rare,compared"
    )?;
    for game in games {
        let (row, _) = game;
        let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let facts = format!(
            "{},{},{},{},{},{},{}",
            row.heaps,
            row.milliseconds,
            number(row.period.map(|period| period.preperiod)),
            number(row.period.map(|period| period.period)),
            number(row.rare.map(|rare| rare.0)),
            number(row.rare.map(|rare| rare.1)),
            row.compared
        );
        writeln!(out, "{},0,{},{facts}", row.code, row.code)?;
        // Left empty: the preperiod and the rare heaps of another code may differ from these by a number other than the shift.
        for (code, shift) in others(game) {
            writeln!(out, "{code},{shift},{},,,,,,,", row.code)?;
        }
    }
    Ok(())
}

fn object(game: &Game) -> Value {
    let (row, _) = game;
    let period = row.period.map(|Period { preperiod, period }| (preperiod, period));
    let other_codes: Vec<Value> =
        others(game).map(|(code, shift)| json!({ "code": code, "shift": shift })).collect();
    json!({
        "code": row.code,
        "status": if period.is_some() { "proved" } else { "open" },
        "preperiod": period.map(|period| period.0),
        "period": period.map(|period| period.1),
        "heaps_known": row.heaps,
        "milliseconds": row.milliseconds,
        "rare_heaps": row.rare.map(|rare| rare.0),
        "last_rare": row.rare.map(|rare| rare.1),
        "compared": row.compared,
        "other_codes": other_codes,
    })
}
