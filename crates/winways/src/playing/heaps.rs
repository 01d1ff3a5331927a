//! Parses moves in heaps as people phrase them: `take 7 from heap 3`, `5 to 2 and 1`.

use super::tokens::tokens;
use crate::{Position, PositionMove};
use winways_kit::AnyGame;
use winways_kit::view::Figure;

/// Verbs for taking tokens.
const TAKING: [&str; 4] = ["take", "takes", "remove", "removes"];
/// Verbs that may begin a line and are ignored.
const FILLERS: [&str; 5] = ["play", "move", "split", "reduce", "turn"];
/// Words that may accompany the numbers and are ignored.
const NOUNS: [&str; 21] = [
    "heap", "heaps", "pile", "piles", "row", "rows", "the", "a", "token", "tokens", "stone", "stones",
    "counter", "counters", "coin", "coins", "pin", "pins", "number", "size", "and",
];
/// Words between the sizes before and after a move.
const LEADING_TO: [&str; 4] = ["to", "into", "->", "leaving"];
/// Words that mean that a move takes from all heaps.
const ALL: [&str; 3] = ["both", "each", "all"];
/// Numbers in words.
const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const PLACES: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// A typed line about heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HeapLine {
    /// `take 7`, `7 from 9`, `take 7 from heap 3`: the number of tokens, and the heap if it is named.
    Take { count: u64, from: Option<TakenFrom> },
    /// `5 -> 2`, `5 to 2 and 1`, `3 5 to 1 3`: the sizes before and after the move.
    Leave { before: Vec<u64>, after: Vec<u64> },
}

/// The heap or heaps from which tokens are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakenFrom {
    /// The heap with this size, or the heap with this index, counted from 1.
    Heap(u64),
    /// The heap with this index, counted from 1.
    Place(u64),
    /// At least two heaps, from each of which the same number of tokens is taken.
    All,
}

/// A word of a line about heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Number(u64),
    Place(u64),
    Leading,
    Other(String),
}

impl HeapLine {
    /// Parses a line about heaps. Returns `None` for every other line, such as a lone number.
    pub(super) fn of(line: &str) -> Option<HeapLine> {
        let mut words = words(line);
        let is_verb = |words: &[Word], verbs: &[&str]| matches!(words.first(), Some(Word::Other(word)) if verbs.contains(&word.as_str()));
        let takes = is_verb(&words, &TAKING);
        if takes || is_verb(&words, &FILLERS) {
            words.remove(0);
        }
        if let Some(at) = words.iter().position(|word| *word == Word::Leading) {
            let (before, after) = (numbers(&words[..at])?, numbers(&words[at + 1..])?);
            return (!before.is_empty() && !after.is_empty()).then_some(HeapLine::Leave { before, after });
        }
        let (Word::Number(count), rest) = words.split_first()? else { return None };
        let from = match rest {
            [] if takes => None,
            [Word::Other(word), rest @ ..] if ["from", "of", "off"].contains(&word.as_str()) => {
                Some(from(rest)?)
            }
            _ => return None,
        };
        Some(HeapLine::Take { count: *count, from })
    }
}

/// Parses the heap from which tokens are taken: `9`, `of 9`, `third`, `both`.
fn from(words: &[Word]) -> Option<TakenFrom> {
    match words {
        [Word::Other(of), rest @ ..] if of == "of" => from(rest),
        [Word::Number(heap)] => Some(TakenFrom::Heap(*heap)),
        [Word::Place(place)] => Some(TakenFrom::Place(*place)),
        [Word::Other(all)] if ALL.contains(&all.as_str()) => Some(TakenFrom::All),
        _ => None,
    }
}

fn numbers(words: &[Word]) -> Option<Vec<u64>> {
    let number = |word: &Word| match word {
        Word::Number(number) => Some(*number),
        _ => None,
    };
    words.iter().map(number).collect()
}

/// Splits a line into words, without punctuation and [`NOUNS`].
fn words(line: &str) -> Vec<Word> {
    let lower = line.to_lowercase().replace("->", " to ").replace(['→', '⇒'], " to ");
    let is_between = |letter: char| letter.is_whitespace() || ",;+&()".contains(letter);
    let words = lower.split(is_between).filter(|word| !word.is_empty() && !NOUNS.contains(word));
    words.map(word).collect()
}

