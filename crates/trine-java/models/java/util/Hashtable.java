package java.util;

// A map whose methods hold its lock.
public class Hashtable<K, V> extends AbstractMap<K, V> {
    public Hashtable() {}

    public synchronized int size() {
        return super.size();
    }

    public synchronized boolean isEmpty() {
        return super.isEmpty();
    }

    public synchronized boolean containsKey(Object key) {
        return super.containsKey(key);
    }

    public synchronized V get(Object key) {
        return super.get(key);
    }

    public synchronized V put(K key, V value) {
        if (value == null) throw new NullPointerException();
        return super.put(key, value);
    }

    public synchronized V remove(Object key) {
        return super.remove(key);
    }

    public synchronized V putIfAbsent(K key, V value) {
        return super.putIfAbsent(key, value);
    }

    public synchronized void clear() {
        super.clear();
    }
}
