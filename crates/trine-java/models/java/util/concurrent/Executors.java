package java.util.concurrent;

import trine.Trine;

public class Executors {
    private Executors() {}

    public static ExecutorService newFixedThreadPool(int threads) {
        return new FixedPool(threads, null);
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new FixedPool(threads, factory);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return new FixedPool(1, null);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return new FixedPool(1, factory);
    }

    public static ExecutorService newCachedThreadPool() {
        return new ThreadPerTask(null, false);
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPerTask(factory, false);
    }

    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return new ThreadPerTask(null, true);
    }

    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        return new ThreadPerTask(factory, false);
    }

    public static ExecutorService newWorkStealingPool() {
        return new ForkJoinPool();
    }

    public static ExecutorService newWorkStealingPool(int parallelism) {
        return new ForkJoinPool(parallelism);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int threads) {
        return new ScheduledThreadPoolExecutor(threads);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory factory) {
        return new ScheduledThreadPoolExecutor(threads, factory);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new ScheduledThreadPoolExecutor(1);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
        return new ScheduledThreadPoolExecutor(1, factory);
    }

    public static ThreadFactory defaultThreadFactory() {
        return new Pooled();
    }

    // Makes threads that are numbered, as the factory is.
    static class Pooled implements ThreadFactory {
        private static volatile int pools;
        private volatile int pool;
        private volatile int made;

        Pooled() {
            if (Thread.areNamed()) {
                Trine.atomic(() -> {
                    pools = pools + 1;
                    pool = pools;
                });
            }
        }

        public Thread newThread(Runnable task) {
            int before = 0;
            if (Thread.areNamed()) {
                Trine.atomic(() -> {
                    before = made;
                    made = before + 1;
                });
            }
            return Thread.ofPool(task, pool, before);
        }
    }

    public static <T> Callable<T> callable(Runnable task, T result) {
        return () -> {
            task.run();
            return result;
        };
    }
}