fn word(word: &str) -> Word {
    let index_in = |list: &[&str]| list.iter().position(|known| *known == word).map(|index| index as u64);
    if let Some(number) = word.parse().ok().or_else(|| index_in(&NUMBERS)) {
        return Word::Number(number);
    }
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending));
    let place = digits.and_then(|digits| digits.parse().ok());
    match place.or_else(|| index_in(&PLACES).map(|index| index + 1)) {
        Some(place) => Word::Place(place),
        None if LEADING_TO.contains(&word) => Word::Leading,
        None => Word::Other(word.to_owned()),
    }
}

/// The effect of a move on the sizes of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The sizes of the heaps that change.
    before: Vec<u64>,
    /// The sizes of the heaps that replace them. If the lengths of both lists are equal, entries with the same index
    /// correspond.
    after: Vec<u64>,
    /// The index of each changed heap, or empty if the indices are unknown.
    places: Vec<usize>,
    /// The sizes of all heaps after the move, or empty if they are unknown.
    all: Vec<u64>,
}

/// The precision with which a line must describe a move, most precise first. More precise matches are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The line describes all heaps that change, with the new size of each heap.
    Aligned,
    /// The line describes all heaps that change.
    Exact,
    /// The line describes all heaps of the position.
    Whole,
    /// The line describes only the first number of a component. Its other numbers record earlier moves.
    First,
}

impl Fit {
    pub(super) const ALL: [Fit; 4] = [Fit::Aligned, Fit::Exact, Fit::Whole, Fit::First];
}

impl Change {
    /// Parses the effect of a move from its name, such as `heap 7 -> 3 + 2` or `heaps 4 -> 1, 5 -> 0`.
    pub(super) fn of_name(name: &str) -> Option<Change> {
        // In a sum of games, the name of the game precedes the move.
        let name = name.rsplit_once(": ").map_or(name, |(_, name)| name);
        let words = tokens(name);
        let (first, sizes) = words.split_first()?;
        let sizes: Vec<u64> = sizes.iter().map(|size| size.parse().ok()).collect::<Option<_>>()?;
        let (before, after) = match first.as_str() {
            "heap" if sizes.len() >= 2 && name.contains("->") => (vec![sizes[0]], sizes[1..].to_vec()),
            "heaps" if sizes.len() >= 2 && sizes.len().is_multiple_of(2) => {
                sizes.chunks(2).map(|pair| (pair[0], pair[1])).unzip()
            }
            _ => return None,
        };
        Some(Change { before, after, places: Vec::new(), all: Vec::new() })
    }

    /// Returns the change between the sizes of all heaps before a move and after it.
    pub(super) fn of_sizes(before: &[u64], after: Vec<u64>) -> Change {
        if before.len() != after.len() {
            let (before, rest) = without_common(before, &after);
            return Change { before, after: rest, places: Vec::new(), all: after };
        }
        let places: Vec<usize> = (0..before.len()).filter(|&place| before[place] != after[place]).collect();
        let of = |sizes: &[u64]| places.iter().map(|&place| sizes[place]).collect();
        Change { before: of(before), after: of(&after), places, all: after }
    }

    /// Sets the sizes of all heaps after the move.
    pub(super) fn leaving(self, all: Vec<u64>) -> Change {
        Change { all, ..self }
    }

    /// Returns `true` if a line describes the move with the precision `fit`. `heaps` are the sizes of all heaps before the move.
    pub(super) fn fits(&self, line: &HeapLine, heaps: &[u64], fit: Fit) -> bool {
        match (line, fit) {
            (HeapLine::Take { count, from }, Fit::Exact) => self.takes(*count, *from, heaps),
            (HeapLine::Take { count, from }, Fit::First) => {
                let is_first = match from {
                    None | Some(TakenFrom::Place(1) | TakenFrom::Heap(1)) => true,
                    Some(TakenFrom::Heap(heap)) => self.before.first() == Some(heap),
                    Some(TakenFrom::Place(_) | TakenFrom::All) => false,
                };
                is_first
                    && self.first().is_some_and(|(before, after)| before.checked_sub(after) == Some(*count))
            }
            (HeapLine::Take { .. }, Fit::Aligned | Fit::Whole) => false,
            (HeapLine::Leave { before, after }, Fit::Aligned) => {
                let is_heap_by_heap = self.before.len() == self.after.len() && before.len() == after.len();
                is_heap_by_heap && pairs(before, after) == pairs(&self.before, &self.after)
            }
            (HeapLine::Leave { before, after }, Fit::Exact) => {
                is_same(before, &self.before) && is_same(after, &self.after)
            }
            (HeapLine::Leave { before, after }, Fit::Whole) => {
                before.len() > 1
                    && is_same(before, heaps)
                    && !self.all.is_empty()
                    && is_same(after, &self.all)
            }
            (HeapLine::Leave { before, after }, Fit::First) => {
                matches!((&before[..], &after[..]), (&[before], &[after]) if self.first() == Some((before, after)))
            }
        }
    }

