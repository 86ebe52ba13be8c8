//! Prints SPIN's answers to the tricky models; `--regenerate` records them.

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|a| a == "--regenerate") {
        return trine_tests::tricky::regenerate();
    }
    let filter = arguments.first().map_or("", String::as_str);
    for row in trine_tests::tricky::run(filter)? {
        println!("{}", trine_tests::tricky::row_text(&row));
    }
    Ok(())
}
