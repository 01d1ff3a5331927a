//! Lists the options and followers of canonical forms, and draws canonical forms as trees.

use super::arguments::{Arguments, IntoValue};
use super::error::Result;
use super::list::charge_list;
use super::value::Value;
use std::collections::HashSet;
use winways_values::{Charge, Game, GameOptions, Session, TextLimits};

/// The memory of a game in a growing set and in a growing list, in bytes.
const SEEN_BYTES: u64 = 96;

/// A line of a tree that is still to be written.
struct Line {
    game: Game,
    /// The prefix of the lines below this line.
    indent: String,
    /// The player who moves to the game, and whether siblings follow; `None` at the root.
    branch: Option<(char, bool)>,
}

/// The memory of a line in bytes, in addition to its text.
const LINE_BYTES: u64 = 64;

impl Arguments<'_, '_> {
    /// Returns the options of both players, as two lists.
    pub(super) fn options_of_both(&mut self) -> Result<Value> {
        let game = self.game(0)?;
        let charge = charge_list(self.operations.session(), 2)?;
        let (left, right) = (self.list_of_options(game, true)?, self.list_of_options(game, false)?);
        Value::list(vec![left, right], charge, self.span_of(0))
    }

    /// Returns the options of a player as a list, in structural order.
    pub(super) fn options(&mut self, is_left: bool) -> Result<Value> {
        let game = self.game(0)?;
        self.list_of_options(game, is_left)
    }

    fn list_of_options(&mut self, game: Game, is_left: bool) -> Result<Value> {
        let (options, _charge) = self.options_of(game, is_left)?;
        options.into_value(self.operations.session())
    }

    /// Returns the options of a player in structural order, with the charge for their list.
    fn options_of(&mut self, game: Game, is_left: bool) -> Result<(Vec<Game>, Charge)> {
        let session = self.operations.session();
        let options: GameOptions = match is_left {
            true => session.left_options(game)?,
            false => session.right_options(game)?,
        };
        let charge = session.charge((options.len() as u64).saturating_mul(size_of::<Game>() as u64))?;
        let mut games = Vec::with_capacity(options.len());
        for option in options {
            session.spend(1)?;
            games.push(option);
        }
        session.sort(&mut games)?;
        Ok((games, charge))
    }

    /// Returns all followers, including the game itself, in structural order.
    pub(super) fn followers(&mut self) -> Result<Value> {
        let game = self.game(0)?;
        let mut charge = self.operations.session().charge(SEEN_BYTES)?;
        let (mut seen, mut rest, mut all) = (HashSet::from([game]), vec![game], Vec::new());
        while let Some(follower) = rest.pop() {
            all.push(follower);
            for is_left in [true, false] {
                let (options, _charge) = self.options_of(follower, is_left)?;
                for option in options {
                    if !seen.contains(&option) {
                        remember(self.operations.session(), &mut charge, &mut seen, option)?;
                        rest.push(option);
                    }
                }
            }
        }
        self.operations.session().sort(&mut all)?;
        drop((seen, charge));
        all.into_value(self.operations.session())
    }

    /// Returns the tree as text, with one follower per line. Does not expand a follower that occurred before or, below the
    /// root, a sum of a number, ups and a nimber.
    pub(super) fn tree(&mut self) -> Result<Value> {
        let root = self.game(0)?;
        let mut charge = self.operations.session().charge(LINE_BYTES)?;
        let (mut seen, mut text) = (HashSet::new(), String::new());
        let mut lines = vec![Line { game: root, indent: String::new(), branch: None }];
        while let Some(Line { game, indent, branch }) = lines.pop() {
            let written = self.operations.text(game, TextLimits::default());
            let written = self.checked(written)?;
            let session = self.operations.session();
            session.spend(1 + (indent.len() + written.len()) / 16)?;
            // A growing text may be reallocated.
            session.enlarge_charge(&mut charge, 3 * (indent.len() + written.len() + 24) as u64)?;
            if !text.is_empty() {
                text.push('\n');
            }
            let mut below = indent.clone();
            if let Some((player, has_more)) = branch {
                text += &indent;
                text += if has_more { "├─" } else { "└─" };
                text.push(player);
                text.push(' ');
                below += if has_more { "│   " } else { "    " };
            }
            text += &written;
            if branch.is_some() && session.as_number_up_star(game).is_some() {
                continue;
            }
            if seen.contains(&game) {
                text += " (as above)";
                continue;
            }
            remember(session, &mut charge, &mut seen, game)?;
            let (right, _right_charge) = self.options_of(game, false)?;
            let (left, _left_charge) = self.options_of(game, true)?;
            let count = left.len() + right.len();
            let bytes = (count as u64).saturating_mul(below.len() as u64 + LINE_BYTES);
            self.operations.session().enlarge_charge(&mut charge, bytes)?;
            let options = left.into_iter().map(|game| ('L', game));
            let options: Vec<_> = options.chain(right.into_iter().map(|game| ('R', game))).collect();
            // The first option is popped from the stack first.
            for (place, (player, game)) in options.into_iter().enumerate().rev() {
                let branch = Some((player, place + 1 < count));
                lines.push(Line { game, indent: below.clone(), branch });
            }
        }
        drop((seen, charge));
        self.text(text)
    }
}

fn remember(
    session: &mut Session<'_>,
    charge: &mut Charge,
    seen: &mut HashSet<Game>,
    game: Game,
) -> Result<()> {
    session.enlarge_charge(charge, SEEN_BYTES)?;
    seen.insert(game);
    Ok(())
}
