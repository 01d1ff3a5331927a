//! Positions with exactly one winning move, in the terminal or as JSON.

use super::play::lines::Lines;
use super::play::style::{Theme, Tone};
use super::quiz::{Next, QuizSession, Score, clock_seed, of_game};
use crate::arguments::{PuzzleArguments, QuizFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use winways::play::{NoPuzzle, PuzzleDate, Puzzles};
use winways::wire::PuzzleJson;

const SECONDS_OF_DAY: u64 = 24 * 60 * 60;

pub(crate) fn run(arguments: &PuzzleArguments, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.bounds);
    let date = date(arguments)?;
    let seed = arguments.seed.unwrap_or_else(clock_seed);
    let mut puzzles = date.map_or_else(|| Puzzles::new(seed), Puzzles::of_day);
    if let Some(name) = &arguments.game {
        puzzles = of_game(puzzles, Puzzles::of_game, Puzzles::of_custom_game, name, &watch)?;
    }
    if let Some(rating) = arguments.rating {
        puzzles = puzzles.with_rating(rating);
    }
    let puzzle = match puzzles.next_puzzle(&watch) {
        Ok(puzzle) => puzzle,
        Err(none) => {
            anstream::eprintln!("partial: {none}");
            return Ok(match none {
                NoPuzzle::Stopped(stopped) => ending(Some(&stopped)),
                _ => Ending::Limit,
            });
        }
    };
    if let QuizFormat::Json = arguments.format {
        let json = PuzzleJson::new(&puzzle, date, None, true);
        return ignore_broken_pipe(ending(None), render::json(&json, out));
    }
    watch.finish();
    let source = date.map_or_else(|| format!("seed {seed}"), |date| date.to_string());
    let (title, rating) = (puzzle.game().game().about().title.clone(), puzzle.rating());
    let missed = puzzle
        .missed_rating()
        .map_or(String::new(), |wanted| format!(" (none nearer to {wanted} was found)"));
    let text = format!(
        "{title}, {source}, rating {rating}{missed}. Make the winning move, or type `hint`, `skip` (shows the answer) or `quit`."
    );
    let (lines, theme) = (Lines::of_stdin()?, Theme::of_stdout());
    let mut session = QuizSession { lines, watch, theme, score: Score::default(), out };
    session.print(Tone::Plain, &text)?;
    writeln!(session.out, "\n{}", puzzle.position())?;
    match session.ask(puzzle.exercise())? {
        Next::Leave(ending) => Ok(ending),
        Next::Done if session.score.right > 0 => {
            session.explain(puzzle.exercise()).map(|()| Ending::Answered)
        }
        Next::Done => Ok(Ending::Answered),
    }
}

/// Returns the date of the puzzle of the day, or `None` if the arguments select another puzzle.
fn date(arguments: &PuzzleArguments) -> Result<Option<PuzzleDate>, Failure> {
    if let Some(text) = &arguments.date {
        return text.parse().map(Some).map_err(|wrong| Failure::input("date", text, wrong));
    }
    let is_chosen = arguments.seed.is_some() || arguments.game.is_some() || arguments.rating.is_some();
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = u32::try_from(since.as_secs() / SECONDS_OF_DAY).unwrap_or(u32::MAX);
    Ok((!is_chosen).then(|| PuzzleDate::of_days(days)))
}
