//! The library models: Java sources that stand for the classes of the standard library.

/// Path and text of each model, sorted by path.
static MODELS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// All models: path (`java/util/concurrent/Semaphore.java`) and text.
pub fn all() -> &'static [(&'static str, &'static str)] {
    MODELS
}

/// The position of the model of a class, by its qualified name.
pub(crate) fn find(qualified: &str) -> Option<usize> {
    let path = format!("{}.java", qualified.replace('.', "/"));
    MODELS.binary_search_by(|(name, _)| (*name).cmp(&path)).ok()
}

/// Classes that programs use without naming them.
pub(crate) const ALWAYS: &[&str] = &[
    "java.lang.Object",
    "java.lang.String",
    "java.lang.Thread",
    "java.lang.Runnable",
    "java.lang.Iterable",
    "java.util.Iterator",
    "java.lang.AutoCloseable",
    "java.lang.Comparable",
    "java.lang.Enum",
    "java.lang.Record",
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Short",
    "java.lang.Character",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Float",
    "java.lang.Double",
    "java.lang.Throwable",
    "java.lang.Exception",
    "java.lang.RuntimeException",
    "java.lang.Error",
    "java.lang.NullPointerException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArithmeticException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ClassCastException",
    "java.lang.ArrayStoreException",
    "java.lang.AssertionError",
    "java.lang.IllegalMonitorStateException",
    "java.lang.IllegalThreadStateException",
    "java.lang.InterruptedException",
    "java.lang.ExceptionInInitializerError",
    "trine.Raise",
];
