//! Builds of tables that are killed at any moment: the next one goes on, and the bytes in the end are the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn winways() -> Command {
    Command::new(env!("CARGO_BIN_EXE_winways"))
}

/// The files of a table with their bytes; the lock is nobody's.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("a table").map(|entry| entry.expect("a file").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

/// SplitMix64.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (*seed ^ (*seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// A directory that goes away at the end of a test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("winways-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a place for tables");
        Place(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn build(side: &str, directory: &Path, more: &[&str]) -> Command {
    let mut command = winways();
    command.args(["database", "build", "chase", side]).arg("--out").arg(directory);
    command.args(["--commit-every", "0s", "--shards", "3", "--resume"]).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn undisturbed(side: &str, directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let status = build(side, directory, &[]).status().expect("the program runs");
    assert!(status.success(), "chase {side} cannot be built");
    files(directory)
}

/// Builds, and kills again and again; returns how often.
fn kill_until_done(side: &str, directory: &Path, more: &[&str], longest: u64, seed: &mut u64) -> u32 {
    for kills in 0.. {
        let mut child = build(side, directory, more).spawn().expect("the program runs");
        // Later attempts live longer, so that there is an end.
        sleep(Duration::from_micros(next(seed) % (longest * 1000 * (1 + u64::from(kills) / 4))));
        if child.try_wait().expect("a child").is_some_and(|status| status.success()) {
            return kills;
        }
        child.kill().expect("it may be killed");
        child.wait().expect("it has ended");
    }
    unreachable!("the loop ends with the table")
}

#[test]
fn killed_builds_go_on_and_end_with_the_same_bytes() {
    let place = Place::new("kills");
    let expected = undisturbed("14", &place.at("whole"));
    let mut seed = 7;
    // Bitmaps, which commit once; messages, with a commit after every round and states on disk, as memory is short.
    for (name, more, longest) in [("shifts", &[][..], 60), ("messages", &["--memory", "100KiB"], 150)] {
        let mut kills = 0;
        for attempt in 0.. {
            let directory = place.at(&format!("{name}-{attempt}"));
            kills += kill_until_done("14", &directory, more, longest, &mut seed);
            assert!(files(&directory) == expected, "{name}: other bytes after {kills} kills");
            if kills >= 25 {
                break;
            }
        }
    }
    let verified = winways().args(["database", "verify"]).arg(place.at("messages-0")).output();
    assert!(verified.expect("the program runs").status.success());
}

#[cfg(feature = "cluster")]
mod groups {
    use super::*;
    use std::net::TcpListener;
    use std::process::Child;

    /// A hosts file of two processes, at ports that were free a moment ago.
    fn hosts(place: &Place) -> PathBuf {
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

    /// Builds with two processes, and kills one of them again and again; returns how often.
    fn kill_until_done(place: &Place, directory: &Path, seed: &mut u64) -> u32 {
        let mut kills = 0;
        loop {
            let hosts = hosts(place);
            let mut processes = [0, 1].map(|index| process(index, &hosts, directory));
            // Later attempts live longer, so that there is an end.
            sleep(Duration::from_millis(10 + next(seed) % (60 + 20 * u64::from(kills))));
            let victim = &mut processes[(next(seed) % 2) as usize];
            if victim.try_wait().expect("a child").is_none() {
                victim.kill().expect("it may be killed");
                kills += 1;
            }
            // The other one notices, and ends by itself.
            let codes = processes.map(|mut process| process.wait().expect("it ends").code());
            if codes.iter().all(|&code| code == Some(0)) {
                return kills;
            }
            assert!(codes.iter().all(|code| matches!(code, None | Some(0 | 3))), "{codes:?}");
        }
    }

    #[test]
    fn killed_groups_go_on_and_end_with_the_same_bytes() {
        let place = Place::new("groups");
        let expected = undisturbed("12", &place.at("alone"));
        let mut seed = 3;
        let mut kills = 0;
        for table in 0.. {
            let directory = place.at(&format!("together-{table}"));
            kills += kill_until_done(&place, &directory, &mut seed);
            assert!(files(&directory) == expected, "other bytes after {kills} kills");
            if kills >= 12 {
                break;
            }
        }
    }

    #[test]
    fn a_supervised_group_begins_again_when_a_process_dies() {
        let place = Place::new("supervised");
        let expected = undisturbed("12", &place.at("alone"));
        let directory = place.at("together");
        let mut supervisor =
            build("12", &directory, &["--processes", "2"]).spawn().expect("the program runs");
        let mut seed = 11;
        for _ in 0..3 {
            sleep(Duration::from_millis(150 + next(&mut seed) % 300));
            let list = format!("/proc/{0}/task/{0}/children", supervisor.id());
            let children = fs::read_to_string(list).unwrap_or_default();
            if let Some(child) = children.split(' ').next().filter(|child| !child.is_empty()) {
                let _ = Command::new("kill").args(["-KILL", child]).status();
            }
        }
        assert!(supervisor.wait().expect("it ends").success());
        assert!(files(&directory) == expected, "other bytes");
    }
}
