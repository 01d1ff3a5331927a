//! Why a position is won, drawn or lost, move by move: the best reply, and what refutes the moves that tempt.

use super::Analyst;
use super::analysis::Analysis;
use crate::Prospect;
use crate::playing::{Advice, advise, left_over, moves_of, other, stated_player};
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
/// The most moves of a position without a board whose moves are told.
const MOST_MOVES: u64 = 1 << 8;
/// A larger position, in words, is left out: its moves would take long.
const MOST_WORDS: usize = 1 << 12;

impl Analyst<'_> {
    /// Returns sentences about the moves of a position, if its analysis was cheap and complete; otherwise none.
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
            && (position.ranked().is_some() || analysis.method.nodes <= MOST_NODES)
            && position.size() <= MOST_WORDS
            && (position.has_board() || position.move_bound() <= MOST_MOVES);
        if !is_told {
            return Vec::new();
        }
        let request = self.request;
        self.request.detail = Detail::Brief;
        let mut told = Vec::new();
        // Pieces of Northcott's game have owners, though gaps are heaps.
        let is_shared = position.summands().iter().all(|summand| summand.properties().is_impartial)
            && moves_of(position, Player::Either, observer)
                .is_ok_and(|moves| moves.iter().all(|step| step.player() == Player::Either));
        for mover in movers(position, is_shared) {
            let names = Names::of(position, mover, is_shared);
            let mut reasons = Reasons { analyst: self, names, mover, observer };
            // What the time does not suffice for is left out.
            if reasons.tell(position, &mut told).is_err() {
                break;
            }
        }
        self.request = request;
        told
    }
}

/// The players whose moves are told: who is to move; one, if they share the moves; or both.
fn movers(position: &Position, is_shared: bool) -> Vec<Player> {
    match (stated_player(position), is_shared) {
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
        if let Some(points) = advice.points {
            return self.tell_points(position, &moves, &advice, points, told);
        }
        let moves = tempting(position, &moves, &advice);
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

    /// Tells the best move of a game of points, and by how much some of the others are worse.
    fn tell_points(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        advice: &Advice,
        points: i64,
        told: &mut Vec<String>,
    ) -> Result<(), Stopped> {
        let Some(best) = advice.moves.first() else { return Ok(()) };
        let mover = self.names.mover.clone();
        let (name, after) = (position.move_name(best), position.after(best));
        let leaves = |reply: Option<String>, points: i64| match reply {
            Some(reply) => format!("{reply} leaves {mover} {}", ahead(points)),
            None => format!("play has ended, with {mover} {}", ahead(points)),
        };
        let reply = self.best_reply(&after)?;
        told.push(format!("{mover} does best by {name}: after it, {}", leaves(reply, points)));
        let mut worse = Vec::new();
        for step in moves.iter().take(LOOKED_AT) {
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
            told.push(sentence(&format!("other moves of {mover} bring less"), &worse));
        }
        Ok(())
    }

    /// The name of the opponent's best move, unless play has ended.
    fn best_reply(&mut self, after: &Position) -> Result<Option<String>, Stopped> {
        match self.reply(after, self.mover)? {
            Reply::Best(name, _) => Ok(Some(name)),
            Reply::None => Ok(None),
        }
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
                    let end = self.end(&position.after(step), winner);
                    refuted.push(format!("after {name}, {end}"));
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
                told.push(format!("after {name}, {}", self.end(&then, &self.names.mover)));
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

    /// Says that play has ended for `winner`, whose turn it would be.
    fn end(&self, after: &Position, winner: &str) -> String {
        match is_end(after, self.analyst.play()) {
            true => format!("play has ended, and {winner} has won"),
            false => format!("{winner} cannot move and wins"),
        }
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

/// The moves that are looked at for those that lose: on a board the first ones. Elsewhere moves that are not known to be good,
/// from the first to the last in equal steps, as a heap has the move that takes one token and the one that takes all.
fn tempting(position: &Position, moves: &[PositionMove], advice: &Advice) -> Vec<PositionMove> {
    if position.has_board() {
        return moves.iter().take(LOOKED_AT).cloned().collect();
    }
    let good: Vec<String> = advice.moves.iter().map(|step| position.move_name(step)).collect();
    let others: Vec<&PositionMove> =
        moves.iter().filter(|step| !good.contains(&position.move_name(step))).collect();
    let count = others.len().min(REFUTED);
    let place = |index: usize| if count > 1 { index * (others.len() - 1) / (count - 1) } else { 0 };
    (0..count).map(|index| others[place(index)].clone()).collect()
}

/// `3 points ahead`, `1 point behind`, `level`.
fn ahead(points: i64) -> String {
    let plural = if points.abs() == 1 { "" } else { "s" };
    match points {
        0 => "level".to_owned(),
        1.. => format!("{points} point{plural} ahead"),
        _ => format!("{} point{plural} behind", -points),
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
