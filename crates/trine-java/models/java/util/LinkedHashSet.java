package java.util;

public class LinkedHashSet<E> extends HashSet<E> {
    public LinkedHashSet() {
        super(new LinkedHashMap<E, Object>());
    }

    public LinkedHashSet(int capacity) {
        super(new LinkedHashMap<E, Object>());
        if (capacity < 0) throw new IllegalArgumentException();
    }

    public LinkedHashSet(int capacity, float load) {
        super(new LinkedHashMap<E, Object>());
        if (capacity < 0 || load <= 0 || load != load) throw new IllegalArgumentException();
    }

    public LinkedHashSet(Collection<? extends E> others) {
        super(new LinkedHashMap<E, Object>());
        addAll(others);
    }
}
