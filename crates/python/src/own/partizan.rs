//! Partizan games written in Python.

use super::told::PythonRules;
use super::words::NamedMove;
use crate::raised::{fault_of, ok_or_keep};
use std::sync::Arc;
use winways::custom::view::{Touch, View};
use winways::custom::{MovesOfPlayers, Options, PartizanGame, PartizanRuleset, Side, WholePositions};
use winways::limits::RuleFault;
use winways::{Diagnostic, Player};

/// A game whose positions are objects, represented by numbers.
pub(super) struct OwnPartizan(pub(super) Arc<PythonRules>);

impl PartizanRuleset for OwnPartizan {
    type Component = u32;

    fn options(&self, component: &u32, side: Side, options: &mut Options<u32>) -> Result<(), RuleFault> {
        self.0.push_options(*component, side, options)
    }

    fn option_bound(&self, component: &u32) -> u64 {
        self.0.option_bound(*component)
    }

    fn table_bytes(&self) -> u64 {
        self.0.memory().bytes()
    }
}

impl WholePositions for OwnPartizan {
    type Part = u32;
    type Position = u32;
    type Move = NamedMove;

    fn parse(&self, text: &str) -> Result<u32, Diagnostic> {
        self.0.parse(text)
    }

    fn write(&self, position: &u32) -> String {
        self.0.write(*position)
    }

    fn components(&self, position: &u32) -> Vec<u32> {
        self.0.components(*position)
    }

    fn move_bound(&self, position: &u32) -> u64 {
        self.0.option_bound(*position).saturating_mul(2)
    }

    fn moves(&self, position: &u32) -> MovesOfPlayers<NamedMove> {
        let mut moves = Vec::new();
        for (side, player) in [(0, Player::Left), (1, Player::Right)] {
            let options = self.0.options(*position, side).map_err(fault_of)?;
            let named = self.0.named(*position, Some(player.name()), &options)?;
            moves.extend(named.into_iter().map(|step| (player, step)));
        }
        Ok(moves)
    }

    fn after(&self, _: &u32, step: &NamedMove) -> u32 {
        step.to
    }

    fn move_name(&self, _: &u32, step: &NamedMove) -> String {
        step.name.to_string()
    }

    fn touches(&self, position: &u32, step: &NamedMove) -> Vec<Touch> {
        self.0.touches(*position, step.to)
    }

    fn view(&self, position: &u32) -> View {
        self.0.view(*position)
    }

    fn sum(&self, _: &u32, _: &u32) -> Option<u32> {
        None
    }

    fn size(&self, _: &u32) -> usize {
        1
    }
}

impl PartizanGame for OwnPartizan {
    super::told::about!();

    fn start(&self) -> Option<u32> {
        ok_or_keep(self.0.start())?
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(self.0.positions_up_to(up_to).into_iter())
    }
}
