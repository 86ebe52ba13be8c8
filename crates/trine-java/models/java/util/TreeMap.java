package java.util;

// Keeps its keys sorted. Ranges, views in descending order and neighbours of a key are left out.
public class TreeMap<K, V> extends AbstractMap<K, V> implements SortedMap<K, V> {
    private final Comparator<? super K> order;

    public TreeMap() {
        order = null;
    }

    public TreeMap(Comparator<? super K> order) {
        this.order = order;
    }

    int place(Object key, int count) {
        int at = 0;
        while (at < count && Objects.inOrder(order, keyAt(at), key) < 0) at++;
        return at;
    }

    boolean same(Object left, Object right) {
        return Objects.inOrder(order, left, right) == 0;
    }

    public K firstKey() {
        if (isEmpty()) throw new NoSuchElementException();
        return (K) keyAt(0);
    }

    public K lastKey() {
        int count = size();
        if (count == 0) throw new NoSuchElementException();
        return (K) keyAt(count - 1);
    }

    public Map.Entry<K, V> firstEntry() {
        return isEmpty() ? null : new AbstractMap.SimpleEntry<K, V>((K) keyAt(0), (V) valueAt(0));
    }

    public Map.Entry<K, V> lastEntry() {
        int count = size();
        if (count == 0) return null;
        return new AbstractMap.SimpleEntry<K, V>((K) keyAt(count - 1), (V) valueAt(count - 1));
    }

    public Map.Entry<K, V> pollFirstEntry() {
        Map.Entry<K, V> first = firstEntry();
        if (first != null) removeAt(0);
        return first;
    }
}