    /// Returns the first number of a component before and after the move, if other numbers change with it.
    fn first(&self) -> Option<(u64, u64)> {
        let is_first = self.places.len() > 1 && self.places[0] == 0;
        is_first.then(|| (self.before[0], self.after[0]))
    }

    /// Returns, for each heap that becomes smaller, its index (if known), its size and its loss.
    fn losses(&self) -> Vec<(Option<usize>, u64, u64)> {
        let is_heap_by_heap = self.before.len() == self.after.len();
        let pairs: Vec<(u64, u64)> = match &self.before[..] {
            before if is_heap_by_heap => before.iter().copied().zip(self.after.iter().copied()).collect(),
            // A heap that is split or removed.
            &[before] => {
                vec![(before, self.after.iter().fold(0, |sum: u64, &size| sum.saturating_add(size)))]
            }
            _ => Vec::new(),
        };
        let loss = |(index, (before, after)): (usize, (u64, u64))| {
            (before > after).then(|| (self.places.get(index).copied(), before, before - after))
        };
        pairs.into_iter().enumerate().filter_map(loss).collect()
    }

    fn takes(&self, count: u64, from: Option<TakenFrom>, heaps: &[u64]) -> bool {
        let losses = self.losses();
        let is_at = |index: Option<usize>, size: u64, place: u64| {
            let place = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
            match index {
                Some(index) => place == Some(index),
                None => place.and_then(|place| heaps.get(place)) == Some(&size),
            }
        };
        let is_from = match (from, &losses[..]) {
            (_, []) => false,
            (None, _) => true,
            (Some(TakenFrom::All), losses) => losses.len() > 1,
            (Some(TakenFrom::Heap(heap)), &[(index, size, _)]) => size == heap || is_at(index, size, heap),
            (Some(TakenFrom::Place(place)), &[(index, size, _)]) => is_at(index, size, place),
            (Some(_), _) => false,
        };
        is_from && losses.iter().all(|&(_, _, loss)| loss == count)
    }

    /// Returns a measure of the distance between a move and a line, for suggestions.
    pub(super) fn distance(&self, line: &HeapLine, heaps: &[u64]) -> u64 {
        /// The distance that is added for a heap other than the named heap.
        const OTHER_HEAP: u64 = 1 << 40;
        match line {
            HeapLine::Take { count, from } => {
                let (sizes, losses) = (self.losses(), |(_, _, loss): &(_, _, u64)| loss.abs_diff(*count));
                let nearest = sizes.iter().map(losses).max().unwrap_or(OTHER_HEAP);
                let is_there = sizes.first().is_some_and(|&(_, _, loss)| self.takes(loss, *from, heaps));
                nearest.saturating_add(if is_there { 0 } else { OTHER_HEAP })
            }
            HeapLine::Leave { before, after } => {
                let apart = |typed: &[u64], known: &[u64]| -> u64 {
                    let (typed, known) = (sorted(typed), sorted(known));
                    let at = |sizes: &[u64], index: usize| sizes.get(index).copied().unwrap_or(0);
                    let length = typed.len().max(known.len());
                    let each = (0..length).map(|index| at(&typed, index).abs_diff(at(&known, index)));
                    each.fold(0, u64::saturating_add)
                };
                let others = if is_same(before, &self.before) { 0 } else { OTHER_HEAP };
                apart(before, &self.before).saturating_add(apart(after, &self.after)).saturating_add(others)
            }
        }
    }
}

