//! Patterns in sequences of canonical forms.

use crate::budget::{Observer, Progress, StopReason};
use crate::ledger::Quota;
use crate::period::{PatternStatus, Period, least_period};
use winways_rules::{Meter, Recurrence};
use winways_values::{Arena, ArenaError, Dyadic, Game, OperationError, Operations};

/// A pattern in the canonical forms of heaps 0, 1, 2, … of a partizan game: g(n + period) = g(n) + saltus for
/// all n from `preperiod` on.
///
/// Preperiod and period are minimal, for the whole sequence or for the values examined. If
/// [`PatternSearch::left_out`] is `true`, a shorter period may have been missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormPattern {
    /// The first index from which the rule holds, counting from heap 0.
    pub preperiod: u64,
    /// The length of the repeating part.
    pub period: u64,
    /// The game added in each period: zero if the sequence is purely periodic.
    pub saltus: Game,
    /// The evidence for the pattern.
    pub status: PatternStatus,
}

impl FormPattern {
    /// Returns the period that is proved by two equal windows of `forms`, the values of heaps 0, 1, 2, …. Returns
    /// `None` if there are no such windows.
    ///
    /// If a move takes at most m tokens and splits nothing, a value depends on the m values before it, which
    /// include the values of the options. O(length).
    ///
    /// ```
    /// use winways_rules::{Meter, Recurrence};
    /// use winways_solve::FormPattern;
    /// use winways_values::Game;
    /// let forms = [Game::STAR, Game::ZERO, Game::STAR, Game::ZERO, Game::STAR];
    /// let pattern = FormPattern::proved_by(&forms, Recurrence::Window { length: 2 }).unwrap();
    /// assert_eq!((pattern.preperiod, pattern.period), (0, 2));
    /// assert_eq!(FormPattern::proved_by(&forms, Recurrence::Unknown), None);
    /// ```
    pub fn proved_by(forms: &[Game], recurrence: Recurrence) -> Option<FormPattern> {
        let Recurrence::Window { length: window } = recurrence else { return None };
        let Period { preperiod, period } = least_period(forms, &mut Meter::default(), |period, length| {
            length.checked_sub(window)?.checked_sub(period)
        })
        .ok()??;
        let status = PatternStatus::Proved("two equal windows");
        Some(FormPattern { preperiod, period, saltus: Game::ZERO, status })
    }

    /// Returns the pattern, proved or not, that `forms` show. `forms` are games of `arena`.
    ///
    /// They show a pattern if it holds for at least half of them and for three periods. A saltus is searched
    /// for if the means grow by the same amount in every period. Differences of large games may be
    /// arbitrarily large, so a difference that takes too many steps is left out. Which differences are left
    /// out depends only on the values.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the memory of the arena is used up or the observer ends the work.
    ///
    /// # Complexity
    /// Computes a thermograph of each value. For each length up to a third of the sequence, computes one
    /// difference and a sum for each index at which the repetition holds. The total is limited to a few
    /// million steps.
    pub fn shown_by(
        forms: &[Game],
        recurrence: Recurrence,
        arena: &Arena,
        observer: &dyn Observer,
    ) -> Result<PatternSearch, StopReason> {
        if let Some(proved) = FormPattern::proved_by(forms, recurrence) {
            return Ok(PatternSearch { pattern: Some(proved), left_out: false });
        }
        let means = means(forms, arena)?;
        let mut sums = Sums::new(arena, observer);
        let found =
            (1..=forms.len() / 3).find_map(|period| sums.repetition(forms, &means, period).transpose());
        let left_out = sums.left_out;
        arena.set_interrupt(observer.interrupt());
        Ok(PatternSearch { pattern: found.transpose()?, left_out })
    }
}

/// The result of a search for a pattern in canonical forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSearch {
    /// The pattern, if one was found.
    pub pattern: Option<FormPattern>,
    /// `true` if some differences or sums of values took too many steps to compute, so that a pattern may have been
    /// missed.
    pub left_out: bool,
}

fn means(forms: &[Game], arena: &Arena) -> Result<Vec<Dyadic>, StopReason> {
    let mut operations = Operations::new(arena.session());
    let means: Result<Vec<Dyadic>, OperationError> =
        forms.iter().map(|form| operations.mean(*form)).collect();
    means.map_err(|error| match error {
        OperationError::Arena(error) => error.into(),
        _ => StopReason::Unsupported("the mean of a value this large"),
    })
}

/// The maximum number of interrupt polls of one operation. An operation polls every few thousand steps.
const POLLS_EACH: u64 = 128;
/// The maximum number of interrupt polls of all operations together.
const POLLS_IN_ALL: u64 = 1 << 12;

/// Computes sums and differences within a quota of interrupt polls.
struct Sums<'a> {
    arena: &'a Arena,
    observer: &'a dyn Observer,
    /// The quota of the current operation.
    quota: Quota,
    polls_left: u64,
    left_out: bool,
}

