package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import trine.Trine;

// Keeps its workers and the tasks that wait, in its own queue: of the queue that is given only the
// capacity counts. A worker beyond the core ends as soon as it finds nothing to do. A task too many is
// refused with an error; other policies are left out.
public class ThreadPoolExecutor extends AbstractExecutorService {
    private final int core;
    private final int most;
    private final int capacity;
    private final ThreadFactory factory;
    private final boolean daemons;
    private final SharedBuffer<Runnable> queue = new SharedBuffer<>(Integer.MAX_VALUE, 4);
    private volatile int threads;
    private volatile Worker workers;
    private volatile boolean closed;
    private volatile boolean stopped;

    public ThreadPoolExecutor(int core, int most, long idle, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, queue.remainingCapacity(), null, false);
    }

    public ThreadPoolExecutor(int core, int most, long idle, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        this(core, most, queue.remainingCapacity(), factory, false);
    }

    // For the class Executors.
    ThreadPoolExecutor(int core, int most, int capacity, ThreadFactory factory, boolean daemons) {
        if (core < 0 || most <= 0 || most < core) throw new IllegalArgumentException();
        this.core = core;
        this.most = most;
        this.capacity = capacity;
        this.factory = factory;
        this.daemons = daemons;
    }

    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        SharedBuffer<Runnable> queue = this.queue;
        boolean hire = false;
        boolean refused = false;
        Trine.atomic(() -> {
            if (closed) {
                refused = true;
            } else if (threads < core) {
                hire = true;
            } else if (queue.size < capacity) {
                queue.insert(task);
            } else {
                hire = threads < most;
                refused = !hire;
            }
            if (hire) threads++;
        });
        if (refused) throw new RejectedExecutionException();
        if (hire) hire(task);
    }

    private void hire(Runnable task) {
        Worker worker = new Worker(this, task);
        Thread thread = factory == null ? new Thread(worker) : factory.newThread(worker);
        if (daemons) thread.daemon = true;
        worker.thread = thread;
        Trine.atomic(() -> {
            worker.next = workers;
            workers = worker;
        });
        thread.start();
    }

    // What a worker does next; null when it has to end.
    private Runnable next(Worker worker) {
        SharedBuffer<Runnable> queue = this.queue;
        Runnable task = null;
        Trine.atomic(() -> {
            Trine.await(queue.size > 0 || closed || threads > core);
            if (!stopped) Trine.interrupted();
            if (queue.size > 0) task = queue.extract(0);
            else dismiss(worker);
        });
        return task;
    }

    // Inside a step.
    private void dismiss(Worker worker) {
        threads--;
        if (workers == worker) {
            workers = worker.next;
        } else {
            Worker before = workers;
            while (before.next != worker) before = before.next;
            before.next = worker.next;
        }
    }

    // A worker dies of the error of its task; another takes its place.
    private void replace(Worker worker) {
        boolean hire = false;
        Trine.atomic(() -> {
            dismiss(worker);
            hire = !closed && threads < core || queue.size > 0 && threads == 0;
            if (hire) threads++;
        });
        if (hire) hire(null);
    }

    public void shutdown() {
        closed = true;
    }

    public List<Runnable> shutdownNow() {
        SharedBuffer<Runnable> queue = this.queue;
        ArrayList<Runnable> left = new ArrayList<>();
        Trine.atomic(() -> {
            closed = true;
            stopped = true;
            while (queue.size > 0) left.add(queue.extract(0));
            Worker worker = workers;
            while (worker != null) {
                Trine.interrupt(worker.thread);
                worker = worker.next;
            }
        });
        return left;
    }

    public boolean isShutdown() {
        return closed;
    }

    public boolean isTerminated() {
        boolean over = false;
        Trine.atomic(() -> {
            over = closed && threads == 0;
        });
        return over;
    }

    // Waiting for as long as there can be is waiting without limit; else it is one look at any moment.
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (time != Long.MAX_VALUE) return isTerminated();
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(closed && threads == 0 || me.interrupted);
            interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return true;
    }

    public void close() {
        closed = true;
        Trine.await(threads == 0);
    }

    public int getPoolSize() {
        return threads;
    }

    private static class Worker implements Runnable {
        private final ThreadPoolExecutor pool;
        private Runnable task;
        volatile Thread thread;
        volatile Worker next;

        Worker(ThreadPoolExecutor pool, Runnable task) {
            this.pool = pool;
            this.task = task;
        }

        public void run() {
            Runnable now = task;
            task = null;
            boolean died = true;
            try {
                if (now == null) now = pool.next(this);
                while (now != null) {
                    now.run();
                    now = pool.next(this);
                }
                died = false;
            } finally {
                if (died) pool.replace(this);
            }
        }
    }
}
