package java.util.concurrent;

// Scheduled and work-stealing executors are left out.
public class Executors {
    private Executors() {}

    public static ExecutorService newFixedThreadPool(int threads) {
        return new ThreadPoolExecutor(threads, threads, Integer.MAX_VALUE, null, false);
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new ThreadPoolExecutor(threads, threads, Integer.MAX_VALUE, factory, false);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return new ThreadPoolExecutor(1, 1, Integer.MAX_VALUE, null, false);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return new ThreadPoolExecutor(1, 1, Integer.MAX_VALUE, factory, false);
    }

    // A thread for each task: idle ones end in time, and so nobody can tell.
    public static ExecutorService newCachedThreadPool() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, null, false);
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, factory, false);
    }

    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, null, true);
    }

    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory factory) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 0, factory, false);
    }

    public static ThreadFactory defaultThreadFactory() {
        return task -> new Thread(task);
    }

    public static <T> Callable<T> callable(Runnable task, T result) {
        return () -> {
            task.run();
            return result;
        };
    }
}
