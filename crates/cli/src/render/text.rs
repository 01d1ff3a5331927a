//! Text output for people.

use crate::terminal;
use anyhow::Result;
use std::io::Write;
use winways::games::{
    AnyGame, Entry, Page, RankedPosition, Verdict, Verification, other_names, shell_arguments,
};
use winways::internal::in_plies;
use winways::pictures::Glyphs;
use winways::{Analysis, MoveList, Outcome, Play, Player, Position, PositionMove};

/// The maximum number of moves listed.
const MOVES_LISTED: usize = 20;
/// The maximum number of lines of a board that is shown.
const BOARD_LINES: usize = 60;
/// The maximum number of components that are written out.
const COMPONENTS_WRITTEN: usize = 60;

pub(super) fn analysis(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    header(position, analysis.play, out)?;
    writeln!(out, "outcome: {}{}", outcome_of(position, analysis), condition(analysis))?;
    if let Some(value) = &analysis.value {
        writeln!(out, "value:   {value}{}{}", value.unit(), condition(analysis))?;
        if let [first, others @ ..] = &value.facts()[..] {
            let others: String = others.iter().map(|fact| format!(", {} {}", fact.name, fact.text)).collect();
            writeln!(out, "{:9}{}{others}", format!("{}:", first.name), first.text)?;
        }
    }
    match &analysis.moves {
        Some(moves) if moves.total > 0 => {
            writeln!(out, "{}: {}", moves_heading(analysis), count(moves.total))?;
            list_moves(position, moves, out)?;
        }
        Some(_) => {}
        // The work was stopped after it found the outcome, but before it found the requested moves.
        None if analysis.outcome.is_some() && analysis.stopped.is_some() => {
            writeln!(out, "winning moves: not known")?;
        }
        None => {}
    }
    if !analysis.explanation.is_empty() {
        writeln!(out, "why:")?;
        for sentence in &analysis.explanation {
            writeln!(out, "  {sentence}")?;
        }
    }
    writeln!(out, "found by: {}", method(analysis))?;
    if let Some(stopped) = &analysis.stopped {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(())
}

/// Returns the condition of an answer that relies on unproved patterns, or an empty string.
pub(super) fn condition(analysis: &Analysis) -> String {
    match &analysis.assumptions[..] {
        [] => String::new(),
        [assumption] => format!(", if the pattern found up to heap {} holds", assumption.checked_to),
        _ => ", if the patterns found hold".to_owned(),
    }
}

/// Writes the position and its board.
pub(super) fn header(position: &Position, of_play: Play, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}, {}", brief(position), play(of_play))?;
    for row in board(position) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// Returns the position as a text picture, if it has a board or a ground and the picture fits on a screen.
fn board(position: &Position) -> Vec<String> {
    if !position.has_board() {
        return Vec::new();
    }
    let picture = position.text_picture(Glyphs::Ascii);
    let widest = picture.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if picture.len() > BOARD_LINES || widest + 2 > terminal::width().unwrap_or(terminal::WIDEST) {
        return Vec::new();
    }
    picture.iter().map(|row| format!("  {row}").trim_end().to_owned()).collect()
}

/// Describes the method that found the outcome.
pub(super) fn method(analysis: &Analysis) -> String {
    let nodes = match analysis.method.nodes {
        0 => String::new(),
        1 => ", 1 position searched".to_owned(),
        nodes => format!(", {nodes} positions searched"),
    };
    format!("{}, {}{nodes}", analysis.method.kind.name(), analysis.method.name)
}

/// Returns the heading for the moves of an analysis.
pub(super) fn moves_heading(analysis: &Analysis) -> &'static str {
    match (points(analysis), analysis.outcome) {
        (Some(_), _) => "best moves",
        (_, Some(Outcome::Draw)) => "moves that hold the draw",
        _ => "winning moves",
    }
}

fn points(analysis: &Analysis) -> Option<i64> {
    analysis.value.as_ref().and_then(|value| value.points())
}

