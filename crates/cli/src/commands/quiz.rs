//! Exercises in the terminal, or as JSON for scripts.

use super::play::lines::{Lines, Typed};
use super::play::style::{Theme, Tone};
use crate::arguments::{QuizArguments, QuizFormat};
use crate::input::{self, Reading};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use winways::games::AnyGame;
use winways::play::{Difficulty, Exercise, Judgement, Quiz, Topic};
use winways::text::nearest;
use winways::wire::ExerciseJson;
use winways::{Catalogue, Diagnostic};

/// The maximum number of lines of an explanation that are shown.
const LINES_SHOWN: usize = 12;

pub(crate) fn run(arguments: &QuizArguments, out: &mut dyn Write) -> Result<Ending, Failure> {
    let topic = arguments.topic.as_deref().map(topic).transpose()?;
    let watch = Watch::start(&arguments.bounds);
    let seed = arguments.seed.unwrap_or_else(clock_seed);
    let mut quiz = Quiz::new(seed, topic);
    if let Some(name) = &arguments.game {
        quiz = of_game(quiz, Quiz::of_game, Quiz::of_custom_game, name, &watch)?;
    }
    if let Some(name) = &arguments.level {
        quiz = quiz.with_difficulty(difficulty(name)?);
    }
    match arguments.format {
        QuizFormat::Json => print_all(quiz, arguments, &watch, out),
        QuizFormat::Text => {
            let lines = Lines::of_stdin()?;
            let score = Score::default();
            let mut session = QuizSession { lines, watch, theme: Theme::of_stdout(), score, out };
            session.run(quiz, seed, arguments)
        }
    }
}

/// Restricts a quiz or a generator of puzzles to one game: with `of_file` if `name` is a rule file, and otherwise with
/// `of_catalogue`.
pub(super) fn of_game<Q>(
    questions: Q,
    of_catalogue: fn(Q, &str) -> Result<Q, Diagnostic>,
    of_file: fn(Q, Arc<dyn AnyGame>) -> Result<Q, Diagnostic>,
    name: &str,
    watch: &Watch,
) -> Result<Q, Failure> {
    let reading = Reading::watched(watch);
    if input::rule_file(name, reading)?.is_none() {
        return of_catalogue(questions, name).map_err(|wrong| Failure::input("game", name, wrong));
    }
    let game = input::game(&Catalogue::new(), name, reading)?;
    let text = game.name();
    of_file(questions, game).map_err(|wrong| Failure::input("game", text, wrong))
}

/// Returns a message that fewer exercises were found than requested.
fn too_few(arguments: &QuizArguments, found: u64) -> String {
    let asked = arguments.questions;
    let of_game = arguments.game.as_ref().map_or(String::new(), |game| format!(" about {game}"));
    let of_level = arguments.level.as_ref().map_or(String::new(), |level| format!(" at level {level}"));
    let of_topic = arguments.topic.as_ref().map_or(String::new(), |topic| format!(" on the topic {topic}"));
    let (verb, s) = if found == 1 { ("is", "") } else { ("are", "s") };
    format!(
        "There {verb} only {found} different question{s}{of_game}{of_topic}{of_level}; {asked} were requested."
    )
}

fn topic(name: &str) -> Result<Topic, Failure> {
    Topic::of(name).ok_or_else(|| {
        let names = Topic::ALL.map(Topic::name);
        let similar = nearest(name, names);
        let help = similar.map_or(String::new(), |similar| format!("; did you mean `{similar}`?"));
        Failure::usage(format!("there is no topic `{name}`: expected one of {}{help}", names.join(", ")))
    })
}

fn difficulty(name: &str) -> Result<Difficulty, Failure> {
    Difficulty::of(name).ok_or_else(|| {
        let names = Difficulty::ALL.map(Difficulty::name);
        Failure::usage(format!("there is no level `{name}`: expected one of {}", names.join(", ")))
    })
}

/// Returns a seed below 10,000 that depends on the current time.
pub(super) fn clock_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_micros()) % 10_000
}

fn print_all(
    mut quiz: Quiz,
    arguments: &QuizArguments,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let mut exercises = Vec::new();
    let mut stopped = None;
    for number in 1..=arguments.questions {
        match quiz.next_exercise(watch) {
            Ok(Some(exercise)) => exercises.push(ExerciseJson::new(number, &exercise)),
            Ok(None) => {
                anstream::eprintln!("{}", too_few(arguments, number - 1));
                break;
            }
            Err(reason) => {
                anstream::eprintln!("partial: {reason}");
                stopped = Some(reason);
                break;
            }
        }
    }
    ignore_broken_pipe(ending(stopped.as_ref()), render::json(&exercises, out))
}

