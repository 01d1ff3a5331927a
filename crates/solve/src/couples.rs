//! Nim-values of impartial positions by couples: sums of a component and a nimber.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::grundy::Theorems;
use crate::ledger::Ledger;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use winways_rules::{Component, Options, Ruleset};
use winways_values::Nimber;

/// A search for nim-values by couples. The sum of a component K and a nimber n is lost for the player to move
/// if and only if n is the value of K.
///
/// A single move to a lost couple proves that a couple is won, so most followers are never examined. A
/// position that splits into components needs only the values of the smaller components.
/// [`GrundySearch`](crate::GrundySearch) examines every follower.
///
/// Source: Lemoine, Viennot, *Nimbers are inevitable* (2012).
///
/// # Complexity
/// Each couple is expanded at most once. A component has at most one couple more than its [`Ruleset::option_bound`].
///
/// ```
/// use winways_rules::{Options, RuleFault, Ruleset};
/// use winways_solve::{Budget, CoupleSearch, NoObserver, Theorems};
/// # struct Matches;
/// # impl Ruleset for Matches {
/// #     type Component = u64;
/// #     fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
/// #         for taken in 1..=3.min(*heap) { options.push([heap - taken]); }
/// #         Ok(())
/// #     }
/// #     fn option_bound(&self, heap: &u64) -> u64 { 3.min(*heap) }
/// # }
/// // A move takes one, two or three matches.
/// let mut search = CoupleSearch::new(&Matches, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
/// assert_eq!(search.nim_value(&7)?.0, 3);
/// assert!(search.is_worth(&[7, 5], winways_values::Nimber(2))?);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
pub struct CoupleSearch<'r, R: Ruleset + ?Sized> {
    rules: &'r R,
    theorems: Theorems,
    ledger: Ledger<'r>,
    memo: HashMap<R::Component, Known, FixedState>,
    /// Heap bytes owned by the components in the memo.
    owned_bytes: u64,
    /// Bytes of the current line of play.
    line_bytes: u64,
    nodes: u64,
    options_seen: u64,
    scratch: Options<R::Component>,
}

/// The partial knowledge about the value of a component.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    value: Option<Nimber>,
    /// Lower bound of the value.
    from: u64,
    /// Bit n is set if the value is not `from` + n.
    excluded: u64,
}

impl Known {
    /// Returns `true` if the value is known not to be `nimber`.
    fn excludes(&self, nimber: u64) -> bool {
        match (self.value, nimber.checked_sub(self.from)) {
            (Some(value), _) => value.0 != nimber,
            (None, None) => true,
            (None, Some(bit)) => bit < u64::from(u64::BITS) && self.excluded >> bit & 1 == 1,
        }
    }

    /// Records that the value is not `nimber`. A nimber 64 or more above `from` is ignored.
    fn exclude(&mut self, nimber: u64) {
        if let Some(bit) = nimber.checked_sub(self.from).filter(|bit| *bit < u64::from(u64::BITS)) {
            self.excluded |= 1 << bit;
        }
        while self.excluded & 1 == 1 {
            self.excluded >>= 1;
            self.from += 1;
        }
    }
}

/// A query on the current line of play.
enum Frame<C> {
    /// Asks whether the component has the value `nimber`.
    Couple(Couple<C>),
    /// Asks for the value of the component, which is at least `from`.
    Value { component: C, from: u64 },
}

struct Couple<C> {
    component: C,
    nimber: u64,
    /// The smaller nimber to which the next move in `nimber` leads.
    less: u64,
    /// The positions left by moves in the component, the most promising last.
    options: Vec<Box<[C]>>,
    bytes: u64,
}

/// The next step for the query on top.
enum Step<C> {
    /// Answers the query.
    Answer(bool),
    /// Asks another query first.
    Ask(Frame<C>),
}

/// The cost of a couple, in units of one option.
const COUPLE_COST: u64 = 8;

impl<'r, R: Ruleset + ?Sized> CoupleSearch<'r, R> {
    /// Creates a search with an empty memo. It runs on one thread, regardless of the budget.
    pub fn new(rules: &'r R, theorems: Theorems, budget: Budget, observer: &'r dyn Observer) -> Self {
        CoupleSearch {
            rules,
            theorems,
            // The interval is in options.
            ledger: Ledger::new(budget, observer, 1 << 14),
            memo: HashMap::default(),
            owned_bytes: 0,
            line_bytes: 0,
            nodes: 0,
            options_seen: 0,
            scratch: Options::with_meter(observer.meter()),
        }
    }

    /// Replaces the budget, for example to resume a stopped search.
    pub fn set_budget(&mut self, budget: Budget) {
        self.ledger.budget = budget;
    }

