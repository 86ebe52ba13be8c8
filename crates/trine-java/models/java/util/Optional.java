package java.util;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Optional<T> {
    private final T value;

    private Optional(T value) {
        this.value = value;
    }

    public static <T> Optional<T> empty() {
        return new Optional<T>(null);
    }

    public static <T> Optional<T> of(T value) {
        if (value == null) throw new NullPointerException();
        return new Optional<T>(value);
    }

    public static <T> Optional<T> ofNullable(T value) {
        return new Optional<T>(value);
    }

    public boolean isPresent() {
        return value != null;
    }

    public boolean isEmpty() {
        return value == null;
    }

    public T get() {
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public T orElseThrow() {
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public T orElse(T otherwise) {
        return value != null ? value : otherwise;
    }

    public T orElseGet(Supplier<? extends T> otherwise) {
        return value != null ? value : otherwise.get();
    }

    public void ifPresent(Consumer<? super T> action) {
        if (value != null) action.accept(value);
    }

    public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
        if (value != null) action.accept(value);
        else otherwise.run();
    }

    public <U> Optional<U> map(Function<? super T, ? extends U> change) {
        if (value == null) return new Optional<U>(null);
        return new Optional<U>(change.apply(value));
    }

    public Optional<T> filter(Predicate<? super T> wanted) {
        return value == null || wanted.test(value) ? this : new Optional<T>(null);
    }

    public String toString() {
        return value == null ? "Optional.empty" : "Optional[" + value + "]";
    }

    public boolean equals(Object other) {
        return other instanceof Optional && Objects.equals(value, ((Optional<?>) other).value);
    }
}
