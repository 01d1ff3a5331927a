//! Sums of components of different games, as one ruleset.
//!
//! Each game numbers the components it meets; a component of the sum is the game's index and that number, packed into
//! one word. It makes short keys too, so a search over sums is quick even where the components themselves are large.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use winways_rules::{Component, Options, Ruleset};

/// A ruleset whose components are known by number.
pub trait InternedRules: Send + Sync {
    /// Appends the options of component number `id`, in the order of the rules.
    fn options(&self, id: u32, options: &mut Options<u32>);

    /// As [`Ruleset::option_bound`].
    fn option_bound(&self, id: u32) -> u64;

    /// The bytes of memory that the numbering takes by now.
    fn table_bytes(&self) -> u64;
}

/// A ruleset with a table of the components met so far.
pub struct Interned<R: Ruleset, P> {
    rules: P,
    table: Mutex<Table<R::Component>>,
}

struct Table<C> {
    components: Vec<C>,
    ids: HashMap<C, u32, FixedState>,
    /// What the components own elsewhere, counted for both copies.
    owned_bytes: usize,
}

impl<R: Ruleset, P: std::ops::Deref<Target = R>> Interned<R, P> {
    /// The ruleset behind a pointer to it, with an empty table.
    pub fn new(rules: P) -> Self {
        Interned {
            rules,
            table: Mutex::new(Table { components: Vec::new(), ids: HashMap::default(), owned_bytes: 0 }),
        }
    }

    /// The number of a component as it is: its options stay in the order in which the rules list them.
    pub fn id_as_it_is(&self, component: &R::Component) -> u32 {
        self.number(component.clone())
    }

    /// The number of a component, after [`Ruleset::canonicalise`].
    fn id(&self, component: &R::Component) -> u32 {
        let mut component = component.clone();
        self.rules.canonicalise(&mut component);
        self.number(component)
    }

    fn number(&self, component: R::Component) -> u32 {
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

    fn component(&self, id: u32) -> R::Component {
        self.lock().components[id as usize].clone()
    }

    fn lock(&self) -> MutexGuard<'_, Table<R::Component>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Ruleset, P: std::ops::Deref<Target = R> + Send + Sync> InternedRules for Interned<R, P> {
    fn options(&self, id: u32, options: &mut Options<u32>) {
        let mut found = Options::new();
        self.rules.options(&self.component(id), &mut found);
        for option in found.iter() {
            options.push(option.iter().map(|component| self.id(component)));
        }
    }

    fn option_bound(&self, id: u32) -> u64 {
        self.rules.option_bound(&self.component(id))
    }

    fn table_bytes(&self) -> u64 {
        let table = self.lock();
        let components = table.components.capacity() * size_of::<R::Component>();
        (components + table.ids.allocation_size() + table.owned_bytes) as u64
    }
}

/// Several games played at once.
pub struct MixedRules<'g> {
    games: Vec<Box<dyn InternedRules + 'g>>,
}

impl<'g> MixedRules<'g> {
    /// The games, each known by its index.
    pub fn new(games: Vec<Box<dyn InternedRules + 'g>>) -> Self {
        MixedRules { games }
    }

    /// Component number `id` of game number `game`, as a component of the sum.
    pub fn component(game: usize, id: u32) -> u64 {
        (game as u64) << 32 | u64::from(id)
    }

    fn split(component: u64) -> (usize, u32) {
        ((component >> 32) as usize, component as u32)
    }
}

impl Ruleset for MixedRules<'_> {
    type Component = u64;

    fn options(&self, component: &u64, options: &mut Options<u64>) {
        let (game, id) = Self::split(*component);
        let mut found = Options::new();
        self.games[game].options(id, &mut found);
        for option in found.iter() {
            options.push(option.iter().map(|&id| Self::component(game, id)));
        }
    }

    fn option_bound(&self, component: &u64) -> u64 {
        let (game, id) = Self::split(*component);
        self.games[game].option_bound(id)
    }

    fn table_bytes(&self) -> u64 {
        self.games.iter().map(|game| game.table_bytes()).sum()
    }
}
