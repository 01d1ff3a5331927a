//! Picture games whose play may be endless, or that end with a result or with points: ranked positions for retrograde
//! analysis.
//!
//! A position consists of the player to move and a state for every cell of a board of fixed size. In an impartial game, its
//! rank is the number of the filling of the cells (`fillings.rs`). In a partizan game, it is twice that number, plus 1 if
//! Right is to move. In games of points, each layer has such ranks for the positions with the same number of remaining
//! points.

use crate::about::fingerprint;
use crate::pictures::about::FileHeaders;
use crate::pictures::board::{Board, read};
use crate::pictures::boards::Boards;
use crate::pictures::fillings::Fillings;
use crate::pictures::position::{alphabet, cells_of, content, keep_distinct, named};
use crate::pictures::rules::Rules;
use crate::pictures::size::check_board;
use crate::pictures::states::State;
use std::collections::HashSet;
use std::sync::Arc;
use winways_kit::any::ranked::RankedGame;
use winways_kit::boards::word::Wide;
use winways_kit::figures::changed;
use winways_kit::view;
use winways_kit::view::Figure;
use winways_kit::{About, Ending, Page, Properties, RankedBoard, RuleBoard, Step};
use winways_notation::pictures::EndResult;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Objective, Play, Player, RankedRuleset, Side};
use winways_values::{Arena, ArenaError};

/// The maximum number of points on a board, which retrograde analysis stores in 16 bits with a sign and a mark.
const MOST_POINTS: u64 = i16::MAX as u64 - 1;
/// The maximum number of times that a player may score and move again in a turn. A turn that scores N times may pass through 2^N boards.
const MOST_IN_A_TURN: u64 = 16;

/// A game defined by pictures that is solved by ranks.
pub(crate) struct Ranked {
    pub(crate) headers: Arc<FileHeaders>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) boards: Arc<Boards<Wide>>,
    pub(crate) may_cycle: bool,
}

/// A board of fixed size. Its ranks number all fillings, or only those with reachable counts of pieces.
pub(crate) struct RankedPictures {
    headers: Arc<FileHeaders>,
    rules: Arc<Rules>,
    boards: Arc<Boards<Wide>>,
    may_cycle: bool,
    fillings: Fillings,
    /// The board with its first filling.
    empty: Board,
    /// The position from which the board was created.
    given: PicturePosition,
}

/// A position: the player to move and the states of the cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PicturePosition {
    is_right: bool,
    states: Box<[State]>,
}

impl Component for PicturePosition {
    fn owned_bytes(&self) -> usize {
        self.states.len()
    }
}

impl PicturePosition {
    fn side(&self) -> Side {
        if self.is_right { Side::Right } else { Side::Left }
    }
}

impl RankedGame for Ranked {
    type Board = RankedPictures;

