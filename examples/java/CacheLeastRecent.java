import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Looking something up makes it the most recent: that is a write, and readers do it at the same time. */
public class CacheLeastRecent {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Recent kept = new Recent();

    private static class Recent extends LinkedHashMap<Integer, String> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(4, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
            return size() > 2;
        }
    }

    CacheLeastRecent(String... values) {
        for (String value : values) kept.put(kept.size() + 1, value);
    }

    String find(int key) {
        lock.readLock().lock();
        try {
            return kept.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CacheLeastRecent cache = new CacheLeastRecent("one", "two");
        Thread other = new Thread(() -> cache.find(1));
        other.start();
        cache.find(2);
        other.join();
    }
}
