package java.util.concurrent.atomic;

import trine.Trine;

// Keeps a reference and a stamp that change together, in one step.
public class AtomicStampedReference<V> {
    private volatile V reference;
    private volatile int stamp;

    public AtomicStampedReference(V reference, int stamp) {
        this.reference = reference;
        this.stamp = stamp;
    }

    public V getReference() {
        return reference;
    }

    public int getStamp() {
        return stamp;
    }

    public V get(int[] holder) {
        V seen = null;
        int with = 0;
        Trine.atomic(() -> {
            seen = reference;
            with = stamp;
        });
        holder[0] = with;
        return seen;
    }

    public void set(V next, int nextStamp) {
        Trine.atomic(() -> {
            reference = next;
            stamp = nextStamp;
        });
    }

    public boolean compareAndSet(V expected, V next, int expectedStamp, int nextStamp) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = reference == expected && stamp == expectedStamp;
            if (equal) {
                reference = next;
                stamp = nextStamp;
            }
        });
        return equal;
    }

    public boolean weakCompareAndSet(V expected, V next, int expectedStamp, int nextStamp) {
        return compareAndSet(expected, next, expectedStamp, nextStamp);
    }

    public boolean attemptStamp(V expected, int nextStamp) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = reference == expected;
            if (equal) stamp = nextStamp;
        });
        return equal;
    }
}
