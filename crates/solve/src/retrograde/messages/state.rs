use crate::retrograde::value::SolvedValue;

/// The state of a rank of the current layer in one word: its code if the rank is decided or a hole, otherwise facts
/// about its moves.
///
/// An open state has bit 31 set. Its lowest bits count the moves that may still turn out not to lose. These
/// are the moves within the layer to positions not known to be won, and the moves to drawn positions of
/// earlier layers, which always stay counted. The bits above store results of earlier layers: the remoteness
/// of the quickest win there (with bit 30 set), or otherwise the least possible remoteness of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(pub(super) u32);

const OPEN: u32 = 1 << 31;
const WIN: u32 = 1 << 30;
const COUNT_BITS: u32 = 13;
const COUNT: u32 = (1 << COUNT_BITS) - 1;
const KNOWN_WIN: u32 = (WIN - 1) & !COUNT;

impl State {
    /// The maximum number of moves of a position.
    pub(super) const MAX_MOVES: usize = COUNT as usize;
    /// An exclusive upper bound of the remotenesses that an earlier layer may contribute.
    pub(super) const MAX_KNOWN_WIN: u32 = KNOWN_WIN >> COUNT_BITS;

    pub(super) fn decided(code: u32) -> State {
        State(code)
    }

    /// Creates an open state with `moves` moves, none of which leads to a position of known value.
    pub(super) fn open(moves: u32) -> State {
        debug_assert!(moves <= COUNT);
        State(OPEN | moves)
    }

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }

    /// Returns the final code. Positions that are open when the layer ends are drawn.
    pub(super) fn code(self) -> u32 {
        if self.is_open() { SolvedValue::Drawn.code() } else { self.0 }
    }

    #[inline]
    pub(super) fn moves_left(self) -> u32 {
        self.0 & COUNT
    }

    #[inline]
    fn stored_remoteness(self) -> u32 {
        (self.0 & KNOWN_WIN) >> COUNT_BITS
    }

    /// Returns the remoteness of the quickest win by a move into an earlier layer, if there is one.
    #[inline]
    pub(super) fn known_win(self) -> Option<u32> {
        (self.0 & WIN != 0).then(|| self.stored_remoteness())
    }

    /// Returns the least possible remoteness of a loss, according to earlier layers.
    #[inline]
    pub(super) fn least_loss(self) -> u32 {
        self.stored_remoteness()
    }

    /// Returns the state with one non-losing move fewer.
    #[inline]
    pub(super) fn less_one_move(self) -> State {
        debug_assert!(self.is_open() && self.moves_left() > 0);
        State(self.0 - 1)
    }

    /// Returns the state after one of the counted moves turned out to lead to an option of this value in an
    /// earlier layer.
    pub(super) fn after_earlier(self, option: SolvedValue) -> State {
        debug_assert!(self.is_open());
        let with = |win: u32, stored_remoteness: u32, moves: u32| {
            State(OPEN | win | stored_remoteness << COUNT_BITS | moves)
        };
        let moves = self.moves_left();
        match (option, self.known_win()) {
            (SolvedValue::Drawn, _) => self,
            (SolvedValue::Lost(remoteness), None) => with(WIN, remoteness + 1, moves),
            (SolvedValue::Lost(remoteness), Some(stored_remoteness)) => {
                with(WIN, stored_remoteness.min(remoteness + 1), moves)
            }
            (SolvedValue::Won(_), Some(stored_remoteness)) => with(WIN, stored_remoteness, moves - 1),
            (SolvedValue::Won(remoteness), None) => {
                with(0, self.stored_remoteness().max(remoteness + 1), moves - 1)
            }
        }
    }
}
