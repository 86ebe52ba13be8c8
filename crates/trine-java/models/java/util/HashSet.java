package java.util;

// The keys of a map, in its order.
public class HashSet<E> extends AbstractSet<E> {
    final AbstractMap<E, Object> map;

    public HashSet() {
        map = new HashMap<>();
    }

    public HashSet(int capacity) {
        map = new HashMap<>(capacity);
    }

    public HashSet(int capacity, float load) {
        map = new HashMap<>(capacity, load);
    }

    public HashSet(Collection<? extends E> others) {
        int room = (int) (others.size() / 0.75f) + 1;
        map = new HashMap<>(room > 16 ? room : 16);
        addAll(others);
    }

    HashSet(AbstractMap<E, Object> map) {
        this.map = map;
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object value) {
        return map.containsKey(value);
    }

    public boolean add(E value) {
        return map.put(value, this) == null;
    }

    public boolean remove(Object value) {
        return map.remove(value) != null;
    }

    public void clear() {
        map.clear();
    }

    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }
}
