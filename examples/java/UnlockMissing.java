import java.util.concurrent.locks.ReentrantLock;

/** One of two ways out misses the unlock. */
public class UnlockMissing {
    private static final ReentrantLock lock = new ReentrantLock();
    private static int stock = 1;

    static void take(int amount) {
        lock.lock();
        if (amount == 0) return;
        stock -= amount;
        lock.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> take(0)).start();
        new Thread(() -> take(1)).start();
    }
}
