package java.util;

public interface Set<E> extends Collection<E> {
    @SafeVarargs
    static <E> Set<E> of(E... values) {
        HashSet<E> made = new HashSet<>();
        for (E value : values) {
            Objects.requireNonNull(value);
            if (!made.add(value)) throw new IllegalArgumentException();
        }
        return new Collections.UnmodifiableSet<E>(made);
    }

    static <E> Set<E> copyOf(Collection<? extends E> others) {
        return new Collections.UnmodifiableSet<E>(new HashSet<E>(others));
    }
}
