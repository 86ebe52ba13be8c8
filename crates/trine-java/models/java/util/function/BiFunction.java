package java.util.function;

@FunctionalInterface
public interface BiFunction<T, U, R> {
    R apply(T left, U right);

    default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> after) {
        return (left, right) -> after.apply(apply(left, right));
    }
}
