package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof Set)) return false;
        Set<?> set = (Set<?>) other;
        return set.size() == size() && containsAll(set);
    }

    public int hashCode() {
        int sum = 0;
        for (E value : this) sum += Objects.hashCode(value);
        return sum;
    }
}
