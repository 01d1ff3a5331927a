//! Misère canonical forms of impartial games.

mod born;
mod outcome;
mod parts;
mod text;

pub use born::count_born_by;
pub use text::FormError;

use crate::components::Components;
use crate::genus::Genus;
use hashbrown::HashMap;
use winways_rules::Side;
use winways_solve::{InternedRules, Ledger, Progress, StopReason};

/// A misère canonical form in an arena [`Forms`]. Two handles of one arena are equal exactly when the games are equal under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

impl Form {
    /// The game without options.
    pub const ZERO: Form = Form(0);
    /// The game whose only option is the game without options.
    pub const STAR: Form = Form(1);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A form with its most frequently used properties.
#[derive(Debug)]
struct Node {
    /// The options, ascending.
    options: Box<[Form]>,
    birthday: u32,
    is_previous: bool,
    is_nim_heap: bool,
}

/// An arena of misère canonical forms of impartial games.
///
/// A game is built from its options. Reversible options are removed, so equal games get the same [`Form`]: G equals K if all options
/// of K are options of G and every other option of G has K as an option. If K has no options, some option of G must also be a
/// P-position (the *proviso*). The order of handles is the order of their creation, and an option is created before the forms that have it.
///
/// Sources: P. M. Grundy and C. A. B. Smith, Disjunctive games with the last player losing (1956); J. H. Conway, *On Numbers and
/// Games*, chapter 12; A. N. Siegel, *Combinatorial Game Theory*, chapter V.
///
/// ```
/// use winways_misere::{Form, Forms};
/// use winways_solve::{Budget, Ledger, NoObserver};
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut forms = Forms::new();
/// let two = forms.nim_heap(2, &ledger)?;
/// let three = forms.nim_heap(3, &ledger)?;
/// // The move to *3 is reversible: the opponent moves to *2.
/// assert_eq!(forms.from_options([Form::ZERO, Form::STAR, three], &ledger)?, two);
/// assert_eq!(forms.sum(two, Form::STAR, &ledger)?, three);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Debug)]
pub struct Forms {
    nodes: Vec<Node>,
    numbers: HashMap<Box<[Form]>, Form>,
    sums: HashMap<(Form, Form), Form>,
    differences: HashMap<(Form, Form), Option<Form>>,
    parts: HashMap<Form, Vec<Form>>,
    genera: HashMap<Form, Genus>,
    mates: HashMap<Form, Form>,
    bytes: u64,
}

/// The memory of a form in bytes, without its options, which are stored twice.
const FORM_BYTES: u64 = (size_of::<Node>() + 2 * size_of::<(Box<[Form]>, Form)>() + 32) as u64;

/// The memory of an entry of a table of results, in bytes. The table is at least half full.
const ENTRY_BYTES: u64 = 2 * (size_of::<(Form, Form)>() + size_of::<Option<Form>>() + 1) as u64;

impl Default for Forms {
    fn default() -> Self {
        Forms::new()
    }
}

impl Forms {
    /// Creates an arena with the forms 0 and *.
    pub fn new() -> Self {
        let mut forms = Forms {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            sums: HashMap::new(),
            differences: HashMap::new(),
            parts: HashMap::new(),
            genera: HashMap::new(),
            mates: HashMap::new(),
            bytes: 0,
        };
        let zero = forms.interned(Vec::new());
        forms.interned(vec![zero]);
        forms
    }

    /// Returns the number of forms in the arena.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the approximate memory of the arena, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the options of a form, in the order of their creation.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.nodes[form.index()].options
    }

    /// Returns the birthday: the number of moves of the longest play.
    pub fn birthday(&self, form: Form) -> u32 {
        self.nodes[form.index()].birthday
    }

    /// Returns `true` if the player to move loses under misère play.
    pub fn is_previous(&self, form: Form) -> bool {
        self.nodes[form.index()].is_previous
    }

    /// Returns the size of the Nim heap that the form equals, if any.
    pub fn as_nim_heap(&self, form: Form) -> Option<u32> {
        let node = &self.nodes[form.index()];
        node.is_nim_heap.then_some(node.birthday)
    }

    /// Returns the form of the game with the given options.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(n·m) steps for n options, if the option with the latest birthday has m options.
    pub fn from_options(
        &mut self,
        options: impl IntoIterator<Item = Form>,
        ledger: &Ledger<'_>,
    ) -> Result<Form, StopReason> {
        let mut options: Vec<Form> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        self.charge(1 + options.len() as u64, ledger)?;
        if let Some(&known) = self.numbers.get(&options[..]) {
            return Ok(known);
        }
        if let Some(simpler) = self.simpler(&options, ledger)? {
            return Ok(simpler);
        }
        ledger.check(self.bytes + FORM_BYTES + 2 * size_of_val(&options[..]) as u64)?;
        Ok(self.interned(options))
    }

