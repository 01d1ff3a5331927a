//! Commands that a person may type instead of a move.

/// A command of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Moves,
    Hint,
    Why,
    Undo,
    Redo,
    /// A new match. The words specify who starts, the player's name, or the level.
    New(Vec<String>),
    Resign,
    Quit,
}

pub(super) const HELP: &str = "  help        this list
  board       the board again
  moves       the moves with their numbers
  hint        a good move, if there is one
  why         who wins, which moves win, and why
  undo, back  take your last move back, also after the end; redo makes it again
  new         another match from the start: `new opponent` if the program starts, `new me`,
              `new right` if you are Right, `new level 3`
  resign      give up
  quit        leave; also q, exit, Ctrl-D";

impl Command {
    /// Parses a line as a command.
    pub(super) fn of(line: &str) -> Option<Command> {
        let lower = line.to_lowercase();
        let mut words = lower.split_whitespace();
        let command = match words.next()? {
            "help" | "?" => Command::Help,
            "board" => Command::Board,
            "moves" => Command::Moves,
            "hint" => Command::Hint,
            "why" | "explain" => Command::Why,
            "undo" | "back" => Command::Undo,
            "redo" => Command::Redo,
            "new" => return Some(Command::New(words.map(str::to_owned).collect())),
            "resign" => Command::Resign,
            "quit" | "q" | "exit" => Command::Quit,
            _ => return None,
        };
        words.next().is_none().then_some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_whole_lines() {
        assert_eq!(Command::of(" Back "), Some(Command::Undo));
        assert_eq!(Command::of("q"), Some(Command::Quit));
        let new = Command::New(vec!["level".to_owned(), "3".to_owned()]);
        assert_eq!(Command::of("new level 3"), Some(new));
        assert_eq!(Command::of("help me"), None);
        assert_eq!(Command::of("b2"), None);
        assert_eq!(Command::of(""), None);
    }
}
