/// The values that a sequence stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All values, one byte each, or two bytes each once a value exceeds 255.
    All,
    /// Only the last values that later values and a proof need, once no rare heap has occurred for a
    /// long time.
    Last,
}
