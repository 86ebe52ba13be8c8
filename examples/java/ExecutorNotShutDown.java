import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The missing call of shutdown. */
public class ExecutorNotShutDown {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int answer = pool.submit(() -> 42).get();
        assert answer == 42;
    }
}
