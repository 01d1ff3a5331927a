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

    /// The other player.
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

/// Whether a value is that of a representative, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// The value of the representative itself.
    Same,
    /// The negative of the representative's value.
    Negative,
}

/// The moves of a game in which the two players have different moves.
///
/// A position is a disjunctive sum, a slice of components, of which a move changes one; every option is a list of
/// components too, already split into parts that no longer affect each other.
///
/// A component that packs into a machine word makes the fastest search.
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

    /// Appends every option of `side` to `options`, in an order that depends on nothing but `component` and `side`.
    ///
    /// # Errors
    /// [`RuleFault`] if the rules go wrong there, or the meter of `options` ends the work; what was appended before then means
    /// nothing.
    fn options(
        &self,
        component: &Self::Component,
        side: Side,
        options: &mut Options<Self::Component>,
    ) -> Result<(), RuleFault>;

    /// No fewer than the number of options of either player; zero only if neither has any. O(1) or nearly so.
    fn option_bound(&self, component: &Self::Component) -> u64;

    /// Replaces `component` by the representative of all components whose value under normal play is equal to its own, or to the
    /// negative of it, and returns which. Symmetries of the rules (reflections, rotations, exchange of colours) are what it is for.
    fn canonicalise_value(&self, component: &mut Self::Component) -> Sign {
        let _ = component;
        Sign::Same
    }

    /// Replaces `component` by the representative of all components whose game trees are equal, player by player.
    ///
    /// It must hold under misère play and in loopy games too, where equality of values is not enough.
    fn canonicalise(&self, component: &mut Self::Component) {
        let _ = component;
    }

    /// Replaces `component` by the representative of all components whose game trees are equal where either player may make the
    /// moves of both: those of [`PartizanRuleset::canonicalise`], and where a symmetry exchanges the players, their negatives.
    ///
    /// It must hold under misère play too.
    fn canonicalise_for_both(&self, component: &mut Self::Component) {
        self.canonicalise(component);
    }

    /// The bytes of memory that the rules themselves hold by now, where they keep tables that grow.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// About the bytes that an option of `component` takes beside the buffer that it is listed in, in tables of the rules.
    fn option_bytes(&self, component: &Self::Component) -> u64 {
        let _ = component;
        0
    }

    /// The value of `component` under normal play, of whatever kind, made in `arena`; `None` where no theorem states it.
    ///
    /// # Errors
    /// [`ArenaError`] if the arena cannot hold the value.
    ///
    /// ```
    /// use winways_rules::{Options, PartizanRuleset, RuleFault, Side};
    /// use winways_values::{ArenaError, Game, Session};
    ///
    /// /// A heap of n coins that the player who moves first takes, all of them: the switch {n | -n}.
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
