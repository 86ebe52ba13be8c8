package java.util;

import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

@FunctionalInterface
public interface Comparator<T> {
    int compare(T left, T right);

    default Comparator<T> reversed() {
        return (left, right) -> compare(right, left);
    }

    default Comparator<T> thenComparing(Comparator<? super T> other) {
        return (left, right) -> {
            int result = compare(left, right);
            return result != 0 ? result : other.compare(left, right);
        };
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return (left, right) -> order.compare(key.apply(left), key.apply(right));
    }

    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return (left, right) -> left == null ? (right == null ? 0 : -1) : right == null ? 1 : order == null ? 0 : order.compare(left, right);
    }

    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return (left, right) -> left == null ? (right == null ? 0 : 1) : right == null ? -1 : order == null ? 0 : order.compare(left, right);
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return (left, right) -> left.compareTo(right);
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return (left, right) -> right.compareTo(left);
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        return (left, right) -> key.apply(left).compareTo(key.apply(right));
    }

    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        return (left, right) -> Integer.compare(key.applyAsInt(left), key.applyAsInt(right));
    }

    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        return (left, right) -> Long.compare(key.applyAsLong(left), key.applyAsLong(right));
    }
}
