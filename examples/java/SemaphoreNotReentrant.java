import java.util.concurrent.Semaphore;

/** The same pattern is fine with synchronized. */
public class SemaphoreNotReentrant {
    private static final Semaphore mutex = new Semaphore(1);
    private static int total = 0;

    static void add(int amount) {
        mutex.acquireUninterruptibly();
        total += amount;
        mutex.release();
    }

    static void addTwice(int amount) {
        mutex.acquireUninterruptibly();
        add(amount);
        add(amount);
        mutex.release();
    }

    public static void main(String[] args) {
        addTwice(1);
    }
}
