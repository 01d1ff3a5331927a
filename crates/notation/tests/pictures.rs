//! Rules as pictures: trees, and what is wrong with files that are none.

use winways_notation::parse_pictures;

/// Files that are read; blank lines separate them.
const GOOD: &str = include_str!("pictures/good.txt");

#[test]
fn good_files_are_read() {
    for text in GOOD.split("\n\n") {
        if let Err(wrong) = parse_pictures(text) {
            panic!("{text}\n{wrong:?}");
        }
    }
}
