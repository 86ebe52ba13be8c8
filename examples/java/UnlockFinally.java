import java.util.concurrent.locks.ReentrantLock;

/** lock, try, finally unlock. */
public class UnlockFinally {
    private static final ReentrantLock lock = new ReentrantLock();
    private static int stock = 1;

    static int take(int amount) {
        lock.lock();
        try {
            if (amount == 0) return 0;
            if (amount > stock) throw new IllegalArgumentException("too many");
            stock -= amount;
            return amount;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                take(2);
            } catch (IllegalArgumentException e) {
                take(0);
            }
        });
        other.start();
        take(1);
        other.join();
        assert stock == 0;
        assert !lock.isLocked();
    }
}
