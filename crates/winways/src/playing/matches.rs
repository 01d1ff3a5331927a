use super::end::{HowEnded, MatchEnd, left_over};
use super::reader::MoveReader;
use crate::{Position, PositionMove};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use winways_kit::AnyGame;
use winways_kit::view::{Cell, Figure, View};
use winways_rules::{End, Objective, Play, Player, RuleFault};
use winways_solve::{NoObserver, Observer};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// The number of occurrences of a position that ends the match.
const REPETITIONS: usize = 3;

/// A match between two players: its start, its moves, and the player to move.
///
/// The players are [`Player::Left`] and [`Player::Right`]. In an impartial game whose positions do not state the
/// player to move, Left is the player who moves first.
///
/// ```
/// use winways::{Catalogue, Play, Player, Position};
/// use winways::play::Match;
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
    /// The number of turns that were made and not undone.
    made: usize,
    resigned: Option<Player>,
    /// `true` if the player to move has a move; computed lazily.
    has_moves: OnceLock<bool>,
}

/// A move that was made.
pub struct Turn {
    /// The player who made the move.
    pub player: Player,
    /// The name of the move in the position before it.
    pub name: String,
    step: PositionMove,
    /// The player to move after the move.
    next: Player,
    after: Position,
    /// The text of the position after the move, used to detect repetitions.
    text: String,
}

impl Match {
    /// Creates a match of `game` from `start`. `first` moves first, unless the position states the player to move or the game is
    /// impartial. In an impartial game, Left moves first.
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

    /// Returns a new match from the same start.
    #[must_use]
    pub fn again(&self, first: Player) -> Match {
        Match::new(self.game.clone(), self.start.copy(), self.play, first)
    }

    /// Returns the game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Returns the kind of play, normal or misère.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the position in which the match started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the player who moved first.
    pub fn first(&self) -> Player {
        self.first
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.turns().last().map_or(&self.start, |turn| &turn.after)
    }

    /// Returns the player to move, Left or Right, even if the match has ended.
    pub fn to_move(&self) -> Player {
        match stated_player(self.position()) {
            Some(player) => player,
            None => self.turns().last().map_or(self.first, |turn| turn.next),
        }
    }

