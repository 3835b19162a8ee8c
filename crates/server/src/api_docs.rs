//! The documentation of the API: the `OpenAPI` document, and the same as a page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use axum::response::Html;
use serde_json::{Value, json};
use utoipa::openapi::OpenApi;

use crate::access_token::COOKIE_NAME;
use crate::assets::VERSION;
use crate::error::CODES;

/// The `OpenAPI` document: what is derived from the handlers, completed by what holds for all of them.
pub(crate) fn document(openapi: &OpenApi) -> Value {
    let mut document = serde_json::to_value(openapi).unwrap_or_default();
    document["components"]["securitySchemes"] = json!({
        "visitor": {
            "type": "apiKey",
            "in": "cookie",
            "name": COOKIE_NAME,
            "description": "The access token of a visitor: set by the first request that creates \
                            something, and needed to act in one's own games.",
        }
    });
    // Everything can be asked without it.
    document["security"] = json!([{}, { "visitor": [] }]);
    for methods in members_mut(&mut document["paths"]) {
        for operation in members_mut(methods) {
            describe_responses(&mut operation["responses"]);
        }
    }
    require_fields(&mut document);
    // Fields of a type parameter lose their description.
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        if name.starts_with("Sides_") {
            schema["properties"]["white"]["description"] = "White's.".into();
            schema["properties"]["black"]["description"] = "Black's.".into();
        }
    }
    document
}

/// An answer has all of its fields: one that says nothing is null. (In what is sent to the server, a
/// field that may be null may be left out.)
fn require_fields(document: &mut Value) {
    let mut sent = BTreeSet::new();
    for (_, methods) in members(&document["paths"]) {
        for (_, operation) in members(methods) {
            names_in(&operation["requestBody"], &document["components"]["schemas"], &mut sent);
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        if !sent.contains(name) {
            require_all(schema);
        }
    }
}

/// The names of all schemas that a part of the document leads to.
fn names_in(part: &Value, schemas: &Value, names: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            let name =
                fields.get("$ref").and_then(Value::as_str).and_then(|link| link.rsplit('/').next());
            if let Some(name) = name
                && names.insert(name.to_owned())
            {
                names_in(&schemas[name], schemas, names);
            }
            fields.values().for_each(|value| names_in(value, schemas, names));
        }
        Value::Array(items) => items.iter().for_each(|value| names_in(value, schemas, names)),
        _ => {}
    }
}

/// Requires all fields of a schema, and of the variants and parts of it.
fn require_all(schema: &mut Value) {
    let fields: Vec<String> =
        members(&schema["properties"]).map(|(name, _)| name.clone()).collect();
    if !fields.is_empty() {
        schema["required"] = json!(fields);
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        let parts = schema.get_mut(key).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(require_all);
    }
}

/// What any operation may answer.
const ALWAYS: [&str; 3] = ["429", "500", "503"];

fn describe_responses(responses: &mut Value) {
    for status in ALWAYS {
        if responses[status].is_null() {
            let schema = json!({ "$ref": "#/components/schemas/ErrorBody" });
            responses[status] = json!({ "content": { "application/json": { "schema": schema } } });
        }
    }
    let Value::Object(responses) = responses else { return };
    for (status, response) in responses {
        response["description"] = match status.as_str() {
            "101" => "The connection is a WebSocket".into(),
            "200" => "It is done, or found".into(),
            "201" => "It is created".into(),
            "204" => "It is done; there is no body".into(),
            "304" => "It is what the client has; there is no body".into(),
            status => error_description(status).into(),
        };
    }
}

/// The codes that a status comes with.
fn error_description(status: &str) -> String {
    let of_status = CODES.iter().filter(|(known, ..)| known.as_str() == status);
    let codes: Vec<String> =
        of_status.map(|(_, code, meaning)| format!("`{code}`: {meaning}")).collect();
    let of_rules = if status == "422" { "; or a code of the rules" } else { "" };
    codes.join("; ") + of_rules
}

