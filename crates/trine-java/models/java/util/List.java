package java.util;

import java.util.function.UnaryOperator;

// List iterators and sublists are left out.
public interface List<E> extends Collection<E> {
    E get(int index);

    E set(int index, E value);

    void add(int index, E value);

    E remove(int index);

    int indexOf(Object value);

    int lastIndexOf(Object value);

    default E getFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return get(0);
    }

    default E getLast() {
        if (isEmpty()) throw new NoSuchElementException();
        return get(size() - 1);
    }

    default void replaceAll(UnaryOperator<E> change) {
        for (int i = 0; i < size(); i++) set(i, change.apply(get(i)));
    }

    default void sort(Comparator<? super E> order) {
        Collections.sort(this, order);
    }

    @SafeVarargs
    static <E> List<E> of(E... values) {
        for (E value : values) Objects.requireNonNull(value);
        return new Collections.FixedList<E>(Arrays.asList(values));
    }

    static <E> List<E> copyOf(Collection<? extends E> others) {
        for (E value : others) Objects.requireNonNull(value);
        return new Collections.FixedList<E>(new ArrayList<E>(others));
    }
}
