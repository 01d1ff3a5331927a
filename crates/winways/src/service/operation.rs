//! The operations and their fields. Requests are parsed into these types, and the schemas of requests are derived from them.

use crate::playing::Level;
use crate::wire::ErrorJson;
use crate::{Difficulty, Outcome, PictureFormat, Puzzles, Request, Topic};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::value::RawValue;
use std::time::Duration;
use winways_kit::Detail;
use winways_notation::Diagnostic;
use winways_rules::{Play, Player};
use winways_solve::Theorems;

/// The operation of a request. The main field is the required field or, if no field is required, the field that is empty by
/// default. In the line-based service, the main field has the name of the operation and is always required.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(not(feature = "database"), expect(dead_code, reason = "fields of operations on solved tables"))]
pub(super) enum Operation {
    /// Evaluates an expression, or analyses a sum of positions.
    #[schemars(extend("settings" = ["misere", "explain", "method", "max_moves", "outcome_only", "conjecture"]))]
    Eval {
        /// An expression.
        eval: String,
        /// Expressions that are evaluated first, to define names, such as `["g = {1|-1}"]`.
        #[serde(default)]
        before: Vec<String>,
    },
    /// Finds the outcome of a position, its value and the winning moves.
    #[schemars(extend("settings" = ["misere", "explain", "method", "max_moves", "outcome_only", "conjecture"]))]
    Solve {
        game: Game,
        /// The position in the game's notation; by default the starting position.
        position: Option<String>,
    },
    /// Returns the view of a position and all its moves.
    #[schemars(extend("settings" = ["misere", "method", "max_moves", "outcome_only"]))]
    Moves {
        game: Game,
        /// The position in the game's notation; by default the starting position.
        position: Option<String>,
        /// Adds the outcome and the value of the position after each move.
        #[serde(default)]
        outcomes: bool,
        /// Adds the picture of the position to its view, with the coordinates of its elements.
        #[serde(default)]
        scene: bool,
    },
    /// Finds a line of best play from a position to the end.
    #[schemars(extend("settings" = ["misere", "max_moves"]))]
    Line {
        game: Game,
        /// The position in the game's notation; by default the starting position.
        position: Option<String>,
        to_move: Option<PlayerWord>,
    },
    /// Chooses the move of an opponent in a position.
    #[schemars(extend("settings" = ["misere"]))]
    Reply {
        game: Game,
        /// The position in the game's notation; by default the starting position.
        position: Option<String>,
        to_move: Option<PlayerWord>,
        /// The strength of the opponent: at level *n*, it plays *n* of 10 moves as well as possible, and the others at random.
        #[serde(default = "last_level", deserialize_with = "level")]
        #[schemars(range(min = 1, max = 10))]
        level: u8,
        /// The seed of the random numbers.
        #[serde(default = "first_seed")]
        seed: u64,
    },
    /// Lists the games of the catalogue.
    Games {
        /// Words that the games must match. The best match comes first; without words, all games are listed.
        search: String,
    },
    /// Returns the page of a game.
    Game {
        /// Any name of the game.
        name: String,
    },
    /// Compiles a rule file, or reports the errors in it.
    Rules {
        /// The text of a rule file.
        rules: String,
    },
    /// Draws a position.
    Picture {
        game: Game,
        /// The position in the game's notation; by default the starting position.
        position: Option<String>,
        format: Option<FormatWord>,
    },
    /// Draws the thermograph of an expression.
    Thermograph {
        /// An expression.
        thermograph: String,
        /// Expressions that are evaluated first, to define names, such as `["g = {1|-1}"]`.
        #[serde(default)]
        before: Vec<String>,
        format: Option<FormatWord>,
    },
    /// Compares the theorems of a game with exhaustive search.
    Verify {
        /// A game, or the name of a theorem.
        name: Game,
        /// The size up to which the theorem is verified.
        up_to: Option<u64>,
    },
    /// Returns an exercise and, if `answer` is given, the judgement of the answer.
    Quiz {
        #[serde(default = "any_topic")]
        #[schemars(extend("default" = ""))]
        topic: TopicWord,
        /// The name of a game for all positions.
        game: Option<String>,
        level: Option<LevelWord>,
        /// The seed: equal seeds give equal exercises.
        #[serde(default = "first_seed")]
        seed: u64,
        /// An answer to judge.
        answer: Option<String>,
    },
    /// Returns a position with exactly one winning move and, if `answer` is given, the judgement of the answer.
    Puzzle {
        /// The date of a puzzle of the day, such as `2026-11-24`. If the date is empty, `seed` determines the puzzle.
        #[serde(default)]
        date: String,
        /// The seed, by default 1, if `date` is empty: equal seeds give equal puzzles.
        seed: Option<u64>,
        /// The name of the game of the puzzle, if `date` is empty.
        game: Option<String>,
        /// The requested rating of the puzzle, if `date` is empty: 700 is easy, 1500 is hard.
        #[schemars(range(min = 500, max = 2500))]
        rating: Option<u32>,
        /// A move to judge. The answer then contains the winning move and the reason.
        answer: Option<String>,
        /// Adds the winning move and the reason.
        #[serde(default)]
        solution: bool,
    },
    /// Computes the values of heaps, pairs or triples, or the values of an expression for each number of a range.
    #[schemars(extend("settings" = ["misere"]))]
    Table(TableRequest),
    /// Looks up a position in a solved table.
    #[schemars(extend("settings" = ["explain", "max_moves"]))]
    Query {
        /// The path of the table's directory, relative to the directory of all tables.
        table: String,
        /// The position in the notation of the table's board; by default the starting position.
        position: Option<String>,
        /// The rank of the position in the table, instead of `position`.
        rank: Option<u64>,
    },
    /// Counts the reachable positions by their value.
    Count {
        /// The path of the table's directory, relative to the directory of all tables.
        table: String,
        /// The position in the notation of the table's board; by default the starting position.
        position: Option<String>,
    },
    /// Lists positions of a solved table by rank.
    Positions {
        /// The path of the table's directory, relative to the directory of all tables.
        table: String,
        outcome: Option<OutcomeWord>,
        /// Selects positions with this number of plies until play ends, or with this number of points.
        remoteness: Option<u32>,
        /// The first rank to search.
        #[serde(default)]
        from: u64,
        /// The maximum number of listed positions, at most 10000.
        #[serde(default = "most_positions", deserialize_with = "count")]
        #[schemars(range(min = 1))]
        max: usize,
    },
    /// Lists the solved tables below the directory of `--tables`.
    Tables {
        /// The path of a directory, relative to the directory of all tables; empty for all tables.
        directory: String,
    },
    /// Lists the functions of the calculator.
    Functions {
        /// Words that the functions must match. The best match comes first; without words, all functions are listed.
        search: String,
    },
    /// Cancels the request with this id.
    Cancel {
        /// The id of the request.
        #[schemars(with = "serde_json::Value")]
        cancel: Box<RawValue>,
    },
}

