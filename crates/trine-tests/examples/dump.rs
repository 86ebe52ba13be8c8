use trine_flow::{Analysis, Answer, Limits};
use trine_property::PropertyKind;
fn main() {
    let seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    let (system, property) = trine_tests::flow::generated(seed);
    let listening = property.system(&system);
    if wanted.is_empty() { println!("{}", trine_system::text::print(&listening)); }
    let PropertyKind::Claim(claim) = &property.kind else { return };
    if wanted.is_empty() { for (i, s) in claim.states.enumerate() { println!("{i:?} final {} acc {}", s.final_, s.accepting); for e in &s.edges { println!("   {:?} -> {:?}", e.guard, e.to); } } }
    let analysis = Analysis::new(&listening, claim).unwrap();
    let all = analysis.all();
    let set: Vec<_> = all.iter().copied().filter(|c| wanted.contains(&analysis.name(*c))).collect();
    let budget = Default::default();
    let limits = Limits { budget: &budget, watch: &trine_tests::flow::Quiet, most: 20_000 };
    let (answer, figures) = analysis.run(&set, &limits);
    println!("{} constraints, {figures:?}", set.len());
    match answer {
        Answer::Nothing => println!("nothing"),
        Answer::Found(path) => println!("{path:?}"),
        Answer::Stopped(stop) => println!("{stop:?}"),
    }
}
