package java.util;

// Keeps its keys sorted. Ranges and views in descending order are left out.
public class TreeMap<K, V> extends AbstractMap<K, V> implements SortedMap<K, V> {
    private final Comparator<? super K> order;

    public TreeMap() {
        order = null;
    }

    public TreeMap(Comparator<? super K> order) {
        this.order = order;
    }

    public TreeMap(Map<? extends K, ? extends V> others) {
        order = others instanceof SortedMap ? (Comparator) ((SortedMap) others).comparator() : null;
        putAll(others);
    }

    public TreeMap(SortedMap<K, ? extends V> others) {
        order = others.comparator();
        putAll(others);
    }

    public Comparator<? super K> comparator() {
        return order;
    }

    int find(Object key) {
        if (order == null && key == null) throw new NullPointerException();
        return super.find(key);
    }

    int place(Object key, int count) {
        // Also a key that is alone has to be one that can be compared.
        if (count == 0) Objects.inOrder(order, key, key);
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
        return entryAt(0);
    }

    public Map.Entry<K, V> lastEntry() {
        return entryAt(size() - 1);
    }

    public Map.Entry<K, V> pollLastEntry() {
        Map.Entry<K, V> last = lastEntry();
        if (last != null) removeAt(size() - 1);
        return last;
    }

    public K floorKey(K key) {
        return getKey(count(key, true) - 1);
    }

    public K lowerKey(K key) {
        return getKey(count(key, false) - 1);
    }

    public K ceilingKey(K key) {
        return getKey(count(key, false));
    }

    public K higherKey(K key) {
        return getKey(count(key, true));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return entryAt(count(key, true) - 1);
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return entryAt(count(key, false) - 1);
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return entryAt(count(key, false));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return entryAt(count(key, true));
    }

    // How many keys come before one, itself included or not.
    private int count(K key, boolean inclusive) {
        if (order == null && key == null) throw new NullPointerException();
        int count = size();
        int at = 0;
        while (at < count && Objects.inOrder(order, keyAt(at), key) < (inclusive ? 1 : 0)) at++;
        return at;
    }

    private K getKey(int index) {
        return index < 0 || index >= size() ? null : (K) keyAt(index);
    }

    private Map.Entry<K, V> entryAt(int index) {
        if (index < 0 || index >= size()) return null;
        return new AbstractMap.SimpleImmutableEntry<K, V>((K) keyAt(index), (V) valueAt(index));
    }

    public Map.Entry<K, V> pollFirstEntry() {
        Map.Entry<K, V> first = firstEntry();
        if (first != null) removeAt(0);
        return first;
    }
}
