package java.lang;

import trine.Trine;

// Keeps what can be started, joined and interrupted. Groups and identities are left out. Threads without a name get
// their numbers where the program asks for names; the first thread alone never gets one here.
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static final String NAMES = "the names of threads";
    private static final String PRIORITIES = "the priorities of threads";
    private static final String STATES = "the states of threads";
    private static volatile int numbered;

    public volatile boolean interrupted;
    public volatile boolean daemon;
    public volatile String name;
    // Given by LockSupport.unpark, taken by park.
    public volatile boolean permit;
    // What ThreadLocal variables hold for this thread; nobody else looks.
    public ThreadLocal.Entry locals;
    // The read locks that the thread has; see ReentrantReadWriteLock.
    public Object reads;
    // By how much its priority differs from the usual one.
    private volatile int above;
    private volatile boolean begun;
    private final Runnable target;
    private volatile UncaughtExceptionHandler handler;
    private static volatile UncaughtExceptionHandler standard;

    public Thread() {
        this.target = null;
        inherit();
        number();
    }

    public Thread(Runnable target) {
        this.target = target;
        inherit();
        number();
    }

    public Thread(String name) {
        if (name == null) throw new NullPointerException();
        this.target = null;
        this.name = name;
        inherit();
    }

    public Thread(Runnable target, String name) {
        if (name == null) throw new NullPointerException();
        this.target = target;
        this.name = name;
        inherit();
    }

    private void inherit() {
        Thread parent = Trine.currentThread();
        this.daemon = parent.daemon;
        if (Trine.isNoted(PRIORITIES)) this.above = parent.above;
    }

    private void number() {
        if (Trine.isNoted(NAMES)) {
            int mine = 0;
            Trine.atomic(() -> {
                mine = numbered;
                numbered = mine + 1;
            });
            this.name = Trine.join("Thread-", Trine.ofNumber(mine));
        }
    }

    // A thread of a library, whose name is not followed.
    public static Thread ofLibrary(Runnable target) {
        if (!Trine.isNoted(NAMES)) return new Thread(target);
        String name = Trine.opaque();
        return new Thread(target, name);
    }

    // A thread of the factory of that number, which made so many before.
    public static Thread ofPool(Runnable target, int pool, int before) {
        if (!Trine.isNoted(NAMES)) return ofLibrary(target);
        String name = Trine.join("pool-", Trine.ofNumber(pool));
        name = Trine.join(name, "-thread-");
        name = Trine.join(name, Trine.ofNumber(before + 1));
        return new Thread(target, name);
    }

    // Whether the program asks for names.
    public static boolean areNamed() {
        return Trine.isNoted(NAMES);
    }

    public void run() {
        if (target != null) target.run();
    }

    public void start() {
        if (Trine.isNoted(STATES)) begun = true;
        Trine.start(this);
    }

    // In Java, it waits on the monitor of the thread, whose end notifies all: who holds it gives it up, and who
    // comes back from here could have it.
    public final void join() throws InterruptedException {
        if (Trine.holdCount(this) > 0) {
            while (Trine.isAlive(this)) Trine.wait(this);
        } else {
            Trine.join(this);
            passMonitor();
        }
    }

    public final void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException();
        if (milliseconds == 0) join();
        else timedJoin();
    }

    private void timedJoin() throws InterruptedException {
        if (Trine.holdCount(this) > 0) {
            if (Trine.isAlive(this)) Trine.timedWait(this);
        } else {
            Trine.timedJoin(this);
            passMonitor();
        }
    }

    // Where nobody else uses the monitor, this is nothing.
    private void passMonitor() {
        if (Trine.isContended(this)) {
            Trine.enter(this);
            Trine.exit(this);
        }
    }

    public final boolean isAlive() {
        return Trine.isAlive(this);
    }

    public void interrupt() {
        Trine.interrupt(this);
    }

    public boolean isInterrupted() {
        return interrupted;
    }

    public static boolean interrupted() {
        return Trine.interrupted();
    }

    public static Thread currentThread() {
        return Trine.currentThread();
    }

    public static void sleep(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException();
        Trine.sleep();
    }

    public static void sleep(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0 || nanoseconds < 0) throw new IllegalArgumentException();
        Trine.sleep();
    }

    public static void yield() {
        Trine.yield();
    }

    public static void onSpinWait() {
        Trine.yield();
    }

    // In Java: only the executing thread is asked.
    public static boolean holdsLock(Object object) {
        return Trine.holdCount(object) > 0;
    }

    public final void setDaemon(boolean on) {
        if (Trine.isAlive(this)) throw new IllegalThreadStateException();
        daemon = on;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final String getName() {
        Trine.note(NAMES);
        String known = name;
        if (known == null) known = "main";
        return known;
    }

    public final void setName(String name) {
        if (name == null) throw new NullPointerException();
        this.name = name;
    }

    public long getId() {
        return Trine.opaque();
    }

    public final long threadId() {
        return Trine.opaque();
    }

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) throw new IllegalArgumentException();
        if (Trine.isNoted(PRIORITIES)) above = priority - NORM_PRIORITY;
    }

    public final int getPriority() {
        Trine.note(PRIORITIES);
        return NORM_PRIORITY + above;
    }

    // What a thread does that was started and has not ended is not followed.
    public State getState() {
        Trine.note(STATES);
        boolean alive = false;
        boolean started = false;
        Trine.atomic(() -> {
            started = begun;
            alive = Trine.isAlive(this);
        });
        if (this == Trine.currentThread()) return State.RUNNABLE;
        if (alive) return Trine.opaque();
        return started ? State.TERMINATED : State.NEW;
    }

    public final boolean isVirtual() {
        return Trine.opaque();
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        this.handler = handler;
    }

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        UncaughtExceptionHandler known = handler;
        if (known == null) known = Trine.opaque();
        return known;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        standard = handler;
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return standard;
    }

    // The body of a thread, where the program mentions such handlers. An error of the handler ends nothing more.
    final void runHandled() {
        try {
            run();
        } catch (Throwable error) {
            failed(error);
        }
    }

    // The executing thread ends with an error.
    static void failed(Throwable error) {
        Thread me = Trine.currentThread();
        UncaughtExceptionHandler known = me.handler;
        if (known == null) known = standard;
        if (known == null) throw error;
        try {
            known.uncaughtException(me, error);
        } catch (Throwable ignored) {
            // The thread ends anyway.
        }
    }

    public static Builder.OfVirtual ofVirtual() {
        return new Maker(true);
    }

    public static Builder.OfPlatform ofPlatform() {
        return new Maker(false);
    }

    public static Thread startVirtualThread(Runnable task) {
        Thread thread = new Thread(task, "");
        thread.daemon = true;
        thread.start();
        return thread;
    }

    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable error);
    }

    public interface Builder {
        Builder name(String name);

        Thread unstarted(Runnable task);

        Thread start(Runnable task);

        interface OfPlatform extends Builder {
            OfPlatform name(String name);

            OfPlatform daemon();

            OfPlatform daemon(boolean on);

            OfPlatform priority(int priority);
        }

        interface OfVirtual extends Builder {
            OfVirtual name(String name);
        }
    }

    // Virtual threads differ from others only in being daemons.
    private static class Maker implements Builder.OfPlatform, Builder.OfVirtual {
        private boolean daemon;
        private String name;

        Maker(boolean daemon) {
            this.daemon = daemon;
        }

        public Maker name(String name) {
            this.name = name;
            return this;
        }

        public Maker daemon() {
            this.daemon = true;
            return this;
        }

        public Maker daemon(boolean on) {
            this.daemon = on;
            return this;
        }

        public Maker priority(int priority) {
            return this;
        }

        public Thread unstarted(Runnable task) {
            Thread thread = name != null ? new Thread(task, name) : daemon ? new Thread(task, "") : new Thread(task);
            thread.daemon = daemon;
            return thread;
        }

        public Thread start(Runnable task) {
            Thread thread = unstarted(task);
            thread.start();
            return thread;
        }
    }
}
