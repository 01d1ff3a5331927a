use crate::{Component, Options, Player, RuleFault};
use winways_values::{ArenaError, Game, Session};

/// One of the two players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left: Blue, Black, Vertical, positive.
    Left,
    /// Right: Red, White, Horizontal, negative.
    Right,
}

impl Side {
    /// Both players.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// Returns the other player.
    pub fn opponent(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// The relation between the value of a component and the value of its representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// The values are equal.
    Same,
    /// The value is the negative of the representative's value.
    Negative,
}

/// The moves of a game in which the two players have different moves.
///
/// A position is a disjunctive sum, a slice of components, and a move changes one of them. Every option is a list of
/// components too, already split into parts that do not affect each other.
///
/// Search is fastest if a component fits into a machine word.
///
/// ```
/// use winways_rules::{Options, PartizanRuleset, RuleFault, Side};
///
/// /// A heap of coins: Left may take one, Right may take two.
/// struct Coins;
///
/// impl PartizanRuleset for Coins {
///     type Component = u64;
///     fn options(&self, heap: &u64, side: Side, options: &mut Options<u64>) -> Result<(), RuleFault> {
///         let taken = if side == Side::Left { 1 } else { 2 };
///         options_of(*heap, taken, options);
///         Ok(())
///     }
///     fn option_bound(&self, heap: &u64) -> u64 {
///         (*heap).min(1)
///     }
/// }
///
/// fn options_of(heap: u64, taken: u64, options: &mut Options<u64>) {
///     if heap >= taken {
///         options.push([heap - taken]);
///     }
/// }
/// ```
pub trait PartizanRuleset: Send + Sync {
    /// A part of a position in which moves do not affect the other parts.
    type Component: Component;

    /// Appends every option of `side` to `options`, in an order that depends only on `component` and `side`.
    ///
    /// # Errors
    /// Returns a [`RuleFault`] if the rules have an error for this component, or the meter of `options` interrupts the
    /// work. The options appended so far are then incomplete.
    fn options(
        &self,
        component: &Self::Component,
        side: Side,
        options: &mut Options<Self::Component>,
    ) -> Result<(), RuleFault>;

    /// Returns an upper bound on the number of options of either player; zero only if neither has any. Takes about
    /// constant time.
    fn option_bound(&self, component: &Self::Component) -> u64;

    /// Replaces `component` by the representative of all components that have the same value under normal play or its
    /// negative. Returns the relation between the two values. Implementations use symmetries of the rules (reflections,
    /// rotations, exchange of colours).
    fn canonicalise_value(&self, component: &mut Self::Component) -> Sign {
        let _ = component;
        Sign::Same
    }

    /// Replaces `component` by the representative of all components with the same game tree, player by player.
    ///
    /// The replacement must also be valid under misère play and in loopy games, where equality of values is not enough.
    fn canonicalise(&self, component: &mut Self::Component) {
        let _ = component;
    }

    /// Replaces `component` by the representative of all components with the same game tree if either player may make
    /// the moves of both. These are the components that [`PartizanRuleset::canonicalise`] identifies and, if a
    /// symmetry exchanges the players, their negatives.
    ///
    /// The replacement must also be valid under misère play.
    fn canonicalise_for_both(&self, component: &mut Self::Component) {
        self.canonicalise(component);
    }

    /// Returns the current size, in bytes, of the growing tables of the rules.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// Returns the approximate number of bytes that an option of `component` occupies in the tables of the rules, not
    /// counting the options buffer.
    fn option_bytes(&self, component: &Self::Component) -> u64 {
        let _ = component;
        0
    }

    /// Returns the value of `component` under normal play, created in `arena`; `None` if no theorem states it.
    ///
    /// # Errors
    /// Returns an [`ArenaError`] if the arena cannot hold the value.
    ///
    /// ```
    /// use winways_rules::{Options, PartizanRuleset, RuleFault, Side};
    /// use winways_values::{ArenaError, Game, Session};
    ///
    /// /// A heap of n coins. The player who moves first takes all of them: the switch {n | -n}.
    /// struct Prize;
    ///
    /// impl PartizanRuleset for Prize {
    ///     type Component = u64;
    ///     // ...
    /// #   fn options(&self, _: &u64, _: Side, _: &mut Options<u64>) -> Result<(), RuleFault> { Ok(()) }
    /// #   fn option_bound(&self, _: &u64) -> u64 { 1 }
    ///     fn value_by_theorem(&self, coins: &u64, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
    ///         let Ok(coins) = i64::try_from(*coins) else { return Ok(None) };
    ///         let (left, right) = (arena.integer(coins)?, arena.integer(-coins)?);
    ///         arena.form(&[left], &[right]).map(Some)
    ///     }
    /// }
    /// ```
    fn value_by_theorem(
        &self,
        component: &Self::Component,
        arena: &mut Session<'_>,
    ) -> Result<Option<Game>, ArenaError> {
        let _ = (component, arena);
        Ok(None)
    }
}
