use crate::Catalogue;
use std::collections::HashMap;
use std::fmt;
use winways_draw::{Colour, DrawError, HackenbushEdge, HackenbushGraph, Scene};
use winways_kit::{AnyGame, AnyMove, AnyPosition, Face, ImpartialPosition, LoopyPosition};
use winways_notation::{Diagnostic, Span, TermKind, parse_sum};
use winways_rules::Player;

/// A position: a sum of positions of games of the catalogue.
///
/// Its text reads back as an expression.
pub struct Position {
    summands: Vec<Box<dyn AnyPosition>>,
}

impl Position {
    /// A position of one game, in the game's own notation.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    pub fn of_game(game: &dyn AnyGame, text: &str) -> Result<Self, Diagnostic> {
        Ok(Position { summands: vec![game.parse(text)?] })
    }

    /// The position with this one summand.
    pub(crate) fn of(summand: Box<dyn AnyPosition>) -> Self {
        Position { summands: vec![summand] }
    }

    /// A sum of positions and nimbers: `nim(7,8) + kayles(9) + *3`.
    ///
    /// Summands of one game are put together where the game can write their sum, so that its theorems see all of it.
    /// A minus changes nothing for an impartial position, which is its own negative; the negative of a partizan one is
    /// refused here, and is for the calculator. A position of a game in which play may go round in circles stands alone.
    ///
    /// # Errors
    /// A diagnostic that points into `expression`.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let position = Position::of_expression(&Catalogue::new(), "nim(7) + nim(8) + *3")?;
    /// assert_eq!(position.to_string(), "nim(7,8,3)");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn of_expression(catalogue: &Catalogue, expression: &str) -> Result<Self, Diagnostic> {
        // The positions of each game together, in the order in which the games come.
        let mut groups: Vec<Vec<Box<dyn AnyPosition>>> = Vec::new();
        let mut group_of: HashMap<String, usize> = HashMap::new();
        let terms = parse_sum(expression)?.terms;
        let is_single = terms.len() == 1;
        for term in terms {
            let summand = match term.kind {
                TermKind::Nimber(size) => catalogue.game("nim")?.parse(&size.to_string())?,
                TermKind::Number(number) => {
                    return Err(Diagnostic::new(
                        format!("the number {number} is no impartial position"),
                        term.span,
                    )
                    .label("expected a position such as `nim(3,5)`, or a nimber such as `*3`")
                    .help(format!("the nimber is written `*{number}`")));
                }
                TermKind::Call(call) => {
                    let game = catalogue.game_of(expression, &call.name, call.name_span, call.parameter)?;
                    let text = &expression[call.position.range()];
                    game.parse(text).map_err(|diagnostic| diagnostic.shifted(call.position.start))?
                }
            };
            if let Face::Loopy(position) = summand.face()
                && (!is_single || term.negative)
            {
                return Err(stands_alone(position, term.span));
            }
            if term.negative && matches!(summand.face(), Face::Partizan(_)) {
                let message = format!("the negative of a position of {} is no position", summand.game_name());
                return Err(Diagnostic::new(message, term.span).label("expected a sum without minus signs"));
            }
            let group = *group_of.entry(summand.game_name()).or_insert(groups.len());
            match groups.get_mut(group) {
                Some(group) => group.push(summand),
                None => groups.push(vec![summand]),
            }
        }
        let mut summands = Vec::new();
        for group in groups {
            match &group[..] {
                [first, others @ ..] if !others.is_empty() => match first.merged(others) {
                    Some(sum) => summands.push(sum),
                    None => summands.extend(group),
                },
                _ => summands.extend(group),
            }
        }
        Ok(Position { summands })
    }

    /// The summands, one for each game (or more, of games that cannot write a sum).
    pub fn summands(&self) -> &[Box<dyn AnyPosition>] {
        &self.summands
    }

    /// The summands, if all of them are positions of impartial games.
    pub fn impartial(&self) -> Option<Vec<&dyn ImpartialPosition>> {
        let faces = self.summands.iter().map(|summand| summand.face());
        let impartial = faces.map(|face| match face {
            Face::Impartial(position) => Some(position),
            Face::Partizan(_) | Face::Loopy(_) => None,
        });
        impartial.collect()
    }

    /// The position, if it is one of a game in which play may go round in circles; such a position stands alone.
    pub fn loopy(&self) -> Option<&dyn LoopyPosition> {
        match self.summands.first()?.face() {
            Face::Loopy(position) => Some(position),
            Face::Impartial(_) | Face::Partizan(_) => None,
        }
    }

    /// The name of the game, or `sum` if there are several.
    pub fn game_name(&self) -> String {
        match &self.summands[..] {
            [only] => only.game_name(),
            _ => "sum".to_owned(),
        }
    }

    /// How many components all summands have together.
    pub fn component_count(&self) -> usize {
        self.summands.iter().map(|summand| summand.component_count()).sum()
    }

    /// About how many words it fills: what it costs to copy it or to write it down.
    pub fn size(&self) -> usize {
        self.summands.iter().map(|summand| summand.size()).sum()
    }

    /// No fewer than the number of moves.
    pub fn move_bound(&self) -> u64 {
        self.summands.iter().fold(0, |bound, summand| bound.saturating_add(summand.move_bound()))
    }

    /// All moves; time and memory in proportion to [`Position::move_bound`].
    pub fn moves(&self) -> Vec<PositionMove> {
        let mut moves = Vec::new();
        for (summand, position) in self.summands.iter().enumerate() {
            moves.extend(position.moves().into_iter().map(|step| PositionMove::new(summand, step)));
        }
        moves
    }

    /// The position after one of its moves.
    ///
    /// # Panics
    /// If the move belongs to another position.
    pub fn after(&self, step: &PositionMove) -> Position {
        let summands = self.summands.iter().enumerate();
        let after = summands.map(|(index, summand)| match index == step.summand {
            true => summand.after(&step.step),
            false => summand.copy(),
        });
        Position { summands: after.collect() }
    }

    /// The picture of a position of Hackenbush, of one game alone; `None` for other games. See
    /// [`HackenbushGraph::scene`](winways_draw::HackenbushGraph::scene) for what it looks like.
    ///
    /// # Errors
    /// [`DrawError`] if it has too many edges.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let stalk = Position::of_expression(&Catalogue::new(), "red_blue_stalks(\"LR\")")?;
    /// assert!(stalk.scene()?.is_some_and(|scene| scene.svg().contains("<title>red_blue_stalks")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self) -> Result<Option<Scene>, DrawError> {
        let [only] = &self.summands[..] else { return Ok(None) };
        let Some(edges) = only.hackenbush_graph() else { return Ok(None) };
        let edge = |(from, to, player)| {
            let colour = match player {
                Player::Left => Colour::Blue,
                Player::Right => Colour::Red,
                Player::Either => Colour::Green,
            };
            HackenbushEdge { from, to, colour }
        };
        let hackenbush_graph = HackenbushGraph::new(edges.into_iter().map(edge))?;
        Ok(Some(hackenbush_graph.scene(&only.text())))
    }

    /// Whether `other` is the same position, up to the order of components and to components without moves.
    pub fn is_same(&self, other: &Position) -> bool {
        self.summands.len() == other.summands.len()
            && self.summands.iter().zip(&other.summands).all(|(mine, theirs)| mine.is_same(&**theirs))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, summand) in self.summands.iter().enumerate() {
            let plus = if index > 0 { " + " } else { "" };
            write!(formatter, "{plus}{}", summand.text())?;
        }
        Ok(())
    }
}

