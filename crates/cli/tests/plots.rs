//! Pictures of tables: what `winways table --plot FILE` writes.

mod common;

use common::{Temporary, root, run, stderr, stdout};
use std::fs;

/// Where pictures are written.
struct Folder(Temporary);

impl Folder {
    fn new() -> Folder {
        Folder(Temporary::new())
    }

    /// The picture that a table gives, and what the table prints.
    fn draw(&self, table: &str, file: &str) -> (Vec<u8>, String) {
        let path = self.0.at(file);
        let command = format!("winways table {table} --plot '{}'", path.display());
        let output = run(&command, "");
        assert!(output.status.success(), "{command}: {}", stderr(&output));
        (fs::read(path).expect("a picture"), stdout(&output))
    }

    fn draw_svg(&self, table: &str) -> String {
        String::from_utf8(self.draw(table, "picture.svg").0).expect("SVG is text")
    }
}

#[test]
fn the_picture_of_the_documents() {
    let drawn = Folder::new().draw_svg("'octal(0.77)' --up-to 180");
    let path = root().join("docs/kayles.svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&path, &drawn).expect("the picture can be written");
    }
    assert!(
        fs::read_to_string(path).unwrap_or_default() == drawn,
        "docs/kayles.svg is out of date (UPDATE_PICTURES=1)"
    );
}

#[test]
fn few_values_are_points() {
    let folder = Folder::new();
    let svg = folder.draw_svg("'octal(0.77)' --from 40 --up-to 180");
    assert_eq!(svg.matches("<circle ").count(), 141);
    for text in
        ["octal(0.77)", "nim-value", "heap", "preperiod", "period 12 from 71, proved (Guy–Smith)", "180", "8"]
    {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
    let (_, printed) = folder.draw("'octal(0.77)' --from 40 --up-to 180", "same.svg");
    assert_eq!(printed, stdout(&run("winways table 'octal(0.77)' --from 40 --up-to 180", "")));
    // Without rules for all heaps at once, and without a period.
    let svg = folder.draw_svg("grundy --up-to 50");
    assert_eq!(svg.matches("<circle ").count(), 51);
    assert!(!svg.contains("period"));
    // All that is known when the period is proved early.
    let svg = folder.draw_svg("'octal(0.77)' --up-to 600 --prove");
    assert_eq!(svg.matches("<circle ").count(), 601);
}

#[test]
fn many_values_make_a_short_picture() {
    let folder = Folder::new();
    let svg = folder.draw_svg("'octal(0.16)' --up-to 1e6");
    assert!(svg.len() < 100_000, "{} bytes", svg.len());
    assert!(svg.contains("values in a cell") && !svg.contains("<circle"));
    assert!(svg.contains("period 149459 from 105351, proved"));
    assert_eq!(svg, folder.draw_svg("'octal(0.16)' --up-to 1e6"), "not the same bytes twice");
}

#[test]
fn png_has_its_signature_and_its_size() {
    let folder = Folder::new();
    for table in ["'octal(0.77)'", "'octal(0.16)' --up-to 1e5", "nim --from 7 --up-to 7"] {
        let (png, _) = folder.draw(table, "picture.png");
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        let svg = folder.draw_svg(table);
        let size =
            svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next()).expect("a size");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(format!("{} {}", number(16), number(20)), size);
        assert!(png == folder.draw(table, "picture.png").0, "not the same bytes twice");
    }
}

#[test]
fn what_was_found_before_a_limit_is_drawn() {
    let path = Folder::new();
    let file = path.0.at("grundy.svg");
    let output = run(&format!("winways table grundy --up-to 2000 --prove --plot '{}'", file.display()), "");
    assert_eq!(output.status.code(), Some(3));
    assert!(fs::read_to_string(file).expect("a picture").contains("Nim-values of 0 to 2000"));
}
