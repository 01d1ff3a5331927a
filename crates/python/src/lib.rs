//! Python bindings for Winways: the extension module of the package `winways`.
//!
//! This is a thin layer. Calls are forwarded to the façade crate `winways`, and results are converted to Python objects. The
//! crate contains no mathematics.

#![deny(unsafe_code)]

mod bounds;
mod buffer;
mod calculator;
mod catalogue;
mod count;
mod database;
mod display;
mod errors;
mod expression;
mod game;
mod given;
mod home;
mod instance;
mod json;
mod limits;
mod make;
mod many;
mod moves;
mod nim;
mod numbers;
mod object;
mod origin;
mod own;
mod page;
mod play;
mod portable;
mod position;
mod raised;
mod registered;
mod ruleset;
mod shortened;
mod solve;
mod table;
mod thermograph;
mod work;

use pyo3::prelude::*;

/// The extension module of the package `winways`, which defines the public names.
#[pymodule(gil_used = true)]
mod _winways {
    #[pymodule_export]
    use super::calculator::{calculator_functions, call, compute, eval};
    #[pymodule_export]
    use super::catalogue::{game_page, games, request, verify};
    #[pymodule_export]
    use super::database::Database;
    #[pymodule_export]
    use super::display::{
        board_files, counts_svg, loopy_svg, pairs_svg, position_moves, position_svg, sequence_svg,
        thermograph_svg,
    };
    #[pymodule_export]
    use super::errors::{Error, LimitReached, ParseError, RuleError, UnsupportedError};
    #[pymodule_export]
    use super::game::{NumberGame, Value};
    #[pymodule_export]
    use super::home::forked;
    #[pymodule_export]
    use super::limits::{Limits, LimitsOfBlock};
    #[pymodule_export]
    use super::make::{game, switch};
    #[pymodule_export]
    use super::many::solve_many;
    #[pymodule_export]
    use super::moves::{Move, move_of_state};
    #[pymodule_export]
    use super::nim::{nim_inverse, nim_product, nim_square};
    #[pymodule_export]
    use super::own::{Memory, call_asking, is_asking, own_position_text, own_ruleset};
    #[pymodule_export]
    use super::page::{PageRequest, PageService, page_files};
    #[pymodule_export]
    use super::position::{Position, position, position_of_parts};
    #[pymodule_export]
    use super::registered::check_name;
    #[pymodule_export]
    use super::ruleset::{Ruleset, rules, ruleset};
    #[pymodule_export]
    use super::solve::{Analysis, analysis_of_state, solve};
    #[pymodule_export]
    use super::table::{Table, table, table_of_state};
    #[pymodule_export]
    use super::thermograph::{Thermograph, thermograph_of_walls};
    #[pymodule_export]
    use super::work::Progress;
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Values rely on the lock of the interpreter. Loading this module turns the lock on, unless `PYTHON_GIL=0` forbids it.
        let system = module.py().import("sys")?;
        if system.hasattr("_is_gil_enabled")? && !system.call_method0("_is_gil_enabled")?.is_truthy()? {
            return Err(PyImportError::new_err(
                "winways needs the interpreter's lock: unset PYTHON_GIL=0, -X gil=0",
            ));
        }
        let rational = module.py().import("numbers")?.getattr("Rational")?;
        rational.call_method1("register", (module.py().get_type::<super::game::NumberGame>(),))?;
        module.setattr("__version__", env!("CARGO_PKG_VERSION"))
    }
}
