use super::end::{HowEnded, MatchEnd, left_over};
use super::reader::MoveReader;
use crate::{Position, PositionMove};
use std::sync::{Arc, OnceLock};
use winways_kit::AnyGame;
use winways_rules::{End, Objective, Play, Player, RuleFault};
use winways_solve::{NoObserver, Observer};

/// A position that comes up so often ends the match.
const REPETITIONS: usize = 3;

/// A match of two players: where it started, the moves that were made, and who is to move.
///
/// The players are [`Player::Left`] and [`Player::Right`]. Where both have the same moves and the position does not state whose
/// turn it is, Left is the player who starts.
///
/// ```
/// use winways::{Catalogue, Match, Play, Player, Position};
/// let nim = Catalogue::new().game("nim")?;
/// let start = Position::of_game(&*nim, "3 5")?;
/// let mut game = Match::new(nim, start, Play::Normal, Player::Left);
/// let reader = game.reader()?;
/// let step = reader.read("5 -> 3")?.clone();
/// game.make(&step);
/// assert_eq!((game.position().to_string(), game.to_move()), ("nim(3,3)".to_owned(), Player::Right));
/// assert!(game.undo() && game.end()?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Match {
    game: Arc<dyn AnyGame>,
    play: Play,
    start: Position,
    first: Player,
    turns: Vec<Turn>,
    /// How many of the turns were made and not taken back.
    made: usize,
    resigned: Option<Player>,
    /// Whether the player to move has a move, once that was asked.
    has_moves: OnceLock<bool>,
}

/// A move that was made.
pub struct Turn {
    /// Who made it.
    pub player: Player,
    /// Its name in the position before it.
    pub name: String,
    step: PositionMove,
    after: Position,
    /// The position after it as text, by which repetitions are found.
    text: String,
}

impl Match {
    /// A match of `game` from `start`, in which `first` moves first, unless the position states whose turn it is.
    pub fn new(game: Arc<dyn AnyGame>, start: Position, play: Play, first: Player) -> Match {
        let first = match (stated_player(&start), is_impartial(&start)) {
            (Some(player), _) => player,
            (None, true) => Player::Left,
            (None, false) if first == Player::Right => Player::Right,
            (None, false) => Player::Left,
        };
        let (turns, has_moves) = (Vec::new(), OnceLock::new());
        Match { game, play, start, first, turns, made: 0, resigned: None, has_moves }
    }

    /// The same match from its start.
    #[must_use]
    pub fn again(&self, first: Player) -> Match {
        Match::new(self.game.clone(), self.start.copy(), self.play, first)
    }

    /// The game that is played.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Who wins when there is no move left.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The position in which the match started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Who moved first.
    pub fn first(&self) -> Player {
        self.first
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.turns().last().map_or(&self.start, |turn| &turn.after)
    }

    /// Whose turn it is: Left's or Right's, also where the match has ended.
    pub fn to_move(&self) -> Player {
        match stated_player(self.position()) {
            Some(player) => player,
            None if self.made.is_multiple_of(2) => self.first,
            None => other(self.first),
        }
    }

