//! Reads files, adds the models that they mention, and lowers everything.

use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashSet;
use tree_sitter::{Node, Tree};
use trine_base::{Diagnostic, Diagnostics, FileId, IndexVec, Severity, SourceMap};
use trine_program::*;

use crate::declare::{
    Surroundings, assign_selectors, blank, declare_class, declare_members, find_overloads,
    read_header, resolve_headers, set_parents, synthesize_members, without_blanks,
};
use crate::entry::HANDLED;
use crate::expected::find_expected;
use crate::initialisation::set_initialisation;
use crate::lower::{add_helpers, lower_class};
use crate::models;
use crate::packages::{check_package, set_full_names, tell_packages_apart};
use crate::parse::{child_of_kind, children, parse, report_errors, report_nesting, walk};
use crate::pollution::may_pollute;
use crate::types::Ty;
use crate::world::{ClassKind, MethodKind, Predefined, Text, Unit, World};

/// Enough for the deepest nesting that is followed, also without optimisation.
const STACK: usize = 64 << 20;

/// Reads Java files (already in the source map) and the library models that they use.
pub fn load(files: &[FileId], sources: &mut SourceMap, diagnostics: &mut Diagnostics) -> Program {
    let texts = read_all(files, sources, diagnostics);
    // Lowering follows the nesting of the source, so it gets a stack of its own.
    let (program, warnings) = trine_base::on_large_stack(STACK, || lower_all(&texts));
    diagnostics.items.extend(warnings);
    program
}

/// One text with its tree.
struct Parsed {
    file: FileId,
    name: String,
    text: Text,
    tree: Tree,
    /// Which model it is, if it is one.
    library: Option<usize>,
}

/// The tree of a model, and the models that it may mean by the names in it. One process reads each model once.
struct ReadModel {
    tree: Tree,
    mentions: Vec<usize>,
}

fn read_model(model: usize) -> Option<&'static ReadModel> {
    static READ: LazyLock<Vec<OnceLock<Option<ReadModel>>>> =
        LazyLock::new(|| models::all().iter().map(|_| OnceLock::new()).collect());
    let read = || {
        let text = models::all()[model].1;
        let tree = parse(text)?;
        let mentions = mentioned(&tree, text);
        Some(ReadModel { tree, mentions })
    };
    READ[model].get_or_init(read).as_ref()
}

