package java.lang;

import trine.Trine;

// Text is not followed. A builder is meant for one thread; sharing one is seen as a race on its length.
public final class StringBuilder implements CharSequence {
    // Stands for the text: each change writes it, each look reads it.
    private int text;

    public StringBuilder() {}

    public StringBuilder(int capacity) {}

    public StringBuilder(String start) {}

    public StringBuilder append(Object part) {
        text = 0;
        return this;
    }

    public StringBuilder append(String part) {
        text = 0;
        return this;
    }

    public StringBuilder append(int part) {
        text = 0;
        return this;
    }

    public StringBuilder append(long part) {
        text = 0;
        return this;
    }

    public StringBuilder append(char part) {
        text = 0;
        return this;
    }

    public StringBuilder append(boolean part) {
        text = 0;
        return this;
    }

    public StringBuilder append(double part) {
        text = 0;
        return this;
    }

    public StringBuilder insert(int at, Object part) {
        text = 0;
        return this;
    }

    public StringBuilder reverse() {
        text = 0;
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        text = 0;
        return this;
    }

    public StringBuilder delete(int begin, int end) {
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
