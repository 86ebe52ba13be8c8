package java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

// What every executor service can do by means of execute.
public abstract class AbstractExecutorService implements ExecutorService {
    public <T> Future<T> submit(Callable<T> task) {
        FutureTask<T> future = new FutureTask<T>(task);
        execute(future);
        return future;
    }

    public <T> Future<T> submit(Runnable task, T result) {
        FutureTask<T> future = new FutureTask<T>(task, result);
        execute(future);
        return future;
    }

    public Future<?> submit(Runnable task) {
        FutureTask<Object> future = new FutureTask<Object>(task, null);
        execute(future);
        return future;
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        ArrayList<Future<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) futures.add(submit(task));
        for (Future<T> future : futures) {
            try {
                future.get();
            } catch (ExecutionException | CancellationException failed) {
                // The caller learns it from the future.
            }
        }
        return futures;
    }
}
