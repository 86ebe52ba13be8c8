package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import trine.Trine;

// Keeps a number; each operation is one step, except that functions given to it run between a read and an
// attempt to write, as in Java. Attempts that may fail for no reason do not.
public class AtomicLong extends Number {
    private volatile long value;

    public AtomicLong() {}

    public AtomicLong(long value) {
        this.value = value;
    }

    public final long get() {
        return value;
    }

    public final void set(long next) {
        value = next;
    }

    public final void lazySet(long next) {
        value = next;
    }

    public final long getPlain() {
        return value;
    }

    public final void setPlain(long next) {
        value = next;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setRelease(long next) {
        value = next;
    }

    public final long getAndSet(long next) {
        long old = 0;
        Trine.atomic(() -> {
            old = value;
            value = next;
        });
        return old;
    }

    public final boolean compareAndSet(long expected, long next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = value == expected;
            if (equal) value = next;
        });
        return equal;
    }

    public final boolean weakCompareAndSetPlain(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetVolatile(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final long compareAndExchange(long expected, long next) {
        long old = 0;
        Trine.atomic(() -> {
            old = value;
            if (old == expected) value = next;
        });
        return old;
    }

    public final long getAndAdd(long delta) {
        long old = 0;
        Trine.atomic(() -> {
            old = value;
            value = old + delta;
        });
        return old;
    }

    public final long addAndGet(long delta) {
        return getAndAdd(delta) + delta;
    }

    public final long getAndIncrement() {
        return getAndAdd(1);
    }

    public final long getAndDecrement() {
        return getAndAdd(-1);
    }

    public final long incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final long decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final long getAndUpdate(LongUnaryOperator change) {
        while (true) {
            long old = value;
            if (compareAndSet(old, change.applyAsLong(old))) return old;
        }
    }

    public final long updateAndGet(LongUnaryOperator change) {
        while (true) {
            long old = value;
            long next = change.applyAsLong(old);
            if (compareAndSet(old, next)) return next;
        }
    }

    public final long getAndAccumulate(long other, LongBinaryOperator join) {
        while (true) {
            long old = value;
            if (compareAndSet(old, join.applyAsLong(old, other))) return old;
        }
    }

    public final long accumulateAndGet(long other, LongBinaryOperator join) {
        while (true) {
            long old = value;
            long next = join.applyAsLong(old, other);
            if (compareAndSet(old, next)) return next;
        }
    }

    public int intValue() {
        return (int) value;
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
