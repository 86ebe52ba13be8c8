package java.util;

import trine.Trine;

// Iterates in any order.
public class IdentityHashMap<K, V> extends AbstractMap<K, V> {
    public IdentityHashMap() {}

    public IdentityHashMap(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public IdentityHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    boolean same(Object left, Object right) {
        return left == right;
    }

    int place(Object key, int count) {
        int at = 0;
        while (at < count && Trine.isNoted("the order of identities") && Trine.choose(0, 1) == 1) at++;
        return at;
    }

    void iterated() {
        Trine.note("the order of identities");
    }
}
