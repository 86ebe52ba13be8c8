package java.util.concurrent;

import trine.Trine;

// Keeps the result or the error of a task that runs once. A timed get is one look at any moment.
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int WAITING = 0;
    private static final int RUNNING = 1;
    private static final int DONE = 2;
    private static final int FAILED = 3;
    static final int CANCELLED = 4;

    private final Callable<V> task;
    volatile int state;
    @Late
    private volatile V result;
    @Late
    private volatile Throwable error;
    private volatile Thread runner;

    public FutureTask(Callable<V> task) {
        if (task == null) throw new NullPointerException();
        this.task = task;
    }

    public FutureTask(Runnable action, V result) {
        if (action == null) throw new NullPointerException();
        this.task = Executors.callable(action, result);
    }

    // For a subclass that computes by itself.
    FutureTask() {
        this.task = null;
    }

    V compute() throws Exception {
        return task.call();
    }

    public void run() {
        Thread me = Trine.currentThread();
        boolean mine = false;
        Trine.atomic(() -> {
            mine = state == WAITING;
            if (mine) {
                state = RUNNING;
                runner = me;
            }
        });
        if (!mine) return;
        V value;
        try {
            value = compute();
        } catch (Throwable caught) {
            finish(FAILED, null, caught);
            return;
        }
        finish(DONE, value, null);
    }

    private void finish(int how, V value, Throwable thrown) {
        boolean mine = false;
        Trine.atomic(() -> {
            if (state == RUNNING) {
                mine = true;
                result = value;
                error = thrown;
                state = how;
            }
            runner = null;
        });
        if (mine) done();
    }

    protected void done() {}

    // Runs the task without keeping its result: false if it failed or was cancelled.
    boolean runAndReset() {
        try {
            compute();
        } catch (Throwable caught) {
            boolean mine = false;
            Trine.atomic(() -> {
                if (state < DONE) {
                    mine = true;
                    error = caught;
                    state = FAILED;
                }
            });
            if (mine) done();
            return false;
        }
        return state < DONE;
    }

    public V get() throws InterruptedException, ExecutionException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(state >= DONE || me.interrupted);
            if (state < DONE) interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return report();
    }

    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (state < DONE) throw new TimeoutException();
        return report();
    }

    private V report() throws ExecutionException {
        if (state == CANCELLED) throw new CancellationException();
        if (state == FAILED) throw new ExecutionException(error);
        return result;
    }

    public boolean cancel(boolean interrupt) {
        boolean cancelled = false;
        Trine.atomic(() -> {
            if (state < DONE) {
                cancelled = true;
                state = CANCELLED;
                Thread running = runner;
                if (interrupt && running != null) Trine.interrupt(running);
            }
        });
        if (cancelled) done();
        return cancelled;
    }

    public boolean isCancelled() {
        return state == CANCELLED;
    }

    public boolean isDone() {
        return state >= DONE;
    }
}
