package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import trine.Trine;

// Keeps a reference; each operation is one step, except that functions given to it run between a read and
// an attempt to write, as in Java.
public class AtomicReference<V> {
    private volatile V value;

    public AtomicReference() {}

    public AtomicReference(V value) {
        this.value = value;
    }

    public final V get() {
        return value;
    }

    public final void set(V next) {
        value = next;
    }

    public final void lazySet(V next) {
        value = next;
    }

    public final V getAcquire() {
        return value;
    }

    public final void setRelease(V next) {
        value = next;
    }

    public final V getAndSet(V next) {
        V old = null;
        Trine.atomic(() -> {
            old = value;
            value = next;
        });
        return old;
    }

    public final boolean compareAndSet(V expected, V next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = value == expected;
            if (equal) value = next;
        });
        return equal;
    }

    public final boolean weakCompareAndSetVolatile(V expected, V next) {
        return compareAndSet(expected, next);
    }

    public final V compareAndExchange(V expected, V next) {
        V old = null;
        Trine.atomic(() -> {
            old = value;
            if (old == expected) value = next;
        });
        return old;
    }

    public final V getAndUpdate(UnaryOperator<V> change) {
        while (true) {
            V old = value;
            if (compareAndSet(old, change.apply(old))) return old;
        }
    }

    public final V updateAndGet(UnaryOperator<V> change) {
        while (true) {
            V old = value;
            V next = change.apply(old);
            if (compareAndSet(old, next)) return next;
        }
    }

    public final V getAndAccumulate(V other, BinaryOperator<V> join) {
        while (true) {
            V old = value;
            if (compareAndSet(old, join.apply(old, other))) return old;
        }
    }

    public final V accumulateAndGet(V other, BinaryOperator<V> join) {
        while (true) {
            V old = value;
            V next = join.apply(old, other);
            if (compareAndSet(old, next)) return next;
        }
    }

    public String toString() {
        return String.valueOf(get());
    }
}
