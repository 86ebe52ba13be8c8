import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two halves of a sum. */
public class ExecutorFutures {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> left = pool.submit(() -> 1 + 2);
        Future<Integer> right = pool.submit(() -> 3 + 4);
        int sum = left.get() + right.get();
        pool.shutdown();
        assert sum == 10;
    }
}
