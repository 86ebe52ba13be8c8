import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/** A cache that does not look again once it has the write lock. */
public class CacheDoubleLoad {
    static class Cache<K, V> {
        private final Map<K, V> map = new HashMap<>();
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final Function<K, V> loader;
        private int loads;

        Cache(Function<K, V> loader) {
            this.loader = loader;
        }

        V get(K key) {
            lock.readLock().lock();
            try {
                V known = map.get(key);
                if (known != null) return known;
            } finally {
                lock.readLock().unlock();
            }
            lock.writeLock().lock();
            try {
                V made = loader.apply(key);
                loads++;
                map.put(key, made);
                return made;
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cache<String, Integer> cache = new Cache<>(String::length);
        Thread a = new Thread(() -> cache.get("key"));
        Thread b = new Thread(() -> cache.get("key"));
        a.start();
        b.start();
        a.join();
        b.join();
        assert cache.loads == 1;
    }
}
