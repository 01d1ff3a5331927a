//! Computes the outcome, the value and the winning moves of some positions.
//!
//! `cargo run -p winways --example ask`

use winways::{Catalogue, Diagnostic, NoObserver, Play, Position, Request, analyse};

fn main() -> Result<(), Diagnostic> {
    let catalogue = Catalogue::new();
    for expression in ["nim(7,8,9)", "clobber(\"xo|.x\")", "domineering(\"...|...\") + nim(2)"] {
        let position = Position::of_expression(&catalogue, expression)?;
        for play in [Play::Normal, Play::Misere] {
            let request = Request::default().play(play);
            let analysis = analyse(&position, &request, &NoObserver);
            let outcome = analysis.outcome.map_or("?", |outcome| outcome.letter());
            println!("{position}, {} play: {outcome}", play.name());
            if let Some(value) = &analysis.value {
                println!("  worth {value}");
            }
            for step in analysis.moves.iter().flat_map(|moves| &moves.listed) {
                println!(
                    "  {} wins by {}, which leaves {}",
                    step.player().name(),
                    position.move_name(step),
                    position.after(step)
                );
            }
        }
    }
    Ok(())
}
