package java.util.concurrent;

// Hands out futures in the order in which they are complete.
public class ExecutorCompletionService<V> implements CompletionService<V> {
    private final Executor executor;
    private final BlockingQueue<Future<V>> complete;

    public ExecutorCompletionService(Executor executor) {
        this(executor, new LinkedBlockingQueue<Future<V>>());
    }

    public ExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> queue) {
        if (executor == null || queue == null) throw new NullPointerException();
        this.executor = executor;
        this.complete = queue;
    }

    public Future<V> submit(Callable<V> task) {
        Queued<V> queued = new Queued<V>(task, complete);
        executor.execute(queued);
        return queued;
    }

    public Future<V> submit(Runnable task, V result) {
        return submit(Executors.callable(task, result));
    }

    public Future<V> take() throws InterruptedException {
        return complete.take();
    }

    public Future<V> poll() {
        return complete.poll();
    }

    public Future<V> poll(long time, TimeUnit unit) throws InterruptedException {
        return complete.poll(time, unit);
    }

    private static class Queued<V> extends FutureTask<V> {
        private final BlockingQueue<Future<V>> complete;

        Queued(Callable<V> task, BlockingQueue<Future<V>> complete) {
            super(task);
            this.complete = complete;
        }

        protected void done() {
            complete.add(this);
        }
    }
}
