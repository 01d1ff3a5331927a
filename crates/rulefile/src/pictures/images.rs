//! The least image of a component under the symmetries of its board.

use crate::pictures::cells::Cells;
use crate::pictures::digits::{Digits, MOST_DIGITS, digits_of_states};
use crate::pictures::geometry::BoxSize;
use crate::pictures::states::Map;
use crate::pictures::symmetry::{Motion, Symmetry};
use winways_kit::boards::bitboard::Frame;
use winways_kit::boards::word::Word;
use winways_rules::Sign;

/// The symmetries whose images are compared.
#[derive(Clone, Debug)]
pub(crate) enum Images {
    /// Only the identity.
    One,
    /// Motions of a box, all with an image of the same size.
    Motions { size: BoxSize, groups: Vec<Group> },
    /// Symmetries of a board that is not cut.
    Cells(Vec<Symmetry>),
}

/// The motions of a box with the same renaming of states.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The renaming of the states, which is a product of exchanges of two states.
    states: Map,
    exchanged: Vec<(usize, usize)>,
    sign: Sign,
    /// The set of motions: bit n stands for the motion with number n.
    motions: u8,
}

impl Images {
    /// Creates the set of images under the given symmetries. Symmetries whose image is larger than the smallest image are omitted.
    pub(crate) fn new<'s>(
        symmetries: impl Iterator<Item = &'s Symmetry>,
        size: BoxSize,
        across: BoxSize,
    ) -> Images {
        let found: Vec<&Symmetry> = symmetries.collect();
        if found.len() == 1 {
            return Images::One;
        }
        if !found.iter().all(|symmetry| symmetry.motion.is_some()) {
            return Images::Cells(found.into_iter().cloned().collect());
        }
        let image = |symmetry: &Symmetry| if symmetry.transposes { across } else { size };
        let least = found.iter().map(|symmetry| image(symmetry)).min().unwrap_or(size);
        let mut groups: Vec<Group> = Vec::new();
        for symmetry in found {
            let Some(motion) = symmetry.motion.filter(|_| image(symmetry) == least) else { continue };
            let sign = symmetry.sign();
            let motions = 1u8 << motion.number();
            match groups.iter_mut().find(|group| group.states == symmetry.states && group.sign == sign) {
                Some(group) => group.motions |= motions,
                None => groups.push(Group {
                    states: symmetry.states,
                    exchanged: exchanged(&symmetry.states),
                    sign,
                    motions,
                }),
            }
        }
        Images::Motions { size: least, groups }
    }

    /// Returns `true` if the identity is the only symmetry.
    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Images::One)
    }

    /// Replaces the contents of a board by the least of its images. For a box, which the contents must fill, also
    /// returns the size of the image.
    #[inline]
    pub(crate) fn least<W: Word>(
        &self,
        digits: &mut Digits<W>,
        frame: Frame,
        states: usize,
    ) -> (Option<BoxSize>, Sign) {
        match self {
            Images::One => (None, Sign::Same),
            Images::Motions { size, groups } => {
                (Some(*size), least_of_motions(groups, digits, frame, states))
            }
            Images::Cells(symmetries) => {
                let cells = Cells::of_digits(digits, states);
                let images =
                    symmetries.iter().map(|symmetry| (symmetry.of(&cells).digits(), symmetry.sign()));
                let least = images.reduce(|least, next| if next.0 < least.0 { next } else { least });
                let (least, sign) = least.unwrap_or((*digits, Sign::Same));
                *digits = least;
                (None, sign)
            }
        }
    }
}

/// Replaces digits by the least of their images. Returns the effect on the value.
#[inline]
fn least_of_motions<W: Word>(groups: &[Group], digits: &mut Digits<W>, frame: Frame, states: usize) -> Sign {
    let own = *digits;
    let count = digits_of_states(states).min(MOST_DIGITS);
    let mut sign = None;
    for group in groups {
        let renamed = group.renamed(&own, count);
        let mut consider = |number: u8, first: W| {
            // The first digit almost always decides the comparison.
            if group.motions >> number & 1 == 0 || sign.is_some() && digits[0] < first {
                return;
            }
            let mut image = [first, W::ZERO, W::ZERO, W::ZERO];
            for digit in 1..count {
                image[digit] = Motion::numbered(number).of_set(frame, renamed[digit]);
            }
            if sign.is_none() || image < *digits {
                *digits = image;
                sign = Some(group.sign);
            }
        };
        let (flips, turns) = (group.motions & 0xaa != 0, group.motions & 0xcc != 0);
        let mut upright = |by: u8, set: W| {
            consider(by, set);
            if flips {
                consider(by + 1, frame.flip(set));
            }
        };
        upright(0, renamed[0]);
        if turns {
            upright(2, frame.turn(renamed[0]));
        }
        if group.motions & 0xf0 != 0 {
            let mut across = |number: u8, set: W| consider(number, frame.transpose(set));
            let turned = frame.turn(renamed[0]);
            across(4, renamed[0]);
            across(5, frame.flip(renamed[0]));
            across(6, turned);
            across(7, frame.flip(turned));
        }
    }
    sign.unwrap_or(Sign::Same)
}

impl Group {
    #[inline]
    fn renamed<W: Word>(&self, own: &Digits<W>, count: usize) -> Digits<W> {
        let mut digits = *own;
        for &(one, other) in &self.exchanged {
            let cells = cells_with(own, one, count) | cells_with(own, other, count);
            for (number, digit) in digits.iter_mut().enumerate() {
                if (one ^ other) >> number & 1 == 1 {
                    *digit = *digit ^ cells;
                }
            }
        }
        digits
    }
}

/// Returns the cells with a state, given by its first `count` digits.
#[inline]
fn cells_with<W: Word>(digits: &Digits<W>, state: usize, count: usize) -> W {
    digits[..count]
        .iter()
        .enumerate()
        .fold(W::ALL, |cells, (number, &digit)| cells & if state >> number & 1 == 1 { digit } else { !digit })
}

/// Returns the pairs of states that a renaming exchanges. A renaming is an involution, since it comes from an exchange
/// of the players.
fn exchanged(states: &Map) -> Vec<(usize, usize)> {
    let pairs = states.0.iter().map(|&state| usize::from(state)).enumerate();
    pairs.filter(|(from, to)| from < to).collect()
}
