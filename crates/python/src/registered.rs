//! Games registered by `winways.register`, which expressions can name.

use crate::errors::UnsupportedError;
use crate::ruleset::Ruleset;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use winways::custom::{OwnPartizan, Side, own_partizan};
use winways::games::AnyGame;
use winways::{Catalogue, Diagnostic, Position};

/// Returns the registered rulesets by name, or `None` if there are none.
fn registered(py: Python<'_>) -> PyResult<Option<Bound<'_, PyDict>>> {
    let games = py.import(intern!(py, "winways.registry"))?.getattr(intern!(py, "GAMES"))?;
    Ok(Some(games.cast_into::<PyDict>()?).filter(|games| !games.is_empty()))
}

/// Returns the registered ruleset with this name.
pub(crate) fn registered_game(py: Python<'_>, name: &str) -> PyResult<Option<Ruleset>> {
    let Some(games) = registered(py)? else { return Ok(None) };
    let found = games.get_item(name.replace('_', "-"))?;
    found.map(|ruleset| Ok(ruleset.cast::<Ruleset>()?.get().clone())).transpose()
}

/// Returns the registered games.
pub(crate) fn registered_games(py: Python<'_>) -> PyResult<Vec<Arc<dyn AnyGame>>> {
    let Some(games) = registered(py)? else { return Ok(Vec::new()) };
    games.values().iter().map(|ruleset| Ok(ruleset.cast::<Ruleset>()?.get().game.clone())).collect()
}

/// Returns the catalogue with further games. Games whose names are taken are skipped.
pub(crate) fn catalogue_with(games: &[Arc<dyn AnyGame>]) -> Catalogue {
    let mut catalogue = Catalogue::new();
    for game in games {
        // The name was free when the game was registered.
        let _ = catalogue.add(game.clone());
    }
    catalogue
}

/// Checks that the name of a game is free in the catalogue, and that expressions can call it.
#[pyfunction(name = "_check_name")]
pub(crate) fn check_name(ruleset: &Ruleset) -> PyResult<()> {
    let help = "set the attribute `name` of the class, or rename it";
    check_call(&ruleset.game.name())
        .map_err(|wrong| UnsupportedError::new_err(format!("{wrong}\nhelp: {help}")))
}

/// A game without moves, for the check of its name.
struct Named(String);

impl OwnPartizan for Named {
    type Position = u64;

    fn options(&self, _: &u64, _: Side) -> Vec<u64> {
        Vec::new()
    }

    fn parse(&self, _: &str) -> Result<u64, Diagnostic> {
        Ok(0)
    }

    fn write(&self, position: &u64) -> String {
        position.to_string()
    }

    fn name(&self) -> String {
        self.0.clone()
    }
}

/// Checks that a name is free in the catalogue, and that expressions can call a game by it. The rules of the game are not called.
///
/// # Errors
/// The reason, as a message.
pub(crate) fn check_call(name: &str) -> Result<(), String> {
    let mut catalogue = Catalogue::new();
    catalogue.add(own_partizan(Named(name.to_owned()))).map_err(|wrong| wrong.to_string())?;
    let call = format!("{}(0)", name.replace('-', "_"));
    match Position::of_expression(&catalogue, &call) {
        Ok(position) if position.game_name() == name => Ok(()),
        _ => Err(format!(
            "`{name}` cannot be called in expressions: `{call}` is not a position; expected another name"
        )),
    }
}
