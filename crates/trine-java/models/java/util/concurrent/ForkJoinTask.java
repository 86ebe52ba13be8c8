package java.util.concurrent;

import java.util.Collection;
import trine.Trine;

// Keeps the result or the error. A task that is forked gets a daemon thread of its own: that there are enough
// workers is taken for granted.
public abstract class ForkJoinTask<V> implements Future<V> {
    private volatile boolean done;
    private volatile V result;
    private volatile Throwable error;

    abstract V perform();

    private void complete() {
        if (done) return;
        V value = null;
        Throwable thrown = null;
        try {
            value = perform();
        } catch (Throwable caught) {
            thrown = caught;
        }
        finish(value, thrown);
    }

    private void finish(V value, Throwable thrown) {
        Trine.atomic(() -> {
            if (!done) {
                result = value;
                error = thrown;
                done = true;
            }
        });
    }

    public final ForkJoinTask<V> fork() {
        Trine.assume("the common pool, like any other that tasks are forked in, has a thread for each task");
        Thread thread = new Thread(() -> complete());
        thread.daemon = true;
        thread.start();
        return this;
    }

    public final V join() {
        Trine.await(done);
        Throwable thrown = error;
        if (thrown != null) throw thrown;
        return result;
    }

    public final V invoke() {
        complete();
        Throwable thrown = error;
        if (thrown != null) throw thrown;
        return result;
    }

    public static void invokeAll(ForkJoinTask<?> first, ForkJoinTask<?> second) {
        second.fork();
        first.invoke();
        second.join();
    }

    public static void invokeAll(ForkJoinTask<?>... tasks) {
        for (int i = 1; i < tasks.length; i++) tasks[i].fork();
        if (tasks.length > 0) tasks[0].invoke();
        for (int i = 1; i < tasks.length; i++) tasks[i].join();
    }

    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        for (T task : tasks) task.fork();
        for (T task : tasks) task.join();
        return tasks;
    }

    public V get() throws InterruptedException, ExecutionException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(done || me.interrupted);
            if (!done) interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return report();
    }

    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (!done) throw new TimeoutException();
        return report();
    }

    private V report() throws ExecutionException {
        Throwable thrown = error;
        if (thrown == null) return result;
        if (thrown instanceof CancellationException) throw (CancellationException) thrown;
        throw new ExecutionException(thrown);
    }

    public boolean cancel(boolean interrupt) {
        finish(null, new CancellationException());
        return isCancelled();
    }

    public boolean isCancelled() {
        return error instanceof CancellationException;
    }

    public boolean isDone() {
        return done;
    }

    public final boolean isCompletedAbnormally() {
        return error != null;
    }

    public final boolean isCompletedNormally() {
        boolean fine = false;
        Trine.atomic(() -> {
            fine = done && error == null;
        });
        return fine;
    }
}
