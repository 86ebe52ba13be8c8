//! The trees that the grammar gives against those of javac, over the sources of the JDK: every expression and statement
//! that one of them sees is seen by the other, from the same character to the same one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tree_sitter::Node;

use super::{has_token, parse, walk};

/// Where Debian's `openjdk-17-source` puts them.
const SOURCES: &str = "/usr/lib/jvm/openjdk-17/lib/src.zip";
const PACKAGES: [&str; 3] = ["java.base/java", "java.base/jdk", "jdk.compiler"];

/// Prints what javac sees in the files that it is given: the number of the file, what it is, and from where to where.
/// javac makes one text of constant texts that are added, and one number of a minus with digits after it.
const OUTLINE: &str = r#"
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Outline {
    public static void main(String[] arguments) throws Exception {
        List<String> names = Files.readAllLines(Path.of(arguments[0]));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        StringBuilder out = new StringBuilder();
        for (int file = 0; file < names.size(); file++) {
            JavacTask task = (JavacTask) compiler.getTask(
                null, manager, d -> {}, List.of(), null, manager.getJavaFileObjects(names.get(file)));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                String text = unit.getSourceFile().getCharContent(true).toString();
                new Look(file, unit, text, positions, out).scan(unit, null);
            }
        }
        System.out.print(out);
    }

    static class Look extends TreeScanner<Void, Void> {
        final int file;
        final CompilationUnitTree unit;
        final String text;
        final SourcePositions positions;
        final StringBuilder out;

        Look(int file, CompilationUnitTree unit, String text, SourcePositions positions, StringBuilder out) {
            this.file = file;
            this.unit = unit;
            this.text = text;
            this.positions = positions;
            this.out = out;
        }

        @Override
        public Void scan(Tree tree, Void nothing) {
            if (tree != null) {
                String name = name(tree);
                long start = positions.getStartPosition(unit, tree);
                long end = positions.getEndPosition(unit, tree);
                if (name != null && start >= 0 && end >= start) {
                    String written = text.substring((int) start, (int) end);
                    boolean folded = name.equals("binary") && written.contains("\"");
                    boolean number = name.equals("unary") && written.matches("(?s)-\\s*[0-9.].*");
                    boolean hidden = name.equals("new") && !written.matches("(?s)(new\\b|.*[.]\\s*new\\b).*");
                    if (!folded && !number && !hidden) {
                        out.append(file).append(' ').append(name).append(' ').append(start).append(' ').append(end)
                            .append('\n');
                    }
                }
            }
            return super.scan(tree, nothing);
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void nothing) {
            return null;
        }

        String name(Tree tree) {
            if (tree instanceof BinaryTree) return "binary";
            if (tree instanceof UnaryTree) return "unary";
            if (tree instanceof TypeCastTree) return "cast";
            if (tree instanceof ConditionalExpressionTree) return "conditional";
            if (tree instanceof AssignmentTree || tree instanceof CompoundAssignmentTree) return "assign";
            if (tree instanceof ArrayAccessTree) return "element";
            if (tree instanceof InstanceOfTree) return "instanceof";
            if (tree instanceof LambdaExpressionTree) return "lambda";
            if (tree instanceof MemberReferenceTree) return "reference";
            if (tree instanceof NewClassTree) return "new";
            if (tree instanceof IfTree) return "if";
            if (tree instanceof WhileLoopTree) return "while";
            if (tree instanceof DoWhileLoopTree) return "do";
            if (tree instanceof ForLoopTree || tree instanceof EnhancedForLoopTree) return "for";
            if (tree instanceof SynchronizedTree) return "synchronized";
            if (tree instanceof TryTree) return "try";
            if (tree instanceof CatchTree) return "catch";
            if (tree instanceof ThrowTree) return "throw";
            if (tree instanceof ReturnTree) return "return";
            if (tree instanceof LabeledStatementTree) return "label";
            if (tree instanceof AssertTree) return "assert";
            if (tree instanceof MethodInvocationTree) {
                String called = ((MethodInvocationTree) tree).getMethodSelect().toString();
                boolean constructs = called.matches("(.*[.])?(this|super)");
                return constructs ? null : "call";
            }
            return null;
        }
    }
}
"#;

