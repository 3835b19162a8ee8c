//! The description of the API for people: the same as `/api/openapi.json`, to be read.

use std::fmt::Write as _;

use axum::response::Html;
use serde_json::Value;
use utoipa::openapi::OpenApi;

use crate::assets::VERSION;

/// The description as a page.
pub(crate) fn html(description: &OpenApi) -> Html<String> {
    let description = serde_json::to_value(description).unwrap_or_default();
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
        code(&text(&description["info"]["description"]))
    );
    for (path, methods) in members(&description["paths"]) {
        for (method, operation) in members(methods) {
            write_operation(&mut page, path, method, operation);
        }
    }
    page.push_str("<h2>Shapes</h2>");
    for (name, schema) in members(&description["components"]["schemas"]) {
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
        let _ = write!(page, "<li>{status} {}</li>", content.unwrap_or_default());
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
    for (field, shape) in parts.flat_map(|part| members(&part["properties"])) {
        let _ = write!(
            page,
            "<dt><code>{}</code> {}</dt><dd>{}</dd>",
            escape(field),
            name_of(shape),
            code(&text(&shape["description"]))
        );
    }
    page.push_str("</dl></section>");
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The name of a shape, with a link to it.
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
