//! The JSON schemas of all answers, made from the types that are written.

use super::pair_table::RowPeriodJson;
use super::words::PlayWord;
use super::{
    AnalysisJson, AnswerJson, ConjectureJson, DatabaseCountJson, DatabaseJson, DatabasePositionsJson,
    ErrorJson, FunctionJson, GameJson, HeapTableJson, JudgedJson, LineJson, MovesJson, OutcomeTableJson,
    PageJson, PairTableJson, PartizanHeapTableJson, PictureJson, ReplyJson, RulesJson, ThermographJson,
    TripleTableJson, UnreadTableJson, VerificationJson,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The place of the schemas in an OpenAPI document.
const PLACE: &str = "/components/schemas";

/// The end of the names of types, which the names of schemas do not have.
const SUFFIX: &str = "Json";

/// Returns the schema of every answer by its name, with the schemas that they refer to as `#/components/schemas/NAME`.
///
/// ```
/// let schemas = winways::wire::schemas();
/// assert_eq!(schemas["Analysis"]["properties"]["position"]["type"], "string");
/// ```
pub fn schemas() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = PLACE.into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    macro_rules! add {
        ($($answer:ty),* $(,)?) => {$( generator.subschema_for::<$answer>(); )*};
    }
    add!(
        AnalysisJson,
        AnswerJson,
        ConjectureJson,
        DatabaseCountJson,
        DatabaseJson,
        DatabasePositionsJson,
        ErrorJson,
        FunctionJson,
        GameJson,
        HeapTableJson<'static>,
        JudgedJson,
        LineJson,
        MovesJson,
        OutcomeTableJson<'static>,
        PageJson<'static>,
        PairTableJson<'static>,
        PartizanHeapTableJson<'static>,
        PictureJson,
        ReplyJson,
        RulesJson,
        ThermographJson,
        TripleTableJson<'static>,
        UnreadTableJson,
        VerificationJson,
    );
    let schemas = Value::Object(generator.take_definitions(true)).to_string();
    let renamed = schemas.replace(&format!("{SUFFIX}\""), "\"");
    serde_json::from_str(&renamed).unwrap_or_default()
}

/// Declares the schema of a table whose values are written one by one, and which is therefore serialised by hand.
macro_rules! streamed {
    ($($table:ident = $fields:ident { $($(#[$meta:meta])* $field:ident: $kind:ty),* $(,)? })*) => {$(
        #[derive(JsonSchema)]
        #[expect(dead_code, reason = "the type stands for its schema")]
        struct $fields { $($(#[$meta])* $field: $kind),* }

        impl JsonSchema for $table<'_> {
            fn schema_name() -> Cow<'static, str> {
                stringify!($table).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                $fields::json_schema(generator)
            }
        }
    )*};
}

streamed! {
    HeapTableJson = HeapTableFields {
        game: String, from: u64, to: u64, values: Option<Vec<u64>>, preperiod: Option<u64>, period: Option<u64>,
        saltus: Option<u64>, status: String, theorem: Option<String>, source: Option<String>,
        values_needed: Option<u64>, computed: u64, patterns: Vec<ConjectureJson>, method: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        certificate: Option<String>,
        complete: bool, stopped: Option<String>,
    }
    PairTableJson = PairTableFields {
        game: String,
        #[schemars(extend("const" = "pairs"))]
        shape: String,
        from: u64, to: Option<u64>, values: Option<Vec<Vec<u64>>>, symmetric: bool, lost: Option<Vec<(u64, u64)>>,
        lost_count: Option<u64>, row_period: Option<RowPeriodJson<'static>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        certificate: Option<String>,
        patterns: Vec<ConjectureJson>, method: String, complete: bool, stopped: Option<String>,
    }
    TripleTableJson = TripleTableFields {
        game: String,
        #[schemars(extend("const" = "triples"))]
        shape: String,
        to: Option<u64>, values: Option<Vec<Vec<Vec<Option<u64>>>>>, lost: Option<Vec<[u64; 3]>>,
        lost_count: Option<u64>, method: String, complete: bool, stopped: Option<String>,
    }
    OutcomeTableJson = OutcomeTableFields {
        game: String,
        #[schemars(extend("const" = "outcomes"))]
        shape: String,
        #[schemars(with = "PlayWord")]
        play: String,
        from: u64, to: Option<u64>, outcomes: Option<String>, preperiod: Option<u64>, period: Option<u64>,
        status: String, theorem: Option<String>, source: Option<String>, patterns: Vec<ConjectureJson>,
        method: String, complete: bool, stopped: Option<String>,
    }
}
