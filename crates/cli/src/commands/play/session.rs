//! A session of matches in the terminal, one after the other.

use super::commands::{Command, HELP};
use super::lines::{Lines, Typed};
use super::record_file::RecordFile;
use super::seats::{Preferences, Seats};
use super::style::{Theme, Tone};
use crate::arguments::{First, Format, Opponents};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;
use winways::internal::in_plies;
use winways::play::{Advice, Called, Level, Match, MoveReader, Numbering, Opponent, Prospect};
use winways::service::Observers;
use winways::{Player, PositionMove, StopReason, Stopped};

/// The maximum number of moves listed unless the user asks for all of them.
const MOVES_SHOWN: usize = 12;

/// The initial state of a session.
pub(super) struct Setup {
    pub(super) game: Match,
    pub(super) seats: Seats,
    pub(super) preferences: Preferences,
    pub(super) opponents: Opponents,
    pub(super) record: Option<RecordFile>,
}

pub(super) struct Session<'t> {
    setup: Setup,
    opponent: Opponent<'t>,
    watch: Watch,
    /// The time limit of each move of the program.
    timeout: Option<Duration>,
    lines: Lines,
    theme: Theme,
    out: &'t mut dyn Write,
}

/// The continuation of a session.
enum Next {
    Continue,
    Leave(Ending),
}

impl<'t> Session<'t> {
    pub(super) fn new(
        setup: Setup,
        opponent: Opponent<'t>,
        watch: Watch,
        timeout: Option<Duration>,
        lines: Lines,
        out: &'t mut dyn Write,
    ) -> Self {
        Session { setup, opponent, watch, timeout, lines, theme: Theme::of_stdout(), out }
    }

    pub(super) fn run(mut self) -> Result<Ending, Failure> {
        self.introduce()?;
        self.save()?;
        let mut end_is_printed = false;
        loop {
            let end = self.game().end()?;
            let next = match &end {
                Some(end) => {
                    if !end_is_printed {
                        let rule = self.game().position().ending_rule(self.game().play());
                        let sentences = end.sentences(&self.called(), &rule);
                        self.print(Tone::Title, &sentences)?;
                    }
                    if !self.setup.seats.has_people() {
                        return Ok(Ending::Answered);
                    }
                    self.read_after_end()?
                }
                None if self.setup.seats.is_person(self.game().to_move()) => self.read_move()?,
                None => self.make_program_move()?,
            };
            end_is_printed = end.is_some() && self.game().end()? == end;
            if let Next::Leave(ending) = next {
                return Ok(ending);
            }
        }
    }

    fn game(&self) -> &Match {
        &self.setup.game
    }

    fn called(&self) -> [Called; 2] {
        self.setup.seats.called(self.game())
    }

    /// Returns the player as the subject of a sentence.
    fn subject(&self, player: Player) -> Called {
        let [left, right] = self.called();
        if player == Player::Right { right } else { left }
    }

    fn print(&mut self, tone: Tone, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", self.theme.wrapped(tone, text))?)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let game = self.setup.game.game();
        let (title, rules) = (game.about().title.to_owned(), game.about().rules.to_owned());
        self.print(Tone::Title, &title)?;
        self.print(Tone::Plain, &rules)?;
        let rule = self.game().position().ending_rule(self.game().play());
        self.print(Tone::Plain, &rule)?;
        for (turn, number) in self.setup.game.turns().iter().zip(1..) {
            writeln!(self.out, "{number:>3}. {}: {}", self.setup.game.player_name(turn.player), turn.name)?;
        }
        writeln!(self.out, "The position: {}", self.setup.game.position().brief())?;
        self.show_board()?;
        if self.game().end()?.is_some() { Ok(()) } else { self.print_players() }
    }

