package java.util;

// Keeps its elements sorted. Ranges and views in descending order are left out.
public class TreeSet<E> extends HashSet<E> implements SortedSet<E> {
    public TreeSet() {
        super(new TreeMap<E, Object>());
    }

    public TreeSet(Comparator<? super E> order) {
        super(new TreeMap<E, Object>(order));
    }

    public TreeSet(Collection<? extends E> others) {
        super(new TreeMap<E, Object>());
        addAll(others);
    }

    public TreeSet(SortedSet<E> others) {
        super(new TreeMap<E, Object>(others.comparator()));
        addAll(others);
    }

    public Comparator<? super E> comparator() {
        return ((TreeMap<E, Object>) map).comparator();
    }

    public E floor(E value) {
        return ((TreeMap<E, Object>) map).floorKey(value);
    }

    public E lower(E value) {
        return ((TreeMap<E, Object>) map).lowerKey(value);
    }

    public E ceiling(E value) {
        return ((TreeMap<E, Object>) map).ceilingKey(value);
    }

    public E higher(E value) {
        return ((TreeMap<E, Object>) map).higherKey(value);
    }

    public E pollLast() {
        if (isEmpty()) return null;
        E last = last();
        remove(last);
        return last;
    }

    public E first() {
        return ((TreeMap<E, Object>) map).firstKey();
    }

    public E last() {
        return ((TreeMap<E, Object>) map).lastKey();
    }

    public E pollFirst() {
        if (isEmpty()) return null;
        E first = first();
        remove(first);
        return first;
    }
}
