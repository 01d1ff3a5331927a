mod commands;
pub(crate) mod lines;
mod menu;
mod record_file;
mod seats;
mod session;
pub(crate) mod style;

use crate::arguments::{PlayArguments, with_tables};
use crate::input::{self, Reading, Source};
use crate::watch::Watch;
use crate::{Ending, Failure};
use lines::Lines;
use record_file::RecordFile;
use seats::{Preferences, Seats};
use session::{Session, Setup};
use std::io::Write;
use std::path::Path;
use winways::play::{Level, Match, Opponent, Record};
use winways::{Detail, Player, Request};

/// The maximum length of a record in bytes.
const LONGEST_RECORD: u64 = 1 << 20;

pub(crate) fn run(arguments: &PlayArguments, out: &mut dyn Write) -> Result<Ending, Failure> {
    // The time limit applies to each move of the program, not to moves of human players.
    let watch = Watch::start(&arguments.limits.bounds.within(None));
    let mut lines = Lines::of_stdin()?;
    let (name, game) = match (&arguments.replay, &arguments.game) {
        (Some(path), _) => replayed(path, arguments, &watch)?,
        (None, Some(name)) => (name.clone(), started(name, arguments, &watch)?),
        (None, None) => match menu::choose(&mut lines, &watch, out)? {
            Some(name) => (name.clone(), started(&name, arguments, &watch)?),
            None => return Ok(Ending::Answered),
        },
    };
    let name = match game.start().summands().len() {
        // A sum is recorded as it was typed, on one line.
        2.. if name.contains('\n') => game.start().to_string(),
        2.. => name,
        // Rules are not recorded, but the path of their file is.
        _ if input::rule_file(&name, Reading::watched(&watch))?.is_some() => name,
        // The name of the game has the parameter or the edges, which may be missing in what was typed.
        _ => game.game().name(),
    };
    let preferences = Preferences { first: arguments.first, side: arguments.side.clone() };
    let is_replayed = arguments.replay.is_some();
    let (first, seats) = Seats::of(&game, arguments.opponent, &preferences, is_replayed)?;
    let game = if is_replayed { game } else { game.again(first) };
    let tables = arguments.tables.open(arguments.limits.bounds.memory())?;
    let budget = arguments.limits.budget();
    let request = Request::default().play(game.play()).detail(Detail::Full).budget(budget);
    let level = Level::new(arguments.level).unwrap_or(Level::LAST);
    let opponent = Opponent::new(with_tables(request, &tables), level, arguments.seed);
    let record = arguments.record.as_deref().map(|path| RecordFile::new(path, &name));
    let setup = Setup { game, seats, preferences, opponents: arguments.opponent, record };
    Session::new(setup, opponent, watch, arguments.limits.bounds.timeout, lines, out).run()
}

/// Creates a match that starts from the position in the arguments, by default the usual start position.
fn started(name: &str, arguments: &PlayArguments, watch: &Watch) -> Result<Match, Failure> {
    let (game, position) = input::start(name, &arguments.position, &arguments.graph, watch)?;
    let play = input::play_for(&position, arguments.misere)?;
    Ok(Match::new(game, position, play, Player::Left))
}

/// Reads a record. Returns the name of its game and the match.
fn replayed(path: &Path, arguments: &PlayArguments, watch: &Watch) -> Result<(String, Match), Failure> {
    let reading = Reading::watched(watch);
    let source = Source::file(path, reading.limited(LONGEST_RECORD, "a record of a match"))?;
    let wrong = |diagnostic| Failure::input(source.name.clone(), source.text.clone(), diagnostic);
    let record = Record::parse(&source.text).map_err(wrong)?;
    let catalogue = input::catalogue_for(record.game(), &arguments.graph.edges, reading)?;
    if let Some((game, start)) = input::printed_position(&catalogue, record.game(), reading)? {
        return Ok((record.game().to_owned(), record.replay_from(game, start).map_err(wrong)?));
    }
    let game = match input::rule_file(record.game(), reading)? {
        Some(_) => input::game(&catalogue, record.game(), reading)?,
        None => catalogue
            .game(record.game())
            .map_err(|diagnostic| wrong(diagnostic.shifted(record.game_span().start)))?,
    };
    let name = record.game().to_owned();
    Ok((name, record.replay(game).map_err(wrong)?))
}
