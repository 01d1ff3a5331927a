//! Records of matches as plain text that people can read and edit.

use super::matches::{Match, other};
use super::reader::Misread;
use crate::Position;
use std::fmt::Write;
use std::sync::Arc;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span, nearest};
use winways_rules::{Play, Player};

/// The keys of the lines before the moves.
const KEYS: [&str; 4] = ["game", "position", "play", "first"];

/// A parsed record of a match that has not been replayed yet. Replaying requires the game, which the caller looks up by its
/// name.
///
/// Empty lines and lines that begin with `#` are comments.
///
/// The moves are preceded by the lines `game: ...`, `position: ...` (by default the starting position), `play: normal` or
/// `misere`, and `first: ...` (the player who moves first). A move is a line that a player could type, optionally preceded by a
/// number and the player, as in `3. Left: b2-b3`. The line `resigns` is also allowed.
///
/// ```
/// use winways::Catalogue;
/// use winways::play::Record;
/// let record = Record::parse("game: nim\nposition: 3 5\n1. Player 1: heap 5 -> 3\n0 3\n")?;
/// let game = record.replay(Catalogue::new().game(record.game())?)?;
/// assert_eq!(game.position().to_string(), "nim(0,3)");
/// let wrong = Record::parse("game: nim\nposition: 3 5\n7 -> 3\n")?;
/// let wrong = wrong.replay(Catalogue::new().game("nim")?).err().unwrap();
/// assert_eq!(wrong.span.start, 24);
/// # Ok::<(), winways::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    game: Text,
    position: Option<Text>,
    play: Option<Play>,
    first: Option<Text>,
    moves: Vec<Text>,
}

/// A part of the record with its span.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    span: Span,
}

impl Text {
    /// Trims the part `text`, which begins at byte `start` of the record.
    fn new(text: &str, start: usize) -> Text {
        let start = start + (text.len() - text.trim_start().len());
        let text = text.trim().to_owned();
        Text { span: Span::new(start, start + text.len()), text }
    }
}

impl Record {
    /// Parses a record in linear time.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn parse(text: &str) -> Result<Record, Diagnostic> {
        let (mut game, mut position, mut play, mut first, mut moves) = (None, None, None, None, Vec::new());
        let mut start = 0;
        for whole in text.split_inclusive('\n') {
            let line = Text::new(whole, start);
            start += whole.len();
            if line.text.is_empty() || line.text.starts_with('#') {
                continue;
            }
            let Some((key, value)) = stated(&line) else {
                moves.push(line);
                continue;
            };
            if !moves.is_empty() {
                return Err(Diagnostic::new(format!("`{key}:` must come before the moves"), line.span));
            }
            let is_again = match key {
                "game" => game.replace(value).is_some(),
                "position" => position.replace(value).is_some(),
                "first" => first.replace(value).is_some(),
                _ => play.replace(play_named(&value)?).is_some(),
            };
            if is_again {
                return Err(Diagnostic::new(format!("`{key}:` is stated twice"), line.span));
            }
        }
        let game = game.ok_or_else(|| {
            Diagnostic::new("the record does not name its game", Span::at(0))
                .label("expected a line such as `game: nim`")
        })?;
        Ok(Record { game, position, play, first, moves })
    }

    /// Returns the name of the game.
    pub fn game(&self) -> &str {
        &self.game.text
    }

    /// Returns the span of the game's name in the text.
    pub fn game_span(&self) -> Span {
        self.game.span
    }

    /// Replays the moves.
    ///
    /// # Errors
    /// Returns a diagnostic that points to the position, or to the first invalid move, in the text of the record.
    pub fn replay(&self, game: Arc<dyn AnyGame>) -> Result<Match, Diagnostic> {
        let start = match &self.position {
            Some(stated) => Position::of_game(&*game, &stated.text)
                .map_err(|diagnostic| diagnostic.shifted(stated.span.start))?,
            None => Position::start(&*game).ok_or_else(|| {
                Diagnostic::new("the position is missing", self.game.span)
                    .help(format!("add a line `position: ...`: {}", game.about().notation))
            })?,
        };
        self.replay_moves(game, start)
    }

    /// Replays the moves from a position that is given in the line `game: ...`, such as `nim(3,5) + kayles(4)`. `game` is the
    /// game of its first summand.
    ///
    /// # Errors
    /// Returns the errors of [`Record::replay`], and also an error if there is a line `position: ...`.
    pub fn replay_from(&self, game: Arc<dyn AnyGame>, start: Position) -> Result<Match, Diagnostic> {
        if let Some(stated) = &self.position {
            return Err(Diagnostic::new("the line `game:` states the position", stated.span)
                .label("expected no other position"));
        }
        self.replay_moves(game, start)
    }

    fn replay_moves(&self, game: Arc<dyn AnyGame>, start: Position) -> Result<Match, Diagnostic> {
        let play = match self.play {
            Some(play) => start.check_play(play, self.game.span).map(|()| play)?,
            None => start.usual_play(self.game.span)?,
        };
        let mut played = Match::new(game.clone(), start.copy(), play, Player::Left);
        if let Some(stated) = &self.first {
            let first = player(&played, stated)?;
            played = Match::new(game, start, play, first);
            if played.first() != first {
                let message = format!("it is the turn of {}", played.player_name(played.first()));
                return Err(Diagnostic::new(message, stated.span));
            }
        }
        for line in &self.moves {
            replay_move(&mut played, line)?;
        }
        Ok(played)
    }
}