fn read_all(
    files: &[FileId],
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Parsed> {
    let mut parsed: Vec<Parsed> = Vec::new();
    for file in files {
        let source = sources.get(*file);
        let (text, name) = (source.text.clone(), source.name.clone());
        if report_nesting(*file, &text, diagnostics) {
            continue;
        }
        match parse(&text) {
            Some(tree) => {
                report_errors(*file, &tree, &text, diagnostics);
                parsed.push(Parsed { file: *file, name, text, tree, library: None });
            }
            None => diagnostics.push(Diagnostic::new(
                Severity::Error,
                format!("{name} could not be read as Java"),
                None,
            )),
        }
    }
    let mut loaded: FxHashSet<usize> = FxHashSet::default();
    let mut wanted: Vec<usize> =
        models::ALWAYS.iter().filter_map(|name| models::find(name)).collect();
    let mut next = 0;
    loop {
        for model in std::mem::take(&mut wanted) {
            if !loaded.insert(model) {
                continue;
            }
            let (name, text) = models::all()[model];
            if let Some(ReadModel { tree, .. }) = read_model(model) {
                let (tree, text) = (tree.clone(), Text::from(text));
                let file = sources.find(name).unwrap_or_else(|| sources.add(name, text.clone()));
                report_errors(file, &tree, &text, diagnostics);
                let (name, library) = (name.to_string(), Some(model));
                parsed.push(Parsed { file, name, text, tree, library });
            }
        }
        if next == parsed.len() {
            return parsed;
        }
        wanted = match parsed[next].library.and_then(read_model) {
            Some(model) => model.mentions.clone(),
            None => mentioned(&parsed[next].tree, &parsed[next].text),
        };
        next += 1;
    }
}

/// The models that a text may mean by the names in it.
fn mentioned(tree: &Tree, source: &str) -> Vec<usize> {
    let root = tree.root_node();
    let (package, imports) = read_header(root, source);
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut found = Vec::new();
    for import in &imports {
        found.extend(models::find(&import.path));
        if let Some((class, _)) = import.path.rsplit_once('.') {
            found.extend(models::find(class));
        }
    }
    walk(root, |node| {
        let text = source.get(node.byte_range()).unwrap_or("");
        match node.kind() {
            "identifier" | "type_identifier"
                if text.starts_with(char::is_uppercase) && seen.insert(text) =>
            {
                found.extend(models::find(&format!("java.lang.{text}")));
                found.extend(models::find(&format!("{package}.{text}")));
                for import in imports.iter().filter(|import| import.wildcard) {
                    found.extend(models::find(&format!("{}.{text}", import.path)));
                }
            }
            "scoped_identifier" | "scoped_type_identifier" | "field_access" => {
                let starts = text.starts_with("java") || text.starts_with("org.");
                if starts && text.len() < 200 && seen.insert(text) {
                    found.extend(models::find(&without_blanks(text)));
                }
            }
            "line_comment" | "block_comment" => return false,
            _ => {}
        }
        true
    });
    found
}

fn lower_all(texts: &[Parsed]) -> (Program, Vec<Diagnostic>) {
    let mut world = World {
        program: Program::default(),
        units: Vec::new(),
        classes: IndexVec::new(),
        methods: IndexVec::new(),
        fields: IndexVec::new(),
        type_params: IndexVec::new(),
        by_name: Default::default(),
        predefined: Predefined::default(),
        boxes: Vec::new(),
        box_origins: 0,
        overloaded: Default::default(),
        hidden: Default::default(),
        strings: Default::default(),
        made_names: Default::default(),
        lines: Vec::new(),
        depth: 0,
        may_pollute: false,
        warnings: Vec::new(),
    };
    for parsed in texts {
        let root = parsed.tree.root_node();
        let (package, imports) = read_header(root, &parsed.text);
        world.units.push(Unit {
            file: parsed.file,
            name: parsed.name.clone(),
            text: &parsed.text,
            root,
            library: parsed.library.is_some(),
            package,
            imports,
        });
        let mut lines = vec![0];
        lines.extend(parsed.text.match_indices('\n').map(|(at, _)| at + 1));
        world.lines.push(lines);
    }
    for unit in 0..world.units.len() {
        check_package(&mut world, unit);
        declare_unit(&mut world, unit);
    }
    tell_packages_apart(&mut world);
    find_known(&mut world);
    let classes: Vec<ClassId> = world.classes.ids().collect();
    resolve_headers(&mut world, &classes);
    for class in &classes {
        declare_members(&mut world, *class);
    }
    for class in &classes {
        synthesize_members(&mut world, *class);
    }
    world.may_pollute = may_pollute(&world);
    find_overloads(&mut world, &classes);
    assign_selectors(&mut world, &classes);
    for class in &classes {
        lower_class(&mut world, *class, 0);
    }
    add_helpers(&mut world);
    set_full_names(&mut world);
    set_initialisation(&mut world);
    set_roles(&mut world);
    find_mains(&mut world);
    find_fixtures(&mut world);
    find_expected(&mut world);
    (world.program, world.warnings)
}

fn declare_unit(world: &mut World<'_>, unit: usize) {
    let root = world.units[unit].root;
    let mut loose = false;
    for node in children(root) {
        declare_class(world, unit, None, node, &Surroundings::default());
        loose |= node.kind() == "method_declaration";
    }
    if loose {
        declare_implicit(world, unit, root);
    }
}

/// A file with methods outside of any class is a class itself, named after the file.
fn declare_implicit<'t>(world: &mut World<'t>, unit: usize, root: Node<'t>) {
    let file = world.units[unit].name.rsplit('/').next().unwrap_or("").to_string();
    let name = file.strip_suffix(".java").unwrap_or(&file).to_string();
    let mut info = blank(unit, root, Some(root), &name, &name, ClassKind::Class);
    info.is_final = true;
    let class = Class {
        name: name.clone(),
        parents: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        initializer: None,
        library: world.units[unit].library,
        span: None,
    };
    let id = world.add_class(class, info);
    world.by_name.entry(name).or_insert(id);
}

