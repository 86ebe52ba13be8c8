//! Prints a small program as Java: where locks and numbers live, and how threads are written, is
//! decided by the seed.

use std::fmt::Write;

use super::{Mini, Stmt, VarKind};
use crate::rng::Rng;

#[derive(Clone, Copy, PartialEq)]
enum Locks {
    Static,
    Array,
    /// Handed to each thread through its constructor.
    Passed,
    /// Local to main, captured by lambdas.
    Captured,
}

#[derive(Clone, Copy, PartialEq)]
enum Threads {
    Subclass,
    Runnable,
    Lambda,
    Anonymous,
}

struct Printer<'m> {
    mini: &'m Mini,
    locks: Locks,
    /// These locks are of the library: no thread waits on them.
    library: Vec<bool>,
    /// The numbers are fields of an object.
    object: bool,
    out: String,
    depth: usize,
    names: u32,
}

/// The Java text of a program; the seed decides where locks live and how threads are written.
pub fn print(mini: &Mini, seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x7072_696e);
    let threads =
        *rng.pick(&[Threads::Subclass, Threads::Runnable, Threads::Lambda, Threads::Anonymous]);
    let own_class = matches!(threads, Threads::Subclass | Threads::Runnable);
    let locks = match own_class {
        true => *rng.pick(&[Locks::Static, Locks::Array, Locks::Passed]),
        false => *rng.pick(&[Locks::Static, Locks::Array, Locks::Captured]),
    };
    let library = (0..mini.locks)
        .map(|lock| {
            locks != Locks::Array
                && !mini.threads.iter().any(|thread| uses_monitor(thread, lock))
                && rng.chance(30)
        })
        .collect();
    let object = rng.chance(40);
    let mut printer =
        Printer { mini, locks, library, object, out: String::new(), depth: 0, names: 0 };
    printer.program(threads);
    printer.out
}