    /// Returns the moves that were made, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns[..self.made]
    }

    /// Returns the moves of the player to move; the list is empty if the match has ended by the rules.
    ///
    /// # Complexity
    /// Time and memory are proportional to [`Position::move_bound`].
    ///
    /// # Errors
    /// Returns [`RuleFault`] if the rules of the game fail in this position.
    pub fn moves(&self) -> Result<Vec<PositionMove>, RuleFault> {
        moves_of(self.position(), self.to_move(), &NoObserver)
    }

    /// Returns `true` if the player to move has a move. The result is cached.
    fn has_moves(&self) -> Result<bool, RuleFault> {
        if let Some(&known) = self.has_moves.get() {
            return Ok(known);
        }
        let found = !self.moves()?.is_empty();
        Ok(*self.has_moves.get_or_init(|| found))
    }

    /// Returns a reader of typed moves in the current position.
    ///
    /// # Errors
    /// Returns the errors of [`Match::moves`].
    pub fn reader(&self) -> Result<MoveReader<'_>, RuleFault> {
        Ok(MoveReader::new(&*self.game, self.position(), self.moves()?))
    }

    /// Makes a move from [`Match::moves`]. Moves that were undone can then no longer be redone.
    ///
    /// # Panics
    /// Panics if the move belongs to another position.
    pub fn make(&mut self, step: &PositionMove) {
        let (player, position) = (self.to_move(), self.position());
        let (name, after) = (position.move_name(step), position.after(step));
        let next = player_after(position, step, player, &after);
        self.turns.truncate(self.made);
        self.turns.push(Turn { player, name, step: step.clone(), next, text: after.to_string(), after });
        self.made += 1;
        self.resigned = None;
        self.has_moves = OnceLock::new();
    }

    /// Undoes the resignation or, if nobody resigned, the last move. Returns `true` if something was undone.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let can = self.made > 0;
        self.made -= usize::from(can);
        self.has_moves = OnceLock::new();
        can
    }

    /// Redoes the last undone move. Returns `true` if there was such a move, and nobody has resigned since.
    pub fn redo(&mut self) -> bool {
        let can = self.next_redo().is_some();
        self.made += usize::from(can);
        self.has_moves = OnceLock::new();
        can
    }

    /// Returns the turn that [`Match::redo`] would redo.
    pub fn next_redo(&self) -> Option<&Turn> {
        self.turns.get(self.made).filter(|_| self.resigned.is_none())
    }

    /// Resigns for `player`.
    pub fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// Returns the end of the match if it has ended: by the rules, by threefold repetition if play may cycle, or by
    /// resignation.
    ///
    /// # Errors
    /// Returns the errors of [`Match::moves`].
    pub fn end(&self) -> Result<Option<MatchEnd>, RuleFault> {
        if let Some(player) = self.resigned {
            return Ok(Some(MatchEnd {
                winner: Some(other(player)),
                how: HowEnded::Resigned(player),
                taken: None,
            }));
        }
        let mover = self.to_move();
        if let Some(end) = self.position().ranked().and_then(|ranked| ranked.end(self.play)) {
            return Ok(Some(self.ended(HowEnded::Rule, winner_by_rule(end, mover))));
        }
        let may_cycle = self.position().summands().iter().any(|summand| summand.properties().may_cycle);
        if may_cycle && self.occurrences() >= REPETITIONS {
            return Ok(Some(self.ended(HowEnded::Repetition, None)));
        }
        if self.has_moves()? {
            return Ok(None);
        }
        let winner = if self.play == Play::Misere { mover } else { other(mover) };
        Ok(Some(self.ended(HowEnded::NoMove(mover), Some(winner))))
    }

    /// Returns the end of a match. In a game of points, the winner of the final position takes the remaining points, and the
    /// player with more points wins.
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

    /// Returns the points taken so far by Left and by Right, in a game of points.
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

    /// Returns the number of times that the current position has occurred.
    fn occurrences(&self) -> usize {
        let now = self.position().to_string();
        let of_turns = self.turns().iter().filter(|turn| turn.text == now).count();
        of_turns + usize::from(self.start.to_string() == now)
    }

    /// Returns the name of a player.
    ///
    /// If the rules do not name the players, the names are `Player 1` for Left and `Player 2` for Right.
    pub fn player_name(&self, player: Player) -> String {
        rule_names(&self.start).unwrap_or(["Player 1", "Player 2"])[index(player)].to_owned()
    }

    /// Returns the player with this name, ignoring case. `left` and `right` are names of the players in every partizan game. If
    /// the rules call the players Left and Right, the names of their pieces are names of the players too: `x`, `white`.
    pub fn player_named(&self, name: &str) -> Option<Player> {
        let plain = name.trim().to_lowercase();
        let has_name = |&player: &Player| {
            let known = self.player_name(player).to_lowercase();
            known == plain || !is_impartial(&self.start) && player.name() == plain
        };
        let has_pieces = |&player: &Player| self.piece_names(player).contains(&plain);
        PLAYERS.into_iter().find(has_name).or_else(|| PLAYERS.into_iter().find(has_pieces))
    }

    /// Returns the names that [`Match::player_named`] accepts, as the end of a message: ``expected `Left` (`x`) or `Right` (`o`)``.
    pub fn expected_names(&self) -> String {
        let described = |player: Player| {
            let name = self.player_name(player);
            let pieces = self.piece_names(player);
            match pieces.iter().max_by_key(|piece| piece.len()) {
                Some(piece) => format!("`{name}` (`{piece}`)"),
                None => format!("`{name}`"),
            }
        };
        let [left, right] = PLAYERS.map(described);
        format!("expected {left} or {right}")
    }

    /// Returns the names of the player's pieces that are not also names of the opponent's pieces, in lower case. Returns an empty
    /// set unless the rules call the players Left and Right.
    fn piece_names(&self, player: Player) -> BTreeSet<String> {
        if rule_names(&self.start) != Some(["Left", "Right"]) {
            return BTreeSet::new();
        }
        let view = self.start.view();
        let [own, others] = [player, other(player)].map(|player| piece_names(&view, player));
        own.difference(&others).cloned().collect()
    }

    /// Returns `true` if the starting position states the player to move.
    pub fn states_turn(&self) -> bool {
        stated_player(&self.start).is_some()
    }

    /// Returns `true` if both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        is_impartial(&self.start)
    }
}

impl Turn {
    /// Returns the move, which belongs to the position before it.
    pub fn step(&self) -> &PositionMove {
        &self.step
    }

    /// Returns the position after the move.
    pub fn after(&self) -> &Position {
        &self.after
    }
}

/// The maximum number of moves of a position in a match. The limit is necessary because all moves are listed.
pub(super) const MOST_MOVES: u64 = 100_000;

