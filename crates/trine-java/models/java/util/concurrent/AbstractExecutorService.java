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
        FutureTask<T> future = new ActionTask<T>(task, result);
        execute(future);
        return future;
    }

    public Future<?> submit(Runnable task) {
        FutureTask<Object> future = new ActionTask<Object>(task, null);
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

    // A future whose result is known before its action runs.
    private static class ActionTask<T> extends FutureTask<T> {
        private final Runnable action;
        private final T answer;

        ActionTask(Runnable action, T answer) {
            if (action == null) throw new NullPointerException();
            this.action = action;
            this.answer = answer;
        }

        T compute() {
            action.run();
            return answer;
        }
    }
}
