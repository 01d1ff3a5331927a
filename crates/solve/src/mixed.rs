//! A single ruleset for sums of components of different games.
//!
//! Each game numbers the components that it encounters. A component of the sum is the index of its game and
//! that number, packed into one word. The keys are short, so a search over sums is fast even if the
//! components themselves are large.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use winways_rules::{Component, Options, PartizanRuleset, RuleFault, Ruleset, Side, Sign};
use winways_values::{ArenaError, Game, Session};

/// A ruleset whose components are identified by number.
pub trait InternedRules: Send + Sync {
    /// Appends the options of component number `id` for `side`, in the order of the rules. In an impartial
    /// game both sides have the same options.
    ///
    /// # Errors
    /// Fails like [`Ruleset::options`].
    fn options(&self, id: u32, side: Side, options: &mut Options<u32>) -> Result<(), RuleFault>;

    /// Returns the bound of [`Ruleset::option_bound`] for component number `id`.
    fn option_bound(&self, id: u32) -> u64;

    /// Returns the number of the representative of component number `id` and its sign, as
    /// [`PartizanRuleset::canonicalise_value`] does. An impartial component represents itself.
    fn representative(&self, id: u32) -> (u32, Sign);

    /// Returns the value of [`PartizanRuleset::value_by_theorem`] for component number `id`.
    ///
    /// # Errors
    /// Returns an [`ArenaError`] if the arena cannot hold the value.
    fn value_by_theorem(&self, id: u32, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError>;

    /// Returns the number of bytes that the numbering currently occupies.
    fn table_bytes(&self) -> u64;

    /// Returns the approximate number of bytes that an option of component number `id` occupies in the
    /// numbering and while it is generated.
    fn option_bytes(&self, id: u32) -> u64;
}

/// A table that numbers the components met so far.
struct Table<C>(Mutex<Numbered<C>>);

struct Numbered<C> {
    components: Vec<C>,
    ids: HashMap<C, u32, FixedState>,
    /// Heap bytes owned by the components, counting both copies.
    owned_bytes: usize,
}

impl<C: Component> Table<C> {
    fn new() -> Self {
        Table(Mutex::new(Numbered { components: Vec::new(), ids: HashMap::default(), owned_bytes: 0 }))
    }

    fn number(&self, component: C) -> u32 {
        let mut table = self.lock();
        if let Some(id) = table.ids.get(&component) {
            return *id;
        }
        let id = table.components.len() as u32;
        table.owned_bytes += 2 * component.owned_bytes();
        table.components.push(component.clone());
        table.ids.insert(component, id);
        id
    }

    fn component(&self, id: u32) -> C {
        self.lock().components[id as usize].clone()
    }

    /// Returns an upper estimate of the number of bytes of an option. An option owns only a little more
    /// memory than its component. It is first copied to a buffer, and then stored twice in the table, whose
    /// lists double as they grow.
    fn option_bytes(&self, id: u32) -> u64 {
        let owned = self.lock().components[id as usize].owned_bytes();
        (3 * owned + 6 * size_of::<C>() + 64) as u64
    }

    fn bytes(&self) -> u64 {
        let table = self.lock();
        let components = table.components.capacity() * size_of::<C>();
        (components + table.ids.allocation_size() + table.owned_bytes) as u64
    }

    fn lock(&self) -> MutexGuard<'_, Numbered<C>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the approximate meter steps for normalising a component and finding its number.
fn numbering_steps<C: Component>(component: &C) -> u64 {
    16 * (1 + component.owned_bytes() as u64)
}

/// An impartial ruleset that numbers the components met so far.
pub struct Interned<R: Ruleset + ?Sized, P> {
    rules: P,
    table: Table<R::Component>,
}

impl<R: Ruleset + ?Sized, P: std::ops::Deref<Target = R>> Interned<R, P> {
    /// Creates a table with no components for the given rules.
    pub fn new(rules: P) -> Self {
        Interned { rules, table: Table::new() }
    }

    /// Returns the number of a component without canonicalising it, so that its options stay in the order of
    /// the rules.
    pub fn id_as_it_is(&self, component: &R::Component) -> u32 {
        self.table.number(component.clone())
    }

    /// Returns the number of a component after [`Ruleset::canonicalise`].
    pub fn id(&self, component: &R::Component) -> u32 {
        let mut component = component.clone();
        self.rules.canonicalise(&mut component);
        self.table.number(component)
    }
}

impl<R: Ruleset + ?Sized, P: std::ops::Deref<Target = R> + Send + Sync> InternedRules for Interned<R, P> {
    fn options(&self, id: u32, _: Side, options: &mut Options<u32>) -> Result<(), RuleFault> {
        options.with_lent_meter(|options, found| {
            self.rules.options(&self.table.component(id), found)?;
            found.metered(|found, meter| {
                for option in found.iter() {
                    meter.spend(option.iter().map(numbering_steps).sum())?;
                    options.push(option.iter().map(|component| self.id(component)));
                }
                Ok(())
            })
        })
    }

    fn option_bound(&self, id: u32) -> u64 {
        self.rules.option_bound(&self.table.component(id))
    }

    fn representative(&self, id: u32) -> (u32, Sign) {
        (id, Sign::Same)
    }

    fn value_by_theorem(&self, id: u32, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
        self.rules.nim_value(&self.table.component(id)).map(|value| arena.nimber(value.0.into())).transpose()
    }

