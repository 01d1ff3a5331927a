//! Games whose positions are numbered, for retrograde analysis: play may cycle, or ends by a goal.

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
