package java.util;

// Keeps its elements sorted. Ranges and neighbours of an element are left out.
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
