//! Checks comparisons, outcomes and simplest forms of random graphs by direct searches of the game graphs.

mod common;

use common::{Lists, cases, graph_of, graphs, large_graph, ledger, product, retrograde, root, three_nodes};
use proptest::prelude::*;
use winways_loopy::{Ending, Form, Loopies, Loopy, Order, Rule};

/// The greatest number of vertices of a random graph.
const MOST_VERTICES: usize = 8;

/// A state of `high − low`: the vertices of `low` and `high`, the player to move, and a mark that is `true` if the last move was in the
/// good component.
type State = (usize, usize, usize, bool);

/// The game on `high − low` in which Left wants the mark to be `true` infinitely often. The good component is `high` or `low`.
struct Difference<'d> {
    low: &'d Lists,
    high: &'d Lists,
    good_is_high: bool,
}

impl Difference<'_> {
    fn states(&self) -> Vec<State> {
        let pairs = (0..self.low.len()).flat_map(|low| (0..self.high.len()).map(move |high| (low, high)));
        pairs
            .flat_map(|(low, high)| {
                [(0, false), (0, true), (1, false), (1, true)].map(|(mover, mark)| (low, high, mover, mark))
            })
            .collect()
    }

    fn index(&self, (low, high, mover, mark): State) -> usize {
        4 * (low * self.high.len() + high) + 2 * mover + usize::from(mark)
    }

    fn moves(&self, (low, high, mover, _): State) -> Vec<State> {
        let in_high = self.high[high][mover].iter();
        let in_low = self.low[low][1 - mover].iter();
        in_high
            .map(|&to| (low, to as usize, 1 - mover, self.good_is_high))
            .chain(in_low.map(|&to| (to as usize, high, 1 - mover, !self.good_is_high)))
            .collect()
    }

    /// Adds the states among `alive` from which `player` forces play into `set` or leaves the opponent without a move.
    fn attract(&self, player: usize, set: &mut [bool], alive: &[bool]) {
        loop {
            let mut is_changed = false;
            for state in self.states() {
                let at = self.index(state);
                if set[at] || !alive[at] {
                    continue;
                }
                let moves = self.moves(state);
                let mut into = moves
                    .iter()
                    .map(|&next| self.index(next))
                    .filter(|&next| alive[next])
                    .map(|next| set[next]);
                let is_attracted =
                    if state.2 == player { into.any(|is_in| is_in) } else { into.all(|is_in| is_in) };
                if is_attracted {
                    set[at] = true;
                    is_changed = true;
                }
            }
            if !is_changed {
                return;
            }
        }
    }

    /// Returns the states that Left wins.
    ///
    /// Right wins the states from which Left cannot force a mark, and the states from which Right forces play into them. The search removes
    /// such states until there are no more.
    fn won_by_left(&self) -> Vec<bool> {
        let count = 4 * self.low.len() * self.high.len();
        let mut alive = vec![true; count];
        // Play that has ended is decided first.
        let [mut left, mut right] = [vec![false; count], vec![false; count]];
        self.attract(0, &mut left, &alive);
        self.attract(1, &mut right, &alive);
        (0..count).for_each(|at| alive[at] = !left[at] && !right[at]);
        loop {
            let mut reached: Vec<bool> =
                self.states().iter().map(|&state| alive[self.index(state)] && state.3).collect();
            self.attract(0, &mut reached, &alive);
            let mut lost: Vec<bool> = (0..count).map(|at| alive[at] && !reached[at]).collect();
            if !lost.contains(&true) {
                return (0..count).map(|at| alive[at] || left[at]).collect();
            }
            self.attract(1, &mut lost, &alive);
            (0..count).for_each(|at| alive[at] &= !lost[at]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 1_500, 100_000)))]

    #[test]
    fn comparisons_agree_with_a_search_of_the_difference(low in graphs(MOST_VERTICES), high in graphs(MOST_VERTICES)) {
        let (low_graph, high_graph) = (graph_of(&low), graph_of(&high));
        for (rule, good_is_high) in [(Rule::Onside, true), (Rule::Offside, false)] {
            let order = Order::new(&low_graph, &high_graph, rule, &ledger()).unwrap();
            let difference = Difference { low: &low, high: &high, good_is_high };
            let won = difference.won_by_left();
            for (g, h) in (0..low.len()).flat_map(|g| (0..high.len()).map(move |h| (g, h))) {
                let [first, second] = [0, 1].map(|mover| won[difference.index((g, h, mover, false))]);
                prop_assert_eq!(order.is_less_or_confused(g as u32, h as u32), first);
                prop_assert_eq!(order.is_at_most(g as u32, h as u32), second);
                if low_graph.is_stopper(g as u32) && high_graph.is_stopper(h as u32) {
                    let stoppers = Order::new(&low_graph, &high_graph, Rule::Stoppers, &ledger()).unwrap();
                    prop_assert_eq!(stoppers.is_at_most(g as u32, h as u32), second);
                }
            }
        }
    }

    #[test]
    fn simplified_sides_equal_the_sides_of_the_graph(lists in graphs(MOST_VERTICES)) {
        let (graph, start) = (graph_of(&lists), root(&lists));
        let mut loopies = Loopies::new();
        let value = loopies.value(&graph, start, &ledger()).unwrap();
        for (form, rule) in [(value.onside(), Rule::Onside), (value.offside(), Rule::Offside)] {
            let (simple, root) = loopies.graph(form, &ledger()).unwrap();
            prop_assert!(Order::new(&graph, &simple, rule, &ledger()).unwrap().is_at_most(start, root));
            prop_assert!(Order::new(&simple, &graph, rule, &ledger()).unwrap().is_at_most(root, start));
            if let Form::Stopper(stopper) = form {
                prop_assert!(simple.is_stopper(root));
                prop_assert_eq!(loopies.value(&simple, root, &ledger()).unwrap(), Loopy::from(stopper));
            }
        }
        prop_assert_eq!(graph.is_stopper(start) && !value.is_stopper(), false);
    }

    #[test]
    fn equal_games_with_stoppers_as_sides_have_equal_handles(one in graphs(MOST_VERTICES), other in graphs(4)) {
        let (one, other) = (graph_of(&one), graph_of(&other));
        let mut both = one.clone();
        let (mut loopies, offset) = (Loopies::new(), one.len() as u32);
        (0..other.len()).for_each(|_| { both.add_vertex(); });
        for from in 0..other.len() as u32 {
            for player in common::PLAYERS {
                other.options(player, from).iter().for_each(|&to| both.add_edge(player, from + offset, to + offset));
            }
        }
        let [onside, offside] =
            [Rule::Onside, Rule::Offside].map(|rule| Order::new(&both, &both, rule, &ledger()).unwrap());
        let values: Vec<Loopy> =
            (0..both.len() as u32).map(|vertex| loopies.value(&both, vertex, &ledger()).unwrap()).collect();
        for (g, first) in (0..).zip(&values) {
            for (h, second) in (0..).zip(&values) {
                let at_most = onside.is_at_most(g, h) && offside.is_at_most(g, h);
                prop_assert_eq!(loopies.is_at_most(*first, *second, &ledger()).unwrap(), at_most);
                if first.is_canonical() && second.is_canonical() {
                    let is_equal = at_most && onside.is_at_most(h, g) && offside.is_at_most(h, g);
                    prop_assert_eq!(first == second, is_equal);
                }
            }
        }
    }

    #[test]
    fn outcomes_of_sums_agree_with_retrograde_analysis(one in graphs(MOST_VERTICES), other in graphs(MOST_VERTICES)) {
        let mut loopies = Loopies::new();
        let [first, second] =
            [&one, &other].map(|lists| loopies.value(&graph_of(lists), root(lists), &ledger()).unwrap());
        let sum = loopies.sum(first, second, &ledger()).unwrap();
        let outcome = loopies.outcome(sum, &ledger()).unwrap();
        let found = *retrograde(&product(&one, &other)).last().unwrap();
        let ending = |wins: Option<bool>| match wins {
            Some(true) => Ending::Wins,
            Some(false) => Ending::Loses,
            None => Ending::Draws,
        };
        prop_assert_eq!([outcome.left_first, outcome.right_first], found.map(ending));
    }
}

