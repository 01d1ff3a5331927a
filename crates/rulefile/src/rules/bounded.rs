//! Rules with possibly endless play, on components whose numbers are bounded.

use super::compile::Compiler;
use super::linear::Facts;
use super::measure::Measure;
use super::nest::Nest;
use super::range;
use super::resolve::Alternative;
use super::tree::{Number, RuleRelation, Test};
use super::{TextRules, tuple};
use crate::tuples::tuples_up_to;
use std::ops::ControlFlow;
use winways_notation::rules::{Movers, RuleFile};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, RuleFault};
use winways_values::{Interrupt, Interruption};

/// The moves of a game whose numbers stay within bounds. Play need not end.
///
/// Every option is a single component within the bounds, or nothing. This is checked when the rules are compiled.
#[derive(Debug)]
pub struct BoundedRules {
    /// The moves of both players if they are the same, otherwise the moves of Left and of Right.
    players: Vec<TextRules>,
    greatest: Vec<u64>,
    leaves_nothing: bool,
}

/// The maximum number of steps spent at compile time to check that options stay within bounds: a fraction of a second.
const MOST_STEPS: u64 = 1 << 24;

impl BoundedRules {
    pub(super) fn of(
        file: &RuleFile,
        compiler: &Compiler,
        alternatives: &[Alternative],
        nests: &[Nest],
        greatest: &[i64],
    ) -> Result<BoundedRules, Diagnostic> {
        let bounds = Bounds { compiler, greatest, names: &file.rules[0].pattern.names };
        let mut meter =
            Meter::new(Interrupt::new(|| ControlFlow::Break(Interruption::User))).granted(MOST_STEPS);
        for (alternative, nest) in alternatives.iter().zip(nests) {
            bounds.check(alternative, nest, &mut meter)?;
        }
        let players: &[Movers] =
            if file.is_partizan() { &[Movers::Left, Movers::Right] } else { &[Movers::Both] };
        Ok(BoundedRules {
            players: players
                .iter()
                .map(|&player| compiler.moves_of(player, alternatives, nests, &Measure::none()))
                .collect::<Result<_, _>>()?,
            greatest: greatest.iter().map(|&most| most as u64).collect(),
            leaves_nothing: alternatives.iter().any(|alternative| alternative.parts.is_empty()),
        })
    }

    /// Returns `true` if the players have different moves.
    pub fn is_partizan(&self) -> bool {
        self.players.len() > 1
    }

    /// Returns the greatest value of each number of a component.
    pub fn greatest(&self) -> &[u64] {
        &self.greatest
    }

    /// Returns `true` if a move may leave nothing.
    pub fn leaves_nothing(&self) -> bool {
        self.leaves_nothing
    }

    /// Calls `visit` with every option of a component for a player: 0 is Left, 1 is Right; in impartial games both have the
    /// same options. Each option is passed as the numbers of a component, or as an empty slice if nothing is left. The same
    /// option may be visited more than once.
    ///
    /// # Panics
    /// Panics if the number of numbers differs from the arity of the components.
    pub fn options(&self, side: usize, component: &[u64], mut visit: impl FnMut(&[u64])) {
        let rules = &self.players[side.min(self.players.len() - 1)];
        let listed = rules.options(component, &mut Meter::default(), |option| {
            visit(option);
            ControlFlow::Continue(())
        });
        debug_assert!(listed.is_ok(), "no number within the bounds leads beyond 64 bits: {listed:?}");
    }
}

/// The bounds of a file, and the checks that options stay within them.
struct Bounds<'a> {
    compiler: &'a Compiler,
    greatest: &'a [i64],
    names: &'a [winways_notation::rules::Name],
}

impl Bounds<'_> {
    /// Checks that every option is a single component within the bounds: by a proof if possible, otherwise by enumerating all components.
    fn check(&self, alternative: &Alternative, nest: &Nest, meter: &mut Meter) -> Result<(), Diagnostic> {
        if alternative.parts.len() > 1 {
            return Err(Diagnostic::new(
                "an option of several components is not allowed in a game with bounds",
                alternative.span,
            )
            .label("expected one component, or `nothing`")
            .help("play may never end in one component, so sums of components cannot be solved"));
        }
        let unproved = self.first_unproved(alternative);
        if unproved.is_none() && range::stays_small(nest, self.greatest) {
            return Ok(());
        }
        let rules = self.compiler.moves(vec![nest.clone()], &Measure::none())?;
        for component in tuples_up_to(self.greatest.iter().map(|&most| most as u64).collect()) {
            let (listed, outside) = rules.find_option(&component, meter, |option| {
                let mut numbers = option.iter().zip(self.greatest);
                let place = numbers.position(|(&number, &most)| number > most as u64)?;
                Some((place, option.to_vec()))
            });
            if let Some((place, option)) = outside {
                let message =
                    format!("the move {} -> {} leaves the bounds", tuple(&component), tuple(&option));
                return Err(self.bound_error(message, place, alternative.span));
            }
            match listed.and_then(|()| meter.spend(1)) {
                Ok(()) => {}
                Err(fault @ RuleFault::Rules(_)) => {
                    return Err(Diagnostic::new(fault.to_string(), alternative.span)
                        .label("expected numbers within the bounds"));
                }
                Err(RuleFault::Interrupted(_)) => {
                    let message = "cannot prove that this option stays within the bounds".to_owned();
                    return Err(self.bound_error(message, unproved.unwrap_or(0), alternative.span));
                }
            }
        }
        Ok(())
    }

    /// Returns the index of a number of the option that is not proved to be within its bound, if there is one.
    fn first_unproved(&self, alternative: &Alternative) -> Option<usize> {
        let mut within = alternative.clone();
        for (variable, &most) in self.greatest.iter().enumerate() {
            let (number, most) = (Number::Variable(variable), Number::Constant(most));
            within.tests.push(Test::Compare(RuleRelation::LessOrEqual, number, most));
        }
        let mut facts = Facts::of(&within);
        let numbers = alternative.parts.iter().flatten().zip(self.greatest).enumerate();
        let mut unproved =
            numbers.filter(|(_, (number, most))| !facts.prove_at_most(number, &Number::Constant(**most)));
        unproved.next().map(|(place, _)| place)
    }

    fn bound_error(&self, message: String, place: usize, span: Span) -> Diagnostic {
        let (name, most) = (&self.names[place].text, self.greatest[place]);
        Diagnostic::new(message, span)
            .label(format!("expected `{name}` to be at most {most} after the move"))
            .help("a condition after `where` can forbid the move, or the bounds can be wider")
    }
}
