//! Nim-values of games on heaps, by name.

use crate::{Input, Problem};
use winways_games::heaps::grundy::Grundy;
use winways_games::heaps::kayles::{dawson_kayles, kayles};
use winways_games::heaps::lasker;
use winways_games::heaps::subtract::Subtract;
use winways_notation::{Diagnostic, Scanner, nearest};
use winways_solve::{Budget, NimSequence};

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "grundy_split",
    title: "Nim-values of games that split heaps",
    statement: "Input, until it ends: kayles n, dawson n (Dawson's Kayles, 0.07), grundy n, lasker n, rowtake n (any \
                number of neighbouring tokens of a row), or sub s1,s2,... n (a subtraction set). Output: the nim-value \
                of a heap of n.",
    sample: ("kayles 70\ndawson 14\ngrundy 8\nlasker 3\nrowtake 5\nsub 1,3,4 6\n", "6\n4\n2\n4\n5\n2\n"),
    judge: |input, output| {
        let (kayles, dawson) = (kayles(), dawson_kayles());
        let mut grundy = NimSequence::new(&Grundy);
        input.until_end(|input| {
            let command = input.word("the name of a game")?;
            let value = match command {
                "kayles" => kayles.value(heap(input)?),
                "dawson" => dawson.value(heap(input)?),
                "grundy" => by_sequence(&mut grundy, GRUNDY, input)?,
                "lasker" => {
                    let heap = heap(input)?;
                    lasker::nim_value(heap).ok_or_else(|| too_large(input, heap))?
                }
                "rowtake" => heap(input)?,
                "sub" => {
                    let set = Subtract::of_numbers(&subtraction_set(input)?);
                    by_sequence(&mut NimSequence::new(&set), SUBTRACTION, input)?
                }
                _ => return Err(unknown(input, command)),
            };
            output.numbers([value]);
            Ok(())
        })
    },
}];

const COMMANDS: [&str; 6] = ["kayles", "dawson", "grundy", "lasker", "rowtake", "sub"];

/// A budget for about 10⁵ heaps of Grundy's game, which take about a second. No period of the game is known.
const GRUNDY: Budget = Budget { options: Some(1 << 33), ..SUBTRACTION };
/// A budget for about 10⁷ heaps. A proved period gives the values of larger heaps.
const SUBTRACTION: Budget = Budget { memory: 64 << 20, ..Budget::DEFAULT };

fn heap(input: &mut Input<'_>) -> Result<u64, Diagnostic> {
    input.number("the size of the heap")
}

fn by_sequence(
    sequence: &mut NimSequence<'_>,
    budget: Budget,
    input: &mut Input<'_>,
) -> Result<u64, Diagnostic> {
    let heap = heap(input)?;
    sequence.nim_value(heap, input.budget(budget), input.observer()).map(u64::from).map_err(|stopped| {
        let wrong = too_large(input, heap);
        input.search_ended(stopped, wrong)
    })
}

/// Parses a set written without spaces: `1,3,4`.
fn subtraction_set(input: &mut Input<'_>) -> Result<Vec<u64>, Diagnostic> {
    let word = input.word("a subtraction set, such as 1,3,4")?;
    let start = input.wrong("").span.start;
    let mut scanner = Scanner::new(word);
    let mut set = Vec::new();
    loop {
        let number = scanner.number_in("a number of the set", 1, u64::MAX);
        set.push(number.map_err(|wrong| wrong.shifted(start))?);
        if scanner.is_at_end() {
            return Ok(set);
        }
        scanner.expect(',').map_err(|wrong| wrong.shifted(start))?;
    }
}

fn too_large(input: &Input<'_>, heap: u64) -> Diagnostic {
    input.wrong(format!("a heap of {heap} is too large for this game"))
}

fn unknown(input: &Input<'_>, command: &str) -> Diagnostic {
    let wrong = input
        .wrong(format!("`{}` is not a game", command.chars().take(40).collect::<String>()))
        .label(format!("expected one of {}", COMMANDS.join(", ")));
    match nearest(command, COMMANDS) {
        Some(name) => wrong.help(format!("did you mean `{name}`?")),
        None => wrong,
    }
}
