//! Moves as people type them.

use super::heaps::{Taking, heaps_of, sizes};
use super::tokens::{forms, is_place, tokens};
use crate::{Position, PositionMove};
use std::fmt;
use winways_kit::AnyGame;
use winways_kit::view::{Cell, Figure};
use winways_notation::{Diagnostic, edit_distance};

/// Of more moves a number is a place in the list, without a look at what the moves leave.
const MOVES_LOOKED_AT: usize = 10_000;
/// The most moves that a message names.
const MOVES_NAMED: usize = 8;
/// Words before a move that say no more than that it is one.
const FILLERS: [&str; 4] = ["play ", "move ", "take ", "remove "];
/// Words between the places of a move: `9 to 7`.
const CONNECTING: [&str; 3] = ["to", "into", "from"];
/// The most moves that are suggested for a mistyped one.
const MOVES_SUGGESTED: usize = 3;
/// The longest line that is compared with the names of moves, in bytes.
const LONGEST_COMPARED: usize = 64;

/// What a line that is one number means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// The place of the move in the list, counted from 1.
    Place,
    /// How many tokens the move takes: the position is one heap, and a move makes it smaller.
    Taken,
    /// The number in the move's name, of which every move has one, behind this word: `pit 5`.
    Named(String),
}

/// Reads moves of one position; see [`MoveReader::read`].
pub struct MoveReader<'p> {
    game: &'p dyn AnyGame,
    position: &'p Position,
    moves: Vec<PositionMove>,
    names: Vec<String>,
    numbering: Numbering,
    /// The number of each move, in the order of the moves.
    numbers: Vec<u64>,
}

/// Why a typed line is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It may be any of these moves, by name.
    Ambiguous(Vec<String>),
    /// There is no move of this number; what the numbers are.
    Number(String),
    /// It is the present position; a player may not pass.
    Pass,
    /// It is a position, this one, to which no move leads.
    Unreachable(String),
    /// There is no such move; these moves, by name, are spelt most like it, if any are.
    NoMove(String, Vec<String>),
    /// It is neither a move nor a position, for this reason.
    Unknown(Diagnostic),
}

impl<'p> MoveReader<'p> {
    /// A reader for some moves of `position`, those of one player.
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

    /// The moves.
    pub fn moves(&self) -> &[PositionMove] {
        &self.moves
    }

    /// The moves with their numbers and names.
    pub fn list(&self) -> impl Iterator<Item = (u64, &str)> {
        self.numbers.iter().copied().zip(self.names.iter().map(String::as_str))
    }

