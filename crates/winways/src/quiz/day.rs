use std::fmt;
use std::str::FromStr;
use winways_notation::{Diagnostic, Span};

/// A date in the Gregorian calendar, for the puzzle of the day.
///
/// ```
/// use winways::play::PuzzleDate;
/// let date: PuzzleDate = "2026-11-24".parse()?;
/// assert_eq!(date.to_string(), "2026-11-24");
/// assert_eq!(date, PuzzleDate::of_days(20_781));
/// assert!("2026-02-29".parse::<PuzzleDate>().is_err());
/// # Ok::<(), winways::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PuzzleDate {
    /// The number of days since 1 January 1970.
    days: u32,
}

/// The number of days from 1 January 1970 to 31 December 9999.
const LAST: u32 = 2_932_896;

impl PuzzleDate {
    /// Returns the date `days` days after 1 January 1970, or 31 December 9999 if that is earlier.
    pub fn of_days(days: u32) -> PuzzleDate {
        PuzzleDate { days: days.min(LAST) }
    }

    /// Returns the number of days since 1 January 1970.
    pub fn days(self) -> u32 {
        self.days
    }

    /// Returns the day of the week, from 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> u32 {
        // 1 January 1970 was a Thursday.
        (self.days + 3) % 7
    }

    /// Returns the year, the month and the day of the month.
    fn parts(self) -> (u32, u32, u32) {
        // If years begin in March, the leap day is the last day of the year.
        let days = self.days + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year_of_era + u32::from(month <= 2), month, day)
    }

    fn of_parts(year: u32, month: u32, day: u32) -> Option<PuzzleDate> {
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let year_of_march = year - u32::from(month <= 2);
        let month_of_march = (month + 9) % 12;
        let of_year = (153 * month_of_march + 2) / 5 + day - 1;
        let (era, year_of_era) = (year_of_march / 400, year_of_march % 400);
        let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
        let date = PuzzleDate { days: (era * 146_097 + of_era).checked_sub(719_468)? };
        // An invalid date, such as 30 February, converts back to another date.
        (date.parts() == (year, month, day)).then_some(date)
    }
}

impl FromStr for PuzzleDate {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let number = |part: &str, digits: usize| {
            let is_number = part.len() == digits && part.bytes().all(|digit| digit.is_ascii_digit());
            if is_number { part.parse().ok() } else { None }
        };
        let parts: Vec<&str> = text.split('-').collect();
        let date = match parts[..] {
            [year, month, day] => number(year, 4).zip(number(month, 2).zip(number(day, 2))),
            _ => None,
        };
        date.and_then(|(year, (month, day))| PuzzleDate::of_parts(year, month, day)).ok_or_else(|| {
            Diagnostic::new("this is not a date", Span::new(0, text.len()))
                .label("expected a date from 1970 on, such as 2026-11-24")
        })
    }
}

impl fmt::Display for PuzzleDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_they_are_written() {
        let mut days = 0;
        while days <= LAST {
            let date = PuzzleDate::of_days(days);
            assert_eq!(date.to_string().parse(), Ok(date));
            days += if days < 40_000 { 1 } else { 9_973 };
        }
        assert_eq!(PuzzleDate::of_days(LAST).to_string(), "9999-12-31");
        assert_eq!(PuzzleDate::of_days(u32::MAX), PuzzleDate::of_days(LAST));
        assert_eq!("2024-02-29".parse::<PuzzleDate>().unwrap().weekday(), 3);
        for wrong in
            ["", "today", "2026-1-1", "2026-13-01", "2026-04-31", "1969-12-31", "2026-11-24-", "+026-11-24"]
        {
            assert!(wrong.parse::<PuzzleDate>().is_err(), "{wrong}");
        }
    }
}
