//! Builds of tables that are killed at random times: the next build resumes, and the final bytes are always the same.

use crate::common::{Killer, Temporary, kills};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn winways() -> Command {
    Command::new(env!("CARGO_BIN_EXE_winways"))
}

/// Returns the names and bytes of the files in a table's directory.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a table").map(|entry| entry.expect("a file").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

/// Panics if the files of a table differ from the expected ones. The message names the folder of the test, which is kept.
fn check_bytes(place: &Temporary, directory: &Path, expected: &BTreeMap<String, Vec<u8>>, what: &str) {
    let found = files(directory);
    if found == *expected {
        return;
    }
    let names: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let other: Vec<&&String> =
        names.iter().filter(|name| found.get(**name) != expected.get(**name)).collect();
    panic!("{what}: other bytes of {other:?} in {}; {} is kept", directory.display(), place.keep());
}

/// The folder is kept if the bytes differ, so that it can be examined after the test.
#[test]
fn a_difference_keeps_its_folder_and_names_it() {
    let place = Temporary::new();
    let table = place.at("table");
    fs::create_dir(&table).expect("a folder");
    fs::write(table.join("layer"), "bytes").expect("a file");
    let root = place.root();
    let expected = BTreeMap::from([("layer".to_owned(), b"other bytes".to_vec())]);
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        check_bytes(&place, &place.at("table"), &expected, "after 7 kills");
    }));
    let message = failed.expect_err("the bytes differ").downcast::<String>().expect("a message");
    let is_kept = fs::read(table.join("layer")).is_ok_and(|bytes| bytes == b"bytes");
    fs::remove_dir_all(&root).expect("the folder is kept");
    assert!(is_kept && message.contains(&root) && message.contains("after 7 kills"), "{message}");
    assert!(message.contains("\"layer\""), "{message}");
}