    fn table_bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn option_bytes(&self, id: u32) -> u64 {
        self.table.option_bytes(id)
    }
}

/// A partizan ruleset that numbers the components met so far.
pub struct InternedPartizan<R: PartizanRuleset + ?Sized, P> {
    rules: P,
    table: Table<R::Component>,
    /// `true` if either player may make the moves of both.
    for_both: bool,
}

impl<R: PartizanRuleset + ?Sized, P: std::ops::Deref<Target = R>> InternedPartizan<R, P> {
    /// Creates a table with no components for the given rules.
    pub fn new(rules: P) -> Self {
        InternedPartizan { rules, table: Table::new(), for_both: false }
    }

    /// Creates the impartial game in which either player may make the moves of both.
    pub fn for_both(rules: P) -> Self {
        InternedPartizan { for_both: true, ..InternedPartizan::new(rules) }
    }

    /// Returns the number of a component after [`PartizanRuleset::canonicalise`], or after
    /// [`PartizanRuleset::canonicalise_for_both`] if the rules are for both players.
    pub fn id(&self, component: &R::Component) -> u32 {
        let mut component = component.clone();
        match self.for_both {
            true => self.rules.canonicalise_for_both(&mut component),
            false => self.rules.canonicalise(&mut component),
        }
        self.table.number(component)
    }
}

impl<R: PartizanRuleset + ?Sized, P: std::ops::Deref<Target = R> + Send + Sync> InternedRules
    for InternedPartizan<R, P>
{
    fn options(&self, id: u32, side: Side, options: &mut Options<u32>) -> Result<(), RuleFault> {
        options.with_lent_meter(|options, found| {
            let component = self.table.component(id);
            self.rules.options(&component, side, found)?;
            if self.for_both {
                self.rules.options(&component, side.opponent(), found)?;
            }
            found.metered(|found, meter| {
                for option in found.iter() {
                    meter.spend(option.iter().map(numbering_steps).sum())?;
                    options.push(option.iter().map(|component| self.id(component)));
                }
                Ok(())
            })
        })
    }

    fn option_bound(&self, id: u32) -> u64 {
        let bound = self.rules.option_bound(&self.table.component(id));
        if self.for_both { bound.saturating_mul(2) } else { bound }
    }

    fn representative(&self, id: u32) -> (u32, Sign) {
        // Equal values in the partizan game need not be equal in its impartial form.
        if self.for_both {
            return (id, Sign::Same);
        }
        let mut component = self.table.component(id);
        let sign = self.rules.canonicalise_value(&mut component);
        (self.table.number(component), sign)
    }

    fn value_by_theorem(&self, id: u32, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
        // The theorems are about the partizan game.
        if self.for_both {
            return Ok(None);
        }
        self.rules.value_by_theorem(&self.table.component(id), arena)
    }

    fn table_bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn option_bytes(&self, id: u32) -> u64 {
        self.table.option_bytes(id)
    }
}

/// Several games played as one sum.
pub struct MixedRules {
    games: Vec<Arc<dyn InternedRules>>,
}

impl MixedRules {
    /// Creates the sum of games, each identified by its index.
    pub fn new(games: Vec<Arc<dyn InternedRules>>) -> Self {
        MixedRules { games }
    }

    /// Returns component number `id` of game number `game`, as a component of the sum.
    pub fn component(game: usize, id: u32) -> u64 {
        (game as u64) << 32 | u64::from(id)
    }

    fn split(component: u64) -> (usize, u32) {
        ((component >> 32) as usize, component as u32)
    }
}

impl MixedRules {
    fn push_options(&self, component: u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let (game, id) = Self::split(component);
        options.with_lent_meter(|options, found| {
            self.games[game].options(id, side, found)?;
            for option in found.iter() {
                options.push(option.iter().map(|&id| Self::component(game, id)));
            }
            Ok(())
        })
    }

    fn bound(&self, component: u64) -> u64 {
        let (game, id) = Self::split(component);
        self.games[game].option_bound(id)
    }

    fn option_bytes_of(&self, component: u64) -> u64 {
        let (game, id) = Self::split(component);
        self.games[game].option_bytes(id)
    }

    fn table_bytes_of_all(&self) -> u64 {
        self.games.iter().map(|game| game.table_bytes()).sum()
    }
}

/// Rules for sums of impartial games, where both sides have the same moves.
impl Ruleset for MixedRules {
    type Component = u64;

    fn options(&self, component: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.push_options(*component, Side::Left, options)
    }

    fn option_bound(&self, component: &u64) -> u64 {
        self.bound(*component)
    }

    fn table_bytes(&self) -> u64 {
        self.table_bytes_of_all()
    }

    fn option_bytes(&self, component: &u64) -> u64 {
        self.option_bytes_of(*component)
    }
}

/// Rules for sums that include partizan games.
impl PartizanRuleset for MixedRules {
    type Component = u64;

    fn options(&self, component: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
        self.push_options(*component, side, options)
    }

    fn option_bound(&self, component: &u64) -> u64 {
        self.bound(*component)
    }

    fn canonicalise_value(&self, component: &mut u64) -> Sign {
        let (game, id) = Self::split(*component);
        let (representative, sign) = self.games[game].representative(id);
        *component = Self::component(game, representative);
        sign
    }

    fn value_by_theorem(&self, component: &u64, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
        let (game, id) = Self::split(*component);
        self.games[game].value_by_theorem(id, arena)
    }

    fn table_bytes(&self) -> u64 {
        self.table_bytes_of_all()
    }

    fn option_bytes(&self, component: &u64) -> u64 {
        self.option_bytes_of(*component)
    }
}
