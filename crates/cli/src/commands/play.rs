mod points;

use crate::arguments::{First, PlayArguments, play, with_tables};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, printed, render};
use anyhow::Context;
use points::Points;
use std::collections::HashMap;
use std::io::{BufRead, Write};
use winways::{
    AnyGame, Detail, End, Glyphs, IllegalMove, Opponent, Play, Player, Position, PositionMove, Request,
    RuleFault, Stopped, legal_move,
};

/// How many moves are shown without being asked for.
const MOVES_SHOWN: usize = 12;
/// The most moves a position may have for a person to play it.
const MAX_MOVES: u64 = 100_000;
/// The most lines of a picture that are shown.
const MAX_LINES: usize = 60;
/// A position that comes up so often ends the game.
const REPETITIONS: u32 = 3;

pub(crate) fn run(arguments: &PlayArguments, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let (game, position) = input::start(&arguments.game, &arguments.position, &arguments.graph, &watch)?;
    input::check_play(&position, arguments.misere)?;
    let play = play(arguments.misere, &*game);
    let budget = arguments.limits.budget();
    let tables = arguments.tables.open(arguments.limits.bounds.memory())?;
    let request = Request { play, detail: Detail::Full, budget, ..Request::default() };
    let request = with_tables(request, &tables);
    let opponent = Opponent::new(request, arguments.seed);
    let mut session = Session {
        game: &*game,
        position,
        request,
        opponent,
        watch,
        out,
        side: Player::Left,
        points: None,
        seen: HashMap::new(),
    };
    session.points = Points::of(&session.position);
    session.run(arguments.first)
}

/// A game in progress in the terminal.
struct Session<'t> {
    game: &'t dyn AnyGame,
    position: Position,
    request: Request<'t>,
    opponent: Opponent<'t>,
    watch: Watch,
    out: &'t mut dyn Write,
    /// Who is to move, also where the position does not state it: then the player who moves first is Left.
    side: Player,
    /// What each has taken, where one plays for points.
    points: Option<Points>,
    /// How often each position has come up, where play may cycle.
    seen: HashMap<String, u32>,
}

fn winner(person_wins: bool) -> &'static str {
    if person_wins { "You win." } else { "I win." }
}

/// What a person wants.
enum Wish {
    Move(PositionMove),
    Leave,
}

