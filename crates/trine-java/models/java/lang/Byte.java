package java.lang;

import trine.Trine;

// See Integer: a boxed number is a reference that holds the number.
public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;

    private Byte() {}

    public static Byte valueOf(byte number) {
        return number;
    }

    public static int compare(byte left, byte right) {
        return left - right;
    }

    public static int toUnsignedInt(byte number) {
        return number & 0xff;
    }

    public int intValue() {
        return (int) Trine.number(this);
    }

    public long longValue() {
        return Trine.number(this);
    }

    public float floatValue() {
        return Trine.number(this);
    }

    public double doubleValue() {
        return Trine.number(this);
    }

    public int compareTo(Byte other) {
        return (int) (Trine.number(this) - Trine.number(other));
    }

    public boolean equals(Object other) {
        return this == other;
    }
}
