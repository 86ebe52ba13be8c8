import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Nobody is there to hear of the error. */
public class ExecutorExecuteFails {
    static void divide(int number) {
        System.out.println(100 / number);
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> divide(0));
        pool.shutdown();
    }
}