/// Returns the sizes in descending order, without empty heaps.
fn sorted(sizes: &[u64]) -> Vec<u64> {
    let mut sizes: Vec<u64> = sizes.iter().copied().filter(|&size| size > 0).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    sizes
}

/// Returns `true` if two lists contain the same sizes in any order, ignoring empty heaps.
fn is_same(some: &[u64], others: &[u64]) -> bool {
    sorted(some) == sorted(others)
}

/// Zips two lists of the same length, and returns the pairs in ascending order.
fn pairs(some: &[u64], others: &[u64]) -> Vec<(u64, u64)> {
    let mut pairs: Vec<(u64, u64)> = some.iter().copied().zip(others.iter().copied()).collect();
    pairs.sort_unstable();
    pairs
}

/// Returns two lists without the sizes that they have in common.
fn without_common(some: &[u64], others: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (mut left, mut right) = (Vec::new(), others.to_vec());
    for &size in some {
        match right.iter().position(|&other| other == size) {
            Some(index) => drop(right.remove(index)),
            None => left.push(size),
        }
    }
    (left, right)
}

/// Returns the sizes of the heaps, in order, if the position consists only of heaps or is a pair of numbers that is drawn as a
/// point on a board.
pub(super) fn heaps_of(game: &dyn AnyGame, position: &Position) -> Option<Vec<u64>> {
    of_figures(position).or_else(|| of_pair(game, position))
}

/// Returns the sizes of the heaps, in order, if the position consists only of heaps.
pub(super) fn of_figures(position: &Position) -> Option<Vec<u64>> {
    let view = position.view();
    let mut heaps = Vec::new();
    for figure in &view.figures {
        let Figure::Heaps(figure) = figure else { return None };
        heaps.extend(figure.heaps.iter().map(|heap| heap.tokens));
    }
    Some(heaps)
}

