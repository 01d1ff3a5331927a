//! Games on strips of cells.

games! {
    toads_and_frogs,
}
