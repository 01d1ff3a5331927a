use super::words::{OutcomeLetter, PlayWord, RecordWord};
use crate::{
    AnyBoard, Counts, DatabaseIdentity, DatabaseInfo, FileCheck, ListedPosition, Milestone, Outcome,
    PositionList, RecordKind, Stopped,
};
use schemars::JsonSchema;
use serde::Serialize;

/// The information about a table, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct DatabaseJson {
    directory: String,
    game: String,
    board: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    #[schemars(with = "RecordWord")]
    records: &'static str,
    ranks: u64,
    layers: Vec<u64>,
    shards: u32,
    complete: bool,
    solved_layers: usize,
    round: Option<u32>,
    files: u64,
    bytes: u64,
    positions: u64,
    drawn: u64,
    won: Vec<u64>,
    lost: Vec<u64>,
    remoteness: Option<u32>,
    points: Option<u32>,
    farthest: Option<String>,
}

impl DatabaseJson {
    /// Creates the JSON of a table. `won` and `lost` contain the numbers of positions by remoteness or by points; in a table of
    /// outcomes, each contains a single number. For a complete table, `board` formats the farthest position or the position
    /// with the most points.
    pub fn new(info: &DatabaseInfo, board: Option<&dyn AnyBoard>) -> Self {
        let (identity, counts) = (&info.identity, &info.counts);
        let (solved_layers, round) = match info.milestone {
            None => (0, None),
            Some(Milestone::Layer(layer)) => (layer + 1, None),
            Some(Milestone::Round { layer, round }) => (layer, Some(round)),
        };
        // Unsolved positions may be farther from the end of play.
        let is_known = |records| info.is_complete && identity.records == records;
        let greatest = |records| counts.greatest_remoteness().filter(|_| is_known(records));
        let farthest = counts.farthest.filter(|_| info.is_complete);
        let farthest = farthest.and_then(|rank| board?.position(rank));
        DatabaseJson {
            directory: info.path.display().to_string(),
            game: identity.game.clone(),
            board: identity.board.clone(),
            play: identity.play.name(),
            records: match identity.records {
                RecordKind::Values => "values",
                RecordKind::Points => "points",
                RecordKind::Outcomes => "outcomes",
            },
            ranks: identity.ranks().unwrap_or(u64::MAX),
            layers: identity.layers.clone(),
            shards: identity.shards,
            complete: info.is_complete,
            solved_layers,
            round,
            files: info.files,
            bytes: info.bytes,
            positions: counts.positions(),
            drawn: counts.drawn,
            won: counts.won.clone(),
            lost: counts.lost.clone(),
            remoteness: greatest(RecordKind::Values),
            points: greatest(RecordKind::Points),
            farthest: farthest.map(|position| position.text()),
        }
    }
}

/// The result of a check of a table's files and values, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct DatabaseCheckJson {
    directory: String,
    /// The number of checked files, their bytes and their records; `null` if the check of the files was stopped.
    files: Option<u64>,
    bytes: Option<u64>,
    records: Option<u64>,
    damage: Vec<String>,
    complete: Option<bool>,
    being_built: Option<bool>,
    positions_derived: Option<u64>,
    mistake: Option<String>,
    stopped: Option<String>,
    /// `null` if the check was stopped before a result, or if the values were not checked.
    holds: Option<bool>,
    /// The reason why the values were not checked, or why the check proves less than the correctness of the values.
    caveat: Option<&'static str>,
}

/// The caveat of a check that derived all values of a table of outcomes.
const OUTCOMES_CAVEAT: &str =
    "without the number of moves, two positions may each be won because the other is lost";

impl DatabaseCheckJson {
    /// Creates the JSON of a check. `files` is the result of checking the files. If values were checked, `values` is the number
    /// of derived positions or the first mistake, and `records` is the content of the table.
    pub fn new(
        directory: String,
        files: &FileCheck,
        values: Option<&Result<u64, crate::ValueCheckFailure>>,
        records: RecordKind,
    ) -> Self {
        let (positions_derived, mistake, stopped) = match values {
            None => (None, None, None),
            Some(Ok(positions)) => (Some(*positions), None, None),
            Some(Err(crate::ValueCheckFailure::Stopped(stopped))) => (None, None, Some(stopped.to_string())),
            Some(Err(failure)) => (None, Some(failure.to_string()), None),
        };
        let is_wrong = !files.damage.is_empty() || mistake.is_some();
        let caveat = match (is_wrong, values, records) {
            (true, ..) => None,
            (false, None, _) if files.is_being_built => Some("a build is running in this directory"),
            (false, None, _) if !files.is_complete => Some("the table is not complete"),
            (false, None, _) => Some("only the bytes were checked"),
            (false, Some(Ok(_)), RecordKind::Outcomes) => Some(OUTCOMES_CAVEAT),
            (false, Some(_), _) => None,
        };
        DatabaseCheckJson {
            directory,
            files: Some(files.files),
            bytes: Some(files.bytes),
            records: Some(files.records),
            damage: files.damage.iter().map(ToString::to_string).collect(),
            complete: Some(files.is_complete),
            being_built: Some(files.is_being_built),
            holds: (is_wrong || positions_derived.is_some()).then_some(!is_wrong),
            caveat,
            positions_derived,
            mistake,
            stopped,
        }
    }

