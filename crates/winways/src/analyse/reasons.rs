//! Explanations in sentences: why a game has its outcome, and which options survive in canonical form.

use winways_values::{Dyadic, Game, GameOutcome, OperationError, Operations, Session, TextLimits};

/// The maximum number of options listed for each player.
pub(super) const OPTIONS_LISTED: usize = 12;
/// The maximum length of a value within a sentence, in bytes.
const VALUE_BYTES: usize = 60;
/// The maximum number of answers tried in the search for an answer that reverses an option.
const ANSWERS_TRIED: usize = 1 << 12;

type Result<T> = std::result::Result<T, OperationError>;

/// Describes the stops, the mean and the temperature of a value, and explains the outcome.
pub(crate) fn of_value(operations: &mut Operations<'_>, game: Game) -> Result<Vec<String>> {
    let session = operations.session();
    if let Some(number) = session.as_number(game) {
        let who = match number.sign() {
            std::cmp::Ordering::Equal => "it is 0: the player who moves first loses",
            std::cmp::Ordering::Greater => "it is positive: Left wins, moving first or second",
            std::cmp::Ordering::Less => "it is negative: Right wins, moving first or second",
        };
        return Ok(vec!["a number: a move in it costs the player who makes it".to_owned(), who.to_owned()]);
    }
    let (left, right) = (session.left_stop(game), session.right_stop(game));
    let (mean, temperature) = (operations.mean(game)?, operations.temperature(game)?);
    let heat = match left == right {
        true => "infinitesimally close to its mean",
        false => "hot: the player who moves first gains",
    };
    let mut lines = vec![
        format!("left stop {left}, right stop {right}"),
        format!("mean {mean}, temperature {temperature}: {heat}"),
    ];
    let sides = [
        Side { name: "Left", other: "Right", goal: "at least 0", stop: left, is_left: true },
        Side { name: "Right", other: "Left", goal: "at most 0", stop: right, is_left: false },
    ];
    for side in sides {
        lines.push(side.reason(operations, game)?);
    }
    Ok(lines)
}

/// A player. Left (`is_left`) prefers greater values, and Right prefers smaller values.
struct Side {
    name: &'static str,
    other: &'static str,
    goal: &'static str,
    stop: Dyadic,
    is_left: bool,
}

impl Side {
    /// Explains which player wins if this player moves first.
    fn reason(&self, operations: &mut Operations<'_>, game: Game) -> Result<String> {
        let Side { name, other, goal, stop, is_left } = self;
        let stop_name = name.to_lowercase();
        let (good, sign) = if *is_left { (stop.sign().is_gt(), 1) } else { (stop.sign().is_lt(), -1) };
        let word = |is_positive: bool| if is_positive { "positive" } else { "negative" };
        if good {
            return Ok(format!("the {stop_name} stop is {}: {name} wins if {name} begins", word(sign == 1)));
        }
        if !stop.is_zero() {
            return Ok(format!("the {stop_name} stop is {}: {other} wins if {name} begins", word(sign != 1)));
        }
        let session = operations.session();
        let mut options = first_options(session, game, *is_left)?;
        session.sort(&mut options)?;
        let loses_then = |outcome: GameOutcome| match is_left {
            true => !outcome.right_wins_first(),
            false => !outcome.left_wins_first(),
        };
        let winning = options.into_iter().find(|option| loses_then(session.outcome(*option)));
        let outcome = session.outcome(game);
        let wins = if *is_left { outcome.left_wins_first() } else { outcome.right_wins_first() };
        Ok(match (wins, winning) {
            (true, Some(option)) => {
                let option = short(operations, option);
                format!(
                    "the {stop_name} stop is 0, and the option {option} is {goal}: {name} wins if {name} begins, by \
                     moving to {option}"
                )
            }
            (true, None) => {
                format!("the {stop_name} stop is 0, and an option is {goal}: {name} wins if {name} begins")
            }
            (false, _) => {
                format!("the {stop_name} stop is 0, but no option is {goal}: {other} wins if {name} begins")
            }
        })
    }
}

/// States for each option of a form whether it is canonical, dominated or reversible. `left` and `right` hold distinct values.
pub(super) fn of_options(
    operations: &mut Operations<'_>,
    game: Game,
    left: &[Game],
    right: &[Game],
) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for (name, options, is_left) in [("Left", left, true), ("Right", right, false)] {
        if options.len() > OPTIONS_LISTED {
            lines.push(format!("{name} has more than {OPTIONS_LISTED} different options"));
            continue;
        }
        for &option in options {
            let fate = fate(operations, game, options, option, is_left)?;
            lines.push(format!("{name}'s option {}: {fate}", short(operations, option)));
        }
    }
    Ok(lines)
}

/// Describes an option as canonical, dominated by another option, or reversible through an answer.
fn fate(
    operations: &mut Operations<'_>,
    game: Game,
    options: &[Game],
    option: Game,
    is_left: bool,
) -> Result<String> {
    let session = operations.session();
    let mut canonical = if is_left { session.left_options(game)? } else { session.right_options(game)? };
    if canonical.any(|survivor| survivor == option) {
        return Ok("canonical".to_owned());
    }
    for &other in options.iter().filter(|other| **other != option) {
        // Left prefers the greater option.
        if if is_left { session.le(option, other)? } else { session.le(other, option)? } {
            return Ok(format!("dominated by {}", short(operations, other)));
        }
    }
    for answer in first_options(session, option, !is_left)? {
        if if is_left { session.le(answer, game)? } else { session.le(game, answer)? } {
            return Ok(format!("reversible through {}", short(operations, answer)));
        }
    }
    Ok("reversible".to_owned())
}

/// Returns a player's first options in canonical form, at most [`ANSWERS_TRIED`]. The limit matters for a large nimber, which
/// has more options than the arena lists.
fn first_options(session: &mut Session<'_>, game: Game, is_left: bool) -> Result<Vec<Game>> {
    if let Some((number, 0, nimber @ 1..)) = session.as_number_up_star(game) {
        let sizes = 0..nimber.min(ANSWERS_TRIED as u128);
        let options = sizes.map(|size| session.number_up_star(&number, 0, size));
        return Ok(options.collect::<std::result::Result<_, _>>()?);
    }
    let options = if is_left { session.left_options(game)? } else { session.right_options(game)? };
    Ok(options.take(ANSWERS_TRIED).collect())
}

/// Formats a value, or returns a placeholder if the text is too long for a sentence.
fn short(operations: &mut Operations<'_>, game: Game) -> String {
    let limits = TextLimits { plain: VALUE_BYTES, named: VALUE_BYTES };
    operations.text(game, limits).unwrap_or_else(|_| "(a long value)".to_owned())
}
