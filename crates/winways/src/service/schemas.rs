//! The schemas of requests, generated from the types into which requests are parsed.

use super::operation::{LIMITS, Operation, Settings};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The schema of each operation's fields, by the name of the operation.
pub(super) static SCHEMAS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let operations = schema_of::<Operation>()["oneOf"].as_array().cloned().unwrap_or_default();
    let described = |mut operation: Value| {
        let (name, mut schema) =
            fields_of(&operation).iter().next().map(|(name, schema)| (name.clone(), schema.clone()))?;
        let own = operation["settings"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let limits = LIMITS.into_iter().filter(|_| name != "cancel");
        for setting in own.chain(limits) {
            schema["properties"][setting] = fields_of(&SETTINGS).get(setting)?.clone();
        }
        schema["description"] = operation["description"].take();
        Some((name, schema))
    };
    operations.into_iter().filter_map(described).collect()
});

/// The schema of all settings.
pub(super) static SETTINGS: LazyLock<Value> = LazyLock::new(schema_of::<Settings>);

fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Returns the fields of an object's schema.
pub(super) fn fields_of(schema: &Value) -> &Map<String, Value> {
    static NONE: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);
    schema["properties"].as_object().unwrap_or(&NONE)
}

/// Returns the name of an operation's main field: the only required field or, if no field is required, the field that is empty
/// by default.
pub(super) fn main_field(schema: &Value) -> &str {
    let is_empty = |(_, field): &(&String, &Value)| field["default"] == "";
    let optional = || fields_of(schema).iter().find(is_empty).map(|(name, _)| name.as_str());
    schema["required"][0].as_str().or_else(optional).unwrap_or_default()
}
