package java.util;

// Nothing is ever dropped by itself.
public class WeakHashMap<K, V> extends AbstractMap<K, V> {
    public WeakHashMap() {}

    public WeakHashMap(int capacity) {}
}