/// Returns the moves that `player` may make. Fails if the position may have more than [`MOST_MOVES`] moves.
pub(crate) fn moves_of(
    position: &Position,
    player: Player,
    observer: &dyn Observer,
) -> Result<Vec<PositionMove>, RuleFault> {
    let bound = position.move_bound();
    if bound > MOST_MOVES {
        let message =
            format!("the position may have {bound} moves, and a match supports at most {MOST_MOVES}");
        return Err(RuleFault::new(message));
    }
    let mut moves = position.moves_within(observer)?;
    moves.retain(|step| may_make(step, player));
    Ok(moves)
}

/// Returns `true` if `player` may make the move. `Player::Either` means that the player is unknown.
pub(crate) fn may_make(step: &PositionMove, player: Player) -> bool {
    player == Player::Either || step.player() == Player::Either || step.player() == player
}

/// Returns the player to move if the position states it.
pub(crate) fn stated_player(position: &Position) -> Option<Player> {
    position.ranked().map(|ranked| ranked.player()).filter(|&player| player != Player::Either)
}

/// Returns the player to move after a move of `player`.
pub(crate) fn player_after(
    before: &Position,
    step: &PositionMove,
    player: Player,
    after: &Position,
) -> Player {
    match stated_player(after) {
        Some(stated) => stated,
        None if before.moves_again(step) => player,
        None => other(player),
    }
}

/// Returns the names that the rules give to Left and Right; `None` if both players have the same moves and the position does
/// not state the player to move.
pub(crate) fn rule_names(position: &Position) -> Option<[&'static str; 2]> {
    match position.ranked() {
        Some(ranked) if stated_player(position).is_some() => Some(ranked.board().players()),
        _ if is_impartial(position) => None,
        _ => Some(["Left", "Right"]),
    }
}

/// Returns the names of a player's pieces in a view, in lower case: their letters, the meanings of these letters, `white` and
/// `black` for `w` and `b`, and the colours of Hackenbush edges.
fn piece_names(view: &View, player: Player) -> BTreeSet<String> {
    let (mut names, mut signs) = (BTreeSet::new(), BTreeSet::new());
    let mut add = |content: &Cell, sign: &str, name: &str| match content {
        Cell::Piece(piece) => {
            signs.insert(piece.sign.clone());
            if piece.owner == player {
                names.extend([piece.sign.as_str(), sign, name].map(str::to_lowercase));
            }
        }
        Cell::Coloured(owner) if *owner == player => names.extend([sign, name].map(str::to_lowercase)),
        _ => {}
    };
    for letter in view.alphabet.iter().flat_map(|alphabet| &alphabet.letters) {
        add(&letter.content, &letter.sign.to_string(), &letter.name);
    }
    let mut has_edges = false;
    for figure in &view.figures {
        match figure {
            Figure::Grid(grid) => grid.cells.iter().for_each(|cell| add(cell, "", "")),
            Figure::Graph(graph) => {
                graph.vertices.iter().for_each(|vertex| add(&vertex.content, "", ""));
                has_edges |=
                    graph.ground.is_some() && graph.edges.iter().any(|edge| edge.player != Player::Either);
            }
            Figure::Heaps(_) | Figure::Staircase(_) | Figure::Digits(_) => {}
        }
    }
    // Beside `w`, the letter `b` means black.
    if ["w", "b"].iter().all(|&sign| signs.contains(sign)) {
        let colours = [("w", "white"), ("b", "black")].into_iter().filter(|(sign, _)| names.contains(*sign));
        let colours: Vec<String> = colours.map(|(_, colour)| colour.to_owned()).collect();
        names.extend(colours);
    }
    if has_edges {
        let colour = if player == Player::Left { "blue" } else { "red" };
        names.insert(colour.to_owned());
    }
    names.remove("");
    names
}

fn is_impartial(position: &Position) -> bool {
    position.summands().iter().all(|summand| summand.properties().is_impartial)
}

/// Returns the winner after a rule has ended play. `mover` is the player whose turn it would be.
pub(super) fn winner_by_rule(end: End, mover: Player) -> Option<Player> {
    match end {
        End::Won => Some(mover),
        End::Lost => Some(other(mover)),
        End::Drawn => None,
    }
}

/// Returns the opponent of a player.
pub(crate) fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

/// Returns the index of a player in pairs: 0 for Left, 1 for Right.
pub(super) fn index(player: Player) -> usize {
    usize::from(player == Player::Right)
}
