package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import trine.Trine;

// A thread for each task. A pool that keeps idle threads for a while looks the same: they end in time, and
// nobody can tell. Tasks beyond the eighth cannot be interrupted by shutdownNow, which is unmodelled then.
class ThreadPerTask extends ThreadPoolExecutor {
    private final ThreadFactory factory;
    private final boolean daemons;
    private volatile Thread[] staff = new Thread[8];
    private volatile int hired;
    private volatile int ended;
    private volatile boolean closed;

    ThreadPerTask(ThreadFactory factory, boolean daemons) {
        this.factory = factory;
        this.daemons = daemons;
    }

    public void execute(Runnable work) {
        if (work == null) throw new NullPointerException();
        // Stays known, other than a boolean that was read.
        int number = -1;
        Trine.atomic(() -> {
            if (!closed) {
                number = hired;
                hired = number + 1;
            }
        });
        if (number < 0) throw new RejectedExecutionException();
        Runnable body = new Body(this, work);
        Thread thread = factory == null ? new Thread(body) : factory.newThread(body);
        if (daemons) thread.daemon = true;
        if (number < staff.length) staff[number] = thread;
        thread.start();
    }

    public void shutdown() {
        closed = true;
    }

    public List<Runnable> shutdownNow() {
        Trine.atomic(() -> {
            closed = true;
            int count = hired;
            if (count > staff.length) Trine.unmodelled("more than 8 threads that shutdownNow interrupts");
            for (int i = 0; i < count && i < staff.length; i++) {
                Thread worker = staff[i];
                if (worker != null) Trine.interrupt(worker);
            }
        });
        return new ArrayList<>();
    }

    public boolean isShutdown() {
        return closed;
    }

    public boolean isTerminated() {
        boolean over = false;
        Trine.atomic(() -> {
            over = closed && ended == hired;
        });
        return over;
    }

    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (time != Long.MAX_VALUE) return isTerminated();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(closed && ended == hired || me.interrupted);
            interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return true;
    }

    public void close() {
        closed = true;
        Trine.await(ended == hired);
    }

    public int getPoolSize() {
        int count = 0;
        Trine.atomic(() -> {
            count = hired - ended;
        });
        return count;
    }

    private static class Body implements Runnable {
        private final ThreadPerTask pool;
        private final Runnable work;

        Body(ThreadPerTask pool, Runnable work) {
            this.pool = pool;
            this.work = work;
        }

        public void run() {
            try {
                work.run();
            } finally {
                pool.leave();
            }
        }
    }

    private void leave() {
        Trine.atomic(() -> {
            ended++;
        });
    }
}
