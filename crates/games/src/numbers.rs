//! Games on the digits of a number, on dates and on products.

games! {
    calendar,
    multiplication,
    digital_deletions,
}
