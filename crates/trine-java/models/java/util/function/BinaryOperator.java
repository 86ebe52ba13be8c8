package java.util.function;

import java.util.Comparator;

@FunctionalInterface
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
    static <T> BinaryOperator<T> minBy(Comparator<? super T> order) {
        return (left, right) -> order.compare(left, right) <= 0 ? left : right;
    }

    static <T> BinaryOperator<T> maxBy(Comparator<? super T> order) {
        return (left, right) -> order.compare(left, right) >= 0 ? left : right;
    }
}
