import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A pool does not protect what its tasks share. */
public class ExecutorSharedCount {
    private static int count = 0;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Runnable task = () -> count++;
        Future<?> one = pool.submit(task);
        Future<?> two = pool.submit(task);
        one.get();
        two.get();
        pool.shutdown();
        assert count == 2;
    }
}
