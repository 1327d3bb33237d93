//! What a schema is in Rust.

use serde_json::{Map, Value, json};

/// Types of the crate that stand for a schema, by its name.
const OWN: [(&str, &str); 6] = [
    ("DecimalString", "DecimalString"),
    ("AnyTime", "Loose"),
    ("DateOrTimestamp", "Loose"),
    ("NumberOrDecimalString", "Loose"),
    ("WholeNumberOrText", "Loose"),
    ("Candle", "Candle"),
];

pub fn name_of(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

pub fn all(document: &Value) -> &Map<String, Value> {
    document["components"]["schemas"].as_object().expect("a document has schemas")
}

/// A text of several lines, as one.
pub fn line(text: &Value) -> String {
    text.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The type of the crate that stands for a schema.
pub fn own_type(name: &str, schema: &Value) -> Option<&'static str> {
    let open = ["type", "anyOf", "allOf", "oneOf", "properties", "enum"].iter().all(|word| schema.get(word).is_none());
    let found = OWN.iter().find(|(own, _)| *own == name).map(|(_, own)| *own);
    found.or(open.then_some("Loose"))
}

/// Whether a schema is a plain value without names of its own: it is written out where it is used.
pub fn is_plain(schema: &Value) -> bool {
    matches!(schema["type"].as_str(), Some("string" | "integer" | "number" | "boolean")) && schema.get("enum").is_none()
}

pub fn is_enum(schema: &Value) -> bool {
    schema.get("enum").is_some()
}

pub fn is_null(schema: &Value) -> bool {
    schema["type"] == "null"
}

/// What a choice is beside null.
pub fn without_null(schema: &Value) -> Option<&Value> {
    let choices = schema["anyOf"].as_array()?;
    let mut others = choices.iter().filter(|choice| !is_null(choice));
    (choices.len() == 2 && choices.iter().any(is_null)).then(|| others.next())?
}

/// A schema for typify: plain values in place, and nothing that only narrows them.
pub fn simplified(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = &all(document)[name_of(reference)];
        let plain = own_type(name_of(reference), target).is_none() && is_plain(target);
        return if plain { simplified(document, target) } else { json!({ "$ref": reference }) };
    }
    if own_type("", schema).is_some() {
        return json!({ "$ref": "#/components/schemas/Loose" });
    }
    let mut simple = Map::new();
    for (word, value) in schema.as_object().into_iter().flatten() {
        let kept = match word.as_str() {
            "type" | "required" => value.clone(),
            "description" => format!(" {}", line(value)).into(),
            "format" if value != "uri" => value.clone(),
            "properties" => value
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, member)| (name.clone(), simplified(document, member)))
                .collect(),
            "items" => simplified(document, value),
            "additionalProperties" if value.is_object() => simplified(document, value),
            "anyOf" => value.as_array().into_iter().flatten().map(|choice| simplified(document, choice)).collect(),
            _ => continue,
        };
        simple.insert(word.clone(), kept);
    }
    merge_objects(document, &mut simple);
    Value::Object(simple)
}

/// One of several objects: an object with the members of all.
fn merge_objects(document: &Value, schema: &mut Map<String, Value>) {
    let choices = schema.get("anyOf").and_then(Value::as_array).cloned().unwrap_or_default();
    let objects: Vec<_> = choices
        .iter()
        .filter_map(|choice| choice["$ref"].as_str())
        .filter_map(|name| all(document)[name_of(name)]["properties"].as_object())
        .collect();
    if objects.len() < 2 {
        return;
    }
    let members: Map<_, _> =
        objects.into_iter().flatten().map(|(name, member)| (name.clone(), simplified(document, member))).collect();
    schema.remove("anyOf");
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), Value::Object(members));
}

/// The type of a value, as Rust writes it.
pub fn rust_type(document: &Value, schema: &Value) -> Result<String, String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = name_of(reference);
        let target = &all(document)[name];
        return match own_type(name, target) {
            Some(own) => Ok(own.to_owned()),
            None if is_plain(target) => rust_type(document, target),
            None => Ok(name.to_owned()),
        };
    }
    if let Some(other) = without_null(schema) {
        return Ok(format!("Option<{}>", rust_type(document, other)?));
    }
    Ok(match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("string"), Some("uuid")) => "Uuid".into(),
        (Some("string"), _) => "String".into(),
        (Some("integer"), Some("int32")) => "i32".into(),
        (Some("integer"), _) => "i64".into(),
        (Some("number"), _) => "f64".into(),
        (Some("boolean"), _) => "bool".into(),
        (Some("array"), _) => format!("Vec<{}>", rust_type(document, &schema["items"])?),
        _ => return Err(format!("a schema without a name is none that this program knows: {schema}")),
    })
}