    fn page(&self) -> &'static Page {
        self.headers.about.page
    }

    fn name(&self) -> String {
        self.headers.about.name.clone()
    }

    fn about(&self) -> About {
        self.headers.about.clone()
    }

    /// Parses a position, which determines the board. An empty string stands for the start of the rule file.
    fn board(&self, scanner: &mut Scanner<'_>) -> Result<RankedPictures, Diagnostic> {
        let rest = scanner.rest();
        let text = if rest.trim().is_empty() { self.headers.start.as_deref().unwrap_or(rest) } else { rest };
        let (board, is_right) = read_turn(text, &self.headers, &self.rules)?;
        check_board(&self.rules, &board.geometry, Span::new(0, text.len()))?;
        let too_large = || {
            Diagnostic::new("the board has too many positions", Span::at(0))
                .label("expected fewer than 2^63: a smaller board, or one with fewer pieces")
        };
        let longest = board.geometry.longest();
        let fillings = match self.rules.points.is_empty() {
            true => Fillings::new(&self.rules, &board.states, longest),
            false => Fillings::any(&self.rules, &board.states),
        };
        let fillings = fillings.ok_or_else(too_large)?;
        let board = RankedPictures {
            given: PicturePosition {
                is_right: is_right && !self.rules.is_impartial,
                states: board.states.to_vec().into(),
            },
            ..self.numbered(&board, fillings)
        };
        if board.most_points() > MOST_POINTS {
            let message = format!("the pieces of this board are worth {} points", board.most_points());
            return Err(Diagnostic::new(message, Span::new(0, text.len())).label(format!(
                "expected at most {MOST_POINTS} points: a smaller board, or fewer points in the file"
            )));
        }
        let times = board.most_in_a_turn();
        if times > MOST_IN_A_TURN {
            let message = format!("a player may score {times} times in a turn on this board");
            return Err(Diagnostic::new(message, Span::new(0, text.len())).label(format!(
                "expected at most {MOST_IN_A_TURN} times: a smaller board, or one with fewer pieces to score"
            )));
        }
        board.count().map(|_| board).ok_or_else(too_large)
    }

    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        match read_turn(text, &self.headers, &self.rules) {
            Ok((board, _)) if check_board(&self.rules, &board.geometry, Span::at(0)).is_ok() => {
                self.boards.charge(&board.geometry, arena).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    fn whole_board(&self, text: &str) -> Result<RankedPictures, Diagnostic> {
        self.board(&mut Scanner::new(text))
    }

    fn properties(&self) -> Properties {
        properties(&self.rules, self.may_cycle)
    }

    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = RankedPictures> + '_> {
        let texts = self.headers.start.iter().take(up_to.min(1) as usize).cloned();
        Box::new(texts.filter_map(|text| self.board(&mut Scanner::new(&text)).ok()))
    }
}

impl Ranked {
    /// Returns the board with a numbering of its fillings.
    fn numbered(&self, board: &Board, fillings: Fillings) -> RankedPictures {
        let mut states = board.states.to_vec();
        fillings.fill(0, &mut states);
        RankedPictures {
            headers: self.headers.clone(),
            rules: self.rules.clone(),
            boards: self.boards.clone(),
            may_cycle: self.may_cycle,
            given: PicturePosition { is_right: false, states: board.states.to_vec().into() },
            empty: board.with(states),
            fillings,
        }
    }
}

fn properties(rules: &Rules, may_cycle: bool) -> Properties {
    let ending = match (rules.points.is_empty(), rules.has_results()) {
        (false, _) => Ending::Points,
        (true, true) => Ending::Goal,
        (true, false) => Ending::NoMove,
    };
    Properties { is_impartial: rules.is_impartial, may_cycle, ending }
}

/// Parses a board and the player to move. Left is to move if the text names no player.
fn read_turn(text: &str, headers: &FileHeaders, rules: &Rules) -> Result<(Board, bool), Diagnostic> {
    let trimmed = text.trim_end();
    let (rest, is_right) = match trimmed.rsplit_once(char::is_whitespace) {
        Some((rest, word)) if word.eq_ignore_ascii_case("left") => (rest, false),
        Some((rest, word)) if word.eq_ignore_ascii_case("right") => (rest, true),
        _ => (trimmed, false),
    };
    let mut boards = read(rest.trim_matches('"'), rules.shape, headers.graph.as_deref(), &rules.alphabet)?;
    if boards.len() > 1 {
        return Err(Diagnostic::new("boards of this game cannot be added", boards[1].1)
            .label("expected one board, because play may never end or ends by a goal"));
    }
    Ok((boards.remove(0).0, is_right))
}

/// A callback for a move. It receives the cells that name the move, the stride of the board, and the states after the move.
type VisitCells<'v> = &'v mut dyn FnMut(&[u16], usize, Vec<State>);

impl RankedPictures {
    /// Returns the number of ranks, or twice that number in an impartial game, if it is less than 2⁶³.
    fn count(&self) -> Option<u64> {
        let positions = self.fillings.count().checked_mul(2)?;
        positions.checked_mul(self.most_points() + 1).filter(|&all| all < 1 << 63)
    }

    /// Returns the maximum number of remaining points of any position on this board.
    fn most_points(&self) -> u64 {
        self.rules.most_points_of(&self.empty.states)
    }

