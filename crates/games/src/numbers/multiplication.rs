//! The multiplication game: players multiply by 2 to 9 in turn; the player who first reaches the target makes the last move.

use winways_kit::any::common;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Detail, Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};

game!("multiplication", |_| Ok(common::impartial(Multiplication)));

/// The multiplication game.
#[derive(Clone, Copy, Debug)]
pub struct Multiplication;

/// A target and the product so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Race {
    /// The player who makes the product reach the target makes the last move.
    pub target: u64,
    /// The product so far. In play it is less than 9 times the target, which may exceed 64 bits.
    pub product: u128,
}

impl Race {
    /// Reads a component: the target, and the product in two words, the higher one first.
    fn of(numbers: &[u64]) -> Self {
        Race { target: numbers[0], product: u128::from(numbers[1]) << 64 | u128::from(numbers[2]) }
    }

    /// Returns the component as a list of numbers, so that games share the compiled search of such lists.
    fn numbers(self) -> Vec<u64> {
        vec![self.target, (self.product >> 64) as u64, self.product as u64]
    }

    /// Returns the least factor that is still missing: the target divided by the product, rounded up. It is 1 when the race is
    /// over.
    ///
    /// This factor determines the game: multiplying the product by f divides the factor by f, rounded up.
    fn missing_factor(self) -> u64 {
        // The quotient is at most the target.
        u128::from(self.target).div_ceil(self.product.max(1)) as u64
    }
}

impl Ruleset for Multiplication {
    type Component = Vec<u64>;

    fn options(&self, numbers: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        if self.option_bound(numbers) > 0 {
            let race = Race::of(numbers);
            for factor in 2..=9 {
                options.push([Race { product: race.product * factor, ..race }.numbers()]);
            }
        }
        Ok(())
    }

    fn option_bound(&self, numbers: &Vec<u64>) -> u64 {
        let race = Race::of(numbers);
        if race.product < race.target.into() { 8 } else { 0 }
    }

    fn canonicalise(&self, numbers: &mut Vec<u64>) {
        *numbers = Race { target: Race::of(numbers).missing_factor(), product: 1 }.numbers();
    }
}

impl Game for Multiplication {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let target = scanner.next_number("the target", 1, u64::MAX)?;
        scanner.skip_separators();
        let product = if scanner.is_at_end() { 1 } else { product(&mut scanner, target)? };
        scanner.finish("the target and the product")?;
        Ok(vec![Race { target, product }.numbers()])
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        let written = |numbers: &Vec<u64>| match Race::of(numbers) {
            Race { target, product: 1 } => target.to_string(),
            Race { target, product } => format!("{target},{product}"),
        };
        position.iter().map(written).collect::<Vec<_>>().join(",")
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        let (from, Race { product, .. }) = (Race::of(from), Race::of(only_component::<Vec<u64>>(to)));
        format!("times {}: {} -> {product}", product / from.product.max(1), from.product)
    }

    fn view(&self, position: &[Vec<u64>]) -> View {
        let figure = |numbers: &Vec<u64>| {
            let race = Race::of(numbers);
            Figure::named_numbers([
                (race.product.to_string(), "product"),
                (race.target.to_string(), "target"),
            ])
        };
        View::boards(position, figure, "races")
    }

    fn touches(&self, _: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        vec![Touch::on_board(step.component, 0)]
    }

    fn outcome(&self, position: &[Vec<u64>], play: Play) -> Option<ImpartialOutcome> {
        match position {
            [numbers] => Some(outcome(Race::of(numbers).missing_factor(), play)),
            _ => None,
        }
    }

    fn explain(&self, position: &[Vec<u64>], play: Play, detail: Detail) -> Vec<String> {
        match position {
            [numbers] => explain(Race::of(numbers), play, detail),
            _ => Vec::new(),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        Box::new((1..=up_to).flat_map(|target| {
            (1..=target + 2).map(move |product| vec![Race { target, product: product.into() }.numbers()])
        }))
    }
}

/// Reads the product so far. A product beyond 64 bits must be at most 9 · (target − 1), the greatest product that play can reach.
/// Smaller products are not checked.
fn product(scanner: &mut Scanner<'_>, target: u64) -> Result<u128, Diagnostic> {
    let start = scanner.position();
    let digits = scanner.clone().take_while(|character| character.is_ascii_digit());
    let most = 9 * (u128::from(target) - 1).max(1);
    match digits.parse::<u128>() {
        Ok(product) if product > u64::MAX.into() && product <= most => {
            scanner.skip_to(start + digits.len());
            Ok(product)
        }
        _ => scanner.number_in("the product", 1, u64::MAX).map(u128::from),
    }
}

