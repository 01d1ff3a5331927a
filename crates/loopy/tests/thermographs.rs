//! Checks thermographs of stoppers by play at single temperatures, by thermographs of short games, and in sums with numbers.

mod common;

use common::{PLAYERS, cases, graph_of, graphs, ledger, root};
use proptest::prelude::*;
use std::collections::HashMap;
use winways_loopy::{Form, Loopies, Loopy, Player, Stopper};
use winways_values::{Arena, Dyadic, Operations};

/// A number beyond all stops of small games.
const INFINITE: i64 = 1 << 40;

/// Play in the followers of a stopper at one temperature.
struct Cooled<'c> {
    loopies: &'c Loopies,
    temperature: Dyadic,
    masts: HashMap<Stopper, Dyadic>,
}

impl Cooled<'_> {
    /// Returns the stop, by a search of all plays with alternating moves.
    fn stop(&self, player: Player, stopper: Stopper) -> Dyadic {
        if let Some(mast) = self.masts.get(&stopper) {
            return mast.clone();
        }
        let results =
            self.loopies.options(player, stopper).iter().map(|&option| self.stop(player.other(), option));
        match player {
            Player::Left => results.max().unwrap() - &self.temperature,
            Player::Right => results.min().unwrap() + &self.temperature,
        }
    }
}

/// Returns the left and the right wall at all multiples of 1/64 from −1 to below 11.
///
/// Returns `None` if a follower freezes between two multiples. Also returns `None` if a player has no move in a follower that is not an
/// integer, `on` or `off`.
fn walls(loopies: &Loopies, stopper: Stopper) -> Option<Vec<[Dyadic; 2]>> {
    let followers = loopies.followers(stopper, &ledger()).unwrap();
    let mut masts = HashMap::new();
    for &follower in &followers {
        let [left, right] = PLAYERS.map(|player| loopies.options(player, follower));
        match loopies.as_number(follower) {
            Some(number) if number.is_integer() => masts.insert(follower, number.clone()),
            _ if right.is_empty() && left == [follower] => masts.insert(follower, INFINITE.into()),
            _ if left.is_empty() && right == [follower] => masts.insert(follower, (-INFINITE).into()),
            _ if left.is_empty() || right.is_empty() => return None,
            _ => None,
        };
    }
    let mut cooled = Cooled { loopies, temperature: Dyadic::from(-1), masts };
    let mut walls = Vec::new();
    for _ in 0..64 * 12 {
        let stops: Vec<[Dyadic; 2]> =
            followers.iter().map(|&follower| PLAYERS.map(|player| cooled.stop(player, follower))).collect();
        for (&follower, [left, right]) in followers.iter().zip(&stops) {
            if left < right {
                return None;
            }
            if left == right {
                cooled.masts.insert(follower, left.clone());
            }
        }
        walls.push(stops[0].clone());
        cooled.temperature = cooled.temperature + Dyadic::new(1, 6);
    }
    Some(walls)
}

/// Returns the sides of a random game that are stoppers.
fn stoppers(loopies: &mut Loopies, lists: &common::Lists) -> Vec<Stopper> {
    let value = loopies.value(&graph_of(lists), root(lists), &ledger()).unwrap();
    let forms = [value.onside(), value.offside()].into_iter();
    forms.filter_map(|form| if let Form::Stopper(stopper) = form { Some(stopper) } else { None }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 2_000, 20_000)))]

    #[test]
    fn walls_are_the_stops_of_play_at_each_temperature(lists in graphs(8)) {
        let mut loopies = Loopies::new();
        for stopper in stoppers(&mut loopies, &lists) {
            let Some(walls) = walls(&loopies, stopper) else { continue };
            let found = loopies.thermograph(stopper, &ledger()).unwrap();
            let is_finite = |number: &Dyadic| number > &Dyadic::from(-INFINITE / 2) && number < &Dyadic::from(INFINITE / 2);
            let last = walls.last().unwrap();
            prop_assert_eq!(found.is_some(), last[0] == last[1] && walls.iter().flatten().all(is_finite));
            let Some(found) = found else { continue };
            for (index, [left, right]) in (0..).zip(&walls) {
                let temperature = Dyadic::new(index - 64, 6);
                prop_assert_eq!(found.left_wall().at(&temperature), Some(left.clone()));
                prop_assert_eq!(found.right_wall().at(&temperature), Some(right.clone()));
            }
        }
    }

    #[test]
    fn means_add_with_numbers_and_change_signs_in_negatives(lists in graphs(8), numerator in -9_i64..9, exponent in 0_u32..3) {
        let (ledger, arena) = (ledger(), Arena::default());
        let (mut loopies, mut session) = (Loopies::new(), arena.session());
        let number = Dyadic::new(numerator, exponent);
        let game = session.number(&number).unwrap();
        let summand: Loopy = loopies.from_game(game, &mut session, &ledger).unwrap().into();
        for stopper in stoppers(&mut loopies, &lists) {
            let Some(found) = loopies.thermograph(stopper, &ledger).unwrap() else { continue };
            let negative = loopies.negative(stopper.into(), &ledger).unwrap().as_stopper().unwrap();
            let negative = loopies.thermograph(negative, &ledger).unwrap().unwrap();
            prop_assert_eq!(negative.mean(), &-found.mean().clone());
            prop_assert_eq!(negative.temperature(), found.temperature());
            let sum = loopies.sum(stopper.into(), summand, &ledger).unwrap().as_stopper().unwrap();
            if loopies.as_number(sum).is_none() {
                let sum = loopies.thermograph(sum, &ledger).unwrap().unwrap();
                prop_assert_eq!(sum.mean(), &(found.mean() + &number));
            }
        }
    }

    #[test]
    fn short_games_have_the_known_thermographs(
        forms in prop::collection::vec(prop::collection::vec((0..2_usize, any::<prop::sample::Index>()), 0..5), 1..8)
    ) {
        let (ledger, arena) = (ledger(), Arena::default());
        let mut loopies = Loopies::new();
        let mut operations = Operations::new(arena.session());
        let mut games = vec![operations.session().integer(2).unwrap(), operations.session().integer(-1).unwrap()];
        for options in &forms {
            let list = |place| options.iter().filter(|(at, _)| *at == place).map(|(_, index)| games[index.index(games.len())]).collect::<Vec<_>>();
            let (left, right) = (list(0), list(1));
            games.push(operations.session().form(&left, &right).unwrap());
        }
        for game in games {
            let stopper = loopies.from_game(game, operations.session(), &ledger).unwrap();
            let found = loopies.thermograph(stopper, &ledger).unwrap();
            prop_assert_eq!(found.as_ref(), Some(operations.thermograph(game).unwrap()));
        }
    }
}
