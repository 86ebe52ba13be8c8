import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Results are taken in the order in which they are ready. */
public class FirstComeFirst {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Integer> ready = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= 2; i++) {
            int number = i;
            ready.submit(() -> number * number);
        }
        int sum = 0;
        for (int i = 0; i < 2; i++) sum += ready.take().get();
        assert sum == 5;
        pool.shutdown();
    }
}
