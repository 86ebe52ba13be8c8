package java.util.concurrent;

import java.util.List;
import trine.Trine;

// Keeps that no more tasks run at once than there are workers, and that a task does not begin before one that was
// handed in earlier with no longer a delay; how long delays are plays no other part. Each task has a thread of
// its own, which takes one of the places while it runs and stays until the pool is closed, as a worker would.
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {
    private final int size;
    private final ThreadFactory factory;
    private volatile Thread[] staff = new Thread[8];
    private volatile int hired;
    private volatile Job<?> latest;
    private volatile int ended;
    private volatile int busy;
    // Closed, as those see it who hand in tasks, and as threads do.
    private volatile boolean refusing;
    private volatile boolean closed;
    private volatile boolean stopped;

    public ScheduledThreadPoolExecutor(int size) {
        this(size, null);
    }

    public ScheduledThreadPoolExecutor(int size, ThreadFactory factory) {
        if (size < 0) throw new IllegalArgumentException();
        this.size = size == 0 ? 1 : size;
        this.factory = factory;
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
        Runnable body = () -> job.live();
        Thread thread = factory == null ? new Thread(body) : factory.newThread(body);
        if (number >= staff.length) Trine.unmodelled("more than 8 scheduled tasks");
        staff[number] = thread;
        thread.start();
        return job;
    }

    public void shutdown() {
        Trine.atomic(() -> {
            refusing = true;
            closed = true;
        });
    }

    // Which tasks are left is not followed.
    public List<Runnable> shutdownNow() {
        Trine.atomic(() -> {
            refusing = true;
            closed = true;
            stopped = true;
            int count = hired;
            for (int i = 0; i < count; i++) {
                Thread worker = staff[i];
                if (worker != null) Trine.interrupt(worker);
            }
        });
        return Trine.opaque();
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

    private static class Job<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final ScheduledThreadPoolExecutor pool;
        private final Runnable action;
        private final Callable<V> task;
        final long delay;
        private final boolean again;
        Job<?> before;
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
            Job<?> first = before;
            if (first != null) Trine.await(first.begun || pool.stopped || first.state == CANCELLED || pool.closed && first.again);
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
