package java.util.concurrent;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import trine.Trine;

// Keeps the result or the error, and what is to be done then: whoever completes it does that in a loop,
// and what depends on it next, never one inside the other. A task without an executor gets a daemon thread
// of its own. Time-outs are left out.
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
    private volatile boolean done;
    private volatile T result;
    private volatile Throwable error;
    private volatile Request requests;

    public CompletableFuture() {}

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return supplyAsync(supplier, null);
    }

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        CompletableFuture<U> made = new CompletableFuture<>();
        launch(executor, () -> made.completeBy(supplier));
        return made;
    }

    public static CompletableFuture<Void> runAsync(Runnable task) {
        return runAsync(task, null);
    }

    public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) {
        CompletableFuture<Void> made = new CompletableFuture<>();
        launch(executor, () -> made.completeBy(() -> {
            task.run();
            return null;
        }));
        return made;
    }

    public static <U> CompletableFuture<U> completedFuture(U value) {
        CompletableFuture<U> made = new CompletableFuture<>();
        made.result = value;
        made.done = true;
        return made;
    }

    public static <U> CompletableFuture<U> failedFuture(Throwable error) {
        CompletableFuture<U> made = new CompletableFuture<>();
        made.error = error;
        made.done = true;
        return made;
    }

    public static CompletableFuture<Void> allOf(CompletableFuture<?>... all) {
        CompletableFuture<Void> made = new CompletableFuture<>();
        awaitFrom(0, all, null, made);
        return made;
    }

    // Completes a future when all from an index on are done.
    private static void awaitFrom(int index, CompletableFuture<?>[] all, Throwable error, CompletableFuture<Void> made) {
        if (index == all.length) {
            made.mark(null, error);
        } else {
            CompletableFuture<?> one = all[index];
            one.attach(() -> {
                awaitFrom(index + 1, all, error == null ? one.wrapped() : error, made);
                return made;
            });
        }
    }

    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... all) {
        CompletableFuture<Object> made = new CompletableFuture<>();
        for (CompletableFuture<?> one : all) {
            one.attach(() -> {
                made.mark(one.result, one.wrapped());
                return made;
            });
        }
        return made;
    }

    public boolean complete(T value) {
        return finish(value, null);
    }

    public boolean completeExceptionally(Throwable error) {
        if (error == null) throw new NullPointerException();
        return finish(null, error);
    }

    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> change) {
        CompletableFuture<U> next = new CompletableFuture<>();
        attach(() -> {
            if (error != null) next.mark(null, wrapped());
            else next.compute(() -> change.apply(result));
            return next;
        });
        return next;
    }

    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> change) {
        CompletableFuture<U> next = new CompletableFuture<>();
        attach(() -> {
            if (error != null) next.mark(null, wrapped());
            else launch(null, () -> next.completeBy(() -> change.apply(result)));
            return next;
        });
        return next;
    }

    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return thenApply(value -> {
            action.accept(value);
            return null;
        });
    }

    public CompletableFuture<Void> thenRun(Runnable action) {
        return thenApply(value -> {
            action.run();
            return null;
        });
    }

    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> change) {
        CompletableFuture<U> next = new CompletableFuture<>();
        attach(() -> {
            if (error != null) {
                next.mark(null, wrapped());
            } else {
                CompletableFuture<U> inner = null;
                try {
                    inner = change.apply(result).toCompletableFuture();
                } catch (Throwable caught) {
                    next.mark(null, new CompletionException(caught));
                }
                if (inner != null) inner.passOnTo(next);
            }
            return next;
        });
        return next;
    }

    private void passOnTo(CompletableFuture<T> next) {
        attach(() -> {
            next.mark(result, wrapped());
            return next;
        });
    }

    public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> join) {
        CompletableFuture<V> next = new CompletableFuture<>();
        CompletableFuture<? extends U> second = other.toCompletableFuture();
        attach(() -> {
            second.attach(() -> {
                if (error != null) next.mark(null, wrapped());
                else if (second.error != null) next.mark(null, second.wrapped());
                else next.compute(() -> join.apply(result, second.result));
                return next;
            });
            return next;
        });
        return next;
    }

    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> mend) {
        CompletableFuture<T> next = new CompletableFuture<>();
        attach(() -> {
            if (error == null) next.mark(result, null);
            else next.compute(() -> mend.apply(error));
            return next;
        });
        return next;
    }

    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> change) {
        CompletableFuture<U> next = new CompletableFuture<>();
        attach(() -> {
            next.compute(() -> change.apply(result, error));
            return next;
        });
        return next;
    }

    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        CompletableFuture<T> next = new CompletableFuture<>();
        attach(() -> {
            Throwable thrown = wrapped();
            try {
                action.accept(result, error);
            } catch (Throwable caught) {
                if (thrown == null) thrown = new CompletionException(caught);
            }
            next.mark(result, thrown);
            return next;
        });
        return next;
    }

    public T join() {
        Trine.await(done);
        if (error instanceof CancellationException) throw (CancellationException) error;
        if (error != null) throw (CompletionException) wrapped();
        return result;
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

    public T get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (Trine.interrupted()) throw new InterruptedException();
        if (!done) throw new TimeoutException();
        return report();
    }

    private T report() throws ExecutionException {
        Throwable thrown = error;
        if (thrown == null) return result;
        if (thrown instanceof CancellationException) throw (CancellationException) thrown;
        if (thrown instanceof CompletionException && thrown.getCause() != null) thrown = thrown.getCause();
        throw new ExecutionException(thrown);
    }

    public T getNow(T otherwise) {
        return done ? join() : otherwise;
    }

    public boolean cancel(boolean interrupt) {
        return finish(null, new CancellationException()) || isCancelled();
    }

    public boolean isCancelled() {
        return error instanceof CancellationException;
    }

    public boolean isDone() {
        return done;
    }

    public boolean isCompletedExceptionally() {
        return error != null;
    }

    public CompletableFuture<T> toCompletableFuture() {
        return this;
    }

    private static void launch(Executor executor, Runnable task) {
        if (executor != null) {
            executor.execute(task);
        } else {
            Trine.assume("the common pool, like any other that tasks are forked in, has a thread for each task");
            Thread thread = new Thread(task);
            thread.daemon = true;
            thread.start();
        }
    }

    private void completeBy(Supplier<? extends T> supplier) {
        compute(supplier);
        pass();
    }

    private void compute(Supplier<? extends T> supplier) {
        T value = null;
        Throwable thrown = null;
        try {
            value = supplier.get();
        } catch (Throwable caught) {
            thrown = caught instanceof CompletionException ? caught : new CompletionException(caught);
        }
        mark(value, thrown);
    }

    // The error as those get it who depend on this one.
    private Throwable wrapped() {
        Throwable thrown = error;
        if (thrown == null || thrown instanceof CompletionException) return thrown;
        return new CompletionException(thrown);
    }

    private boolean finish(T value, Throwable thrown) {
        boolean mine = mark(value, thrown);
        pass();
        return mine;
    }

    private boolean mark(T value, Throwable thrown) {
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

    // Does what is to be done now, and what is to be done then.
    private void pass() {
        Request rest = requested();
        while (rest != null) {
            Request now = rest;
            rest = now.after;
            Request more = now.action.act().requested();
            while (more != null) {
                Request one = more;
                more = one.after;
                one.after = rest;
                rest = one;
            }
        }
    }

    // Takes the requests, if their time has come.
    private Request requested() {
        Request taken = null;
        Trine.atomic(() -> {
            if (done) {
                taken = requests;
                requests = null;
            }
        });
        return taken;
    }

    private void attach(Action action) {
        boolean now = false;
        Trine.atomic(() -> {
            now = done;
            if (!now) {
                Request made = new Request();
                made.action = action;
                made.after = requests;
                requests = made;
            }
        });
        if (now) action.act();
    }

    // What is to be done; the result is what may be complete then.
    private interface Action {
        CompletableFuture<?> act();
    }

    private static class Request {
        volatile Action action;
        volatile Request after;
    }
}
