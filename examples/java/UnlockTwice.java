import java.util.concurrent.locks.ReentrantLock;

/** Two who feel responsible. */
public class UnlockTwice {
    private static final ReentrantLock lock = new ReentrantLock();

    static void finish() {
        System.out.println("done");
        lock.unlock();
    }

    public static void main(String[] args) {
        lock.lock();
        finish();
        lock.unlock();
    }
}