/// Returns the outcome of the game with this target and product 1. O(log target).
///
/// For another product, pass the target divided by the product, rounded up. Normal play: N if 18^k < target <= 9 * 18^k for some
/// k >= 0. Misère play: P if 18^k < target <= 2 * 18^k. Both formulas are checked against search.
///
/// ```
/// use winways_games::numbers::multiplication::outcome;
/// use winways_rules::{ImpartialOutcome, Play};
/// assert_eq!(outcome(162, Play::Normal), ImpartialOutcome::Next);
/// assert_eq!(outcome(17, Play::Normal), ImpartialOutcome::Previous);
/// assert_eq!(outcome(2, Play::Misere), ImpartialOutcome::Previous);
/// ```
pub fn outcome(target: u64, play: Play) -> ImpartialOutcome {
    if target <= 1 {
        return play.outcome_without_moves();
    }
    let power = power_below(target);
    ImpartialOutcome::next_if(match play {
        Play::Normal => u128::from(target) <= 9 * power,
        Play::Misere => u128::from(target) > 2 * power,
    })
}

/// Returns the greatest power of 18 that is less than `target`, which must be at least 2.
fn power_below(target: u64) -> u128 {
    let mut power = 1;
    while power * 18 < u128::from(target) {
        power *= 18;
    }
    power
}

fn explain(race: Race, play: Play, detail: Detail) -> Vec<String> {
    let factor = race.missing_factor();
    if factor <= 1 {
        return vec![format!("{} has reached {}: there is no move", race.product, race.target)];
    }
    let mut lines = Vec::new();
    if race.product > 1 {
        lines.push(format!(
            "only the missing factor matters: {} / {}, rounded up, is {factor}",
            race.target, race.product
        ));
    }
    let power = power_below(factor);
    let k = power.ilog(18);
    let (multiple, low, high) = match play {
        Play::Normal => (9, "N", "P"),
        Play::Misere => (2, "P", "N"),
    };
    let (border, top) = (multiple * power, 18 * power);
    lines.push(if u128::from(factor) <= border {
        format!("18^{k} = {power} < {factor} <= {border} = {multiple} * 18^{k}: {low}")
    } else {
        format!("{multiple} * 18^{k} = {border} < {factor} <= {top} = 18^{}: {high}", k + 1)
    });
    if detail == Detail::Full {
        lines.push(match play {
            Play::Normal => "from 9 * 18^k < t <= 18^(k+1), t divided by any factor is more than 18^k and at most \
                             9 * 18^k; from there some factor leads to at most 18^k and more than 9 * 18^(k-1), or to the end"
                .to_owned(),
            Play::Misere => "from 18^k < t <= 2 * 18^k, t divided by any factor is more than 2 * 18^(k-1) and at most 18^k; \
                             from there some factor leads to more than 18^(k-1) and at most 2 * 18^(k-1); and the player \
                             at t = 2 has to end the race"
                .to_owned(),
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_notation::Span;
    use winways_solve::{Budget, NoObserver, OutcomeSearch};

    #[test]
    fn outcomes_of_huge_targets_agree_with_search() {
        for play in Play::BOTH {
            let mut search = OutcomeSearch::new(&Multiplication, play, Budget::DEFAULT, &NoObserver);
            for k in 0..15 {
                let power = 18u64.pow(k);
                for border in [power, 2 * power, power.saturating_mul(9), power.saturating_mul(18)] {
                    for target in [border - 1, border, border.saturating_add(1)].map(|target| target.max(1)) {
                        let found = search.outcome(&[Race { target, product: 1 }.numbers()]).unwrap();
                        assert_eq!(outcome(target, play), found, "{target}");
                    }
                }
            }
        }
    }

    #[test]
    fn products_beyond_a_word_read_back() {
        let mut position = Multiplication.parse("18446744073709551615 18446744073709551614").unwrap();
        let mut options = Options::new();
        Multiplication.options(&position[0], &mut options).unwrap();
        position = options.get(7).to_vec();
        let text = Multiplication.write(&position);
        assert_eq!(text, "18446744073709551615,166020696663385964526");
        assert_eq!(Multiplication.parse(&text).unwrap(), position);
        assert_eq!(Multiplication.option_bound(&position[0]), 0);
    }

    #[test]
    fn errors_point_at_the_place() {
        let wrong = |text: &str| Multiplication.parse(text).unwrap_err();
        assert_eq!(wrong("0").span, Span::new(0, 1));
        assert_eq!(wrong("5 0").span, Span::new(2, 3));
        assert_eq!(wrong("5 99999999999999999999").span, Span::new(2, 22));
        assert_eq!(wrong("5 1 1").span, Span::new(4, 5));
        assert_eq!(wrong("").span, Span::at(0));
    }
}
