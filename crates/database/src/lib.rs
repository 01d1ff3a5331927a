//! Solved tables on disk. A table is a directory of files that store the winner of every position of a game, together
//! with the number of moves or points.
//!
//! - [`Store`] writes the results of a build ([`winways_solve::CheckpointStore`]). An interrupted build can be resumed.
//! - [`Table`] looks up the value of a rank ([`winways_solve::SolvedRanks`]).
//! - [`verify`] checks every byte of a table.
//! - [`list`] finds the tables below a directory.
//! - [`export_csv`] writes a table as CSV; `export_parquet` (feature `parquet`) writes Apache Parquet.
//!
//! The format is described in `docs/database-format.md`: dense records addressed by rank, in blocks of 16 KiB
//! compressed with zstd. Every byte is covered by a checksum, and the manifest is renamed into place last. Equal tables
//! have equal bytes, no matter which machine or how many threads computed them.
//!
//! ```
//! use winways_database::{Identity, Store, Table, verify};
//! use winways_rules::Play;
//! use winways_solve::{CheckpointStore, Milestone, NoObserver, RecordKind, SolvedRanks};
//! use winways_solve::SolvedValue::{Lost, Won};
//!
//! let parent = tempfile::tempdir()?;
//! let directory = parent.path().join("table");
//! let identity = Identity {
//!     game: "subtract".into(), board: "{1}".into(), play: Play::Normal,
//!     records: RecordKind::Values, layers: vec![3], shards: 1, rules: None,
//! };
//! let store = Store::create(&directory, identity, || false)?;
//! let codes = [Lost(0), Won(1), Lost(2)].map(|value| value.code());
//! store.store_codes(0, 0, &codes)?;
//! store.commit(Milestone::Layer(0))?;
//!
//! let table = Table::open(&directory)?;
//! assert_eq!(table.value(2)?, Some(Lost(2)));
//! assert!(verify(&directory, 1, &NoObserver)?.damage.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod canonical;
mod counts;
mod directory;
mod disk;
mod error;
mod export;
mod identity;
mod list;
mod manifest;
#[cfg(test)]
mod power_cuts;
mod record;
mod seal;
mod shard_file;
mod slots;
mod spill;
mod store;
mod table;
mod verify;

pub use error::Error;
pub use export::export_csv;
#[cfg(feature = "parquet")]
pub use export::export_parquet;
pub use identity::{Identity, RuleFile};
pub use list::list;
pub use manifest::Info;
pub use store::Store;
pub use table::Table;
pub use verify::{TableVerification, verify, verify_within};
