import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The queue is behind the one who waits for it. */
public class ExecutorSelfWait {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService worker = Executors.newSingleThreadExecutor();
        Future<Integer> outer = worker.submit(() -> {
            Future<Integer> inner = worker.submit(() -> 1);
            return inner.get() + 1;
        });
        int result = outer.get();
        worker.shutdown();
        assert result == 2;
    }
}