    /// The moves that were made, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns[..self.made]
    }

    /// The moves of the player to move; none if the match has ended by the rules. Time and memory in proportion to
    /// [`Position::move_bound`].
    ///
    /// # Errors
    /// [`RuleFault`] if the rules of the game go wrong in this position.
    pub fn moves(&self) -> Result<Vec<PositionMove>, RuleFault> {
        moves_of(self.position(), self.to_move(), &NoObserver)
    }

    /// Whether the player to move has a move; each position is looked at once.
    fn has_moves(&self) -> Result<bool, RuleFault> {
        if let Some(&known) = self.has_moves.get() {
            return Ok(known);
        }
        let found = !self.moves()?.is_empty();
        Ok(*self.has_moves.get_or_init(|| found))
    }

    /// What understands moves as people type them, in this position.
    ///
    /// # Errors
    /// As [`Match::moves`].
    pub fn reader(&self) -> Result<MoveReader<'_>, RuleFault> {
        Ok(MoveReader::new(&*self.game, self.position(), self.moves()?))
    }

    /// Makes a move of [`Match::moves`]; moves that were taken back are forgotten.
    ///
    /// # Panics
    /// If the move belongs to another position.
    pub fn make(&mut self, step: &PositionMove) {
        let (player, position) = (self.to_move(), self.position());
        let (name, after) = (position.move_name(step), position.after(step));
        self.turns.truncate(self.made);
        self.turns.push(Turn { player, name, step: step.clone(), text: after.to_string(), after });
        self.made += 1;
        self.resigned = None;
        self.has_moves = OnceLock::new();
    }

    /// Takes back the resignation, else the last move; whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let can = self.made > 0;
        self.made -= usize::from(can);
        self.has_moves = OnceLock::new();
        can
    }

    /// Makes the move again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        let can = self.made < self.turns.len();
        self.made += usize::from(can);
        self.has_moves = OnceLock::new();
        can
    }

    /// The move that [`Match::redo`] would make.
    pub fn next_redo(&self) -> Option<&Turn> {
        self.turns.get(self.made)
    }

    /// A player gives up.
    pub fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// How the match has ended, if it has: by the rules, by a position that came up three times where play may cycle, or
    /// because a player gave up.
    ///
    /// # Errors
    /// As [`Match::moves`].
    pub fn end(&self) -> Result<Option<MatchEnd>, RuleFault> {
        if let Some(player) = self.resigned {
            return Ok(Some(MatchEnd {
                winner: Some(other(player)),
                how: HowEnded::Resigned(player),
                taken: None,
            }));
        }
        let mover = self.to_move();
        if let Some(ranked) = self.position().ranked() {
            if let Some(end) = ranked.end(self.play) {
                let winner = match end {
                    End::Won => Some(mover),
                    End::Lost => Some(other(mover)),
                    End::Drawn => None,
                };
                return Ok(Some(self.ended(HowEnded::Rule, winner)));
            }
            if ranked.properties().may_cycle && self.times() >= REPETITIONS {
                return Ok(Some(self.ended(HowEnded::Repetition, None)));
            }
        }
        if self.has_moves()? {
            return Ok(None);
        }
        let winner = if self.play == Play::Misere { mover } else { other(mover) };
        Ok(Some(self.ended(HowEnded::NoMove(mover), Some(winner))))
    }

    /// The end of a match; in a game of points who has more wins, and the winner of the position takes what is left.
    fn ended(&self, how: HowEnded, winner: Option<Player>) -> MatchEnd {
        let Some(mut taken) = self.taken() else { return MatchEnd { winner, how, taken: None } };
        if let Some(winner) = winner {
            taken[index(winner)] += left_over(self.position());
        }
        let winner = match taken[0].cmp(&taken[1]) {
            std::cmp::Ordering::Greater => Some(Player::Left),
            std::cmp::Ordering::Less => Some(Player::Right),
            std::cmp::Ordering::Equal => None,
        };
        MatchEnd { winner, how, taken: Some(taken) }
    }

    /// What Left and Right have taken so far, in a game of points.
    pub fn taken(&self) -> Option<[u64; 2]> {
        let rules = self.start.ranked()?.board().ranks();
        if rules.objective() != Objective::Points {
            return None;
        }
        let (mut taken, mut before) = ([0; 2], left_over(&self.start));
        for turn in self.turns() {
            let after = left_over(&turn.after);
            taken[index(turn.player)] += before.saturating_sub(after);
            before = after;
        }
        Some(taken)
    }

    /// How often the present position has come up.
    fn times(&self) -> usize {
        let now = self.position().to_string();
        let of_turns = self.turns().iter().filter(|turn| turn.text == now).count();
        of_turns + usize::from(self.start.to_string() == now)
    }

    /// What a player is called: as the rules name them; `Player 1` and `Player 2`, who moves first and who moves second, where
    /// both have the same moves.
    pub fn player_name(&self, player: Player) -> String {
        rule_names(&self.start).unwrap_or(["Player 1", "Player 2"])[index(player)].to_owned()
    }

    /// The player that a name stands for, in small or capital letters.
    pub fn player_named(&self, name: &str) -> Option<Player> {
        let plain = name.trim().to_lowercase();
        [Player::Left, Player::Right].into_iter().find(|&player| {
            let known = self.player_name(player).to_lowercase();
            known == plain || !is_impartial(&self.start) && player.name() == plain
        })
    }

    /// Whether it is settled by the start whose turn it is: the position states it.
    pub fn states_turn(&self) -> bool {
        stated_player(&self.start).is_some()
    }

    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        is_impartial(&self.start)
    }
}

impl Turn {
    /// The move itself, in the position before it.
    pub fn step(&self) -> &PositionMove {
        &self.step
    }

    /// The position after it.
    pub fn after(&self) -> &Position {
        &self.after
    }
}

/// The most moves that a position may have in a match, where each of them is listed.
pub(super) const MOST_MOVES: u64 = 100_000;

/// The moves of a position that this player may make; of a position of a match, which has not too many of them.
pub(crate) fn moves_of(
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Vec<PositionMove>, RuleFault> {
    let bound = position.move_bound();
    if bound > MOST_MOVES {
        let message = format!("the position may have {bound} moves; up to {MOST_MOVES} can be played here");
        return Err(RuleFault::new(message));
    }
    let mut moves = position.moves_within(observer)?;
    moves.retain(|step| may_make(step, player));
    Ok(moves)
}

/// Whether a move is one of this player, of whom it may be unknown who it is.
pub(super) fn may_make(step: &PositionMove, player: Player) -> bool {
    player == Player::Either || step.player() == Player::Either || step.player() == player
}

/// Whose turn it is, if the position states it.
pub(crate) fn stated_player(position: &Position) -> Option<Player> {
    position.ranked().map(|ranked| ranked.player()).filter(|&player| player != Player::Either)
}

/// The names that the rules give the players, that of Left first; none where both have the same moves.
pub(crate) fn rule_names(position: &Position) -> Option<[&'static str; 2]> {
    match position.ranked() {
        Some(ranked) if stated_player(position).is_some() => Some(ranked.board().players()),
        _ if is_impartial(position) => None,
        _ => Some(["Left", "Right"]),
    }
}

fn is_impartial(position: &Position) -> bool {
    position.summands().iter().all(|summand| summand.properties().is_impartial)
}

/// The opponent of a player.
pub(crate) fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

/// Left before Right.
pub(super) fn index(player: Player) -> usize {
    usize::from(player == Player::Right)
}
