//! Mutants of elaboration: one deliberate mistake at a time, so that tests can show that the judge notices each.
//!
//! With the feature `mutants`, which tests alone turn on, a mutant is planted in the elaborations of one thread
//! (`with`). Without it every question below is answered `false` when Trine is compiled.

/// A deliberate mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mutant {
    /// A number that is stored in the state is one too large.
    WrongConstant,
    /// A store to a shared place is left out.
    LostWrite,
    /// Monitors that several threads take are taken for those of one.
    ForgottenLock,
    /// A monitor is not given back.
    ForgottenUnlock,
    /// Both sides of a decision lead to the same place.
    WrongTarget,
    /// One of the objects that a reference can be is taken for another one.
    WrongReceiver,
    /// A call reaches the method of the declared class, not the one that overrides it.
    WrongOverride,
    /// A notification is left out.
    LostNotify,
    /// A thread is not started.
    DroppedStart,
    /// The end of a thread is not waited for.
    DroppedJoin,
    /// A handler takes errors of every class.
    CatchesTooMuch,
    /// A value is not cut to the width of its type.
    WrongWidth,
    /// An error that depends on the state is never raised.
    LostError,
    /// A timed wait never ends by itself.
    LostTimeout,
    /// A guard of a selective accept is ignored.
    IgnoredGuard,
    /// Every array that a volatile field of a library leads to is exempt from races.
    LibraryArraysExempt,
    /// The errors of one place are one object.
    OneErrorPerPlace,
    /// Where a bound is reached, the thread never does anything again, and nothing says so.
    SilentLimit,
    /// The first thread counts as one that was not started.
    MainNotStarted,
    /// Whether a thread is a daemon is taken for known where the state decides it.
    DaemonTakenForKnown,
    /// The end of a thread notifies none of those that wait on it.
    SilentEnd,
    /// A thread that waits inside an atomic block keeps the others from stepping.
    AtomicWait,
    /// That a thread has ended is never seen where it is asked for as a value.
    EndNeverSeen,
    /// A class can be used by others while it is being initialised.
    EarlyClassUse,
    /// A class whose initialisation failed can be used.
    FailedClassUsable,
    /// Arrays take references to objects of every class.
    ArraysTakeAll,
    /// All boxes of one number are one object.
    OneBoxPerNumber,
    /// Of a select only the first sixteen alternatives are seen.
    SixteenAlternatives,
}

impl Mutant {
    /// Every mutant: mistakes of all kinds first, then those that elaboration once made.
    pub const ALL: [Mutant; 28] = [
        Mutant::WrongConstant,
        Mutant::LostWrite,
        Mutant::ForgottenLock,
        Mutant::ForgottenUnlock,
        Mutant::WrongTarget,
        Mutant::WrongReceiver,
        Mutant::WrongOverride,
        Mutant::LostNotify,
        Mutant::DroppedStart,
        Mutant::DroppedJoin,
        Mutant::CatchesTooMuch,
        Mutant::WrongWidth,
        Mutant::LostError,
        Mutant::LostTimeout,
        Mutant::IgnoredGuard,
        Mutant::LibraryArraysExempt,
        Mutant::OneErrorPerPlace,
        Mutant::SilentLimit,
        Mutant::MainNotStarted,
        Mutant::DaemonTakenForKnown,
        Mutant::SilentEnd,
        Mutant::AtomicWait,
        Mutant::EndNeverSeen,
        Mutant::EarlyClassUse,
        Mutant::FailedClassUsable,
        Mutant::ArraysTakeAll,
        Mutant::OneBoxPerNumber,
        Mutant::SixteenAlternatives,
    ];
}

#[cfg(feature = "mutants")]
std::thread_local! {
    static PLANTED: std::cell::Cell<Option<Mutant>> = const { std::cell::Cell::new(None) };
}

/// Whether a mutant is planted in this thread.
#[cfg(feature = "mutants")]
pub(super) fn is_planted(mutant: Mutant) -> bool {
    PLANTED.get() == Some(mutant)
}

/// No mutant is ever planted.
#[cfg(not(feature = "mutants"))]
#[inline(always)]
pub(super) fn is_planted(_mutant: Mutant) -> bool {
    false
}

/// Does something while a mutant is planted in this thread.
#[cfg(feature = "mutants")]
pub fn with<T>(mutant: Option<Mutant>, work: impl FnOnce() -> T) -> T {
    /// Takes the mutant out again, also where the work panics.
    struct Guard(Option<Mutant>);
    impl Drop for Guard {
        fn drop(&mut self) {
            PLANTED.set(self.0);
        }
    }
    let _guard = Guard(PLANTED.replace(mutant));
    work()
}
