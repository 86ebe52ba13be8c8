package java.util.concurrent;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import trine.Trine;

// What is to be done with the outcome waits, each in a field of its own; whoever completes a future does it, the
// newest first, and what depends on that before it goes on, the oldest first. How much it is, only those count who
// add to it. What comes later is done at once. A task without an executor gets a daemon
// thread of its own. Time that is waited for may be over at any moment.
public class CompletableFuture<T> extends Outcome<T> implements CompletionStage<T> {
    private static final Executor HERE = new Here();

    private volatile int added;
    private volatile Step<?, ?> step0;
    private volatile Step<?, ?> step1;
    private volatile Step<?, ?> step2;
    private volatile Step<?, ?> step3;
    private volatile Step<?, ?> step4;
    private volatile Step<?, ?> step5;

    public CompletableFuture() {}

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return supplyAsync(supplier, null);
    }

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        return new CompletableFuture<U>().completeAsync(supplier, executor);
    }

    public static CompletableFuture<Void> runAsync(Runnable task) {
        return runAsync(task, null);
    }

    public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) {
        return supplyAsync(() -> {
            task.run();
            return null;
        }, executor);
    }

    public static <U> CompletableFuture<U> completedFuture(U value) {
        CompletableFuture<U> made = new CompletableFuture<>();
        made.mark(value, null);
        return made;
    }

    public static <U> CompletionStage<U> completedStage(U value) {
        return completedFuture(value);
    }

    public static <U> CompletableFuture<U> failedFuture(Throwable error) {
        CompletableFuture<U> made = new CompletableFuture<>();
        made.mark(null, error);
        return made;
    }

    public static CompletableFuture<Void> allOf(CompletableFuture<?>... all) {
        CompletableFuture<Void> made = new CompletableFuture<>();
        if (all.length == 0) made.finish(null, null);
        Several several = null;
        for (int i = all.length - 1; i >= 0; i--) several = new Several(all[i], several);
        for (CompletableFuture<?> one : all) one.add(new Last(one, made, several));
        return made;
    }

    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... all) {
        CompletableFuture<Object> made = new CompletableFuture<>();
        for (CompletableFuture<?> one : all) one.add(new Relay(one, made));
        return made;
    }

    public boolean complete(T value) {
        return finish(value, null);
    }

    public boolean completeExceptionally(Throwable error) {
        if (error == null) throw new NullPointerException();
        return finish(null, error);
    }

    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, null);
    }

    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        launch(executor, () -> finishBy(supplier));
        return this;
    }

    public boolean cancel(boolean interrupt) {
        return finish(null, new CancellationException()) || isCancelled();
    }

    public CompletableFuture<T> orTimeout(long time, TimeUnit unit) {
        Throwable over = new TimeoutException();
        inTime(() -> finish(null, over));
        return this;
    }

    public CompletableFuture<T> completeOnTimeout(T value, long time, TimeUnit unit) {
        inTime(() -> finish(value, null));
        return this;
    }

    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> change) {
        return thenApplyAsync(change, HERE);
    }

    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> change) {
        return thenApplyAsync(change, null);
    }

    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> change, Executor executor) {
        return add(new Step<T, U>(this, new CompletableFuture<U>(), executor) {
            public U get() {
                return change.apply(source.result);
            }
        });
    }

    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return thenAcceptAsync(action, HERE);
    }

    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        return thenAcceptAsync(action, null);
    }

    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        return add(new Step<T, Void>(this, new CompletableFuture<Void>(), executor) {
            public Void get() {
                action.accept(source.result);
                return null;
            }
        });
    }

    public CompletableFuture<Void> thenRun(Runnable action) {
        return thenRunAsync(action, HERE);
    }

    public CompletableFuture<Void> thenRunAsync(Runnable action) {
        return thenRunAsync(action, null);
    }

    public CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        return add(new Step<T, Void>(this, new CompletableFuture<Void>(), executor) {
            public Void get() {
                action.run();
                return null;
            }
        });
    }

    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> change) {
        return thenComposeAsync(change, HERE);
    }

    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> change) {
        return thenComposeAsync(change, null);
    }

    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> change, Executor executor) {
        CompletableFuture<U> made = new CompletableFuture<>();
        add(new Step<T, CompletableFuture<U>>(this, null, executor) {
            public CompletableFuture<U> get() {
                return change.apply(source.result).toCompletableFuture();
            }

            public void finish(CompletableFuture<U> inner, Throwable thrown) {
                if (thrown != null) made.finishNext(null, thrown);
                else inner.add(new Relay(inner, made));
            }
        });
        return made;
    }

    public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> join) {
        return thenCombineAsync(other, join, HERE);
    }

    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> join) {
        return thenCombineAsync(other, join, null);
    }

    public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> join, Executor executor) {
        CompletableFuture<? extends U> second = other.toCompletableFuture();
        return addBoth(second, new Step<T, V>(this, new CompletableFuture<V>(), executor) {
            public V get() {
                return join.apply(source.result, second.result);
            }
        });
    }

    public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        CompletableFuture<? extends U> second = other.toCompletableFuture();
        return addBoth(second, new Step<T, Void>(this, new CompletableFuture<Void>(), HERE) {
            public Void get() {
                action.accept(source.result, second.result);
                return null;
            }
        });
    }

    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return addBoth(other.toCompletableFuture(), new Step<T, Void>(this, new CompletableFuture<Void>(), HERE) {
            public Void get() {
                action.run();
                return null;
            }
        });
    }

    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> change) {
        return either(other).thenApply(change);
    }

    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        return either(other).thenAccept(action);
    }

    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return either(other).thenRun(action);
    }

    private <U> CompletableFuture<U> either(CompletionStage<?> other) {
        return anyOf(this, other.toCompletableFuture());
    }

    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> mend) {
        return add(new Step<T, T>(this, new CompletableFuture<T>(), HERE) {
            public T get() {
                return source.error == null ? source.result : mend.apply(source.error);
            }

            public void run() {
                finishBy();
            }
        });
    }

    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> change) {
        return handleAsync(change, HERE);
    }

    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> change) {
        return handleAsync(change, null);
    }

    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> change, Executor executor) {
        return add(new Step<T, U>(this, new CompletableFuture<U>(), executor) {
            public U get() {
                return change.apply(source.result, source.error);
            }

            public void run() {
                finishBy();
            }
        });
    }

    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return whenCompleteAsync(action, HERE);
    }

    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        return whenCompleteAsync(action, null);
    }

    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        return add(new Step<T, T>(this, new CompletableFuture<T>(), executor) {
            public T get() {
                action.accept(source.result, source.error);
                return source.result;
            }

            public void run() {
                finishBy();
            }

            public void finish(T value, Throwable thrown) {
                super.finish(value, source.error != null ? source.wrapped() : thrown);
            }
        });
    }

    public T join() {
        Trine.await(done);
        if (error instanceof CancellationException) throw (CancellationException) error;
        if (error != null) throw (CompletionException) wrapped();
        return result;
    }

    public T getNow(T otherwise) {
        return done ? join() : otherwise;
    }

    Throwable cause(Throwable thrown) {
        boolean inside = thrown instanceof CompletionException && thrown.getCause() != null;
        return inside ? thrown.getCause() : thrown;
    }

    public boolean isCompletedExceptionally() {
        return error != null;
    }

    public CompletableFuture<T> toCompletableFuture() {
        return this;
    }

    static void launch(Executor executor, Runnable task) {
        if (executor != null) {
            executor.execute(task);
        } else {
            Trine.assume("the common pool, like any other that tasks are forked in, has a thread for each task");
            inTime(task);
        }
    }

    // Does it at any time, in a daemon thread.
    private static void inTime(Runnable task) {
        Thread thread = Thread.ofLibrary(task);
        thread.daemon = true;
        thread.start();
    }

    private void finishBy(Supplier<? extends T> supplier) {
        T value;
        try {
            value = supplier.get();
        } catch (Throwable caught) {
            finish(null, inCompletion(caught));
            return;
        }
        finish(value, null);
    }

    private boolean finish(T value, Throwable thrown) {
        boolean mine = mark(value, thrown);
        if (mine) pass(false);
        return mine;
    }

    // As part of what depends on another one.
    void finishNext(T value, Throwable thrown) {
        if (mark(value, thrown)) pass(true);
    }

    // Nobody adds anything any more.
    private void pass(boolean inside) {
        Step<?, ?> last;
        Step<?, ?> fifth;
        Step<?, ?> fourth;
        Step<?, ?> third;
        Step<?, ?> second;
        Step<?, ?> first;
        Trine.atomic(() -> {
            last = step5;
            fifth = step4;
            fourth = step3;
            third = step2;
            second = step1;
            first = step0;
        });
        if (inside) {
            begin(first);
            begin(second);
            begin(third);
            begin(fourth);
            begin(fifth);
            begin(last);
        } else {
            begin(last);
            begin(fifth);
            begin(fourth);
            begin(third);
            begin(second);
            begin(first);
        }
    }

    private static void begin(Step<?, ?> step) {
        if (step != null) step.begin();
    }

    // The error as those get it who depend on this one.
    Throwable wrapped() {
        Throwable thrown = error;
        return thrown == null ? null : inCompletion(thrown);
    }

    static Throwable inCompletion(Throwable thrown) {
        return thrown instanceof CompletionException ? thrown : new CompletionException(thrown);
    }

    private <R> CompletableFuture<R> add(Step<?, R> step) {
        boolean now = false;
        Trine.atomic(() -> {
            now = done;
            if (!now) {
                keep(step);
                added++;
            }
        });
        if (now) step.begin();
        return step.next;
    }

    // Inside a step.
    private void keep(Step<?, ?> step) {
        switch (added) {
            case 0:
                step0 = step;
                break;
            case 1:
                step1 = step;
                break;
            case 2:
                step2 = step;
                break;
            case 3:
                step3 = step;
                break;
            case 4:
                step4 = step;
                break;
            case 5:
                step5 = step;
                break;
            default:
                Trine.unmodelled("more than 6 steps that depend on one future");
        }
    }

    private <R> CompletableFuture<R> addBoth(CompletableFuture<?> second, Step<T, R> step) {
        Claim claim = new Claim();
        add(new Half(this, second, step, claim));
        if (second != this) second.add(new Half(second, this, step, claim));
        return step.next;
    }

    private static class Here implements Executor {
        public void execute(Runnable task) {
            task.run();
        }
    }

    // What is to be done when a future is complete, and the future that its outcome completes.
    private abstract static class Step<S, R> implements Runnable, Supplier<R> {
        final CompletableFuture<S> source;
        final CompletableFuture<R> next;
        final Executor executor;

        Step(CompletableFuture<S> source, CompletableFuture<R> next, Executor executor) {
            this.source = source;
            this.next = next;
            this.executor = executor;
        }

        public R get() {
            return null;
        }

        // An executor that refuses it makes it fail.
        void begin() {
            if (executor == HERE) {
                run();
                return;
            }
            try {
                launch(executor, this);
            } catch (RejectedExecutionException refused) {
                finish(null, inCompletion(refused));
            }
        }

        public void run() {
            if (source.error != null) finish(null, source.wrapped());
            else finishBy();
        }

        void finishBy() {
            R value;
            try {
                value = get();
            } catch (Throwable caught) {
                finish(null, inCompletion(caught));
                return;
            }
            finish(value, null);
        }

        public void finish(R value, Throwable thrown) {
            if (executor == HERE) next.finishNext(value, thrown);
            else next.finish(value, thrown);
        }
    }

    private static class Relay extends Step<Object, Object> {
        Relay(CompletableFuture source, CompletableFuture next) {
            super(source, next, HERE);
        }

        void begin() {
            next.finishNext(source.result, source.wrapped());
        }
    }

    private static class Several {
        final CompletableFuture<?> one;
        final Several others;

        Several(CompletableFuture<?> one, Several others) {
            this.one = one;
            this.others = others;
        }
    }

    // Waits for all.
    private static class Last extends Step<Object, Object> {
        private final Several all;

        Last(CompletableFuture source, CompletableFuture next, Several all) {
            super(source, next, HERE);
            this.all = all;
        }

        void begin() {
            boolean ready = true;
            Throwable thrown = null;
            Trine.atomic(() -> {
                for (Several at = all; at != null; at = at.others) {
                    if (!at.one.done) ready = false;
                    else if (thrown == null) thrown = at.one.error;
                }
            });
            if (ready) next.finishNext(null, thrown == null ? null : inCompletion(thrown));
        }
    }

    // One of the two that a step waits for.
    private static class Half extends Step<Object, Object> {
        private final CompletableFuture<?> other;
        private final Step<?, ?> step;
        private final Claim claim;

        Half(CompletableFuture source, CompletableFuture<?> other, Step step, Claim claim) {
            super(source, step.next, HERE);
            this.other = other;
            this.step = step;
            this.claim = claim;
        }

        void begin() {
            if (!claim.isMine(other)) return;
            if (source.error == null && other.error != null) next.finishNext(null, other.wrapped());
            else step.begin();
        }
    }

    // Lets the one go on that comes when both are complete.
    private static class Claim {
        private volatile boolean taken;

        boolean isMine(CompletableFuture<?> other) {
            boolean mine = false;
            Trine.atomic(() -> {
                if (other.done && !taken) {
                    taken = true;
                    mine = true;
                }
            });
            return mine;
        }
    }
}
