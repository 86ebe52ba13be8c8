package java.util;

import trine.Trine;

// Nothing is ever dropped by itself. Iterates in any order.
public class WeakHashMap<K, V> extends AbstractMap<K, V> {
    public WeakHashMap() {}

    public WeakHashMap(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public WeakHashMap(int capacity, float load) {
        if (capacity < 0 || load <= 0 || load != load) throw new IllegalArgumentException();
    }

    public WeakHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    int place(Object key, int count) {
        int at = 0;
        while (at < count && Trine.isNoted("the order of weak keys") && Trine.choose(0, 1) == 1) at++;
        return at;
    }

    void iterated() {
        Trine.note("the order of weak keys");
    }
}
