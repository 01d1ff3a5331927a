//! Games as text that can be parsed again, and as LaTeX.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::Operations;
use super::error::Result;
use super::style::Style;
use super::work::{self, Memo, Moves, Start, TrackedSession, bottom_up};
use crate::{Game, OperationError};

/// Limits on the length of a game written as text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// The length above which repeated parts get names.
    pub plain: usize,
    /// The maximum length with names.
    pub named: usize,
}

/// Creates the default limits: 240 bytes without names, 1 MiB with names.
impl Default for TextLimits {
    fn default() -> TextLimits {
        TextLimits { plain: 240, named: 1 << 20 }
    }
}

impl Operations<'_> {
    /// Formats the game in the notation of the literature, which parses to the same value: `3/4`, `*2`, `^^*`, `v3`,
    /// `3+*`, `+-1` for `{1|-1}`, `{2||1|0}` for `{2|{1|0}}`.
    ///
    /// Options are in structural order. A text longer than `limits.plain` defines names for repeated parts, with
    /// brackets as their scope: `(let a = {3|1}; {a||-a|*})`. Takes time linear in the number of distinct followers and
    /// in the length of the text, plus the time for sorting.
    ///
    /// # Errors
    /// [`OperationError::TooLong`]; [`OperationError::Arena`].
    ///
    /// ```
    /// use winways_values::{Arena, Operations, TextLimits};
    ///
    /// let arena = Arena::default();
    /// let [two, one, zero] = [arena.integer(2)?, arena.integer(1)?, arena.integer(0)?];
    /// let game = arena.form(&[two], &[arena.form(&[one], &[zero])?])?;
    /// let mut operations = Operations::new(arena.session());
    /// assert_eq!(operations.text(game, TextLimits::default())?, "{2||1|0}");
    /// assert_eq!(operations.latex(game, TextLimits::default())?, r"\left\{2\,\|\,1\mid 0\right\}");
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn text(&mut self, game: Game, limits: TextLimits) -> Result<String> {
        self.write(game, limits, Style::Text)
    }

    /// Formats the game like [`text`](Operations::text), but for the math mode of LaTeX.
    ///
    /// Braces grow with their contents down to a depth of 64, since TeX limits the nesting of groups.
    ///
    /// # Errors
    /// [`OperationError::TooLong`]; [`OperationError::Arena`].
    pub fn latex(&mut self, game: Game, limits: TextLimits) -> Result<String> {
        self.write(game, limits, Style::Latex).map(shallow)
    }

    fn write(&mut self, game: Game, limits: TextLimits, style: Style) -> Result<String> {
        let limit = limits.plain.max(limits.named);
        let mut writer = Writer { style, limit, layouts: Memo::default(), names: Names::default() };
        let work = &mut self.work;
        // Sorting all followers once makes sorting the options fast.
        work.session.sort(&mut [game])?;
        let text = writer.write(work, game, limits);
        work.release(writer.layouts);
        text
    }
}

/// The maximum nesting depth of growing delimiters.
const MAX_GROWING: usize = 64;

/// Replaces the growing delimiters of LaTeX that are nested too deeply by fixed ones.
fn shallow(latex: String) -> String {
    if latex.matches(r"\left").count() <= MAX_GROWING {
        return latex;
    }
    let mut parts = latex.split('\\');
    let mut shallow = parts.next().unwrap_or_default().to_owned();
    let mut depth = 0_usize;
    for part in parts {
        // Every part after the first begins with the name of a command.
        let delimiter = part.strip_prefix("left").or_else(|| part.strip_prefix("right"));
        if part.starts_with("left") {
            depth += 1;
        }
        match delimiter {
            Some(delimiter) if depth > MAX_GROWING => shallow.push_str(delimiter),
            _ => shallow.extend(["\\", part]),
        }
        if part.starts_with("right") {
            depth = depth.saturating_sub(1);
        }
    }
    shallow
}

/// Measurements of the text of a game.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// The length, including the braces, if any.
    bytes: u64,
    /// The longest run of bars outside braces; 0 if the text needs no braces.
    bars: usize,
}

/// The maximum length of a run of bars; beyond it, braces are used.
const MAX_BARS: usize = 4;

/// The minimum length of a text that gets a name.
const LEAST_NAMED: u64 = 12;

/// The approximate memory, in bytes, per game that may get a name: an entry in two maps, which may be growing, and in the list.
const NAMED_BYTES: usize = 256;

/// The number of digits computed in one step, however long the number is.
const DIGITS_PER_STEP: usize = 16;

/// Names of games. The negative of a named game uses the same name.
#[derive(Default)]
struct Names(HashMap<Game, usize, FixedState>);

impl Names {
    fn of(&self, game: Game) -> Option<String> {
        match (self.0.get(&game), self.0.get(&-game)) {
            (Some(&number), _) => Some(name(number)),
            (None, Some(&number)) => Some(format!("-{}", name(number))),
            (None, None) => None,
        }
    }
}

