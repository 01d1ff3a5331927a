//! The theorem of Sprague and Grundy, checked on sums of different games and on all small graphs.

use crate::heaps::octal::Octal;
use crate::heaps::{euclid, fibonacci_nim, grundy, kayles, lasker, nim, wythoff};
use std::sync::Arc;
use winways_kit::Game;
use winways_kit::{Check, Claim, Halt};
use winways_rules::{Component, ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::{GrundySearch, Interned, InternedRules, MixedRules, OutcomeSearch, Theorems};
use winways_values::Nimber;

pub(crate) const CLAIM: Claim = claim!("octal", "sprague-grundy", check);

fn check(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    for edges in 0..1 << 6 {
        check_graph(&Graph::of_edges(edges), check)?;
    }
    check_games(up_to, check)
}

/// A token on one of the vertices 0, 1, 2, 3. Edges lead to smaller numbers.
struct Graph {
    /// The set of vertices reachable by a move from each vertex.
    successors: [u64; 4],
}

impl Graph {
    /// Creates a graph. Each of the six possible edges is present if its bit in `edges` is one.
    fn of_edges(edges: u64) -> Graph {
        Graph { successors: [0, edges & 1, edges >> 1 & 3, edges >> 3 & 7] }
    }
}

impl Ruleset for Graph {
    type Component = u64;

    fn options(&self, vertex: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let successors = self.successors[*vertex as usize];
        (0..4).filter(|next| successors >> next & 1 != 0).for_each(|next| options.push([next]));
        Ok(())
    }

    fn option_bound(&self, vertex: &u64) -> u64 {
        self.successors[*vertex as usize].count_ones().into()
    }
}

fn check_graph(graph: &Graph, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut values = GrundySearch::new(graph, Theorems::Ignore, check.budget, check.observer);
    let mut outcomes = OutcomeSearch::new(graph, Play::Normal, check.budget, check.observer);
    for tokens in winways_kit::heaps::multisets(3, 3) {
        let theorem = ImpartialOutcome::next_if(!values.nim_value_of_sum(&tokens)?.is_zero());
        let case = || format!("tokens on {tokens:?}, successors {:?}", graph.successors);
        check.compare(case, theorem, outcomes.outcome(&tokens)?)?;
    }
    Ok(())
}

/// The components of several games, as components of the mixed rules.
#[derive(Default)]
struct Summands {
    games: Vec<Arc<dyn InternedRules>>,
    components: Vec<(u64, Nimber, String)>,
}

impl Summands {
    /// Adds every position that is a single component, with its nim-value computed by search.
    fn add<G: Game + 'static>(&mut self, game: G, up_to: u64, check: &Check<'_>) -> Result<(), Halt> {
        self.add_shared::<G::Component>(Arc::new(game), up_to, check)
    }

    fn add_shared<C: Component>(
        &mut self,
        game: Arc<dyn Game<Component = C>>,
        up_to: u64,
        check: &Check<'_>,
    ) -> Result<(), Halt> {
        let rules = Interned::new(game.clone());
        let mut search = GrundySearch::new(&*game, Theorems::Ignore, check.budget, check.observer);
        for position in game.positions(up_to) {
            check.poll()?;
            // 256 bytes per entry: the name, the value, and the component in two tables.
            check.check_memory(self.components.len() as u64, 256)?;
            let [component] = &position[..] else { continue };
            let number = MixedRules::component(self.games.len(), rules.id_as_it_is(component));
            let name = format!("{}({})", game.name(), game.write(&position));
            self.components.push((number, search.nim_value(component)?, name));
        }
        self.games.push(Arc::new(rules));
        Ok(())
    }
}

fn check_games(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let mut summands = Summands::default();
    summands.add(nim::Nim, up_to, check)?;
    summands.add(lasker::Lasker, up_to, check)?;
    summands.add(kayles::kayles(), up_to, check)?;
    summands.add(kayles::dawson_chess(), up_to, check)?;
    summands.add(Octal::of_digits(vec![4, 4]), up_to, check)?;
    summands.add(grundy::Grundy, up_to, check)?;
    summands.add(wythoff::Wythoff, up_to, check)?;
    summands.add(euclid::Euclid, up_to, check)?;
    summands.add(fibonacci_nim::FibonacciNim, up_to, check)?;
    let rules = MixedRules::new(summands.games);
    let mut outcomes = OutcomeSearch::new(&rules, Play::Normal, check.budget, check.observer);
    for (index, (first, first_value, first_name)) in summands.components.iter().enumerate() {
        for (second, second_value, second_name) in &summands.components[index..] {
            let theorem = ImpartialOutcome::next_if(!(*first_value + *second_value).is_zero());
            let outcome = outcomes.outcome(&[*first, *second])?;
            check.compare(|| format!("{first_name} + {second_name}"), theorem, outcome)?;
        }
    }
    Ok(())
}
