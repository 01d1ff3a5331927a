//! Pictures in files: the output of `--plot FILE`.

use crate::common::{Temporary, root, run, stderr, stdout};
use std::fs;

/// The directory of the pictures.
struct Folder(Temporary);

impl Folder {
    fn new() -> Folder {
        Folder(Temporary::new())
    }

    /// Returns the picture of a table, and the output of the command.
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
    // This game has neither a formula for all heaps nor a known period.
    let svg = folder.draw_svg("grundy --up-to 50");
    assert_eq!(svg.matches("<circle ").count(), 51);
    assert!(!svg.contains("period"));
    // All values up to the bound are drawn, even if a period is proved earlier.
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

/// A picture that cannot be written does not hide the answer.
#[cfg(target_os = "linux")]
#[test]
fn the_answer_is_printed_before_an_error_of_its_picture() {
    let folder = Folder::new();
    let full = folder.0.at("full.svg");
    std::os::unix::fs::symlink("/dev/full", &full).expect("a symbolic link");
    for (command, answer) in [
        ("solve nim 3 5 --plot", "heap 5 -> 3"),
        ("solve chase 3 1 1 3 3 --plot-counts", "outcome"),
        ("table kayles --up-to 60 --plot", "period"),
        ("eval '{5||4|-2}' --plot", "{5||4|-2}"),
    ] {
        let output = run(&format!("winways {command} '{}'", full.display()), "");
        assert!(!output.status.success(), "{command}");
        assert!(stdout(&output).contains(answer), "{command}: {}", stdout(&output));
        assert!(stderr(&output).contains("cannot write"), "{command}: {}", stderr(&output));
    }
}

/// The commands that draw, each with its option.
const DRAWING: [&str; 5] = [
    "solve hackenbush '0-1:g 1-2:b 0-7:r' --plot",
    "eval '{5||4|-2}' --plot",
    "table kayles --up-to 60 --plot",
    "table wythoff --up-to 12 --plot",
    "solve chase 3 1 1 3 3 --plot-counts",
];

#[test]
fn every_picture_has_every_format() {
    let folder = Folder::new();
    let draw = |command: &str, file: &str| {
        let output = run(&format!("winways {command} '{}'", folder.0.path(file)), "");
        assert!(output.status.success(), "{command} {file}: {}", stderr(&output));
        fs::read(folder.0.at(file)).expect("a picture")
    };
    for command in DRAWING {
        let text = |file| String::from_utf8(draw(command, file)).expect("text");
        assert!(text("a.svg").starts_with("<svg "), "{command}");
        assert!(draw(command, "a.PNG").starts_with(b"\x89PNG"), "{command}");
        assert!(text("a.tex").contains("\n\\begin{tikzpicture}"), "{command}");
        let lines = text("a.txt");
        assert!(lines.lines().count() > 1 && lines.lines().all(|line| line.chars().count() < 100), "{lines}");
        assert!(!lines.contains(['<', '\\']), "{lines}");
    }
    let thermograph = String::from_utf8(draw(DRAWING[1], "t.txt")).expect("text");
    assert!(thermograph.contains('╱') && thermograph.contains("mean 4, temperature 1\n"));
    let edges = String::from_utf8(draw(DRAWING[0], "h.txt")).expect("text");
    assert!(edges.starts_with("┌─r─ 7\n├─g─ 1 ─b─ 2\nground 0\nmove 1 "), "{edges}");
    let picture = String::from_utf8(draw(DRAWING[0], "h.svg")).expect("text");
    for number in ["0", "1", "2", "7"] {
        assert!(picture.contains(&format!(">{number}</text>")), "{number}");
    }
}

#[test]
fn unknown_formats_are_refused_before_the_work() {
    let folder = Folder::new();
    for command in DRAWING {
        for file in ["a.jpg", "svg", "a."] {
            let output = run(&format!("winways {command} '{}'", folder.0.path(file)), "");
            let expected =
                "error: a picture's file must end in .svg, .png, .tex (TikZ) or .txt (characters)\n";
            assert_eq!(
                (output.status.code(), stderr(&output).as_str()),
                (Some(2), expected),
                "{command} {file}"
            );
            assert!(output.stdout.is_empty() && !folder.0.at(file).exists(), "{command} {file}");
        }
    }
}
