import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The error arrives where the result is wanted. */
public class ExecutorTaskFails {
    static int divide(int number) {
        return 100 / number;
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> task = pool.submit(() -> divide(0));
        boolean failed = false;
        try {
            task.get();
        } catch (ExecutionException e) {
            failed = e.getCause() instanceof ArithmeticException;
        }
        pool.shutdown();
        assert failed;
    }
}
