package java.util;

import trine.Trine;

// A map whose methods hold its lock. Iterates in any order.
public class Hashtable<K, V> extends AbstractMap<K, V> {
    public Hashtable() {}

    public Hashtable(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public Hashtable(int capacity, float load) {
        if (capacity < 0 || load <= 0 || load != load) throw new IllegalArgumentException();
    }

    public Hashtable(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    int place(Object key, int count) {
        int at = 0;
        while (at < count && Trine.isNoted("the order of tables") && Trine.choose(0, 1) == 1) at++;
        return at;
    }

    void iterated() {
        Trine.note("the order of tables");
    }

    public synchronized int size() {
        return super.size();
    }

    public synchronized boolean isEmpty() {
        return super.isEmpty();
    }

    public synchronized boolean contains(Object value) {
        if (value == null) throw new NullPointerException();
        return super.containsValue(value);
    }

    public synchronized boolean containsKey(Object key) {
        if (key == null) throw new NullPointerException();
        return super.containsKey(key);
    }

    public synchronized V get(Object key) {
        if (key == null) throw new NullPointerException();
        return super.get(key);
    }

    public synchronized V put(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        return super.put(key, value);
    }

    public synchronized V remove(Object key) {
        if (key == null) throw new NullPointerException();
        return super.remove(key);
    }

    public synchronized V putIfAbsent(K key, V value) {
        return super.putIfAbsent(key, value);
    }

    public synchronized void clear() {
        super.clear();
    }
}
