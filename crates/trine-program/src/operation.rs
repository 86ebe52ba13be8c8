//! The operations that the model itself has: monitors, threads, choices.

/// What the model itself can do. Arguments in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// [object] Takes its monitor, once more if it is held.
    Enter,
    /// [object] Gives it back once; an error of the kind `Monitor` without holding it.
    Exit,
    /// [object] Takes it if that does not need waiting: 1 if it did.
    TryEnter,
    /// [object] How often the executing thread holds it.
    HoldCount,
    /// [object] Waits to be notified. An interrupt ends it with an error.
    Wait,
    /// [object] As `Wait`, but it can also end at any moment: 1 if it was notified.
    TimedWait,
    /// [object] As `Wait`, deaf to interrupts.
    WaitDeaf,
    /// [object]
    Notify,
    /// [object]
    NotifyAll,
    /// [thread, the one that it depends on unless that is the executing one]; or [thread, function, argument]: a
    /// pointer that stands for the thread, and what the thread calls.
    Start,
    /// [thread] Ends it, and all that depend on it, soon.
    Abort,
    /// [thread] 1 once that has been done.
    IsAbnormal,
    /// [] Here a thread that was aborted goes no further.
    AbortPoint,
    /// [] 1 on the way out of what was given up.
    Unwinding,
    /// [] What comes next may wait, which no holder of a monitor may: an error of the kind `Monitor`, or none.
    MayWait,
    /// [object] As `MayWait`, about the monitor of this object only; then it may also wait for ever.
    MayWaitFor,
    /// [thread] Waits for its end. An interrupt ends it with an error.
    Join,
    /// [thread] As `Join`, but it can also end at any moment.
    TimedJoin,
    /// [thread] 1 while it was started and has not ended.
    IsAlive,
    /// [object] 1 where several threads use its monitor, or one waits on it.
    IsContended,
    /// [] The executing thread.
    CurrentThread,
    /// [thread] Sets its flag and ends its wait, join or sleep.
    Interrupt,
    /// [] Whether the executing thread was interrupted; forgets it.
    Interrupted,
    /// [error] An error of the same class, as others get to know it: not where it was raised.
    HandOver,
    /// [] Lets others go on. An interrupt ends it with an error.
    Sleep,
    /// [] Lets others go on.
    Yield,
    /// [low, high] A free choice, bounds included; both are known when the program is elaborated, and both are whole or
    /// both in floating point.
    Choose,
    /// [] A number that the environment decides.
    Input,
    /// [] What a clock shows.
    Moment,
    /// [] Ends all threads.
    ExitProgram,
    /// [object] As `Enter`; a thread that holds the monitor waits for itself.
    EnterOnce,
    /// [object, monitor] Gives the monitor up and waits for a signal on the object, then takes the monitor again. An
    /// error of the kind `Monitor` without holding it.
    WaitOn,
    /// [object, monitor] As `WaitOn`, but it can also end at any moment: 1 if there was a signal.
    TimedWaitOn,
    /// [object] Ends the wait of one thread that waits on the object, if there is one. No monitor is needed.
    Signal,
    /// [object] Ends the wait of all of them.
    Broadcast,
    /// [] A lock is misused: an error of the kind `Monitor`.
    MisuseMonitor,
    /// [] Control reaches what must not be reached: reported, and the end of the program.
    ReachError,
    /// [] Begins, or ends, a part that is one step for all other threads, as `Atomic` is; the end may be in another
    /// function. Whoever ends what did not begin does nothing.
    BeginAtomic,
    EndAtomic,
    /// [pointer] How many bytes the block has that it points into.
    BlockSize,
}