    /// Prints who is to move and, if the program plays below the highest level, its level.
    fn print_players(&mut self) -> Result<(), Failure> {
        let mover = self.game().to_move();
        let name = self.game().player_name(mover);
        let sentence = match (self.setup.seats.only_person(), self.game().is_impartial()) {
            (None, _) => format!("{} to move.", Called::Named(name).does("is", "is")),
            (Some(_), true) => format!("{} to move.", with_to_be(&self.subject(mover))),
            (Some(person), false) if person == mover => format!("You are {name}, who is to move."),
            (Some(_), false) => format!("I am {name}, who is to move."),
        };
        self.print(Tone::Plain, &sentence)?;
        let level = self.opponent.level();
        if level != Level::LAST && self.setup.seats.has_engine() {
            let (number, errors) = (level.number(), level.errors_in_ten());
            let whose = if self.setup.seats.has_people() { "my" } else { "the program's" };
            let text = format!("Level {number} of 10: {errors} of every 10 of {whose} moves are random.");
            self.print(Tone::Plain, &text)?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        for line in self.theme.board(self.setup.game.position()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        match &self.setup.record {
            Some(record) => record.write(&self.setup.game),
            None => Ok(()),
        }
    }

    /// Makes a move and prints it.
    fn make(&mut self, step: &PositionMove) -> Result<(), Failure> {
        let mover = self.subject(self.game().to_move());
        let name = self.game().position().move_name(step);
        self.setup.game.make(step);
        let position = self.game().position().brief();
        writeln!(self.out, "{} {name}: {position}", mover.does("play", "plays"))?;
        self.show_board()?;
        self.save()
    }

    /// Chooses and makes the program's move.
    fn make_program_move(&mut self) -> Result<Next, Failure> {
        let mover = self.game().to_move();
        self.watch.begin(self.timeout);
        // Random moves do not poll the watch.
        if let ControlFlow::Break(StopReason::Interrupted) = self.watch.poll() {
            return Ok(Next::Leave(Ending::Interrupted));
        }
        let observers = Observers { work: &self.watch, writing: &self.watch.choosing() };
        let chosen = self.opponent.choose(self.setup.game.position(), mover, observers);
        self.watch.finish();
        self.watch.begin(None);
        match chosen {
            Ok(Some(choice)) => {
                if let Some(stopped) = &choice.stopped {
                    let who = self.subject(mover).does("play", "plays");
                    let text = format!("The search was cut short, since {}.", reason(stopped));
                    self.print(Tone::Warning, &format!("{text} {who} the best move found so far."))?;
                }
                self.make(&choice.step)?;
                Ok(Next::Continue)
            }
            // The match has ended. The caller checks for the end first, so this does not happen.
            Ok(None) => Ok(Next::Leave(Ending::Answered)),
            Err(stopped) => {
                let text = format!("{}: {stopped}.", self.subject(mover).does("give up", "gives up"));
                Ok(Next::Leave(ignore_broken_pipe(ending(Some(&stopped)), writeln!(self.out, "{text}"))?))
            }
        }
    }

    /// Reads a move or a command from the person whose turn it is.
    fn read_move(&mut self) -> Result<Next, Failure> {
        let (list, prompt) = {
            let reader = self.setup.game.reader()?;
            let list = if reader.moves().len() <= MOVES_SHOWN { listed(&reader) } else { Vec::new() };
            (list, self.prompt(&reader))
        };
        for line in list {
            writeln!(self.out, "{line}")?;
        }
        loop {
            let line = match self.lines.read(&prompt, &self.watch, self.out)? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Next::Leave(Ending::Answered)),
                Typed::Interrupted => return Ok(Next::Leave(Ending::Interrupted)),
            };
            if line.is_empty() {
                continue;
            }
            if let Some(command) = Command::of(&line) {
                let before = (self.game().turns().len(), self.game().to_move());
                let is_new = matches!(command, Command::New(_) | Command::Resign);
                if let Some(next) = self.execute(command)? {
                    return Ok(next);
                }
                if is_new || before != (self.game().turns().len(), self.game().to_move()) {
                    return Ok(Next::Continue);
                }
                continue;
            }
            let read = self.setup.game.reader()?.read(&line).cloned();
            match read {
                Ok(step) => {
                    self.make(&step)?;
                    return Ok(Next::Continue);
                }
                Err(misread) => {
                    let rules = match misread {
                        winways::play::Misread::Unreachable(_) => {
                            format!(" {}", self.game().game().about().rules)
                        }
                        _ => String::new(),
                    };
                    self.print(Tone::Warning, &format!("{misread}{rules}"))?;
                }
            }
        }
    }

    fn prompt(&self, reader: &MoveReader<'_>) -> String {
        let number = match reader.numbering() {
            Numbering::Place if reader.moves().len() <= MOVES_SHOWN => {
                "its number in the list above".to_owned()
            }
            Numbering::Place => "its number in `moves`".to_owned(),
            Numbering::Taken => "how many to take".to_owned(),
            Numbering::Named(word) => format!("the number of the {word}"),
        };
        let who = match self.setup.seats.only_person() {
            Some(_) => "Your move".to_owned(),
            None => format!("Move of {}", self.game().player_name(self.game().to_move())),
        };
        format!("{who} (its name, {number}, or `help`): ")
    }