fn build(side: &str, directory: &Path, more: &[&str]) -> Command {
    let mut command = winways();
    command.args(["database", "build", "chase", side]).arg("--out").arg(directory);
    command.args(["--commit-every", "0s", "--shards", "3", "--resume"]).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The minimum number of killed builds; `WINWAYS_KILLS` sets another number.
const KILLS: u64 = 25;

/// Builds tables that are killed repeatedly, and compares the bytes of every table with those of an undisturbed build. Returns
/// the number of kills after which a build could be resumed.
fn check_killed_builds(place: &Temporary, name: &str, more: &[&str], seed: u64) -> u64 {
    let whole = place.at(&format!("{name}-whole"));
    let mut killer = Killer::new(&mut build("14", &whole, more), seed);
    let expected = files(&whole);
    // The number of kills after which a build could be resumed.
    let mut resumed = 0;
    for table in 0.. {
        let directory = place.at(&format!("{name}-{table}"));
        // Later attempts live longer, so that the loop terminates.
        let mut patience = 4;
        while killer.kills(&mut build("14", &directory, more), patience / 4) {
            patience += 1;
            resumed += u64::from(directory.exists() && files(&directory).keys().any(|name| is_kept(name)));
        }
        check_bytes(place, &directory, &expected, &format!("{name}, after {} kills", killer.kills));
        if killer.kills >= kills(KILLS) {
            break;
        }
        if table > 0 {
            fs::remove_dir_all(&directory).expect("a table can be removed");
        }
    }
    resumed
}

/// Returns `true` for files of states and codes, from which a build can resume.
fn is_kept(name: &str) -> bool {
    name.ends_with(".states") || name.ends_with(".codes")
}

#[test]
fn killed_builds_go_on_and_end_with_the_same_bytes() {
    let place = Temporary::new();
    // The engine with bitmaps commits once. The engine with messages commits after every round; its states are on disk
    // because memory is short.
    check_killed_builds(&place, "shifts", &[], 7);
    let resumed = check_killed_builds(&place, "messages", &["--memory", "100KiB"], 8);
    assert!(resumed >= kills(KILLS) / 3, "only {resumed} kills came between two commits");
    let [one, other] = ["shifts-0", "messages-0"].map(|name| files(&place.at(name)));
    assert!(one == other, "bitmaps and messages make other bytes");
    let verified = winways().args(["database", "verify"]).arg(place.at("messages-0")).output();
    assert!(verified.expect("the program runs").status.success());
}

#[cfg(feature = "cluster")]
mod groups {
    use super::*;
    use std::net::TcpListener;
    use std::process::Child;
    use std::thread::sleep;
    use std::time::Duration;

    /// Writes a hosts file for two processes, with ports that were free a moment ago.
    fn hosts(place: &Temporary) -> std::path::PathBuf {
        let listeners: Vec<TcpListener> =
            (0..2).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let lines =
            listeners.iter().map(|listener| format!("{}\n", listener.local_addr().expect("an address")));
        let file = place.at("hosts");
        fs::write(&file, lines.collect::<String>()).expect("a hosts file");
        file
    }

    fn process(index: usize, hosts: &Path, directory: &Path) -> Child {
        let (hosts, index) = (hosts.to_string_lossy(), index.to_string());
        let more = ["--hosts", &*hosts, "--process", &index, "--patience", "20s"];
        build("12", directory, &more).spawn().expect("the program runs")
    }

    /// Starts builds with two processes until one succeeds. Each build has one of its processes killed; the kills are counted.
    fn kill_until_done(place: &Temporary, directory: &Path, killer: &mut Killer) {
        // Later attempts live longer, so that the loop terminates.
        for patience in 2.. {
            let hosts = hosts(place);
            let mut processes = [0, 1].map(|index| process(index, &hosts, directory));
            sleep(killer.moment(patience / 2));
            let victim = &mut processes[usize::from(patience % 2 == 0)];
            // A process that has already ended is not killed; its exit code is checked below.
            victim.kill().expect("it may be killed");
            // The other process notices and ends by itself.
            let codes = processes.map(|mut process| process.wait().expect("it ends").code());
            killer.kills += codes.iter().filter(|code| code.is_none()).count() as u64;
            if codes.iter().all(|&code| code == Some(0)) {
                return;
            }
            assert!(codes.iter().all(|code| matches!(code, None | Some(0 | 3))), "{codes:?}");
        }
    }

    /// The minimum number of kills of processes of a group.
    const KILLS: u64 = 12;

    /// Returns a killer that has measured the build of a group, and the expected bytes of every table.
    fn killer_and_bytes(place: &Temporary, seed: u64) -> (Killer, BTreeMap<String, Vec<u8>>) {
        let alone = place.at("alone");
        let status = build("12", &alone, &[]).status().expect("the program runs");
        assert!(status.success(), "chase 12 cannot be built");
        let killer = Killer::new(&mut build("12", &place.at("group"), &["--processes", "2"]), seed);
        let expected = files(&alone);
        assert!(files(&place.at("group")) == expected, "one process and two make other bytes");
        (killer, expected)
    }

    #[test]
    fn killed_groups_go_on_and_end_with_the_same_bytes() {
        let place = Temporary::new();
        let (mut killer, expected) = killer_and_bytes(&place, 3);
        for table in 0.. {
            let directory = place.at(&format!("together-{table}"));
            kill_until_done(&place, &directory, &mut killer);
            check_bytes(&place, &directory, &expected, &format!("after {} kills", killer.kills));
            if killer.kills >= kills(KILLS) {
                break;
            }
        }
    }

    /// Returns the running children of a process, found among all processes in `/proc`.
    fn children(parent: u32) -> Vec<u32> {
        let processes = fs::read_dir("/proc").expect("a list of processes").flatten();
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_child = |number: &u32| {
            // The format is `number (name) state parent …`; a name may contain spaces and brackets. The file of a process that
            // has ended is missing.
            let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            let mut words = state.rsplit(')').next().unwrap_or("").split_whitespace();
            words.next() != Some("Z") && words.next() == Some(&parent.to_string())
        };
        numbers.filter(is_child).collect()
    }

    /// Simulates a build that was killed after its last commit, before it removed the files that the table does not need.
    #[test]
    fn a_complete_table_is_tidied_by_a_group_too() {
        let place = Temporary::new();
        let [alone, together] = ["alone", "together"].map(|name| place.at(name));
        for directory in [&alone, &together] {
            assert!(build("6", directory, &[]).status().expect("the program runs").success());
        }
        for name in ["layer-0-round-9-shard-1.states", "lock", "layer-0-shard-0.codes.partial"] {
            fs::write(together.join(name), b"").expect("a file");
        }
        let status = build("6", &together, &["--processes", "2"]).status().expect("the program runs");
        assert!(status.success());
        assert!(files(&together) == files(&alone), "{:?}", files(&together).keys());
    }

    /// Workers do not outlive their supervisor, and they leave nothing in the temporary directory.
    #[test]
    fn workers_end_with_their_supervisor() {
        let place = Temporary::new();
        let folder = place.at("temporary");
        fs::create_dir(&folder).expect("a folder");
        // With so little memory the states are on disk, and the build takes long.
        let mut supervisor = build("48", &place.at("table"), &["--processes", "2", "--memory", "32MiB"]);
        let mut supervisor = supervisor.env("TMPDIR", &folder).spawn().expect("the program runs");
        let workers = loop {
            let workers = children(supervisor.id());
            assert!(supervisor.try_wait().expect("a child").is_none(), "the build has ended");
            if workers.len() == 2 {
                break workers;
            }
            sleep(Duration::from_millis(5));
        };
        // Wait until the workers have started to build.
        while !place.at("table").exists() {
            sleep(Duration::from_millis(5));
        }
        supervisor.kill().expect("it runs");
        supervisor.wait().expect("it has ended");
        let is_there = |worker: &u32| {
            let state = fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
            state.contains("winways") && !state.rsplit(')').next().unwrap_or("").trim_start().starts_with('Z')
        };
        let waited = std::time::Instant::now();
        while workers.iter().any(is_there) {
            assert!(waited.elapsed() < Duration::from_secs(20), "the workers go on");
            sleep(Duration::from_millis(20));
        }
        assert_eq!(files(&folder).len(), 0, "a file stays in the folder for what is temporary");
    }

    /// A signal to the supervisor alone, as from a service manager, reaches the workers: they commit their results.
    #[test]
    fn a_group_keeps_its_results_when_its_supervisor_must_stop() {
        let place = Temporary::new();
        let table = place.at("table");
        let mut supervisor = build("48", &table, &["--processes", "2", "--memory", "32MiB"]);
        let supervisor = supervisor.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut supervisor = supervisor.expect("the program runs");
        // The workers handle signals before they create the table.
        while !table.exists() {
            assert!(supervisor.try_wait().expect("a child").is_none(), "the build has ended");
            sleep(Duration::from_millis(5));
        }
        let pid = nix::unistd::Pid::from_raw(supervisor.id() as i32);
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).expect("it runs");
        let output = supervisor.wait_with_output().expect("it ends");
        let [report, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("partial: interrupted") && !said.contains("watchdog"), "{said}");
        assert!(report.contains("chase"), "{report}");
    }

    /// The minimum number of kills of supervised processes, over all tables that are built.
    const SUPERVISED_KILLS: u64 = 3;

    #[test]
    fn a_supervised_group_begins_again_when_a_process_dies() {
        let place = Temporary::new();
        let (mut killer, expected) = killer_and_bytes(&place, 11);
        let mut beginnings = 0;
        for table in 0.. {
            let directory = place.at(&format!("together-{table}"));
            let mut supervisor = build("12", &directory, &["--processes", "2"]);
            let mut supervisor = supervisor.stderr(Stdio::piped()).spawn().expect("the program runs");
            let mut victims = BTreeSet::new();
            // The processes of each group that was observed.
            let mut groups: Vec<BTreeSet<u32>> = Vec::new();
            while supervisor.try_wait().expect("a child").is_none() && victims.len() < 2 {
                sleep(killer.moment(1));
                let group: BTreeSet<u32> = children(supervisor.id()).into_iter().collect();
                match groups.last_mut().filter(|last| !last.is_disjoint(&group)) {
                    Some(last) => last.extend(&group),
                    None if !group.is_empty() => groups.push(group.clone()),
                    None => {}
                }
                let victim = group.into_iter().find(|child| !victims.contains(child));
                let Some(victim) = victim else { continue };
                let pid = nix::unistd::Pid::from_raw(victim as i32);
                // A process that has just ended cannot be killed and is not counted.
                if nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGKILL).is_ok() {
                    killer.kills += 1;
                    victims.insert(victim);
                }
            }
            let output = supervisor.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
            check_bytes(&place, &directory, &expected, &format!("after {} kills", killer.kills));
            // One message for each restart, and nothing else.
            let again = "; the group restarts from the last commit";
            for line in said.lines() {
                assert!(line.starts_with("process ") && line.ends_with(again), "{said}");
            }
            // Every observed group except the first was announced as a restart, and only kills cause restarts.
            let announced = said.lines().count();
            assert!(
                announced + 1 >= groups.len() && announced <= victims.len(),
                "{groups:?}, {victims:?}: {said}"
            );
            beginnings += announced;
            if killer.kills >= kills(SUPERVISED_KILLS) && beginnings > 0 {
                break;
            }
        }
    }
}
