//! Games on graphs that are given as lists of edges.

games! {
    graph,
    poset,
}
