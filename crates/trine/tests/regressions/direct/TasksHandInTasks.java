import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task waits for a task that it handed to its own pool: with two workers and two such tasks nothing goes on. */
public class TasksHandInTasks {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?>[] outer = new Future<?>[2];
        for (int i = 0; i < outer.length; i++) {
            outer[i] = pool.submit(() -> {
                Future<?> inner = pool.submit(() -> { });
                try {
                    inner.get();
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            });
        }
        for (Future<?> future : outer) {
            future.get();
        }
        pool.shutdown();
    }
}
