use super::*;
use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
use winways_solve::SolvedValue;

/// An independent implementation of the rules, on lists of vertices. The fields are the number of cops, the number of vertices, and
/// the adjacency.
struct Lists<F>(usize, u64, F);

impl<F: Fn(u64, u64) -> bool> Lists<F> {
    fn near(&self, vertex: u64) -> Vec<u64> {
        (0..self.1).filter(|&to| to == vertex || (self.2)(vertex, to) || (self.2)(to, vertex)).collect()
    }
}

impl<F: Fn(u64, u64) -> bool> Twin for Lists<F> {
    /// The vertices of the cops, the vertex of the robber, and `true` if the cops move.
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
                to.iter().map(|&to| choice.iter().copied().chain([to]).collect()).collect::<Vec<Vec<u64>>>()
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

/// Returns the least number of cops that catch the robber, and the number of their moves, not counting the choice of vertices.
fn cop_number(graph: &str) -> (usize, u32) {
    for cops in 1.. {
        let game = game(&format!("{cops}; {graph}"));
        if let SolvedValue::Won(remoteness) = value_of(&game, &solve(&game, Play::Normal), "start") {
            return (cops, (remoteness - 1) / 2);
        }
    }
    unreachable!()
}

/// Compares the numbers of cops with results of Aigner and Fromme. On a grid, the number of moves is half the diameter, rounded
/// down (Mehrabian).
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
    let wrong = |text: &str| RankedBoard::parse(&game, text).unwrap_err();
    assert_eq!(wrong("3 4").to_string(), "there is no vertex 4: expected a vertex of the graph");
    assert_eq!(wrong("3").message, "the input ends here");
    assert_eq!(wrong("3 5 7").message, "the player to move is missing");
    assert_eq!(wrong("3 5 7 cops robber").span.range(), 11..17);
    let places = RankedBoard::parse(&game, "7 3 5 cops").unwrap();
    assert_eq!(game.write(&places), "\"3 7 5 cops\"");
}

#[test]
fn moves_are_lists_of_vertices() {
    let game = game("2; 3 5, 5 7");
    let names = |text: &str| {
        let steps = game.steps(&RankedBoard::parse(&game, text).unwrap());
        steps.into_iter().map(|step| step.name).collect::<Vec<String>>()
    };
    assert_eq!(names("start")[..2], ["cops to 3 3", "cops to 3 5"]);
    assert_eq!(names("3 5"), ["robber to 3", "robber to 5", "robber to 7"]);
    assert_eq!(names("3 5 7 robber"), ["robber 7 -> 5", "robber 7 -> 7"]);
    // The cops are not distinguished.
    let to = ["3 3", "3 5", "3 7", "5 5", "5 7"];
    assert_eq!(names("3 5 7 cops"), to.map(|to| format!("cops 3 5 -> {to}")));
    let steps = game.steps(&RankedBoard::parse(&game, "3 5 7 cops").unwrap());
    assert_eq!(steps[2].touches, [0, 1, 0, 2]);
}

#[test]
fn figures_show_all_pieces() {
    let game = game("2; 3 5, 5 7");
    let signs = |text: &str| {
        let Figure::Graph(graph) = game.figure(&RankedBoard::parse(&game, text).unwrap()) else {
            panic!("no graph")
        };
        assert_eq!((graph.vertices.len(), graph.edges.len()), (3, 2));
        let sign = |vertex: &Vertex| match &vertex.content {
            Cell::Piece(piece) => format!("{}:{}", vertex.name, piece.sign),
            _ => vertex.name.clone(),
        };
        graph.vertices.iter().map(sign).collect::<Vec<String>>()
    };
    assert_eq!(signs("start"), ["3", "5", "7"]);
    assert_eq!(signs("3 5"), ["3:C", "5:C", "7"]);
    assert_eq!(signs("5 5 7 robber"), ["3", "5:2C", "7:R"]);
    assert_eq!(signs("5 5 5 robber"), ["3", "5:CR", "7"]);
}