    /// Asks for a command after the end of a match. `undo` resumes the match.
    fn read_after_end(&mut self) -> Result<Next, Failure> {
        let prompt = match self.lines.is_terminal() {
            true => "Another one? (`new`, `undo`, `why`, or `quit`) ",
            false => "",
        };
        match self.lines.read(prompt, &self.watch, self.out)? {
            Typed::End => Ok(Next::Leave(Ending::Answered)),
            Typed::Interrupted => Ok(Next::Leave(Ending::Interrupted)),
            Typed::Line(line) if line.is_empty() => Ok(Next::Continue),
            Typed::Line(line) => match Command::of(&line) {
                Some(Command::Hint | Command::Resign | Command::Moves) | None => {
                    let text = "The match has ended. `undo` takes a move back, `new` begins another match, `quit` leaves.";
                    self.print(Tone::Warning, text)?;
                    Ok(Next::Continue)
                }
                Some(command) => Ok(self.execute(command)?.unwrap_or(Next::Continue)),
            },
        }
    }

    /// Executes a command. Returns the continuation if the command ends the session.
    fn execute(&mut self, command: Command) -> Result<Option<Next>, Failure> {
        match command {
            Command::Help => self.help()?,
            Command::Board => self.show_board()?,
            Command::Moves => {
                for line in listed(&self.setup.game.reader()?) {
                    writeln!(self.out, "{line}")?;
                }
            }
            Command::Hint => self.hint()?,
            Command::Why => self.explain()?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::New(words) => self.start_new_match(&words)?,
            Command::Resign => {
                let player = self.game().to_move();
                self.setup.game.resign(player);
                self.save()?;
            }
            Command::Quit => return Ok(Some(Next::Leave(Ending::Answered))),
        }
        Ok(None)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let notation = self.game().game().about().notation.to_owned();
        let text = format!(
            "Type a move by its name, by its cells or numbers (`b2 b3`, `3 1`, `3 to 1`) if they determine the move, by its \
             number in the list (`#3`), or by the position after it. In heap games, you can also type what the move takes \
             (`take 2 from heap 3`: the heap of 3 tokens, or the third heap) or leaves (`5 to 2 and 1`). The notation of \
             positions: {notation}."
        );
        self.print(Tone::Plain, &text)?;
        Ok(writeln!(self.out, "{HELP}")?)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let player = self.game().to_move();
        self.watch.begin(self.timeout);
        let advice = self.opponent.advise(self.setup.game.position(), player, &self.watch);
        self.watch.finish();
        self.watch.begin(None);
        match advice {
            Ok(advice) => {
                let text = self.advice(&advice);
                self.print(Tone::Good, &text)
            }
            Err(stopped) => {
                // An interruption ends the search, not the session.
                self.watch.reset();
                self.print(Tone::Warning, &format!("No hint: {stopped}."))
            }
        }
    }

    fn advice(&self, advice: &Advice) -> String {
        let mover = self.subject(self.game().to_move());
        let name = advice.moves.first().map(|step| self.game().position().move_name(step));
        let Some(name) = name else {
            return "No move wins: against best play each of them loses.".to_owned();
        };
        if let Some(points) = advice.points {
            let more = if points < 0 { "less" } else { "more" };
            let unit = if points.abs() == 1 { "point" } else { "points" };
            return format!(
                "{name} scores most: {} {unit} {more} than the opponent from here on.",
                points.abs()
            );
        }
        let winner_name = self.game().player_name(self.game().to_move());
        let winner = if mover == Called::You { "yours" } else { &winner_name };
        match (advice.prospect, advice.remoteness) {
            (Prospect::Wins, remoteness) => {
                let takes = remoteness
                    .map_or(String::new(), |plies| format!(", at best in {}", in_plies(plies, true, winner)));
                let others = match advice.total {
                    0 | 1 => "; no other move does".to_owned(),
                    2 => ", as one other move does".to_owned(),
                    total => format!(", as {} other moves do", total - 1),
                };
                format!("{}: {name} wins{takes}{others}.", mover.does("can win", "can win"))
            }
            (Prospect::Draws, _) => format!("No move wins; {name} holds the draw."),
            (Prospect::Loses, _) => {
                format!("No move wins: against best play each of them loses. {name} delays the end longest.")
            }
        }
    }

