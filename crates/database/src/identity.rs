use crate::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use winways_rules::Play;
use winways_solve::{PAGE, RecordKind};

/// The identity of a table: its game, its board and its division into shards. The bytes of a table depend on nothing
/// else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The name of the game in the catalogue.
    pub game: String,
    /// The board; empty if the game has only one. If the names are ambiguous, `#` and a fingerprint follow.
    pub board: String,
    /// The play convention: normal or misère.
    #[serde(with = "PlayName")]
    pub play: Play,
    /// The kind of records stored for each position.
    #[serde(with = "RecordKindName")]
    pub records: RecordKind,
    /// The number of ranks of each layer.
    pub layers: Vec<u64>,
    /// The number of shards that the pages of a layer are distributed over, see [`winways_solve::Layout`].
    pub shards: u32,
    /// The rule file of the game, if the game is not in the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFile>,
}

/// The rule file of a table's game, from which the board can be rebuilt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// The text of the rule file.
    pub text: String,
    /// The board, in the notation of the rule file.
    pub board: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Play", rename_all = "lowercase")]
enum PlayName {
    Normal,
    Misere,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RecordKind", rename_all = "lowercase")]
enum RecordKindName {
    Values,
    Points,
    Outcomes,
}

impl Identity {
    /// The maximum number of shards of a table.
    pub const MAX_SHARDS: u32 = 1 << 16;

    /// Returns the total number of ranks, or `None` if it overflows 64 bits.
    pub fn ranks(&self) -> Option<u64> {
        self.layers.iter().try_fold(0u64, |sum, &size| sum.checked_add(size))
    }

    /// Returns the memory in bytes that the layout of the table takes, see [`winways_solve::Layout::new`].
    pub fn layout_bytes(&self) -> u64 {
        let pages: u64 = self.layers.iter().map(|&size| size.div_ceil(PAGE)).fold(0, u64::saturating_add);
        let lists = (self.layers.len() as u64).saturating_mul(u64::from(self.shards));
        pages.saturating_mul(16).saturating_add(lists.saturating_mul(32))
    }

    /// Checks that a table with this identity can be created.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] with the reason if it cannot.
    pub fn check(&self) -> Result<(), Error> {
        self.refusal().map_or(Ok(()), |why| Err(Error::Refused(why)))
    }

    /// Returns the reason why no table with this identity can be created, or `None` if there is none.
    pub(crate) fn refusal(&self) -> Option<String> {
        if self.shards == 0 || self.shards > Identity::MAX_SHARDS {
            return Some(format!(
                "the number of shards must be from 1 to {}, not {}",
                Identity::MAX_SHARDS,
                self.shards
            ));
        }
        if self.ranks().is_none() {
            return Some("the number of ranks must be less than 2^64".to_owned());
        }
        if let Some(layer) = self.layers.iter().position(|&size| size.div_ceil(PAGE) > u64::from(u32::MAX)) {
            return Some(format!("layer {layer} has too many ranks: {}", self.layers[layer]));
        }
        // Indices within a shard are 32-bit numbers. Pages are distributed almost evenly over the shards, but not
        // exactly.
        let most = self.layers.iter().copied().max().unwrap_or(0);
        let needed = most.div_ceil(1 << 31);
        match needed <= u64::from(self.shards) {
            true => None,
            false => {
                Some(format!("a layer of {most} ranks needs at least {needed} shards, not {}", self.shards))
            }
        }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.game)?;
        if !self.board.is_empty() {
            write!(formatter, " {}", self.board)?;
        }
        let records = match self.records {
            RecordKind::Values => "",
            RecordKind::Points => "points, ",
            RecordKind::Outcomes => "outcomes only, ",
        };
        let ranks = self.ranks().map_or_else(|| "too many".to_owned(), |ranks| ranks.to_string());
        write!(formatter, " ({} play, {records}", self.play.name())?;
        let shards = if self.shards == 1 { "shard" } else { "shards" };
        write!(formatter, "{ranks} ranks in {} {shards})", self.shards)
    }
}
