package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
    E get(int index);

    E set(int index, E value);

    void add(int index, E value);

    E remove(int index);

    boolean addAll(int index, Collection<? extends E> others);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int from, int to);

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
        int count = size();
        // Inserts each element among those before it.
        for (int i = 1; i < count; i++) {
            E value = get(i);
            int at = i;
            while (at > 0 && Objects.inOrder(order, get(at - 1), value) > 0) {
                set(at, get(at - 1));
                at--;
            }
            set(at, value);
        }
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