/// Returns the name for a number. The names are `a` to `z` without `v`, which means down, then `a1` to `z1`, and so on.
fn name(number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[number % LETTERS.len()]);
    match number / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

struct Writer {
    style: Style,
    /// The maximum length of the text in bytes.
    limit: usize,
    layouts: Memo<Game, Layout>,
    names: Names,
}

/// A part of the text that is yet to be written.
enum Piece {
    Sign(&'static str),
    /// A game as an option, in braces if necessary.
    Option(Game),
    /// A game without braces of its own: the only option on its side of a longer run of bars.
    Bare(Game),
    /// A game after a plus-minus sign.
    Operand(Game),
}

impl Writer {
    fn write(&mut self, work: &mut TrackedSession<'_>, game: Game, limits: TextLimits) -> Result<String> {
        let style = self.style;
        self.lay_out(work, game)?;
        let mut text = String::new();
        if self.layouts[&game].bytes <= limits.plain as u64 {
            self.append(work, game, true, &mut text)?;
            return Ok(text);
        }
        self.limit = limits.named;
        let order = self.choose_names(work, game)?;
        self.layouts.clear();
        if !order.is_empty() {
            text.push_str(style.before_definitions());
        }
        for (number, &part) in order.iter().enumerate() {
            self.lay_out(work, part)?;
            text.push_str(&style.definition(&name(number)));
            self.append(work, part, true, &mut text)?;
            text.push_str(style.after_definition());
            // From here on, the game is written by its name.
            let bytes = name(number).len() as u64;
            self.layouts.insert(part, Layout { bytes, bars: 0 });
        }
        if let Some(name) = self.names.of(game) {
            text.push_str(&name);
        } else {
            self.lay_out(work, game)?;
            self.append(work, game, true, &mut text)?;
        }
        if !order.is_empty() {
            text.push_str(style.after_definitions());
        }
        Ok(text)
    }

    /// Returns the text of a game that needs no bars: a number plus ups plus a nimber, or a name.
    fn atom(&self, work: &mut TrackedSession<'_>, game: Game) -> Result<Option<String>> {
        let Some((number, ups, nimber)) = work.session.as_number_up_star(game) else {
            return Ok(self.names.of(game));
        };
        // Digits are computed only if they fit.
        let (numerator, denominator) = number.digits();
        if numerator.saturating_add(denominator) > self.limit as u64 {
            return Err(OperationError::TooLong { limit: self.limit });
        }
        work.session.spend((numerator + denominator) as usize / DIGITS_PER_STEP)?;
        Ok(Some(self.style.number_up_star(&number, ups, nimber)))
    }

    /// Returns the games that make up the text of a game, which must not be a number plus ups plus nimber.
    fn parts(work: &mut TrackedSession<'_>, game: Game) -> Result<Parts> {
        let moves = work.sorted_moves(game)?;
        match (moves.left(), moves.right()) {
            (&[left], &[right]) if right == -left => Ok(Parts::PlusMinus([left])),
            _ => Ok(Parts::Braces(moves)),
        }
    }

    /// Computes the layouts of `game` and of all games that its text contains.
    fn lay_out(&mut self, work: &mut TrackedSession<'_>, game: Game) -> Result<()> {
        let mut layouts = std::mem::take(&mut self.layouts);
        let found = bottom_up(
            work,
            &mut layouts,
            game,
            |work, part| match self.atom(work, part)? {
                // A definition must not use the name that it defines.
                Some(atom) if part != game || work.session.as_number_up_star(part).is_some() => {
                    Ok(Start::Known(Layout { bytes: atom.len() as u64, bars: 0 }))
                }
                _ => Writer::parts(work, part).map(Start::From),
            },
            |_, _, parts, known| Ok(self.layout(parts, known)),
        );
        self.layouts = layouts;
        found
    }

    fn layout(&self, parts: &Parts, known: &Memo<Game, Layout>) -> Layout {
        let style = self.style;
        let around = (style.open().len() + style.close().len()) as u64;
        match parts {
            Parts::PlusMinus([part]) => {
                let Layout { bytes, bars: _ } = known[part];
                let brackets = style.open_bracket().len() + style.close_bracket().len();
                Layout { bytes: bytes.saturating_add((style.plus_minus().len() + brackets) as u64), bars: 0 }
            }
            Parts::Braces(moves) => {
                let (mut bytes, mut bars) = (around, 0);
                for options in [moves.left(), moves.right()] {
                    let bare = bare_bars(options, known);
                    bars = bars.max(bare.unwrap_or(0));
                    for option in options {
                        let own = known[option].bytes - if bare.is_some() { around } else { 0 };
                        bytes = bytes.saturating_add(own).saturating_add(style.comma().len() as u64);
                    }
                }
                Layout { bytes: bytes.saturating_add(style.bars(bars + 1).len() as u64), bars: bars + 1 }
            }
        }
    }

