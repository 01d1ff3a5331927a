//! Games on the digits of a number, on dates, on products.

games! {
    calendar,
    multiplication,
    digital_deletions,
}
