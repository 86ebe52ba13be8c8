package java.util;

import trine.Trine;

// Any number at any time: a seed changes nothing. Few values are tried one by one; a number of many is
// an input.
public class Random {
    public Random() {}

    public Random(long seed) {
        Trine.assume("random numbers are any numbers, whatever the seed is");
    }

    public int nextInt() {
        return Trine.input();
    }

    public int nextInt(int bound) {
        if (bound <= 0) throw new IllegalArgumentException();
        if (bound <= 16) return Trine.choose(0, bound - 1);
        int value = Trine.input();
        if (value < 0 || value >= bound) value = 0;
        return value;
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) throw new IllegalArgumentException();
        if (bound - origin > 0 && bound - origin <= 16) return Trine.choose(origin, bound - 1);
        int value = Trine.input();
        if (value < origin || value >= bound) value = origin;
        return value;
    }

    public long nextLong() {
        return Trine.input();
    }

    public boolean nextBoolean() {
        return Trine.choose(0, 1) == 1;
    }

    public double nextDouble() {
        return Trine.choose(0.0, 0x1.fffffffffffffp-1);
    }

    public double nextDouble(double bound) {
        if (!(bound > 0 && bound <= Double.MAX_VALUE)) throw new IllegalArgumentException();
        return nextDouble() * bound;
    }

    public float nextFloat() {
        return (float) Trine.choose(0.0, 0x1.fffffep-1);
    }

    public long nextLong(long bound) {
        if (bound <= 0) throw new IllegalArgumentException();
        long value = Trine.input();
        if (value < 0 || value >= bound) value = 0;
        return value;
    }

    public double nextGaussian() {
        return Trine.opaque();
    }

    public void setSeed(long seed) {}
}
