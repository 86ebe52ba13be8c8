import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** More tasks than workers, and a sum of what they give. */
public class PoolInvokeAll {
    private static int square(int n) {
        return n * n;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int n = i;
            tasks.add(() -> square(n));
        }
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tasks)) sum += future.get();
        pool.shutdown();
        assert sum == 14;
    }
}
