//! Names and numbers that the documents list: a value that a later version adds is kept as it comes.

use std::fmt::Write;

use heck::ToShoutySnakeCase;
use serde_json::Value;

use crate::schemas;

pub fn write(document: &Value) -> String {
    schemas::all(document)
        .iter()
        .filter(|(_, schema)| schemas::is_enum(schema))
        .map(|(name, schema)| definition(name, schema))
        .collect()
}

fn definition(name: &str, schema: &Value) -> String {
    let values = schema["enum"].as_array().expect("an enum lists values");
    let numbers = values.iter().all(Value::is_number);
    let mut text = format!("#[doc = {:?}]\n", format!(" {}", schemas::line(&schema["description"])));
    let (inner, copy) = if numbers { ("i64", "Copy, ") } else { ("std::borrow::Cow<'static, str>", "") };
    let _ = write!(
        text,
        "#[derive({copy}Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]\n\
         #[serde(transparent)]\npub struct {name}(pub {inner});\n\
         impl std::fmt::Display for {name} {{\n\
         fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ self.0.fmt(f) }}\n}}\nimpl {name} {{\n"
    );
    for (index, value) in values.iter().enumerate() {
        let called = schema["x-enum-varnames"][index].as_str().map_or_else(|| value.to_string(), str::to_owned);
        let value = if numbers { value.to_string() } else { format!("std::borrow::Cow::Borrowed({value})") };
        if let Some(about) = schema["x-enum-descriptions"][index].as_str().filter(|about| !about.is_empty()) {
            let _ = writeln!(text, "#[doc = {:?}]", format!(" {about}"));
        } else {
            let _ = writeln!(text, "#[doc = \" `{}`\"]", called.trim_matches('"'));
        }
        let _ = writeln!(text, "pub const {}: Self = Self({value});", called.to_shouty_snake_case());
    }
    text + "}\n"
}
