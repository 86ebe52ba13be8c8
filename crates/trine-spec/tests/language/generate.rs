//! Makes up specifications that the grammar allows, with comments everywhere.

use trine_base::{FileId, Span};
use trine_spec::CHECKS;
use trine_spec::ast::*;

use crate::random::Random;

pub fn spec(random: &mut Random) -> Spec {
    let count = random.below(8);
    let items: Vec<Item> = (0..count)
        .map(|index| Item { notes: notes(random, index == 0), kind: item(random), place: PLACE })
        .collect();
    let end = comments(random, items.is_empty());
    Spec { items, end, ..Spec::default() }
}

const PLACE: Place = Place(Span { file: FileId(0), start: 0, end: 0 });

/// Words that look like the language's own, too: position decides what a word is.
const NAMES: [&str; 24] = [
    "a",
    "b",
    "request1",
    "serve",
    "U",
    "R",
    "W",
    "V",
    "events",
    "all",
    "at",
    "absence",
    "start",
    "accepting",
    "first",
    "requires",
    "globally",
    "between",
    "deadlock",
    "Node#3",
    "x$1",
    "automaton",
    "until",
    "é_2",
];

fn ident(random: &mut Random) -> Ident {
    Ident { name: random.pick(&NAMES).to_string(), place: PLACE }
}

fn idents(random: &mut Random, least: usize) -> Vec<Ident> {
    let count = random.between(least, least + 2);
    (0..count).map(|_| ident(random)).collect()
}

fn comment(random: &mut Random) -> String {
    let all = ["// why", "/* because */", "/* of\n   two lines */", "//", "/**/", "// { event x ="];
    random.pick(&all).to_string()
}

fn comments(random: &mut Random, first: bool) -> Vec<Comment> {
    let count = if random.one_in(4) { random.between(1, 2) } else { 0 };
    (0..count)
        .map(|index| Comment {
            text: comment(random),
            gap: random.one_in(3) && !(first && index == 0),
        })
        .collect()
}

/// Behind something on its line: only the last can go to the end of the line.
fn after(random: &mut Random) -> Vec<String> {
    if !random.one_in(5) {
        return Vec::new();
    }
    let mut comments = if random.one_in(4) { vec!["/* one */".to_string()] } else { Vec::new() };
    comments.push(comment(random));
    comments
}

fn notes(random: &mut Random, first: bool) -> Notes {
    let before = comments(random, first);
    let gap = random.one_in(4) && !(first && before.is_empty());
    Notes { before, gap, after: after(random) }
}

fn braces(random: &mut Random, empty: bool) -> Braces {
    Braces { open: after(random), end: comments(random, empty) }
}

fn item(random: &mut Random) -> ItemKind {
    match random.below(7) {
        0 | 1 => ItemKind::Event(Event { name: ident(random), pattern: pattern(random, 3) }),
        2 => ItemKind::Constraint(Constraint {
            name: ident(random),
            braces: braces(random, false),
            notes: notes(random, true),
            automaton: automaton(random),
        }),
        3 => ItemKind::Loop(LoopMark { at: file_line(random), finite: random.one_in(2) }),
        4 => {
            let count = random.between(1, 3);
            let intervals = (0..count).map(|index| interval(random, index == 0)).collect();
            ItemKind::Query(Query { name: ident(random), braces: braces(random, false), intervals })
        }
        _ => property(random),
    }
}

fn property(random: &mut Random) -> ItemKind {
    let body = match random.below(8) {
        0 => Body::Automaton(automaton(random)),
        1 => Body::Buchi(automaton(random)),
        2 => Body::Ltl(formula(random, 5)),
        3 => Body::Invariant(predicate(random)),
        4 => Body::Check(Ident { name: random.pick(&CHECKS).to_string(), place: PLACE }),
        5 => Body::Sentence(sentence(random)),
        _ => {
            let events = if random.one_in(3) { Vec::new() } else { idents(random, 1) };
            let clause = if events.is_empty() { Notes::default() } else { notes(random, false) };
            Body::Regular(Regular {
                events,
                notes: clause,
                quantifier: *random.pick(&Quantifier::ALL),
                regex: regex(random, 4),
            })
        }
    };
    ItemKind::Property(Property {
        name: ident(random),
        braces: braces(random, false),
        notes: notes(random, true),
        body,
    })
}

fn interval(random: &mut Random, first: bool) -> Interval {
    let marked = random.one_in(2);
    let mut ends = ident(random);
    // After `first`, a word that begins a clause is read as one.
    while marked && ends.name == "requires" {
        ends = ident(random);
    }
    Interval {
        notes: notes(random, first),
        braces: braces(random, false),
        ends,
        first: marked,
        requires: idents(random, 0),
        forbids: idents(random, 0),
    }
}

