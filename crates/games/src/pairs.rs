//! Partizan games on pairs of numbers: cakes of rows and columns, and Euclid's algorithm.

mod cake;
mod partizan_pairs;
#[cfg(test)]
mod tests;

games! {
    cutcake,
    maundy_cake,
    eatcake,
    partizan_euclid,
}
