import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A test whose pool is made before it and closed after it. */
public class TestFixture {
    private ExecutorService pool;
    private int balance;

    void setUp() {
        pool = Executors.newFixedThreadPool(2);
        balance = 10;
    }

    void tearDown() {
        pool.shutdown();
    }

    private synchronized void deposit(int amount) {
        balance += amount;
    }

    void depositsAdd() throws Exception {
        Future<?> first = pool.submit(() -> deposit(1));
        Future<?> second = pool.submit(() -> deposit(2));
        first.get();
        second.get();
        assert balance == 13;
    }
}
