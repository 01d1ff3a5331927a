//! Games described by little more than their moves: a partizan game, and a game in which play may cycle.
//!
//! `cargo run -p winways --example own_rules`

use winways::custom::{OwnLoopy, OwnPartizan, Side, own_loopy, own_partizan};
use winways::games::AnyGame;
use winways::{Budget, Diagnostic, NoObserver, Position, Request, Span, analyse};

/// Coins in a row: Left replaces two equal neighbours by one of them, Right removes a coin at an end.
struct Row;

impl OwnPartizan for Row {
    type Position = Vec<u64>;

    fn options(&self, coins: &Vec<u64>, side: Side) -> Vec<Vec<u64>> {
        match (side, &coins[..]) {
            (Side::Left, _) => {
                let equal = (1..coins.len()).filter(|&place| coins[place] == coins[place - 1]);
                equal.map(|place| [&coins[..place], &coins[place + 1..]].concat()).collect()
            }
            (Side::Right, [_, rest @ ..]) => vec![rest.to_vec(), coins[..rest.len()].to_vec()],
            (Side::Right, []) => Vec::new(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let digit = |letter: char| letter.to_digit(10).map(u64::from);
        text.chars().map(digit).collect::<Option<_>>().ok_or_else(|| {
            Diagnostic::new("this is not a row of coins", Span::new(0, text.len())).label("expected digits")
        })
    }

    fn write(&self, coins: &Vec<u64>) -> String {
        coins.iter().map(u64::to_string).collect()
    }
}

/// Two tokens on a ring of nine cells. A move advances one of them by one or two cells; the player who brings them
/// together wins.
struct Ring;

impl OwnLoopy for Ring {
    type Position = (u32, u32);

    fn start(&self) -> (u32, u32) {
        (0, 4)
    }

    fn options(&self, &(one, other): &(u32, u32)) -> Vec<(u32, u32)> {
        if one == other {
            return Vec::new();
        }
        let steps = [1, 2].into_iter();
        steps.flat_map(|by| [((one + by) % 9, other), (one, (other + by) % 9)]).collect()
    }

    fn write(&self, &(one, other): &(u32, u32)) -> String {
        format!("{one}-{other}")
    }
}

fn show(game: &dyn AnyGame, text: &str) -> Result<(), Diagnostic> {
    let position = Position::of_game(game, text)?;
    let analysis = analyse(&position, &Request::default(), &NoObserver);
    println!("{position}: {}", analysis.outcome.map_or("unknown", |outcome| outcome.letter()));
    println!("  value {:?}, moves {:?}", analysis.value.map(|value| value.to_string()), analysis.remoteness);
    for step in analysis.moves.iter().flat_map(|moves| &moves.listed) {
        println!("  {}", position.move_name(step));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    show(&*own_partizan(Row), "11221")?;
    show(&*own_loopy(&Ring, Budget::DEFAULT, &NoObserver)?, "0-4")?;
    Ok(())
}
