//! [`AnyGame`] for impartial forms of partizan games, in which each player may make the moves of both.
//!
//! Nothing here is generic over the game. Positions are type-erased positions of the partizan game, and the engines see its
//! components as numbers.

mod by_definition;
mod form;
mod solver;

use super::capabilities::{ImpartialPosition, InternedPosition};
use super::face::{AnyGame, AnyMove, AnyPosition, HeapValues, Tables};
use super::positions::{Erased, Kind, Positioned, Positions};
use super::properties::{Ending, Properties};
use crate::about::About;
use crate::check::{Check, Halt};
use crate::game::{Detail, Page};
use crate::view::{Touch, View};
use crate::whole_positions::MovesOfPlayers;
use by_definition::ByDefinition;
use form::{Form, Heaps};
use solver::ValuesOfHeaps;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use winways_notation::Diagnostic;
use winways_rules::{ImpartialOutcome, Meter, Play, Player};
use winways_solve::{
    Budget, InternedRules, MixedRules, Observer, StopReason, Stopped, Theorems, misere_outcomes,
};

/// Creates the impartial form of a partizan game, with the page of all impartial forms. Returns `None` if the game has no
/// impartial form ([`AnyGame::has_impartial_form`]).
///
/// Its positions, pictures and move names are the same as in the partizan game. If both players have a move with the same name
/// and the same result, the move counts once.
pub fn shared(page: &'static Page, game: Arc<dyn AnyGame>) -> Option<Arc<dyn AnyGame>> {
    game.has_impartial_form().then(|| {
        let about = game.about();
        let name = format!("{}({})", page.name, about.name);
        let about = About {
            page,
            identity: format!("{name}\n{}", about.rules),
            name,
            title: format!("{}, impartial form", about.title),
            rules: format!("Either player may make the moves of both. {}", about.rules),
            known_values: Vec::new(),
            ..about.clone()
        };
        Erased::shared(ImpartialForm { about, heaps: OnceLock::new(), game })
    })
}

/// The impartial form of a partizan game.
struct ImpartialForm {
    about: About,
    /// The heaps identified by numbers, created lazily.
    heaps: OnceLock<Heaps>,
    game: Arc<dyn AnyGame>,
}

impl ImpartialForm {
    fn heaps(&self) -> Option<&Heaps> {
        let forms = self.game.tables().heap_forms()?;
        Some(self.heaps.get_or_init(|| {
            let ids = forms.impartial_form();
            let rules = MixedRules::new(vec![ids.rules()]);
            Heaps { ids, rules }
        }))
    }
}

impl Positions for ImpartialForm {
    type Position = Form;
    type Move = AnyMove;

    fn about(&self) -> &About {
        &self.about
    }

    fn write(&self, position: &Form) -> String {
        let text = position.whole.text();
        // Strip the name of the game and the outer brackets from the call.
        let name = position.whole.game_name().len();
        text.get(name + 1..text.len() - 1).unwrap_or_default().to_owned()
    }

    fn moves(&self, position: &Form, meter: &mut Meter) -> MovesOfPlayers<AnyMove> {
        let moves = moves_of_both(&*position.whole, position.whole.moves_within(meter.clone())?);
        Ok(moves.into_iter().map(|step| (Player::Either, step)).collect())
    }

    fn move_bound(&self, position: &Form) -> u64 {
        position.whole.move_bound()
    }

    fn after(&self, position: &Form, step: &AnyMove) -> Form {
        Form::new(position.whole.after(step))
    }

    fn move_name(&self, _: &Form, step: &AnyMove) -> String {
        step.text.clone()
    }

    fn touches(&self, position: &Form, step: &AnyMove) -> Vec<Touch> {
        position.whole.touches(step)
    }

    fn view(&self, position: &Form) -> View {
        position.whole.view()
    }

    fn sum(&self, position: &Form, others: &[(&Self, &Form)]) -> Option<Form> {
        let others: Vec<_> = others.iter().map(|(_, other)| other.whole.copy()).collect();
        position.whole.merged(&others).map(Form::new)
    }

    fn component_count(&self, position: &Form) -> usize {
        position.whole.component_count()
    }

