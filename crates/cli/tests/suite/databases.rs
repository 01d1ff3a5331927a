//! Tables on disk from the command line: the output of the commands, and the robustness of builds against interruption.

use crate::common::{Killer, Temporary, run, stderr, stdout};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `winways COMMAND`, which must end with this exit code, and returns its stdout and stderr.
fn check(command: &str, code: i32) -> (String, String) {
    let output = run(&format!("winways {command}"), "");
    let (out, error) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(code), "{command}: {out}{error}");
    (out, error)
}

fn json(command: &str) -> Value {
    serde_json::from_str(&check(command, 0).0).unwrap_or_else(|error| panic!("{command}: {error}"))
}

fn files(directory: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("a file"));
    let name = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.map(|entry| (name(&entry), fs::read(entry.path()).expect("a file"))).collect()
}

#[test]
fn an_unfinished_table_is_not_exported() {
    let temporary = Temporary::new();
    let table = temporary.path("table");
    check(&format!("database build 'awari(11)' --out {table} --timeout 0s"), 3);
    let (out, error) = check(&format!("database export {table}"), 2);
    assert!(out.is_empty() && error.contains("not complete"), "{out}{error}");
}

#[test]
fn a_table_is_built_asked_checked_written_out_and_listed() {
    let temporary = Temporary::new();
    let table = temporary.path("chase");
    let (built, _) = check(&format!("database build chase 8 --out {table} --threads 2"), 0);
    let (info, _) = check(&format!("database info {table}"), 0);
    assert_eq!(built, info);
    assert!(info.contains("chase 8, normal play\n") && info.contains("state:     complete\n"), "{info}");
    let object = json(&format!("database info {table} --format json"));
    assert_eq!(
        (&object["game"], &object["board"], &object["play"]),
        (&"chase".into(), &"8".into(), &"normal".into())
    );
    assert_eq!(
        (&object["complete"], &object["ranks"], &object["solved_layers"]),
        (&true.into(), &8192.into(), &1.into())
    );
    let sum = |field: &str| {
        object[field].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(
        sum("won") + sum("lost") + object["drawn"].as_u64().unwrap(),
        object["positions"].as_u64().unwrap()
    );
    assert_eq!(
        object["bytes"].as_u64().unwrap(),
        files(&table).values().map(|bytes| bytes.len() as u64).sum::<u64>()
    );

    // The table and `solve` give equal answers, brief by default and full with `--explain`.
    let positions = ["1 1 8 8", "4 4 5 5 black", "1 1 1 2", "8 1 1 8 white"];
    for (position, explain) in
        positions.into_iter().flat_map(|position| [(position, ""), (position, "--explain")])
    {
        let mut asked = json(&format!("database query {table} {position} {explain} --format json"));
        let mut solved = json(&format!("solve chase 8 {position} {explain} --format json"));
        assert_eq!(asked["method"]["kind"], "table");
        for object in [&mut asked, &mut solved] {
            object["method"].take();
        }
        // Only positions of tables have ranks.
        assert!(
            asked.as_object_mut().and_then(|asked| asked.remove("rank")).is_some_and(|rank| rank.is_u64())
        );
        assert_eq!(asked, solved, "{position}");
    }
    let (verified, _) = check(&format!("database verify {table} --threads 2"), 0);
    assert!(verified.contains("every byte is intact") && verified.contains("all are correct"), "{verified}");
    assert_eq!(json(&format!("database verify {table} --format json"))["holds"], true);

    let (exported, _) = check(&format!("database export {table}"), 0);
    assert_eq!(exported.lines().count() as u64, 1 + object["positions"].as_u64().unwrap());
    assert!(
        exported.starts_with("rank,position,outcome,remoteness\n0,\"8,1,1,1,1\"")
            || exported.contains("1,1,8,8")
    );
    let csv = temporary.path("chase.csv");
    check(&format!("database export {table} --format csv --out {csv}"), 0);
    assert_eq!(fs::read_to_string(&csv).unwrap(), exported);

    let parquet = temporary.path("chase.parquet");
    let command = format!("database export {table} --format parquet --out {parquet}");
    match cfg!(feature = "parquet") {
        true => {
            check(&command, 0);
            assert_eq!(fs::read(&parquet).unwrap()[..4], *b"PAR1");
        }
        false => assert!(check(&command, 2).1.contains("--features parquet")),
    }

    check(&format!("database build chase 5 --out {}", temporary.path("deep/er")), 0);
    let (list, _) = check(&format!("database list {}", temporary.root()), 0);
    assert_eq!(list.lines().count(), 2);
    assert!(list.lines().all(|line| line.contains("complete")), "{list}");
    let objects = json(&format!("database list {} --format json", temporary.root()));
    assert_eq!(objects[0]["board"], "8");
    assert_eq!(objects[1]["board"], "5");
}

/// The manifest contains the rule file and the board.
#[test]
fn tables_of_rule_files_are_found_without_the_file() {
    let temporary = Temporary::new();
    let (rules, table) = (temporary.path("mine.game"), temporary.path("mine"));
    let text = "game: Mine\nboard: grid\npieces: x left, o right\neach: @ . -> . @\nstart: xo|.x\n";
    fs::write(&rules, text).expect("a file");
    let (built, _) = check(&format!("database build {rules} 'xo.|..x' --out {table}"), 0);
    assert!(built.contains("ranks:     120"), "{built}");
    let solved = json(&format!("solve {rules} 'xo.|.x. right' --format json"));
    let from_table = json(&format!("solve {rules} 'xo.|.x. right' --tables {table} --format json"));
    assert_eq!(from_table["remoteness"], solved["remoteness"]);
    fs::remove_file(&rules).expect("the file");
    let asked = json(&format!("database query {table} 'xo.|.x. right' --format json"));
    assert_eq!((&asked["outcome"], &asked["remoteness"]), (&solved["outcome"], &solved["remoteness"]));
    assert!(solved["remoteness"].is_u64(), "{solved}");
    let (verified, _) = check(&format!("database verify {table}"), 0);
    assert!(verified.contains("120 positions derived again"), "{verified}");
    let (exported, _) = check(&format!("database export {table}"), 0);
    assert_eq!(exported.lines().count(), 121);
    assert!(exported.contains("xo.|.x. right"), "{exported}");
    // Counts start from the board that was given.
    let (counted, _) = check(&format!("database count {table}"), 0);
    assert!(
        counted.contains("positions reachable from mine(\"xo.|..x\")") || counted.contains("xo.|..x"),
        "{counted}"
    );
    let manifest = fs::read_to_string(format!("{table}/manifest.json")).expect("a manifest");
    assert!(manifest.contains("xo.|..x"), "{manifest}");
    // No board is given: the board of `start:` is used, and rules on numbers need none.
    fs::write(&rules, text).expect("a file");
    let small = temporary.path("small");
    let (built, _) = check(&format!("database build {rules} --out {small}"), 0);
    assert!(built.contains("ranks:     24"), "{built}");
    let token = temporary.path("token");
    check(&format!("database build docs/rules/token.game --out {token}"), 0);
    let asked = json(&format!("database query {token} 10 --format json"));
    assert_eq!((&asked["outcome"], &asked["remoteness"]), (&"N".into(), &7.into()));
    // Other rules of the same name are another game.
    fs::write(&rules, text.replace("each: @ . -> . @", "each: @ . -> . @ in right")).expect("a file");
    let (refused, error) = check(&format!("database build {rules} --out {small} --resume"), 2);
    assert!(refused.is_empty() && error.contains("mine"), "{error}");
}

#[test]
fn questions_are_answered_from_tables() {
    let temporary = Temporary::new();
    let directory = temporary.root();
    check(&format!("database build chase 9 --out {}", temporary.path("a/table")), 0);
    let kind = |rest: &str| json(&format!("solve chase {rest} --format json"))["method"]["kind"].clone();
    assert_eq!(kind(&format!("9 1 1 9 9 --tables {directory}")), "table");
    assert_eq!(kind(&format!("9 1 1 9 9 --tables {directory} --method search")), "search");
    assert_eq!(kind(&format!("8 1 1 8 8 --tables {directory}")), "search");
    let environment = run(&format!("WINWAYS_TABLES={directory} winways eval 'chase(9,1,1,9,9)'"), "");
    assert!(stdout(&environment).contains("found by: table"), "{}", stdout(&environment));
    let lines = run(&format!("winways eval --tables {directory}"), "chase(9,1,1,9,9)\n");
    assert_eq!(
        stdout(&lines),
        "P; in 23\n".replace("23", &json("solve chase 9 1 1 9 9 --format json")["remoteness"].to_string())
    );
    let game = run(&format!("winways play chase 9 1 1 9 9 --first you --tables {directory}"), "quit\n");
    assert!(game.status.success() && stdout(&game).contains("I play a9-a8"), "{}", stdout(&game));
    check(&format!("solve chase 9 1 1 9 9 --tables {}", temporary.path("none")), 2);
}

#[test]
fn tables_of_graphs_want_their_edges() {
    let temporary = Temporary::new();
    let (edges, others, table) = (temporary.path("edges"), temporary.path("others"), temporary.path("table"));
    fs::write(&edges, "0 1\n1 0\n1 2 L\n").unwrap();
    // The same edges in another order give the same graph; the same number of other edges does not.
    fs::write(&others, "0 1\n1 0\n1 2 R\n").unwrap();
    check(&format!("database build graph --edges {edges} --out {table}"), 0);
    let report = json(&format!("database query {table} 0 right --edges {edges} --format json"));
    assert_eq!((&report["outcome"], &report["remoteness"]), (&"P".into(), &2.into()));
    fs::write(&edges, "1 2 L\n1 0\n0 1\n").unwrap();
    for (command, part) in [
        ("info", "graph(\"0 right\"): 2 plies"),
        ("verify", "all are correct"),
        ("export", "0 right,P,2\n"),
        ("count", "graph(\"0 right\")"),
    ] {
        let position = if command == "count" { "0 right" } else { "" };
        let (text, _) = check(&format!("database {command} {table} {position} --edges {edges}"), 0);
        assert!(text.contains(part), "{command}: {text}");
    }
    let (_, error) = check(&format!("database query {table} 0 right --edges {others}"), 2);
    assert!(
        error.contains("this name now denotes another board") && error.contains("--edges FILE"),
        "{error}"
    );
    let (_, error) = check(&format!("database query {table} 0 right"), 2);
    assert!(error.contains("which is unknown") && error.contains("--edges FILE"), "{error}");
    for (edges, kind) in [(edges, "table"), (others, "search")] {
        let solved = format!("solve graph --edges {edges} --tokens '0 right' --tables {table} --format json");
        assert_eq!(json(&solved)["method"]["kind"], kind);
    }
}

#[test]
fn tables_of_outcomes_tell_who_wins() {
    let temporary = Temporary::new();
    let (values, outcomes) = (temporary.path("values"), temporary.path("outcomes"));
    check(&format!("database build chase 12 --out {values}"), 0);
    let (built, _) = check(&format!("database build chase 12 --out {outcomes} --outcomes-only"), 0);
    assert!(built.contains("chase 12, normal play, outcomes only\n"), "{built}");
    let size = |table: &str| files(table).values().map(Vec::len).sum::<usize>();
    assert!(size(&outcomes) < size(&values) / 2);
    for position in ["1 1 12 12", "5 5 5 6", "1 1 1 2 black", "3 4 9 8 black"] {
        let full = json(&format!("database query {values} {position} --format json"));
        let brief = json(&format!("database query {outcomes} {position} --format json"));
        assert_eq!(full["outcome"], brief["outcome"], "{position}");
        assert_eq!(full["move_count"], brief["move_count"], "{position}");
        assert!(brief["remoteness"].is_null());
    }
    let (verified, _) = check(&format!("database verify {outcomes}"), 0);
    assert!(verified.contains("proves less"), "{verified}");
    let (exported, _) = check(&format!("database export {outcomes}"), 0);
    assert!(exported.lines().skip(1).all(|line| line.ends_with(',')));
}

#[test]
fn tables_of_points_tell_by_how_many_who_wins() {
    let temporary = Temporary::new();
    let table = temporary.path("awari");
    let (built, _) = check(&format!("database build 'awari(7)' --out {table}"), 0);
    assert!(built.starts_with("awari(7), normal play, points\n"), "{built}");
    assert!(built.contains("by the lead of the winner:") && built.contains(": 7 points\n"), "{built}");
    let info = json(&format!("database info {table} --format json"));
    assert_eq!((&info["records"], &info["points"]), (&"points".into(), &7.into()));
    assert!(info["remoteness"].is_null());
    for position in ["'0 0 0 0 1 2 1 0 1 0 0 0'", "'1 0 1 1 1 0 1 0 0 0 1 1 north'"] {
        let mut asked = json(&format!("database query {table} {position} --explain --format json"));
        let mut solved = json(&format!("solve 'awari(7)' {position} --explain --format json"));
        assert_eq!((&asked["value_kind"], &asked["method"]["kind"]), (&"points".into(), &"table".into()));
        for object in [&mut asked, &mut solved] {
            object["method"].take();
        }
        // Only positions of tables have ranks.
        assert!(
            asked.as_object_mut().and_then(|asked| asked.remove("rank")).is_some_and(|rank| rank.is_u64())
        );
        assert_eq!(asked, solved, "{position}");
    }
    let (verified, _) = check(&format!("database verify {table}"), 0);
    assert!(verified.contains("all are correct"), "{verified}");
    let (exported, _) = check(&format!("database export {table}"), 0);
    let mut lines = exported.lines();
    assert_eq!(lines.next(), Some("rank,position,outcome,points"));
    assert_eq!(lines.next(), Some("0,0 0 0 0 0 0 0 0 0 0 0 0 south,D,0"));
    assert!(exported.contains(",0 0 0 0 0 0 3 0 0 0 0 0 south,P,-3\n"));
    let counted = json(&format!("database count {table} '0 0 0 0 1 2 1 0 1 0 0 0' --format json"));
    assert!(counted["all"]["positions"].as_u64() > Some(10), "{counted}");

    let none = temporary.path("none");
    let (_, error) = check(&format!("database build 'awari(7)' --outcomes-only --out {none}"), 2);
    assert!(error.contains("a table of awari(7) stores points"), "{error}");
    if cfg!(feature = "cluster") {
        let (_, error) = check(&format!("database build 'awari(7)' --processes 2 --out {none}"), 2);
        assert!(error.contains("which only a single process can solve"), "{error}");
    }
    if cfg!(feature = "cluster") {
        let (report, error) =
            check(&format!("database build 'mnk(4,4,4)' --processes 2 --memory 100KiB --out {none}"), 3);
        assert!(report.starts_with("not built: ") && error.is_empty(), "{report} {error}");
    }
    let (report, _) = check(&format!("database build 'awari(7)' --memory 100KiB --out {none}"), 3);
    assert!(report.starts_with("not built: the table is too large for the memory limit"), "{report}");
    assert!(!Path::new(&none).exists());
}

/// Neither the position to begin with nor the sources in a rule file make another table.
#[test]
fn equal_rules_continue_a_table() {
    let temporary = Temporary::new();
    let (table, rules) = (temporary.path("table"), temporary.path("rules.game"));
    let text =
        "board: grid\npieces: x left, o right\neach: . -> @\nend: @ @ @ in eight wins\nstart: ...|...\n";
    std::fs::write(&rules, text).expect("a file");
    let (whole, _) = check(&format!("database build {rules} --out {table}"), 0);
    std::fs::write(&rules, format!("source: a book\n{text}")).expect("a file");
    for board in ["", "'x..|... right'"] {
        let (report, error) = check(&format!("database build {rules} {board} --out {table} --resume"), 0);
        assert_eq!((report, error.as_str()), (whole.clone(), ""), "{board}");
    }
    std::fs::write(&rules, text.replace("in eight", "in across")).expect("a file");
    let (_, error) = check(&format!("database build {rules} --out {table} --resume"), 2);
    assert!(error.contains("a table needs a directory of its own"), "{error}");
}

#[test]
fn enormous_limits_are_accepted() {
    let temporary = Temporary::new();
    let table = temporary.path("table");
    check(
        &format!("database build 'hare-and-hounds(5)' --memory 8EiB --threads 2 --shards 2 --out {table}"),
        0,
    );
    if cfg!(feature = "cluster") {
        let table = temporary.path("together");
        let options = "--processes 2 --shards 2 --memory 8EiB --patience 500000000000y";
        check(&format!("database build {options} --out {table} -- chase 4"), 0);
        let hosts = temporary.path("hosts");
        let endless = format!("database build chase 4 --hosts /dev/zero --process 0 --out {hosts}");
        let (_, error) = check(&endless, 2);
        assert!(error.contains("/dev/zero"), "{error}");
    }
}

/// A commit follows each solved layer. After an interruption, the next build starts with the unfinished layer.
#[test]
fn killed_builds_of_points_come_to_the_same_bytes() {
    let temporary = Temporary::new();
    let (whole, table) = (temporary.path("whole"), temporary.path("table"));
    check(&format!("database build 'awari(11)' --out {whole} --shards 3 --threads 1"), 0);
    let build = |table: &str| {
        start(&format!("database build awari(11) --out {table} --shards 3 --threads 2 --resume"))
    };
    let mut killer = Killer::new(&mut build(&temporary.path("measured")), 7);
    let mut resumed = 0;
    while killer.kills < 20 {
        if !killer.kills(&mut build(&table), 1) {
            assert_eq!(files(&table), files(&whole), "after {} kills", killer.kills);
            fs::remove_dir_all(&table).unwrap();
        }
        let is_begun = Path::new(&table).exists();
        resumed += u32::from(is_begun && files(&table).keys().any(|name| name.starts_with("layer-5-")));
    }
    check(&format!("database build 'awari(11)' --out {table} --shards 3 --resume"), 0);
    assert_eq!(files(&table), files(&whole));
    assert!(resumed > 5, "of {} kills {resumed} came after some layers", killer.kills);
}

#[test]
fn positions_that_play_reaches_are_counted() {
    let temporary = Temporary::new();
    let (table, outcomes, chase) =
        (temporary.path("table"), temporary.path("outcomes"), temporary.path("chase"));
    check(&format!("database build 'mnk(3,3,3)' --misere --out {table}"), 0);
    // Every position of this board is reachable.
    let info = json(&format!("database info {table} --format json"));
    let sum =
        |counts: &Value| counts.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>();
    let all = serde_json::json!({
        "positions": 5478, "won": sum(&info["won"]), "drawn": info["drawn"], "lost": sum(&info["lost"]),
        "won_by": info["won"], "lost_by": info["lost"]
    });
    let counted = json(&format!("database count {table} --threads 2 --format json"));
    assert_eq!((&counted["all"], &counted["stopped"]), (&all, &Value::Null));
    check(&format!("database build 'mnk(3,3,3)' --misere --outcomes-only --out {outcomes}"), 0);
    let of_outcomes = json(&format!("database count {outcomes} --format json"));
    for field in ["positions", "won", "drawn", "lost"] {
        assert_eq!(of_outcomes["all"][field], counted["all"][field]);
    }
    // o loses with a line in the middle, or leaves the last cell to x.
    let (text, _) = check(&format!("database count {table} 'xox|xox|o..'"), 0);
    assert_eq!(
        text,
        "positions reachable from mnk(3,3,3)(\"xox|xox|o..\") in misère play, by their value to the player to move:\n\
         layer  positions  won  drawn  lost\n    0          4    1      3     0\n"
    );
    let (limited, _) = check(&format!("database count {table} --memory 4KiB"), 3);
    assert!(limited.starts_with("not counted: the memory limit"), "{limited}");
    // There is no room for the manifest.
    let (limited, error) = check(&format!("database count {table} --memory 1KiB"), 3);
    assert!(limited.is_empty() && error.contains("the table was not opened: the memory limit"), "{error}");
    let (limited, _) = check(&format!("database count {table} --timeout 0s --format json"), 3);
    let limited: Value = serde_json::from_str(&limited).unwrap();
    assert!(limited["all"].is_null() && limited["stopped"].is_string(), "{limited}");

    check(&format!("database build chase 6 --out {chase}"), 0);
    assert!(check(&format!("database count {chase}"), 2).1.contains("the position is missing"));
    assert_eq!(json(&format!("database count {chase} 1 1 1 1 white --format json"))["all"]["positions"], 1);
    let layers = &json(&format!("database count {chase} 1 1 6 6 --format json"))["layers"];
    assert_eq!((&layers[0]["layer"], &layers[0]["positions"]), (&0.into(), &2592.into()));
}

#[test]
fn damage_is_found_and_named() {
    let temporary = Temporary::new();
    let table = temporary.path("table");
    check(&format!("database build chase 10 --out {table} --shards 3"), 0);
    for (name, bytes) in files(&table) {
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        let path = Path::new(&table).join(&name);
        fs::write(&path, &damaged).unwrap();
        let (found, _) = check(&format!("database verify {table}"), 1);
        assert!(found.contains("damage: ") && found.contains(&name), "{name}: {found}");
        let found = check(&format!("database verify {table} --format json"), 1).0;
        assert_eq!(serde_json::from_str::<Value>(&found).unwrap()["holds"], false);
        fs::write(&path, &bytes).unwrap();
    }
    let path = Path::new(&table).join("manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    fs::write(&path, manifest.replace("chase", "chess")).unwrap();
    assert!(check(&format!("database query {table} 1 1 2 2"), 2).1.contains("manifest.json is damaged"));
    let (listed, _) = check(&format!("database list {table}"), 1);
    assert!(listed.contains("damaged"), "{listed}");
    let (_, error) = check(&format!("database build chase 10 --out {table} --shards 3 --resume"), 1);
    assert!(error.contains("manifest.json is damaged") && error.contains("build it again"), "{error}");
    fs::write(&path, &manifest).unwrap();
    // A check that a limit stopped decides nothing.
    let late = check(&format!("database verify {table} --format json --timeout 0s"), 3).0;
    let late: Value = serde_json::from_str(&late).unwrap();
    assert_eq!((late.get("holds"), late["damage"].as_array().map(Vec::len)), (Some(&Value::Null), Some(0)));
    assert!(late["stopped"].as_str().is_some_and(|reason| reason.contains("time limit")), "{late}");
}

/// A limit on the size of files is reported like a full disk.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_reported() {
    let temporary = Temporary::new();
    let script = format!(
        "ulimit -f 1 && exec {} database build chase 20 --out {}",
        env!("CARGO_BIN_EXE_winways"),
        temporary.path("table")
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("too large") && error.contains("--resume"), "{error}");
}

#[test]
fn edges_without_a_cycle_have_no_table() {
    let temporary = Temporary::new();
    let (edges, table) = (temporary.path("edges"), temporary.path("table"));
    fs::write(&edges, "1 2\n2 3\n").unwrap();
    let (_, error) = check(&format!("database build graph --edges {edges} --out {table}"), 2);
    assert!(error.contains("form no cycle") && error.contains("`winways solve graph --edges"), "{error}");
    fs::write(&edges, "1 2\n2 1\n").unwrap();
    check(&format!("database build graph --edges {edges} --out {table}"), 0);
}

#[test]
fn what_cannot_be_done_is_reported() {
    let temporary = Temporary::new();
    let (table, notes) = (temporary.path("table"), temporary.path("notes"));
    let build = |rest: &str| format!("database build {rest}");
    fs::create_dir(&notes).unwrap();
    fs::write(Path::new(&notes).join("notes.txt"), "mine").unwrap();
    check(&build(&format!("chase 6 --out {table}")), 0);
    let none = temporary.path("none");
    for (command, report) in [
        (build(&format!("chase 6 --out {table}")), "is complete"),
        (build(&format!("chase 7 --out {table}")), "contains a table of chase 6"),
        (build(&format!("chase 7 --out {table} --resume")), "but a table of chase 7"),
        (build(&format!("chase 6 --out {table} --resume --shards 2")), "2 shards"),
        (build(&format!("chase 6 --out {notes}")), "notes.txt"),
        (build(&format!("chase 6 --out {notes}/notes.txt")), "notes.txt"),
        (build("chase 6 --out /proc/winways"), "/proc/winways"),
        (build(&format!("chase --out {none}")), "the side of the board"),
        (build(&format!("nim --out {none}")), "has no boards"),
        (build(&format!("chess-not --out {none}")), "there is no game"),
        (build(&format!("chase 6 --misere --out {none}")), "no misere play"),
        (build(&format!("chase 6 --shards 0 --out {none}")), "0 is not in"),
        (build("chase 6"), "--out"),
        (format!("database info {none}"), "cannot open"),
        (format!("database info {notes}"), "contains no table"),
        (format!("database query {notes} 1 1 2 2"), "contains no table"),
        (format!("database query {table} 1 1 2"), "the column of Black"),
        (format!("database query {table} 1 1 7 2"), "7 is too large: the limit is 6"),
        (format!("database query {table}"), "expected"),
        (format!("database verify {none}"), "cannot open"),
        (format!("database export {table} --out {none}/file.csv"), "cannot write"),
        (format!("database export {table} --format parquet"), "--out"),
        (format!("database list {none}"), "cannot read the directory"),
    ] {
        let (_, error) = check(&command, 2);
        assert!(error.contains(report), "{command}: {error}");
    }
    assert!(!Path::new(&none).exists());
    // A damaged table is not complete, whatever its manifest states.
    let whole = files(&table);
    let shard = whole.keys().find(|name| name.ends_with(".codes")).expect("a shard");
    let damaged = Path::new(&table).join(shard);
    let mut bytes = whole[shard].clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    let (out, error) = check(&build(&format!("chase 6 --out {table} --resume")), 1);
    assert!(out.is_empty() && error.contains(shard.as_str()), "{out}{error}");
    fs::remove_file(&damaged).unwrap();
    check(&build(&format!("chase 6 --out {table} --resume")), 1);
    fs::write(&damaged, &whole[shard]).unwrap();
    // With --resume, building a complete table succeeds.
    check(&build(&format!("chase 6 --out {table} --resume")), 0);
    let (_, error) = check(&format!("database build chase 200 --out {none} --memory 1MiB"), 3);
    assert!(error.is_empty(), "{error}");
    assert!(!Path::new(&none).exists());
}

/// Returns the command of a slow build: by messages, on disk, with a commit after every round.
fn slow_build(table: &str) -> String {
    format!("database build chase 20 --out {table} --memory 100KiB --shards 7 --commit-every 0s --resume")
}

/// Returns a command that starts the program directly, not through a shell.
fn start(command: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_winways"));
    program.args(command.split(' ')).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    program
}

#[test]
fn builds_that_are_killed_come_to_the_same_bytes() {
    let temporary = Temporary::new();
    let whole = temporary.path("whole");
    check(&format!("database build chase 20 --out {whole} --shards 7"), 0);
    let expected = files(&whole);
    let mut killer = Killer::new(&mut start(&slow_build(&temporary.path("measured"))), 1);
    // The number of kills after which a build could be resumed.
    let mut resumed = 0;
    for number in 0.. {
        let table = temporary.path(&number.to_string());
        // Later attempts live longer, so that the loop terminates.
        let mut patience = 8;
        while killer.kills(&mut start(&slow_build(&table)), patience / 8) {
            patience += 1;
            if Path::new(&table).join("manifest.json").exists() {
                let (verified, _) = check(&format!("database verify {table}"), 0);
                assert!(verified.contains("every byte is intact"), "{verified}");
                resumed += u64::from(files(&table).keys().any(|name| name.ends_with(".states")));
            }
        }
        assert_eq!(files(&table), expected, "after {} kills", killer.kills);
        fs::remove_dir_all(&table).unwrap();
        if killer.kills >= 60 {
            break;
        }
    }
    let kills = killer.kills;
    assert!(resumed > kills / 3, "of {kills} kills {resumed} came between two commits");
}

#[test]
fn an_interrupted_build_keeps_what_it_has() {
    let temporary = Temporary::new();
    let whole = temporary.path("whole");
    check(&format!("database build chase 24 --out {whole} --shards 7"), 0);
    // Commits are made only when the work is interrupted.
    let build = |table: &str| {
        start(&format!(
            "database build chase 24 --out {table} --memory 1MiB --shards 7 --commit-every 1h --resume"
        ))
    };
    let mut killer = Killer::new(&mut build(&temporary.path("measured")), 5);
    let mut interruptions = 0;
    for number in 0.. {
        let table = temporary.path(&number.to_string());
        // Later attempts live longer, so that the loop terminates.
        for patience in 2.. {
            let child = build(&table).spawn().expect("the program starts");
            std::thread::sleep(killer.moment(patience / 2));
            let pid = nix::unistd::Pid::from_raw(child.id() as i32);
            // A process that has already ended is not interrupted; its exit code shows that.
            let _ = nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT);
            let output = child.wait_with_output().expect("the program ends");
            match output.status.code() {
                Some(130) if stderr(&output).contains("partial: interrupted") => interruptions += 1,
                // Before the program handles signals, the signal kills it.
                Some(130) | None => {}
                Some(0) => break,
                other => panic!("{other:?}: {}", stderr(&output)),
            }
        }
        assert_eq!(files(&table), files(&whole));
        if interruptions > 2 {
            break;
        }
    }
}

