package java.util;

import trine.Trine;

// Somebody types: numbers are inputs, text is not followed, and there may be more or not.
public final class Scanner implements java.io.Closeable {
    public Scanner(Object source) {}

    // What a text has in it is not what somebody may type.
    public Scanner(String text) {
        Trine.unmodelled("a Scanner that reads a text");
    }

    public boolean hasNext() {
        return Trine.choose(0, 1) == 1;
    }

    public boolean hasNextInt() {
        return Trine.choose(0, 1) == 1;
    }

    public boolean hasNextLine() {
        return Trine.choose(0, 1) == 1;
    }

    public int nextInt() {
        return Trine.input();
    }

    public long nextLong() {
        return Trine.input();
    }

    public boolean nextBoolean() {
        return Trine.choose(0, 1) == 1;
    }

    public String next() {
        return Trine.opaque();
    }

    public String nextLine() {
        return Trine.opaque();
    }

    public void close() {}
}
