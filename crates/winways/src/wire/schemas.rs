//! The JSON schemas of all answers, generated from the serialised types.

use super::{
    AnalysisJson, AnswerJson, ConjectureJson, ErrorJson, FunctionJson, GameJson, JudgedJson, LineJson,
    MovesJson, PageJson, PictureJson, ProgressJson, PuzzleJson, ReplyJson, RulesJson, TableJson,
    ThermographJson, VerificationJson,
};
#[cfg(feature = "database")]
use super::{DatabaseCountJson, DatabaseJson, DatabasePositionsJson, UnreadTableJson};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// The path of the schemas in an OpenAPI document.
const PLACE: &str = "/components/schemas";

/// The suffix that is removed from the names of types to form the names of schemas.
const SUFFIX: &str = "Json";

/// Returns the schemas of all answers by name, including the schemas to which they refer as `#/components/schemas/NAME`.
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
        ErrorJson,
        FunctionJson,
        GameJson,
        JudgedJson,
        LineJson,
        MovesJson,
        PageJson<'static>,
        PictureJson,
        ProgressJson,
        PuzzleJson,
        ReplyJson,
        RulesJson,
        ThermographJson,
        TableJson<'static>,
        VerificationJson,
    );
    #[cfg(feature = "database")]
    add!(DatabaseCountJson, DatabaseJson, DatabasePositionsJson, UnreadTableJson);
    let schemas = Value::Object(generator.take_definitions(true)).to_string();
    let renamed = schemas.replace(&format!("{SUFFIX}\""), "\"");
    serde_json::from_str(&renamed).unwrap_or_default()
}
