//! Parses moves as people type them.

use super::heaps::{Changes, HeapLine};
use super::nearest::{LONGEST_COMPARED, by_cells, by_spelling, distinct};
use super::tokens::{forms, is_place, tokens};
use crate::{Position, PositionMove};
use std::fmt;
use winways_kit::AnyGame;
use winways_kit::view::{Cell, Figure};
use winways_notation::Diagnostic;

/// The maximum number of moves that are compared by their effects. In a longer list, a number never means a number of tokens.
const MOVES_EXAMINED: usize = 10_000;
/// The maximum number of moves named in a message.
const MOVES_NAMED: usize = 8;
/// Verbs before a move that are ignored.
const FILLERS: [&str; 4] = ["play ", "move ", "take ", "remove "];
/// Words between the cells or numbers of a move, as in `9 to 7`.
const CONNECTING: [&str; 3] = ["to", "into", "from"];
/// Characters that occur in the texts of positions. A line that contains one of them is not treated as a mistyped move, unless
/// names of moves also contain the character.
const SIGNS_OF_POSITIONS: [char; 6] = ['|', '"', '(', '{', '/', '.'];

/// The meaning of a line that is a single number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// The index of the move in the list, counted from 1.
    Place,
    /// The number of tokens that the move takes. The position is a single heap, and every move makes it smaller.
    Taken,
    /// The number in the name of the move. Every name consists of this word and a number, such as `pit 5`.
    Named(String),
}

/// A reader of moves in one position; see [`MoveReader::read`].
pub struct MoveReader<'p> {
    game: &'p dyn AnyGame,
    position: &'p Position,
    moves: Vec<PositionMove>,
    names: Vec<String>,
    numbering: Numbering,
    /// The number of each move, in the order of the moves.
    numbers: Vec<u64>,
}

/// The reason a typed line is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// The line may mean any of these moves; contains their names.
    Ambiguous(Vec<String>),
    /// No move has this number; contains a description of the valid numbers.
    Number(String),
    /// The line is the current position; a player may not pass.
    Pass,
    /// The line is a position to which no move leads; contains the position.
    Unreachable(String),
    /// There is no such move; contains the line and the names of the nearest moves, which have the most similar spelling, heap
    /// sizes or cells.
    NoMove(String, Vec<String>),
    /// There is no such move, and the line resembles no move; contains the line and the names of some moves as examples.
    Unlike(String, Vec<String>),
    /// The line is neither a move nor a position; contains the error of parsing it as a position.
    Unknown(Diagnostic),
}