fn list_moves(position: &Position, moves: &MoveList, out: &mut dyn Write) -> Result<()> {
    for step in moves.listed.iter().take(MOVES_LISTED) {
        writeln!(out, "  {}", move_text(position, step))?;
    }
    let shown = moves.listed.len().min(MOVES_LISTED) as u64;
    if moves.total > shown && shown > 0 {
        writeln!(out, "  {}", unlisted(moves.total, shown))?;
    }
    Ok(())
}

/// Returns the number of moves that are not listed, in words. The total of a count that overflowed is `u64::MAX`.
pub(super) fn unlisted(total: u64, shown: u64) -> String {
    match total {
        u64::MAX => "and more".to_owned(),
        _ => format!("and {} more", total.saturating_sub(shown)),
    }
}

pub(super) fn count(number: u64) -> String {
    if number == u64::MAX { format!("{number} or more") } else { number.to_string() }
}

/// Returns the name of a move, preceded by a player's name if only that player has the move or wins with it.
pub(super) fn named_move(position: &Position, step: &PositionMove) -> String {
    match step.player() {
        // If the position states who is to move, the move's name includes the player.
        _ if position.ranked().is_some() => position.move_name(step),
        Player::Either => position.move_name(step),
        player => format!("{}: {}", player.name(), position.move_name(step)),
    }
}

/// Returns the name of a move with its player and the number of plies in which it wins.
pub(super) fn move_text(position: &Position, step: &PositionMove) -> String {
    let remoteness = step.remoteness().map_or(String::new(), |plies| match plies {
        1 => ", wins in 1 ply".to_owned(),
        _ => format!(", wins in {plies} plies"),
    });
    format!("{}{remoteness}", named_move(position, step))
}

pub(super) fn analysis_line(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    let outcome = |outcome: Outcome| format!("{}{}", outcome.letter(), condition(analysis));
    let mut parts = vec![analysis.outcome.map_or("unknown".to_owned(), outcome)];
    parts.extend(analysis.value.as_ref().map(|value| format!("{value}{}", condition(analysis))));
    parts.extend(analysis.remoteness.map(|moves| format!("in {moves}")));
    parts.extend(Some(moves_in_line(position, analysis)).filter(|moves| !moves.is_empty()));
    parts.extend(analysis.stopped.as_ref().map(|stopped| format!("partial: {stopped}")));
    Ok(writeln!(out, "{}", parts.join("; "))?)
}

/// Returns the first moves of an analysis, or an empty string if there are none.
pub(super) fn moves_in_line(position: &Position, analysis: &Analysis) -> String {
    let Some(moves) = analysis.moves.as_ref().filter(|moves| moves.total > 0) else { return String::new() };
    let shown = moves.listed.iter().take(MOVES_LISTED);
    let listed: Vec<String> = shown.map(|step| named_move(position, step)).collect();
    let more = if moves.total > listed.len() as u64 { ", ..." } else { "" };
    format!("{}{more}", listed.join(", "))
}

/// Returns the position, or only its game and number of components if the position is long.
pub(super) fn brief(position: &Position) -> String {
    match position.component_count() {
        0..=COMPONENTS_WRITTEN => position.brief(),
        count => format!("{} with {count} components", position.game_name()),
    }
}

pub(super) fn play(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal play",
        Play::Misere => "misère play",
    }
}

pub(crate) fn outcome(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Next) => "N, the player to move wins",
        Some(Outcome::Previous) => "P, the player who has just moved wins",
        Some(Outcome::Left) => "L, Left wins, moving first or second",
        Some(Outcome::Right) => "R, Right wins, moving first or second",
        Some(Outcome::Draw) => "D, a draw",
        None => "not known",
    }
}

/// Returns the letter of the outcome and its meaning.
pub(super) fn outcome_of(position: &Position, analysis: &Analysis) -> String {
    match position.ranked() {
        Some(loopy) => loopy_outcome(loopy, analysis),
        None => outcome(analysis.outcome).to_owned(),
    }
}