fn automaton(random: &mut Random) -> Automaton {
    let count = random.between(1, 4);
    let states = (0..count)
        .map(|index| {
            let count = random.below(4);
            let transitions: Vec<Transition> = (0..count)
                .map(|index| Transition {
                    notes: notes(random, index == 0),
                    events: idents(random, 1),
                    target: ident(random),
                })
                .collect();
            State {
                notes: notes(random, index == 0),
                start: random.one_in(2),
                accepting: random.one_in(2),
                name: ident(random),
                braces: braces(random, transitions.is_empty()),
                transitions,
            }
        })
        .collect();
    Automaton { braces: braces(random, false), states, place: PLACE }
}

fn pattern(random: &mut Random, depth: usize) -> Pattern {
    let shape = if depth == 0 { 0 } else { random.below(4) };
    let kind = match shape {
        2 => {
            let count = random.between(2, 3);
            PatternKind::Or((0..count).map(|_| pattern(random, depth - 1)).collect())
        }
        3 => {
            let count = random.between(1, 2);
            let from = Box::new(pattern(random, depth - 1));
            PatternKind::Except(from, (0..count).map(|_| pattern(random, depth - 1)).collect())
        }
        _ => PatternKind::Label(label(random)),
    };
    Pattern { kind, place: PLACE }
}

fn label(random: &mut Random) -> LabelPattern {
    let action = *random.pick(&Action::ALL);
    let operand = match action {
        Action::Assign | Action::Test if random.one_in(2) => {
            Operand::Equals(path(random), value(random))
        }
        Action::Assign | Action::Test | Action::Read | Action::Label => Operand::Name(path(random)),
        Action::At => Operand::Line(file_line(random)),
        Action::Print if random.one_in(2) => Operand::Text(text(random)),
        Action::Begin | Action::Print => Operand::None,
        _ if action.takes_arguments() && random.one_in(2) => {
            let name = (!action.is_message() || random.one_in(2)).then(|| path(random));
            let name = name.filter(|name| !action.is_message() || !is_constant(name));
            if name.is_none() && !action.is_message() {
                Operand::None
            } else {
                let count = random.below(3);
                Operand::Call(name, (0..count).map(|_| value(random)).collect())
            }
        }
        _ if random.one_in(2) => Operand::Name(path(random)),
        _ => Operand::None,
    };
    let named = matches!(operand, Operand::Name(_)) && action.names_object();
    LabelPattern {
        action,
        operand,
        object: (!named && random.one_in(2)).then(|| path(random)),
        process: random.one_in(2).then(|| path(random)),
    }
}

fn is_constant(path: &Path) -> bool {
    let SegmentName::Named(name) = &path.segments[0].name else { return false };
    ["true", "false", "null"].contains(&name.as_str())
}

fn text(random: &mut Random) -> String {
    let all = ["", "two words", "a\"b\\c", "line\nbreak\ttab\r", "// no comment", "é"];
    random.pick(&all).to_string()
}

fn path(random: &mut Random) -> Path {
    let names =
        ["fork1", "on", "in", "or", "except", "event", "loop", "worker 1", "a.b", "x", "P", "é"];
    let count = random.between(1, 3);
    let segments = (0..count)
        .map(|_| {
            let name = match random.below(6) {
                0 => SegmentName::Any,
                _ => SegmentName::Named(random.pick(&names).to_string()),
            };
            let count = if random.one_in(3) { random.between(1, 2) } else { 0 };
            let indices = (0..count)
                .map(|_| match random.below(3) {
                    0 => Index::Any,
                    1 => Index::Number(random.below(9) as i64 - 4),
                    _ => Index::Named("red".to_string()),
                })
                .collect();
            Segment { name, indices }
        })
        .collect();
    Path { segments, place: PLACE }
}

fn value(random: &mut Random) -> Value {
    match random.below(8) {
        0 => Value::Any,
        1 => Value::Number(i64::MIN),
        2 => Value::Number(random.next() as i64),
        3 => Value::Boolean(random.one_in(2)),
        4 => Value::Null,
        5 => Value::Text(text(random)),
        _ => {
            let mut path = path(random);
            if let [Segment { name, indices }] = &mut path.segments[..]
                && indices.is_empty()
            {
                *name = SegmentName::Named(random.pick(&["RED", "in", "fork2"]).to_string());
            }
            Value::Name(path)
        }
    }
}

fn file_line(random: &mut Random) -> FileLine {
    let files =
        ["Dining.java", "src/a-b.pml", "2pc.pml", "my file.c", "a//b.c", "x", "C:\\y.c", "/x~.c"];
    let file = random.pick(&files).to_string();
    FileLine { file, line: random.next() as u32, place: PLACE }
}

