import java.util.concurrent.locks.ReentrantLock;

/** Unlock without finally. */
public class UnlockSkipped {
    private static final ReentrantLock lock = new ReentrantLock();
    private static int share = 0;

    static void divide(int people) {
        lock.lock();
        share = 100 / people;
        lock.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> divide(0)).start();
        new Thread(() -> divide(4)).start();
    }
}
