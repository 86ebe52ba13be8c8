package java.util;

public interface SortedSet<E> extends Set<E> {
    E first();

    E last();
}
