//! Cops and robber on a graph.

mod graphs;
#[cfg(test)]
mod tests;

use crate::ranked::rectangle::cells_of;
use graphs::Graph;
use std::collections::BTreeSet;
use winways_kit::any::ranked::{FixedBoard, of_family};
use winways_kit::boards::combinations::{rank_of_set, set_of_rank, sets_of};
use winways_kit::view::{Cell, Edge, Figure, Piece, Vertex};
use winways_kit::{Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset};

game!("cops", |parameter| of_family(
    parameter,
    "cops and a graph, as in cops(2; petersen)",
    CopsAndRobber::parse
));

/// The maximum number of cops.
const COPS: usize = 4;

/// Cops and robber with a given number of cops on a graph.
///
/// ```
/// use winways_games::ranked::cops::CopsAndRobber;
/// use winways_rules::{Play, RankedRuleset};
/// let game = CopsAndRobber::parse("2; petersen")?;
/// // 55 placements of the cops, 10 of the robber, and two turns; 55 more for the robber's choice; one for the start.
/// assert_eq!(game.layers(), [1100, 55, 1]);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopsAndRobber {
    cops: usize,
    graph: Graph,
}

/// The vertices of the cops and the robber, and the kind of the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places {
    turn: Turn,
    /// The vertices of the cops, ascending; unused entries are 0.
    cops: [u8; COPS],
    robber: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Turn {
    /// The cops choose their vertices.
    CopsChoose,
    /// The robber chooses a vertex.
    RobberChooses,
    Cops,
    Robber,
}

impl Component for Places {}

impl Places {
    fn with_robber(self, turn: Turn, robber: u8) -> Places {
        Places { turn, robber, ..self }
    }

    fn with_cops(self, turn: Turn, cops: [u8; COPS]) -> Places {
        Places { turn, cops, ..self }
    }
}

