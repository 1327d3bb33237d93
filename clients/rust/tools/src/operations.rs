//! A method for each operation, and a stream for each list that is declared as paged.

use std::fmt::Write;

use heck::{ToPascalCase, ToShoutySnakeCase, ToSnakeCase};
use serde_json::{Value, json};

use crate::schemas::{self, rust_type, without_null};

type Result<T> = std::result::Result<T, String>;

struct Operation<'a> {
    document: &'a Value,
    method: &'a str,
    path: &'a str,
    spec: &'a Value,
}

pub fn write(document: &Value) -> Result<String> {
    let mut text = "use crate::http::{Client, Operation, encoded};\nuse crate::paging;\nuse crate::Error;\n\
                    use futures_util::stream::BoxStream;\nuse reqwest::Method;\nuse serde_json::to_vec;\n"
        .to_owned();
    let mut methods = String::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, spec) in item.as_object().into_iter().flatten() {
            let operation = Operation { document, method, path, spec };
            text += &operation.constant();
            text += &operation.params()?;
            methods += &operation.method()?;
            methods += &operation.stream()?;
        }
    }
    let title = document["info"]["title"].as_str().unwrap_or_default();
    let about = format!(" {}", schemas::line(&document["info"]["description"]));
    Ok(format!(
        "{text}\nimpl Client<Service> {{\n{methods}}}\n{}\n/// The service, as a type.\n#[derive(Clone)]\npub enum Service {{}}\n\n\
         #[doc = {about:?}]\npub type {title}Client = Client<Service>;\n",
        keys(document)
    ))
}

/// An option for each credential that a header of its own carries.
fn keys(document: &Value) -> String {
    let schemes = document["components"]["securitySchemes"].as_object().into_iter().flatten();
    let options = schemes.filter(|(_, scheme)| scheme["type"] == "apiKey").map(|(name, scheme)| {
        format!(
            "#[doc = {:?}]\npub fn {}(self, value: &str) -> Self {{ self.credential({}, value) }}\n",
            format!(" {}", schemas::line(&scheme["description"])),
            name.to_snake_case(),
            scheme["name"]
        )
    });
    let options: String = options.collect();
    if options.is_empty() { options } else { format!("impl crate::Options {{\n{options}}}\n") }
}

