package java.util.concurrent.atomic;

import trine.Trine;

// Keeps one number: its cells are not modelled, so a sum is taken at one moment.
public class LongAdder extends Number {
    private volatile long value;

    public LongAdder() {}

    public void add(long delta) {
        Trine.atomic(() -> {
            value += delta;
        });
    }

    public void increment() {
        add(1);
    }

    public void decrement() {
        add(-1);
    }

    public long sum() {
        return value;
    }

    public void reset() {
        value = 0;
    }

    public long sumThenReset() {
        long old = 0;
        Trine.atomic(() -> {
            old = value;
            value = 0;
        });
        return old;
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
        return String.valueOf(sum());
    }
}
