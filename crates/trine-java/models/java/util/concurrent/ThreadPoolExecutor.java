package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import trine.Trine;

// Keeps its workers and the tasks that wait, in a list of its own: of the queue that is given only the
// capacity counts. A worker beyond the core ends as soon as it finds nothing to do. A task too many is
// refused with an error; other policies are left out. The first worker that dies of the error of its task
// is replaced by a spare thread; a second one is unmodelled, so that the threads of a pool stay few.
public class ThreadPoolExecutor extends AbstractExecutorService {
    private final int core;
    private final int most;
    private final int capacity;
    private final ThreadFactory factory;
    private final boolean daemons;
    private volatile Task first;
    private volatile Task last;
    private volatile int queued;
    private volatile int threads;
    private volatile Worker workers;
    private volatile boolean closed;
    private volatile boolean stopped;
    private final Thread spare;
    private volatile boolean spared;

    public ThreadPoolExecutor(int core, int most, long idle, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, queue.remainingCapacity(), null, false);
    }

    public ThreadPoolExecutor(int core, int most, long idle, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        this(core, most, queue.remainingCapacity(), factory, false);
    }

    // For subclasses that do everything by themselves.
    ThreadPoolExecutor() {
        this.core = 0;
        this.most = 0;
        this.capacity = 0;
        this.factory = null;
        this.daemons = false;
        this.spare = null;
    }

    ThreadPoolExecutor(int core, int most, int capacity, ThreadFactory factory, boolean daemons) {
        if (core < 0 || most <= 0 || most < core) throw new IllegalArgumentException();
        this.core = core;
        this.most = most;
        this.capacity = capacity;
        this.factory = factory;
        this.daemons = daemons;
        this.spare = Thread.ofLibrary(new Worker(this, null));
        this.spare.daemon = daemons;
    }

    public void execute(Runnable work) {
        if (work == null) throw new NullPointerException();
        Task made = new Task();
        made.work = work;
        boolean hire = false;
        boolean refused = false;
        Trine.atomic(() -> {
            if (closed) {
                refused = true;
            } else if (threads < core) {
                hire = true;
            } else if (queued < capacity) {
                if (queued == 0) first = made;
                else last.next = made;
                last = made;
                queued++;
            } else {
                hire = threads < most;
                refused = !hire;
            }
            if (hire) threads++;
        });
        if (refused) throw new RejectedExecutionException();
        if (hire) hire(work);
    }

    private void hire(Runnable work) {
        Worker worker = new Worker(this, work);
        Thread thread = factory == null ? Thread.ofLibrary(worker) : factory.newThread(worker);
        if (daemons) thread.daemon = true;
        worker.thread = thread;
        Trine.atomic(() -> {
            worker.next = workers;
            workers = worker;
        });
        thread.start();
    }

    // What a worker does next; null when it has to end.
    private Runnable next() {
        Runnable work = null;
        Trine.atomic(() -> {
            Trine.await(queued > 0 || closed || threads > core);
            if (!stopped) Trine.interrupted();
            if (queued > 0) work = extract();
            else threads--;
        });
        return work;
    }

    // Inside a step.
    private Runnable extract() {
        Task taken = first;
        first = taken.next;
        queued--;
        if (queued == 0) last = null;
        return taken.work;
    }

    // A worker dies of the error of its task; another takes its place if there is something left to do.
    private void replace() {
        boolean start = false;
        Trine.atomic(() -> {
            if (closed && queued == 0) {
                threads--;
            } else if (spared) {
                Trine.unmodelled("a second worker that dies of the error of its task");
                threads--;
            } else {
                spared = true;
                start = true;
            }
        });
        if (start) spare.start();
    }

    public void shutdown() {
        closed = true;
    }

    public List<Runnable> shutdownNow() {
        ArrayList<Runnable> left = new ArrayList<>();
        Trine.atomic(() -> {
            closed = true;
            stopped = true;
            while (queued > 0) left.add(extract());
            // Those that have ended do not mind.
            Worker worker = workers;
            while (worker != null) {
                Trine.interrupt(worker.thread);
                worker = worker.next;
            }
            if (spared) Trine.interrupt(spare);
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

    private static class Task {
        volatile Runnable work;
        volatile Task next;
    }

    private static class Worker implements Runnable {
        private final ThreadPoolExecutor pool;
        private final Runnable start;
        volatile Thread thread;
        volatile Worker next;

        Worker(ThreadPoolExecutor pool, Runnable start) {
            this.pool = pool;
            this.start = start;
        }

        public void run() {
            Runnable work = start;
            boolean died = true;
            try {
                if (work == null) work = pool.next();
                while (work != null) {
                    work.run();
                    work = pool.next();
                }
                died = false;
            } finally {
                if (died) pool.replace();
            }
        }
    }
}
