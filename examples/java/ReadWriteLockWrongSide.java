import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The read lock does not keep others from reading, nor from writing under it. */
public class ReadWriteLockWrongSide {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static int count = 0;

    static void increment() {
        lock.readLock().lock();
        count++;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ReadWriteLockWrongSide::increment);
        Thread two = new Thread(ReadWriteLockWrongSide::increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