    /// Returns the nim-value of a component.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; results computed so far
    /// are retained.
    pub fn nim_value(&mut self, component: &R::Component) -> Result<Nimber, Stopped> {
        let mut component = component.clone();
        self.rules.canonicalise(&mut component);
        if let Some(value) = self.value(&component) {
            return Ok(value);
        }
        let question = Frame::Value { component: component.clone(), from: 0 };
        self.search(question).map_err(|reason| reason.after(self.nodes))?;
        match self.value(&component) {
            Some(value) => Ok(value),
            None => unreachable!("a finished search knows the value"),
        }
    }

    /// Returns `true` if a sum has the given value, that is, if the sum and the nimber together are lost for
    /// the player to move.
    ///
    /// # Errors
    /// Fails like [`CoupleSearch::nim_value`].
    pub fn is_worth(&mut self, sum: &[R::Component], nimber: Nimber) -> Result<bool, Stopped> {
        let mut parts = sum.to_vec();
        self.rules.canonicalise_all(&mut parts);
        let parts = reduced(self.rules, parts);
        loop {
            match self.verdict(&parts, nimber.0) {
                Step::Answer(is_worth) => return Ok(is_worth),
                Step::Ask(question) => {
                    let is_couple = matches!(question, Frame::Couple(_));
                    let answer = self.search(question).map_err(|reason| reason.after(self.nodes))?;
                    if is_couple {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// Returns the number of couples expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn value(&self, component: &R::Component) -> Option<Nimber> {
        let known = self.memo.get(component).and_then(|known| known.value);
        known.or_else(|| match self.theorems {
            Theorems::Use => self.rules.nim_value(component),
            Theorems::Ignore => None,
        })
    }

    /// Answers a query. The answer to a query for a value has no meaning; its result is in the memo.
    fn search(&mut self, question: Frame<R::Component>) -> Result<bool, StopReason> {
        self.line_bytes = 0;
        let mut stack = vec![question];
        self.expand(&mut stack)?;
        // The answer to the last query, if it was a couple.
        let mut answer = None;
        while let Some(frame) = stack.last_mut() {
            let step = match frame {
                Frame::Value { component, from } => match answer.take() {
                    Some(true) => Step::Answer(true),
                    earlier => {
                        *from += u64::from(earlier.is_some());
                        let known = self.memo.get(component).copied().unwrap_or_default();
                        while known.excludes(*from) {
                            *from += 1;
                        }
                        Step::Ask(Frame::Couple(Couple::new(component.clone(), *from)))
                    }
                },
                Frame::Couple(couple) => self.advance(couple, answer.take()),
            };
            match step {
                Step::Ask(question) => {
                    stack.push(question);
                    self.expand(&mut stack)?;
                }
                Step::Answer(is_worth) => match stack.pop() {
                    Some(Frame::Couple(couple)) => {
                        self.line_bytes -= couple.bytes;
                        self.remember(couple.component, couple.nimber, is_worth)?;
                        answer = Some(is_worth);
                    }
                    // The value itself is in the memo.
                    _ if stack.is_empty() => return Ok(is_worth),
                    _ => {}
                },
            }
        }
        Ok(answer.unwrap_or(false))
    }

    /// Continues with a couple, given the answer to its last query if that query was a couple.
    fn advance(&self, couple: &mut Couple<R::Component>, answer: Option<bool>) -> Step<R::Component> {
        match answer {
            // There is a move to a lost couple.
            Some(true) => return Step::Answer(false),
            Some(false) if couple.less < couple.nimber => couple.less += 1,
            Some(false) => drop(couple.options.pop()),
            None => {}
        }
        let known = self.memo.get(&couple.component).copied().unwrap_or_default();
        if let Some(value) = known.value {
            return Step::Answer(value.0 == couple.nimber);
        }
        if known.excludes(couple.nimber) {
            return Step::Answer(false);
        }
        while couple.less < couple.nimber {
            if !known.excludes(couple.less) {
                return Step::Ask(Frame::Couple(Couple::new(couple.component.clone(), couple.less)));
            }
            couple.less += 1;
        }
        while let Some(option) = couple.options.last() {
            match self.verdict(option, couple.nimber) {
                Step::Answer(true) => return Step::Answer(false),
                Step::Answer(false) => drop(couple.options.pop()),
                ask => return ask,
            }
        }
        Step::Answer(true)
    }

    /// Checks whether canonical components have the total value `nimber`. Returns the answer, or the query that
    /// must be answered first. While the values of several parts are unknown, this query asks for the value of
    /// the smallest of them. The last query is a couple with the largest part; its answer is the answer for
    /// the sum.
    fn verdict(&self, parts: &[R::Component], nimber: u64) -> Step<R::Component> {
        let mut rest = Nimber(nimber);
        let mut unknown: Option<&R::Component> = None;
        let mut smallest: Option<&R::Component> = None;
        // Parts are sorted by size.
        for part in parts {
            match (self.value(part), unknown) {
                (Some(value), _) => rest += value,
                (None, None) => unknown = Some(part),
                (None, Some(before)) => {
                    smallest = smallest.or(Some(before));
                    unknown = Some(part);
                }
            }
        }
        if let Some(part) = smallest {
            return Step::Ask(Frame::Value { component: part.clone(), from: 0 });
        }
        let Some(part) = unknown else { return Step::Answer(rest.is_zero()) };
        // A value never exceeds the number of options.
        let known = self.memo.get(part).copied().unwrap_or_default();
        if rest.0 > self.rules.option_bound(part) || known.excludes(rest.0) {
            return Step::Answer(false);
        }
        Step::Ask(Frame::Couple(Couple::new(part.clone(), rest.0)))
    }

    /// Lists the options of the query on top if it is a couple.
    fn expand(&mut self, stack: &mut [Frame<R::Component>]) -> Result<(), StopReason> {
        let depth = stack.len();
        let Some(Frame::Couple(couple)) = stack.last_mut() else { return Ok(()) };
        self.check_memory(&couple.component)?;
        self.nodes += 1;
        self.scratch.clear();
        self.rules.options(&couple.component, &mut self.scratch)?;
        self.rules.canonicalise_all(self.scratch.components_from_mut(0));
        let rules = self.rules;
        let mut options: Vec<(u64, Box<[R::Component]>)> = (self.scratch.iter())
            .map(|option| {
                let parts = reduced(rules, option.to_vec());
                (parts.last().map_or(0, |largest| rules.option_bound(largest)), parts)
            })
            .collect();
        // Options that are likely to be decided quickly are tried first.
        options.sort_unstable_by(|option, other| other.cmp(option));
        options.dedup();
        couple.options = options.into_iter().map(|(_, parts)| parts).collect();
        couple.bytes = couple.options.iter().map(|parts| bytes_of(parts)).sum::<u64>();
        self.line_bytes += couple.bytes;
        let count = self.scratch.len() as u64;
        self.options_seen += count;
        self.ledger.spend(COUPLE_COST + count, || Progress {
            options: self.options_seen,
            ..Progress::new(self.memo.len() as u64, depth, self.bytes())
        })
    }

    fn remember(&mut self, component: R::Component, nimber: u64, is_worth: bool) -> Result<(), StopReason> {
        if self.memo.len() == self.memo.capacity() {
            self.ledger.check(self.bytes() + 2 * self.memo.allocation_size() as u64)?;
        }
        let owned = component.owned_bytes() as u64;
        let known = match self.memo.entry(component) {
            hashbrown::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            hashbrown::hash_map::Entry::Vacant(entry) => {
                self.owned_bytes += owned;
                entry.insert(Known::default())
            }
        };
        if is_worth {
            known.value = Some(Nimber(nimber));
        } else {
            known.exclude(nimber);
        }
        Ok(())
    }

    fn check_memory(&self, component: &R::Component) -> Result<(), StopReason> {
        let bound = self.rules.option_bound(component);
        let option = 4 * size_of::<R::Component>() + 2 * component.owned_bytes() + 64;
        let needed = bound
            .saturating_mul(option as u64 + self.rules.option_bytes(component))
            .saturating_add(Options::<R::Component>::bytes_for(bound));
        self.ledger.check_more(needed, || self.bytes())
    }

    fn bytes(&self) -> u64 {
        self.memo.allocation_size() as u64 + self.owned_bytes + self.line_bytes + self.rules.table_bytes()
    }
}

impl<C> Couple<C> {
    fn new(component: C, nimber: u64) -> Self {
        Couple { component, nimber, less: 0, options: Vec::new(), bytes: 0 }
    }
}

/// Removes components without options and pairs of equal canonical components, and sorts the rest by size.
fn reduced<R: Ruleset + ?Sized>(rules: &R, mut parts: Vec<R::Component>) -> Box<[R::Component]> {
    parts.retain(|part| rules.option_bound(part) > 0);
    parts.sort_by_cached_key(|part| (rules.option_bound(part), part.clone()));
    let mut index = 0;
    while index + 1 < parts.len() {
        if parts[index] == parts[index + 1] {
            parts.drain(index..index + 2);
        } else {
            index += 1;
        }
    }
    parts.into_boxed_slice()
}

fn bytes_of<C: Component>(parts: &[C]) -> u64 {
    let owned: usize = parts.iter().map(Component::owned_bytes).sum();
    (size_of_val(parts) + owned + size_of::<Box<[C]>>() + 16) as u64
}
