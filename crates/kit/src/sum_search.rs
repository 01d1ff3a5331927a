//! Search over whole sums of positions of several games. Misère play requires such a search, because values do not add up under
//! misère play.

use crate::any::{AnyMove, AnyMoves, AnyPosition, InternedPosition, PartizanWinner};
use winways_rules::{ImpartialOutcome, Play, Player, Side};
use winways_solve::{
    Budget, MixedRules, Observer, OutcomeSearch, Stopped, Theorems, WinnerByValues, WinnerSearch,
};
use winways_values::{Arena, GameOutcome};

/// A search for the outcome and the winning moves of a sum of positions. Play of every game must end with a player who cannot
/// move.
pub struct SumSearch<'s> {
    positions: Vec<&'s dyn AnyPosition>,
    summands: Vec<Box<dyn InternedPosition + 's>>,
    rules: MixedRules,
    theorems: Theorems,
}

/// The result of [`SumSearch::solve`].
pub struct SumSolved {
    /// The outcome of the sum.
    pub outcome: GameOutcome,
    /// The winning moves of each summand, or the reason why the search stopped before they were known.
    pub moves: Result<Vec<AnyMoves>, Stopped>,
    /// The number of distinct sums searched; for partizan games, of (sum, player to move) pairs.
    pub nodes: u64,
}

/// A rough upper bound on the size in bytes of a listed move with its text and its result.
const MOVE_BYTES: u64 = 256;

impl<'s> SumSearch<'s> {
    /// Creates a search for the sum of `positions`. Returns `None` if play may cycle in one of them, or may end in any other
    /// way than with a player who cannot move.
    pub fn new(positions: Vec<&'s dyn AnyPosition>) -> Option<Self> {
        let summands: Vec<_> = positions.iter().map(|position| position.interned()).collect::<Option<_>>()?;
        let rules = MixedRules::new(summands.iter().map(|summand| summand.rules()).collect());
        Some(SumSearch { positions, summands, rules, theorems: Theorems::Use })
    }

    /// Sets whether theorems are used. Without theorems, the search uses only the rules: neither values nor symmetries that
    /// exchange the players.
    #[must_use]
    pub fn with_theorems(self, theorems: Theorems) -> Self {
        SumSearch { theorems, ..self }
    }

    /// Computes the outcome and the winning moves.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work before the outcome is known.
    pub fn solve(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        if self.positions.iter().all(|position| position.impartial().is_some()) {
            self.solve_impartial(play, limit, budget, observer)
        } else {
            self.solve_partizan(play, limit, budget, observer)
        }
    }

    /// Computes only the outcome, which is cheaper, and returns it with the number of sums searched.
    ///
    /// # Errors
    /// Fails like [`SumSearch::solve`].
    pub fn outcome(
        &self,
        play: Play,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(GameOutcome, u64), Stopped> {
        if self.positions.iter().all(|position| position.impartial().is_some()) {
            let mut search = OutcomeSearch::new(&self.rules, play, budget, observer);
            let outcome = search.outcome(&self.components(None))?;
            return Ok((outcome.into(), search.nodes()));
        }
        let arena = Arena::new(budget.memory / 2);
        let mut winner = self.winner(play, &arena, budget, observer);
        Ok((winner.outcome()?, winner.nodes()))
    }

    fn solve_impartial(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        let mut search = OutcomeSearch::new(&self.rules, play, budget, observer);
        let outcome = search.outcome(&self.components(None))?;
        let moves = match outcome {
            ImpartialOutcome::Next => self.winning_moves(limit, budget, |number, step| {
                let after = search.outcome(&self.components(Some((number, step))))?;
                Ok((after == ImpartialOutcome::Previous).then_some(step.player))
            }),
            ImpartialOutcome::Previous => Ok(vec![AnyMoves::default(); self.positions.len()]),
        };
        Ok(SumSolved { outcome: outcome.into(), moves, nodes: search.nodes() })
    }

    fn solve_partizan(
        &self,
        play: Play,
        limit: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<SumSolved, Stopped> {
        let arena = Arena::new(budget.memory / 2);
        let mut winner = self.winner(play, &arena, budget, observer);
        let outcome = winner.outcome()?;
        Ok(SumSolved { outcome, moves: winner.winning_moves(limit), nodes: winner.nodes() })
    }

    /// Creates a search for the winner of the sum. The search retains its results when it is stopped. It works for all sums and
    /// is meant for sums with partizan positions. It creates values in `arena` and sets the arena's interrupt.
    pub fn winner<'w>(
        &'w self,
        play: Play,
        arena: &'w Arena,
        budget: Budget,
        observer: &'w dyn Observer,
    ) -> SumWinner<'w> {
        let only = match &self.positions[..] {
            [only] => only.partizan(),
            _ => None,
        };
        let search = match (self.theorems, only) {
            (Theorems::Ignore, _) => {
                Search::Plain(Box::new(WinnerSearch::new(&self.rules, play, budget, observer)))
            }
            (theorems, Some(only)) => Search::Only(only.winner(play, arena, theorems, budget, observer)),
            (theorems, None) => Search::Mixed(Box::new(WinnerByValues::new(
                &self.rules,
                play,
                arena,
                theorems,
                budget,
                observer,
            ))),
        };
        SumWinner { sum: self, search, budget }
    }

