//! Transfer of values between arenas.

use std::collections::HashMap;
use winways::values::Arena;
use winways::{Dyadic, EvaluationError, Game};

/// A game without an arena: its followers in topological order, options first.
pub(crate) struct Portable(Vec<Follower>);

enum Follower {
    /// A number, a multiple of up, and a nimber.
    Plain(Dyadic, i64, u128),
    /// A form, with the indices of its options.
    Form(Vec<usize>, Vec<usize>),
}

impl Portable {
    /// Extracts a game from an arena.
    pub(crate) fn of(arena: &Arena, game: Game) -> Result<Portable, EvaluationError> {
        let mut session = arena.session();
        let mut followers = Vec::new();
        let mut places: HashMap<Game, usize> = HashMap::new();
        let mut open = vec![game];
        while let Some(&game) = open.last() {
            session.spend(1)?;
            let known = places.contains_key(&game);
            let plain = if known { None } else { session.as_number_up_star(game) };
            let follower = match (known, plain) {
                (true, _) => None,
                (false, Some((number, ups, nimber))) => Some(Follower::Plain(number, ups, nimber)),
                (false, None) => {
                    let left: Vec<Game> = session.left_options(game)?.collect();
                    let right: Vec<Game> = session.right_options(game)?.collect();
                    let before = open.len();
                    open.extend(left.iter().chain(&right).filter(|option| !places.contains_key(option)));
                    if open.len() > before {
                        continue;
                    }
                    let placed = |options: &[Game]| options.iter().map(|option| places[option]).collect();
                    Some(Follower::Form(placed(&left), placed(&right)))
                }
            };
            open.pop();
            if let Some(follower) = follower {
                places.insert(game, followers.len());
                followers.push(follower);
            }
        }
        Ok(Portable(followers))
    }

    /// Creates the game in an arena.
    pub(crate) fn game(&self, arena: &Arena) -> Result<Game, EvaluationError> {
        let mut session = arena.session();
        let mut games: Vec<Game> = Vec::with_capacity(self.0.len());
        for follower in &self.0 {
            let game = match follower {
                Follower::Plain(number, ups, nimber) => session.number_up_star(number, *ups, *nimber)?,
                Follower::Form(left, right) => {
                    let options =
                        |places: &[usize]| places.iter().map(|place| games[*place]).collect::<Vec<_>>();
                    session.form(&options(left), &options(right))?
                }
            };
            games.push(game);
        }
        Ok(games.pop().unwrap_or(Game::ZERO))
    }
}
