package java.util.concurrent.atomic;

import trine.Trine;

// Keeps a truth value; each operation is one step.
public class AtomicBoolean {
    private volatile boolean value;

    public AtomicBoolean() {}

    public AtomicBoolean(boolean value) {
        this.value = value;
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean next) {
        value = next;
    }

    public final void lazySet(boolean next) {
        value = next;
    }

    public final boolean getAcquire() {
        return value;
    }

    public final void setRelease(boolean next) {
        value = next;
    }

    public final boolean getAndSet(boolean next) {
        boolean old = false;
        Trine.atomic(() -> {
            old = value;
            value = next;
        });
        return old;
    }

    public final boolean compareAndSet(boolean expected, boolean next) {
        boolean equal = false;
        Trine.atomic(() -> {
            equal = value == expected;
            if (equal) value = next;
        });
        return equal;
    }

    public final boolean compareAndExchange(boolean expected, boolean next) {
        boolean old = false;
        Trine.atomic(() -> {
            old = value;
            if (old == expected) value = next;
        });
        return old;
    }

    public final boolean weakCompareAndSetVolatile(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    public String toString() {
        return String.valueOf(get());
    }
}
