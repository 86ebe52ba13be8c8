package java.util.concurrent;

import trine.Trine;

// A result or an error that is there once, and then for good.
abstract class Outcome<T> implements Future<T> {
    volatile boolean done;
    @Late
    volatile T result;
    volatile Throwable error;

    // Whether it is this that is there now.
    boolean mark(T value, Throwable thrown) {
        boolean mine = false;
        Trine.atomic(() -> {
            mine = !done;
            if (mine) {
                result = value;
                error = thrown;
                done = true;
            }
        });
        return mine;
    }

    public T get() throws InterruptedException, ExecutionException {
        Thread me = Trine.currentThread();
        boolean interrupted = false;
        Trine.atomic(() -> {
            Trine.await(done || me.interrupted);
            if (!done) interrupted = Trine.interrupted();
        });
        if (interrupted) throw new InterruptedException();
        return report();
    }

    // Whoever waits for some time may give up at any moment.
    public T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (!done) throw new TimeoutException();
        return report();
    }

    private T report() throws ExecutionException {
        Throwable thrown = error;
        if (thrown == null) return result;
        if (thrown instanceof CancellationException) throw (CancellationException) thrown;
        throw new ExecutionException(cause(thrown));
    }

    // The error as the user raised it.
    Throwable cause(Throwable thrown) {
        return thrown;
    }

    public boolean isCancelled() {
        return error instanceof CancellationException;
    }

    public boolean isDone() {
        return done;
    }
}