    /// Returns an upper bound for the number of times that a player may score and move again in a turn from the given position.
    fn most_in_a_turn(&self) -> u64 {
        let again = self.rules.points.iter().filter(|points| points.again).map(|points| points.points);
        again.min().map_or(0, |least| self.rules.points_of(&self.given.states) / u64::from(least.max(1)))
    }

    /// Returns the number of ranks of a layer.
    fn layer_size(&self) -> u64 {
        let fillings = self.fillings.count();
        if self.rules.is_impartial { fillings } else { fillings.saturating_mul(2) }
    }

    fn number(&self, position: &PicturePosition) -> u64 {
        let number = self.fillings.number(&position.states);
        if self.rules.is_impartial { number } else { number * 2 + u64::from(position.is_right) }
    }

    fn moves_of(&self, position: &PicturePosition, visit: VisitCells<'_>) {
        let side = position.side();
        self.boards.moves_on(&self.empty.geometry, &position.states, side, &mut |parts, stride, after| {
            visit(&cells_of(parts), stride, after);
        });
    }

    fn next(&self, position: &PicturePosition, states: Vec<State>) -> PicturePosition {
        PicturePosition { is_right: !position.is_right && !self.rules.is_impartial, states: states.into() }
    }

    /// Visits every turn, with its cells in order and the states after it. A player who completes a picture marked
    /// `again` moves again in the same turn. Of the turns that touch the same cells in another order and pass through the same
    /// boards, only the first is visited.
    fn turns(&self, position: &PicturePosition, visit: &mut dyn FnMut(Vec<usize>, Vec<State>)) {
        let mut stack: Vec<(Vec<usize>, Vec<State>)> = vec![(Vec::new(), position.states.to_vec())];
        let mut seen = HashSet::new();
        while let Some((cells, states)) = stack.pop() {
            let here = PicturePosition { is_right: position.is_right, states: states.clone().into() };
            let mut any = false;
            let mut more = Vec::new();
            self.moves_of(&here, &mut |touched, stride, after| {
                any = true;
                let touched = touched.iter().map(|&cell| self.empty.element(cell.into(), stride));
                let touched: Vec<usize> = cells.iter().copied().chain(touched).collect();
                let (geometry, side) = (&self.empty.geometry, position.side());
                let (after, again) = self.boards.completed(geometry, &after, side);
                if again && self.boards.result(geometry, &after, side).is_none() {
                    let mut ordered = touched.clone();
                    ordered.sort_unstable();
                    if seen.insert((ordered, after.clone())) {
                        more.push((touched, after));
                    }
                } else {
                    visit(touched, after);
                }
            });
            if !any && !cells.is_empty() {
                visit(cells, states);
            }
            stack.extend(more.into_iter().rev());
        }
    }
}

impl RankedRuleset for RankedPictures {
    type Position = PicturePosition;

    fn layers(&self) -> Vec<u64> {
        vec![self.layer_size(); self.most_points() as usize + 1]
    }

    fn rank(&self, position: &PicturePosition) -> u64 {
        self.rules.points_of(&position.states) * self.layer_size() + self.number(position)
    }

    fn position(&self, rank: u64) -> Option<PicturePosition> {
        let (layer, mut number) = (rank / self.layer_size(), rank % self.layer_size());
        let mut is_right = false;
        if !self.rules.is_impartial {
            is_right = number % 2 == 1;
            number /= 2;
        }
        let mut states = self.empty.states.clone();
        self.fillings.fill(number, &mut states);
        (self.rules.points_of(&states) == layer).then(|| PicturePosition { is_right, states: states.into() })
    }

    fn end(&self, position: &PicturePosition, _: Play) -> Option<End> {
        let last = position.side().opponent();
        match self.boards.result(&self.empty.geometry, &position.states, last) {
            Some(EndResult::Wins) => Some(End::Lost),
            Some(EndResult::Loses) => Some(End::Won),
            Some(EndResult::Draws) => Some(End::Drawn),
            // Points that no player can score any more count for neither player.
            Some(EndResult::Stops) | None if !self.rules.points.is_empty() => {
                let (geometry, side) = (&self.empty.geometry, position.side());
                (!self.boards.has_move(geometry, &position.states, side)).then_some(End::Drawn)
            }
            Some(EndResult::Stops) | None => None,
        }
    }