fn find_known(world: &mut World<'_>) {
    let find = |name: &str| world.by_name.get(name).copied();
    world.predefined = Predefined {
        object: find("java.lang.Object"),
        string: find("java.lang.String"),
        throwable: find("java.lang.Throwable"),
        enumeration: find("java.lang.Enum"),
        record: find("java.lang.Record"),
    };
    let boxes = [
        (Ty::Int, "java.lang.Integer"),
        (Ty::Bool, "java.lang.Boolean"),
        (Ty::Byte, "java.lang.Byte"),
        (Ty::Short, "java.lang.Short"),
        (Ty::Char, "java.lang.Character"),
        (Ty::Long, "java.lang.Long"),
        (Ty::Float, "java.lang.Float"),
        (Ty::Double, "java.lang.Double"),
    ];
    let boxes = boxes.into_iter().filter_map(|(ty, name)| Some((ty, find(name)?))).collect();
    world.boxes = boxes;
    for class in world.classes.ids().collect::<Vec<_>>() {
        set_parents(world, class);
    }
}

fn set_roles(world: &mut World<'_>) {
    let find = |name: &str| world.by_name.get(name).copied();
    let thread = find("java.lang.Thread");
    let field =
        |name: &str| thread.and_then(|class| world.classes[class].fields.get(name).copied());
    let errors = [
        (ErrorKind::Null, "java.lang.NullPointerException"),
        (ErrorKind::Index, "java.lang.ArrayIndexOutOfBoundsException"),
        (ErrorKind::Division, "java.lang.ArithmeticException"),
        (ErrorKind::NegativeLength, "java.lang.NegativeArraySizeException"),
        (ErrorKind::Cast, "java.lang.ClassCastException"),
        (ErrorKind::ArrayStore, "java.lang.ArrayStoreException"),
        (ErrorKind::Assertion, "java.lang.AssertionError"),
        (ErrorKind::Monitor, "java.lang.IllegalMonitorStateException"),
        (ErrorKind::ThreadState, "java.lang.IllegalThreadStateException"),
        (ErrorKind::Interrupted, "java.lang.InterruptedException"),
        (ErrorKind::Initialisation, "java.lang.NoClassDefFoundError"),
    ];
    // Who sets no handler of uncaught exceptions does not pay for one.
    let handled = world
        .units
        .iter()
        .any(|unit| !unit.library && unit.text.contains("UncaughtExceptionHandler"));
    world.program.roles = Roles {
        thread,
        run: if handled { run_handled(world, thread) } else { "run/0".to_string() },
        interrupted: field("interrupted"),
        daemon: field("daemon"),
        end_notifies: true,
        thread_name: field("name"),
        string: find("java.lang.String"),
        boxes: box_classes(world),
        class: find("java.lang.Class"),
        object: find("java.lang.Object"),
        raisers: raisers(world),
        errors: errors.into_iter().filter_map(|(kind, name)| Some((kind, find(name)?))).collect(),
        ..Roles::default()
    };
}

