//! Values of partizan positions from the literature, worked out from the options.

use std::collections::HashMap;
use winways_games::{clobber, col, domineering, hackenbush, snort, toads_and_frogs};
use winways_rules::{Options, PartizanGame, PartizanRuleset, Side, Sign};
use winways_values::{Arena, Dyadic, Game, OutOfMemory};

type Result<T> = std::result::Result<T, OutOfMemory>;

struct Values<'a, R: PartizanRuleset> {
    rules: &'a R,
    arena: &'a Arena,
    memo: HashMap<R::Component, Game>,
}

impl<R: PartizanRuleset> Values<'_, R> {
    fn sum(&mut self, position: &[R::Component]) -> Result<Game> {
        let mut sum = Game::ZERO;
        for component in position {
            let mut representative = component.clone();
            let sign = self.rules.canonicalise(&mut representative);
            let value = self.component(&representative)?;
            sum = self.arena.add(sum, if sign == Sign::Same { value } else { -value })?;
        }
        Ok(sum)
    }

    fn component(&mut self, component: &R::Component) -> Result<Game> {
        if let Some(&known) = self.memo.get(component) {
            return Ok(known);
        }
        let mut values = [Vec::new(), Vec::new()];
        for (list, side) in values.iter_mut().zip(Side::BOTH) {
            let mut options = Options::new();
            self.rules.options(component, side, &mut options);
            for option in options.iter() {
                list.push(self.sum(option)?);
            }
        }
        let value = self.arena.form(&values[0], &values[1])?;
        if let Some(number) = self.rules.number(component) {
            assert_eq!(value, self.arena.number(&number)?, "{component:?}");
        }
        self.memo.insert(component.clone(), value);
        Ok(value)
    }
}

/// Reads numbers, `^`, `v`, `*n`, sums of them as `1^^*2`, `+-x` and `{..|..}`.
fn read(arena: &Arena, text: &str) -> Result<Game> {
    if let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        let sides: Vec<&str> = top_level(inside, '|');
        let mut lists = [Vec::new(), Vec::new()];
        for (list, side) in lists.iter_mut().zip(sides) {
            for option in top_level(side, ',').into_iter().filter(|option| !option.is_empty()) {
                list.push(read(arena, option)?);
            }
        }
        return arena.form(&lists[0], &lists[1]);
    }
    if let Some(size) = text.strip_prefix("+-") {
        let size = read(arena, size)?;
        return arena.form(&[size], &[-size]);
    }
    let (rest, nimber) = match text.split_once('*') {
        None => (text, 0),
        Some((rest, "")) => (rest, 1),
        Some((rest, heap)) => (rest, heap.parse().unwrap()),
    };
    let count = |arrow| rest.matches(arrow).count() as i64;
    let number = rest.trim_end_matches(['^', 'v']);
    let number: Dyadic = if number.is_empty() { Dyadic::ZERO } else { number.parse().unwrap() };
    arena.number_up_star(&number, count('^') - count('v'), nimber)
}

fn top_level(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0;
    text.split(|character| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        depth == 0 && character == separator
    })
    .collect()
}

/// What differs from the literature.
fn differences<R: PartizanGame>(game: &R, known: &[(&str, &str)]) -> Vec<String> {
    let arena = Arena::default();
    let mut values = Values { rules: game, arena: &arena, memo: HashMap::new() };
    let mut wrong = Vec::new();
    for &(text, expected) in known {
        let position = game.parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        let value = values.sum(&position).unwrap();
        if value != read(&arena, expected).unwrap() {
            wrong.push(format!("{} {text}: {expected}? {}", game.name(), written(&arena, value, 3)));
        }
    }
    let page = game.page();
    let (name, example) = page.example.split_once(' ').unwrap();
    assert_eq!(name, page.name);
    assert!(!game.parse(example).unwrap().is_empty());
    wrong
}

fn written(arena: &Arena, value: Game, depth: usize) -> String {
    if let Some((number, ups, nimber)) = arena.as_number_up_star(value) {
        let arrows = if ups < 0 { "v" } else { "^" }.repeat(ups.unsigned_abs() as usize);
        let star =
            ["".to_owned(), "*".to_owned()].get(nimber as usize).cloned().unwrap_or(format!("*{nimber}"));
        let number =
            if number.is_zero() && (ups != 0 || nimber != 0) { String::new() } else { number.to_string() };
        return number + &arrows + &star;
    }
    if depth == 0 {
        return "...".to_owned();
    }
    let list = |options: winways_values::Options| {
        options.map(|option| written(arena, option, depth - 1)).collect::<Vec<_>>().join(",")
    };
    let (left, right) = (arena.left_options(value).unwrap(), arena.right_options(value).unwrap());
    format!("{{{}|{}}}", list(left), list(right))
}

#[test]
fn known_values() {
    let wrong = [
        differences(&domineering::Domineering, domineering::KNOWN),
        differences(&toads_and_frogs::ToadsAndFrogs, toads_and_frogs::KNOWN),
        differences(&clobber::Clobber, clobber::KNOWN),
        differences(&col::COL, col::KNOWN),
        differences(&snort::SNORT, snort::KNOWN),
        differences(&hackenbush::Hackenbush, hackenbush::KNOWN),
    ]
    .concat();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The number of different values among all subsets of a board (two engines agree on these counts).
#[test]
fn values_of_all_subsets_of_a_board() {
    let arena = Arena::default();
    let rules = domineering::Domineering;
    let mut values = Values { rules: &rules, arena: &arena, memo: HashMap::new() };
    for (width, height, count) in [(2, 2, 5), (3, 2, 9), (4, 2, 19), (5, 2, 35), (3, 3, 25), (4, 3, 84)] {
        let mut found = std::collections::HashSet::new();
        for cells in 0..1u64 << (width * height) {
            let regions: Vec<_> = domineering::Region::regions_of_rows(cells, width).collect();
            found.insert(values.sum(&regions).unwrap());
        }
        assert_eq!(found.len(), count, "{width} by {height}");
    }
}
