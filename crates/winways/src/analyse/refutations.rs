//! Explanations move by move: the best reply to each move, and the refutations of tempting moves that lose.

use super::Analyst;
use super::analysis::Analysis;
use super::request::Request;
use crate::Prospect;
use crate::playing::{Advice, advise, left_over, moves_of, other, stated_player};
use crate::{Position, PositionMove};
use std::ops::ControlFlow;
use winways_kit::Detail;
use winways_rules::{End, Play, Player};
use winways_solve::{Observer, Progress, Stopped};

/// The maximum number of losing moves that are refuted.
const REFUTED: usize = 6;
/// The maximum number of answers to a winning move that are refuted.
const ANSWERS: usize = 3;
/// The maximum number of moves examined when searching for losing moves.
const EXAMINED: usize = 32;
/// The maximum length of a line of play, in moves.
const LINE: usize = 24;
/// The maximum number of positions searched by the analysis of an explained position without a ranked board.
const MOST_NODES: u64 = 1 << 20;
/// The maximum number of moves in an explained position without a board.
const MOST_MOVES: u64 = 1 << 8;
/// The maximum size of an explained position, in words. Moves in larger positions would take too long.
const MOST_WORDS: usize = 1 << 12;

impl Analyst<'_> {
    /// Returns sentences about the moves of a position if its analysis was cheap and complete, and otherwise no sentences.
    pub(super) fn refutations(
        &mut self,
        position: &Position,
        analysis: &Analysis,
        observer: &dyn Observer,
    ) -> Vec<String> {
        let is_explained = self.request.detail == Detail::Full
            && !self.request.outcome_only
            && analysis.stopped.is_none()
            && analysis.outcome.is_some()
            && (position.ranked().is_some() || analysis.method.nodes <= MOST_NODES)
            && position.size() <= MOST_WORDS
            // After a complimenting move, the same player moves again, so there need not be a reply.
            && position.summands().iter().all(|summand| summand.entailing().is_none())
            && (position.has_board() || position.move_bound() <= MOST_MOVES);
        if !is_explained {
            return Vec::new();
        }
        let request = self.request;
        // The sentences name moves even if the answer lists none.
        self.request = Request { detail: Detail::Brief, moves: request.moves.max(1), ..request };
        let mut sentences = Vec::new();
        let is_shared = position.summands().iter().all(|summand| summand.properties().is_impartial);
        for mover in movers(position, is_shared) {
            let names = Names::of(position, mover, is_shared);
            let mut reasons = Reasons { analyst: self, names, mover, observer };
            // If the work is stopped, the remaining moves are omitted.
            if reasons.explain(position, &mut sentences).is_err() {
                break;
            }
        }
        self.request = request;
        sentences
    }
}

/// Returns the players whose moves are explained: the player to move if the position states one, a single player if both
/// players have the same moves, and otherwise both players.
fn movers(position: &Position, is_shared: bool) -> Vec<Player> {
    match (stated_player(position), is_shared) {
        (Some(player), _) => vec![player],
        (None, true) => vec![Player::Left],
        (None, false) => vec![Player::Left, Player::Right],
    }
}

/// The names of the mover and of the opponent.
struct Names {
    mover: String,
    other: String,
}

impl Names {
    fn of(position: &Position, mover: Player, is_shared: bool) -> Names {
        if is_shared {
            return Names { mover: "the player to move".to_owned(), other: "the opponent".to_owned() };
        }
        let name = |player: Player| match position.ranked() {
            Some(ranked) => {
                let [left, right] = ranked.board().players();
                if player == Player::Right { right.to_owned() } else { left.to_owned() }
            }
            None => if player == Player::Right { "Right" } else { "Left" }.to_owned(),
        };
        Names { mover: name(mover), other: name(other(mover)) }
    }
}

struct Reasons<'r, 't, 'o> {
    analyst: &'r mut Analyst<'t>,
    names: Names,
    mover: Player,
    observer: &'o dyn Observer,
}

/// The opponent's reply to a move.
enum Reply {
    /// The move ends play.
    None,
    /// The name of the best reply, and the result it secures for the opponent.
    Best(String, Prospect),
}