/// The methods of `trine.Raise`, which throw the errors that statements themselves raise.
fn raisers(world: &World<'_>) -> Vec<(ErrorKind, MethodId)> {
    let names = [
        (ErrorKind::Null, "reference"),
        (ErrorKind::Index, "index"),
        (ErrorKind::Division, "division"),
        (ErrorKind::NegativeLength, "length"),
        (ErrorKind::Cast, "cast"),
        (ErrorKind::ArrayStore, "element"),
        (ErrorKind::Assertion, "assertion"),
        (ErrorKind::Monitor, "monitor"),
        (ErrorKind::ThreadState, "threadState"),
        (ErrorKind::Interrupted, "interruption"),
        (ErrorKind::Initialisation, "initialisation"),
    ];
    let Some(class) = world.by_name.get("trine.Raise") else {
        trine_base::cannot_happen!("the model of errors is missing");
    };
    let methods = &world.classes[*class].methods;
    let of = |(kind, name): (ErrorKind, &str)| Some((kind, *methods.get(name)?.first()?));
    names.into_iter().filter_map(of).collect()
}

/// The selector of the body of a thread where the program speaks of handlers for uncaught errors.
fn run_handled(world: &World<'_>, thread: Option<ClassId>) -> String {
    let methods = thread.map(|thread| world.program.classes[thread].methods.as_slice());
    let mut methods = methods.unwrap_or_default().iter().map(|id| &world.program.methods[*id]);
    let handled = methods.find(|method| method.selector.starts_with(HANDLED));
    handled.map_or(HANDLED, |method| method.selector.as_str()).to_string()
}

/// The classes of boxed whole numbers, and which numbers have one box for all (JLS 5.1.7; what lies outside is as in
/// the virtual machines that there are).
fn box_classes(world: &World<'_>) -> Vec<BoxClass> {
    let cached = |ty: &Ty| match ty {
        Ty::Int | Ty::Long | Ty::Short => Some(Some((-128, 127))),
        Ty::Char => Some(Some((0, 127))),
        Ty::Byte | Ty::Bool => Some(None),
        _ => None,
    };
    let boxes = world.boxes.iter();
    boxes.filter_map(|(ty, class)| Some(BoxClass { class: *class, cached: cached(ty)? })).collect()
}

/// Methods called `main` of the user's classes, with nothing or an array of strings to pass.
fn find_mains(world: &mut World<'_>) {
    let mut mains = Vec::new();
    for (id, method) in world.program.methods.enumerate() {
        let info = &world.methods[id];
        let fits = match info.params.as_slice() {
            [] => true,
            [Ty::Array(element)] => world.is_string(element),
            _ => false,
        };
        let class = &world.program.classes[method.class];
        if method.name == "main"
            && info.kind == MethodKind::Method
            && !class.library
            && !info.is_private
            && fits
            && method.body.is_some()
        {
            mains.push(id);
        }
    }
    world.program.mains = mains;
}

/// Methods that frameworks for tests call before and after each test, by their annotations or names.
fn find_fixtures(world: &mut World<'_>) {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (id, method) in world.program.methods.enumerate() {
        let info = &world.methods[id];
        let class = &world.program.classes[method.class];
        let (Some(node), false, true) = (info.node, class.library, info.params.is_empty()) else {
            continue;
        };
        let text = world.units[world.classes[method.class].unit].text;
        let modifiers = child_of_kind(node, "modifiers").map(children).unwrap_or_default();
        let annotations = modifiers.iter().filter(|child| child.kind().ends_with("annotation"));
        let names = annotations.filter_map(|child| {
            let name = text.get(child.child_by_field_name("name")?.byte_range())?;
            name.rsplit('.').next()
        });
        let names: Vec<&str> = names.chain([method.name.as_str()]).collect();
        let one_of = |known: &[&str]| names.iter().any(|name| known.contains(name));
        if one_of(&["BeforeAll", "BeforeClass", "Before", "BeforeEach", "setUp"]) {
            before.push(id);
        } else if one_of(&["AfterAll", "AfterClass", "After", "AfterEach", "tearDown"]) {
            after.push(id);
        }
    }
    world.program.before = before;
    world.program.after = after;
}
