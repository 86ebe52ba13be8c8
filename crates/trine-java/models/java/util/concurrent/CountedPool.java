package java.util.concurrent;

import trine.Trine;

// What pools share that count the threads they started and those that ended. Closed is kept twice: as those see it
// who hand in tasks, and as threads do; where only one thread hands in tasks and closes the pool, it knows its own
// part.
abstract class CountedPool extends ThreadPoolExecutor {
    private final ThreadFactory factory;
    private volatile Thread[] staff;
    volatile int hired;
    volatile int ended;
    volatile boolean refusing;
    volatile boolean closed;

    CountedPool(ThreadFactory factory, int most) {
        this.factory = factory == null && Thread.areNamed() ? new Executors.Pooled() : factory;
        this.staff = new Thread[most < 0 ? 0 : most < 8 ? most : 8];
    }

    Thread made(Runnable body) {
        return factory == null ? Thread.ofLibrary(body) : factory.newThread(body);
    }

    // Starts a thread that was counted. A pool that was closed in the meantime refuses its task.
    void start(Thread thread, int number) {
        // Stays known, other than a boolean that was read.
        int late = 0;
        Trine.atomic(() -> {
            if (refusing) {
                hired--;
                late = 1;
            } else if (number < staff.length) {
                staff[number] = thread;
            }
        });
        if (late == 1) throw new RejectedExecutionException();
        thread.start();
    }

    // Inside a step. Those that have ended do not mind.
    void interruptAll() {
        if (hired > staff.length) Trine.unmodelled("more than 8 threads that shutdownNow interrupts");
        for (int i = 0; i < staff.length; i++) {
            Thread worker = staff[i];
            if (worker != null) Trine.interrupt(worker);
        }
    }

    public void shutdown() {
        Trine.atomic(() -> {
            refusing = true;
            closed = true;
        });
    }

    public boolean isShutdown() {
        return refusing;
    }

    public boolean isTerminated() {
        boolean over = false;
        Trine.atomic(() -> {
            over = refusing && ended == hired;
        });
        return over;
    }

    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (time != Long.MAX_VALUE) return isTerminated();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(refusing && ended == hired || me.interrupted);
            interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return true;
    }

    public void close() {
        shutdown();
        Trine.await(ended == hired);
    }

    public int getPoolSize() {
        int count = 0;
        Trine.atomic(() -> {
            count = hired - ended;
        });
        return count;
    }
}
