//! Games with numbered positions, for retrograde analysis: play may cycle, or ends when a goal is reached.

pub mod hunt;
mod numbering;
mod rectangle;

pub use numbering::rank_numbering;

games! {
    chase,
    mnk,
    chess,
    connect_four,
    awari,
    backsliding,
    drift,
    cops,
    fox_and_geese,
    hare_and_hounds,
}