impl<'p> MoveReader<'p> {
    /// Creates a reader for the moves of one player in `position`.
    pub(super) fn new(game: &'p dyn AnyGame, position: &'p Position, moves: Vec<PositionMove>) -> Self {
        let mut moves = moves;
        let names = |moves: &[PositionMove]| -> Vec<String> {
            moves.iter().map(|step| position.move_name(step)).collect()
        };
        let of_itself = taken(position, &moves).or_else(|| named(&names(&moves)));
        let (numbering, numbers) = match of_itself {
            None => (Numbering::Place, (1..=moves.len() as u64).collect()),
            Some((numbering, numbers)) => {
                let mut numbered: Vec<(u64, PositionMove)> = numbers.into_iter().zip(moves).collect();
                numbered.sort_by_key(|(number, _)| *number);
                let numbers;
                (numbers, moves) = numbered.into_iter().unzip();
                (numbering, numbers)
            }
        };
        let names = names(&moves);
        MoveReader { game, position, moves, names, numbering, numbers }
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[PositionMove] {
        &self.moves
    }

    /// Returns the numbers and names of the moves.
    pub fn list(&self) -> impl Iterator<Item = (u64, &str)> {
        self.numbers.iter().copied().zip(self.names.iter().map(String::as_str))
    }

    /// Returns the meaning of a line that is a single number.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Parses a line as a move. A line may be:
    /// - the name of the move, in any case: `heap 5 -> 3`;
    /// - its cells or numbers, with any separators: `b2 b3`, `b2b3`, `5 3`, `5 to 3`. If a move only fills cells, the cells may
    ///   be in any order. A part of the move is sufficient if no other move contains it. Chess pieces are written `Ke5`, `Rb7`;
    /// - in heap games, the number of tokens taken and the size or index of the heap: `take 7 from heap 3`, or the sizes before
    ///   and after the move, in any order: `5 to 2 and 1`;
    /// - its number, with the meaning given by [`MoveReader::numbering`]; `#3` is always the third move of
    ///   [`MoveReader::list`];
    /// - the position after the move, in the notation of the game.
    ///
    /// An ambiguous line is an error that lists all its meanings, unless they lead to the same position.
    ///
    /// # Errors
    /// Returns [`Misread`] if the line is not a move.
    ///
    /// ```
    /// use winways::{Catalogue, Play, Player, Position};
    /// use winways::play::{Match, Misread};
    /// let nim = Catalogue::new().game("nim")?;
    /// let game = Match::new(nim.clone(), Position::of_game(&*nim, "3 5")?, Play::Normal, Player::Left);
    /// let reader = game.reader()?;
    /// assert_eq!(reader.read("5 -> 1")?.text(), "heap 5 -> 1");
    /// // The move that leaves 1 of the heap of 3, or the position 3, 1?
    /// assert!(matches!(reader.read("3 1"), Err(Misread::Ambiguous(moves)) if moves.len() == 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&self, line: &str) -> Result<&PositionMove, Misread> {
        let line = line.trim();
        if let Some(place) = line.strip_prefix('#') {
            return self.at_place(place.trim());
        }
        if let Some(index) = self.names.iter().position(|name| plain(name) == plain(line)) {
            return Ok(&self.moves[index]);
        }
        let of_heaps = HeapLine::of(line).and_then(|typed| Some((self.changes()?, typed)));
        if let Some((changes, of_heaps)) = &of_heaps {
            match self.one_of(changes.fitting(of_heaps))? {
                Some(index) => return Ok(&self.moves[index]),
                // Otherwise, `take 7` would be read as the seventh move of the list.
                None if self.numbering == Numbering::Place && matches!(of_heaps, HeapLine::Take { .. }) => {
                    return Err(self.no_move(line, Some((changes, of_heaps))));
                }
                None => {}
            }
        }
        let typed = line;
        let lower = line.to_lowercase();
        let line = FILLERS.iter().find_map(|filler| lower.strip_prefix(filler)).unwrap_or(line).trim();
        let number = Some(line).filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
        let number = number.and_then(|line| line.parse::<u64>().ok());
        let of_number = number.and_then(|number| self.numbers.iter().position(|&known| known == number));
        if let (Some(index), true) = (of_number, self.numbering != Numbering::Place) {
            return Ok(&self.moves[index]);
        }
        let target = Position::of_game(self.game, line);
        let mut found = self.by_places(line);
        found.extend(of_number);
        found.extend(target.iter().flat_map(|target| self.leading_to(target)));
        let is_pass = target.as_ref().is_ok_and(|target| self.position.is_same(target));
        if found.is_empty() && !is_pass {
            found = self.by_reordered_places(line);
        }
        if found.is_empty() && !is_pass && number.is_none() {
            found = self.by_some_places(line);
        }
        match (self.one_of(found)?, target) {
            (Some(index), _) => Ok(&self.moves[index]),
            (None, Ok(_)) if is_pass => Err(Misread::Pass),
            (None, _) if number.is_some() => Err(Misread::Number(self.describe_numbers())),
            (None, Ok(target)) => Err(Misread::Unreachable(target.to_string())),
            (None, Err(diagnostic)) if self.is_like_a_position(line) => Err(Misread::Unknown(diagnostic)),
            (None, Err(_)) => {
                let of_heaps = of_heaps.as_ref().map(|(changes, of_heaps)| (changes, of_heaps));
                Err(self.no_move(typed, of_heaps))
            }
        }
    }

    /// Returns the move with a name, or with an unambiguous part of it, as [`MoveReader::read`] does. Numbers of moves in the list
    /// and positions after moves are not names.
    ///
    /// # Errors
    /// Returns [`Misread`] if no move, or more than one, has such a name.
    pub fn find(&self, name: &str) -> Result<&PositionMove, Misread> {
        let name = name.trim();
        if let Some(index) = self.names.iter().position(|known| plain(known) == plain(name)) {
            return Ok(&self.moves[index]);
        }
        let of_heaps = HeapLine::of(name).and_then(|typed| Some((self.changes()?, typed)));
        let of_heaps = of_heaps.as_ref().map(|(changes, of_heaps)| (changes, of_heaps));
        let searches: [&dyn Fn() -> Vec<usize>; 4] = [
            &|| of_heaps.map_or(Vec::new(), |(changes, typed)| changes.fitting(typed)),
            &|| self.by_places(name),
            &|| self.by_reordered_places(name),
            &|| self.by_some_places(name),
        ];
        let found = searches.iter().map(|search| search()).find(|found| !found.is_empty());
        match self.one_of(found.unwrap_or_default())? {
            Some(index) => Ok(&self.moves[index]),
            None => Err(self.no_move(name, of_heaps)),
        }
    }

    /// Returns the effects of the moves on heaps, if the position has heaps.
    fn changes(&self) -> Option<Changes> {
        Changes::of(self.game, self.position, &self.moves, &self.names, MOVES_EXAMINED)
    }

