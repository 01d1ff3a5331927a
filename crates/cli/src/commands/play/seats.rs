//! The assignment of people and the program to players.

use crate::Failure;
use crate::arguments::{First, Opponents};
use winways::Player;
use winways::play::{Called, Match};

/// The seats of Left and Right: `true` for a person, `false` for the program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Seats {
    people: [bool; 2],
}

/// The user's preferences for the players.
#[derive(Clone, Default)]
pub(super) struct Preferences {
    pub(super) first: Option<First>,
    pub(super) side: Option<String>,
}

pub(super) const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

impl Seats {
    /// Returns the player who moves first and the seats. The preferences decide whatever the start position of `game` leaves
    /// open. In a replayed match, the player who moved first is known.
    pub(super) fn of(
        game: &Match,
        opponents: Opponents,
        preferences: &Preferences,
        is_replayed: bool,
    ) -> Result<(Player, Seats), Failure> {
        let side = preferences.side.as_deref().map(|name| named(game, name)).transpose()?;
        let fixed = (is_replayed || game.states_turn() || game.is_impartial()).then(|| game.first());
        let (first, me) = match (fixed, preferences.first, side) {
            (Some(first), Some(preference), Some(side)) if (preference == First::Me) != (side == first) => {
                let name = game.player_name(first);
                let what = if is_replayed {
                    "moved first in this match"
                } else {
                    "is to move first in this position"
                };
                return Err(Failure::usage(format!("{name} {what}")));
            }
            (Some(first), _, Some(side)) => (first, side),
            (Some(first), Some(First::Opponent), None) => (first, other(first)),
            (Some(first), _, None) => (first, first),
            (None, Some(First::Opponent), side) => {
                let me = side.unwrap_or(Player::Right);
                (other(me), me)
            }
            (None, _, side) => {
                let me = side.unwrap_or(Player::Left);
                (me, me)
            }
        };
        let people = match opponents {
            Opponents::Engine => PLAYERS.map(|player| player == me),
            Opponents::None => [true, true],
            Opponents::Both => [false, false],
        };
        Ok((first, Seats { people }))
    }

    pub(super) fn is_person(self, player: Player) -> bool {
        self.people[usize::from(player == Player::Right)]
    }

    pub(super) fn has_people(self) -> bool {
        self.people != [false, false]
    }

    pub(super) fn has_engine(self) -> bool {
        self.people != [true, true]
    }

    /// Returns the person's player, if one person plays against the program.
    pub(super) fn only_person(self) -> Option<Player> {
        match self.people {
            [true, false] => Some(Player::Left),
            [false, true] => Some(Player::Right),
            _ => None,
        }
    }

    /// Returns the words for Left and Right in sentences: `you` and `I`, or the names of the players.
    pub(super) fn called(self, game: &Match) -> [Called; 2] {
        PLAYERS.map(|player| match (self.only_person(), self.is_person(player)) {
            (None, _) => Called::Named(game.player_name(player)),
            (Some(_), true) => Called::You,
            (Some(_), false) => Called::I,
        })
    }
}

fn named(game: &Match, name: &str) -> Result<Player, Failure> {
    game.player_named(name).ok_or_else(|| {
        Failure::usage(format!("there is no player called `{name}` here: {}", game.expected_names()))
    })
}