fn regex(random: &mut Random, depth: usize) -> Regex {
    let shape = if depth == 0 { random.below(5) } else { random.below(10) };
    let several = |random: &mut Random| {
        let count = random.between(2, 3);
        (0..count).map(|_| regex(random, depth - 1)).collect()
    };
    let kind = match shape {
        0 => RegexKind::Any,
        1 => RegexKind::OneOf(idents(random, 1)),
        2 => RegexKind::NoneOf(idents(random, 1)),
        3 => RegexKind::Empty,
        4 => RegexKind::Event(ident(random)),
        5 | 6 => RegexKind::Sequence(several(random)),
        7 => RegexKind::Choice(several(random)),
        _ => {
            let least = random.below(4) as u32;
            let all = [
                Repetition::Star,
                Repetition::Plus,
                Repetition::Optional,
                Repetition::Exactly(least),
                Repetition::Between(least, least + random.below(3) as u32),
            ];
            RegexKind::Repeat(Box::new(regex(random, depth - 1)), *random.pick(&all))
        }
    };
    Regex { kind, place: PLACE }
}

fn atom(random: &mut Random) -> Atom {
    if random.one_in(4) { Atom::Predicate(predicate(random)) } else { Atom::Event(ident(random)) }
}

fn formula(random: &mut Random, depth: usize) -> Formula {
    let shape = if depth == 0 { random.below(3) } else { random.below(14) };
    let one = |random: &mut Random| Box::new(formula(random, depth - 1));
    let kind = match shape {
        0 => FormulaKind::Atom(atom(random)),
        1 => FormulaKind::True,
        2 => FormulaKind::False,
        3 => FormulaKind::Not(one(random)),
        4 => FormulaKind::Next(one(random)),
        5 => FormulaKind::Always(one(random)),
        6 => FormulaKind::Eventually(one(random)),
        7 => FormulaKind::Until(one(random), one(random)),
        8 => FormulaKind::WeakUntil(one(random), one(random)),
        9 => FormulaKind::Release(one(random), one(random)),
        10 => FormulaKind::Implies(one(random), one(random)),
        11 => FormulaKind::Equivalent(one(random), one(random)),
        shape => {
            let count = random.between(2, 3);
            let parts = (0..count).map(|_| formula(random, depth - 1)).collect();
            if shape == 12 { FormulaKind::And(parts) } else { FormulaKind::Or(parts) }
        }
    };
    Formula { kind, place: PLACE }
}

fn predicate(random: &mut Random) -> Predicate {
    Predicate { expression: expression(random, 4), place: PLACE }
}

fn expression(random: &mut Random, depth: usize) -> Expression {
    use BinaryOperator::*;
    let operators = [
        Or,
        And,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
    ];
    let shape = if depth == 0 { random.below(4) } else { random.below(10) };
    let one = |random: &mut Random| Box::new(expression(random, depth - 1));
    let kind = match shape {
        0 => ExpressionKind::Number((random.next() >> 1) as i64),
        1 => ExpressionKind::Boolean(random.one_in(2)),
        2 => ExpressionKind::Null,
        3 => ExpressionKind::Path(expression_path(random, depth)),
        4 => ExpressionKind::At(expression_path(random, depth), ident(random)),
        5 => ExpressionKind::Unary(UnaryOperator::Not, one(random)),
        6 => ExpressionKind::Unary(UnaryOperator::Minus, one(random)),
        _ => ExpressionKind::Binary(*random.pick(&operators), one(random), one(random)),
    };
    Expression { kind, place: PLACE }
}

fn expression_path(random: &mut Random, depth: usize) -> ExpressionPath {
    let count = random.between(1, 2);
    let segments = (0..count)
        .map(|_| {
            let indexed = depth > 0 && random.one_in(3);
            let indices = if indexed { vec![expression(random, depth - 1)] } else { Vec::new() };
            ExpressionSegment { name: random.pick(&NAMES).to_string(), indices }
        })
        .collect();
    ExpressionPath { segments, place: PLACE }
}

fn subject(random: &mut Random) -> Subject {
    let count = random.between(1, 2);
    Subject { any_of: (0..count).map(|_| atom(random)).collect() }
}

fn sentence(random: &mut Random) -> Sentence {
    let (left, right) = *random.pick(&[(1, 1), (2, 1), (1, 2)]);
    let chain = |random: &mut Random, count: usize| (0..count).map(|_| subject(random)).collect();
    let form = match random.below(6) {
        0 => Form::Absence(subject(random)),
        1 => Form::Existence(subject(random)),
        2 => Form::Universality(subject(random)),
        3 => Form::Count(*random.pick(&Bound::ALL), random.below(62) as u32, subject(random)),
        4 => Form::Precedence { causes: chain(random, left), effects: chain(random, right) },
        _ => Form::Response {
            responses: chain(random, left),
            without: (left == 2 && random.one_in(2)).then(|| subject(random)),
            stimuli: chain(random, right),
        },
    };
    let scope = match random.below(5) {
        0 => Scope::Globally,
        1 => Scope::Before(subject(random)),
        2 => Scope::After(subject(random)),
        3 => Scope::Between(subject(random), subject(random)),
        _ => Scope::AfterUntil(subject(random), subject(random)),
    };
    Sentence { form, scope }
}