/// Returns the outcome of a ranked position, with the name of the winner and the number of moves.
fn loopy_outcome(position: &dyn RankedPosition, analysis: &Analysis) -> String {
    let name = |player| position.board().player_name(player);
    let (mover, other) = match position.player() {
        Player::Left => (name(Player::Left), name(Player::Right)),
        Player::Right => (name(Player::Right), name(Player::Left)),
        Player::Either => (None, None),
    };
    let wins = match (points(analysis), analysis.remoteness) {
        (Some(points), _) => format!("wins by {}", points.abs()),
        (_, Some(0)) => "has won".to_owned(),
        (_, Some(plies)) => {
            let mover_wins = analysis.outcome == Some(Outcome::Next);
            let winner = if mover_wins { mover } else { other };
            format!("wins in {}", in_plies(plies, mover_wins, winner.unwrap_or("the winner")))
        }
        (_, None) => "wins".to_owned(),
    };
    match (analysis.outcome, mover, other) {
        (Some(Outcome::Next), Some(winner), _) if analysis.remoteness == Some(0) => {
            format!("N, {winner} {wins}")
        }
        (Some(Outcome::Previous), _, Some(winner)) if analysis.remoteness == Some(0) => {
            format!("P, {winner} {wins}")
        }
        (Some(Outcome::Next), Some(mover), _) => format!("N, {mover}, who is to move, {wins}"),
        (Some(Outcome::Next), None, _) => format!("N, the player to move {wins}"),
        (Some(Outcome::Previous), Some(mover), Some(other)) => {
            format!("P, {other} {wins}; {mover} is to move")
        }
        (Some(Outcome::Previous), ..) => format!("P, the player who has just moved {wins}"),
        (Some(Outcome::Draw), Some(mover), _) => format!("D, a draw; {mover} is to move"),
        (found, ..) => outcome(found).to_owned(),
    }
}

pub(super) fn catalogue(entries: &[&Entry], out: &mut dyn Write) -> Result<()> {
    let width = longest_name(entries.iter().copied());
    for entry in entries {
        writeln!(out, "{:width$}  {}", name(entry), entry.page.title)?;
    }
    writeln!(out, "\n{MORE_OF_A_GAME}")?;
    Ok(())
}