    /// Returns, for each summand, the moves for which `winner` returns a player. Each move is attributed to that player.
    fn winning_moves(
        &self,
        limit: usize,
        budget: Budget,
        mut winner: impl FnMut(usize, &AnyMove) -> Result<Option<Player>, Stopped>,
    ) -> Result<Vec<AnyMoves>, Stopped> {
        let mut all = Vec::new();
        for (number, position) in self.positions.iter().enumerate() {
            let checked = budget.check(position.move_bound().saturating_mul(MOVE_BYTES));
            checked.map_err(|reason| reason.after(0))?;
            let mut moves = AnyMoves::default();
            for step in position.moves()? {
                if let Some(player) = winner(number, &step)? {
                    moves.push(limit, || step.by(player));
                }
            }
            all.push(moves);
        }
        Ok(all)
    }

    /// Returns the components of the whole sum, after a move of one summand if one is given.
    fn components(&self, after: Option<(usize, &AnyMove)>) -> Vec<u64> {
        let mut all = Vec::new();
        for (number, summand) in self.summands.iter().enumerate() {
            let ids = match after {
                Some((moved, step)) if moved == number => summand.ids_after(step),
                _ => summand.ids(),
            };
            all.extend(ids.into_iter().map(|id| MixedRules::component(number, id)));
        }
        all
    }
}

/// A search for the winner of a sum, which caches its results.
pub struct SumWinner<'w> {
    sum: &'w SumSearch<'w>,
    search: Search<'w>,
    budget: Budget,
}

enum Search<'w> {
    /// A search of the only position.
    Only(Box<dyn PartizanWinner + 'w>),
    Mixed(Box<WinnerByValues<'w, MixedRules>>),
    /// A search directly from the definition.
    Plain(Box<WinnerSearch<'w, MixedRules>>),
}

impl SumWinner<'_> {
    /// Returns the outcome.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is exhausted or the observer stops the work.
    pub fn outcome(&mut self) -> Result<GameOutcome, Stopped> {
        Ok(GameOutcome::of(self.mover_wins(None, Side::Left)?, self.mover_wins(None, Side::Right)?))
    }

    /// Returns the winning moves of each summand.
    ///
    /// # Errors
    /// Fails like [`SumWinner::outcome`].
    pub fn winning_moves(&mut self, limit: usize) -> Result<Vec<AnyMoves>, Stopped> {
        let (sum, budget) = (self.sum, self.budget);
        sum.winning_moves(limit, budget, |number, step| {
            let mut wins = |player: Player| -> Result<bool, Stopped> {
                let may = step.player == Player::Either || step.player == player;
                Ok(may && self.wins_by(number, step, player)?)
            };
            Ok(match (wins(Player::Left)?, wins(Player::Right)?) {
                (true, true) => Some(Player::Either),
                (true, false) => Some(Player::Left),
                (false, true) => Some(Player::Right),
                (false, false) => None,
            })
        })
    }

    /// Returns the index of a summand and a winning move of that summand, attributed to the player who wins with it. Returns
    /// `None` if there is no winning move.
    ///
    /// Calls `begin` before trying each move. The callback can grant each move a small quota of the observer's polls, so that
    /// moves with cached results are found first.
    ///
    /// # Errors
    /// Fails like [`SumWinner::outcome`] if no winning move was found and some moves are undecided.
    pub fn winning_move(&mut self, begin: &dyn Fn()) -> Result<Option<(usize, AnyMove)>, Stopped> {
        let sum = self.sum;
        let mut undecided = None;
        for (number, position) in sum.positions.iter().enumerate() {
            let checked = self.budget.check(position.move_bound().saturating_mul(MOVE_BYTES));
            checked.map_err(|reason| reason.after(self.nodes()))?;
            for step in position.moves()? {
                for player in [Player::Left, Player::Right] {
                    if step.player != Player::Either && step.player != player {
                        continue;
                    }
                    begin();
                    match self.wins_by(number, &step, player) {
                        Ok(true) => return Ok(Some((number, step.by(player)))),
                        Ok(false) => {}
                        Err(stopped) => undecided = Some(stopped),
                    }
                }
            }
        }
        undecided.map_or(Ok(None), Err)
    }

    /// Returns `true` if `player`, Left or Right, wins when moving first.
    ///
    /// # Errors
    /// Fails like [`SumWinner::outcome`].
    pub fn wins_first(&mut self, player: Player) -> Result<bool, Stopped> {
        self.mover_wins(None, side(player))
    }

    /// Returns `true` if `player`, Left or Right, wins with the move `step` of the summand with index `summand`.
    ///
    /// # Errors
    /// Fails like [`SumWinner::outcome`].
    pub fn wins_by(&mut self, summand: usize, step: &AnyMove, player: Player) -> Result<bool, Stopped> {
        let opponent = if player == Player::Left { Side::Right } else { Side::Left };
        Ok(!self.mover_wins(Some((summand, step)), opponent)?)
    }

    /// Returns the number of (sum, player to move) pairs searched so far.
    pub fn nodes(&self) -> u64 {
        match &self.search {
            Search::Only(search) => search.nodes(),
            Search::Mixed(search) => search.nodes(),
            Search::Plain(search) => search.nodes(),
        }
    }

    fn mover_wins(&mut self, after: Option<(usize, &AnyMove)>, side: Side) -> Result<bool, Stopped> {
        match &mut self.search {
            Search::Only(search) => search.mover_wins(after.map(|(_, step)| step), side),
            Search::Mixed(search) => search.mover_wins(&self.sum.components(after), side),
            Search::Plain(search) => search.mover_wins(&self.sum.components(after), side),
        }
    }
}

fn side(player: Player) -> Side {
    if player == Player::Right { Side::Right } else { Side::Left }
}