    fn explain(&mut self) -> Result<(), Failure> {
        self.watch.begin(self.timeout);
        let analysis = self.opponent.analyse(self.setup.game.position(), &self.watch);
        self.watch.finish();
        self.watch.begin(None);
        self.watch.reset();
        Ok(render::analysis(Format::Text, self.setup.game.position(), &analysis, self.out)?)
    }

    /// Takes back a resignation or, if nobody has resigned, the last move of a person and the program's answer to it.
    fn undo(&mut self) -> Result<(), Failure> {
        let seats = self.setup.seats;
        let game = &mut self.setup.game;
        let has_resigned =
            matches!(game.end()?.map(|end| end.how), Some(winways::play::HowEnded::Resigned(_)));
        let last = game.turns().iter().rposition(|turn| seats.is_person(turn.player));
        match last {
            _ if has_resigned => {
                game.undo();
            }
            Some(last) => {
                while game.turns().len() > last {
                    game.undo();
                }
            }
            None => return self.print(Tone::Warning, "There is no move of yours to take back."),
        }
        self.show_position()
    }

    /// Repeats the move that was last taken back, and the program's answer to it.
    fn redo(&mut self) -> Result<(), Failure> {
        let seats = self.setup.seats;
        let game = &mut self.setup.game;
        if !game.redo() {
            return self.print(Tone::Warning, "There is no move to make again.");
        }
        while game.next_redo().is_some_and(|turn| !seats.is_person(turn.player)) {
            game.redo();
        }
        self.show_position()
    }

    /// Shows the current position and saves the match.
    fn show_position(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "The position: {}", self.setup.game.position().brief())?;
        self.show_board()?;
        self.save()
    }

    /// Starts another match with the changes given by the words.
    fn start_new_match(&mut self, words: &[String]) -> Result<(), Failure> {
        let mut preferences = self.setup.preferences.clone();
        let mut level = None;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "me" => preferences.first = Some(First::Me),
                "opponent" | "you" => preferences.first = Some(First::Opponent),
                "level" => {
                    let number = words.next().and_then(|number| number.parse().ok()).and_then(Level::new);
                    if number.is_none() {
                        return self.print(Tone::Warning, "The levels are 1 to 10: `new level 3`.");
                    }
                    level = number;
                }
                side => {
                    preferences.side = Some(side.to_owned());
                    // A side chosen now overrides the earlier choice of who starts.
                    if self.game().states_turn() {
                        preferences.first = None;
                    }
                }
            }
        }
        if preferences.first != self.setup.preferences.first && self.game().states_turn() {
            preferences.side = None;
        }
        let fresh = self.game().again(self.game().first());
        let (first, seats) = match Seats::of(&fresh, self.setup.opponents, &preferences, false) {
            Ok(found) => found,
            Err(failure) => {
                let text = format!("{} `new` takes `me`, `opponent`, a player, `level N`.", failure.plain());
                return self.print(Tone::Warning, &text);
            }
        };
        if let Some(level) = level {
            self.opponent.set_level(level);
        }
        let game = fresh.again(first);
        (self.setup.game, self.setup.seats, self.setup.preferences) = (game, seats, preferences);
        if let Some(record) = &mut self.setup.record {
            record.begin_next();
        }
        self.show_position()?;
        self.print_players()
    }
}

/// Returns the subject with its form of "to be": `You are`, `I am`, `Left is`.
fn with_to_be(subject: &Called) -> String {
    match subject {
        Called::I => "I am".to_owned(),
        subject => subject.does("are", "is"),
    }
}

/// Returns the moves with their numbers.
fn listed(reader: &MoveReader<'_>) -> Vec<String> {
    let width = reader.list().map(|(number, _)| number.to_string().len()).max().unwrap_or(1);
    reader.list().map(|(number, name)| format!("  {number:>width$}  {name}")).collect()
}

/// Returns the reason for a stop as part of a sentence.
fn reason(stopped: &Stopped) -> String {
    match stopped.reason {
        StopReason::Timeout => "the time was up".to_owned(),
        _ => stopped.reason.to_string(),
    }
}