#[test]
fn a_full_disk_is_reported_and_survived() {
    let temporary = Temporary::new();
    let (whole, table) = (temporary.path("whole"), temporary.path("table"));
    check(&format!("database build chase 20 --out {whole} --shards 7"), 0);
    // Files are limited to two blocks, at most 2 KiB, which is too small for a shard.
    let command = slow_build(&table);
    let output = run(&format!("trap '' XFSZ; ulimit -f 2; winways {command}"), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("cannot write") && stderr(&output).contains(&table),
        "{}",
        stderr(&output)
    );
    check(&command, 0);
    assert_eq!(files(&table), files(&whole));
}

#[test]
fn two_builds_do_not_meet_in_a_directory() {
    let temporary = Temporary::new();
    let table = temporary.path("table");
    fs::create_dir(&table).unwrap();
    let lock = fs::File::create(Path::new(&table).join("lock")).unwrap();
    lock.lock().unwrap();
    let (_, error) = check(&format!("database build chase 6 --out {table}"), 2);
    assert!(error.contains("another build is running"), "{error}");
    drop(lock);
    check(&format!("database build chase 6 --out {table}"), 0);
}

#[test]
fn an_unfinished_table_answers_what_it_has() {
    let temporary = Temporary::new();
    let table = temporary.path("table");
    let (_, error) = check(&format!("{} --timeout 0s", slow_build(&table)), 3);
    assert!(error.contains("--resume continues from here"), "{error}");
    let (info, _) = check(&format!("database info {table}"), 0);
    assert!(info.contains("state:     unfinished"), "{info}");
    let (_, error) = check(&format!("database query {table} 1 1 20 20"), 2);
    assert!(error.contains("not complete"), "{error}");
    let (_, error) = check(&format!("database count {table} 1 1 20 20"), 2);
    assert!(error.contains("not complete"), "{error}");
    let (_, error) = check(&format!("database build chase 20 --out {table} --shards 7"), 2);
    assert!(error.contains("--resume"), "{error}");
    let (verified, _) = check(&format!("database verify {table}"), 0);
    assert!(verified.contains("not complete"), "{verified}");
    check(&slow_build(&table), 0);
}