/// The document as a page.
pub(crate) fn html(document: &Value) -> Html<String> {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Katarenga: the API</title>\
         <link rel=\"stylesheet\" href=\"/assets/{VERSION}/styles/base.css\">\
         <link rel=\"stylesheet\" href=\"/assets/{VERSION}/styles/api.css\"></head><body><main>\
         <h1>Katarenga: the API</h1>"
    );
    // Writing to a string can't fail.
    let _ = write!(
        page,
        "<p>{}</p><p><a href=\"/api/openapi.json\">OpenAPI description</a> · <a href=\"/\">To the page</a></p>",
        code(&text(&document["info"]["description"]))
    );
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(methods) {
            write_operation(&mut page, path, method, operation);
        }
    }
    page.push_str("<h2>Schemas</h2>");
    for (name, schema) in members(&document["components"]["schemas"]) {
        write_schema(&mut page, name, schema);
    }
    page.push_str("</main></body></html>");
    Html(page)
}

fn write_operation(page: &mut String, path: &str, method: &str, operation: &Value) {
    let _ = write!(
        page,
        "<section><h2><code>{} {}</code></h2><p>{}</p>",
        method.to_uppercase(),
        escape(path),
        code(&text(&operation["summary"]))
    );
    let more = text(&operation["description"]);
    if !more.is_empty() {
        let _ = write!(page, "<p>{}</p>", code(&more));
    }
    let list = |items: &Value| items.as_array().cloned().unwrap_or_default();
    let parameters = list(&operation["parameters"]);
    if !parameters.is_empty() {
        page.push_str("<dl>");
        for parameter in parameters {
            let _ = write!(
                page,
                "<dt><code>{}</code></dt><dd>{}</dd>",
                escape(&text(&parameter["name"])),
                code(&text(&parameter["description"]))
            );
        }
        page.push_str("</dl>");
    }
    let body = name_of(&operation["requestBody"]["content"]["application/json"]["schema"]);
    if !body.is_empty() {
        let _ = write!(page, "<p>Body: {body}</p>");
    }
    page.push_str("<ul>");
    for (status, response) in members(&operation["responses"]) {
        let content = members(&response["content"]).next().map(|(kind, content)| {
            format!("{} <small>{}</small>", name_of(&content["schema"]), escape(kind))
        });
        let _ = write!(
            page,
            "<li>{status} {} {}</li>",
            content.unwrap_or_default(),
            code(&text(&response["description"]))
        );
    }
    page.push_str("</ul></section>");
}

fn write_schema(page: &mut String, name: &str, schema: &Value) {
    let _ = write!(
        page,
        "<section><h3 id=\"{0}\"><code>{0}</code></h3><p>{1}</p><dl>",
        escape(name),
        code(&text(&schema["description"]))
    );
    let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
    for (field, property) in parts.flat_map(|part| members(&part["properties"])) {
        let _ = write!(
            page,
            "<dt><code>{}</code> {}</dt><dd>{}</dd>",
            escape(field),
            name_of(property),
            code(&text(&property["description"]))
        );
    }
    page.push_str("</dl></section>");
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn members_mut(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().into_iter().flat_map(|members| members.values_mut())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The name of a schema, with a link to it.
fn name_of(schema: &Value) -> String {
    if let Some(link) = schema["$ref"].as_str() {
        let name = link.rsplit('/').next().unwrap_or_default();
        return format!("<a href=\"#{0}\">{0}</a>", escape(name));
    }
    let choices = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array());
    let names: Vec<String> = choices.flatten().map(name_of).collect();
    if !names.is_empty() {
        return names.join(" or ");
    }
    if !schema["items"].is_null() {
        return format!("list of {}", name_of(&schema["items"]));
    }
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        kind => escape(&text(kind)),
    }
}

/// Text with what stands between backticks as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
