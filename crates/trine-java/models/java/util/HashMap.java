package java.util;

// Iterates in the order in which keys came; Java promises no order.
public class HashMap<K, V> extends AbstractMap<K, V> {
    public HashMap() {}

    public HashMap(int capacity) {}

    public HashMap(int capacity, float load) {}

    public HashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }
}