fn uses_monitor(stmts: &[Stmt], lock: usize) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Sync(_, body) | Stmt::If(_, _, body) | Stmt::Repeat(_, body) => {
            uses_monitor(body, lock)
        }
        Stmt::WaitWhileZero(on, _)
        | Stmt::Wait(on)
        | Stmt::Notify(on)
        | Stmt::NotifyAll(on)
        | Stmt::Misuse(on) => *on == lock,
        _ => false,
    })
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 4 * self.depth);
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.depth += 1;
    }

    fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(&format!("}}{text}"));
    }

    fn lock_type(&self, lock: usize) -> &'static str {
        if self.library[lock] { "ReentrantLock" } else { "Object" }
    }

    fn lock(&self, lock: usize) -> String {
        match self.locks {
            Locks::Static => format!("Main.lock{lock}"),
            Locks::Array => format!("Main.locks[{lock}]"),
            Locks::Passed | Locks::Captured => format!("lock{lock}"),
        }
    }

    fn var(&self, var: usize) -> String {
        let name = if self.object { format!("Main.data.x{var}") } else { format!("Main.x{var}") };
        match self.mini.vars[var] {
            VarKind::InContainer => format!("{name}.get()[0]"),
            _ => name,
        }
    }

    fn fields(&mut self, prefix: &str) {
        for (var, kind) in self.mini.vars.iter().enumerate() {
            let line = match kind {
                VarKind::Plain => format!("{prefix}int x{var};"),
                VarKind::Volatile => format!("{prefix}volatile int x{var};"),
                VarKind::InContainer => format!(
                    "{prefix}final AtomicReference<int[]> x{var} = new AtomicReference<>(new int[1]);"
                ),
                VarKind::Atomic => {
                    format!("{prefix}final AtomicInteger x{var} = new AtomicInteger();")
                }
            };
            self.line(&line);
        }
    }

    fn program(&mut self, threads: Threads) {
        self.line("import java.util.concurrent.atomic.AtomicInteger;");
        self.line("import java.util.concurrent.atomic.AtomicReference;");
        self.line("import java.util.concurrent.locks.ReentrantLock;");
        self.line("");
        if self.object {
            self.open("class Data");
            self.fields("");
            self.close("");
        }
        let own_class = matches!(threads, Threads::Subclass | Threads::Runnable);
        if own_class {
            for thread in 0..self.mini.threads.len() {
                self.thread_class(thread, threads);
            }
        }
        self.open("class Main");
        match self.object {
            true => self.line("static final Data data = new Data();"),
            false => self.fields("static "),
        }
        match self.locks {
            Locks::Static => {
                for lock in 0..self.mini.locks {
                    let ty = self.lock_type(lock);
                    self.line(&format!("static final {ty} lock{lock} = new {ty}();"));
                }
            }
            Locks::Array => {
                let count = self.mini.locks;
                self.line(&format!("static final Object[] locks = new Object[{count}];"));
            }
            Locks::Passed | Locks::Captured => {}
        }
        self.open("public static void main(String[] args) throws InterruptedException");
        match self.locks {
            Locks::Array => {
                self.open("for (int i = 0; i < locks.length; i++)");
                self.line("locks[i] = new Object();");
                self.close("");
            }
            Locks::Passed | Locks::Captured => {
                for lock in 0..self.mini.locks {
                    let ty = self.lock_type(lock);
                    self.line(&format!("{ty} lock{lock} = new {ty}();"));
                }
            }
            Locks::Static => {}
        }
        let count = self.mini.threads.len();
        self.line(&format!("Thread[] threads = new Thread[{count}];"));
        for thread in 0..count {
            self.make_thread(thread, threads);
        }
        self.open("for (Thread thread : threads)");
        self.line("thread.start();");
        self.close("");
        if let Some((thread, wanted)) = self.mini.alive {
            let not = if wanted { "" } else { "!" };
            self.line(&format!("assert {not}threads[{thread}].isAlive();"));
        }
        self.open("for (Thread thread : threads)");
        self.line("thread.join();");
        self.close("");
        if let Some((var, value)) = self.mini.at_end {
            let read = self.read(var);
            self.line(&format!("assert {read} == {value};"));
        }
        self.close("");
        self.close("");
    }

    fn passed(&self) -> Vec<String> {
        match self.locks {
            Locks::Passed => {
                (0..self.mini.locks).map(|l| format!("{} lock{l}", self.lock_type(l))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn thread_class(&mut self, thread: usize, threads: Threads) {
        let base = match threads {
            Threads::Subclass => "extends Thread",
            _ => "implements Runnable",
        };
        self.open(&format!("class Worker{thread} {base}"));
        let passed = self.passed();
        if !passed.is_empty() {
            for one in &passed {
                self.line(&format!("private final {one};"));
            }
            self.open(&format!("Worker{thread}({})", passed.join(", ")));
            for lock in 0..self.mini.locks {
                self.line(&format!("this.lock{lock} = lock{lock};"));
            }
            self.close("");
        }
        self.open("public void run()");
        self.block(&self.mini.threads[thread].clone());
        self.close("");
        self.close("");
    }

    fn make_thread(&mut self, thread: usize, threads: Threads) {
        let locks: Vec<String> = match self.locks {
            Locks::Passed => (0..self.mini.locks).map(|lock| format!("lock{lock}")).collect(),
            _ => Vec::new(),
        };
        let locks = locks.join(", ");
        let body = self.mini.threads[thread].clone();
        match threads {
            Threads::Subclass => {
                self.line(&format!("threads[{thread}] = new Worker{thread}({locks});"));
            }
            Threads::Runnable => {
                self.line(&format!("threads[{thread}] = new Thread(new Worker{thread}({locks}));"));
            }
            Threads::Lambda => {
                self.open(&format!("threads[{thread}] = new Thread(() ->"));
                self.block(&body);
                self.close(");");
            }
            Threads::Anonymous => {
                self.open(&format!("threads[{thread}] = new Thread()"));
                self.open("@Override public void run()");
                self.block(&body);
                self.close("");
                self.close(";");
            }
        }
    }

    fn read(&self, var: usize) -> String {
        match self.mini.vars[var] {
            VarKind::Atomic => format!("{}.get()", self.var(var)),
            _ => self.var(var),
        }
    }

    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn wait(&mut self, lock: usize) {
        let lock = self.lock(lock);
        self.open("try");
        self.line(&format!("{lock}.wait();"));
        self.close(" catch (InterruptedException e) { throw new RuntimeException(e); }");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Sync(lock, body) if self.library[*lock] => {
                let lock = self.lock(*lock);
                self.line(&format!("{lock}.lock();"));
                self.open("try");
                self.block(body);
                self.close(" finally {");
                self.depth += 1;
                self.line(&format!("{lock}.unlock();"));
                self.close("");
            }
            Stmt::Sync(lock, body) => {
                let lock = self.lock(*lock);
                self.open(&format!("synchronized ({lock})"));
                self.block(body);
                self.close("");
            }
            Stmt::Increment(var) => {
                let place = self.var(*var);
                match self.mini.vars[*var] {
                    VarKind::Atomic => self.line(&format!("{place}.incrementAndGet();")),
                    _ => self.line(&format!("{place}++;")),
                }
            }
            Stmt::Set(var, value) => {
                let place = self.var(*var);
                match self.mini.vars[*var] {
                    VarKind::Atomic => self.line(&format!("{place}.set({value});")),
                    _ => self.line(&format!("{place} = {value};")),
                }
            }
            Stmt::If(var, value, body) => {
                let read = self.read(*var);
                self.open(&format!("if ({read} == {value})"));
                self.block(body);
                self.close("");
            }
            Stmt::Repeat(times, body) => {
                self.names += 1;
                let name = format!("i{}", self.names);
                self.open(&format!("for (int {name} = 0; {name} < {times}; {name}++)"));
                self.block(body);
                self.close("");
            }
            Stmt::WaitWhileZero(lock, var) => {
                let read = self.read(*var);
                self.open(&format!("while ({read} == 0)"));
                self.wait(*lock);
                self.close("");
            }
            Stmt::Wait(lock) => self.wait(*lock),
            Stmt::Notify(lock) | Stmt::Misuse(lock) => {
                let lock = self.lock(*lock);
                self.line(&format!("{lock}.notify();"));
            }
            Stmt::NotifyAll(lock) => {
                let lock = self.lock(*lock);
                self.line(&format!("{lock}.notifyAll();"));
            }
            Stmt::Assert(var, most) => {
                let read = self.read(*var);
                self.line(&format!("assert {read} <= {most};"));
            }
        }
    }
}