impl CopsAndRobber {
    /// Reads the number of cops and the graph: `2; petersen`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the fault.
    pub fn parse(parameter: &str) -> Result<CopsAndRobber, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let cops = scanner.next_number("the number of cops", 1, COPS as u64)?;
        scanner.skip_space();
        if !scanner.eat(';') && !scanner.eat(',') {
            return Err(scanner.unexpected("expected `;` and a graph"));
        }
        let graph = Graph::scan(&mut scanner)?;
        Ok(CopsAndRobber { cops: cops as usize, graph })
    }

    /// Returns the number of placements of the cops.
    fn ways(&self) -> u64 {
        sets_of(self.graph.vertices() + self.cops - 1, self.cops)
    }

    fn vertices(&self) -> u64 {
        self.graph.vertices() as u64
    }

    /// Returns the rank of the cops' vertices. Several cops may share a vertex. Adding its index to each vertex, in ascending
    /// order, makes the vertices distinct, so that they form a set.
    fn rank_of_cops(&self, cops: [u8; COPS]) -> u64 {
        let cops = cops[..self.cops].iter().enumerate();
        rank_of_set(cops.fold(0, |set, (index, &cop)| set | 1 << (usize::from(cop) + index)))
    }

    fn cops_of_rank(&self, rank: u64) -> [u8; COPS] {
        let mut set = set_of_rank(rank, self.cops, self.graph.vertices() + self.cops - 1);
        let mut cops = [0; COPS];
        for (index, cop) in cops[..self.cops].iter_mut().enumerate() {
            *cop = set.trailing_zeros() as u8 - index as u8;
            set &= set.wrapping_sub(1);
        }
        cops
    }

    /// Calls `found` with the sorted vertices for each way to choose a vertex for every cop from the cop's set. The same vertices
    /// may be passed more than once.
    fn each_choice(&self, sets: [u64; COPS], found: &mut impl FnMut([u8; COPS])) {
        let sets = &sets[..self.cops];
        let mut rests: [u64; COPS] = [0; COPS];
        rests[..self.cops].copy_from_slice(sets);
        loop {
            let mut cops = [0; COPS];
            for (cop, rest) in cops[..self.cops].iter_mut().zip(rests) {
                *cop = rest.trailing_zeros() as u8;
            }
            cops[..self.cops].sort_unstable();
            found(cops);
            // Advance the first cop that has a vertex left, and reset the cops before it.
            let Some(next) = (0..self.cops).find(|&index| rests[index] & (rests[index] - 1) != 0) else {
                return;
            };
            rests[next] &= rests[next] - 1;
            rests[..next].copy_from_slice(&sets[..next]);
        }
    }

    /// Returns the vertices to which a piece may move. These are also the vertices from which it may have come.
    fn reach(&self, vertex: u8) -> u64 {
        self.graph.neighbours[usize::from(vertex)] | 1 << vertex
    }

    /// Calls `found` with the cops' vertices after each of their moves. Moves can be reversed, so these are also the vertices from
    /// which the cops may have come.
    fn each_move(&self, cops: [u8; COPS], found: &mut impl FnMut([u8; COPS])) {
        self.each_choice(cops.map(|cop| self.reach(cop)), found);
    }

    fn is_caught(&self, places: &Places) -> bool {
        places.cops[..self.cops].contains(&places.robber)
    }

    /// Calls `found` for the position after each move.
    fn each_option(&self, places: &Places, found: &mut impl FnMut(Places)) {
        let all = u64::MAX >> (64 - self.graph.vertices());
        match places.turn {
            Turn::CopsChoose => {
                let mut choose = |cops| found(Places { turn: Turn::RobberChooses, cops, robber: 0 });
                // Visits each placement once, in ascending order.
                (0..self.ways()).for_each(|rank| choose(self.cops_of_rank(rank)));
            }
            Turn::RobberChooses => {
                cells_of(all).for_each(|robber| found(places.with_robber(Turn::Cops, robber)));
            }
            Turn::Cops => {
                self.each_move(places.cops, &mut |cops| {
                    found(Places { turn: Turn::Robber, cops, ..*places })
                });
            }
            Turn::Robber => cells_of(self.reach(places.robber))
                .for_each(|robber| found(places.with_robber(Turn::Cops, robber))),
        }
    }

    /// Reads the name of a vertex and returns the vertex's index.
    fn vertex(&self, scanner: &mut Scanner<'_>) -> Result<u8, Diagnostic> {
        let start = scanner.position();
        let name = scanner.number("a vertex")?;
        match self.graph.names.binary_search(&name) {
            Ok(vertex) => Ok(vertex as u8),
            Err(_) => Err(Diagnostic::new(
                format!("there is no vertex {name}"),
                Span::new(start, scanner.position()),
            )
            .label("expected a vertex of the graph")),
        }
    }

    fn name_of(&self, vertex: u8) -> u64 {
        self.graph.names[usize::from(vertex)]
    }

    /// Returns the move between two positions.
    fn step(&self, from: &Places, to: Places) -> Step<Places> {
        let (cops, others) = (self.names(from.cops), self.names(to.cops));
        let (robber, other) = (self.name_of(from.robber), self.name_of(to.robber));
        let vertices = |cops: &[u8; COPS]| cops[..self.cops].iter().map(|&cop| u64::from(cop)).collect();
        let (from_cops, to_cops): (Vec<u64>, Vec<u64>) = (vertices(&from.cops), vertices(&to.cops));
        match from.turn {
            Turn::CopsChoose => Step::new(format!("cops to {others}"), to_cops, to),
            Turn::Cops => Step::new(format!("cops {cops} -> {others}"), [from_cops, to_cops].concat(), to),
            Turn::RobberChooses => Step::new(format!("robber to {other}"), [u64::from(to.robber)], to),
            Turn::Robber => {
                let touches = [from.robber, to.robber].map(u64::from);
                Step::new(format!("robber {robber} -> {other}"), touches, to)
            }
        }
    }

    /// Returns the pieces on a vertex: `C` for a cop, `2C` for two, `R` for the robber, `CR` for a cop who has caught the robber.
    fn content(&self, places: &Places, vertex: u8) -> Cell {
        let cops = match places.turn {
            Turn::CopsChoose => 0,
            _ => places.cops[..self.cops].iter().filter(|&&cop| cop == vertex).count(),
        };
        let has_robber = matches!(places.turn, Turn::Cops | Turn::Robber) && places.robber == vertex;
        match (cops, has_robber) {
            (0, false) => Cell::Free,
            (0, true) => Piece::cell(Player::Right, "R"),
            (_, true) => Piece::cell(Player::Left, "CR"),
            (1, false) => Piece::cell(Player::Left, "C"),
            (cops, false) => Piece::cell(Player::Left, &format!("{cops}C")),
        }
    }

    fn names(&self, cops: [u8; COPS]) -> String {
        let names: Vec<String> = cops[..self.cops].iter().map(|&cop| self.name_of(cop).to_string()).collect();
        names.join(" ")
    }
}

impl FixedBoard for CopsAndRobber {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("cops({}; {})", self.cops, self.graph.text)
    }
}

impl RankedRuleset for CopsAndRobber {
    type Position = Places;

    /// Returns the sizes of three layers: the chase, the robber's choice, the cops' choice.
    fn layers(&self) -> Vec<u64> {
        vec![2 * self.ways() * self.vertices(), self.ways(), 1]
    }

    fn rank(&self, places: &Places) -> u64 {
        let chase = 2 * self.ways() * self.vertices();
        let cops = self.rank_of_cops(places.cops);
        let chased = |turn: u64| (turn * self.ways() + cops) * self.vertices() + u64::from(places.robber);
        match places.turn {
            Turn::Cops => chased(0),
            Turn::Robber => chased(1),
            Turn::RobberChooses => chase + cops,
            Turn::CopsChoose => chase + self.ways(),
        }
    }