    fn options(&self, position: &PicturePosition, options: &mut Vec<PicturePosition>) {
        if self.rules.points.is_empty() {
            self.moves_of(position, &mut |_, _, after| options.push(self.next(position, after)));
        } else {
            self.turns(position, &mut |_, after| options.push(self.next(position, after)));
        }
    }

    fn turned(&self, rank: u64) -> Option<u64> {
        let position = self.position(rank).filter(|_| !self.rules.is_impartial)?;
        Some(self.rank(&PicturePosition { is_right: !position.is_right, ..position }))
    }

    fn objective(&self) -> Objective {
        if self.rules.points.is_empty() { Objective::Moves } else { Objective::Points }
    }
}

impl RankedBoard for RankedPictures {
    /// Returns an empty string, since every position contains its board.
    fn board(&self) -> String {
        String::new()
    }

    fn fingerprint(&self) -> Option<u64> {
        let mut board = self.empty.written(&self.rules.alphabet);
        if let Some(counts) = self.fillings.start_counts() {
            board += &format!("\n{counts:?}");
        }
        Some(fingerprint(&format!("{}\n{board}", self.headers.about.identity)))
    }

    fn rule_board(&self) -> Option<RuleBoard> {
        let rules = self.headers.text.clone()?;
        let board = RankedBoard::write(self, &self.given);
        Some(RuleBoard { rules, board: board.trim_matches('"').trim_end_matches(" left").to_owned() })
    }

    /// Returns `true`, since ranks number all fillings of the cells, and most fillings are usually unreachable.
    fn is_sparse(&self) -> bool {
        true
    }

