//! Tables of nim-values of heaps, pairs and triples, of canonical forms and outcomes of heaps, and of values of expressions.
//! Tables can be exported as source code.

mod code;
mod entailing_heaps;
mod expressions;
mod findings;
mod heaps;
mod kind;
mod kinds;
mod laws;
mod listing;
mod outcomes;
mod pairs;
mod partizan_heaps;
mod quotients;
mod rows;
mod triples;
mod variable;

pub use code::{CodeLanguage, TableCode};
pub use expressions::ExpressionTable;
pub use findings::{Findings, RowPeriod, ValuePattern};
pub use heaps::HeapTable;
pub use kind::{CodeQuery, TableCell, TableError, TableKind, TableQuery, Tabulation, ValueTable};
pub use listing::Listing;
pub use outcomes::OutcomeTable;
pub use pairs::PairTable;
pub use partizan_heaps::PartizanHeapTable;
pub use quotients::QuotientTable;
pub use triples::TripleTable;
pub use variable::VariableRange;

use winways_kit::AnyGame;
use winways_notation::{Diagnostic, Span};
use winways_rules::Play;

/// Returns an error for a game under misère play, since nim-values do not determine its outcomes.
fn normal_play(game: &dyn AnyGame) -> Result<(), Diagnostic> {
    match game.about().play {
        Play::Normal => Ok(()),
        Play::Misere => {
            let message = format!("`{}` is played under the misère rule", game.name());
            Err(Diagnostic::new(message, Span::at(0))
                .label("expected a game under normal play; nim-values do not determine misère outcomes")
                .help("`winways solve` finds who wins a single position"))
        }
    }
}
