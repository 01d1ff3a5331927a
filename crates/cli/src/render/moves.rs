//! Output of the moves of a position, and of lines of play.

use super::{json, table, text};
use crate::arguments::{Format, MovesFormat};
use std::io::Write;
use winways::play::{BestLine, Prospect};
use winways::wire::LineJson;
use winways::{AfterMove, Play, Player, Position, PositionMove, Stopped};

/// The moves of a position. The first `listed` moves are shown; `known` contains the results of a prefix of them.
pub(crate) struct Moves<'m> {
    pub(crate) position: &'m Position,
    pub(crate) play: Play,
    pub(crate) moves: &'m [PositionMove],
    pub(crate) listed: usize,
    pub(crate) known: Vec<AfterMove>,
    pub(crate) stopped: Option<&'m Stopped>,
}

impl Moves<'_> {
    pub(crate) fn write(self, format: MovesFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        match format {
            MovesFormat::Csv => self.records(out),
            _ => self.text(out),
        }
    }

    /// Returns each shown move with its player, its name, the result for the player, the value and the number of plies to the end.
    fn rows(&self) -> impl Iterator<Item = (&PositionMove, [String; 5])> {
        let unknown = std::iter::repeat_with(AfterMove::default);
        let known = self.known.iter().cloned().chain(unknown);
        self.moves.iter().take(self.listed).zip(known).map(|(step, known)| {
            let value = known.value.clone().unwrap_or_default();
            let remoteness = known.remoteness.map_or(String::new(), |plies| plies.to_string());
            let name = self.position.move_name(step);
            (step, [step.player().name().to_owned(), name, reached(step.player(), &known), value, remoteness])
        })
    }

    fn text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        text::header(self.position, self.play, out)?;
        writeln!(out, "moves: {}", self.moves.len())?;
        let is_either = self.moves.iter().all(|step| step.player() == Player::Either);
        let has_turn = self.position.ranked().is_some();
        let rows: Vec<Vec<String>> = self
            .rows()
            .map(|(_, [player, name, result, value, remoteness])| {
                let plies = match remoteness.as_str() {
                    "" => String::new(),
                    "1" => "in 1 ply".to_owned(),
                    plies => format!("in {plies} plies"),
                };
                let player = if is_either || has_turn { String::new() } else { format!("{player}:") };
                [player, name, result, value, plies].into_iter().filter(|cell| !cell.is_empty()).collect()
            })
            .collect();
        let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let rows: Vec<Vec<String>> = rows
            .into_iter()
            .map(|mut row| {
                row.resize(widest, String::new());
                row
            })
            .collect();
        for line in text::aligned(&rows).lines() {
            writeln!(out, "  {line}")?;
        }
        if self.moves.len() > self.listed {
            writeln!(out, "  and {} more", self.moves.len() - self.listed)?;
        }
        if let Some(stopped) = self.stopped {
            writeln!(out, "partial: {stopped}")?;
        }
        Ok(())
    }

    fn records(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "player,move,outcome,value,remoteness,to")?;
        let unknown = std::iter::repeat_with(AfterMove::default);
        for ((step, cells), known) in self.rows().zip(self.known.iter().cloned().chain(unknown)) {
            let to = self.position.after(step).to_string();
            let [player, name, _, value, remoteness] = &cells;
            let result = known.result(step.player()).map_or("", Prospect::name);
            writeln!(out, "{}", table::record(&[player, name, result, value, remoteness, &to]))?;
        }
        Ok(())
    }
}

/// Returns the result for the player who makes the move. If either player may make the move and the results differ, returns
/// both.
fn reached(player: Player, known: &AfterMove) -> String {
    let word = |result: Prospect| match result {
        Prospect::Wins => "wins",
        Prospect::Draws => "draws",
        Prospect::Loses => "loses",
    };
    if let Some(result) = known.result(player) {
        return word(result).to_owned();
    }
    match (known.result(Player::Left), known.result(Player::Right)) {
        (Some(left), Some(right)) => format!("Left {}, Right {}", word(left), word(right)),
        _ => String::new(),
    }
}

/// Writes a line of best play from a position.
pub(crate) fn best_line(
    format: Format,
    position: &Position,
    play: Play,
    line: &BestLine,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if format == Format::Json {
        return json(&LineJson::new(position, play, line), out);
    }
    writeln!(out, "line of best play:")?;
    let name = |player: Player| match (position.ranked(), player) {
        (Some(ranked), player) if player != Player::Either => {
            let [left, right] = ranked.board().players();
            if player == Player::Right { right } else { left }
        }
        (_, Player::Right) => "Right",
        _ => "Left",
    };
    for (step, number) in line.moves.iter().zip(1..) {
        writeln!(out, "  {number:>3}. {}: {}", name(step.player), step.before.move_name(&step.step))?;
    }
    match (line.is_complete, line.winner) {
        (true, Some(Some(winner))) => writeln!(out, "  {} wins", name(winner))?,
        (true, Some(None)) => writeln!(out, "  a draw")?,
        (true, None) => {}
        (false, _) => writeln!(out, "  and so on")?,
    }
    if let Some(stopped) = &line.stopped {
        writeln!(out, "partial: {stopped}")?;
    }
    Ok(())
}