    /// Returns a form K that equals the game with these options, if there is one: K lacks some of the options, which are reversible through
    /// K.
    ///
    /// K is an option of the option with the latest birthday. That option is reversible, since the options of K have earlier birthdays than
    /// the reversible options.
    fn simpler(&self, options: &[Form], ledger: &Ledger<'_>) -> Result<Option<Form>, StopReason> {
        let Some(&latest) = options.iter().max_by_key(|&&option| self.birthday(option)) else {
            return Ok(None);
        };
        for &candidate in self.options(latest) {
            self.charge(1 + options.len() as u64, ledger)?;
            if self.is_equal_to(options, candidate) {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// Returns `true` if the game with these options equals `candidate` after reversible options are removed.
    fn is_equal_to(&self, options: &[Form], candidate: Form) -> bool {
        let kept = self.options(candidate);
        let is_kept = |option: &Form| kept.binary_search(option).is_ok();
        let is_reversible = |option: &Form| self.options(*option).binary_search(&candidate).is_ok();
        kept.iter().all(|option| options.binary_search(option).is_ok())
            && options.iter().all(|option| is_kept(option) || is_reversible(option))
            && (candidate != Form::ZERO || options.iter().any(|&option| self.is_previous(option)))
    }

    /// Returns the form with these options, none of which is reversible.
    fn interned(&mut self, options: Vec<Form>) -> Form {
        let form = Form(self.nodes.len() as u32);
        let birthday = options.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        let are_heaps = options.iter().all(|option| self.nodes[option.index()].is_nim_heap);
        let is_previous = !options.is_empty() && !options.iter().any(|&option| self.is_previous(option));
        let is_nim_heap = are_heaps && options.len() as u32 == birthday;
        self.bytes += FORM_BYTES + 2 * size_of_val(&options[..]) as u64;
        let options: Box<[Form]> = options.into();
        self.nodes.push(Node { options: options.clone(), birthday, is_previous, is_nim_heap });
        self.numbers.insert(options, form);
        form
    }

    /// Returns the form of a Nim heap.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(size²) steps and memory, unless the heap is in the arena.
    pub fn nim_heap(&mut self, size: u32, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        let mut smaller = Vec::new();
        for _ in 0..size {
            let heap = self.nim_heap_after(&smaller, ledger)?;
            smaller.push(heap);
        }
        self.nim_heap_after(&smaller, ledger)
    }

    /// Returns the Nim heap whose options are the heaps in `smaller`.
    fn nim_heap_after(&mut self, smaller: &[Form], ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        self.charge(1 + smaller.len() as u64, ledger)?;
        let mut options = smaller.to_vec();
        options.sort_unstable();
        if let Some(&known) = self.numbers.get(&options[..]) {
            return Ok(known);
        }
        ledger.check(self.bytes + FORM_BYTES + 2 * size_of_val(&options[..]) as u64)?;
        Ok(self.interned(options))
    }

    /// Returns the form of the sum of two forms.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each pair of followers of the two forms once in the lifetime of the arena.
    pub fn sum(&mut self, one: Form, other: Form, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        let mut stack = vec![(ordered(one, other), 0)];
        loop {
            let Some(&(pair, place)) = stack.last() else { return Ok(Form::ZERO) };
            let depth = stack.len();
            match self.open_option(pair, place) {
                Some((next, open)) => {
                    stack[depth - 1].1 = next;
                    stack.push((open, 0));
                    self.charge_depth(depth, ledger)?;
                }
                None => {
                    let form = self.sum_of_known(pair, ledger)?;
                    stack.pop();
                    if stack.is_empty() {
                        return Ok(form);
                    }
                }
            }
        }
    }

    /// Returns the index and the pair of the first option of a sum, starting at index `from`, whose form is not known.
    fn open_option(&self, (one, other): (Form, Form), from: usize) -> Option<(usize, (Form, Form))> {
        if self.known_sum((one, other)).is_some() {
            return None;
        }
        let (of_one, of_other) = (self.options(one), self.options(other));
        (from..of_one.len() + of_other.len()).find_map(|place| {
            let pair = match place.checked_sub(of_one.len()) {
                None => ordered(of_one[place], other),
                Some(place) => ordered(one, of_other[place]),
            };
            self.known_sum(pair).is_none().then_some((place, pair))
        })
    }

    /// Returns the sum of an ordered pair, if it is known.
    fn known_sum(&self, (one, other): (Form, Form)) -> Option<Form> {
        if one == Form::ZERO {
            return Some(other);
        }
        self.sums.get(&(one, other)).copied()
    }

    /// Returns the sum of an ordered pair, all of whose options are known.
    fn sum_of_known(&mut self, pair: (Form, Form), ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        if let Some(known) = self.known_sum(pair) {
            return Ok(known);
        }
        let (one, other) = pair;
        let of_one = self.options(one).iter().map(|&option| ordered(option, other));
        let of_other = self.options(other).iter().map(|&option| ordered(one, option));
        let options: Vec<Form> = of_one.chain(of_other).filter_map(|pair| self.known_sum(pair)).collect();
        let form = self.from_options(options, ledger)?;
        self.bytes += ENTRY_BYTES;
        self.sums.insert(pair, form);
        Ok(form)
    }

    /// Returns the form of a sum of components of an impartial game.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work or the rules report a fault.
    ///
    /// # Complexity
    /// Visits each reachable component once, and adds the forms of components that occur in a sum.
    pub fn of_sum(
        &mut self,
        rules: &dyn InternedRules,
        sum: &[u32],
        ledger: &Ledger<'_>,
    ) -> Result<Form, StopReason> {
        let mut components = Components::new(rules, &[Side::Left]);
        let forms = components.values::<StopReason>(sum, ledger, |options| {
            let options = options[0].iter().map(|option| self.sum_of(option, ledger));
            let options: Vec<Form> = options.collect::<Result<_, _>>()?;
            self.from_options(options, ledger)
        })?;
        self.sum_of(&forms, ledger)
    }

    fn sum_of(&mut self, forms: &[Form], ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        forms.iter().try_fold(Form::ZERO, |sum, &form| self.sum(sum, form, ledger))
    }

    /// Returns the mate of a form: * for 0, and otherwise the form whose options are the mates of the options.
    ///
    /// The sum of a form and its mate is a P-position.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each follower once in the lifetime of the arena.
    ///
    /// ```
    /// use winways_misere::{Form, Forms};
    /// use winways_solve::{Budget, Ledger, NoObserver};
    /// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    /// let mut forms = Forms::new();
    /// assert_eq!(forms.mate(Form::ZERO, &ledger)?, Form::STAR);
    /// let two = forms.nim_heap(2, &ledger)?;
    /// assert_eq!(forms.mate(two, &ledger)?, two);
    /// # Ok::<(), winways_solve::StopReason>(())
    /// ```
    pub fn mate(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Form, StopReason> {
        if let Some(&known) = self.mates.get(&form) {
            return Ok(known);
        }
        for follower in self.followers(form, ledger)? {
            if self.mates.contains_key(&follower) {
                continue;
            }
            let mates: Option<Vec<Form>> =
                self.options(follower).iter().map(|option| self.mates.get(option).copied()).collect();
            let mate = match follower {
                Form::ZERO => Form::STAR,
                _ => self.from_options(mates.unwrap_or_default(), ledger)?,
            };
            self.bytes += ENTRY_BYTES;
            self.mates.insert(follower, mate);
        }
        Ok(self.mates[&form])
    }

    /// Returns the genus of a form.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// Visits each follower once in the lifetime of the arena.
    pub fn genus(&mut self, form: Form, ledger: &Ledger<'_>) -> Result<Genus, StopReason> {
        if let Some(known) = self.genera.get(&form) {
            return Ok(known.clone());
        }
        for follower in self.followers(form, ledger)? {
            if self.genera.contains_key(&follower) {
                continue;
            }
            let genera = self.options(follower).iter().filter_map(|option| self.genera.get(option));
            let genus = Genus::of_options(genera);
            self.bytes += ENTRY_BYTES + 2 * size_of::<Genus>() as u64 + 64;
            self.genera.insert(follower, genus);
            self.charge(1 + self.options(follower).len() as u64, ledger)?;
        }
        Ok(self.genera[&form].clone())
    }

    /// Returns all followers of a form, including the form itself, in the order of their creation.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    pub fn followers(&self, form: Form, ledger: &Ledger<'_>) -> Result<Vec<Form>, StopReason> {
        let mut seen = fixedbitset::FixedBitSet::with_capacity(form.index() + 1);
        seen.insert(form.index());
        let mut stack = vec![form];
        while let Some(next) = stack.pop() {
            self.charge(1 + self.options(next).len() as u64, ledger)?;
            stack.extend(self.options(next).iter().filter(|option| !seen.put(option.index())));
        }
        Ok(seen.ones().map(|index| Form(index as u32)).collect())
    }

    fn charge(&self, work: u64, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        ledger.spend(work, || Progress::new(self.nodes.len() as u64, 0, self.bytes))
    }

    fn charge_depth(&self, depth: usize, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        ledger.check(self.bytes)?;
        ledger.spend(1, || Progress::new(self.nodes.len() as u64, depth, self.bytes))
    }
}

/// Returns a pair with the smaller handle first.
fn ordered(one: Form, other: Form) -> (Form, Form) {
    if one <= other { (one, other) } else { (other, one) }
}