impl<'a> Sums<'a> {
    fn new(arena: &'a Arena, observer: &'a dyn Observer) -> Self {
        let quota = Quota::new(0);
        arena.set_interrupt(observer.interrupt().and(quota.interrupt()));
        Sums { arena, observer, quota, polls_left: POLLS_IN_ALL, left_out: false }
    }

    /// Returns the result of an operation, or `None` if it takes too long.
    fn limited(
        &mut self,
        operation: impl FnOnce(&Arena) -> Result<Game, ArenaError>,
    ) -> Result<Option<Game>, StopReason> {
        self.observer.poll(&Progress::default())?;
        let allowed = self.polls_left.min(POLLS_EACH);
        // The last poll of a quota stops the operation.
        self.quota.grant(allowed + 1);
        let result = operation(self.arena);
        self.polls_left -= allowed - self.quota.left().saturating_sub(1);
        match result {
            Ok(game) => Ok(Some(game)),
            Err(ArenaError::Interrupted(_)) if self.quota.is_exhausted() => {
                self.left_out = true;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the pattern with this period, if the values show one.
    fn repetition(
        &mut self,
        forms: &[Game],
        means: &[Dyadic],
        period: usize,
    ) -> Result<Option<FormPattern>, StopReason> {
        let latest = (forms.len() - 3 * period).min(forms.len() / 2);
        let end = forms.len() - period;
        let rise = |heap: usize| &means[heap + period] - &means[heap];
        let expected_rise = rise(latest);
        if !(latest..end).all(|heap| rise(heap) == expected_rise) {
            return Ok(None);
        }
        // Uses the earliest pair that must agree, since the values of smaller heaps are usually smaller.
        let difference = match forms[latest] == forms[latest + period] {
            true => Some(Game::ZERO),
            false => self.limited(|arena| arena.sub(forms[latest + period], forms[latest]))?,
        };
        let Some(saltus) = difference else { return Ok(None) };
        for heap in latest + 1..end {
            if !self.agrees(forms, heap, period, saltus)? {
                return Ok(None);
            }
        }
        let mut preperiod = latest;
        while preperiod > 0 && self.agrees(forms, preperiod - 1, period, saltus)? {
            preperiod -= 1;
        }
        let status = PatternStatus::Empirical { up_to: forms.len() as u64 - 1 };
        let pattern = FormPattern { preperiod: preperiod as u64, period: period as u64, saltus, status };
        Ok(Some(pattern))
    }

    /// Returns `true` if a value plus the saltus equals the value a period later; `false` also if the sum
    /// takes too long.
    fn agrees(
        &mut self,
        forms: &[Game],
        heap: usize,
        period: usize,
        saltus: Game,
    ) -> Result<bool, StopReason> {
        let sum = match saltus == Game::ZERO {
            true => Some(forms[heap]),
            false => self.limited(|arena| arena.add(forms[heap], saltus))?,
        };
        Ok(sum == Some(forms[heap + period]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::budget::NoObserver;

    fn shown(forms: &[Game], recurrence: Recurrence, arena: &Arena) -> Option<(u64, u64, Game, bool)> {
        let shown = FormPattern::shown_by(forms, recurrence, arena, &NoObserver).unwrap();
        assert!(!shown.left_out);
        let FormPattern { preperiod, period, saltus, status } = shown.pattern?;
        Some((preperiod, period, saltus, status.is_proved()))
    }

    #[test]
    fn saltus_of_any_kind_is_found() {
        let arena = Arena::default();
        let switch = arena.form(&[arena.integer(3).unwrap()], &[arena.integer(-2).unwrap()]).unwrap();
        let up_star = arena.number_up_star(&Dyadic::ZERO, 1, 1).unwrap();
        let half = arena.number(&Dyadic::new(1, 1)).unwrap();
        for saltus in [Game::ZERO, Game::STAR, up_star, half, -half, switch, arena.integer(7).unwrap()] {
            let mut forms = vec![half, half, half, Game::STAR, -half];
            while forms.len() < 20 {
                forms.push(arena.add(forms[forms.len() - 2], saltus).unwrap());
            }
            assert_eq!(shown(&forms, Recurrence::Unknown, &arena), Some((3, 2, saltus, false)));
        }
        let squares: Vec<Game> = (0..20).map(|number| arena.integer(number * number).unwrap()).collect();
        for length in [0, 1, 2, 20] {
            for recurrence in [Recurrence::Unknown, Recurrence::Window { length: 1 }] {
                assert_eq!(shown(&squares[..length], recurrence, &arena), None);
            }
        }
        let beyond = Recurrence::Window { length: u64::MAX };
        assert_eq!(shown(&[Game::STAR; 9], beyond, &arena), Some((0, 1, Game::ZERO, false)));
        let window = Recurrence::Window { length: 3 };
        assert_eq!(shown(&[Game::STAR; 9], window, &arena), Some((0, 1, Game::ZERO, true)));
    }
}
