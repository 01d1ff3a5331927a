use super::error::TransportError;

/// The communication between the workers of a build. It abstracts over threads of a process and processes on
/// several machines.
///
/// All workers run the same program and call the same functions in the same order. Every call waits for the
/// corresponding calls of the other workers. Shard s belongs to worker s mod [`Transport::workers`].
pub trait Transport {
    /// Returns the number of workers.
    fn workers(&self) -> usize;

    /// Returns the index of this worker, starting at 0.
    fn index(&self) -> usize;

    /// Sends each batch to the worker that owns its shard. Returns the batches sent to this worker by all
    /// workers, including itself, in arbitrary order.
    ///
    /// # Errors
    /// Returns a [`TransportError`] if the communication fails.
    fn exchange(&mut self, batches: Vec<Batch>) -> Result<Vec<Batch>, TransportError>;

    /// Returns the element-wise sums of the numbers of all workers. All workers must pass the same count of
    /// numbers.
    ///
    /// # Errors
    /// Fails like [`Transport::exchange`].
    fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, TransportError>;
}

/// Messages to one shard, stored in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The shard whose worker receives the batch.
    pub shard: u32,
    /// The kind of the messages, interpreted by the receiver.
    pub kind: u32,
    /// The first column: indices of ranks within the shard.
    pub places: Vec<u32>,
    /// The second column, as long as the first, or empty if the kind has no second column.
    pub words: Vec<u64>,
}
