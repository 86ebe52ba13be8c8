package java.util;

// Order of insertion only; order of access and eviction are left out.
public class LinkedHashMap<K, V> extends HashMap<K, V> {
    public LinkedHashMap() {}

    public LinkedHashMap(int capacity) {}

    public LinkedHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }
}
