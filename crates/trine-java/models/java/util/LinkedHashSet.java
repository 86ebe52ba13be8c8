package java.util;

public class LinkedHashSet<E> extends HashSet<E> {
    public LinkedHashSet() {}

    public LinkedHashSet(int capacity) {}

    public LinkedHashSet(Collection<? extends E> others) {
        addAll(others);
    }
}
