//! Unicode spaces and multibyte letters anywhere in the input cause a diagnostic or an answer, and never a panic.

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use winways::games::{entries, example, problems};
use winways::values::Expression;
use winways::{Catalogue, Position};

/// Characters that may be pasted with a text: spaces, zero-width characters, letters.
const PASTED: [char; 14] = [
    '\u{a0}', '\u{2003}', '\u{3000}', '\u{202f}', '\u{2028}', '\u{85}', '\u{feff}', '\u{200b}', '\u{301}',
    'é', 'Ł', '中', '−', '😀',
];

/// A kind of input.
#[derive(Clone, Debug)]
enum Reader {
    /// A position of the game with this name.
    Position(String),
    Game,
    Expression,
    Rules,
    Edges,
    Problem(&'static str),
}

impl Reader {
    /// Reads the text and formats the result, so that writing is tested too.
    fn read(&self, catalogue: &Catalogue, text: &str) -> String {
        let result = match self {
            Reader::Position(game) => {
                let game = catalogue.game(game).unwrap();
                let board = game.board(text).map(|board| board.name());
                let position = Position::of_game(&*game, text).map(|position| position.to_string());
                return format!("{board:?} {position:?}");
            }
            Reader::Game => catalogue.game(text).map(|game| game.name()),
            Reader::Expression => {
                let expression = Expression::parse(text);
                expression
                    .and_then(|expression| Ok(format!("{:?}", expression.position(catalogue)?.is_some())))
            }
            Reader::Rules => catalogue.game_of_text(text).map(|game| game.name()),
            Reader::Edges => Catalogue::with_graph(text).map(|_| String::new()),
            Reader::Problem(name) => winways::games::find_problem(name).unwrap().judge(text),
        };
        if let Err(diagnostic) = &result {
            let range = diagnostic.span.range();
            assert!(text.get(range.clone()).is_some(), "{range:?} are not letters of {text:?}");
        }
        format!("{result:?}")
    }
}

/// Returns examples of every kind of input.
fn examples() -> Vec<(Reader, String)> {
    let mut examples = Vec::new();
    for entry in entries() {
        let (name, position) = example(entry.page);
        if Catalogue::new().game(name).is_ok() {
            examples.push((Reader::Position(name.to_owned()), position.to_owned()));
            examples.push((Reader::Game, name.to_owned()));
            examples.push((Reader::Expression, format!("{}({}) + *2", name.replace('-', "_"), position)));
        }
    }
    for text in
        ["a = {2|0} + ^; let b = [1, -3/2] in a + b", "domineering(\"...|...\") + ^ # sum", "f(x) = x + *3"]
    {
        examples.push((Reader::Expression, text.to_owned()));
    }
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rules");
    for name in ["mark", "chomp-2", "lim", "path-nim", "guiles"] {
        examples.push((Reader::Rules, fs::read_to_string(rules.join(format!("{name}.game"))).unwrap()));
    }
    examples.push((Reader::Edges, "# a path\n0 1\n1 2\n2 3\n".to_owned()));
    for problem in problems() {
        examples.push((Reader::Problem(problem.name), problem.sample.0.to_owned()));
    }
    examples
}

/// Inserts `pasted` before the character with index `place`; replaces that character if `replaces` is `true`.
fn pasted_into(text: &str, place: usize, pasted: char, replaces: bool) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = place % (letters.len() + 1);
    let end = if replaces { letters.len().min(place + 1) } else { place };
    letters.splice(place..end, [pasted]);
    letters.into_iter().collect()
}

/// Inserts a space before each of the first characters, and replaces each of these characters by other spaces.
#[test]
fn a_blank_anywhere_in_a_position() {
    let catalogue = Catalogue::new();
    let mut count = 0;
    for (reader, text) in examples() {
        if !matches!(reader, Reader::Position(_) | Reader::Game) {
            continue;
        }
        for place in 0..=text.chars().count().min(80) {
            for (pasted, replaces) in
                PASTED[..3].iter().flat_map(|pasted| [(*pasted, false), (*pasted, true)])
            {
                reader.read(&catalogue, &pasted_into(&text, place, pasted, replaces));
                count += 1;
            }
        }
    }
    assert!(count > 5000, "{count}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(3_000, 10_000) as u32))]

    #[test]
    fn letters_of_several_bytes_anywhere(
        example in prop::sample::select(examples()),
        changes in prop::collection::vec((any::<usize>(), prop::sample::select(&PASTED[..]), any::<bool>()), 1..5),
    ) {
        let (reader, text) = example;
        let text = changes.iter().fold(text, |text, &(place, pasted, replaces)| {
            pasted_into(&text, place, pasted, replaces)
        });
        reader.read(&Catalogue::new(), &text);
    }
}