/// Writes all games, kind by kind.
pub(super) fn groups(out: &mut dyn Write) -> Result<()> {
    let width = longest_name(winways::games::entries());
    for group in winways::games::groups() {
        writeln!(out, "{}", group.title)?;
        for entry in group.entries() {
            writeln!(out, "  {:width$}  {}", name(entry), entry.page.title)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{MORE_OF_A_GAME}")?;
    Ok(())
}

const MORE_OF_A_GAME: &str = "`winways games NAME` shows the rules, the notation and the theorems of a game.";

fn longest_name<'e>(entries: impl Iterator<Item = &'e Entry>) -> usize {
    entries.map(|entry| name(entry).chars().count()).max().unwrap_or(0)
}

/// Returns the name of a game, with the parameter of a family.
pub(super) fn name(entry: &Entry) -> String {
    format!("{}{}", entry.page.name, entry.page.parameter.unwrap_or(""))
}

pub(super) fn page(entry: &Entry, out: &mut dyn Write) -> Result<()> {
    let page = entry.page;
    writeln!(out, "{}: {}\n", name(entry), page.title)?;
    section("Rules", &[page.rules.to_owned()], out)?;
    let others: Vec<&str> = other_names(entry).collect();
    let others = if others.is_empty() { Vec::new() } else { vec![others.join(", ")] };
    section("Other names", &others, out)?;
    section("Position", &[page.notation.to_owned()], out)?;
    section("Example", &[example(page)], out)?;
    let theorem = |theorem: &winways::games::Theorem| {
        format!("{} ({} play): {}", theorem.name, theorem.play.name(), theorem.statement)
    };
    section(
        "Ranks",
        &winways::games::rank_numbering(page.name).map(str::to_owned).into_iter().collect::<Vec<_>>(),
        out,
    )?;
    section("Theorems", &page.theorems.iter().map(theorem).collect::<Vec<_>>(), out)?;
    section("Verification", &verifications(entry), out)?;
    section("Sources", &page.sources.iter().map(|&source| source.to_owned()).collect::<Vec<_>>(), out)
}

/// Returns the command that solves the example of a page.
pub(super) fn example(page: &Page) -> String {
    format!("winways solve {}", winways::games::example_command(page))
}

/// Returns the commands that verify the theorems about a game.
pub(super) fn verifications(entry: &Entry) -> Vec<String> {
    let claims =
        entry.claims.iter().map(|claim| format!("winways verify {}: {}", claim.name, claim.statement));
    let verify = format!("winways verify {}: {}", entry.page.name, entry.page.range);
    std::iter::once(verify).chain(claims).collect()
}

/// Returns the command that solves the example of a rule file.
pub(super) fn example_of_file(path: &str, game: &dyn AnyGame) -> String {
    format!("winways solve {}", shell_arguments(path, &game.about().example))
}

/// Returns the command that verifies the game of a rule file.
pub(super) fn verification_of_file(path: &str, game: &dyn AnyGame) -> String {
    format!("winways verify {path}: {}", game.page().range)
}

/// Writes the page of a rule file's game.
pub(super) fn rule_file(path: &str, game: &dyn AnyGame, out: &mut dyn Write) -> Result<()> {
    let about = game.about();
    writeln!(out, "{}: {}\n", about.name, about.title)?;
    section("Rules", std::slice::from_ref(&about.rules), out)?;
    section("Play", &[about.play.name().to_owned()], out)?;
    section("Position", std::slice::from_ref(&about.notation), out)?;
    section("Example", &[example_of_file(path, game)], out)?;
    section("Verification", &[verification_of_file(path, game)], out)?;
    section("Sources", &about.sources, out)
}

fn section(title: &str, paragraphs: &[String], out: &mut dyn Write) -> Result<()> {
    if paragraphs.is_empty() {
        return Ok(());
    }
    writeln!(out, "{title}")?;
    for paragraph in paragraphs {
        wrapped(paragraph, out)?;
    }
    Ok(())
}

/// Writes a paragraph in lines of at most 100 characters, and at most the width of the terminal.
fn wrapped(paragraph: &str, out: &mut dyn Write) -> Result<()> {
    let options = textwrap::Options::new(terminal::width().map_or(100, |width| width.min(100)))
        .initial_indent("  ")
        .subsequent_indent("    ")
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    Ok(writeln!(out, "{}", textwrap::fill(&words.join(" "), options))?)
}

/// Returns the verdict of a verification in words.
pub(super) fn verdict(verification: &Verification) -> &'static str {
    match &verification.verdict {
        Verdict::Holds if verification.cases == 0 => "not compared",
        Verdict::Holds => "holds",
        Verdict::Fails(_) => "fails",
        Verdict::Stopped(_) => "partial",
    }
}

pub(super) fn verification(verification: &Verification, out: &mut dyn Write) -> Result<()> {
    let verdict = match &verification.verdict {
        Verdict::Fails(_) => "FAILS",
        _ => verdict(verification),
    };
    writeln!(out, "{verdict}: {}, {} comparisons", verification.name, verification.cases)?;
    wrapped(&verification.statement, out)?;
    wrapped(&format!("Compared with search: {}", verification.range), out)?;
    match &verification.verdict {
        Verdict::Holds => Ok(()),
        Verdict::Fails(case) => wrapped(&format!("Counterexample: {case}"), out),
        Verdict::Stopped(stopped) => wrapped(&format!("Not all cases were compared: {stopped}"), out),
    }
}

/// Formats rows of cells with aligned columns.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let width = |text: &str| text.chars().count();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, wanted)| format!("{cell}{}", " ".repeat(wanted - width(cell))));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_beyond_the_range_have_no_exact_rest() {
        assert_eq!(unlisted(25, 20), "and 5 more");
        assert_eq!(unlisted(u64::MAX, 20), "and more");
    }
}
