package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import trine.Trine;

// Keeps numbers; each operation is one step, except that functions given to it run between a read
// and an attempt to write, as in Java.
public class AtomicLongArray {
    private final long[] cells;

    public AtomicLongArray(int length) {
        cells = new long[length];
    }

    public AtomicLongArray(long[] start) {
        cells = new long[start.length];
        for (int i = 0; i < start.length; i++) cells[i] = start[i];
    }

    public final int length() {
        return cells.length;
    }

    public final long get(int index) {
        long value = 0;
        Trine.atomic(() -> {
            value = cells[index];
        });
        return value;
    }

    public final void set(int index, long next) {
        Trine.atomic(() -> {
            cells[index] = next;
        });
    }

    public final void lazySet(int index, long next) {
        set(index, next);
    }

    public final long getAndSet(int index, long next) {
        long old = 0;
        Trine.atomic(() -> {
            old = cells[index];
            cells[index] = next;
        });
        return old;
    }

    public final boolean compareAndSet(int index, long expected, long next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = cells[index] == expected;
            if (equal) cells[index] = next;
        });
        return equal;
    }

    public final long getAndAdd(int index, long delta) {
        long old = 0;
        Trine.atomic(() -> {
            old = cells[index];
            cells[index] = old + delta;
        });
        return old;
    }

    public final long addAndGet(int index, long delta) {
        return getAndAdd(index, delta) + delta;
    }

    public final long getAndIncrement(int index) {
        return getAndAdd(index, 1);
    }

    public final long getAndDecrement(int index) {
        return getAndAdd(index, -1);
    }

    public final long incrementAndGet(int index) {
        return getAndAdd(index, 1) + 1;
    }

    public final long decrementAndGet(int index) {
        return getAndAdd(index, -1) - 1;
    }

    public final long getAndUpdate(int index, LongUnaryOperator change) {
        while (true) {
            long old = get(index);
            if (compareAndSet(index, old, change.applyAsLong(old))) return old;
        }
    }

    public final long updateAndGet(int index, LongUnaryOperator change) {
        while (true) {
            long old = get(index);
            long next = change.applyAsLong(old);
            if (compareAndSet(index, old, next)) return next;
        }
    }

    public final long accumulateAndGet(int index, long other, LongBinaryOperator join) {
        while (true) {
            long old = get(index);
            long next = join.applyAsLong(old, other);
            if (compareAndSet(index, old, next)) return next;
        }
    }

    public String toString() {
        int count = length();
        String text = "[";
        for (int i = 0; i < count; i++) text += i == 0 ? String.valueOf(get(i)) : ", " + get(i);
        return text + "]";
    }
}
