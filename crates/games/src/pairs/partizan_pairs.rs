//! Shared code of the partizan games on pairs of numbers: notation, ruleset and display.

use super::cake;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{ComponentMove, Page, PartizanGame};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Options, PartizanRuleset, Player, RuleFault, Side, Sign};
use winways_values::{ArenaError, Game, Session};

/// A pair: rows and columns, or dividend and divisor.
pub(super) type Pair = (u64, u64);

/// The rules of a partizan game on pairs.
pub(super) trait PairRules: Send + Sync {
    fn page(&self) -> &'static Page;

    /// Returns the greatest number allowed; the least is 1. The default is the limit for cakes.
    fn largest(&self) -> u64 {
        cake::LARGEST
    }

    /// Returns an error message for a pair of allowed numbers that is not a position.
    fn fault(&self, pair: Pair) -> Option<&'static str> {
        let _ = pair;
        None
    }

    /// Appends the options of a player.
    fn options(&self, pair: Pair, side: Side, options: &mut Options<Pair>) -> Result<(), RuleFault>;

    /// See [`PartizanRuleset::option_bound`].
    fn option_bound(&self, pair: Pair) -> u64;

    /// Returns `true` if swapping the numbers of a pair exchanges the players.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// Returns the value, if a theorem states that it is an integer.
    fn integer(&self, pair: Pair) -> Option<i64> {
        let _ = pair;
        None
    }

    /// Draws a pair. The default is a cake.
    fn figure(&self, pair: Pair) -> Figure {
        cake::figure(pair)
    }

    /// Returns the elements of the figure that a move touches.
    fn touched(&self, pair: Pair, step: &ComponentMove<Pair>) -> Vec<u64> {
        cake::touched(pair, step)
    }
}

/// The notation of the empty position.
const NONE: &str = "-";

/// A partizan game whose components are pairs of numbers.
#[derive(Clone, Copy)]
pub(super) struct PartizanPairs(pub(super) &'static dyn PairRules);

impl PartizanRuleset for PartizanPairs {
    type Component = Pair;

    fn options(&self, pair: &Pair, side: Side, options: &mut Options<Pair>) -> Result<(), RuleFault> {
        self.0.options(*pair, side, options)
    }

    fn option_bound(&self, pair: &Pair) -> u64 {
        self.0.option_bound(*pair)
    }

    fn canonicalise_value(&self, pair: &mut Pair) -> Sign {
        if !self.0.is_symmetric() || pair.0 <= pair.1 {
            return Sign::Same;
        }
        *pair = (pair.1, pair.0);
        Sign::Negative
    }

    fn canonicalise_for_both(&self, pair: &mut Pair) {
        self.canonicalise_value(pair);
    }

    fn value_by_theorem(&self, pair: &Pair, arena: &mut Session<'_>) -> Result<Option<Game>, ArenaError> {
        self.0.integer(*pair).map(|integer| arena.integer(integer)).transpose()
    }
}

impl PartizanPairs {
    fn read(&self, text: &str) -> Result<Vec<Pair>, Diagnostic> {
        if text.trim() == NONE {
            return Ok(Vec::new());
        }
        let mut scanner = Scanner::new(text);
        let mut pairs = Vec::new();
        scanner.skip_space();
        while pairs.is_empty() || !scanner.is_at_end() {
            let start = scanner.position();
            let first = scanner.number_in("the first number of a pair", 1, self.0.largest())?;
            scanner.skip_space();
            if !scanner.eat(',') {
                return Err(scanner.unexpected("expected `,` and the second number of this pair"));
            }
            scanner.skip_space();
            let second = scanner.number_in("the second number of a pair", 1, self.0.largest())?;
            if let Some(fault) = self.0.fault((first, second)) {
                let message = format!("`{first},{second}` is not a position");
                return Err(Diagnostic::new(message, Span::new(start, scanner.position())).label(fault));
            }
            pairs.push((first, second));
            let end = scanner.position();
            scanner.skip_space();
            if !scanner.is_at_end() && scanner.position() == end {
                return Err(scanner.unexpected("expected a space and the next pair"));
            }
        }
        Ok(pairs)
    }

    fn written(&self, pairs: &[Pair]) -> String {
        match pairs {
            [] => format!("\"{NONE}\""),
            [(first, second)] => format!("{first},{second}"),
            _ => format!("\"{}\"", joined(pairs, " ")),
        }
    }

    /// Names a move by a pair and the pairs that replace it, or `nothing` if a whole cake is eaten.
    fn move_name(&self, from: &Pair, to: &[Pair], _: Player) -> String {
        let to = if to.is_empty() { "nothing".to_owned() } else { joined(to, " + ") };
        format!("{},{} -> {to}", from.0, from.1)
    }

    fn view_of(&self, pairs: &[Pair]) -> View {
        View::boards(pairs, |pair| self.0.figure(*pair), "pairs")
    }

    fn touches_of(&self, pairs: &[Pair], step: &ComponentMove<Pair>) -> Vec<Touch> {
        Touch::all_on_board(step.component, self.0.touched(pairs[step.component], step))
    }
}

fn joined(pairs: &[Pair], between: &str) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(first, second)| format!("{first},{second}")).collect();
    pairs.join(between)
}

winways_kit::positions_are_components!(
    impl for PartizanPairs,
    Pair,
    Self::read,
    Self::written,
    Self::move_name,
    Self::view_of,
    Self::touches_of,
);

impl PartizanGame for PartizanPairs {
    fn page(&self) -> &'static Page {
        self.0.page()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Pair>> + '_> {
        // Iterate lazily by the greater number and filter: in every game, a large share of the pairs are positions.
        let with_greatest =
            |most: u64| (1..most).flat_map(move |less| [(most, less), (less, most)]).chain([(most, most)]);
        Box::new(
            (1..=up_to)
                .flat_map(with_greatest)
                .filter(|pair| self.0.fault(*pair).is_none())
                .map(|pair| vec![pair]),
        )
    }
}
