import java.util.concurrent.Semaphore;

/** One permit too many. */
public class SemaphoreTwoPermits {
    private static final Semaphore mutex = new Semaphore(2);
    private static int balance = 0;

    static void deposit(int amount) {
        mutex.acquireUninterruptibly();
        try {
            balance += amount;
        } finally {
            mutex.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> deposit(1));
        Thread two = new Thread(() -> deposit(2));
        one.start();
        two.start();
        one.join();
        two.join();
        assert balance == 3;
    }
}