impl Reasons<'_, '_, '_> {
    fn explain(&mut self, position: &Position, sentences: &mut Vec<String>) -> Result<(), Stopped> {
        let moves = moves_of(position, self.mover, self.observer)?;
        let has_ended = position.ranked().is_some_and(|ranked| ranked.end(self.analyst.play()).is_some());
        if moves.is_empty() || has_ended {
            return Ok(());
        }
        let advice = self.advice(position, self.mover)?;
        if let Some(points) = advice.points {
            return self.explain_points(position, &moves, &advice, points, sentences);
        }
        let moves = tempting(position, &moves, &advice);
        match (advice.prospect, advice.moves.first()) {
            (Prospect::Loses, _) => {
                let refuted = self.refuted(position, &moves, self.mover)?;
                sentences.push(sentence(&format!("every move of {} loses", self.names.mover), &refuted));
            }
            (Prospect::Wins, Some(best)) => {
                let name = position.move_name(best);
                let answers = self.answers(&position.after(best))?;
                sentences.push(sentence(&format!("{} wins by {name}", self.names.mover), &answers));
                let refuted = self.refuted(position, &moves, self.mover)?;
                if !refuted.is_empty() {
                    sentences.push(sentence(&format!("other moves of {} lose", self.names.mover), &refuted));
                }
            }
            (Prospect::Draws, Some(best)) => self.explain_draw(position, &moves, best, sentences)?,
            (_, None) => {}
        }
        Ok(())
    }

    /// Explains the best move in a game of points, and how many points some other moves lose.
    fn explain_points(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        advice: &Advice,
        points: i64,
        sentences: &mut Vec<String>,
    ) -> Result<(), Stopped> {
        let Some(best) = advice.moves.first() else { return Ok(()) };
        let mover = self.names.mover.clone();
        let (name, after) = (position.move_name(best), position.after(best));
        let leaves = |reply: Option<String>, points: i64| match reply {
            Some(reply) => format!("{reply} leaves {mover} {}", ahead(points)),
            None => format!("play has ended, with {mover} {}", ahead(points)),
        };
        let reply = self.best_reply(&after)?;
        sentences.push(format!("{mover} does best by {name}: after it, {}", leaves(reply, points)));
        let mut worse = Vec::new();
        for step in moves.iter().take(EXAMINED) {
            if worse.len() == REFUTED {
                break;
            }
            self.poll()?;
            let after = position.after(step);
            let taken = left_over(position).saturating_sub(left_over(&after)) as i64;
            let Some(others) = self.advice(&after, other(self.mover))?.points else { return Ok(()) };
            let brought = taken - others;
            if brought < points {
                let reply = self.best_reply(&after)?;
                let name = position.move_name(step);
                worse.push(format!("after {name}, {}, {} fewer", leaves(reply, brought), points - brought));
            }
        }
        if !worse.is_empty() {
            sentences.push(sentence(&format!("other moves of {mover} gain less"), &worse));
        }
        Ok(())
    }

    /// Returns the name of the opponent's best reply, or `None` if play has ended.
    fn best_reply(&mut self, after: &Position) -> Result<Option<String>, Stopped> {
        match self.reply(after, self.mover)? {
            Reply::Best(name, _) => Ok(Some(name)),
            Reply::None => Ok(None),
        }
    }

    fn explain_draw(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        best: &PositionMove,
        sentences: &mut Vec<String>,
    ) -> Result<(), Stopped> {
        let Names { mover, other } = &self.names;
        let (mover, other, opponent) = (mover.clone(), other.clone(), crate::playing::other(self.mover));
        let (name, after) = (position.move_name(best), position.after(best));
        let answers = match self.reply(&after, self.mover)? {
            Reply::Best(name, _) => vec![format!("after it {name} holds the draw for {other}")],
            Reply::None => Vec::new(),
        };
        sentences.push(sentence(&format!("no move of {mover} wins, and {name} holds the draw"), &answers));
        let refuted = self.refuted(position, moves, self.mover)?;
        if !refuted.is_empty() {
            sentences.push(sentence(&format!("other moves of {mover} lose"), &refuted));
        }
        let wrong = self.refuted(&after, &moves_of(&after, opponent, self.observer)?, opponent)?;
        if !wrong.is_empty() {
            sentences.push(sentence(&format!("after {name}, other answers of {other} lose"), &wrong));
        }
        let line = self.analyst.best_line(position, self.mover, LINE, self.observer);
        if let Some(stopped) = line.stopped {
            return Err(stopped);
        }
        let names: Vec<String> = line.moves.iter().map(|step| step.before.move_name(&step.step)).collect();
        let end = match (line.is_complete, line.moves.last()) {
            (false, _) => ", and so on",
            (true, Some(last)) if is_end(&last.before.after(&last.step), self.analyst.play()) => {
                ", and nobody has won"
            }
            (true, _) => ", and the position repeats",
        };
        sentences.push(format!("best play by both players: {}{end}", names.join(", ")));
        Ok(())
    }

    /// Returns losing moves of `mover`, each with the reply that wins.
    fn refuted(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        mover: Player,
    ) -> Result<Vec<String>, Stopped> {
        let mut refuted = Vec::new();
        for step in moves.iter().take(EXAMINED) {
            if refuted.len() == REFUTED {
                break;
            }
            self.poll()?;
            let name = position.move_name(step);
            match self.reply(&position.after(step), mover)? {
                Reply::Best(reply, Prospect::Wins) => refuted.push(format!("after {name}, {reply} wins")),
                Reply::None if !self.has_won(&position.after(step)) => {
                    let winner = if mover == self.mover { &self.names.other } else { &self.names.mover };
                    let end = self.end(&position.after(step), winner);
                    refuted.push(format!("after {name}, {end}"));
                }
                _ => {}
            }
        }
        Ok(refuted)
    }

    /// Returns some answers to a winning move, each with a reply that still wins.
    fn answers(&mut self, after: &Position) -> Result<Vec<String>, Stopped> {
        let opponent = other(self.mover);
        if is_end(after, self.analyst.play()) {
            return Ok(vec!["it ends play".to_owned()]);
        }
        let answers = moves_of(after, opponent, self.observer)?;
        if answers.is_empty() {
            return Ok(vec![format!("after it {} cannot move", self.names.other)]);
        }
        let mut sentences = Vec::new();
        for answer in answers.iter().take(ANSWERS) {
            self.poll()?;
            let then = after.after(answer);
            let name = after.move_name(answer);
            if is_end(&then, self.analyst.play()) || moves_of(&then, self.mover, self.observer)?.is_empty() {
                sentences.push(format!("after {name}, {}", self.end(&then, &self.names.mover)));
                continue;
            }
            let advice = self.advice(&then, self.mover)?;
            if let (Prospect::Wins, Some(reply)) = (advice.prospect, advice.moves.first()) {
                sentences.push(format!("after {name}, {} wins", then.move_name(reply)));
            }
        }
        if answers.len() > ANSWERS && sentences.len() == ANSWERS {
            sentences.push(format!("and likewise after {} more", answers.len() - ANSWERS));
        }
        Ok(sentences)
    }

    /// Returns the opponent's best reply to a move by `mover`.
    fn reply(&mut self, after: &Position, mover: Player) -> Result<Reply, Stopped> {
        let opponent = other(mover);
        if is_end(after, self.analyst.play()) || moves_of(after, opponent, self.observer)?.is_empty() {
            return Ok(Reply::None);
        }
        let advice = self.advice(after, opponent)?;
        Ok(match advice.moves.first() {
            Some(step) => Reply::Best(after.move_name(step), advice.prospect),
            None => Reply::Best(String::new(), advice.prospect),
        })
    }

    /// Returns a clause that states why `winner`, who would be to move, has won.
    fn end(&self, after: &Position, winner: &str) -> String {
        match is_end(after, self.analyst.play()) {
            true => format!("play has ended, and {winner} has won"),
            false => format!("{winner} cannot move and wins"),
        }
    }

    /// Returns `true` unless the mover has lost by the move to `after`, which ends play. A draw also counts as `true`.
    fn has_won(&self, after: &Position) -> bool {
        match after.ranked().and_then(|ranked| ranked.end(self.analyst.play())) {
            Some(end) => end != End::Won,
            None => self.analyst.play() == Play::Normal,
        }
    }

    fn advice(&mut self, position: &Position, player: Player) -> Result<Advice, Stopped> {
        advise(self.analyst, position, player, self.observer)
    }

    fn poll(&self) -> Result<(), Stopped> {
        match self.observer.observe(&Progress::default()) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => Err(reason.after(0)),
        }
    }
}

