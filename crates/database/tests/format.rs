//! Tests the example on the page that describes the format.

mod common;

use common::{build, files, identity};
use std::fs;
use std::path::Path;
use winways_solve::RecordKind;

/// Returns a hex dump with sixteen bytes a line: the offset, the digits and the printable characters.
fn dump(bytes: &[u8]) -> String {
    let line = |(number, bytes): (usize, &[u8])| {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let shown = |&byte: &u8| if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' };
        let letters: String = bytes.iter().map(shown).collect();
        format!("{:04x}  {:47}  {letters}\n", 16 * number, digits.join(" "))
    };
    bytes.chunks(16).enumerate().map(line).collect()
}

/// Compares the example with the page. With `UPDATE_DOCUMENTS=1` the page is updated instead.
#[test]
fn the_page_shows_a_table_in_full() {
    let parent = common::temporary();
    let identity = winways_database::Identity {
        game: "example".to_owned(),
        board: "5+3".to_owned(),
        ..identity(&[5, 3], 2, RecordKind::Values)
    };
    build(parent.path(), &identity, &[2, 3, 1, 0, 5, 4, 7, 3]);
    let mut example = String::new();
    for (name, bytes) in files(parent.path()) {
        let (kind, text) = match name.as_str() {
            "manifest.json" => ("json", String::from_utf8(bytes).unwrap()),
            _ => ("text", dump(&bytes)),
        };
        example += &format!("`{name}`:\n\n```{kind}\n{text}```\n\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/database-format.md");
    let page = fs::read_to_string(&path).expect("there is a page");
    let (before, _) = page.split_once("compare it with this page.\n").expect("the page has an example");
    let expected = format!("{before}compare it with this page.\n\n{}\n", example.trim_end());
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, expected).expect("the page can be written");
    } else {
        assert!(
            page == expected,
            "docs/database-format.md is out of date (UPDATE_DOCUMENTS=1 mends it):\n{example}"
        );
    }
}
