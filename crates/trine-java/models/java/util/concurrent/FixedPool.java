package java.util.concurrent;

import java.util.List;
import trine.Trine;

// A pool with a fixed number of workers. Each of the first tasks gets a worker of its own, the others wait in
// an array that goes round: who hands in tasks counts those, and workers count what they took. The first worker
// that dies of the error of its task is replaced by a spare thread; a second one is unmodelled.
class FixedPool extends CountedPool {
    private static final int LAST = 15;
    private static final int REFUSED = 0;
    private static final int HIRED = 1;
    private static final int QUEUED = 2;

    private final int size;
    private volatile Runnable[] tasks = new Runnable[LAST + 1];
    // How many tasks were put there, as those see it who put them, and as workers do.
    private volatile int handed;
    private volatile boolean round;
    private volatile int added;
    private volatile int taken;
    private volatile boolean stopped;
    private volatile boolean spared;
    private volatile Thread spare;

    FixedPool(int size, ThreadFactory factory) {
        super(factory, size);
        if (size <= 0) throw new IllegalArgumentException();
        this.size = size;
    }

    public void execute(Runnable work) {
        if (work == null) throw new NullPointerException();
        // Which of the three it is stays known, other than a boolean that was read.
        int answer = REFUSED;
        int number = 0;
        Trine.atomic(() -> {
            if (refusing) {
                answer = REFUSED;
            } else if (hired < size) {
                answer = HIRED;
                number = hired;
                hired = number + 1;
            } else {
                answer = QUEUED;
                append(work);
            }
        });
        if (answer == REFUSED) throw new RejectedExecutionException();
        if (answer == QUEUED) return;
        start(made(new Worker(this, work)), number);
    }

    // Inside a step.
    private void append(Runnable work) {
        int at = handed;
        tasks[at] = work;
        handed = at + 1 & LAST;
        added = handed;
        if (at == LAST) round = true;
        if (round && added == taken) Trine.unmodelled("more than 15 tasks that wait for a worker");
    }

    // What a worker does next; null when it has to end.
    private Runnable next() {
        Runnable work = null;
        Trine.atomic(() -> {
            Trine.await(taken != added || closed);
            if (!stopped) Trine.interrupted();
            int at = taken;
            if (at != added) {
                work = tasks[at];
                tasks[at] = null;
                taken = at + 1 & LAST;
            } else {
                ended++;
            }
        });
        return work;
    }

    // A worker dies of the error of its task; another takes its place if there is something left to do.
    private void replace() {
        boolean start = false;
        Trine.atomic(() -> {
            if (closed && taken == added) {
                ended++;
            } else if (spared) {
                Trine.unmodelled("a second worker that dies of the error of its task");
                ended++;
            } else {
                spared = true;
                start = true;
            }
        });
        if (start) {
            spare = made(new Worker(this, null));
            spare.start();
        }
    }

    // Which tasks are left is not followed.
    public List<Runnable> shutdownNow() {
        Trine.atomic(() -> {
            refusing = true;
            closed = true;
            stopped = true;
            for (int i = 0; i < tasks.length; i++) tasks[i] = null;
            taken = added;
            interruptAll();
            if (spare != null) Trine.interrupt(spare);
        });
        return Trine.opaque();
    }

    private static class Worker implements Runnable {
        private final FixedPool pool;
        private final Runnable start;

        Worker(FixedPool pool, Runnable start) {
            this.pool = pool;
            this.start = start;
        }

        public void run() {
            Runnable work = start == null ? pool.next() : start;
            while (work != null) {
                perform(work);
                work = pool.next();
            }
        }

        private void perform(Runnable work) {
            boolean died = true;
            try {
                work.run();
                died = false;
            } finally {
                if (died) pool.replace();
            }
        }
    }
}
