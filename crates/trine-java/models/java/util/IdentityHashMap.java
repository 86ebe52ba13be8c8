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

    public boolean containsValue(Object value) {
        int count = size();
        for (int i = 0; i < count; i++) {
            if (valueAt(i) == value) return true;
        }
        return false;
    }

    // The same keys with the same values, where both go by identity.
    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof IdentityHashMap)) {
            if (other instanceof Map) Trine.unmodelled("an IdentityHashMap that is compared with another map");
            return false;
        }
        IdentityHashMap<K, V> map = (IdentityHashMap<K, V>) other;
        int count = size();
        if (map.size() != count) return false;
        for (int i = 0; i < count; i++) {
            int at = map.find(keyAt(i));
            if (at < 0 || map.valueAt(at) != valueAt(i)) return false;
        }
        return true;
    }

    public int hashCode() {
        return Trine.opaque();
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
