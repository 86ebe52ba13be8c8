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

    public static Byte valueOf(String text) {
        return parseByte(text);
    }

    public static byte parseByte(String text) {
        int value = Integer.parseInt(text);
        if (value < MIN_VALUE || value > MAX_VALUE) throw new NumberFormatException();
        return (byte) value;
    }

    public static int hashCode(byte number) {
        return number;
    }

    public static String toString(byte number) {
        return Trine.ofNumber(number);
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
        return other instanceof Byte && intValue() == ((Byte) other).intValue();
    }

    public int hashCode() {
        return intValue();
    }

    public String toString() {
        return toString((byte) intValue());
    }
}
