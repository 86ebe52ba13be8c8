package java.util.function;

@FunctionalInterface
public interface BiConsumer<T, U> {
    void accept(T left, U right);

    default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) {
        return (left, right) -> {
            accept(left, right);
            after.accept(left, right);
        };
    }
}
