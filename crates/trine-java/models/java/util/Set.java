package java.util;

public interface Set<E> extends Collection<E> {
    @SafeVarargs
    static <E> Set<E> of(E... values) {
        HashSet<E> made = new HashSet<>(new AbstractMap.Fixed<E, Object>());
        for (E value : values) {
            Objects.requireNonNull(value);
            if (!made.add(value)) throw new IllegalArgumentException();
        }
        return new Collections.UnmodifiableSet<E>(made);
    }

    static <E> Set<E> copyOf(Collection<? extends E> others) {
        HashSet<E> made = new HashSet<>(new AbstractMap.Fixed<E, Object>());
        for (E value : others) {
            Objects.requireNonNull(value);
            made.add(value);
        }
        return new Collections.UnmodifiableSet<E>(made);
    }
}
