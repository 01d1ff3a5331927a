//! A reduction of impartial games to simpler games that are equivalent in every sum under misère play. A search
//! over sums of the simpler games visits fewer sums.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::outcome::OutcomeSearch;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use winways_rules::{Component, ImpartialOutcome, Meter, Options, Play, RuleFault, Ruleset};

/// A sum of games, as ascending game numbers.
type Sum = Box<[u32]>;

/// The game without options.
const ZERO: u32 = 0;
/// The game whose only option is the game without options. Even under misère play, the sum of two stars is equivalent to 0.
const STAR: u32 = 1;

/// A table of numbered games, each in the simplest form found for it.
///
/// A game G is equivalent to H, in every sum under misère play, under the following condition: all options of
/// H are options of G, and every other option of G has H as an option (it is *reversible through H*). If H
/// has no options, the player to move in G must also win G (Grundy and Smith, 1956; Conway, *On Numbers and
/// Games*, chapter 12). For example, `{0,*,*3}` is `*2`. In addition, `* + *` is 0.
struct Simplified<C> {
    games: RwLock<Games<C>>,
}

struct Games<C> {
    /// The sum to which each component reduces.
    reduced_sums: HashMap<C, Sum, FixedState>,
    /// The options of each game, ascending.
    options: Vec<Box<[Sum]>>,
    by_options: HashMap<Box<[Sum]>, u32, FixedState>,
    /// Games by their first option.
    by_first: HashMap<Sum, Vec<u32>, FixedState>,
    /// The even nimbers: *2n has index n.
    even: Vec<u32>,
    bytes: u64,
}

/// Computes the outcomes under misère play of sums of components, and passes them to `found` in order.
///
/// The components are reduced to simpler equivalent games before the search. [`OutcomeSearch`] on the
/// original rules is the slow reference implementation.
///
/// # Complexity
/// Takes as long as [`OutcomeSearch`] on the reduced sums. In addition, each component is compared with all reduced games
/// whose first option is one of its options.
///
/// ```
/// use winways_rules::{ImpartialOutcome, Options, RuleFault, Ruleset};
/// use winways_solve::{Budget, NoObserver, misere_outcomes};
/// # struct Matches;
/// # impl Ruleset for Matches {
/// #     type Component = u64;
/// #     fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
/// #         for taken in 1..=3.min(*heap) { options.push([heap - taken]); }
/// #         Ok(())
/// #     }
/// #     fn option_bound(&self, heap: &u64) -> u64 { 3.min(*heap) }
/// # }
/// // A move takes one, two or three matches; the player who takes the last one loses.
/// let mut lost = Vec::new();
/// misere_outcomes(&Matches, (0..14).map(|heap| Ok(vec![heap])), Budget::DEFAULT, &NoObserver, &mut |outcome| {
///     if outcome == ImpartialOutcome::Previous { lost.push(true) } else { lost.push(false) }
/// })?;
/// assert_eq!((0..14).filter(|heap| lost[*heap]).collect::<Vec<_>>(), [1, 5, 9, 13]);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
///
/// # Errors
/// Returns [`Stopped`] if the budget is exhausted or the observer stops the work. Returns the first error among `positions`.
/// In each case, earlier outcomes have been passed to `found`.
pub fn misere_outcomes<R: Ruleset + ?Sized>(
    rules: &R,
    positions: impl IntoIterator<Item = Result<Vec<R::Component>, Stopped>>,
    budget: Budget,
    observer: &dyn Observer,
    found: &mut dyn FnMut(ImpartialOutcome),
) -> Result<(), Stopped> {
    let simplified = Simplified::new();
    let mut search = OutcomeSearch::new(&simplified, Play::Misere, budget, observer);
    let mut meter = observer.meter();
    for position in positions {
        let mut sum = Vec::new();
        for component in position? {
            let reduced = simplified.reduce(rules, component, budget, observer, &mut meter);
            sum.extend(reduced.map_err(|reason| reason.after(search.nodes()))?);
        }
        found(search.outcome(&sum)?);
    }
    Ok(())
}

