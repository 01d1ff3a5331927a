//! Games played with the digits of a number, with dates and with products.

games! {
    calendar,
    multiplication,
    digital_deletions,
}
