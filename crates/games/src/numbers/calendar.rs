//! The Calendar Game (HDU 1079): from a date to the next day or to the same day of the next month.

use winways_kit::any::common;
use winways_kit::figures::changed;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Check, Halt};
use winways_kit::{Detail, Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_solve::OutcomeSearch;

game!("calendar", |_| Ok(common::impartial(Calendar)), &[claim!("calendar", "calendar", check_dates)]);

/// The first and the last date, packed.
const FIRST: u32 = 19000101;
const LAST: u32 = 20011104;

/// The Calendar Game. A component is a date, packed as the number YYYYMMDD.
#[derive(Clone, Copy, Debug)]
pub struct Calendar;

impl Ruleset for Calendar {
    type Component = u32;

    fn options(&self, date: &u32, options: &mut Options<u32>) -> Result<(), RuleFault> {
        for option in moves(*date) {
            options.push([option]);
        }
        Ok(())
    }

    fn option_bound(&self, date: &u32) -> u64 {
        moves(*date).count() as u64
    }
}

impl Game for Calendar {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_separators();
        let start = scanner.position();
        let year = scanner.number_in("the year", 1900, 2001)?;
        let month = scanner.next_number("the month", 1, 12)?;
        let days = days_in_month(year, month);
        let what = format!("a day of month {month} of {year}, which has {days}");
        let day = scanner.next_number(&what, 1, days)?;
        let date = pack(year, month, day);
        if date > LAST {
            return Err(Diagnostic::new(
                "this is after the end of the game",
                Span::new(start, scanner.position()),
            )
            .label("expected a date up to 2001 11 4"));
        }
        scanner.finish("the day")?;
        Ok(vec![date])
    }

    fn write(&self, position: &[u32]) -> String {
        let dates: Vec<String> = position.iter().map(|&date| text(date, ",")).collect();
        dates.join(",")
    }

    fn describe_move(&self, from: &u32, to: &[u32]) -> String {
        format!("{} -> {}", text(*from, "-"), text(*only_component(to), "-"))
    }

    fn view(&self, position: &[u32]) -> View {
        let figure = |date: &u32| {
            let (year, month, day) = unpack(*date);
            let numbers = [(year, "year"), (month, "month"), (day, "day")];
            Figure::named_numbers(numbers.map(|(number, name)| (number.to_string(), name)))
        };
        View::boards(position, figure, "dates")
    }

    fn touches(&self, position: &[u32], step: &Move<u32>) -> Vec<Touch> {
        let numbers = |date| {
            let (year, month, day) = unpack(date);
            [year, month, day]
        };
        let changed = changed(&numbers(position[step.component]), &numbers(*step.only()))
            .map(|part| part as u64)
            .collect::<Vec<u64>>();
        Touch::all_on_board(step.component, changed)
    }

    fn outcome(&self, position: &[u32], play: Play) -> Option<ImpartialOutcome> {
        match (position, play) {
            (&[date], Play::Normal) => Some(outcome(date)),
            _ => None,
        }
    }

    fn explain(&self, position: &[u32], play: Play, detail: Detail) -> Vec<String> {
        let (&[date], Play::Normal) = (position, play) else { return Vec::new() };
        let (_, month, day) = unpack(date);
        if date == LAST {
            return vec!["the end is reached: no move is left".to_owned()];
        }
        let sum = month + day;
        let mut lines = vec![match (sum % 2, is_exception(month, day)) {
            (0, _) => format!("month + day = {month} + {day} = {sum} is even: won"),
            (_, true) => {
                format!("month + day = {sum} is odd, but 30 September and 30 November are won")
            }
            _ => format!("month + day = {month} + {day} = {sum} is odd: lost"),
        }];
        if detail == Detail::Full {
            for option in moves(date) {
                let (_, month, day) = unpack(option);
                let verdict = match outcome(option) {
                    ImpartialOutcome::Next => "the opponent wins",
                    ImpartialOutcome::Previous => "the opponent loses",
                };
                lines.push(format!("{}: month + day = {}, {verdict}", text(option, "-"), month + day));
            }
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u32>> + '_> {
        Box::new(last_dates(up_to).map(|date| vec![date]))
    }
}

/// Returns the outcome of the Calendar Game at a date packed by [`date`]. O(1).
///
/// The outcome is N if month + day is even, or on the 30th of September or November, except at the end of the game.
///
/// ```
/// use winways_games::numbers::calendar::{date, outcome};
/// use winways_rules::ImpartialOutcome;
/// assert_eq!(date(2001, 11, 3).map(outcome), Some(ImpartialOutcome::Next));
/// assert_eq!(date(2001, 10, 3).map(outcome), Some(ImpartialOutcome::Previous));
/// ```
pub fn outcome(date: u32) -> ImpartialOutcome {
    let (_, month, day) = unpack(date);
    ImpartialOutcome::next_if(date != LAST && ((month + day) % 2 == 0 || is_exception(month, day)))
}

/// Packs year, month and day as the number YYYYMMDD; `None` if there is no such date from 1 January 1900 to 4 November 2001.
///
/// ```
/// use winways_games::numbers::calendar::date;
/// assert_eq!(date(2000, 2, 29), Some(20000229));
/// assert_eq!(date(1900, 2, 29), None);
/// ```
pub fn date(year: u64, month: u64, day: u64) -> Option<u32> {
    let exists = (1900..=2001).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day);
    exists.then(|| pack(year, month, day)).filter(|&date| date <= LAST)
}