    /// Chooses names for the games that would be written more than once and are not short. Each game in the returned
    /// list can be defined by names of the games before it.
    fn choose_names(&mut self, work: &mut TrackedSession<'_>, root: Game) -> Result<Vec<Game>> {
        let mut uses: HashMap<Game, u64, FixedState> = HashMap::default();
        let mut order = Vec::new();
        // A game and its negative share one definition, of whichever comes first.
        let mut done: Memo<Game, ()> = Memo::default();
        let walked = bottom_up(
            work,
            &mut done,
            root,
            |work, game| match work.session.as_number_up_star(game) {
                Some(_) => Ok(Start::Known(())),
                None => Writer::parts(work, game).map(Start::From),
            },
            |work, game, parts, done| {
                work.check((order.len() + uses.len()) * NAMED_BYTES)?;
                if game == -game || !done.contains_key(&-game) {
                    order.push(game);
                    for &part in parts.as_ref() {
                        let first = if uses.contains_key(&-part) { -part } else { part };
                        *uses.entry(first).or_default() += 1;
                    }
                }
                Ok(())
            },
        );
        work.release(done);
        walked?;
        let used = |game: Game| uses.get(&game).or(uses.get(&-game)).copied().unwrap_or(0);
        order.retain(|game| used(*game) > 1 && self.layouts[game].bytes >= LEAST_NAMED);
        self.names.0.extend(order.iter().enumerate().map(|(number, &game)| (game, number)));
        Ok(order)
    }

    /// Appends the text of a game, which must be laid out, using a stack of pieces.
    fn append(
        &self,
        work: &mut TrackedSession<'_>,
        game: Game,
        mut is_definition: bool,
        text: &mut String,
    ) -> Result<()> {
        let mut open = vec![Piece::Option(game)];
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Sign(sign) => text.push_str(sign),
                Piece::Option(game) | Piece::Bare(game) | Piece::Operand(game) => {
                    let is_atom = !is_definition || work.session.as_number_up_star(game).is_some();
                    match self.atom(work, game)?.filter(|_| is_atom) {
                        Some(atom) => self.append_atom(&piece, &atom, text),
                        None => self.expand(work, &piece, game, &mut open)?,
                    }
                    is_definition = false;
                }
            }
            work.session.spend(1)?;
            if text.len() > self.limit {
                return Err(OperationError::TooLong { limit: self.limit });
            }
        }
        Ok(())
    }

    /// Appends an atom. After a plus-minus sign, a sum or a negative value is put in brackets.
    fn append_atom(&self, piece: &Piece, atom: &str, text: &mut String) {
        if matches!(piece, Piece::Operand(_)) && self.style.is_sum(atom) {
            for part in [self.style.open_bracket(), atom, self.style.close_bracket()] {
                text.push_str(part);
            }
        } else {
            text.push_str(atom);
        }
    }

    /// Pushes the pieces of a game onto the stack, the last piece first.
    fn expand(
        &self,
        work: &mut TrackedSession<'_>,
        piece: &Piece,
        game: Game,
        open: &mut Vec<Piece>,
    ) -> Result<()> {
        let style = self.style;
        let moves = match Writer::parts(work, game)? {
            Parts::PlusMinus([left]) => {
                open.extend([Piece::Operand(left), Piece::Sign(style.plus_minus())]);
                return Ok(());
            }
            Parts::Braces(moves) => moves,
        };
        let is_bare = matches!(piece, Piece::Bare(_));
        if !is_bare {
            open.push(Piece::Sign(style.close()));
        }
        self.push_options(moves.right(), open);
        open.push(Piece::Sign(style.bars(self.layouts[&game].bars)));
        self.push_options(moves.left(), open);
        if !is_bare {
            open.push(Piece::Sign(style.open()));
        }
        Ok(())
    }

    fn push_options(&self, options: &[Game], open: &mut Vec<Piece>) {
        let bare = bare_bars(options, &self.layouts).is_some();
        for (index, &option) in options.iter().enumerate().rev() {
            open.push(if bare { Piece::Bare(option) } else { Piece::Option(option) });
            if index > 0 {
                open.push(Piece::Sign(self.style.comma()));
            }
        }
    }
}

/// Returns the length of the longest run of bars in the only option, if there is only one and it is written without its braces.
fn bare_bars(options: &[Game], layouts: &Memo<Game, Layout>) -> Option<usize> {
    match options {
        [option] => Some(layouts[option].bars).filter(|bars| (1..MAX_BARS).contains(bars)),
        _ => None,
    }
}

/// The parts that the text of a game consists of.
enum Parts {
    /// `+-` and a game.
    PlusMinus([Game; 1]),
    /// Options in braces.
    Braces(Moves),
}

impl AsRef<[Game]> for Parts {
    fn as_ref(&self) -> &[Game] {
        match self {
            Parts::PlusMinus(part) => part,
            Parts::Braces(moves) => moves.as_ref(),
        }
    }
}

impl work::Parts<Game> for Parts {
    fn uncharged_bytes(&self) -> usize {
        match self {
            Parts::PlusMinus(_) => 0,
            Parts::Braces(moves) => moves.uncharged_bytes(),
        }
    }
}