    fn size(&self, position: &Form) -> usize {
        position.whole.size()
    }

    fn is_same(&self, position: &Form, _: &Self, others: &Form) -> bool {
        position.whole.is_same(&*others.whole)
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: true, may_cycle: false, ending: Ending::NoMove }
    }

    fn theorem(&self, _: Play) -> Option<String> {
        None
    }

    fn explain(&self, _: &Form, _: Play, _: Detail) -> Vec<String> {
        Vec::new()
    }

    fn impartial(position: &Positioned<Self>) -> Option<&dyn ImpartialPosition> {
        Some(position)
    }

    fn interned(position: &Positioned<Self>) -> Option<Box<dyn InternedPosition + '_>> {
        Some(Box::new(FormIds(position)))
    }
}

/// Merges the moves of both players into moves of [`Player::Either`]. Moves with the same name and the same result count once.
/// Moves with the same name and different results get the player of the partizan game appended to their names.
fn moves_of_both(whole: &dyn AnyPosition, moves: Vec<AnyMove>) -> Vec<AnyMove> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, step) in moves.iter().enumerate() {
        by_name.entry(step.text.clone()).or_default().push(number);
    }
    let mut all = Vec::with_capacity(by_name.len());
    for (number, step) in moves.iter().enumerate() {
        let text = match &by_name[&step.text][..] {
            [_] => step.text.clone(),
            [first, others @ ..] => {
                let after = |number: usize| whole.after(&moves[number]).text();
                match others.iter().all(|&other| after(other) == after(*first)) {
                    true if number != *first => continue,
                    true => step.text.clone(),
                    false => format!("{} as {:?}", step.text, step.player),
                }
            }
            [] => unreachable!("every move is listed under its name"),
        };
        all.push(AnyMove { player: Player::Either, text, step: step.step.clone() });
    }
    all
}

/// The components of a position identified by numbers, for a search over sums.
struct FormIds<'p>(&'p Positioned<ImpartialForm>);

impl InternedPosition for FormIds<'_> {
    fn rules(&self) -> Arc<dyn InternedRules> {
        self.0.position.numbered().position.rules()
    }

    fn ids(&self) -> Vec<u32> {
        self.0.position.numbered().position.ids()
    }

    fn ids_after(&self, step: &AnyMove) -> Vec<u32> {
        self.0.position.numbered().position.ids_after(self.0.typed(step))
    }
}

impl Kind for ImpartialForm {
    fn parse(&self, text: &str) -> Result<Form, Diagnostic> {
        self.game.parse(text).map(Form::new)
    }

    fn start(&self) -> Option<Form> {
        self.game.start().map(Form::new)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Form> + '_> {
        Box::new(self.game.positions(up_to).map(Form::new))
    }

    /// Checks nim-values of components, and outcomes of sums under both play conventions, against the definitions. The
    /// definitions are evaluated directly on the moves of whole positions.
    fn verify(&self, up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
        let mut by_definition = ByDefinition::default();
        for position in self.game.positions(up_to) {
            by_definition.compare(&Form::new(position), check)?;
        }
        Ok(())
    }

    fn tables(&self) -> &dyn Tables {
        self
    }
}

impl Tables for ImpartialForm {
    fn misere_heaps(
        &self,
        heaps: Range<u64>,
        budget: Budget,
        observer: &dyn Observer,
        found: &mut dyn FnMut(ImpartialOutcome),
    ) -> Option<Result<(), Stopped>> {
        let Heaps { ids, rules } = self.heaps()?;
        let read = |heap: u64| match ids.id(heap) {
            Some(id) => Ok(vec![MixedRules::component(0, id)]),
            None => Err(StopReason::Unsupported("a heap this large").after(heap)),
        };
        Some(misere_outcomes(rules, heaps.map(read), budget, observer, found))
    }

    fn heap_values<'g>(
        &'g self,
        _: Theorems,
        budget: Budget,
        observer: &'g dyn Observer,
    ) -> Option<Box<dyn HeapValues + 'g>> {
        Some(Box::new(ValuesOfHeaps::new(self.heaps()?, budget, observer)))
    }
}
