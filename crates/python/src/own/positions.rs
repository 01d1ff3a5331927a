//! Games written in Python in which every line of play ends, with hashable objects as positions.

use super::rules::PythonRules;
use super::words::NamedMove;
use crate::raised::{fault_of, ok_or_keep};
use std::sync::Arc;
use winways::custom::view::{Touch, View};
use winways::custom::{
    Game, Move, MovesOfPlayers, Options, PartizanGame, PartizanRuleset, Ruleset, Side, WholeGame,
    WholePositions,
};
use winways::limits::RuleFault;
use winways::{Diagnostic, Player};

/// An impartial or partizan game whose positions are objects, represented by numbers. A component is a part of a position.
pub(super) struct OwnPositions(pub(super) Arc<PythonRules>);

impl Ruleset for OwnPositions {
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

impl PartizanRuleset for OwnPositions {
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

impl WholePositions for OwnPositions {
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
        let players = if self.0.is_partizan() { 2 } else { 1 };
        self.0.option_bound(*position).saturating_mul(players)
    }

    fn moves(&self, position: &u32) -> MovesOfPlayers<NamedMove> {
        let players: &[Player] =
            if self.0.is_partizan() { &[Player::Left, Player::Right] } else { &[Player::Either] };
        let mut moves = Vec::new();
        for (side, &player) in players.iter().enumerate() {
            let options = self.0.options(*position, side).map_err(fault_of)?;
            let named = self.0.named(*position, player, &options)?;
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

impl Game for OwnPositions {
    super::rules::about!(0);

    fn parse(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        Ok(self.0.components(self.0.parse(text)?))
    }

    fn write(&self, position: &[u32]) -> String {
        let parts: Vec<String> = position.iter().map(|&part| self.0.write(part)).collect();
        parts.join(",")
    }

    fn describe_move(&self, from: &u32, to: &[u32]) -> String {
        format!("{} -> {}", self.0.write(*from), Game::write(self, to))
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

impl WholeGame for OwnPositions {
    type Rules = Self;

    fn rules(&self) -> &Self {
        self
    }

    fn start(&self) -> Option<u32> {
        ok_or_keep(self.0.start())?
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(self.0.positions_up_to(up_to).into_iter())
    }
}

impl PartizanGame for OwnPositions {
    super::rules::about!(0);

    fn start(&self) -> Option<u32> {
        WholeGame::start(self)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = u32> + '_> {
        WholeGame::positions(self, up_to)
    }
}