impl Operation<'_> {
    fn id(&self) -> &str {
        self.spec["operationId"].as_str().expect("an operation has an id")
    }

    fn name(&self) -> String {
        format!("{} {}", self.method.to_uppercase(), self.path)
    }

    fn parameters(&self, place: &str) -> impl Iterator<Item = &Value> {
        let place = place.to_owned();
        self.spec["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(move |parameter| parameter["in"] == place.as_str())
    }

    /// Headers that carry the credentials it takes, those that may be left out included.
    fn credentials(&self) -> Vec<&str> {
        let schemes = &self.document["components"]["securitySchemes"];
        let required = self.spec["security"].as_array().into_iter().flatten();
        required
            .flat_map(|one| one.as_object().into_iter().flatten())
            .map(|(name, _)| schemes[name]["name"].as_str().unwrap_or("Authorization"))
            .collect()
    }

    fn constant(&self) -> String {
        let headers: Vec<_> = self.parameters("header").filter_map(|parameter| parameter["name"].as_str()).collect();
        format!(
            "const {}: Operation = Operation {{ name: {:?}, method: Method::{}, credentials: &{:?}, headers: &{:?} }};\n",
            self.id().to_shouty_snake_case(),
            self.name(),
            self.method.to_uppercase(),
            self.credentials(),
            headers
        )
    }

    fn own_parameters(&self) -> Vec<&Value> {
        self.parameters("query").chain(self.parameters("header")).collect()
    }

    fn params_name(&self) -> String {
        format!("{}Params", self.id().to_pascal_case())
    }

    fn params(&self) -> Result<String> {
        let parameters = self.own_parameters();
        if parameters.is_empty() {
            return Ok(String::new());
        }
        let mut text = format!(
            "#[doc = \" Inputs of `{}`.\"]\n#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]\n\
             #[serde(default)]\npub struct {} {{\n",
            self.id().to_snake_case(),
            self.params_name()
        );
        for parameter in parameters {
            let name = parameter["name"].as_str().unwrap_or_default();
            let kind = rust_type(self.document, &parameter["schema"])?;
            let kind = if parameter["required"] == true { kind } else { format!("Option<{kind}>") };
            let about = format!(" {}", schemas::line(&parameter["description"]));
            let _ = write!(
                text,
                "#[doc = {about:?}]\n#[serde(rename = {name:?})]\npub {}: {kind},\n",
                name.to_snake_case()
            );
        }
        Ok(text + "}\n")
    }

    /// `, base: Uuid, params: &...`, and the names alone.
    fn arguments(&self) -> Result<(String, String)> {
        let mut declared = String::new();
        let mut names = Vec::new();
        // In the order of the path.
        for part in self.path.split('/').filter(|part| part.starts_with('{')) {
            let name = part.trim_matches(['{', '}']);
            let parameter = self.parameters("path").find(|parameter| parameter["name"] == name).ok_or(name)?;
            let kind = rust_type(self.document, &parameter["schema"])?;
            let kind = if kind == "String" { "&str".to_owned() } else { kind };
            let _ = write!(declared, ", {}: {kind}", name.to_snake_case());
            names.push((name.to_owned(), kind));
        }
        let names = names
            .into_iter()
            .map(|(name, kind)| format!("{}{}, ", if kind == "&str" { "&" } else { "" }, name.to_snake_case()));
        Ok((declared, names.collect()))
    }

    fn answer(&self) -> Result<String> {
        rust_type(self.document, &self.spec["responses"]["200"]["content"]["application/json"]["schema"])
    }

    /// The path with the values in it, as an expression.
    fn place(&self) -> String {
        let (mut pattern, mut values) = (Vec::new(), String::new());
        for part in self.path.split('/') {
            let name = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
            pattern.push(if name.is_some() { "{}" } else { part });
            values.extend(name.map(|name| format!(", encoded({})", name.to_snake_case())));
        }
        if values.is_empty() {
            format!("{:?}", self.path)
        } else {
            format!("&format!({:?}{values})", pattern.join("/"))
        }
    }

    fn method(&self) -> Result<String> {
        let (declared, _) = self.arguments()?;
        let about = schemas::line(&self.spec["description"]);
        let body = &self.spec["requestBody"]["content"]["application/json"]["schema"];
        let (params, inputs) = match self.own_parameters()[..] {
            [] => (String::new(), "&()"),
            _ => (format!(", params: &{}", self.params_name()), "params"),
        };
        let (body, sent) = match body.is_null() {
            true => (String::new(), "None"),
            false => (format!(", body: &{}", rust_type(self.document, body)?), "to_vec(body).ok()"),
        };
        let answer = self.answer()?;
        // Null is an empty list.
        let (wrap, rest) = if answer.starts_with("Vec<") { ("Ok(", "?.unwrap_or_default())") } else { ("", "") };
        let kind = if wrap.is_empty() { String::new() } else { format!("::<Option<{answer}>>") };
        Ok(format!(
            "#[doc = {:?}]\n#[doc = \"\"]\n#[doc = \" `{}`\"]\n\
             pub async fn {}(&self{declared}{params}{body}) -> Result<{answer}, Error> {{\n\
             {wrap}self.call{kind}(&{}, {}, {inputs}, {sent}).await{rest}\n}}\n\n",
            format!(" {about}"),
            self.name(),
            self.id().to_snake_case(),
            self.id().to_shouty_snake_case(),
            self.place(),
        ))
    }

    fn declared(&self, family: &str) -> Option<&Value> {
        self.spec["x-behaviour"].as_array()?.iter().find(|declared| declared["family"] == family)
    }

    /// The schema at a pointer into the answer.
    fn schema_at(&self, pointer: &str) -> Option<&Value> {
        let mut schema = &self.spec["responses"]["200"]["content"]["application/json"]["schema"];
        for name in pointer.split('/').skip(1) {
            while let Some(reference) = schema["$ref"].as_str() {
                schema = &schemas::all(self.document)[schemas::name_of(reference)];
            }
            schema = schema["properties"].get(name)?;
        }
        while let Some(reference) = schema["$ref"].as_str() {
            schema = &schemas::all(self.document)[schemas::name_of(reference)];
        }
        Some(schema)
    }

    fn stream(&self) -> Result<String> {
        let Some(list) = self.declared("list") else { return Ok(String::new()) };
        // A list that is the whole answer, lending's, is paged by a time, for which the documents declare nothing.
        let by_time = json!({ "by": "time", "offset": "offset" });
        let has_offset = self.parameters("query").any(|parameter| parameter["name"] == "offset");
        let paged = match self.declared("paged") {
            Some(paged) => paged,
            None if list["items"] == "" && has_offset => &by_time,
            None => return Ok(String::new()),
        };
        let pointer = list["items"].as_str().unwrap_or_default();
        let items = self.schema_at(pointer).ok_or_else(|| format!("{}: there is no {pointer}", self.id()))?;
        let item = rust_type(self.document, &without_null(items).unwrap_or(items)["items"])?;
        let member = |pointer: &Value| {
            let names = pointer.as_str().unwrap_or_default().split('/').skip(1);
            names.fold("page".to_owned(), |place, name| format!("{place}.{}", name.to_snake_case()))
        };
        let items = member(&list["items"]) + if without_null(items).is_some() { ".unwrap_or_default()" } else { "" };
        let (declared, names) = self.arguments()?;
        let (declared, id) = (declared.replace("&str", "impl Into<String>"), self.id().to_snake_case());
        let owned: String = names
            .split(", ")
            .filter_map(|name| name.strip_prefix('&'))
            .map(|name| format!("let {name} = {name}.into();\n"))
            .collect();
        let by_cursor = paged["by"] == "cursor";
        let place = paged[if by_cursor { "cursor" } else { "offset" }].as_str().unwrap_or_default().to_snake_case();
        let (family, rest) = match paged["by"].as_str() {
            Some("cursor") => (
                "by_cursor(client.max_pages(), |item: &ITEM| item.id.clone(), ",
                format!(", {}, {}", member(&paged["next"]), member(&paged["more"])),
            ),
            Some("time") => {
                ("by_time(client.max_pages(), first, |item: &ITEM| (item.id, item.created_at.clone()), ", String::new())
            }
            _ => {
                ("by_row(client.max_pages(), first, |item: &ITEM| item.id, ", format!(", {}", member(&paged["total"])))
            }
        };
        let by_time = paged["by"] == "time";
        let first = match paged["by"].as_str() {
            Some("cursor") => String::new(),
            Some("time") => "let first = params.limit.clone();\n".to_owned(),
            _ => format!("let first = params.{place};\n"),
        };
        let read = if rest.is_empty() { items } else { format!("({items}{rest})") };
        let (list, params) = (id.strip_prefix("list_").unwrap_or(&id), self.params_name());
        let given = names.replace('&', "");
        let (inputs, more) = if by_time { ("place, limit", "params.limit = limit;\n") } else { ("place", "") };
        Ok(format!(
            "#[doc = \" Reads the items of `{id}` page by page, as far as they are read; `limit` is the length of a page.\"]\n\
             pub fn all_{list}(&self{declared}, params: {params}) -> BoxStream<'static, Result<{item}, Error>> {{\n\
             Box::pin(paging::items(self.pages_of_{list}({given}params)))\n}}\n\n\
             #[doc = \" Reads the pages of `{id}`, as far as they are read, without those that bring nothing new.\"]\n\
             pub fn pages_of_{list}(&self{declared}, params: {params}) -> BoxStream<'static, Result<Vec<{item}>, Error>> {{\n\
             {owned}let client = self.clone();\n{first}\
             Box::pin(paging::{}async move |{inputs}| {{\nlet mut params = params.clone();\n\
             if place.is_some() {{ params.{place} = place; }}\n{more}\
             let page = client.{id}({names}&params).await?;\nOk({read})\n}}))\n}}\n\n",
            family.replace("ITEM", &item)
        ))
    }
}
