package java.lang;

import trine.Trine;

// See Integer: a boxed number is a reference that holds the number.
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;

    private Short() {}

    public static Short valueOf(short number) {
        return number;
    }

    public static Short valueOf(String text) {
        return parseShort(text);
    }

    public static short parseShort(String text) {
        int value = Integer.parseInt(text);
        if (value < MIN_VALUE || value > MAX_VALUE) throw new NumberFormatException();
        return (short) value;
    }

    public static int hashCode(short number) {
        return number;
    }

    public static String toString(short number) {
        return Trine.ofNumber(number);
    }

    public static int compare(short left, short right) {
        return left - right;
    }

    public static int toUnsignedInt(short number) {
        return number & 0xffff;
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

    public int compareTo(Short other) {
        return (int) (Trine.number(this) - Trine.number(other));
    }

    public boolean equals(Object other) {
        return other instanceof Short && intValue() == ((Short) other).intValue();
    }

    public int hashCode() {
        return intValue();
    }

    public String toString() {
        return toString((short) intValue());
    }
}
