use crate::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use winways_rules::Play;
use winways_solve::{PAGE, RecordKind};

/// What a table is of, and how it is divided: all that its bytes depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The name of the game, as in the catalogue.
    pub game: String,
    /// The board; empty if the game has only one. Where the names do not tell all, `#` and a fingerprint follow.
    pub board: String,
    /// Who wins when nothing can be moved.
    #[serde(with = "PlayName")]
    pub play: Play,
    /// What is kept of each position.
    #[serde(with = "RecordKindName")]
    pub records: RecordKind,
    /// The number of ranks of each layer.
    pub layers: Vec<u64>,
    /// The number of shards that the ranks of a layer are dealt out to, see [`winways_solve::Layout`].
    pub shards: u32,
    /// The rule file of the game, if it is none of the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFile>,
}

/// The rule file of a table's game, from which its board is made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// The text of the file.
    pub text: String,
    /// The board, as the rules read it.
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
    /// The most shards that a table may have.
    pub const MAX_SHARDS: u32 = 1 << 16;

    /// The number of all ranks; `None` if 64 bits do not hold it.
    pub fn ranks(&self) -> Option<u64> {
        self.layers.iter().try_fold(0u64, |sum, &size| sum.checked_add(size))
    }

    /// How many bytes of memory the division of the table into shards takes, see [`winways_solve::Layout::new`].
    pub fn layout_bytes(&self) -> u64 {
        let pages: u64 = self.layers.iter().map(|&size| size.div_ceil(PAGE)).fold(0, u64::saturating_add);
        let lists = (self.layers.len() as u64).saturating_mul(u64::from(self.shards));
        pages.saturating_mul(16).saturating_add(lists.saturating_mul(32))
    }

    /// Whether a table can be made like this.
    ///
    /// # Errors
    /// [`Error::Refused`], which says why not.
    pub fn check(&self) -> Result<(), Error> {
        self.refusal().map_or(Ok(()), |why| Err(Error::Refused(why)))
    }

    /// Why no table can be made like this; `None` if one can.
    pub(crate) fn refusal(&self) -> Option<String> {
        if self.shards == 0 || self.shards > Identity::MAX_SHARDS {
            return Some(format!(
                "a table has from 1 to {} shards, not {}",
                Identity::MAX_SHARDS,
                self.shards
            ));
        }
        if self.ranks().is_none() {
            return Some("a table has fewer than 2^64 ranks".to_owned());
        }
        if let Some(layer) = self.layers.iter().position(|&size| size.div_ceil(PAGE) > u64::from(u32::MAX)) {
            return Some(format!("layer {layer} has too many ranks: {}", self.layers[layer]));
        }
        // Places in a shard are counted in 32 bits; pages are dealt out evenly, but not quite.
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
