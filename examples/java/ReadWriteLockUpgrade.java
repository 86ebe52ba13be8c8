import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A read lock cannot become a write lock. */
public class ReadWriteLockUpgrade {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static int value = 0;

    static void ensure() {
        lock.readLock().lock();
        try {
            if (value == 0) {
                lock.writeLock().lock();
                value = 1;
                lock.writeLock().unlock();
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(ReadWriteLockUpgrade::ensure).start();
        new Thread(ReadWriteLockUpgrade::ensure).start();
    }
}
