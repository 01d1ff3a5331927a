//! Tests of `winways atlas` and of tables of expressions.

use crate::common::{run, stderr, stdout};

#[test]
fn a_row_is_found_under_each_of_its_codes() {
    for code in ["0.07", "'octal(0.07)'", "0.137", "0.4", "0.400"] {
        let text = stdout(&run(&format!("winways atlas {code}"), ""));
        assert!(text.starts_with("1 octal game with"), "{text}");
        assert!(text.contains("\n0.4              all            34            54"), "{text}");
        assert!(text.contains(" 0.07-1 ") && text.contains(" 0.137-2 "), "{text}");
    }
    let wrong = run("winways atlas 0.8", "");
    assert!(
        wrong.status.code() == Some(2) && stderr(&wrong).contains("0.001 to 0.777"),
        "{}",
        stderr(&wrong)
    );
}

/// The whole atlas covers 0.001 to 0.777 and 4.001 to 4.777.
#[test]
fn every_code_is_in_the_atlas_once() {
    let csv = stdout(&run("winways atlas --format csv", ""));
    let mut codes: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!((codes.len(), csv.lines().count()), (2 * 511, 2 * 511 + 1));
    let json = stdout(&run("winways atlas --format json", ""));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let listed = |row: &serde_json::Value| 1 + row["other_codes"].as_array().unwrap().len();
    assert_eq!(json.as_array().unwrap().iter().map(listed).sum::<usize>(), 2 * 511);
}

#[test]
fn an_atlas_is_extended_resumed_and_certified() {
    let directory = crate::common::Temporary::new();
    let (file, certificates) = (directory.path("atlas"), directory.path("certificates"));
    let rows =
        std::fs::read_to_string(crate::common::root().join("crates/games/src/heaps/atlas.tsv")).unwrap();
    // Reset the row of 4.344, so that it is computed again.
    let forgotten: String = rows
        .lines()
        .map(|row| {
            if row.starts_with("4.344\t") {
                "4.344\t1\t0\t-\t-\t-\t-\t0\n".to_owned()
            } else {
                format!("{row}\n")
            }
        })
        .collect();
    std::fs::write(directory.at("atlas"), &forgotten).unwrap();
    let extend = format!(
        "winways atlas 4.344 --extend {file} --compare 2000 --game-timeout 60s --certificates {certificates} --format csv"
    );
    let text = stdout(&run(&extend, ""));
    let line = text.lines().nth(1).unwrap_or_default();
    assert!(line.starts_with("4.344,0,4.344,") && line.contains(",998,51,,,2000"), "{text}");
    let written = std::fs::read_to_string(directory.at("atlas")).unwrap();
    assert_eq!(stdout(&run(&extend, "")), text);
    assert_eq!(std::fs::read_to_string(directory.at("atlas")).unwrap(), written);
    let checked = stdout(&run(&format!("winways verify-certificate {certificates}"), ""));
    assert!(checked.contains("octal(4.344) has period 51 from 998: holds"), "{checked}");
    // The error for a damaged file states the line.
    std::fs::write(directory.at("atlas"), forgotten.replacen('\t', " ", 1)).unwrap();
    let damaged = run(&extend, "");
    assert!(
        damaged.status.code() == Some(2) && stderr(&damaged).contains("line 1: expected"),
        "{}",
        stderr(&damaged)
    );
    std::fs::write(directory.at("atlas"), "0.8\t1\t0\t-\t-\t-\t-\t0\n").unwrap();
    assert!(stderr(&run(&extend, "")).contains("the atlas has no game 0.8"));
    // The period of 0.07 is proved, so no row is extended. The file has all rows nevertheless.
    let fresh = directory.path("fresh");
    run(&format!("winways atlas 0.07 --extend {fresh}"), "");
    assert_eq!(std::fs::read_to_string(directory.at("fresh")).unwrap(), rows);
}