/// A request for a table of values.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TableRequest {
    /// A game or, with `for`, an expression.
    pub(super) table: Game,
    /// A variable with its range, such as `n=1..12`. The expression is evaluated for each number of the range.
    #[serde(rename = "for")]
    pub(super) variable: Option<String>,
    /// With `for`, the text of a rule file. The expression may call its game.
    pub(super) rules: Option<String>,
    /// The first heap.
    #[serde(default)]
    pub(super) from: u64,
    /// The last heap, by default 100, or 60 under misère play; the greatest number of a pair or triple.
    pub(super) up_to: Option<u64>,
    /// Searches until the period is proved.
    #[serde(default)]
    pub(super) prove: bool,
    /// Searches until the period is proved, if a theorem can prove a period. Otherwise only computes the values.
    #[serde(default)]
    pub(super) prove_if_possible: bool,
    /// Adds the certificate of the period.
    #[serde(default)]
    pub(super) certificate: bool,
    /// Lists the values.
    #[serde(default = "yes")]
    pub(super) values: bool,
    /// Computes the outcome of each heap instead of its value.
    #[serde(default)]
    pub(super) outcomes: bool,
    /// Computes the misère quotient of the heaps, and the element of each heap.
    #[serde(default)]
    pub(super) quotient: bool,
}

/// A game: a name in the catalogue, a code, a position with its game, or the text of a rule file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[serde(expecting = "this is not a game, expected its name, or {\"rules\": ...}")]
pub(super) enum Game {
    Name(String),
    Rules { rules: String },
}

