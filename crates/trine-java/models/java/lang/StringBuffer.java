package java.lang;

import trine.Trine;

// Text is not followed.
public final class StringBuffer implements CharSequence {
    // Stands for the text: each change writes it, each look reads it.
    private volatile int text;

    public StringBuffer() {}

    public StringBuffer(int capacity) {}

    public StringBuffer(String start) {}

    public StringBuffer append(Object part) {
        text = 0;
        return this;
    }

    public StringBuffer append(String part) {
        text = 0;
        return this;
    }

    public StringBuffer append(int part) {
        text = 0;
        return this;
    }

    public StringBuffer append(long part) {
        text = 0;
        return this;
    }

    public StringBuffer append(char part) {
        text = 0;
        return this;
    }

    public StringBuffer append(boolean part) {
        text = 0;
        return this;
    }

    public StringBuffer append(double part) {
        text = 0;
        return this;
    }

    public StringBuffer insert(int at, Object part) {
        text = 0;
        return this;
    }

    public StringBuffer reverse() {
        text = 0;
        return this;
    }

    public StringBuffer deleteCharAt(int index) {
        text = 0;
        return this;
    }

    public StringBuffer delete(int begin, int end) {
        text = 0;
        return this;
    }

    public void setLength(int length) {
        text = 0;
    }

    public int length() {
        int seen = text;
        return Trine.opaque();
    }

    public char charAt(int index) {
        int seen = text;
        return Trine.opaque();
    }

    public String toString() {
        int seen = text;
        return Trine.opaque();
    }
}
