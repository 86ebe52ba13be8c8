package java.util.concurrent;

public interface Future<V> {
    V get() throws InterruptedException, ExecutionException;

    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;

    boolean cancel(boolean interrupt);

    boolean isCancelled();

    boolean isDone();
}
