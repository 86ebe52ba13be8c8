package java.util;

public interface SortedMap<K, V> extends Map<K, V> {
    K firstKey();

    K lastKey();
}