    /// Returns `true` if a line looks like a position rather than a move.
    fn is_like_a_position(&self, line: &str) -> bool {
        line.len() > LONGEST_COMPARED
            || SIGNS_OF_POSITIONS
                .iter()
                .any(|&sign| line.contains(sign) && !self.names.iter().any(|name| name.contains(sign)))
    }

    /// Returns the error for a mistyped move, with the moves of the most similar spelling or, if there are none, with the
    /// nearest heap sizes or cells.
    fn no_move(&self, line: &str, of_heaps: Option<(&Changes, &HeapLine)>) -> Misread {
        let is_compared = line.len() <= LONGEST_COMPARED && self.names.len() <= MOVES_EXAMINED;
        let names = |indices: Vec<usize>| -> Vec<String> {
            let distinct = distinct(indices.into_iter(), &self.names);
            distinct.into_iter().map(|index| self.names[index].clone()).collect()
        };
        let searches: [&dyn Fn() -> Vec<usize>; 3] = [
            &|| by_spelling(line, &self.names),
            &|| of_heaps.map_or(Vec::new(), |(changes, typed)| changes.nearest(typed)),
            &|| by_cells(line, &self.names),
        ];
        let mut searches = searches.iter().filter(|_| is_compared).map(|search| search());
        match searches.find(|found| !found.is_empty()) {
            Some(nearest) => Misread::NoMove(line.to_owned(), names(nearest)),
            None => Misread::Unlike(line.to_owned(), names((0..self.names.len()).collect())),
        }
    }

    fn at_place(&self, place: &str) -> Result<&PositionMove, Misread> {
        let index = place.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
        index.and_then(|index| self.moves.get(index)).ok_or_else(|| {
            Misread::Number(format!("The list contains the moves #1 to #{}.", self.moves.len()))
        })
    }

    /// Returns the only candidate, or the first candidate if all lead to the same position. Returns `None` if there are no
    /// candidates.
    fn one_of(&self, mut found: Vec<usize>) -> Result<Option<usize>, Misread> {
        found.sort_unstable();
        found.dedup();
        let Some((&first, rest)) = found.split_first() else { return Ok(None) };
        // Moves in equal heaps have the same name.
        if rest.iter().all(|&index| self.names[index] == self.names[first]) {
            return Ok(Some(first));
        }
        let after = self.position.after(&self.moves[first]);
        if rest.iter().all(|&index| self.position.after(&self.moves[index]).is_same(&after)) {
            return Ok(Some(first));
        }
        let mut names: Vec<String> = found.into_iter().map(|index| self.names[index].clone()).collect();
        names.dedup();
        Err(Misread::Ambiguous(names))
    }

