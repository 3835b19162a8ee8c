//! The `OpenAPI` document is valid and complete: <https://spec.openapis.org/oas/v3.1.0>.

use std::collections::HashSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::site::{Site, Visitor};

async fn document() -> Value {
    let site = Site::new().await;
    Visitor::default().get(&site, "/api/openapi.json").await.expect(StatusCode::OK)
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// All operations, by method and path.
fn operations(document: &Value) -> impl Iterator<Item = (String, &str, &Value)> {
    members(&document["paths"]).flat_map(|(path, methods)| {
        members(methods)
            .map(move |(method, operation)| (format!("{method} {path}"), path, operation))
    })
}

/// Whether there is a description; that of what may be null stands in its other variant.
fn is_described(value: &Value) -> bool {
    value["description"].as_str().is_some_and(|text| !text.trim().is_empty())
        || items(&value["oneOf"])
            .iter()
            .any(|variant| !variant["$ref"].is_null() && variant["description"].is_string())
}

/// All references in a part of the document.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn operations_are_named_once_and_have_their_parameters() {
    let document = document().await;
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")));
    assert!(!document["info"]["title"].is_null() && !document["info"]["version"].is_null());
    let tags: HashSet<&str> =
        items(&document["tags"]).iter().filter_map(|tag| tag["name"].as_str()).collect();
    let mut names = HashSet::new();
    for (place, path, operation) in operations(&document) {
        let name = operation["operationId"].as_str().expect("an id");
        assert!(names.insert(name), "{place}: {name} is used twice");
        assert!(operation["summary"].is_string(), "{place}: no summary");
        assert!(
            items(&operation["tags"]).iter().all(|tag| tags.contains(tag.as_str().unwrap_or("")))
        );
        let in_path: HashSet<&str> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        let parameters = items(&operation["parameters"]);
        let declared: HashSet<&str> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        assert_eq!(in_path, declared, "{place}");
        for parameter in parameters {
            assert!(is_described(parameter), "{place}: {parameter}");
            assert!(parameter["in"] != "path" || parameter["required"] == true, "{place}");
        }
    }
    assert!(names.len() > 30, "{}", names.len());
}

#[tokio::test]
async fn every_response_is_described_and_errors_list_their_codes() {
    let document = document().await;
    for (place, _, operation) in operations(&document) {
        let mut statuses = 0;
        for (status, response) in members(&operation["responses"]) {
            assert!(is_described(response), "{place}: {status}");
            if status.starts_with(['4', '5']) {
                let text = response["description"].as_str().unwrap_or_default();
                assert!(text.starts_with('`'), "{place}: {status} has no code: {text}");
                let schema = &response["content"]["application/json"]["schema"];
                assert_eq!(schema["$ref"], "#/components/schemas/ErrorBody", "{place}: {status}");
            } else {
                statuses += 1;
            }
        }
        assert!(statuses > 0, "{place}: no success");
    }
}

#[tokio::test]
async fn every_field_is_described_and_every_reference_leads_somewhere() {
    let document = document().await;
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 50, "{}", found.len());
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("a place in the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    let mut bare = Vec::new();
    for (name, schema) in members(&document["components"]["schemas"]) {
        if !is_described(schema) {
            bare.push(name.to_owned());
        }
        fields_without_description(name, schema, &mut bare);
    }
    assert!(bare.is_empty(), "without description: {bare:#?}");
}

/// The fields of a schema, and of the variants and parts of it, that say nothing of themselves.
fn fields_without_description(place: &str, schema: &Value, bare: &mut Vec<String>) {
    for (field, property) in members(&schema["properties"]) {
        // A field with one value alone says which variant it is.
        let is_tag = items(&property["enum"]).len() == 1;
        if !is_described(property) && !is_tag {
            bare.push(format!("{place}.{field}"));
        }
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for part in items(&schema[key]) {
            fields_without_description(place, part, bare);
        }
    }
}

#[tokio::test]
async fn the_security_scheme_is_named() {
    let document = document().await;
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(schemes["visitor"]["in"], "cookie");
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    visitor.begin(&site, "congress", None).await;
    let cookie = visitor.cookie.expect("a cookie");
    let name = cookie.split('=').next();
    assert_eq!(schemes["visitor"]["name"].as_str(), name);
    for requirement in items(&document["security"]) {
        for (scheme, _) in members(requirement) {
            assert!(!schemes[scheme].is_null(), "{scheme}");
        }
    }
}

