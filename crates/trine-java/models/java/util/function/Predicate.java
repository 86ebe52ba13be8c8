package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Predicate<T> {
    boolean test(T value);

    default Predicate<T> and(Predicate<? super T> other) {
        return value -> test(value) && other.test(value);
    }

    default Predicate<T> or(Predicate<? super T> other) {
        return value -> test(value) || other.test(value);
    }

    default Predicate<T> negate() {
        return value -> !test(value);
    }

    static <T> Predicate<T> not(Predicate<? super T> target) {
        return value -> !target.test(value);
    }

    static <T> Predicate<T> isEqual(Object target) {
        return value -> Objects.equals(target, value);
    }
}
