//! Runs work that recurses deeply on a stack of its own.

/// Runs the work on a thread with a large stack and waits for it. The system commits memory only as
/// far as it is used.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    const BYTES: usize = 256 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("promela".into())
            .stack_size(BYTES)
            .spawn_scoped(scope, work)
            .expect("a thread can be started");
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
