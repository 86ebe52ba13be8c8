package java.util;

// Order of insertion or of access. Whether the eldest is to go is asked where a subclass may say so.
public class LinkedHashMap<K, V> extends HashMap<K, V> {
    private final boolean byAccess;

    public LinkedHashMap() {
        this(0, 1, false);
    }

    public LinkedHashMap(int capacity) {
        this(capacity, 1, false);
    }

    public LinkedHashMap(int capacity, float load) {
        this(capacity, load, false);
    }

    public LinkedHashMap(int capacity, float load, boolean byAccess) {
        this.byAccess = byAccess;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> others) {
        this(0, 1, false);
        putAll(others);
    }

    boolean isHashed() {
        return false;
    }

    public V get(Object key) {
        int index = find(key);
        if (index < 0) return null;
        V value = (V) valueAt(index);
        if (byAccess) touch(index, value);
        return value;
    }

    public V getOrDefault(Object key, V otherwise) {
        return containsKey(key) ? get(key) : otherwise;
    }

    public V put(K key, V value) {
        int index = byAccess ? find(key) : -1;
        if (index >= 0) touch(index, (V) valueAt(index));
        int count = size();
        V old = super.put(key, value);
        if (getClass() != LinkedHashMap.class && size() > count) {
            Map.Entry<K, V> eldest = new SimpleEntry<K, V>((K) keyAt(0), (V) valueAt(0));
            if (removeEldestEntry(eldest)) removeAt(0);
        }
        return old;
    }

    // Moves an entry to the end.
    private void touch(int index, V value) {
        if (index == size() - 1) return;
        K key = (K) keyAt(index);
        removeAt(index);
        super.put(key, value);
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }
}