    fn plays(&self) -> &'static [Play] {
        match (self.rules.has_results(), self.rules.play) {
            (true, Play::Normal) => &[Play::Normal],
            (true, Play::Misere) => &[Play::Misere],
            (false, Play::Normal) => &[Play::Normal, Play::Misere],
            (false, Play::Misere) => &[Play::Misere, Play::Normal],
        }
    }

    fn properties(&self) -> Properties {
        properties(&self.rules, self.may_cycle)
    }

    fn ending_rule(&self, play: Play) -> String {
        let mut sentences = Vec::new();
        for ending in &self.rules.endings {
            let what =
                if ending.picture.is_some() { "makes a picture that ends play" } else { "fills the board" };
            let how = match ending.result {
                EndResult::Stops => continue,
                EndResult::Wins => "wins",
                EndResult::Loses => "loses",
                EndResult::Draws => "draws",
            };
            // The winner of a game of points is the player with more points.
            let how = match (ending.result, self.rules.points.is_empty()) {
                (EndResult::Wins, false) => "takes all points that remain",
                (EndResult::Loses, false) => "leaves all points that remain to the opponent",
                (EndResult::Draws, false) => "ends play",
                _ => how,
            };
            sentences.push(format!("The player who {what} {how}."));
        }
        if !self.rules.points.is_empty() {
            sentences.push("When play has ended, the player who has more points wins.".to_owned());
        } else {
            let who = if play == Play::Normal { "loses" } else { "wins" };
            sentences.push(format!("The player who cannot move {who}."));
        }
        if self.may_cycle {
            sentences.push("Endless play is a draw.".to_owned());
        }
        sentences.join(" ")
    }

    fn parse(&self, text: &str) -> Result<PicturePosition, Diagnostic> {
        let (board, is_right) = read_turn(text, &self.headers, &self.rules)?;
        let is_same = board.geometry == self.empty.geometry
            && board
                .states
                .iter()
                .zip(&self.empty.states)
                .all(|(own, known)| self.rules.related_states(*known).contains(own))
            && self.fillings.has(&board.states);
        if !is_same {
            let what =
                if matches!(self.fillings, Fillings::Counted(_)) { "cells and pieces" } else { "cells" };
            return Err(Diagnostic::new("the position belongs to another board", Span::new(0, text.len()))
                .label(format!("expected the {what} of {}", self.empty.written(&self.rules.alphabet))));
        }
        Ok(PicturePosition { is_right: is_right && !self.rules.is_impartial, states: board.states.into() })
    }

    fn write(&self, position: &PicturePosition) -> String {
        let board = self.empty.with(position.states.to_vec()).written(&self.rules.alphabet);
        match (self.rules.is_impartial, position.is_right) {
            (true, _) => format!("\"{board}\""),
            (_, false) => format!("\"{board} left\""),
            (_, true) => format!("\"{board} right\""),
        }
    }

    fn steps(&self, position: &PicturePosition) -> Vec<Step<PicturePosition>> {
        let mut found: Vec<(Vec<usize>, Vec<State>)> = Vec::new();
        if self.rules.points.is_empty() {
            self.moves_of(position, &mut |cells, stride, after| {
                let cells = cells.iter().map(|&cell| self.empty.element(cell.into(), stride)).collect();
                found.push((cells, after));
            });
        } else {
            self.turns(position, &mut |cells, after| found.push((cells, after)));
        }
        keep_distinct(&mut found);
        let board = self.empty.with(position.states.to_vec());
        let names = named(&board, &self.rules.alphabet, &found);
        found
            .into_iter()
            .zip(names)
            .map(|((cells, after), name)| {
                // Cells that change because a picture is completed are touched too.
                let others = changed(&position.states, &after).filter(|cell| !cells.contains(cell));
                let touches: Vec<u64> = cells.iter().copied().chain(others).map(|cell| cell as u64).collect();
                Step::new(name, touches, self.next(position, after))
            })
            .collect()
    }

    fn figure(&self, position: &PicturePosition) -> Figure {
        let contents = position.states.iter().map(|&state| content(&self.rules.alphabet, state)).collect();
        self.empty.figure(contents)
    }

    fn alphabet(&self) -> Option<view::Alphabet> {
        Some(alphabet(&self.rules.alphabet, self.headers.graph.is_none()))
    }

    fn player(&self, position: &PicturePosition) -> Player {
        if self.rules.is_impartial { Player::Either } else { position.side().into() }
    }

    /// Returns the position from which the board was created: the start of the rule file, or another position.
    fn start(&self) -> Option<PicturePosition> {
        Some(self.given.clone())
    }

    fn usual_start(&self) -> Option<PicturePosition> {
        self.start()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::counts::Changes;
    use winways_notation::parse_pictures;
    use winways_solve::{Budget, NoObserver, SolvedRanks, solve_reachable_from};

    /// Games in which pieces are captured, placed or changed, with boards.
    const GAMES: &[(&str, &str)] = &[
        ("board: grid\npieces: x left, o right\neach: @ . -> . @\neach: @ & -> . @\n", "xx.|...|.oo"),
        (
            "board: grid\npieces: x left, o right\neach: @ & . -> . . @\neach: @ . -> . @\nend: full draws\n",
            "xo.|..o|x..",
        ),
        ("board: strip\npieces: x left, o right\neach: @ & -> @ @\neach: @ . -> . @\n", "x.o..ox"),
        ("board: strip\npieces: x left, o right\nboth: x .+ o -> . .+ x\neach: @ . -> . @\n", "x..o.x.o"),
        (
            "board: graph cycle 7\npieces: x left, o right\neach: [@&] . -> . [@&]\neach: @ & -> . .\n",
            "x.o.x.o",
        ),
    ];

    fn ranked(text: &str) -> Ranked {
        let file = parse_pictures(text).unwrap();
        let rules = Arc::new(Rules::of(&file).unwrap());
        let boards = Arc::new(Boards::new(rules.clone()));
        Ranked {
            headers: Arc::new(FileHeaders::of(&file, &rules, text, None, false)),
            rules,
            boards,
            may_cycle: true,
        }
    }

    #[test]
    fn a_move_that_several_rules_describe_is_listed_once() {
        let rules = "both: . -> x where some x beside\nboth: . -> x where some o beside";
        for end in ["end: x x x wins", "points: o x -> # x in across = 1"] {
            let game = ranked(&format!("board: strip\npieces: x, o\n{rules}\n{end}\n"));
            let board = game.whole_board("x.o.").unwrap();
            let names: Vec<String> = board.steps(&board.given).into_iter().map(|step| step.name).collect();
            assert_eq!(names, ["2", "4"], "{end}");
        }
    }

    #[test]
    fn the_moves_of_a_turn_are_listed_in_one_order() {
        let game = ranked("board: strip\npieces: a, t\nboth: a -> t\npoints: t -> # = 1 again\n");
        let names = |board: &str| -> Vec<String> {
            let board = game.whole_board(board).unwrap();
            board.steps(&board.given).into_iter().map(|step| step.name).collect()
        };
        assert_eq!(names("aa.a"), ["1-2-4"]);
        assert_eq!(names(&"a".repeat(12)).len(), 1);
        let wrong = game.whole_board(&"a".repeat(17)).err().unwrap();
        assert_eq!(wrong.message, "a player may score 17 times in a turn on this board");
        // A move without points ends the turn, after any set of scoring moves.
        let game =
            ranked("board: strip\npieces: a, t, w\nboth: a -> t\nboth: . -> w\npoints: t -> # = 1 again\n");
        let board = game.whole_board("aa.").unwrap();
        let names: Vec<String> = board.steps(&board.given).into_iter().map(|step| step.name).collect();
        assert_eq!(names, ["3", "1-3", "1-2-3", "2-3"]);
    }

    #[test]
    fn points_that_nobody_can_score_go_to_nobody() {
        let wrong = |rules: &str| {
            let text = format!(
                "board: strip\npieces: a, t\nboth: . -> t\n{rules}\npoints: a t -> # t = 2\nend: t t wins\n"
            );
            Rules::of(&parse_pictures(&text).unwrap()).err().map(|wrong| wrong.message)
        };
        let message = "this move changes the points that remain, but scores nothing";
        assert_eq!(wrong("both: a -> ."), Some(message.to_owned()));
        assert_eq!(wrong("both: a -> t"), Some(message.to_owned()));
        assert_eq!(wrong("both: a . -> . a"), None);
        let misere = wrong("play: misere").unwrap();
        assert_eq!(misere, "a game of points has no misère play");
    }

    /// Checks that the values of all positions reachable from a start do not depend on the numbering of fillings.
    #[test]
    fn counts_of_pieces_number_the_same_game() {
        for (text, board) in GAMES {
            let game = ranked(text);
            let (board, _) = read_turn(board, &game.headers, &game.rules).unwrap();
            let changes = Changes::of(&game.rules, |_| board.geometry.longest()).unwrap();
            assert!(!changes.keep_all(), "{text}");
            let any = game.numbered(&board, Fillings::any(&game.rules, &board.states).unwrap());
            let counted = Fillings::counted(&game.rules, &board.states, &changes).unwrap();
            let counted = game.numbered(&board, counted);
            let start = PicturePosition { is_right: false, states: board.states.clone().into() };
            let solved = [&any, &counted].map(|board| {
                solve_reachable_from(
                    board,
                    Play::Normal,
                    (board.rank(&start), u64::MAX),
                    Budget::DEFAULT,
                    &NoObserver,
                )
                .unwrap()
                .unwrap()
            });
            let mut positions = vec![start];
            let mut next = 0;
            while let Some(position) = positions.get(next).cloned() {
                next += 1;
                let [by_any, by_counts] = [(&any, &solved[0]), (&counted, &solved[1])]
                    .map(|(board, solved)| solved.value(board.rank(&position)).unwrap());
                assert_eq!(by_any, by_counts, "{text} {}", any.write(&position));
                assert_eq!(counted.position(counted.rank(&position)), Some(position.clone()));
                let mut options = Vec::new();
                if any.end(&position, Play::Normal).is_none() {
                    any.options(&position, &mut options);
                }
                options.retain(|option| !positions.contains(option));
                options.sort();
                options.dedup();
                positions.append(&mut options);
            }
            assert!(positions.len() > 50, "{text}: {}", positions.len());
            assert_eq!(solved[0].counts().positions(), positions.len() as u64, "{text}");
        }
    }
}