    fn indices(&self, fits: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.moves.len()).filter(|&index| fits(index)).collect()
    }

    /// Returns the indices of the moves that have exactly the cells or numbers of a line, and that contain its words.
    fn by_places(&self, line: &str) -> Vec<usize> {
        let typed = tokens(line);
        let (places, words): (Vec<String>, Vec<String>) =
            typed.iter().cloned().partition(|token| is_place(token));
        if typed.is_empty() {
            return Vec::new();
        }
        self.indices(|index| {
            let name = &self.names[index];
            let known = tokens(name);
            known == typed
                || forms(name).contains(&typed)
                || !places.is_empty()
                    && forms(name).contains(&places)
                    && words.iter().all(|word| known.contains(word) || CONNECTING.contains(&word.as_str()))
        })
    }

    /// Returns the indices of the moves that only fill cells, and have the cells of a line in any order.
    fn by_reordered_places(&self, line: &str) -> Vec<usize> {
        let sorted = |mut places: Vec<String>| {
            places.sort_unstable();
            places
        };
        let places = sorted(tokens(line));
        if places.len() < 2 {
            return Vec::new();
        }
        self.indices(|index| {
            let has_places = |form: &Vec<String>| sorted(form.clone()) == places;
            forms(&self.names[index]).iter().any(has_places) && self.only_fills(index, places.len())
        })
    }

    /// Returns the indices of the moves that contain all cells, numbers and words of a line in the same order.
    fn by_some_places(&self, line: &str) -> Vec<usize> {
        let typed = tokens(line);
        if !typed.iter().any(|token| is_place(token)) {
            return Vec::new();
        }
        self.indices(|index| {
            let known = tokens(&self.names[index]);
            let mut rest = known.iter();
            typed.iter().all(|token| rest.any(|known| known == token))
        })
    }

    /// Returns `true` if the first `count` cells that a move touches are equal before the move, which then has no direction.
    fn only_fills(&self, index: usize, count: usize) -> bool {
        let view = self.position.view();
        let cells: Option<Vec<&Cell>> = self
            .position
            .touches(&self.moves[index])
            .iter()
            .take(count)
            .map(|touch| match view.figures.get(touch.figure as usize) {
                Some(Figure::Grid(grid)) => grid.cells.get(touch.element as usize),
                _ => None,
            })
            .collect();
        cells.is_some_and(|cells| cells.windows(2).all(|pair| pair[0] == pair[1]))
    }

    /// Returns the index of a move to a position. If the position has no grid and no move leads to exactly this position, the
    /// order of components, and components without moves, are ignored.
    fn leading_to(&self, target: &Position) -> Option<usize> {
        let is_board = |figure: &Figure| matches!(figure, Figure::Grid(_));
        let has_board = target.view().figures.iter().any(is_board);
        let text = target.to_string();
        let mut similar = None;
        for (index, step) in self.moves.iter().enumerate() {
            let after = self.position.after(step);
            if after.to_string() == text {
                return Some(index);
            }
            if !has_board && similar.is_none() && after.is_same(target) {
                similar = Some(index);
            }
        }
        similar
    }

    fn describe_numbers(&self) -> String {
        let (least, most) = (self.numbers.iter().min(), self.numbers.iter().max());
        let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
        let is_range = most - least + 1 == self.numbers.len() as u64;
        let some = |more: &str| {
            let mut numbers = self.numbers.clone();
            numbers.sort_unstable();
            let listed: Vec<String> = numbers.iter().take(MOVES_NAMED).map(u64::to_string).collect();
            let rest = if numbers.len() > MOVES_NAMED { format!(", up to {most}") } else { String::new() };
            format!("{more} {}{rest}", listed.join(", "))
        };
        match (&self.numbering, is_range) {
            (Numbering::Place, _) => format!("The moves are numbered from {least} to {most}."),
            (Numbering::Taken, true) => format!("A move takes {least} to {most}."),
            (Numbering::Taken, false) => format!("{}.", some("A move takes one of")),
            (Numbering::Named(word), _) => format!("{}.", some(&format!("You can choose {word}"))),
        }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Ambiguous(moves) => {
                let shown = &moves[..moves.len().min(MOVES_NAMED)];
                let rest = moves.len() - shown.len();
                let more = if rest > 0 { format!(", and {rest} more") } else { String::new() };
                write!(formatter, "That may be one of {} moves: {}{more}.", moves.len(), quoted(shown))
            }
            Misread::Number(numbers) => formatter.write_str(numbers),
            Misread::Pass => formatter.write_str("That is the current position, and passing is not allowed."),
            Misread::Unreachable(target) => write!(formatter, "No move leads to {target}."),
            Misread::NoMove(typed, nearest) => {
                let verb = if nearest.len() == 1 { "is" } else { "are" };
                write!(formatter, "There is no move `{typed}`. The nearest {verb} {}.", quoted(nearest))
            }
            Misread::Unlike(typed, examples) if examples.is_empty() => {
                write!(formatter, "There is no move `{typed}`.")
            }
            Misread::Unlike(typed, examples) => {
                write!(formatter, "There is no move `{typed}`. Moves are written {}.", quoted(examples))
            }
            Misread::Unknown(diagnostic) => {
                write!(formatter, "That is neither a move nor a position: {diagnostic}.")
            }
        }
    }
}

impl std::error::Error for Misread {}

/// Formats a list of names in backquotes.
fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Converts a name to lower case with single spaces.
fn plain(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the number of tokens that each move takes, if the position is a single heap and every move makes it smaller.
fn taken(position: &Position, moves: &[PositionMove]) -> Option<(Numbering, Vec<u64>)> {
    if moves.len() > MOVES_EXAMINED {
        return None;
    }
    let before = only_heap(position)?;
    let taken = |step: &PositionMove| {
        before.checked_sub(only_heap(&position.after(step))?).filter(|&count| count > 0)
    };
    let numbers: Vec<u64> = moves.iter().map(taken).collect::<Option<_>>()?;
    are_distinct(&numbers).then_some((Numbering::Taken, numbers))
}

/// Returns the number of tokens if the position has at most one non-empty heap.
fn only_heap(position: &Position) -> Option<u64> {
    let view = position.view();
    let [Figure::Heaps(heaps)] = &view.figures[..] else { return None };
    let mut full = heaps.heaps.iter().filter(|heap| heap.tokens > 0);
    let tokens = full.next().map_or(0, |heap| heap.tokens);
    full.next().is_none().then_some(tokens)
}

/// Returns the numbers in the names if each name consists of the same word and a number.
fn named(names: &[String]) -> Option<(Numbering, Vec<u64>)> {
    let (mut word, mut numbers) = (None, Vec::with_capacity(names.len()));
    for name in names {
        let words = tokens(name);
        let [first, number] = &words[..] else { return None };
        if word.get_or_insert_with(|| first.clone()) != first || is_place(first) {
            return None;
        }
        numbers.push(number.parse().ok()?);
    }
    are_distinct(&numbers).then_some((Numbering::Named(word?), numbers))
}

fn are_distinct(numbers: &[u64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