/// The settings of a request. `timeout` and `memory` are fields of every operation except `cancel`. The other settings are
/// fields only of the operations that list them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct Settings {
    /// The time limit in seconds, such as 0.5.
    #[serde(default, deserialize_with = "seconds")]
    #[schemars(with = "Option<f64>")]
    pub(super) timeout: Option<Duration>,
    /// The memory limit in bytes.
    memory: Option<u64>,
    /// Misère play: the player who cannot move wins.
    misere: Option<bool>,
    /// Adds the derivation step by step.
    explain: Option<bool>,
    method: Option<MethodWord>,
    /// The maximum number of listed moves, by default 1000.
    #[serde(default, deserialize_with = "some_count")]
    #[schemars(with = "Option<usize>")]
    max_moves: Option<usize>,
    /// Computes only the outcome, since the value may take much longer.
    outcome_only: Option<bool>,
    /// Allows an unproved pattern to determine the value.
    conjecture: Option<bool>,
}

/// The settings of every operation except `cancel`.
pub(super) const LIMITS: [&str; 2] = ["timeout", "memory"];

/// Declares the words that a field accepts, with their values.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $kind:ty { $($word:ident = $text:literal => $value:expr,)+ })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
        pub(super) enum $name { $(#[serde(rename = $text)] $word),+ }

        impl From<$name> for $kind {
            fn from(word: $name) -> Self {
                match word { $($name::$word => $value),+ }
            }
        }
    )*};
}

words! {
    /// The method: `auto` uses theorems where they apply, `search` uses only the rules.
    MethodWord: Theorems { Auto = "auto" => Theorems::Use, Search = "search" => Theorems::Ignore, }
    /// The player who moves first if the position does not state it, by default `left`.
    PlayerWord: Player { Left = "left" => Player::Left, Right = "right" => Player::Right, }
    /// The format of the picture; the default is `svg`.
    FormatWord: PictureFormat {
        Svg = "svg" => PictureFormat::Svg,
        Tikz = "tikz" => PictureFormat::Tikz,
        Png = "png" => PictureFormat::Png,
        Text = "text" => PictureFormat::Text,
    }
    /// Selects positions with this outcome.
    OutcomeWord: Outcome {
        Next = "N" => Outcome::Next,
        Previous = "P" => Outcome::Previous,
        Draw = "D" => Outcome::Draw,
    }
    /// The level of difficulty.
    LevelWord: Difficulty {
        Easy = "easy" => Difficulty::Easy,
        Medium = "medium" => Difficulty::Medium,
        Hard = "hard" => Difficulty::Hard,
    }
    /// The topic of the exercise; empty for any topic.
    TopicWord: Option<Topic> {
        Any = "" => None,
        Winner = "winner" => Some(Topic::Winner),
        Move = "move" => Some(Topic::Move),
        NimValue = "nim-value" => Some(Topic::NimValue),
        Number = "number" => Some(Topic::Number),
        Heat = "heat" => Some(Topic::Heat),
        Form = "form" => Some(Topic::Form),
        Comparison = "comparison" => Some(Topic::Comparison),
    }
}

fn yes() -> bool {
    true
}

fn last_level() -> u8 {
    Level::LAST.number()
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let level = u8::deserialize(deserializer)?;
    match Level::new(level) {
        Some(_) => Ok(level),
        None => {
            Err(D::Error::custom(format!("there is no level {level}, expected a whole number from 1 to 10")))
        }
    }
}

fn first_seed() -> u64 {
    1
}

fn any_topic() -> TopicWord {
    TopicWord::Any
}

fn most_positions() -> usize {
    100
}

/// Parses a count of items. Counts above `usize::MAX` saturate.
fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    u64::deserialize(deserializer).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

fn some_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let count = Option::<u64>::deserialize(deserializer)?;
    Ok(count.map(|count| usize::try_from(count).unwrap_or(usize::MAX)))
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let duration = |seconds| {
        let message = "this is not a duration, expected a number of seconds, such as 0.5";
        Duration::try_from_secs_f64(seconds).map_err(|_| D::Error::custom(message))
    };
    Option::<f64>::deserialize(deserializer)?.map(duration).transpose()
}

impl Game {
    pub(super) fn text(&self) -> &str {
        match self {
            Game::Name(text) | Game::Rules { rules: text } => text,
        }
    }

    /// Creates the error for an invalid game in the field `field`.
    pub(super) fn wrong(&self, field: &str, diagnostic: &Diagnostic) -> ErrorJson {
        let field = match self {
            Game::Name(_) => field,
            Game::Rules { .. } => "rules",
        };
        ErrorJson::of_text(field, self.text(), diagnostic)
    }
}

