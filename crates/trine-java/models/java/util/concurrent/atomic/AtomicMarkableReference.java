package java.util.concurrent.atomic;

import trine.Trine;

// Keeps a reference and a mark that change together, in one step.
public class AtomicMarkableReference<V> {
    private volatile V reference;
    private volatile boolean mark;

    public AtomicMarkableReference(V reference, boolean mark) {
        this.reference = reference;
        this.mark = mark;
    }

    public V getReference() {
        return reference;
    }

    public boolean isMarked() {
        return mark;
    }

    public V get(boolean[] holder) {
        V seen = null;
        boolean with = false;
        Trine.atomic(() -> {
            seen = reference;
            with = mark;
        });
        holder[0] = with;
        return seen;
    }

    public void set(V next, boolean nextMark) {
        Trine.atomic(() -> {
            reference = next;
            mark = nextMark;
        });
    }

    public boolean compareAndSet(V expected, V next, boolean expectedMark, boolean nextMark) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = reference == expected && mark == expectedMark;
            if (equal) {
                reference = next;
                mark = nextMark;
            }
        });
        return equal;
    }

    public boolean weakCompareAndSet(V expected, V next, boolean expectedMark, boolean nextMark) {
        return compareAndSet(expected, next, expectedMark, nextMark);
    }

    public boolean attemptMark(V expected, boolean nextMark) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = reference == expected;
            if (equal) mark = nextMark;
        });
        return equal;
    }
}
