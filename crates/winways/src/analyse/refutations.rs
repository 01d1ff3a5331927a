//! Why a position on a board is won, drawn or lost, move by move: the best reply, and what refutes the moves that tempt.

use super::Analyst;
use super::analysis::{Analysis, Value};
use crate::Prospect;
use crate::playing::{Advice, advise, moves_of, other, stated_player};
use crate::{Position, PositionMove};
use std::ops::ControlFlow;
use winways_kit::Detail;
use winways_rules::{End, Play, Player};
use winways_solve::{Observer, Progress, Stopped};

/// How many losing moves are refuted.
const REFUTED: usize = 6;
/// How many answers to a winning move are refuted.
const ANSWERS: usize = 3;
/// How many moves are looked at for those that lose.
const LOOKED_AT: usize = 32;
/// The longest line of play that is told.
const LINE: usize = 24;
/// After a search of more positions the moves are not searched one by one.
const MOST_NODES: u64 = 1 << 20;
/// A larger position, in words, is left out: its moves would take long.
const MOST_WORDS: usize = 1 << 12;

impl Analyst<'_> {
    /// Sentences about the moves of a position on a board, if the analysis of it was cheap and complete; otherwise none.
    pub(super) fn refutations(
        &mut self,
        position: &Position,
        analysis: &Analysis,
        observer: &dyn Observer,
    ) -> Vec<String> {
        let is_told = self.request.detail == Detail::Full
            && !self.request.outcome_only
            && analysis.stopped.is_none()
            && analysis.outcome.is_some()
            && !matches!(analysis.value, Some(Value::Points(_)))
            && (position.ranked().is_some() || analysis.method.nodes <= MOST_NODES)
            && position.size() <= MOST_WORDS
            && position.has_board();
        if !is_told {
            return Vec::new();
        }
        let request = self.request;
        self.request.detail = Detail::Brief;
        let mut told = Vec::new();
        for mover in movers(position) {
            let mut reasons = Reasons { analyst: self, names: Names::of(position, mover), mover, observer };
            // What the time does not suffice for is left out.
            if reasons.tell(position, &mut told).is_err() {
                break;
            }
        }
        self.request = request;
        told
    }
}

/// The players whose moves are told: who is to move, or both.
fn movers(position: &Position) -> Vec<Player> {
    let is_impartial = position.summands().iter().all(|summand| summand.properties().is_impartial);
    match (stated_player(position), is_impartial) {
        (Some(player), _) => vec![player],
        (None, true) => vec![Player::Left],
        (None, false) => vec![Player::Left, Player::Right],
    }
}

/// What the mover and the opponent are called.
struct Names {
    mover: String,
    other: String,
}

