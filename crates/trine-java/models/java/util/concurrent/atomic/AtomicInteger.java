package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import trine.Trine;

// Keeps a number; each operation is one step, except that functions given to it run between a read and an
// attempt to write, as in Java. Attempts that may fail for no reason do not.
public class AtomicInteger extends Number {
    private volatile int value;

    public AtomicInteger() {}

    public AtomicInteger(int value) {
        this.value = value;
    }

    public final int get() {
        return value;
    }

    public final void set(int next) {
        value = next;
    }

    public final void lazySet(int next) {
        value = next;
    }

    public final int getPlain() {
        return value;
    }

    public final void setPlain(int next) {
        value = next;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setRelease(int next) {
        value = next;
    }

    public final int getAndSet(int next) {
        int old = 0;
        Trine.atomic(() -> {
            old = value;
            value = next;
        });
        return old;
    }

    public final boolean compareAndSet(int expected, int next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = value == expected;
            if (equal) value = next;
        });
        return equal;
    }

    public final boolean weakCompareAndSetPlain(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetVolatile(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final int compareAndExchange(int expected, int next) {
        int old = 0;
        Trine.atomic(() -> {
            old = value;
            if (old == expected) value = next;
        });
        return old;
    }

    public final int getAndAdd(int delta) {
        int old = 0;
        Trine.atomic(() -> {
            old = value;
            value = old + delta;
        });
        return old;
    }

    public final int addAndGet(int delta) {
        return getAndAdd(delta) + delta;
    }

    public final int getAndIncrement() {
        return getAndAdd(1);
    }

    public final int getAndDecrement() {
        return getAndAdd(-1);
    }

    public final int incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final int decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final int getAndUpdate(IntUnaryOperator change) {
        while (true) {
            int old = value;
            if (compareAndSet(old, change.applyAsInt(old))) return old;
        }
    }

    public final int updateAndGet(IntUnaryOperator change) {
        while (true) {
            int old = value;
            int next = change.applyAsInt(old);
            if (compareAndSet(old, next)) return next;
        }
    }

    public final int getAndAccumulate(int other, IntBinaryOperator join) {
        while (true) {
            int old = value;
            if (compareAndSet(old, join.applyAsInt(old, other))) return old;
        }
    }

    public final int accumulateAndGet(int other, IntBinaryOperator join) {
        while (true) {
            int old = value;
            int next = join.applyAsInt(old, other);
            if (compareAndSet(old, next)) return next;
        }
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public String toString() {
        return String.valueOf(get());
    }
}
