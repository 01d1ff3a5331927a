//! Games in writing: the common notation, which reads back, and LaTeX.

use crate::{Dyadic, Game, OutOfMemory, Session};
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::fmt::Write;

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The notation of the calculator: `{2||1+^*|*}`. It reads back to the same value.
    Plain,
    /// For a paper, in mathematics mode.
    Latex,
}

/// A game in writing.
///
/// Options stand in the order of [`Session::sort`], so the text depends on the value alone. A form that would be longer
/// than a few lines is written with names for its parts, `let g1 = …; let g2 = …; {g1|g2}`: its length is linear in the
/// number of distinct followers.
///
/// # Errors
/// [`OutOfMemory`].
///
/// # Complexity
/// As many steps as there are distinct followers, times the length of a line.
///
/// ```
/// use winways_values::{Arena, Style, text};
/// let arena = Arena::default();
/// let mut session = arena.session();
/// let (one, zero, two) = (session.integer(1)?, session.integer(0)?, session.integer(2)?);
/// let right = session.form(&[one], &[zero])?;
/// let game = session.form(&[two], &[right])?;
/// assert_eq!(text(&mut session, game, Style::Plain)?, "{2||1|0}");
/// # Ok::<(), winways_values::OutOfMemory>(())
/// ```
pub fn text(session: &mut Session<'_>, game: Game, style: Style) -> Result<String, OutOfMemory> {
    let mut writer = Writer { style, parts: HashMap::default(), definitions: String::new(), names: 0 };
    let order = writer.followers(session, game)?;
    for &part in &order {
        writer.write(session, part, part == game)?;
    }
    let body = match writer.parts.remove(&game) {
        Some(part) => part.text,
        None => writer.atom(session, game),
    };
    Ok(writer.definitions + &body)
}

/// The longest text of a part that is written where it is used.
const LONGEST_PART: usize = 160;

struct Writer {
    style: Style,
    parts: HashMap<Game, Part, FixedState>,
    /// The parts that have names.
    definitions: String,
    names: usize,
}

/// A follower that is no sum of a number, ups and a nimber.
struct Part {
    /// How often other parts have it for an option.
    uses: usize,
    text: String,
    /// How many bars its longest run has; none if it stands for itself without braces.
    bars: usize,
}

impl Writer {
    /// The followers that need braces, each after its own followers; the game last.
    fn followers(&mut self, session: &mut Session<'_>, game: Game) -> Result<Vec<Game>, OutOfMemory> {
        let mut order = Vec::new();
        // A game is put back before its options, and is in order when it comes up the second time.
        let mut stack = vec![(game, false)];
        while let Some((game, is_entered)) = stack.pop() {
            if is_entered {
                order.push(game);
                continue;
            }
            if session.as_number_up_star(game).is_some() {
                continue;
            }
            if let Some(part) = self.parts.get_mut(&game) {
                part.uses += 1;
                continue;
            }
            self.parts.insert(game, Part { uses: 1, text: String::new(), bars: 0 });
            stack.push((game, true));
            let options = session.left_options(game)?.chain(session.right_options(game)?);
            stack.extend(options.map(|option| (option, false)));
        }
        Ok(order)
    }

    /// Writes a part whose options are written.
    fn write(&mut self, session: &mut Session<'_>, game: Game, is_whole: bool) -> Result<(), OutOfMemory> {
        let mut sides =
            [session.left_options(game)?.collect::<Vec<_>>(), session.right_options(game)?.collect()];
        for side in &mut sides {
            session.sort(side)?;
        }
        let (mut text, mut bars) = match (&sides, game == -game) {
            ([left, _], true) if left.len() == 1 => (self.plus_minus(session, left[0]), 0),
            ([left, right], _) => self.braces(session, left, right),
        };
        let uses = self.parts.get(&game).map_or(0, |part| part.uses);
        if !is_whole && (text.len() > LONGEST_PART || (uses > 1 && text.len() > LONGEST_PART / 4)) {
            self.names += 1;
            let name = match self.style {
                Style::Plain => format!("g{}", self.names),
                Style::Latex => format!("g_{{{}}}", self.names),
            };
            match self.style {
                Style::Plain => self.definitions += &format!("let {name} = {text}; "),
                Style::Latex => self.definitions += &format!("{name} = {text};\\; "),
            }
            (text, bars) = (name, 0);
        }
        if let Some(part) = self.parts.get_mut(&game) {
            (part.text, part.bars) = (text, bars);
        }
        Ok(())
    }

