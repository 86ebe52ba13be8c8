package java.util.concurrent;

import java.util.Collection;
import trine.Trine;

// Keeps the result or the error. A task that is forked gets a daemon thread of its own: that there are enough
// workers is taken for granted.
public abstract class ForkJoinTask<V> extends Outcome<V> {
    abstract V perform();

    private void complete() {
        if (done) return;
        V value;
        try {
            value = perform();
        } catch (Throwable caught) {
            mark(null, caught);
            return;
        }
        mark(value, null);
    }

    public final ForkJoinTask<V> fork() {
        Trine.assume("the common pool, like any other that tasks are forked in, has a thread for each task");
        Thread thread = Thread.ofLibrary(() -> complete());
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

    public boolean cancel(boolean interrupt) {
        mark(null, new CancellationException());
        return isCancelled();
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