/// Returns the numbers of a position, if the game is a game on pairs.
fn of_pair(game: &dyn AnyGame, position: &Position) -> Option<Vec<u64>> {
    let is_of_pairs = game.tables().pair_rules().is_some() || game.tables().pair_theorem().is_some();
    let [only] = position.summands() else { return None };
    let text = only.text();
    let (_, inner) = text.strip_suffix(')').filter(|_| is_of_pairs)?.rsplit_once('(')?;
    inner.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// The effects of the moves of a position on its heaps.
pub(super) struct Changes {
    heaps: Vec<u64>,
    /// The effect of each move, if it is known.
    changes: Vec<Option<Change>>,
}

impl Changes {
    /// Returns the effects of moves with these names; `None` if the position has no heaps. If there are at most `examined`
    /// moves, the positions after the moves are also compared.
    pub(super) fn of(
        game: &dyn AnyGame,
        position: &Position,
        moves: &[PositionMove],
        names: &[String],
        examined: usize,
    ) -> Option<Changes> {
        let heaps = heaps_of(game, position)?;
        let change = |(step, name): (&PositionMove, &String)| {
            let all = || heaps_of(game, &position.after(step)).filter(|_| moves.len() <= examined);
            match Change::of_name(name) {
                Some(change) => Some(change.leaving(all().unwrap_or_default())),
                None => all().map(|all| Change::of_sizes(&heaps, all)),
            }
        };
        let changes = moves.iter().zip(names).map(change).collect();
        Some(Changes { heaps, changes })
    }

    /// Returns the indices of the moves that fit a line best.
    pub(super) fn fitting(&self, line: &HeapLine) -> Vec<usize> {
        let fitting = |fit: Fit| -> Vec<usize> {
            let fits = |index: &usize| {
                self.changes[*index].as_ref().is_some_and(|change| change.fits(line, &self.heaps, fit))
            };
            (0..self.changes.len()).filter(fits).collect()
        };
        Fit::ALL.into_iter().map(fitting).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Returns the indices of the moves, nearest to a line first.
    pub(super) fn nearest(&self, line: &HeapLine) -> Vec<usize> {
        let mut near: Vec<(u64, usize)> = Vec::new();
        for (index, change) in self.changes.iter().enumerate() {
            near.extend(change.as_ref().map(|change| (change.distance(line, &self.heaps), index)));
        }
        near.sort_unstable();
        near.into_iter().map(|(_, index)| index).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_heaps_are_parsed() {
        let take = |count, from| Some(HeapLine::Take { count, from });
        let leave = |before: &[u64], after: &[u64]| {
            Some(HeapLine::Leave { before: before.to_vec(), after: after.to_vec() })
        };
        for (line, expected) in [
            ("take 7 from heap 3", take(7, Some(TakenFrom::Heap(3)))),
            ("Remove 2 tokens from the heap of 5", take(2, Some(TakenFrom::Heap(5)))),
            ("remove two stones from heap 5", take(2, Some(TakenFrom::Heap(5)))),
            ("7 from 9", take(7, Some(TakenFrom::Heap(9)))),
            ("take 2", take(2, None)),
            ("take 2 from the third heap", take(2, Some(TakenFrom::Place(3)))),
            ("take 2 from the 2nd pile", take(2, Some(TakenFrom::Place(2)))),
            ("take 2 from both heaps", take(2, Some(TakenFrom::All))),
            ("heap 5 -> 2 + 1", leave(&[5], &[2, 1])),
            ("5 to 2 and 1", leave(&[5], &[2, 1])),
            ("5->2,1", leave(&[5], &[2, 1])),
            ("(3, 5) → (1, 3)", leave(&[3, 5], &[1, 3])),
            ("3 5 to 1 3", leave(&[3, 5], &[1, 3])),
            ("2", None),
            ("9-7", None),
            ("9 to", None),
            ("b2 to b3", None),
            ("take b2", None),
            ("take 2 from b2", None),
            ("take 99999999999999999999 from 3", None),
        ] {
            assert_eq!(HeapLine::of(line), expected, "{line}");
        }
    }

    fn fits(line: &str, change: &Change, heaps: &[u64]) -> bool {
        change.fits(&HeapLine::of(line).unwrap(), heaps, Fit::Exact)
    }

    #[test]
    fn heaps_are_named_by_size_or_index() {
        let fits = |line: &str, name: &str| fits(line, &Change::of_name(name).unwrap(), &[3, 5, 9]);
        assert!(fits("take 2 from heap 3", "heap 3 -> 1"));
        assert!(fits("take 2 from heap 3", "heap 9 -> 7"));
        assert!(!fits("take 2 from heap 3", "heap 5 -> 3"));
        assert!(!fits("take 2 from the third heap", "heap 3 -> 1"));
        assert!(fits("take 4 from heap 9", "heap 9 -> 2, 3"));
        assert!(fits("9 to 3 and 2", "nim: heap 9 -> 2 + 3"));
        assert!(fits("5 4 to 1 0", "heaps 4 -> 0, 5 -> 1") && !fits("5 4 to 1", "heaps 4 -> 1, 5 -> 1"));
        assert!(!fits("take 4", "heap 18446744073709551615 -> 18446744073709551615"));
        assert!(Change::of_name("b2-b3").is_none() && Change::of_name("take 1: heap 9, limit 2").is_none());
    }

    #[test]
    fn positions_are_compared_heap_by_heap() {
        let change = |before: &[u64], after: &[u64]| Change::of_sizes(before, after.to_vec());
        let both = change(&[3, 5], &[1, 3]);
        assert!(fits("take 2", &both, &[3, 5]) && fits("take 2 from both", &both, &[3, 5]));
        assert!(!fits("take 2 from heap 1", &both, &[3, 5]) && !fits("5 to 3", &both, &[3, 5]));
        // The same number may be the size and the index of a heap.
        let second = change(&[2, 7], &[2, 5]);
        assert!(fits("take 2 from heap 2", &second, &[2, 7]) && fits("take 2 from 7", &second, &[2, 7]));
        // A heap that is removed may be missing.
        assert!(fits("take 4", &change(&[3, 4], &[3]), &[3, 4]));
        // The second number is the number of tokens taken last.
        let line = HeapLine::of("10 to 7").unwrap();
        let memory = change(&[10, 0], &[7, 3]);
        assert!(!memory.fits(&line, &[10, 0], Fit::Exact) && memory.fits(&line, &[10, 0], Fit::First));
        assert!(fits("take 3", &memory, &[10, 0]));
    }
}
