//! Impartial games written in Python, with hashable objects as positions.

use super::told::PythonRules;
use super::words::NamedMove;
use crate::raised::{fault_of, ok_or_keep};
use std::sync::Arc;
use winways::custom::view::{Touch, View};
use winways::custom::{Game, Move, MovesOfPlayers, Options, Ruleset, Side, WholeGame, WholePositions};
use winways::limits::RuleFault;
use winways::{Diagnostic, Player};

/// A game whose positions are objects, represented by numbers.
pub(super) struct OwnPositions(pub(super) Rules);

/// The rules of the components.
pub(super) struct Rules(pub(super) Arc<PythonRules>);

impl Ruleset for Rules {
    type Component = u32;

    fn options(&self, component: &u32, options: &mut Options<u32>) -> Result<(), RuleFault> {
        self.0.push_options(*component, Side::Left, options)
    }

    fn option_bound(&self, component: &u32) -> u64 {
        self.0.option_bound(*component)
    }

    fn table_bytes(&self) -> u64 {
        self.0.memory().bytes()
    }
}

impl Game for Rules {
    super::told::about!();

    fn parse(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        Ok(self.0.components(self.0.parse(text)?))
    }

    fn write(&self, position: &[u32]) -> String {
        let parts: Vec<String> = position.iter().map(|&part| self.0.write(part)).collect();
        parts.join(",")
    }

    fn describe_move(&self, from: &u32, to: &[u32]) -> String {
        format!("{} -> {}", self.write(&[*from]), self.write(to))
    }

    fn view(&self, position: &[u32]) -> View {
        View::joined(position, |&part| self.0.view(part))
    }

    fn touches(&self, position: &[u32], step: &Move<u32>) -> Vec<Touch> {
        let view = |&part: &u32| self.0.view(part);
        let only = |to: &u32| self.0.touches(position[step.component], *to);
        Touch::joined(position, step.component, view, step.to.first().map(only).unwrap_or_default())
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u32>> + '_> {
        let listed = self.0.positions_up_to(up_to);
        Box::new(listed.into_iter().map(|position| self.0.components(position)))
    }
}

impl WholePositions for OwnPositions {
    type Part = u32;
    type Position = u32;
    type Move = NamedMove;

    fn parse(&self, text: &str) -> Result<u32, Diagnostic> {
        self.python_rules().parse(text)
    }

    fn write(&self, position: &u32) -> String {
        self.python_rules().write(*position)
    }

    fn components(&self, position: &u32) -> Vec<u32> {
        self.python_rules().components(*position)
    }

    fn move_bound(&self, position: &u32) -> u64 {
        self.python_rules().option_bound(*position)
    }

    fn moves(&self, position: &u32) -> MovesOfPlayers<NamedMove> {
        let options = self.python_rules().options(*position, 0).map_err(fault_of)?;
        let moves = self.python_rules().named(*position, None, &options)?;
        Ok(moves.into_iter().map(|step| (Player::Either, step)).collect())
    }

    fn after(&self, _: &u32, step: &NamedMove) -> u32 {
        step.to
    }

    fn move_name(&self, _: &u32, step: &NamedMove) -> String {
        step.name.to_string()
    }

    fn touches(&self, position: &u32, step: &NamedMove) -> Vec<Touch> {
        self.python_rules().touches(*position, step.to)
    }

    fn view(&self, position: &u32) -> View {
        self.python_rules().view(*position)
    }

    fn sum(&self, _: &u32, _: &u32) -> Option<u32> {
        None
    }

    fn size(&self, _: &u32) -> usize {
        1
    }
}

impl OwnPositions {
    fn python_rules(&self) -> &PythonRules {
        &self.0.0
    }
}

impl WholeGame for OwnPositions {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn start(&self) -> Option<u32> {
        ok_or_keep(self.python_rules().start())?
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(self.python_rules().positions_up_to(up_to).into_iter())
    }
}
