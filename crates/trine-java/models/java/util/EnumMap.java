package java.util;

import trine.Trine;

// Keys in the order of their declaration.
public class EnumMap<K extends Enum<K>, V> extends AbstractMap<K, V> {
    public EnumMap(Class<K> keys) {
        if (keys == null) throw new NullPointerException();
    }

    public EnumMap(Map<K, ? extends V> others) {
        if (others.isEmpty() && !(others instanceof EnumMap)) throw new IllegalArgumentException();
        putAll(others);
    }

    public V put(K key, V value) {
        if (key == null) throw new NullPointerException();
        return super.put(key, value);
    }

    // The real one goes on.
    void stale() {
        Trine.unmodelled("an EnumMap that is changed while it is iterated");
    }

    int place(Object key, int count) {
        int at = 0;
        while (at < count && ((K) keyAt(at)).ordinal() < ((K) key).ordinal()) at++;
        return at;
    }
}