    fn plus_minus(&self, session: &mut Session<'_>, option: Game) -> String {
        let inside = self.atom(session, option);
        // A sum or a negative needs brackets behind the sign.
        let is_plain = !inside.contains(['+', '-']) || inside.starts_with(['{', '\\']);
        let sign = if self.style == Style::Plain { "+-" } else { "\\pm " };
        if is_plain { format!("{sign}{inside}") } else { format!("{sign}({inside})") }
    }

    /// The form in braces, with as few of them as the longest runs of bars allow, and the length of its longest run.
    fn braces(&self, session: &mut Session<'_>, left: &[Game], right: &[Game]) -> (String, usize) {
        let bars = |side: &[Game]| match side {
            [only] => self.parts.get(only).map_or(0, |part| part.bars),
            _ => 0,
        };
        let run = 1 + bars(left).max(bars(right));
        let mut text = String::from(if self.style == Style::Plain { "{" } else { "\\{" });
        self.write_side(session, left, &mut text);
        text += &match self.style {
            Style::Plain => "|".repeat(run),
            Style::Latex => format!(" {} ", "\\mid".to_owned() + &"\\!\\mid".repeat(run - 1)),
        };
        self.write_side(session, right, &mut text);
        text += if self.style == Style::Plain { "}" } else { "\\}" };
        (text, run)
    }

    fn write_side(&self, session: &mut Session<'_>, side: &[Game], text: &mut String) {
        if let [only] = side
            && let Some(part) = self.parts.get(only).filter(|part| part.bars > 0)
        {
            // The braces of an only option are told by the shorter runs of its bars.
            let (open, close) = if self.style == Style::Plain { ("{", "}") } else { ("\\{", "\\}") };
            *text +=
                part.text.strip_prefix(open).and_then(|text| text.strip_suffix(close)).unwrap_or(&part.text);
            return;
        }
        for (index, option) in side.iter().enumerate() {
            *text += if index > 0 { "," } else { "" };
            *text += &self.atom(session, *option);
        }
    }

    /// The text of an option, which is written.
    fn atom(&self, session: &mut Session<'_>, game: Game) -> String {
        match session.as_number_up_star(game) {
            Some((number, ups, nimber)) => self.number_up_star(&number, ups, nimber),
            None => self.parts.get(&game).map_or(String::new(), |part| part.text.clone()),
        }
    }

    fn number_up_star(&self, number: &Dyadic, ups: i64, nimber: u64) -> String {
        let (up, down, star) = match self.style {
            Style::Plain => ("^", "v", "*"),
            Style::Latex => ("\\uparrow", "\\downarrow", "\\ast "),
        };
        let mut tail = String::new();
        let arrow = if ups > 0 { up } else { down };
        // Writing to a string cannot fail.
        let _ = match (self.style, ups.unsigned_abs()) {
            (_, 0) => Ok(()),
            (Style::Plain, count @ 1..=2) => write!(tail, "{}", arrow.repeat(count as usize)),
            (Style::Plain, count) => write!(tail, "{arrow}{count}"),
            (Style::Latex, 1) => write!(tail, "{arrow}"),
            (Style::Latex, count) => write!(tail, "{count}{arrow}"),
        };
        let _ = match nimber {
            0 => Ok(()),
            1 => write!(tail, "{star}"),
            size => write!(tail, "{star}{size}"),
        };
        match (number.is_zero(), tail.is_empty()) {
            (false, true) => number.to_string(),
            (false, false) => format!("{number}+{tail}"),
            (true, false) => tail,
            (true, true) => "0".to_owned(),
        }
    }
}
