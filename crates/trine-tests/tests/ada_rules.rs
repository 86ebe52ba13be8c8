//! Tasking rule by rule: what GNAT's program does is what Trine says.

use std::collections::BTreeMap;
use std::fs;

use trine_tests::ada_rules::{compare, folder, rules};

#[test]
fn every_rule_is_followed() {
    let compared = compare(&rules().expect("rules")).expect("GNAT is installed");
    println!("{} programs, {} undecided", compared.programs, compared.inconclusive.len());
    let mut wrong = compared.wrong;
    let allowed = undecided();
    for (name, reason) in &compared.inconclusive {
        println!("{name}: {reason}");
        if !allowed.contains_key(name) {
            wrong.push(format!("{name}: inconclusive: {reason}"));
        }
    }
    for (name, reason) in &allowed {
        if !compared.inconclusive.iter().any(|(undecided, _)| undecided == name) {
            println!("{name}: is decided, and can leave undecided.tsv ({reason})");
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// The programs that Trine may leave undecided, with the reason that it gave when they were listed.
fn undecided() -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder().join("undecided.tsv")).expect("a list");
    let rows = text.lines().skip(1).filter_map(|line| line.split_once('\t'));
    rows.map(|(name, reason)| (name.to_string(), reason.to_string())).collect()
}

/// The table of the folder has every rule as its file says it, and nothing else.
#[test]
fn the_table_is_complete() {
    let page = fs::read_to_string(folder().join("README.md")).expect("a page");
    let rules = rules().expect("rules");
    let rows = page.lines().filter(|line| line.contains(".adb)")).count();
    let missing: Vec<String> = rules
        .iter()
        .map(|rule| {
            let name = &rule.name;
            format!("| {} | {} | [{name}]({name}.adb) | {} |", rule.clause, rule.says, rule.answer)
        })
        .filter(|row| !page.lines().any(|line| line == row))
        .collect();
    assert!(missing.is_empty(), "rows that are not there:\n{}", missing.join("\n"));
    assert_eq!(rows, rules.len());
    assert!(rows >= 120, "{rows} rules");
}