/// Returns the key and the value of a line before the moves, or `None` for any other line.
fn stated(line: &Text) -> Option<(&'static str, Text)> {
    let (key, value) = line.text.split_once(':')?;
    let key = KEYS.into_iter().find(|known| *known == key.trim().to_lowercase())?;
    Some((key, Text::new(value, line.span.end - value.len())))
}

fn play_named(value: &Text) -> Result<Play, Diagnostic> {
    match value.text.to_lowercase().as_str() {
        "normal" => Ok(Play::Normal),
        "misere" | "misère" => Ok(Play::Misere),
        _ => {
            Err(Diagnostic::new("unknown play convention", value.span).label("expected `normal` or `misere`"))
        }
    }
}

fn player(played: &Match, stated: &Text) -> Result<Player, Diagnostic> {
    played.player_named(&stated.text).ok_or_else(|| {
        let names = [Player::Left, Player::Right].map(|player| played.player_name(player));
        let wrong = Diagnostic::new(format!("there is no player called `{}`", stated.text), stated.span);
        let wrong = wrong.label(played.expected_names());
        match nearest(&stated.text, names.iter().map(String::as_str)) {
            Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
            None => wrong,
        }
    })
}

fn replay_move(played: &mut Match, line: &Text) -> Result<(), Diagnostic> {
    let rest = unnumbered(line);
    let fault = |fault: winways_rules::RuleFault| Diagnostic::new(fault.to_string(), line.span);
    if let Some(end) = played.end().map_err(fault)? {
        let message = match end.how {
            super::HowEnded::Repetition => {
                "the match has already ended: the position has come up three times"
            }
            _ => "the match has already ended",
        };
        return Err(Diagnostic::new(message, line.span).label("expected no more moves"));
    }
    let mover = played.to_move();
    if let Some(before) = before_resigns(&rest.text) {
        let name = Text::new(before, rest.span.start);
        let who = if name.text.is_empty() { mover } else { player(played, &name)? };
        played.resign(who);
        return Ok(());
    }
    let (who, step) = addressed(played, &rest);
    if who == Some(other(mover)) {
        let message = format!("it is the turn of {}", played.player_name(mover));
        return Err(Diagnostic::new(message, rest.span));
    }
    let found = {
        let reader = played.reader().map_err(fault)?;
        reader.read(&step.text).cloned().map_err(|misread| refused(&misread, &step, played))?
    };
    played.make(&found);
    Ok(())
}

/// Returns the text before `resigns` at the end of a line, in letters of any case.
fn before_resigns(line: &str) -> Option<&str> {
    const WORD: &str = "resigns";
    let (before, word) = line.split_at_checked(line.len().checked_sub(WORD.len())?)?;
    let before = before.trim_end();
    word.eq_ignore_ascii_case(WORD).then_some(before.strip_suffix(':').unwrap_or(before))
}

/// Strips the number of a move, such as `3.`.
fn unnumbered(line: &Text) -> Text {
    match line.text.split_once('.') {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Text::new(rest, line.span.end - rest.len())
        }
        _ => line.clone(),
    }
}

/// Returns the player before the colon, if there is one, and the move.
fn addressed(played: &Match, line: &Text) -> (Option<Player>, Text) {
    if let Some((name, step)) = line.text.split_once(':')
        && let Some(player) = played.player_named(name)
    {
        return (Some(player), Text::new(step, line.span.end - step.len()));
    }
    (None, line.clone())
}

fn refused(misread: &Misread, line: &Text, played: &Match) -> Diagnostic {
    let message = misread.to_string();
    let wrong = Diagnostic::new(message.trim_end_matches('.'), line.span);
    wrong.label(format!("expected a move in {}", played.position()))
}

impl Match {
    /// Writes the match as text for [`Record::parse`]. `game` is the name under which the game can be looked up.
    ///
    /// For a sum of several games, `game` is the sum at the start, such as `nim(3,5) + kayles(4)`, and there is no
    /// line `position: ...`.
    pub fn record(&self, game: &str) -> String {
        let mut text = String::from("# A match, as `winways play --replay` reads it.\n");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "game: {game}");
        if self.start().summands().len() == 1 {
            let _ = writeln!(text, "position: {}", position_text(self.start()));
        }
        let _ = writeln!(text, "play: {}\nfirst: {}", self.play().name(), self.player_name(self.first()));
        for (turn, number) in self.turns().iter().zip(1..) {
            let _ = writeln!(text, "{number}. {}: {}", self.player_name(turn.player), turn.name);
        }
        let Ok(Some(end)) = self.end() else { return text };
        let number = self.turns().len() + 1;
        if let super::HowEnded::Resigned(player) = end.how {
            let _ = writeln!(text, "{number}. {} resigns", self.player_name(player));
        }
        let subjects =
            [Player::Left, Player::Right].map(|player| super::Called::Named(self.player_name(player)));
        let rule = self.position().ending_rule(self.play());
        let _ = writeln!(text, "# {}", end.sentences(&subjects, &rule));
        text
    }
}

/// Returns the position in its game's notation, without the name of the game, the brackets and the quotes.
pub(crate) fn position_text(position: &Position) -> String {
    let (text, name) = (position.to_string(), position.game_name());
    let inside = text.get(name.len()..).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    let inside = inside.unwrap_or(&text);
    let unquoted = inside.strip_prefix('"').and_then(|inside| inside.strip_suffix('"'));
    unquoted.unwrap_or(inside).to_owned()
}
