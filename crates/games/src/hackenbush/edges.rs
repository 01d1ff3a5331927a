//! Hackenbush in three colours: Left cuts blue edges, Right cuts red edges, either player cuts green edges.

mod bounds;
mod claims;
mod explain;
#[cfg(test)]
mod limits;
mod numbers;
mod part;
mod peel;
mod peeled;
#[cfg(test)]
mod tests;
mod values;

pub use crate::hackenbush::picture::Edge;
pub use part::{Picture, Twig};

use crate::hackenbush::green;
use crate::hackenbush::picture;
use crate::hackenbush::whole::positions_are_pictures;
use crate::hackenbush::{Cut, WholePicture, WrittenEdge, red_blue_trees};
use values::PictureSearch;
use winways_kit::any::partizan::{self, ValueSearch};
use winways_kit::heaps;
use winways_kit::{Detail, NumbersAfter, Page, PartizanGame};
use winways_notation::Diagnostic;
use winways_rules::{Meter, Options, PartizanRuleset, Player, RuleFault, Side, Sign};
use winways_solve::{Budget, Observer};
use winways_values::{Arena, ArenaError, Dyadic, Game, Session};

game!("hackenbush", |_| Ok(partizan::shared_with_search(Hackenbush, own_search)), claims::CLAIMS);

fn own_search<'r>(
    arena: &'r Arena,
    budget: Budget,
    observer: &'r dyn Observer,
) -> Box<dyn ValueSearch<Picture> + 'r> {
    Box::new(PictureSearch::new(arena, budget, observer))
}

/// Red-blue-green Hackenbush. A component is a part of a picture that stays connected when the ground is removed.
///
/// ```
/// use winways_games::hackenbush::edges::Hackenbush;
/// use winways_kit::WholePositions;
///
/// let flower = Hackenbush.parse("0-1:g 1-2:r 1-3:r")?;
/// let names: Vec<String> =
///     Hackenbush.moves(&flower)?.iter().map(|(_, cut)| Hackenbush.move_name(&flower, cut)).collect();
/// // Left and Right can cut the stem, Right also each of the petals.
/// assert_eq!(names, ["cut 0-1:g", "cut 0-1:g", "cut 1-2:r", "cut 1-3:r"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hackenbush;

impl PartizanRuleset for Hackenbush {
    type Component = Picture;

    fn options(
        &self,
        picture: &Picture,
        side: Side,
        options: &mut Options<Picture>,
    ) -> Result<(), RuleFault> {
        for index in picture.cuts(side) {
            options.push(picture.without(index));
        }
        Ok(())
    }

    fn option_bound(&self, picture: &Picture) -> u64 {
        picture.edges().len() as u64
    }

    /// Canonicalises the names of the vertices and replaces loops by twigs. Exchanges blue and red, which negates the value, if
    /// the result is smaller.
    fn canonicalise_value(&self, picture: &mut Picture) -> Sign {
        picture.canonicalise_value()
    }

    /// Canonicalises the names of the vertices and replaces loops by twigs.
    fn canonicalise(&self, picture: &mut Picture) {
        picture.canonicalise();
    }

    /// Uses the symmetries of `canonicalise_value`: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, picture: &mut Picture) {
        picture.canonicalise_value();
    }

    /// Returns the value of a picture of blue and red edges that needs no search (see `peeled::number`), or the nimber of a green
    /// picture.
    fn value_by_theorem(
        &self,
        picture: &Picture,
        arena: &mut Session<'_>,
    ) -> Result<Option<Game>, ArenaError> {
        match (peeled::number(picture, &mut Meter::default()).unwrap_or(None), picture.green_edges()) {
            (Some(number), _) => arena.number(&number).map(Some),
            (None, Some(edges)) => arena.nimber(green::nim_value(&edges).0.into()).map(Some),
            (None, None) => Ok(None),
        }
    }
}

positions_are_pictures!(Hackenbush, Picture, read);

fn read(text: &str) -> Result<WholePicture<Picture>, Diagnostic> {
    picture::parse(text, &[Player::Left, Player::Right, Player::Either]).map(WholePicture::new)
}

impl PartizanGame for Hackenbush {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn number(&self, picture: &Picture, meter: &mut Meter) -> Result<Option<Dyadic>, RuleFault> {
        peeled::number(picture, meter)
    }

    fn numbers_after(
        &self,
        picture: &WholePicture<Picture>,
        memory: u64,
        meter: &mut Meter,
    ) -> Result<Option<NumbersAfter<Cut>>, RuleFault> {
        red_blue_trees::numbers_after(picture.edges(), memory, meter)
    }

    fn explain(&self, picture: &WholePicture<Picture>, detail: Detail) -> Vec<String> {
        explain::explain(picture.components(), detail)
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = WholePicture<Picture>> + '_> {
        let players = [Player::Left, Player::Right, Player::Either];
        let kinds: Vec<WrittenEdge> = (0..3)
            .flat_map(|to| (0..=to).map(move |from| (from, to)))
            .flat_map(|(from, to)| players.map(|player| WrittenEdge { from, to, player }))
            .collect();
        let pictures = heaps::multisets(up_to as usize, kinds.len() as u64 - 1);
        let picture = move |edges: Vec<u64>| {
            WholePicture::new(edges.into_iter().map(|kind| kinds[kind as usize]).collect())
        };
        Box::new(pictures.map(picture))
    }
}
