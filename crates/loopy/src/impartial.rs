//! Impartial games that can cycle: Smith's labels.

mod label;
mod search;

pub use label::{ImpartialLabel, sum_of_labels};

use crate::loopies::Ending;
use crate::work::Work;
use winways_solve::{Ledger, StopReason};
use winways_values::Nimber;

/// The labels of all positions of an impartial game that can cycle.
///
/// A position is equal to a Nim heap, or it is ∞(K): an infinite play is possible, and K contains the nimbers among its options. Each
/// nimber is stored with the number of the step that assigned it. To win in finitely many moves, the winner lowers the sum of the nimbers
/// or, if that sum stays the same, the sum of the steps.
///
/// Sources: C. A. B. Smith, Graphs and composite games (1966); A. S. Fraenkel, Y. Perl, Constructions in combinatorial games with cycles
/// (1975).
///
/// ```
/// use winways_loopy::ImpartialLoops;
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// // The positions 2 and 3 have a move to themselves.
/// let loops = ImpartialLoops::new(vec![vec![], vec![0], vec![0, 1, 2], vec![3]], &ledger)?;
/// let texts: Vec<String> = (0..4).map(|vertex| loops.label(vertex).to_string()).collect();
/// assert_eq!(texts, ["0", "*", "∞(0,1)", "∞"]);
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct ImpartialLoops {
    options: Vec<Vec<u32>>,
    /// The nimber of each position that has a nimber, and its step.
    nimbers: Vec<Option<(Nimber, u32)>>,
}

impl ImpartialLoops {
    /// Labels all positions of a graph, given by the options of each position.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the ledger stops the work.
    ///
    /// # Complexity
    /// O(e·m) steps for e moves and m different nimbers, and O(e) memory.
    ///
    /// # Panics
    /// Panics if an option is not a position.
    pub fn new(options: Vec<Vec<u32>>, ledger: &Ledger<'_>) -> Result<ImpartialLoops, StopReason> {
        let nimbers = search::nimbers(&options, Work::new(ledger, 0))?;
        Ok(ImpartialLoops { options, nimbers })
    }

    /// Returns the options of a position.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn options(&self, vertex: u32) -> &[u32] {
        &self.options[vertex as usize]
    }

    /// Returns the label of a position.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn label(&self, vertex: u32) -> ImpartialLabel {
        match self.nimbers[vertex as usize] {
            Some((nimber, _)) => ImpartialLabel::Nimber(nimber),
            None => {
                let of_options = self.options(vertex).iter();
                ImpartialLabel::infinity(of_options.filter_map(|&option| self.nimber(option)))
            }
        }
    }

    fn nimber(&self, vertex: u32) -> Option<Nimber> {
        self.nimbers[vertex as usize].map(|(nimber, _)| nimber)
    }

    /// Returns the step at which a position got its nimber, or `None` if it has no nimber. Every option with a greater nimber, or without
    /// a nimber, has in turn an option with the nimber of the position and an earlier step.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn step(&self, vertex: u32) -> Option<u32> {
        self.nimbers[vertex as usize].map(|(_, step)| step)
    }

    /// Returns the result of a sum of positions for the player to move.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn outcome(&self, sum: &[u32]) -> Ending {
        sum_of_labels(sum.iter().map(|&vertex| self.label(vertex))).outcome()
    }

    /// Returns a winning move in a sum: the component, and the option to move to. Returns `None` if the player to move does not win.
    ///
    /// The move leaves the least sum of nimbers, and then the least sum of steps. This pair decreases from each move of the winner to the
    /// next, so play ends.
    ///
    /// # Panics
    /// Panics if there is no such position.
    #[must_use]
    pub fn winning_move(&self, sum: &[u32]) -> Option<(usize, u32)> {
        let without_nimber: Vec<usize> =
            (0..sum.len()).filter(|&place| self.nimber(sum[place]).is_none()).collect();
        let places = match without_nimber[..] {
            [] => 0..sum.len(),
            [only] => only..only + 1,
            _ => return None,
        };
        let moves =
            places.flat_map(|place| self.options(sum[place]).iter().map(move |&option| (place, option)));
        let ranked = moves.filter_map(|(place, option)| {
            let (mut total, mut nimbers, mut steps) = (Nimber::ZERO, 0_u128, 0_u128);
            for (other, &vertex) in sum.iter().enumerate() {
                let (nimber, step) = self.nimbers[if other == place { option } else { vertex } as usize]?;
                (total, nimbers, steps) =
                    (total + nimber, nimbers + u128::from(nimber.0), steps + u128::from(step));
            }
            (total == Nimber::ZERO).then_some(((nimbers, steps), (place, option)))
        });
        ranked.min().map(|(_, found)| found)
    }
}
