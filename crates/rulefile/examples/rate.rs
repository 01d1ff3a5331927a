//! Measures the time to compile a rule file and to solve a position of its game. With `outcome`, searches only for the winner.
//!
//! `cargo run --release -p winways-rulefile --example rate FILE BOARD [outcome]`

use std::time::Instant;
use winways_kit::SumSearch;
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::Arena;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, board, wanted @ ..] = &arguments[..] else { return eprintln!("expected a file and a board") };
    let text = std::fs::read_to_string(file).expect("a file that can be read");
    let start = Instant::now();
    let game = winways_rulefile::of_file(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let compiled = start.elapsed();
    let position = game.parse(board).unwrap_or_else(|wrong| panic!("{wrong}"));
    let parsed = start.elapsed();
    if !wanted.is_empty() {
        let search = SumSearch::new(vec![&*position]).expect("a game that ends when nothing can be moved");
        println!("{:?}", search.outcome(winways_rules::Play::Normal, Budget::default(), &NoObserver).ok());
    } else if let Some(partizan) = position.partizan() {
        let arena = Arena::new(1 << 32);
        let mut solver = partizan.solver(&arena, Theorems::Ignore, Budget::default(), &NoObserver);
        let _ = solver.value();
        println!("{} nodes", solver.nodes());
    } else if let Some(impartial) = position.impartial() {
        let mut solver = impartial.solver(Theorems::Ignore, Budget::default(), &NoObserver);
        println!("{:?}", solver.value().ok());
    }
    println!("compiled {compiled:?}, parsed {parsed:?}, solved {:?}", start.elapsed());
}