/// What is wrong with a position of a loopy game that does not stand alone.
pub(crate) fn stands_alone(position: &dyn LoopyPosition, span: Span) -> Diagnostic {
    let message = format!("play of {} may go round in circles", position.board().game_name());
    Diagnostic::new(message, span)
        .label("expected a game that ends: such a position is not added, and has no value to calculate with")
        .help(format!("by itself, `{}` is an expression that tells who wins", position.text()))
}

/// A move in a [`Position`].
#[derive(Clone)]
pub struct PositionMove {
    pub(crate) summand: usize,
    pub(crate) step: AnyMove,
    pub(crate) remoteness: Option<u32>,
}

impl PositionMove {
    pub(crate) fn new(summand: usize, step: AnyMove) -> Self {
        PositionMove { summand, step, remoteness: None }
    }

    /// How many moves there are to the end from this one on, itself counted, if the winner hurries and the loser delays;
    /// told for the winning moves of a game in which play may go round in circles.
    pub fn remoteness(&self) -> Option<u32> {
        self.remoteness
    }

    /// In words: `heap 7 -> 1`.
    pub fn text(&self) -> &str {
        &self.step.text
    }

    /// Whose move it is.
    pub fn player(&self) -> Player {
        self.step.player
    }

    /// Which summand it changes, counted from 0.
    pub fn summand(&self) -> usize {
        self.summand
    }
}