    fn position(&self, rank: u64) -> Option<Places> {
        let (ways, chase) = (self.ways(), 2 * self.ways() * self.vertices());
        if let Some(choice) = rank.checked_sub(chase) {
            return match choice {
                _ if choice < ways => {
                    Some(Places { turn: Turn::RobberChooses, cops: self.cops_of_rank(choice), robber: 0 })
                }
                _ => {
                    (choice == ways).then_some(Places { turn: Turn::CopsChoose, cops: [0; COPS], robber: 0 })
                }
            };
        }
        let (rest, robber) = (rank / self.vertices(), rank % self.vertices());
        let turn = if rest < ways { Turn::Cops } else { Turn::Robber };
        Some(Places { turn, cops: self.cops_of_rank(rest % ways), robber: robber as u8 })
    }

    fn end(&self, places: &Places, _: Play) -> Option<End> {
        match places.turn {
            Turn::Cops => self.is_caught(places).then_some(End::Won),
            Turn::Robber => self.is_caught(places).then_some(End::Lost),
            Turn::CopsChoose | Turn::RobberChooses => None,
        }
    }

    fn options(&self, places: &Places, options: &mut Vec<Places>) {
        self.each_option(places, &mut |option| options.push(option));
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        if let Some(places) = self.position(rank) {
            self.each_option(&places, &mut |option| moves.push(self.rank(&option)));
        }
    }

    /// Relies on the fact that every move can be reversed.
    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let Some(places) = self.position(rank) else { return true };
        let mut add = |source: Places| predecessors.push(self.rank(&source));
        match places.turn {
            Turn::Robber => {
                self.each_move(places.cops, &mut |cops| add(places.with_cops(Turn::Cops, cops)));
            }
            Turn::Cops => cells_of(self.reach(places.robber))
                .for_each(|robber| add(places.with_robber(Turn::Robber, robber))),
            Turn::CopsChoose | Turn::RobberChooses => {}
        }
        true
    }
}

impl RankedBoard for CopsAndRobber {
    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: true, ending: Ending::Goal }
    }

    fn ending_rule(&self, _: Play) -> String {
        "The cops win when one of them is on the vertex of the robber; a robber who is never caught is a draw.".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Places, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        if scanner.rest().trim_end() == "start" {
            return Ok(Places { turn: Turn::CopsChoose, cops: [0; COPS], robber: 0 });
        }
        let mut cops = [0; COPS];
        for cop in &mut cops[..self.cops] {
            *cop = self.vertex(&mut scanner)?;
            scanner.skip_separators();
        }
        cops[..self.cops].sort_unstable();
        if scanner.is_at_end() {
            return Ok(Places { turn: Turn::RobberChooses, cops, robber: 0 });
        }
        let robber = self.vertex(&mut scanner)?;
        scanner.skip_separators();
        let span = scanner.word_span();
        let player = scanner.take_while(|letter| letter.is_ascii_alphabetic());
        let turn = match player.to_ascii_lowercase().as_str() {
            "cops" => Turn::Cops,
            "robber" => Turn::Robber,
            _ => {
                return Err(Diagnostic::new("the player to move is missing", span)
                    .label(format!("expected `cops` or `robber` after {} vertices", self.cops + 1)));
            }
        };
        scanner.finish("the position")?;
        Ok(Places { turn, cops, robber })
    }

    fn write(&self, places: &Places) -> String {
        let cops = self.names(places.cops);
        match places.turn {
            Turn::CopsChoose => "\"start\"".to_owned(),
            Turn::RobberChooses => cops.replace(' ', ","),
            Turn::Cops => format!("\"{cops} {} cops\"", self.name_of(places.robber)),
            Turn::Robber => format!("\"{cops} {} robber\"", self.name_of(places.robber)),
        }
    }

    fn steps(&self, places: &Places) -> Vec<Step<Places>> {
        let mut options = BTreeSet::new();
        self.each_option(places, &mut |option| {
            options.insert(option);
        });
        options.into_iter().map(|after| self.step(places, after)).collect()
    }

    fn figure(&self, places: &Places) -> Figure {
        let vertices = 0..self.graph.vertices() as u8;
        let vertex = |vertex: u8| Vertex {
            name: self.name_of(vertex).to_string(),
            content: self.content(places, vertex),
            place: self.graph.place(vertex),
        };
        let edges = vertices.clone().flat_map(|from| {
            let later = self.graph.neighbours[usize::from(from)] & !(u64::MAX >> (63 - from));
            cells_of(later).map(move |to| Edge {
                from: u32::from(from),
                to: u32::from(to),
                player: Player::Either,
                is_directed: false,
            })
        });
        let edges = edges.collect();
        Figure::Graph(winways_kit::view::Graph {
            vertices: vertices.map(vertex).collect(),
            edges,
            ground: None,
        })
    }

    fn player(&self, places: &Places) -> Player {
        match places.turn {
            Turn::Cops | Turn::CopsChoose => Player::Left,
            Turn::Robber | Turn::RobberChooses => Player::Right,
        }
    }

    fn players(&self) -> [&'static str; 2] {
        ["the side of the cops", "the robber"]
    }

    fn start(&self) -> Option<Places> {
        Some(Places { turn: Turn::CopsChoose, cops: [0; COPS], robber: 0 })
    }
}
