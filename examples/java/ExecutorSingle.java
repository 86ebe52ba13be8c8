import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Confined to one thread. */
public class ExecutorSingle {
    private static int count = 0;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService worker = Executors.newSingleThreadExecutor();
        Runnable task = () -> count++;
        worker.submit(task);
        Future<?> last = worker.submit(task);
        last.get();
        worker.shutdown();
        assert count == 2;
    }
}
