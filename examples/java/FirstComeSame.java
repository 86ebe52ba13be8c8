import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** That results are ready in the order of their tasks is taken for granted. */
public class FirstComeSame {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Integer> ready = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= 2; i++) {
            int number = i;
            ready.submit(() -> number * number);
        }
        int first = ready.take().get();
        int second = ready.take().get();
        assert first < second;
        pool.shutdown();
    }
}