/// A table of an expression has the same values as the list of the values of the expression.
#[test]
fn tables_of_expressions_have_the_values_of_lists() {
    for expression in ["cram(grid(2,n))", "domineering(grid(n,3))", "{n|-1}", "n + ^"] {
        let table = stdout(&run(&format!("winways table '{expression}' --for n=1..4 --format json"), ""));
        let table: serde_json::Value = serde_json::from_str(&table).unwrap();
        let text = |value: &serde_json::Value| match value.as_u64() {
            Some(0) => "0".to_owned(),
            Some(1) => "*".to_owned(),
            Some(nimber) => format!("*{nimber}"),
            None => value.as_str().unwrap().to_owned(),
        };
        let values: Vec<String> = table["values"].as_array().unwrap().iter().map(text).collect();
        let list = stdout(&run(&format!("winways eval '[{expression} for n in 1..4]'"), ""));
        assert_eq!(format!("[{}]", values.join(", ")), list.trim(), "{expression}");
    }
}

/// A row of Cram is Dawson's Kayles.
#[test]
fn a_table_of_nimbers_is_one_of_numbers() {
    let values = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let cram = stdout(&run("winways table 'cram(grid(1,n))' --for n=1..12 --format bfile", ""));
    let heaps = stdout(&run("winways table 'octal(0.07)' --from 1 --up-to 12 --format bfile", ""));
    assert_eq!(values(&cram), values(&heaps));
}

#[test]
fn tables_of_expressions_find_patterns_and_refuse_what_they_lack() {
    let text = stdout(&run("winways table '{2.n|2.n-1} + ^' --for n=3..20", ""));
    assert!(text.contains("values: period 1 with saltus 2 from 3, empirical up to 20"), "{text}");
    assert!(text.contains("temperatures: 1/2 1/2"), "{text}");
    let growing = stdout(&run("winways table 'allbut{1,2}(n)' --for n=1..50", ""));
    assert!(growing.contains("values: period 3 with saltus 1 from 1, empirical up to 50"), "{growing}");
    let growing = stdout(&run("winways table 'nim(n)' --for n=2..40 --format json", ""));
    let growing: serde_json::Value = serde_json::from_str(&growing).unwrap();
    assert!(growing["period"] == 1 && growing["saltus"] == 1, "{growing}");
    for (command, message) in [
        ("'{n|-1}' --for n=3..1", "an ascending range"),
        ("'{1|-1}' --for n=1..3", "does not contain `n`"),
        ("'{n|' --for n=1..3", "expected"),
        ("'n < 2' --for n=1..3", "is not a game"),
        ("'cram(grid(2,n))' --for n=1..3 --prove", "cannot be used with"),
    ] {
        let output = run(&format!("winways table {command}"), "");
        assert!(
            output.status.code() == Some(2) && stderr(&output).contains(message),
            "{command}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn a_table_that_cannot_be_drawn_is_printed() {
    let output = run("winways table '{n|-1}' --for n=1..3 --plot never.svg", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--plot is for"), "{}", stderr(&output));
    assert!(stdout(&output).contains("mean"), "{}", stdout(&output));
}

/// The page shows the rows of the atlas.
#[test]
fn the_page_has_the_rows_of_the_atlas() {
    let json = stdout(&run("winways atlas --format json", ""));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = |row: &serde_json::Value| {
        let fields = match (row["period"].as_u64(), row["rare_heaps"].as_u64()) {
            (Some(_), _) => &["preperiod", "period"][..],
            (None, Some(_)) => &["heaps_known", "rare_heaps", "last_rare"],
            (None, None) => &["heaps_known"],
        };
        let fields: Vec<String> = fields.iter().map(|field| row[field].to_string()).collect();
        format!("{}/{}", row["code"].as_str().unwrap(), fields.join("/"))
    };
    let rows: Vec<String> = json.as_array().unwrap().iter().map(row).collect();
    let path = crate::common::root().join("crates/page/files/js/sequences/octal-games.js");
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains(&format!("\"{}\"", rows.join(" "))), "expected \"{}\"", rows.join(" "));
}
