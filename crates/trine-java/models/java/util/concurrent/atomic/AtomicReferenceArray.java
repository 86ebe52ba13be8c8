package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import trine.Trine;

// Keeps references; each operation is one step, except that functions given to it run between a read
// and an attempt to write, as in Java.
public class AtomicReferenceArray<E> {
    private final Object[] cells;

    public AtomicReferenceArray(int length) {
        cells = new Object[length];
    }

    public AtomicReferenceArray(E[] start) {
        cells = new Object[start.length];
        for (int i = 0; i < start.length; i++) cells[i] = start[i];
    }

    public final int length() {
        return cells.length;
    }

    public final E get(int index) {
        E value = null;
        Trine.atomic(() -> {
            value = (E) cells[index];
        });
        return value;
    }

    public final void set(int index, E next) {
        Trine.atomic(() -> {
            cells[index] = next;
        });
    }

    public final void lazySet(int index, E next) {
        set(index, next);
    }

    public final E getAndSet(int index, E next) {
        E old = null;
        Trine.atomic(() -> {
            old = (E) cells[index];
            cells[index] = next;
        });
        return old;
    }

    public final boolean compareAndSet(int index, E expected, E next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = cells[index] == expected;
            if (equal) cells[index] = next;
        });
        return equal;
    }

    public final E getAndUpdate(int index, UnaryOperator<E> change) {
        while (true) {
            E old = get(index);
            if (compareAndSet(index, old, change.apply(old))) return old;
        }
    }

    public final E updateAndGet(int index, UnaryOperator<E> change) {
        while (true) {
            E old = get(index);
            E next = change.apply(old);
            if (compareAndSet(index, old, next)) return next;
        }
    }

    public final E accumulateAndGet(int index, E other, BinaryOperator<E> join) {
        while (true) {
            E old = get(index);
            E next = join.apply(old, other);
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
