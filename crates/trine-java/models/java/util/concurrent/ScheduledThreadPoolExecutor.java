package java.util.concurrent;

import java.util.List;
import trine.Trine;

// Keeps that no more tasks run at once than there are workers, and that a task does not begin before one that was
// handed in earlier with no longer a delay; how long delays are plays no other part. Each task has a thread of
// its own, which takes one of the places while it runs and stays until the pool is closed, as a worker would.
public class ScheduledThreadPoolExecutor extends CountedPool implements ScheduledExecutorService {
    private final int size;
    private volatile Job<?> latest;
    private volatile int busy;
    private volatile boolean stopped;

    public ScheduledThreadPoolExecutor(int size) {
        this(size, null);
    }

    public ScheduledThreadPoolExecutor(int size, ThreadFactory factory) {
        super(factory, 8);
        if (size < 0) throw new IllegalArgumentException();
        this.size = size == 0 ? 1 : size;
    }

    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        if (task == null) throw new NullPointerException();
        return hand(new Job<Object>(this, task, null, unit.toNanos(delay), false));
    }

    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        if (task == null) throw new NullPointerException();
        return hand(new Job<V>(this, null, task, unit.toNanos(delay), false));
    }

    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        if (task == null) throw new NullPointerException();
        if (period <= 0) throw new IllegalArgumentException();
        return hand(new Job<Object>(this, task, null, unit.toNanos(delay), true));
    }

    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        return scheduleAtFixedRate(task, delay, pause, unit);
    }

    private <V> Job<V> hand(Job<V> job) {
        // Stays known, other than a boolean that was read.
        int number = -1;
        Trine.atomic(() -> {
            if (!refusing) {
                number = hired;
                hired = number + 1;
                job.before = latest;
                latest = job;
            }
        });
        if (number < 0) throw new RejectedExecutionException();
        Job<?> before = job.before;
        while (before != null && before.delay > job.delay) before = before.before;
        job.before = before;
        start(made(() -> job.live()), number);
        return job;
    }

    // Which tasks are left is not followed.
    public List<Runnable> shutdownNow() {
        Trine.atomic(() -> {
            refusing = true;
            closed = true;
            stopped = true;
            interruptAll();
        });
        return Trine.opaque();
    }

    private static class Job<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final ScheduledThreadPoolExecutor pool;
        private final Runnable action;
        private final Callable<V> task;
        final long delay;
        private final boolean again;
        volatile Job<?> before;
        private volatile boolean begun;

        Job(ScheduledThreadPoolExecutor pool, Runnable action, Callable<V> task, long delay, boolean again) {
            this.pool = pool;
            this.action = action;
            this.task = task;
            this.delay = delay;
            this.again = again;
        }

        V compute() throws Exception {
            if (action == null) return task.call();
            action.run();
            return null;
        }

        void live() {
            if (again) {
                boolean fine = true;
                while (fine && begin()) {
                    fine = runAndReset();
                    leave();
                }
            } else if (begin()) {
                run();
                leave();
            }
            Trine.atomic(() -> {
                Trine.await(pool.closed);
                pool.ended++;
            });
        }

        // Waits for its turn and for a place; false where the task is no longer to run.
        private boolean begin() {
            boolean mine = false;
            for (Job<?> first = before; first != null; first = first.before) {
                Trine.await(first.begun || pool.stopped || first.state == CANCELLED || pool.closed && first.again);
            }
            Trine.atomic(() -> {
                Trine.await(pool.busy < pool.size || pool.stopped || state == CANCELLED || again && pool.closed);
                if (pool.stopped || state == CANCELLED || again && pool.closed) {
                    mine = false;
                } else {
                    mine = true;
                    begun = true;
                    pool.busy++;
                }
            });
            return mine;
        }

        private void leave() {
            Trine.atomic(() -> {
                pool.busy--;
            });
        }

        public long getDelay(TimeUnit unit) {
            return Trine.opaque();
        }

        public int compareTo(Delayed other) {
            return Trine.opaque();
        }
    }
}
