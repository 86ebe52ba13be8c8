//! The larger campaigns: `cargo xtask campaign NAME [COUNT [SEED]]`, or `all TIME [SEED]` for a share of each.

use std::path::PathBuf;
use std::process::ExitCode;

use trine_tests::campaign::{self, CAMPAIGNS};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |position: usize, otherwise: u64| {
        arguments.get(position).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let word = arguments.first().map_or("", String::as_str);
    let done = match word {
        "oracle" if arguments.iter().any(|word| word == "--regenerate") => {
            trine_tests::oracle::regenerate().map(|()| true)
        }
        "promela" if arguments.len() > 3 => {
            let first = number(2, 0);
            let kept = arguments.get(3).map(PathBuf::from);
            let seeds = first..first + number(1, 5_000);
            campaign::promela::promela_keeping(seeds, kept).map(|tally| {
                tally.differences.iter().for_each(|what| println!("{what}"));
                println!("{} programs, {} differ", tally.programs, tally.differences.len());
                tally.differences.is_empty()
            })
        }
        "tricky" => {
            trine_tests::tricky::run(arguments.get(1).map_or("", String::as_str)).map(|rows| {
                rows.iter().for_each(|row| println!("{}", trine_tests::tricky::row_text(row)));
                true
            })
        }
        "shrink" => campaign::promela::shrunk(number(1, 0)),
        "java-program" => {
            let seed = number(1, 0);
            print!("{}", trine_tests::java::print(&trine_tests::java::generate(seed), seed));
            Ok(true)
        }
        "damaged-input" => {
            let kind = arguments.get(1).map_or("", String::as_str);
            campaign::damaged::input(kind, number(2, 0)).map(|text| {
                print!("{text}");
                true
            })
        }
        "java-snippet" => trine_tests::java_snippets::show(number(1, 0)).map(|text| {
            println!("{text}");
            true
        }),
        "java-idea" => {
            let idea = arguments.get(1).map_or("", String::as_str);
            let first = number(3, 0);
            let seeds = first..first + number(2, 50);
            let snippets =
                seeds.filter_map(|seed| trine_tests::java_snippets::generate_of(idea, seed));
            trine_tests::java_snippets::compare(snippets, 2).map(|found| {
                println!("{}", found.report());
                found.different() == 0
            })
        }
        "java-coverage" => {
            let snippets = trine_tests::java_snippets::every();
            trine_tests::java_snippets::coverage(&snippets, 2).map(|found| {
                let wrong = found.wrong();
                wrong.iter().for_each(|what| println!("{what}"));
                println!("{} methods called, {} not", found.called.len(), found.missing.len());
                wrong.is_empty()
            })
        }
        "all" => {
            match arguments.get(1).map_or(campaign::time("30m"), |text| campaign::time(text)) {
                Some(time) => campaign::all(time, number(2, 0)),
                None => return usage(),
            }
        }
        name => match campaign::named(name) {
            Some(campaign) => {
                let first = number(2, 0);
                campaign::alone(campaign, first..first + number(1, campaign.seeds))
            }
            None => return usage(),
        },
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("campaign: {why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: campaign NAME [COUNT [SEED]] | all [TIME [SEED]]\n");
    for campaign in CAMPAIGNS {
        eprintln!("  {:<14} {} ({} programs)", campaign.name, campaign.compares, campaign.seeds);
    }
    eprintln!(
        "\n  promela COUNT SEED DIR keeps SPIN's answers, oracle --regenerate asks SPIN again, tricky NAME prints\n  what SPIN says of the small models of that name,\n  \
         shrink SEED makes a generated model smaller, java-program SEED, java-snippet SEED and damaged-input KIND SEED\n  print one, \
         java-coverage prints the methods of library models that no snippet calls"
    );
    ExitCode::from(2)
}
