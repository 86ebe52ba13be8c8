package java.util.function;

@FunctionalInterface
public interface ToDoubleBiFunction<T, U> {
    double applyAsDouble(T left, U right);
}
