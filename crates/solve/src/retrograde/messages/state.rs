use crate::retrograde::value::SolvedValue;

/// The state of a rank of the layer under way, in one word: its code, if it has a value, else what is still open.
///
/// An open state has bit 31. Its lowest bits count the moves that may still turn out not to lose: those within the layer
/// whose targets are not known to be won, and those to drawn positions of earlier layers, which never will be. The bits
/// above keep what earlier layers tell: the remoteness of the quickest win there (with bit 30), or else the least remoteness
/// that a loss can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(pub(super) u32);

const OPEN: u32 = 1 << 31;
const WIN: u32 = 1 << 30;
const COUNT_BITS: u32 = 13;
const COUNT: u32 = (1 << COUNT_BITS) - 1;
const KNOWN_WIN: u32 = (WIN - 1) & !COUNT;

impl State {
    /// The most moves of a position.
    pub(super) const MAX_MOVES: usize = COUNT as usize;
    /// The greatest remoteness that an earlier layer may tell.
    pub(super) const MAX_KNOWN_WIN: u32 = KNOWN_WIN >> COUNT_BITS;

    pub(super) fn decided(code: u32) -> State {
        State(code)
    }

    /// An open position with so many moves, of which nothing is known.
    pub(super) fn open(moves: u32) -> State {
        debug_assert!(moves <= COUNT);
        State(OPEN | moves)
    }

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }

    /// The final code; what is open at the end is drawn.
    pub(super) fn code(self) -> u32 {
        if self.is_open() { SolvedValue::Drawn.code() } else { self.0 }
    }

    #[inline]
    pub(super) fn moves_left(self) -> u32 {
        self.0 & COUNT
    }

    #[inline]
    fn told(self) -> u32 {
        (self.0 & KNOWN_WIN) >> COUNT_BITS
    }

    /// The remoteness at which an earlier layer lets the open position be won.
    #[inline]
    pub(super) fn known_win(self) -> Option<u32> {
        (self.0 & WIN != 0).then(|| self.told())
    }

    /// The least remoteness of a loss, as far as earlier layers tell.
    #[inline]
    pub(super) fn least_loss(self) -> u32 {
        self.told()
    }

    /// One move less that may not lose.
    #[inline]
    pub(super) fn less_one_move(self) -> State {
        debug_assert!(self.is_open() && self.moves_left() > 0);
        State(self.0 - 1)
    }

    /// The state after an option of an earlier layer with this value, one of the moves that were counted, was looked at.
    pub(super) fn after_earlier(self, option: SolvedValue) -> State {
        debug_assert!(self.is_open());
        let with = |win: u32, told: u32, moves: u32| State(OPEN | win | told << COUNT_BITS | moves);
        let moves = self.moves_left();
        match (option, self.known_win()) {
            (SolvedValue::Drawn, _) => self,
            (SolvedValue::Lost(remoteness), None) => with(WIN, remoteness + 1, moves),
            (SolvedValue::Lost(remoteness), Some(told)) => with(WIN, told.min(remoteness + 1), moves),
            (SolvedValue::Won(_), Some(told)) => with(WIN, told, moves - 1),
            (SolvedValue::Won(remoteness), None) => with(0, self.told().max(remoteness + 1), moves - 1),
        }
    }
}