/// Returns the number of days of a month in the Gregorian calendar. Months are counted from 1 to 12.
///
/// ```
/// use winways_games::numbers::calendar::days_in_month;
/// assert_eq!([1900, 1904, 2000].map(|year| days_in_month(year, 2)), [28, 29, 29]);
/// ```
pub fn days_in_month(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn is_exception(month: u64, day: u64) -> bool {
    day == 30 && (month == 9 || month == 11)
}

/// Packs a date that is known to exist.
fn pack(year: u64, month: u64, day: u64) -> u32 {
    (year * 10_000 + month * 100 + day) as u32
}

/// Returns year, month and day.
fn unpack(date: u32) -> (u64, u64, u64) {
    let date = u64::from(date);
    (date / 10_000, date / 100 % 100, date % 100)
}

/// Iterates over the next day and the same day of the next month, if they exist and are not beyond the end.
fn moves(from: u32) -> impl Iterator<Item = u32> {
    let (year, month, day) = unpack(from);
    let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    let next_day = date(year, month, day + 1).or_else(|| date(next_year, next_month, 1));
    next_day.into_iter().chain(date(next_year, next_month, day))
}

/// Iterates over the last `count` dates, the last one first.
fn last_dates(count: u64) -> impl Iterator<Item = u32> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    std::iter::successors(Some(LAST), |&date| day_before(date)).take(count)
}

fn day_before(day_after: u32) -> Option<u32> {
    let (year, month, day) = unpack(day_after);
    match (month, day) {
        _ if day_after == FIRST => None,
        (1, 1) => date(year - 1, 12, 31),
        (_, 1) => date(year, month - 1, days_in_month(year, month - 1)),
        _ => date(year, month, day - 1),
    }
}

fn text(date: u32, separator: &str) -> String {
    let (year, month, day) = unpack(date);
    format!("{year}{separator}{month}{separator}{day}")
}

fn check_dates(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let calendar: &dyn Game<Component = u32> = &Calendar;
    let mut search = OutcomeSearch::new(calendar, Play::Normal, check.budget, check.observer);
    for date in last_dates(up_to) {
        check.compare(|| text(date, "-"), outcome(date), search.outcome(&[date])?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_date_occurs_once() {
        let dates: Vec<u32> = last_dates(u64::MAX).collect();
        assert_eq!(dates.len(), 37_198);
        assert_eq!((dates[37_197], dates[0]), (FIRST, LAST));
        for pair in dates.windows(2) {
            assert!(pair[1] < pair[0]);
            assert_eq!(moves(pair[1]).next(), Some(pair[0]));
        }
        assert_eq!(moves(LAST).count(), 0);
    }

    #[test]
    fn impossible_dates_are_pointed_at() {
        for (text, span) in [
            ("1999 13 1", 5..7),
            ("2001 2 30", 7..9),
            ("1900 2 29", 7..9),
            ("1899 1 1", 0..4),
            ("2001 11 5", 0..9),
            ("2002 1 1", 0..4),
            ("2001 1", 6..6),
            ("2001 1 1 1", 9..10),
        ] {
            assert_eq!(Calendar.parse(text).unwrap_err().span.range(), span, "{text}");
        }
        assert_eq!(Calendar.parse("2001,11,4").unwrap(), [LAST]);
    }
}