    /// Creates the JSON of a check that was stopped before all files were checked.
    pub fn undecided(directory: String, stopped: &crate::Stopped) -> Self {
        DatabaseCheckJson {
            directory,
            files: None,
            bytes: None,
            records: None,
            damage: Vec::new(),
            complete: None,
            being_built: None,
            positions_derived: None,
            mistake: None,
            stopped: Some(stopped.to_string()),
            holds: None,
            caveat: None,
        }
    }
}

/// The numbers of reachable positions that are won, drawn and lost, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct DatabaseCountJson {
    game: String,
    board: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    position: String,
    all: Option<CountJson>,
    layers: Vec<LayerJson>,
    complete: bool,
    stopped: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct LayerJson {
    layer: usize,
    #[serde(flatten)]
    counts: CountJson,
}

/// The numbers of positions by their value for the player to move.
#[derive(JsonSchema, Serialize)]
struct CountJson {
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The number of won positions, by remoteness or by points; empty if the table stores only outcomes.
    won_by: Vec<u64>,
    lost_by: Vec<u64>,
}

impl CountJson {
    fn of<'t>(records: RecordKind, layers: impl IntoIterator<Item = &'t Counts>) -> CountJson {
        let mut sum = Counts::default();
        layers.into_iter().for_each(|counts| sum.add(counts));
        let (positions, won, lost) = (sum.positions(), sum.won.iter().sum(), sum.lost.iter().sum());
        if records == RecordKind::Outcomes {
            // Each list would contain only the total.
            (sum.won, sum.lost) = (Vec::new(), Vec::new());
        }
        CountJson { positions, won, drawn: sum.drawn, lost, won_by: sum.won, lost_by: sum.lost }
    }
}

impl DatabaseCountJson {
    /// Creates the JSON of the counts by layer for `position` in the table of `identity`, or of the reason the count was
    /// stopped. Layers are listed in the order of play, without unreachable layers.
    pub fn new(identity: &DatabaseIdentity, position: String, by_layer: Result<&[Counts], &Stopped>) -> Self {
        let layers = by_layer.unwrap_or_default().iter().enumerate().rev();
        let layers = layers.filter(|(_, counts)| counts.positions() > 0);
        DatabaseCountJson {
            game: identity.game.clone(),
            board: identity.board.clone(),
            play: identity.play.name(),
            position,
            all: by_layer.ok().map(|layers| CountJson::of(identity.records, layers)),
            layers: layers
                .map(|(layer, counts)| LayerJson { layer, counts: CountJson::of(identity.records, [counts]) })
                .collect(),
            complete: by_layer.is_ok(),
            stopped: by_layer.err().map(ToString::to_string),
        }
    }
}

/// The error for a table that cannot be read, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct UnreadTableJson {
    /// Always `null`, because the table could not be read.
    directory: Option<String>,
    error: String,
}

impl UnreadTableJson {
    /// Creates the JSON for a table that cannot be read.
    pub fn new(error: String) -> Self {
        UnreadTableJson { directory: None, error }
    }
}

/// The positions of a table that match a filter, as JSON.
#[derive(JsonSchema, Serialize)]
pub struct DatabasePositionsJson {
    game: String,
    board: String,
    #[schemars(with = "PlayWord")]
    play: &'static str,
    positions: Vec<ListedPositionJson>,
    next: Option<u64>,
    complete: bool,
    stopped: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct ListedPositionJson {
    rank: u64,
    position: String,
    #[schemars(with = "OutcomeLetter")]
    outcome: &'static str,
    remoteness: Option<u32>,
    points: Option<i64>,
}

impl DatabasePositionsJson {
    /// Creates the JSON of a list of positions from the table of `identity`.
    pub fn new(identity: &DatabaseIdentity, list: &PositionList) -> Self {
        let json = |found: &ListedPosition| ListedPositionJson {
            rank: found.rank,
            position: found.position.to_string(),
            outcome: Outcome::from(found.value).letter(),
            remoteness: found.value.remoteness().filter(|_| identity.records == RecordKind::Values),
            points: (identity.records == RecordKind::Points).then(|| found.value.points()),
        };
        DatabasePositionsJson {
            game: identity.game.clone(),
            board: identity.board.clone(),
            play: identity.play.name(),
            positions: list.positions.iter().map(json).collect(),
            next: list.next,
            complete: list.stopped.is_none(),
            stopped: list.stopped.as_ref().map(ToString::to_string),
        }
    }
}