/// What an answer has otherwise than its schema says: fields that are missing or not described, values
/// of another type or not among those that there are.
fn differences(document: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let schema = followed(document, schema);
    let variants = items(&schema["oneOf"]).iter().chain(items(&schema["anyOf"]));
    let of_each = variants.map(|variant| differences(document, variant, value, place));
    if let Some(fewest) = of_each.min_by_key(Vec::len) {
        return fewest;
    }
    let mut found = Vec::new();
    if !is_of_type(&schema["type"], value) {
        found.push(format!("{place} is {value}, not {}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
        found.push(format!("{place} is {value}"));
    }
    for (index, item) in items(value).iter().enumerate() {
        let place = format!("{place}[{index}]");
        found.extend(differences(document, &schema["items"], item, &place));
    }
    if value.is_object() {
        found.extend(differences_in_fields(document, schema, value, place));
    }
    found
}

fn differences_in_fields(
    document: &Value,
    schema: &Value,
    value: &Value,
    place: &str,
) -> Vec<String> {
    let parts = || {
        let parts = items(&schema["allOf"]).iter().chain([schema]);
        parts.map(|part| followed(document, part))
    };
    let described = |name: &str| parts().find_map(|part| part["properties"].get(name));
    let is_free = parts().all(|part| part["properties"].is_null());
    let required = parts().flat_map(|part| items(&part["required"])).filter_map(Value::as_str);
    let missing = required.filter(|name| value.get(name).is_none());
    let mut found: Vec<String> = missing.map(|name| format!("{place}.{name} is missing")).collect();
    for (name, value) in members(value).filter(|_| !is_free) {
        let place = format!("{place}.{name}");
        match described(name) {
            Some(schema) => found.extend(differences(document, schema, value, &place)),
            None => found.push(format!("{place} is not described")),
        }
    }
    found
}

/// Whether a value is of a type of a schema, which may be one of several or any.
fn is_of_type(types: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    match types {
        Value::Null => true,
        Value::Array(types) => types.iter().any(is),
        kind => is(kind),
    }
}

/// A schema, or the one to which it leads.
fn followed<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let pointer = schema["$ref"].as_str().and_then(|link| link.strip_prefix('#'));
    pointer.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
}

#[tokio::test]
async fn answers_have_the_fields_that_are_described() {
    let site = Site::new().await;
    let mut visitor = Visitor::default();
    let document = visitor.get(&site, "/api/openapi.json").await.expect(StatusCode::OK);
    visitor.begin(&site, "congress", None).await;
    let invitation = json!({
        "kind": "big-bang", "public": true, "target": 3,
        "clock": { "kind": "fischer", "minutes": 3, "seconds": 2 },
    });
    let invitation = visitor.post(&site, "/api/invitations", &invitation).await.json();
    let (kind, puzzles) = crate::puzzles::puzzles();
    let address = crate::puzzles::tries(&puzzles[0].0);
    let tried = visitor.post(&site, &address, &json!({ "solved": true })).await;
    let record = "[Game \"cornered\"]\n[Board \"2a0\"]\n\n1. d1 d1\n";
    let games = visitor.get(&site, "/api/games").await.expect(StatusCode::OK);
    let id = games["games"][0]["id"].as_str().expect("an id").to_owned();
    for (schema, value) in [
        ("Game", visitor.get(&site, &format!("/api/games/{id}")).await.json()),
        ("History", visitor.get(&site, &format!("/api/games/{id}/history")).await.json()),
        ("Page", games),
        ("Kind", visitor.get(&site, "/api/kinds").await.json()[0].clone()),
        ("BoardCheck", visitor.get(&site, "/api/board/random?kind=congress").await.json()),
        ("Me", visitor.get(&site, "/api/me").await.json()),
        ("Rules", visitor.get(&site, "/api/rules/congress").await.json()),
        ("Invitation", invitation),
        ("Tried", tried.json()),
        ("PuzzleRatings", visitor.get(&site, &format!("/api/puzzles/ratings?kind={kind}")).await.json()),
        ("Lobby", visitor.get(&site, "/api/lobby").await.json()),
        ("Parts", visitor.post(&site, "/api/read/all", &json!({ "text": record })).await.json()),
        ("Fault", visitor.post(&site, "/api/read", &json!({ "text": record })).await.json()["details"]["faults"][0].clone()),
    ] {
        let described = &document["components"]["schemas"][schema];
        let found = differences(&document, described, &value, schema);
        assert!(found.is_empty(), "{found:#?}");
    }
}
