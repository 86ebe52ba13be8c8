//! Compares the table of allowed crate edges, `docs/rooms.toml`, with the edges that exist.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use toml::Table;

/// An edge that is not in the table, a crate without a room, a room without a crate.
pub fn check(rooms: &Table, metadata: &Value) -> Result<Vec<String>, String> {
    let allowed = allowed(rooms)?;
    let edges = edges(metadata);
    let mut problems = Vec::new();
    for (user, used) in &edges {
        let Some(room) = allowed.get(user) else {
            problems.push(format!("docs/rooms.toml: the crate `{user}` has no room"));
            continue;
        };
        for other in used.difference(room) {
            problems.push(format!("crates/{user}: may not use `{other}` (docs/rooms.toml)"));
        }
    }
    for (room, neighbours) in &allowed {
        for name in std::iter::once(room).chain(neighbours) {
            if !edges.contains_key(name) {
                problems.push(format!("docs/rooms.toml: there is no crate `{name}`"));
            }
        }
    }
    problems.dedup();
    Ok(problems)
}

/// The names of the crates that have rooms.
pub fn crates(metadata: &Value) -> BTreeSet<String> {
    edges(metadata).into_keys().collect()
}

/// Which of our crates each of our crates uses, not counting what only its tests use.
fn edges(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().filter(|n| is_ours(n)).map(str::to_string);
    let mut edges = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let Some(user) = name(&package) else { continue };
        let dependencies = list(&package["dependencies"]);
        let used = dependencies.iter().filter(|d| d["kind"] != "dev").filter_map(name).collect();
        edges.insert(user, used);
    }
    edges
}

fn is_ours(name: &str) -> bool {
    name == "trine" || name.starts_with("trine-")
}

fn allowed(rooms: &Table) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let mut allowed = BTreeMap::new();
    for (room, entry) in rooms {
        let list = entry.get("may-use").and_then(|list| list.as_array());
        let Some(list) = list else {
            return Err(format!("docs/rooms.toml: `{room}` has no list `may-use`"));
        };
        let names = list.iter().filter_map(|name| name.as_str().map(str::to_string)).collect();
        for word in ["holds", "never-heard-of"] {
            if entry.get(word).and_then(|text| text.as_str()).is_none() {
                return Err(format!("docs/rooms.toml: `{room}` does not say `{word}`"));
            }
        }
        allowed.insert(room.clone(), names);
    }
    Ok(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check_edges(may_use: &str, dependencies: Value) -> Vec<String> {
        let rooms = format!(
            "[trine-a]\nholds = 'a'\nmay-use = {may_use}\nnever-heard-of = 'b'\n\
             [trine-b]\nholds = 'b'\nmay-use = []\nnever-heard-of = 'a'\n"
        );
        let metadata = json!({"packages": [
            {"name": "trine-a", "dependencies": dependencies},
            {"name": "trine-b", "dependencies": [{"name": "toml", "kind": null}]},
            {"name": "xtask", "dependencies": [{"name": "trine-a", "kind": null}]},
        ]});
        check(&toml::from_str(&rooms).expect("a table"), &metadata).expect("a complete table")
    }

    #[test]
    fn an_edge_must_be_in_the_table() {
        let edge = || json!([{"name": "trine-b", "kind": null}]);
        assert_eq!(check_edges("['trine-b']", edge()), [""; 0]);
        assert_eq!(
            check_edges("[]", edge()),
            ["crates/trine-a: may not use `trine-b` (docs/rooms.toml)"]
        );
    }

    #[test]
    fn tests_may_use_what_they_like() {
        assert_eq!(check_edges("[]", json!([{"name": "trine-b", "kind": "dev"}])), [""; 0]);
    }

    #[test]
    fn rooms_and_crates_are_the_same_set() {
        assert_eq!(
            check_edges("['trine-c']", json!([])),
            ["docs/rooms.toml: there is no crate `trine-c`"]
        );
        let metadata = json!({"packages": [{"name": "trine-new", "dependencies": []}]});
        assert_eq!(
            check(&Table::new(), &metadata).expect("an empty table"),
            ["docs/rooms.toml: the crate `trine-new` has no room"]
        );
    }
}
