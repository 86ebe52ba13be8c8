package java.util;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

// Parallel streams are left out.
public interface Collection<E> extends Iterable<E> {
    int size();

    boolean isEmpty();

    boolean contains(Object value);

    boolean add(E value);

    boolean remove(Object value);

    boolean addAll(Collection<? extends E> others);

    boolean containsAll(Collection<?> others);

    boolean removeAll(Collection<?> others);

    boolean retainAll(Collection<?> others);

    void clear();

    Object[] toArray();

    <T> T[] toArray(T[] target);

    default <T> T[] toArray(IntFunction<T[]> make) {
        return toArray(make.apply(0));
    }

    default boolean removeIf(Predicate<? super E> unwanted) {
        boolean changed = false;
        Iterator<E> rest = iterator();
        while (rest.hasNext()) {
            if (unwanted.test(rest.next())) {
                rest.remove();
                changed = true;
            }
        }
        return changed;
    }

    default Stream<E> stream() {
        return new Stream<E>(this);
    }
}
