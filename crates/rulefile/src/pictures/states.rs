//! The states of cells as numbers, sets of states, and maps between them.

use winways_notation::pictures::{CellKind, Owner, PictureFile, Sign};
use winways_rules::Side;

/// The contents of a cell: 0 is a gone cell and 1 an empty cell, followed by the pieces in the order of the file.
pub(crate) type State = u8;

/// A gone cell, or a place beyond the edge.
pub(crate) const ABSENT: State = 0;
/// An empty cell.
pub(crate) const EMPTY: State = 1;
/// The maximum number of states, including `ABSENT`.
pub(crate) const MOST: usize = 16;

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct States(pub(crate) u16);

impl States {
    pub(crate) const NONE: States = States(0);

    pub(crate) fn one(state: State) -> States {
        States(1 << state)
    }

    /// Returns all states of cells that are not gone, where `count` is the number of states including `ABSENT`.
    pub(crate) fn there(count: usize) -> States {
        States((u16::MAX >> (16 - count)) & !1)
    }

    pub(crate) fn has(self, state: State) -> bool {
        self.0 >> state & 1 == 1
    }

    pub(crate) fn union(self, other: States) -> States {
        States(self.0 | other.0)
    }

    pub(crate) fn without(self, other: States) -> States {
        States(self.0 & !other.0)
    }

    /// Returns the only state of the set, if it has exactly one.
    pub(crate) fn only(self) -> Option<State> {
        (self.0.count_ones() == 1).then(|| self.0.trailing_zeros() as State)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = State> {
        (0..MOST as State).filter(move |&state| self.has(state))
    }
}

/// A map from states to states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Map(pub(crate) [State; MOST]);

impl Map {
    /// Returns the identity.
    pub(crate) fn identity() -> Map {
        Map(std::array::from_fn(|state| state as State))
    }

    /// Returns the constant map to a state.
    pub(crate) fn to(state: State) -> Map {
        Map([state; MOST])
    }

    pub(crate) fn of(&self, state: State) -> State {
        self.0[usize::from(state)]
    }

    /// Returns the image of a set.
    pub(crate) fn image(&self, states: States) -> States {
        states.iter().fold(States::NONE, |image, state| image.union(States::one(self.of(state))))
    }
}

/// The states of a file's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alphabet {
    /// The letter of each state: `#`, `.`, then the pieces.
    pub(crate) letters: Vec<u8>,
    /// The owner of each state.
    pub(crate) owners: Vec<Owner>,
    /// `true` if no move is possible on a board without pieces, or if only pieces on the board from the start are worth
    /// points.
    pub(crate) needs_pieces: bool,
    /// The first starting position of the file, for messages.
    pub(crate) start: Option<String>,
}

impl Alphabet {
    /// Creates the alphabet of a file, which must have at most [`MOST`] states, including those of `#` and `.`.
    pub(crate) fn of(file: &PictureFile) -> Alphabet {
        let pieces = file.pieces.iter();
        Alphabet {
            letters: [b'#', b'.'].into_iter().chain(pieces.clone().map(|piece| piece.letter)).collect(),
            owners: [Owner::Nobody; 2].into_iter().chain(pieces.map(|piece| piece.owner)).collect(),
            needs_pieces: false,
            start: file.starts.first().map(|start| start.0.clone()),
        }
    }

    /// Returns the number of states, including `ABSENT`.
    pub(crate) fn count(&self) -> usize {
        self.letters.len()
    }

    /// Returns the state with this letter.
    pub(crate) fn state(&self, letter: u8) -> Option<State> {
        self.letters.iter().position(|&known| known == letter).map(|state| state as State)
    }

    /// Returns all states of cells that are not gone.
    pub(crate) fn there(&self) -> States {
        States::there(self.count())
    }

    /// Returns the pieces of all owners.
    pub(crate) fn pieces(&self) -> States {
        self.there().without(States::one(EMPTY))
    }

    /// Returns the pieces that belong to `side` or to both players.
    pub(crate) fn owned(&self, side: Side) -> States {
        let wanted = if side == Side::Left { Owner::Left } else { Owner::Right };
        let states = self
            .owners
            .iter()
            .zip(0..)
            .filter(|(owner, _)| matches!(owner, Owner::Either) || **owner == wanted);
        states.fold(States::NONE, |set, (_, state)| set.union(States::one(state)))
    }

    /// Returns the states that a sign stands for in a rule of `side`.
    pub(crate) fn sign(&self, sign: Sign, side: Side) -> States {
        match sign {
            Sign::Empty => States::one(EMPTY),
            Sign::Gone => States::one(ABSENT),
            Sign::Piece(letter) => self.state(letter).map_or(States::NONE, States::one),
            Sign::Mover => self.owned(side),
            Sign::Other => self.owned(side.opponent()),
        }
    }

    /// Returns the states that a cell of the picture before a move may hold.
    pub(crate) fn kind(&self, kind: &CellKind, side: Side) -> States {
        match kind {
            CellKind::Sign(sign) => self.sign(*sign, side),
            CellKind::Any | CellKind::Flip => self.there(),
            CellKind::Moved => self.pieces(),
            CellKind::Class { signs, negated } => {
                let listed = signs.iter().fold(States::NONE, |set, &sign| set.union(self.sign(sign, side)));
                if *negated { self.there().without(listed) } else { listed }
            }
        }
    }
}
