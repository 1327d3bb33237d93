//! Objects of the documents, by typify.

use std::error::Error;

use schemars::schema::Schema;
use serde_json::Value;
use syn::{Item, parse_quote};
use typify::{TypeSpace, TypeSpaceSettings};

use crate::schemas;

pub fn write(document: &Value) -> Result<String, Box<dyn Error>> {
    let mut settings = TypeSpaceSettings::default();
    settings.with_derive("PartialEq".into());
    let mut definitions: Vec<(String, Schema)> = vec![("Loose".into(), Schema::Bool(true))];
    settings.with_replacement("Loose", "Loose", std::iter::empty());
    for (name, schema) in schemas::all(document) {
        if let Some(own) = schemas::own_type(name, schema) {
            settings.with_replacement(name, own, std::iter::empty());
        } else if schemas::is_enum(schema) {
            settings.with_replacement(name, name, std::iter::empty());
        } else if schemas::is_plain(schema) {
            continue;
        }
        definitions.push((name.clone(), serde_json::from_value(schemas::simplified(document, schema))?));
    }
    let mut space = TypeSpace::new(&settings);
    space.add_ref_types(definitions)?;
    let mut file: syn::File = syn::parse2(space.to_stream())?;
    file.items.retain(is_needed);
    for item in &mut file.items {
        if let Item::Struct(item) = item
            && !item.attrs.iter().any(has_default)
        {
            item.attrs.push(parse_quote!(#[derive(Default)]));
        }
        if let Item::Struct(item) = item {
            let members = &schemas::all(document).get(&item.ident.to_string()).unwrap_or(&Value::Null)["properties"];
            for field in item.fields.iter_mut() {
                describe(field, members);
            }
            for field in item.fields.iter_mut().filter(|field| is_list(&field.ty)) {
                field.attrs.push(parse_quote!(#[serde(deserialize_with = "crate::value::null_as_empty")]));
            }
        }
    }
    Ok(prettyplease::unparse(&file))
}

/// Gives a field the description of its member: typify has that of the type.
fn describe(field: &mut syn::Field, members: &Value) {
    let Some(name) = field.ident.as_ref().map(ToString::to_string) else { return };
    let renamed = field.attrs.iter().find_map(renaming);
    let member = &members[renamed.as_deref().unwrap_or(name.trim_start_matches("r#"))];
    if member["description"].is_string() {
        let text = format!(" {}", schemas::line(&member["description"]));
        field.attrs.retain(|attribute| !attribute.path().is_ident("doc"));
        field.attrs.insert(0, parse_quote!(#[doc = #text]));
    }
}

/// The name in JSON that an attribute gives: `#[serde(rename = "type")]`.
fn renaming(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::List(list) = &attribute.meta else { return None };
    let text = list.tokens.to_string();
    let name = text.strip_prefix("rename = \"")?.split('"').next()?;
    attribute.path().is_ident("serde").then(|| name.to_owned())
}

fn is_list(kind: &syn::Type) -> bool {
    matches!(kind, syn::Type::Path(kind) if kind.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

fn has_default(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    attribute.path().is_ident("derive") && list.tokens.to_string().contains("Default")
}

/// Conversions from a reference, and defaults that are derived instead, are left out, like errors of constraints.
fn is_needed(item: &Item) -> bool {
    match item {
        Item::Mod(module) => module.ident != "error",
        Item::Impl(item) => {
            let last = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
            !last.is_some_and(|name| name.ident == "Default" || name.ident == "From")
        }
        _ => true,
    }
}
