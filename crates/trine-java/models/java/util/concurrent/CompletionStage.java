package java.util.concurrent;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

public interface CompletionStage<T> {
    <U> CompletionStage<U> thenApply(Function<? super T, ? extends U> change);

    <U> CompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> change);

    <U> CompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> change, Executor executor);

    CompletionStage<Void> thenAccept(Consumer<? super T> action);

    CompletionStage<Void> thenAcceptAsync(Consumer<? super T> action);

    CompletionStage<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor);

    CompletionStage<Void> thenRun(Runnable action);

    CompletionStage<Void> thenRunAsync(Runnable action);

    CompletionStage<Void> thenRunAsync(Runnable action, Executor executor);

    <U> CompletionStage<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> change);

    <U, V> CompletionStage<V> thenCombine(CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> join);

    CompletionStage<T> exceptionally(Function<Throwable, ? extends T> mend);

    <U> CompletionStage<U> handle(BiFunction<? super T, Throwable, ? extends U> change);

    CompletionStage<T> whenComplete(BiConsumer<? super T, ? super Throwable> action);

    CompletableFuture<T> toCompletableFuture();
}
