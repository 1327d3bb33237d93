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
            for field in item.fields.iter_mut().filter(|field| is_list(&field.ty)) {
                field.attrs.push(parse_quote!(#[serde(deserialize_with = "crate::value::null_as_empty")]));
            }
        }
    }
    Ok(prettyplease::unparse(&file))
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
