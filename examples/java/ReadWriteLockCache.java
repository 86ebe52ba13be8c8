import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Read lock for reading, write lock for writing, and the step down from one to the other. */
public class ReadWriteLockCache {
    private static final ReadWriteLock lock = new ReentrantReadWriteLock();
    private static int left = 0;
    private static int right = 0;

    static void read() {
        lock.readLock().lock();
        try {
            assert left == right;
        } finally {
            lock.readLock().unlock();
        }
    }

    static void write() {
        lock.writeLock().lock();
        left++;
        right++;
        lock.readLock().lock();
        lock.writeLock().unlock();
        try {
            assert left == 1 && right == 1;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(ReadWriteLockCache::read).start();
        new Thread(ReadWriteLockCache::read).start();
        new Thread(ReadWriteLockCache::write).start();
    }
}
