use super::error::TransportError;

/// How the workers of a build talk: all that differs between threads of one process and processes on many machines.
///
/// All workers run the same program and call the same functions in the same order; every call waits for the others'.
/// Shard s belongs to worker s mod [`Transport::workers`].
pub trait Transport {
    /// How many workers there are.
    fn workers(&self) -> usize;

    /// Which of them this one is, counted from 0.
    fn index(&self) -> usize;

    /// Sends each batch to the worker to whom its shard belongs, and returns those that came from all workers, this one
    /// included; their order means nothing.
    ///
    /// # Errors
    /// What is wrong with the link.
    fn exchange(&mut self, batches: Vec<Batch>) -> Result<Vec<Batch>, TransportError>;

    /// The sums of everybody's numbers, place by place; all give equally many.
    ///
    /// # Errors
    /// As [`Transport::exchange`].
    fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, TransportError>;
}

/// Messages to one shard, in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The shard to whose worker it goes.
    pub shard: u32,
    /// What the messages are, for the receiver.
    pub kind: u32,
    /// The first column.
    pub places: Vec<u32>,
    /// The second column, as long as the first, or empty where the kind needs none.
    pub words: Vec<u64>,
}
