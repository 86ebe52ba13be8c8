package java.lang;

import trine.Trine;

// Keeps what can be started, joined and interrupted. Priorities, groups and identities are left out.
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    public volatile boolean interrupted;
    public volatile boolean daemon;
    public volatile String name;
    // Given by LockSupport.unpark, taken by park.
    public volatile boolean permit;
    // What ThreadLocal variables hold for this thread; nobody else looks.
    public ThreadLocal.Entry locals;
    // The read locks that the thread has; see ReentrantReadWriteLock.
    public Object reads;
    private final Runnable target;
    private volatile UncaughtExceptionHandler handler;
    private static volatile UncaughtExceptionHandler standard;

    public Thread() {
        this.target = null;
        this.daemon = Trine.currentThread().daemon;
    }

    public Thread(Runnable target) {
        this.target = target;
        this.daemon = Trine.currentThread().daemon;
    }

    public Thread(String name) {
        this.target = null;
        this.name = name;
        this.daemon = Trine.currentThread().daemon;
    }

    public Thread(Runnable target, String name) {
        this.target = target;
        this.name = name;
        this.daemon = Trine.currentThread().daemon;
    }

    public void run() {
        if (target != null) target.run();
    }

    public void start() {
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
        String known = name;
        if (known == null) known = Trine.opaque();
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
    }

    public final int getPriority() {
        return Trine.opaque();
    }

    public State getState() {
        return Trine.opaque();
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
        Thread thread = new Thread(task);
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
            Thread thread = new Thread(task);
            thread.daemon = daemon;
            if (name != null) thread.name = name;
            return thread;
        }

        public Thread start(Runnable task) {
            Thread thread = unstarted(task);
            thread.start();
            return thread;
        }
    }
}