/// What javac would call a node.
fn name(node: Node<'_>, text: &str) -> Option<&'static str> {
    let written = &text[node.byte_range()];
    Some(match node.kind() {
        "binary_expression" if written.contains('"') => return None,
        "binary_expression" => "binary",
        "unary_expression" if is_negative_number(node, text) => return None,
        "unary_expression" | "update_expression" => "unary",
        "cast_expression" => "cast",
        "ternary_expression" => "conditional",
        "assignment_expression" => "assign",
        "array_access" => "element",
        "instanceof_expression" => "instanceof",
        "lambda_expression" => "lambda",
        "method_reference" => "reference",
        "object_creation_expression" => "new",
        "if_statement" => "if",
        "while_statement" => "while",
        "do_statement" => "do",
        "for_statement" | "enhanced_for_statement" => "for",
        "synchronized_statement" => "synchronized",
        "try_statement" | "try_with_resources_statement" => "try",
        "catch_clause" => "catch",
        "throw_statement" => "throw",
        "return_statement" => "return",
        "labeled_statement" => "label",
        "assert_statement" => "assert",
        "method_invocation" => "call",
        _ => return None,
    })
}

/// From where to where a node is, with the parentheses that were not read. Texts must have none of their own.
fn with_parentheses(node: Node<'_>, text: &str) -> (usize, usize) {
    let (mut start, mut end) = (node.start_byte(), node.end_byte());
    let (mut open, mut missing) = (0_usize, 0_usize);
    for sign in text[start..end].bytes() {
        match sign {
            b'(' => open += 1,
            b')' if open == 0 => missing += 1,
            b')' => open -= 1,
            _ => {}
        }
    }
    for _ in 0..missing {
        start = text[..start].rfind('(').unwrap_or(start);
    }
    for _ in 0..open {
        end += text[end..].find(')').map_or(0, |at| at + 1);
    }
    (start, end)
}

fn is_negative_number(node: Node<'_>, text: &str) -> bool {
    let number = text[node.byte_range()].trim_start_matches('-').trim_start();
    has_token(node, "-") && number.starts_with(|next: char| next.is_ascii_digit() || next == '.')
}

/// Random expressions, of names and signs that can be misread for one another.
struct Maker(u64);

impl Maker {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick(&mut self, of: &[&str]) -> String {
        of[self.below(of.len() as u64) as usize].to_string()
    }

    fn name(&mut self) -> String {
        self.pick(&[
            "a", "b", "A.b", "a.b.c", "A.B.c", "a[0]", "this.a", "f(a)", "A.f()", "7", "(a)",
            "(A.b)",
        ])
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.name();
        }
        let one = self.expression(depth - 1);
        match self.below(16) {
            0 => format!("({one})"),
            1 => format!("-{}{one}", if one.starts_with('-') { " " } else { "" }),
            2 => format!("+{}{one}", if one.starts_with('+') { " " } else { "" }),
            3 => format!("!{one}"),
            4 => {
                let ty =
                    self.pick(&["int", "byte[]", "A", "A.B", "A<B>", "A[]", "A & B", "A.B<C>.D"]);
                let sign = self.pick(&["a", "(a)", "!a", "~(a)", "(A) b", "new A()", "a.f()"]);
                format!("({ty}) {sign}")
            }
            5 => {
                let sign = self.pick(&["-", "+"]);
                format!("(int) {sign} {}", self.name())
            }
            6 => format!("({one}) ? a : {}", self.expression(depth - 1)),
            7 => {
                let body = self.pick(&[
                    "() -> a",
                    "x -> -x",
                    "(x) -> { }",
                    "(A x) -> x",
                    "A::b",
                    "int[]::new",
                ]);
                format!("f({body}, {one})")
            }
            8 => format!("(a) instanceof A.B == ({one})"),
            _ => {
                let sign = self.pick(&[
                    "+", "-", "*", "/", "%", "<", ">", "<=", "<<", ">>", ">>>", "==", "!=", "&",
                    "|", "^", "&&", "||",
                ]);
                format!("({one}) {sign} {}", self.expression(depth - 1))
            }
        }
    }
}

/// Many of them, as the fields of a class.
fn made_up() -> String {
    let mut maker = Maker(1);
    let lines =
        (0..4000).map(|at| format!("    Object x{at} = {};\n", maker.expression(1 + at % 4)));
    format!("class MadeUp {{\n{}}}\n", lines.collect::<String>())
}

type Seen = BTreeSet<(usize, String, usize, usize)>;

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a JDK is installed");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_grammar_sees_what_javac_sees() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |file: &str| folder.path().join(file);
    run(Command::new("jar")
        .args(["--extract", "--file", SOURCES])
        .args(PACKAGES)
        .current_dir(folder.path()));
    fs::write(at("MadeUp.java"), made_up()).expect("written");
    let mut files = Vec::new();
    collect(folder.path(), &mut files);
    files.sort();
    // Positions are characters there and bytes here.
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        if text.is_ascii() {
            texts.push((file, text));
        }
    }
    let names: Vec<String> = texts.iter().map(|(file, _)| file.display().to_string()).collect();
    fs::write(at("names"), names.join("\n")).expect("written");
    fs::write(at("Outline.java"), OUTLINE).expect("written");
    let told = run(Command::new("java").arg(at("Outline.java")).arg(at("names")));
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let theirs: Seen = told
        .lines()
        .map(|line| {
            let parts: Vec<&str> = line.split(' ').collect();
            (number(parts[0]), parts[1].to_string(), number(parts[2]), number(parts[3]))
        })
        .collect();
    let mut ours = Seen::new();
    for (file, (path, text)) in texts.iter().enumerate() {
        let made_up = path.ends_with("MadeUp.java");
        let tree = parse(text).expect("a tree");
        walk(tree.root_node(), |node| {
            if let Some(name) = name(node, text) {
                let (start, end) = match made_up {
                    true => with_parentheses(node, text),
                    false => (node.start_byte(), node.end_byte()),
                };
                ours.insert((file, name.to_string(), start, end));
            }
            node.kind() != "annotation"
        });
    }
    println!("{} files, {} expressions and statements", texts.len(), theirs.len());
    assert!(theirs.len() > 100_000);
    let show = |(file, name, start, end): &(usize, String, usize, usize)| {
        let (path, text) = &texts[*file];
        let path = path.strip_prefix(folder.path()).unwrap_or(path).display();
        format!("{path}: {name}: {}", super::shorten(&text[*start..*end]))
    };
    let missed: Vec<String> = theirs.difference(&ours).map(show).collect();
    let invented: Vec<String> = ours.difference(&theirs).map(show).collect();
    let few = |all: &[String]| all.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(
        missed.is_empty() && invented.is_empty(),
        "{} missed:\n{}\n{} invented:\n{}",
        missed.len(),
        few(&missed),
        invented.len(),
        few(&invented)
    );
}
