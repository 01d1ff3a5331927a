//! Solves the chase on a board of side 64 (or `WINWAYS_SIDE`) with two processes connected over the loopback address, and
//! compares their speed and result with a single process that uses the same engine. Reports messages per second of CPU
//! time, summed over both processes. The processes are threads of one program here, so that one clock measures both; their
//! messages still go through sockets.

#[path = "../../games/benches/shared/mod.rs"]
mod shared;

use shared::{WithoutShifts, cpu_time};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use winways_cluster::{Hosts, Link};
use winways_games::ranked::chase::{ChaseBoard, Pieces};
use winways_rules::{Play, Ranks};
use winways_solve::{
    Budget, Build, CheckpointStore, Layout, Milestone, NoObserver, StorageError, build_ranks,
};

/// A store that keeps codes for both processes, like a shared directory.
#[derive(Default)]
struct SharedStore(Mutex<BTreeMap<(usize, u32), Vec<u32>>>);

impl CheckpointStore for SharedStore {
    fn store_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError> {
        self.0.lock().expect("nobody panics").insert((layer, shard), codes.to_vec());
        Ok(())
    }
    fn commit(&self, _: Milestone) -> Result<(), StorageError> {
        Ok(())
    }
    fn codes(&self, _: usize, _: u32) -> Result<Vec<u32>, StorageError> {
        Err(StorageError::new("nothing was kept"))
    }
}

fn measure(name: &str, messages: u64, work: impl FnOnce()) {
    let start = Instant::now();
    let before = cpu_time(start);
    work();
    let (cpu, wall) = (cpu_time(start) - before, start.elapsed().as_secs_f64());
    let millions = messages as f64 / 1e6;
    println!(
        "{name}: {millions:.0} M messages, {cpu:.2} CPU s, {wall:.2} s, {:.1} M messages per CPU second",
        millions / cpu
    );
}

fn main() {
    let side = std::env::var("WINWAYS_SIDE").ok().and_then(|text| text.parse().ok()).unwrap_or(64);
    let board = ChaseBoard::new(&Pieces::default(), side);
    let rules = &WithoutShifts(&board);
    let ranks: u64 = Ranks::layers(rules).iter().sum();
    let layout = &Layout::new(&Ranks::layers(rules), Layout::usual_shards(ranks));
    // One message per move. For each of the four directions and each cell of the other piece, each of the `side` lines
    // has `side - 1` moves of White, and `side - 1` short and `side - 2` long moves of Black.
    let messages = 4 * side.pow(3) * (2 * (side - 1) + side - 2);
    let budget = Budget { memory: 8 << 30, ..Budget::DEFAULT };
    let alone = &SharedStore::default();
    measure("one process", messages, || {
        build_ranks(&Build {
            rules,
            play: Play::Normal,
            layout,
            checkpoints: alone,
            budget,
            observer: &NoObserver,
        })
        .expect("nothing fails");
    });
    let together = &SharedStore::default();
    let hosts = &Hosts::on_loopback(2, 17_301).expect("the ports exist");
    measure("two processes", messages, || {
        std::thread::scope(|scope| {
            for index in 0..2 {
                scope.spawn(move || {
                    let link = Link::connect(hosts, index, "chase", Duration::from_secs(10))
                        .expect("both processes connect");
                    let checkpoints = together;
                    link.run(&Build {
                        rules,
                        play: Play::Normal,
                        layout,
                        checkpoints,
                        budget,
                        observer: &NoObserver,
                    })
                    .expect("nothing fails");
                });
            }
        });
    });
    let same = *alone.0.lock().expect("nobody panics") == *together.0.lock().expect("nobody panics");
    assert!(same, "two processes and one process find different codes");
}
