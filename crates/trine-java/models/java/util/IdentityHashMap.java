package java.util;

public class IdentityHashMap<K, V> extends AbstractMap<K, V> {
    public IdentityHashMap() {}

    public IdentityHashMap(int capacity) {}

    boolean same(Object left, Object right) {
        return left == right;
    }
}