#[derive(Default)]
pub(super) struct Score {
    asked: u64,
    pub(super) right: u64,
    with_hints: u64,
}

pub(super) struct QuizSession<'o> {
    pub(super) lines: Lines,
    pub(super) watch: Watch,
    pub(super) theme: Theme,
    pub(super) score: Score,
    pub(super) out: &'o mut dyn Write,
}

/// The continuation after a question.
pub(super) enum Next {
    Done,
    Leave(Ending),
}

impl QuizSession<'_> {
    fn run(&mut self, mut quiz: Quiz, seed: u64, arguments: &QuizArguments) -> Result<Ending, Failure> {
        let count = arguments.questions;
        let s = if count == 1 { "" } else { "s" };
        let text = format!(
            "{count} question{s}, seed {seed}. Answer, or type `hint`, `skip` (shows the answer) or `quit`."
        );
        self.print(Tone::Plain, &text)?;
        for number in 1..=count {
            let exercise = match quiz.next_exercise(&self.watch) {
                Ok(Some(exercise)) => exercise,
                Ok(None) => {
                    self.watch.finish();
                    self.print(Tone::Warning, &too_few(arguments, number - 1))?;
                    self.print_score(number - 1)?;
                    return Ok(Ending::Answered);
                }
                Err(stopped) => {
                    self.watch.finish();
                    self.print(Tone::Warning, &format!("partial: {stopped}"))?;
                    self.print_score(count)?;
                    return Ok(ending(Some(&stopped)));
                }
            };
            self.watch.finish();
            writeln!(self.out, "\nQuestion {number} of {count}: {}", exercise.position())?;
            if let Next::Leave(ending) = self.ask(&exercise)? {
                self.print_score(count)?;
                return Ok(ending);
            }
        }
        self.print_score(count)?;
        Ok(Ending::Answered)
    }

    pub(super) fn print(&mut self, tone: Tone, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", self.theme.wrapped(tone, text))?)
    }

    /// Shows an exercise, and reads answers until one is judged.
    pub(super) fn ask(&mut self, exercise: &Exercise) -> Result<Next, Failure> {
        for line in self.theme.board(exercise.position()) {
            writeln!(self.out, "{line}")?;
        }
        self.print(Tone::Title, &exercise.question())?;
        let mut hints = exercise.hints().iter();
        let mut used = false;
        loop {
            let line = match self.lines.read("Your answer: ", &self.watch, self.out)? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Next::Leave(Ending::Answered)),
                Typed::Interrupted => return Ok(Next::Leave(Ending::Interrupted)),
            };
            match line.to_lowercase().as_str() {
                "" => continue,
                "q" | "quit" | "exit" => return Ok(Next::Leave(Ending::Answered)),
                "help" => {
                    let text = "Answer the question, or type `hint`, `skip` (shows the answer) or `quit`.";
                    self.print(Tone::Plain, text)?;
                    continue;
                }
                "hint" => {
                    used = true;
                    match hints.next() {
                        Some(hint) => self.print(Tone::Plain, hint)?,
                        None => {
                            self.print(Tone::Plain, "There are no more hints; `skip` shows the answer.")?
                        }
                    }
                    continue;
                }
                "skip" => {
                    self.score.asked += 1;
                    self.print(Tone::Plain, &format!("The answer: {}", exercise.answer()))?;
                    self.explain(exercise)?;
                    return Ok(Next::Done);
                }
                _ => {}
            }
            match exercise.judge(&line) {
                Judgement::NotUnderstood(expected) => self.print(Tone::Warning, &expected)?,
                Judgement::Right => {
                    self.score.asked += 1;
                    self.score.right += 1;
                    self.score.with_hints += u64::from(used);
                    self.print(Tone::Good, "Right.")?;
                    return Ok(Next::Done);
                }
                Judgement::Wrong => {
                    self.score.asked += 1;
                    self.print(Tone::Warning, &format!("Wrong. The answer: {}", exercise.answer()))?;
                    self.explain(exercise)?;
                    return Ok(Next::Done);
                }
            }
        }
    }

    pub(super) fn explain(&mut self, exercise: &Exercise) -> Result<(), Failure> {
        for line in exercise.explanation().iter().take(LINES_SHOWN) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn print_score(&mut self, count: u64) -> Result<(), Failure> {
        let Score { asked, right, with_hints } = self.score;
        let hints = if with_hints > 0 { format!(", {with_hints} of them with hints") } else { String::new() };
        let open = if asked < count { format!(" ({} not answered)", count - asked) } else { String::new() };
        let text = format!("Score: {right} of {count} right{hints}{open}.");
        self.print(Tone::Title, &text)
    }
}