impl Names {
    fn of(position: &Position, mover: Player) -> Names {
        let is_impartial = position.summands().iter().all(|summand| summand.properties().is_impartial);
        if is_impartial {
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

/// What the opponent does after a move.
enum Reply {
    /// The move ends play.
    None,
    /// A reply, by its name, that reaches as much.
    Best(String, Prospect),
}

impl Reasons<'_, '_, '_> {
    fn tell(&mut self, position: &Position, told: &mut Vec<String>) -> Result<(), Stopped> {
        let moves = moves_of(position, self.mover, self.observer)?;
        let has_ended = position.ranked().is_some_and(|ranked| ranked.end(self.analyst.play()).is_some());
        if moves.is_empty() || has_ended {
            return Ok(());
        }
        let advice = self.advice(position, self.mover)?;
        match (advice.prospect, advice.moves.first()) {
            (Prospect::Loses, _) => {
                let refuted = self.refuted(position, &moves, self.mover)?;
                told.push(sentence(&format!("every move of {} loses", self.names.mover), &refuted));
            }
            (Prospect::Wins, Some(best)) => {
                let name = position.move_name(best);
                let answers = self.answers(&position.after(best))?;
                told.push(sentence(&format!("{} wins by {name}", self.names.mover), &answers));
                let refuted = self.refuted(position, &moves, self.mover)?;
                if !refuted.is_empty() {
                    told.push(sentence(&format!("other moves of {} lose", self.names.mover), &refuted));
                }
            }
            (Prospect::Draws, Some(best)) => self.tell_draw(position, &moves, best, told)?,
            (_, None) => {}
        }
        Ok(())
    }

    fn tell_draw(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        best: &PositionMove,
        told: &mut Vec<String>,
    ) -> Result<(), Stopped> {
        let Names { mover, other } = &self.names;
        let (mover, other, opponent) = (mover.clone(), other.clone(), crate::playing::other(self.mover));
        let (name, after) = (position.move_name(best), position.after(best));
        let answers = match self.reply(&after, self.mover)? {
            Reply::Best(name, _) => vec![format!("after it {name} holds the draw for {other}")],
            Reply::None => Vec::new(),
        };
        told.push(sentence(&format!("no move of {mover} wins, and {name} holds the draw"), &answers));
        let refuted = self.refuted(position, moves, self.mover)?;
        if !refuted.is_empty() {
            told.push(sentence(&format!("other moves of {mover} lose"), &refuted));
        }
        let wrong = self.refuted(&after, &moves_of(&after, opponent, self.observer)?, opponent)?;
        if !wrong.is_empty() {
            told.push(sentence(&format!("after {name}, other answers of {other} lose"), &wrong));
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
            (true, _) => ", and the position comes again",
        };
        told.push(format!("best play of both: {}{end}", names.join(", ")));
        Ok(())
    }

    /// The moves of `mover` that lose, each with the reply that wins.
    fn refuted(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        mover: Player,
    ) -> Result<Vec<String>, Stopped> {
        let mut refuted = Vec::new();
        for step in moves.iter().take(LOOKED_AT) {
            if refuted.len() == REFUTED {
                break;
            }
            self.poll()?;
            let name = position.move_name(step);
            match self.reply(&position.after(step), mover)? {
                Reply::Best(reply, Prospect::Wins) => refuted.push(format!("after {name}, {reply} wins")),
                Reply::None if !self.has_won(&position.after(step)) => {
                    let winner = if mover == self.mover { &self.names.other } else { &self.names.mover };
                    refuted.push(format!("after {name}, {winner} cannot move and wins"));
                }
                _ => {}
            }
        }
        Ok(refuted)
    }

    /// Some answers of the opponent after a winning move, each with the reply that wins all the same.
    fn answers(&mut self, after: &Position) -> Result<Vec<String>, Stopped> {
        let opponent = other(self.mover);
        if is_end(after, self.analyst.play()) {
            return Ok(vec!["it ends play".to_owned()]);
        }
        let answers = moves_of(after, opponent, self.observer)?;
        if answers.is_empty() {
            return Ok(vec![format!("after it {} cannot move", self.names.other)]);
        }
        let mut told = Vec::new();
        for answer in answers.iter().take(ANSWERS) {
            self.poll()?;
            let then = after.after(answer);
            let name = after.move_name(answer);
            if is_end(&then, self.analyst.play()) || moves_of(&then, self.mover, self.observer)?.is_empty() {
                told.push(format!("after {name} {} cannot move and wins", self.names.mover));
                continue;
            }
            let advice = self.advice(&then, self.mover)?;
            if let (Prospect::Wins, Some(reply)) = (advice.prospect, advice.moves.first()) {
                told.push(format!("after {name}, {} wins", then.move_name(reply)));
            }
        }
        if answers.len() > ANSWERS && told.len() == ANSWERS {
            told.push(format!("and likewise after {} more", answers.len() - ANSWERS));
        }
        Ok(told)
    }

    /// What the opponent does best after a move of `mover`.
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

    /// Whether the mover has won by the move to `after`, which ends play.
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

/// Whether the rules of a ranked game end play there.
fn is_end(position: &Position, play: Play) -> bool {
    position.ranked().is_some_and(|ranked| ranked.end(play).is_some())
}

/// A claim with its reasons, if there are any.
fn sentence(claim: &str, reasons: &[String]) -> String {
    if reasons.is_empty() { claim.to_owned() } else { format!("{claim}: {}", reasons.join("; ")) }
}