impl Settings {
    /// Returns `true` if misère play is requested.
    pub(super) fn misere(&self) -> bool {
        self.misere.unwrap_or(false)
    }

    /// Returns the request for the engine. `usual` contains the default settings and the maximum memory.
    pub(super) fn request<'t>(&self, usual: &Request<'t>) -> Request<'t> {
        let mut request = *usual;
        let most = usual.budget.memory;
        request.budget.memory = self.memory.map_or(most, |memory| memory.min(most));
        if let Some(misere) = self.misere {
            request.play = if misere { Play::Misere } else { Play::Normal };
        }
        if let Some(explain) = self.explain {
            request.detail = if explain { Detail::Full } else { Detail::Brief };
        }
        request.theorems = self.method.map_or(usual.theorems, Theorems::from);
        request.moves = self.max_moves.unwrap_or(usual.moves);
        request.outcome_only = self.outcome_only.unwrap_or(usual.outcome_only);
        request.conjecture = self.conjecture.unwrap_or(usual.conjecture);
        request
    }
}

impl TableRequest {
    /// Returns the first field that contradicts `for` or requires it, in the format of [`Operation::conflict`].
    fn conflict_of_expression(&self) -> Option<(&'static str, &'static str, String)> {
        if self.variable.is_none() {
            let expected = "`for`, a variable with its range, such as `n=1..12`".to_owned();
            return self.rules.as_ref().map(|_| ("rules", "only tables with `for` support this", expected));
        }
        if let Game::Rules { .. } = self.table {
            let expected =
                "an expression as a string, and the text of the rule file in the field `rules`".to_owned();
            return Some(("table", "this is not an expression", expected));
        }
        let fields = [
            ("from", self.from > 0),
            ("up_to", self.up_to.is_some()),
            ("prove", self.prove),
            ("certificate", self.certificate),
            ("outcomes", self.outcomes),
            ("quotient", self.quotient),
        ];
        let (field, _) = fields.into_iter().find(|(_, is_stated)| *is_stated)?;
        Some((field, "a table of an expression does not support this", format!("either `for` or `{field}`")))
    }
}

impl Operation {
    /// Returns the first field whose value contradicts another field or is out of range, with a message and the
    /// expected value.
    pub(super) fn conflict(&self, settings: &Settings) -> Option<(&'static str, &'static str, String)> {
        match self {
            Operation::Query { position: Some(_), rank: Some(_), .. } => {
                Some(("rank", "the position is already given", "either `position` or `rank`".to_owned()))
            }
            Operation::Table(asked) => {
                if let Some(conflict) = asked.conflict_of_expression() {
                    return Some(conflict);
                }
                if asked.quotient && settings.misere == Some(false) {
                    let expected = "`true`, or no `misere` with `quotient`".to_owned();
                    return Some(("misere", "a misère quotient decides misère play only", expected));
                }
                let heaps = [("from", Some(asked.from)), ("up_to", asked.up_to)];
                let is_large = |heap: Option<u64>| heap.is_some_and(|heap| heap > u64::MAX >> 1);
                if let Some((field, _)) = heaps.into_iter().find(|(_, heap)| is_large(*heap)) {
                    return Some((
                        field,
                        "the heap is too large",
                        "a number of tokens below 2^63".to_owned(),
                    ));
                }
                let last = asked.up_to.filter(|last| asked.from > *last)?;
                Some(("from", "this is greater than `up_to`", format!("at most {last}")))
            }
            Operation::Puzzle { date, seed, game, rating, .. } if !date.is_empty() => {
                let fields =
                    [("seed", seed.is_some()), ("game", game.is_some()), ("rating", rating.is_some())];
                let (field, _) = fields.into_iter().find(|(_, is_stated)| *is_stated)?;
                Some((field, "the date determines the puzzle", format!("either `date` or `{field}`")))
            }
            Operation::Puzzle { rating: Some(rating), .. } => {
                let (least, greatest) = Puzzles::RATINGS;
                let expected = format!("a whole number from {least} to {greatest}");
                let is_wrong = !(least..=greatest).contains(rating);
                is_wrong.then_some(("rating", "no puzzle has this rating", expected))
            }
            Operation::Positions { max: 0, .. } => {
                Some(("max", "the list would be empty", "a whole number from 1 to 10000".to_owned()))
            }
            _ => None,
        }
    }
}
