//! Cops and robber on a graph.

mod graphs;

use graphs::Graph;
use winways_kit::Entry;
use winways_kit::any::ranked::{FixedBoard, of_family};
use winways_kit::boards::combinations::{rank_of_set, set_of_rank, sets_of};
use winways_kit::{LoopyBoard, Page};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset};

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |parameter| of_family(parameter, "cops and a graph, as in cops(2; petersen)", CopsAndRobber::parse),
    claims: &[],
}];

static PAGE: Page = Page {
    name: "cops",
    title: "Cops and robber",
    parameter: Some("(COPS; GRAPH)"),
    rules: "COPS cops, 1 to 4, choose their vertices of a graph, then the robber chooses one. After that the cops and the \
            robber move in turn: each cop goes along an edge or stays, all at once, and two may share a vertex; the robber \
            goes along an edge or stays. The cops win when one of them and the robber are on one vertex; a robber who is \
            never caught is a draw. GRAPH is `path N`, `cycle N`, `complete N`, `grid ROWS COLUMNS`, `hypercube DIMENSION`, \
            `petersen`, `dodecahedron`, or edges `0 1, 1 2`; it has at most 60 vertices. The cops are Left.",
    notation: "the vertices of the cops and that of the robber, then who is to move, `cops` or `robber`; the vertices of the \
               cops alone: the robber is to choose; `start`: the cops are to choose",
    example: "cops(2; cycle 6) 0 1 3 cops",
    theorems: &[],
    sources: &[
        "R. Nowakowski, P. Winkler, Vertex-to-vertex pursuit in a graph, Discrete Mathematics 43 (1983)",
        "A. Quilliot, Jeux et pointes fixes sur les graphes, thesis, Paris (1978)",
        "M. Aigner, M. Fromme, A game of cops and robbers, Discrete Applied Mathematics 8 (1984)",
        "A. Mehrabian, The capture time of grids, Discrete Mathematics 311 (2011)",
    ],
    known_values: &[
        ("start", "won in 3"),
        ("0 0", "lost in 6"),
        ("0 3", "lost in 2"),
        ("0 0 3 cops", "won in 5"),
        ("0 3 3 robber", "lost in 0"),
    ],
    range: "all positions, whatever N is",
    default_range: 1,
};

/// The most cops.
const COPS: usize = 4;

/// Cops and robber with some cops on a graph.
///
/// ```
/// use winways_games::ranked::cops::CopsAndRobber;
/// use winways_rules::{Play, RankedRuleset};
/// let game = CopsAndRobber::parse("2; petersen")?;
/// // 55 places of the cops, 10 of the robber, two turns; 55 more for the robber's choice, and the beginning.
/// assert_eq!(game.layers(), [1100, 55, 1]);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopsAndRobber {
    cops: usize,
    graph: Graph,
}

/// The places of the cops and the robber, and what is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places {
    turn: Turn,
    /// The vertices of the cops, ascending; 0 where there are fewer.
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
    /// Points at what is wrong.
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

    /// In how many ways the cops can stand.
    fn ways(&self) -> u64 {
        sets_of(self.graph.vertices() + self.cops - 1, self.cops)
    }

    fn vertices(&self) -> u64 {
        self.graph.vertices() as u64
    }

    /// The number of the cops' vertices: in ascending order, each moved up by those before it, they are a set.
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

    /// Gives every choice of one vertex for each cop, out of the sets of vertices, to `found`; choices may come more than
    /// once.
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
            // The next vertex of the first cop who has one; those before him begin again.
            let Some(next) = (0..self.cops).find(|&index| rests[index] & (rests[index] - 1) != 0) else {
                return;
            };
            rests[next] &= rests[next] - 1;
            rests[..next].copy_from_slice(&sets[..next]);
        }
    }

    /// The vertices to which someone may go, or from which he may come.
    fn reach(&self, vertex: u8) -> u64 {
        self.graph.neighbours[usize::from(vertex)] | 1 << vertex
    }

    /// Gives the cops' places after, or before, one move of theirs to `found`.
    fn each_move(&self, cops: [u8; COPS], found: &mut impl FnMut([u8; COPS])) {
        self.each_choice(cops.map(|cop| self.reach(cop)), found);
    }

    fn is_caught(&self, places: &Places) -> bool {
        places.cops[..self.cops].contains(&places.robber)
    }

    /// Gives the positions after every move to `found`.
    fn each_option(&self, places: &Places, found: &mut impl FnMut(Places)) {
        let all = u64::MAX >> (64 - self.graph.vertices());
        match places.turn {
            Turn::CopsChoose => {
                let mut choose = |cops| found(Places { turn: Turn::RobberChooses, cops, robber: 0 });
                // In any case only once, and in ascending order.
                (0..self.ways()).for_each(|rank| choose(self.cops_of_rank(rank)));
            }
            Turn::RobberChooses => {
                vertices(all).for_each(|robber| found(places.with_robber(Turn::Cops, robber)));
            }
            Turn::Cops => {
                self.each_move(places.cops, &mut |cops| {
                    found(Places { turn: Turn::Robber, cops, ..*places })
                });
            }
            Turn::Robber => vertices(self.reach(places.robber))
                .for_each(|robber| found(places.with_robber(Turn::Cops, robber))),
        }
    }

    /// A vertex by the name that the user gave it.
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

    fn names(&self, cops: [u8; COPS]) -> String {
        let names: Vec<String> = cops[..self.cops].iter().map(|&cop| self.name_of(cop).to_string()).collect();
        names.join(" ")
    }
}