/// Returns the moves among which losing moves are sought.
///
/// On a board, these are the first moves of the list. Otherwise, they are moves that are not known to be good, evenly
/// spaced over the list. For a heap, they include taking one token and taking all tokens, unless these moves are good.
fn tempting(position: &Position, moves: &[PositionMove], advice: &Advice) -> Vec<PositionMove> {
    if position.has_board() {
        return moves.iter().take(EXAMINED).cloned().collect();
    }
    let good: Vec<String> = advice.moves.iter().map(|step| position.move_name(step)).collect();
    let others: Vec<&PositionMove> =
        moves.iter().filter(|step| !good.contains(&position.move_name(step))).collect();
    let count = others.len().min(REFUTED);
    let place = |index: usize| if count > 1 { index * (others.len() - 1) / (count - 1) } else { 0 };
    (0..count).map(|index| others[place(index)].clone()).collect()
}

/// Formats a number of points: `3 points ahead`, `1 point behind`, `level`.
fn ahead(points: i64) -> String {
    let plural = if points.abs() == 1 { "" } else { "s" };
    match points {
        0 => "level".to_owned(),
        1.. => format!("{points} point{plural} ahead"),
        _ => format!("{} point{plural} behind", -points),
    }
}

/// Returns `true` if the rules of a ranked game end play in this position.
fn is_end(position: &Position, play: Play) -> bool {
    position.ranked().is_some_and(|ranked| ranked.end(play).is_some())
}

/// Joins a claim with its reasons, if there are any.
fn sentence(claim: &str, reasons: &[String]) -> String {
    if reasons.is_empty() { claim.to_owned() } else { format!("{claim}: {}", reasons.join("; ")) }
}
