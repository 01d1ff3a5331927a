/// Which values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All, one byte each, or two where values grow beyond 255.
    All,
    /// As many of the last ones as the next ones and a proof need, once no rare heap has been met for long.
    Last,
}