/// The vertices of a set, lowest first.
fn vertices(set: u64) -> impl Iterator<Item = u8> {
    winways_kit::boards::bitboard::bits(set).map(|bit| bit.trailing_zeros() as u8)
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

    /// The chase, the robber's choice, the cops' choice.
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

    /// Everybody can go back the way he came.
    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let Some(places) = self.position(rank) else { return true };
        let mut add = |source: Places| predecessors.push(self.rank(&source));
        match places.turn {
            Turn::Robber => {
                self.each_move(places.cops, &mut |cops| add(places.with_cops(Turn::Cops, cops)));
            }
            Turn::Cops => vertices(self.reach(places.robber))
                .for_each(|robber| add(places.with_robber(Turn::Robber, robber))),
            Turn::CopsChoose | Turn::RobberChooses => {}
        }
        true
    }
}

impl LoopyBoard for CopsAndRobber {
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
        let turn = match scanner.take_while(|letter| letter.is_ascii_alphabetic()) {
            "cops" => Turn::Cops,
            "robber" => Turn::Robber,
            _ => {
                return Err(Diagnostic::new("it is not said whose turn it is", span)
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

    fn describe_move(&self, from: &Places, to: &Places) -> String {
        match from.turn {
            Turn::CopsChoose => format!("cops to {}", self.names(to.cops)),
            Turn::Cops => format!("cops {} -> {}", self.names(from.cops), self.names(to.cops)),
            Turn::RobberChooses => format!("robber to {}", self.name_of(to.robber)),
            Turn::Robber => format!("robber {} -> {}", self.name_of(from.robber), self.name_of(to.robber)),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
    use winways_solve::SolvedValue;

    /// The rules on lists of vertices, robber last, with the number of cops and whether two vertices are joined.
    struct Lists<F>(usize, u64, F);

    impl<F: Fn(u64, u64) -> bool> Lists<F> {
        fn near(&self, vertex: u64) -> Vec<u64> {
            (0..self.1).filter(|&to| to == vertex || (self.2)(vertex, to) || (self.2)(to, vertex)).collect()
        }
    }

    impl<F: Fn(u64, u64) -> bool> Twin for Lists<F> {
        /// The vertices of the cops, that of the robber, and whether the cops move.
        type State = (Vec<u64>, Option<u64>, bool);

        fn read(&self, text: &str) -> Self::State {
            let numbers: Vec<u64> = text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
            let cops = numbers[..self.0.min(numbers.len())].to_vec();
            (cops, numbers.get(self.0).copied(), text.ends_with("cops") || text == "start")
        }

        fn end(&self, (cops, robber, is_cops): &Self::State, _: Play) -> Option<End> {
            let is_caught = robber.is_some_and(|robber| cops.contains(&robber));
            is_caught.then_some(if *is_cops { End::Won } else { End::Lost })
        }

        fn options(&self, (cops, robber, is_cops): &Self::State) -> Vec<Self::State> {
            let all: Vec<u64> = (0..self.1).collect();
            if !is_cops {
                let to = robber.map_or(all, |robber| self.near(robber));
                return to.into_iter().map(|to| (cops.clone(), Some(to), true)).collect();
            }
            let mut choices: Vec<Vec<u64>> = vec![Vec::new()];
            for index in 0..self.0 {
                let to = cops.get(index).map_or(all.clone(), |&cop| self.near(cop));
                let longer = |choice: &Vec<u64>| {
                    to.iter()
                        .map(|&to| choice.iter().copied().chain([to]).collect())
                        .collect::<Vec<Vec<u64>>>()
                };
                choices = choices.iter().flat_map(longer).collect();
            }
            choices.iter_mut().for_each(|choice| choice.sort_unstable());
            choices.sort_unstable();
            choices.dedup();
            choices.into_iter().map(|choice| (choice, *robber, false)).collect()
        }
    }

    fn game(parameter: &str) -> CopsAndRobber {
        CopsAndRobber::parse(parameter).unwrap()
    }

    #[test]
    fn agrees_with_the_rules() {
        check_values(&game("1; path 5"), &Lists(1, 5, |one, other| other == one + 1));
        check_values(&game("2; cycle 5"), &Lists(2, 5, |one, other| other == (one + 1) % 5));
        check_values(&game("1; cycle 4"), &Lists(1, 4, |one, other| other == (one + 1) % 4));
        check_values(&game("3; complete 3"), &Lists(3, 3, |_, _| true));
        check_values(
            &game("2; grid 2 3"),
            &Lists(2, 6, |one, other| other == one + 3 || other == one + 1 && one % 3 < 2),
        );
        check_values(
            &game("1; 0 1, 2 3; 3 4"),
            &Lists(1, 5, |one, other| [(0, 1), (2, 3), (3, 4)].contains(&(one, other))),
        );
        for parameter in ["1; path 1", "2; cycle 5", "3; 5 9, 9 11, 11 5, 11 40", "4; path 3"] {
            check_forms(game(parameter), 0);
        }
    }

    /// The least number of cops that catch the robber, and in how many moves of theirs, their choice not counted.
    fn cop_number(graph: &str) -> (usize, u32) {
        for cops in 1.. {
            let game = game(&format!("{cops}; {graph}"));
            if let SolvedValue::Won(remoteness) = value_of(&game, &solve(&game, Play::Normal), "start") {
                return (cops, (remoteness - 1) / 2);
            }
        }
        unreachable!()
    }

    /// Aigner and Fromme; Mehrabian for grids: half the diameter.
    #[test]
    fn cop_numbers() {
        assert_eq!(cop_number("path 7"), (1, 3));
        assert_eq!(cop_number("complete 4"), (1, 1));
        assert_eq!(cop_number("cycle 4").0, 2);
        assert_eq!(cop_number("cycle 9").0, 2);
        assert_eq!(cop_number("petersen").0, 3);
        assert_eq!(cop_number("hypercube 3").0, 2);
        for (rows, columns) in [(2, 2), (2, 5), (3, 3), (3, 4), (4, 5)] {
            assert_eq!(cop_number(&format!("grid {rows} {columns}")), (2, (rows + columns - 2) / 2));
        }
        assert_eq!(cop_number("hypercube 4").0, 3);
        assert_eq!(cop_number("dodecahedron").0, 3);
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        let wrong = |parameter: &str| CopsAndRobber::parse(parameter).unwrap_err();
        assert_eq!(wrong("5; petersen").span.range(), 0..1);
        assert_eq!(wrong("2 petersen").to_string(), "unexpected `p`: expected `;` and a graph");
        assert_eq!(wrong("2; peterson").span.range(), 3..11);
        assert_eq!(game("2, 3 5;5 7").graph.text, "3 5, 5 7");
        assert_eq!(FixedBoard::name(&game("1;grid 2,3")), "cops(1; grid 2 3)");
        let game = game("2; 3 5, 5 7");
        let wrong = |text: &str| LoopyBoard::parse(&game, text).unwrap_err();
        assert_eq!(wrong("3 4").to_string(), "there is no vertex 4: expected a vertex of the graph");
        assert_eq!(wrong("3").message, "the input ends here");
        assert_eq!(wrong("3 5 7").message, "it is not said whose turn it is");
        assert_eq!(wrong("3 5 7 cops robber").span.range(), 11..17);
        let places = LoopyBoard::parse(&game, "7 3 5 cops").unwrap();
        assert_eq!(game.write(&places), "\"3 7 5 cops\"");
    }
}
