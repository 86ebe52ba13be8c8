package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import trine.Trine;

// A thread for each task. A pool that keeps idle threads for a while looks the same: they end in time, and
// nobody can tell. Tasks beyond the eighth cannot be interrupted by shutdownNow, which is unmodelled then.
class ThreadPerTask extends CountedPool {
    private final boolean daemons;

    ThreadPerTask(ThreadFactory factory, boolean daemons) {
        super(factory, 8);
        this.daemons = daemons;
    }

    public void execute(Runnable work) {
        if (work == null) throw new NullPointerException();
        // Stays known, other than a boolean that was read.
        int number = -1;
        Trine.atomic(() -> {
            if (!refusing) {
                number = hired;
                hired = number + 1;
            }
        });
        if (number < 0) throw new RejectedExecutionException();
        Thread thread = made(new Body(this, work));
        if (daemons) thread.daemon = true;
        start(thread, number);
    }

    public List<Runnable> shutdownNow() {
        Trine.atomic(() -> {
            refusing = true;
            closed = true;
            interruptAll();
        });
        return new ArrayList<>();
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