/// Returns an error if a vertex of a small graph has another value after eight isolated vertices are added. The library uses no matrices
/// for the larger graph.
fn check_small(lists: &Lists, loopies: &mut Loopies) -> Result<(), String> {
    let small = graph_of(lists);
    let mut large = small.clone();
    (0..8).for_each(|_| {
        large.add_vertex();
    });
    let values = loopies.values(&small, &ledger()).unwrap();
    for (vertex, &value) in (0..).zip(&values) {
        let general = loopies.value(&large, vertex, &ledger()).unwrap();
        let is_same = match general.is_canonical() {
            true => value == general,
            false => loopies.is_equal(value, general, &ledger()).unwrap(),
        };
        if !is_same || loopies.value(&small, vertex, &ledger()).unwrap() != value {
            return Err(format!("{vertex}: {value:?} and {general:?}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_000, 10_000, 100_000)))]

    #[test]
    fn small_graphs_have_the_values_of_large_graphs(lists in graphs(MOST_VERTICES)) {
        prop_assert_eq!(check_small(&lists, &mut Loopies::new()), Ok(()));
    }
}

/// The onside of the last vertex is a stopper. The search does not find it in the graph without the removable moves on cycles.
#[test]
fn a_stopper_is_found_with_moves_that_can_be_removed() {
    let lists: [[&[u32]; 2]; 8] = [
        [&[], &[]],
        [&[0], &[0]],
        [&[0], &[]],
        [&[2], &[2, 5]],
        [&[3], &[3, 7]],
        [&[1, 4], &[1]],
        [&[2], &[2, 5, 7]],
        [&[0, 6], &[0]],
    ];
    let lists: Lists = lists.iter().map(|sides| sides.map(<[u32]>::to_vec)).collect();
    let mut loopies = Loopies::new();
    assert_eq!(check_small(&lists, &mut loopies), Ok(()));
    assert!(loopies.value(&graph_of(&lists), 7, &ledger()).unwrap().is_canonical());
}

#[test]
fn all_graphs_of_two_nodes_have_the_values_of_large_graphs() {
    let sets: Vec<Vec<u32>> =
        (0..8_u32).map(|set| (0..3).filter(|to| set >> to & 1 == 1).collect()).collect();
    let mut loopies = Loopies::new();
    for code in 0..1 << 12 {
        let list = |list: usize| sets[code >> (3 * list) & 7].clone();
        let lists = vec![[list(0), list(1)], [list(2), list(3)], [Vec::new(), Vec::new()]];
        assert_eq!(check_small(&lists, &mut loopies), Ok(()), "{lists:?}");
    }
}

#[test]
fn some_graphs_of_three_nodes_have_the_values_of_large_graphs() {
    let mut loopies = Loopies::new();
    for lists in three_nodes().step_by(if option_env!("WINWAYS_FULL_TESTS").is_some() { 97 } else { 4999 }) {
        assert_eq!(check_small(&lists, &mut loopies), Ok(()), "{lists:?}");
    }
}

#[test]
fn large_graphs_are_simplified_in_parts() {
    for (count, has_draws) in [(300, false), (450, false), (300, true)] {
        let graph = large_graph(count, has_draws);
        let mut loopies = Loopies::new();
        let start = count - 1;
        let value = loopies.value(&graph, start, &ledger()).unwrap();
        for (form, rule) in [(value.onside(), Rule::Onside), (value.offside(), Rule::Offside)] {
            let (simple, root) = loopies.graph(form, &ledger()).unwrap();
            assert!(Order::new(&graph, &simple, rule, &ledger()).unwrap().is_at_most(start, root));
            assert!(Order::new(&simple, &graph, rule, &ledger()).unwrap().is_at_most(root, start));
        }
        let order = Order::new(&graph, &graph, Rule::Stoppers, &ledger()).unwrap();
        let stoppers: Vec<u32> = (start - 100..count).filter(|&vertex| graph.is_stopper(vertex)).collect();
        let values: Vec<Loopy> =
            stoppers.iter().map(|&vertex| loopies.value(&graph, vertex, &ledger()).unwrap()).collect();
        for (&g, first) in stoppers.iter().zip(&values) {
            for (&h, second) in stoppers.iter().zip(&values) {
                assert_eq!(first == second, order.is_at_most(g, h) && order.is_at_most(h, g));
            }
        }
    }
}
