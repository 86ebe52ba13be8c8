package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import trine.Trine;

// Keeps numbers; each operation is one step, except that functions given to it run between a read
// and an attempt to write, as in Java.
public class AtomicIntegerArray {
    private final int[] cells;

    public AtomicIntegerArray(int length) {
        cells = new int[length];
    }

    public AtomicIntegerArray(int[] start) {
        cells = new int[start.length];
        for (int i = 0; i < start.length; i++) cells[i] = start[i];
    }

    public final int length() {
        return cells.length;
    }

    public final int get(int index) {
        int value = 0;
        Trine.atomic(() -> {
            value = cells[index];
        });
        return value;
    }

    public final void set(int index, int next) {
        Trine.atomic(() -> {
            cells[index] = next;
        });
    }

    public final void lazySet(int index, int next) {
        set(index, next);
    }

    public final int getAndSet(int index, int next) {
        int old = 0;
        Trine.atomic(() -> {
            old = cells[index];
            cells[index] = next;
        });
        return old;
    }

    public final boolean compareAndSet(int index, int expected, int next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = cells[index] == expected;
            if (equal) cells[index] = next;
        });
        return equal;
    }

    public final int getAndAdd(int index, int delta) {
        int old = 0;
        Trine.atomic(() -> {
            old = cells[index];
            cells[index] = old + delta;
        });
        return old;
    }

    public final int addAndGet(int index, int delta) {
        return getAndAdd(index, delta) + delta;
    }

    public final int getAndIncrement(int index) {
        return getAndAdd(index, 1);
    }

    public final int getAndDecrement(int index) {
        return getAndAdd(index, -1);
    }

    public final int incrementAndGet(int index) {
        return getAndAdd(index, 1) + 1;
    }

    public final int decrementAndGet(int index) {
        return getAndAdd(index, -1) - 1;
    }

    public final int getAndUpdate(int index, IntUnaryOperator change) {
        while (true) {
            int old = get(index);
            if (compareAndSet(index, old, change.applyAsInt(old))) return old;
        }
    }

    public final int updateAndGet(int index, IntUnaryOperator change) {
        while (true) {
            int old = get(index);
            int next = change.applyAsInt(old);
            if (compareAndSet(index, old, next)) return next;
        }
    }

    public final int accumulateAndGet(int index, int other, IntBinaryOperator join) {
        while (true) {
            int old = get(index);
            int next = join.applyAsInt(old, other);
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