impl<C: Component> Simplified<C> {
    fn new() -> Self {
        let mut games = Games {
            reduced_sums: HashMap::default(),
            options: Vec::new(),
            by_options: HashMap::default(),
            by_first: HashMap::default(),
            even: vec![ZERO],
            bytes: 0,
        };
        games.number(Vec::new());
        games.number(vec![Sum::default()]);
        Simplified { games: RwLock::new(games) }
    }

    fn read(&self) -> RwLockReadGuard<'_, Games<C>> {
        self.games.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Games<C>> {
        self.games.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sum to which a component reduces. Reduces its followers first.
    fn reduce<R: Ruleset<Component = C> + ?Sized>(
        &self,
        rules: &R,
        component: C,
        budget: Budget,
        observer: &dyn Observer,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, StopReason> {
        let mut games = self.write();
        let mut line = vec![normal(rules, component)];
        let root = line[0].clone();
        while let Some(last) = line.last() {
            if games.reduced_sums.contains_key(last) {
                line.pop();
                continue;
            }
            let known = games.reduced_sums.len() as u64;
            budget.poll(observer, &Progress::new(known, line.len(), games.bytes))?;
            let mut options = Options::with_meter(meter.clone());
            rules.options(last, &mut options)?;
            let before = line.len();
            let mut reduced = Vec::with_capacity(options.len());
            for option in options.iter() {
                meter.spend(1 + option.len() as u64)?;
                let mut sum = Vec::new();
                for part in option {
                    let part = normal(rules, part.clone());
                    match games.reduced_sums.get(&part) {
                        Some(known) => sum.extend_from_slice(known),
                        None => line.push(part),
                    }
                }
                reduced.push(sum);
            }
            if line.len() > before {
                continue;
            }
            let sums = reduced.into_iter().map(normalised).collect();
            let simplest = games.simplest(sums, meter)?;
            if let Some(component) = line.pop() {
                games.bytes += (64 + size_of::<C>() + component.owned_bytes() + 4 * simplest.len()) as u64;
                games.reduced_sums.insert(component, simplest);
            }
        }
        Ok(games.reduced_sums.get(&root).map(|sum| sum.to_vec()).unwrap_or_default())
    }
}

fn normal<R: Ruleset + ?Sized>(rules: &R, mut component: R::Component) -> R::Component {
    rules.canonicalise(&mut component);
    component
}

/// Returns a sorted sum without games that have no options and with at most one star.
fn normalised(mut sum: Vec<u32>) -> Sum {
    sum.retain(|game| *game != ZERO);
    sum.sort_unstable();
    let stars = sum.partition_point(|game| *game <= STAR);
    sum.drain(..stars - stars % 2);
    sum.into_boxed_slice()
}

fn with_star(sum: &[u32]) -> Sum {
    normalised([sum, &[STAR]].concat())
}

impl<C> Games<C> {
    /// Returns the number of the game with these options, which must be sorted and distinct. Adds the game if
    /// it is new.
    fn number(&mut self, options: Vec<Sum>) -> u32 {
        let options = options.into_boxed_slice();
        if let Some(number) = self.by_options.get(&options) {
            return *number;
        }
        let number = self.options.len() as u32;
        // Options are stored twice.
        let words: usize = options.iter().map(|sum| 4 * sum.len() + 2 * size_of::<Sum>()).sum();
        self.bytes += 2 * words as u64 + 256;
        if let Some(first) = options.first() {
            self.by_first.entry(first.clone()).or_default().push(number);
        }
        self.by_options.insert(options.clone(), number);
        self.options.push(options);
        number
    }

    /// Returns a nimber as a sum: an even nimber, plus a star if the nimber is odd.
    fn nimber(&mut self, nimber: usize) -> Sum {
        while self.even.len() <= nimber / 2 {
            let smaller = (0..2 * self.even.len()).map(|smaller| self.nimber(smaller)).collect();
            let number = self.number(ascending(smaller));
            self.even.push(number);
        }
        let star = if nimber % 2 == 1 { STAR } else { ZERO };
        normalised(vec![self.even[nimber / 2], star])
    }

    /// Returns the simplest known sum that is equivalent to the game with these options.
    fn simplest(&mut self, options: Vec<Sum>, meter: &mut Meter) -> Result<Sum, RuleFault> {
        let options = ascending(options);
        let mut mex = 0;
        while options.binary_search(&self.nimber(mex)).is_ok() {
            mex += 1;
        }
        let nimber = self.nimber(mex);
        if self.is_equivalent(&options, &nimber, meter)? {
            return Ok(nimber);
        }
        if let Some(number) = self.by_options.get(&*options) {
            return Ok(Box::new([*number]));
        }
        for option in &options {
            for number in self.by_first.get(option).into_iter().flatten() {
                let game: Sum = Box::new([*number]);
                if self.is_equivalent(&options, &game, meter)? {
                    return Ok(game);
                }
            }
            let neighbour = with_star(option);
            if self.is_equivalent(&options, &neighbour, meter)? {
                return Ok(neighbour);
            }
        }
        Ok(Box::new([self.number(options)]))
    }

    /// Returns `true` if the game with these options is equivalent to `sum` by the rule of [`Simplified`].
    fn is_equivalent(&self, options: &[Sum], sum: &[u32], meter: &mut Meter) -> Result<bool, RuleFault> {
        let own = self.options_of(sum);
        meter.spend(1 + own.len() as u64)?;
        if own.len() > options.len() || own.iter().any(|option| options.binary_search(option).is_err()) {
            return Ok(false);
        }
        // A star is lost for the player to move, so the player to move wins a game that has the option *.
        if own.is_empty() && !options.is_empty() && !options.iter().any(|option| **option == [STAR]) {
            return Ok(false);
        }
        for option in options {
            if own.binary_search(option).is_err() {
                let reached = self.options_of(option);
                meter.spend(1 + reached.len() as u64)?;
                if reached.binary_search_by(|reached| (**reached).cmp(sum)).is_err() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the options of a sum, ascending.
    fn options_of(&self, sum: &[u32]) -> Vec<Sum> {
        let mut all = Vec::new();
        for (index, game) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *game {
                continue;
            }
            for option in &self.options[*game as usize] {
                all.push(normalised([&sum[..index], &sum[index + 1..], option].concat()));
            }
        }
        ascending(all)
    }
}

fn ascending(mut sums: Vec<Sum>) -> Vec<Sum> {
    sums.sort_unstable();
    sums.dedup();
    sums
}

impl<C: Component> Ruleset for Simplified<C> {
    type Component = u32;

    fn options(&self, game: &u32, options: &mut Options<u32>) -> Result<(), RuleFault> {
        for option in &self.read().options[*game as usize] {
            options.push(option.iter().copied());
        }
        Ok(())
    }

    fn option_bound(&self, game: &u32) -> u64 {
        self.read().options[*game as usize].len() as u64
    }

    /// Cancels pairs of stars.
    fn canonicalise_all(&self, sum: &mut [u32]) {
        let mut last_star = None;
        for place in 0..sum.len() {
            if sum[place] == STAR {
                last_star = match last_star {
                    Some(other) => {
                        sum[other] = ZERO;
                        sum[place] = ZERO;
                        None
                    }
                    None => Some(place),
                };
            }
        }
    }

    fn table_bytes(&self) -> u64 {
        self.read().bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoObserver;
    use proptest::prelude::*;

    /// An octal game, given by its digits; d0 may be 4.
    struct Code(Vec<u8>);

    impl Ruleset for Code {
        type Component = u64;

        fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
            for (taken, digit) in (0..=*heap).zip(&self.0) {
                let rest = heap - taken;
                if digit & 1 != 0 && rest == 0 && taken > 0 {
                    options.push([]);
                }
                if digit & 2 != 0 && rest > 0 && taken > 0 {
                    options.push([rest]);
                }
                if digit & 4 != 0 {
                    (1..=rest / 2).for_each(|part| options.push([part, rest - part]));
                }
            }
            Ok(())
        }

        fn option_bound(&self, heap: &u64) -> u64 {
            (heap + 1) * self.0.len() as u64
        }
    }

    fn simplified(code: &Code, positions: Vec<Vec<u64>>) -> Vec<ImpartialOutcome> {
        let mut found = Vec::new();
        let all = misere_outcomes(
            code,
            positions.into_iter().map(Ok),
            Budget::DEFAULT,
            &NoObserver,
            &mut |outcome| found.push(outcome),
        );
        all.unwrap();
        found
    }

    fn plain(code: &Code, positions: &[Vec<u64>]) -> Vec<ImpartialOutcome> {
        let mut search = OutcomeSearch::new(code, Play::Misere, Budget::DEFAULT, &NoObserver);
        positions.iter().map(|position| search.outcome(position).unwrap()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn outcomes_agree_with_the_original_rules(
            first in prop::sample::select(vec![0u8, 4]),
            digits in prop::collection::vec(0u8..8, 1..5),
            mut heaps in prop::collection::vec(prop::collection::vec(0u64..9, 0..4), 1..6),
        ) {
            let code = Code([vec![first], digits].concat());
            heaps.extend((0..14).map(|heap| vec![heap]));
            let expected = plain(&code, &heaps);
            prop_assert_eq!(simplified(&code, heaps), expected);
        }

        /// Reduced games are equivalent in every sum, so adding other heaps does not change outcomes.
        #[test]
        fn a_heap_and_its_reduced_form_have_equal_outcomes_in_sums(
            digits in prop::collection::vec(0u8..8, 1..5),
            others in prop::collection::vec(0u64..7, 0..3),
            heap in 0u64..10,
        ) {
            let code = Code([vec![0], digits].concat());
            let with_heap: Vec<u64> = others.iter().copied().chain([heap]).collect();
            let games = Simplified::new();
            let mut reduced = Vec::new();
            for component in others.iter().chain([&heap]) {
                let sum = games.reduce(&code, *component, Budget::DEFAULT, &NoObserver, &mut Meter::default());
                reduced.extend(sum.unwrap());
            }
            let mut search = OutcomeSearch::new(&games, Play::Misere, Budget::DEFAULT, &NoObserver);
            prop_assert_eq!(vec![search.outcome(&reduced).unwrap()], plain(&code, &[with_heap]));
        }
    }

    #[test]
    fn lost_heaps_of_kayles_agree_with_sibert_and_conway() {
        let kayles = Code(vec![0, 7, 7]);
        let outcomes = simplified(&kayles, (0..=40).map(|heap| vec![heap]).collect());
        let lost = (0..=40).filter(|heap| outcomes[*heap] == ImpartialOutcome::Previous);
        assert_eq!(lost.collect::<Vec<_>>(), [1, 4, 9, 12, 20]);
    }

    /// The player to move loses *2 + *2, but wins the game without moves. A sum that is 0 under normal play is
    /// therefore not necessarily 0 under misère play.
    #[test]
    fn only_pairs_of_stars_cancel() {
        let nim = Code(vec![0, 3, 3, 3, 3, 3]);
        let games = Simplified::new();
        let of =
            |heap| games.reduce(&nim, heap, Budget::DEFAULT, &NoObserver, &mut Meter::default()).unwrap();
        let (two, three) = (of(2), of(3));
        assert_eq!((of(1), two.len(), three.clone()), (vec![STAR], 1, vec![STAR, two[0]]));
        assert_eq!(&*normalised([&two[..], &two].concat()), [two[0], two[0]]);
        assert_eq!(&*normalised([&three[..], &of(1)].concat()), two);
    }

    #[test]
    fn outcomes_found_before_a_limit_are_reported() {
        let kayles = Code(vec![0, 7, 7]);
        let budget = Budget { memory: 1 << 16, ..Budget::DEFAULT };
        let mut count = 0;
        let positions = (0..).map(|heap| Ok(vec![heap]));
        let stopped = misere_outcomes(&kayles, positions, budget, &NoObserver, &mut |_| count += 1);
        assert!(matches!(stopped.unwrap_err().reason, StopReason::Memory { .. }));
        assert!(count > 10);
    }
}