impl Session<'_> {
    fn run(&mut self, first: Option<First>) -> Result<Ending, Failure> {
        writeln!(self.out, "{}. {}", self.game.title(), self.game.rules())?;
        writeln!(self.out, "{}", self.position.ending_rule(self.request.play))?;
        writeln!(self.out, "The position: {}", self.position)?;
        self.show_picture()?;
        let Some(mut mine) = self.who_starts(first)? else { return Ok(Ending::Answered) };
        self.tell_sides(mine)?;
        loop {
            if let Some(ended) = self.ended(mine) {
                writeln!(self.out, "{ended}")?;
                return Ok(Ending::Answered);
            }
            if self.position.move_bound() > MAX_MOVES {
                return Err(Failure::usage(format!(
                    "the position may have {} moves; up to {MAX_MOVES} can be played here",
                    self.position.move_bound()
                )));
            }
            let moves = self.moves()?;
            if moves.is_empty() {
                let person_wins = mine == (self.request.play == Play::Misere);
                let stuck = if mine { "You have" } else { "I have" };
                let verdict = match &self.points {
                    Some(points) => points.after_end(&self.position, Some(person_wins)).verdict(),
                    None => winner(person_wins).to_owned(),
                };
                writeln!(self.out, "{stuck} no move. {verdict}")?;
                return Ok(Ending::Answered);
            }
            if mine {
                match self.ask_for_move(&moves)? {
                    Wish::Move(step) => self.make(&step, true)?,
                    Wish::Leave => return Ok(Ending::Answered),
                }
            } else if let Err(stopped) = self.answer()? {
                return printed(ending(Some(&stopped)), writeln!(self.out, "I give up: {stopped}."));
            }
            mine = !mine;
            self.side = if self.side == Player::Left { Player::Right } else { Player::Left };
        }
    }

    /// Where the position says who is to move: which player is who.
    fn tell_sides(&mut self, mine: bool) -> Result<(), Failure> {
        let Some(loopy) = self.position.ranked() else { return Ok(()) };
        self.side = loopy.player();
        if let Some(name) = loopy.board().player_name(self.side) {
            let who = if mine { "You are" } else { "I am" };
            writeln!(self.out, "{who} {name}, who is to move.")?;
        }
        Ok(())
    }

    /// How play has ended by a rule of its own, if it has; `mine` is whether the person would be to move.
    fn ended(&mut self, mine: bool) -> Option<String> {
        let ranked = self.position.ranked()?;
        let Some(end) = ranked.end(self.request.play) else {
            if !ranked.properties().may_cycle {
                return None;
            }
            let times = self.seen.entry(self.position.to_string()).or_default();
            *times += 1;
            let told = "The position has come up three times";
            return (*times == REPETITIONS).then(|| match &self.points {
                Some(points) => format!("{told}. {}", points.verdict()),
                None => format!("{told}: a draw."),
            });
        };
        let person_wins = match end {
            End::Drawn => None,
            End::Won => Some(mine),
            End::Lost => Some(!mine),
        };
        Some(match (&self.points, person_wins) {
            (Some(points), _) => {
                format!("Play has ended. {}", points.after_end(&self.position, person_wins).verdict())
            }
            (None, Some(person_wins)) => format!("Play has ended. {}", winner(person_wins)),
            (None, None) => "Play has ended in a draw.".to_owned(),
        })
    }

    /// Whether the person starts; `None` if the person has left.
    fn who_starts(&mut self, first: Option<First>) -> Result<Option<bool>, Failure> {
        if let Some(first) = first {
            return Ok(Some(first == First::Me));
        }
        loop {
            let answer = self.read("Do you want to start? (yes or no) ")?.map(|line| line.to_lowercase());
            match answer.as_deref() {
                None | Some("quit") => return Ok(None),
                Some("y" | "yes") => return Ok(Some(true)),
                Some("n" | "no") => return Ok(Some(false)),
                Some(_) => writeln!(self.out, "Please answer yes or no, or quit.")?,
            }
        }
    }

    /// The moves of the player to move.
    fn moves(&self) -> Result<Vec<PositionMove>, RuleFault> {
        let mut moves = self.position.moves()?;
        moves.retain(|step| step.player() == Player::Either || step.player() == self.side);
        Ok(moves)
    }

    /// Makes a move of the person, or of the opponent.
    fn make(&mut self, step: &PositionMove, by_person: bool) -> Result<(), Failure> {
        let (name, after) = (self.position.move_name(step), self.position.after(step));
        if let Some(points) = &mut self.points {
            points.take(&self.position, &after, by_person);
        }
        self.position = after;
        let who = if by_person { "You play" } else { "I play" };
        writeln!(self.out, "{who} {name}: {}", self.position)?;
        self.show_picture()
    }

    /// The position with its coordinates, if it fits on a screen.
    fn show_picture(&mut self) -> Result<(), Failure> {
        let picture = self.position.text_picture(Glyphs::Ascii);
        if picture.len() <= MAX_LINES {
            for line in picture {
                writeln!(self.out, "{}", format!("  {line}").trim_end())?;
            }
        }
        Ok(())
    }

    fn answer(&mut self) -> Result<Result<(), Stopped>, Failure> {
        let chosen = self.opponent.choose(&self.position, self.side, &self.watch);
        self.watch.finish();
        match chosen {
            Ok(Some(step)) => self.make(&step, false).map(Ok),
            Ok(None) => Ok(Ok(())),
            Err(stopped) => Ok(Err(stopped)),
        }
    }

    fn ask_for_move(&mut self, moves: &[PositionMove]) -> Result<Wish, Failure> {
        if moves.len() <= MOVES_SHOWN {
            self.show(moves)?;
        }
        loop {
            let Some(line) = self.read("Your move (its name or number, or `help`): ")? else {
                return Ok(Wish::Leave);
            };
            match line.to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Wish::Leave),
                "help" => self.help()?,
                "moves" => self.show(moves)?,
                "explain" | "hint" => self.explain()?,
                _ => match self.understand(&line, moves) {
                    Ok(step) => return Ok(Wish::Move(step)),
                    Err(reason) => writeln!(self.out, "{reason}")?,
                },
            }
        }
    }

    /// The move that a line stands for: its number, its name, or the position after it.
    fn understand(&self, line: &str, moves: &[PositionMove]) -> Result<PositionMove, String> {
        let number = line.strip_prefix('#').unwrap_or(line).trim();
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            let step = number.parse().ok().and_then(|number: usize| moves.get(number.checked_sub(1)?));
            return step.cloned().ok_or_else(|| format!("The moves are numbered from 1 to {}.", moves.len()));
        }
        let plain = |name: &str| name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(step) = moves.iter().find(|step| plain(&self.position.move_name(step)) == plain(line)) {
            return Ok(step.clone());
        }
        let target = Position::of_game(self.game, line)
            .map_err(|diagnostic| format!("That is neither a move nor a position: {diagnostic}."))?;
        legal_move(&self.position, moves, &target).cloned().map_err(|illegal| match illegal {
            IllegalMove::Pass => "That is the present position, and nobody may pass.".to_owned(),
            IllegalMove::Unreachable => {
                format!("No move leads from {} to {target}. {}", self.position, self.game.rules())
            }
        })
    }

    fn show(&mut self, moves: &[PositionMove]) -> Result<(), Failure> {
        let width = moves.len().to_string().len();
        for (step, number) in moves.iter().zip(1..) {
            writeln!(self.out, "  {number:>width$}  {}", self.position.move_name(step))?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Failure> {
        let notation = self.game.notation();
        Ok(writeln!(
            self.out,
            "A move is given by its name, by its number, or by the position after it: {notation}.\n\
             moves    list the moves with their numbers\n\
             explain  who wins, which moves win, and why\n\
             quit     leave the game"
        )?)
    }

    fn explain(&mut self) -> Result<(), Failure> {
        let analysis = self.opponent.analyse(&self.position, &self.watch);
        self.watch.finish();
        Ok(render::analysis(crate::arguments::Format::Text, &self.position, &analysis, self.out)?)
    }

    /// A line from the person, trimmed; `None` at the end of the input.
    fn read(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = String::new();
        let answer = self.watch.while_idle(|| std::io::stdin().lock().read_line(&mut line));
        let length = answer.context("cannot read your answer")?;
        if length == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        Ok(Some(line.trim().to_owned()))
    }
}