    /// What a number means.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The move that a line stands for:
    /// - its name, in small or capital letters: `heap 5 -> 3`;
    /// - its cells or numbers, however they are separated: `b2 b3`, `b2b3`, `5 3`, `5 to 3`, of a move that only fills cells in any order,
    ///   or as much of them as no other move has; of chess pieces `Ke5`, `Rb7`;
    /// - in heap games the tokens that it takes, and the heap by its size or its place: `take 7 from heap 3`;
    /// - its number, which is what [`MoveReader::numbering`] states; `#3` is the third move of [`MoveReader::list`] in any case;
    /// - the position after it, in the game's notation.
    ///
    /// What has several meanings is refused with all of them, unless they come to the same position.
    ///
    /// # Errors
    /// [`Misread`]: why it is no move.
    ///
    /// ```
    /// use winways::{Catalogue, Match, Misread, Play, Player, Position};
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
        if let Some(taking) = Taking::of(line)
            && let Some(heaps) = heaps_of(self.position)
        {
            let found = self.indices(|index| taking.fits(&self.names[index], &heaps));
            match self.one_of(found)? {
                Some(index) => return Ok(&self.moves[index]),
                // A lone number would be a place in the list.
                None if self.numbering == Numbering::Place
                    && self.names.iter().any(|name| sizes(name).is_some()) =>
                {
                    return Err(Misread::NoMove(line.to_owned(), self.nearest(line)));
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
            found = self.by_reversed_places(line);
        }
        if found.is_empty() && !is_pass && number.is_none() {
            found = self.by_some_places(line);
        }
        match (self.one_of(found)?, target) {
            (Some(index), _) => Ok(&self.moves[index]),
            (None, Ok(_)) if is_pass => Err(Misread::Pass),
            (None, _) if number.is_some() => Err(Misread::Number(self.numbers_told())),
            (None, Ok(target)) => Err(Misread::Unreachable(target.to_string())),
            (None, Err(diagnostic)) => Err(match self.nearest(line) {
                nearest if nearest.is_empty() => Misread::Unknown(diagnostic),
                nearest => Misread::NoMove(typed.to_owned(), nearest),
            }),
        }
    }

    /// The names of the moves that are spelt most like a line, the nearest first; none if none is like it.
    fn nearest(&self, line: &str) -> Vec<String> {
        if line.len() > LONGEST_COMPARED || self.names.len() > MOVES_LOOKED_AT {
            return Vec::new();
        }
        let written = |text: &str| tokens(text).join(" ");
        let places = |text: &str| {
            let places: Vec<String> = tokens(text).into_iter().filter(|token| is_place(token)).collect();
            places.join(" ")
        };
        let (typed, typed_places) = (written(line), places(line));
        let like = |one: &str, other: &str| {
            let distance = edit_distance(one, other);
            let longer = one.chars().count().max(other.chars().count());
            (distance <= 1 + longer / 4 && distance < longer).then_some(distance)
        };
        let mut near: Vec<(usize, &String)> = self
            .names
            .iter()
            .filter_map(|name| {
                let by_places =
                    if typed_places.is_empty() { None } else { like(&typed_places, &places(name)) };
                let distance = like(&typed, &written(name)).into_iter().chain(by_places).min()?;
                Some((distance, name))
            })
            .collect();
        // Stable: of equal ones in the order of the list.
        near.sort_by_key(|(distance, _)| *distance);
        near.dedup_by(|one, other| one.1 == other.1);
        near.into_iter().take(MOVES_SUGGESTED).map(|(_, name)| name.clone()).collect()
    }

    /// Whether the position is heaps whose moves a lone number counts in the list, so that it is the number of no heap.
    pub fn counts_moves_of_heaps(&self) -> bool {
        self.numbering == Numbering::Place && heaps_of(self.position).is_some_and(|heaps| !heaps.is_empty())
    }

    fn at_place(&self, place: &str) -> Result<&PositionMove, Misread> {
        let index = place.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
        index
            .and_then(|index| self.moves.get(index))
            .ok_or_else(|| Misread::Number(format!("The moves of the list are #1 to #{}.", self.moves.len())))
    }

    /// The only one of some moves, or of several that come to the same position the first; none of none.
    fn one_of(&self, mut found: Vec<usize>) -> Result<Option<usize>, Misread> {
        found.sort_unstable();
        found.dedup();
        let Some((&first, rest)) = found.split_first() else { return Ok(None) };
        let after = self.position.after(&self.moves[first]);
        if rest.iter().all(|&index| self.position.after(&self.moves[index]).is_same(&after)) {
            return Ok(Some(first));
        }
        Err(Misread::Ambiguous(found.into_iter().map(|index| self.names[index].clone()).collect()))
    }

    fn indices(&self, fits: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.moves.len()).filter(|&index| fits(index)).collect()
    }

    /// The moves that have exactly the places of a line, and its words.
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

    /// The moves that have the places of a line the other way round, where a move only fills them.
    fn by_reversed_places(&self, line: &str) -> Vec<usize> {
        let mut places = tokens(line);
        places.reverse();
        if places.len() < 2 {
            return Vec::new();
        }
        self.indices(|index| forms(&self.names[index]).contains(&places) && self.only_fills(index))
    }

    /// The moves that have all places and words of a line among theirs, in that order.
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

