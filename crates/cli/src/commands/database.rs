//! Tables of solved games on disk: one file per subcommand; `table.rs` contains the shared code.

mod build;
mod count;
mod export;
mod info;
mod list;
mod query;
#[cfg(feature = "cluster")]
mod supervise;
mod table;
mod verify;

use crate::arguments::Database as Command;
use crate::{Ending, Failure};
use std::io::Write;

pub(crate) fn run(command: &Command, out: &mut dyn Write) -> Result<Ending, Failure> {
    match command {
        Command::Build(arguments) => build::run(arguments, out),
        Command::Info(arguments) => info::run(arguments, out),
        Command::Query(arguments) => query::run(arguments, out),
        Command::Count(arguments) => count::run(arguments, out),
        Command::Verify(arguments) => verify::run(arguments, out),
        Command::Export(arguments) => export::run(arguments, out),
        Command::List(arguments) => list::run(arguments, out),
    }
}