    /// Whether all cells that a move touches look alike before it, so that it goes from none to another.
    fn only_fills(&self, index: usize) -> bool {
        let view = self.position.view();
        let cells: Option<Vec<&Cell>> = self
            .position
            .touches(&self.moves[index])
            .iter()
            .map(|touch| match view.figures.get(touch.figure as usize) {
                Some(Figure::Grid(grid)) => grid.cells.get(touch.element as usize),
                _ => None,
            })
            .collect();
        cells.is_some_and(|cells| cells.windows(2).all(|pair| pair[0] == pair[1]))
    }

    fn leading_to(&self, target: &Position) -> Option<usize> {
        (0..self.moves.len()).find(|&index| self.position.after(&self.moves[index]).is_same(target))
    }

    fn numbers_told(&self) -> String {
        let (least, most) = (self.numbers.iter().min(), self.numbers.iter().max());
        let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
        let is_range = most - least + 1 == self.numbers.len() as u64;
        let some = |more: &str| {
            let mut numbers = self.numbers.clone();
            numbers.sort_unstable();
            let told: Vec<String> = numbers.iter().take(MOVES_NAMED).map(u64::to_string).collect();
            let rest = if numbers.len() > MOVES_NAMED { format!(", up to {most}") } else { String::new() };
            format!("{more} {}{rest}", told.join(", "))
        };
        match (&self.numbering, is_range) {
            (Numbering::Place, _) => format!("The moves are numbered from {least} to {most}."),
            (Numbering::Taken, true) => format!("A move takes from {least} to {most}."),
            (Numbering::Taken, false) => format!("{}.", some("A move takes one of")),
            (Numbering::Named(word), _) => format!("{}.", some(&format!("There is a move for {word}"))),
        }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misread::Ambiguous(moves) => {
                let named: Vec<String> =
                    moves.iter().take(MOVES_NAMED).map(|name| format!("`{name}`")).collect();
                let rest = moves.len() - named.len();
                let more = if rest > 0 { format!(", and {rest} more") } else { String::new() };
                write!(formatter, "That may be one of {} moves: {}{more}.", moves.len(), named.join(", "))
            }
            Misread::Number(told) => formatter.write_str(told),
            Misread::Pass => formatter.write_str("That is the present position, and nobody may pass."),
            Misread::Unreachable(target) => write!(formatter, "No move leads to {target}."),
            Misread::NoMove(typed, nearest) => {
                let named: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
                write!(formatter, "There is no move `{typed}`.")?;
                match named.len() {
                    0 => Ok(()),
                    1 => write!(formatter, " The nearest is {}.", named[0]),
                    _ => write!(formatter, " The nearest are {}.", named.join(", ")),
                }
            }
            Misread::Unknown(diagnostic) => {
                write!(formatter, "That is neither a move nor a position: {diagnostic}.")
            }
        }
    }
}

impl std::error::Error for Misread {}

/// A name in small letters, with single spaces.
fn plain(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers of the moves, if the position is one heap and every move makes it smaller: how many tokens they take.
fn taken(position: &Position, moves: &[PositionMove]) -> Option<(Numbering, Vec<u64>)> {
    if moves.len() > MOVES_LOOKED_AT {
        return None;
    }
    let before = only_heap(position)?;
    let taken = |step: &PositionMove| {
        before.checked_sub(only_heap(&position.after(step))?).filter(|&count| count > 0)
    };
    let numbers: Vec<u64> = moves.iter().map(taken).collect::<Option<_>>()?;
    are_distinct(&numbers).then_some((Numbering::Taken, numbers))
}

/// The tokens of a position that is one heap, or none.
fn only_heap(position: &Position) -> Option<u64> {
    let view = position.view();
    let [Figure::Heaps(heaps)] = &view.figures[..] else { return None };
    let mut full = heaps.heaps.iter().filter(|heap| heap.tokens > 0);
    let tokens = full.next().map_or(0, |heap| heap.tokens);
    full.next().is_none().then_some(tokens)
}

/// The numbers in the names, if each is a word and a number.
fn named(names: &[String]) -> Option<(Numbering, Vec<u64>)> {
    let (mut word, mut numbers) = (None, Vec::with_capacity(names.len()));
    for name in names {
        let told = tokens(name);
        let [first, number] = &told[..] else { return None };
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
